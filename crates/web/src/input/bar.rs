//! The switches in the header of every page, and the list of keys.

use crate::components::When;
use leptos::ev;
use leptos::html::Dialog;
use leptos::prelude::*;
use leptos_router::components::A;

use super::keys::{self, KEYS};
use crate::preferences::{Preferences, use_preferences};

/// Dwell, numbers and keys; with dwell also a place to rest, and ways to scroll.
#[component]
pub fn HandsBar() -> impl IntoView {
    let likes = use_preferences();
    let listed = RwSignal::new(false);
    let _ = window_event_listener(ev::keydown, move |event| {
        if keys::meant(&event) == Some("keys") {
            event.prevent_default();
            listed.set(true);
        }
    });
    let scroll = |part: f64| {
        let tall = window().inner_height().ok().and_then(|tall| tall.as_f64()).unwrap_or(600.0);
        window().scroll_by_with_x_and_y(0.0, tall * part);
    };
    view! {
        <div class="hands" role="group" aria-label="Hands-free">
            <Switch label="Dwell" get=|likes| likes.dwell set=|likes, on| likes.dwell = on />
            <Switch label="Numbers" get=|likes| likes.numbers set=|likes, on| likes.numbers = on />
            <button type="button" class="quiet small" on:click=move |_| listed.set(true)>"Keys"</button>
            <When is=move || likes.with(|likes| likes.dwell)>
                <button type="button" class="quiet small" on:click=move |_| scroll(-0.6)>"Page up"</button>
                <button type="button" class="quiet small" on:click=move |_| scroll(0.6)>"Page down"</button>
                <span class="dwell-rest">"Rest here"</span>
            </When>
        </div>
        <KeyList open=listed />
    }
}

/// On or off.
#[component]
fn Switch(
    label: &'static str,
    get: fn(&Preferences) -> bool,
    set: fn(&mut Preferences, bool),
) -> impl IntoView {
    let likes = use_preferences();
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

/// Every key and what it does.
#[component]
fn KeyList(open: RwSignal<bool>) -> impl IntoView {
    let likes = use_preferences();
    let dialog = NodeRef::<Dialog>::new();
    Effect::new(move |_| {
        let (Some(dialog), open) = (dialog.get(), open.get()) else { return };
        if open && !dialog.open() {
            let _ = dialog.show_modal();
        } else if !open && dialog.open() {
            dialog.close();
        }
    });
    let row = |key: String, does: &str| view! { <div class="key"><dt><kbd>{key}</kbd></dt><dd>{does.to_owned()}</dd></div> };
    let rows =
        move || likes.with(|likes| KEYS.iter().map(|key| row(key.now(likes), key.does)).collect_view());
    let off = move || likes.with(|likes| !likes.single_keys);
    view! {
        <dialog class="confirm key-list" node_ref=dialog aria-labelledby="keys-title" on:close=move |_| open.set(false)>
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
                <A href="/preferences#hands" on:click=move |_| open.set(false)>"Change keys"</A>
            </div>
        </dialog>
    }
}
