//! Everything kept, to save, to load and to forget.

use leptos::html::Input;
use leptos::prelude::*;

use super::super::today;
use crate::components::Confirm;
use crate::files;
use crate::preferences::use_preferences;
use crate::storage::{self, Imported};

/// Export, import, and "forget everything".
#[component]
pub fn Keeping() -> impl IntoView {
    let likes = use_preferences();
    let said = RwSignal::new(None::<Result<String, String>>);
    let asking = RwSignal::new(false);
    let input = NodeRef::<Input>::new();

    let export = move |_| {
        let text = storage::here().export(storage::now_ms());
        let saved = files::save(&format!("parlour-{}.json", today()), &text);
        said.set(Some(saved.map(|()| "The file holds all games, results and preferences.".to_owned())));
    };
    let import = move |_| {
        let Some(input) = input.get_untracked() else { return };
        let files = input.files();
        files::open(files, move |text| {
            let done = text.and_then(|text| storage::here().import(&text));
            if done.as_ref().is_ok_and(|done| done.preferences) {
                likes.set(storage::here().preferences());
            }
            said.set(Some(done.as_ref().map(Imported::told).map_err(Clone::clone)));
            // The same file can be chosen once more.
            input.set_value("");
        });
    };
    let forget = Callback::new(move |()| {
        storage::here().forget_everything();
        likes.set(Default::default());
        said.set(Some(Ok("Everything is forgotten.".to_owned())));
    });
    let outcome = move || {
        said.get().map(|said| match said {
            Ok(text) => view! { <p class="well">{text}</p> },
            Err(text) => view! { <p class="problem">{text}</p> },
        })
    };
    view! {
        <fieldset id="kept">
            <legend>"What is kept"</legend>
            <p>"Games, results and preferences stay in this browser and go nowhere. As one file they can be moved elsewhere, or kept safe."</p>
            <div class="button-row">
                <button type="button" on:click=export>"Save everything to a file"</button>
                <div class="file-field">
                    <label for="import">"Add from a file"</label>
                    <input id="import" node_ref=input type="file" accept=".json,application/json" on:change=import />
                </div>
            </div>
            <div role="status" aria-live="polite">{outcome}</div>
            <p class="forget">
                <button type="button" class="quiet alarming" on:click=move |_| asking.set(true)>"Forget everything…"</button>
            </p>
        </fieldset>
        <Confirm
            question=Signal::derive(move || asking.get().then(|| "Forget everything?".to_owned()))
            consequence="All games, results and preferences in this browser will be gone for good. Save them to a file first if you may want them back."
            yes="Forget everything"
            on_yes=forget
            on_close=Callback::new(move |()| asking.set(false))
        />
    }
}
