//! Playing with friends: a table online, from the first who comes to the next game.

mod chat;
mod gathering;
mod identity;
mod lobby;
mod name;
mod open;
mod over;
mod people;
mod results;

use crate::components::When;
use client::Connection;
use leptos::prelude::*;
use protocol::online::{Call, Phase, Room, Who};

use super::title;
use crate::online::Visit;
use crate::preferences::use_preferences;
use crate::router::use_segment;
use crate::table::{self, Stage, Table};
use chat::Chat;
use gathering::Gathering;
use name::NameForm;
use over::{OnlineNext, OnlineOver};
use people::People;

pub use identity::{GuestPage, Identity};
pub use lobby::{Join, OtherTables};
pub use name::AskName;
pub use open::{OpenTable, TableTerms, TermFields};
pub use results::FriendResults;

/// The page of a table online.
#[component]
pub fn OnlinePage() -> impl IntoView {
    let id = use_segment(1);
    move || view! { <AtTable table=id.get() /> }
}

#[component]
fn AtTable(table: String) -> impl IntoView {
    title("Table with friends");
    let opener = open::just_opened(&table);
    let visit = Visit::begin(table);
    if opener {
        seat_opener(visit);
    }
    table::listen(visit.model);
    name_the_tab(visit);
    let name = Memo::new(move |_| visit.room.with(|room| room.as_ref().map(|room| room.info.title.clone())));
    let game = Memo::new(move |_| visit.room.with(|room| room.as_ref().map(|room| room.info.game.clone())));
    let rules = move || {
        let of = name.get().map(|name| format!("Rules of {name}"));
        game.get().map(|game| view! { <a href=format!("/rules/{game}")>{of}</a> })
    };
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
        <div class="banners">
            <Connected visit=visit />
            <Refused visit=visit />
            <AskedIn visit=visit />
            <When is=move || dealt.get()>
                <Paused visit=visit />
            </When>
        </div>
        <When is=move || gathering.get()>
            <Gathering visit=visit />
        </When>
        <When is=move || dealt.get()>
            <Table
                model=visit.model
                over=move || view! { <OnlineNext visit=visit /> }
                after=move || view! { <OnlineOver visit=visit /> }
                company=move || view! { <Company visit=visit /> }
            />
        </When>
    }
}

/// The opener of a table sits down at it as soon as it is there.
fn seat_opener(visit: Visit) {
    let likes = use_preferences();
    Effect::new(move |done: Option<bool>| {
        let free = visit.room.with(|room| room.as_ref().map(|room| room.phase == Phase::Gathering));
        match (done.unwrap_or(false), free) {
            (true, _) | (_, None) => done.unwrap_or(false),
            (false, Some(gathering)) => {
                if gathering && visit.you.with_untracked(Option::is_none) {
                    visit.sit(likes.with_untracked(|likes| likes.name.clone()), None);
                }
                true
            }
        }
    });
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

/// Someone asks for a bot's cards: everyone at the table is asked.
#[component]
fn AskedIn(visit: Visit) -> impl IntoView {
    let asked = Memo::new(move |_| {
        visit.room.with(|room| {
            let room = room.as_ref()?;
            let newcomer = room.newcomer.as_ref()?;
            let mine = client::newcomer_to_answer(room, visit.you.get()).is_some();
            Some((newcomer.at, client::newcomer_question(room, newcomer), mine))
        })
    });
    let notice = move || {
        let (at, question, mine) = asked.get()?;
        let answer = move |agree: bool| visit.call(Call::Admit { at, agree });
        let buttons = mine.then(|| {
            view! {
                <span class="over-buttons">
                    <button type="button" data-focus="agree" on:click=move |_| answer(true)>"Agree"</button>
                    <button type="button" class="quiet" data-focus="refuse" on:click=move |_| answer(false)>"Refuse"</button>
                </span>
            }
        });
        let wait = (!mine).then_some(" Everyone who holds cards is asked.");
        Some(view! { <div class="notice-box asked-in"><p>{question} {wait}</p> {buttons}</div> })
    };
    view! { <div role="status">{notice}</div> }
}

/// A watcher can ask for a bot's cards, or come back to their own; a player can get up.
#[component]
fn SeatTaker(visit: Visit) -> impl IntoView {
    let watches = move || visit.you.with(Option::is_none);
    let can_ask = move || {
        visit.room.with(|room| {
            let has_bot = |room: &Room| room.seats.iter().any(|place| place.who == Who::Bot);
            room.as_ref()
                .is_some_and(|room| room.phase == Phase::Playing && room.newcomer.is_none() && has_bot(room))
        })
    };
    let ask = Callback::new(move |name: String| visit.sit(name, None));
    view! {
        <When is=watches>
            <p class="soft">"You watch. What is hidden from everyone is hidden from you."</p>
            <When is=can_ask>
                <NameForm button="Ask for your cards, or for a bot's" take=ask />
            </When>
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
                    <p><a href="/" class="button">"Go to the lobby"</a></p>
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
