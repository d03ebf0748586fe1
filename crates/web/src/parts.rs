//! Parts of the program that are loaded when they are first needed: each is a WASM file of its own, cut out of the
//! program when the bundle is made. What a part alone uses lies in its file, what several use in a file for these, and
//! what the lobby uses in the first.

use std::time::Duration;

use engine::Record;
use leptos::ev;
use leptos::leptos_dom::helpers::{TimeoutHandle, set_timeout_with_handle};
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos::wasm_split::{SplitLoaderError, wasm_split};
use tables::{Prediction, Progress};

use crate::components::{KeptNotices, UpdatePrompt};
use crate::input::Hands;
use crate::routes::{
    Check, GuestPage, NewGame, OnlinePage, PreferencesPage, Replay, RulesList, RulesPage, Slips,
    StatisticsPage, SummaryPage, Wish,
};
use crate::table::{Boards, DrawerContent, Layer, LessonPage, Model, Over, Play, Podium, Popover, TablePage};

/// A page that is loaded when it is first opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Page {
    Table,
    Lesson,
    Online,
    Guest,
    NewGame,
    RulesList,
    Rules,
    Summary,
    Statistics,
    Preferences,
    Replay,
    KeptReplay,
    Check,
}

/// What draws a page, once it is loaded.
type Draw = fn() -> AnyView;

impl Page {
    async fn load(self) -> Result<Draw, SplitLoaderError> {
        match self {
            Self::Table => table().await,
            Self::Lesson => lesson().await,
            Self::Online | Self::Guest => online(self).await,
            _ => pages(self).await,
        }
    }
}

/// The tables of one's own.
#[wasm_split(table, wasm_split_path = leptos::wasm_split, fallible)]
fn table() -> Result<Draw, SplitLoaderError> {
    Ok(|| view! { <TablePage /> }.into_any())
}

/// The lessons; a part of their own would cut all others into smaller files.
#[wasm_split(drawers, wasm_split_path = leptos::wasm_split, fallible)]
fn lesson() -> Result<Draw, SplitLoaderError> {
    Ok(|| view! { <LessonPage /> }.into_any())
}

/// The tables with friends.
#[wasm_split(online, wasm_split_path = leptos::wasm_split, fallible)]
fn online(page: Page) -> Result<Draw, SplitLoaderError> {
    Ok(match page {
        Page::Guest => || view! { <GuestPage /> }.into_any(),
        _ => || view! { <OnlinePage /> }.into_any(),
    })
}

/// All other pages.
#[wasm_split(pages, wasm_split_path = leptos::wasm_split, fallible)]
fn pages(page: Page) -> Result<Draw, SplitLoaderError> {
    Ok(match page {
        Page::NewGame => || view! { <NewGame /> }.into_any(),
        Page::RulesList => || view! { <RulesList /> }.into_any(),
        Page::Rules => || view! { <RulesPage /> }.into_any(),
        Page::Summary => || view! { <SummaryPage /> }.into_any(),
        Page::Statistics => || view! { <StatisticsPage /> }.into_any(),
        Page::Preferences => || view! { <PreferencesPage /> }.into_any(),
        Page::Replay | Page::KeptReplay => || view! { <Replay /> }.into_any(),
        _ => || view! { <Check /> }.into_any(),
    })
}

/// The rules of all games, to work out on the page what the player's own action leads to.
#[wasm_split(prediction, wasm_split_path = leptos::wasm_split, fallible)]
pub fn prediction() -> Result<fn(&mut Prediction, &Record, &Progress), SplitLoaderError> {
    Ok(Prediction::follow)
}

/// A piece of a page that is loaded in the background, so that the page itself is there sooner.
#[derive(Clone)]
pub enum Piece {
    /// On every page: other hands than a mouse, and whether there is a new version.
    Frame,
    /// In the lobby: what the player should know about the things kept.
    Kept,
    /// In the lobby: what was left, the deal of the day, and the ways to friends.
    Slips(Wish),
    /// At a table: answers, refusals and tips.
    Boards(Model),
    /// At a table: what a card that is picked up can do.
    Menu(Play),
    /// At a table: what is in a drawer.
    Drawer(Model, Layer),
    /// At a table: the end of the game.
    Podium(Model, Option<ViewFn>),
    /// At a table of one's own: what can be done once the game is over.
    Over(Model),
}

/// What draws a piece, once it is loaded.
type DrawPiece = fn(Piece) -> AnyView;

impl Piece {
    async fn load(&self) -> Result<DrawPiece, SplitLoaderError> {
        match self {
            Self::Frame | Self::Kept | Self::Slips(_) => room().await,
            _ => drawers().await,
        }
    }

    /// Whether the player waits for it. Other pieces take no room before they are loaded.
    fn is_awaited(&self) -> bool {
        match self {
            Self::Frame | Self::Kept | Self::Boards(_) => false,
            Self::Slips(wish) => wish.with_friends.with(Option::is_some),
            Self::Drawer(model, layer) => model.is_open(*layer),
            Self::Menu(play) => play.picked.with(Option::is_some),
            Self::Podium(..) | Self::Over(_) => true,
        }
    }
}

/// What is around the games of the lobby.
#[wasm_split(room, wasm_split_path = leptos::wasm_split, fallible)]
fn room() -> Result<DrawPiece, SplitLoaderError> {
    Ok(|piece| match piece {
        Piece::Slips(wish) => view! { <Slips wish=wish /> }.into_any(),
        Piece::Kept => view! { <KeptNotices /> }.into_any(),
        _ => view! { <Hands /> <UpdatePrompt /> }.into_any(),
    })
}

/// What is around the cards of a table.
#[wasm_split(drawers, wasm_split_path = leptos::wasm_split, fallible)]
fn drawers() -> Result<DrawPiece, SplitLoaderError> {
    Ok(|piece| match piece {
        Piece::Boards(model) => view! { <Boards model=model /> }.into_any(),
        Piece::Menu(play) => view! { <Popover play=play /> }.into_any(),
        Piece::Drawer(model, layer) => view! { <DrawerContent model=model layer=layer /> }.into_any(),
        Piece::Podium(model, after) => view! { <Podium model=model after=after /> }.into_any(),
        Piece::Over(model) => view! { <Over model=model /> }.into_any(),
        _ => ().into_any(),
    })
}

/// How far the loading of a part is.
#[derive(Clone, Copy)]
enum Loaded<D> {
    Coming,
    /// It did not come, and is tried again.
    Failed,
    There(D),
}

/// The first pause before a part that did not come is tried again; each pause is twice the one before.
const FIRST_PAUSE: Duration = Duration::from_secs(2);

/// The longest pause.
const LONGEST_PAUSE: Duration = Duration::from_secs(30);

/// Loads a part. If it does not come, it is tried again after a pause, and as soon as there is a connection again.
fn keep_loading<D, F>(load: impl Fn() -> F + Clone + 'static) -> RwSignal<Loaded<D>>
where
    D: Copy + Send + Sync + 'static,
    F: Future<Output = Result<D, SplitLoaderError>> + 'static,
{
    let (state, next) = (RwSignal::new(Loaded::Coming), StoredValue::new(None));
    let again = load.clone();
    let online = window_event_listener(ev::online, move |_| {
        if let Some(timer) = next.try_update_value(Option::take).flatten() {
            TimeoutHandle::clear(&timer);
            attempt(again.clone(), state, next, FIRST_PAUSE);
        }
    });
    on_cleanup(move || online.remove());
    attempt(load, state, next, FIRST_PAUSE);
    state
}

fn attempt<D, F>(
    load: impl Fn() -> F + Clone + 'static,
    state: RwSignal<Loaded<D>>,
    next: StoredValue<Option<TimeoutHandle>>,
    pause: Duration,
) where
    D: Copy + Send + Sync + 'static,
    F: Future<Output = Result<D, SplitLoaderError>> + 'static,
{
    spawn_local(async move {
        if let Ok(draw) = load().await {
            // The player may be elsewhere by now.
            let _ = state.try_set(Loaded::There(draw));
            return;
        }
        match state.try_get_untracked() {
            None => return,
            // Told once, not after each attempt.
            Some(Loaded::Failed) => {}
            Some(_) => state.set(Loaded::Failed),
        }
        let retry = move || {
            let is_gone = next.try_set_value(None).is_some();
            if !is_gone {
                attempt(load, state, next, (pause * 2).min(LONGEST_PAUSE));
            }
        };
        next.try_set_value(set_timeout_with_handle(retry, pause).ok());
    });
}

/// A piece of a page, as soon as it is loaded.
#[component]
pub fn LaterPiece(
    /// Which.
    piece: Piece,
) -> impl IntoView {
    let loading = piece.clone();
    let loaded = keep_loading(move || {
        let piece = loading.clone();
        async move { piece.load().await }
    });
    let shown = move || match loaded.get() {
        Loaded::There(draw) => draw(piece.clone()),
        _ if !piece.is_awaited() => view! { <i class="later" hidden></i> }.into_any(),
        // The podium tells it already.
        Loaded::Failed if !matches!(piece, Piece::Over(_)) => not_loaded(),
        _ => view! { <p class="part-loading later soft" role="status">"One moment…"</p> }.into_any(),
    };
    view! { {move || shown()} }
}

/// A page, as soon as it is loaded.
#[component]
pub fn LaterPage(
    /// Which.
    page: Page,
) -> impl IntoView {
    let loaded = keep_loading(move || page.load());
    let shown = move || match loaded.get() {
        Loaded::There(draw) => draw(),
        Loaded::Coming => view! { <p class="part-loading soft" role="status">"One moment…"</p> }.into_any(),
        Loaded::Failed => view! { <h1>"This page could not be loaded"</h1> {not_loaded()} }.into_any(),
    };
    view! { {move || shown()} }
}

/// Said in place of what could not be loaded.
fn not_loaded() -> AnyView {
    view! {
        <div class="notice refused" role="alert">
            <p>"Is there a connection? Parlour tries again every few seconds. If nothing comes, there may be a new version: reload the page to go on. What you played is kept."</p>
            <p><a class="button" href="" rel="external">"Reload"</a></p>
        </div>
    }
    .into_any()
}
