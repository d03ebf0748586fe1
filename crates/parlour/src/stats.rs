//! Statistics for people: means and shares with their intervals, thousands.

use serde::{Deserialize, Serialize};

use crate::interval::student;

/// The normal deviate of a two-sided 95 % interval.
const Z: f64 = 1.959_964;

/// A share with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Share {
    pub share: f64,
    pub low: f64,
    pub high: f64,
}

/// Wilson's interval, which holds for rare events and small numbers too.
pub fn share(successes: f64, trials: u64) -> Share {
    let n = trials.max(1) as f64;
    let share = successes / n;
    let middle = (share + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
    let half = Z / (1.0 + Z * Z / n) * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).max(0.0).sqrt();
    Share { share, low: (middle - half).max(0.0), high: (middle + half).min(1.0) }
}

/// A mean with its 95 % interval, and the extremes.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct Mean {
    pub mean: f64,
    pub low: f64,
    pub high: f64,
    pub least: f64,
    pub most: f64,
}

/// Sums values up for a [`Mean`]. In files its numbers are texts, which keep every bit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "[String; 5]", into = "[String; 5]")]
pub struct Sum {
    number: u64,
    sum: f64,
    squares: f64,
    least: f64,
    most: f64,
}

impl Sum {
    pub const EMPTY: Self =
        Self { number: 0, sum: 0.0, squares: 0.0, least: f64::INFINITY, most: f64::NEG_INFINITY };

    /// How many values were added.
    pub fn number(&self) -> u64 {
        self.number
    }

    pub fn add(&mut self, value: f64) {
        self.number += 1;
        self.sum += value;
        self.squares += value * value;
        self.least = self.least.min(value);
        self.most = self.most.max(value);
    }

    /// Both together.
    pub fn and(self, other: Self) -> Self {
        Self {
            number: self.number.saturating_add(other.number),
            sum: self.sum + other.sum,
            squares: self.squares + other.squares,
            least: self.least.min(other.least),
            most: self.most.max(other.most),
        }
    }

    pub fn mean(&self) -> Mean {
        self.with_deviate(Z)
    }

    /// The mean of a few values, each of which sums up a deal: the interval is Student's.
    pub fn mean_of_deals(&self) -> Mean {
        self.with_deviate(student(self.number, 0.95).unwrap_or_default())
    }

    fn with_deviate(&self, deviate: f64) -> Mean {
        let n = self.number.max(1) as f64;
        let mean = self.sum / n;
        let variance =
            if self.number > 1 { (self.squares - n * mean * mean).max(0.0) / (n - 1.0) } else { 0.0 };
        let half = deviate * (variance / n).sqrt();
        let (least, most) = if self.number == 0 { (0.0, 0.0) } else { (self.least, self.most) };
        Mean { mean, low: mean - half, high: mean + half, least, most }
    }
}

impl From<Sum> for [String; 5] {
    fn from(sum: Sum) -> Self {
        let Sum { number, sum, squares, least, most } = sum;
        [number.to_string(), sum.to_string(), squares.to_string(), least.to_string(), most.to_string()]
    }
}

impl TryFrom<[String; 5]> for Sum {
    type Error = String;

    fn try_from([number, sum, squares, least, most]: [String; 5]) -> Result<Self, String> {
        let value = |text: &str| text.parse::<f64>().map_err(|_| format!("\"{text}\" is not a number"));
        let number = number.parse().map_err(|_| format!("\"{number}\" is not a count"))?;
        let read = Self {
            number,
            sum: value(&sum)?,
            squares: value(&squares)?,
            least: value(&least)?,
            most: value(&most)?,
        };
        let is_sound = if number == 0 {
            read == Self::EMPTY
        } else {
            let all = [read.sum, read.squares, read.least, read.most];
            all.iter().all(|value| value.is_finite()) && read.squares >= 0.0 && read.least <= read.most
        };
        if is_sound { Ok(read) } else { Err("a sum does not add up".to_owned()) }
    }
}

impl FromIterator<f64> for Sum {
    fn from_iter<I: IntoIterator<Item = f64>>(values: I) -> Self {
        let mut sum = Self::EMPTY;
        values.into_iter().for_each(|value| sum.add(value));
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilsons_interval_is_the_known_one() {
        let half = share(50.0, 100);
        assert!((half.low - 0.4038).abs() < 1e-4 && (half.high - 0.5962).abs() < 1e-4, "{half:?}");
        let never = share(0.0, 100);
        assert!(never.low == 0.0 && (never.high - 0.0370).abs() < 1e-4, "{never:?}");
    }

    #[test]
    fn a_sum_reads_back_to_the_bit_and_a_damaged_one_does_not() {
        let third: Sum = [1.0 / 3.0, -2.5, 1e100].into_iter().collect();
        for sum in [third, Sum::EMPTY] {
            let text = serde_json::to_string(&sum).unwrap();
            assert_eq!(serde_json::from_str::<Sum>(&text).unwrap(), sum, "{text}");
        }
        for text in [
            r#"["1","NaN","1","1","1"]"#,
            r#"["1","1","1","2","1"]"#,
            r#"["1","1","-1","1","1"]"#,
            r#"["0","1","1","1","1"]"#,
            r#"["-1","1","1","1","1"]"#,
            r#"["1","1","1","1"]"#,
        ] {
            assert!(serde_json::from_str::<Sum>(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_mean_has_its_interval_and_extremes() {
        let mut sum = Sum::EMPTY;
        [1.0, 2.0, 3.0, 4.0].into_iter().for_each(|value| sum.add(value));
        let mean = sum.mean();
        assert_eq!((mean.mean, mean.least, mean.most), (2.5, 1.0, 4.0));
        assert!((mean.high - 2.5 - 1.265).abs() < 1e-3, "{mean:?}");
    }
}
