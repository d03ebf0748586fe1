//! Who sits where, and what the host can do about it.

use crate::components::When;
use leptos::prelude::*;
use protocol::online::{Chore, Phase, Place, Who};

use crate::online::Visit;

/// The seats.
#[component]
pub fn People(visit: Visit) -> impl IntoView {
    let seats =
        move || visit.room.with(|room| room.as_ref().map(|room| room.seats.clone()).unwrap_or_default());
    let gathering =
        move || visit.room.with(|room| room.as_ref().is_some_and(|room| room.phase == Phase::Gathering));
    let paused = move || visit.room.with(|room| room.as_ref().is_some_and(|room| room.paused));
    let list = move || {
        let (host, early) = (visit.host.get(), gathering());
        seats().into_iter().map(|place| seat(visit, &place, host, early)).collect_view()
    };
    let pause = move |_| visit.chore(if paused() { Chore::Resume } else { Chore::Pause });
    view! {
        <ul class="people">{list}</ul>
        <When is=move || visit.host.get() && !gathering()>
            <button type="button" class="quiet small" data-focus="pause" on:click=pause>
                {move || if paused() { "Go on with the game" } else { "Pause the game" }}
            </button>
        </When>
    }
}

fn seat(visit: Visit, place: &Place, host: bool, early: bool) -> impl IntoView + use<> {
    let number = place.seat.index() + 1;
    let name = match (&place.name, place.who) {
        (Some(name), _) => name.clone(),
        (None, Who::Bot) => "A bot".to_owned(),
        (None, _) => "Free".to_owned(),
    };
    let you = visit.you.get_untracked() == Some(place.seat);
    let marks = [
        (you, "you"),
        (place.host, "host"),
        (place.who == Who::Bot, "bot"),
        (place.away, "away"),
        (place.sat_in, "a bot plays for them"),
        (place.muted, "muted"),
    ];
    let marks = marks
        .into_iter()
        .filter(|(is, _)| *is)
        .map(|(_, mark)| view! { <span class="person-mark">{mark}</span> });
    let (at, muted) = (place.seat, place.muted);
    let chore = move |label: &'static str, what: Chore| view! { <ChoreButton visit=visit label=label seat=number what=what /> };
    let other = host && !you;
    let chores = [
        (other && early && place.who == Who::Nobody)
            .then(|| chore("Give it to a bot", Chore::Bot { seat: at })),
        (other && !early && place.who == Who::Person)
            .then(|| chore("Replace by a bot", Chore::Bot { seat: at })),
        (other && early && place.who != Who::Nobody).then(|| chore("Free it", Chore::Free { seat: at })),
        (other && place.who == Who::Person).then(|| chore("Remove for good", Chore::Remove { seat: at })),
        (other && place.who == Who::Person).then(|| {
            chore(if muted { "Let them chat" } else { "Mute" }, Chore::Mute { seat: at, off: muted })
        }),
    ];
    view! {
        <li class="person" class:away=place.away>
            <span class="person-seat">{number}</span>
            <span class="person-name">{name}</span>
            {marks.collect_view()}
            <span class="person-chores">{chores.into_iter().flatten().collect_view()}</span>
        </li>
    }
}

#[component]
fn ChoreButton(visit: Visit, label: &'static str, seat: usize, what: Chore) -> impl IntoView {
    view! {
        <button type="button" class="quiet small" on:click=move |_| visit.chore(what.clone())>
            {label} <span class="unseen">{format!("(seat {seat})")}</span>
        </button>
    }
}
