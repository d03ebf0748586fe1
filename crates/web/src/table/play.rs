//! What pieces of a table share: how things stand, what is picked up, and how to act.

use client::touch::{self, Touch};
use engine::Seat;
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
        let picked = self.picked.get_untracked();
        let touch = self
            .standing
            .with_untracked(|now| touch::touch(&now.choices, own_seat(now), picked.as_ref(), at));
        self.follow(touch, picked.as_ref().unwrap_or(at));
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
}

fn own_seat(standing: &Standing) -> Option<Seat> {
    standing.scene.sitters.iter().find(|sitter| sitter.you).map(|sitter| sitter.seat)
}
