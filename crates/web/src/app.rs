//! The frame around every page.

use leptos::prelude::*;
use leptos_router::components::{A, Route, Router, Routes};
use leptos_router::path;

use crate::components::{CardDefs, UpdatePrompt};
use crate::input::{HandsBar, provide_hands};
use crate::preferences::provide_preferences;
use crate::routes::{
    Check, GuestPage, Lobby, Missing, NewGame, OnlinePage, PreferencesPage, Replay, RulesPage, StatisticsPage,
};
use crate::table::TablePage;
use crate::update::provide_update;

/// The whole room.
#[component]
pub fn App() -> impl IntoView {
    provide_update();
    provide_preferences();
    provide_hands();
    view! {
        <Router>
            <a class="skip" href="#main" rel="external">"Skip to the page"</a>
            <header class="frame-header">
                <A href="/" attr:class="frame-name">
                    <span class="frame-suit" aria-hidden="true">"♠"</span>
                    "Parlour"
                </A>
                <nav class="frame-links" aria-label="The room">
                    <A href="/replay">"Replay"</A>
                    <A href="/statistics">"Statistics"</A>
                    <A href="/preferences">"Preferences"</A>
                </nav>
                <HandsBar />
            </header>
            <main id="main" tabindex="-1">
                <Routes fallback=Missing>
                    <Route path=path!("/") view=Lobby />
                    <Route path=path!("/new/:game") view=NewGame />
                    <Route path=path!("/table/:id") view=TablePage />
                    <Route path=path!("/rules/:game") view=RulesPage />
                    <Route path=path!("/statistics") view=StatisticsPage />
                    <Route path=path!("/preferences") view=PreferencesPage />
                    <Route path=path!("/replay") view=Replay />
                    <Route path=path!("/replay/:id") view=Replay />
                    <Route path=path!("/t/:table") view=OnlinePage />
                    <Route path=path!("/guest") view=GuestPage />
                    <Route path=path!("/check") view=Check />
                </Routes>
            </main>
            <CardDefs />
            <UpdatePrompt />
        </Router>
    }
}
