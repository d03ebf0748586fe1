//! Looking at a record, step by step.

use engine::{BadRecord, Record, Viewer};
use protocol::{Line, Snapshot};
use serde::{Deserialize, Serialize};

use crate::host;

/// A record that has been played through and believed.
pub struct Replay {
    record: Record,
}

/// A position of a record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// After so many actions.
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
        host::reopen(&record, None)?;
        Ok(Self { record })
    }

    /// How many actions there are.
    pub fn len(&self) -> usize {
        self.record.actions.len()
    }

    /// Whether nothing was done.
    pub fn is_empty(&self) -> bool {
        self.record.actions.is_empty()
    }

    /// The position after so many actions, or after all.
    pub fn step(&self, number: usize) -> Result<Step, BadRecord> {
        let number = number.min(self.len());
        let over = self.record.outcome.is_some();
        let host = host::reopen(&self.record, Some(number))?;
        let mut snapshot = host.snapshot(Viewer::Public);
        if over {
            lay_open(&mut snapshot, &*host);
        }
        let lines = host.update(Viewer::Public, number as u64).lines;
        let action = number.checked_sub(1).map(|last| self.record.actions[last].1.clone());
        Ok(Step { number, of: self.len(), action, lines, snapshot })
    }
}

/// A finished game has no secrets: everyone's hand is shown as they saw it themselves.
fn lay_open(snapshot: &mut Snapshot, host: &dyn host::TableHost) {
    for sitter in &mut snapshot.standing.scene.sitters {
        let own = host.snapshot(Viewer::Seat(sitter.seat)).standing.scene;
        if let Some(seen) = own.sitters.into_iter().find(|seen| seen.seat == sitter.seat) {
            sitter.hand = seen.hand;
            sitter.facts = seen.facts;
        }
    }
}
