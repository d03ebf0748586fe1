//! Dragging with mouse, pen or finger: what is dragged follows the pointer and lands on the place under it.

use engine::Seat;
use engine::scene::{At, Place};
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use leptos::web_sys::{Element, HtmlElement, PointerEvent};

use super::play::Play;
use super::travel::moved;

/// Places on which something can be laid carry their name here.
pub const PLACE: &str = "data-place";
/// A pointer that moved less than this has clicked, in CSS pixels.
const SLACK: f64 = 6.0;

/// Something held by the pointer.
#[derive(Clone)]
struct Held {
    from: At,
    element: HtmlElement,
    start: (f64, f64),
    pointer: i32,
    moved: bool,
}

/// What the pointer holds at this table.
#[derive(Clone, Copy)]
pub struct Drag {
    held: StoredValue<Option<Held>, LocalStorage>,
    /// Whether the click that ends a drag is still to come.
    swallow: StoredValue<bool>,
}

impl Drag {
    /// Nothing is held.
    pub fn empty() -> Self {
        Self { held: StoredValue::new_local(None), swallow: StoredValue::new(false) }
    }

    /// The pointer goes down on something.
    pub fn take(&self, event: &PointerEvent, from: At) {
        let target = event.current_target().and_then(|target| target.dyn_into::<HtmlElement>().ok());
        let Some(element) = target.filter(|_| event.button() == 0 && event.is_primary()) else { return };
        let start = (f64::from(event.client_x()), f64::from(event.client_y()));
        // A quick pointer is elsewhere before it moves again: from now on it speaks to this card alone.
        let _ = element.set_pointer_capture(event.pointer_id());
        self.swallow.set_value(false);
        self.held.set_value(Some(Held { from, element, start, pointer: event.pointer_id(), moved: false }));
    }

    /// The pointer moves.
    pub fn follow(&self, event: &PointerEvent) {
        self.held.update_value(|held| {
            let Some(held) = held.as_mut().filter(|held| held.pointer == event.pointer_id()) else { return };
            let x = f64::from(event.client_x()) - held.start.0;
            let y = f64::from(event.client_y()) - held.start.1;
            if !held.moved && x.hypot(y) < SLACK {
                return;
            }
            if !held.moved {
                held.moved = true;
                let _ = held.element.class_list().add_1("dragged");
            }
            let style = HtmlElement::style(&held.element);
            let _ = style.set_property("transform", &moved(x, y));
        });
    }

    /// The pointer goes up.
    pub fn drop(&self, event: &PointerEvent, play: &Play) {
        let Some(held) = self.held.try_update_value(Option::take).flatten() else { return };
        if !held.moved {
            return;
        }
        self.swallow.set_value(true);
        let swallow = self.swallow;
        // A click follows in this very turn, or never.
        set_timeout(
            move || {
                let _ = swallow.try_update_value(|swallow| *swallow = false);
            },
            std::time::Duration::ZERO,
        );
        let under = under(event, &held.element);
        put_back(&held.element);
        if let Some(place) = under {
            play.drop_on(&held.from, &place);
        }
    }

    /// The browser took the pointer for something else.
    pub fn cancel(&self) {
        if let Some(held) = self.held.try_update_value(Option::take).flatten() {
            put_back(&held.element);
        }
    }

    /// Whether this click only ended a drag.
    pub fn ended(&self) -> bool {
        self.swallow.try_update_value(std::mem::take).unwrap_or(false)
    }
}

fn put_back(element: &HtmlElement) {
    let _ = element.class_list().remove_1("dragged");
    let _ = HtmlElement::style(element).remove_property("transform");
}

/// The place under the pointer, looking through what is being dragged.
fn under(event: &PointerEvent, dragged: &HtmlElement) -> Option<Place> {
    let (x, y) = (event.client_x() as f32, event.client_y() as f32);
    let found = document().elements_from_point(x, y);
    let element = |index| found.get(index).dyn_into::<Element>().ok();
    let elements = (0..found.length()).filter_map(element);
    let mut others = elements.filter(|element| !dragged.contains(Some(element)));
    others.find_map(|element| place_of(&element.closest(&format!("[{PLACE}]")).ok()??.get_attribute(PLACE)?))
}

/// How a place is written into the page.
pub fn place_name(place: &Place) -> String {
    match place {
        Place::Heap(id) => format!("heap:{id}"),
        Place::Hand(seat) => format!("hand:{seat}"),
    }
}

fn place_of(name: &str) -> Option<Place> {
    match name.split_once(':')? {
        ("heap", id) => Some(Place::Heap(id.to_owned().into())),
        ("hand", seat) => seat.parse().ok().and_then(Seat::new).map(Place::Hand),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_found_again_by_their_names() {
        let places = [Place::Heap("column-3".into()), Place::Hand(Seat::new(7).unwrap())];
        for place in places {
            assert_eq!(place_of(&place_name(&place)), Some(place));
        }
        for name in ["", "heap", "hand:x", "hand:99", "else:1"] {
            assert_eq!(place_of(name), None, "{name}");
        }
    }
}
