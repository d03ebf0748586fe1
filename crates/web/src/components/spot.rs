//! One card where it lies: a button if it can be acted on, a picture if not.

use client::touch::beginning;
use engine::scene::{At, Lying, Place};
use leptos::prelude::*;
use protocol::Choice;

use super::For;
use super::card::CardFace;
use super::label::read_aloud;
use crate::table::{Drag, Play, place_name};

/// A card where it lies, and what can be done from there.
#[derive(Clone, PartialEq)]
pub struct Laid {
    /// What lies there.
    pub lying: Lying,
    /// Where.
    pub at: At,
    /// How a reader calls the place.
    pub place: String,
    /// Its number among those that are shown, from 0.
    pub shown: usize,
    /// Whether it was not there before.
    pub fresh: bool,
    /// What can be done from this place and card.
    pub choices: Vec<Choice>,
}

impl Laid {
    /// That card, with those of the choices that begin there.
    pub fn new(lying: Lying, place: &Place, index: usize, called: String, choices: &[Choice]) -> Self {
        let at = At { place: place.clone(), card: Some(index) };
        let choices = beginning(choices, &at).into_iter().cloned().collect();
        Self { lying, at, place: called, shown: index, fresh: false, choices }
    }

    /// Everything it is drawn from, in one text: while that stays, the card stays.
    fn key(&self) -> String {
        let Lying { card, note, raised, sideways, .. } = &self.lying;
        let card = card.map_or_else(String::new, |card| card.to_string());
        let note = note.as_deref().unwrap_or_default();
        let mut key = format!("{card}|{note}|{raised}|{sideways}|{}|{}", self.place, self.fresh);
        for part in self.choices.iter().flat_map(|choice| [&choice.act, &choice.label]) {
            key += "|";
            key += part;
        }
        format!("{key}|{}|{}", self.at.card.unwrap_or(0), self.shown)
    }
}

/// Cards that lie together. Those of which nothing changed are left alone.
#[component]
pub fn Spots(
    /// The cards, in their order.
    #[prop(into)]
    laid: Signal<Vec<Laid>>,
    /// Whether they lie as a fan.
    #[prop(optional)]
    fan: bool,
) -> impl IntoView {
    view! {
        <For each=move || laid.get() key=Laid::key let:laid>
            <Spot laid=laid fan=fan />
        </For>
    }
}

/// A card that lies somewhere at the table.
#[component]
fn Spot(laid: Laid, fan: bool) -> impl IntoView {
    let (play, drag) = (expect_context::<Play>(), expect_context::<Drag>());
    let Laid { lying, at, place, shown, fresh, choices } = laid;
    let name = lying.card.map_or_else(|| "face-down card".to_owned(), |card| card.name());
    let note = lying.note.as_ref().map_or_else(String::new, |note| format!(", {}", read_aloud(note)));
    let what = format!("{name}{note}, {place}");
    let code = lying.card.map(|card| card.to_string());
    let shown = shown.to_string();
    let wrong_at = at.clone();
    let wrong = move || play.wrong.with(|wrong| wrong.as_ref() == Some(&wrong_at));
    let ways =
        (choices.len() > 1).then(|| view! { <span class="ways" aria-hidden="true">{choices.len()}</span> });
    let picture = view! {
        <CardFace card=lying.card />
        {noted(&lying)}
        {ways}
    };
    if choices.is_empty() {
        let touched = (lying, at);
        return view! {
            <div
                class="spot"
                class:raised=touched.0.raised
                class:sideways=touched.0.sideways
                class:fresh=fresh
                class:wrong=move || wrong()
                style:--i=shown
                data-card=code
                data-fan=fan.then_some("")
                role="img"
                aria-label=what
                on:click=move |_| play.touch_in_vain(&touched.0, &touched.1)
            >
                {picture}
            </div>
        }
        .into_any();
    }
    let (touched, dragged, picked_at) = (at.clone(), at.clone(), at.clone());
    let picked = move || play.picked.with(|picked| picked.as_ref() == Some(&picked_at));
    let pressed = picked.clone();
    let hint = hint(&choices.iter().collect::<Vec<_>>());
    // A card with one choice shows that choice's number, unless touching it only picks it up.
    let only = match choices.as_slice() {
        [only] if !matches!(only.gesture.to, Some(Place::Hand(_))) => only.act.clone(),
        _ => String::new(),
    };
    view! {
        <button
            type="button"
            class="spot can"
            class:raised=lying.raised
            class:sideways=lying.sideways
            class:fresh=fresh
            class:picked=move || picked()
            style:--i=shown
            data-card=code
            data-fan=fan.then_some("")
            data-focus=spot_name(&at)
            data-choice=move || play.number_of(&only)
            aria-pressed=move || pressed().to_string()
            title=hint
            on:click=move |_| if !drag.ended() { play.touch(&touched) }
            on:pointerdown=move |event| drag.take(&event, dragged.clone())
            on:pointermove=move |event| drag.follow(&event)
            on:pointerup=move |event| drag.drop(&event, &play)
            on:pointercancel=move |_| drag.cancel()
        >
            {picture}
            <span class="unseen">{what}</span>
        </button>
    }
    .into_any()
}

/// What is to be said about a card, on it: what it counts in the corner that shows, anything else at its edge.
pub fn noted(lying: &Lying) -> Option<AnyView> {
    let note = lying.note.as_ref()?.to_string();
    Some(match lying.worth {
        Some(worth) => {
            view! { <span class="worth" class:minus=worth < 0 aria-hidden="true">{note}</span> }.into_any()
        }
        None => view! { <span class="spot-note" aria-hidden="true">{note}</span> }.into_any(),
    })
}

/// The name under which something that lies there is found again.
pub fn spot_name(at: &At) -> String {
    match at.card {
        Some(card) => format!("spot:{}:{card}", place_name(&at.place)),
        None => format!("spot:{}", place_name(&at.place)),
    }
}

/// What touching something does, in a few words.
pub fn hint(choices: &[&Choice]) -> String {
    match choices {
        [only] => read_aloud(&only.label),
        several => format!("{} choices", several.len()),
    }
}

/// What can be done from a place or onto it, of all that can be done.
pub fn about(choices: &[Choice], place: &Place) -> Vec<Choice> {
    let about = |choice: &&Choice| {
        choice.gesture.from.as_ref().is_some_and(|at| at.place == *place)
            || choice.gesture.to.as_ref() == Some(place)
    };
    choices.iter().filter(about).cloned().collect()
}
