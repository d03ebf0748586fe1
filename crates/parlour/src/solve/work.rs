//! All cores at work on a run: each takes a few deals at a time and returns the results.

use std::ops::Range;
use std::sync::Mutex;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use bots::aces_up::solver::{Solver, Verdict};
use engine::{Game, Seed};
use games::aces_up::{AcesUp, Rules};

use super::run::Tally;
use crate::failure::Result;
use crate::interrupt;
use crate::parts::Ranges;

/// A worker tells what it has done at least this often, however long its deals take.
const TELL: Duration = Duration::from_millis(500);
/// A worker takes as many deals as it can do in about this time, so that none is left with much to do at the end.
const BITE: Duration = Duration::from_millis(20);
const MOST: u64 = 1024;

/// Deals to be solved: which, and how.
pub struct Work {
    pub rules: Rules,
    pub seed: Seed,
    pub deals: Ranges,
    pub threads: usize,
    /// In bytes, for each thread.
    pub memory: usize,
}

/// Some deals and their results.
pub struct Solved {
    pub deals: Range<u64>,
    pub tally: Tally,
}

/// The best score of a game by one who knows the stock; one that is over has the score it has.
pub fn best(solver: &mut Solver, game: &AcesUp, rules: &Rules) -> Verdict {
    match game.to_act() {
        None => Verdict::Best(game.score() as u8),
        Some(_) => settled(solver.best(game, rules)),
    }
}

/// A win that was found is the best there is, whatever else was left open.
pub fn settled(verdict: Verdict) -> Verdict {
    if verdict.score() == 48 { Verdict::Best(48) } else { verdict }
}

impl Work {
    /// Does the work until all is done or someone asks to stop. What is solved goes to `take`, which is also called
    /// with nothing now and then; if it fails, all stop.
    pub fn go(&self, mut take: impl FnMut(Option<Solved>) -> Result) -> Result {
        let open = Mutex::new(self.deals.iter().collect::<Vec<Range<u64>>>());
        std::thread::scope(|scope| {
            let (tell, told) = channel();
            for _ in 0..self.threads {
                let (tell, open) = (tell.clone(), &open);
                scope.spawn(move || self.solve(open, &tell));
            }
            drop(tell);
            loop {
                match told.recv_timeout(TELL) {
                    Ok(solved) => take(Some(solved))?,
                    Err(RecvTimeoutError::Timeout) => take(None)?,
                    Err(RecvTimeoutError::Disconnected) => return Ok(()),
                }
            }
        })
    }

    /// One worker. It ends when nothing is left, when asked, or when nobody listens any more.
    fn solve(&self, open: &Mutex<Vec<Range<u64>>>, tell: &Sender<Solved>) {
        let mut solver = Solver::new(self.memory);
        let mut bite = 1;
        while let Some(deals) = next(open, bite) {
            let begun = Instant::now();
            let (mut first, mut told, mut tally) = (deals.start, begun, Tally::new());
            for number in deals.clone() {
                if interrupt::asked() {
                    let _ = tell.send(Solved { deals: first..number, tally });
                    return;
                }
                let game = AcesUp::start(&self.rules, 1, &self.seed.child(number), &mut ());
                tally.add(number, best(&mut solver, &game, &self.rules));
                if number + 1 == deals.end || told.elapsed() >= TELL {
                    let solved = Solved { deals: first..number + 1, tally };
                    if tell.send(solved).is_err() {
                        return;
                    }
                    (first, told, tally) = (number + 1, Instant::now(), Tally::new());
                }
            }
            bite = if begun.elapsed() < BITE { (bite * 2).min(MOST) } else { (bite / 2).max(1) };
        }
    }
}

/// The next deals that no thread has taken, at most `most`.
fn next(open: &Mutex<Vec<Range<u64>>>, most: u64) -> Option<Range<u64>> {
    let mut open = open.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let first = open.first_mut()?;
    let taken = first.start..first.end.min(first.start.saturating_add(most));
    first.start = taken.end;
    if first.is_empty() {
        open.remove(0);
    }
    Some(taken)
}

#[cfg(test)]
mod tests {
    use engine::Options;

    use super::*;

    fn work(deals: Ranges, threads: usize) -> Work {
        let mut rules = Rules::default();
        rules.set("discards", "forced").unwrap();
        rules.set("lone_card_moves", "false").unwrap();
        Work { rules, seed: Seed::from_number(1), deals, threads, memory: 4 << 20 }
    }

    fn done(work: &Work) -> (Ranges, Tally) {
        let (mut ranges, mut tally) = (Ranges::default(), Tally::new());
        let gone = work.go(|solved| {
            if let Some(solved) = solved {
                assert_eq!(ranges.common(&Ranges::of(solved.deals.clone())), None, "solved twice");
                assert_eq!(solved.tally.count(), solved.deals.end - solved.deals.start);
                ranges.add(solved.deals);
                tally.join(&solved.tally);
            }
            Ok(())
        });
        gone.unwrap();
        (ranges, tally)
    }

    #[test]
    fn every_deal_is_solved_once_by_however_many() {
        let mut deals = Ranges::of(5..40);
        deals.add(90..200);
        let alone = done(&work(deals.clone(), 1));
        assert_eq!(alone.0, deals);
        assert_eq!(alone, done(&work(deals, 5)));
        assert_eq!(done(&work(Ranges::default(), 3)).1.count(), 0);
    }

    /// A verdict does not depend on what the solver did before.
    #[test]
    fn deals_come_out_the_same_in_company_and_alone() {
        let mut work = work(Ranges::of(0..12), 1);
        work.rules = Rules::default();
        work.memory = 1 << 16;
        let mut sum = Tally::new();
        for deal in 0..12 {
            sum.join(&done(&Work { deals: Ranges::of(deal..deal + 1), ..work }).1);
        }
        let together = done(&Work { deals: Ranges::of(0..12), ..work });
        assert_eq!(together.1, sum);
        assert!(sum.count_undecided() > 0, "64 KiB do not suffice for all, and that comes out the same too");
    }

    #[test]
    fn when_nobody_can_take_it_all_stop() {
        let mut taken = 0;
        let gone = work(Ranges::of(0..1_000_000_000), 2).go(|_| {
            taken += 1;
            if taken < 3 { Ok(()) } else { Err(crate::failure::Failure::failed("the disk is full")) }
        });
        assert!(gone.is_err());
    }
}
