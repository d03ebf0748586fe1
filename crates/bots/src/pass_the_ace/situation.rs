//! What a player on turn knows that matters, put in few words.

use engine::{Card, Rank, Seat, Viewer};
use games::pass_the_ace::{Action, DrawnKing, DrawsFrom, Rules, Turn, View};

/// A card's place in the order of the ranks, from 1, the worst, to 13, the king.
pub fn place(rules: &Rules, card: Card) -> u8 {
    let number = card.rank().map_or(0, Rank::number);
    match (rules.queens_low, number) {
        (true, 12) => 1,
        (true, 1..=11) => number + 1,
        _ => number,
    }
}

/// Where a player on turn stands, apart from the card in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Situation {
    /// Players who are still in.
    pub living: usize,
    /// How many have had their turn this round.
    pub position: usize,
    /// The card came from the right-hand neighbour, who wanted to be rid of it.
    pub given: bool,
    /// Someone who has had their turn certainly holds a lower card: sticking now is safe.
    pub safe: bool,
    /// The first player kept their card.
    pub first_stuck: bool,
}

/// Whether cards changed hands.
pub fn exchanged(turn: Turn) -> bool {
    matches!(turn, Turn::Modi | Turn::DirtyDan | Turn::Swapped)
}

impl Situation {
    /// The situation of the next player after these turns.
    pub fn after(told: &[Turn], living: usize) -> Self {
        // The card in hand may have come through several hands. If one of those who passed it on got a lower card
        // for it, as the table was told, that one still has it.
        let mut chain = told.iter().rev().take_while(|&&turn| exchanged(turn));
        Self {
            living,
            position: told.len(),
            given: told.last().is_some_and(|&turn| exchanged(turn)),
            safe: chain.any(|&turn| turn == Turn::Modi),
            first_stuck: told.first() == Some(&Turn::Stuck),
        }
    }

    /// The situation of the player who looks, if it is their turn, and the place of their card.
    pub fn of(view: &View) -> Option<(Self, u8)> {
        let Viewer::Seat(seat) = view.viewer else { return None };
        let own = place(&view.rules, view.own_card()?);
        let mut situation = Self::after(&view.told, view.alive().len());
        let lower = |&other: &Seat| {
            view.hands[other.index()].is_some_and(|card| place(&view.rules, card) < own) && other != seat
        };
        situation.safe |= had_their_turn(view).any(|other| lower(&other));
        Some((situation, own))
    }

    /// Whether it is the dealer's turn.
    pub fn is_dealer(&self) -> bool {
        self.position + 1 == self.living
    }
}

/// Those who have had their turn this round, in order.
pub fn had_their_turn(view: &View) -> impl Iterator<Item = Seat> {
    let alive = view.alive();
    let mut seat = view.dealer;
    (0..view.told.len()).map_while(move |_| {
        seat = alive.next_left(seat)?;
        Some(seat)
    })
}

/// Whether an exchange could do any good: not if the card to be had is known and no better, or a king that
/// cannot be had.
fn is_open(view: &View, own: u8, action: Action) -> bool {
    let Viewer::Seat(seat) = view.viewer else { return false };
    let (card, king_stays) = match action {
        Action::Stick => return false,
        Action::Swap => (view.alive().next_left(seat).and_then(|left| view.hands[left.index()]), true),
        Action::Draw if view.rules.dealer_draws_from == DrawsFrom::Discard => {
            (view.trash.last().copied().flatten(), view.rules.king_from_stock == DrawnKing::Refused)
        }
        Action::Draw => (None, false),
    };
    let best = if king_stays { 12 } else { 13 };
    card.is_none_or(|card| (own + 1..=best).contains(&place(&view.rules, card)))
}

/// The exchange to make, if any could do good: the dealer may have two, everyone else one.
pub fn exchange(view: &View, own: u8, legal: &[Action], swap_first: bool) -> Option<Action> {
    let order = if swap_first { [Action::Swap, Action::Draw] } else { [Action::Draw, Action::Swap] };
    order.into_iter().find(|action| legal.contains(action) && is_open(view, own, *action))
}
