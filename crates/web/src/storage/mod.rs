//! What the browser keeps for the player: games to go on with, results, preferences. All of it lies under keys that
//! begin with `parlour.`, a key for each thing, so that one that is damaged harms no other.

mod browser;
mod file;
mod shelf;
mod store;
#[cfg(test)]
mod tests;

use engine::Seed;

pub use browser::{Browser, is_closed, works};
pub use file::Imported;
pub use keepsakes::{Damaged, Kept, Played, Slot, Unreadable, VERSION, read, reread};
#[cfg(test)]
pub(crate) use shelf::memory;
pub use shelf::{NoRoom, Shelf};
pub use store::{MOST_RECORDS, MOST_SLOTS, PREFERENCES, Store};

/// Everything kept in this browser.
pub const fn here() -> Store<Browser> {
    Store { shelf: Browser }
}

/// Every game that is kept, newest first.
pub fn slots() -> Vec<Slot> {
    here().all()
}

/// The game of that id.
pub fn slot(id: &str) -> Option<Slot> {
    here().one(id)
}

/// Keeps a game.
pub fn keep(slot: &Slot) -> Result<(), String> {
    here().keep(slot)
}

/// Lets a game go.
pub fn forget(id: &str) {
    here().forget(id);
}

/// Notes how a game ended.
pub fn note(played: &Played) -> Result<(), String> {
    here().note(played)
}

/// Every result, newest first.
pub fn played() -> Vec<Played> {
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

/// Chance that nobody knows.
pub fn fresh_seed() -> Seed {
    let mut bytes = [0; 32];
    if getrandom::fill(&mut bytes).is_err() {
        // A browser without a source of chance: the clock must do.
        return Seed::from_number(now_ms().to_bits());
    }
    Seed(bytes)
}
