//! A player at the table: a plate with name and marks, and the cards behind it.

use super::For;
use client::touch::landing;
use engine::Seat as Chair;
use engine::scene::{Fact, Lying, Place, Sitter, Text};
use leptos::prelude::*;
use protocol::Choice;

use super::card::CardFace;
use super::icon::{Drawn, Icon};
use super::put_here::PutHere;
use super::spot::about;
use crate::letters;
use crate::table::{Bubble, Play, place_name};

/// More cards than this are not drawn at a seat; the number says how many there are.
const SHOWN: usize = 7;

/// The longest choice, in bytes, that can be read at a seat.
const SHORT: usize = 20;

/// What a seat needs to be redrawn.
#[derive(Clone, PartialEq)]
struct Now {
    sitter: Sitter,
    /// What can be done with their cards, or with them.
    choices: Vec<Choice>,
}

/// A player at the table.
#[component]
pub fn Seat(
    /// Where.
    chair: Chair,
    /// The number of the place, from the viewer's left.
    number: usize,
) -> impl IntoView {
    let play = expect_context::<Play>();
    let place = Place::Hand(chair);
    let now = Memo::new({
        let place = place.clone();
        move |_| {
            play.standing.with(|standing| {
                let sitter = standing.scene.sitters.iter().find(|sitter| sitter.seat == chair)?;
                Some(Now { sitter: sitter.clone(), choices: about(&standing.choices, &place) })
            })
        }
    });
    let is = move |test: fn(&Sitter) -> bool| {
        Memo::new(move |_| now.with(|now| now.as_ref().is_some_and(|now| test(&now.sitter))))
    };
    let (turn, next, out) = (is(|sitter| sitter.on_turn), is(|sitter| sitter.next), is(|sitter| sitter.out));
    let lost = move || play.loses(chair);
    let held = Memo::new(move |_| now.with(|now| now.as_ref().map(|now| now.sitter.hand.len()).unwrap_or(0)));
    let cards = Memo::new(move |_| {
        now.with(|now| now.as_ref().map(|now| shown(&now.sitter.hand)).unwrap_or_default())
    });
    let flag = move || match () {
        () if lost() => Some("lowest"),
        () if turn.get() => Some("plays"),
        () if next.get() => Some("next"),
        () => None,
    };
    view! {
        <li
            class="seat"
            class:turn=turn
            class:next=next
            class:out=out
            class:low=move || lost()
            style:--i=number.to_string()
            data-part="seat"
            data-place=place_name(&place)
            data-held=move || held.get().to_string()
        >
            {move || (held.get() > 0).then(|| view! { <Behind cards=cards /> })}
            <div class="plate">
                {move || now.with(|now| now.as_ref().map(|now| disc(&now.sitter)))}
                <div class="who">
                    <h3 class="name">{move || now.with(|now| now.as_ref().map(|now| now.sitter.name.clone()))}</h3>
                    <Stat chair=chair />
                </div>
                {move || now.with(|now| now.as_ref().and_then(|now| puck(&now.sitter)))}
                <For each=move || flag() key=|flag| *flag let:flag><span class="flag">{flag}</span></For>
            </div>
            <Aim chair=chair now=now />
            <Bubble chair=chair />
        </li>
    }
}

/// The cards at a seat that are drawn: first those of which something is known.
fn shown(hand: &[Lying]) -> Vec<Lying> {
    let mut cards: Vec<Lying> = hand.to_vec();
    cards.sort_by_key(|lying| lying.card.is_none() && lying.note.is_none() && !lying.raised);
    cards.truncate(SHOWN);
    cards
}

/// The cards behind a plate.
#[component]
fn Behind(cards: Memo<Vec<Lying>>) -> impl IntoView {
    let card = |(index, lying): (usize, Lying)| {
        let name = lying.card.map(|card| card.name());
        // In little room a note is its first letter; a reader is told all of it.
        let note = lying.note.filter(|_| lying.card.is_none()).map(|note| {
            let first = letters::initial(&note);
            view! { <span class="tag" aria-hidden="true">{first}</span><span class="unseen">{note.into_owned()}</span> }
        });
        let said = name.clone().map(|name| view! { <span class="unseen">{name}</span> });
        view! {
            <span
                class="mini"
                class:open=name.is_some()
                class:raised=lying.raised
                style:--k=index.to_string()
                data-card=lying.card.map(|card| card.to_string())
            >
                <CardFace card=lying.card />
                {note}
                {said}
            </span>
        }
    };
    let key =
        |(index, lying): &(usize, Lying)| format!("{index}{:?}{:?}{}", lying.card, lying.note, lying.raised);
    view! {
        <div class="held" style:--n=move || cards.with(Vec::len).to_string()>
            <For each=move || cards.get().into_iter().enumerate() key=key children=card />
        </div>
    }
}

/// A letter on a coloured disc stands for the player.
pub fn disc(sitter: &Sitter) -> AnyView {
    let hue = (sitter.seat.index() * 67 + 20) % 360;
    let letter = letters::initial(&sitter.name);
    view! { <span class="disc" style:--hue=hue.to_string() aria-hidden="true">{letter}</span> }.into_any()
}

/// What belongs to a player beside the name. At a change all of it is redrawn: what stays would move.
#[component]
pub fn Stat(
    /// Whose.
    chair: Chair,
) -> impl IntoView {
    let play = expect_context::<Play>();
    let now = Memo::new(move |_| {
        let sitter = play.standing.with(|now| {
            let sitter = now.scene.sitters.iter().find(|sitter| sitter.seat == chair)?;
            Some(Sitter { on_turn: false, hand: Vec::new(), ..sitter.clone() })
        });
        sitter.map(|sitter| (sitter, play.loses(chair)))
    });
    let draw = |(sitter, loses): (Sitter, bool)| (facts(&sitter, loses), marks(&sitter));
    view! {
        <p class="stat">
            <For each=move || now.get() key=|now| format!("{now:?}") children=draw />
        </p>
    }
}

/// Lives as tokens, everything else as a number.
fn facts(sitter: &Sitter, loses: bool) -> Vec<AnyView> {
    if sitter.out {
        return vec!["out".into_any()];
    }
    sitter.facts.iter().map(|fact| figure(fact, loses)).collect()
}

fn figure(fact: &Fact, loses: bool) -> AnyView {
    let (label, value) = (fact.label.to_string(), fact.value.to_string());
    let Some(dots) = fact.dots else {
        let kind = letters::small(&label);
        let mut unit = kind.clone();
        if value == "1" && unit.ends_with('s') {
            unit.pop();
        }
        return view! { <span class="fact" data-fact=kind><b>{value}</b>" "<span class="unit">{unit}</span></span> }
        .into_any();
    };
    let most = fact.most.unwrap_or(dots).max(dots);
    let token = |index: u8| match () {
        () if loses && index + 1 == dots => "token broke",
        () if index < dots => "token",
        () => "token gone",
    };
    let tokens = (0..most).map(|index| view! { <i class=token(index)></i> }).collect_view();
    view! { <span class="tokens" role="img" aria-label=format!("{label}: {value}")>{tokens}</span> }
        .into_any()
}

fn is_dealer(mark: &Text) -> bool {
    mark.starts_with("dealer")
}

/// The dealer has a puck.
pub fn puck(sitter: &Sitter) -> Option<AnyView> {
    let mark = sitter.marks.iter().find(|mark| is_dealer(mark))?.to_string();
    let said = mark.clone();
    let puck = view! {
        <span class="puck" title=said>
            <span aria-hidden="true">"D"</span>
            <span class="unseen">{mark}</span>
        </span>
    };
    Some(puck.into_any())
}

/// What else belongs to a player: a sign that something was said, or in words if a number matters ("owes 3").
fn marks(sitter: &Sitter) -> Vec<AnyView> {
    let other = |mark: &&Text| !(is_dealer(mark) || sitter.out && *mark == "out" || mark.contains("next"));
    let mark = |mark: &Text| {
        let (said, text) = (mark.to_string(), mark.to_string());
        if text.contains(|letter: char| letter.is_ascii_digit()) {
            return view! { <b class="counted">{text}</b> }.into_any();
        }
        view! { <span class="said" title=said><Drawn icon=Icon::Said /><span class="unseen">{text}</span></span> }
            .into_any()
    };
    sitter.marks.iter().filter(other).map(mark).collect()
}

/// A player to whom something can be handed, or who can be chosen, is pressed at the seat.
#[component]
fn Aim(chair: Chair, now: Memo<Option<Now>>) -> impl IntoView {
    let play = expect_context::<Play>();
    let place = Place::Hand(chair);
    let lands = place.clone();
    // What it says: the choice itself, if there is only one and a seat has room for it.
    let goal = move || {
        let picked = play.picked.get().filter(|picked| picked.place != lands)?;
        now.with(|now| {
            let now = now.as_ref()?;
            match landing(&now.choices, &picked, &lands)[..] {
                [] => None,
                [only] if only.label.len() <= SHORT => Some(only.label.clone()),
                _ => Some(format!("Choose {}", now.sitter.name)),
            }
        })
    };
    view! {
        <For each=move || goal() key=Clone::clone let:text>
            {
                let place = place.clone();
                view! { <PutHere place=place text=text /> }
            }
        </For>
    }
}
