//! The messages. Their JSON form is the protocol; PROTOCOL.md shows examples, and a test reads each of them.

use engine::table::Assists;
use engine::{Gesture, Outcome, Scene, Seat};
use serde::{Deserialize, Serialize};

use crate::bot::{Decision, Start};
use crate::codes;

/// The version of the protocol.
pub const VERSION: u32 = 2;

/// What a client asks of a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ask {
    /// To be told how things stand; from a change on, if the client knows all before it.
    Look {
        /// The last change that the client knows.
        since: Option<u64>,
    },
    /// To be told older lines of the log.
    Log {
        /// The change before which they happened: [`Snapshot::earlier`], or that of the last answer.
        before: u64,
    },
    /// To do something, in the game's notation.
    Act {
        /// The last change that the client knows: what was meant for another position is refused.
        seq: u64,
        /// The action.
        act: String,
        /// Why a program did not choose it itself, as a code of docs/bots.md; it is noted in the record. What someone
        /// else says of this is not.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        fallback: Option<String>,
    },
    /// To do what the words mean.
    Phrase {
        /// The last change that the client knows.
        seq: u64,
        /// What was typed or spoken.
        text: String,
        /// Whether the text comes from speech recognition.
        #[serde(default)]
        spoken: bool,
        /// Whether an action is only to be told where it could not be taken back.
        #[serde(default)]
        hold: bool,
    },
    /// To take the last action back.
    Undo {
        /// The last change that the client knows.
        seq: u64,
    },
    /// To do again what was taken back.
    Redo {
        /// The last change that the client knows.
        seq: u64,
    },
    /// To be told what might be done.
    Hint {
        /// The last change that the client knows.
        seq: u64,
    },
    /// Whether the game can still be won, for those who want to know.
    CanWin,
    /// Where the game was lost.
    WhereLost,
    /// Whether and why something can be done.
    Why {
        /// A card or an action.
        text: String,
    },
    /// What a program is asked that plays on this seat, on its turn.
    Decide,
    /// To let a bot make one move; on the player's own turn nothing happens. It has no `seq`: only a table in the same
    /// process answers it, so no answer is lost and no request is sent again.
    Next,
    /// To play on to the end of a game in which nobody has anything to choose.
    Finish {
        /// The last change that the client knows.
        seq: u64,
    },
    /// What happened so far, by rounds.
    History,
    /// For the record.
    Record,
}

impl Ask {
    /// To do this, by one's own choice.
    pub fn act(seq: u64, act: impl Into<String>) -> Self {
        Self::Act { seq, act: act.into(), fallback: None }
    }
}

/// What a table tells a client.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tell {
    /// Everything from the beginning.
    Snapshot(Box<Snapshot>),
    /// What happened since.
    Update(Box<Update>),
    /// Older lines of the log, oldest first.
    Log {
        /// The change before which still older ones can be asked for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        earlier: Option<u64>,
        /// The lines.
        lines: Vec<Line>,
    },
    /// It was not done.
    Refused(Refusal),
    /// Any of these could have been meant.
    Several {
        /// What was said.
        text: String,
        /// What it could mean.
        choices: Vec<Choice>,
    },
    /// What was understood; nothing is done yet.
    Meant {
        /// The action that was understood.
        choice: Choice,
    },
    /// An answer to a question, in sentences.
    Answer {
        /// The answer.
        text: String,
        /// The action it speaks of, if it does.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        act: Option<String>,
    },
    /// What happened so far, by rounds, oldest first.
    History {
        /// The rounds; where they are many, the last ones.
        chapters: Vec<Chapter>,
    },
    /// What a program is asked that plays on this seat.
    Decide(Box<Asked>),
    /// The record so far.
    Record {
        /// As it would lie in a file.
        text: String,
    },
}

/// What a program is asked at a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Asked {
    /// The last change.
    pub seq: u64,
    /// The game, as if it began now.
    pub start: Start,
    /// The decision.
    pub decision: Decision,
}

/// Why something was not done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refusal {
    /// A stable name for programs: one of [`codes`], or the game's own.
    pub code: String,
    /// A sentence for the player.
    pub text: String,
    /// The clause of the rules that it follows from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clause: Option<String>,
}

impl Refusal {
    /// A refusal that follows from no rule of the game.
    pub fn new(code: &str, text: impl Into<String>) -> Self {
        Self { code: code.to_owned(), text: text.into(), clause: None }
    }

    /// What was meant for an earlier position.
    pub fn stale() -> Self {
        let text = "The table has changed meanwhile. Look again, then do it if you still want to.";
        Self::new(codes::STALE, text)
    }
}

/// Something that happened, in a sentence.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// The sentence.
    pub text: String,
    /// The same in a few words, if it is long.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub brief: Option<String>,
    /// What was called out: "Kung!".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cry: Option<String>,
    /// At whose seat it was called out; none where it concerns everyone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Seat>,
    /// What the cry means, in a few words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub meaning: Option<String>,
    /// Whether another part of the game, such as a round, begins with it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub begins: bool,
    /// Whether the table shows it as well, such as whose turn it is.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub in_sight: bool,
}

impl Line {
    /// A sentence without a cry.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    /// The sentence, with the words that it calls out explained: "Ada swaps with Bela. Modi! (got a lower card)". A sentence in
    /// other words stays as it is.
    pub fn explained(&self) -> String {
        match (&self.cry, &self.meaning) {
            (Some(cry), Some(meaning)) if self.text.contains(cry.trim_end_matches('!')) => {
                format!("{} ({meaning})", self.text)
            }
            _ => self.text.clone(),
        }
    }
}

/// A part of a game, in sentences.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chapter {
    /// "Round 3"; empty before the first.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// What happened, oldest first.
    pub lines: Vec<String>,
    /// What the round came to for the viewer, where one ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recap: Option<String>,
}

impl Chapter {
    /// As it is read: the title, then the sentences.
    pub fn text(&self) -> String {
        let title = if self.title.is_empty() { Vec::new() } else { vec![format!("{}.", self.title)] };
        title.iter().chain(&self.lines).chain(&self.recap).cloned().collect::<Vec<_>>().join("\n  ")
    }
}

/// Something that the client's player can do now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    /// Its notation.
    pub act: String,
    /// What a button for it says.
    pub label: String,
    /// The movement of the hand that it is.
    #[serde(default)]
    pub gesture: Gesture,
}

/// How things stand at the table for one viewer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Standing {
    /// What there is to see.
    pub scene: Scene,
    /// What the viewer can do now.
    pub choices: Vec<Choice>,
    /// Whose turn it is.
    pub to_act: Option<Seat>,
    /// How the game ended.
    pub outcome: Option<Outcome>,
    /// Whether there is something to take back.
    pub can_undo: bool,
    /// Whether there is something to do again.
    pub can_redo: bool,
    /// How often the player was helped.
    pub assists: Assists,
    /// Actions done so far.
    pub actions: usize,
}

/// Everything that a client needs to begin.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Snapshot {
    /// The protocol's version.
    pub v: u32,
    /// The last change.
    pub seq: u64,
    /// The game's id.
    pub game: String,
    /// What is played, for people.
    pub title: String,
    /// Options that differ from the usual ones, as `name=value`.
    pub rules: Vec<String>,
    /// What was promised of the shuffle.
    pub commitment: String,
    /// The viewer's own seat.
    pub you: Option<Seat>,
    /// What the table grants.
    pub undo: bool,
    /// Whether the table gives hints.
    pub hints: bool,
    /// Whether the game listens to what is said.
    pub hears: bool,
    /// Words that the rules know, where it listens.
    #[serde(default)]
    pub sayings: Vec<String>,
    /// What results are counted in, after a number: "tokens".
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub unit: String,
    /// What happened, oldest first; at a table online the last lines only.
    pub log: Vec<Line>,
    /// The change before which older lines can be asked for, where some are left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub earlier: Option<u64>,
    /// How things stand.
    pub standing: Standing,
}

/// What changed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Update {
    /// The number of the last change in it.
    pub seq: u64,
    /// What happened since the change that the client knew.
    pub lines: Vec<Line>,
    /// How things stand now.
    pub standing: Standing,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_that_repeats_a_cry_is_explained() {
        let line = |text: &str, cry: &str| Line {
            cry: Some(cry.to_owned()),
            meaning: Some("got a lower card".to_owned()),
            ..Line::new(text)
        };
        let rows = [
            (line("Ada swaps. Modi!", "Modi!"), "Ada swaps. Modi! (got a lower card)"),
            (line("Ada says “Modi”.", "Modi!"), "Ada says “Modi”. (got a lower card)"),
            (line("Ada gets a lower card.", "Modi!"), "Ada gets a lower card."),
            (Line::new("Ada sticks."), "Ada sticks."),
        ];
        for (line, explained) in rows {
            assert_eq!(line.explained(), explained);
        }
    }
}
