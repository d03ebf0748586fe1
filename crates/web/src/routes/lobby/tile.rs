//! One game in the lobby: its picture, a few words, and the ways to play it.

use engine::{Card, Emblem};
use games::ListedGame;
use leptos::prelude::*;

use super::super::Offer;
use super::slips::Wish;
use crate::components::{CardFace, LONG, hyphenated};
use crate::preferences::use_preferences;
use crate::router::use_router;
use crate::table::first_lesson;

/// A game, to play at once or with friends.
#[component]
pub fn Tile(offer: Offer, wish: Wish) -> impl IntoView {
    let (likes, router) = (use_preferences(), use_router());
    let play = move |_| match likes.with_untracked(|likes| offer.play(likes)) {
        Ok(saved) => router.go(&format!("/table/{}", saved.id)),
        Err(why) => wish.problem.set(Some(why)),
    };
    let together = move |_| wish.with_friends.set(Some(offer));
    let waits =
        move || wish.with_friends.with(|wished| wished.as_ref().is_some_and(|wished| wished.id == offer.id));
    let friends = move || if waits() { "One moment…" } else { "With friends" };
    let range = offer.game.players(Some(offer.preset));
    let several = *range.end() > 1;
    let players = match (*range.start(), *range.end()) {
        (1, 1) => "Solitaire".to_owned(),
        (least, most) => format!("{least}–{most} players"),
    };
    let longest = offer.title.split(' ').map(str::len).max().unwrap_or(1);
    // All tiles have the same button texts: screen readers also hear the game.
    let named = move || view! { <span class="unseen">" " {offer.title}</span> };
    view! {
        <li class="tile" id=offer.id>
            <Picture offer=offer />
            <div class="tile-words">
                <h2 style=("--longest", longest.min(LONG).to_string())>{hyphenated(offer.title)}</h2>
                <p>{offer.summary}</p>
                <p class="tile-meta">
                    <span>{players}</span>
                    <a href=format!("/new/{}", offer.id)>"Rules"<span class="tile-more">" and options"</span> {named()}</a>
                </p>
            </div>
            <div class="tile-go">
                <button type="button" data-part="play" on:click=play>"Play" {named()}</button>
                {first_lesson(offer).map(|href| view! {
                    <a href=href class="button quiet" data-part="teach">"Teach me" {named()}</a>
                }.into_any())}
                {several.then(|| view! {
                    <button
                        type="button"
                        class="quiet"
                        disabled=wish.busy
                        aria-busy=move || waits().to_string()
                        on:click=together
                    >
                        {friends} {named()}
                    </button>
                })}
            </div>
        </li>
    }
}

/// The picture, made of what the game says about itself.
#[component]
fn Picture(offer: Offer) -> impl IntoView {
    let poster = ListedGame::played(offer.game, Some(offer.preset)).map(|listed| listed.poster());
    let poster = poster.unwrap_or_default();
    let mut cards: Vec<(Option<Card>, Option<String>)> =
        poster.cards.into_iter().map(|(card, badge)| (Some(card), badge)).collect();
    if cards.is_empty() {
        cards = vec![(None, None); 3];
    }
    let number = cards.len();
    let one = |(index, (card, badge)): (usize, (Option<Card>, Option<String>))| {
        let badge = badge.map(|text| {
            let minus = text.starts_with('−');
            view! { <b class="tile-worth" class:minus=minus>{text}</b> }
        });
        view! { <span class="tile-card" style=("--i", index.to_string())><CardFace card=card /> {badge}</span> }
    };
    let cards = cards.into_iter().enumerate().map(one).collect_view();
    view! {
        <div class="tile-art" aria-hidden="true" style=("--n", number.to_string())>
            {cards}
            {poster.emblem.map(emblem)}
        </div>
    }
}

/// The sign above the cards.
fn emblem(emblem: Emblem) -> AnyView {
    match emblem {
        Emblem::Arrow => view! {
            <svg class="tile-emblem tile-arrow" viewBox="0 0 120 40" focusable="false">
                <path d="M108 34C92 6 34 4 14 26M14 26l2-13M14 26l13-3"></path>
            </svg>
        }
        .into_any(),
        Emblem::Tokens => {
            view! { <span class="tile-emblem tile-pot"><i></i><i></i><i></i><i></i><i></i></span> }.into_any()
        }
        Emblem::Words(words) => view! { <span class="tile-emblem tile-words-said">{words}</span> }.into_any(),
    }
}
