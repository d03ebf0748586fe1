//! A number on every control, seen and part of its name, for those who say "click 7". The choices of a game keep
//! their numbers in the list; all other controls come after them and keep theirs as long as they are there.

use std::collections::BTreeSet;

use leptos::prelude::*;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, HtmlElement, MutationObserver, MutationObserverInit};

use crate::letters;
use crate::preferences::use_preferences;

/// What gets a number. The link past the header is only there for Tab.
const CONTROLS: &str = "button, a[href]:not(.skip), summary, input, select, textarea";
/// The number that a control has.
const NUMBER: &str = "data-number";
/// A choice of the game, with its number in the list.
const CHOICE: &str = "[data-choice]";
/// Other controls at a table begin after a multiple of this, so that they keep their numbers from turn to turn.
const ROUND: u32 = 20;

/// Puts numbers on everything whenever they are wanted, and keeps up with the page.
pub fn watch() {
    let likes = use_preferences();
    let due = StoredValue::new(false);
    let changed = Closure::<dyn FnMut()>::new(move || {
        if due.get_value() || !likes.with_untracked(|likes| likes.numbers) {
            return;
        }
        due.set_value(true);
        request_animation_frame(move || {
            due.set_value(false);
            if likes.with_untracked(|likes| likes.numbers) {
                number();
            }
        });
    });
    let observer = MutationObserver::new(changed.as_ref().unchecked_ref()).ok();
    changed.forget();
    Effect::new(move |_| {
        let (Some(observer), Some(body)) = (&observer, document().body()) else { return };
        observer.disconnect();
        if !likes.with(|likes| likes.numbers) {
            return clear();
        }
        let all = MutationObserverInit::new();
        all.set_child_list(true);
        all.set_subtree(true);
        all.set_attribute_filter(
            &["open", "hidden", "data-choice"].map(JsValue::from_str).into_iter().collect::<js_sys::Array>(),
        );
        let _ = observer.observe_with_options(&body, &all);
        number();
    });
}

/// Presses the control of that number; false if there is none.
pub fn press(number: u32) -> bool {
    let found = document().query_selector(&format!("[{NUMBER}=\"{number}\"]")).ok().flatten();
    let Some(control) = found.and_then(|control| control.dyn_into::<HtmlElement>().ok()) else {
        return false;
    };
    if matches!(control.tag_name().as_str(), "SELECT" | "TEXTAREA") {
        return control.focus().is_ok();
    }
    let _ = control.focus();
    control.click();
    true
}

/// The number in "7", "click 7", "press 7" or "number 7".
pub fn asked(text: &str) -> Option<u32> {
    let text = letters::small(text.trim());
    let lead = ["click ", "press ", "number ", "choose ", "touch "];
    let rest = lead.iter().find_map(|word| text.strip_prefix(word)).unwrap_or(&text);
    rest.trim_end_matches('.').trim().parse().ok()
}

fn all(selector: &str) -> impl Iterator<Item = Element> {
    let found = document().query_selector_all(selector).ok();
    let count = found.as_ref().map_or(0, |found| found.length());
    (0..count).filter_map(move |index| found.as_ref()?.item(index)?.dyn_into().ok())
}

fn attribute(element: &Element, name: &str) -> Option<u32> {
    element.get_attribute(name)?.parse().ok()
}

fn number() {
    // A table that opens gets its numbers when everything is there, in the order in which it is seen.
    if document().query_selector(".table[data-state=opening]").is_ok_and(|table| table.is_some()) {
        return;
    }
    let seen = |element: &Element| {
        let check = js_sys::Reflect::get(element, &"checkVisibility".into()).ok();
        let check = check.and_then(|check| check.dyn_into::<js_sys::Function>().ok());
        check.and_then(|check| check.call0(element).ok()).is_none_or(|seen| seen.is_truthy())
    };
    let choices = all(CHOICE).filter_map(|choice| attribute(&choice, "data-choice")).max().unwrap_or(0);
    let at_table = document().query_selector(".rail").is_ok_and(|table| table.is_some());
    let base = if at_table { choices.div_ceil(ROUND).max(1) * ROUND } else { 0 };
    let mut taken = BTreeSet::new();
    let mut fresh = Vec::new();
    // What is folded away keeps its number for when it is seen again.
    for control in all(CONTROLS) {
        // The same choice may stand in the rail, at a card and in the list of all.
        if let Some(choice) = attribute(&control, "data-choice") {
            taken.insert(choice);
            show(&control, choice);
            continue;
        }
        let kept = attribute(&control, NUMBER).filter(|&number| number > base);
        match kept.filter(|&number| taken.insert(number)) {
            Some(number) => show(&control, number),
            None if seen(&control) => fresh.push(control),
            None => {}
        }
    }
    let mut next = base;
    for control in fresh {
        next += 1;
        while !taken.insert(next) {
            next += 1;
        }
        show(&control, next);
    }
}

/// Where the number of a control is written: into its label, if it has one outside.
fn place(control: &Element) -> Option<Element> {
    if !matches!(control.tag_name().as_str(), "INPUT" | "SELECT" | "TEXTAREA") {
        return Some(control.clone());
    }
    let id = control.id();
    let named = (!id.is_empty()).then(|| document().query_selector(&format!("label[for=\"{id}\"]")).ok()?);
    named.flatten().or_else(|| control.closest("label").ok().flatten())
}

fn show(control: &Element, number: u32) {
    let Some(place) = place(control) else { return };
    let text = format!("{number} ");
    let badge = place.query_selector(":scope > .number").ok().flatten();
    if badge.as_ref().and_then(|badge| badge.text_content()).as_ref() != Some(&text) {
        let badge = badge.or_else(|| document().create_element("span").ok());
        let Some(badge) = badge else { return };
        badge.set_class_name("number");
        badge.set_text_content(Some(&text));
        let _ = place.insert_before(&badge, place.first_child().as_ref());
    }
    let text = number.to_string();
    if control.get_attribute(NUMBER).as_ref() != Some(&text) {
        let _ = control.set_attribute(NUMBER, &text);
    }
}

fn clear() {
    all(".number").for_each(|badge| badge.remove());
    all("[data-number]").for_each(|control| drop(control.remove_attribute(NUMBER)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_may_be_said_in_a_few_ways() {
        for (text, number) in
            [("7", Some(7)), ("Click 27.", Some(27)), ("number 3", Some(3)), ("deal", None), ("", None)]
        {
            assert_eq!(asked(text), number, "{text}");
        }
    }
}
