//! What a client keeps of a player's games, in browser and terminal alike: games to go on with, results, and what
//! the results tell. Where it lies is each client's own affair.

#![forbid(unsafe_code)]

mod summary;
mod things;

pub use summary::{Streak, Summary, newest_first, summaries};
pub use things::{Damaged, Kept, Played, Slot, Unreadable, VERSION, from_value, read, reread, to_value};
