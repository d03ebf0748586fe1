//! The deal of the day: the same cards for everyone, and they can be won.

use leptos::prelude::*;
use protocol::Order;
use tables::WorkerRequest;

use super::finder::Finder;
use super::{Daily, Offer, begin, today};
use crate::icons::{Icon, Sign};
use crate::preferences::use_preferences;
use crate::router::use_router;
use crate::storage::{self, GameResult, SavedGame};

/// Today's deal: to begin, to resume, or how it went.
#[component]
pub fn DealOfTheDay() -> impl IntoView {
    let day = today();
    let of_today = |daily: &Option<String>| daily.as_deref() == Some(day.as_str());
    let begun =
        storage::saved_games().into_iter().find(|saved: &SavedGame| !saved.over && of_today(&saved.daily));
    let done = storage::results().into_iter().find(|played: &GameResult| of_today(&played.daily));
    let so_far = match &done {
        Some(played) if played.won => "You won it. The next one comes tomorrow.".to_owned(),
        Some(played) => {
            format!("You discarded {}. Try once more?", engine::counted(played.score, "card", "cards"))
        }
        None => "The same for all; it can be won.".to_owned(),
    };
    let game = bots::solvable_game().map_or("", |game| game.info().name);
    let action = match begun {
        Some(saved) => view! {
            <a href=format!("/table/{}", saved.id) class="button quiet small">
                "Go on" <span class="unseen">" with today's deal"</span>
            </a>
        }
        .into_any(),
        None => view! { <Begin day=day.clone() /> }.into_any(),
    };
    view! {
        <section class="slip daily" aria-labelledby="daily-title">
            <Sign icon=Icon::Sun />
            <div class="slip-words">
                <h2 id="daily-title">"Deal of the day"</h2>
                <p>{format!("{game}. {so_far}")}</p>
            </div>
            {action}
        </section>
    }
}

/// Finds the deal, which takes a moment, and begins it.
#[component]
fn Begin(day: String) -> impl IntoView {
    let (likes, router) = (use_preferences(), use_router());
    let request = WorkerRequest::Daily { day: day.clone() };
    let finder = Finder::new(move |seed, par| {
        let game = bots::solvable_game().ok_or("There is no such game here.")?;
        let offer = Offer::find(game.info().id).ok_or("There is no such game here.")?;
        let order = likes.with_untracked(|likes| offer.order(likes, &storage::results()));
        let deal = Daily { day: day.clone(), par };
        let saved = begin(Order { seed, ..order }, Some(deal)).map_err(|why| why.told())?;
        router.go(&format!("/table/{}", saved.id));
        Ok(())
    });
    let label = move || if finder.busy.get() { "Dealing…" } else { "Play" };
    view! {
        <button type="button" class="quiet small" disabled=finder.busy on:click=move |_| finder.look(&request)>
            {label} <span class="unseen">" today's deal"</span>
        </button>
        <div role="alert">{move || finder.problem.get().map(|why| view! { <p class="problem">{why}</p> })}</div>
    }
}
