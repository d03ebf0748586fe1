//! The clients at a table: who they are, what they know, and what they are told.

use std::sync::{Arc, OnceLock};

use axum::extract::ws::Utf8Bytes;
use engine::Viewer;
use protocol::online::{CloseReason, Word};
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::actor::Actor;
use super::agenda::Seen;
use super::fold::Fold;
use crate::identity::GuestId;

/// A client that comes.
pub struct Attach {
    pub client: u64,
    pub guest: Option<GuestId>,
    pub since: Option<u64>,
    pub outbox: mpsc::Sender<Outgoing>,
    /// Why the table let the client go, if it did.
    pub close_reason: Arc<OnceLock<CloseReason>>,
}

/// What goes to a client: text, made once for all who see the same.
pub type Outgoing = Utf8Bytes;

pub(super) struct Client {
    pub(super) guest: Option<GuestId>,
    outbox: mpsc::Sender<Outgoing>,
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

    pub(super) fn attach(&mut self, attach: Attach) {
        let guest = attach.guest;
        let fold = self.fold_for(guest.as_ref());
        let changed = attach.since.and_then(|since| fold.change(guest.as_ref(), since));
        let word = changed.unwrap_or_else(|| fold.welcome(guest.as_ref()));
        let viewer = fold.viewer(guest.as_ref());
        let at = fold.at;
        let client = Client { guest, outbox: attach.outbox, close_reason: attach.close_reason, at, viewer };
        self.clients.insert(attach.client, client);
        self.send(attach.client, text(&word));
        self.see();
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
        self.presence.news = true;
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
        let Some(known) = self.clients.get(&client) else { return };
        if let Err(error) = known.outbox.try_send(text) {
            // A client that does not keep up is let go, and can come back from where it was.
            if matches!(error, mpsc::error::TrySendError::Full(_)) {
                self.hub.metrics.slow.add(1);
                let _ = known.close_reason.set(CloseReason::Slow);
            }
            self.detach(client);
        }
    }

    /// Tells every client what it does not know yet.
    pub(super) fn tell_all(&mut self) {
        let mut made: Vec<(Viewer, u64, bool, Outgoing)> = Vec::new();
        let mut letters: Vec<(u64, Outgoing)> = Vec::new();
        let known: Vec<u64> = self.clients.keys().copied().collect();
        for id in known {
            let Some(client) = self.clients.get(&id) else { continue };
            let fold = self.fold_for(client.guest.as_ref());
            let viewer = fold.viewer(client.guest.as_ref());
            if client.at == fold.at && client.viewer == viewer {
                continue;
            }
            let anew = viewer != client.viewer || client.at > fold.at;
            let host = client.guest.is_some_and(|guest| fold.is_host(&guest));
            let since = if anew { u64::MAX } else { client.at };
            let ready =
                made.iter().find(|(who, from, hosts, _)| (*who, *from, *hosts) == (viewer, since, host));
            let letter = match ready {
                Some((.., letter)) => letter.clone(),
                None => {
                    let changed = if anew { None } else { fold.change(client.guest.as_ref(), since) };
                    let letter = text(&changed.unwrap_or_else(|| fold.welcome(client.guest.as_ref())));
                    made.push((viewer, since, host, letter.clone()));
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
            self.send(id, letter);
        }
    }

    /// Lets every client go.
    pub(super) fn close_all(&mut self, why: CloseReason) {
        for (_, client) in self.clients.drain() {
            let _ = client.close_reason.set(why);
        }
    }
}

pub(super) fn text(word: &Word) -> Outgoing {
    // A word holds nothing that JSON cannot.
    Utf8Bytes::from(serde_json::to_string(word).unwrap_or_default())
}
