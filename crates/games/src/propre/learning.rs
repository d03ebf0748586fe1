//! What a newcomer is told: which events have a tip, and where a turn begins.

use engine::Seating;

use super::{Cause, Heard, Seen};

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
