//! The envelope of what a worker says.

/// What a worker tells its page: one letter for the kind, then the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Note {
    /// It listens now.
    Ready,
    /// What its work has to say.
    Said(String),
    /// It broke, and why.
    Broke(String),
}

impl Note {
    /// As it travels.
    pub fn to_text(&self) -> String {
        match self {
            Self::Ready => "r".to_owned(),
            Self::Said(text) => format!("s{text}"),
            Self::Broke(why) => format!("b{why}"),
        }
    }

    /// As it arrived; what is no note of ours counts as broken.
    pub fn from_text(text: &str) -> Self {
        match (text.get(..1), text.get(1..)) {
            (Some("r"), _) => Self::Ready,
            (Some("s"), Some(said)) => Self::Said(said.to_owned()),
            (Some("b"), Some(why)) => Self::Broke(why.to_owned()),
            _ => Self::Broke(format!("it said something that nobody understands: {text}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_arrive_as_they_were_sent() {
        let notes =
            [Note::Ready, Note::Said("{\"card\":\"A♠\"}".to_owned()), Note::Broke("♥ gone".to_owned())];
        for note in notes {
            assert_eq!(Note::from_text(&note.to_text()), note);
        }
    }

    #[test]
    fn what_is_no_note_is_told_and_breaks_nothing() {
        for text in ["", "♠", "x1"] {
            assert!(matches!(Note::from_text(text), Note::Broke(why) if why.ends_with(text)));
        }
    }
}
