//! Looking at a record, step by step.

use engine::{BadRecord, Record, Viewer};
use protocol::{Line, Snapshot};
use serde::{Deserialize, Serialize};

use crate::host::{self, TableHost};

/// A record that has been played through and believed, with the table at the position that was shown last.
pub struct Replay {
    record: Record,
    host: Box<dyn TableHost>,
}

/// A position of a record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// The number of actions before it.
    pub number: usize,
    /// How many there are.
    pub of: usize,
    /// What was done last, in notation.
    pub action: Option<String>,
    /// What happened at this step.
    pub lines: Vec<Line>,
    /// The table; once the game is over everyone's cards lie open.
    pub snapshot: Snapshot,
}

impl Replay {
    /// Reads a record and plays it through.
    pub fn load(text: &str) -> Result<Self, BadRecord> {
        let record = Record::read(text)?;
        let host = host::reopen(&record, Some(0))?;
        Ok(Self { record, host })
    }

    /// How many actions there are.
    pub fn len(&self) -> usize {
        self.record.actions.len()
    }

    /// Whether nothing was done.
    pub fn is_empty(&self) -> bool {
        self.record.actions.is_empty()
    }

    /// What happened at every action, in a sentence or two for anyone.
    pub fn story(&mut self) -> Vec<String> {
        let shown = self.host.actions();
        let names = &self.record.players;
        let mut told = Vec::with_capacity(self.len());
        self.host.rewind(0);
        for (number, (seat, act)) in self.record.actions.iter().enumerate() {
            // It was accepted when the record was loaded.
            let _ = self.host.act(*seat, act);
            let lines = self.host.lines(Viewer::Public, number as u64 + 1);
            let text: Vec<String> = lines.into_iter().map(|line| line.text).collect();
            let mut text = match (text.is_empty(), names.get(seat.index())) {
                (false, _) => text.join("\n"),
                (true, Some(name)) => format!("{name}: {act}"),
                (true, None) => act.clone(),
            };
            if let Some(note) = fallback_note(&self.record, number + 1) {
                text.extend([" ", &note]);
            }
            told.push(text);
        }
        self.host.rewind(shown);
        told
    }

    /// The position after this number of actions, or after all. Going forward plays only what lies between.
    pub fn step(&mut self, number: usize) -> Step {
        let number = number.min(self.len());
        if number < self.host.actions() {
            self.host.rewind(number);
        }
        for (seat, act) in &self.record.actions[self.host.actions()..number] {
            // It was accepted when the record was loaded.
            let _ = self.host.act(*seat, act);
        }
        let mut snapshot = self.host.snapshot(Viewer::Public);
        if self.record.outcome.is_some() {
            lay_open(&mut snapshot, &*self.host);
        }
        if number == self.len() {
            snapshot.standing.assists = self.record.assists;
        }
        let mut lines = self.host.lines(Viewer::Public, number as u64);
        lines.extend(fallback_note(&self.record, number).map(Line::new));
        let action = number.checked_sub(1).map(|last| self.record.actions[last].1.clone());
        Step { number, of: self.len(), action, lines, snapshot }
    }
}

/// What is said of an action, counted from 1, that a program failed to choose.
pub fn fallback_note(record: &Record, number: usize) -> Option<String> {
    let fallback = record.fallbacks.iter().find(|fallback| fallback.action == number)?;
    Some(format!("Not the program's choice ({}).", fallback.why.escape_default()))
}

/// A finished game has no secrets: everyone's hand is shown as they saw it themselves.
fn lay_open(snapshot: &mut Snapshot, host: &dyn TableHost) {
    for sitter in &mut snapshot.standing.scene.sitters {
        let own = host.scene(Viewer::Seat(sitter.seat));
        if let Some(seen) = own.sitters.into_iter().find(|seen| seen.seat == sitter.seat) {
            sitter.hand = seen.hand;
            sitter.facts = seen.facts;
        }
    }
}

#[cfg(test)]
mod tests {
    use games::AnyGame;

    use super::*;
    use crate::LocalTable;
    use crate::tests::{order, play};

    /// Whatever way leads to a position, it looks as if the record had been played up to there.
    #[test]
    fn steps_are_the_same_forward_backward_and_by_leaps() {
        for name in AnyGame::names() {
            let record = play(&mut LocalTable::default(), order(name, 2));
            let text = record.write();
            let fresh = |number: usize| Replay::load(&text).unwrap().step(number);
            let last = record.actions.len();
            let mut replay = Replay::load(&text).unwrap();
            let forward: Vec<Step> = (0..=last).map(|number| replay.step(number)).collect();
            for number in [0, 1, last / 2, last] {
                assert_eq!(forward[number], fresh(number), "{name} at {number}");
            }
            for number in [last - 1, last / 3, last / 2, 0, last] {
                assert_eq!(replay.step(number), forward[number], "{name} at {number}");
            }
            assert_eq!(forward[last].snapshot.standing.outcome, record.outcome);
            // What is told of an action is what is told where one steps to it.
            let story = replay.story();
            assert_eq!(replay.step(last), forward[last], "telling it changes nothing");
            assert_eq!(story.len(), last);
            for (text, step) in story.iter().zip(&forward[1..]) {
                let lines: Vec<&str> = step.lines.iter().map(|line| line.text.as_str()).collect();
                assert!(lines.is_empty() || *text == lines.join("\n"), "{name}: {text}");
                assert!(!text.is_empty());
            }
        }
    }

    #[test]
    fn what_a_program_did_not_choose_is_told_with_its_action() {
        let mut record = play(&mut LocalTable::default(), order("pass-the-ace", 2));
        record.fallbacks = vec![engine::table::Fallback { action: 2, why: "crashed".to_owned() }];
        let mut replay = Replay::load(&record.write()).unwrap();
        let note = "Not the program's choice (crashed).";
        let story = replay.story();
        for number in 0..=record.actions.len() {
            let told = replay.step(number).lines.iter().any(|line| line.text == note);
            assert_eq!(told, number == 2, "at {number}");
            assert_eq!(number > 0 && story[number - 1].ends_with(note), number == 2, "at {number}");
        }
    }
}
