//! A pile of cards that belongs to nobody: columns, stock, trash.

use super::{For, When};
use client::touch::{beginning, landing};
use engine::scene::{At, Heap, Layout, Lying, Place};
use leptos::prelude::*;
use protocol::Choice;

use super::Remount;
use super::card::CardFace;
use super::put_here::PutHere;
use super::spot::{Laid, Spots, about, hint, noted, spot_name};
use crate::letters;
use crate::table::{Drag, Play, place_name};

/// What a pile needs to be redrawn.
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
    /// Its number among the piles, from 0.
    #[prop(into)]
    number: Signal<usize>,
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
    let count = move || now.with(|now| now.as_ref().map_or(0, |now| now.heap.cards.len())).to_string();
    let named = Memo::new(move |_| now.with(|now| now.as_ref().map(title)).unwrap_or_default());
    let is_goal = goal.clone();
    let target = place.clone();
    let here = place_name(&place);
    view! {
        <section class=move || kind() class:goal=move || goal() style:--i=move || number.get().to_string() style:--n=move || count() data-place=here>
            <h3 class="pile-name"><Remount text=named /></h3>
            <div class="pile-cards">
                <Cards now=now place=place />
                <When is=is_goal>
                    {
                        let place = target.clone();
                        let label = now.with_untracked(|now| now.as_ref().map(|now| letters::small(&now.heap.label)));
                        view! { <PutHere place=place text=format!("Put on {}", label.unwrap_or_default()) /> }
                    }
                </When>
            </div>
        </section>
    }
}

fn title(now: &Now) -> String {
    match (&now.heap.note, now.heap.layout) {
        (Some(note), _) => format!("{} · {note}", now.heap.label),
        (None, Layout::Column) => now.heap.label.to_string(),
        (None, _) => format!("{} · {}", now.heap.label, now.heap.count),
    }
}

/// How a pile is drawn.
#[derive(Clone, PartialEq)]
enum Drawn {
    /// Nothing lies there; that is the pile's name.
    Empty(String),
    /// It is touched as a whole, which does this.
    Whole(Heap, String),
    /// Card by card; whether new cards come from there.
    Spread(bool),
}

impl Drawn {
    /// Everything it is drawn from, in one text: another pile is redrawn, so that nothing on it moves.
    fn key(&self) -> String {
        match self {
            Self::Empty(label) => label.clone(),
            Self::Whole(heap, hint) => format!("{}|{:?}|{hint}", heap.count, heap.cards.last()),
            Self::Spread(source) => source.to_string(),
        }
    }
}

impl Now {
    fn drawn(&self, place: &Place) -> Drawn {
        let Self { heap, choices } = self;
        if heap.count == 0 {
            return Drawn::Empty(heap.label.to_string());
        }
        let touch = beginning(choices, &At { place: place.clone(), card: None });
        if touch.is_empty() {
            return Drawn::Spread(heap.cards.last().is_some_and(|lying| lying.card.is_none()));
        }
        Drawn::Whole(heap.clone(), hint(&touch))
    }

    fn laid(&self, place: &Place) -> Vec<Laid> {
        let Self { heap, choices } = self;
        let last = heap.cards.len().saturating_sub(1);
        let skip = if heap.layout == Layout::Stack { last } else { 0 };
        let label = letters::small(&heap.label);
        let laid = |(index, lying): (usize, &Lying)| {
            let called = if index == last { format!("top of {label}") } else { label.clone() };
            Laid::new(lying.clone(), place, index, called, choices)
        };
        heap.cards.iter().enumerate().skip(skip).map(laid).collect()
    }
}

/// What lies on a pile.
#[component]
fn Cards(now: Memo<Option<Now>>, place: Place) -> impl IntoView {
    let there = place.clone();
    let drawn = Memo::new(move |_| now.with(|now| now.as_ref().map(|now| now.drawn(&there))));
    let draw = move |drawn: Drawn| match drawn {
        Drawn::Empty(label) => {
            view! { <div class="spot empty" role="img" aria-label=format!("{label}: empty")></div> }
                .into_any()
        }
        Drawn::Whole(heap, hint) => {
            let at = At { place: place.clone(), card: None };
            view! { <Heaped heap=heap at=at hint=hint /> }.into_any()
        }
        Drawn::Spread(source) => {
            let place = place.clone();
            let laid = Memo::new(move |_| {
                now.with(|now| now.as_ref().map(|now| now.laid(&place)).unwrap_or_default())
            });
            view! { <div class="pile-spread" data-source=source.then_some("")><Spots laid=laid /></div> }
                .into_any()
        }
    };
    view! { <For each=move || drawn.get() key=Drawn::key children=draw /> }
}

/// A pile that is touched as a whole, such as a stock to deal from.
#[component]
fn Heaped(heap: Heap, at: At, hint: String) -> impl IntoView {
    let (play, drag) = (expect_context::<Play>(), expect_context::<Drag>());
    let (touched, dragged, picked_at) = (at.clone(), at.clone(), at.clone());
    let picked = move || play.picked.with(|picked| picked.as_ref() == Some(&picked_at));
    let top = heap.cards.last().cloned().unwrap_or_default();
    let seen = top.card.map_or_else(String::new, |card| format!(", on top {}", card.name()));
    let note = noted(&top);
    let source = top.card.is_none().then_some("");
    view! {
        <button
            type="button"
            class="spot can stock"
            class:picked=move || picked()
            data-source=source
            data-card=top.card.map(|card| card.to_string())
            data-focus=spot_name(&at)
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
