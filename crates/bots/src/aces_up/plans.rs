//! Every way to prepare the next deal.

use engine::Game;
use games::aces_up::{AcesUp, Action, Column};

use super::thumb::{height, suit};

/// More ways than this are not looked for; there are seldom twenty.
const MOST_PLANS: usize = 200;

/// Moves to make before the next deal, and the table after them.
pub struct Plan {
    pub moves: Vec<Action>,
    pub after: AcesUp,
}

impl Plan {
    pub fn first(&self) -> Action {
        self.moves.first().copied().unwrap_or(Action::Deal)
    }

    /// Follows the plan where another deck is in the stock, and deals.
    pub fn follow(&self, game: &mut AcesUp) {
        for &action in self.moves.iter().chain(&[Action::Deal]) {
            // After the last deal there is nothing to deal, and the moves were all.
            let _ = game.apply(action, &mut ());
        }
    }

    fn and_then(&self, from: Column) -> Option<Self> {
        let to = Column::ALL.into_iter().find(|&column| self.after.cards_in(column).is_empty())?;
        let action = Action::Move(from, to);
        let mut after = self.after.clone();
        after.apply(action, &mut ()).ok()?;
        Some(Self { moves: [&self.moves[..], &[action]].concat(), after }.with_gifts())
    }

    /// A card that lies on a higher one of its suit goes as soon as a column is empty, and leaves it empty. There
    /// is no reason to wait.
    fn with_gifts(self) -> Self {
        let is_gift = |column: &Column| match self.after.cards_in(*column) {
            [.., under, top] => suit(*under) == suit(*top) && height(*under) > height(*top),
            _ => false,
        };
        let gift = Column::ALL.into_iter().find(is_gift).and_then(|column| self.and_then(column));
        gift.unwrap_or(self)
    }
}

/// Every set of columns that can be there when the next cards are dealt, or at the end, with a way to it.
pub fn all(game: &AcesUp) -> Vec<Plan> {
    let mut plans = vec![Plan { moves: Vec::new(), after: game.clone() }.with_gifts()];
    let mut looked_at = 0;
    while looked_at < plans.len() && plans.len() < MOST_PLANS {
        for from in Column::ALL {
            if let Some(plan) = plans[looked_at].and_then(from)
                && !plans.iter().any(|other| are_alike(&other.after, &plan.after))
            {
                plans.push(plan);
            }
        }
        looked_at += 1;
    }
    plans.retain(|plan| plan.after.to_act().is_none() || plan.after.check(Action::Deal).is_ok());
    plans
}

/// Whether the same columns are there, in any order.
fn are_alike(one: &AcesUp, other: &AcesUp) -> bool {
    let is_there =
        |column| Column::ALL.into_iter().any(|place| other.cards_in(place) == one.cards_in(column));
    one.score() == other.score() && Column::ALL.into_iter().all(is_there)
}
