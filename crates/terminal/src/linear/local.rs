//! A game of one's own, line by line.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use client::Told;
use client::buttons::{self, ButtonAction};
use phrases::Command;
use protocol::Ask;
use tables::{BeatShown, Waits};

use super::{Event, Session};
use crate::error::{Error, Result};
use crate::game::{PlannedGame, PlayConfig, can_look_back};
use crate::link::{Heard, Link};
use crate::table::TableGame;

/// What comes of a line that the player typed.
enum Next {
    /// Something was done.
    Done,
    /// Ask again.
    Again,
    /// The player leaves.
    Leave,
}

/// Plays until the player leaves.
pub fn run(mut session: Session, planned: &PlannedGame, config: &PlayConfig) -> Result {
    let told = session.answer()?;
    session.show_all(told)?;
    session.welcome(planned)?;
    let pause = config.pause.unwrap_or_else(|| planned.pause());
    loop {
        let next = if let Some(beat) = session.beat() {
            session.lesson(&beat, planned, pause)?
        } else if session.table.is_over() {
            session.after_the_end()?
        } else if session.table.bots_move() {
            session.bots_turn(pause)?
        } else {
            session.your_turn()?
        };
        if matches!(next, Next::Leave) {
            return session.leave(planned, config);
        }
    }
}

impl Session {
    fn welcome(&mut self, planned: &PlannedGame) -> Result {
        for line in planned.opening(&self.table) {
            self.say(&line)?;
        }
        if let Some(snapshot) = self.table.snapshot.as_ref().filter(|_| planned.lesson.is_none()) {
            self.say(&format!("The cards are promised by commitment {}.", snapshot.commitment))?;
        }
        self.say("Type a number, an action or a phrase; ? helps, quit leaves.")?;
        if self.table.can_finish() {
            self.say(
                "Nobody chooses anything here: Enter does what is to be done, finish it plays to the end.",
            )?;
        }
        self.say("")?;
        self.last = self.table.log.clone();
        if planned.saved.record.is_some() {
            self.say(&format!(
                "You go on after {}.",
                engine::counted(self.table.standing.actions, "action", "actions")
            ))?;
            // What happened last is enough to find one's way back.
            self.last.drain(..self.last.len().saturating_sub(6));
        }
        self.tell(&self.last)
    }

    /// Where the lesson is, if one is taught.
    fn beat(&self) -> Option<BeatShown> {
        self.link.as_ref().and_then(Link::beat)
    }

    /// Tells a beat and waits until it is done.
    fn lesson(&mut self, beat: &BeatShown, planned: &PlannedGame, pause: Duration) -> Result<Next> {
        if beat.waits == Waits::Others {
            return self.bots_turn(pause);
        }
        self.say("")?;
        for line in crate::table::beat_lines(beat) {
            self.say(&line)?;
        }
        let prompt = match beat.waits {
            Waits::You => {
                self.say("")?;
                self.describe()?;
                self.list(None)?;
                "Your turn> "
            }
            _ => "Enter to go on> ",
        };
        while self.beat().as_ref() == Some(beat) {
            let Some(line) = self.line(prompt)? else { return Ok(Next::Leave) };
            if line.is_empty() && beat.waits == Waits::Reader {
                let told = self.ask(Ask::Next)?;
                self.show_all(told)?;
            } else if let Next::Leave = self.obey(&line)? {
                return Ok(Next::Leave);
            }
        }
        if self.beat().is_none() {
            self.say("")?;
            self.say(&planned.lesson_over(self.table.is_over()))?;
        }
        Ok(Next::Done)
    }

    fn bots_turn(&mut self, pause: Duration) -> Result<Next> {
        let started = Instant::now();
        let told = self.ask(Ask::Next)?;
        std::thread::sleep(pause.saturating_sub(started.elapsed()));
        for told in &told {
            if let Told::Happened(lines) = told {
                self.last.extend(lines.iter().cloned());
            }
            if let Told::Refused(refusal) = told {
                return Err(Error::Failed(refusal.text.trim_end_matches('.').to_owned()));
            }
        }
        self.show_all(told)?;
        Ok(Next::Done)
    }

    fn your_turn(&mut self) -> Result<Next> {
        self.say("")?;
        self.describe()?;
        self.list(None)?;
        loop {
            let Some(line) = self.line("Your turn> ")? else { return Ok(Next::Leave) };
            match self.obey(&line)? {
                Next::Again => {}
                next => return Ok(next),
            }
        }
    }

    /// After the end there is still something to take back or to ask, where the table allows it.
    fn after_the_end(&mut self) -> Result<Next> {
        let (can_ask, can_undo) = (can_look_back(&self.table), self.table.grants(|table| table.undo));
        if can_ask {
            self.say("Type where did I lose it to see after which action it could no longer be won.")?;
        }
        // Where nobody types, nobody can be asked.
        if !can_undo && !can_ask && !std::io::stdin().is_terminal() {
            return Ok(Next::Leave);
        }
        let undo = if can_undo { "undo, " } else { "" };
        loop {
            let Some(line) = self.line(&format!("The game is over: {undo}how did I play, or quit> "))? else {
                return Ok(Next::Leave);
            };
            if line.is_empty() {
                return Ok(Next::Leave);
            }
            match self.obey(&line)? {
                Next::Again => {}
                next => return Ok(next),
            }
        }
    }

    fn obey(&mut self, line: &str) -> Result<Next> {
        let only = self.table.only_choice().filter(|_| line.is_empty()).map(str::to_owned);
        if line.is_empty() && only.is_none() {
            return Ok(Next::Again);
        }
        if only.is_none() && buttons::named(&self.table, line) == Some(ButtonAction::LookBack) {
            self.look_back()?;
            return Ok(Next::Again);
        }
        if only.is_none() && !self.is_choice(line) {
            match phrases::command(line) {
                Some(Command::Quit) => return Ok(Next::Leave),
                Some(Command::Help) => {
                    self.help()?;
                    return Ok(Next::Again);
                }
                Some(Command::Rules(clause)) => {
                    self.show_rules(clause.as_deref())?;
                    return Ok(Next::Again);
                }
                Some(Command::Repeat) => {
                    self.tell(&self.last)?;
                    self.describe()?;
                    return Ok(Next::Again);
                }
                _ => {}
            }
        }
        if tables::Question::read(line).is_some() && self.table.is_solvable() {
            self.console.say_meanwhile("One moment: this takes a look at every card …")?;
        }
        let seq = self.table.seq;
        let told = self.ask(match only {
            Some(act) => Ask::act(seq, act),
            None => Ask::Phrase { seq, text: line.to_owned(), spoken: false, hold: false },
        })?;
        let mut next = Next::Again;
        for told in &told {
            if let Told::Happened(lines) = told {
                self.last = lines.clone();
                next = Next::Done;
            }
        }
        self.show_all(told)?;
        Ok(next)
    }

    fn help(&self) -> Result {
        self.say("Type the number of a choice, its notation (in brackets), or say it in your words.")?;
        let mut lines = vec![
            ("table", "shows the table again"),
            ("repeat", "tells once more what happened last"),
            ("history, recap", "tells what happened by rounds, and what the last one came to"),
            ("how did I play", "judges your decisions, once the game is over"),
            ("whose turn", "tells whose turn it is"),
            ("why ACTION", "tells why something can or cannot be done"),
            ("rules", "shows the rules; rules ID shows one clause"),
            ("quit", "leaves the game"),
        ];
        let (hints, over) = (self.table.grants(|table| table.hints), self.table.is_over());
        if self.table.can_finish() {
            lines.push(("Enter alone", "does what is to be done"));
            lines.push(("finish it", "plays on to the end, as there is nothing to choose"));
        }
        if hints {
            lines.push(("hint", "suggests a move, knowing no more than you do"));
        }
        if self.table.is_solvable() && hints && !over {
            lines.push((
                "can this be won",
                "looks through the stock and says whether it can; show how tells a way",
            ));
        }
        if self.table.is_solvable() && (hints || over) {
            lines.push(("where did I lose it", "finds the action after which it could no longer be won"));
        }
        if self.table.grants(|table| table.undo) {
            lines.push(("undo, redo", "takes the last action back, does it again"));
        }
        if self.table.grants(|table| table.hears) {
            lines.push(("say WORDS", "says something that the rules may judge"));
        }
        for (word, help) in lines {
            self.say(&format!("  {word}: {help}"))?;
        }
        let id = self.table.game().map_or("GAME", |game| game.info().id);
        self.say(&format!("Everything that can be said is listed by: parlour phrases {id}"))
    }

    fn leave(&mut self, planned: &PlannedGame, config: &PlayConfig) -> Result {
        self.say("")?;
        let outcome = self.table.standing.outcome.clone();
        if outcome.is_some() {
            self.describe()?;
        }
        // Nothing is under way any longer, and everything is on the disk, or was said not to be.
        self.link = None;
        while let Some(event) = self.next(Some(Duration::ZERO))? {
            if let Event::Heard(heard @ Heard::NotKept(_)) = event {
                let told = self.table.hear(heard);
                self.show_all(told)?;
            }
        }
        if let Some(outcome) = &outcome {
            if let Some(text) = planned.special.as_ref().and_then(|special| special.compare(outcome)) {
                self.say(&text)?;
            }
            let seed = self.table.record.as_ref().map_or(planned.saved.order.seed, |record| record.seed);
            self.say(&format!("The seed was {seed}."))?;
        } else {
            self.say("You leave before the game is over.")?;
            match planned.lesson.is_none() && config.data_dir.is_some() && !self.not_kept {
                false if planned.lesson.is_some() => {}
                true => self.say("It is kept: parlour resume goes on with it.")?,
                false => self.say(&format!("It is not kept. {}", crate::keep::HOW_TO_KEEP))?,
            }
        }
        match (&config.record, &self.table.record) {
            (Some(path), Some(record)) => {
                crate::keep::write_record(path, &record.write())?;
                self.say(&format!(
                    "The record is in {0}: see parlour replay {0} and parlour verify {0}.",
                    path.display()
                ))
            }
            _ if outcome.is_some() => {
                self.say("With --record FILE the next game's record is kept, to replay and verify.")
            }
            _ => Ok(()),
        }
    }
}
