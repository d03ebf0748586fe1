//! After a game: another one, and whether it was fair.

use crate::components::When;
use client::Verdict;
use engine::{Record, Seat, Seed};
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::online::{Visit, api, visited};
use crate::router::use_router;
use crate::{files, link};

/// What comes after a game online: another one, or the lobby.
#[component]
pub fn OnlineNext(visit: Visit) -> impl IntoView {
    view! {
        <When is=move || visit.you.with(Option::is_some)>
            <button type="button" class="action" data-focus="act:again" on:click=move |_| visit.rematch()>"Play again together"</button>
        </When>
        <LookBack visit=visit />
        <a href="/" class="button quiet action">"Lobby"</a>
    }
}

/// What there is to see of a game online that is over.
#[component]
pub fn OnlineOver(visit: Visit) -> impl IntoView {
    let record = RwSignal::new(None::<Result<String, String>>);
    let checks = RwSignal::new(Vec::<Check>::new());
    let fetch = move |then: fn(&str, Visit, RwSignal<Vec<Check>>)| {
        let Some((table, number)) = here(visit) else { return };
        spawn_local(async move {
            let got = api::record(&table, number).await;
            if let Ok(text) = &got {
                then(text, visit, checks);
            }
            record.set(Some(got));
        });
    };
    let verify = move |_| fetch(|text, visit, checks| checks.set(check(text, visit)));
    let save = move |_| {
        fetch(|text, visit, _| {
            let name = here(visit)
                .map_or_else(String::new, |(table, number)| format!("parlour-{table}-{number}.json"));
            let _ = files::save(&name, text);
        });
    };
    let problem = move || record.with(|record| record.as_ref().and_then(|got| got.clone().err()));
    let replay = move || {
        let text = record.with(|record| record.as_ref().and_then(|got| got.clone().ok()))?;
        let href = format!("/replay#record={}", link::encode(&text));
        Some(view! { <p><a href=href>"Watch the replay"</a></p> })
    };
    let shown = move || {
        let one = |check: Check| {
            let mark = if check.well { "✓" } else { "✗" };
            view! { <li class:ill=!check.well><span class="check-mark">{mark}</span> " " {check.text}</li> }
        };
        checks.get().into_iter().map(one).collect_view()
    };
    view! {
        <section class="over-panel" aria-label="Whether it was fair">
            {move || visit.verdict.get().map(verdict)}
            <div class="over-buttons">
                <button type="button" class="quiet" data-focus="verify" on:click=verify>"Verify this game"</button>
                <button type="button" class="quiet" on:click=save>"Save the record"</button>
            </div>
            <div role="status">
                {move || problem().map(|why| view! { <p class="problem">{why}</p> })}
                <ul class="checks">{shown}</ul>
                {replay}
            </div>
        </section>
    }
}

/// Opens the record of the game that is over, and judges the visitor's own decisions.
#[component]
fn LookBack(visit: Visit) -> impl IntoView {
    let router = use_router();
    let busy = RwSignal::new(false);
    let look = move |_| {
        let (Some((table, number)), Some(you)) = (here(visit), visit.you.get_untracked()) else { return };
        busy.set(true);
        spawn_local(async move {
            let got = api::record(&table, number).await;
            // The page may be gone meanwhile.
            if busy.try_set(false).is_some() {
                return;
            }
            match got {
                Ok(text) => {
                    let record = link::encode(text.trim_end());
                    router.go(&format!("/replay?analyse={}#record={record}", you.index()));
                }
                Err(why) => visit.model.notices.refuse(why),
            }
        });
    };
    // Those who only watched have decided nothing.
    visit.you.get_untracked().map(|_| {
        view! { <button type="button" class="action quiet" data-part="analysis" disabled=busy on:click=look>"How did I play?"</button> }
    })
}

/// The result of this browser's own check of the record: a small note, or a warning.
fn verdict(verdict: Verdict) -> impl IntoView {
    match verdict {
        Verdict::Forged(_) => view! { <p class="problem" role="alert">{verdict.text()}</p> },
        _ => view! { <p class="soft shuffle-verdict" role="status">{verdict.text()}</p> },
    }
}

fn here(visit: Visit) -> Option<(String, u32)> {
    visit.room.with_untracked(|room| room.as_ref().map(|room| (room.table.clone(), room.number)))
}

/// Something that was looked into.
#[derive(Clone)]
struct Check {
    well: bool,
    text: String,
}

/// Looks into a record: whether it keeps what was promised to this browser, and whether the game could happen so.
fn check(text: &str, visit: Visit) -> Vec<Check> {
    let known = here(visit).and_then(|(table, number)| visited::deal(&table, number));
    let (promise, share) = known.map_or((None, None), |deal| (deal.promise, deal.share));
    checks(text, promise.as_deref(), visit.you.get_untracked().zip(share))
}

fn checks(text: &str, promise: Option<&str>, share: Option<(Seat, Seed)>) -> Vec<Check> {
    let record = match Record::read(text) {
        Ok(record) => record,
        Err(why) => return vec![Check { well: false, text: engine::seating::sentence(&format!("{why}.")) }],
    };
    let mut found = Vec::new();
    if let Some(promise) = promise {
        let well = record.commitment.to_string() == promise;
        let text = if well {
            "The table's secret is the one that was promised before the deal."
        } else {
            "The table's secret is NOT the one that was promised before the deal."
        };
        found.push(Check { well, text: text.to_owned() });
    }
    if let Some(mine) = share {
        let well = record.mix.as_ref().is_some_and(|mix| mix.shares.contains(&mine));
        let text = if well {
            "The chance that your browser added is in the shuffle."
        } else {
            "The chance that your browser added is NOT in the shuffle."
        };
        found.push(Check { well, text: text.to_owned() });
    }
    let played = tables::play_through(&record, None);
    let moves = engine::counted(record.actions.len(), "action", "actions");
    found.push(match played {
        Ok(_) => Check {
            well: true,
            text: format!("Secret and shares make these cards, and all {moves} follow the rules."),
        },
        Err(why) => Check { well: false, text: engine::seating::sentence(&format!("{why}.")) },
    });
    found
}
