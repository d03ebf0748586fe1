//! What is typed after the flags of `parlour solve`.

use std::fmt;
use std::str::FromStr;

use engine::Seed;

use crate::failure::Result;
use crate::setup;

/// How much memory a deal may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory(u64);

impl Memory {
    pub const USUAL: Self = Self(256 << 20);
    /// Less than this is no memory at all.
    const LEAST: u64 = 4096;

    pub fn bytes(self) -> usize {
        usize::try_from(self.0).unwrap_or(usize::MAX)
    }
}

impl From<u64> for Memory {
    fn from(bytes: u64) -> Self {
        Self(bytes)
    }
}

impl From<Memory> for u64 {
    fn from(memory: Memory) -> u64 {
        memory.0
    }
}

const UNITS: [(&str, u64); 10] = [
    ("GiB", 1 << 30),
    ("MiB", 1 << 20),
    ("KiB", 1 << 10),
    ("GB", 1_000_000_000),
    ("MB", 1_000_000),
    ("KB", 1000),
    ("G", 1 << 30),
    ("M", 1 << 20),
    ("K", 1 << 10),
    ("B", 1),
];

/// As one would type it, in the largest binary unit that fits exactly.
impl fmt::Display for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fits = |(_, size): &&(&str, u64)| self.0.is_multiple_of(*size);
        match UNITS[..3].iter().find(fits) {
            Some((unit, size)) => write!(f, "{} {unit}", self.0 / size),
            None => write!(f, "{} B", self.0),
        }
    }
}

impl FromStr for Memory {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let digits = text.len() - text.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
        let (number, unit) = text.split_at(digits);
        let unit = unit.trim();
        let size = if unit.is_empty() {
            Some(1)
        } else {
            UNITS.iter().find(|(name, _)| name.eq_ignore_ascii_case(unit)).map(|(_, size)| *size)
        };
        let bytes = size.and_then(|size| number.parse::<u64>().ok()?.checked_mul(size));
        bytes
            .filter(|bytes| (Self::LEAST..1 << 50).contains(bytes))
            .map(Self)
            .ok_or_else(|| "give a size of at least 4 KiB, such as 256MiB or 1GiB".to_owned())
    }
}

/// How sure an interval is, as a share of one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Confidence(f64);

impl Confidence {
    pub const USUAL: Self = Self(0.95);

    pub fn share(self) -> f64 {
        self.0
    }
}

/// In per cent.
impl fmt::Display for Confidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Six places, for 99.9999; what is only rounding is not shown.
        write!(f, "{}", (self.0 * 1e8).round() / 1e6)
    }
}

impl FromStr for Confidence {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = text.trim().trim_end_matches('%').trim_end().parse::<f64>().ok();
        let number = number.filter(|number| (50.0..=99.9999).contains(number));
        number
            .map(|number| Self(number / 100.0))
            .ok_or_else(|| "give per cent from 50 to 99.9999, such as 95 or 99".to_owned())
    }
}

/// One deal: that of a seed, or one of a run's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chosen {
    seed: String,
    number: Option<u64>,
}

impl Chosen {
    pub fn seed(&self) -> Result<Seed> {
        let seed = setup::seed(Some(&self.seed))?;
        Ok(self.number.map_or(seed, |number| seed.child(number)))
    }
}

impl fmt::Display for Chosen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.number {
            None => write!(f, "seed {}", self.seed),
            Some(number) => write!(f, "deal {number} of seed {}", self.seed),
        }
    }
}

impl FromStr for Chosen {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let Some((seed, number)) = text.trim().split_once('/') else {
            return Ok(Self { seed: text.trim().to_owned(), number: None });
        };
        let number = number
            .trim()
            .parse()
            .map_err(|_| "give a seed such as 7, or 7/12 for deal 12 of a run".to_owned());
        Ok(Self { seed: seed.trim().to_owned(), number: Some(number?) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_with_their_units_and_written_as_read() {
        let bytes = |text: &str| text.parse::<Memory>().map(u64::from);
        assert_eq!(bytes("256MiB"), Ok(256 << 20));
        assert_eq!(bytes("256 mib"), Ok(256 << 20));
        assert_eq!(bytes("2g"), Ok(2 << 30));
        assert_eq!(bytes("5MB"), Ok(5_000_000));
        assert_eq!(bytes("8192"), Ok(8192));
        for text in ["", "MiB", "12 parsecs", "-1MiB", "0", "4095", "1.5GiB", "99999999999GiB"] {
            assert!(bytes(text).is_err(), "{text}");
        }
        assert_eq!(Memory::USUAL.to_string(), "256 MiB");
        for text in ["3 GiB", "1536 MiB", "17 KiB", "5001 B"] {
            assert_eq!(text.parse::<Memory>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn confidence_is_per_cent() {
        for text in ["95", "99", "99.9", "99.9999"] {
            assert_eq!(text.parse::<Confidence>().unwrap().to_string(), text);
        }
        assert_eq!("99 %".parse::<Confidence>(), Ok(Confidence(0.99)));
        for text in ["0.95", "100", "49", "NaN", "sure"] {
            assert!(text.parse::<Confidence>().is_err(), "{text}");
        }
    }
}
