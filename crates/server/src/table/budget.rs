//! What of a log each kind of entry may take up. Only moves may use all of it: whatever else is said or done at a table,
//! its games can be played on.

use engine::Seat;
use serde::{Deserialize, Serialize};

use super::entry::EntryKind;
use super::fold::{Chair, Fold};
use crate::identity::GuestId;

/// A kind of entry other than a move may take up one part in this many of a log.
const PARTS: u64 = 10;
/// At tables of this many seats or more, a guest may use one part in this many of that.
const SHARES: usize = 4;
/// Those who have not played here yet may use this fraction of it, all together: someone who comes with many keys
/// leaves enough for the players.
const STRANGERS: u64 = 4;

/// What an entry counts against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    Move,
    Words,
    Help,
    Seating,
    Presence,
    Hosting,
}

const CLASSES: usize = 6;

/// What was used so far, in all and by whom.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Spent {
    all: [u64; CLASSES],
    guests: Vec<(GuestId, [u64; CLASSES])>,
}

impl Spent {
    fn note(&mut self, class: Class, guest: Option<GuestId>) {
        self.all[class as usize] += 1;
        let Some(guest) = guest else { return };
        match self.guests.iter_mut().find(|(other, _)| *other == guest) {
            Some((_, spent)) => spent[class as usize] += 1,
            None => {
                let mut spent = [0; CLASSES];
                spent[class as usize] = 1;
                self.guests.push((guest, spent));
            }
        }
    }

    /// What guests used of a class, of whom this is so: how much, and how many of them.
    fn of(&self, class: Class, is: impl Fn(&GuestId) -> bool) -> (u64, u64) {
        let guests = self.guests.iter().filter(|(guest, spent)| spent[class as usize] > 0 && is(guest));
        guests.fold((0, 0), |(all, count), (_, spent)| (all + spent[class as usize], count + 1))
    }

    fn by(&self, class: Class, guest: &GuestId) -> u64 {
        let spent = self.guests.iter().find(|(other, _)| other == guest);
        spent.map_or(0, |(_, spent)| spent[class as usize])
    }
}

impl EntryKind {
    pub fn class(&self) -> Class {
        match self {
            Self::Acted { act, .. } if act.starts_with("say ") => Class::Words,
            Self::Chatted { .. } => Class::Words,
            // What belongs to a deal happens once for each seat.
            Self::Sealed | Self::Revealed { .. } | Self::Unrevealed { .. } => Class::Move,
            Self::Opened { .. }
            | Self::Started { .. }
            | Self::Acted { .. }
            | Self::Again { .. }
            | Self::Forgot { .. } => Class::Move,
            Self::TookBack { .. } | Self::DidAgain { .. } | Self::Hinted { .. } => Class::Help,
            Self::Sat { .. }
            | Self::AskedIn { .. }
            | Self::Answered { .. }
            | Self::Withdrew
            | Self::Shared { .. }
            | Self::Promised { .. }
            | Self::Program { .. }
            | Self::Left { .. } => Class::Seating,
            Self::Away { .. } | Self::Back { .. } | Self::SatIn { .. } => Class::Presence,
            Self::Bot { .. }
            | Self::Freed { .. }
            | Self::Removed { .. }
            | Self::Muted { .. }
            | Self::Paused
            | Self::Resumed => Class::Hosting,
        }
    }

    /// The seat whose player it comes from.
    fn from(&self) -> Option<Seat> {
        match self {
            Self::Acted { seat, .. }
            | Self::Chatted { seat, .. }
            | Self::TookBack { seat }
            | Self::DidAgain { seat }
            | Self::Hinted { seat }
            | Self::Shared { seat, .. }
            | Self::Promised { seat, .. }
            | Self::Answered { seat, .. }
            | Self::Program { seat }
            | Self::Left { seat }
            | Self::Away { seat }
            | Self::Back { seat }
            | Self::SatIn { seat } => Some(*seat),
            _ => None,
        }
    }
}

impl Fold {
    fn spender(&self, kind: &EntryKind) -> Option<GuestId> {
        match kind {
            EntryKind::Sat { guest, .. } | EntryKind::AskedIn { guest, .. } => Some(*guest),
            // Only the one who stands in for the host can do it in their place.
            EntryKind::Paused => {
                let acting = self.acting().and_then(|seat| self.chair(seat)?.person());
                Some(acting.map_or(self.host, |person| person.guest))
            }
            kind if kind.class() == Class::Hosting => Some(self.host),
            kind => kind.from().and_then(|seat| self.chair(seat)?.person()).map(|person| person.guest),
        }
    }

    /// Notes what an entry takes up, before it is applied.
    pub(super) fn spend(&mut self, kind: &EntryKind) {
        if !self.is_free(kind) {
            self.spent.note(kind.class(), self.spender(kind));
        }
    }

    /// What can always be done, as something else has a limit that comes before it: to be back, to pause, to sit down,
    /// to ask for cards. Every player commits themselves once to each deal.
    fn is_free(&self, kind: &EntryKind) -> bool {
        match kind {
            EntryKind::Away { .. }
            | EntryKind::SatIn { .. }
            | EntryKind::Resumed
            | EntryKind::Left { .. }
            | EntryKind::Answered { .. }
            | EntryKind::Withdrew => true,
            EntryKind::Promised { seat, .. } | EntryKind::Shared { seat, .. } => {
                self.mix.promised(*seat).is_none()
            }
            _ => false,
        }
    }

    /// Whether a guest has opened this table or played at it.
    pub(super) fn is_at_home(&self, guest: &GuestId) -> bool {
        *guest == self.opener || self.spent.by(Class::Move, guest) > 0
    }

    /// Whether a guest has ever sat here, or asked to.
    pub(super) fn has_sat(&self, guest: &GuestId) -> bool {
        self.spent.by(Class::Seating, guest) > 0
    }

    /// Whether there is still room for such an entry in a log of that length.
    pub fn has_room_for(&self, kind: &EntryKind, longest: u64) -> bool {
        let class = kind.class();
        if class == Class::Move || self.is_free(kind) {
            return true;
        }
        let whole = (longest / PARTS).max(1);
        let all = self.spent.all[class as usize];
        let Some(guest) = self.spender(kind) else { return all < whole };
        let own = self.spent.by(class, &guest);
        let seats = self.chairs.len().clamp(1, SHARES) as u64;
        let strangers = (whole / STRANGERS).max(1);
        let is_stranger = |guest: &GuestId| !self.is_at_home(guest);
        match class {
            Class::Help => all < whole && own < (whole / seats).max(1),
            // Someone who stands in for a host must not use up what the host needs.
            Class::Hosting if guest == self.host => all < whole && own < (whole / 2).max(1),
            Class::Hosting => self.spent.of(class, |other| *other != self.host).0 < strangers,
            _ if !is_stranger(&guest) => {
                let players = whole.saturating_sub(strangers);
                let used = self.spent.of(class, |other| !is_stranger(other)).0;
                used < players && own < (players / seats).max(1)
            }
            // The first seat of a newcomer does not depend on how often others came and went.
            Class::Seating => {
                let (used, newcomers) = self.spent.of(class, is_stranger);
                let used = if own == 0 { newcomers } else { used - newcomers };
                used < (strangers / 2).max(1)
            }
            _ => self.spent.of(class, is_stranger).0 < strangers,
        }
    }

    /// Whether others are spared what the player on this seat says.
    pub(super) fn is_muted(&self, seat: Seat) -> bool {
        self.chair(seat).and_then(Chair::person).is_some_and(|person| person.muted)
    }
}
