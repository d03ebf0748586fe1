//! How games with friends went.

use crate::components::When;
use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::http::{Finished, Results, Rival};

use crate::online::{api, guest};
use crate::routes::day;

/// The number of recent games that are listed.
const LISTED: usize = 10;

/// Head to head, and the last games; nothing for those who only play alone.
#[component]
pub fn FriendResults() -> impl IntoView {
    let results = RwSignal::new(Results::default());
    if guest::is_known() {
        spawn_local(async move {
            if let Ok(found) = api::results().await {
                results.try_set(found);
            }
        });
    }
    let rival = |rival: Rival| {
        let even = rival.games.saturating_sub(rival.won + rival.lost);
        view! {
            <tr>
                <th scope="row">{rival.name}</th>
                <td>{rival.games}</td>
                <td>{rival.won}</td>
                <td>{rival.lost}</td>
                <td>{even}</td>
            </tr>
        }
    };
    let game = |game: Finished| {
        let how = if game.won { "won" } else { "lost" };
        let record = format!("/api/tables/{}/record?game={}", game.table, game.number);
        let name = format!(" of {}, {}, game {}", game.title, day(game.t as f64), game.number);
        view! {
            <li class="recent">
                <p>
                    <strong>{game.title}</strong> " · " <span class=how>{how}</span>
                    <span class="soft">{format!(" · {} · {}", day(game.t as f64), game.players.join(", "))}</span>
                </p>
                <a href=record download rel="external" class="text-link">"Record" <span class="unseen">{name}</span></a>
            </li>
        }
    };
    let rivals = move || results.with(|results| results.rivals.iter().cloned().map(rival).collect_view());
    let games =
        move || results.with(|results| results.games.iter().take(LISTED).cloned().map(game).collect_view());
    view! {
        <When is=move || results.with(|results| !results.games.is_empty())>
            <section class="with-friends" aria-labelledby="rivals-title">
                <h2 id="rivals-title">"With friends"</h2>
                <table class="rivals">
                    <thead>
                        <tr>
                            <th scope="col">"Who"</th>
                            <th scope="col">"Games"</th>
                            <th scope="col">"You won"</th>
                            <th scope="col">"They won"</th>
                            <th scope="col">"Neither or both"</th>
                        </tr>
                    </thead>
                    <tbody>{rivals}</tbody>
                </table>
                <ul class="plain-list">{games}</ul>
            </section>
        </When>
    }
}
