//! Who sat where in which game, from the entries of a log alone: nothing of the games is played again.

use std::collections::BTreeMap;

use engine::Seat;

use super::Played;
use crate::identity::GuestId;
use crate::table::EntryKind;

/// A seat with a guest's name on it; a bot that took over from them keeps it.
#[derive(Clone, Copy)]
struct Named {
    seat: Seat,
    guest: GuestId,
    there: bool,
}

#[derive(Default)]
pub(super) struct Seats {
    now: Vec<Named>,
    /// The number of games before this one.
    before: u32,
    sealed: bool,
    dealt: bool,
    games: BTreeMap<u32, Vec<Named>>,
}

impl Seats {
    /// Takes the next entry.
    pub fn take(&mut self, kind: &EntryKind) {
        match kind {
            EntryKind::Sat { seat, guest, .. } => {
                self.now.retain(|named| named.seat != *seat);
                let named = Named { seat: *seat, guest: *guest, there: true };
                self.now.push(named);
                if self.dealt {
                    self.games.entry(self.before + 1).or_default().push(named);
                }
            }
            EntryKind::Sealed => self.sealed = !self.dealt,
            EntryKind::Started { .. } if !self.dealt => {
                (self.dealt, self.sealed) = (true, false);
                self.games.insert(self.before + 1, self.now.clone());
            }
            EntryKind::Again { .. } => {
                (self.dealt, self.sealed) = (false, false);
                self.before += 1;
                self.now.retain(|named| named.there);
            }
            EntryKind::Unrevealed { seat } => self.now.retain(|named| named.seat != *seat),
            EntryKind::Left { seat }
            | EntryKind::Bot { seat }
            | EntryKind::Freed { seat }
            | EntryKind::Removed { seat } => self.vacate(|named| named.seat == *seat),
            EntryKind::Forgot { guest } => self.vacate(|named| named.guest == *guest),
            _ => {}
        }
    }

    fn vacate(&mut self, whose: impl Fn(&Named) -> bool) {
        let stands_in = self.dealt || self.sealed;
        self.now.iter_mut().filter(|named| whose(named)).for_each(|named| named.there = false);
        self.now.retain(|named| named.there || stands_in);
        // Nobody is left to deal to.
        if self.sealed && !self.now.iter().any(|named| named.there) {
            self.sealed = false;
            self.now.clear();
        }
    }

    /// Whether this guest sits there.
    pub fn is_there(&self, seat: Seat, guest: &GuestId) -> bool {
        self.now.iter().any(|named| named.there && named.seat == seat && named.guest == *guest)
    }

    /// The games in which a seat had this guest's name.
    pub fn games_of(&self, guest: &GuestId) -> Vec<Played> {
        let mine = |(number, named): (&u32, &Vec<Named>)| {
            let seat = named.iter().find(|named| named.guest == *guest)?.seat.index();
            let others = named.iter().map(|named| named.guest).collect();
            Some(Played { number: *number, seat, others })
        };
        self.games.iter().filter_map(mine).collect()
    }
}
