//! Hovering that acts, for head trackers and eye gaze, which only move the pointer.

use std::time::Duration;

use leptos::ev;
use leptos::leptos_dom::helpers::{TimeoutHandle, set_timeout_with_handle};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{DomRect, Element, Event, EventInit, HtmlElement, HtmlInputElement, HtmlSelectElement};

use crate::preferences::{Preferences, use_preferences};

/// Everything that can be acted on.
const CONTROLS: &str = "button, a[href], summary, label, input, select, textarea";
/// What cannot be undone, and so takes twice the time.
const FINAL: &str = ".alarming, [data-final], .final .action, .final .can, .final .put-here";
/// The shortest and the longest time, in milliseconds.
pub const SHORTEST_MS: u32 = 50;
/// The longest time, in milliseconds.
pub const LONGEST_MS: u32 = 10_000;

type Point = (f64, f64);

/// A part of the window.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Area {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

impl Area {
    fn of(rect: &DomRect) -> Self {
        Self { left: rect.left(), top: rect.top(), right: rect.right(), bottom: rect.bottom() }
    }

    /// Whether the point is in it, or not farther outside than the pointer may slip.
    fn holds(self, (x, y): Point, slack: f64) -> bool {
        (self.left - slack..=self.right + slack).contains(&x)
            && (self.top - slack..=self.bottom + slack).contains(&y)
    }
}

/// How long one hovers until it acts, in milliseconds.
fn time_ms(likes: &Preferences, is_final: bool) -> u32 {
    let usual = likes.dwell_ms.clamp(SHORTEST_MS, LONGEST_MS);
    if is_final { usual * 2 } else { usual }
}

/// Where the pointer is, and what it hovers over.
#[derive(Default)]
struct Hover {
    at: Point,
    over: Option<(HtmlElement, TimeoutHandle)>,
    /// Where something was done: the pointer has to leave before anything else begins.
    spent: Option<(Area, HtmlElement)>,
    /// When the pause after the last act ends, in milliseconds since 1970.
    ready_ms: f64,
    ring: Option<HtmlElement>,
}

type Held = StoredValue<Hover, LocalStorage>;

/// Watches the pointer from now on; it matters only while dwell is switched on.
pub fn watch() {
    let likes = use_preferences();
    let hover: Held = StoredValue::new_local(Hover::default());
    let _ = window_event_listener(ev::pointermove, move |event| {
        if !likes.with_untracked(|likes| likes.dwell) || event.pointer_type() == "touch" {
            return;
        }
        let at = (f64::from(event.client_x()), f64::from(event.client_y()));
        // A player who drags does not need dwelling.
        if event.buttons() == 0 { moved(hover, at) } else { stop(hover) }
    });
    let _ = window_event_listener(ev::pointerout, move |event| {
        if event.related_target().is_none() {
            stop(hover);
        }
    });
    let _ = window_event_listener(ev::blur, move |_| stop(hover));
    Effect::new(move |_| {
        if !likes.with(|likes| likes.dwell) {
            stop(hover);
        }
    });
}

/// What can be acted on under that point.
fn target((x, y): Point) -> Option<HtmlElement> {
    let under = document().element_from_point(x as f32, y as f32)?;
    let control = under.closest(CONTROLS).ok()??;
    let idle = control.matches(":disabled").unwrap_or(false);
    control.dyn_into().ok().filter(|_| !idle)
}

fn area(element: &Element) -> Area {
    Area::of(&element.get_bounding_client_rect())
}

fn moved(hover: Held, at: Point) {
    let slack = use_preferences().with_untracked(|likes| f64::from(likes.dwell_slack));
    let under = target(at);
    let goes_on = hover.try_update_value(|hover| {
        hover.at = at;
        // What was pressed may have grown or moved since.
        let left =
            |(spent, control): &(Area, HtmlElement)| !spent.holds(at, 0.0) && under.as_ref() != Some(control);
        if hover.spent.as_ref().is_some_and(|spent| !left(spent)) {
            return true;
        }
        hover.spent = None;
        let Some((over, _)) = &hover.over else { return under.is_none() };
        // A hand or an eye trembles: slipping off a little does not count, unless it is onto something else.
        let stays = under.as_ref().map_or_else(|| area(over).holds(at, slack), |under| under == over);
        if let (true, Some(ring)) = (stays, &hover.ring) {
            place(ring, at);
        }
        stays
    });
    if goes_on == Some(false) {
        stop(hover);
        if let Some(control) = under {
            begin(hover, control, at);
        }
    }
}

fn begin(hover: Held, control: HtmlElement, at: Point) {
    let is_final = control.matches(FINAL).unwrap_or(false);
    let time = use_preferences().with_untracked(|likes| time_ms(likes, is_final));
    let wait = hover.with_value(|hover| (hover.ready_ms - js_sys::Date::now()).max(0.0));
    let time = f64::from(time) + wait;
    let Ok(timer) = set_timeout_with_handle(move || act(hover), Duration::from_millis(time as u64)) else {
        return;
    };
    let _ = control.set_attribute("data-dwelling", "");
    hover.update_value(|hover| {
        if hover.ring.is_none() {
            hover.ring = document().create_element("div").ok().and_then(|ring| ring.dyn_into().ok());
        }
        if let Some(ring) = &hover.ring {
            ring.set_class_name("dwell-ring");
            let _ = ring.set_attribute("aria-hidden", "true");
            let _ = HtmlElement::style(ring).set_property("--dwell", &format!("{time}ms"));
            place(ring, at);
            // A dialog lies above everything that is not in it.
            let dialog = control.closest("dialog").ok().flatten();
            let room = dialog.or_else(|| document().body().map(Into::into));
            let _ = room.and_then(|room| room.append_child(ring).ok());
        }
        hover.over = Some((control, timer));
    });
}

fn place(ring: &HtmlElement, (x, y): Point) {
    let style = HtmlElement::style(ring);
    let _ = style.set_property("left", &format!("{x}px"));
    let _ = style.set_property("top", &format!("{y}px"));
}

fn stop(hover: Held) {
    hover.try_update_value(|hover| {
        if let Some(ring) = &hover.ring {
            ring.remove();
        }
        if let Some((control, timer)) = hover.over.take() {
            timer.clear();
            let _ = control.remove_attribute("data-dwelling");
        }
    });
}

fn act(hover: Held) {
    let Some((at, Some(control))) =
        hover.try_with_value(|hover| (hover.at, hover.over.as_ref().map(|(control, _)| control.clone())))
    else {
        return;
    };
    stop(hover);
    // The page may have changed under the pointer; a slip beside the control still means the control.
    let gone = !control.is_connected() || target(at).is_some_and(|now| now != control);
    if gone || control.matches(":disabled").unwrap_or(false) {
        return;
    }
    let pause = use_preferences().with_untracked(|likes| f64::from(likes.dwell_pause_ms));
    hover.update_value(|hover| {
        hover.spent = Some((area(&control), control.clone()));
        hover.ready_ms = js_sys::Date::now() + pause;
    });
    press(&control, at);
}

/// Does what a click there would do, as far as the browser lets a page do it.
fn press(control: &HtmlElement, (x, _): Point) {
    let _ = control.focus();
    if let Some(select) = control.dyn_ref::<HtmlSelectElement>() {
        // A list cannot be opened from here: the next choice, and after the last one the first.
        let next = select.selected_index() + 1;
        select.set_selected_index(if next < select.length() as i32 { next } else { 0 });
        return changed(select);
    }
    match control.dyn_ref::<HtmlInputElement>() {
        Some(input) if input.type_() == "range" => {
            let area = area(input);
            let part = ((x - area.left) / (area.right - area.left)).clamp(0.0, 1.0);
            let bound = |text: String, usual: f64| text.parse().unwrap_or(usual);
            let (least, most) = (bound(input.min(), 0.0), bound(input.max(), 100.0));
            input.set_value(&format!("{}", least + part * (most - least)));
            changed(input);
        }
        _ => control.click(),
    }
}

fn changed(control: &Element) {
    let bubbles = EventInit::new();
    bubbles.set_bubbles(true);
    for name in ["input", "change"] {
        let _ = Event::new_with_event_init_dict(name, &bubbles).map(|event| control.dispatch_event(&event));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_undone_takes_longer_and_times_have_bounds() {
        let likes = |dwell_ms| Preferences { dwell_ms, ..Preferences::default() };
        assert_eq!(time_ms(&Preferences::default(), false), 1000);
        assert_eq!(time_ms(&Preferences::default(), true), 2000);
        assert_eq!(time_ms(&likes(1), false), 50);
        assert_eq!(time_ms(&likes(u32::MAX), true), 20_000);
    }

    #[test]
    fn a_small_slip_is_still_there() {
        let area = Area { left: 10.0, top: 10.0, right: 50.0, bottom: 30.0 };
        assert!(area.holds((10.0, 30.0), 0.0));
        assert!(!area.holds((55.0, 20.0), 0.0));
        assert!(area.holds((55.0, 20.0), 8.0));
        assert!(!area.holds((20.0, 39.0), 8.0));
    }
}
