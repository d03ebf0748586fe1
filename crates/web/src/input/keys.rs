//! Single keys and what they do. They can be switched off, and each can be another key.

use leptos::wasm_bindgen::JsCast;
use leptos::web_sys::{Element, KeyboardEvent};
use serde_json::Value;

use crate::letters;
use crate::preferences::{Preferences, use_preferences};
use leptos::prelude::WithUntracked;

/// A key.
pub struct Key {
    /// What it is kept as.
    pub id: &'static str,
    /// The usual key.
    pub usual: &'static str,
    /// What it does, for the list.
    pub does: &'static str,
}

const fn key(id: &'static str, usual: &'static str, does: &'static str) -> Key {
    Key { id, usual, does }
}

/// Every key but the numbers. What a table is asked by words has those words as its ID.
pub const KEYS: [Key; 14] = [
    key("command", "/", "go to the field for words"),
    key("voice", "v", "listen to what you say, or stop"),
    key("go on", "g", "go on after a round"),
    key("undo", "u", "take the last action back"),
    key("redo", "r", "do it again"),
    key("hint", "h", "suggest a move"),
    key("my hand", "c", "hear your cards"),
    key("piles", "p", "hear the piles"),
    key("score", "n", "hear the counts"),
    key("whose turn", "t", "hear whose turn it is"),
    key("table", "d", "hear the whole table"),
    key("repeat", "l", "hear once more what happened last"),
    key("keys", "?", "list the keys"),
    key("choices", "a", "list every choice"),
];

impl Key {
    /// The key as the player has it.
    pub fn now(&self, likes: &Preferences) -> String {
        likes.keys.get(self.id).and_then(Value::as_str).unwrap_or(self.usual).to_owned()
    }

    /// Takes another key for it, or none; whatever had that key before swaps with it.
    pub fn change(&self, likes: &mut Preferences, to: &str) {
        let (to, before) = (letters::small(to.trim()), self.now(likes));
        let digit = to.chars().any(|letter| letter.is_ascii_digit());
        if digit || to.chars().count() > 1 {
            return;
        }
        let other = KEYS.iter().find(|other| !to.is_empty() && other.id != self.id && other.now(likes) == to);
        if let Some(other) = other {
            likes.keys.insert(other.id.to_owned(), before.into());
        }
        likes.keys.insert(self.id.to_owned(), to.into());
        likes.keys.retain(|id, key| KEYS.iter().any(|one| one.id == id && key.as_str() != Some(one.usual)));
    }
}

/// What a key means now, if keys are not switched off and it does not go into a field.
pub fn meant(event: &KeyboardEvent) -> Option<&'static str> {
    if event.ctrl_key() || event.alt_key() || event.meta_key() || types_text(event) {
        return None;
    }
    use_preferences().with_untracked(|likes| found(likes, &event.key()))
}

fn found(likes: &Preferences, pressed: &str) -> Option<&'static str> {
    let pressed = letters::small(pressed);
    KEYS.iter()
        .find(|key| likes.single_keys && !pressed.is_empty() && key.now(likes) == pressed)
        .map(|key| key.id)
}

/// Whether the key goes into a field.
pub fn types_text(event: &KeyboardEvent) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    target.is_some_and(|target| matches!(target.tag_name().as_str(), "INPUT" | "TEXTAREA" | "SELECT"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_can_be_changed_swapped_taken_away_and_switched_off() {
        let mut likes = Preferences::default();
        assert_eq!(found(&likes, "U"), Some("undo"));
        KEYS[3].change(&mut likes, "z");
        assert_eq!((found(&likes, "z"), found(&likes, "u")), (Some("undo"), None));
        // Hint takes the key of undo, which gets the one of hint.
        KEYS[5].change(&mut likes, "Z");
        assert_eq!((found(&likes, "z"), found(&likes, "h")), (Some("hint"), Some("undo")));
        KEYS[3].change(&mut likes, "");
        assert_eq!((found(&likes, "h"), found(&likes, "")), (None, None));
        for kept in ["7", "ab"] {
            KEYS[5].change(&mut likes, kept);
            assert_eq!(found(&likes, "z"), Some("hint"), "{kept} cannot be a key");
        }
        likes.single_keys = false;
        assert_eq!(found(&likes, "z"), None);
    }

    #[test]
    fn no_key_is_used_twice_and_usual_keys_are_not_kept() {
        for (index, key) in KEYS.iter().enumerate() {
            assert!(KEYS[..index].iter().all(|other| other.usual != key.usual && other.id != key.id));
        }
        let mut likes = Preferences::default();
        KEYS[3].change(&mut likes, "z");
        KEYS[3].change(&mut likes, "u");
        assert!(likes.keys.is_empty());
    }
}
