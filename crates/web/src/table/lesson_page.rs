//! The page of a lesson: a table like any other, that is not saved.

use leptos::prelude::*;
use leptos_router::components::A;
use leptos_router::hooks::use_params_map;

use super::known::Stage;
use super::model::Model;
use super::page::{Broken, Table};
use super::tools;
use crate::preferences::use_preferences;
use crate::routes::{Offer, title};

/// A lesson of a game, as the address says.
#[component]
pub fn LessonPage() -> impl IntoView {
    let params = use_params_map();
    let which = Memo::new(move |_| {
        params.with(|params| {
            let number = params.get("number").and_then(|number| number.parse::<usize>().ok());
            (params.get("game").unwrap_or_default(), number.unwrap_or(1))
        })
    });
    // From one lesson to the next the page stays and only its address changes.
    move || {
        let (game, number) = which.get();
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
    move || {
        match model.known.stage.get() {
        Stage::Failed(why) => view! { <Broken title=heading.to_owned() why=why /> }.into_any(),
        _ => view! { <Table model=model title=heading over=move || view! { <Learned model=model offer=offer /> } /> }.into_any(),
    }
    }
}

/// What can be done once a game that began as a lesson is over.
#[component]
fn Learned(model: Model, offer: Option<Offer>) -> impl IntoView {
    let (likes, navigate) = (use_preferences(), leptos_router::hooks::use_navigate());
    let play = move |_| {
        let Some(offer) = offer else { return };
        match likes.with_untracked(|likes| offer.play(likes)) {
            Ok(saved) => navigate(&format!("/table/{}", saved.id), Default::default()),
            Err(why) => model.notices.refuse(why),
        }
    };
    let next = model.lesson.next().map(|(href, title)| {
        view! { <A href=href attr:class="button quiet action">"Next lesson: " {title}</A> }
    });
    view! {
        <button type="button" class="action" data-focus="act:again" on:click=play>"Play a game"</button>
        {next}
        <A href="/" attr:class="button quiet action">"Lobby"</A>
    }
}
