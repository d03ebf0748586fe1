//! What a player holds, side by side.

use engine::scene::{At, Place};
use leptos::prelude::*;

use super::card::CardFace;
use super::seat::Held;
use super::spot::Spot;

/// More cards than this that nobody can read or touch are shown as one back and a number.
const SHOWN_BACKS: usize = 4;

/// A hand.
#[component]
pub fn Hand(
    /// What is in it, and what can be done with it.
    held: Held,
    /// Where it lies.
    place: Place,
) -> impl IntoView {
    let Held { yours, called, cards, choices } = held;
    let closed = !yours
        && cards.len() > SHOWN_BACKS
        && cards.iter().all(|lying| lying.card.is_none() && lying.note.is_none() && !lying.raised)
        && choices.iter().all(|choice| choice.gesture.from.as_ref().is_none_or(|from| from.place != place));
    if closed {
        let number = cards.len();
        return view! {
            <div class="hand closed">
                <div class="spot" role="img" aria-label=format!("{number} face-down cards")>
                    <CardFace card=None />
                    <span class="spot-note" aria-hidden="true">{format!("×{number}")}</span>
                </div>
            </div>
        }
        .into_any();
    }
    let count = cards.len();
    let spots = cards.into_iter().enumerate().map(|(index, lying)| {
        let at = At { place: place.clone(), card: Some(index) };
        view! { <Spot at=at place=format!("card {} of {called}", index + 1) lying=lying choices=choices.clone() /> }
    });
    let spots = spots.collect_view();
    view! { <div class="hand" data-count=count style:--count=count.to_string()>{spots}</div> }.into_any()
}
