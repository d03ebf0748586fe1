//! What a newcomer is told: which events have a tip, and where a dealer's turn begins.

use engine::Seating;

use super::Seen;
use super::events::How;

pub(super) fn tip(seen: &Seen) -> Option<&'static str> {
    Some(match seen {
        Seen::Look { card: Some(_), .. } => "peek",
        Seen::Take { .. } => "double-down",
        Seen::Ask { .. } => "jack",
        Seen::Refuse { .. } => "refused",
        Seen::NewDealer { how: How::TapOut { forced: true }, .. } => "turns-used-up",
        Seen::NewDealer { how: How::TapOut { forced: false }, .. } => "tap-out",
        Seen::NewDealer { how: How::Accepted, .. } => "accepted",
        Seen::NewDealer { how: How::Redeemed, .. } => "redeemed",
        Seen::Discard { .. } => "spade-ace",
        Seen::Trade { .. } => "queen",
        Seen::Point { .. } => "point",
        Seen::Traded { .. } => "traded",
        _ => return None,
    })
}

pub(super) fn chapter(seen: &Seen, seating: &Seating) -> Option<String> {
    let Seen::Look { dealer, .. } = seen else { return None };
    Some(format!("{} turn as dealer", seating.possessive(*dealer)))
}
