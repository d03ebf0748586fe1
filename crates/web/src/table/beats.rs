//! How long each thing that happens is looked at before the next.

use protocol::Line;

use crate::preferences::Pace;

/// A card that is dealt or laid, in milliseconds at the usual pace.
const CARD: u64 = 350;
/// Something called out.
const CRY: u64 = 1100;
/// Anything done to the player.
const DONE_TO_YOU: u64 = 1500;
/// The cards of a round, and what they led to.
const ROUND: u64 = 3200;

/// How long a line is looked at. What the player did needs no second look.
pub fn of(line: &Line, own: bool, pace: Pace) -> u64 {
    let usual = match line {
        _ if own => CARD,
        line if speaks_of_you(&line.text) => DONE_TO_YOU,
        Line { cry: Some(_), .. } => CRY,
        _ => CARD,
    };
    scaled(usual, pace)
}

/// How long the end of a round stays before the next begins.
pub fn round(pace: Pace) -> u64 {
    scaled(ROUND, pace).max(ROUND / 3)
}

fn scaled(usual: u64, pace: Pace) -> u64 {
    usual * pace.pause_ms() / Pace::Normal.pause_ms()
}

/// Whether the sentence says "you" or "your" anywhere.
fn speaks_of_you(text: &str) -> bool {
    let mut words = text.split(|letter: char| !letter.is_alphabetic());
    words.any(|word| word.eq_ignore_ascii_case("you") || word.eq_ignore_ascii_case("your"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_done_to_you_takes_longest() {
        let line = Line::new("Ann swaps with you.");
        assert_eq!(of(&line, false, Pace::Normal), 1500);
        assert_eq!(of(&line, true, Pace::Normal), 350);
        assert_eq!(of(&Line::new("Ann is dealt a card."), false, Pace::Normal), 350);
        let cry =
            Line { cry: Some("Kung!".to_owned()), ..Line::new("Ann tries to swap, but Ben holds a king.") };
        assert_eq!(of(&cry, false, Pace::Normal), 1100);
        assert_eq!(of(&cry, false, Pace::Instant), 0);
        assert!(of(&cry, false, Pace::Slow) > 2000);
        assert!(!speaks_of_you("Youri sticks."));
    }
}
