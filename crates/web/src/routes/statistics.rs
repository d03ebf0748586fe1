//! How the player has done.

use client::saves::{Summary, summaries};
use leptos::prelude::*;

use super::friends::FriendResults;
use super::{day, title, today};
use crate::components::KeptNotices;
use crate::files;
use crate::storage::{self, GameResult};

/// The number of recent games that are listed.
const LISTED: usize = 30;

/// Summaries per game, and the last games.
#[component]
pub fn StatisticsPage() -> impl IntoView {
    title("Statistics");
    let results = storage::results();
    let all = summaries(&results, &today());
    if results.is_empty() {
        return view! {
            <h1>"Statistics"</h1>
            <KeptNotices />
            <p>"Nothing yet. Once you have finished a game, you find here how it went: wins, streaks and scores."</p>
            <p><a href="/" class="button">"Play a game"</a></p>
            <FriendResults />
        }
        .into_any();
    }
    let problem = RwSignal::new(None::<String>);
    let recent = results
        .into_iter()
        .take(LISTED)
        .map(move |played| view! { <Recent played=played problem=problem /> });
    view! {
        <h1>"Statistics"</h1>
        <KeptNotices />
        <div class="summaries">{all.into_iter().map(|summary| view! { <SummaryCard summary=summary /> }).collect_view()}</div>
        <section aria-labelledby="recent-title">
            <h2 id="recent-title">"The last games"</h2>
            <div role="alert">{move || problem.get().map(|why| view! { <p class="problem">{why}</p> })}</div>
            <ul class="plain-list">{recent.collect_view()}</ul>
        </section>
        <FriendResults />
    }
    .into_any()
}

#[component]
fn SummaryCard(summary: Summary) -> impl IntoView {
    let mut facts = vec![
        ("Played", summary.played.to_string()),
        ("Won", format!("{} ({:.0} %)", summary.won, summary.share())),
        ("Wins in a row", format!("{}, at best {}", summary.streak.current, summary.streak.best)),
        ("Best score", summary.best_score.to_string()),
        ("Mean score", format!("{:.1}", summary.mean_score)),
    ];
    if games::AnyGame::find(&summary.game).is_some_and(|(game, _)| bots::is_solvable(game)) {
        facts.push(("With help", engine::counted(summary.helped, "game", "games")));
        facts.push(("Won without help", summary.won_alone.to_string()));
        facts.push(("Deals of the day won", summary.days_won.to_string()));
        facts.push(("Days in a row", format!("{}, at best {}", summary.days.current, summary.days.best)));
    }
    let fact = |(label, value)| view! { <div class="fact-line"><dt>{label}</dt><dd>{value}</dd></div> };
    view! {
        <section class="summary">
            <h2>{summary.title.clone()}</h2>
            <p class="won-share" aria-hidden="true">
                <span class="won-bar" style:--share=format!("{:.1}%", summary.share())><span></span></span>
                {format!("{:.0} % won", summary.share())}
            </p>
            <dl class="fact-lines">{facts.into_iter().map(fact).collect_view()}</dl>
        </section>
    }
}

#[component]
fn Recent(played: GameResult, problem: RwSignal<Option<String>>) -> impl IntoView {
    let help = [(played.undos, "move taken back", "moves taken back"), (played.hints, "hint", "hints")];
    let help = help.into_iter().filter(|(number, ..)| *number > 0);
    let helped: String =
        help.map(|(number, one, many)| format!(" · {}", engine::counted(number, one, many))).collect();
    let company = if played.players > 1 {
        format!(" · {} players, {} bots", played.players, played.bots)
    } else {
        String::new()
    };
    let daily = played.daily.as_ref().map_or_else(String::new, |day| format!(" · deal of {day}"));
    let name = format!(" {} of {}", played.title, day(played.when_ms));
    let (replay, file) =
        (format!("/replay/{}", played.id), format!("parlour-{}-{}.json", played.game, day(played.when_ms)));
    let again = name.clone();
    let keeping = played.record.clone().map(move |record| {
        let save = move |_| problem.set(files::save(&file, &record).err());
        view! {
            <div class="button-row">
                <a href=replay class="button quiet small">"Replay" <span class="unseen">{again}</span></a>
                <button type="button" class="quiet small" on:click=save>"Save record" <span class="unseen">{name}</span></button>
            </div>
        }
    });
    view! {
        <li class="recent">
            <p>
                <strong>{played.title.clone()}</strong>
                " · "
                <span class=if played.won { "won" } else { "lost" }>{if played.won { "won" } else { "lost" }}</span>
                {format!(", score {}", played.score)}
                <span class="soft">{format!(" · {}{company}{daily}{helped}", day(played.when_ms))}</span>
            </p>
            {keeping}
        </li>
    }
}
