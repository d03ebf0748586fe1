//! Dwell, numbers, voice, reading aloud and keys.

use leptos::prelude::*;

use super::Check;
use crate::input::dwell::{LONGEST_MS, SHORTEST_MS};
use crate::input::keys::KEYS;
use crate::preferences::{Detail, Listening, Preferences, use_preferences};

/// Dwell, and numbers on controls.
#[component]
pub fn Pointing() -> impl IntoView {
    view! {
        <fieldset id="hands">
            <legend>"Dwell and numbers"</legend>
            <Check label="Dwell: hovering over a control presses it" get=|likes| likes.dwell set=|likes, on| likes.dwell = on />
            <Number id="dwell-ms" label="Dwell time in milliseconds" least=SHORTEST_MS most=LONGEST_MS step=50
                get=|likes| likes.dwell_ms set=|likes, value| likes.dwell_ms = value />
            <Number id="dwell-pause" label="Pause after a dwell in milliseconds" least=0 most=LONGEST_MS step=50
                get=|likes| likes.dwell_pause_ms set=|likes, value| likes.dwell_pause_ms = value />
            <Number id="dwell-slack" label="How far the pointer may slip in pixels" least=0 most=100 step=1
                get=|likes| likes.dwell_slack set=|likes, value| likes.dwell_slack = value />
            <p class="soft">"What cannot be undone takes twice the dwell time. Over \u{201c}Rest here\u{201d} in the header nothing is pressed."</p>
            <Check label="Numbers on all controls, for \u{201c}click 7\u{201d}" get=|likes| likes.numbers set=|likes, on| likes.numbers = on />
        </fieldset>
    }
}

/// What is said to the room, and what a screen reader is told.
#[component]
pub fn Speaking() -> impl IntoView {
    let likes = use_preferences();
    view! {
        <fieldset id="voice">
            <legend>"Voice and screen reader"</legend>
            <div class="field">
                <label for="listening">"How long to listen"</label>
                <select id="listening" on:change:target=move |event| likes.update(|likes| likes.listening = Listening::from_word(&event.target().value()).unwrap_or_default())>
                    {Listening::ALL.iter().map(|&one| view! {
                        <option value=one.word() selected=move || likes.with(|likes| likes.listening == one)>{one.label()}</option>
                    }).collect_view()}
                </select>
            </div>
            <Number id="hold-ms" label="Time to take back what was heard in milliseconds" least=0 most=60_000 step=500
                get=|likes| likes.hold_ms set=|likes, value| likes.hold_ms = value />
            <p class="soft">
                "Commands for Talon: " <a href="/talon/parlour.talon" rel="external" download="parlour.talon">"Download parlour.talon"</a>
            </p>
            <div class="field">
                <label for="detail">"How much a screen reader is told"</label>
                <select id="detail" on:change:target=move |event| likes.update(|likes| likes.detail = Detail::from_word(&event.target().value()).unwrap_or_default())>
                    {[Detail::Short, Detail::Normal, Detail::Everything].into_iter().map(|one| view! {
                        <option value=one.word() selected=move || likes.with(|likes| likes.detail == one)>{one.label()}</option>
                    }).collect_view()}
                </select>
            </div>
            <Check label="News interrupt what is being read" get=|likes| likes.interrupt set=|likes, on| likes.interrupt = on />
        </fieldset>
    }
}

/// Single keys, and which they are.
#[component]
pub fn Keys() -> impl IntoView {
    let likes = use_preferences();
    let keys = KEYS.iter().map(|key| {
        let id = format!("key-{}", key.id.replace(' ', "-"));
        view! {
            <div class="key-field">
                <label for=id.clone()>{format!("Key to {}", key.does)}</label>
                <input
                    id=id
                    type="text"
                    maxlength="1"
                    autocomplete="off"
                    autocapitalize="off"
                    prop:value=move || likes.with(|likes| key.now(likes))
                    on:change:target=move |event| likes.update(|likes| key.change(likes, &event.target().value()))
                />
            </div>
        }
    });
    view! {
        <fieldset id="keys">
            <legend>"Keys"</legend>
            <Check label="Single letters are shortcuts" get=|likes| likes.single_keys set=|likes, on| likes.single_keys = on />
            <div class="key-fields">{keys.collect_view()}</div>
        </fieldset>
    }
}

/// A number within bounds.
#[component]
fn Number(
    id: &'static str,
    label: &'static str,
    least: u32,
    most: u32,
    step: u32,
    get: fn(&Preferences) -> u32,
    set: fn(&mut Preferences, u32),
) -> impl IntoView {
    let likes = use_preferences();
    view! {
        <div class="field">
            <label for=id>{label}</label>
            <input
                id=id
                type="number"
                min=least
                max=most
                step=step
                prop:value=move || likes.with(get)
                on:change:target=move |event| {
                    let value = event.target().value().parse().unwrap_or_else(|_| likes.with_untracked(get));
                    likes.update(|likes| set(likes, value.clamp(least, most)));
                }
            />
        </div>
    }
}
