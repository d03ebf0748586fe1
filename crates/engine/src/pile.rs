//! A pile of cards that lives on the stack: cloning a game copies memory and allocates nothing.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::card::{Card, DECK};

/// Few cards are moved in a block of this size, whatever lies beyond them: a number that is known needs no loop.
const BLOCK: usize = 8;

/// Up to `N` cards, bottom first; the last is the top.
#[derive(Clone, Copy)]
pub struct Pile<const N: usize> {
    len: u8,
    cards: [Card; N],
}

impl<const N: usize> Pile<N> {
    /// No cards.
    pub const fn new() -> Self {
        Self { len: 0, cards: [DECK[0]; N] }
    }

    /// These cards, the last on top. Cards beyond the pile's size would be a fault in the game's own counting.
    #[inline]
    pub fn of(cards: &[Card]) -> Self {
        let mut pile = Self::new();
        pile.extend(cards);
        pile
    }

    /// How many cards lie here.
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether no card lies here.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The cards, bottom first.
    #[inline]
    pub fn as_slice(&self) -> &[Card] {
        &self.cards[..self.len()]
    }

    /// The cards, bottom first, to be reordered.
    #[inline]
    pub fn as_mut_slice(&mut self) -> &mut [Card] {
        &mut self.cards[..self.len as usize]
    }

    /// The cards, top first: the order in which they would be drawn.
    pub fn top_first(&self) -> impl DoubleEndedIterator<Item = Card> + '_ {
        self.as_slice().iter().rev().copied()
    }

    /// The top card.
    #[inline]
    pub fn top(&self) -> Option<Card> {
        self.as_slice().last().copied()
    }

    /// The card that lies `depth` cards under the top.
    #[inline]
    pub fn below_top(&self, depth: usize) -> Option<Card> {
        self.len().checked_sub(depth + 1).map(|index| self.cards[index])
    }

    /// Lays a card on top.
    #[inline]
    pub fn push(&mut self, card: Card) {
        self.cards[self.len as usize] = card;
        self.len += 1;
    }

    /// Lays these cards on top, one after the other.
    #[inline]
    pub fn extend(&mut self, cards: &[Card]) {
        let len = self.len();
        self.cards[len..len + cards.len()].copy_from_slice(cards);
        self.len += cards.len() as u8;
    }

    /// Lays the cards of another pile on top, its bottom card first.
    #[inline]
    pub fn lay<const M: usize>(&mut self, other: &Pile<M>) {
        let block = other.cards.first_chunk::<BLOCK>().filter(|_| other.len() <= BLOCK);
        match (block, self.cards[self.len as usize..].first_chunk_mut()) {
            (Some(cards), Some(places)) => {
                *places = *cards;
                self.len += other.len;
            }
            _ => self.extend(other.as_slice()),
        }
    }

    /// Takes the top card.
    #[inline]
    pub fn pop(&mut self) -> Option<Card> {
        let card = self.top()?;
        self.len -= 1;
        Some(card)
    }

    /// Takes cards from the top of another pile, one after the other, as many as are wanted and lie there.
    #[inline]
    pub fn draw<const M: usize>(&mut self, from: &mut Pile<M>, wanted: usize) {
        let drawn = wanted.min(from.len());
        let (len, left) = (self.len(), from.len() - drawn);
        let block = from.as_slice().last_chunk::<BLOCK>().filter(|_| drawn <= BLOCK);
        match (block, self.cards[len..].first_chunk_mut::<BLOCK>()) {
            (Some(cards), Some(places)) => {
                *places = *cards;
                places.reverse();
            }
            _ => {
                let places = self.cards[len..len + drawn].iter_mut();
                places.zip(from.as_slice()[left..].iter().rev()).for_each(|(place, card)| *place = *card);
            }
        }
        self.len += drawn as u8;
        from.len = left as u8;
    }

    /// Takes the card at that place, counted from the bottom; those above it move down.
    #[inline]
    pub fn remove(&mut self, index: usize) -> Option<Card> {
        let card = *self.as_slice().get(index)?;
        let above = self.cards[index + 1..].first_chunk::<BLOCK>().copied();
        match (above, self.cards[index..].first_chunk_mut()) {
            (Some(cards), Some(places)) if self.len as usize - index <= BLOCK => *places = cards,
            _ => self.cards.copy_within(index + 1..self.len as usize, index),
        }
        self.len -= 1;
        Some(card)
    }

    /// Takes this number of cards away from the bottom, or all.
    #[inline]
    pub fn remove_first(&mut self, number: usize) {
        let number = number.min(self.len());
        self.cards.copy_within(number..self.len as usize, 0);
        self.len -= number as u8;
    }

    /// Takes one such card from wherever it lies; false if there is none.
    #[inline]
    pub fn take(&mut self, card: Card) -> bool {
        match self.position(card) {
            Some(index) => self.remove(index).is_some(),
            None => false,
        }
    }

    /// Where such a card lies, counted from the bottom.
    #[inline]
    pub fn position(&self, card: Card) -> Option<usize> {
        self.as_slice().iter().position(|&here| here == card)
    }

    /// Whether such a card lies here.
    #[inline]
    pub fn contains(&self, card: Card) -> bool {
        self.as_slice().contains(&card)
    }

    /// Takes all cards away.
    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
    }
}

impl<const N: usize> Default for Pile<N> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const N: usize> PartialEq for Pile<N> {
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl<const N: usize> Eq for Pile<N> {}

impl<const N: usize> fmt::Debug for Pile<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}

/// Bottom first.
impl<const N: usize> Serialize for Pile<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.as_slice().serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_are_drawn_from_the_top_as_long_as_there_are_any() {
        let (mut hand, mut stock): (Pile<52>, Pile<104>) = (Pile::of(&DECK[9..10]), Pile::of(&DECK[..3]));
        hand.draw(&mut stock, 2);
        assert_eq!((hand.as_slice(), stock.as_slice()), (&[DECK[9], DECK[2], DECK[1]][..], &DECK[..1]));
        hand.draw(&mut stock, 2);
        assert_eq!((hand.top(), hand.len(), stock.len()), (Some(DECK[0]), 4, 0));
    }

    /// Few cards go another way than many, and so do cards where little room is left.
    #[test]
    fn cards_move_alike_in_any_number() {
        for (held, number, left) in
            (0..44).flat_map(|held| [(held, 5, 40), (held, 8, 8), (held, 20, 25), (held, 9, 3)])
        {
            let (mut hand, mut stock): (Pile<64>, Pile<104>) =
                (Pile::of(&DECK[..held]), Pile::of(&DECK[..left]));
            let mut plain = DECK[..held].to_vec();
            plain.extend(DECK[..left].iter().rev().take(number));
            hand.draw(&mut stock, number);
            assert_eq!(hand.as_slice(), plain);
            assert_eq!(stock.as_slice(), &DECK[..left.saturating_sub(number)]);
            let mut below: Pile<104> = Pile::of(&DECK[..left]);
            below.lay(&hand);
            assert_eq!(below.as_slice(), [&DECK[..left], &plain].concat());
            for index in [0, held / 2, plain.len() - 1] {
                let (mut rest, mut plain) = (hand, plain.clone());
                assert_eq!(rest.remove(index), Some(plain.remove(index)));
                assert_eq!(rest.as_slice(), plain);
            }
        }
    }

    #[test]
    fn the_last_card_laid_is_the_first_taken() {
        let mut pile: Pile<52> = Pile::of(&DECK[..3]);
        assert_eq!(pile.top(), Some(DECK[2]));
        assert_eq!(pile.below_top(1), Some(DECK[1]));
        assert_eq!(pile.below_top(3), None);
        assert_eq!(pile.remove(0), Some(DECK[0]));
        assert_eq!(pile.remove(5), None);
        assert!(pile.take(DECK[1]) && !pile.take(DECK[1]));
        assert_eq!(pile.pop(), Some(DECK[2]));
        assert_eq!(pile.pop(), None);
        assert_eq!(pile, Pile::new());
    }
}
