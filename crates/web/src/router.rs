//! The addresses of the room: the page at each of them, links from one to another, and the browser's history.

use leptos::ev;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, HtmlAnchorElement, MouseEvent, Url, UrlSearchParams};

use crate::parts::Page;

/// What is at an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The games.
    Lobby,
    /// A page that is loaded when it is first opened.
    Page(Page),
    /// Nothing.
    Missing,
}

impl Place {
    /// What is at a path.
    pub fn of(path: &str) -> Self {
        let segments: Vec<&str> = segments(path).collect();
        if segments.contains(&"") {
            return Self::Missing;
        }
        Self::Page(match segments.as_slice() {
            [] => return Self::Lobby,
            ["new", _] => Page::NewGame,
            ["table", _] => Page::Table,
            ["learn", _, _] => Page::Lesson,
            ["rules"] => Page::RulesList,
            ["rules", _] => Page::Rules,
            ["rules", _, "summary"] => Page::Summary,
            ["statistics"] => Page::Statistics,
            ["preferences"] => Page::Preferences,
            ["replay"] => Page::Replay,
            ["replay", _] => Page::KeptReplay,
            ["t", _] => Page::Online,
            ["guest"] => Page::Guest,
            ["check"] => Page::Check,
            _ => return Self::Missing,
        })
    }
}

/// A path without its slashes; one at the end means nothing.
fn segments(path: &str) -> impl Iterator<Item = &str> {
    let path = path.strip_prefix('/').unwrap_or(path);
    let path = path.strip_suffix('/').unwrap_or(path);
    path.split('/').filter(move |_| !path.is_empty())
}

/// Whether a path is that of a link or lies below it. The lobby has nothing below it.
fn is_within(path: &str, link: &str) -> bool {
    let (mut path, mut link) = (segments(path), segments(link));
    match link.next() {
        None => path.next().is_none(),
        Some(first) => path.next() == Some(first) && link.all(|segment| path.next() == Some(segment)),
    }
}

/// The address that the browser shows, as signals.
#[derive(Clone, Copy)]
pub struct Router {
    /// From the first slash on, without query and fragment.
    pub path: RwSignal<String>,
    /// The fragment with its `#`, or nothing.
    pub hash: RwSignal<String>,
}

/// Follows links and the browser's history from now on.
pub fn provide_router() -> Router {
    let router = Router { path: RwSignal::default(), hash: RwSignal::default() };
    router.read_address();
    let _ = window_event_listener(ev::popstate, move |_| router.read_address());
    let _ = window_event_listener(ev::click, move |event| {
        if let Some(link) = link_of(&event) {
            event.prevent_default();
            router.go(&link);
        }
    });
    provide_context(router);
    router
}

/// The router of the room.
pub fn use_router() -> Router {
    expect_context()
}

/// A segment of the address of the page that asks, counted from 0; empty if there is none. It keeps its last value when the player
/// goes elsewhere.
pub fn use_segment(index: usize) -> Memo<String> {
    let path = use_router().path;
    let here = Place::of(&path.read_untracked());
    Memo::new(move |last: Option<&String>| {
        let path = path.read();
        match last {
            Some(last) if Place::of(&path) != here => last.clone(),
            _ => decoded(segments(&path).nth(index).unwrap_or_default()),
        }
    })
}

/// The value of a name in the query of the address.
pub fn asked(name: &str) -> Option<String> {
    let search = window().location().search().ok()?;
    UrlSearchParams::new_with_str(&search).ok()?.get(name)
}

fn decoded(segment: &str) -> String {
    js_sys::decode_uri_component(segment).map_or_else(|_| segment.to_owned(), String::from)
}

impl Router {
    /// What is at the address.
    pub fn place(self) -> Memo<Place> {
        Memo::new(move |_| self.path.with(|path| Place::of(path)))
    }

    /// Says of a link that it leads to the page that is shown, or to one above it.
    pub fn current(self, link: &str) -> Option<&'static str> {
        self.path.with(|path| is_within(path, link)).then_some("page")
    }

    /// Goes to an address of the room. If the browser shows it already, its history stays as it is.
    pub fn go(self, to: &str) {
        let went = || {
            let (window, now) = (window(), window().location().href()?);
            let to = Url::new_with_base(to, &now)?.href();
            if to != now {
                window.history()?.push_state_with_url(&JsValue::NULL, "", Some(&to))?;
            }
            Ok::<_, JsValue>(())
        };
        if went().is_ok() {
            self.read_address();
            // The effects that draw the page run first.
            spawn_local(async { scroll() });
        } else {
            // A browser may refuse more history; then it loads the page.
            let _ = window().location().set_href(to);
        }
    }

    /// Reads the address from the browser.
    fn read_address(self) {
        let location = window().location();
        for (signal, now) in [(self.path, location.pathname()), (self.hash, location.hash())] {
            let now = now.unwrap_or_default();
            if *signal.read_untracked() != now {
                signal.set(now);
            }
        }
    }
}

/// The address of a link that was clicked, if the room is to follow it. The browser follows it into new tabs and files, to other
/// places, and where the link says so (`rel="external"`).
fn link_of(event: &MouseEvent) -> Option<String> {
    let is_plain = event.button() == 0
        && !event.default_prevented()
        && !(event.meta_key() || event.alt_key() || event.ctrl_key() || event.shift_key());
    let element = event.target().filter(|_| is_plain)?.dyn_into::<Element>().ok()?;
    let link = element.closest("a[href]").ok()??.dyn_into::<HtmlAnchorElement>().ok()?;
    let is_ours = link.target().is_empty()
        && !link.has_attribute("download")
        && !link.rel().split_ascii_whitespace().any(|kind| kind == "external")
        && window().location().origin().is_ok_and(|origin| origin == link.origin());
    is_ours.then(|| link.href())
}

/// Shows what the fragment names, or else the top of the page.
fn scroll() {
    let hash = window().location().hash().unwrap_or_default();
    let named = hash.strip_prefix('#').and_then(|name| document().get_element_by_id(&decoded(name)));
    match named {
        Some(element) => element.scroll_into_view(),
        None => window().scroll_to_with_x_and_y(0.0, 0.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_address_has_its_page() {
        for (path, place) in [
            ("/", Place::Lobby),
            ("/new/grapples", Place::Page(Page::NewGame)),
            ("/table/12", Place::Page(Page::Table)),
            ("/learn/grapples/2", Place::Page(Page::Lesson)),
            ("/rules", Place::Page(Page::RulesList)),
            ("/rules/", Place::Page(Page::RulesList)),
            ("/rules/grapples", Place::Page(Page::Rules)),
            ("/rules/grapples/summary", Place::Page(Page::Summary)),
            ("/statistics", Place::Page(Page::Statistics)),
            ("/preferences", Place::Page(Page::Preferences)),
            ("/replay", Place::Page(Page::Replay)),
            ("/replay/12", Place::Page(Page::KeptReplay)),
            ("/t/ABCDEF", Place::Page(Page::Online)),
            ("/guest", Place::Page(Page::Guest)),
            ("/check", Place::Page(Page::Check)),
        ] {
            assert_eq!(Place::of(path), place, "{path}");
        }
    }

    #[test]
    fn other_addresses_have_none() {
        for path in [
            "/table",
            "/table/",
            "/table/1/2",
            "/rules//",
            "/rules//summary",
            "/rulesets",
            "/learn/a",
            "/nothing",
        ] {
            assert_eq!(Place::of(path), Place::Missing, "{path}");
        }
    }

    #[test]
    fn links_are_current_on_their_page_and_below() {
        assert!(
            is_within("/", "/") && is_within("/rules", "/rules") && is_within("/rules/grapples", "/rules")
        );
        assert!(!is_within("/rules", "/") && !is_within("/", "/rules") && !is_within("/rulesets", "/rules"));
        assert!(is_within("/rules/", "/rules") && !is_within("/rules", "/rules/grapples"));
    }
}
