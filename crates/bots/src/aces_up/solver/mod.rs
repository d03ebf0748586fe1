//! Aces Up solved, the whole deck being known: the best score that can be reached, exact for every option.
//!
//! `general` searches by all rules, `forced` is the quick way for those most often studied. Both remember what they
//! found out together with the cards they looked at for it (`facts`). What they assume they say at their heads.

mod deal;
mod facts;
mod forced;
mod general;
mod ghosts;
mod lanes;
mod line;
mod marks;
mod position;
#[cfg(test)]
mod tests;

use games::aces_up::{AcesUp, Action, Rules};

use forced::Forced;
use general::General;
use position::Known;

/// The score of a won game.
const WON: u8 = 48;

/// The result of solving.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The best score that can be reached; 48 is a win.
    Best(u8),
    /// Not decided within the memory allowed. At least this score can be reached.
    Undecided {
        /// The best score found so far.
        at_least: u8,
    },
}

impl Verdict {
    /// A score that can be reached: the best, or the best that was found.
    pub fn score(self) -> u8 {
        match self {
            Self::Best(score) | Self::Undecided { at_least: score } => score,
        }
    }
}

/// The best score that can be reached from here, with at most `memory` bytes for known positions.
pub fn solve(game: &AcesUp, rules: &Rules, memory: usize) -> Verdict {
    Solver::new(memory).best(game, rules)
}

/// Solves one deal after another in the same memory.
#[derive(Debug)]
pub struct Solver {
    forced: Forced,
    general: General,
}

impl Solver {
    /// A solver with at most this number of bytes, reused from deal to deal.
    pub fn new(memory: usize) -> Self {
        Self { forced: Forced::new(memory), general: General::new(memory) }
    }

    /// The best score that can be reached from here.
    pub fn best(&mut self, game: &AcesUp, rules: &Rules) -> Verdict {
        let (known, position) = Known::of(game, rules);
        let already = game.score() as i32;
        if Forced::knows(rules) {
            return Verdict::Best((already + self.forced.most(&known, &position)) as u8);
        }
        match self.general.most(&known, &position, -1) {
            Some(most) => Verdict::Best((already + most) as u8),
            None => Verdict::Undecided { at_least: (already + self.general.reached()) as u8 },
        }
    }

    /// A line of actions to the end of the game that reaches the verdict's score.
    pub fn line(&mut self, game: &AcesUp, rules: &Rules) -> (Verdict, Vec<Action>) {
        let (known, position) = Known::of(game, rules);
        if Forced::knows(rules) {
            let (most, line) = self.forced.line(&known, &position);
            return (Verdict::Best((game.score() as i32 + most) as u8), line::to_the_end(game, line));
        }
        let verdict = self.best(game, rules);
        if let Verdict::Best(score) = verdict {
            self.general.reach(i32::from(score) - game.score() as i32, &position);
        }
        let stations: Vec<_> = self.general.way().map(|position| known.station(&position)).collect();
        (verdict, line::through(game, &stations))
    }

    /// Whether the deal can still be won; none if that could not be decided within the memory.
    pub fn can_win(&mut self, game: &AcesUp, rules: &Rules) -> Option<bool> {
        if Forced::knows(rules) {
            return Some(self.best(game, rules) == Verdict::Best(WON));
        }
        let (known, position) = Known::of(game, rules);
        let missing = i32::from(WON) - game.score() as i32;
        self.general.most(&known, &position, missing - 1).map(|most| most == missing)
    }
}
