//! The rules in place: a game's own text, with an anchor for every clause.

use leptos::prelude::*;
use web_sys::{Element, ScrollBehavior, ScrollIntoViewOptions, ScrollLogicalPosition};

use super::pictures::Pictures;
use super::{Offer, title};
use crate::preferences::reduced_motion;
use crate::router::{use_router, use_segment};
use crate::rules_text::page;
use crate::table::lessons;

/// The rules of a game; a clause in the address is shown at once.
#[component]
pub fn RulesPage() -> impl IntoView {
    let id = use_segment(1);
    move || match Offer::find(&id.get()) {
        Some(offer) => view! { <Rules offer=offer /> }.into_any(),
        None => view! { <NoRules /> }.into_any(),
    }
}

/// The games whose rules there are.
#[component]
pub fn RulesList() -> impl IntoView {
    title("Rules");
    view! {
        <h1>"Rules"</h1>
        <Known />
    }
}

#[component]
fn NoRules() -> impl IntoView {
    title("No such game");
    view! {
        <h1>"There is no such game here"</h1>
        <p>"These are the games whose rules are known:"</p>
        <Known />
    }
}

#[component]
fn Known() -> impl IntoView {
    let one = |offer: Offer| {
        view! {
            <li>
                <a href=format!("/rules/{}", offer.id)>{offer.title}</a>
                <p class="soft">{offer.summary}</p>
            </li>
        }
    };
    view! { <ul class="link-list rules-list">{Offer::all().into_iter().map(one).collect_view()}</ul> }
}

#[component]
fn Rules(offer: Offer) -> impl IntoView {
    let page = page(offer.game.rules_text());
    title(&format!("Rules of {}", offer.title));
    let hash = use_router().hash;
    // The text must be on the page before a clause in it can be found.
    Effect::new(move |_| {
        let clause = hash.get().trim_start_matches('#').to_owned();
        request_animation_frame(move || point_at(&clause));
    });
    let chapters =
        page.chapters.into_iter().map(|(id, name)| view! { <li><a href=format!("#{id}")>{name}</a></li> });
    let lesson = |(index, name): (usize, String)| {
        view! { <li><a href=format!("/learn/{}/{}", offer.id, index + 1)>{name}</a></li> }
    };
    let lessons = lessons(offer.id);
    let lessons = (!lessons.is_empty()).then(|| {
        view! {
            <h2 class="rules-lessons">"Learn by playing"</h2>
            <ul>{lessons.into_iter().enumerate().map(lesson).collect_view()}</ul>
        }
    });
    view! {
        <h1>{page.title}</h1>
        <div class="rules">
            <nav class="rules-contents" aria-label="Contents">
                <ul>{chapters.collect_view()}</ul>
                <p><a href=format!("/rules/{}/summary", offer.id)>"On one page, to print"</a></p>
                {lessons}
                <a href=format!("/new/{}", offer.id) class="button quiet">"Choose rules and play"</a>
            </nav>
            <div>
                <Pictures offer=offer />
                <div class="rules-text" inner_html=page.html></div>
            </div>
        </div>
    }
}

/// Marks a clause, brings it into view and gives it the focus.
pub fn point_at(clause: &str) {
    let marked = document().query_selector_all(".clause-here").ok();
    for index in 0..marked.as_ref().map_or(0, |marked| marked.length()) {
        let element = marked.as_ref().and_then(|marked| marked.get(index)).and_then(as_element);
        let _ = element.map(|element| element.class_list().remove_1("clause-here"));
    }
    // The link that skips the navigation names the whole page.
    let named = document().get_element_by_id(clause).filter(|named| named.tag_name() != "MAIN");
    let Some(anchor) = named.filter(|_| !clause.is_empty()) else { return };
    let whole = anchor.closest("li, tr, h2, h3").ok().flatten().unwrap_or_else(|| anchor.clone());
    let _ = whole.class_list().add_1("clause-here");
    let how = ScrollIntoViewOptions::new();
    how.set_block(ScrollLogicalPosition::Center);
    how.set_behavior(if reduced_motion() { ScrollBehavior::Auto } else { ScrollBehavior::Smooth });
    whole.scroll_into_view_with_scroll_into_view_options(&how);
    if let Some(anchor) = as_html(anchor) {
        if anchor.tag_name() != "A" {
            let _ = anchor.set_attribute("tabindex", "-1");
        }
        let _ = anchor.focus();
    }
}

fn as_element(node: web_sys::Node) -> Option<Element> {
    wasm_bindgen::JsCast::dyn_into(node).ok()
}

fn as_html(element: Element) -> Option<web_sys::HtmlElement> {
    wasm_bindgen::JsCast::dyn_into(element).ok()
}
