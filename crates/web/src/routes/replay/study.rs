//! Looking back at a record: what each decision of one player was worth. A worker of its own thinks about it, so that the
//! page and the replay go on meanwhile, and it can be stopped at once.

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
    link: StoredValue<Option<WorkerLink>, LocalStorage>,
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
            link: StoredValue::new_local(None),
        };
        on_cleanup(move || study.link.dispose());
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
        self.link.set_value(None);
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
        match WorkerLink::start_with(move |text| self.hear(read_reply(&text)), broke) {
            Ok(link) => self.link.set_value(Some(link)),
            Err(why) => return broke(why),
        }
        self.send(&WorkerRequest::Analyse { record, seat: self.seat.get_untracked() });
    }

    /// Ends the worker at once, whatever it is thinking about; what is judged stays.
    pub fn stop(self) {
        self.link.set_value(None);
        self.stage.set(Stage::Stopped);
    }

    fn send(self, request: &WorkerRequest) {
        self.link.with_value(|link| link.iter().for_each(|link| link.ask(request)));
    }

    fn hear(self, reply: WorkerReply) {
        match reply {
            WorkerReply::Analysed { decisions, measure } => {
                self.of.set(Some(decisions));
                self.measure.set(measure);
                self.next();
            }
            WorkerReply::Judged { judged } => {
                self.judged.update(|all| all.push(*judged));
                self.next();
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

    /// Asks for the next decision, and at last for what is known with every card.
    fn next(self) {
        let index = self.judged.with_untracked(Vec::len);
        let more = self.of.get_untracked().is_some_and(|of| index < of);
        self.send(&if more { WorkerRequest::Judge { index } } else { WorkerRequest::Exactly });
    }

    /// The mean of what the decisions cost, from 0 to 1.
    pub fn mean_loss(&self) -> f64 {
        self.judged
            .with(|judged| judged.iter().map(|one| one.loss.value).sum::<f64>() / judged.len().max(1) as f64)
    }
}
