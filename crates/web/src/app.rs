//! The frame around every page.

use leptos::prelude::*;

use crate::components::CardDefs;
use crate::icons::{Icon, Sign};
use crate::input::{HandsBar, use_dialogs};
use crate::parts::{LaterPage, LaterPiece, Piece};
use crate::preferences::provide_preferences;
use crate::router::{Place, provide_router};
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
    let router = provide_router();
    let place = router.place();
    let page = move || match place.get() {
        Place::Lobby => view! { <Lobby /> }.into_any(),
        Place::Page(page) => view! { <LaterPage page=page /> }.into_any(),
        Place::Missing => view! { <Missing /> }.into_any(),
    };
    view! {
        <a class="skip" href="#main" rel="external">"Skip to the page"</a>
        <header class="frame-header">
            <a href="/" class="frame-name" aria-current=move || router.current("/")>
                <Sign icon=Icon::Spade /> <span>"Parlour"</span>
            </a>
            <nav class="frame-links" aria-label="The room">
                {LINKS.map(|(href, icon, name, more)| view! {
                    <a href=href class="frame-tool" aria-current=move || router.current(href)>
                        <Sign icon=icon /> <span>{name}</span> {more.map(|more| view! { <span class="unseen">{more}</span> })}
                    </a>
                }).collect_view()}
            </nav>
            <HandsBar />
        </header>
        <main id="main" tabindex="-1">{move || page()}</main>
        <CardDefs />
        <LaterPiece piece=Piece::Frame />
    }
}
