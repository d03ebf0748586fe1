//! Choosing among a few courses of action by playing each of them out in the same imagined games.
//!
//! Where luck weighs heavily it would hide what a choice is worth. That all candidates meet the same cards and
//! the same chance takes most of the luck out of the comparison, and those that fall behind are dropped early.

use engine::{Dice, Game};

use crate::{Budget, parallel};

/// The number of games per candidate before the first comparison; it doubles before each later one.
const FIRST_COMPARISON: usize = 8;
/// The distance behind the best candidate, in standard errors, at which a candidate is dropped.
const BEHIND: f64 = 2.5;
/// The lead over the first candidate (the default), in standard errors, that another one needs to be preferred.
const AHEAD: f64 = 1.0;

/// The number of games that each of several threads plays before time is looked at.
const AT_ONCE: usize = 8;

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
///
/// The dice are drawn in the order of the games and results are added up in that order, so the number of threads changes
/// nothing but the time.
pub fn best_of<G: Game>(
    candidates: &[&[G::Action]],
    mut imagine: impl FnMut(&mut Dice) -> G,
    follow: impl Fn(&mut G, &mut Dice) -> f64 + Sync,
    dice: &mut Dice,
    budget: &Budget,
) -> Option<usize> {
    let trial = |candidate| Trial { candidate, worth: Vec::new(), sum: 0.0 };
    let mut trials: Vec<Trial> = (0..candidates.len()).map(trial).collect();
    let (mut iterations, mut games) = (0, 0);
    let mut next_comparison = FIRST_COMPARISON;
    // All candidates take part in a game, so time is asked for between games and not by iterations.
    let out_of_time = || budget.out_of_time.is_some_and(|out| out());
    let at_once = if budget.threads > 1 { AT_ONCE * budget.threads } else { 1 };
    while trials.len() > 1 && iterations < budget.iterations && (games == 0 || !out_of_time()) {
        let wanted = (budget.iterations - iterations).div_ceil(trials.len() as u32) as usize;
        let number = at_once.min(wanted).min(next_comparison - games);
        let chances: Vec<(G, Dice)> = (0..number).map(|_| (imagine(dice), Dice::new(&dice.seed()))).collect();
        let results = parallel::map(&chances, budget.threads, |(imagined, chance)| {
            let try_out = |trial: &Trial| {
                let mut game = imagined.clone();
                let done =
                    candidates[trial.candidate].iter().all(|&action| game.apply(action, &mut ()).is_ok());
                debug_assert!(done, "a candidate must be legal in every game that fits the view");
                follow(&mut game, &mut chance.clone())
            };
            trials.iter().map(try_out).collect::<Vec<f64>>()
        });
        for (trial, worth) in results.iter().flat_map(|game| (0..).zip(game)) {
            trials[trial].worth.push(*worth);
            trials[trial].sum += worth;
        }
        iterations += (number * trials.len()) as u32;
        games += number;
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
