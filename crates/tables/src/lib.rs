//! What runs a game for someone, wherever that is: the host of one table of any game, a table of one's own with bots,
//! stepping through a record, and the prediction of a player's own move.
//!
//! Everything here speaks the messages of [`protocol`].

#![forbid(unsafe_code)]

mod analysis;
pub mod decision;
mod history;
mod host;
mod lesson;
mod local;
mod meaning;
mod names;
mod order;
mod played;
mod prediction;
mod progress;
mod question;
mod refusing;
mod replay;
#[cfg(test)]
mod tests;
mod tips;
mod why_not;

pub use analysis::{Analysis, BadAnalysis, Interval, Judged, percent};
pub use bots::Level;
pub use bots::advice::Day;
pub use bots::analysis::Effort;
pub use host::{DecisionTask, TableHost, open, reopen, seated};
pub use lesson::{BeatShown, Waits, lesson_order, lessons};
pub use local::{ExternalPlayer, LocalTable, WorkerReply, WorkerRequest};
pub use meaning::{Heard, understand};
pub use names::{bot_name, bot_names, is_reserved, look_alike};
pub use order::{BadOrder, BadTable, OrderExt, TableOrderExt};
pub use phrases::By;
pub use played::{ReplayedGame, play_through};
pub use prediction::Prediction;
pub use progress::Progress;
pub use question::Question;
pub use replay::{Replay, Step, fallback_note};
pub use tips::{Tip, TipShown, Tips};
pub use why_not::explain;

/// The kinds of actions of a game at a table of this many, in the words of its notation: "swap", "tap out".
pub fn action_kinds(game: games::AnyGame, players: usize) -> Vec<String> {
    games::with_game!(game, G => why_not::kinds::<G>(players))
}
