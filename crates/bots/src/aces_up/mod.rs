//! Aces Up. The stock is unknown, so the columns are as good as each other: which empty column a card goes to
//! makes no difference, and moving a lone card gains nothing. That leaves one question, asked whenever a column
//! is empty: which cards to move before the next deal.

mod appraise;
mod chance;
mod deals;
mod plans;
mod search;
pub mod solver;
#[cfg(test)]
mod tests;
mod thumb;
mod why;

use engine::{Dice, Game, Seat, Seating};
use games::aces_up::{AcesUp, Action, DealWhen, Discards, View};

use crate::analysis::Appraiser;
use crate::{BotStrategy, Budget, Solvable};

pub use deals::can_be_won_at_all;

impl BotStrategy for AcesUp {
    /// Discards whatever can go, then makes the move that looks best, and deals when there is none.
    fn club(view: &View, legal: &[Action], dice: &mut Dice) -> Option<Action> {
        discard(legal).or_else(|| thumb::next(&tidy_game(view, dice)))
    }

    /// Sees the discards and likes high cards; does not look ahead.
    fn novice(view: &View, legal: &[Action], dice: &mut Dice) -> Option<Action> {
        let top = |action: &&Action| match action {
            Action::Move(from, _) if view.columns[from.index()].len() > 1 => {
                view.top(*from).map(thumb::height).unwrap_or(0)
            }
            _ => 0,
        };
        let highest = legal.iter().max_by_key(top).filter(|action| top(action) > 0).copied();
        let deal = legal.contains(&Action::Deal).then_some(Action::Deal);
        // Now and then the next deal is too tempting.
        let in_a_hurry = deal.is_some() && dice.below(10) == 0;
        if in_a_hurry { deal } else { discard(legal).or(highest).or(deal) }
    }

    /// Tries every way to prepare the next deal on many possible decks, and judges the results.
    fn expert(view: &View, legal: &[Action], dice: &mut Dice, budget: &Budget) -> Option<Action> {
        discard(legal).or_else(|| search::best(&tidy_view(view), dice, budget))
    }

    fn appraiser(view: &View, seat: Seat) -> Appraiser<'_, Action> {
        appraise::appraiser(view, seat)
    }

    fn measure() -> &'static str {
        "half the chance to win and half the share of the 48 cards thrown out"
    }

    /// As good as it gets: all reasons lie open on the table.
    fn suggest(view: &View, legal: &[Action], dice: &mut Dice, budget: &Budget) -> Option<Action> {
        Self::expert(view, legal, dice, budget)
    }

    fn why(view: &View, legal: &[Action], action: Action, _: &Seating) -> Option<String> {
        why::why(view, legal, action)
    }

    fn solvable() -> Option<&'static dyn Solvable<Self>> {
        Some(&deals::KnownDeals)
    }
}

/// Whatever can be discarded is. Holding back can be right for someone who knows the stock; nobody does.
fn discard(legal: &[Action]) -> Option<Action> {
    legal.iter().find(|action| matches!(action, Action::Discard(_))).copied()
}

/// The same table for a player who has resolved to discard at once and to let lone cards lie, and who deals
/// with their own hand. Everything they then can do is legal at the real table too.
fn tidy_view(view: &View) -> View {
    let mut tidy = view.clone();
    tidy.rules.discards = Discards::Forced;
    tidy.rules.lone_card_moves = false;
    if tidy.rules.deal_when == DealWhen::Auto {
        tidy.rules.deal_when = DealWhen::AnyTime;
    }
    tidy
}

fn tidy_game(view: &View, dice: &mut Dice) -> AcesUp {
    AcesUp::imagine(&tidy_view(view), dice)
}
