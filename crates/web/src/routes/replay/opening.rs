//! Opening a record from a file.

use leptos::html::Input;
use leptos::prelude::*;

use super::replay_state::ReplayState;
use crate::files;

/// A place to choose a file, or to drop one.
#[component]
pub fn Opening(replay: ReplayState) -> impl IntoView {
    let input = NodeRef::<Input>::new();
    let over = RwSignal::new(false);
    let take = move |files| {
        files::open(files, move |text| match text {
            Ok(record) => replay.open(record),
            Err(why) => replay.failed.set(Some(why)),
        });
    };
    let chosen = move |_| {
        if let Some(input) = input.get_untracked() {
            take(input.files());
        }
    };
    let dropped = move |event: web_sys::DragEvent| {
        event.prevent_default();
        over.set(false);
        take(event.data_transfer().and_then(|carried| carried.files()));
    };
    let hovered = move |event: web_sys::DragEvent| {
        event.prevent_default();
        over.set(true);
    };
    view! {
        <div
            class="drop-place"
            class:over=over
            on:dragover=hovered
            on:dragleave=move |_| over.set(false)
            on:drop=dropped
        >
            <div class="file-field">
                <label for="record-file">"Open a record from a file"</label>
                <input id="record-file" node_ref=input type="file" accept=".json,application/json" on:change=chosen />
            </div>
            <p class="soft">"Or drop the file here. Records are saved at the end of a game, under Statistics, or by the command line."</p>
        </div>
    }
}
