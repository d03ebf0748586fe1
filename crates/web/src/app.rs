//! The frame around every page.

use leptos::prelude::*;
use leptos_router::components::{A, Route, Router, Routes};
use leptos_router::path;

use crate::components::UpdatePrompt;
use crate::routes::{Check, Lobby, Missing};
use crate::update::provide_update;

/// The whole room.
#[component]
pub fn App() -> impl IntoView {
    provide_update();
    view! {
        <Router>
            <a class="skip" href="#main" rel="external">"Skip to the page"</a>
            <header class="frame-header">
                <A href="/" attr:class="frame-name">
                    <span class="frame-suit" aria-hidden="true">"♠"</span>
                    "Parlour"
                </A>
            </header>
            <main id="main" tabindex="-1">
                <Routes fallback=Missing>
                    <Route path=path!("/") view=Lobby />
                    <Route path=path!("/check") view=Check />
                </Routes>
            </main>
            <UpdatePrompt />
        </Router>
    }
}
