//! What a newcomer is told: which events have a tip, where a trick begins, and what it came to.

use engine::{RoundEnd, Seating, counted};

use super::{Debt, Event, StripJackNaked, price};

pub(super) fn tip(event: &Event) -> Option<&'static str> {
    Some(match event {
        Event::Turn { card, .. } if price(*card).is_some() => "picture",
        Event::Turn { debt: Some(Debt { left: 1.., .. }), .. } => "paying",
        Event::Take { .. } => "take",
        Event::Out { .. } => "out",
        _ => return None,
    })
}

pub(super) fn chapter(event: &Event) -> Option<String> {
    match event {
        Event::Deal { .. } => Some("Trick 1".to_owned()),
        Event::Take { trick, .. } => Some(format!("Trick {}", trick + 1)),
        _ => None,
    }
}

/// "The K♠ won Ann 7 cards. You have 21 of 52."
pub(super) fn recap(end: &RoundEnd<'_, StripJackNaked>, seating: &Seating) -> Option<String> {
    let (Event::Take { seat, cards, .. }, Some(you)) = (end.seen, seating.you) else { return None };
    let picture = end.before.middle.iter().rev().find(|card| price(**card).is_some())?;
    let (own, all) = (end.after.piles.get(you.index())?, end.after.piles.iter().sum::<usize>());
    let won = counted(*cards, "card", "cards");
    Some(format!("The {} won {} {won}. You have {own} of {all}.", picture.short(), seating.object(*seat)))
}
