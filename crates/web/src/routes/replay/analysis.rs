//! The analysis of a record, beside its replay: chances over the game, and every decision with what it cost.

use engine::counted;
use leptos::prelude::*;
use tables::{Interval, Judged, percent};

use super::replay_state::ReplayState;
use super::study::{Stage, Study};
use crate::components::{For, Label, When};

/// How wide and high the plot is, in its own units.
const PLOT: (f64, f64) = (600.0, 160.0);

/// What each decision was worth.
#[component]
pub fn AnalysisPart(replay: ReplayState, study: Study) -> impl IntoView {
    let of = move || study.of.get().unwrap_or(0);
    let done = move || study.judged.with(Vec::len);
    let any = Memo::new(move |_| done() > 0);
    let progress = move || format!("{} of {}", done(), counted(of(), "decision", "decisions"));
    view! {
        <section class="analysis" id="analysis" aria-labelledby="analysis-title" data-stage=move || study.stage.get().word()>
            <h3 id="analysis-title">"Analysis"</h3>
            <p class="soft">"What each decision was worth, judged from what the player could know then."</p>
            <Controls study=study />
            <div role="alert">{move || study.failed.get().map(|why| view! { <p class="problem">{why}</p> })}</div>
            <When is=move || study.of.get() == Some(0)>
                <p data-part="nothing-to-decide">"Nothing was yours to decide in this game: the cards did it all."</p>
            </When>
            <When is=move || study.of.get().is_some_and(|of| of > 0)>
                <p class="analysis-progress">
                    <progress max=of value=done aria-label="Decisions judged"></progress>
                    <span>{progress}</span>
                </p>
            </When>
            <When is=move || any.get()>
                <Plot replay=replay study=study />
                <Verdict study=study />
                <Decisions replay=replay study=study />
            </When>
        </section>
    }
}

#[component]
fn Controls(study: Study) -> impl IntoView {
    let names = Memo::new(move |_| study.names());
    let choose = move |seat: String| {
        study.clear();
        study.seat.set(seat.parse().unwrap_or(0));
    };
    let option = move |(seat, name): (usize, String)| {
        view! { <option value=seat.to_string() selected=move || study.seat.get() == seat>{name}</option> }
    };
    let is = move |stage: Stage| move || study.stage.get() == stage;
    view! {
        <div class="button-row analysis-controls">
            <When is=move || names.with(|names| names.len() > 1)>
                <label class="field" for="analysis-seat">
                    <span>"Whose decisions"</span>
                    <select id="analysis-seat" on:change:target=move |event| choose(event.target().value())>
                        {move || names.get().into_iter().enumerate().map(option).collect_view()}
                    </select>
                </label>
            </When>
            <When is=is(Stage::Idle)>
                <button type="button" data-part="analyse" on:click=move |_| study.start()>"Analyse"</button>
            </When>
            <When is=is(Stage::Working)>
                <button type="button" class="quiet" data-part="stop" on:click=move |_| study.stop()>"Stop"</button>
            </When>
            <When is=is(Stage::Stopped)>
                <button type="button" data-part="analyse" on:click=move |_| study.start()>"Go on"</button>
            </When>
        </div>
    }
}

/// The chance to win after each decision, with its interval; the costliest are marked.
#[component]
fn Plot(replay: ReplayState, study: Study) -> impl IntoView {
    let (wide, high) = PLOT;
    let step = move || wide / study.of.get().unwrap_or(1).saturating_sub(1).max(1) as f64;
    let x = move |index: usize| index as f64 * step();
    let y = move |chance: f64| (1.0 - chance) * high;
    let points = move |of: fn(&Interval) -> f64| {
        study.judged.with(|all| {
            let point = |(index, one): (usize, &Judged)| format!("{:.1},{:.1}", x(index), y(of(&one.after)));
            all.iter().enumerate().map(point).collect::<Vec<_>>()
        })
    };
    let line = move || points(|chance| chance.value).join(" ");
    let band = move || {
        let (low, high) = (points(|chance| chance.low), points(|chance| chance.high));
        low.into_iter().chain(high.into_iter().rev()).collect::<Vec<_>>().join(" ")
    };
    let marks = move || {
        let at =
            |index: usize| study.judged.with(|all| all.get(index).map(|one| (x(index), y(one.after.value))));
        let mark = |(cx, cy): (f64, f64)| {
            // A line without length is a dot that stays round however the plot is stretched.
            let (x, y) = (format!("{cx:.1}"), format!("{cy:.1}"));
            view! { <line class="costly" x1=x.clone() x2=x y1=y.clone() y2=y></line> }
        };
        study.costliest.get().into_iter().filter_map(at).map(mark).collect_view()
    };
    let here = move || {
        let number = replay.step.with(|step| step.as_ref().map_or(0, |step| step.number)) + 1;
        let index = study.judged.with(|all| all.iter().position(|one| one.number == number))?;
        let x = format!("{:.1}", x(index));
        Some(view! { <line class="here" x1=x.clone() x2=x y1="0" y2=high.to_string()></line> })
    };
    let told = move || {
        study.judged.with(|all| match (all.first(), all.last()) {
            (Some(first), Some(last)) => format!(
                "Chance to win after each decision: {} after the first, {} after the last.",
                percent(first.after.value),
                percent(last.after.value)
            ),
            _ => String::new(),
        })
    };
    view! {
        <figure class="chances">
            <div class="chances-scale" aria-hidden="true"><span>"100 %"</span><span>"50 %"</span><span>"0 %"</span></div>
            <svg viewBox=format!("0 -8 {wide} {}", high + 16.0) preserveAspectRatio="none" role="img" aria-label=told>
                <line class="half" x1="0" x2=wide.to_string() y1=(high / 2.0).to_string() y2=(high / 2.0).to_string()></line>
                <polygon class="band" points=band></polygon>
                <polyline class="chance" points=line></polyline>
                {here}
                {marks}
            </svg>
            <figcaption class="soft">"The chance to win after each decision, with its interval of 95 %. Dots mark the costliest."</figcaption>
        </figure>
    }
}

#[component]
fn Verdict(study: Study) -> impl IntoView {
    let mean = move || {
        let loss = format!("{:.1} %", 100.0 * study.mean_loss() + 0.0);
        format!("On average a decision cost {loss}, measured in {}.", study.measure.get())
    };
    let clear = move || study.stage.get() == Stage::Done && study.costliest.with(Vec::is_empty);
    view! {
        <p class="analysis-mean">{mean}</p>
        <When is=clear><p>"No decision clearly cost anything."</p></When>
        {move || study.exactly.get().map(|text| view! { <p>"With every card known: " {text}</p> })}
    }
}

/// Every decision; each leads to the position before it.
#[component]
fn Decisions(replay: ReplayState, study: Study) -> impl IntoView {
    let here = move || replay.step.with(|step| step.as_ref().map_or(0, |step| step.number)) + 1;
    let one = move |(index, judged): (usize, Judged)| {
        let number = judged.number;
        let rank = move || study.costliest.with(|worst| worst.iter().position(|&place| place == index));
        let badge = move || {
            rank().map(
                |rank| view! { <b class="cost-badge">{["Costliest", "Second", "Third"][rank.min(2)]}</b> },
            )
        };
        let same = judged.act == judged.best;
        let verdict = match same {
            true => view! { <span class="soft">"The expert would do the same."</span> }.into_any(),
            false => view! {
                <span>"The expert: " <Label text=format!("{}, ", judged.best_label) /> {judged.before.to_string()} ". "
                    {judged.why.map(|why| view! { <Label text=why /> })}</span>
            }
            .into_any(),
        };
        view! {
            <li>
                <button
                    type="button"
                    class="story-step"
                    class:costly=move || rank().is_some()
                    aria-current=move || (here() == number).then_some("step")
                    on:click=move |_| replay.go(number - 1)
                >
                    <span class="story-number">{number}</span>
                    <span class="judged">
                        <span class="judged-done"><b><Label text=format!("{} ", judged.label) /></b> {judged.after.to_string()} " " {badge}</span>
                        {verdict}
                    </span>
                </button>
            </li>
        }
    };
    view! {
        <ol class="decisions" aria-label="Every decision">
            <For each=move || study.judged.get().into_iter().enumerate() key=|(index, _)| *index children=one />
        </ol>
    }
}
