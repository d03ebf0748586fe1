//! Checks a history: what was acknowledged against what is there in the end, and every answer against the others.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::{Event, EventKind, digest, place};
use crate::ledger::{Collection, Ledger, LedgerError};

/// What is in the ledger in the end.
#[derive(Clone, Debug, Default)]
pub struct Final {
    /// Every log, by name.
    pub logs: BTreeMap<String, Vec<String>>,
    /// Everything in collections: revision and contents, by place.
    pub kept: BTreeMap<String, (u64, String)>,
}

impl Final {
    /// Reads all of a ledger.
    pub async fn read(ledger: &dyn Ledger) -> Result<Self, LedgerError> {
        let mut all = Self::default();
        for log in ledger.logs().await? {
            let mut entries = Vec::new();
            loop {
                let page = ledger.read(&log, entries.len() as u64).await?;
                if page.is_empty() {
                    break;
                }
                entries.extend(page.iter().map(|body| digest(body)));
            }
            all.logs.insert(log, entries);
        }
        for collection in Collection::ALL {
            let mut after: Option<String> = None;
            loop {
                let page = ledger.list(collection, "", after.as_deref(), 1000).await?;
                let Some(last) = page.last() else { break };
                after = Some(last.key.clone());
                for kept in page {
                    all.kept.insert(place(collection, &kept.key), (kept.revision, digest(&kept.value)));
                }
            }
        }
        Ok(all)
    }
}

/// What a check has found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// Appends and changes of collections that were acknowledged.
    pub acknowledged: u64,
    /// Those that were refused.
    pub refused: u64,
    /// Those of which nobody knows.
    pub unknown: u64,
    /// Reads that were compared.
    pub reads: u64,
    /// Everything that must not be, one sentence each.
    pub faults: Vec<String>,
}

/// A call with its answer.
struct Call<'a> {
    began: u64,
    /// When the answer came; never, if none came.
    ended: Option<u64>,
    what: &'a EventKind,
    answer: &'a EventKind,
}

impl Call<'_> {
    fn is_done(&self) -> bool {
        matches!(self.answer, EventKind::Done(_))
    }

    /// Whether it may have been done.
    fn may_be_done(&self) -> bool {
        matches!(self.answer, EventKind::Done(_) | EventKind::Unknown)
    }
}

/// Checks what several processes noted, each in its order.
pub fn check(processes: &[Vec<Event>], end: &Final) -> Verdict {
    let mut verdict = Verdict::default();
    let mut logs: BTreeMap<&str, Vec<Call>> = BTreeMap::new();
    let mut places: BTreeMap<&str, Vec<Call>> = BTreeMap::new();
    for call in processes.iter().flat_map(|events| calls(events)) {
        match (call.what, call.answer) {
            (EventKind::Append { .. } | EventKind::Put { .. } | EventKind::Remove { .. }, answer) => {
                match answer {
                    EventKind::Done(_) => verdict.acknowledged += 1,
                    EventKind::Refused => verdict.refused += 1,
                    _ => verdict.unknown += 1,
                }
            }
            (_, EventKind::Entries(_) | EventKind::Found(_)) => verdict.reads += 1,
            _ => {}
        }
        match call.what {
            EventKind::Append { log, .. } | EventKind::Read { log, .. } | EventKind::RemoveLog { log } => {
                logs.entry(log).or_default().push(call);
            }
            EventKind::Put { place, .. } | EventKind::Remove { place, .. } | EventKind::Get { place } => {
                places.entry(place).or_default().push(call);
            }
            _ => {}
        }
    }
    let none = Vec::new();
    let names: BTreeSet<&str> = logs.keys().copied().chain(end.logs.keys().map(String::as_str)).collect();
    for log in names {
        let calls = logs.remove(log).unwrap_or_default();
        if !calls.iter().any(|call| matches!(call.what, EventKind::RemoveLog { .. }) && call.may_be_done()) {
            check_log(log, &calls, end.logs.get(log).unwrap_or(&none), &mut verdict.faults);
        }
    }
    for (place, calls) in places {
        check_place(place, &calls, end.kept.get(place), &mut verdict.faults);
    }
    verdict
}

/// Pairs calls with their answers.
fn calls(events: &[Event]) -> Vec<Call<'_>> {
    let mut open: HashMap<u64, usize> = HashMap::new();
    let mut calls: Vec<Call> = Vec::new();
    for event in events {
        match &event.what {
            EventKind::Done(_)
            | EventKind::Entries(_)
            | EventKind::Found(_)
            | EventKind::Refused
            | EventKind::Unknown => {
                if let Some(call) = open.remove(&event.id).and_then(|index| calls.get_mut(index)) {
                    call.answer = &event.what;
                    call.ended = (event.what != EventKind::Unknown).then_some(event.t);
                }
            }
            what => {
                open.insert(event.id, calls.len());
                calls.push(Call { began: event.t, ended: None, what, answer: &EventKind::Unknown });
            }
        }
    }
    calls
}

fn check_log(log: &str, calls: &[Call], end: &[String], faults: &mut Vec<String>) {
    let mut won: BTreeMap<u64, &Call> = BTreeMap::new();
    let mut possible: HashSet<(u64, &str)> = HashSet::new();
    for call in calls {
        let EventKind::Append { number, body, .. } = call.what else { continue };
        if call.may_be_done() {
            possible.insert((*number, body));
        }
        if !call.is_done() {
            continue;
        }
        if call.answer != &EventKind::Done(*number + 1) {
            faults.push(format!("log {log}: entry {number} was acknowledged with another length"));
        }
        if won.insert(*number, call).is_some() {
            faults.push(format!("log {log}: entry {number} was acknowledged twice"));
        }
        match end.get(*number as usize) {
            Some(there) if there == body => {}
            Some(_) => faults.push(format!("log {log}: acknowledged entry {number} is another in the end")),
            None => faults.push(format!("log {log}: acknowledged entry {number} is missing in the end")),
        }
    }
    for (number, body) in end.iter().enumerate() {
        if !possible.contains(&(number as u64, body)) {
            faults.push(format!("log {log}: entry {number} was written by nobody, or was refused"));
        }
    }
    check_order(log, &won, faults);
    for call in calls {
        let (EventKind::Read { from, .. }, EventKind::Entries(entries)) = (call.what, call.answer) else {
            continue;
        };
        let there = end.get((*from as usize).min(end.len())..).unwrap_or_default();
        if !there.starts_with(entries) {
            faults.push(format!("log {log}: what was read from entry {from} on is no part of it in the end"));
        }
    }
}

/// Nothing that was acknowledged before another began may come after it.
fn check_order(log: &str, won: &BTreeMap<u64, &Call>, faults: &mut Vec<String>) {
    let mut first_end: Option<(u64, u64)> = None;
    // From the last entry on: the earliest end of all that come after.
    for (number, call) in won.iter().rev() {
        if let Some((after, ended)) = first_end
            && ended < call.began
        {
            faults.push(format!("log {log}: entry {after} was acknowledged before entry {number} began"));
        }
        if let Some(ended) = call.ended
            && first_end.is_none_or(|(_, first)| ended < first)
        {
            first_end = Some((*number, ended));
        }
    }
}

/// The change that a call makes, if it is done: the revision before it.
fn replaced(call: &Call) -> Option<u64> {
    match call.what {
        EventKind::Put { expected, .. } | EventKind::Remove { expected, .. } => Some(*expected),
        _ => None,
    }
}

fn check_place(place: &str, calls: &[Call], end: Option<&(u64, String)>, faults: &mut Vec<String>) {
    let mut revisions: HashMap<u64, (&str, &Call)> = HashMap::new();
    let mut successors: HashMap<u64, usize> = HashMap::new();
    let mut perhaps: HashSet<&str> = HashSet::new();
    let (mut made, mut removed) = (0, 0);
    for call in calls {
        match (call.what, call.answer) {
            (EventKind::Put { expected, value, .. }, EventKind::Done(revision)) => {
                made += usize::from(*expected == 0);
                if revisions.insert(*revision, (value, call)).is_some() {
                    faults.push(format!("{place}: revision {revision} was given twice"));
                }
            }
            (EventKind::Put { value, .. }, EventKind::Unknown) => {
                perhaps.insert(value);
            }
            (EventKind::Remove { .. }, _) if call.may_be_done() => removed += 1,
            _ => {}
        }
        if let Some(expected) = replaced(call).filter(|expected| *expected > 0 && call.is_done()) {
            *successors.entry(expected).or_default() += 1;
        }
    }
    for (revision, count) in &successors {
        if *count > 1 {
            faults.push(format!("{place}: revision {revision} was replaced {count} times"));
        }
    }
    if made > removed + 1 {
        faults.push(format!("{place}: made {made} times, removed {removed} times"));
    }
    let fits = |revision: &u64, value: &str| match revisions.get(revision) {
        Some((written, _)) => *written == value,
        None => perhaps.contains(value),
    };
    for call in calls {
        if let EventKind::Found(Some((revision, value))) = call.answer
            && !fits(revision, value)
        {
            faults.push(format!("{place}: what was read as revision {revision} was written by nobody"));
        }
        // What was replaced must have been there before.
        if let (Some(expected), Some(ended)) = (replaced(call).filter(|_| call.is_done()), call.ended)
            && let Some((_, before)) = revisions.get(&expected)
            && before.began > ended
        {
            faults.push(format!("{place}: revision {expected} was replaced before it was written"));
        }
    }
    match end {
        Some((revision, value)) if !fits(revision, value) => {
            faults.push(format!("{place}: revision {revision} in the end was written by nobody"));
        }
        _ => {}
    }
    let may_be_gone: HashSet<u64> =
        calls.iter().filter(|call| call.may_be_done()).filter_map(replaced).collect();
    for revision in revisions.keys() {
        let is_there = end.is_some_and(|(there, _)| there == revision);
        if !is_there && !may_be_gone.contains(revision) {
            faults.push(format!("{place}: acknowledged revision {revision} is missing in the end"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A history of one process.
    struct Told(Vec<Event>);

    impl Told {
        fn call(mut self, began: u64, ended: u64, what: EventKind, answer: EventKind) -> Self {
            let id = self.0.len() as u64;
            self.0.push(Event { id, t: began, what });
            self.0.push(Event { id, t: ended, what: answer });
            self
        }

        fn append(self, began: u64, ended: u64, number: u64, body: &str, answer: EventKind) -> Self {
            let (log, body) = ("t".to_owned(), body.to_owned());
            self.call(began, ended, EventKind::Append { log, number, body }, answer)
        }

        fn read(self, from: u64, entries: &[&str]) -> Self {
            let entries = entries.iter().map(|&entry| entry.to_owned()).collect();
            self.call(100, 101, EventKind::Read { log: "t".to_owned(), from }, EventKind::Entries(entries))
        }

        fn put(self, began: u64, expected: u64, value: &str, answer: EventKind) -> Self {
            let (place, value) = ("lobby/t".to_owned(), value.to_owned());
            self.call(began, began + 1, EventKind::Put { place, expected, value }, answer)
        }

        /// What is found, given what is there in the end.
        fn faults(self, log: &[&str], kept: Option<(u64, &str)>) -> Vec<String> {
            let entries = log.iter().map(|&entry| entry.to_owned()).collect();
            let kept = kept.map(|(revision, value)| ("lobby/t".to_owned(), (revision, value.to_owned())));
            let end = Final { logs: [("t".to_owned(), entries)].into(), kept: kept.into_iter().collect() };
            check(&[self.0], &end).faults
        }
    }

    fn told() -> Told {
        Told(Vec::new())
    }

    fn good() -> Told {
        told().append(0, 1, 0, "a", EventKind::Done(1)).append(2, 5, 1, "b", EventKind::Done(2))
    }

    #[test]
    fn a_good_history_is_believed() {
        let whole = good()
            .append(3, 4, 1, "x", EventKind::Refused)
            .append(6, 7, 2, "c", EventKind::Unknown)
            .append(8, 9, 3, "d", EventKind::Unknown)
            .read(0, &["a"])
            .read(1, &["b", "c"])
            .read(3, &[]);
        assert_eq!(whole.faults(&["a", "b", "c"], None), [""; 0]);
        let kept = told()
            .put(0, 0, "a", EventKind::Done(7))
            .put(2, 7, "b", EventKind::Done(8))
            .put(3, 7, "x", EventKind::Refused)
            .put(4, 8, "c", EventKind::Unknown)
            .call(
                5,
                6,
                EventKind::Get { place: "lobby/t".to_owned() },
                EventKind::Found(Some((9, "c".to_owned()))),
            );
        assert_eq!(kept.faults(&[], Some((9, "c"))), [""; 0]);
    }

    #[track_caller]
    fn is_rejected(faults: Vec<String>, because: &str) {
        assert!(faults.iter().any(|fault| fault.contains(because)), "{faults:?}");
    }

    #[test]
    fn bad_logs_are_rejected() {
        is_rejected(good().faults(&["a"], None), "acknowledged entry 1 is missing");
        is_rejected(good().faults(&["a", "x"], None), "acknowledged entry 1 is another");
        is_rejected(good().faults(&["a", "b", "c"], None), "entry 2 was written by nobody");
        let refused = good().append(6, 7, 2, "c", EventKind::Refused);
        is_rejected(refused.faults(&["a", "b", "c"], None), "written by nobody, or was refused");
        let twice = good().append(6, 7, 1, "b", EventKind::Done(2));
        is_rejected(twice.faults(&["a", "b"], None), "entry 1 was acknowledged twice");
        let longer = good().append(6, 7, 2, "c", EventKind::Done(4));
        is_rejected(longer.faults(&["a", "b", "c"], None), "with another length");
        is_rejected(good().read(0, &["a", "x"]).faults(&["a", "b"], None), "no part of it");
        is_rejected(good().read(1, &["b", "c"]).faults(&["a", "b"], None), "no part of it");
        let backwards =
            told().append(0, 1, 1, "b", EventKind::Done(2)).append(2, 3, 0, "a", EventKind::Done(1));
        is_rejected(backwards.faults(&["a", "b"], None), "acknowledged before entry 0 began");
    }

    #[test]
    fn bad_collections_are_rejected() {
        let one = || told().put(0, 0, "a", EventKind::Done(7));
        is_rejected(one().faults(&[], None), "revision 7 is missing");
        is_rejected(one().faults(&[], Some((8, "b"))), "revision 8 in the end was written by nobody");
        is_rejected(one().faults(&[], Some((7, "b"))), "written by nobody");
        let both = one().put(2, 7, "b", EventKind::Done(8)).put(3, 7, "c", EventKind::Done(9));
        is_rejected(both.faults(&[], Some((9, "c"))), "revision 7 was replaced 2 times");
        let made = one().put(2, 0, "b", EventKind::Done(8));
        is_rejected(made.faults(&[], Some((8, "b"))), "made 2 times");
        let again = one().put(2, 7, "b", EventKind::Done(7));
        is_rejected(again.faults(&[], Some((7, "b"))), "given twice");
        let found = EventKind::Found(Some((9, "x".to_owned())));
        let read = one().call(4, 5, EventKind::Get { place: "lobby/t".to_owned() }, found);
        is_rejected(read.faults(&[], Some((7, "a"))), "was written by nobody");
        let early = told().put(5, 0, "a", EventKind::Done(7)).put(0, 7, "b", EventKind::Done(8));
        is_rejected(early.faults(&[], Some((8, "b"))), "replaced before it was written");
    }
}
