//! Questions about the whole deal, in whatever words they are asked.

/// A question about the whole deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Can this be won?
    Chance,
    /// Show me how.
    Way,
    /// Where did I lose it?
    Slip,
}

impl Question {
    /// What was asked, if it is one of these.
    pub fn read(line: &str) -> Option<Self> {
        let line = line.to_ascii_lowercase();
        let words: Vec<&str> = line.split(|letter: char| !letter.is_alphanumeric()).collect();
        let has = |known: &[&str]| words.iter().any(|word| known.contains(word));
        match words.first().copied() {
            Some("can") if has(&["win", "won"]) => Some(Self::Chance),
            Some("winnable") => Some(Self::Chance),
            Some("show") if has(&["how", "way", "line"]) => Some(Self::Way),
            Some("where") if has(&["lose", "lost", "slip", "wrong"]) => Some(Self::Slip),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_understood_as_people_ask_them() {
        for (line, question) in [
            ("can this be won", Question::Chance),
            ("Can I still win?", Question::Chance),
            ("can it still be won?", Question::Chance),
            ("winnable?", Question::Chance),
            ("show how", Question::Way),
            ("show me how", Question::Way),
            ("show me the way", Question::Way),
            ("where did I lose it", Question::Slip),
            ("Where was it lost?", Question::Slip),
            ("where did I go wrong?", Question::Slip),
        ] {
            assert_eq!(Question::read(line), Some(question), "{line}");
        }
        for line in ["", "can", "deal", "where is my card", "show the table", "discard 2"] {
            assert_eq!(Question::read(line), None, "{line}");
        }
    }
}
