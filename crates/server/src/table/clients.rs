//! The clients at a table: who they are, what they know, and what they are told.

use std::cell::RefCell;
use std::net::IpAddr;
use std::sync::{Arc, OnceLock};

use axum::extract::ws::Utf8Bytes;
use engine::Viewer;
use protocol::Tell;
use protocol::online::{CloseReason, ServerMessage};
use tokio::time::Instant;

use super::actor::Actor;
use super::agenda::{Duty, Seen};
use super::fold::Fold;
use crate::allowance::Usage;
use crate::identity::GuestId;
use crate::socket::{Bucket, NotSent, Outbox};

/// A client that comes.
pub struct Attach {
    pub client: u64,
    pub guest: Option<GuestId>,
    pub since: Option<u64>,
    pub outbox: Outbox,
    pub usage: Arc<Usage>,
    /// Why the table let the client go, if it did.
    pub close_reason: Arc<OnceLock<CloseReason>>,
}

/// What goes to a client: text, made once for all who see the same.
pub type Outgoing = Utf8Bytes;

type Sending = fn(&Outbox, Outgoing) -> Result<(), NotSent>;

/// What sitting down costs those who have not played here, of what their address has: 20 at once, then one every half
/// minute.
const SEAT_COST: u32 = 60;
const SEATS_AT_ONCE: u32 = 20 * SEAT_COST;
const SEATS_PER_SECOND: u32 = 2;
/// Addresses that are remembered before idle ones are evicted.
const MANY: usize = 1000;

/// Entries and other calls after which everyone is told, no matter what else is to be done.
const MOST_UNTOLD: u32 = 8;

/// Bytes that are kept to write the next message; most are shorter.
const LONGEST_DRAFT: usize = 16 * 1024;

pub(super) struct Client {
    pub(super) guest: Option<GuestId>,
    outbox: Outbox,
    pub(super) usage: Arc<Usage>,
    close_reason: Arc<OnceLock<CloseReason>>,
    /// The last entry that the client was told of, and as whom.
    at: u64,
    viewer: Viewer,
}

impl Actor {
    /// The table as this guest sees it: players see it now, watchers perhaps later.
    pub(super) fn fold_for(&self, guest: Option<&GuestId>) -> &Fold {
        match (&self.spectator_delay, self.fold.viewer(guest)) {
            (Some(delayed), Viewer::Public) => &delayed.fold,
            _ => &self.fold,
        }
    }

    pub(super) async fn attach(&mut self, attach: Attach) {
        let guest = attach.guest;
        // A client from another server may know more than this one, and does not go back in time.
        if attach.since > Some(self.fold.at) && self.catch_up().await.is_err() {
            let _ = attach.close_reason.set(CloseReason::Ledger);
            return;
        }
        let fold = self.fold_for(guest.as_ref());
        let changed = attach.since.and_then(|since| fold.change(guest.as_ref(), since));
        let message = changed.unwrap_or_else(|| fold.welcome(guest.as_ref()));
        let viewer = fold.viewer(guest.as_ref());
        let at = fold.at;
        let Attach { client, outbox, usage, close_reason, .. } = attach;
        if viewer == Viewer::Public && !self.has_room_to_watch(usage.from) {
            self.hub.metrics.turned_away.add(1);
            let _ = close_reason.set(CloseReason::Full);
            return;
        }
        self.clients.insert(client, Client { guest, outbox, usage, close_reason, at, viewer });
        self.answer(client, text(&message));
        if let Err(refusal) = self.fold.check_rules() {
            self.answer(client, text(&ServerMessage::Reply { id: 0, what: Tell::Refused(refusal) }));
        }
        self.see();
    }

    /// Whether another one can watch; one address alone cannot take all the places.
    fn has_room_to_watch(&self, from: Option<IpAddr>) -> bool {
        let watchers = || self.clients.values().filter(|client| client.viewer == Viewer::Public);
        let most = self.config().watchers;
        let from_there = || watchers().filter(|client| client.usage.from == from).count();
        watchers().count() < most && (from.is_none() || from_there() < most.div_ceil(4))
    }

    /// Whether a guest from this address can sit down now; one address alone cannot use up what newcomers need.
    pub(super) fn can_sit(&mut self, guest: Option<&GuestId>, from: Option<IpAddr>) -> bool {
        let Some(from) = from.filter(|_| !guest.is_some_and(|guest| self.fold.is_at_home(guest))) else {
            return true;
        };
        let now = Instant::now();
        if self.sits.len() >= MANY {
            self.sits.retain(|_, bucket| !bucket.is_full(now));
        }
        let fresh = || Bucket::new(SEATS_PER_SECOND, SEATS_AT_ONCE, now);
        self.sits.entry(from).or_insert_with(fresh).take(SEAT_COST, now)
    }

    /// Who waits for the bots here: the address of a player, or of the guest who opened the table.
    pub(super) fn waits_for_bots(&self) -> String {
        let players = self.clients.values().filter(|client| client.viewer != Viewer::Public);
        let address = players.filter_map(|client| client.usage.from).min();
        address.map_or_else(|| self.fold.opener.to_hex(), |address| address.to_string())
    }

    /// Sends what a client asked for, which counts against what it may use.
    pub(super) fn answer(&mut self, client: u64, text: Outgoing) {
        if let Some(known) = self.clients.get(&client) {
            known.usage.answered(text.len());
        }
        self.send(client, text);
    }

    pub(super) fn detach(&mut self, client: u64) {
        self.clients.remove(&client);
        if self.clients.is_empty() {
            self.alone_since = Instant::now();
        }
        self.see();
    }

    pub(super) fn has_client(&self, guest: &GuestId) -> bool {
        self.clients.values().any(|client| client.guest == Some(*guest))
    }

    /// Notes whose client is here.
    pub(super) fn see(&mut self) {
        let now = Instant::now();
        self.presence.changed = true;
        for (seat, person) in self.fold.persons() {
            let here = self.clients.values().any(|client| client.guest == Some(person.guest));
            let seen = &mut self.seen[seat.index()];
            *seen = match *seen {
                _ if here => Seen::Here,
                Seen::Here => Seen::Gone(now),
                other => other,
            };
        }
    }

    pub(super) fn send(&mut self, client: u64, text: Outgoing) {
        self.post(client, text, Outbox::send);
    }

    fn post(&mut self, client: u64, text: Outgoing, send: Sending) {
        let Some(known) = self.clients.get(&client) else { return };
        if let Err(error) = send(&known.outbox, text) {
            // A client that does not keep up is let go, and can come back from where it was.
            if error == NotSent::Full {
                self.hub.metrics.slow.add(1);
                let _ = known.close_reason.set(CloseReason::Slow);
            }
            self.detach(client);
        }
    }

    /// Tells every client what it does not know yet, unless more is about to happen that they can be told with it.
    pub(super) fn tell_soon(&mut self, duty: Option<(Instant, Duty)>) {
        if self.untold == 0 {
            return;
        }
        let deals = duty.is_some_and(|(when, duty)| duty == Duty::Deal && when <= Instant::now());
        let more_to_come = deals || !self.commands.is_empty();
        // Nobody can keep the others from being told by calling all the time.
        if more_to_come && self.untold < MOST_UNTOLD {
            self.untold += 1;
        } else {
            self.tell_all();
        }
    }

    /// Tells every client what it does not know yet.
    pub(super) fn tell_all(&mut self) {
        self.untold = 0;
        self.tell(self.clients.keys().copied().collect(), Outbox::send);
    }

    /// Tells a client what it does not know yet, together with the answer that follows.
    pub(super) fn tell_caller(&mut self, client: u64) {
        self.tell(vec![client], Outbox::feed);
    }

    fn tell(&mut self, known: Vec<u64>, send: Sending) {
        // Of whom, since when, for the host or not, and whether it is the table of now.
        type Made = ((Viewer, u64, bool, bool), Outgoing);
        let mut made: Vec<Made> = Vec::new();
        let mut letters: Vec<(u64, Outgoing)> = Vec::new();
        for id in known {
            let Some(client) = self.clients.get(&id) else { continue };
            let fold = self.fold_for(client.guest.as_ref());
            let viewer = fold.viewer(client.guest.as_ref());
            if client.at == fold.at && client.viewer == viewer {
                continue;
            }
            let anew = viewer != client.viewer || client.at > fold.at;
            let host = client.guest == Some(fold.host);
            let since = if anew { u64::MAX } else { client.at };
            // A player who got up sees their old seat a while longer where watchers see the table later.
            let to = (viewer, since, host, std::ptr::eq(fold, &self.fold));
            let letter = match made.iter().find(|(known, _)| *known == to) {
                Some((_, letter)) => letter.clone(),
                None => {
                    let changed = if anew { None } else { fold.change(client.guest.as_ref(), since) };
                    let letter = text(&changed.unwrap_or_else(|| fold.welcome(client.guest.as_ref())));
                    made.push((to, letter.clone()));
                    letter
                }
            };
            let at = fold.at;
            if let Some(client) = self.clients.get_mut(&id) {
                (client.at, client.viewer) = (at, viewer);
            }
            letters.push((id, letter));
        }
        self.hub.metrics.updates.add(letters.len() as u64);
        for (id, letter) in letters {
            self.post(id, letter, send);
        }
    }

    /// The clients of guests of whom this is so.
    pub(super) fn clients_where(&self, is: impl Fn(&GuestId) -> bool) -> Vec<u64> {
        let theirs = self.clients.iter().filter(|(_, client)| client.guest.as_ref().is_some_and(&is));
        theirs.map(|(id, _)| *id).collect()
    }

    /// Lets the clients of a guest go; they can come back with another key.
    pub(super) fn let_go(&mut self, guest: &GuestId) {
        for client in self.clients_where(|other| other == guest) {
            if let Some(known) = self.clients.get(&client) {
                let _ = known.close_reason.set(CloseReason::Table);
            }
            self.detach(client);
        }
    }

    /// Lets every client go.
    pub(super) fn close_all(&mut self, why: CloseReason) {
        for (_, client) in self.clients.drain() {
            let _ = client.close_reason.set(why);
        }
    }
}

thread_local! {
    /// Where messages are written, so that none grows bit by bit.
    static DRAFT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

pub(super) fn text(message: &ServerMessage) -> Outgoing {
    DRAFT.with_borrow_mut(|draft| {
        draft.clear();
        // A word holds nothing that JSON cannot.
        let written = serde_json::to_writer(&mut *draft, message).is_ok();
        let text = str::from_utf8(draft).ok().filter(|_| written);
        let text = Utf8Bytes::from(text.unwrap_or_default());
        draft.shrink_to(LONGEST_DRAFT);
        text
    })
}
