//! What is known here of the logs: where they end, and their last entries, so that whoever follows a log seldom has to
//! ask for it.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard};

use bytes::Bytes;
use tokio::sync::watch;

use super::super::LedgerError;

/// Entries of each watched log that are kept at hand.
const RECENT: usize = 16;
/// Logs that nobody watches, but whose end is remembered.
const UNWATCHED: usize = 4096;

/// Where a log ends: how many entries it has, and the number in the whole stream of the last message that is known to
/// belong to it (0 if there is none).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct End {
    pub length: u64,
    pub sequence: u64,
}

/// An entry as it lies in the stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    pub number: u64,
    pub sequence: u64,
    pub by: u64,
    pub body: Bytes,
}

impl Placed {
    pub fn end(&self) -> End {
        End { length: self.number + 1, sequence: self.sequence }
    }
}

#[derive(Default)]
struct Log {
    end: End,
    /// The last entries, the very last one at the back, and where the log ended before them.
    recent: VecDeque<Placed>,
    before: End,
    length: Option<watch::Sender<u64>>,
}

impl Log {
    fn is_watched(&self) -> bool {
        self.length.as_ref().is_some_and(|length| !length.is_closed())
    }

    /// Of several entries with one number the first counts; so they have to be noted in their order.
    fn note(&mut self, entry: &Placed) {
        if entry.number > self.end.length {
            // Something was missed, perhaps another entry with this number.
            return self.hear_of(entry.end());
        }
        self.end.sequence = self.end.sequence.max(entry.sequence);
        if entry.number < self.end.length {
            return;
        }
        self.end.length += 1;
        self.recent.push_back(entry.clone());
        let most = if self.is_watched() { RECENT } else { 0 };
        while self.recent.len() > most {
            self.before = self.recent.pop_front().map_or(self.before, |entry| entry.end());
        }
        self.tell();
    }

    /// The log is that long, whatever is in it.
    fn hear_of(&mut self, end: End) {
        if end.length > self.end.length {
            if self.recent.is_empty() && self.before == End::default() {
                self.before = self.end;
            }
            self.recent.clear();
            self.end = End { length: end.length, sequence: self.end.sequence.max(end.sequence) };
            self.tell();
        }
    }

    fn tell(&self) {
        let length = self.end.length;
        if let Some(told) = &self.length {
            told.send_if_modified(|known| std::mem::replace(known, length.max(*known)) < length);
        }
    }
}

/// The logs that matter here.
#[derive(Default)]
pub struct Known(Mutex<HashMap<String, Log>>);

impl Known {
    fn logs(&self) -> MutexGuard<'_, HashMap<String, Log>> {
        self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Where a log ends, as far as is known here.
    pub fn end(&self, log: &str) -> Option<End> {
        self.logs().get(log).map(|log| log.end)
    }

    /// Notes the entry that counts for its number.
    pub fn note(&self, log: &str, entry: &Placed) {
        self.with(log, |log| log.note(entry));
    }

    /// Notes that a log is at least that long.
    pub fn hear_of(&self, log: &str, end: End) {
        self.with(log, |log| log.hear_of(end));
    }

    fn with(&self, log: &str, what: impl FnOnce(&mut Log)) {
        let mut logs = self.logs();
        if logs.len() > 2 * UNWATCHED {
            let watched = logs.values().filter(|log| log.is_watched()).count();
            if logs.len() > watched + UNWATCHED {
                logs.retain(|_, log| log.is_watched());
            }
        }
        what(logs.entry(log.to_owned()).or_default());
    }

    /// Notes an entry that came by itself; only logs that are known already matter.
    pub fn note_delivered(&self, log: &str, entry: &Placed) {
        if let Some(log) = self.logs().get_mut(log) {
            log.note(entry);
        }
    }

    /// A place in a log from which on the entry of that number can be found.
    pub fn before(&self, log: &str, number: u64) -> Option<End> {
        self.logs().get(log).map(|log| log.before).filter(|before| before.length <= number)
    }

    /// The entries from a number on, if they are at hand: only of a log that is watched, so that it is up to date.
    pub fn recent(&self, log: &str, from: u64) -> Option<Vec<Bytes>> {
        let logs = self.logs();
        let log = logs.get(log).filter(|log| log.is_watched())?;
        let first = log.end.length - log.recent.len() as u64;
        if from < first || from > log.end.length {
            return None;
        }
        Some(log.recent.iter().skip((from - first) as usize).map(|entry| entry.body.clone()).collect())
    }

    /// Waits for a log to grow.
    pub fn watch(&self, log: &str) -> watch::Receiver<u64> {
        let mut logs = self.logs();
        let log = logs.entry(log.to_owned()).or_default();
        let length = log.end.length;
        log.length.get_or_insert_with(|| watch::Sender::new(length)).subscribe()
    }

    /// Forgets a log if nobody watches it any longer.
    pub fn leave(&self, log: &str) {
        let mut logs = self.logs();
        if logs.get(log).is_some_and(|log| !log.is_watched()) {
            logs.remove(log);
        }
    }

    /// Nobody waits any longer: whoever does is told that the log has to be watched anew.
    pub fn close(&self) {
        self.logs().clear();
    }
}

pub fn unavailable(reason: impl ToString) -> LedgerError {
    LedgerError::Unavailable(reason.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(number: u64) -> Placed {
        Placed { number, sequence: 10 * number + 1, by: 0, body: Bytes::from(number.to_string()) }
    }

    #[test]
    fn a_gap_is_never_papered_over() {
        let known = Known::default();
        known.note_delivered("t", &entry(0));
        assert_eq!(known.end("t"), None, "what nobody asked for is not kept");
        let length = known.watch("t");
        for number in [0, 1, 1, 0, 2] {
            known.note_delivered("t", &entry(number));
        }
        assert_eq!(known.end("t"), Some(End { length: 3, sequence: 21 }));
        assert_eq!(known.recent("t", 1), Some(vec![Bytes::from("1"), Bytes::from("2")]));
        assert_eq!(known.recent("t", 3), Some(vec![]));
        assert_eq!(known.recent("t", 4), None);
        known.note_delivered("t", &entry(7));
        assert_eq!(*length.borrow(), 8);
        assert_eq!(known.recent("t", 3), None, "3 to 6 have to be asked for");
        assert_eq!(known.recent("t", 7), None, "7 too: there may have been another before it");
        known.note_delivered("t", &entry(8));
        assert_eq!(known.recent("t", 8), Some(vec![Bytes::from("8")]));
        assert_eq!(known.before("t", 3), Some(End::default()), "and from where");
        drop(length);
        assert_eq!(known.recent("t", 8), None, "nobody watches: it may be out of date");
        known.leave("t");
        assert_eq!(known.end("t"), None);
    }

    #[test]
    fn the_first_of_several_with_one_number_counts() {
        let known = Known::default();
        let _length = known.watch("t");
        let late = Placed { sequence: 15, body: Bytes::from("late"), ..entry(0) };
        for entry in [entry(0), entry(1), late, entry(2)] {
            known.note_delivered("t", &entry);
        }
        assert_eq!(known.recent("t", 0), Some(["0", "1", "2"].map(Bytes::from).to_vec()));
        let late = Placed { sequence: 40, ..entry(2) };
        known.note_delivered("t", &late);
        assert_eq!(known.end("t"), Some(End { length: 3, sequence: 40 }), "whatever comes, comes after it");
    }

    #[test]
    fn only_so_much_is_kept() {
        let known = Known::default();
        let _length = known.watch("t");
        (0..100).for_each(|number| known.note_delivered("t", &entry(number)));
        assert_eq!(known.recent("t", 100 - RECENT as u64).unwrap().len(), RECENT);
        assert_eq!(known.recent("t", 99 - RECENT as u64), None);
        for number in 0..5 * UNWATCHED {
            known.note(&number.to_string(), &entry(0));
        }
        assert!(known.logs().len() <= 2 * UNWATCHED + 1);
        assert!(known.end("t").is_some());
    }
}
