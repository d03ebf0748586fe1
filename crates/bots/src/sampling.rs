//! Choosing among a few courses of action by playing each of them out in the same imagined games.
//!
//! Where luck weighs heavily it would hide what a choice is worth. That all candidates meet the same cards and
//! the same chance takes most of the luck out of the comparison, and those that fall behind are dropped early.

use engine::{Dice, Game};

use crate::Budget;

/// The number of games per candidate before the first comparison; it doubles before each later one.
const FIRST_COMPARISON: usize = 8;
/// The distance behind the best candidate, in standard errors, at which a candidate is dropped.
const BEHIND: f64 = 2.5;
/// The lead over the first candidate (the default), in standard errors, that another one needs to be preferred.
const AHEAD: f64 = 1.0;

/// The least that one game may weigh when candidates are compared.
const SMALLEST_ERROR: f64 = 0.5;

struct Trial {
    candidate: usize,
    /// The result of every imagined game so far.
    worth: Vec<f64>,
    sum: f64,
}

/// The index of the best of these courses of action. Each is taken in games that `imagine` makes, and `follow`
/// gives the result, from 0 to 1; following one game is one iteration. The first course should be what one
/// would do without thinking: it is only left for what is clearly better.
pub fn best_of<G: Game>(
    candidates: &[&[G::Action]],
    mut imagine: impl FnMut(&mut Dice) -> G,
    mut follow: impl FnMut(&mut G, &mut Dice) -> f64,
    dice: &mut Dice,
    budget: &Budget,
) -> Option<usize> {
    let trial = |candidate| Trial { candidate, worth: Vec::new(), sum: 0.0 };
    let mut trials: Vec<Trial> = (0..candidates.len()).map(trial).collect();
    let (mut iterations, mut games) = (0, 0);
    let mut next_comparison = FIRST_COMPARISON;
    // All candidates take part in a game, so time is asked for between games and not by iterations.
    let out_of_time = || budget.out_of_time.is_some_and(|out| out());
    while trials.len() > 1 && iterations < budget.iterations && (games == 0 || !out_of_time()) {
        let imagined = imagine(dice);
        let chance = Dice::new(&dice.seed());
        for trial in &mut trials {
            let mut game = imagined.clone();
            let done = candidates[trial.candidate].iter().all(|&action| game.apply(action, &mut ()).is_ok());
            debug_assert!(done, "a candidate must be legal in every game that fits the view");
            let worth = follow(&mut game, &mut chance.clone());
            trial.worth.push(worth);
            trial.sum += worth;
            iterations += 1;
        }
        games += 1;
        if games == next_comparison {
            next_comparison *= 2;
            drop_those_behind(&mut trials);
        }
    }
    let best = best(&trials)?;
    let usual = trials.first().filter(|usual| usual.candidate == 0 && !is_behind(usual, best, AHEAD));
    Some(usual.unwrap_or(best).candidate)
}

fn best(trials: &[Trial]) -> Option<&Trial> {
    trials.iter().rev().max_by(|one, other| one.sum.total_cmp(&other.sum))
}

fn drop_those_behind(trials: &mut Vec<Trial>) {
    let Some(leader) = best(trials) else { return };
    let leader = Trial { worth: leader.worth.clone(), ..*leader };
    trials.retain(|trial| !is_behind(trial, &leader, BEHIND));
}

/// Whether the first is worse by this number of standard errors, by paired differences.
fn is_behind(trial: &Trial, leader: &Trial, errors: f64) -> bool {
    let games = trial.worth.len() as f64;
    if trial.candidate == leader.candidate || games < 2.0 {
        return false;
    }
    let mean = (trial.sum - leader.sum) / games;
    let differences = trial.worth.iter().zip(&leader.worth).map(|(one, other)| one - other - mean);
    let spread: f64 = differences.map(|difference| difference * difference).sum();
    // A handful of equal results is no proof that the next ones will be equal too.
    let error = (spread / (games * (games - 1.0))).sqrt().max(SMALLEST_ERROR / games);
    mean < -errors * error
}
