//! The first page: what can be played, and what was left.

use leptos::prelude::*;
use leptos_router::components::A;
use leptos_router::hooks::use_navigate;

use super::daily::DealOfTheDay;
use super::friends::{OpenTable, TableTerms, WithFriends};
use super::{Offer, ago, begin, title};
use crate::components::{Confirm, KeptNotices, When};
use crate::preferences::use_preferences;
use crate::storage::{self, SavedGame};

/// The games, those that were left, and the ways to everything else.
#[component]
pub fn Lobby() -> impl IntoView {
    title("");
    let problem = RwSignal::new(None::<String>);
    let offers =
        Offer::all().into_iter().map(move |offer| view! { <OfferCard offer=offer problem=problem /> });
    view! {
        <div class="lobby">
            <h1>"What shall we play?"</h1>
            <KeptNotices />
            <div role="alert">{move || problem.get().map(|why| view! { <p class="problem">{why}</p> })}</div>
            <GoOn />
            <DealOfTheDay />
            <WithFriends />
            <section aria-labelledby="games-title">
                <h2 id="games-title">"Games"</h2>
                <ul class="lobby-games">{offers.collect_view()}</ul>
            </section>
        </div>
    }
}

#[component]
fn OfferCard(offer: Offer, problem: RwSignal<Option<String>>) -> impl IntoView {
    let (likes, navigate) = (use_preferences(), use_navigate());
    let play = move |_| match begin(likes.with_untracked(|likes| offer.order(likes)), None) {
        Ok(saved) => navigate(&format!("/table/{}", saved.id), Default::default()),
        Err(why) => problem.set(Some(why.told())),
    };
    let opening = OpenTable::new();
    let together = move |_| {
        let order = likes.with_untracked(|likes| offer.order(likes));
        match TableTerms::usual().order(order) {
            Ok(order) => opening.open(order, problem),
            Err(why) => problem.set(Some(why)),
        }
    };
    let settings = offer.settings(offer.preset);
    let (range, _) = offer.players(&settings);
    let several = *range.end() > 1;
    let players = match (*range.start(), *range.end()) {
        (1, 1) => "1 player".to_owned(),
        (least, most) => format!("{least} to {most} players"),
    };
    let (title_id, suit) = (format!("{}-title", offer.id), suit(&offer));
    view! {
        <li class="lobby-game" id=offer.id>
            <span class="lobby-suit" data-suit=suit aria-hidden="true">{suit}</span>
            <h3 id=title_id>{offer.title}</h3>
            <p class="lobby-summary">{offer.summary}</p>
            <p class="lobby-players">{players}</p>
            <div class="button-row">
                <button type="button" on:click=play>
                    "Play" <span class="unseen">{format!(" {}", offer.title)}</span>
                </button>
                {several.then(|| view! {
                    <button type="button" class="quiet" disabled=opening.busy on:click=together>
                        "With friends" <span class="unseen">{format!("({})", offer.title)}</span>
                    </button>
                })}
                <A href=format!("/new/{}", offer.id) attr:class="button quiet">
                    "Choose rules" <span class="unseen">{format!(" of {}", offer.title)}</span>
                </A>
                <A href=format!("/rules/{}", offer.id) attr:class="text-link">
                    "Rules" <span class="unseen">{format!(" of {}", offer.title)}</span>
                </A>
            </div>
        </li>
    }
}

/// Each game has a suit of its own, so that it is found again at a glance.
fn suit(offer: &Offer) -> &'static str {
    let place = Offer::all().iter().position(|other| other.id == offer.id);
    place.and_then(|place| ["♥", "♦", "♠", "♣"].get(place)).unwrap_or(&"★")
}

/// The games that were left.
#[component]
fn GoOn() -> impl IntoView {
    let open = || storage::saved_games().into_iter().filter(|saved| !saved.over).collect::<Vec<_>>();
    let games = RwSignal::new(open());
    let removing = RwSignal::new(None::<SavedGame>);
    let likes = use_preferences();
    let remove = move |saved: &SavedGame| {
        storage::forget(&saved.id);
        games.set(open());
    };
    let ask = move |saved: SavedGame| {
        if likes.with_untracked(|likes| likes.confirm) { removing.set(Some(saved)) } else { remove(&saved) }
    };
    let question =
        Signal::derive(move || removing.get().map(|saved| format!("Remove this game of {}?", saved.title)));
    let on_yes = Callback::new(move |()| removing.with_untracked(|saved| saved.iter().for_each(remove)));
    view! {
        <When is=move || games.with(|games| !games.is_empty())>
            <section class="go-on" aria-labelledby="go-on-title">
                <h2 id="go-on-title">"Go on with"</h2>
                <ul class="plain-list">
                    <For each=move || games.get() key=|saved| saved.id.clone() let:saved>
                        <LeftGame game=saved ask=Callback::new(ask) />
                    </For>
                </ul>
            </section>
        </When>
        <Confirm
            question=question
            consequence="It will be gone for good. Its result does not count."
            yes="Remove it"
            on_yes=on_yes
            on_close=Callback::new(move |()| removing.set(None))
        />
    }
}

/// A game that was left.
#[component]
fn LeftGame(game: SavedGame, ask: Callback<SavedGame>) -> impl IntoView {
    let when = ago(game.saved_ms, storage::now_ms());
    let what = game.daily.as_ref().map_or_else(String::new, |day| format!(", deal of {day}"));
    let name = format!(" {}, {when}", game.title);
    let (href, title) = (format!("/table/{}", game.id), game.title.clone());
    view! {
        <li class="go-on-game">
            <A href=href attr:class="go-on-link">
                <strong>{title}</strong>
                <span class="soft">{what} " · " {when}</span>
            </A>
            <button type="button" class="quiet small" data-final="" on:click=move |_| ask.run(game.clone())>
                "Remove" <span class="unseen">{name}</span>
            </button>
        </li>
    }
}
