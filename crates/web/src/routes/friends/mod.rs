//! Playing with friends: a table online, from the first who comes to the next game.

mod chat;
mod gathering;
mod identity;
mod lobby;
mod open;
mod over;
mod people;
mod results;

use crate::components::When;
use client::Connection;
use leptos::prelude::*;
use leptos_router::components::A;
use leptos_router::hooks::use_params_map;
use protocol::online::{Call, Phase};

use super::title;
use crate::online::Visit;
use crate::table::{self, Stage, Table};
use chat::Chat;
use gathering::Gathering;
use over::OnlineOver;
use people::People;

pub use identity::{GuestPage, Identity};
pub use lobby::WithFriends;
pub use open::{OpenTable, TableTerms, TermFields};
pub use results::FriendResults;

/// The page of a table online.
#[component]
pub fn OnlinePage() -> impl IntoView {
    let params = use_params_map();
    let id = Memo::new(move |_| params.with(|params| params.get("table")).unwrap_or_default());
    move || view! { <AtTable table=id.get() /> }
}

#[component]
fn AtTable(table: String) -> impl IntoView {
    title("Table with friends");
    let visit = Visit::begin(table);
    table::listen(visit.model);
    name_the_tab(visit);
    let name = Memo::new(move |_| visit.room.with(|room| room.as_ref().map(|room| room.info.title.clone())));
    let game = Memo::new(move |_| visit.room.with(|room| room.as_ref().map(|room| room.info.game.clone())));
    let rules = move || game.get().map(|game| view! { <A href=format!("/rules/{game}")>"Rules"</A> });
    let dealt = Memo::new(move |_| {
        visit.room.with(|room| room.as_ref().is_some_and(|room| room.phase != Phase::Gathering))
            && visit.model.known.stage.get() == Stage::Open
    });
    let gathering = Memo::new(move |_| {
        visit.room.with(|room| room.as_ref().is_some_and(|room| room.phase == Phase::Gathering))
    });
    view! {
        <div class="table-head">
            <h1>{move || name.get().unwrap_or_else(|| "Table with friends".to_owned())}</h1>
            <nav class="table-links" aria-label="About this game">{rules}</nav>
        </div>
        <Connected visit=visit />
        <Refused visit=visit />
        <When is=move || gathering.get()>
            <Gathering visit=visit />
        </When>
        <When is=move || dealt.get()>
            <Paused visit=visit />
            <Table
                model=visit.model
                over=move || view! { <OnlineOver visit=visit /> }
                company=move || view! { <Company visit=visit /> }
            />
        </When>
    }
}

/// Everyone there, and what they say.
#[component]
fn Company(visit: Visit) -> impl IntoView {
    view! {
        <section class="company" aria-labelledby="people-title">
            <h2 id="people-title">"At the table"</h2>
            <People visit=visit />
            <SeatTaker visit=visit />
        </section>
        <Chat visit=visit />
    }
}

/// A watcher can take a seat that a bot holds; a player can get up.
#[component]
fn SeatTaker(visit: Visit) -> impl IntoView {
    let watches = move || visit.you.with(Option::is_none);
    view! {
        <When is=watches>
            <p class="soft">"You watch. What is hidden from everyone is hidden from you."</p>
        </When>
        <When is=move || !watches()>
            <button type="button" class="quiet small" data-focus="leave" on:click=move |_| visit.call(Call::Leave)>
                "Get up: a bot plays on"
            </button>
        </When>
    }
}

/// Says so when the connection is not there.
#[component]
fn Connected(visit: Visit) -> impl IntoView {
    let text = move || match visit.connection.get() {
        Connection::Open => None,
        Connection::Opening => Some(view! { <p class="loading">"Looking for the table…"</p> }.into_any()),
        Connection::Lost(_) => {
            let text = "The connection is lost. It is being tried again; your seat is kept, and nothing is forgotten.";
            Some(view! { <p class="notice-box">{text}</p> }.into_any())
        }
        Connection::Ended(why) => Some(
            view! {
                <div class="problem">
                    <p>{why}</p>
                    <p><A href="/" attr:class="button">"Go to the lobby"</A></p>
                </div>
            }
            .into_any(),
        ),
    };
    view! { <div role="status" class="connection">{text}</div> }
}

#[component]
fn Refused(visit: Visit) -> impl IntoView {
    view! { <div role="alert">{move || visit.refused.get().map(|why| view! { <p class="problem">{why}</p> })}</div> }
}

#[component]
fn Paused(visit: Visit) -> impl IntoView {
    let paused = move || visit.room.with(|room| room.as_ref().is_some_and(|room| room.paused));
    view! {
        <div role="status">
            <When is=paused>
                <p class="notice-box">"The table is paused. It goes on when the host says so."</p>
            </When>
        </div>
    }
}

/// The browser's tab says when it is one's turn, for those who look elsewhere meanwhile.
fn name_the_tab(visit: Visit) {
    Effect::new(move |_| {
        let room = visit.room.with(|room| room.as_ref().map(|room| (room.info.title.clone(), room.phase)));
        let Some((game, phase)) = room else { return };
        let you = visit.you.get();
        let turn = visit.model.known.standing.with(|now| now.as_ref().and_then(|now| now.to_act));
        let mine = phase == Phase::Playing && you.is_some() && turn == you;
        document().set_title(&format!("{}{game} · Parlour", if mine { "Your turn · " } else { "" }));
    });
}
