//! The end of a game, on the felt: places, scores and what decided it.

use engine::scene::{Fact, Sitter};
use engine::{Card, Outcome, Rank, Suit};
use leptos::prelude::*;

use super::model::Model;
use crate::components::{CardFace, Label, disc};
use crate::letters;
use crate::preferences::reduced_motion;

/// The number of cards that fall when a solitaire is won.
const FALLING: usize = 20;

/// A longer text is no answer to what decided the game.
const SENTENCES: usize = 200;

/// With this a prompt may begin once nothing is asked any more.
const OVER: &str = "The game is over.";

/// One player's place.
#[derive(Clone, PartialEq)]
struct Placed {
    place: usize,
    sitter: Sitter,
    score: i32,
}

/// The players by their result; players with the same result share the place.
fn places(outcome: &Outcome, sitters: &[Sitter]) -> Vec<Placed> {
    let score = |sitter: &Sitter| outcome.scores.get(sitter.seat.index()).copied().unwrap_or(0);
    let won = |sitter: &Sitter| outcome.winners.contains(&sitter.seat);
    let rank = |sitter: &Sitter| (won(sitter), score(sitter));
    let mut sorted: Vec<&Sitter> = sitters.iter().collect();
    sorted.sort_by_key(|sitter| std::cmp::Reverse(rank(sitter)));
    let ahead = |one: &Sitter| sitters.iter().filter(|other| rank(other) > rank(one)).count();
    let placed =
        |sitter: &Sitter| Placed { place: ahead(sitter) + 1, sitter: sitter.clone(), score: score(sitter) };
    sorted.into_iter().map(placed).collect()
}

/// The player's name on their place; the viewer is You, as on their plate.
fn called(sitter: &Sitter) -> String {
    if sitter.you { "You".to_owned() } else { sitter.name.clone() }
}

fn signed(number: i32) -> String {
    if number < 0 { format!("−{}", number.unsigned_abs()) } else { number.to_string() }
}

/// "3 lives left", "1 life left", "1 win".
fn scored(score: i32, unit: &str) -> String {
    let (what, more) = unit.split_at(unit.find(' ').unwrap_or(unit.len()));
    let what = match what {
        _ if score != 1 => what,
        "lives" => "life",
        _ => what.strip_suffix('s').unwrap_or(what),
    };
    format!("{} {what}{more}", signed(score))
}

/// What a player ended with. That someone won is told by their place; what they hold says more.
fn result(one: &Placed, unit: &str) -> String {
    let held = |fact: &Fact| Some(scored(fact.value.parse().ok()?, &letters::small(&fact.label)));
    let cards = one.sitter.facts.iter().find(|fact| fact.label == "Cards");
    let held = cards.filter(|_| unit == "wins").and_then(held);
    held.unwrap_or_else(|| scored(one.score, unit))
}

/// "Bela has 36 points, 11 more than Ada.", if one alone has the best result.
fn margin(placed: &[Placed], unit: &str) -> Option<String> {
    let [first, second, ..] = placed else { return None };
    let more = first.score - second.score;
    let have = if first.sitter.you { "have" } else { "has" };
    let second = if second.sitter.you { "you" } else { &second.sitter.name };
    let (first, has) = (called(&first.sitter), scored(first.score, unit));
    (more > 0).then(|| format!("{first} {have} {has}, {more} more than {second}."))
}

/// The podium.
#[component]
pub fn Podium(
    /// The table.
    model: Model,
    /// What else there is to see of a game that is over.
    after: Option<ViewFn>,
) -> impl IntoView {
    let Some((outcome, sitters, prompt)) = model.known.standing.with_untracked(|now| {
        let now = now.as_ref()?;
        Some((now.outcome.clone()?, now.scene.sitters.clone(), now.scene.prompt.clone()))
    }) else {
        return ().into_any();
    };
    let unit = model
        .known
        .snapshot
        .with_untracked(|now| now.as_ref().map(|now| now.unit.clone()).unwrap_or_default());
    let you = model.known.snapshot.with_untracked(|now| now.as_ref().and_then(|now| now.you));
    let won = you.is_some_and(|you| outcome.winners.contains(&you));
    let placed = places(&outcome, &sitters);
    // What is asked says it in the rail as well. Alone there is no winner to name.
    let winner = prompt.strip_prefix(OVER).unwrap_or(&prompt).trim().to_owned();
    let verdict = match () {
        () if won => "Well played: you won.".to_owned(),
        () if sitters.is_empty() || winner.is_empty() => OVER.to_owned(),
        () => winner,
    };
    let steps = [1, 0, 2]
        .into_iter()
        .filter_map(|index| placed.get(index).map(|one| step(one, &unit)))
        .collect_view();
    let rest = placed.iter().skip(3).map(|one| line(one, &unit)).collect_view();
    let crowd = placed.len() > 9;
    let alone = sitters.is_empty();
    let middle = if alone {
        view! { <Alone won=won score=outcome.scores.first().copied().unwrap_or(0) unit=unit.clone() /> }
            .into_any()
    } else {
        view! { <ol class="stage">{steps}</ol> }.into_any()
    };
    let margin = margin(&placed, &unit);
    let decided = move || {
        // The last sentence is who has won; what came before decided it.
        model.known.log.with(|log| {
            let mut lines = log.iter().rev().map(|line| line.text.clone());
            let last = lines.next()?;
            let told = if alone {
                last
            } else {
                lines.next().into_iter().chain([last]).collect::<Vec<_>>().join(" ")
            };
            // Everyone's cards are in the log; here they would hide what they came to.
            Some(if told.chars().count() > SENTENCES { margin.clone().unwrap_or(told) } else { told })
        })
    };
    view! {
        <section class="podium" class:won=won class:alone=alone data-part="over" aria-label="The game is over">
            <h2 class="over-title verdict">{verdict}</h2>
            {middle}
            <div class="aside" tabindex="0">
                {(placed.len() > 3).then(|| view! { <ol class="rest" class:crowd=crowd start="4">{rest}</ol> })}
                <p class="decided"><b>"What decided it: "</b>{move || decided().map(|text| view! { <Label text=text /> })}</p>
                {after.map(|after| after.run())}
            </div>
            {(alone && won && !reduced_motion()).then(cascade)}
        </section>
    }
    .into_any()
}

/// Players who share a place stand as high.
fn step(one: &Placed, unit: &str) -> AnyView {
    view! {
        <li class=format!("step p{}", one.place)>
            {disc(&one.sitter)}
            <b class="name">{called(&one.sitter)}</b>
            <span class="score">{result(one, unit)}</span>
            <span class="block">{one.place}</span>
        </li>
    }
    .into_any()
}

fn line(one: &Placed, unit: &str) -> AnyView {
    view! {
        <li>
            <span class="nr">{one.place}</span>
            <b>{called(&one.sitter)}</b>
            <span>{result(one, unit)}</span>
        </li>
    }
    .into_any()
}

/// A game alone has no places: the four aces, and how far it went.
#[component]
fn Alone(won: bool, score: i32, unit: String) -> impl IntoView {
    let ace = |(index, suit): (usize, Suit)| {
        view! { <span class:dim=!won style:--i=index.to_string()><CardFace card=Some(Card::new(Rank::Ace, suit)) /></span> }
    };
    let aces = [Suit::Spades, Suit::Hearts, Suit::Diamonds, Suit::Clubs]
        .into_iter()
        .enumerate()
        .map(ace)
        .collect_view();
    view! {
        <div class="stage aces" aria-hidden="true">{aces}</div>
        <p class="score">{scored(score, &unit)}</p>
    }
}

/// Cards fall from above.
fn cascade() -> AnyView {
    let card = |index: usize| {
        let card = Card::new(Rank::ALL[index * 5 % Rank::ALL.len()], Suit::ALL[index % Suit::ALL.len()]);
        view! { <span style:--i=index.to_string()><CardFace card=Some(card) /></span> }
    };
    view! { <div class="cascade" aria-hidden="true">{(0..FALLING).map(card).collect_view()}</div> }.into_any()
}

#[cfg(test)]
mod tests {
    use engine::{Name, Seat, Seating};

    use super::*;

    #[test]
    fn winners_come_first_and_equal_results_share_a_place() {
        let names = ["Ann", "Ben", "Cleo", "Dan"].map(|name| Name::new(name).unwrap());
        let seating = Seating { names: &names, you: None };
        let sitters: Vec<Sitter> = Seat::all(4).map(|seat| Sitter::new(seat, &seating)).collect();
        let outcome = Outcome { winners: vec![Seat::new(2).unwrap()], scores: vec![0, 5, 3, 0] };
        let places: Vec<(usize, String)> =
            places(&outcome, &sitters).into_iter().map(|one| (one.place, one.sitter.name)).collect();
        let due =
            [(1, "Cleo"), (2, "Ben"), (3, "Ann"), (3, "Dan")].map(|(place, name)| (place, name.to_owned()));
        assert_eq!(places, due);
        let decided = |outcome| margin(&super::places(outcome, &sitters), "Grapples");
        assert_eq!(decided(&outcome), None, "the winner had fewer");
        let clear = Outcome { winners: vec![Seat::new(1).unwrap()], scores: vec![0, 5, 3, 0] };
        assert_eq!(decided(&clear).as_deref(), Some("Ben has 5 Grapples, 2 more than Cleo."));
        assert_eq!(scored(-3, "Grapples"), "−3 Grapples");
        assert_eq!(scored(1, "wins"), "1 win");
        let mut first = super::places(&clear, &sitters)[0].clone();
        first.sitter.facts = vec![Fact::new("Cards", 3)];
        assert_eq!(["Grapples", "wins"].map(|unit| result(&first, unit)), ["5 Grapples", "3 cards"]);
        first.sitter.you = true;
        assert_eq!(called(&first.sitter), "You");
        assert_eq!([0, 1].map(|lives| scored(lives, "lives left")), ["0 lives left", "1 life left"]);
    }
}
