//! The way of an entry into the log and into the fold, whoever appended it.

use std::time::Duration;

use tokio::time::Instant;

use super::actor::Actor;
use super::agenda::Seen;
use super::entry::{Entry, EntryKind};
use crate::hub::short;
use crate::ledger::LedgerError;

/// How long nothing is tried after the ledger failed.
pub(super) const HOLD: Duration = Duration::from_secs(1);

/// Why an entry was not appended.
pub(super) enum Trouble {
    /// Someone else was quicker; the fold has caught up.
    Conflict,
    /// It is not known whether it was written.
    Ledger,
    /// The log is as long as it may be.
    Full,
}

impl Actor {
    /// Appends an entry where the fold ends, takes it and tells everyone.
    pub(super) async fn append(&mut self, kind: EntryKind) -> Result<(), Trouble> {
        if self.not_before.take_if(|hold| *hold <= Instant::now()).is_some() {
            // The last write may have been written after all; then this was decided too early.
            let at = self.fold.at;
            self.catch_up().await?;
            if self.fold.at != at {
                return Err(Trouble::Conflict);
            }
        }
        if self.fold.at >= self.config().longest_log {
            return Err(Trouble::Full);
        }
        // Whoever wants another game at once must not take away the result of this one.
        if matches!(kind, EntryKind::Again { .. }) && !self.settled {
            self.settle().await?;
        }
        let entry = Entry { t: self.hub.now(), kind };
        let began = std::time::Instant::now();
        match self.hub.ledger.append(&self.fold.table, self.fold.at, entry.write()).await {
            Ok(_) => {
                self.hub.metrics.appended(began.elapsed());
                self.take(entry, true);
                self.tell_all();
                Ok(())
            }
            Err(LedgerError::Conflict { .. }) => {
                self.hub.metrics.conflicts.add(1);
                self.catch_up().await?;
                Err(Trouble::Conflict)
            }
            Err(LedgerError::Unavailable(reason)) => Err(self.failed(&reason)),
        }
    }

    pub(super) fn failed(&mut self, reason: &str) -> Trouble {
        tracing::debug!(table = short(&self.fold.table), reason, "ledger error");
        self.hub.metrics.ledger_errors.add(1);
        self.not_before = Some(Instant::now() + HOLD);
        Trouble::Ledger
    }

    /// Reads what others appended.
    pub(super) async fn catch_up(&mut self) -> Result<(), Trouble> {
        loop {
            let entries = match self.hub.ledger.read(&self.fold.table, self.fold.at).await {
                Ok(entries) => entries,
                Err(error) => return Err(self.failed(&error.to_string())),
            };
            if entries.is_empty() {
                self.tell_all();
                return Ok(());
            }
            for bytes in entries {
                match Entry::read(&bytes) {
                    Ok(entry) => {
                        self.notice_others();
                        self.take(entry, false);
                    }
                    Err(error) => return Err(self.failed(&error.to_string())),
                }
            }
        }
    }

    fn take(&mut self, entry: Entry, mine: bool) {
        let clock = self.fold.play.as_ref().map(|play| play.clock_from);
        let turn = self.fold.play.as_ref().map(|play| play.hosted.seq());
        self.fold.take(&entry);
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
            EntryKind::Away { seat } => self.away_since[seat.index()] = Some(now),
            EntryKind::Back { seat } | EntryKind::Sat { seat, .. } if !mine => {
                self.seen[seat.index()] = Seen::Elsewhere(now)
            }
            EntryKind::Sat { seat, .. } => self.seen[seat.index()] = Seen::Never(now),
            EntryKind::Again { .. } | EntryKind::Started => self.settled = false,
            _ => {}
        }
        if matches!(
            entry.kind,
            EntryKind::Sat { .. }
                | EntryKind::Back { .. }
                | EntryKind::Left { .. }
                | EntryKind::Bot { .. }
                | EntryKind::Removed { .. }
        ) {
            self.see();
        }
        if let Some(delayed) = &mut self.spectator_delay {
            delayed.note(entry);
            delayed.release(self.hub.now());
        }
    }
}
