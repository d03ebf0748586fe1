//! Other hands at a table: the switches, when a round goes on, and every key.

use leptos::prelude::*;

use super::keys::KEYS;
use crate::preferences::{Preferences, Rounds, use_preferences};

/// What a switch is called, what it does, and how it is read and set.
type Switch = (&'static str, &'static str, fn(&Preferences) -> bool, fn(&mut Preferences, bool));

const SWITCHES: [Switch; 5] = [
    ("Dwell", "Rest the pointer on something to press it", |likes| likes.dwell, |likes, on| likes.dwell = on),
    (
        "Numbers",
        "A number on everything that can be pressed",
        |likes| likes.numbers,
        |likes, on| likes.numbers = on,
    ),
    ("Keys", "Single letters and numbers act", |likes| likes.single_keys, |likes, on| likes.single_keys = on),
    (
        "Large signs",
        "Large ranks and suits on the cards",
        |likes| likes.large_index,
        |likes, on| likes.large_index = on,
    ),
    (
        "Four colours",
        "Blue diamonds and green clubs",
        |likes| likes.four_colour,
        |likes, on| likes.four_colour = on,
    ),
];

/// The switches and the list of keys.
#[component]
pub fn TableHands() -> impl IntoView {
    let likes = use_preferences();
    let switch = |(label, what, get, set): Switch| {
        let likes = use_preferences();
        view! {
            <button
                type="button"
                class="quiet wide-switch"
                aria-pressed=move || likes.with(get).to_string()
                on:click=move |_| likes.update(|likes| { let on = !get(likes); set(likes, on) })
            >
                <span><b>{label}</b> " " <small>{what}</small></span>
                <i class="lever"></i>
            </button>
        }
    };
    let option = |rounds: Rounds| view! { <option value=rounds.word()>{rounds.label()}</option> };
    let row = |key: String, does: &str| view! { <div class="key-row"><dt><kbd>{key}</kbd></dt><dd>{does.to_owned()}</dd></div> };
    let rows =
        move || likes.with(|likes| KEYS.iter().map(|key| row(key.now(likes), key.does)).collect_view());
    view! {
        <div class="switches">{SWITCHES.into_iter().map(switch).collect_view()}</div>
        <label class="rounds-field">
            "The next round begins"
            <select
                prop:value=move || likes.with(|likes| likes.rounds.word())
                on:change:target=move |event| {
                    if let Some(rounds) = Rounds::from_word(&event.target().value()) {
                        likes.update(|likes| likes.rounds = rounds);
                    }
                }
            >
                {Rounds::ALL.iter().copied().map(option).collect_view()}
            </select>
        </label>
        <h3>"Keys"</h3>
        <dl class="key-rows">
            {row("1 … 9, 0".to_owned(), "do the first to the tenth choice")}
            {rows}
            {row("Escape".to_owned(), "put back what is picked up, close what is open")}
        </dl>
    }
}
