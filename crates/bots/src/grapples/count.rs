//! Counting cards: what the ones that a player does not see are worth to them on average.

use engine::{Card, DECK_WITH_JOKERS, Rank, Seat, Suit};
use games::grapples::{Held, Kinds, SPADE_ACE, SPADE_QUEEN, View, grapples};

/// One card of each kind, to ask whether a card may be of it.
const EXAMPLES: [(Kinds, Card); 5] = [
    (Kinds::PLAIN, Card::new(Rank::King, Suit::Clubs)),
    (Kinds::DOUBLE, Card::RED_JOKER),
    (Kinds::JACK, Card::new(Rank::Jack, Suit::Clubs)),
    (Kinds::QUEEN, SPADE_QUEEN),
    (Kinds::SPADE_ACE, SPADE_ACE),
];

/// The place of every card's kind among the examples.
const KIND_OF: [u8; Card::COUNT] = {
    let mut kinds = [0; Card::COUNT];
    let mut index = 0;
    while index < Card::COUNT {
        let mut kind = 0;
        while !EXAMPLES[kind].0.fit(DECK_WITH_JOKERS[index]) {
            kind += 1;
        }
        kinds[index] = kind as u8;
        index += 1;
    }
    kinds
};

/// What is known about the cards that are not seen.
pub(super) struct Count<'a> {
    view: &'a View,
    /// How many unseen cards there are of each kind, and what they are worth together.
    unseen: [(f64, f64); 5],
}

impl<'a> Count<'a> {
    pub fn new(view: &'a View) -> Self {
        let mut seen = [false; Card::COUNT];
        let held = view.hands.iter().flatten().filter_map(|held| held.card);
        for card in held.chain(view.top).chain(view.discarded.iter().copied()) {
            seen[card.index()] = true;
        }
        let mut unseen = [(0.0, 0.0); 5];
        for (card, _) in DECK_WITH_JOKERS.into_iter().zip(seen).filter(|(_, seen)| !seen) {
            let (number, worth) = &mut unseen[usize::from(KIND_OF[card.index()])];
            *number += 1.0;
            *worth += f64::from(grapples(card));
        }
        Self { view, unseen }
    }

    /// What a card in a hand is worth on average.
    fn held(&self, held: &Held) -> f64 {
        if let Some(card) = held.card {
            return grapples(card).into();
        }
        let possible = EXAMPLES.iter().zip(self.unseen).filter(|((_, example), _)| held.may_be.fit(*example));
        let (number, worth) = possible.fold((0.0, 0.0), |sum, (_, kind)| (sum.0 + kind.0, sum.1 + kind.1));
        if number > 0.0 { worth / number } else { 0.0 }
    }

    /// What this player's hand is worth on average.
    pub fn total(&self, seat: Seat) -> f64 {
        self.view.hand(seat).iter().map(|held| self.held(held)).sum()
    }

    /// What the next card that nobody has seen is worth on average: all that is unseen, but for hidden cards of
    /// the hands.
    pub fn next_card(&self) -> f64 {
        let hidden = self.view.hands.iter().flatten().filter(|held| held.card.is_none());
        let unseen = self.unseen.iter().fold((0.0, 0.0), |sum, kind| (sum.0 + kind.0, sum.1 + kind.1));
        let (number, worth) =
            hidden.fold(unseen, |(number, worth), held| (number - 1.0, worth - self.held(held)));
        if number > 0.0 { worth / number } else { 0.0 }
    }

    /// With whom to trade this queen, and how many Grapples better one fares than they do by it.
    pub fn best_trade(&self, seat: Seat, queen: Card) -> Option<(Seat, f64)> {
        let others = Seat::all(self.view.hands.len()).filter(|&other| other != seat);
        let partners = others.filter(|&other| !self.view.hand(other).is_empty());
        let gains = partners.map(|other| (other, self.trade(other, queen)));
        gains.reduce(|best, next| if next.1 > best.1 { next } else { best })
    }

    /// What one gains by the cards, and a little for every Grapple by which the partner was ahead.
    fn trade(&self, with: Seat, queen: Card) -> f64 {
        let cards = self.view.hand(with).len();
        let half = if queen == SPADE_QUEEN { cards / 2 } else { 0 };
        let bought = half.max(3).min(cards) as f64;
        let total = self.total(with);
        bought * total / cards as f64 + total / LEADERS_DUE
    }
}

/// A Grapple that the leader loses is worth this fraction of one gained.
const LEADERS_DUE: f64 = 4.0;
