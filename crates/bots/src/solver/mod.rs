//! Aces Up solved, the whole deck being known: the best score that can be reached, exact for every option.
//!
//! `general` searches by all rules, `forced` is the quick way for those most often studied. Both remember what they
//! found out together with the cards they looked at for it (`facts`). What they assume they say at their heads.

mod facts;
mod forced;
mod general;
mod lanes;
mod line;
mod position;
#[cfg(test)]
mod tests;

use games::aces_up::{AcesUp, Action, Rules};

use forced::Forced;
use general::General;
use position::Known;

/// The score of a won game.
const WON: u8 = 48;

/// What came of solving.
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

/// The best score that can be reached from here, remembering positions in at most so many bytes of memory.
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
    /// At most so many bytes of memory, from deal to deal the same ones.
    pub fn new(memory: usize) -> Self {
        Self { forced: Forced::new(memory), general: General::new(memory) }
    }

    /// The best score that can be reached from here.
    pub fn best(&mut self, game: &AcesUp, rules: &Rules) -> Verdict {
        self.search::<false>(game, rules)
    }

    /// A line of actions to the end of the game that reaches the verdict's score.
    pub fn line(&mut self, game: &AcesUp, rules: &Rules) -> (Verdict, Vec<Action>) {
        let verdict = self.search::<true>(game, rules);
        if Forced::knows(rules) {
            return (verdict, line::to_the_end(game, self.forced.line()));
        }
        let (known, _) = Known::of(game, rules);
        let stations: Vec<_> = self.general.way().map(|position| known.station(&position)).collect();
        (verdict, line::through(game, &stations))
    }

    /// Whether the deal can still be won; none if that could not be decided within the memory.
    pub fn can_win(&mut self, game: &AcesUp, rules: &Rules) -> Option<bool> {
        let (known, position) = Known::of(game, rules);
        let needed = i32::from(WON) - game.score() as i32;
        if Forced::knows(rules) {
            let (most, certain) = self.forced.most::<false>(&known, &position, needed - 1);
            return (certain || most >= needed).then_some(most >= needed);
        }
        self.general.can_win(&known, &position, needed)
    }

    fn search<const LINE: bool>(&mut self, game: &AcesUp, rules: &Rules) -> Verdict {
        let (known, position) = Known::of(game, rules);
        let (most, certain) = if Forced::knows(rules) {
            self.forced.most::<LINE>(&known, &position, -1)
        } else {
            self.general.most(&known, &position)
        };
        let score = (game.score() as i32 + most.max(0)) as u8;
        if certain { Verdict::Best(score) } else { Verdict::Undecided { at_least: score } }
    }
}
