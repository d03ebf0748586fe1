//! How well a bot plays.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// How well a bot plays.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// Any legal action.
    Random,
    /// Plausible, with human mistakes.
    Novice,
    /// Rules of thumb, at once.
    Club,
    /// Thinks it through.
    Expert,
}

/// Text that names no level.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no level \"{0}\"; there are: random, novice, club, expert")]
pub struct BadLevel(pub String);

impl Level {
    /// Every level, weakest first.
    pub const ALL: [Self; 4] = [Self::Random, Self::Novice, Self::Club, Self::Expert];
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Random => "random",
            Self::Novice => "novice",
            Self::Club => "club",
            Self::Expert => "expert",
        })
    }
}

impl FromStr for Level {
    type Err = BadLevel;

    fn from_str(text: &str) -> Result<Self, BadLevel> {
        let named = |level: &Self| level.to_string() == text.trim().to_ascii_lowercase();
        Self::ALL.into_iter().find(named).ok_or_else(|| BadLevel(text.trim().to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_read_back() {
        for level in Level::ALL {
            assert_eq!(level.to_string().parse(), Ok(level));
        }
        assert_eq!(" Club ".parse(), Ok(Level::Club));
        assert!("grandmaster".parse::<Level>().is_err());
    }
}
