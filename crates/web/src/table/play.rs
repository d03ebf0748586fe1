//! What pieces of a table share: how things stand, what is picked up, and how to act.

use engine::scene::{At, Place};
use leptos::prelude::*;
use protocol::{Choice, Standing};

/// A table as its pieces see it. A record being watched has no way to act.
#[derive(Clone, Copy)]
pub struct Play {
    /// How things stand.
    pub standing: Signal<Standing>,
    /// What the player has picked up, if it can go to more than one place.
    pub picked: RwSignal<Option<At>>,
    /// Does something, given in notation.
    pub act: Callback<String>,
}

impl Play {
    /// A table that is only looked at.
    pub fn still(standing: Signal<Standing>) -> Self {
        Self { standing, picked: RwSignal::new(None), act: Callback::new(|_| {}) }
    }

    /// What touching this does: an action, or picking it up to choose.
    pub fn touch(&self, at: &At) {
        let standing = self.standing.get_untracked();
        if let Some(picked) = self.picked.get_untracked() {
            if let [only] = landing(&standing.choices, &picked, &at.place)[..] {
                return self.do_it(only);
            }
            if picked == *at {
                return self.picked.set(None);
            }
        }
        match beginning(&standing.choices, at)[..] {
            [] => {}
            [only] if !hands_over(only, at) => self.do_it(only),
            _ => self.picked.set(Some(at.clone())),
        }
    }

    /// What laying the thing from `from` onto `to` does.
    pub fn drop_on(&self, from: &At, to: &Place) {
        let standing = self.standing.get_untracked();
        match landing(&standing.choices, from, to)[..] {
            [] => {}
            [only] => self.do_it(only),
            // The same card can mean several things there: let the player say which.
            _ => self.picked.set(Some(from.clone())),
        }
    }

    /// Does a choice.
    pub fn do_it(&self, choice: &Choice) {
        self.picked.set(None);
        self.act.run(choice.act.clone());
    }
}

/// The choices that begin with touching this.
pub fn beginning<'a>(choices: &'a [Choice], at: &At) -> Vec<&'a Choice> {
    choices.iter().filter(|choice| choice.gesture.from.as_ref() == Some(at)).collect()
}

/// The choices that lay what is at `from` onto `to`.
pub fn landing<'a>(choices: &'a [Choice], from: &At, to: &Place) -> Vec<&'a Choice> {
    let lands = |choice: &&Choice| {
        choice.gesture.from.as_ref() == Some(from) && choice.gesture.to.as_ref() == Some(to)
    };
    choices.iter().filter(lands).collect()
}

/// Whether a card goes to another player: too much for one touch, which might be a slip.
fn hands_over(choice: &Choice, at: &At) -> bool {
    matches!(&choice.gesture.to, Some(to @ Place::Hand(_)) if *to != at.place)
}

#[cfg(test)]
mod tests {
    use engine::{Gesture, Seat};

    use super::*;

    fn choice(act: &str, gesture: Gesture) -> Choice {
        Choice { act: act.to_owned(), label: act.to_owned(), gesture }
    }

    #[test]
    fn choices_are_found_by_where_they_begin_and_end() {
        let choices = [
            choice("discard 1", Gesture::touch_card("column-1", 3).onto_heap("discarded")),
            choice("move 1 2", Gesture::touch_card("column-1", 3).onto_heap("column-2")),
            choice("deal", Gesture::touch_heap("stock")),
        ];
        let top = At { place: Place::Heap("column-1".into()), card: Some(3) };
        assert_eq!(beginning(&choices, &top).len(), 2);
        assert_eq!(landing(&choices, &top, &Place::Heap("column-2".into()))[0].act, "move 1 2");
        assert!(landing(&choices, &top, &Place::Heap("column-3".into())).is_empty());
        let under = At { place: Place::Heap("column-1".into()), card: Some(2) };
        assert!(beginning(&choices, &under).is_empty());
    }

    #[test]
    fn giving_a_card_away_takes_more_than_a_touch() {
        let [you, ann] = [0, 1].map(|seat| Seat::new(seat).unwrap());
        let at = At { place: Place::Hand(you), card: Some(0) };
        assert!(hands_over(&choice("swap", Gesture::touch_hand(you, Some(0)).to_hand(ann)), &at));
        assert!(!hands_over(&choice("play", Gesture::touch_hand(you, Some(0)).onto_heap("pile")), &at));
    }
}
