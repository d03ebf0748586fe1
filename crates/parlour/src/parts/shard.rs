//! `--shard 3/16`: which part of a run.

use std::ops::Range;
use std::str::FromStr;

/// One of several equal parts of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    part: u64,
    parts: u64,
}

impl Shard {
    /// Its deals or games. The parts follow each other, and differ by one at most.
    pub fn of(self, deals: u64) -> Range<u64> {
        let until = |part: u64| (u128::from(deals) * u128::from(part) / u128::from(self.parts)) as u64;
        until(self.part - 1)..until(self.part)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/').map(|(part, parts)| (part.trim().parse(), parts.trim().parse()));
        match numbers {
            Some((Ok(part), Ok(parts))) if 1 <= part && part <= parts => Ok(Self { part, parts }),
            _ => Err("give a part and how many there are, from 1/16 to 16/16".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_follow_each_other_and_miss_nothing() {
        for (deals, parts) in [(10, 3), (7, 16), (1000, 16), (u64::MAX, 5)] {
            let mut next = 0;
            for part in 1..=parts {
                let range = format!("{part}/{parts}").parse::<Shard>().unwrap().of(deals);
                assert_eq!(range.start, next);
                assert!(range.end - range.start <= deals / parts + 1);
                next = range.end;
            }
            assert_eq!(next, deals);
        }
        for text in ["0/4", "5/4", "3", "a/b", "1/0", "-1/4", "1/4/2"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
