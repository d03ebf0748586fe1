//! How the record of a table grows. Only this crosses the border between a table and the one who keeps its record.

use engine::table::{Assists, Fallback};
use engine::{Outcome, Record, Seat};
use serde::{Deserialize, Serialize};

/// A change of a table's record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Progress {
    /// The table was opened: its record so far.
    Opened(Box<Record>),
    /// Actions were added or undone, or the table gave advice.
    Changed {
        /// How many of the record's actions remain.
        kept: usize,
        /// The actions that follow them.
        added: Vec<(Seat, String)>,
        /// How often the player was helped so far.
        assists: Assists,
        /// Whether the last action was chosen for a program that failed to choose.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        fallback: Option<Box<Fallback>>,
        /// How the game ended, once it has.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        outcome: Option<Box<Outcome>>,
        /// The hash of the state after the last action.
        #[serde(rename = "final")]
        final_hash: String,
    },
}

impl Progress {
    /// Brings a record up to date. One that this does not continue is dropped.
    pub fn apply(&self, record: &mut Option<Record>) {
        match self {
            Self::Opened(opened) => *record = Some((**opened).clone()),
            Self::Changed { kept, added, assists, fallback, outcome, final_hash } => {
                let Some(known) = record.as_mut().filter(|known| known.actions.len() >= *kept) else {
                    *record = None;
                    return;
                };
                known.actions.truncate(*kept);
                known.actions.extend_from_slice(added);
                known.assists = *assists;
                known.fallbacks.retain(|fallback| fallback.action <= *kept);
                known.fallbacks.extend(fallback.as_deref().cloned());
                known.outcome = outcome.as_deref().cloned();
                known.final_hash.clone_from(final_hash);
            }
        }
    }
}
