//! What runs a game for someone, wherever that is: the host of one table of any game, a table of one's own with bots,
//! stepping through a record, and the prediction of a player's own move.
//!
//! Everything here speaks the messages of [`protocol`].

#![forbid(unsafe_code)]

mod host;
mod local;
mod meaning;
mod order;
mod prediction;
mod progress;
mod question;
mod replay;
#[cfg(test)]
mod tests;

pub use host::{Heard, TableHost, Thought, open, reopen, seated};
pub use local::{LocalTable, WorkerReply, WorkerRequest};
pub use meaning::understand;
pub use order::{BadOrder, BadTable, OrderExt, TableOrderExt, bot_name, bot_names};
pub use phrases::By;
pub use prediction::Prediction;
pub use progress::Progress;
pub use question::Question;
pub use replay::{Replay, Step};
