//! A player at the table: name, marks, facts and hand.

use super::When;
use client::touch::landing;
use engine::Seat as Chair;
use engine::scene::{Lying, Place, Sitter};
use leptos::prelude::*;
use protocol::{Choice, Standing};

use super::hand::Hand;
use super::spot::about;
use crate::table::{Play, place_name};

/// What a seat needs to be drawn anew.
#[derive(Clone, PartialEq)]
struct Now {
    /// Who sits there; the hand is apart.
    sitter: Sitter,
    /// What can be done with their cards, or with them.
    choices: Vec<Choice>,
}

/// What a hand needs to be drawn anew.
#[derive(Clone, Default, PartialEq)]
pub struct Held {
    /// Whether it is the viewer's own.
    pub yours: bool,
    /// How a reader calls it: "your hand".
    pub called: String,
    /// The cards.
    pub cards: Vec<Lying>,
    /// What can be done with them, or with whoever holds them.
    pub choices: Vec<Choice>,
}

/// A player at the table.
#[component]
pub fn Seat(
    /// Where.
    chair: Chair,
) -> impl IntoView {
    let play = expect_context::<Play>();
    let place = Place::Hand(chair);
    let of = move |standing: &Standing, place: &Place| {
        let sitter = standing.scene.sitters.iter().find(|sitter| sitter.seat == chair)?;
        Some((sitter.clone(), about(&standing.choices, place)))
    };
    let now = Memo::new({
        let place = place.clone();
        move |_| {
            let (sitter, choices) = play.standing.with(|standing| of(standing, &place))?;
            Some(Now { sitter: Sitter { hand: Vec::new(), ..sitter }, choices })
        }
    });
    // Most changes concern who is on turn and how they stand, not what they hold.
    let held = Memo::new({
        let place = place.clone();
        move |_| {
            let found = play.standing.with(|standing| of(standing, &place));
            let Some((sitter, choices)) = found else { return Held::default() };
            let called = if sitter.you { "your hand".to_owned() } else { format!("{}'s hand", sitter.name) };
            Held { yours: sitter.you, called, cards: sitter.hand, choices }
        }
    });
    let is =
        move |test: fn(&Sitter) -> bool| now.with(|now| now.as_ref().is_some_and(|now| test(&now.sitter)));
    let lands = place.clone();
    let goal = move || {
        play.picked.with(|picked| {
            let picked = picked.as_ref()?;
            now.with(|now| {
                now.as_ref()
                    .map(|now| picked.place != lands && !landing(&now.choices, picked, &lands).is_empty())
            })
        }) == Some(true)
    };
    let is_goal = goal.clone();
    let name = place_name(&place);
    let focus_name = name.clone();
    view! {
        <section
            class="seat"
            class:you=move || is(|sitter| sitter.you)
            class:on-turn=move || is(|sitter| sitter.on_turn)
            class:out=move || is(|sitter| sitter.out)
            class:goal=goal
            data-place=name
        >
            <h2 class="seat-name">
                <span>{move || now.with(|now| now.as_ref().map(|now| now.sitter.name.clone()))}</span>
                {move || is(|sitter| sitter.you && sitter.name != "You").then(|| view! { <span class="mark yours">"you"</span> })}
                {move || is(|sitter| sitter.on_turn).then(|| view! { <span class="mark turn">"on turn"</span> })}
                {move || now.with(|now| now.as_ref().map(marks))}
            </h2>
            <p class="seat-facts">{move || now.with(|now| now.as_ref().map(facts))}</p>
            <Hand held=held place=place.clone() />
            <When is=is_goal>
                {
                    let place = Place::Hand(chair);
                    let name = now.with_untracked(|now| now.as_ref().map(|now| now.sitter.name.clone()));
                    view! {
                        <button
                            type="button"
                            class="put-here"
                            data-focus=format!("put:{focus_name}")
                            on:click=move |_| {
                                if let Some(from) = play.picked.get_untracked() {
                                    play.drop_on(&from, &place);
                                }
                            }
                        >
                            "Hand to " {name}
                        </button>
                    }
                }
            </When>
        </section>
    }
}

fn marks(now: &Now) -> Vec<AnyView> {
    let mark = |text: &engine::scene::Text| view! { <span class="mark">{text.to_string()}</span> }.into_any();
    now.sitter.marks.iter().map(mark).collect()
}

fn facts(now: &Now) -> Vec<AnyView> {
    let fact = |fact: &engine::scene::Fact| {
        let (label, value) = (fact.label.to_string(), fact.value.to_string());
        let dots = fact.dots.map(|dots| "●".repeat(dots.into()));
        let dots = dots.map(|dots| view! { <span class="dots" aria-hidden="true">{dots}</span> });
        view! { <span class="fact"><span class="fact-label">{label}</span>" "<b>{value}</b>{dots}</span> }
            .into_any()
    };
    now.sitter.facts.iter().map(fact).collect()
}
