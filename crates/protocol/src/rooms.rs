//! Rooms and places of which only the essential is known; the rest is as usual.

use engine::Seat;

use crate::online::{Phase, Place, Room, TableInfo, Who};

impl Room {
    /// A table before its first deal, by the usual settings.
    pub fn gathering(table: &str, info: TableInfo, seats: Vec<Place>) -> Self {
        Self {
            table: table.to_owned(),
            info,
            phase: Phase::Gathering,
            number: 1,
            commitment: String::new(),
            next_commitment: None,
            revealing: false,
            seats,
            paused: false,
            deals_itself: false,
            listed: false,
            move_seconds: None,
            delay_seconds: None,
            sit_in_seconds: None,
            hints: false,
            acting: None,
            other_rules: None,
            newcomer: None,
        }
    }
}

impl Place {
    /// A seat and who sits there, of whom nothing else is known.
    pub fn new(seat: Seat, who: Who, name: Option<&str>) -> Self {
        Self {
            seat,
            who,
            name: name.map(str::to_owned),
            host: false,
            away: false,
            sat_in: false,
            shared: false,
            commit: None,
            muted: false,
            program: false,
        }
    }
}
