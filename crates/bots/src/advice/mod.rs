//! What a player may ask the table, the same for every front end: a hint, whether the game can still be won, where
//! it was lost, and deals that can be won.
//!
//! A [`hint()`] knows what the player sees and nothing else. [`chance()`] and [`slip()`] look through the stock to the
//! last card, which no honest player can: a front end says so where it shows the answer. Nothing here knows a clock
//! or a thread; how much is thought is bounded by the [`Budget`](crate::Budget) of a hint and by the memory that the
//! [`Solver`](crate::solver::Solver) was given.

mod chance;
mod daily;
mod day;
mod hint;
mod slip;
#[cfg(test)]
mod tests;
mod winnable;

pub use chance::{Chance, chance, way};
pub use daily::{Daily, daily, par};
pub use day::{BadDay, Day};
pub use hint::{Hint, hint};
pub use slip::{Slip, slip};
pub use winnable::{Winnable, winnable};

use games::aces_up::{Discards, Rules};
use thiserror::Error;

/// Why a question is not answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Unanswered {
    /// The assistance of this table forbids it.
    #[error("this table gives no hints")]
    NotGranted,
    /// It is another's turn, or nobody's.
    #[error("there is nothing for you to do now")]
    NotYourTurn,
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// A game of fewer than twelve deals is played for the score.
    #[error(
        "with fewer than twelve deals nobody can get down to the aces: this game is played for the score (AU-V3)"
    )]
    ForTheScore,
}

/// Whether a game by these rules can be won at all: fewer than twelve deals leave cards in the stock (AU-V3).
pub fn can_be_won_at_all(rules: &Rules) -> bool {
    rules.deal_limit.is_none_or(|limit| limit.get() >= 12)
}

/// The same rules for one who plays tidily: whatever can be discarded is discarded at once, and a column's only card
/// stays where it is.
///
/// Both are choices that all rules leave to the player, and neither changes when cards may be dealt, for that depends
/// on discards and on moves of other cards only (AU-J1, AU-V1). So what tidy play can win can be won.
pub fn tidy(rules: &Rules) -> Rules {
    Rules { discards: Discards::Forced, lone_card_moves: false, ..*rules }
}
