//! What the player should know about the things kept.

use super::When;
use leptos::prelude::*;

use crate::storage::{self, StorageError};

/// Says what could not be read, until the player has seen it.
#[component]
pub fn KeptNotices() -> impl IntoView {
    let mut known = storage::here().notices();
    if storage::is_closed() {
        known.push(StorageError::Closed.to_string());
    }
    let notices = RwSignal::new(known);
    let seen = move |_| {
        storage::here().told();
        notices.set(Vec::new());
    };
    view! {
        <div role="status">
            <When is=move || notices.with(|notices| !notices.is_empty())>
                <div class="notice-box">
                    {move || notices.get().into_iter().map(|notice| view! { <p>{notice}</p> }).collect_view()}
                    <button type="button" class="quiet" on:click=seen>"I have read this"</button>
                </div>
            </When>
        </div>
    }
}
