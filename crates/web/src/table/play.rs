//! What pieces of a table share: how things stand, what is picked up, and how to act.

use client::touch::{self, Touch};
use engine::Seat;
use engine::scene::{At, Lying, Place};
use leptos::prelude::*;
use protocol::{Choice, Standing};

/// A table as its pieces see it. A record being watched has no way to act.
#[derive(Clone, Copy)]
pub struct Play {
    /// How things stand.
    pub standing: Signal<Standing>,
    /// What the player has picked up, if it can go to more than one place.
    pub picked: RwSignal<Option<At>>,
    /// What was touched last and cannot be done.
    pub wrong: RwSignal<Option<At>>,
    /// Who loses the round that is shown.
    pub losers: Signal<Vec<Seat>>,
    /// Does something, given in notation.
    pub act: Callback<String>,
    /// Asks why a card cannot be played.
    pub ask_why: Callback<Lying>,
}

impl Play {
    /// A table that is only looked at.
    pub fn still(standing: Signal<Standing>) -> Self {
        Self {
            standing,
            picked: RwSignal::new(None),
            wrong: RwSignal::new(None),
            losers: Signal::stored(Vec::new()),
            act: Callback::new(|_| {}),
            ask_why: Callback::new(|_| {}),
        }
    }

    /// What touching this does: an action, or picking it up to choose.
    pub fn touch(&self, at: &At) {
        let picked = self.picked.get_untracked();
        self.follow(self.meant(at), picked.as_ref().unwrap_or(at));
    }

    /// Something is touched from which nothing begins: what is picked up may go there, or the game says why not.
    pub fn touch_in_vain(&self, lying: &Lying, at: &At) {
        match self.meant(at) {
            Touch::Nothing => {
                self.picked.set(None);
                self.wrong.set(None);
                self.wrong.set(Some(at.clone()));
                self.ask_why.run(lying.clone());
            }
            touch => self.follow(touch, at),
        }
    }

    fn meant(&self, at: &At) -> Touch {
        let picked = self.picked.get_untracked();
        self.standing.with_untracked(|now| touch::touch(&now.choices, own_seat(now), picked.as_ref(), at))
    }

    /// What laying the thing from `from` onto `to` does.
    pub fn drop_on(&self, from: &At, to: &Place) {
        self.follow(self.standing.with_untracked(|now| touch::lay(&now.choices, from, to)), from);
    }

    fn follow(&self, touch: Touch, from: &At) {
        match touch {
            Touch::Act(choice) => self.do_it(&choice),
            Touch::PickUp(at) => self.picked.set(Some(at)),
            Touch::PutDown => self.picked.set(None),
            // The same card can mean several things there: its buttons let the player say which.
            Touch::Ask(_) => self.picked.set(Some(from.clone())),
            Touch::Nothing => {}
        }
    }

    /// Does a choice.
    pub fn do_it(&self, choice: &Choice) {
        self.picked.set(None);
        self.act.run(choice.act.clone());
    }

    /// The number of an action in the list of all choices, from 1; nothing if it is not there. It can change while its
    /// button stays.
    pub fn number_of(&self, act: &str) -> String {
        let index = self.standing.with(|now| now.choices.iter().position(|choice| choice.act == act));
        index.map_or_else(String::new, |index| (index + 1).to_string())
    }

    /// Whether that player loses the round that is shown.
    pub fn loses(&self, seat: Seat) -> bool {
        self.losers.with(|losers| losers.contains(&seat))
    }
}

fn own_seat(standing: &Standing) -> Option<Seat> {
    standing.scene.sitters.iter().find(|sitter| sitter.you).map(|sitter| sitter.seat)
}
