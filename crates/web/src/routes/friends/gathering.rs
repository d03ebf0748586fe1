//! Before the deal: the seats, the invitation, and everyone who comes.

use crate::components::When;
use leptos::prelude::*;
use protocol::online::{Call, Who};

use super::chat::Chat;
use super::lobby::spaced;
use super::name::NameForm;
use super::people::People;
use crate::files;
use crate::online::{QrCode, Visit};

/// People sit down. A guest who comes by the link sees the table and one button; the rest is for those who sit.
#[component]
pub fn Gathering(visit: Visit) -> impl IntoView {
    let seated = move || visit.you.with(Option::is_some);
    let sit = Callback::new(move |name: String| visit.sit(name, None));
    let hints = move || visit.room.with(|room| room.as_ref().and_then(client::hints_told));
    view! {
        <div class="gathering" class:seated=seated>
            <section class="round-table" aria-labelledby="people-title">
                <h2 id="people-title" class="unseen">"At the table"</h2>
                <People visit=visit />
                {move || hints().map(|text| view! { <p class="soft table-hints">{text}</p> })}
                <When is=move || !seated()>
                    {move || host_of(visit).map(|host| view! { <p class="invited">"Play with " {host} ": say who you are and sit down."</p> }.into_any())}
                    <NameForm button="Sit down" take=sit />
                </When>
                <When is=seated>
                    <Deal visit=visit />
                </When>
            </section>
            <When is=seated>
                <Invitation visit=visit />
            </When>
            <div class="gathering-more">
                <When is=seated>
                    <Chat visit=visit />
                </When>
                <Terms visit=visit />
                <When is=seated>
                    <button type="button" class="quiet small" on:click=move |_| visit.call(Call::Leave)>"Get up"</button>
                </When>
            </div>
        </div>
    }
}

/// The name of the host who sits there.
fn host_of(visit: Visit) -> Option<String> {
    let name = |room: &protocol::online::Room| room.seats.iter().find(|place| place.host)?.name.clone();
    visit.room.with(|room| room.as_ref().and_then(name))
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
    let host = move || host_of(visit).unwrap_or_else(|| "the host".to_owned());
    let by_itself = move || visit.room.with(|room| room.as_ref().is_some_and(|room| room.deals_itself));
    let revealing = move || visit.room.with(|room| room.as_ref().is_some_and(|room| room.revealing));
    let hint = move || match free() {
        _ if revealing() => "Everyone's browser reveals its share of the shuffle. One moment.".to_owned(),
        _ if by_itself() => "The cards are dealt as soon as everyone who is there is ready.".to_owned(),
        0 => "Everyone is here.".to_owned(),
        free => format!(
            "Bots take the {} that {} free.",
            if free == 1 { "seat".to_owned() } else { format!("{free} seats") },
            if free == 1 { "is" } else { "are" }
        ),
    };
    // A player who wants another game says so by a share in its shuffle.
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
            <When is=move || visit.runs_table()>
                <button type="button" data-focus="deal" on:click=move |_| visit.call(Call::Start)>"Deal the cards"</button>
            </When>
            <When is=move || !visit.runs_table()>
                <p>{move || format!("Waiting for {} to deal.", host())}</p>
            </When>
            <p class="soft">{hint}</p>
        </div>
    }
}

/// The way here, on one card: a link to send, a code to say, a picture to show.
#[component]
fn Invitation(visit: Visit) -> impl IntoView {
    let link = window().location().href().unwrap_or_default();
    let code = move || visit.room.with(|room| room.as_ref().map(|room| spaced(&room.table)));
    let copied = RwSignal::new(None::<bool>);
    let text = link.clone();
    let copy = move |_| files::copy(&text, move |done| copied.set(Some(done)));
    let hints = move || visit.room.with(|room| room.as_ref().is_some_and(|room| room.hints));
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
            <p class="invite-code">"Code: " <code>{code}</code></p>
            <When is=hints>
                <p class="soft">"Your friends are told before they sit down that everyone may ask for hints."</p>
            </When>
            <p role="status" class="soft">{told}</p>
            <QrCode text=link label="The link to this table, as a QR code" />
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
            let hints = if room.hints { "everyone may ask for hints" } else { "there are no hints" };
            Some(format!("Rules: {rules}. {}; {away}; {hints}.", engine::seating::sentence(&clock)))
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
