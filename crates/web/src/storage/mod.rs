//! What the browser keeps for the player: saved games, results, preferences. All of it lies under keys that
//! begin with `parlour.`, a key for each thing, so that one that is damaged harms no other.

mod browser;
mod file;
mod key_value;
mod store;
#[cfg(test)]
mod tests;

use engine::Seed;

pub use browser::{Browser, is_closed, works};
pub use client::saves::{Damaged, GameResult, Kept, SavedGame, Unreadable, VERSION, read};
pub use file::Imported;
#[cfg(test)]
pub(crate) use key_value::memory;
pub use key_value::{KeyValueStore, StorageError};
pub use store::{MOST_GAMES, MOST_RECORDS, PREFERENCES, Store};

/// Everything kept in this browser.
pub const fn here() -> Store<Browser> {
    Store { kv: Browser }
}

/// Every game that is kept, newest first.
pub fn saved_games() -> Vec<SavedGame> {
    here().all()
}

/// The game of that id.
pub fn saved_game(id: &str) -> Option<SavedGame> {
    here().one(id)
}

/// Keeps a game.
pub fn keep(saved: &SavedGame) -> Result<(), String> {
    here().keep(saved)
}

/// Lets a game go.
pub fn forget(id: &str) {
    here().forget(id);
}

/// Notes how a game ended.
pub fn note(played: &GameResult) -> Result<(), String> {
    here().note(played)
}

/// Every result, newest first.
pub fn results() -> Vec<GameResult> {
    here().all()
}

/// What time it is, in milliseconds since 1970.
pub fn now_ms() -> f64 {
    js_sys::Date::now()
}

/// A name for a game that no other has.
pub fn new_id() -> String {
    let digits = b"abcdefghijkmnpqrstuvwxyz23456789";
    let bytes = fresh_seed().0;
    bytes.iter().take(12).map(|byte| char::from(digits[usize::from(byte % 32)])).collect()
}

/// A seed that nobody knows. Without randomness there is no fair shuffle and no secret key: the page stops and says so.
pub fn fresh_seed() -> Seed {
    client::random::seed().unwrap_or_else(|error| {
        panic!("no cards can be shuffled and no guest key can be made: {error}. Use another browser")
    })
}
