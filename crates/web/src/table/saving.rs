//! How a game of one's own is saved, and its next action worked out before the worker has answered.

use std::time::Duration;

use engine::{Record, Seat};
use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::Standing;
use tables::{Prediction, Progress};

use super::known::Known;
use crate::parts;
use crate::storage::{self, SavedGame};

/// The saved game of a table of one's own; a table online has none.
#[derive(Clone, Copy)]
pub struct Saving {
    saved: StoredValue<Option<SavedGame>>,
    /// Whether the result is kept already.
    noted: StoredValue<bool>,
    /// The table once more, to look an action ahead.
    prediction: StoredValue<Prediction>,
}

impl Saving {
    /// The game as it was found, if it is one's own.
    pub fn new(saved: Option<SavedGame>) -> Self {
        Self {
            noted: StoredValue::new(saved.as_ref().is_some_and(|saved| saved.over)),
            saved: StoredValue::new(saved),
            prediction: StoredValue::new(Prediction::default()),
        }
    }

    /// The game as it is kept.
    pub fn game(&self) -> Option<SavedGame> {
        self.saved.get_value()
    }

    /// Keeps the game and, once it is over, its result.
    pub fn keep(&self, record: &Record, standing: &Standing) -> Result<(), String> {
        let Some(mut saved) = self.game() else { return Ok(()) };
        saved.record = Some(record.write());
        saved.saved_ms = storage::now_ms();
        saved.over = standing.outcome.is_some();
        saved.reach(standing);
        self.saved.set_value(Some(saved.clone()));
        let kept = storage::keep(&saved);
        let result = saved.result(standing, storage::now_ms()).filter(|_| !self.noted.get_value());
        let noted = result.map_or(Ok(()), |result| {
            self.noted.set_value(true);
            storage::note(&result)
        });
        kept.and(noted)
    }

    /// Follows the table, once the page is drawn, so that it never has much to do at a time. If the rules cannot be
    /// loaded, the page waits for the worker.
    pub fn follow(self, known: Known, progress: Progress) {
        let follow = async move {
            let Ok(follow) = parts::prediction().await else { return };
            self.prediction.try_update_value(|prediction| {
                known.look(|state| {
                    if let Some(record) = &state.record {
                        follow(prediction, record, &progress);
                    }
                });
            });
        };
        set_timeout(move || spawn_local(follow), Duration::ZERO);
    }

    /// What an action leads to, if it can be told.
    pub fn predict(&self, actions: usize, seat: Seat, act: &str) -> Option<protocol::Update> {
        self.prediction.try_update_value(|prediction| prediction.predict(actions, seat, act)).flatten()
    }
}
