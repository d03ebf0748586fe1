//! Servers exchange presence, so that players on another server are not shown as away. It is sent when it changes and
//! as a heartbeat, expires without one, and is never stored.

use std::collections::HashMap;
use std::time::Duration;

use bytes::Bytes;
use serde::{Deserialize, Serialize};
use tokio::time::Instant;

use super::actor::Actor;
use super::agenda::Seen;
use crate::identity::GuestId;
use crate::ledger::Ledger;

/// Beats without a word after which another process counts as gone.
const BELIEF: u32 = 3;
/// How long another process waits for the first to do what is to be done.
const STAGGER: Duration = Duration::from_millis(300);

/// What one process tells the others.
#[derive(Serialize, Deserialize)]
struct PresenceMessage {
    /// Which process.
    from: u64,
    /// The guests whose client is there.
    here: Vec<GuestId>,
    /// Whether it wants to know the same of the others.
    #[serde(default)]
    ask: bool,
    /// Whether it lets the table go.
    #[serde(default)]
    bye: bool,
}

#[derive(Default)]
pub struct Presence {
    /// When each was last heard, and who is there.
    heard: HashMap<u64, (Instant, Vec<GuestId>)>,
    /// What the others were told last, and when; nothing at first.
    told: Option<(Vec<GuestId>, Instant)>,
    /// Something has to be told, or may have to be.
    pub changed: bool,
    wanted: bool,
    /// An entry of another process came at that time.
    sign: Option<Instant>,
}

impl Actor {
    fn belief(&self) -> Duration {
        self.config().beat * BELIEF
    }

    /// Until when a player is believed to be somewhere else.
    pub(super) fn believed_until(&self, heard: Instant) -> Instant {
        heard + self.belief().max(self.config().away_after)
    }

    fn is_shared(&self, now: Instant) -> bool {
        let lately = |heard: Instant| heard + self.belief() > now;
        self.presence.sign.is_some_and(lately)
            || self.presence.heard.values().any(|(heard, _)| lately(*heard))
    }

    /// When the others have to be told again: only while there are others.
    pub(super) fn next_beat(&self, now: Instant) -> Option<Instant> {
        let (_, told) = self.presence.told.as_ref()?;
        self.is_shared(now).then(|| *told + self.config().beat)
    }

    /// How long to wait with what any process can do, so that not all do it at once.
    pub(super) fn stagger_delay(&self, now: Instant) -> Duration {
        let before_me = self
            .presence
            .heard
            .iter()
            .filter(|(node, (heard, _))| **node < self.hub.node && *heard + self.belief() > now);
        STAGGER * before_me.count() as u32
    }

    /// An entry came that was not written here.
    pub(super) fn notice_others(&mut self) {
        self.presence.sign = Some(Instant::now());
    }

    /// Tells the others who is here, if they do not know or it is time.
    pub(super) async fn share_presence(&mut self) {
        let now = Instant::now();
        let due = self.next_beat(now).is_some_and(|beat| beat <= now);
        if !self.presence.changed && !due && self.presence.told.is_some() {
            return;
        }
        self.presence.changed = false;
        let persons = self.fold.persons().map(|(_, person)| person.guest);
        let here: Vec<GuestId> = persons.filter(|guest| self.has_client(guest)).collect();
        let first = self.presence.told.is_none();
        let changed = self.presence.told.as_ref().is_none_or(|(told, _)| *told != here);
        if changed || due || std::mem::take(&mut self.presence.wanted) {
            self.presence.told = Some((here.clone(), now));
            self.hub.metrics.presence_messages.add(1);
            let message = PresenceMessage { from: self.hub.node, here, ask: first, bye: false };
            say(&*self.hub.ledger, &self.fold.table, message).await;
        }
    }

    /// Tells the others that the table is let go here.
    pub(super) async fn share_leaving(&mut self) {
        let message = PresenceMessage { from: self.hub.node, here: Vec::new(), ask: false, bye: true };
        say(&*self.hub.ledger, &self.fold.table, message).await;
    }

    /// Another process told who is there.
    pub(super) fn hear_presence(&mut self, words: &[u8]) {
        let Ok(message) = serde_json::from_slice::<PresenceMessage>(words) else { return };
        if message.from == self.hub.node {
            return;
        }
        let now = Instant::now();
        let before = self.presence.heard.remove(&message.from).map(|(_, here)| here).unwrap_or_default();
        let persons: Vec<_> =
            self.fold.persons().map(|(seat, person)| (seat.index(), person.guest)).collect();
        for (seat, guest) in persons {
            let seen = &mut self.seen[seat];
            if message.here.contains(&guest) {
                if *seen != Seen::Here {
                    *seen = Seen::Elsewhere(now);
                }
            } else if before.contains(&guest)
                && matches!(seen, Seen::Elsewhere(_))
                && !self.presence.heard.values().any(|(_, here)| here.contains(&guest))
            {
                *seen = Seen::Gone(now);
            }
        }
        if !message.bye {
            self.presence.heard.insert(message.from, (now, message.here));
        }
        if message.ask {
            (self.presence.changed, self.presence.wanted) = (true, true);
        }
        let belief = self.belief();
        self.presence.heard.retain(|_, (heard, _)| *heard + belief > now);
    }
}

async fn say(ledger: &dyn Ledger, table: &str, message: PresenceMessage) {
    let words = Bytes::from(serde_json::to_vec(&message).unwrap_or_default());
    // Whatever gets lost is told again by the next beat.
    let _ = ledger.publish_presence(table, words).await;
}
