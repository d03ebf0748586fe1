//! Aces Up solved, the whole deck being known: the best score that can be reached, exact for every option.
//!
//! What is assumed, and why it may be:
//! - With `discards = optional` a discard is a choice, and each is tried. Only once nothing is left to deal every
//!   discard is made at once: no top card can then be covered any more, so the card that beats another stays a
//!   top card, or falls to a still higher one, and beats all that the other could have beaten.
//! - Moves of lone cards lead to and fro between positions, so they are not searched one by one: what matters is
//!   where those cards lie when the next deal covers them. See `Known::arrangements`.
//! - Four aces always remain: nothing beats them.

mod forced;
mod line;
mod position;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use games::aces_up::{AcesUp, Action, DealWhen, Rules};

use forced::Forced;
use position::{Known, Position, each};

/// The fewest cards that can be left: the aces.
const ACES: u8 = 4;
/// The score of a won game.
const WON: u8 = 48;
/// What one remembered position takes in memory, about: key, value, and the slack of a hash table.
const BYTES: usize = 64;

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
    memory: usize,
    forced: Forced,
}

impl Solver {
    /// At most so many bytes of memory, from deal to deal the same ones.
    pub fn new(memory: usize) -> Self {
        Self { memory, forced: Forced::new(memory) }
    }

    /// The best score that can be reached from here.
    pub fn best(&mut self, game: &AcesUp, rules: &Rules) -> Verdict {
        if Forced::knows(rules) {
            return self.forced_best::<false>(game, rules);
        }
        self.search(game, rules).0
    }

    /// A line of actions to the end of the game that reaches the verdict's score.
    pub fn line(&mut self, game: &AcesUp, rules: &Rules) -> (Verdict, Vec<Action>) {
        if Forced::knows(rules) {
            let verdict = self.forced_best::<true>(game, rules);
            return (verdict, line::to_the_end(game, self.forced.line()));
        }
        let (verdict, search) = self.search(game, rules);
        (verdict, line::through(game, &search.stations()))
    }

    /// Whether the deal can still be won; none if that could not be decided within the memory.
    pub fn can_win(&mut self, game: &AcesUp, rules: &Rules) -> Option<bool> {
        if Forced::knows(rules) {
            let (known, position) = Known::of(game, rules);
            let needed = i32::from(WON) - game.score() as i32;
            let (most, certain) = self.forced.most::<false>(&known, &position, needed - 1);
            return (certain || most >= needed).then_some(most >= needed);
        }
        match self.best(game, rules) {
            Verdict::Best(score) => Some(score == WON),
            Verdict::Undecided { at_least } => (at_least == WON).then_some(true),
        }
    }

    fn forced_best<const LINE: bool>(&mut self, game: &AcesUp, rules: &Rules) -> Verdict {
        let (known, position) = Known::of(game, rules);
        let (most, certain) = self.forced.most::<LINE>(&known, &position, -1);
        let score = (game.score() as i32 + most.max(0)) as u8;
        if certain { Verdict::Best(score) } else { Verdict::Undecided { at_least: score } }
    }

    fn search(&mut self, game: &AcesUp, rules: &Rules) -> (Verdict, Search) {
        let (known, position) = Known::of(game, rules);
        // A game ends only once every row has been dealt: what is not left then has been discarded.
        let all = known.all_cards();
        let most = (self.memory / BYTES).max(1);
        let mut search = Search {
            known,
            remembered: Memory::default(),
            most,
            fewest: u8::MAX,
            path: Vec::new(),
            best_path: Vec::new(),
        };
        let verdict = match search.fewest_left(position) {
            Some(left) => Verdict::Best(all - left),
            None => Verdict::Undecided { at_least: all.saturating_sub(search.fewest) },
        };
        (verdict, search)
    }
}

type Memory = HashMap<u128, u8, BuildHasherDefault<Mix>>;

/// Positions are numbers that are already all different; a multiplication spreads them well enough.
#[derive(Default)]
struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u128(byte.into()));
    }

    fn write_u128(&mut self, number: u128) {
        let mixed = (number as u64 ^ (number >> 64) as u64 ^ self.0).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ mixed >> 32;
    }
}

struct Search {
    known: Known,
    remembered: Memory,
    /// So many positions may be remembered.
    most: usize,
    /// The fewest cards that any finished line left.
    fewest: u8,
    /// The positions on the way to where the search is, and to the fewest cards left.
    path: Vec<Position>,
    best_path: Vec<Position>,
}

impl Search {
    /// What lies where on the way to the best end that was found, wherever the player has a choice.
    fn stations(&self) -> Vec<line::Station> {
        let mut stations = Vec::new();
        for mut position in self.best_path.iter().copied() {
            if self.known.forced {
                self.known.discard_all(&mut position);
            }
            let rests = self.known.when != DealWhen::Auto
                || !self.known.can_deal(&position)
                || !self.is_stuck(&position);
            if rests {
                stations.push(self.known.station(&position));
            }
        }
        stations
    }

    /// The fewest cards that can be left in the end; none if the memory does not suffice to tell.
    fn fewest_left(&mut self, position: Position) -> Option<u8> {
        self.path.push(position);
        let left = self.fewest_left_from(position);
        self.path.pop();
        left
    }

    fn fewest_left_from(&mut self, mut position: Position) -> Option<u8> {
        let can_deal = self.known.can_deal(&position);
        if self.known.forced || !can_deal {
            self.known.discard_all(&mut position);
        }
        let stuck = self.is_stuck(&position);
        if stuck && !can_deal {
            let left = position.cards() as u8;
            if left < self.fewest {
                self.fewest = left;
                self.best_path.clone_from(&self.path);
                self.best_path.push(position);
            }
            return Some(left);
        }
        let freely = self.known.when != DealWhen::Auto;
        if freely {
            position = self.known.settled(&position);
        }
        let number = position.number();
        if let Some(&left) = self.remembered.get(&number) {
            return Some(left);
        }
        let mut best = u8::MAX;
        for next in self.next(&position, stuck, freely) {
            best = best.min(self.fewest_left(next)?);
            if best == ACES {
                break;
            }
        }
        if self.remembered.len() >= self.most {
            return None;
        }
        self.remembered.insert(number, best);
        Some(best)
    }

    fn is_stuck(&self, position: &Position) -> bool {
        self.known.discards(position) == 0 && self.known.counted_moves(position) == 0
    }

    /// Every position that one action leads to, lone cards having been put wherever it helps before it.
    fn next(&self, position: &Position, stuck: bool, freely: bool) -> Vec<Position> {
        let mut next = Vec::new();
        // Dealt for the player at once: there is no time to move anything.
        if stuck && !freely {
            next.push(*position);
            self.known.deal(&mut next[0]);
            return next;
        }
        let arranged = self.known.arrangements(position);
        // While a column is empty lone cards can still be put anywhere after a discard, but a move that fills the
        // last one leaves them where they are.
        let stay = if freely { std::slice::from_ref(position) } else { &arranged[..] };
        stay.iter().for_each(|before| self.discards(before, &mut next));
        let stay = if position.empty().count_ones() > 1 { stay } else { &arranged[..] };
        stay.iter().for_each(|before| self.moves(before, &mut next));
        if self.known.can_deal(position) && (stuck || self.known.when != DealWhen::Stuck) {
            for mut after in arranged {
                self.known.deal(&mut after);
                next.push(after);
            }
        }
        next
    }

    fn discards(&self, before: &Position, next: &mut Vec<Position>) {
        for column in each(self.known.discards(before)) {
            let mut after = *before;
            self.known.take(&mut after, column);
            next.push(after);
        }
    }

    /// Moves that count.
    fn moves(&self, before: &Position, next: &mut Vec<Position>) {
        for from in each(self.known.counted_moves(before)) {
            for to in each(before.empty()) {
                let mut after = *before;
                self.known.shift(&mut after, from, to);
                next.push(after);
            }
        }
    }
}
