//! What a newcomer is told: which events have a tip, and where a trick begins.

use super::{Debt, Event, price};

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
