//! One card where it lies: a button if it can be acted on, a picture if not.

use client::touch::beginning;
use engine::scene::{At, Lying, Place};
use leptos::prelude::*;
use protocol::Choice;

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
    /// What can be done from this place and card.
    pub choices: Vec<Choice>,
}

impl Laid {
    /// That card, with those of the choices that begin there.
    pub fn new(lying: Lying, place: &Place, index: usize, called: String, choices: &[Choice]) -> Self {
        let at = At { place: place.clone(), card: Some(index) };
        let choices = beginning(choices, &at).into_iter().cloned().collect();
        Self { lying, at, place: called, choices }
    }

    /// Whatever it is drawn from, in one text: while that stays, the card stays.
    fn key(&self) -> String {
        let Lying { card, note, raised } = &self.lying;
        let card = card.map_or_else(String::new, |card| card.to_string());
        let mut key = format!("{card}|{}|{raised}|{}", note.as_deref().unwrap_or_default(), self.place);
        for part in self.choices.iter().flat_map(|choice| [&choice.act, &choice.label]) {
            key += "|";
            key += part;
        }
        key + "|" + &self.at.card.unwrap_or(0).to_string()
    }
}

/// Cards that lie together. Those of which nothing changed are left alone.
#[component]
pub fn Spots(
    /// The cards, in their order.
    #[prop(into)]
    laid: Signal<Vec<Laid>>,
) -> impl IntoView {
    view! {
        <For each=move || laid.get() key=Laid::key let:laid>
            <Spot lying=laid.lying at=laid.at place=laid.place choices=laid.choices />
        </For>
    }
}

/// A card that lies somewhere at the table.
#[component]
fn Spot(
    /// What lies there.
    lying: Lying,
    /// Where.
    at: At,
    /// How a reader calls the place: "top of column 2".
    #[prop(into)]
    place: String,
    /// What can be done from this place and card.
    choices: Vec<Choice>,
) -> impl IntoView {
    let (play, drag) = (expect_context::<Play>(), expect_context::<Drag>());
    let name = lying.card.map_or_else(|| "face-down card".to_owned(), |card| card.name());
    let note = lying.note.as_ref().map_or_else(String::new, |note| format!(", {}", read_aloud(note)));
    let what = format!("{name}{note}, {place}");
    let code = lying.card.map(|card| card.to_string());
    let shown_note = lying.note.clone();
    let picture = view! {
        <CardFace card=lying.card />
        {shown_note.map(|note| view! { <span class="spot-note" aria-hidden="true">{note.into_owned()}</span> })}
    };
    if choices.is_empty() {
        return view! {
            <div class="spot" class:raised=lying.raised data-card=code role="img" aria-label=what>{picture}</div>
        }
        .into_any();
    }
    let (touched, dragged, picked_at) = (at.clone(), at.clone(), at.clone());
    let picked = move || play.picked.with(|picked| picked.as_ref() == Some(&picked_at));
    let pressed = picked.clone();
    let hint = hint(&choices.iter().collect::<Vec<_>>());
    view! {
        <button
            type="button"
            class="spot can"
            class:raised=lying.raised
            class:picked=picked
            data-card=code
            data-focus=format!("spot:{}:{}", place_name(&at.place), at.card.unwrap_or(0))
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
