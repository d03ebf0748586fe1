//! Games that can be looked through to the end once every card is known.
//!
//! A front end asks [`BotStrategy::solvable`] whether a game is one of them, and need not know which.

use std::any::Any;

use engine::{Game, Seed};
use games::{AnyGame, with_game};

use crate::BotStrategy;
use crate::advice::{Chance, Day, Unanswered};

/// What can be found out about a game of which every card is known.
pub trait Solvable<G: Game>: Sync {
    /// Whether a game by these rules can be won at all; if not, why not.
    fn check(&self, rules: &G::Rules) -> Result<(), Unanswered>;

    /// Whether this game can still be won; none if that could not be decided within the memory.
    fn can_win(&self, game: &G, rules: &G::Rules, memory: &mut SolverMemory) -> Option<bool>;

    /// Whether this game can still be won, and how.
    fn way(&self, game: &G, rules: &G::Rules, memory: &mut SolverMemory) -> Chance<G::Action>;

    /// The first deal at or after `from` that these rules can win, among the deals that follow from `start` as in a
    /// simulation with that seed; at most `tries` are looked at, and one that cannot be decided is passed over.
    /// None if nothing was found: go on from `from + tries`, or give up.
    fn winnable(
        &self,
        start: &Seed,
        from: u64,
        tries: u64,
        rules: &G::Rules,
        memory: &mut SolverMemory,
    ) -> Option<Winnable>;

    /// The deal of a day by these rules, the same for everyone.
    fn daily(&self, day: Day, rules: &G::Rules, memory: &mut SolverMemory) -> Option<Daily>;
}

/// A deal that can be won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Winnable {
    /// Its seed, to open a table with.
    pub seed: Seed,
    /// Which of the deals that follow from the start it is, from 0.
    pub number: u64,
}

/// The deal of a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Daily {
    /// The day.
    pub day: Day,
    /// Its seed, to open a table with.
    pub seed: Seed,
    /// What the club player makes of it, knowing no more than anyone who plays it.
    pub par: u8,
    /// Whether it can be won: always, where the rules let anyone win.
    pub winnable: bool,
}

/// What a solver may remember, from deal to deal in the same memory.
pub struct SolverMemory {
    bytes: usize,
    kept: Option<Box<dyn Any + Send>>,
}

impl SolverMemory {
    /// A memory limit in bytes. The memory is allocated on first use.
    pub const fn new(bytes: usize) -> Self {
        Self { bytes, kept: None }
    }

    /// The solver that is kept here, made with this memory if there is none of this kind yet.
    pub fn solver<S: Send + 'static>(&mut self, make: impl Fn(usize) -> S) -> &mut S {
        let bytes = self.bytes;
        let kept = self.kept.get_or_insert_with(|| Box::new(make(bytes)));
        if !kept.is::<S>() {
            *kept = Box::new(make(bytes));
        }
        kept.downcast_mut().expect("it is of this kind by now")
    }
}

/// Whether this game can be solved, and so has deals of the day and deals that can be won.
pub fn is_solvable(game: AnyGame) -> bool {
    with_game!(game, G => G::solvable().is_some())
}

/// The game whose deal of the day is offered: the first that can be solved.
pub fn solvable_game() -> Option<AnyGame> {
    AnyGame::ALL.iter().copied().find(|&game| is_solvable(game))
}
