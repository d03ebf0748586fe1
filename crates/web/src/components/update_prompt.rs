//! Offers a new version, and never forces it on a running game.

use super::When;
use leptos::prelude::*;

use crate::update::use_update;

/// A line at the bottom once a new version is ready.
#[component]
pub fn UpdatePrompt() -> impl IntoView {
    let update = use_update();
    let later = RwSignal::new(false);
    let shown = move || update.ready().get() && !later.get();
    view! {
        <div role="status" class="update-place">
            <When is=shown>
                <p class="update">
                    <span>"A new version is ready."</span>
                    <button type="button" on:click=move |_| update.take()>"Reload"</button>
                    <button type="button" class="quiet" on:click=move |_| later.set(true)>"Later"</button>
                </p>
            </When>
        </div>
    }
}
