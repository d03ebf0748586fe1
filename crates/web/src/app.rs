//! The frame around every page.

use leptos::prelude::*;
use leptos_router::components::{A, Route, Router, Routes};
use leptos_router::path;

use crate::components::CardDefs;
use crate::icons::{Icon, Sign};
use crate::input::{HandsBar, use_dialogs};
use crate::parts::{LaterPage, LaterPiece, Page, Piece};
use crate::preferences::provide_preferences;
use crate::routes::{Lobby, Missing};
use crate::update::provide_update;

/// The pages that are always at hand; a table has a link to its own rules, so this one says whose.
const LINKS: [(&str, Icon, &str, Option<&str>); 4] = [
    ("/rules", Icon::Book, "Rules", Some("of all games")),
    ("/replay", Icon::Film, "Replay", None),
    ("/statistics", Icon::Chart, "Statistics", None),
    ("/preferences", Icon::Sliders, "Preferences", None),
];

/// The whole room.
#[component]
pub fn App() -> impl IntoView {
    provide_update();
    provide_preferences();
    provide_context(use_dialogs());
    view! {
        <Router>
            <a class="skip" href="#main" rel="external">"Skip to the page"</a>
            <header class="frame-header">
                <A href="/" attr:class="frame-name"><Sign icon=Icon::Spade /> <span>"Parlour"</span></A>
                <nav class="frame-links" aria-label="The room">
                    {LINKS.map(|(href, icon, name, more)| view! {
                        <A href=href attr:class="frame-tool">
                            <Sign icon=icon /> <span>{name}</span> {more.map(|more| view! { <span class="unseen">{more}</span> })}
                        </A>
                    }).collect_view()}
                </nav>
                <HandsBar />
            </header>
            <main id="main" tabindex="-1">
                <Routes fallback=Missing>
                    <Route path=path!("/") view=Lobby />
                    <Route path=path!("/new/:game") view=|| later(Page::NewGame) />
                    <Route path=path!("/table/:id") view=|| later(Page::Table) />
                    <Route path=path!("/learn/:game/:number") view=|| later(Page::Lesson) />
                    <Route path=path!("/rules") view=|| later(Page::RulesList) />
                    <Route path=path!("/rules/:game") view=|| later(Page::Rules) />
                    <Route path=path!("/rules/:game/summary") view=|| later(Page::Summary) />
                    <Route path=path!("/statistics") view=|| later(Page::Statistics) />
                    <Route path=path!("/preferences") view=|| later(Page::Preferences) />
                    <Route path=path!("/replay") view=|| later(Page::Replay) />
                    <Route path=path!("/replay/:id") view=|| later(Page::Replay) />
                    <Route path=path!("/t/:table") view=|| later(Page::Online) />
                    <Route path=path!("/guest") view=|| later(Page::Guest) />
                    <Route path=path!("/check") view=|| later(Page::Check) />
                </Routes>
            </main>
            <CardDefs />
            <LaterPiece piece=Piece::Frame />
        </Router>
    }
}

/// A page that is loaded when it is first opened.
fn later(page: Page) -> AnyView {
    view! { <LaterPage page=page /> }.into_any()
}
