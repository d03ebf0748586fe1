//! A table online, line by line: what the others do is written as it happens, and one can type at any time.

use client::buttons::{self, Button, ButtonAction};
use client::{Connection, Told};
use phrases::Command;
use protocol::Ask;
use protocol::online::{Call, Phase, Who};

use super::{Event, Session};
use crate::error::{Error, Result};
use crate::table::{TableGame, described, free_name, seat_name, sentences, way_back};

/// Lines that are read before there is a table.
const READ_AHEAD: usize = 100;

/// Plays until the player leaves.
pub fn run(mut session: Session, name: &str) -> Result {
    session.say("Connecting …")?;
    let mut ended = false;
    while session.table.online.is_none() {
        // Lines are read ahead, to know when the input ends or the player has enough.
        let reads = !ended && session.lines.len() < READ_AHEAD;
        if reads && !std::mem::replace(&mut session.wanted, true) {
            session.console.want();
        }
        match session.next(None)? {
            Some(Event::Heard(heard)) => {
                let told = session.table.hear(heard);
                let lost = told.iter().any(|told| matches!(told, Told::Lost(_)));
                session.show_all(told)?;
                if lost {
                    session.console.say_meanwhile("Type quit to stop.")?;
                }
            }
            Some(Event::Line(line)) => {
                (session.wanted, ended) = (false, line.is_none());
                session.lines.push_back(line);
            }
            Some(Event::Unreadable(_)) => {}
            None => return Ok(()),
        }
        // What was typed beforehand is done if the first try succeeds.
        if let Connection::Lost(why) = &session.table.connection {
            let quits = |line: &String| phrases::command(line) == Some(Command::Quit);
            if session.lines.iter().flatten().any(quits) {
                return Ok(());
            }
            if ended {
                return Err(Error::Failed(format!("there is no connection: {why}")));
            }
        }
    }
    let mut visit = Visit { session, name: name.to_owned(), shown: None, begun: false };
    visit.introduce()?;
    visit.stay()
}

/// What the buttons were listed for: the phase, one's seat, the position if it is one's turn, whether one's share is
/// in the shuffle, and the question about a newcomer.
type Listed = (Option<Phase>, Option<engine::Seat>, Option<u64>, bool, Option<u64>);

struct Visit {
    session: Session,
    name: String,
    /// What was listed last.
    shown: Option<Listed>,
    /// Whether the prompt stands at the end of the output.
    begun: bool,
}

impl Visit {
    fn introduce(&self) -> Result {
        let table = &self.session.table;
        let Some(online) = &table.online else { return Ok(()) };
        let info = &online.room.info;
        let rules =
            if info.rules.is_empty() { String::new() } else { format!(" ({})", info.rules.join(", ")) };
        self.session.say(&format!("{}{rules}, a table for {}.", info.title, info.players))?;
        if let Some(text) = client::hints_told(&online.room) {
            self.session.say(text)?;
        }
        self.session.say(
            "Type a number, an action or a phrase; chat WORDS talks to the others, ? helps, quit leaves.",
        )?;
        self.session.tell(&table.log)
    }

    fn stay(&mut self) -> Result {
        loop {
            self.list_if_changed()?;
            if !self.begun {
                let prompt = if self.session.table.is_your_turn() { "Your turn> " } else { "> " };
                self.session.console.prompt(prompt)?;
                self.begun = true;
            }
            if self.session.lines.is_empty() && !std::mem::replace(&mut self.session.wanted, true) {
                self.session.console.want();
            }
            let event = match self.session.lines.pop_front() {
                Some(line) => Event::Line(line),
                None => match self.session.next(None)? {
                    Some(event) => event,
                    None => return Ok(()),
                },
            };
            match event {
                Event::Line(None) => return self.leave(),
                Event::Line(Some(line)) => {
                    self.session.wanted = false;
                    self.begun = false;
                    self.session.console.came(&line)?;
                    if !self.obey(&line)? {
                        return self.leave();
                    }
                }
                Event::Heard(heard) => {
                    let told = self.session.table.hear(heard);
                    self.show(told)?;
                }
                Event::Unreadable(_) => {}
            }
        }
    }

    /// What happened comes on lines of its own, after the prompt that stands there.
    fn show(&mut self, told: Vec<Told>) -> Result {
        let table = &self.session.table;
        let silent = |told: &Told| match told {
            Told::RoundEnded(_) | Told::Record(_) | Told::Recorded | Told::Deal { .. } => true,
            Told::People(_) => sentences(told, table).is_empty(),
            _ => false,
        };
        if told.iter().all(silent) {
            return Ok(());
        }
        if std::mem::take(&mut self.begun) {
            self.session.say("")?;
        }
        for told in told {
            if matches!(told, Told::Dealt { .. }) && !self.session.table.is_over() {
                self.session.say("The cards are dealt.")?;
                self.session.tell(&self.session.table.log)?;
            }
            self.session.show(told)?;
        }
        Ok(())
    }

    /// Says what can be done, whenever that is something else than before.
    fn list_if_changed(&mut self) -> Result {
        let table = &self.session.table;
        let phase = table.online.as_ref().map(|online| online.room.phase);
        let turn = table.is_your_turn().then_some(table.seq);
        let shared = table.online.as_ref().is_some_and(|online| {
            online.room.seats.iter().any(|place| Some(place.seat) == table.you && place.shared)
        });
        let room = table.online.as_ref().map(|online| &online.room);
        let asked = room.and_then(|room| client::newcomer_to_answer(room, table.you)).map(|asks| asks.at);
        let now = Some((phase, table.you, turn, shared, asked));
        if self.shown == now {
            return Ok(());
        }
        self.shown = now;
        let list = buttons::buttons(table, None);
        if list.is_empty() {
            return Ok(());
        }
        if std::mem::take(&mut self.begun) {
            self.session.say("")?;
        }
        match phase {
            Some(Phase::Playing) if turn.is_some() => {
                self.session.say("")?;
                self.session.describe()?;
            }
            Some(Phase::Gathering) => self.describe_room()?,
            _ => {}
        }
        self.list(&buttons::buttons(&self.session.table, None))
    }

    fn list(&self, buttons: &[Button]) -> Result {
        for (index, button) in buttons.iter().enumerate() {
            let notation = match &button.action {
                ButtonAction::Act(act) => format!(" ({act})"),
                _ => String::new(),
            };
            self.session.say(&format!("  {}. {}{notation}", index + 1, button.label))?;
        }
        Ok(())
    }

    fn describe_room(&self) -> Result {
        let Some(online) = &self.session.table.online else { return Ok(()) };
        for place in &online.room.seats {
            let you = if Some(place.seat) == self.session.table.you { " (you)" } else { "" };
            let host = if place.host { ", host" } else { "" };
            let who = match (place.who, &place.name) {
                (Who::Nobody, _) => "nobody yet".to_owned(),
                (Who::Bot, name) => format!("{}, a bot", name.as_deref().unwrap_or("a bot")),
                (Who::Person, name) => {
                    let bot = if place.program { ", a bot" } else { "" };
                    format!("{}{bot}{you}{host}", name.as_deref().unwrap_or("someone"))
                }
            };
            let away = if place.away { ", away" } else { "" };
            self.session.say(&format!("  Seat {}: {who}{away}", place.seat.index() + 1))?;
        }
        Ok(())
    }

    /// Does what a line asks for; false if the player leaves.
    fn obey(&mut self, line: &str) -> Result<bool> {
        if line.is_empty() {
            if let Some(act) = self.session.table.only_choice().map(str::to_owned) {
                self.ask(Ask::act(self.session.table.seq, act))?;
            }
            return Ok(true);
        }
        if let Some(text) = line.strip_prefix("chat ") {
            self.call(Call::Chat { text: text.trim().to_owned() })?;
            return Ok(true);
        }
        if self.press(line)? {
            return Ok(true);
        }
        self.command(line)
    }

    /// Does what a button does, named by its number, its label or a word; false if the line names none.
    fn press(&mut self, line: &str) -> Result<bool> {
        let table = &self.session.table;
        let list = buttons::buttons(table, None);
        let by_number = line.parse::<usize>().ok().and_then(|number| list.get(number.wrapping_sub(1)));
        let by_label = || list.iter().find(|button| button.label.eq_ignore_ascii_case(line));
        let sits = seat_name(line).filter(|_| table.online.is_some() && table.you.is_none());
        if let Some(name) = sits {
            self.name = name.to_owned();
        }
        let action = sits
            .map(|_| ButtonAction::Sit)
            .or_else(|| by_number.or_else(by_label).map(|button| button.action.clone()))
            .or_else(|| buttons::named(table, line));
        match action {
            None => return Ok(false),
            Some(ButtonAction::Act(act)) => self.ask(Ask::act(self.session.table.seq, act))?,
            Some(ButtonAction::LookBack) => self.session.look_back()?,
            Some(action) => {
                let name = free_name(&self.session.table, &self.name);
                if let Some(call) = action.call(&name, || crate::random().map(engine::Seed))? {
                    self.call(call)?;
                }
            }
        }
        Ok(true)
    }

    /// Does what a command to the table or a phrase asks for; false if the player leaves.
    fn command(&mut self, line: &str) -> Result<bool> {
        match phrases::command(line).filter(|_| !self.session.is_choice(line)) {
            Some(Command::Quit) => return Ok(false),
            Some(Command::Help) => self.help()?,
            Some(Command::Rules(clause)) => self.session.show_rules(clause.as_deref())?,
            Some(Command::Table) if !self.session.table.is_dealt() => self.describe_room()?,
            _ if !self.session.table.is_dealt() => {
                self.session
                    .say("The cards are not dealt yet. Type a number of the list, chat WORDS, ? or quit.")?;
                self.shown = None;
            }
            // Those who only watch may ask the table nothing, but they see it.
            Some(Command::Table | Command::Score) if self.session.table.you.is_none() => {
                let lines = described(&self.session.table.standing.scene);
                lines.iter().try_for_each(|line| self.session.say(line))?;
            }
            Some(Command::Turn) if self.session.table.you.is_none() => {
                self.session.say(&self.session.table.standing.scene.prompt)?;
            }
            None if self.session.table.you.is_none() && buttons::means_to_sit(line) => {
                self.session.say("No seat is free now; you can watch until one is.")?;
            }
            _ => {
                let (seq, text) = (self.session.table.seq, line.to_owned());
                self.ask(Ask::Phrase { seq, text, spoken: false, hold: false })?;
            }
        }
        Ok(true)
    }

    fn ask(&mut self, what: Ask) -> Result {
        let told = self.session.ask(what)?;
        self.show(told)
    }

    fn call(&mut self, call: Call) -> Result {
        self.session.link()?.call(call);
        let told = self.session.answer()?;
        self.show(told)
    }

    fn help(&self) -> Result {
        self.session
            .say("Type the number of a choice, its notation (in brackets), or say it in your words.")?;
        for (word, help) in [
            ("chat WORDS", "talks to the others"),
            ("sit, deal, ready, get up", "before and after a game"),
            ("agree, refuse", "when someone asks for a bot's cards"),
            ("sit as NAME", "sits down by another name"),
            ("pause, go on", "for the host of the table"),
            ("table", "shows the table again"),
            ("history, recap", "tells what happened by rounds, and what the last one came to"),
            ("how did I play", "judges your decisions, once the game is over"),
            ("whose turn", "tells whose turn it is"),
            ("why ACTION", "tells why something can or cannot be done"),
            ("rules", "shows the rules; rules ID shows one clause"),
            ("quit", "leaves; a seat of yours is kept for a while"),
        ] {
            self.session.say(&format!("  {word}: {help}"))?;
        }
        self.list(&buttons::host_actions(&self.session.table))
    }

    fn leave(&mut self) -> Result {
        self.session.say("")?;
        self.session.say(&format!("You leave. {}", way_back(&self.session.table)))?;
        self.session.link = None;
        Ok(())
    }
}
