//! The page of one table.

use engine::scene::Reveal;
use leptos::prelude::*;
use leptos_router::components::A;
use leptos_router::hooks::use_params_map;
use protocol::Ask;

use super::felt::Felt;
use super::known::Stage;
use super::model::Model;
use super::panels::{CommandLine, Log, NoticeBoard, RoundEnd, Sayings};
use super::play::Play;
use super::tools::{self, Tools};
use crate::components::{Actions, Announcer, Status, When};
use crate::input::Voice;
use crate::routes::title;
use crate::storage;

/// The page of a table that is kept in this browser.
#[component]
pub fn TablePage() -> impl IntoView {
    let params = use_params_map();
    let id = Memo::new(move |_| params.with(|params| params.get("id")).unwrap_or_default());
    // From one table to the next the page stays and only the name in its address changes.
    move || match storage::saved_game(&id.get()) {
        Some(kept) => view! { <Sitting kept=kept /> }.into_any(),
        None => view! { <NoSuchTable /> }.into_any(),
    }
}

#[component]
fn NoSuchTable() -> impl IntoView {
    title("No such table");
    view! {
        <h1>"This table is not kept here"</h1>
        <p>"Games are kept in the browser in which they were begun. This one may have been removed, or begun elsewhere."</p>
        <p><A href="/" attr:class="button">"Go to the lobby"</A></p>
    }
}

#[component]
fn Sitting(kept: storage::SavedGame) -> impl IntoView {
    title(&kept.title);
    let heading = kept.title.clone();
    let again = format!("/new/{}", kept.game);
    let rules = format!("/rules/{}", kept.game);
    let daily = kept.daily.as_ref().map(|day| match kept.par {
        Some(par) => format!("Deal of {day}. Par: {par} cards discarded."),
        None => format!("Deal of {day}."),
    });
    let model = Model::open(kept);
    tools::listen(model);
    let failed = move || match model.known.stage.get() {
        Stage::Failed(why) => Some(why),
        _ => None,
    };
    let is_open = move || model.known.stage.get() == Stage::Open;
    view! {
        <div class="table-head">
            <h1>{heading}</h1>
            <nav class="table-links" aria-label="About this game">
                <A href=rules>"Rules"</A>
                <A href=again>"New game"</A>
            </nav>
        </div>
        {daily.map(|text| view! { <p class="soft daily-line">{text}</p> })}
        {move || failed().map(|why| view! { <Broken why=why /> })}
        <When is=move || model.known.stage.get() == Stage::Opening>
            <p class="loading" role="status">"Dealing…"</p>
        </When>
        <When is=is_open>
            <Table model=model over=move || view! { <Over model=model /> } />
        </When>
    }
}

#[component]
fn Broken(why: String) -> impl IntoView {
    view! {
        <div class="notice refused" role="alert">
            <p>{why}</p>
            <p>"Nothing was lost: what was kept of this game is still there."</p>
            <p><A href="/" attr:class="button">"Go to the lobby"</A></p>
        </div>
    }
}

/// A table with everything around it.
#[component]
pub fn Table(
    /// The table.
    model: Model,
    /// What is shown once the game is over.
    #[prop(into)]
    over: ViewFn,
    /// What else there is beside it.
    #[prop(optional, into)]
    company: ViewFn,
) -> impl IntoView {
    let standing = Memo::new(move |_| model.known.standing.get().unwrap_or_default());
    let play = Play {
        standing: standing.into(),
        picked: model.shown.picked,
        act: Callback::new(move |act: String| model.act(act)),
    };
    let game = Memo::new(move |_| {
        model.known.snapshot.with(|now| now.as_ref().map(|now| now.game.clone()).unwrap_or_default())
    });
    provide_context(play);
    let is_over = move || {
        standing.with(|standing| standing.outcome.is_some()) && model.shown.reveal.with(Option::is_none)
    };
    // The next round has been dealt already, but nobody asks for anything before this one was looked at.
    let round_end = Signal::derive(move || {
        let over = |reveal: &Reveal| format!("{} is over: look at the cards, then go on.", reveal.title);
        model.shown.reveal.with(|reveal| reveal.as_ref().map(over))
    });
    // What cannot be undone takes longer by dwell.
    let is_final = move || model.known.snapshot.with(|now| now.as_ref().is_some_and(|now| !now.undo));
    let commitment = move || {
        model.known.snapshot.with(|now| now.as_ref().map(|now| now.commitment.clone()).unwrap_or_default())
    };
    let rules = move || {
        let rules =
            model.known.snapshot.with(|now| now.as_ref().map(|now| now.rules.join(", ")).unwrap_or_default());
        if rules.is_empty() { "usual rules".to_owned() } else { rules }
    };
    view! {
        <div class="table" class:final=is_final data-actions=move || standing.with(|now| now.actions)>
            <Status first=round_end />
            <NoticeBoard model=model />
            <div class="stage">
                <h2 class="unseen">"The table"</h2>
                <Felt game=game play=play />
                <Announcer news=model.shown.news cry=model.shown.cry standing=standing />
                <RoundEnd model=model />
            </div>
            <div class="side">
                <When is=move || model.shown.reveal.with(Option::is_none)>
                    <Actions />
                </When>
                <CommandLine model=model />
                <Voice heard=Callback::new(move |text: String| model.say(text, true)) />
                <Sayings model=model />
                <When is=is_over>{over.run()}</When>
                {company.run()}
                <Tools model=model />
                <Log model=model />
                <details class="about-table">
                    <summary>"About this deal"</summary>
                    <p>"Rules: " {rules} "."</p>
                    <p>"The shuffle was promised before the first card: " <code class="commitment">{commitment}</code></p>
                </details>
            </div>
        </div>
    }
}

/// What can be done once the game is over.
#[component]
fn Over(model: Model) -> impl IntoView {
    let Some(saved) = model.saved() else { return ().into_any() };
    let replay = format!("/replay/{}", saved.id);
    let again = saved.clone();
    let navigate = leptos_router::hooks::use_navigate();
    let once_more = move |_| {
        let mut fresh = again.clone();
        fresh.id = storage::new_id();
        fresh.order.seed = storage::fresh_seed();
        (fresh.record, fresh.over, fresh.daily, fresh.par) = (None, false, None, None);
        if storage::keep(&fresh).is_ok() {
            navigate(&format!("/table/{}", fresh.id), Default::default());
        }
    };
    let won = move || {
        model.known.standing.with(|now| {
            let outcome = now.as_ref().and_then(|now| now.outcome.clone());
            outcome.is_some_and(|outcome| model.you().is_some_and(|you| outcome.winners.contains(&you)))
        })
    };
    let lost_solitaire = move || {
        !won()
            && model.known.standing.with(|now| now.as_ref().is_some_and(|now| now.scene.sitters.is_empty()))
    };
    view! {
        <section class="over-panel" class:won=won aria-label="The game is over">
            <p class="over-title">{move || if won() { "Well played: you won." } else { "The game is over." }}</p>
            <div class="over-buttons">
                <button type="button" data-focus="act:again" on:click=once_more>"Play again"</button>
                <A href=replay attr:class="button quiet">"Look at it again"</A>
                <When is=lost_solitaire>
                    <button type="button" class="quiet" data-focus="tool:where-lost" on:click=move |_| model.ask(Ask::WhereLost)>
                        "Where was it lost?"
                    </button>
                </When>
            </div>
        </section>
    }
    .into_any()
}
