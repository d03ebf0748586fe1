//! What a client keeps of a player's games, in browser and terminal alike: saved games, results, and what
//! the results tell. Where it lies is each client's own affair.

mod kept;
mod kindness;
mod summary;

pub use kept::{Damaged, GameResult, Kept, SavedGame, Unreadable, VERSION, from_value, read, to_value};
pub use kindness::fitting_level;
pub use summary::{Streak, Summary, newest_first, summaries};
