//! Line by line: plain sentences, no cursor that moves. For pipes, for screen readers, and for those who like it.

mod console;
mod local;
mod online;
mod questions;

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use client::{Study, TableState, Told};
use engine::seating::sentence;
use protocol::{Ask, Line, Refusal};
use tables::WorkerRequest;

pub use questions::{ask_game, ask_kept};

use crate::error::{Error, Result};
use crate::game::{PlannedGame, PlayConfig};
use crate::link::{Address, Heard, Link};
use crate::table::{TableGame, sentences, with_way_out};
use console::Console;

/// What can happen next.
pub enum Event {
    /// A line was typed; none when the input has ended.
    Line(Option<String>),
    /// The input cannot be read.
    Unreadable(String),
    /// Something was heard of the table.
    Heard(Heard),
}

impl From<Heard> for Event {
    fn from(heard: Heard) -> Self {
        Self::Heard(heard)
    }
}

/// Plays a game of one's own.
pub fn play(mut planned: PlannedGame, config: &PlayConfig) -> Result {
    let mut session = Session::new();
    session.link = Some(planned.open(config, session.to.clone()));
    local::run(session, &planned, config)
}

/// Plays at a table online.
pub fn join(address: Address, key: protocol::online::GuestKey, name: &str) -> Result {
    let mut session = Session::new();
    session.link = Some(Link::online(address, key, session.to.clone()));
    online::run(session, name)
}

/// A client that reads and writes lines.
struct Session {
    console: Console,
    table: TableState,
    link: Option<Link>,
    to: std::sync::mpsc::Sender<Event>,
    events: Receiver<Event>,
    /// Lines that came while something else was waited for.
    lines: VecDeque<Option<String>>,
    /// Whether a line is wanted and has not come.
    wanted: bool,
    /// What happened since the player last acted, and the result.
    last: Vec<Line>,
    /// Whether the game could not be saved.
    not_kept: bool,
}

impl Session {
    fn new() -> Self {
        let (to, events) = channel();
        let console = Console::open(to.clone());
        let (lines, last) = (VecDeque::new(), Vec::new());
        let table = TableState::default();
        Self { console, table, link: None, to, events, lines, wanted: false, last, not_kept: false }
    }

    fn link(&self) -> Result<&Link> {
        self.link.as_ref().ok_or_else(|| Error::Failed("there is no table".to_owned()))
    }

    /// The next event, or none once the time is over.
    fn next(&mut self, within: Option<Duration>) -> Result<Option<Event>> {
        let event = match within {
            None => self.events.recv().ok(),
            Some(within) => self.events.recv_timeout(within).ok(),
        };
        self.not_kept |= matches!(event, Some(Event::Heard(Heard::NotKept(_))));
        match event {
            Some(Event::Unreadable(why)) => Err(Error::Failed(format!("cannot read your input: {why}"))),
            event => Ok(event),
        }
    }

    /// Asks, and waits for what comes of it.
    fn ask(&mut self, what: Ask) -> Result<Vec<Told>> {
        self.link()?.ask(what);
        self.answer()
    }

    /// Waits until what was asked is answered; what else happens meanwhile belongs to it.
    fn answer(&mut self) -> Result<Vec<Told>> {
        let mut told = Vec::new();
        loop {
            match self.next(None)? {
                None => return Ok(told),
                Some(Event::Line(line)) => {
                    self.wanted = false;
                    self.lines.push_back(line);
                }
                Some(Event::Heard(heard)) => {
                    let answered = is_answer(&heard);
                    told.extend(self.table.hear(heard));
                    if answered {
                        return Ok(told);
                    }
                }
                Some(Event::Unreadable(_)) => {}
            }
        }
    }

    /// The next line that was typed, after the prompt; none when the input has ended.
    fn line(&mut self, prompt: &str) -> Result<Option<String>> {
        self.console.prompt(prompt)?;
        loop {
            if let Some(line) = self.lines.pop_front() {
                match &line {
                    Some(line) => self.console.came(line)?,
                    None => self.console.say("")?,
                }
                return Ok(line);
            }
            if !std::mem::replace(&mut self.wanted, true) {
                self.console.want();
            }
            match self.next(None)? {
                Some(Event::Line(line)) => {
                    self.wanted = false;
                    self.lines.push_back(line);
                }
                Some(Event::Heard(heard)) => {
                    let told = self.table.hear(heard);
                    self.show_all(told)?;
                }
                Some(Event::Unreadable(_)) => {}
                None => return Ok(None),
            }
        }
    }

    fn say(&self, text: &str) -> Result {
        self.console.say(text)
    }

    fn tell(&self, lines: &[Line]) -> Result {
        lines.iter().try_for_each(|line| self.say(&line.explained()))
    }

    /// The table in a few lines.
    fn describe(&mut self) -> Result {
        let what = Ask::Phrase { seq: self.table.seq, text: "table".to_owned(), spoken: false, hold: false };
        let told = self.ask(what)?;
        self.show_all(told)
    }

    /// Choices by their numbers: all of them, or only these.
    fn list(&self, some: Option<&[protocol::Choice]>) -> Result {
        for (index, choice) in self.table.standing.choices.iter().enumerate() {
            if some.is_none_or(|some| some.contains(choice)) {
                self.say(&format!("  {}. {} ({})", index + 1, choice.label, choice.act))?;
            }
        }
        Ok(())
    }

    fn show_all(&self, told: Vec<Told>) -> Result {
        told.into_iter().try_for_each(|told| self.show(told))
    }

    fn show(&self, told: Told) -> Result {
        match told {
            Told::Happened(lines) => self.tell(&lines),
            Told::Refused(refusal) | Told::Declined(refusal) => {
                self.say(&worded(&with_way_out(refusal, "sit as NAME")))
            }
            Told::Meant(choice) => self.show(Told::Answer { text: choice.label, act: Some(choice.act) }),
            Told::Answer { text, act } => match act {
                Some(act) => self.say(&format!("{text} To do it, type {act}.")),
                None => self.say(&text),
            },
            Told::History(chapters) => chapters.iter().try_for_each(|chapter| self.say(&chapter.text())),
            Told::Several { text, choices } => {
                self.say(&text)?;
                self.list(Some(&choices))?;
                self.say("Type its number.")
            }
            Told::Chat(line) => self.say(&format!("{} says: {}", line.name, line.text)),
            Told::People(_) | Told::Checked(_) | Told::Lost(_) | Told::Found | Told::Waiting => {
                sentences(&told, &self.table).iter().try_for_each(|line| self.say(line))
            }
            Told::Failed(text) => Err(Error::Failed(text.trim_end_matches('.').to_owned())),
            // The sentences of what happened tell what was shown.
            Told::Dealt { .. }
            | Told::RoundEnded(_)
            | Told::Deal { .. }
            | Told::Record(_)
            | Told::Recorded
            | Told::Step(_)
            | Told::LookAgain => Ok(()),
        }
    }

    /// Judges the player's decisions in the game that is over, one by one.
    fn look_back(&mut self) -> Result {
        if self.table.record.is_none() {
            let told = self.ask(Ask::Record)?;
            self.show_all(told)?;
        }
        let (Some(record), Some(you)) = (&self.table.record, self.table.you) else { return Ok(()) };
        let (record, mut judge) = (record.write(), tables::LocalTable::default());
        judge.use_threads(crate::link::cores());
        let mut study = Study::default();
        let mut next = Some(WorkerRequest::Analyse { record, seat: you.index() });
        while let Some(request) = next {
            next = study.hear(judge.work(request, None));
            match &next {
                Some(WorkerRequest::Judge { index: 0 }) => {
                    let number = engine::counted(study.of.unwrap_or(0), "decision", "decisions");
                    self.say(&format!("You made {number}. Each is judged from what you could know then."))?;
                }
                Some(_) => {
                    if let Some(last) = study.judged.last() {
                        self.say(&format!("{}. {} {}", last.number, last.done(), last.expert()))?;
                    }
                }
                None => {}
            }
        }
        if study.judged.is_empty() {
            return self.say(&study.text());
        }
        let numbers = study.costliest().into_iter().map(|place| study.judged[place].number.to_string());
        let costliest = numbers.collect::<Vec<_>>().join(", ");
        if !costliest.is_empty() {
            self.say(&format!("Costliest: action {costliest}."))?;
        }
        study.verdict().iter().try_for_each(|line| self.say(line))
    }

    fn show_rules(&self, clause: Option<&str>) -> Result {
        let Some(clause) = clause.filter(|clause| !clause.trim().is_empty()) else {
            return self.say(self.table.rules());
        };
        let Some(game) = self.table.game() else { return Ok(()) };
        match game.clause(clause) {
            Some(text) => self.say(text),
            None => {
                let info = game.info();
                let none =
                    format!("{} has no clause \"{clause}\"; see parlour rules {}.", info.name, info.id);
                self.say(&sentence(&none))
            }
        }
    }

    /// Whether a line is the name of something that can be done now, whatever else it might mean.
    fn is_choice(&self, line: &str) -> bool {
        let is = |choice: &protocol::Choice| choice.act == line || choice.label.eq_ignore_ascii_case(line);
        self.table.standing.choices.iter().any(is)
    }
}

/// Whether this answers something that was asked.
fn is_answer(heard: &Heard) -> bool {
    !matches!(heard, Heard::Message(_) | Heard::NotKept(_))
}

/// A refusal with its clause, which one can ask for.
fn worded(refusal: &Refusal) -> String {
    match &refusal.clause {
        Some(clause) if !refusal.text.contains(clause.as_str()) => {
            format!("{} ({clause}).", refusal.text.trim_end_matches('.'))
        }
        _ => refusal.text.clone(),
    }
}
