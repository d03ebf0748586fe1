//! The screen of letters: pages, keys, mouse, and the loop that waits for them. Nothing is drawn unless something
//! happened, and nothing that takes time is done here.

mod app;
mod guard;
mod keys;
mod lobby;
mod overlay;
mod settings;
mod signals;
mod steer;
mod table_page;
#[cfg(test)]
mod tests;
mod told;
mod typing;
mod view;

use std::io::{Stdout, stdout};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Instant;

use crossterm::event::{Event as Input, MouseEventKind};
use crossterm::terminal::{BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate};
use crossterm::{execute, queue};
use protocol::online::{Call, GuestKey};
use protocol::{Ask, Order};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::layout::Position;
use tables::WorkerRequest;

use crate::error::{Error, Result};
use crate::game::{PlannedGame, PlayConfig};
use crate::link::{Address, Heard, Link};
use crate::paint::Theme;
use app::App;
use guard::Guard;
use signals::Meaning;

/// What can happen next.
enum Event {
    /// A key, the mouse, another size.
    Input(Input),
    /// The keyboard is gone.
    Unreadable(String),
    /// Something was heard of the table.
    Heard(u64, Box<Heard>),
    /// A signal came.
    Signal(i32),
}

/// What a page wants to be done.
#[derive(Clone, Debug)]
pub enum Effect {
    /// To play this game.
    Open(Box<PlannedGame>),
    /// To settle the rules of this order.
    Settle(Box<Order>),
    /// To choose what to play.
    Choose,
    /// To look for a deal.
    Find(WorkerRequest),
    /// To ask something of the game.
    Ask(Ask),
    /// To ask something of those who judge a game that is over.
    Study(WorkerRequest),
    /// To let them stop.
    StopStudy,
    /// To call something to a table online.
    Call(Call),
    /// To put the program aside.
    Suspend,
    /// To redraw everything.
    Redraw,
    /// To leave.
    Leave,
}

/// What is on the screen first.
pub enum FirstPage {
    /// A game.
    Game(Box<PlannedGame>),
    /// The settings of an order.
    Settle(Order),
    /// The lobby.
    Lobby(Order),
    /// A table online.
    Table(Address, GuestKey, String),
}

/// Shows the screen until the player leaves; returns what is to be said afterwards.
pub fn run(first: FirstPage, config: &PlayConfig, theme: Theme, mouse: bool) -> Result<Option<String>> {
    let order = match &first {
        FirstPage::Game(planned) => planned.next_order(),
        FirstPage::Settle(order) | FirstPage::Lobby(order) => order.clone(),
        FirstPage::Table(_, _, name) => {
            Order::new("", name.clone(), String::new(), engine::Seed(crate::random()?))
        }
    };
    let (to, events) = channel();
    let app = App::new(order, config.data_dir.clone(), config.pause, theme);
    let guard = Guard::take(mouse).map_err(Error::output)?;
    listen(to.clone());
    signals::listen(to.clone());
    let terminal = Terminal::new(CrosstermBackend::new(stdout())).map_err(Error::output)?;
    let mut screen = Screen { app, terminal, guard, config, to, events, link: None, study: None, number: 0 };
    match first {
        FirstPage::Game(planned) => screen.open(*planned),
        FirstPage::Settle(order) => screen.app.settle(order),
        FirstPage::Lobby(_) => {}
        FirstPage::Table(address, key, _) => screen.join(address, key),
    }
    screen.run()
}

/// Keys and mouse are read on a thread of its own.
fn listen(to: Sender<Event>) {
    thread::spawn(move || {
        loop {
            let event = match crossterm::event::read() {
                // Mere movements say nothing.
                Ok(Input::Mouse(mouse)) if mouse.kind == MouseEventKind::Moved => continue,
                Ok(input) => Event::Input(input),
                Err(error) => Event::Unreadable(error.to_string()),
            };
            let over = matches!(event, Event::Unreadable(_));
            if to.send(event).is_err() || over {
                return;
            }
        }
    });
}

struct Screen<'a> {
    app: App,
    terminal: Terminal<CrosstermBackend<Stdout>>,
    guard: Guard,
    config: &'a PlayConfig,
    to: Sender<Event>,
    events: Receiver<Event>,
    link: Option<Link>,
    /// Where a game that is over is judged, meanwhile.
    study: Option<Link>,
    /// Which table is listened to; what comes late from another is not.
    number: u64,
}

/// Whether to go on.
enum Next {
    On,
    Leave,
    Die(i32),
}

impl Screen<'_> {
    fn run(mut self) -> Result<Option<String>> {
        loop {
            self.draw()?;
            let next = match self.wait()? {
                None => self.tick(),
                Some(event) => self.take(event)?,
            };
            let mut next = Some(next);
            // All that has come meanwhile is done before the next picture.
            while matches!(next, Some(Next::On)) {
                match self.events.try_recv() {
                    Ok(event) => next = Some(self.take(event)?),
                    Err(_) => break,
                }
            }
            match next {
                Some(Next::Leave) => return self.leave(),
                Some(Next::Die(signal)) => {
                    self.link = None;
                    self.write_record()?;
                    drop(self.guard);
                    signals::die(signal);
                    return Err(Error::Signal(signal));
                }
                _ => {}
            }
        }
    }

    /// Draws one picture, which terminals that can do so show as a whole.
    fn draw(&mut self) -> Result {
        let app = &mut self.app;
        queue!(stdout(), BeginSynchronizedUpdate).map_err(Error::output)?;
        let drawn = self.terminal.draw(|frame| {
            let cursor = app.draw(frame.buffer_mut(), Instant::now());
            if let Some((x, y)) = cursor {
                frame.set_cursor_position(Position::new(x, y));
            }
        });
        drawn.map(|_| ()).and_then(|()| execute!(stdout(), EndSynchronizedUpdate)).map_err(Error::output)
    }

    /// The next event; none when something is to happen automatically.
    fn wait(&self) -> Result<Option<Event>> {
        let Some(deadline) = self.app.deadline() else {
            let gone = |_| Error::Failed("the keyboard is gone".to_owned());
            return self.events.recv().map(Some).map_err(gone);
        };
        match self.events.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(event) => Ok(Some(event)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(Error::Failed("the keyboard is gone".to_owned())),
        }
    }

    fn tick(&mut self) -> Next {
        let mut out = Vec::new();
        self.app.tick(Instant::now(), &mut out);
        self.do_all(out)
    }

    fn take(&mut self, event: Event) -> Result<Next> {
        let mut out = Vec::new();
        match event {
            Event::Input(input) => self.app.take(input, Instant::now(), &mut out),
            Event::Heard(number, heard) if number == self.number => {
                self.app.hear(*heard, Instant::now(), &mut out);
                let beat = self.link.as_ref().and_then(Link::beat);
                self.app.teach(beat, Instant::now());
            }
            Event::Heard(..) => {}
            Event::Unreadable(why) => {
                return Err(Error::Failed(format!("the keyboard cannot be read: {why}")));
            }
            Event::Signal(signal) => match signals::meaning(signal) {
                Meaning::Stop => out.push(Effect::Suspend),
                Meaning::GoOn => {
                    self.guard.again().map_err(Error::output)?;
                    out.push(Effect::Redraw);
                }
                Meaning::End => return Ok(Next::Die(signal)),
            },
        }
        Ok(self.do_all(out))
    }

    fn do_all(&mut self, effects: Vec<Effect>) -> Next {
        for effect in effects {
            match effect {
                Effect::Open(planned) => self.open(*planned),
                Effect::Settle(order) => self.app.settle(*order),
                Effect::Choose => {
                    self.close();
                    self.app.choose();
                }
                Effect::Find(request) => {
                    self.close();
                    let link = Link::local(self.config.thinking.clone(), None, None, self.ear());
                    link.work(request);
                    self.link = Some(link);
                }
                Effect::Ask(what) => {
                    if let Some(link) = &self.link {
                        link.ask(what);
                    }
                }
                Effect::Study(request) => {
                    let ear = self.ear();
                    let judge = || Link::local(self.config.thinking.clone(), None, None, ear);
                    self.study.get_or_insert_with(judge).work(request);
                }
                Effect::StopStudy => self.study = None,
                Effect::Call(call) => {
                    if let Some(link) = &self.link {
                        link.call(call);
                    }
                }
                Effect::Suspend => {
                    guard::give_back();
                    signals::stop();
                    let _ = self.guard.again();
                    self.forget();
                }
                Effect::Redraw => self.forget(),
                Effect::Leave => return Next::Leave,
            }
        }
        Next::On
    }

    /// Nothing of what was drawn is relied on. (The terminal is not asked where its cursor is: its answer would come
    /// among the keys.)
    fn forget(&mut self) {
        let cleared = execute!(stdout(), Clear(ClearType::All));
        if let (Ok(()), Ok(terminal)) = (cleared, Terminal::new(CrosstermBackend::new(stdout()))) {
            self.terminal = terminal;
        }
    }

    /// Where a table's words go.
    fn ear(&self) -> Sender<Numbered> {
        let (to, heard) = channel::<Numbered>();
        let (events, number) = (self.to.clone(), self.number);
        thread::spawn(move || {
            while let Ok(Numbered(heard)) = heard.recv() {
                if events.send(Event::Heard(number, Box::new(heard))).is_err() {
                    return;
                }
            }
        });
        to
    }

    fn close(&mut self) {
        (self.link, self.study) = (None, None);
        self.number += 1;
    }

    fn open(&mut self, mut planned: PlannedGame) {
        let _ = self.write_record();
        self.close();
        self.link = Some(planned.open(self.config, self.ear()));
        self.app.sit(Some(planned));
    }

    fn join(&mut self, address: Address, key: GuestKey) {
        self.close();
        self.link = Some(Link::online(address, key, self.ear()));
        self.app.sit(None);
    }

    fn write_record(&self) -> Result {
        let record = self.app.table_page().and_then(|page| page.table.record.as_ref());
        match (&self.config.record, record) {
            (Some(path), Some(record)) => crate::keep::write_record(path, &record.write()),
            _ => Ok(()),
        }
    }

    fn leave(mut self) -> Result<Option<String>> {
        self.link = None;
        let written = self.write_record();
        let said = self.app.table_page().and_then(|page| page.farewell(self.config.data_dir.is_some()));
        drop(self.guard);
        written?;
        Ok(said)
    }
}

/// What was heard of the table that is listened to.
pub struct Numbered(Heard);

impl From<Heard> for Numbered {
    fn from(heard: Heard) -> Self {
        Self(heard)
    }
}
