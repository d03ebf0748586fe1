//! A table of one's own: one person, and bots on the other seats. It knows no clock; whoever runs it asks for the
//! bots' next move when the last one has been looked at.

use bots::Level;
use bots::advice::{BadDay, Day};
use bots::{BotStrategy as _, SolverMemory};
use engine::{Record, Seat, Seed, Viewer};
use games::with_game;
use protocol::{Ask, Order, Refusal, Tell};
use serde::{Deserialize, Serialize};

use crate::host::{self, TableHost};
use crate::meaning::understand;
use crate::order::{BadOrder, OrderExt};
use crate::question::Question;
use crate::replay::{Replay, Step};

/// What the solver may take of a browser's memory, in bytes.
const MEMORY: usize = 64 << 20;
/// So many deals are looked at for one that can be won.
const TRIES: u64 = 500;
/// The person's own seat.
const YOU: Seat = Seat::FIRST;

/// What a page wants of the worker beside it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WorkerRequest {
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
    /// For the deal of a day, by the usual rules of the game that has one.
    Daily {
        /// As in 2026-05-17.
        day: String,
    },
    /// For a deal that can be won, of a game that can be solved.
    Winnable {
        /// By these rules; its seed is where the search begins.
        order: Order,
    },
    /// Something of the table.
    Ask {
        /// What.
        what: Ask,
    },
}

/// What the worker says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WorkerReply {
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
    /// A deal that was asked for.
    Deal {
        /// Its seed, to open a table with.
        seed: Seed,
        /// What a club player makes of it, if it is the deal of a day.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        par: Option<u8>,
    },
    /// It could not be done at all.
    Failed {
        /// Why, in a sentence.
        text: String,
    },
}

/// Whatever the worker holds: a table, or a record to look at.
#[derive(Default)]
pub struct LocalTable {
    table: Option<(Box<dyn TableHost>, Level)>,
    replay: Option<Replay>,
    solver: Option<SolverMemory>,
    iterations: Option<u32>,
}

impl LocalTable {
    /// One where bots and hints search so many iterations, where there is time.
    pub fn searching(iterations: u32) -> Self {
        Self { iterations: Some(iterations), ..Self::default() }
    }

    /// Handles a request; `late` tells the bots when they have thought long enough.
    pub fn work(&mut self, request: WorkerRequest, late: Option<&dyn Fn() -> bool>) -> WorkerReply {
        match request {
            WorkerRequest::Open { order } => self.open(&order).unwrap_or_else(|error| failed(&error)),
            WorkerRequest::Resume { record, actions, bots } => {
                self.resume(&record, actions, &bots).unwrap_or_else(|text| WorkerReply::Failed { text })
            }
            WorkerRequest::Watch { record } => match Replay::load(&record) {
                Ok(replay) => self.show(replay),
                Err(error) => failed(&error),
            },
            WorkerRequest::Step { number } => match &self.replay {
                Some(replay) => shown(replay, number),
                None => WorkerReply::Failed { text: "No record is open. Open one first.".to_owned() },
            },
            WorkerRequest::Daily { day } => {
                self.daily(&day).unwrap_or_else(|text| WorkerReply::Failed { text })
            }
            WorkerRequest::Winnable { order } => self.winnable(&order).unwrap_or_else(|error| failed(&error)),
            WorkerRequest::Ask { what } => self.ask(what, late),
        }
    }

    fn daily(&mut self, day: &str) -> Result<WorkerReply, String> {
        let day: Day = day.parse().map_err(|error: BadDay| error.to_string())?;
        let game = bots::solvable_game().ok_or("No game here has a deal of the day.")?;
        let memory = solver(&mut self.solver);
        let found = with_game!(game, G => G::solvable().and_then(|deals| deals.daily(day, &Default::default(), memory)));
        let found = found.ok_or("There is no deal for this day. Try another.")?;
        Ok(WorkerReply::Deal { seed: found.seed, par: Some(found.par) })
    }

    fn winnable(&mut self, order: &Order) -> Result<WorkerReply, BadOrder> {
        let memory = solver(&mut self.solver);
        let found = with_game!(order.game()?, G => {
            let rules = order.setup::<G>()?.rules;
            G::solvable().and_then(|deals| deals.winnable(&order.seed, 0, TRIES, &rules, memory))
        });
        Ok(match found {
            Some(found) => WorkerReply::Deal { seed: found.seed, par: None },
            None => {
                let text =
                    "No deal was found that can be won by these rules. Try again, or choose other rules.";
                WorkerReply::Failed { text: text.to_owned() }
            }
        })
    }

    fn show(&mut self, replay: Replay) -> WorkerReply {
        let reply = shown(&replay, 0);
        self.replay = Some(replay);
        reply
    }

    fn open(&mut self, order: &Order) -> Result<WorkerReply, BadOrder> {
        let level = order.level()?;
        let host = host::open(order)?;
        Ok(self.seat(host, level))
    }

    fn resume(&mut self, record: &str, actions: Option<usize>, bots: &str) -> Result<WorkerReply, String> {
        let level = bots.parse().map_err(|error: bots::BadLevel| error.to_string())?;
        let record = Record::read(record).map_err(|error| error.to_string())?;
        let host = host::reopen(&record, actions).map_err(|error| error.to_string())?;
        Ok(self.seat(host, level))
    }

    fn seat(&mut self, mut host: Box<dyn TableHost>, level: Level) -> WorkerReply {
        if let Some(iterations) = self.iterations {
            host.set_iterations(iterations);
        }
        let what = Tell::Snapshot(Box::new(host.snapshot(Viewer::Seat(YOU))));
        let record = Some(host.record().write());
        self.table = Some((host, level));
        WorkerReply::Tell { what, record }
    }

    fn ask(&mut self, ask: Ask, late: Option<&dyn Fn() -> bool>) -> WorkerReply {
        let ask = match self.question(&ask) {
            Some(Question::Way) => return self.way(),
            Some(Question::Slip) => Ask::WhereLost,
            Some(Question::Chance) => Ask::CanWin,
            None => ask,
        };
        let ask = match ask {
            Ask::Phrase { seq, text, spoken, hold } => match &self.table {
                None => Ask::Look { since: None },
                Some((host, _)) => match understand(&**host, YOU, seq, &text, spoken, hold) {
                    Ok(ask) => ask,
                    Err(answer) => return tell(answer),
                },
            },
            ask => ask,
        };
        let Some((host, level)) = &mut self.table else {
            return WorkerReply::Failed { text: "There is no table. Open one first.".to_owned() };
        };
        let before = host.seq();
        let viewer = Viewer::Seat(YOU);
        let done = match ask {
            Ask::Look { since: None } => return tell(Tell::Snapshot(Box::new(host.snapshot(viewer)))),
            Ask::Look { since: Some(since) } => {
                return tell(Tell::Update(Box::new(host.update(viewer, since))));
            }
            Ask::Act { seq, .. } if seq != before => Err(Refusal::plain(
                "The table has changed meanwhile. Look again, then do it if you still want to.",
            )),
            // A phrase has become something else by now.
            Ask::Act { act, .. } | Ask::Phrase { text: act, .. } => host.act(YOU, &act),
            Ask::Undo => host.undo(),
            Ask::Redo => host.redo(),
            Ask::Next if host.to_act().is_none_or(|seat| seat == YOU) => Ok(()),
            Ask::Next => host.bot_moves(*level, late),
            Ask::Hint => match host.hint(YOU, late) {
                Ok((act, text)) => {
                    let what = Tell::Answer { text, act: Some(act) };
                    return WorkerReply::Tell { what, record: Some(host.record().write()) };
                }
                Err(refusal) => Err(refusal),
            },
            Ask::Why { text } => return tell(Tell::Answer { text: host.why(YOU, &text), act: None }),
            Ask::CanWin => match host.can_win(solver(&mut self.solver)) {
                Ok((text, act)) => {
                    let what = Tell::Answer { text, act };
                    return WorkerReply::Tell { what, record: Some(host.record().write()) };
                }
                Err(refusal) => Err(refusal),
            },
            Ask::WhereLost => match host.where_lost(solver(&mut self.solver)) {
                Ok(text) => {
                    let what = Tell::Answer { text, act: None };
                    return WorkerReply::Tell { what, record: Some(host.record().write()) };
                }
                Err(refusal) => Err(refusal),
            },
            Ask::Record => return tell(Tell::Record { text: host.record().write() }),
        };
        match done {
            Ok(()) => {
                let what = Tell::Update(Box::new(host.update(viewer, before)));
                WorkerReply::Tell { what, record: Some(host.record().write()) }
            }
            Err(refusal) => tell(Tell::Refused(refusal)),
        }
    }
}

impl LocalTable {
    /// The question about the whole deal that the words are, where someone could answer it.
    fn question(&mut self, ask: &Ask) -> Option<Question> {
        let Ask::Phrase { text, .. } = ask else { return None };
        let question = Question::read(text)?;
        self.table.as_mut()?.0.is_solvable().then_some(question)
    }

    /// A whole way to win, for those who want to know.
    fn way(&mut self) -> WorkerReply {
        let Some((host, _)) = &mut self.table else { return failed(&"There is no table. Open one first") };
        match host.way(solver(&mut self.solver)) {
            Ok(text) => {
                let what = Tell::Answer { text, act: None };
                WorkerReply::Tell { what, record: Some(host.record().write()) }
            }
            Err(refusal) => tell(Tell::Refused(refusal)),
        }
    }
}

fn solver(kept: &mut Option<SolverMemory>) -> &mut SolverMemory {
    kept.get_or_insert_with(|| SolverMemory::new(MEMORY))
}

fn shown(replay: &Replay, number: usize) -> WorkerReply {
    match replay.step(number) {
        Ok(step) => WorkerReply::Step { step: Box::new(step) },
        Err(error) => failed(&error),
    }
}

fn tell(what: Tell) -> WorkerReply {
    WorkerReply::Tell { what, record: None }
}

fn failed(error: &impl ToString) -> WorkerReply {
    WorkerReply::Failed { text: engine::seating::sentence(&format!("{}.", error.to_string())) }
}
