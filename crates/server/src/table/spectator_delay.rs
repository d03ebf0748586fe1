//! The table as those see it who only watch a table with a delay: the same fold, some entries behind.

use std::collections::VecDeque;

use super::entry::{Entry, EntryKind};
use super::fold::Fold;

pub struct SpectatorDelay {
    pub fold: Fold,
    waiting: VecDeque<Entry>,
    delay: u64,
}

impl SpectatorDelay {
    /// Follows a table with a delay in seconds.
    pub fn new(fold: Fold, seconds: u32) -> Self {
        Self { fold, waiting: VecDeque::new(), delay: u64::from(seconds) * 1000 }
    }

    /// Notes an entry that will be shown; one of a clock that is ahead counts as of now.
    pub fn note(&mut self, entry: Entry, now: u64) {
        self.waiting.push_back(Entry { t: entry.t.min(now), ..entry });
    }

    /// When the next entry is to be shown, in milliseconds since 1970. Until the deal there is nothing to hide.
    pub fn due(&self) -> Option<u64> {
        let next = self.waiting.front()?;
        let open = self.fold.play.is_none() && !matches!(next.kind, EntryKind::Started { .. });
        Some(if open { 0 } else { next.t.saturating_add(self.delay) })
    }

    /// Shows what is due.
    pub fn release(&mut self, now: u64) {
        while self.due().is_some_and(|due| due <= now) {
            if let Some(entry) = self.waiting.pop_front() {
                self.fold.take(&entry);
            }
        }
    }
}
