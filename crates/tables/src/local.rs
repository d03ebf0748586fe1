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
use crate::progress::Progress;
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
        /// What has changed in the table's record since the last reply.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        progress: Option<Progress>,
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
                Ok(replay) => step(self.replay.insert(replay), 0),
                Err(error) => failed(&error),
            },
            WorkerRequest::Step { number } => match &mut self.replay {
                Some(replay) => step(replay, number),
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
        let memory = ready(&mut self.solver);
        let found = with_game!(game, G => G::solvable().and_then(|deals| deals.daily(day, &Default::default(), memory)));
        let found = found.ok_or("There is no deal for this day. Try another.")?;
        Ok(WorkerReply::Deal { seed: found.seed, par: Some(found.par) })
    }

    fn winnable(&mut self, order: &Order) -> Result<WorkerReply, BadOrder> {
        let memory = ready(&mut self.solver);
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
        let progress = Some(Progress::Opened(Box::new(host.record())));
        self.table = Some((host, level));
        WorkerReply::Tell { what, progress }
    }

    fn ask(&mut self, ask: Ask, late: Option<&dyn Fn() -> bool>) -> WorkerReply {
        let Some((host, level)) = &mut self.table else {
            return WorkerReply::Failed { text: "There is no table. Open one first.".to_owned() };
        };
        let (actions, assists) = (host.actions(), host.assists());
        let what = answer(&mut **host, *level, &mut self.solver, ask, late).unwrap_or_else(Tell::Refused);
        // Everything that a table does either lengthens its log or shortens it.
        let kept = actions.min(host.actions());
        let changed = (host.actions(), host.assists()) != (actions, assists);
        WorkerReply::Tell { what, progress: changed.then(|| host.progress(kept)) }
    }
}

fn answer(
    host: &mut dyn TableHost,
    level: Level,
    solver: &mut Option<SolverMemory>,
    ask: Ask,
    late: Option<&dyn Fn() -> bool>,
) -> Result<Tell, Refusal> {
    let ask = match question(host, &ask) {
        Some(Question::Way) => {
            return Ok(Tell::Answer { text: host.way(ready(solver))?, act: None });
        }
        Some(Question::Slip) => Ask::WhereLost,
        Some(Question::Chance) => Ask::CanWin,
        None => ask,
    };
    let ask = match ask {
        Ask::Phrase { seq, text, spoken, hold } => match understand(host, YOU, seq, &text, spoken, hold) {
            Ok(ask) => ask,
            Err(answer) => return Ok(answer),
        },
        ask => ask,
    };
    let before = host.seq();
    let viewer = Viewer::Seat(YOU);
    match ask {
        Ask::Look { since: None } => return Ok(Tell::Snapshot(Box::new(host.snapshot(viewer)))),
        Ask::Look { since: Some(since) } => return Ok(Tell::Update(Box::new(host.update(viewer, since)))),
        Ask::Act { seq, .. } if seq != before => {
            return Err(Refusal::plain(
                "The table has changed meanwhile. Look again, then do it if you still want to.",
            ));
        }
        // A phrase has become something else by now.
        Ask::Act { act, .. } | Ask::Phrase { text: act, .. } => host.act(YOU, &act)?,
        Ask::Undo => host.undo()?,
        Ask::Redo => host.redo()?,
        Ask::Next => bot_moves(host, level, late)?,
        Ask::Hint => {
            let (act, text) = host.hint(YOU, late)?;
            return Ok(Tell::Answer { text, act: Some(act) });
        }
        Ask::Why { text } => return Ok(Tell::Answer { text: host.why(YOU, &text), act: None }),
        Ask::CanWin => {
            let (text, act) = host.can_win(ready(solver))?;
            return Ok(Tell::Answer { text, act });
        }
        Ask::WhereLost => {
            return Ok(Tell::Answer { text: host.where_lost(ready(solver))?, act: None });
        }
        Ask::Record => return Ok(Tell::Record { text: host.record().write() }),
    }
    Ok(Tell::Update(Box::new(host.update(viewer, before))))
}

/// Lets a bot do what is up to the seat on turn, unless that is the person's own.
fn bot_moves(host: &mut dyn TableHost, level: Level, late: Option<&dyn Fn() -> bool>) -> Result<(), Refusal> {
    let Some(seat) = host.to_act().filter(|&seat| seat != YOU) else { return Ok(()) };
    let act = host.thought(level).and_then(|thought| thought(late));
    let act =
        act.ok_or_else(|| Refusal::plain("A player has nothing to do. Please keep this game's record."))?;
    host.act(seat, &act)
}

/// The question about the whole deal that the words are, where it can be answered.
fn question(host: &mut dyn TableHost, ask: &Ask) -> Option<Question> {
    let Ask::Phrase { text, .. } = ask else { return None };
    let question = Question::read(text)?;
    host.is_solvable().then_some(question)
}

fn ready(kept: &mut Option<SolverMemory>) -> &mut SolverMemory {
    kept.get_or_insert_with(|| SolverMemory::new(MEMORY))
}

fn step(replay: &mut Replay, number: usize) -> WorkerReply {
    WorkerReply::Step { step: Box::new(replay.step(number)) }
}

fn failed(error: &impl ToString) -> WorkerReply {
    WorkerReply::Failed { text: engine::seating::sentence(&format!("{}.", error.to_string())) }
}
