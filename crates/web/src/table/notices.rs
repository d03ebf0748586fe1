//! What the page tells the player beside the game, and heard actions that wait a moment before they are done.

use client::Told;
use leptos::prelude::*;
use protocol::{Choice, Refusal};

use crate::input::numbers;

/// What takes back a heard action that is not done yet.
const TAKE_BACK: [&str; 8] =
    ["take it back", "take that back", "undo", "cancel", "no", "stop", "oops", "not that"];
/// What does it at once.
const GO_AHEAD: [&str; 5] = ["yes", "do it", "ok", "okay", "go ahead"];

/// What the page tells the player beside the game itself.
#[derive(Clone, Debug, PartialEq)]
pub enum Notice {
    /// Something was not done.
    Refused {
        /// Why.
        text: String,
        /// The clause it follows from.
        clause: Option<String>,
    },
    /// An answer to a question.
    Answer {
        /// The answer.
        text: String,
        /// The action it speaks of.
        act: Option<String>,
    },
    /// An action that was heard and cannot be taken back once it is done.
    Heard {
        /// The action.
        choice: Choice,
    },
    /// More than one thing could have been meant.
    Several {
        /// What was said.
        text: String,
        /// What it could mean.
        choices: Vec<Choice>,
    },
}

/// What words mean to a notice that waits for an answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// Nothing is done.
    TakeBack,
    /// This is done, in notation.
    Act(String),
}

impl Notice {
    /// The notice of something that was told, if it is any.
    pub fn of(told: &Told) -> Option<Self> {
        Some(match told {
            Told::Refused(Refusal { text, clause, .. }) => {
                Self::Refused { text: text.clone(), clause: clause.clone() }
            }
            Told::Waiting => {
                let text = "You are not connected. This is done as soon as you are again.".to_owned();
                Self::Answer { text, act: None }
            }
            Told::Several { text, choices } => Self::Several { text: text.clone(), choices: choices.clone() },
            Told::Answer { text, act } => Self::Answer { text: text.clone(), act: act.clone() },
            _ => return None,
        })
    }

    /// What these words mean to it, if they are meant for it. Where everything on the page has a number, a number is
    /// not meant for a notice.
    pub fn reply(&self, words: &str, all_numbered: bool) -> Option<Reply> {
        match self {
            Self::Heard { .. } if TAKE_BACK.contains(&words) => Some(Reply::TakeBack),
            Self::Heard { choice } if GO_AHEAD.contains(&words) => Some(Reply::Act(choice.act.clone())),
            Self::Several { choices, .. } if !all_numbered => {
                let index = (numbers::asked(words)? as usize).checked_sub(1)?;
                choices.get(index).map(|choice| Reply::Act(choice.act.clone()))
            }
            _ => None,
        }
    }
}

/// What the page tells the player, and what it waits for.
#[derive(Clone, Copy)]
pub struct Notices {
    /// What is told now.
    pub notice: RwSignal<Option<Notice>>,
    /// Whether an answer is awaited that may take a moment.
    pub thinking: RwSignal<bool>,
    /// How many heard actions have waited to be taken back.
    holds: StoredValue<u64>,
}

impl Notices {
    /// Nothing is told yet.
    pub fn new() -> Self {
        Self { notice: RwSignal::new(None), thinking: RwSignal::new(false), holds: StoredValue::new(0) }
    }

    /// The action that is advised now, in notation.
    pub fn advised(&self) -> Option<String> {
        self.notice.with(|notice| match notice {
            Some(Notice::Answer { act, .. }) => act.clone(),
            _ => None,
        })
    }

    /// Tells that something could not be done.
    pub fn refuse(&self, text: String) {
        self.notice.set(Some(Notice::Refused { text, clause: None }));
    }

    /// Tells of a heard action, which waits; returns whether it is still the one that waits.
    pub fn hold(self, choice: Choice) -> impl Fn() -> bool {
        let held = Notice::Heard { choice };
        self.notice.set(Some(held.clone()));
        let number = self.holds.get_value() + 1;
        self.holds.set_value(number);
        move || {
            self.holds.try_get_value() == Some(number)
                && self.notice.with_untracked(|notice| notice.as_ref() == Some(&held))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choice(act: &str) -> Choice {
        Choice { act: act.to_owned(), label: act.to_owned(), gesture: Default::default() }
    }

    #[test]
    fn a_heard_action_is_done_or_taken_back_by_words() {
        let heard = Notice::Heard { choice: choice("pass") };
        assert_eq!(heard.reply("yes", false), Some(Reply::Act("pass".to_owned())));
        assert_eq!(heard.reply("oops", true), Some(Reply::TakeBack));
        assert_eq!(heard.reply("discard the five", false), None);
    }

    #[test]
    fn a_number_chooses_among_what_was_asked_back() {
        let several =
            Notice::Several { text: String::new(), choices: vec![choice("play 8C"), choice("play 8D")] };
        assert_eq!(several.reply("2", false), Some(Reply::Act("play 8D".to_owned())));
        assert_eq!(several.reply("3", false), None);
        assert_eq!(several.reply("2", true), None, "it may be the number of a button");
        let answer = Notice::Answer { text: String::new(), act: None };
        assert_eq!(answer.reply("yes", false), None);
    }
}
