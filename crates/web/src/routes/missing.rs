//! Where an unknown link leads.

use leptos::prelude::*;

use super::title;
use crate::router::use_router;

/// Says that nothing is here, and where to go.
#[component]
pub fn Missing() -> impl IntoView {
    title("Nothing here");
    let path = use_router().path;
    view! {
        <h1>"There is nothing at this table"</h1>
        <p>"The link " <code>{move || path.get()}</code> " leads nowhere in this card room. It may be mistyped or old."</p>
        <p>
            <a href="/" class="button">"Go to the lobby"</a>
        </p>
    }
}
