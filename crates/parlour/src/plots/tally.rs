//! Counting, for plots.

use std::collections::BTreeMap;

use engine::Seat;

use super::figure::{Bar, Content, Spread};
use crate::stats::share;

/// How often each whole number came up.
#[derive(Clone, Default)]
pub struct Tally(BTreeMap<i64, u64>);

impl Tally {
    pub fn add(&mut self, value: i64) {
        *self.0.entry(value).or_insert(0) += 1;
    }

    pub fn total(&self) -> u64 {
        self.0.values().sum()
    }

    pub fn mean(&self) -> f64 {
        let sum: f64 = self.0.iter().map(|(&value, &times)| value as f64 * times as f64).sum();
        sum / self.total().max(1) as f64
    }

    /// The least value with at least this share of all at or below it.
    pub fn quantile(&self, share: f64) -> f64 {
        let wanted = share * self.total() as f64;
        let mut passed = 0;
        for (&value, &times) in &self.0 {
            passed += times;
            if passed as f64 >= wanted {
                return value as f64;
            }
        }
        0.0
    }

    /// The values that are no larger than this.
    pub fn up_to(&self, most: i64) -> Self {
        Self(self.0.range(..=most).map(|(&value, &times)| (value, times)).collect())
    }

    /// The spread of the values.
    pub fn spread(&self, name: String) -> Spread {
        let quantiles = [0.05, 0.25, 0.5, 0.75, 0.95].map(|share| self.quantile(share));
        Spread { name, mean: self.mean(), quantiles }
    }

    /// Shares in percent, in at most `most` columns of a round width.
    pub fn histogram(&self, most: i64) -> Content {
        let (first, last) = (self.0.keys().next().copied(), self.0.keys().last().copied());
        let (first, last) = (first.unwrap_or(0), last.unwrap_or(0));
        let widths = (0..).flat_map(|power| [1, 2, 5].map(|digit| digit * 10_i64.pow(power)));
        let width = widths.take(40).find(|width| (last - first) / width < most).unwrap_or(1);
        let mut columns = BTreeMap::new();
        for (&value, &times) in &self.0 {
            *columns.entry(value.div_euclid(width) * width).or_insert(0) += times;
        }
        // A column for a single number stands in the middle over it.
        let shift = if width == 1 { -0.5 } else { 0.0 };
        let in_per_cent =
            |(from, times)| (from as f64 + shift, 100.0 * times as f64 / self.total().max(1) as f64);
        Content::Histogram { width: width as f64, columns: columns.into_iter().map(in_per_cent).collect() }
    }
}

/// How many seats to the left of the dealer someone sits; 0 for the dealer.
pub fn left_of(dealer: Seat, seat: Seat, players: usize) -> usize {
    (seat.index() + players - dealer.index()) % players
}

/// "dealer", then "1", "2" and so on to the left.
pub fn places(players: usize) -> Vec<String> {
    (0..players).map(|place| if place == 0 { "dealer".to_owned() } else { place.to_string() }).collect()
}

/// Shares of all in per cent, with their intervals.
pub fn shares(names: Vec<String>, counts: &[f64], total: u64) -> Vec<Bar> {
    let bar = |(name, &count)| {
        let share = share(count, total);
        let [value, low, high] = [share.share, share.low, share.high].map(|part| 100.0 * part);
        Bar { name, value, low, high, mark: None }
    };
    names.into_iter().zip(counts).map(bar).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tally_knows_its_quantiles_and_columns() {
        let mut tally = Tally::default();
        (1..=100).for_each(|value| tally.add(value));
        assert_eq!(tally.mean(), 50.5);
        assert_eq!(tally.spread(String::new()).quantiles, [5.0, 25.0, 50.0, 75.0, 95.0]);
        let Content::Histogram { width, columns } = tally.histogram(30) else { panic!("a histogram") };
        assert_eq!((width, columns.len()), (5.0, 21));
        assert_eq!((columns[0], columns[1]), ((0.0, 4.0), (5.0, 5.0)));
    }
}
