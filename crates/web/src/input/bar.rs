//! The button for other hands in the header of every page, what it opens, and the list of keys.

use crate::components::When;
use leptos::ev;
use leptos::html::Dialog;
use leptos::prelude::*;

use super::keys::{self, KEYS};
use crate::icons::{Icon, Sign};
use crate::preferences::{Preferences, use_preferences};

/// One button for everything that makes the room usable without a mouse. What is switched on has its switch beside
/// the button; with dwell there are also a place to rest, and ways to scroll.
#[component]
pub fn HandsBar() -> impl IntoView {
    let (likes, open) = (use_preferences(), use_dialogs().access);
    let scroll = |part: f64| {
        let tall = window().inner_height().ok().and_then(|tall| tall.as_f64()).unwrap_or(600.0);
        window().scroll_by_with_x_and_y(0.0, tall * part);
    };
    view! {
        <div class="hands" role="group" aria-label="Access">
            <When is=move || likes.with(|likes| likes.dwell)>
                <span class="dwell-rest">"Rest here"</span>
                <button type="button" class="quiet small" on:click=move |_| scroll(-0.6)>"Page up"</button>
                <button type="button" class="quiet small" on:click=move |_| scroll(0.6)>"Page down"</button>
                <Switch switched=DWELL />
            </When>
            <When is=move || likes.with(|likes| likes.numbers)>
                <Switch switched=NUMBERS />
            </When>
            <button type="button" class="frame-tool" aria-haspopup="dialog" on:click=move |_| open.set(true)>
                <Sign icon=Icon::Access /> <span>"Access"</span>
            </button>
        </div>
    }
}

/// What the button and the key for it open. It stands outside of the header, which a table hides.
#[derive(Clone, Copy)]
pub struct Dialogs {
    /// Whether the switches are shown.
    pub access: RwSignal<bool>,
    /// Whether the keys are listed.
    pub keys: RwSignal<bool>,
}

/// The dialogs of this page, to open them from anywhere.
pub fn use_dialogs() -> Dialogs {
    use_context().unwrap_or_else(|| Dialogs { access: RwSignal::new(false), keys: RwSignal::new(false) })
}

/// The dialogs; once on a page.
#[component]
pub fn HandsDialogs() -> impl IntoView {
    let Dialogs { access, keys: listed } = use_dialogs();
    let _ = window_event_listener(ev::keydown, move |event| {
        if keys::meant(&event) == Some("keys") {
            event.prevent_default();
            listed.set(true);
        }
    });
    view! {
        <Access open=access listed=listed />
        <KeyList open=listed />
    }
}

/// Something that can be switched on.
#[derive(Clone, Copy)]
struct Switched {
    label: &'static str,
    does: &'static str,
    get: fn(&Preferences) -> bool,
    set: fn(&mut Preferences, bool),
}

const DWELL: Switched = Switched {
    label: "Dwell",
    does: "Hovering over a control presses it, for head trackers and eye gaze.",
    get: |likes| likes.dwell,
    set: |likes, on| likes.dwell = on,
};
const NUMBERS: Switched = Switched {
    label: "Numbers",
    does: "Every control shows a number, for “click 7”.",
    get: |likes| likes.numbers,
    set: |likes, on| likes.numbers = on,
};

/// On or off.
#[component]
fn Switch(switched: Switched) -> impl IntoView {
    let likes = use_preferences();
    let Switched { label, get, set, .. } = switched;
    view! {
        <button
            type="button"
            class="quiet small switch"
            aria-pressed=move || likes.with(get).to_string()
            on:click=move |_| likes.update(|likes| { let on = !get(likes); set(likes, on) })
        >
            {label}
        </button>
    }
}

/// What can be switched on, and where the rest is.
#[component]
fn Access(open: RwSignal<bool>, listed: RwSignal<bool>) -> impl IntoView {
    let keys = move |_| {
        open.set(false);
        listed.set(true);
    };
    let row = |switched: Switched| {
        view! { <li><Switch switched=switched /> <p>{switched.does}</p></li> }
    };
    view! {
        <Sheet open=open title_id="access-title">
            <h2 id="access-title">"Access"</h2>
            <ul class="access-list">
                {[DWELL, NUMBERS].map(row).collect_view()}
                <li>
                    <button type="button" class="quiet small" on:click=keys>"Keys"</button>
                    <p>"Everything can be done with a keyboard; some keys are shortcuts."</p>
                </li>
                <li>
                    <a href="/preferences#voice" class="button quiet small" on:click=move |_| open.set(false)>"Voice"</a>
                    <p>"At a table press Listen and say what to do."</p>
                </li>
            </ul>
            <div class="button-row">
                <button type="button" autofocus on:click=move |_| open.set(false)>"Close"</button>
            </div>
        </Sheet>
    }
}

/// A dialog that is there while it is open.
#[component]
fn Sheet(open: RwSignal<bool>, title_id: &'static str, children: Children) -> impl IntoView {
    let dialog = NodeRef::<Dialog>::new();
    Effect::new(move |_| {
        let (Some(dialog), open) = (dialog.get(), open.get()) else { return };
        if open && !dialog.open() {
            let _ = dialog.show_modal();
        } else if !open && dialog.open() {
            dialog.close();
        }
    });
    view! {
        <dialog class="confirm" node_ref=dialog aria-labelledby=title_id on:close=move |_| open.set(false)>
            {children()}
        </dialog>
    }
}

/// Every key and what it does.
#[component]
fn KeyList(open: RwSignal<bool>) -> impl IntoView {
    let likes = use_preferences();
    let row = |key: String, does: &str| view! { <div class="key"><dt><kbd>{key}</kbd></dt><dd>{does.to_owned()}</dd></div> };
    let rows =
        move || likes.with(|likes| KEYS.iter().map(|key| row(key.now(likes), key.does)).collect_view());
    let off = move || likes.with(|likes| !likes.single_keys);
    view! {
        <Sheet open=open title_id="keys-title">
            <h2 id="keys-title">"Keys at a table"</h2>
            <When is=off>
                <p>"Single keys are switched off, so only Tab, Enter, Space and Escape do something."</p>
            </When>
            <dl class="keys">
                {row("1 … 9, 0".to_owned(), "do the first to the tenth choice")}
                {rows}
                {row("Escape".to_owned(), "put back what is picked up, close an answer")}
                {row("Tab, Enter".to_owned(), "go to a control and press it")}
            </dl>
            <div class="button-row">
                <button type="button" autofocus on:click=move |_| open.set(false)>"Close"</button>
                <a href="/preferences#keys" on:click=move |_| open.set(false)>"Change keys"</a>
            </div>
        </Sheet>
    }
}
