//! What a table and a client say to each other, whether the table runs in the same process, in a worker beside the
//! page or on a server; and the table that speaks it.
//!
//! A client sends [`Ask`]s and gets [`Tell`]s. Every change of a table has a number; a client that missed one asks
//! from its last number on. All that a client needs to show the table is in the [`Standing`]: it knows no rules.

#![forbid(unsafe_code)]

mod desk;
mod foresee;
mod local;
mod meaning;
mod messages;
pub mod online;
mod order;
mod question;
mod replay;
#[cfg(test)]
mod tests;

pub use desk::{Desk, Heard, Thought, open, reopen, seated};
pub use foresee::Foresight;
pub use local::{Job, Local, News};
pub use meaning::understand;
pub use messages::{Ask, Choice, Line, Refusal, Snapshot, Standing, Tell, Update, VERSION};
pub use order::{BadOrder, Order, bot_name, bot_names};
pub use phrases::By;
pub use question::Question;
pub use replay::{Reel, Step};
