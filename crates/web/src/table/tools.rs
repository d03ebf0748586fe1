//! Undo, hints and what else a table grants; and the keys for them.

use crate::components::When;
use engine::Scene;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use leptos::web_sys::HtmlElement;
use protocol::Ask;

use super::model::Model;
use super::notices::Notice;
use super::{aloud, focus};
use crate::input::keys;
use crate::preferences::{Listening, use_preferences};

/// The buttons below the table.
#[component]
pub fn Tools(
    /// The table.
    model: Model,
) -> impl IntoView {
    let granted = move |what: fn(&protocol::Snapshot) -> bool| {
        move || model.known.snapshot.with(|snapshot| snapshot.as_ref().is_some_and(what))
    };
    let can = move |what: fn(&protocol::Standing) -> bool| {
        move || model.known.standing.with(|standing| standing.as_ref().is_some_and(what))
    };
    let cannot = move |what: fn(&protocol::Standing) -> bool| move || !can(what)();
    let over = can(|standing| standing.outcome.is_some());
    let alone = granted(|snapshot| snapshot.standing.scene.sitters.is_empty());
    view! {
        <section class="tools" aria-label="Tools">
            <When is=granted(|snapshot| snapshot.undo)>
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
            </When>
            <When is=granted(|snapshot| snapshot.hints)>
                <button
                    type="button"
                    class="quiet"
                    data-focus="tool:hint"
                    disabled=over
                    on:click=move |_| model.ask(Ask::Hint)
                >
                    "Hint"
                </button>
            </When>
            <When is=move || alone() && granted(|snapshot| snapshot.hints)()>
                <button
                    type="button"
                    class="quiet"
                    data-focus="tool:can-win"
                    disabled=over
                    on:click=move |_| model.ask(Ask::CanWin)
                >
                    "Can this still be won?"
                </button>
            </When>
        </section>
    }
}

/// Keys of the table: numbers do the choices, the others what [`keys::KEYS`] says.
pub fn listen(model: Model) {
    let preferences = use_preferences();
    let down = window_event_listener(leptos::ev::keydown, move |event| {
        if event.ctrl_key() || event.alt_key() || event.meta_key() || keys::types_text(&event) {
            return;
        }
        if event.key() == "Escape" {
            model.shown.picked.set(None);
            model.notices.notice.set(None);
            return;
        }
        let singly = preferences.with_untracked(|kept| kept.single_keys);
        let number = event.key().parse::<usize>().ok().filter(|_| singly);
        let done = match (number, keys::meant(&event)) {
            (Some(number), _) => choose(model, number),
            (None, Some("voice")) if event.repeat() => true,
            (None, Some(key)) => obey(model, key),
            (None, None) => false,
        };
        if done {
            focus::anchor();
            event.prevent_default();
        }
    });
    let up = window_event_listener(leptos::ev::keyup, move |event| {
        let held = preferences.with_untracked(|kept| kept.listening == Listening::Held);
        if held && keys::meant(&event) == Some("voice") {
            press("#voice[aria-pressed=true]");
        }
    });
    on_cleanup(move || {
        down.remove();
        up.remove();
    });
}

/// Does the choice of that number; zero is the tenth.
fn choose(model: Model, number: usize) -> bool {
    if model.shown.reveal.with_untracked(Option::is_some) {
        return false;
    }
    let index = if number == 0 { 9 } else { number - 1 };
    let choice = model.known.standing.with_untracked(|now| now.as_ref()?.choices.get(index).cloned());
    choice.map(|choice| model.act(choice.act)).is_some()
}

fn press(selector: &str) -> bool {
    let found = document().query_selector(selector).ok().flatten();
    let button = found.and_then(|found| found.dyn_into::<HtmlElement>().ok());
    button.map(|button| button.click()).is_some()
}

fn obey(model: Model, key: &str) -> bool {
    // The cards of a round cover the table: nothing is done there unseen.
    let covered = model.shown.reveal.with_untracked(Option::is_some);
    if covered && !["go on", "command", "voice"].contains(&key) {
        return false;
    }
    let granted = |what: fn(&protocol::Snapshot) -> bool| {
        model.known.snapshot.with_untracked(|snapshot| snapshot.as_ref().is_some_and(what))
    };
    let scene = || model.known.standing.with_untracked(|now| now.as_ref().map(|now| now.scene.clone()));
    let tell = |what: fn(&Scene) -> String| {
        let text = scene().map(|scene| what(&scene)).unwrap_or_default();
        model.notices.notice.set(Some(Notice::Answer { text, act: None }));
    };
    match key {
        "command" => return focus::focus("#command"),
        "voice" => return press("#voice"),
        "undo" if granted(|snapshot| snapshot.undo) => model.ask(Ask::Undo),
        "redo" if granted(|snapshot| snapshot.undo) => model.ask(Ask::Redo),
        "hint" if granted(|snapshot| snapshot.hints) => model.ask(Ask::Hint),
        "go on" if model.shown.reveal.with_untracked(Option::is_some) => model.go_on(),
        "my hand" => tell(aloud::hand),
        "piles" => tell(aloud::piles),
        "score" => tell(aloud::counts),
        "whose turn" | "table" | "repeat" => model.say(key.to_owned(), false),
        _ => return false,
    }
    true
}
