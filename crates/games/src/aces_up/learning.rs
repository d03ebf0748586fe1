//! What a newcomer is told: which events have a tip, and where a deal begins.

use engine::{Seating, counted};

use super::Event;

pub(super) fn tip(seen: &Event) -> Option<&'static str> {
    Some(match seen {
        Event::Discard { forced: false, .. } => "discard",
        Event::Discard { forced: true, .. } => "forced",
        Event::Move { .. } => "move",
        Event::Deal { deals_left: 0, .. } => "last-deal",
        Event::Deal { .. } => "deal",
        Event::Over { .. } => return None,
    })
}

pub(super) fn chapter(seen: &Event, _: &Seating) -> Option<String> {
    let Event::Deal { deals_left, .. } = seen else { return None };
    Some(match deals_left {
        0 => "The last deal".to_owned(),
        left => format!("{} left", counted(*left, "deal", "deals")),
    })
}
