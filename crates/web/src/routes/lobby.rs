//! The first page: which games there are.

use games::AnyGame;
use leptos::prelude::*;

use super::title;

/// The list of games.
#[component]
pub fn Lobby() -> impl IntoView {
    title("");
    let games = AnyGame::ALL.iter().map(|game| {
        let info = game.info();
        view! {
            <li class="lobby-game" id=info.id>
                <h2>{info.name}</h2>
                <p>{info.summary}</p>
            </li>
        }
    });
    view! {
        <h1>"What shall we play?"</h1>
        <ul class="lobby-games">{games.collect_view()}</ul>
    }
}
