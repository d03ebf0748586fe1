//! Sets of deals, as the ranges of their numbers.

use std::fmt;
use std::ops::Range;

use serde::{Deserialize, Serialize};

/// A set of deals: ranges from a first deal to before another, in order, none touching the next.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Ranges(Vec<(u64, u64)>);

impl Ranges {
    pub fn of(range: Range<u64>) -> Self {
        let mut ranges = Self::default();
        ranges.add(range);
        ranges
    }

    pub fn iter(&self) -> impl Iterator<Item = Range<u64>> + '_ {
        self.0.iter().map(|&(first, end)| first..end)
    }

    pub fn count(&self) -> u64 {
        self.iter().map(|range| range.end - range.start).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether they are in order, apart from each other, and within these bounds.
    pub fn are_sound(&self, within: Range<u64>) -> bool {
        let mut next = None;
        self.iter().all(|range| {
            let apart = next.is_none_or(|next| range.start > next);
            next = Some(range.end);
            apart && range.start < range.end && within.start <= range.start && range.end <= within.end
        })
    }

    /// Adds deals that are not in the set.
    pub fn add(&mut self, range: Range<u64>) {
        if range.is_empty() {
            return;
        }
        let at = self.0.partition_point(|&(first, _)| first < range.start);
        self.0.insert(at, (range.start, range.end));
        // The new one may touch those on both sides.
        for left in [at, at.wrapping_sub(1)] {
            if let (Some(&(first, end)), Some(&(next, last))) =
                (self.0.get(left), self.0.get(left.wrapping_add(1)))
                && next <= end
            {
                self.0[left] = (first, end.max(last));
                self.0.remove(left + 1);
            }
        }
    }

    /// The first deals that are in both.
    pub fn common(&self, other: &Self) -> Option<Range<u64>> {
        self.iter().find_map(|one| {
            let both = other.iter().map(|two| one.start.max(two.start)..one.end.min(two.end));
            both.into_iter().find(|both| !both.is_empty())
        })
    }

    /// Those within these bounds that are not in the set.
    pub fn missing(&self, within: Range<u64>) -> Self {
        let mut missing = Self::default();
        let mut next = within.start;
        for range in self.iter() {
            missing.add(next..range.start.min(within.end));
            next = next.max(range.end);
        }
        missing.add(next..within.end);
        missing
    }
}

/// "0 to 99, 200, 300 to 399"; of very many only the first.
impl fmt::Display for Ranges {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 10;
        let one = |range: Range<u64>| match range.end - range.start {
            1 => range.start.to_string(),
            _ => format!("{} to {}", range.start, range.end - 1),
        };
        let shown: Vec<String> = self.iter().take(SHOWN).map(one).collect();
        f.write_str(&shown.join(", "))?;
        if self.0.len() > SHOWN { f.write_str(" and more") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_join_where_they_touch() {
        let mut ranges = Ranges::default();
        for (first, end) in [(10, 20), (30, 40), (0, 5), (20, 25), (25, 30), (5, 6), (7, 7)] {
            ranges.add(first..end);
        }
        assert_eq!(ranges.to_string(), "0 to 5, 10 to 39");
        assert_eq!(ranges.count(), 36);
        assert!(ranges.are_sound(0..40) && !ranges.are_sound(1..40) && !ranges.are_sound(0..39));
        assert_eq!(ranges.missing(0..50).to_string(), "6 to 9, 40 to 49");
        assert_eq!(ranges.missing(3..12).to_string(), "6 to 9");
        assert!(ranges.missing(12..40).is_empty());
    }

    #[test]
    fn whatever_the_order_the_set_is_the_same() {
        let mut dice = engine::Dice::new(&engine::Seed::from_number(1));
        for _ in 0..50 {
            let mut blocks: Vec<u64> = (0..30).collect();
            dice.shuffle(&mut blocks);
            let mut ranges = Ranges::default();
            for (done, &block) in blocks.iter().enumerate() {
                ranges.add(block * 7..block * 7 + 7);
                assert!(ranges.are_sound(0..210), "{ranges}");
                assert_eq!(ranges.count(), 7 * (done as u64 + 1));
            }
            assert_eq!(ranges, Ranges::of(0..210));
        }
    }

    #[test]
    fn what_is_in_both_is_found() {
        let mut ranges = Ranges::of(0..10);
        ranges.add(20..30);
        assert_eq!(ranges.common(&Ranges::of(10..20)), None);
        assert_eq!(ranges.common(&Ranges::of(5..25)), Some(5..10));
        assert_eq!(ranges.common(&Ranges::of(29..99)), Some(29..30));
    }

    #[test]
    fn forged_ranges_are_not_sound() {
        for text in ["[[5,3]]", "[[0,5],[4,9]]", "[[5,9],[0,2]]", "[[0,5],[5,9]]", "[[3,3]]"] {
            let ranges: Ranges = serde_json::from_str(text).unwrap();
            assert!(!ranges.are_sound(0..100), "{text}");
        }
    }
}
