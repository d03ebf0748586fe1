//! One file per page.

mod check;
mod daily;
mod finder;
mod friends;
mod lobby;
mod missing;
mod new_game;
mod offers;
mod pictures;
mod preferences;
mod replay;
mod rules;
mod statistics;
mod when;

use std::cell::Cell;

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

pub use check::Check;
pub use friends::{GuestPage, OnlinePage};
pub use lobby::{Lobby, Slips, Wish};
pub use missing::Missing;
pub use new_game::NewGame;
pub use offers::{Daily, Offer, Refused, begin, begin_any};
pub use pictures::{Pictures, SummaryPage};
pub use preferences::PreferencesPage;
pub use replay::Replay;
pub use rules::{RulesList, RulesPage, point_at};
pub use statistics::StatisticsPage;
pub use when::{ago, day, today};

thread_local! {
    /// The first page gets the browser's own focus; every later one is announced by moving it.
    static FIRST: Cell<bool> = const { Cell::new(true) };
}

/// Names the page in the browser's tab, and moves the focus to its heading once it is there.
pub fn title(page: &str) {
    document().set_title(&if page.is_empty() { "Parlour".to_owned() } else { format!("{page} · Parlour") });
    if !FIRST.replace(false) {
        request_animation_frame(focus_heading);
    }
}

fn focus_heading() {
    let heading = document().query_selector("main h1").ok().flatten();
    if let Some(heading) = heading.and_then(|heading| heading.dyn_into::<HtmlElement>().ok()) {
        let _ = heading.set_attribute("tabindex", "-1");
        let _ = heading.focus();
    }
}
