//! How much may be asked: a bucket of tokens that fills up again with time.

use tokio::time::Instant;

/// A bucket of tokens.
#[derive(Clone, Debug)]
pub struct Bucket {
    per_second: f64,
    most: f64,
    tokens: f64,
    at: Instant,
}

impl Bucket {
    /// A full bucket.
    pub fn new(per_second: u32, most: u32, now: Instant) -> Self {
        Self { per_second: per_second.into(), most: most.into(), tokens: most.into(), at: now }
    }

    /// Takes tokens out, if there are enough.
    pub fn take(&mut self, cost: u32, now: Instant) -> bool {
        let passed = now.saturating_duration_since(self.at).as_secs_f64();
        self.tokens = (self.tokens + passed * self.per_second).min(self.most);
        self.at = now;
        let enough = self.tokens >= f64::from(cost);
        if enough {
            self.tokens -= f64::from(cost);
        }
        enough
    }

    /// Takes tokens out whether or not there are enough: what is missing has to fill up before anything else is had.
    pub fn charge(&mut self, cost: usize, now: Instant) {
        self.take(0, now);
        self.tokens -= cost as f64;
    }

    /// Whether it is as full as it gets: nothing is lost if it is forgotten.
    pub fn is_full(&self, now: Instant) -> bool {
        let passed = now.saturating_duration_since(self.at).as_secs_f64();
        self.tokens + passed * self.per_second >= self.most
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_bucket_empties_and_fills_again() {
        let now = Instant::now();
        let mut bucket = Bucket::new(2, 3, now);
        assert_eq!([1, 1, 1, 1].map(|cost| bucket.take(cost, now)), [true, true, true, false]);
        let later = now + Duration::from_secs(1);
        assert!(!bucket.is_full(later));
        assert!(bucket.take(2, later));
        assert!(!bucket.take(1, later));
        assert!(bucket.is_full(later + Duration::from_secs(2)));
        let much_later = later + Duration::from_secs(99);
        assert!(!bucket.take(4, much_later), "never more than it holds");
        bucket.charge(5, much_later);
        assert!(!bucket.take(0, much_later), "in debt");
        assert!(bucket.take(0, much_later + Duration::from_secs(1)));
    }
}
