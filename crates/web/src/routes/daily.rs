//! The deal of the day: the same cards for everyone, and they can be won.

use leptos::prelude::*;
use leptos_router::components::A;
use leptos_router::hooks::use_navigate;
use protocol::{Job, News};

use super::{Offer, begin, today};
use crate::preferences::use_preferences;
use crate::storage::{self, Played, Slot};
use crate::worker::{WorkerLink, job_text, read_news};

/// The game that has a deal of the day.
const GAME: &str = "aces-up";

/// Today's deal: to begin, to go on with, or how it went.
#[component]
pub fn DealOfTheDay() -> impl IntoView {
    let day = today();
    let of_today = |daily: &Option<String>| daily.as_deref() == Some(day.as_str());
    let begun = storage::slots().into_iter().find(|slot: &Slot| !slot.over && of_today(&slot.daily));
    let done = storage::played().into_iter().find(|played: &Played| of_today(&played.daily));
    let so_far = match &done {
        Some(played) if played.won => "You won it today. Come back tomorrow for the next.".to_owned(),
        Some(played) => {
            format!("You discarded {} today. Try once more?", engine::counted(played.score, "card", "cards"))
        }
        None => "The same cards for everyone today, and they can be won.".to_owned(),
    };
    let action = match begun {
        Some(slot) => {
            view! { <A href=format!("/table/{}", slot.id) attr:class="button">"Go on with today's deal"</A> }
                .into_any()
        }
        None => view! { <Begin day=day.clone() /> }.into_any(),
    };
    view! {
        <section class="daily" aria-labelledby="daily-title">
            <h2 id="daily-title">"Aces Up: deal of the day"</h2>
            <p>{so_far}</p>
            {action}
        </section>
    }
}

/// Finds the deal, which takes a moment, and begins it.
#[component]
fn Begin(day: String) -> impl IntoView {
    let (likes, navigate) = (use_preferences(), use_navigate());
    let finding = RwSignal::new(false);
    let problem = RwSignal::new(None::<String>);
    let found = RwSignal::new(None::<News>);
    let link = StoredValue::new_local(None::<WorkerLink>);
    on_cleanup(move || link.dispose());

    let job = job_text(&Job::Daily { day: day.clone() });
    let look = move |_| {
        problem.set(None);
        finding.set(true);
        match WorkerLink::start(move |text| found.set(Some(read_news(&text)))) {
            Ok(started) => {
                started.send(&job);
                link.set_value(Some(started));
            }
            Err(why) => problem.set(Some(format!("The deal cannot be found: {why}."))),
        }
    };
    Effect::new(move |_| {
        let news = found.get();
        let order = || Offer::find(GAME).map(|offer| likes.with_untracked(|likes| offer.order(likes)));
        match (news, order()) {
            (Some(News::Deal { seed, .. }), Some(mut order)) => {
                order.seed = seed;
                match begin(order, Some(day.clone())) {
                    Ok(slot) => navigate(&format!("/table/{}", slot.id), Default::default()),
                    Err(why) => problem.set(Some(why.told())),
                }
            }
            (Some(News::Failed { text }), _) => problem.set(Some(text)),
            _ => return,
        }
        finding.set(false);
    });
    let label = move || if finding.get() { "Dealing…" } else { "Play today's deal" };
    view! {
        <button type="button" disabled=finding on:click=look>{label}</button>
        <div role="alert">{move || problem.get().map(|why| view! { <p class="problem">{why}</p> })}</div>
    }
}
