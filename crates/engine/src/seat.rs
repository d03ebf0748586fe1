//! Seats around a table, and who is looking.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The most seats that any table has: one card each from a deck.
pub const MAX_SEATS: usize = 52;

/// A place at the table, numbered from 0 clockwise. "Left" is clockwise, the next higher seat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "u8")]
pub struct Seat(u8);

impl Seat {
    /// The first seat.
    pub const FIRST: Self = Self(0);

    /// The seat of that number, if a table can have it.
    pub const fn new(index: usize) -> Option<Self> {
        if index < MAX_SEATS { Some(Self(index as u8)) } else { None }
    }

    /// The first `players` seats, in order; more than a table has are left out.
    #[inline]
    pub fn all(players: usize) -> impl DoubleEndedIterator<Item = Self> + Clone + ExactSizeIterator {
        (0..players.min(MAX_SEATS) as u8).map(Self)
    }

    /// The seat's number.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The neighbour to the left, clockwise.
    #[inline]
    pub const fn left(self, players: usize) -> Self {
        let next = self.0 + 1;
        Self(if next as usize >= players { 0 } else { next })
    }

    /// The neighbour to the right, counter-clockwise.
    #[inline]
    pub const fn right(self, players: usize) -> Self {
        Self(if self.0 == 0 { players as u8 - 1 } else { self.0 - 1 })
    }
}

impl TryFrom<u8> for Seat {
    type Error = String;

    fn try_from(number: u8) -> Result<Self, String> {
        Self::new(number.into()).ok_or_else(|| format!("there is no seat {number}"))
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// A set of seats.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Seats(u64);

impl Seats {
    /// Nobody.
    pub const NONE: Self = Self(0);
    /// Every seat, and everyone who watches.
    pub const EVERYONE: Self = Self(u64::MAX);

    /// Just this seat.
    #[inline]
    pub const fn only(seat: Seat) -> Self {
        Self(1 << seat.0)
    }

    /// The first `players` seats.
    #[inline]
    pub const fn first(players: usize) -> Self {
        Self(if players >= 64 { u64::MAX } else { (1 << players) - 1 })
    }

    /// Whether the seat belongs to it.
    #[inline]
    pub const fn has(self, seat: Seat) -> bool {
        self.0 >> seat.0 & 1 == 1
    }

    /// With this seat too.
    #[inline]
    pub const fn with(self, seat: Seat) -> Self {
        Self(self.0 | 1 << seat.0)
    }

    /// Without this seat.
    #[inline]
    pub const fn without(self, seat: Seat) -> Self {
        Self(self.0 & !(1 << seat.0))
    }

    /// The number of seats in the set.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether nobody is in it.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seats, lowest first.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        let mut rest = self.0 & (u64::MAX >> (64 - MAX_SEATS));
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let seat = Seat(rest.trailing_zeros() as u8);
                rest &= rest - 1;
                seat
            })
        })
    }

    /// The first seat of the set to the left of `seat`, going clockwise, `seat` itself coming last.
    #[inline]
    pub const fn next_left(self, seat: Seat) -> Option<Seat> {
        if self.0 == 0 {
            return None;
        }
        let above = self.0 & !((2 << seat.0) - 1);
        let found = if above != 0 { above } else { self.0 };
        Some(Seat(found.trailing_zeros() as u8))
    }
}

impl FromIterator<Seat> for Seats {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        seats.into_iter().fold(Self::NONE, Self::with)
    }
}

impl fmt::Debug for Seats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::EVERYONE {
            return f.write_str("everyone");
        }
        f.debug_set().entries(self.iter().map(Seat::index)).finish()
    }
}

/// Who looks at the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Viewer {
    /// The player on that seat.
    Seat(Seat),
    /// Someone who only watches and sees what lies open.
    Public,
}

impl Viewer {
    /// Whether this viewer sits there.
    #[inline]
    pub fn is(self, seat: Seat) -> bool {
        self == Self::Seat(seat)
    }

    /// Whether something known to these seats is known to this viewer. Watchers know what everyone knows.
    #[inline]
    pub fn among(self, seats: Seats) -> bool {
        match self {
            Self::Seat(seat) => seats.has(seat),
            Self::Public => seats == Seats::EVERYONE,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_go_round() {
        let [first, second, third] = [0, 1, 2].map(|index| Seat::new(index).unwrap());
        assert_eq!(third.left(3), first);
        assert_eq!(first.right(3), third);
        assert_eq!(first.left(3), second);
        assert_eq!(Seat::new(MAX_SEATS), None);
    }

    #[test]
    fn the_next_to_the_left_skips_those_who_are_out() {
        let seats: Seats = [0, 2, 51].into_iter().filter_map(Seat::new).collect();
        let next = |index| seats.next_left(Seat::new(index).unwrap()).map(Seat::index);
        assert_eq!([0, 1, 2, 50, 51].map(next), [Some(2), Some(2), Some(51), Some(51), Some(0)]);
        assert_eq!(Seats::NONE.next_left(Seat::FIRST), None);
        assert_eq!(Seats::only(Seat::FIRST).next_left(Seat::FIRST), Some(Seat::FIRST));
    }

    #[test]
    fn watchers_see_only_what_everyone_sees() {
        assert!(Viewer::Public.among(Seats::EVERYONE));
        assert!(!Viewer::Public.among(Seats::first(MAX_SEATS)));
        assert!(Viewer::Seat(Seat::FIRST).among(Seats::only(Seat::FIRST)));
        assert_eq!(Seats::EVERYONE.iter().count(), MAX_SEATS);
    }
}
