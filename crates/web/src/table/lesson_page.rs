//! The page of a lesson: a table like any other, that is not saved.

use leptos::prelude::*;

use super::model::Model;
use super::page::{Broken, Table};
use super::tools;
use crate::preferences::use_preferences;
use crate::router::{use_router, use_segment};
use crate::routes::{Offer, title};

/// A lesson of a game, as the address says.
#[component]
pub fn LessonPage() -> impl IntoView {
    let (game, number) = (use_segment(1), use_segment(2));
    // From one lesson to the next the page stays and only its address changes.
    move || {
        let (game, number) = (game.get(), number.with(|number| number.parse().unwrap_or(1)));
        view! { <Taking game=game number=number /> }
    }
}

#[component]
fn Taking(game: String, number: usize) -> impl IntoView {
    let offer = Offer::find(&game);
    let heading = offer.map_or("Lesson", |offer| offer.title);
    title(&format!("Learn {heading}"));
    let model = Model::learn(game, number);
    tools::listen(model);
    let failed = model.failed();
    move || {
        match failed.get() {
        Some(why) => view! { <Broken title=heading.to_owned() why=why /> }.into_any(),
        None => view! { <Table model=model title=heading over=move || view! { <Learned model=model offer=offer /> } /> }.into_any(),
    }
    }
}

/// What can be done once a game that began as a lesson is over.
#[component]
fn Learned(model: Model, offer: Option<Offer>) -> impl IntoView {
    let (likes, router) = (use_preferences(), use_router());
    let play = move |_| {
        let Some(offer) = offer else { return };
        match likes.with_untracked(|likes| offer.play(likes)) {
            Ok(saved) => router.go(&format!("/table/{}", saved.id)),
            Err(why) => model.notices.refuse(why),
        }
    };
    let next = model.lesson.next().map(|(href, title)| {
        view! { <a href=href class="button quiet action">"Next lesson: " {title}</a> }
    });
    view! {
        <button type="button" class="action" data-focus="act:again" on:click=play>"Play a game"</button>
        {next}
        <a href="/" class="button quiet action">"Lobby"</a>
    }
}
