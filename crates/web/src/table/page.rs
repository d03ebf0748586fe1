//! The page of one table: one screen, with everything that a player needs in sight.

use bots::Level;
use engine::scene::{Reveal, Sitter};
use leptos::prelude::*;
use protocol::{Ask, Standing};
use tables::Waits;

use super::bar::Bar;
use super::drawers::Drawers;
use super::felt::Felt;
use super::known::Stage;
use super::layer::close_on_touch_outside;
use super::lesson::keep_pointing;
use super::model::Model;
use super::play::Play;
use super::rail::Rail;
use super::tools;
use crate::components::{Announcer, When};
use crate::parts::{LaterPiece, Piece};
use crate::router::{use_router, use_segment};
use crate::routes::title;
use crate::storage;

/// The page of a table that is kept in this browser.
#[component]
pub fn TablePage() -> impl IntoView {
    let id = use_segment(1);
    // From one table to the next the page stays and only the name in its address changes.
    view! {
        {move || match storage::saved_game(&id.get()) {
            Some(kept) => view! { <Sitting kept=kept /> }.into_any(),
            None => view! { <NoSuchTable /> }.into_any(),
        }}
    }
}

#[component]
fn NoSuchTable() -> impl IntoView {
    title("No such table");
    view! {
        <h1>"This table is not kept here"</h1>
        <p>"Games are kept in the browser in which they were begun. This one may have been removed, or begun elsewhere."</p>
        <p><a href="/" class="button">"Go to the lobby"</a></p>
    }
}

#[component]
fn Sitting(kept: storage::SavedGame) -> impl IntoView {
    title(&kept.title);
    let heading = kept.title.clone();
    let model = Model::open(kept);
    tools::listen(model);
    let failed = model.failed();
    view! {
        {move || match failed.get() {
            Some(why) => view! { <Broken title=heading.clone() why=why /> }.into_any(),
            None => view! { <Table model=model title=heading.clone() over=move || view! { <LaterPiece piece=Piece::Over(model) /> } /> }.into_any(),
        }}
    }
}

#[component]
pub fn Broken(title: String, why: String) -> impl IntoView {
    view! {
        <h1>{title}</h1>
        <div class="notice refused" role="alert">
            <p>{why}</p>
            <p>"Nothing was lost: what was kept of this game is still there."</p>
            <p><a href="/" class="button">"Go to the lobby"</a></p>
        </div>
    }
}

/// A table with everything around it.
#[component]
pub fn Table(
    /// The table.
    model: Model,
    /// What is played, until the table itself says so.
    #[prop(optional, into)]
    title: String,
    /// What can be done once the game is over.
    #[prop(into)]
    over: ViewFn,
    /// What else there is to see of a game that is over.
    #[prop(optional, into)]
    after: Option<ViewFn>,
    /// Who is there and what they say, at a table online.
    #[prop(optional, into)]
    company: Option<ViewFn>,
) -> impl IntoView {
    fill_screen();
    close_on_touch_outside(model);
    keep_pointing(model);
    let standing = model.standing();
    let play = play(model, standing);
    provide_context(play);
    let of = move |what: fn(&protocol::Snapshot) -> String| {
        Memo::new(move |_| model.known.snapshot.with(|now| now.as_ref().map(what).unwrap_or_default()))
    };
    let (game, named) = (of(|now| now.game.clone()), of(|now| now.title.clone()));
    let heading = move || Some(named.get()).filter(|name| !name.is_empty()).unwrap_or_else(|| title.clone());
    let is_over = Memo::new(move |_| model.is_over());
    let few_answers = Memo::new(move |_| {
        model.known.stage.get() == Stage::Open && !is_over.get() && standing.with(has_few_answers)
    });
    let state = move || state(model, standing);
    // What cannot be undone takes longer by dwell.
    let is_final = move || model.known.snapshot.with(|now| now.as_ref().is_some_and(|now| !now.undo));
    let covered = move || model.is_covered();
    let has_company = company.is_some();
    view! {
        <div class="screen">
            <div
                class="table"
                class:final=move || is_final()
                class:one-row=few_answers
                class:lesson=move || model.lesson.waits().is_some()
                data-state=move || state()
                data-actions=move || model.known.standing.with(|now| now.as_ref().map_or(0, |now| now.actions)).to_string()
            >
                <Bar model=model title=Signal::derive(heading) company=has_company />
                <div class="stage-area">
                    <h2 class="unseen">"The table"</h2>
                    <div class="cloth" inert=move || covered() on:click=move |_| model.pass_over()>
                        {move || match (model.known.stage.get() == Stage::Open, is_over.get()) {
                            (false, _) => view! { <p class="dealing" role="status">"Dealing…"</p> }.into_any(),
                            (true, true) => view! { <LaterPiece piece=Piece::Podium(model, after.clone()) /> }.into_any(),
                            (true, false) => view! { <Felt game=game play=play lately=model.shown.lately cry=model.shown.cry menu=true /> }.into_any(),
                        }}
                    </div>
                    <LaterPiece piece=Piece::Boards(model) />
                    <Drawers model=model company=company />
                </div>
                <Rail model=model standing=standing over=over />
                <Announcer news=model.shown.news standing=standing />
            </div>
        </div>
    }
}

/// What the pieces of the table see of it.
fn play(model: Model, standing: Memo<Standing>) -> Play {
    let lost = |reveal: &Reveal| {
        reveal.hands.iter().filter(|shown| shown.note.is_some()).map(|shown| shown.seat).collect()
    };
    let losers = Signal::derive(move || {
        model.shown.reveal.with(|reveal| reveal.as_ref().map(lost).unwrap_or_default())
    });
    Play {
        standing: standing.into(),
        picked: model.shown.picked,
        wrong: model.shown.wrong,
        losers,
        act: Callback::new(move |act: String| model.act(act)),
        ask_why: Callback::new(move |lying| model.ask_why(&lying)),
    }
}

/// The state of the table in a word, for styles and tests.
fn state(model: Model, standing: Memo<Standing>) -> &'static str {
    match () {
        () if model.known.stage.get() != Stage::Open => "opening",
        () if model.is_over() => "over",
        () if model.shown.reveal.with(Option::is_some) => "round-end",
        () if model.lesson.waits() == Some(Waits::Reader) => "read",
        () if model.lesson.waits() == Some(Waits::Others) => "wait",
        () if standing.with(|now| !now.choices.is_empty()) => "turn",
        () => "wait",
    }
}

/// Whether there are three answers at the most: alone, or where players have lives.
fn has_few_answers(now: &Standing) -> bool {
    let sitters = &now.scene.sitters;
    let has_lives = |sitter: &Sitter| !sitter.out && sitter.facts.iter().any(|fact| fact.dots.is_some());
    sitters.is_empty() || sitters.iter().any(has_lives)
}

/// The table takes the whole screen for as long as it is there.
fn fill_screen() {
    let root = document().document_element();
    if let Some(root) = &root {
        let _ = root.set_attribute("data-table", "");
    }
    on_cleanup(move || {
        if let Some(root) = document().document_element() {
            let _ = root.remove_attribute("data-table");
        }
    });
}

impl Model {
    /// Whether the game is over, its last round was seen, and nothing is taught any more.
    pub fn is_over(&self) -> bool {
        self.known.standing.with(|now| now.as_ref().is_some_and(|now| now.outcome.is_some()))
            && self.frozen.with(Option::is_none)
            && self.lesson.waits().is_none()
    }
}

/// What can be done once the game is over.
#[component]
pub fn Over(model: Model) -> impl IntoView {
    let Some(saved) = model.saved() else { return ().into_any() };
    let replay = format!("/replay/{}", saved.id);
    let analysis = format!("{replay}?analyse");
    let again = saved.clone();
    let router = use_router();
    let once_more = move |_| {
        // Bots get better as the player wins, unless the player chose their level.
        let rises = model.preferences.with_untracked(|likes| likes.bots.parse::<Level>().is_err());
        let fresh = again.again(storage::new_id(), storage::fresh_seed(), &storage::results(), rises);
        if storage::keep(&fresh).is_ok() {
            router.go(&format!("/table/{}", fresh.id));
        }
    };
    let lost_alone = move || {
        model.known.standing.with(|now| {
            let lost =
                |now: &Standing| now.outcome.as_ref().is_some_and(|outcome| outcome.winners.is_empty());
            now.as_ref().is_some_and(|now| now.scene.sitters.is_empty() && lost(now))
        })
    };
    view! {
        <button type="button" class="action" data-focus="act:again" on:click=once_more>"Play again"</button>
        <a href=replay class="button quiet action">"Watch the replay"</a>
        <a href=analysis class="button quiet action" data-part="analysis">"How did I play?"</a>
        <When is=lost_alone>
            <button type="button" class="action quiet" data-focus="tool:where-lost" on:click=move |_| model.ask(Ask::WhereLost)>
                "Where was it lost?"
            </button>
        </When>
        <When is=move || !lost_alone()>
            <a href="/" class="button quiet action">"Lobby"</a>
        </When>
    }
    .into_any()
}
