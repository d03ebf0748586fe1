//! Games in which nobody has anything to choose: hold to run, and finish it.

use std::time::Duration;

use games::AnyGame;
use leptos::ev;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use leptos::web_sys::{Element, Event};
use protocol::Ask;

use super::focus;
use super::model::Model;
use crate::input::keys;

/// How long something is pressed before it runs, in milliseconds: longer than a click takes.
const HELD_MS: u64 = 400;
/// What runs while it is pressed: the button of the one action, and what stands for it on the table.
const PRESSED: &str = ".choices [data-choice], .own .spot.can";

/// Holding a key, the button or the card goes on turn after turn, until it is released.
pub fn listen(model: Model) {
    let pressed = RwSignal::new(0_u32);
    // What was begun by holding ends with it; what a button began goes on.
    let held = RwSignal::new(false);
    let down = window_event_listener(ev::pointerdown, move |event| {
        if !event.is_primary() || event.button() != 0 || !is_there(&event) || !model.has_nothing_to_choose() {
            return;
        }
        pressed.update(|number| *number += 1);
        let now = pressed.get_untracked();
        let still = move || pressed.try_get_untracked() == Some(now);
        set_timeout(
            move || {
                if still() {
                    held.set(true);
                    model.run(true);
                }
            },
            Duration::from_millis(HELD_MS),
        );
    });
    let release = move || {
        let _ = pressed.try_update(|number| *number += 1);
        if held.try_update(std::mem::take) == Some(true) {
            model.run(false);
        }
    };
    let up = window_event_listener(ev::pointerup, move |_| release());
    let cancel = window_event_listener(ev::pointercancel, move |_| release());
    // A finger that stays opens no menu here.
    let menu = window_event_listener(ev::contextmenu, move |event| {
        if model.is_running() {
            event.prevent_default();
        }
    });
    let key = window_event_listener(ev::keydown, move |event| {
        let one = event.key() == "1" && model.preferences.with_untracked(|likes| likes.single_keys);
        let runs = (one || matches!(event.key().as_str(), "Enter" | " ")) && !keys::types_text(&event);
        let here = focus::is_free() || is_there(&event);
        let open = model.layer.with_untracked(Option::is_some);
        if runs && here && !open && event.repeat() && model.has_nothing_to_choose() {
            event.prevent_default();
            held.set(true);
            model.run(true);
        }
    });
    let key_up = window_event_listener(ev::keyup, move |_| release());
    let left = window_event_listener(ev::blur, move |_| release());
    on_cleanup(move || {
        [down, up, cancel].into_iter().for_each(WindowListenerHandle::remove);
        [key, key_up].into_iter().for_each(WindowListenerHandle::remove);
        menu.remove();
        left.remove();
    });
    Effect::new(move |_| {
        model.known.standing.track();
        if model.shown.running.get() {
            // The table is shown first, a frame each.
            request_animation_frame(move || model.act_on());
        }
    });
}

fn is_there(event: &Event) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    target.is_some_and(|target| target.closest(PRESSED).is_ok_and(|found| found.is_some()))
}

impl Model {
    /// Whether the game goes on, and nobody has anything to choose in it.
    pub fn has_nothing_to_choose(&self) -> bool {
        let game = self.known.look(|state| {
            let known = state.game_id().filter(|_| state.you.is_some() && !state.is_over());
            known.and_then(AnyGame::find)
        });
        game.flatten().is_some_and(|(game, _)| !game.has_choices())
    }

    /// Whether it goes on without being asked.
    pub fn is_running(&self) -> bool {
        self.shown.running.try_get_untracked() == Some(true)
    }

    /// Begins to run or stops; while it runs, nothing is waited for.
    pub fn run(&self, runs: bool) {
        if self.is_running() == runs {
            return;
        }
        self.shown.running.set(runs);
        self.shown.skipping.set(runs);
        if runs {
            self.pass_over();
        }
    }

    /// Does the one thing that there is to do, if it is the player's turn.
    fn act_on(&self) {
        let only = self.known.look(|state| state.standing.choices.first().map(|choice| choice.act.clone()));
        if let Some(act) = only.flatten().filter(|_| self.is_running()) {
            self.act(act);
        }
    }

    /// Plays on to the end: at once at a table of one's own. Elsewhere others do their part.
    pub fn finish(&self) {
        if self.is_own() {
            self.ask_here(|seq| Ask::Finish { seq });
        } else {
            self.run(!self.is_running());
        }
    }
}
