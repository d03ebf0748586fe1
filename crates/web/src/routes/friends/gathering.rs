//! Before the deal: the invitation, the seats, and whoever comes.

use crate::components::When;
use leptos::prelude::*;
use protocol::online::{Call, Who};

use super::chat::Chat;
use super::people::People;
use crate::files;
use crate::online::{QrCode, Visit};
use crate::preferences::use_preferences;

/// People sit down.
#[component]
pub fn Gathering(visit: Visit) -> impl IntoView {
    let seated = move || visit.you.with(Option::is_some);
    view! {
        <div class="gathering">
            <When is=move || !seated()>
                <SitDown visit=visit />
            </When>
            <When is=seated>
                <Deal visit=visit />
            </When>
            <Invitation />
            <section class="company" aria-labelledby="people-title">
                <h2 id="people-title">"At the table"</h2>
                <People visit=visit />
                <When is=seated>
                    <button type="button" class="quiet small" on:click=move |_| visit.call(Call::Leave)>"Get up"</button>
                </When>
            </section>
            <Terms visit=visit />
            <Chat visit=visit />
        </div>
    }
}

#[component]
fn SitDown(visit: Visit) -> impl IntoView {
    let likes = use_preferences();
    let name = RwSignal::new(likes.with_untracked(|likes| likes.name.clone()));
    let sit = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let name = name.get_untracked().trim().to_owned();
        if likes.with_untracked(|likes| likes.name != name) {
            likes.update(|likes| likes.name.clone_from(&name));
        }
        visit.sit(name, None);
    };
    view! {
        <form class="sit-down" on:submit=sit>
            <label for="sit-name">"Your name"</label>
            <input
                id="sit-name"
                type="text"
                autocomplete="nickname"
                required
                maxlength=engine::Name::LONGEST
                prop:value=name
                on:input=move |event| name.set(event_target_value(&event))
            />
            <button type="submit">"Sit down"</button>
        </form>
    }
}

/// The host deals; the others wait for it.
#[component]
fn Deal(visit: Visit) -> impl IntoView {
    let free = move || {
        let nobody = |room: &protocol::online::Room| {
            room.seats.iter().filter(|place| place.who == Who::Nobody).count()
        };
        visit.room.with(|room| room.as_ref().map_or(0, nobody))
    };
    let host = move || {
        let name = |room: &protocol::online::Room| room.seats.iter().find(|place| place.host)?.name.clone();
        visit.room.with(|room| room.as_ref().and_then(name)).unwrap_or_else(|| "the host".to_owned())
    };
    let by_itself = move || visit.room.with(|room| room.as_ref().is_some_and(|room| room.deals_itself));
    let hint = move || match free() {
        _ if by_itself() => "The cards are dealt as soon as everyone who is there is ready.".to_owned(),
        0 => "Everyone is here.".to_owned(),
        free => format!(
            "Bots take the {} that {} free.",
            if free == 1 { "seat".to_owned() } else { format!("{free} seats") },
            if free == 1 { "is" } else { "are" }
        ),
    };
    // Whoever wants another game says so by putting chance into its shuffle.
    let asked = move || {
        let shared = |room: &protocol::online::Room| {
            room.seats.iter().any(|place| Some(place.seat) == visit.you.get() && place.shared)
        };
        by_itself() && !visit.room.with(|room| room.as_ref().is_some_and(shared))
    };
    view! {
        <div class="deal">
            <When is=asked>
                <button type="button" data-focus="act:again" on:click=move |_| visit.rematch()>"Play again together"</button>
            </When>
            <When is=move || visit.host.get()>
                <button type="button" data-focus="deal" on:click=move |_| visit.call(Call::Start)>"Deal the cards"</button>
            </When>
            <When is=move || !visit.host.get()>
                <p>{move || format!("Waiting for {} to deal.", host())}</p>
            </When>
            <p class="soft">{hint}</p>
        </div>
    }
}

/// The link, to be sent or shown.
#[component]
fn Invitation() -> impl IntoView {
    let link = window().location().href().unwrap_or_default();
    let copied = RwSignal::new(None::<bool>);
    let text = link.clone();
    let copy = move |_| files::copy(&text, move |done| copied.set(Some(done)));
    let told = move || {
        copied.get().map(|done| {
            if done { "Copied. Send it to your friends." } else { "Mark the link and copy it yourself." }
        })
    };
    view! {
        <section class="invitation" aria-labelledby="invite-title">
            <h2 id="invite-title">"Invite friends"</h2>
            <div class="invite-line">
                <label for="invite-link">"Link to this table"</label>
                <input id="invite-link" type="text" readonly prop:value=link.clone() />
                <button type="button" class="quiet" on:click=copy>"Copy the link"</button>
            </div>
            <p role="status" class="soft">{told}</p>
            <details class="invite-code">
                <summary>"Show it as a code for a phone"</summary>
                <QrCode text=link label="The link to this table, as a QR code" />
            </details>
        </section>
    }
}

/// By what rules, and what was promised.
#[component]
fn Terms(visit: Visit) -> impl IntoView {
    let text = move || {
        visit.room.with(|room| {
            let room = room.as_ref()?;
            let rules = if room.info.rules.is_empty() {
                "usual rules".to_owned()
            } else {
                room.info.rules.join(", ")
            };
            let clock = room.move_seconds.map_or_else(
                || "no clock".to_owned(),
                |seconds| format!("{seconds} s for a move, then a bot makes it"),
            );
            let away = room.sit_in_seconds.map_or_else(
                || "nobody sits in for players who are away".to_owned(),
                |seconds| format!("a bot sits in for players who are away for {seconds} s"),
            );
            Some(format!("Rules: {rules}. {}; {away}.", engine::seating::sentence(&clock)))
        })
    };
    let promise =
        move || visit.room.with(|room| room.as_ref().map(|room| room.commitment.clone()).unwrap_or_default());
    view! {
        <details class="about-table">
            <summary>"About this table"</summary>
            <p>{text}</p>
            <p>
                "The table has bound itself to this secret before anyone sat down: " <code class="commitment">{promise}</code>
                " Your browser adds chance of its own, so nobody chooses the cards alone."
            </p>
        </details>
    }
}
