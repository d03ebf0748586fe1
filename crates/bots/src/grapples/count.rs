//! Counting cards: what the ones that a player does not see are worth to them on average.

use engine::{Card, DECK_WITH_JOKERS, Rank, Seat, Suit};
use games::grapples::{Glance, Held, Kinds, SPADE_ACE, SPADE_QUEEN, grapples};

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
pub(super) struct Count {
    glance: Glance,
    /// How many unseen cards there are of each kind, and what they are worth together.
    unseen: [(i32, i32); 5],
}

impl Count {
    pub fn new(glance: Glance) -> Self {
        let mut unseen = [(0, 0); 5];
        let mut rest = !glance.seen & ((1 << Card::COUNT) - 1);
        while rest != 0 {
            let card = rest.trailing_zeros() as usize;
            let (number, worth) = &mut unseen[usize::from(KIND_OF[card])];
            *number += 1;
            *worth += grapples(DECK_WITH_JOKERS[card]);
            rest &= rest - 1;
        }
        Self { glance, unseen }
    }

    /// What a hidden card that may be of these kinds is worth on average.
    fn hidden(&self, kinds: Kinds) -> f64 {
        let (mut number, mut worth) = (0, 0);
        for (&(kind, _), unseen) in EXAMPLES.iter().zip(&self.unseen) {
            if kinds.has(kind) {
                (number, worth) = (number + unseen.0, worth + unseen.1);
            }
        }
        if number > 0 { f64::from(worth) / f64::from(number) } else { 0.0 }
    }

    /// What each of these cards is worth on average.
    fn worths<'a>(&'a self, hand: &'a [Held]) -> impl Iterator<Item = f64> + 'a {
        // Many cards of a hand are alike in what is known of them.
        let mut last = (Kinds::NONE, 0.0);
        hand.iter().map(move |held| match held.card {
            Some(card) => grapples(card).into(),
            None => {
                if held.may_be != last.0 {
                    last = (held.may_be, self.hidden(held.may_be));
                }
                last.1
            }
        })
    }

    /// What this player's hand is worth on average.
    pub fn total(&self, seat: Seat) -> f64 {
        self.worths(self.glance.hand(seat)).sum()
    }

    /// What the next card that nobody has seen is worth on average: all that is unseen, but for hidden cards of
    /// the hands.
    pub fn next_card(&self) -> f64 {
        let all = self.unseen.iter().fold((0, 0), |sum, kind| (sum.0 + kind.0, sum.1 + kind.1));
        let (mut number, mut worth) = (f64::from(all.0), f64::from(all.1));
        let hands = self.glance.hands();
        for (held, average) in hands.iter().zip(self.worths(hands)) {
            if held.card.is_none() {
                (number, worth) = (number - 1.0, worth - average);
            }
        }
        if number > 0.0 { worth / number } else { 0.0 }
    }

    /// With whom to trade this queen, and how many Grapples better one fares than they do by it.
    pub fn best_trade(&self, seat: Seat, queen: Card) -> Option<(Seat, f64)> {
        let others = Seat::all(self.glance.players).filter(|&other| other != seat);
        let partners = others.filter(|&other| !self.glance.hand(other).is_empty());
        let gains = partners.map(|other| (other, self.trade(other, queen)));
        gains.reduce(|best, next| if next.1 > best.1 { next } else { best })
    }

    /// What one gains by the cards, and a little for every Grapple by which the partner was ahead.
    fn trade(&self, with: Seat, queen: Card) -> f64 {
        let cards = self.glance.hand(with).len();
        let half = if queen == SPADE_QUEEN { cards / 2 } else { 0 };
        let bought = half.max(3).min(cards) as f64;
        let total = self.total(with);
        bought * total / cards as f64 + total / LEADERS_DUE
    }
}

/// A Grapple that the leader loses is worth this fraction of one gained.
const LEADERS_DUE: f64 = 4.0;
