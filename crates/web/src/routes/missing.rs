//! Where an unknown link leads.

use leptos::prelude::*;
use leptos_router::components::A;
use leptos_router::hooks::use_location;

use super::title;

/// Says that nothing is here, and where to go.
#[component]
pub fn Missing() -> impl IntoView {
    title("Nothing here");
    let path = use_location().pathname;
    view! {
        <h1>"There is nothing at this table"</h1>
        <p>"The link " <code>{move || path.get()}</code> " leads nowhere in this card room. It may be mistyped or old."</p>
        <p>
            <A href="/" attr:class="button">"Go to the lobby"</A>
        </p>
    }
}
