//! SJN-R9: how the game notices that it would go on for ever.
//!
//! Between two tricks all cards lie in the piles, and nobody chooses anything: the piles and the leader decide the rest of
//! the game. Suits and plain ranks make no difference, so a position is what each card costs, in order. If a position
//! comes back, so does everything after it.
//!
//! Brent's way to find that needs one earlier position: it is kept for 1 trick, then a later one for 2, 4, 8 and so on.
//! Positions are compared in full, so there is no false alarm. An endless game is noticed when the kept position lies
//! within the circle and was kept for as long as the circle is, and the number of tricks since is the circle's own.

use engine::{Card, Pile, Seat};

use super::{MOST_PLAYERS, price};

/// All that decides the rest of the game, between two tricks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Position {
    leader: Seat,
    sizes: [u8; MOST_PLAYERS],
    /// What the cards cost, pile by pile; 0 for a plain card.
    prices: [u8; 52],
}

/// An earlier position, and how long it has been kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Watch {
    kept: Position,
    /// Tricks since.
    age: u32,
    /// Tricks for which it is kept.
    span: u32,
}

fn sizes(piles: &[Pile<52>; MOST_PLAYERS]) -> [u8; MOST_PLAYERS] {
    std::array::from_fn(|index| piles[index].len() as u8)
}

fn prices(piles: &[Pile<52>; MOST_PLAYERS]) -> impl Iterator<Item = u8> + '_ {
    let cost = |&card: &Card| price(card).unwrap_or(0);
    piles.iter().flat_map(move |pile| pile.as_slice().iter().map(cost))
}

impl Position {
    fn of(piles: &[Pile<52>; MOST_PLAYERS], leader: Seat) -> Self {
        let mut position = Self { leader, sizes: sizes(piles), prices: [0; 52] };
        position.prices.iter_mut().zip(prices(piles)).for_each(|(place, price)| *place = price);
        position
    }

    /// Whether this is the position. Most positions differ in the sizes of the piles.
    fn is(&self, piles: &[Pile<52>; MOST_PLAYERS], leader: Seat) -> bool {
        self.leader == leader
            && self.sizes == sizes(piles)
            && self.prices.iter().zip(prices(piles)).all(|(kept, now)| *kept == now)
    }
}

impl Watch {
    /// Begins with this position.
    pub(super) fn new(piles: &[Pile<52>; MOST_PLAYERS], leader: Seat) -> Self {
        Self { kept: Position::of(piles, leader), age: 0, span: 1 }
    }

    /// Looks at the position after another trick: the number of tricks after which everything repeats, if it does.
    pub(super) fn repeats(&mut self, piles: &[Pile<52>; MOST_PLAYERS], leader: Seat) -> Option<u32> {
        self.age += 1;
        if self.kept.is(piles, leader) {
            return Some(self.age);
        }
        if self.age == self.span {
            *self = Self { kept: Position::of(piles, leader), age: 0, span: 2 * self.span };
        }
        None
    }
}
