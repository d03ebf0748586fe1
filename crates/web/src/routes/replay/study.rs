//! Looking back at a record: what each decision of one player was worth. Workers of its own think about it, one decision
//! each, so that the page and the replay go on meanwhile, and it can be stopped at once.

use std::collections::BTreeMap;
use std::time::Duration;

use ::worker::read_reply;
use engine::Record;
use leptos::prelude::*;
use tables::{Analysis, Judged, WorkerReply, WorkerRequest};

use super::shares::Shares;
use crate::worker::WorkerLink;

/// How far it has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Nobody asked yet.
    Idle,
    /// The worker thinks.
    Working,
    /// The player has stopped it.
    Stopped,
    /// Everything is judged.
    Done,
}

impl Stage {
    /// Its name in the page.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Idle => "idle",
            Self::Working => "working",
            Self::Stopped => "stopped",
            Self::Done => "done",
        }
    }
}

/// The most workers at a time: each takes memory.
const MOST_WORKERS: usize = 4;

/// As many workers as there are cores beside the page's own.
fn workers() -> usize {
    let cores = window().navigator().hardware_concurrency() as usize;
    cores.saturating_sub(1).clamp(1, MOST_WORKERS)
}

/// Who thinks about what.
#[derive(Default)]
struct Workers {
    links: Vec<WorkerLink>,
    shares: Shares,
    /// What was judged before those in front of it.
    early: BTreeMap<usize, Judged>,
}

/// The decisions of one player in the record that is open.
#[derive(Clone, Copy)]
pub struct Study {
    record: RwSignal<Option<String>>,
    /// Whose decisions.
    pub seat: RwSignal<usize>,
    /// How far it has come.
    pub stage: RwSignal<Stage>,
    /// The number of decisions, once it is known.
    pub of: RwSignal<Option<usize>>,
    /// What losses are measured in, after "in".
    pub measure: RwSignal<String>,
    /// Those that are judged, in order.
    pub judged: RwSignal<Vec<Judged>>,
    /// The places of the costliest, the costliest first.
    pub costliest: Memo<Vec<usize>>,
    /// Where the game was lost, with every card known.
    pub exactly: RwSignal<Option<String>>,
    /// Why nothing can be judged.
    pub failed: RwSignal<Option<String>>,
    workers: StoredValue<Workers, LocalStorage>,
}

impl Study {
    /// Nothing is judged of this record yet.
    pub fn new(record: RwSignal<Option<String>>) -> Self {
        let judged = RwSignal::new(Vec::new());
        let study = Self {
            record,
            seat: RwSignal::new(0),
            stage: RwSignal::new(Stage::Idle),
            of: RwSignal::new(None),
            measure: RwSignal::default(),
            judged,
            costliest: Memo::new(move |_| judged.with(|judged| Analysis::costliest(judged))),
            exactly: RwSignal::new(None),
            failed: RwSignal::new(None),
            workers: StoredValue::new_local(Workers::default()),
        };
        on_cleanup(move || study.workers.dispose());
        study
    }

    /// Who sat at the table.
    pub fn names(&self) -> Vec<String> {
        let read = |text: &String| Record::read(text).ok();
        let record = self.record.with(|record| record.as_ref().and_then(read));
        record.map(|record| record.players.iter().map(ToString::to_string).collect()).unwrap_or_default()
    }

    /// Forgets everything, for another record or another player.
    pub fn clear(self) {
        self.workers.set_value(Workers::default());
        self.stage.set(Stage::Idle);
        self.of.set(None);
        self.judged.set(Vec::new());
        self.exactly.set(None);
        self.failed.set(None);
    }

    /// Begins, or goes on where it was stopped.
    pub fn start(self) {
        let Some(record) = self.record.get_untracked() else { return };
        self.failed.set(None);
        self.stage.set(Stage::Working);
        let request = WorkerRequest::Analyse { record, seat: self.seat.get_untracked() };
        let shares = Shares::from(self.judged.with_untracked(Vec::len));
        let mut workers = Workers { shares, ..Workers::default() };
        let mut failed = None;
        for _ in 0..self::workers() {
            let worker = workers.links.len();
            let hear = move |text: String| self.hear(worker, read_reply(&text));
            match WorkerLink::start_with(hear, move |why| self.lose(worker, &why)) {
                Ok(link) => {
                    link.ask(&request);
                    workers.links.push(link);
                    workers.shares.add();
                }
                Err(why) => failed = Some(why),
            }
        }
        // One that started is enough.
        match failed.filter(|_| workers.links.is_empty()) {
            Some(why) => self.fail(format!("The analysis stopped: {why}.")),
            None => self.workers.set_value(workers),
        }
    }

    /// Ends the workers at once, whatever they are thinking about; what is judged stays.
    pub fn stop(self) {
        self.workers.set_value(Workers::default());
        self.stage.set(Stage::Stopped);
    }

    fn hear(self, worker: usize, reply: WorkerReply) {
        match reply {
            WorkerReply::Analysed { decisions, measure } => {
                self.of.set(Some(decisions));
                self.measure.set(measure);
                self.finish(worker);
                self.go_on(worker);
            }
            WorkerReply::Judged { judged } => {
                if let Some(index) = self.finish(worker) {
                    self.note(index, *judged);
                }
                self.go_on(worker);
            }
            WorkerReply::Exactly { text } => {
                self.exactly.set(text);
                self.stage.set(Stage::Done);
                self.end_workers();
            }
            WorkerReply::Failed { text } => self.fail(text),
            _ => {}
        }
    }

    fn finish(self, worker: usize) -> Option<usize> {
        self.workers.try_update_value(|workers| workers.shares.finish(worker)).flatten()
    }

    /// A worker has broken: the others go on without it.
    fn lose(self, worker: usize, why: &str) {
        let left = self
            .workers
            .try_update_value(|workers| workers.shares.lose(worker).then(|| workers.shares.workers()));
        match left.flatten() {
            Some(workers) => (0..workers).for_each(|worker| self.go_on(worker)),
            None => self.fail(format!("The analysis stopped: {why}.")),
        }
    }

    fn fail(self, why: String) {
        self.stage.set(Stage::Stopped);
        self.failed.set(Some(why));
        self.end_workers();
    }

    /// Ends the workers, which take memory, as soon as the one that is being heard has finished speaking.
    fn end_workers(self) {
        let end = move || {
            if self.stage.try_get_untracked() != Some(Stage::Working) {
                self.workers.try_update_value(std::mem::take);
            }
        };
        set_timeout(end, Duration::ZERO);
    }

    /// Notes what a decision was worth, and shows what is known without a gap.
    fn note(self, index: usize, judged: Judged) {
        let shown = self.judged.with_untracked(Vec::len);
        let ready: Option<Vec<Judged>> = self.workers.try_update_value(|workers| {
            workers.early.insert(index, judged);
            (shown..).map_while(|index| workers.early.remove(&index)).collect()
        });
        if let Some(ready) = ready.filter(|ready| !ready.is_empty()) {
            self.judged.update(|all| all.extend(ready));
        }
    }

    /// Asks a worker for the next decision, if it has nothing to do; after the last, for what is known with every card.
    fn go_on(self, worker: usize) {
        if self.stage.try_get_untracked() != Some(Stage::Working) {
            return;
        }
        let (judged, of) =
            (self.judged.with_untracked(Vec::len), self.of.get_untracked().unwrap_or_default());
        self.workers.try_update_value(|workers| {
            let index = workers.shares.give(worker, judged, of);
            if let (Some(index), Some(link)) = (index, workers.links.get(worker)) {
                link.ask(&if index < of { WorkerRequest::Judge { index } } else { WorkerRequest::Exactly });
            }
        });
    }

    /// The mean of what the decisions cost, from 0 to 1.
    pub fn mean_loss(&self) -> f64 {
        self.judged
            .with(|judged| judged.iter().map(|one| one.loss.value).sum::<f64>() / judged.len().max(1) as f64)
    }
}
