//! The two kinds of match, each part of each clause as the set of cards that pass it.
//!
//! A card on the pile counts with the rank and suit in force, a card to be played as it is printed (PP-J3).

use engine::{Card, DECK, Rank, Suit};

/// A set of cards, one bit for each of the 52.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CardSet(u64);

impl CardSet {
    /// No card.
    pub const NONE: Self = Self(0);
    /// All 52.
    pub const ALL: Self = Self((1 << 52) - 1);
    /// What chooses a suit.
    pub const ACES: Self = Self::of_rank(Rank::Ace);
    /// What turns the direction.
    pub const JACKS: Self = Self::of_rank(Rank::Jack);
    /// What moves the turn.
    pub const TENS: Self = Self::of_rank(Rank::Ten);
    pub(super) const SIXES: Self = Self::of_rank(Rank::Six);
    pub(super) const THREES: Self = Self::of_rank(Rank::Three);
    pub(super) const SEVENS: Self = Self::of_rank(Rank::Seven);
    /// What attacks: 2 and 5.
    pub const ATTACKS: Self = Self::of_rank(Rank::Two).or(Self::of_rank(Rank::Five));
    /// What blocks: 3 and 7.
    pub const BLOCKS: Self = Self::THREES.or(Self::SEVENS);
    /// The numbered cards, 2 to 10.
    pub const NUMBERS: Self = Self::of_ranks(NUMBERS);

    /// One bit for each rank, the ace lowest, repeated for all four suits.
    const fn of_ranks(ranks: u16) -> Self {
        Self(ranks as u64 * SUITS)
    }

    const fn of_rank(rank: Rank) -> Self {
        Self::of_ranks(bit(rank.number()))
    }

    /// Just this card.
    #[inline]
    pub const fn of_card(card: Card) -> Self {
        Self(1 << card.index())
    }

    /// These cards.
    #[inline]
    pub fn of_cards(cards: &[Card]) -> Self {
        let mut set = Self::NONE;
        for &card in cards {
            set = set.or(Self::of_card(card));
        }
        set
    }

    /// 1 if this card is in it, else 0.
    #[inline]
    pub(super) const fn bit(self, card: Card) -> u64 {
        self.0 >> card.index() & 1
    }

    /// 0 if this card is in it, else 1.
    #[inline]
    pub(super) const fn lacks(self, card: Card) -> u64 {
        self.bit(card) ^ 1
    }

    /// The cards of this rank: 13 bits for each suit, of which the lowest says whether its card is there.
    #[inline]
    pub(super) const fn suits(self, rank: Rank) -> u64 {
        self.0 >> (rank.number() - 1) & SUITS
    }

    /// The number of cards in it.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether no card is in it.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The card of this number in the order of a new deck; the last place of the deck where there are fewer.
    pub(super) fn nth(self, number: usize) -> Card {
        let rest = (0..number).fold(self.0, |rest, _| rest & rest.wrapping_sub(1));
        DECK[(rest.trailing_zeros() as usize).min(DECK.len() - 1)]
    }

    /// Every card, or none: what a condition lets pass that does not ask for the card.
    #[inline]
    pub const fn all_if(condition: bool) -> Self {
        if condition { Self::ALL } else { Self::NONE }
    }

    /// Whether this card is in it.
    #[inline]
    pub const fn has(self, card: Card) -> bool {
        self.0 >> card.index() & 1 == 1
    }

    /// Whether the two sets share a card.
    #[inline]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The cards of either.
    #[inline]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The cards of both.
    #[inline]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The cards of this one that the other has not.
    #[inline]
    pub const fn but(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The cards, in the order of a new deck.
    pub fn iter(self) -> impl Iterator<Item = Card> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let card = *DECK.get(rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(card)
        })
    }
}

/// The first card of each suit.
const SUITS: u64 = 1 | 1 << 13 | 1 << 26 | 1 << 39;

/// The sum of four numbers of 13 bits, one for each suit, as long as it has no more bits itself.
#[inline]
pub(super) const fn sum_of_suits(numbers: u64) -> usize {
    (numbers.wrapping_mul(SUITS) >> 39 & 0x1fff) as usize
}

const fn bit(number: u8) -> u16 {
    1 << (number - 1)
}

/// Ranks 2 to 10.
const NUMBERS: u16 = 0b11_1111_1110;
/// A, J, Q and K.
const PICTURES: u16 = bit(1) | bit(11) | bit(12) | bit(13);

/// The rank one below and one above each, the king next to the ace.
const NEIGHBOURS: [u16; 13] = {
    let mut table = [0; 13];
    let mut index = 0;
    while index < 13 {
        table[index] = 1 << ((index + 12) % 13) | 1 << ((index + 1) % 13);
        index += 1;
    }
    table
};

/// Whether two of these numbers give the third by sum, difference, product or exact quotient.
const fn reckons(a: u8, b: u8, c: u8) -> bool {
    // A difference is a sum read backwards, and a quotient a product.
    a + b == c || a + c == b || b + c == a || a * b == c || a * c == b || b * c == a
}

/// For every two ranks on the pile those that go with them by reckoning; none unless all are 2 to 10.
const RECKONED: [[u16; 13]; 13] = {
    let mut table = [[0; 13]; 13];
    let (mut a, mut b, mut c) = (2, 2, 2);
    while a <= 10 {
        while b <= 10 {
            while c <= 10 {
                if reckons(a, b, c) {
                    table[a as usize - 1][b as usize - 1] |= bit(c);
                }
                c += 1;
            }
            (b, c) = (b + 1, 2);
        }
        (a, b) = (a + 1, 2);
    }
    table
};

const ACE_OF_SPADES: Card = Card::new(Rank::Ace, Suit::Spades);
const QUEEN_OF_HEARTS: Card = Card::new(Rank::Queen, Suit::Hearts);
const KING_OF_HEARTS: Card = Card::new(Rank::King, Suit::Hearts);

/// The rank's place from the ace, 0 to 12. There are no jokers in this game.
#[inline]
const fn place(card: Card) -> usize {
    PLACES[card.index() & 63] as usize
}

/// By the card's place in a new deck, and as long as a power of two, so that looking one up needs no check.
const PLACES: [u8; 64] = {
    let mut places = [0; 64];
    let mut index = 0;
    while index < 64 {
        places[index] = index as u8 % 13;
        index += 1;
    }
    places
};

/// What fits each card, by its place in a new deck: cards of its rank and of its suit, and the other of the couple.
const FITS: [CardSet; 64] = {
    let mut fits = [CardSet::NONE; 64];
    let mut index = 0;
    while index < 52 {
        let couple = match index % 13 {
            12 => CardSet::of_card(QUEEN_OF_HEARTS),
            11 => CardSet::of_card(KING_OF_HEARTS),
            _ => CardSet::NONE,
        };
        let suit = CardSet(0x1fff << (index / 13 * 13));
        fits[index] = CardSet::of_ranks(1 << (index % 13)).or(suit).or(couple);
        index += 1;
    }
    fits
};

/// The top of the pile, as far as matches ask for it, with ranks and suits in force.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Surface {
    /// The top card.
    pub top: Card,
    /// The penultimate card, unless only one lies there.
    pub under: Option<Card>,
    /// How many cards in a row share the top card's rank.
    pub run: u8,
}

/// The parts of a type 2 match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    SameRank = 1,
    OneOff,
    Bridge,
    Reckoning,
    AceOfSpades,
    RunLength,
}

impl Part {
    pub const ALL: [Self; 6] =
        [Self::SameRank, Self::OneOff, Self::Bridge, Self::Reckoning, Self::AceOfSpades, Self::RunLength];
}

/// What any two cards on top settle about type 2 matches, whatever B and the run.
#[derive(Clone, Copy)]
struct Pair {
    /// What matches by (1), (4) or (5).
    proper: CardSet,
    /// What matches by (2).
    one_off: CardSet,
}

/// By the places of top and penultimate card; the last of each row is for a card that lies alone.
static PAIRS: [[Pair; 14]; 13] = {
    let mut pairs = [[Pair { proper: CardSet::NONE, one_off: CardSet::NONE }; 14]; 13];
    let (mut top, mut under) = (0, 0);
    while top < 13 {
        while under < 14 {
            let below = if under < 13 { Some(DECK[under]) } else { None };
            let surface = Surface { top: DECK[top], under: below, run: 1 };
            let same_or_reckoned =
                surface.part(Part::SameRank, false).or(surface.part(Part::Reckoning, false));
            pairs[top][under] = Pair {
                proper: same_or_reckoned.or(surface.part(Part::AceOfSpades, false)),
                one_off: surface.part(Part::OneOff, false),
            };
            under += 1;
        }
        (top, under) = (top + 1, 0);
    }
    pairs
};

impl Surface {
    /// The top of a pile of cards in force, bottom first; none for an empty one.
    #[inline]
    pub fn of(pile: &[Card]) -> Option<Self> {
        let (&top, rest) = pile.split_last()?;
        let mut run = 1;
        for &card in rest.iter().rev() {
            if place(card) != place(top) {
                break;
            }
            run += 1;
        }
        Some(Self { top, under: rest.last().copied(), run })
    }

    /// Whether the top or the penultimate card has one of these ranks.
    const fn shows(&self, ranks: u16) -> bool {
        self.ranks() & ranks != 0
    }

    const fn ranks(&self) -> u16 {
        let under = match self.under {
            Some(under) => 1 << place(under),
            None => 0,
        };
        1 << place(self.top) | under
    }

    /// PP-R3: what may not follow two sixes.
    #[inline]
    pub fn third_six(&self) -> CardSet {
        // Asked in this order: runs are rare, so the rest is seldom looked at.
        if self.run >= 2 && CardSet::SIXES.has(self.top) { CardSet::SIXES } else { CardSet::NONE }
    }

    /// PP-R4: what fits the top card by rank, by suit, or as king and queen of hearts do.
    #[inline]
    pub const fn fits(&self) -> CardSet {
        FITS[self.top.index() & 63]
    }

    /// A type 1 match, PP-R3 and, where `rm` holds, PP-R4.
    #[inline]
    pub fn type_one(&self, rm: bool) -> CardSet {
        self.fits().or(CardSet::all_if(!rm)).but(self.third_six())
    }

    /// PP-R5: what matches by this part.
    #[inline]
    pub(super) const fn part(&self, part: Part, b: bool) -> CardSet {
        match (part, self.under) {
            (Part::SameRank, _) => CardSet::of_ranks(self.ranks()),
            (Part::OneOff, None) => CardSet::of_ranks(NEIGHBOURS[place(self.top)]),
            (Part::OneOff, Some(under)) => {
                CardSet::of_ranks(NEIGHBOURS[place(self.top)] | NEIGHBOURS[place(under)])
            }
            (Part::Bridge, _) => {
                let on_sevens = CardSet::all_if(b && self.shows(bit(7))).and(CardSet::THREES);
                on_sevens.or(CardSet::all_if(b && self.shows(bit(3))).and(CardSet::SEVENS))
            }
            (Part::Reckoning, None) => CardSet::NONE,
            (Part::Reckoning, Some(under)) => CardSet::of_ranks(RECKONED[place(self.top)][place(under)]),
            (Part::AceOfSpades, _) => {
                CardSet::all_if(self.shows(PICTURES)).and(CardSet::of_card(ACE_OF_SPADES))
            }
            (Part::RunLength, _) => self.run_length(),
        }
    }

    /// PP-J2: the run counts for cards from 2 to 10 only.
    #[inline]
    const fn run_length(&self) -> CardSet {
        if self.run >= 2 && self.run <= 10 { CardSet::of_ranks(bit(self.run)) } else { CardSet::NONE }
    }

    /// Type 2 matches by any part but (2), and those by (2).
    #[inline]
    fn type_two_parts(&self, b: bool) -> (CardSet, CardSet) {
        let Pair { proper, one_off } = PAIRS[place(self.top)][self.under.map_or(13, place)];
        let bridge = if b { self.part(Part::Bridge, b) } else { CardSet::NONE };
        (proper.or(bridge).or(self.run_length()), one_off)
    }

    /// A type 2 match, PP-R5.
    pub fn type_two(&self, b: bool) -> CardSet {
        let (proper, one_off) = self.type_two_parts(b);
        proper.or(one_off)
    }

    /// PP-J6 and PP-R15: what may be played by options that ask for no type 1 match, and by those that do.
    ///
    /// With `fc` the first of these take anything, else a type 2 match. The others take a type 1 match, and from
    /// the second card on both; only what is no more than one rank off is then asked for rank or suit.
    #[inline]
    pub fn asked(&self, fc: bool, rm: bool, b: bool) -> (CardSet, CardSet) {
        // Sets instead of branches: whether a card is the first of its turn is hard to guess.
        let first = CardSet::all_if(fc);
        let (proper, one_off) = self.type_two_parts(b);
        let by_type_one = self.type_one(rm).and(first.or(one_off));
        let by_type_two = self.type_one(false).and(proper).but(first);
        (first.or(proper).or(one_off), by_type_one.or(by_type_two))
    }
}

#[cfg(test)]
#[path = "tests/matching.rs"]
mod tests;
