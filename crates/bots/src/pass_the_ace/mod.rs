//! Pass the Ace and Chase the Ace.

#[cfg(test)]
mod converge;
mod habits;
mod search;
mod situation;
mod stakes;
mod table;
#[cfg(test)]
mod tests;
mod why;

use engine::{Dice, Seat, Seating};
use games::pass_the_ace::{Action, PassTheAce, Turn, View};

use crate::analysis::Appraiser;
use crate::{BotStrategy, Budget};
use situation::{Situation, exchange};

impl BotStrategy for PassTheAce {
    /// Keeps the better half of what is likely to come, and remembers every card that was seen.
    fn club(view: &View, legal: &[Action], _: &mut Dice) -> Option<Action> {
        let (situation, own) = Situation::of(view)?;
        let stick = situation.safe || own >= rule_of_thumb(situation.living);
        Some(if stick { Action::Stick } else { swap_or_draw(view, own, legal) })
    }

    /// Has heard of sevens, is moody about it, and now and then forgets what was seen.
    fn novice(view: &View, legal: &[Action], dice: &mut Dice) -> Option<Action> {
        let (situation, own) = Situation::of(view)?;
        let mood = 5 + dice.below(5) as u8;
        let pays_attention = dice.below(3) > 0;
        let stick = own >= mood || (pays_attention && situation.safe);
        let careless = || [Action::Draw, Action::Swap].into_iter().find(|action| legal.contains(action));
        Some(match (stick, pays_attention) {
            (true, _) => Action::Stick,
            (false, true) => swap_or_draw(view, own, legal),
            (false, false) => careless().unwrap_or(Action::Stick),
        })
    }

    fn expert(view: &View, legal: &[Action], dice: &mut Dice, budget: &Budget) -> Option<Action> {
        search::best(view, legal, dice, budget)
    }

    fn appraiser(view: &View, seat: Seat) -> Appraiser<'_, Action> {
        search::appraiser(view, seat)
    }

    fn why(view: &View, _: &[Action], action: Action, seating: &Seating) -> Option<String> {
        why::why(view, action, seating)
    }
}

/// The more players, the likelier it is that someone else has the lowest card.
fn rule_of_thumb(living: usize) -> u8 {
    match living {
        ..=2 => 8,
        3..=4 => 7,
        5..=6 => 6,
        _ => 5,
    }
}

/// Any exchange that could do good. A dealer who has the choice swaps if the neighbour's card has been seen, or if
/// the neighbour was content with it, and draws otherwise.
fn swap_or_draw(view: &View, own: u8, legal: &[Action]) -> Action {
    let left = view.turn.and_then(|seat| view.alive().next_left(seat));
    let seen = left.is_some_and(|left| view.hands[left.index()].is_some());
    let content = view.told.first() == Some(&Turn::Stuck);
    exchange(view, own, legal, seen || content).unwrap_or(Action::Stick)
}
