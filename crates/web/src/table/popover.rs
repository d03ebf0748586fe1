//! What a card that is picked up can do, at the card.

use client::touch::{beginning, targets};
use engine::Scene;
use engine::scene::{At, Lying, Place};
use leptos::ev;
use leptos::html::Div;
use leptos::prelude::*;
use leptos::web_sys::HtmlElement;
use protocol::Choice;

use super::play::Play;
use crate::cards::decimal;
use crate::components::{ChoiceButton, Label, read_aloud, spot_name};

/// The choices of what is picked up.
#[component]
pub fn Popover(play: Play) -> impl IntoView {
    let asked = Memo::new(move |_| {
        let at = play.picked.get()?;
        play.standing.with(|now| {
            let choices: Vec<Choice> = beginning(&now.choices, &at).into_iter().cloned().collect();
            let lands = targets(&now.choices, &at);
            Some((title(&now.scene, &at, &lands), choices)).filter(|(_, choices)| !choices.is_empty())
        })
    });
    let node = NodeRef::<Div>::new();
    let settle = move || {
        if let (Some(popover), Some(at)) = (node.get_untracked(), play.picked.get_untracked()) {
            stand_at(&popover, &at);
        }
    };
    Effect::new(move |_| {
        if asked.with(Option::is_some) && node.get().is_some() {
            settle();
            request_animation_frame(settle);
        }
    });
    let resized = window_event_listener(ev::resize, move |_| settle());
    on_cleanup(move || resized.remove());
    let put_back = move |_| {
        let at = play.picked.get_untracked();
        play.picked.set(None);
        if let Some(at) = at {
            super::focus::focus(&format!("[data-focus=\"{}\"]", spot_name(&at)));
        }
    };
    let shown = move || {
        asked.get().map(|(title, choices)| {
            let (many, named) = (choices.len() > 4, read_aloud(&title));
            let buttons = choices.into_iter().map(|choice| view! { <ChoiceButton choice=choice /> }).collect_view();
            view! {
                <div class="pop" node_ref=node data-layer="" data-part="popover" role="dialog" aria-label=named>
                    <h2><Label text=title /></h2>
                    <div class="pop-choices" class:many=many>{buttons}</div>
                    <button type="button" class="quiet small" data-focus="act:cancel" on:click=put_back>"Put it back"</button>
                </div>
            }
            .into_any()
        })
    };
    view! { {move || shown()} }
}

/// What is asked about the thing there. The card that it can be laid on is named: the menu may cover it.
fn title(scene: &Scene, at: &At, lands: &[&Place]) -> String {
    let heap = |place: &Place| match place {
        Place::Heap(id) => scene.heaps.iter().find(|heap| heap.id == *id),
        Place::Hand(_) => None,
    };
    let lying = at.card.and_then(|index| match &at.place {
        Place::Hand(seat) => scene.sitters.iter().find(|sitter| sitter.seat == *seat)?.hand.get(index),
        Place::Heap(_) => heap(&at.place)?.cards.get(index),
    });
    let onto = match lands {
        [only] => heap(only).and_then(|pile| counted(pile.cards.last()?)),
        _ => None,
    };
    let pile = heap(&at.place);
    let card = lying.or_else(|| pile?.cards.last()).and_then(|lying| lying.card);
    match (card, onto, pile) {
        (Some(card), Some(onto), _) => format!("{} on {onto}?", card.short()),
        (Some(card), None, _) => format!("What about {}?", card.short()),
        (None, _, Some(pile)) => format!("{}: what now?", pile.label),
        (None, _, None) => "What now?".to_owned(),
    }
}

/// An open card by its signs, and what it counts as: "6♠ (as 5♠)".
fn counted(lying: &Lying) -> Option<String> {
    let note = lying.note.as_ref().map(|note| format!(" ({note})")).unwrap_or_default();
    lying.card.map(|card| card.short() + &note)
}

/// The least room between the menu and what it stands beside, in pixels.
const GAP: f64 = 12.0;

/// Tells the style sheet where the card is, as seen from the felt, and keeps clear of the pile that it can be laid on.
fn stand_at(popover: &HtmlElement, at: &At) {
    let find = |selector: &str| document().query_selector(selector).ok().flatten();
    let card = find(&format!("[data-focus=\"{}\"]", spot_name(at)));
    let felt = popover.closest(".felt").ok().flatten();
    let (Some(card), Some(felt)) = (card, felt) else { return };
    let (card, felt) = (card.get_bounding_client_rect(), felt.get_bounding_client_rect());
    let (own, style) = (popover.get_bounding_client_rect(), HtmlElement::style(popover));
    // Above the card if there is room, else beside it, on the side with more.
    let above = card.top() - felt.top() - GAP;
    let (left, top) = if own.height() <= above {
        (card.left() + card.width() / 2.0 - own.width() / 2.0, card.top() - own.height() - GAP)
    } else if card.left() - felt.left() > felt.right() - card.right() {
        (card.left() - own.width() - GAP, card.top() + card.height() / 2.0 - own.height() / 2.0)
    } else {
        (card.right() + GAP, card.top() + card.height() / 2.0 - own.height() / 2.0)
    };
    let fit = |at: f64, size: f64, from: f64, to: f64| at.min(to - size - GAP).max(from + GAP);
    let top = fit(top, own.height(), felt.top(), felt.bottom());
    let fits = |left: f64| fit(left, own.width(), felt.left(), felt.right());
    let mut left = fits(left);
    if let Some(pile) = find(".pile.goal").map(|pile| pile.get_bounding_client_rect()) {
        let level = top < pile.bottom() && pile.top() < top + own.height();
        let covers = level && left < pile.right() && pile.left() < left + own.width();
        // A step aside is fine where the menu still stands within the width of a card.
        let near = card.width();
        let (before, after) = (pile.left() - own.width() - GAP / 2.0, pile.right() + GAP / 2.0);
        if covers && fits(before) == before && before + own.width() > card.left() - near {
            left = before;
        } else if covers && fits(after) == after && after < card.right() + near {
            left = after;
        }
    }
    let _ = style.set_property("--x", &format!("{}px", decimal((left - felt.left()) as f32)));
    let _ = style.set_property("--y", &format!("{}px", decimal((top - felt.top()) as f32)));
}
