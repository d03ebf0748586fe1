//! Undo, hints and what else a table grants; and the keys for them.

use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use leptos::web_sys::{Element, KeyboardEvent};
use protocol::Ask;

use super::focus;
use super::model::Model;
use crate::preferences::use_preferences;

/// The buttons below the table.
#[component]
pub fn Tools(
    /// The table.
    model: Model,
) -> impl IntoView {
    let granted = move |what: fn(&protocol::Snapshot) -> bool| {
        move || model.snapshot.with(|snapshot| snapshot.as_ref().is_some_and(what))
    };
    let can = move |what: fn(&protocol::Standing) -> bool| {
        move || model.standing.with(|standing| standing.as_ref().is_some_and(what))
    };
    let cannot = move |what: fn(&protocol::Standing) -> bool| move || !can(what)();
    let over = can(|standing| standing.outcome.is_some());
    let alone = granted(|snapshot| snapshot.standing.scene.sitters.is_empty());
    view! {
        <section class="tools" aria-label="Tools">
            <Show when=granted(|snapshot| snapshot.undo)>
                <button
                    type="button"
                    class="quiet"
                    data-focus="tool:undo"
                    disabled=cannot(|standing| standing.can_undo)
                    on:click=move |_| model.ask(Ask::Undo)
                >
                    "Undo"
                </button>
                <button
                    type="button"
                    class="quiet"
                    data-focus="tool:redo"
                    disabled=cannot(|standing| standing.can_redo)
                    on:click=move |_| model.ask(Ask::Redo)
                >
                    "Redo"
                </button>
            </Show>
            <Show when=granted(|snapshot| snapshot.hints)>
                <button
                    type="button"
                    class="quiet"
                    data-focus="tool:hint"
                    disabled=over
                    on:click=move |_| model.ask(Ask::Hint)
                >
                    "Hint"
                </button>
            </Show>
            <Show when=move || alone() && granted(|snapshot| snapshot.hints)()>
                <button
                    type="button"
                    class="quiet"
                    data-focus="tool:can-win"
                    disabled=over
                    on:click=move |_| model.ask(Ask::CanWin)
                >
                    "Can this still be won?"
                </button>
            </Show>
        </section>
    }
}

/// Keys of the table: numbers do the choices, letters the tools.
pub fn listen(model: Model) {
    let preferences = use_preferences();
    let handle = window_event_listener(leptos::ev::keydown, move |event| {
        if event.ctrl_key() || event.alt_key() || event.meta_key() || types_text(&event) {
            return;
        }
        if event.key() == "Escape" {
            model.picked.set(None);
            model.notice.set(None);
            return;
        }
        if !preferences.with_untracked(|kept| kept.single_keys) {
            return;
        }
        if obey(model, &event.key()) {
            focus::anchor();
            event.prevent_default();
        }
    });
    on_cleanup(move || handle.remove());
}

fn obey(model: Model, key: &str) -> bool {
    // The cards of a round cover the table: nothing is done there unseen.
    let covered = model.reveal.with_untracked(Option::is_some);
    if covered && key != "g" {
        return false;
    }
    if let Some(number) = key.parse::<usize>().ok().filter(|number| (1..=9).contains(number)) {
        let choices = model.standing.with_untracked(|now| now.as_ref().map(|now| now.choices.clone()));
        let choice = choices.and_then(|choices| choices.get(number - 1).cloned());
        let Some(choice) = choice else { return false };
        model.act(choice.act);
        return true;
    }
    let granted = |what: fn(&protocol::Snapshot) -> bool| {
        model.snapshot.with_untracked(|snapshot| snapshot.as_ref().is_some_and(what))
    };
    match key {
        "/" => return focus::focus("#command"),
        "u" if granted(|snapshot| snapshot.undo) => model.ask(Ask::Undo),
        "r" if granted(|snapshot| snapshot.undo) => model.ask(Ask::Redo),
        "h" if granted(|snapshot| snapshot.hints) => model.ask(Ask::Hint),
        "g" if model.reveal.with_untracked(Option::is_some) => model.go_on(),
        _ => return false,
    }
    true
}

/// Whether the key goes into a field.
fn types_text(event: &KeyboardEvent) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    target.is_some_and(|target| matches!(target.tag_name().as_str(), "INPUT" | "TEXTAREA" | "SELECT"))
}
