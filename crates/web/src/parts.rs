//! Parts of the program that are loaded when they are first needed: each is a WASM file of its own, cut out of the
//! program when the bundle is made. What a part alone uses lies in its file, what several use in a file for these, and
//! what the lobby uses in the first.

use engine::Record;
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos::wasm_split::{SplitLoaderError, wasm_split};
use tables::{Prediction, Progress};

use crate::routes::{
    Check, GuestPage, NewGame, OnlinePage, PreferencesPage, Replay, RulesList, RulesPage, StatisticsPage,
    SummaryPage,
};
use crate::table::{LessonPage, TablePage};

/// A page that is loaded when it is first opened.
#[derive(Clone, Copy, Debug)]
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
    Check,
}

/// What draws a page, once it is loaded.
type Draw = fn() -> AnyView;

impl Page {
    async fn load(self) -> Result<Draw, SplitLoaderError> {
        match self {
            Self::Table | Self::Lesson => table(self).await,
            Self::Online | Self::Guest => online(self).await,
            _ => pages(self).await,
        }
    }
}

/// The tables of one's own.
#[wasm_split(table, wasm_split_path = leptos::wasm_split, fallible)]
fn table(page: Page) -> Result<Draw, SplitLoaderError> {
    Ok(match page {
        Page::Lesson => || view! { <LessonPage /> }.into_any(),
        _ => || view! { <TablePage /> }.into_any(),
    })
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
        Page::Replay => || view! { <Replay /> }.into_any(),
        _ => || view! { <Check /> }.into_any(),
    })
}

/// The rules of all games, to work out on the page what the player's own action leads to.
#[wasm_split(prediction, wasm_split_path = leptos::wasm_split, fallible)]
pub fn prediction() -> Result<fn(&mut Prediction, &Record, &Progress), SplitLoaderError> {
    Ok(Prediction::follow)
}

/// A page, as soon as it is loaded.
#[component]
pub fn LaterPage(
    /// Which.
    page: Page,
) -> impl IntoView {
    let loaded = RwSignal::new(None::<Option<Draw>>);
    spawn_local(async move {
        // The player may be elsewhere by now.
        let _ = loaded.try_set(Some(page.load().await.ok()));
    });
    move || {
        match loaded.get() {
        None => view! { <p class="part-loading soft" role="status">"One moment…"</p> }.into_any(),
        Some(Some(draw)) => draw(),
        Some(None) => view! {
            <h1>"This page could not be loaded"</h1>
            <div class="notice refused" role="alert">
                <p>"Is there a connection? Or there may be a new version. Reload the page to go on: what you played is kept."</p>
                <p><a class="button" href="" rel="external">"Reload"</a></p>
            </div>
        }
        .into_any(),
    }
    }
}
