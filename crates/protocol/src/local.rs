//! A table of one's own: one person, and bots on the other seats. It knows no clock; whoever runs it asks for the
//! bots' next move when the last one has been looked at.

use bots::Level;
use engine::{Record, Seat, Viewer};
use serde::{Deserialize, Serialize};

use crate::desk::{self, Desk};
use crate::messages::{Ask, Refusal, Tell};
use crate::order::{BadOrder, Order};
use crate::replay::{Reel, Step};

/// The person's own seat.
const YOU: Seat = Seat::FIRST;

/// What a page wants of the worker beside it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "job", rename_all = "kebab-case")]
pub enum Job {
    /// To open a table.
    Open {
        /// As ordered.
        order: Order,
    },
    /// To go on with a game, from its record.
    Resume {
        /// The record.
        record: String,
        /// After so many of its actions; after all, if none.
        actions: Option<usize>,
        /// How well the others play.
        bots: String,
    },
    /// To look at a record.
    Watch {
        /// The record.
        record: String,
    },
    /// To see the record being watched after so many actions.
    Step {
        /// How many.
        number: usize,
    },
    /// Something of the table.
    Ask {
        /// What.
        what: Ask,
    },
}

/// What the worker says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "news", rename_all = "kebab-case")]
pub enum News {
    /// From the table.
    Tell {
        /// What.
        what: Tell,
        /// The record, whenever it has changed: worth keeping.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        record: Option<String>,
    },
    /// A position of the record being watched.
    Step {
        /// Which.
        step: Box<Step>,
    },
    /// It could not be done at all.
    Failed {
        /// Why, in a sentence.
        text: String,
    },
}

/// Whatever the worker holds: a table, or a record to look at.
#[derive(Default)]
pub struct Local {
    table: Option<(Box<dyn Desk>, Level)>,
    reel: Option<Reel>,
}

impl Local {
    /// Does a job; `late` tells the bots when they have thought long enough.
    pub fn work(&mut self, job: Job, late: Option<&dyn Fn() -> bool>) -> News {
        match job {
            Job::Open { order } => self.open(&order).unwrap_or_else(|error| failed(&error)),
            Job::Resume { record, actions, bots } => {
                self.resume(&record, actions, &bots).unwrap_or_else(|text| News::Failed { text })
            }
            Job::Watch { record } => match Reel::load(&record) {
                Ok(reel) => self.show(reel),
                Err(error) => failed(&error),
            },
            Job::Step { number } => match &self.reel {
                Some(reel) => shown(reel, number),
                None => News::Failed { text: "No record is open. Open one first.".to_owned() },
            },
            Job::Ask { what } => self.ask(what, late),
        }
    }

    fn show(&mut self, reel: Reel) -> News {
        let news = shown(&reel, 0);
        self.reel = Some(reel);
        news
    }

    fn open(&mut self, order: &Order) -> Result<News, BadOrder> {
        let level = order.level()?;
        let desk = desk::open(order)?;
        Ok(self.seat(desk, level))
    }

    fn resume(&mut self, record: &str, actions: Option<usize>, bots: &str) -> Result<News, String> {
        let level = bots.parse().map_err(|error: bots::BadLevel| error.to_string())?;
        let record = Record::read(record).map_err(|error| error.to_string())?;
        let desk = desk::reopen(&record, actions).map_err(|error| error.to_string())?;
        Ok(self.seat(desk, level))
    }

    fn seat(&mut self, desk: Box<dyn Desk>, level: Level) -> News {
        let what = Tell::Snapshot(Box::new(desk.snapshot(Viewer::Seat(YOU))));
        let record = Some(desk.record().write());
        self.table = Some((desk, level));
        News::Tell { what, record }
    }

    fn ask(&mut self, ask: Ask, late: Option<&dyn Fn() -> bool>) -> News {
        let Some((desk, level)) = &mut self.table else {
            return News::Failed { text: "There is no table. Open one first.".to_owned() };
        };
        let before = desk.seq();
        let viewer = Viewer::Seat(YOU);
        let done = match ask {
            Ask::Look { since: None } => return tell(Tell::Snapshot(Box::new(desk.snapshot(viewer)))),
            Ask::Look { since: Some(since) } => {
                return tell(Tell::Update(Box::new(desk.update(viewer, since))));
            }
            Ask::Act { seq, .. } | Ask::Phrase { seq, .. } if seq != before => Err(Refusal::plain(
                "The table has changed meanwhile. Look again, then do it if you still want to.",
            )),
            Ask::Act { act, .. } | Ask::Phrase { text: act, .. } => desk.act(YOU, &act),
            Ask::Undo => desk.undo(),
            Ask::Redo => desk.redo(),
            Ask::Next if desk.to_act().is_none_or(|seat| seat == YOU) => Ok(()),
            Ask::Next => desk.bot_moves(*level, late),
            Ask::Hint => match desk.hint(YOU) {
                Ok((act, text)) => {
                    let what = Tell::Answer { text, act: Some(act) };
                    return News::Tell { what, record: Some(desk.record().write()) };
                }
                Err(refusal) => Err(refusal),
            },
            Ask::Why { text } => return tell(Tell::Answer { text: desk.why(YOU, &text), act: None }),
            Ask::CanWin | Ask::WhereLost => Err(Refusal::plain("Nobody can tell at this table.")),
            Ask::Record => return tell(Tell::Record { text: desk.record().write() }),
        };
        match done {
            Ok(()) => {
                let what = Tell::Update(Box::new(desk.update(viewer, before)));
                News::Tell { what, record: Some(desk.record().write()) }
            }
            Err(refusal) => tell(Tell::Refused(refusal)),
        }
    }
}

fn shown(reel: &Reel, number: usize) -> News {
    match reel.step(number) {
        Ok(step) => News::Step { step: Box::new(step) },
        Err(error) => failed(&error),
    }
}

fn tell(what: Tell) -> News {
    News::Tell { what, record: None }
}

fn failed(error: &impl ToString) -> News {
    News::Failed { text: engine::seating::sentence(&format!("{}.", error.to_string())) }
}
