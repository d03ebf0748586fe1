//! What a player holds, side by side.

use engine::scene::{Lying, Place};
use leptos::prelude::*;

use super::card::CardFace;
use super::seat::Held;
use super::spot::{Laid, Spots};

/// More cards than this that nobody can read or touch are shown as one back and a number.
const SHOWN_BACKS: usize = 4;

impl Held {
    /// How many cards there are, if nobody can read or touch any of them.
    fn closed(&self, place: &Place) -> Option<usize> {
        let closed = !self.yours
            && self.cards.len() > SHOWN_BACKS
            && self.cards.iter().all(|lying| lying.card.is_none() && lying.note.is_none() && !lying.raised)
            && self
                .choices
                .iter()
                .all(|choice| choice.gesture.from.as_ref().is_none_or(|from| from.place != *place));
        closed.then_some(self.cards.len())
    }

    fn laid(&self, place: &Place) -> Vec<Laid> {
        let laid = |(index, lying): (usize, &Lying)| {
            let called = format!("card {} of {}", index + 1, self.called);
            Laid::new(lying.clone(), place, index, called, &self.choices)
        };
        self.cards.iter().enumerate().map(laid).collect()
    }
}

/// A hand.
#[component]
pub fn Hand(
    /// What is in it, and what can be done with it.
    held: Memo<Held>,
    /// Where it lies.
    place: Place,
) -> impl IntoView {
    let there = place.clone();
    let closed = Memo::new(move |_| held.with(|held| held.closed(&there)));
    move || match closed.get() {
        Some(number) => view! {
            <div class="hand closed">
                <div class="spot" role="img" aria-label=format!("{number} face-down cards")>
                    <CardFace card=None />
                    <span class="spot-note" aria-hidden="true">{format!("×{number}")}</span>
                </div>
            </div>
        }
        .into_any(),
        None => {
            let place = place.clone();
            let laid = Memo::new(move |_| held.with(|held| held.laid(&place)));
            let count = move || held.with(|held| held.cards.len());
            view! {
                <div class="hand" data-count=count style:--count=move || count().to_string()>
                    <Spots laid=laid />
                </div>
            }
            .into_any()
        }
    }
}
