//! A game in a few small pictures, drawn from the same cards as at the table, and on one page to print.

use engine::picture::Part;
use engine::{Picture, Present};
use games::with_game;
use leptos::prelude::*;

use super::{Missing, Offer, title};
use crate::components::CardFace;
use crate::router::use_segment;

/// Setup, a turn, scoring: a row of cards with a line each.
#[component]
pub fn Pictures(offer: Offer) -> impl IntoView {
    let pictures = with_game!(offer.game, G => Picture::read_all(G::PICTURES));
    let figure = |picture: Picture| {
        let dot = if picture.title.ends_with('!') { "" } else { "." };
        let told = picture.parts.iter().map(told).collect::<Vec<_>>().join(" ");
        view! {
            <figure class="rule-picture">
                <div class="rule-cards" role="img" aria-label=told>{picture.parts.into_iter().map(part).collect_view()}</div>
                <figcaption><b>{picture.title.to_owned() + dot} " "</b>{picture.caption} " " <span class="soft">{picture.clause}</span></figcaption>
            </figure>
        }
    };
    (!pictures.is_empty())
        .then(|| view! { <div class="rule-pictures">{pictures.into_iter().map(figure).collect_view()}</div> })
}

fn part(part: Part) -> AnyView {
    match part {
        Part::Card(card, marked) => {
            view! { <span class="rule-card" class:marked=marked><CardFace card=Some(card) /></span> }
                .into_any()
        }
        Part::Back => view! { <span class="rule-card"><CardFace card=None /></span> }.into_any(),
        Part::Arrow => view! { <span class="rule-sign">"→"</span> }.into_any(),
        Part::Word(word) => view! { <span class="rule-sign">{word}</span> }.into_any(),
    }
}

/// What is drawn, in words.
fn told(part: &Part) -> String {
    match part {
        Part::Card(card, false) => format!("{},", card.name()),
        Part::Card(card, true) => format!("{}, marked,", card.name()),
        Part::Back => "a card face down,".to_owned(),
        Part::Arrow => "then".to_owned(),
        Part::Word(word) => (*word).to_owned(),
    }
}

/// A game on one page.
#[component]
pub fn SummaryPage() -> impl IntoView {
    let id = use_segment(1);
    move || match Offer::find(&id.get()) {
        Some(offer) => view! { <Summary offer=offer /> }.into_any(),
        None => view! { <Missing /> }.into_any(),
    }
}

#[component]
fn Summary(offer: Offer) -> impl IntoView {
    title(&format!("{} on one page", offer.title));
    let text = with_game!(offer.game, G => G::ONE_PAGE);
    let print = move |_| drop(window().print());
    view! {
        <h1>{offer.title} " on one page"</h1>
        <p class="button-row no-print">
            <button type="button" on:click=print>"Print"</button>
            <a href=format!("/rules/{}", offer.id) class="button quiet">"The rules in full"</a>
        </p>
        <pre class="one-page" tabindex="0">{text}</pre>
        <div class="print-pictures"><Pictures offer=offer /></div>
    }
}
