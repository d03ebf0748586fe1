//! Looking at a game once more: from a file, a link or what is kept here; step by step, and on from any point.

mod analysis;
mod opening;
mod replay_state;
mod shares;
mod study;

use leptos::html::Ol;
use leptos::prelude::*;
use protocol::Standing;
use wasm_bindgen::JsCast;

use super::{day, title};
use crate::components::{Label, Status, When};
use crate::router::{self, use_router, use_segment};
use crate::storage::{self, GameResult, SavedGame};
use crate::table::{Felt, Play};
use crate::{files, link};
use analysis::AnalysisPart;
use opening::Opening;
use replay_state::ReplayState;
use study::Study;

/// What a link to a record has after its `#`.
const RECORD: &str = "record=";

/// The page: a place to open a record, or the record that is open.
#[component]
pub fn Replay() -> impl IntoView {
    title("Replay");
    let replay = ReplayState::new();
    let id = use_segment(1);
    Effect::new(move |_| {
        let id = id.get();
        if id.is_empty() {
            return;
        }
        match kept(&id) {
            Some(record) => replay.open(record),
            None => replay.failed.set(Some(
                "No record of that game is kept in this browser. It may have been removed, or played elsewhere.".to_owned(),
            )),
        }
    });
    let hash = use_router().hash;
    Effect::new(move |_| {
        let Some(text) =
            hash.with(|hash| hash.trim_start_matches('#').strip_prefix(RECORD).map(str::to_owned))
        else {
            return;
        };
        match link::decode(&text) {
            Some(record) => replay.open(record),
            None => {
                replay.failed.set(Some("The link to this record is torn. Ask for it once more.".to_owned()))
            }
        }
    });
    let problem = move || replay.failed.get().map(|why| view! { <p class="problem">{why}</p> });
    view! {
        <h1>"Replay"</h1>
        <div role="alert">{problem}</div>
        <When is=move || replay.step.with(Option::is_none)>
            <Opening replay=replay />
            <KeptGames />
        </When>
        <When is=move || replay.step.with(Option::is_some)>
            <Screen replay=replay />
        </When>
    }
}

/// The record of a game that is kept here.
fn kept(id: &str) -> Option<String> {
    let store = storage::here();
    store.one::<SavedGame>(id).and_then(|saved| saved.record).or_else(|| store.one::<GameResult>(id)?.record)
}

/// Games whose records are here.
#[component]
fn KeptGames() -> impl IntoView {
    let games: Vec<GameResult> =
        storage::results().into_iter().filter(|played| played.record.is_some()).take(10).collect();
    if games.is_empty() {
        return view! { <p class="soft">"Games that you finish can be replayed from here."</p> }.into_any();
    }
    let one = |played: GameResult| {
        let text = format!("{}, {}", played.title, day(played.when_ms));
        view! { <li><a href=format!("/replay/{}", played.id)>{text}</a></li> }
    };
    view! {
        <section aria-labelledby="kept-title">
            <h2 id="kept-title">"Your last games"</h2>
            <ul class="link-list">{games.into_iter().map(one).collect_view()}</ul>
        </section>
    }
    .into_any()
}

/// The record that is open.
#[component]
fn Screen(replay: ReplayState) -> impl IntoView {
    replay.listen_to_keys();
    let standing: Signal<Standing> = replay.standing();
    let play = Play::still(standing);
    provide_context(play);
    let of = move |what: fn(&tables::Step) -> usize| replay.step.with(|step| step.as_ref().map_or(0, what));
    let (number, last) = (move || of(|step| step.number), move || of(|step| step.of));
    let game = Signal::derive(move || {
        replay.step.with(|step| step.as_ref().map(|step| step.snapshot.game.clone()).unwrap_or_default())
    });
    let study = Study::new(replay.record);
    // Whose decisions are to be judged at once.
    let asked = router::asked("analyse");
    let seat = asked.as_ref().and_then(|seat| seat.parse().ok()).unwrap_or(0);
    Effect::new(move |_| {
        replay.record.track();
        study.clear();
        study.seat.set(seat);
        if asked.is_some() && replay.record.with_untracked(Option::is_some) {
            study.start();
            request_animation_frame(|| {
                if let Some(analysis) = document().get_element_by_id("analysis") {
                    analysis.scroll_into_view();
                }
            });
        }
    });
    let heading = move || replay.step.with(|step| step.as_ref().map(|step| step.snapshot.title.clone()));
    let lines = move || {
        let lines = replay.step.with(|step| step.as_ref().map(|step| step.lines.clone()).unwrap_or_default());
        lines.into_iter().map(|line| view! { <p><Label text=line.text /></p> }).collect_view()
    };
    view! {
        <section class="replay" aria-labelledby="replay-title">
            <h2 id="replay-title">{heading}</h2>
            <div class="table replay-table">
                <Status />
                <Felt game=game play=play />
            </div>
            <div class="replay-controls" role="group" aria-label="Steps">
                <button type="button" class="quiet" disabled=move || number() == 0 on:click=move |_| replay.go(0)>"First"</button>
                <button type="button" class="quiet" disabled=move || number() == 0 on:click=move |_| replay.back()>"Back"</button>
                <button type="button" class="quiet" disabled=move || number() == last() on:click=move |_| replay.on()>"Next"</button>
                <button type="button" class="quiet" disabled=move || number() == last() on:click=move |_| replay.go(usize::MAX)>"Last"</button>
                <label class="replay-slider">
                    <span>"Step " {number} " of " {last}</span>
                    <input
                        type="range"
                        min="0"
                        max=last
                        prop:value=number
                        on:input:target=move |event| replay.go(event.target().value().parse().unwrap_or(0))
                    />
                </label>
            </div>
            <div class="replay-lines" role="status" aria-label="What happens here">{lines}</div>
            <Doing replay=replay />
            <AnalysisPart replay=replay study=study />
            <Story replay=replay />
        </section>
    }
}

/// What can be done with the record.
#[component]
fn Doing(replay: ReplayState) -> impl IntoView {
    let router = use_router();
    let another = move |_| {
        replay.close();
        router.go("/replay");
    };
    let said = RwSignal::new(None::<String>);
    let address = RwSignal::new(None::<String>);
    let over = move || {
        replay.step.with(|step| step.as_ref().is_some_and(|step| step.snapshot.standing.outcome.is_some()))
    };
    Effect::new(move |_| {
        let Some(record) = replay.cut.get() else { return };
        match replay.take_over(&record) {
            Ok(saved) => router.go(&format!("/table/{}", saved.id)),
            Err(why) => said.set(Some(why)),
        }
    });
    let copy = move |_| {
        let Some(record) = replay.record.get_untracked() else { return };
        let origin = window().location().origin().unwrap_or_default();
        let text = format!("{origin}/replay#{RECORD}{}", link::encode(record.trim_end()));
        address.set(None);
        files::copy(&text.clone(), move |copied| {
            said.set(Some(if copied { "The link is copied." } else { "Copy the link below." }.to_owned()));
            address.set(Some(text).filter(|_| !copied));
        });
    };
    let save = move |_| {
        let Some(record) = replay.record.get_untracked() else { return };
        said.set(files::save(&replay.file_name(), &record).err());
    };
    view! {
        <div class="button-row">
            <button type="button" disabled=over on:click=move |_| replay.ask_to_take_over()>"Take over from here"</button>
            <button type="button" class="quiet" on:click=copy>"Copy a link"</button>
            <button type="button" class="quiet" on:click=save>"Save record"</button>
            <button type="button" class="quiet" on:click=another>"Open another"</button>
        </div>
        <div role="status">{move || said.get().map(|text| view! { <p class="well">{text}</p> })}</div>
        {move || address.get().map(|address| view! {
            <div class="field">
                <label for="replay-link">"Link to this record"</label>
                <input id="replay-link" type="text" readonly value=address />
            </div>
        })}
    }
}

/// What happened, action by action; each leads to the position after it.
#[component]
fn Story(replay: ReplayState) -> impl IntoView {
    let number = move || replay.step.with(|step| step.as_ref().map_or(0, |step| step.number));
    let list = NodeRef::<Ol>::new();
    // Where one is stays in sight within the list; the page does not move.
    Effect::new(move |_| {
        let (Some(list), number) = (list.get(), number()) else { return };
        let here = list.children().item(u32::try_from(number).unwrap_or(0).saturating_sub(1));
        if let Some(here) = here.and_then(|here| here.dyn_into::<web_sys::HtmlElement>().ok()) {
            let above = here.offset_top() - list.offset_top();
            list.set_scroll_top(above - (list.client_height() - here.offset_height()) / 2);
        }
    });
    let one = move |(index, text): (usize, String)| {
        let lines = text.lines().map(|line| view! { <Label text=line.to_owned() /> }).collect_view();
        let here = move || (number() == index + 1).then_some("step");
        view! {
            <li>
                <button type="button" class="story-step" aria-current=here on:click=move |_| replay.go(index + 1)>
                    <span class="story-number">{index + 1}</span> " " <span>{lines}</span>
                </button>
            </li>
        }
    };
    view! {
        <section class="story" aria-labelledby="story-title">
            <h3 id="story-title">"What happened"</h3>
            <ol node_ref=list>{move || replay.story.get().into_iter().enumerate().map(one).collect_view()}</ol>
        </section>
    }
}
