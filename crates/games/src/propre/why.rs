//! Why a card can or cannot be played now, option by option and part by part.

use engine::{Card, Refusal as _};

use super::action::{Action, Way};
use super::matching::{CardSet, Part, Surface};
use super::turn::Turn;
use super::view::View;

pub(super) fn why_card(view: &View, card: Card) -> Option<String> {
    if view.winner.is_some() || !view.hand.contains(&card) {
        return None;
    }
    let Some(turn) = view.turn() else {
        return Some(format!(
            "{}: wait until it is your turn; then the top of the pile decides.",
            card.short()
        ));
    };
    let mut lines: Vec<String> = ways(card).into_iter().map(|way| way_line(&turn, way, card)).collect();
    lines.extend(matches(&turn, card));
    Some(lines.join("\n"))
}

/// The ways that are open to cards of this rank.
fn ways(card: Card) -> Vec<Way> {
    let special = [
        (Way::Attack, CardSet::ATTACKS),
        (Way::Block, CardSet::BLOCKS),
        (Way::Clear, CardSet::BLOCKS),
        (Way::Ten, CardSet::TENS),
        (Way::Jack, CardSet::JACKS),
        (Way::Ace, CardSet::ACES),
        (Way::Play, CardSet::ALL),
        (Way::Sideways, CardSet::NUMBERS),
        (Way::Replace, CardSet::ALL),
    ];
    special.into_iter().filter(|(_, cards)| cards.has(card)).map(|(way, _)| way).collect()
}

/// "attack 5S: yes (PP-R8)", or why not.
fn way_line(turn: &Turn, way: Way, card: Card) -> String {
    let name = match way {
        Way::Ten => format!("ten {card} + or -"),
        Way::Ace => format!("ace {card} with any suit"),
        Way::Pass => Action::Pass.to_string(),
        Way::Replace => Action::Replace(card).to_string(),
        Way::Attack => Action::Attack(card).to_string(),
        Way::Block => Action::Block(card).to_string(),
        Way::Clear => Action::Clear(card).to_string(),
        Way::Jack => Action::Jack(card).to_string(),
        Way::Play => Action::Play(card).to_string(),
        Way::Sideways => Action::Sideways(card).to_string(),
    };
    match turn.check(way, card) {
        Ok(()) => format!("{name}: yes ({})", way.clause()),
        Err(refusal) => {
            let why = refusal.to_string();
            let why = why.strip_prefix(&format!("{}: ", card.short())).unwrap_or(&why);
            format!("{name}: no, {why} ({})", refusal.clause())
        }
    }
}

/// The matches that are asked for now, part by part.
fn matches(turn: &Turn, card: Card) -> Vec<String> {
    let surface = &turn.facts.surface;
    let mut lines = vec![format!("Type 1 match with {}: {}", surface.top, type_one(turn, card))];
    if !turn.facts.fc {
        let parts: Vec<String> = Part::ALL
            .into_iter()
            .map(|part| {
                format!(
                    "({}) {}: {}",
                    part as u8,
                    asks(part, surface),
                    verdict(surface.part(part, turn.facts.b).has(card))
                )
            })
            .collect();
        let with = surface
            .under
            .map_or_else(|| surface.top.to_string(), |under| format!("{} or {under}", surface.top));
        lines.push(format!("Type 2 match with {with} (PP-R5): {}", parts.join("; ")));
    }
    lines
}

fn type_one(turn: &Turn, card: Card) -> String {
    let sixes = verdict(!turn.facts.surface.third_six().has(card));
    let fits = if turn.facts.rm { verdict(turn.facts.surface.fits().has(card)) } else { "not asked for now" };
    format!("no third six: {sixes} (PP-R3); suit or rank fits: {fits} (PP-R4)")
}

fn verdict(holds: bool) -> &'static str {
    if holds { "yes" } else { "no" }
}

fn asks(part: Part, surface: &Surface) -> String {
    match part {
        Part::SameRank => "same rank".to_owned(),
        Part::OneOff => "one rank off".to_owned(),
        Part::Bridge => "3 and 7 right after a block".to_owned(),
        Part::Reckoning => "sum, difference, product or quotient".to_owned(),
        Part::AceOfSpades => "ace of spades on A, J, Q or K".to_owned(),
        Part::RunLength => format!("as many as the run on top, {}", surface.run),
    }
}
