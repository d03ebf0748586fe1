//! Who one is online, and how to be the same on another device.

use leptos::html::Input;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::components::Confirm;
use crate::files;
use crate::online::{QrCode, guest};
use crate::router::use_router;
use crate::routes::title;

/// Moving one's seats to another device: as a code, a link or a file.
#[component]
pub fn Identity() -> impl IntoView {
    let shown = RwSignal::new(false);
    let said = RwSignal::new(None::<Result<String, String>>);
    let coming = RwSignal::new(None::<String>);
    let asked = RwSignal::new(None::<Asked>);
    let input = NodeRef::<Input>::new();
    let save = move |_| {
        let saved = files::save("parlour-guest.json", &guest::file());
        said.set(Some(
            saved
                .map(|()| "Anyone who has this file can play on your seats: keep it to yourself.".to_owned()),
        ));
    };
    let open = move |_| {
        let Some(input) = input.get_untracked() else { return };
        files::open(input.files(), move |text| {
            match text.and_then(|text| guest::read(&text)) {
                Ok(key) => coming.set(Some(key.reveal())),
                Err(why) => said.set(Some(Err(why))),
            }
            input.set_value("");
        });
    };
    let outcome = move || {
        said.get().map(|said| match said {
            Ok(text) => view! { <p class="well">{text}</p> },
            Err(text) => view! { <p class="problem">{text}</p> },
        })
    };
    view! {
        <fieldset id="guest">
            <legend>"Friends"</legend>
            <p>"There are no accounts: a key in this browser says which seats are yours. Take it along to go on elsewhere; do not show it to others."</p>
            <div class="button-row">
                <button type="button" class="quiet" on:click=move |_| shown.update(|shown| *shown = !*shown)>
                    {move || if shown.get() { "Hide my key" } else { "Show my key for another device" }}
                </button>
                <button type="button" class="quiet" on:click=save>"Save my key to a file"</button>
                <div class="file-field">
                    <label for="guest-file">"Take a key from a file"</label>
                    <input id="guest-file" node_ref=input type="file" accept=".json,application/json" on:change=open />
                </div>
            </div>
            <div class="button-row">
                <button type="button" class="quiet" on:click=move |_| asked.set(Some(Asked::Replace))>"Replace my key"</button>
                <button type="button" class="quiet" on:click=move |_| asked.set(Some(Asked::Forget))>"Forget me"</button>
            </div>
            <div class="guest-code">{move || shown.get().then(|| view! { <KeyLink /> })}</div>
            <div role="status" aria-live="polite">{outcome}</div>
        </fieldset>
        <Taking coming=coming said=said />
        <Ending asked=asked said=said />
    }
}

/// The key as a link and as a QR code.
#[component]
fn KeyLink() -> impl IntoView {
    let link =
        format!("{}/guest#{}", window().location().origin().unwrap_or_default(), guest::key().reveal());
    view! {
        <QrCode text=link.clone() label="The link that makes another device you, as a QR code" />
        <label for="guest-link">"Link for your other device"</label>
        <input id="guest-link" type="text" readonly prop:value=link />
    }
}

/// What ends the key of this browser.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asked {
    Replace,
    Forget,
}

/// Asks before the key of this browser is replaced, or its guest forgotten.
#[component]
fn Ending(asked: RwSignal<Option<Asked>>, said: RwSignal<Option<Result<String, String>>>) -> impl IntoView {
    let question = move |wanted: Asked| match wanted {
        Asked::Replace => "Replace your key?".to_owned(),
        Asked::Forget => "Delete your name, chat and results here?".to_owned(),
    };
    let yes = Callback::new(move |()| {
        let Some(wanted) = asked.get_untracked() else { return };
        spawn_local(async move {
            let (done, text) = match wanted {
                Asked::Replace => (
                    guest::replace().await,
                    "Done: your seats have a new key. The old one no longer works, on no device.",
                ),
                Asked::Forget => {
                    (guest::forget().await, "Done: you are forgotten. This browser has a new key.")
                }
            };
            said.set(Some(done.map(|()| text.to_owned())));
        });
    });
    view! {
        <Confirm
            question=Signal::derive(move || asked.get().map(question))
            consequence="Your key as it is now stops working. Forgetting cannot be undone: seats are given up, and records of your games name nobody."
            yes="Do it"
            on_yes=yes
            on_close=Callback::new(move |()| asked.set(None))
        />
    }
}

/// Asks before this browser becomes another guest.
#[component]
fn Taking(coming: RwSignal<Option<String>>, said: RwSignal<Option<Result<String, String>>>) -> impl IntoView {
    let yes = Callback::new(move |()| {
        let key = coming.get_untracked().unwrap_or_default();
        let taken = guest::read(&key).and_then(guest::take);
        said.set(Some(taken.map(|()| "Done: this browser plays on the seats of that key now.".to_owned())));
    });
    view! {
        <Confirm
            question=Signal::derive(move || coming.with(Option::is_some).then(|| "Play here with this key?".to_owned()))
            consequence="This browser then has the seats and results of that key. Its own key is replaced: save it first if you still need it."
            yes="Take this key"
            on_yes=yes
            on_close=Callback::new(move |()| coming.set(None))
        />
    }
}

/// Where the link from another device leads.
#[component]
pub fn GuestPage() -> impl IntoView {
    title("Play on here");
    // The key is taken out of the address at once, so that it does not stay in the history.
    let hash = StoredValue::new(use_router().hash.get_untracked());
    let clean = window()
        .history()
        .and_then(|history| history.replace_state_with_url(&wasm_bindgen::JsValue::NULL, "", Some("/guest")));
    if clean.is_err() {
        leptos::logging::warn!("the key stays in this browser's history");
    }
    let said = RwSignal::new(None::<Result<String, String>>);
    let coming = RwSignal::new(None::<String>);
    let take = move |_| match guest::read(&hash.get_value()) {
        Ok(key) if guest::is_known() => coming.set(Some(key.reveal())),
        Ok(key) => {
            said.set(Some(guest::take(key).map(|()| "Done: your seats are yours here too.".to_owned())))
        }
        Err(why) => said.set(Some(Err(why))),
    };
    let outcome = move || {
        said.get().map(|said| match said {
            Ok(text) => view! { <p class="well">{text}</p> },
            Err(text) => view! { <p class="problem">{text}</p> },
        })
    };
    view! {
        <h1>"Play on here"</h1>
        <p>"This link comes from your other device. With it, this browser has the same seats at tables with friends."</p>
        <div class="button-row">
            <button type="button" on:click=take>"Be the same guest here"</button>
            <a href="/" class="button quiet">"Go to the lobby"</a>
        </div>
        <div role="status" aria-live="polite">{outcome}</div>
        <Taking coming=coming said=said />
    }
}
