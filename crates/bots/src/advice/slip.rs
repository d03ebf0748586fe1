//! You lost it here.

use engine::{Game, Table};

use super::{Chance, Unanswered};
use crate::{BotStrategy, SolverMemory};

/// Where a game was lost. Actions are counted from 1, as in a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Slip<A> {
    /// Before this action the game could be won, after it no more.
    Here {
        /// The number of the action.
        number: usize,
        /// The action.
        action: A,
        /// What would have won instead, from just before it; empty if the solver's memory did not suffice.
        instead: Vec<A>,
    },
    /// The deal could not be won from the start.
    Never,
    /// It is won, or can still be.
    NotLost,
    /// It was one of the actions from `after` + 1 to `by`; the solver's memory does not suffice to tell which.
    /// With `after` none it may be that the deal could never be won.
    Between {
        /// After this many actions it could still be won.
        after: Option<usize>,
        /// After this many it could not.
        by: usize,
    },
    /// Not known whether it is lost.
    Unknown,
}

/// The first action after which the known deal could no longer be won.
///
/// While the game goes on this tells whether it is lost, so it counts as a hint; after the end it is for study, and
/// every table allows it.
pub fn slip<G: BotStrategy>(
    table: &mut Table<G>,
    memory: &mut SolverMemory,
) -> Result<Slip<G::Action>, Unanswered> {
    let solvable = G::solvable().ok_or(Unanswered::NoSolver)?;
    if table.to_act().is_some() && !table.setup().assistance.hints {
        return Err(Unanswered::NotGranted);
    }
    let rules = table.setup().rules.clone();
    solvable.check(&rules)?;
    if table.to_act().is_some() {
        table.note_hint();
    }
    let course = course(table);
    let mut winnable = |number: usize| match course[number].outcome() {
        Some(outcome) => Some(!outcome.winners.is_empty()),
        None => solvable.can_win(&course[number], &rules, memory),
    };
    let found = Bounds::search(course.len(), &mut winnable);
    Ok(match (found.winnable, found.lost) {
        (_, None) if found.winnable == Some(course.len() - 1) => Slip::NotLost,
        (_, None) => Slip::Unknown,
        (None, Some(0)) => Slip::Never,
        (Some(after), Some(by)) if after + 1 == by => {
            let engine::Act::Play(action) = table.log()[after].act else { return Ok(Slip::Unknown) };
            let instead = match solvable.way(&course[after], &rules, memory) {
                Chance::Yes(line) => line,
                _ => Vec::new(),
            };
            Slip::Here { number: by, action, instead }
        }
        (after, Some(by)) => Slip::Between { after, by },
    })
}

/// The game after the deal and after every action.
fn course<G: Game>(table: &Table<G>) -> Vec<G> {
    let setup = table.setup();
    let mut game = G::start(&setup.rules, setup.names.len(), &setup.seed, &mut ());
    let mut course = vec![game.clone()];
    for entry in table.log() {
        // What the table accepted once it accepts again.
        if entry.act.perform(&mut game, entry.seat, &mut ()).is_ok() {
            course.push(game.clone());
        }
    }
    course
}

/// The number of unanswered questions after which the search gives up: they take longest, and the next is seldom easier.
const PATIENCE: u32 = 6;

/// What is known of a course: it can be won up to some point and not from some later one on.
struct Bounds {
    winnable: Option<usize>,
    lost: Option<usize>,
}

impl Bounds {
    /// Narrows the bounds as far as the answers allow. One that could be won after an action could be won before
    /// it too, so it suffices to halve; where there is no answer, another point between is tried.
    fn search(length: usize, mut winnable: impl FnMut(usize) -> Option<bool>) -> Self {
        let mut bounds = Self { winnable: None, lost: None };
        let mut open: Vec<usize> = (0..length).collect();
        // The last position comes first: as a rule the game is over, and that costs nothing to see.
        let mut at = length.saturating_sub(1);
        let mut unanswered = 0;
        while !open.is_empty() && unanswered < PATIENCE {
            let number = open.remove(at);
            match winnable(number) {
                Some(true) => {
                    bounds.winnable = Some(number);
                    open.retain(|&other| other > number);
                }
                Some(false) => {
                    bounds.lost = Some(number);
                    open.retain(|&other| other < number);
                }
                None => unanswered += 1,
            }
            at = open.len() / 2;
        }
        bounds
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bounds_meet_where_winning_ends() {
        for length in 1..20 {
            for lost in 0..=length {
                let bounds = Bounds::search(length, |number| Some(number < lost));
                assert_eq!(bounds.winnable, lost.checked_sub(1));
                assert_eq!(bounds.lost, (lost < length).then_some(lost));
            }
        }
    }

    #[test]
    fn what_is_not_known_is_left_between_the_bounds() {
        let bounds =
            Bounds::search(20, |number| if (5..9).contains(&number) { None } else { Some(number < 7) });
        assert_eq!((bounds.winnable, bounds.lost), (Some(4), Some(9)));
        let bounds = Bounds::search(20, |number| if number < 9 { None } else { Some(false) });
        assert_eq!((bounds.winnable, bounds.lost), (None, Some(9)));
        let bounds = Bounds::search(20, |_| None);
        assert_eq!((bounds.winnable, bounds.lost), (None, None));
    }
}
