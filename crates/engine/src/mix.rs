//! A seed that nobody chose alone: the table's secret mixed with what every player's client put in.
//!
//! The table commits itself to its secret before anyone puts anything in, so it cannot choose the cards; nobody
//! else knows the secret, so they cannot either. After the game all of it is in the record:
//!
//! `seed = BLAKE3-derive-key("parlour 2026 mixed seed v1", secret ‖ seat₁ ‖ share₁ ‖ seat₂ ‖ share₂ ‖ …)`
//!
//! with the seats in rising order, one byte each, and 32 bytes for the secret and for each share.

use serde::{Deserialize, Serialize};

use crate::random::{Commitment, Seed};
use crate::seat::Seat;

/// What a seed was mixed from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mix {
    /// What the table chose, and committed itself to.
    pub secret: Seed,
    /// What the players' clients put in, by seat, in rising order.
    pub shares: Vec<(Seat, Seed)>,
}

impl Mix {
    /// A secret that nobody has added to yet.
    pub fn new(secret: Seed) -> Self {
        Self { secret, shares: Vec::new() }
    }

    /// Puts in a share; a later one from the same seat takes the place of the earlier.
    pub fn put(&mut self, seat: Seat, share: Seed) {
        match self.shares.binary_search_by_key(&seat, |(seat, _)| *seat) {
            Ok(index) => self.shares[index].1 = share,
            Err(index) => self.shares.insert(index, (seat, share)),
        }
    }

    /// Takes a share out again, as when a player leaves before the deal.
    pub fn take(&mut self, seat: Seat) {
        self.shares.retain(|(other, _)| *other != seat);
    }

    /// What is shown before anyone puts anything in.
    pub fn commitment(&self) -> Commitment {
        self.secret.commitment()
    }

    /// Whether each seat is there at most once, in rising order: there is one way to write a mix down.
    pub fn is_in_order(&self) -> bool {
        self.shares.is_sorted_by(|(one, _), (next, _)| one < next)
    }

    /// The seed.
    pub fn seed(&self) -> Seed {
        let mut bytes = self.secret.0.to_vec();
        for (seat, share) in &self.shares {
            bytes.push(seat.index() as u8);
            bytes.extend_from_slice(&share.0);
        }
        Seed(blake3::derive_key("parlour 2026 mixed seed v1", &bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seat(index: usize) -> Seat {
        Seat::new(index).unwrap()
    }

    #[test]
    fn every_share_and_its_seat_count() {
        let alone = Mix::new(Seed::from_number(1));
        let mut mix = alone.clone();
        mix.put(seat(2), Seed::from_number(2));
        mix.put(seat(0), Seed::from_number(3));
        assert!(mix.is_in_order());
        let mut swapped = alone.clone();
        swapped.put(seat(0), Seed::from_number(2));
        swapped.put(seat(2), Seed::from_number(3));
        let seeds = [alone.seed(), mix.seed(), swapped.seed(), alone.secret];
        for (index, one) in seeds.iter().enumerate() {
            assert!(seeds[index + 1..].iter().all(|other| other != one));
        }
        assert_eq!(mix.commitment(), alone.commitment(), "the promise holds whatever is put in");
        mix.take(seat(0));
        mix.take(seat(2));
        assert_eq!(mix, alone);
    }

    #[test]
    fn the_seed_is_pinned() {
        let mut mix = Mix::new(Seed::from_number(1));
        mix.put(seat(1), Seed::from_number(2));
        assert_eq!(
            mix.seed().to_string(),
            "12fc5849c281c59e649408326ee42d9d5ebb1b251555f9bc1f7bcea14c12d439"
        );
    }
}
