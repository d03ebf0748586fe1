//! What a player may ask the table, the same for every front end: a hint and, where the game is
//! [`Solvable`](crate::Solvable), whether it can still be won and where it was lost.
//!
//! A [`hint()`] knows what the player sees and nothing else. [`chance()`] and [`slip()`] look through the stock to the
//! last card, which no honest player can: a front end says so where it shows the answer. Nothing here knows a clock
//! or a thread; how much is thought is bounded by the [`Budget`](crate::Budget) of a hint and by the memory that the
//! solver was given ([`SolverMemory`](crate::SolverMemory)).

mod chance;
mod day;
mod hint;
mod slip;

pub use chance::{Chance, chance};
pub use day::{BadDay, Day};
pub use hint::{Hint, hint};
pub use slip::{Slip, slip};

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
    /// By these rules nobody can win.
    #[error("{why} ({clause})")]
    CannotBeWon {
        /// The reason for the refusal.
        why: &'static str,
        /// The rule clause.
        clause: &'static str,
    },
    /// The game has no solver.
    #[error("nobody can tell: in this game too much depends on the others")]
    NoSolver,
}

impl Unanswered {
    /// A stable name for programs.
    pub const fn code(self) -> &'static str {
        match self {
            Self::NotGranted => "no-hints",
            Self::NotYourTurn => "not-your-turn",
            Self::Over => "game-over",
            Self::CannotBeWon { .. } => "cannot-be-won",
            Self::NoSolver => "no-solver",
        }
    }

    /// The rule clause behind it, where there is one.
    pub const fn clause(self) -> Option<&'static str> {
        match self {
            Self::CannotBeWon { clause, .. } => Some(clause),
            _ => None,
        }
    }
}
