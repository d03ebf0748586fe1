//! Games that were left, to continue or to remove.

use leptos::prelude::*;

use super::super::ago;
use crate::components::{Confirm, When};
use crate::preferences::use_preferences;
use crate::storage::{self, SavedGame};

/// The last game that was left, and the others folded beneath it.
#[component]
pub fn LeftGames() -> impl IntoView {
    let open = || storage::saved_games().into_iter().filter(|saved| !saved.over).collect::<Vec<_>>();
    let games = RwSignal::new(open());
    let removing = RwSignal::new(None::<SavedGame>);
    let likes = use_preferences();
    let remove = move |saved: &SavedGame| {
        storage::forget(&saved.id);
        games.set(open());
    };
    let ask = move |saved: SavedGame| {
        if likes.with_untracked(|likes| likes.confirm) { removing.set(Some(saved)) } else { remove(&saved) }
    };
    let question =
        Signal::derive(move || removing.get().map(|saved| format!("Remove this game of {}?", saved.title)));
    let on_yes = Callback::new(move |()| removing.with_untracked(|saved| saved.iter().for_each(remove)));
    let listed = move |from: usize, to: usize| {
        let games = games.get().into_iter().skip(from).take(to - from);
        games.map(|game| view! { <LeftGame game=game ask=Callback::new(ask) /> }).collect_view()
    };
    let others = Memo::new(move |_| games.with(|games| games.len().saturating_sub(1)));
    view! {
        <When is=move || games.with(|games| !games.is_empty())>
            <section class="slip left-games" aria-labelledby="left-title">
                <h2 id="left-title">"Continue"</h2>
                <ul>{move || listed(0, 1)}</ul>
                <When is=move || others.get() != 0>
                    <details>
                        <summary>{move || engine::counted(others.get(), "more game", "more games")}</summary>
                        <ul>{move || listed(1, usize::MAX)}</ul>
                    </details>
                </When>
            </section>
        </When>
        <Confirm
            question=question
            consequence="It will be gone for good. Its result does not count."
            yes="Remove it"
            on_yes=on_yes
            on_close=Callback::new(move |()| removing.set(None))
        />
    }
}

/// A game that was left.
#[component]
fn LeftGame(game: SavedGame, ask: Callback<SavedGame>) -> impl IntoView {
    let when = ago(game.saved_ms, storage::now_ms());
    let told = |what: Option<String>| what.map_or_else(String::new, |what| format!("{what} · "));
    let what = told(game.daily.as_ref().map(|day| format!("Deal of {day}"))) + &told(game.reached.clone());
    let name = format!(" {}, {when}", game.title);
    let (href, title) = (format!("/table/{}", game.id), game.title.clone());
    view! {
        <li class="left-game">
            <a href=href class="left-link"><strong>{title}</strong> " " <span class="soft">{what} {when}</span></a>
            <button type="button" class="quiet small" data-final="" on:click=move |_| ask.run(game.clone())>
                "Remove" <span class="unseen">{name}</span>
            </button>
        </li>
    }
}
