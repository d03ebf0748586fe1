//! The card room in the browser: the program of the page. Tables are kept and bots think in a worker beside it
//! ([`worker`]), so that the page never waits for them.

#![forbid(unsafe_code)]
// With `erase_components`, leptos boxes closures that are written in place in `view!`, and compiles named ones for each use.
#![allow(clippy::redundant_closure)]

pub mod app;
pub mod cards;
pub mod components;
pub mod failure;
pub mod files;
pub mod icons;
pub mod input;
pub mod letters;
pub mod link;
pub mod online;
pub mod parts;
pub mod preferences;
pub mod router;
pub mod routes;
pub mod rules_text;
pub mod storage;
pub mod table;
pub mod update;
pub mod worker;

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// Shows the room in the page that the browser has opened.
pub fn start() {
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
