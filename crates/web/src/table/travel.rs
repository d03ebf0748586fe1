//! Cards travel: each card that lies elsewhere after a change is shown moving from where it lay.

use std::collections::HashMap;

use leptos::prelude::*;
use leptos::wasm_bindgen::{JsCast, JsValue};
use leptos::web_sys::{DomRect, Element};

use crate::cards::decimal;
use crate::preferences::reduced_motion;

/// Elements that travel carry their card's name here.
pub const CARD: &str = "data-card";
/// Where cards come from that were not to be seen before.
const SOURCE: &str = "[data-source]";
/// Where a card comes from that another player laid down, and what it is laid on.
const PILE: &str = "[data-place^=\"heap:\"]";
/// A card takes so long from one place to another, in milliseconds.
const TRAVEL_MS: f64 = 320.0;
/// Each card of a deal starts a little after the one before.
const STAGGER_MS: f64 = 90.0;

/// More cards than this that were not to be seen before have been turned over, not dealt.
const MOST_DEALT: usize = 8;

/// Where the cards were before a change.
pub struct Before {
    places: HashMap<String, DomRect>,
    source: Option<DomRect>,
    /// Where the player sits whose turn it was.
    actor: Option<DomRect>,
}

impl Before {
    /// Looks where everything lies now, and at the place of the player whose turn it was.
    pub fn look(actor: Option<&str>) -> Self {
        if reduced_motion() {
            return Self { places: HashMap::new(), source: None, actor: None };
        }
        let places =
            cards().into_iter().map(|(name, card)| (name, card.get_bounding_client_rect())).collect();
        let found = |selector: &str| {
            document().query_selector(selector).ok().flatten().map(|found| found.get_bounding_client_rect())
        };
        let actor = actor.and_then(|place| found(&format!(".seat[data-place=\"{place}\"] .plate")));
        Self { places, source: found(SOURCE), actor }
    }

    /// Lets every card that lies elsewhere now travel there. Where cards were `turned` over, what is new was not dealt.
    pub fn play(self, turned: bool) {
        if self.places.is_empty() && self.source.is_none() {
            return;
        }
        let cards = cards();
        let fresh_cards = cards.iter().filter(|(name, _)| !self.places.contains_key(name)).count();
        let mut fresh = 0.0;
        for (name, card) in cards {
            let now = card.get_bounding_client_rect();
            let laid = || card.closest(PILE).is_ok_and(|pile| pile.is_some());
            let source = self.actor.as_ref().filter(|_| laid()).or(self.source.as_ref());
            let (before, delay) = match (self.places.get(&name), source) {
                (Some(before), _) => (before, 0.0),
                (None, Some(source)) if fresh_cards <= MOST_DEALT && !turned => {
                    fresh += 1.0;
                    (source, (fresh - 1.0) * STAGGER_MS)
                }
                (None, _) => continue,
            };
            let (x, y) = (before.left() - now.left(), before.top() - now.top());
            if x.abs() + y.abs() > 2.0 {
                animate(&card, x, y, delay);
            }
        }
    }
}

fn cards() -> Vec<(String, Element)> {
    let Ok(found) = document().query_selector_all(&format!("[{CARD}]")) else { return Vec::new() };
    let card = |index| found.item(index)?.dyn_into::<Element>().ok();
    let named = |card: Element| card.get_attribute(CARD).map(|name| (name, card));
    (0..found.length()).filter_map(card).filter_map(named).collect()
}

/// The style of a card that is moved by that many pixels.
pub fn moved(x: f64, y: f64) -> String {
    format!("translate({}px, {}px)", decimal(x as f32), decimal(y as f32))
}

fn animate(card: &Element, x: f64, y: f64, delay: f64) {
    let frame =
        |x: f64, y: f64| object(&[("transform", moved(x, y).into()), ("zIndex", JsValue::from_f64(5.0))]);
    let options = [
        ("duration", JsValue::from_f64(TRAVEL_MS)),
        ("delay", JsValue::from_f64(delay)),
        ("easing", "cubic-bezier(0.2, 0.8, 0.3, 1)".into()),
        ("fill", "backwards".into()),
    ];
    let frames = js_sys::Array::of2(&frame(x, y), &frame(0.0, 0.0));
    // The bindings do not know this method yet; where the browser does not either, cards just appear.
    let animate =
        js_sys::Reflect::get(card, &"animate".into()).and_then(|found| found.dyn_into::<js_sys::Function>());
    if let Ok(animate) = animate {
        let _ = animate.call2(card, &frames, &object(&options));
    }
}

fn object(fields: &[(&str, JsValue)]) -> js_sys::Object {
    let object = js_sys::Object::new();
    for (name, value) in fields {
        let _ = js_sys::Reflect::set(&object, &(*name).into(), value);
    }
    object
}

/// Leaves a mark for the browser's own clock.
pub fn mark(name: &str) {
    if let Some(performance) = window().performance() {
        let _ = performance.mark(name);
    }
}
