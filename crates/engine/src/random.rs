//! The one place where chance enters: seeds, their commitments, and shuffling.
//!
//! The generator is ChaCha with 8 rounds; drawing below a bound and shuffling are our own and pinned by the
//! test vectors below, so that no upgrade of a library can ever change a deal.

use std::fmt;
use std::str::FromStr;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// 32 bytes from which every shuffle of a game follows. Secret until the game is over.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Seed(pub [u8; 32]);

/// What is shown before the deal: it fixes the seed without giving it away.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Commitment([u8; 32]);

/// Text that is not 64 hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadSeed {
    /// Too short or too long.
    #[error("a seed has 64 hexadecimal digits (32 bytes), this one has {0}")]
    Length(usize),
    /// A character that is no digit.
    #[error("a seed has only the digits 0 to 9 and a to f, this one has \"{0}\"")]
    Digit(char),
}

impl BadSeed {
    /// A stable name for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Length(_) => "bad-seed-length",
            Self::Digit(_) => "bad-seed-digit",
        }
    }
}

impl Seed {
    /// A seed from a small number, for people who like to type `--seed 7`.
    pub fn from_number(number: u64) -> Self {
        Self(blake3::derive_key("parlour 2026 seed from number v1", &number.to_le_bytes()))
    }

    /// The seed of game `number` in a run that was started with this one.
    pub fn child(&self, number: u64) -> Self {
        Self(*blake3::keyed_hash(&self.0, &number.to_le_bytes()).as_bytes())
    }

    /// The commitment to this seed.
    pub fn commitment(&self) -> Commitment {
        Commitment(blake3::derive_key("parlour 2026 seed commitment v1", &self.0))
    }
}

fn from_hex(text: &str) -> Result<[u8; 32], BadSeed> {
    if let Some(wrong) = text.chars().find(|letter| !letter.is_ascii_hexdigit()) {
        return Err(BadSeed::Digit(wrong));
    }
    if text.len() != 64 {
        return Err(BadSeed::Length(text.len()));
    }
    let mut bytes = [0; 32];
    for (byte, digits) in bytes.iter_mut().zip(text.as_bytes().chunks(2)) {
        *byte = digits
            .iter()
            .fold(0, |value, &digit| value << 4 | (digit as char).to_digit(16).unwrap_or(0) as u8);
    }
    Ok(bytes)
}

fn write_hex(bytes: &[u8; 32], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
}

macro_rules! hex_text {
    ($type:ident) => {
        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write_hex(&self.0, f)
            }
        }
        impl FromStr for $type {
            type Err = BadSeed;
            fn from_str(text: &str) -> Result<Self, BadSeed> {
                from_hex(text).map(Self)
            }
        }
        impl TryFrom<String> for $type {
            type Error = BadSeed;
            fn try_from(text: String) -> Result<Self, BadSeed> {
                text.parse()
            }
        }
        impl From<$type> for String {
            fn from(value: $type) -> String {
                value.to_string()
            }
        }
    };
}
hex_text!(Seed);
hex_text!(Commitment);

/// A seed never prints itself by accident: a log line that shows it would show every card to come.
impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seed(committed {:?})", self.commitment())
    }
}

impl fmt::Debug for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02x}{:02x}{:02x}{:02x}…", self.0[0], self.0[1], self.0[2], self.0[3])
    }
}

/// A stream of chance.
#[derive(Clone, Debug)]
pub struct Dice(ChaCha8Rng);

impl Dice {
    /// The first stream of this seed.
    pub fn new(seed: &Seed) -> Self {
        Self(ChaCha8Rng::from_seed(seed.0))
    }

    /// One of the seed's many independent streams.
    pub fn stream(seed: &Seed, stream: u64) -> Self {
        let mut dice = Self::new(seed);
        // The first one is set from the start.
        if stream != 0 {
            dice.0.set_stream(stream);
        }
        dice
    }

    /// A number from 0 to `bound` − 1, each as likely as the other; 0 for a bound of 0.
    #[inline]
    pub fn below(&mut self, bound: usize) -> usize {
        debug_assert!(bound <= u32::MAX as usize, "nothing here is that large");
        let bound = bound as u32;
        // Lemire's method: the high half of a product, with the few values that would favour some redrawn.
        let mut product = u64::from(self.0.next_u32()) * u64::from(bound);
        if (product as u32) < bound {
            let unfair = bound.wrapping_neg() % bound;
            while (product as u32) < unfair {
                product = u64::from(self.0.next_u32()) * u64::from(bound);
            }
        }
        (product >> 32) as usize
    }

    /// Puts the items in a random order, each order as likely as the other (Fisher–Yates from the end).
    #[inline]
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for len in (2..=items.len()).rev() {
            self.settle_last(&mut items[..len]);
        }
    }

    /// The first step of a shuffle: puts the last item in its place. Who takes items from the end one by one need not
    /// shuffle those that stay.
    #[inline]
    pub fn settle_last<T>(&mut self, items: &mut [T]) {
        if let Some(last) = items.len().checked_sub(1).filter(|last| *last > 0) {
            items.swap(last, self.below(last + 1));
        }
    }

    /// One of the items, unless there is none.
    #[inline]
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() { None } else { items.get(self.below(items.len())) }
    }

    /// A fresh seed.
    pub fn seed(&mut self) -> Seed {
        let mut bytes = [0; 32];
        self.0.fill_bytes(&mut bytes);
        Seed(bytes)
    }
}

/// The shuffler that a game state carries: its n-th shuffle is the seed's n-th stream, so it is small to
/// copy and a state knows how often it has shuffled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shuffler {
    seed: Seed,
    shuffles: u32,
}

impl Shuffler {
    /// Before the first shuffle.
    pub fn new(seed: &Seed) -> Self {
        Self { seed: *seed, shuffles: 0 }
    }

    /// The dice of the next shuffle, or of another event left to chance.
    #[inline]
    pub fn dice(&mut self) -> Dice {
        let dice = Dice::stream(&self.seed, self.shuffles.into());
        self.shuffles += 1;
        dice
    }

    /// Shuffles.
    #[inline]
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        self.dice().shuffle(items);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::DECK;

    fn deal(mut shuffler: Shuffler, times: usize) -> String {
        let mut deck = DECK;
        for _ in 0..times {
            deck = DECK;
            shuffler.shuffle(&mut deck);
        }
        deck.iter().map(|card| card.to_string()).collect()
    }

    /// The deals were computed apart from this code, from the definition of ChaCha with 8 rounds.
    #[test]
    fn test_vectors_pin_the_deals() {
        let zero = Seed([0; 32]);
        let seven = Seed::from_number(7);
        assert_eq!(seven.to_string(), "2bb94ec0345804736255ab9066981966bf694bb69ca373a968b51604b645d168");
        assert_eq!(
            seven.commitment().to_string(),
            "b68d7a555cb5cce7c6672a045e06d52875c4e02dbdb665f628ec0f62e6faaa9f"
        );
        assert_eq!(
            seven.child(3).to_string(),
            "6f34d8d6d9d7a7be4dd1a62002cee1c4086b99f6a96f2fdef38175f60067c71c"
        );
        assert_eq!(
            deal(Shuffler::new(&zero), 1),
            "KD6D3D6C8SJHTC3HQCAC2CJCQD5H9H8D7DTD9D5CAH6HAD4S9C9S4D7SKS3C8H3STH2HQS2SKC2DASKH5S4H8C7H6SQHJSJD5D7C4CTS"
        );
        assert_eq!(
            deal(Shuffler::new(&zero), 2),
            "5CJH6CTH3D7H8D9CTC3S9S4SAH5S4D5H3HQDKCJCACJS9H5D7S8H6D8C8S2S2HTS9D7DKHTDAS7C6H6SQS3CAD4H2D4CKSKDQCQH2CJD"
        );
        assert_eq!(
            deal(Shuffler::new(&seven), 1),
            "6C6HAC5HJHQDTD8HAHASTH7S8D3D9C2C7H9H5D2DJS4S8CKHJC4H8S3C5CJD4DAD5SKSTC2HTS6S4C3SKD7C7DQS9SQC9D6D3HKCQH2S"
        );
        let mut dice = Dice::new(&seven);
        assert_eq!(
            [1, 2, 3, 6, 52, 1000, 4_000_000_000].map(|bound| dice.below(bound)),
            [0, 0, 0, 1, 33, 724, 2_142_547_516]
        );
    }

    #[test]
    fn every_order_is_as_likely() {
        let mut dice = Dice::new(&Seed::from_number(1));
        let mut counts = std::collections::BTreeMap::new();
        for _ in 0..24_000 {
            let mut items = [0, 1, 2, 3];
            dice.shuffle(&mut items);
            *counts.entry(items).or_insert(0_i32) += 1;
        }
        assert_eq!(counts.len(), 24);
        // Chi-square with 23 degrees of freedom: 49.7 is passed once in a thousand seeds, and this seed is fixed.
        let chi: f64 = counts.values().map(|&count| f64::from(count - 1000).powi(2) / 1000.0).sum();
        assert!(chi < 49.7, "{chi}");
    }

    #[test]
    fn a_seed_of_the_wrong_length_is_refused() {
        assert_eq!("abc".parse::<Seed>(), Err(BadSeed::Length(3)));
        assert_eq!("x".repeat(64).parse::<Seed>(), Err(BadSeed::Digit('x')));
        assert_eq!("é".repeat(32).parse::<Seed>(), Err(BadSeed::Digit('é')));
        let seed = Seed::from_number(3);
        assert_eq!(seed.to_string().parse(), Ok(seed));
    }

    #[test]
    fn a_seed_does_not_print_itself() {
        let seed = Seed::from_number(3);
        assert!(!format!("{seed:?}").contains(&seed.to_string()[..8]));
    }
}
