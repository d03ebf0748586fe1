//! Who sits where, and what the host can do about it.

use crate::components::When;
use leptos::prelude::*;
use protocol::online::{Call, HostAction, Phase, Place, Who};

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
    let pause = move |_| visit.host_action(if paused() { HostAction::Resume } else { HostAction::Pause });
    view! {
        <ul class="people">{list}</ul>
        <When is=move || visit.runs_table() && !gathering()>
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
    let at = place.seat;
    // Those who only look in have nothing to report yet.
    let seated = visit.you.get_untracked().is_some();
    let report = (seated && !host && !you && place.who == Who::Person).then(|| {
        let tell = move |_| visit.call(Call::Report { seat: at, text: String::new() });
        view! {
            <button type="button" class="quiet small" on:click=tell>
                "Report to the host" <span class="unseen">{format!("(seat {number})")}</span>
            </button>
        }
    });
    let actions = if host && !you { host_actions(place, early) } else { Vec::new() };
    let button =
        move |(label, what)| view! { <HostActionButton visit=visit label=label seat=number what=what /> };
    let actions: Vec<_> = actions.into_iter().map(button).collect();
    let what = match () {
        () if !host => "Report",
        () if place.who == Who::Nobody => "Fill this seat",
        () => "Change this seat",
    };
    let more = (!actions.is_empty() || report.is_some()).then(|| {
        view! {
            <details class="person-more">
                <summary>{what} <span class="unseen">{format!("(seat {number})")}</span></summary>
                <span class="person-chores">{actions.collect_view()} {report}</span>
            </details>
        }
    });
    view! {
        <li class="person" class:away=place.away class:free=place.who == Who::Nobody>
            <span class="person-seat">{number}</span>
            <span class="person-name">{name}</span>
            {marks(place, you).map(|mark| view! { <span class="person-mark">{mark}</span> }).collect_view()}
            {more}
        </li>
    }
}

/// What is said of a player beside the name.
fn marks(place: &Place, you: bool) -> impl Iterator<Item = &'static str> + use<> {
    let marks = [
        (you, "you"),
        (place.host, "host"),
        (place.who == Who::Bot || place.program, "bot"),
        (place.away, "away"),
        (place.sat_in, "a bot plays for them"),
        (place.muted, "muted"),
    ];
    marks.into_iter().filter(|(is, _)| *is).map(|(_, mark)| mark)
}

/// What the host can do about the seat of another; `early` before the deal.
fn host_actions(place: &Place, early: bool) -> Vec<(&'static str, HostAction)> {
    let (seat, off) = (place.seat, place.muted);
    let is = |who: Who| place.who == who;
    let actions = [
        (early && is(Who::Nobody), "Give it to a bot", HostAction::Bot { seat }),
        (!early && is(Who::Person), "Replace by a bot", HostAction::Bot { seat }),
        (early && !is(Who::Nobody), "Free it", HostAction::Free { seat }),
        (is(Who::Person), "Remove for good", HostAction::Remove { seat }),
        (is(Who::Person), if off { "Let them chat" } else { "Mute" }, HostAction::Mute { seat, off }),
    ];
    actions.into_iter().filter(|(can, ..)| *can).map(|(_, label, what)| (label, what)).collect()
}

#[component]
fn HostActionButton(visit: Visit, label: &'static str, seat: usize, what: HostAction) -> impl IntoView {
    view! {
        <button type="button" class="quiet small" on:click=move |_| visit.host_action(what.clone())>
            {label} <span class="unseen">{format!("(seat {seat})")}</span>
        </button>
    }
}
