//! What the player should know about the things kept.

use leptos::prelude::*;

use crate::storage;

/// Says what could not be read, until the player has seen it.
#[component]
pub fn KeptNotices() -> impl IntoView {
    let notices = RwSignal::new(storage::here().notices());
    let seen = move |_| {
        storage::here().told();
        notices.set(Vec::new());
    };
    view! {
        <div role="status">
            <Show when=move || notices.with(|notices| !notices.is_empty())>
                <div class="notice-box">
                    {move || notices.get().into_iter().map(|notice| view! { <p>{notice}</p> }).collect_view()}
                    <button type="button" class="quiet" on:click=seen>"I have read this"</button>
                </div>
            </Show>
        </div>
    }
}
