//! A seed that nobody chose alone: the table's secret mixed with what every player's client put in.
//!
//! The table commits itself to its secret before anyone puts anything in, so it cannot choose the cards; nobody
//! else knows the secret, so they cannot either. Players commit themselves to their shares in the same way, and reveal
//! them once everyone has: so even someone who knows the secret cannot try out shares. After the game all of it is in the
//! record:
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
    /// What they committed themselves to before any share was revealed, by seat, in rising order. A seat that is here
    /// and not among the shares did not reveal its own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub promises: Vec<(Seat, Commitment)>,
}

fn place<T>(list: &mut Vec<(Seat, T)>, seat: Seat, value: T) {
    match list.binary_search_by_key(&seat, |(seat, _)| *seat) {
        Ok(index) => list[index].1 = value,
        Err(index) => list.insert(index, (seat, value)),
    }
}

fn find<T: Copy>(list: &[(Seat, T)], seat: Seat) -> Option<T> {
    list.iter().find(|(other, _)| *other == seat).map(|(_, value)| *value)
}

impl Mix {
    /// A secret that nobody has added to yet.
    pub fn new(secret: Seed) -> Self {
        Self { secret, shares: Vec::new(), promises: Vec::new() }
    }

    /// Puts in a share in one step; a later one from the same seat takes the place of the earlier.
    pub fn put(&mut self, seat: Seat, share: Seed) {
        self.take(seat);
        place(&mut self.shares, seat, share);
    }

    /// Commits a seat to a share that is revealed later.
    pub fn promise(&mut self, seat: Seat, commitment: Commitment) {
        self.take(seat);
        place(&mut self.promises, seat, commitment);
    }

    /// Puts in the share that this seat has committed itself to; false if it is another.
    pub fn reveal(&mut self, seat: Seat, share: Seed) -> bool {
        let kept = find(&self.promises, seat) == Some(share.commitment());
        if kept {
            place(&mut self.shares, seat, share);
        }
        kept
    }

    /// Takes a share and its promise out again, as when a player leaves before the deal.
    pub fn take(&mut self, seat: Seat) {
        self.shares.retain(|(other, _)| *other != seat);
        self.promises.retain(|(other, _)| *other != seat);
    }

    /// The commitment to this seat's share, revealed or not.
    pub fn promised(&self, seat: Seat) -> Option<Commitment> {
        find(&self.promises, seat).or_else(|| find(&self.shares, seat).map(|share| share.commitment()))
    }

    /// Seats that have not revealed what they committed themselves to.
    pub fn unrevealed(&self) -> impl Iterator<Item = Seat> {
        let seats = self.promises.iter().map(|(seat, _)| *seat);
        seats.filter(|seat| find(&self.shares, *seat).is_none())
    }

    /// What is shown before anyone puts anything in.
    pub fn commitment(&self) -> Commitment {
        self.secret.commitment()
    }

    /// Whether every share is the one that was promised, and each seat is there at most once, in rising order: there
    /// is one way to write a mix down.
    pub fn is_sound(&self) -> bool {
        let kept = |(seat, share): &(Seat, Seed)| {
            find(&self.promises, *seat).is_none_or(|promised| promised == share.commitment())
        };
        self.shares.is_sorted_by(|(one, _), (next, _)| one < next)
            && self.promises.is_sorted_by(|(one, _), (next, _)| one < next)
            && self.shares.iter().all(kept)
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
        assert!(mix.is_sound());
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
    fn a_share_is_revealed_as_it_was_promised_or_not_at_all() {
        let share = Seed::from_number(2);
        let mut mix = Mix::new(Seed::from_number(1));
        assert!(!mix.reveal(seat(1), share), "nothing was promised");
        mix.promise(seat(1), share.commitment());
        let alone = mix.seed();
        assert!(!mix.reveal(seat(1), Seed::from_number(3)) && mix.unrevealed().eq([seat(1)]));
        assert!(mix.reveal(seat(1), share) && mix.unrevealed().next().is_none());
        let mut one_step = Mix::new(Seed::from_number(1));
        one_step.put(seat(1), share);
        assert_eq!(mix.seed(), one_step.seed(), "the same cards, whichever way");
        assert_ne!(mix.seed(), alone);
        assert!(mix.is_sound());
        mix.shares[0].1 = Seed::from_number(3);
        assert!(!mix.is_sound());
    }

    /// Records of one-step shares have no promises.
    #[test]
    fn a_mix_without_promises_is_written_as_before() {
        let mut mix = Mix::new(Seed::from_number(1));
        mix.put(seat(1), Seed::from_number(2));
        let text = serde_json::to_string(&mix).unwrap();
        assert!(!text.contains("promises"), "{text}");
        assert_eq!(serde_json::from_str::<Mix>(&text).unwrap(), mix);
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
