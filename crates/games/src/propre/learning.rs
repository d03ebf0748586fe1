//! What a newcomer is told: which events have a tip, where a turn begins, and what attacks and the game came to.

use engine::{Card, RoundEnd, Seating, counted};

use super::action::{Action, Way};
use super::{Cause, Heard, Propre, Seen, View};

pub(super) fn tip(seen: &Seen) -> Option<&'static str> {
    Some(match seen {
        Seen::Attack { .. } => "attack",
        Seen::Block { cleared: true, .. } => "clear",
        Seen::Block { .. } => "block",
        Seen::Ten { .. } => "ten",
        Seen::Jack { .. } => "jack",
        Seen::Ace { .. } => "ace",
        Seen::Play { rank: Some(_), .. } => "sideways",
        Seen::Replace { .. } => "replace",
        Seen::Draw { cause: Cause::Attack, .. } => "drawn",
        Seen::Said { heard: Heard::Declaration, .. } => "name",
        Seen::Said { heard: Heard::LastCard | Heard::Mispronounced, .. } => "words",
        Seen::Turn { again: true, .. } => "again",
        Seen::Prevented { .. } => "prevented",
        Seen::Reshuffle { .. } => "reshuffle",
        _ => return None,
    })
}

pub(super) fn chapter(seen: &Seen, seating: &Seating) -> Option<String> {
    let Seen::Turn { seat, .. } = seen else { return None };
    Some(format!("{} turn", seating.possessive(*seat)))
}

/// "The attack cost you 7 cards. 3♦ could have been played instead." And at the end what was left in the hand.
pub(super) fn recap(end: &RoundEnd<'_, Propre>, seating: &Seating) -> Option<String> {
    let you = seating.you?;
    match *end.seen {
        Seen::Draw { seat, number, cause: Cause::Attack, .. } if seat == you => {
            let instead = passed(end.decided);
            let instead = instead.unwrap_or_else(|| " You held no card against it.".to_owned());
            Some(format!("The attack cost you {}.{instead}", counted(number, "card", "cards")))
        }
        Seen::Over { winner } if winner == you => {
            let others: usize = end.after.sizes.iter().sum();
            let last =
                end.after.pile.last().map_or_else(String::new, |laid| format!(", {}", laid.card.short()));
            Some(format!(
                "You played your last card{last}; the others were left with {}.",
                counted(others, "card", "cards")
            ))
        }
        Seen::Over { winner } => {
            let hand = &end.after.hand;
            let passed = passed(end.decided)
                .map_or_else(String::new, |text| format!(" On your last turn you passed.{text}"));
            Some(format!(
                "{} went out while you held {}: {}.{passed}",
                seating.subject(winner),
                counted(hand.len(), "card", "cards"),
                shorts(hand)
            ))
        }
        _ => None,
    }
}

/// What could have been played by one who passed, if anything.
fn passed(decided: Option<&(View, Action)>) -> Option<String> {
    let (view, Action::Pass) = decided? else { return None };
    let turn = view.turn()?;
    let ways = [Way::Attack, Way::Block, Way::Clear, Way::Ten, Way::Jack, Way::Ace, Way::Play, Way::Sideways];
    let playable = |card: &Card| ways.into_iter().any(|way| turn.cards(way).has(*card));
    let cards: Vec<Card> = view.hand.iter().copied().filter(playable).collect();
    (!cards.is_empty()).then(|| format!(" {} could have been played instead.", shorts(&cards)))
}

fn shorts(cards: &[Card]) -> String {
    let cards: Vec<String> = cards.iter().map(|card| card.short()).collect();
    cards.join(", ")
}
