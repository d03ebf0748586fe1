//! The way of an entry into the log and into the fold, no matter who appended it.

use std::time::Duration;

use bytes::Bytes;
use tokio::time::Instant;

use super::actor::Actor;
use super::agenda::Seen;
use super::checkpoint::{Checkpoint, EVERY};
use super::entry::{Entry, EntryKind};
use crate::hub::short;
use crate::ledger::{Collection, LedgerError};

/// How long nothing is tried after the ledger failed.
pub(super) const HOLD: Duration = Duration::from_secs(1);

/// How long everyone waits to be told of an entry while the next one is appended.
const SOON: Duration = Duration::from_millis(10);

/// Why an entry was not appended.
pub(super) enum AppendError {
    /// Someone else was quicker; the fold has caught up.
    Conflict,
    /// It is not known whether it was written.
    Ledger,
    /// The log is as long as it may be.
    Full,
    /// What the log keeps for such entries is used up.
    Spent,
}

impl Actor {
    /// Appends an entry where the fold ends and takes it. Everyone is told of it soon ([`Actor::tell_soon`]).
    pub(super) async fn append(&mut self, kind: EntryKind) -> Result<(), AppendError> {
        if self.not_before.take_if(|hold| *hold <= Instant::now()).is_some() {
            // The last write may have been written after all; then this was decided too early.
            let at = self.fold.at;
            self.catch_up().await?;
            if self.fold.at != at {
                return Err(AppendError::Conflict);
            }
        }
        // A guest who wants to be forgotten is, however long a log is.
        if self.fold.at >= self.config().longest_log && !matches!(kind, EntryKind::Forgot { .. }) {
            return Err(AppendError::Full);
        }
        if !self.fold.has_room_for(&kind, self.config().longest_log) {
            return Err(AppendError::Spent);
        }
        // A rematch at once must not lose the result of this game.
        if matches!(kind, EntryKind::Again { .. }) && !self.settled {
            self.settle().await?;
        }
        let entry = Entry { t: self.hub.now(), kind };
        let began = std::time::Instant::now();
        match self.append_telling(entry.write()).await {
            Ok(_) => {
                self.hub.metrics.appended(began.elapsed());
                let t = entry.t;
                self.tell_before(&entry.kind);
                self.take(entry, true);
                self.keep_checkpoint(t).await;
                Ok(())
            }
            Err(LedgerError::Conflict { .. }) => {
                self.hub.metrics.conflicts.add(1);
                self.catch_up().await?;
                Err(AppendError::Conflict)
            }
            Err(LedgerError::Unavailable(reason)) => Err(self.unsaved(&reason)),
        }
    }

    /// Appends to the log. If that takes long, everyone is told before of what they do not know yet.
    async fn append_telling(&mut self, entry: Bytes) -> Result<u64, LedgerError> {
        if self.untold == 0 {
            return self.hub.ledger.append(&self.fold.table, self.fold.at, entry).await;
        }
        let (hub, table) = (self.hub.clone(), self.fold.table.clone());
        let mut append = hub.ledger.append(&table, self.fold.at, entry);
        match tokio::time::timeout(SOON, &mut append).await {
            Ok(answer) => answer,
            Err(_) => {
                self.tell_all();
                append.await
            }
        }
    }

    /// Keeps the table as it is between two games, now and then. It only saves time, so nobody waits if it fails.
    async fn keep_checkpoint(&mut self, t: u64) {
        let between = self.fold.play.is_none() && self.fold.anew_at == self.fold.at;
        if !between || self.fold.at < self.checkpoint + EVERY {
            return;
        }
        let Some(checkpoint) = Checkpoint::of(&self.fold, t) else { return };
        self.tell_all();
        let (ledger, table) = (&self.hub.ledger, &self.fold.table);
        let Ok(old) = ledger.get(Collection::Checkpoints, table).await else { return };
        let old = old.map(|kept| kept.revision);
        if ledger.put(Collection::Checkpoints, table, old, checkpoint.write()).await.is_ok() {
            self.checkpoint = self.fold.at;
        }
    }

    pub(super) fn failed(&mut self, reason: &str) -> AppendError {
        tracing::debug!(table = short(&self.fold.table), reason, "ledger error");
        self.hub.metrics.ledger_errors.add(1);
        self.not_before = Some(Instant::now() + HOLD);
        AppendError::Ledger
    }

    /// Nothing can be saved. Nobody loses a seat or a turn by that: the time for a share or a move begins again.
    fn unsaved(&mut self, reason: &str) -> AppendError {
        let now = Instant::now();
        (self.sealed, self.moved) = (self.sealed.max(now), now);
        self.failed(reason)
    }

    /// Reads what others appended.
    pub(super) async fn catch_up(&mut self) -> Result<(), AppendError> {
        loop {
            let entries = match self.hub.ledger.read(&self.fold.table, self.fold.at).await {
                Ok(entries) => entries,
                Err(error) => return Err(self.unsaved(&error.to_string())),
            };
            if entries.is_empty() {
                self.tell_all();
                return Ok(());
            }
            for bytes in entries {
                match Entry::read(&bytes) {
                    Ok(entry) => {
                        self.notice_others();
                        self.tell_before(&entry.kind);
                        self.take(entry, false);
                    }
                    Err(error) => {
                        let (table, at) = (short(&self.fold.table), self.fold.at);
                        tracing::error!(table, at, %error, "cannot read log entry");
                        self.broken = true;
                        return Err(AppendError::Ledger);
                    }
                }
            }
        }
    }

    /// Nobody misses how the last game ended, or its players think that it was broken off.
    fn tell_before(&mut self, next: &EntryKind) {
        if matches!(next, EntryKind::Again { .. }) {
            self.tell_all();
        }
    }

    fn take(&mut self, entry: Entry, mine: bool) {
        let clock = self.fold.play.as_ref().map(|play| play.clock_from);
        let turn = self.fold.play.as_ref().map(|play| play.hosted.seq());
        self.fold.take(&entry);
        self.untold += 1;
        self.hub.metrics.entries.add(1);
        let now = Instant::now();
        let play = self.fold.play.as_ref();
        // A bot waits after every change, the clock runs from the last move.
        if play.map(|play| play.clock_from) != clock
            || (play.map(|play| play.hosted.seq()) != turn && self.fold.order.move_seconds.is_none())
        {
            self.moved = now;
        }
        match &entry.kind {
            // Another process may have written of a seat that there is not.
            EntryKind::Away { seat } => {
                self.away_since.get_mut(seat.index()).into_iter().for_each(|since| *since = Some(now));
                if let Some(Seen::Elsewhere(heard)) = self.seen.get(seat.index()) {
                    self.returns_until[seat.index()] = *heard + self.hub.config.return_within;
                }
            }
            EntryKind::Back { seat } | EntryKind::Sat { seat, .. } => {
                let seen = if mine && matches!(entry.kind, EntryKind::Sat { .. }) {
                    Some(Seen::Never(now))
                } else {
                    (!mine).then_some(Seen::Elsewhere(now))
                };
                if let (Some(place), Some(seen)) = (self.seen.get_mut(seat.index()), seen) {
                    *place = seen;
                }
            }
            EntryKind::Sealed => self.sealed = now,
            EntryKind::Again { .. } | EntryKind::Started { .. } => self.settled = false,
            _ => {}
        }
        if matches!(
            entry.kind,
            EntryKind::Sat { .. }
                | EntryKind::Back { .. }
                | EntryKind::Left { .. }
                | EntryKind::Bot { .. }
                | EntryKind::Removed { .. }
                | EntryKind::Unrevealed { .. }
        ) {
            self.see();
        }
        if let Some(delayed) = &mut self.spectator_delay {
            delayed.note(entry, self.hub.now());
            delayed.release(self.hub.now());
        }
    }
}
