//! Looking back at a record: what each decision of one player was worth. Workers of its own think about it, one decision
//! each, so that the page and the replay go on meanwhile, and it can be stopped at once.

use std::collections::BTreeMap;

use ::worker::read_reply;
use engine::Record;
use leptos::prelude::*;
use tables::{Analysis, Judged, WorkerReply, WorkerRequest};

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
    /// The decision that each of them was asked for last.
    about: Vec<usize>,
    /// The next decision to ask for.
    next: usize,
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
        let broke = move |why: String| {
            self.stage.set(Stage::Stopped);
            self.failed.set(Some(format!("The analysis stopped: {why}.")));
        };
        let request = WorkerRequest::Analyse { record, seat: self.seat.get_untracked() };
        let (number, next) = (workers(), self.judged.with_untracked(Vec::len));
        let mut workers = Workers { about: vec![next; number], next, ..Workers::default() };
        for worker in 0..number {
            match WorkerLink::start_with(move |text| self.hear(worker, read_reply(&text)), broke) {
                Ok(link) => {
                    link.ask(&request);
                    workers.links.push(link);
                }
                Err(why) => return broke(why),
            }
        }
        self.workers.set_value(workers);
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
                self.go_on(worker);
            }
            WorkerReply::Judged { judged } => {
                self.note(worker, *judged);
                self.go_on(worker);
            }
            WorkerReply::Exactly { text } => {
                self.exactly.set(text);
                self.stage.set(Stage::Done);
            }
            WorkerReply::Failed { text } => {
                self.stage.set(Stage::Stopped);
                self.failed.set(Some(text));
            }
            _ => {}
        }
    }

    /// Notes what a worker found, and shows what is known without a gap.
    fn note(self, worker: usize, judged: Judged) {
        let shown = self.judged.with_untracked(Vec::len);
        let ready: Option<Vec<Judged>> = self.workers.try_update_value(|workers| {
            let index = workers.about.get(worker).copied().unwrap_or_default();
            workers.early.insert(index, judged);
            (shown..).map_while(|index| workers.early.remove(&index)).collect()
        });
        if let Some(ready) = ready.filter(|ready| !ready.is_empty()) {
            self.judged.update(|all| all.extend(ready));
        }
    }

    /// Asks a worker for the next decision; the one that is last, for what is known with every card.
    fn go_on(self, worker: usize) {
        let (judged, of) =
            (self.judged.with_untracked(Vec::len), self.of.get_untracked().unwrap_or_default());
        self.workers.try_update_value(|workers| {
            let index = workers.next;
            // What comes after the last decision is asked for once, when all are judged.
            let waits = index > of || index == of && judged < of;
            if waits || self.stage.get_untracked() != Stage::Working {
                return;
            }
            workers.next += 1;
            if let (Some(link), Some(about)) = (workers.links.get(worker), workers.about.get_mut(worker)) {
                *about = index;
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
