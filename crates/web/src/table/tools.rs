//! The keys of a table.

use engine::Scene;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use leptos::web_sys::HtmlElement;
use protocol::Ask;

use super::layer::Layer;
use super::model::Model;
use super::notices::Notice;
use super::{aloud, focus, run};
use crate::input::keys;
use crate::preferences::{Listening, use_preferences};

/// Keys of the table: numbers do the choices, the others what [`keys::KEYS`] says.
pub fn listen(model: Model) {
    run::listen(model);
    let preferences = use_preferences();
    let down = window_event_listener(leptos::ev::keydown, move |event| {
        if event.ctrl_key() || event.alt_key() || event.meta_key() || keys::types_text(&event) {
            return;
        }
        if event.key() == "Escape" {
            match () {
                () if model.layer.get_untracked().is_some() => model.close(),
                () if model.shown.picked.with_untracked(Option::is_some) => model.shown.picked.set(None),
                () if model.shown.is_busy() => model.pass_over(),
                () if model.notices.notice.with_untracked(Option::is_some) => model.notices.notice.set(None),
                () => model.tips.dismiss(),
            }
            return;
        }
        if event.key() == "Enter" && focus::is_free() && model.read_on() {
            return event.prevent_default();
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
    if model.is_frozen() {
        return false;
    }
    let index = if number == 0 { 9 } else { number - 1 };
    let choice = model.known.standing.with_untracked(|now| now.as_ref()?.choices.get(index).cloned());
    choice.map(|choice| model.act(choice.act)).is_some()
}

/// Presses what is found there.
pub fn press(selector: &str) -> bool {
    let found = document().query_selector(selector).ok().flatten();
    let button = found.and_then(|found| found.dyn_into::<HtmlElement>().ok());
    button.map(|button| button.click()).is_some()
}

fn obey(model: Model, key: &str) -> bool {
    // The cards of a round cover the table: nothing is done there unseen.
    let covered = model.is_frozen();
    if covered && !["go on", "command", "voice", "choices"].contains(&key) {
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
        "command" if model.layer.get_untracked() == Some(Layer::Words) => return focus::focus("#command"),
        "command" => model.toggle(Layer::Words),
        "choices" => model.toggle(Layer::All),
        "voice" => model.speak(),
        "undo" if granted(|snapshot| snapshot.undo) => model.ask_here(|seq| Ask::Undo { seq }),
        "redo" if granted(|snapshot| snapshot.undo) => model.ask_here(|seq| Ask::Redo { seq }),
        "hint" if granted(|snapshot| snapshot.hints) => model.ask_here(|seq| Ask::Hint { seq }),
        "go on" if model.shown.reveal.with_untracked(Option::is_some) => model.go_on(),
        "go on" => return model.read_on(),
        "my hand" => tell(aloud::hand),
        "piles" => tell(aloud::piles),
        "score" => tell(aloud::counts),
        "whose turn" | "table" | "repeat" => model.say(key.to_owned(), false),
        _ => return false,
    }
    true
}
