//! A pile of cards that belongs to nobody: columns, stock, trash.

use super::When;
use engine::scene::{At, Heap, Layout, Lying, Place};
use leptos::prelude::*;
use protocol::Choice;

use super::card::CardFace;
use super::label::read_aloud;
use super::spot::{Spot, about};
use crate::table::{Drag, Play, beginning, landing, place_name};

/// What a pile needs to be drawn anew.
#[derive(Clone, PartialEq)]
struct Now {
    heap: Heap,
    choices: Vec<Choice>,
}

/// A pile, wherever it lies.
#[component]
pub fn Pile(
    /// Its id.
    #[prop(into)]
    id: String,
) -> impl IntoView {
    let play = expect_context::<Play>();
    let place = Place::Heap(id.clone().into());
    let now = Memo::new({
        let place = place.clone();
        move |_| {
            play.standing.with(|standing| {
                let heap = standing.scene.heaps.iter().find(|heap| heap.id == id)?.clone();
                Some(Now { heap, choices: about(&standing.choices, &place) })
            })
        }
    });
    let layout = Memo::new(move |_| now.with(|now| now.as_ref().map(|now| now.heap.layout)));
    let kind = move || match layout.get() {
        Some(Layout::Column) => "pile column",
        Some(Layout::Row) => "pile row",
        _ => "pile stack",
    };
    let lands = place.clone();
    let goal = move || {
        play.picked.with(|picked| {
            let picked = picked.as_ref()?;
            now.with(|now| now.as_ref().map(|now| !landing(&now.choices, picked, &lands).is_empty()))
        }) == Some(true)
    };
    let is_goal = goal.clone();
    let target = place.clone();
    let name = place_name(&place);
    let here = name.clone();
    view! {
        <section class=kind class:goal=goal data-place=here>
            <h2 class="pile-name">{move || now.with(|now| now.as_ref().map(title))}</h2>
            <div class="pile-cards">
                {move || now.get().map(|now| cards(now, &place))}
                <When is=is_goal>
                    {
                        let target = target.clone();
                        let name = name.clone();
                        view! { <PutHere target=target name=name now=now /> }
                    }
                </When>
            </div>
        </section>
    }
}

/// Where what is picked up can be laid.
#[component]
fn PutHere(target: Place, name: String, now: Memo<Option<Now>>) -> impl IntoView {
    let play = expect_context::<Play>();
    let label =
        now.with_untracked(|now| now.as_ref().map(|now| now.heap.label.to_string())).unwrap_or_default();
    view! {
        <button
            type="button"
            class="put-here"
            data-focus=format!("put:{name}")
            on:click=move |_| {
                if let Some(from) = play.picked.get_untracked() {
                    play.drop_on(&from, &target);
                }
            }
        >
            "Put on " {label.to_lowercase()}
        </button>
    }
}

fn title(now: &Now) -> String {
    match (&now.heap.note, now.heap.layout) {
        (Some(note), _) => format!("{} · {note}", now.heap.label),
        (None, Layout::Column) => now.heap.label.to_string(),
        (None, _) => format!("{} · {}", now.heap.label, now.heap.count),
    }
}

fn cards(now: Now, place: &Place) -> AnyView {
    let Now { heap, choices } = now;
    let whole = At { place: place.clone(), card: None };
    let touch = beginning(&choices, &whole);
    if heap.count == 0 {
        return view! { <div class="spot empty" role="img" aria-label=format!("{}: empty", heap.label)></div> }.into_any();
    }
    if !touch.is_empty() {
        let hint = match touch[..] {
            [only] => read_aloud(&only.label),
            _ => format!("{} choices", touch.len()),
        };
        return view! { <Heaped heap=heap at=whole hint=hint /> }.into_any();
    }
    let stacked = heap.layout == Layout::Stack;
    let skip = if stacked { heap.cards.len().saturating_sub(1) } else { 0 };
    let last = heap.cards.len().saturating_sub(1);
    let label = heap.label.to_lowercase();
    let source = (heap.cards.last().is_some_and(|lying| lying.card.is_none())).then_some("");
    let spot = |(index, lying): (usize, Lying)| {
        let at = At { place: place.clone(), card: Some(index) };
        let whence = if index == last { format!("top of {label}") } else { label.clone() };
        view! { <Spot lying=lying at=at place=whence choices=choices.clone() /> }
    };
    let spots = heap.cards.clone().into_iter().enumerate().skip(skip).map(spot).collect_view();
    view! { <div class="pile-spread" data-source=source>{spots}</div> }.into_any()
}

/// A pile that is touched as a whole, such as a stock to deal from.
#[component]
fn Heaped(heap: Heap, at: At, hint: String) -> impl IntoView {
    let (play, drag) = (expect_context::<Play>(), expect_context::<Drag>());
    let (touched, dragged, picked_at) = (at.clone(), at.clone(), at.clone());
    let picked = move || play.picked.with(|picked| picked.as_ref() == Some(&picked_at));
    let top = heap.cards.last().cloned().unwrap_or_default();
    let seen = top.card.map_or_else(String::new, |card| format!(", on top {}", card.name()));
    let note =
        top.note.map(|note| view! { <span class="spot-note" aria-hidden="true">{note.into_owned()}</span> });
    let source = top.card.is_none().then_some("");
    view! {
        <button
            type="button"
            class="spot can stock"
            class:picked=picked
            data-source=source
            data-card=top.card.map(|card| card.to_string())
            data-focus=format!("spot:{}", place_name(&at.place))
            title=hint
            on:click=move |_| if !drag.ended() { play.touch(&touched) }
            on:pointerdown=move |event| drag.take(&event, dragged.clone())
            on:pointermove=move |event| drag.follow(&event)
            on:pointerup=move |event| drag.drop(&event, &play)
            on:pointercancel=move |_| drag.cancel()
        >
            <CardFace card=top.card />
            {note}
            <span class="unseen">{format!("{}{seen}, {} cards", heap.label, heap.count)}</span>
        </button>
    }
}
