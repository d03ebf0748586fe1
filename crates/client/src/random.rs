//! Randomness from the system, for seeds, shares and keys. There is no second-best source: without it, this fails.

use std::fmt;

use engine::Seed;

/// The system gives no random numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoRandomness(String);

impl fmt::Display for NoRandomness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the system gives no random numbers: {}", self.0)
    }
}

impl std::error::Error for NoRandomness {}

/// Random bytes that nobody knows.
pub fn bytes() -> Result<[u8; 32], NoRandomness> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|error| NoRandomness(error.to_string()))?;
    Ok(bytes)
}

/// A seed that nobody knows.
pub fn seed() -> Result<Seed, NoRandomness> {
    bytes().map(Seed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_seeds_are_the_same() {
        assert_ne!(bytes().unwrap(), bytes().unwrap());
        assert_ne!(seed().unwrap().0, [0; 32]);
    }
}
