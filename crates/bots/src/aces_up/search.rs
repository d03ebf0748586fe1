//! Every way to prepare the next deal, tried on the same imagined decks; the worse half is dropped again and
//! again, so that most of the trying goes to those that are hard to tell apart (sequential halving).

use engine::{Dice, Game};
use games::aces_up::{AcesUp, Action, Column, View};

use super::thumb;
use crate::Budget;

/// More rollouts than this for one decision change nothing that a player would notice.
const MOST_ROLLOUTS: u32 = 50_000;
/// More ways than this to prepare a deal are not looked for; there are seldom twenty.
const MOST_PLANS: usize = 200;

/// Moves to make before the next deal.
struct Plan {
    moves: Vec<Action>,
    worth: f64,
    trials: u32,
}

impl Plan {
    fn mean(&self) -> f64 {
        self.worth / f64::from(self.trials.max(1))
    }

    fn first(&self) -> Action {
        self.moves.first().copied().unwrap_or(Action::Deal)
    }

    /// Tries the plan on a deck.
    fn play(&self, mut game: AcesUp) -> usize {
        for &action in self.moves.iter().chain(&[Action::Deal]) {
            // After the last deal there is nothing to deal, and the moves were all.
            let _ = game.apply(action, &mut ());
        }
        thumb::finish(&mut game)
    }
}

/// The first step of the plan that does best.
pub fn best(view: &View, dice: &mut Dice, budget: &Budget) -> Option<Action> {
    let mut plans = plans(&AcesUp::imagine(view, dice));
    let first = plans.first()?.first();
    if plans.iter().all(|plan| plan.first() == first) {
        return Some(first);
    }
    let last_deal = view.deals_left == 0;
    let rollouts = if last_deal { 0 } else { budget.iterations.min(MOST_ROLLOUTS) };
    let halvings = usize::BITS - (plans.len() - 1).leading_zeros();
    let mut spent = 0;
    let winnable = view.rules.deal_limit.is_none_or(|limit| limit.get() == 12);
    loop {
        let decks = (rollouts / halvings / plans.len() as u32).max(1);
        for _ in 0..decks {
            let game = AcesUp::imagine(view, dice);
            for plan in &mut plans {
                plan.worth += worth(plan.play(game.clone()), winnable);
                plan.trials += 1;
                spent += 1;
                if budget.out_of_time.is_some() && budget.is_spent(spent) {
                    return best_so_far(plans);
                }
            }
        }
        plans.sort_by(|one, other| other.mean().total_cmp(&one.mean()));
        if plans.len() <= 2 {
            return best_so_far(plans);
        }
        plans.truncate(plans.len().div_ceil(2));
    }
}

fn best_so_far(plans: Vec<Plan>) -> Option<Action> {
    let best = plans.iter().max_by(|one, other| one.mean().total_cmp(&other.mean()));
    best.map(Plan::first)
}

/// Winning counts, and coming close counts almost as much: wins alone are too rare to tell plans apart.
fn worth(score: usize, winnable: bool) -> f64 {
    let share = score as f64 / 48.0;
    match (winnable, score) {
        (false, _) => share,
        (true, 48) => 2.0,
        (true, _) => share.powi(10),
    }
}

/// Every set of columns that can be there when the next cards are dealt, or at the end, with a way to it.
fn plans(game: &AcesUp) -> Vec<Plan> {
    let mut plans = Vec::new();
    let mut seen = Vec::new();
    let mut open = vec![(game.clone(), Vec::new())];
    while let Some((game, moves)) = open.pop() {
        let mut columns = Column::ALL.map(|column| game.cards_in(column).to_vec());
        columns.sort();
        if seen.contains(&columns) || seen.len() >= MOST_PLANS {
            continue;
        }
        seen.push(columns);
        open.extend(after_each_move(&game, &moves));
        if game.to_act().is_none() || game.check(Action::Deal).is_ok() {
            plans.push(Plan { moves, worth: 0.0, trials: 0 });
        }
    }
    plans
}

fn after_each_move(game: &AcesUp, moves: &[Action]) -> Vec<(AcesUp, Vec<Action>)> {
    let empty = Column::ALL.into_iter().find(|&column| game.cards_in(column).is_empty());
    let after = |from: Column| {
        let action = Action::Move(from, empty?);
        let mut after = game.clone();
        after.apply(action, &mut ()).ok()?;
        Some((after, [moves, &[action]].concat()))
    };
    Column::ALL.into_iter().filter_map(after).collect()
}
