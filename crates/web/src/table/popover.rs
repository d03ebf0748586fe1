//! What a card that is picked up can do, at the card.

use client::touch::beginning;
use engine::Scene;
use engine::scene::{At, Place};
use leptos::ev;
use leptos::html::Div;
use leptos::prelude::*;
use leptos::web_sys::HtmlElement;
use protocol::Choice;

use super::play::Play;
use crate::cards::decimal;
use crate::components::{ChoiceButton, Label, spot_name};

/// The choices of what is picked up.
#[component]
pub fn Popover(play: Play) -> impl IntoView {
    let asked = Memo::new(move |_| {
        let at = play.picked.get()?;
        play.standing.with(|now| {
            let choices: Vec<Choice> = beginning(&now.choices, &at).into_iter().cloned().collect();
            Some((title(&now.scene, &at), choices)).filter(|(_, choices)| !choices.is_empty())
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
            let (many, named) = (choices.len() > 4, title.clone());
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

/// What is asked about the thing there.
fn title(scene: &Scene, at: &At) -> String {
    let lying = at.card.and_then(|index| match &at.place {
        Place::Hand(seat) => scene.sitters.iter().find(|sitter| sitter.seat == *seat)?.hand.get(index),
        Place::Heap(id) => scene.heaps.iter().find(|heap| heap.id == *id)?.cards.get(index),
    });
    let heap = match &at.place {
        Place::Heap(id) => scene.heaps.iter().find(|heap| heap.id == *id),
        Place::Hand(_) => None,
    };
    let top = heap.and_then(|heap| heap.cards.last());
    match (lying.or(top).and_then(|lying| lying.card), heap) {
        (Some(card), _) => format!("What about {}?", card.short()),
        (None, Some(heap)) => format!("{}: what now?", heap.label),
        (None, None) => "What now?".to_owned(),
    }
}

/// Tells the style sheet where the card is, as seen from the felt.
fn stand_at(popover: &HtmlElement, at: &At) {
    let card = document().query_selector(&format!("[data-focus=\"{}\"]", spot_name(at))).ok().flatten();
    let felt = popover.closest(".felt").ok().flatten();
    let (Some(card), Some(felt)) = (card, felt) else { return };
    let (card, felt) = (card.get_bounding_client_rect(), felt.get_bounding_client_rect());
    let (own, style) = (popover.get_bounding_client_rect(), HtmlElement::style(popover));
    let border = 12.0;
    // Above the card if there is room, else beside it, on the side with more.
    let above = card.top() - felt.top() - border;
    let (left, top) = if own.height() <= above {
        (card.left() + card.width() / 2.0 - own.width() / 2.0, card.top() - own.height() - border)
    } else if card.left() - felt.left() > felt.right() - card.right() {
        (card.left() - own.width() - border, card.top() + card.height() / 2.0 - own.height() / 2.0)
    } else {
        (card.right() + border, card.top() + card.height() / 2.0 - own.height() / 2.0)
    };
    let fit = |at: f64, size: f64, from: f64, to: f64| at.min(to - size - border).max(from + border) - from;
    let left = fit(left, own.width(), felt.left(), felt.right());
    let top = fit(top, own.height(), felt.top(), felt.bottom());
    let _ = style.set_property("--x", &format!("{}px", decimal(left as f32)));
    let _ = style.set_property("--y", &format!("{}px", decimal(top as f32)));
}
