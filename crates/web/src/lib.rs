//! The card room in the browser. One program runs in two places: on the page, where it shows the room, and in a
//! worker, where tables are kept and bots think, so that the page never waits for them.

#![forbid(unsafe_code)]

pub mod app;
pub mod cards;
pub mod components;
pub mod failure;
pub mod files;
pub mod icons;
pub mod input;
pub mod link;
pub mod online;
pub mod preferences;
pub mod routes;
pub mod rules_text;
pub mod storage;
pub mod table;
pub mod update;
pub mod worker;

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// Does what is to be done in the place where the browser started it.
pub fn start() {
    if worker::is_here() {
        worker::work();
    } else {
        failure::watch_page();
        // What was shown while loading makes room; if the place is missing, the whole body is taken.
        match document().get_element_by_id("app").and_then(|place| place.dyn_into::<HtmlElement>().ok()) {
            Some(place) => {
                place.set_inner_html("");
                mount_to(place, app::App).forget();
            }
            None => mount_to_body(app::App),
        }
    }
}
