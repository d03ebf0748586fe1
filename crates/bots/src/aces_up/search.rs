//! Every way to prepare the next deal, tried on the same imagined decks; the worse half is dropped again and
//! again, so that most of the trying goes to those that are hard to tell apart (sequential halving).

use engine::{Dice, Game};
use games::aces_up::{AcesUp, Action, Fill, Rules, View};

use super::plans::{self, Plan};
use super::{chance, thumb};
use crate::{Budget, parallel};

/// More trials than this for one decision change nothing that a player would notice.
const MOST_TRIALS: u32 = 50_000;

/// The number of decks that each of several threads tries before time is looked at.
const AT_ONCE: u32 = 8;

/// A plan and how it did.
struct Candidate {
    plan: Plan,
    worth: f64,
    trials: u32,
}

impl Candidate {
    fn mean(&self) -> f64 {
        self.worth / f64::from(self.trials.max(1))
    }
}

/// The first step of the plan that does best.
pub fn best(view: &View, dice: &mut Dice, budget: &Budget) -> Option<Action> {
    let plans = plans::all(&AcesUp::imagine(view, dice));
    let first = plans.first()?.first();
    if plans.iter().all(|plan| plan.first() == first) {
        return Some(first);
    }
    let mut rivals: Vec<_> =
        plans.into_iter().map(|plan| Candidate { plan, worth: 0.0, trials: 0 }).collect();
    let last_deal = view.deals_left == 0;
    let trials = if last_deal { 0 } else { budget.iterations.min(MOST_TRIALS) };
    let halvings = usize::BITS - (rivals.len() - 1).leading_zeros();
    let mut spent = 0;
    let judge = judge(&view.rules);
    let at_once = if budget.threads > 1 { AT_ONCE * budget.threads as u32 } else { 1 };
    loop {
        let decks = (trials / halvings / rivals.len() as u32).max(1);
        for first in (0..decks).step_by(at_once as usize) {
            let games: Vec<_> =
                (first..decks.min(first + at_once)).map(|_| AcesUp::imagine(view, dice)).collect();
            let worth = parallel::map(&games, budget.threads, |game| {
                let try_out = |rival: &Candidate| {
                    let mut game = game.clone();
                    rival.plan.follow(&mut game);
                    judge(game)
                };
                rivals.iter().map(try_out).collect::<Vec<f64>>()
            });
            for (rival, worth) in worth.iter().flat_map(|deck| (0..).zip(deck)) {
                rivals[rival].worth += worth;
                rivals[rival].trials += 1;
                spent += 1;
                if budget.out_of_time.is_some() && budget.is_spent(spent) {
                    return best_so_far(&rivals);
                }
            }
        }
        rivals.sort_by(|one, other| other.mean().total_cmp(&one.mean()));
        if rivals.len() <= 2 {
            return best_so_far(&rivals);
        }
        rivals.truncate(rivals.len().div_ceil(2));
    }
}

fn best_so_far(rivals: &[Candidate]) -> Option<Action> {
    let best = rivals.iter().max_by(|one, other| one.mean().total_cmp(&other.mean()));
    best.map(|rival| rival.plan.first())
}

/// Who says what a table is worth that has just been dealt to. Experience was made where every card may fill an
/// empty column and the whole stock is dealt; elsewhere the game is played on by rule of thumb.
fn judge(rules: &Rules) -> fn(AcesUp) -> f64 {
    match experience(rules) {
        Some(judge) => judge,
        None if is_winnable(rules) => by_wins,
        None => by_score,
    }
}

/// Who can tell the chance to win by experience under these rules.
pub fn experience(rules: &Rules) -> Option<fn(AcesUp) -> f64> {
    (is_winnable(rules) && rules.fill == Fill::Any).then_some(by_experience)
}

fn is_winnable(rules: &Rules) -> bool {
    rules.deal_limit.is_none_or(|limit| limit.get() == 12)
}

/// How likely these columns are to win, before the next deal; at the end, whether they have.
pub fn promise(plan: &Plan, stock: &chance::Suits) -> f64 {
    match plan.after.to_act() {
        Some(_) => chance::of_winning(&plan.after, stock),
        None => at_the_end(&plan.after),
    }
}

/// The chance to win with the best preparation of the deal after.
fn by_experience(game: AcesUp) -> f64 {
    let stock = chance::suits(game.known_stock());
    plans::all(&game).iter().map(|plan| promise(plan, &stock)).fold(0.0, f64::max)
}

/// After the preparation that experience likes best, and the deal, if there is another one.
pub fn prepared(mut game: AcesUp) -> AcesUp {
    let stock = chance::suits(game.known_stock());
    let plans = plans::all(&game);
    let best = plans.iter().max_by(|one, other| promise(one, &stock).total_cmp(&promise(other, &stock)));
    if let Some(plan) = best.filter(|_| game.deals_left() > 0) {
        plan.follow(&mut game);
    }
    game
}

/// Where nothing can be won any more, a high score still pleases.
fn at_the_end(game: &AcesUp) -> f64 {
    match game.score() {
        48 => 1.0,
        score => score as f64 * 1e-6,
    }
}

/// Winning counts, and coming close counts almost as much: wins alone are too rare to tell plans apart.
fn by_wins(mut game: AcesUp) -> f64 {
    match thumb::finish(&mut game) {
        48 => 2.0,
        score => (score as f64 / 48.0).powi(10),
    }
}

fn by_score(mut game: AcesUp) -> f64 {
    thumb::finish(&mut game) as f64
}
