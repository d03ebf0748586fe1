//! A table of one's own: one person, and bots on the other seats. It knows no clock; whoever runs it asks for the
//! bots' next move when the last one has been looked at.

use bots::Level;
use bots::advice::{BadDay, Day};
use bots::{Brains as _, SolverMemory};
use engine::{Record, Seat, Seed, Viewer};
use games::with_game;
use serde::{Deserialize, Serialize};

use crate::desk::{self, Desk};
use crate::meaning::understand;
use crate::messages::{Ask, Refusal, Tell};
use crate::order::{BadOrder, Order};
use crate::question::Question;
use crate::replay::{Reel, Step};

/// What the solver may take of a browser's memory, in bytes.
const MEMORY: usize = 64 << 20;
/// So many deals are looked at for one that can be won.
const TRIES: u64 = 500;
/// The person's own seat.
const YOU: Seat = Seat::FIRST;

/// What a page wants of the worker beside it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
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
pub struct Local {
    table: Option<(Box<dyn Desk>, Level)>,
    reel: Option<Reel>,
    solver: Option<SolverMemory>,
    iterations: Option<u32>,
}

impl Local {
    /// One where bots and hints search so many iterations, where there is time.
    pub fn searching(iterations: u32) -> Self {
        Self { iterations: Some(iterations), ..Self::default() }
    }

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
            Job::Daily { day } => self.daily(&day).unwrap_or_else(|text| News::Failed { text }),
            Job::Winnable { order } => self.winnable(&order).unwrap_or_else(|error| failed(&error)),
            Job::Ask { what } => self.ask(what, late),
        }
    }

    fn daily(&mut self, day: &str) -> Result<News, String> {
        let day: Day = day.parse().map_err(|error: BadDay| error.to_string())?;
        let game = bots::solvable_game().ok_or("No game here has a deal of the day.")?;
        let memory = solver(&mut self.solver);
        let found = with_game!(game, G => G::solvable().and_then(|deals| deals.daily(day, &Default::default(), memory)));
        let found = found.ok_or("There is no deal for this day. Try another.")?;
        Ok(News::Deal { seed: found.seed, par: Some(found.par) })
    }

    fn winnable(&mut self, order: &Order) -> Result<News, BadOrder> {
        let memory = solver(&mut self.solver);
        let found = with_game!(order.game()?, G => {
            let rules = order.setup::<G>()?.rules;
            G::solvable().and_then(|deals| deals.winnable(&order.seed, 0, TRIES, &rules, memory))
        });
        Ok(match found {
            Some(found) => News::Deal { seed: found.seed, par: None },
            None => {
                let text =
                    "No deal was found that can be won by these rules. Try again, or choose other rules.";
                News::Failed { text: text.to_owned() }
            }
        })
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

    fn seat(&mut self, mut desk: Box<dyn Desk>, level: Level) -> News {
        if let Some(iterations) = self.iterations {
            desk.set_iterations(iterations);
        }
        let what = Tell::Snapshot(Box::new(desk.snapshot(Viewer::Seat(YOU))));
        let record = Some(desk.record().write());
        self.table = Some((desk, level));
        News::Tell { what, record }
    }

    fn ask(&mut self, ask: Ask, late: Option<&dyn Fn() -> bool>) -> News {
        let ask = match self.question(&ask) {
            Some(Question::Way) => return self.way(),
            Some(Question::Slip) => Ask::WhereLost,
            Some(Question::Chance) => Ask::CanWin,
            None => ask,
        };
        let ask = match ask {
            Ask::Phrase { seq, text, spoken, hold } => match &self.table {
                None => Ask::Look { since: None },
                Some((desk, _)) => match understand(&**desk, YOU, seq, &text, spoken, hold) {
                    Ok(ask) => ask,
                    Err(answer) => return tell(answer),
                },
            },
            ask => ask,
        };
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
            Ask::Act { seq, .. } if seq != before => Err(Refusal::plain(
                "The table has changed meanwhile. Look again, then do it if you still want to.",
            )),
            // A phrase has become something else by now.
            Ask::Act { act, .. } | Ask::Phrase { text: act, .. } => desk.act(YOU, &act),
            Ask::Undo => desk.undo(),
            Ask::Redo => desk.redo(),
            Ask::Next if desk.to_act().is_none_or(|seat| seat == YOU) => Ok(()),
            Ask::Next => desk.bot_moves(*level, late),
            Ask::Hint => match desk.hint(YOU, late) {
                Ok((act, text)) => {
                    let what = Tell::Answer { text, act: Some(act) };
                    return News::Tell { what, record: Some(desk.record().write()) };
                }
                Err(refusal) => Err(refusal),
            },
            Ask::Why { text } => return tell(Tell::Answer { text: desk.why(YOU, &text), act: None }),
            Ask::CanWin => match desk.can_win(solver(&mut self.solver)) {
                Ok((text, act)) => {
                    let what = Tell::Answer { text, act };
                    return News::Tell { what, record: Some(desk.record().write()) };
                }
                Err(refusal) => Err(refusal),
            },
            Ask::WhereLost => match desk.where_lost(solver(&mut self.solver)) {
                Ok(text) => {
                    let what = Tell::Answer { text, act: None };
                    return News::Tell { what, record: Some(desk.record().write()) };
                }
                Err(refusal) => Err(refusal),
            },
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

impl Local {
    /// The question about the whole deal that the words are, where someone could answer it.
    fn question(&mut self, ask: &Ask) -> Option<Question> {
        let Ask::Phrase { text, .. } = ask else { return None };
        let question = Question::read(text)?;
        self.table.as_mut()?.0.is_solvable().then_some(question)
    }

    /// A whole way to win, for those who want to know.
    fn way(&mut self) -> News {
        let Some((desk, _)) = &mut self.table else { return failed(&"There is no table. Open one first") };
        match desk.way(solver(&mut self.solver)) {
            Ok(text) => {
                let what = Tell::Answer { text, act: None };
                News::Tell { what, record: Some(desk.record().write()) }
            }
            Err(refusal) => tell(Tell::Refused(refusal)),
        }
    }
}

fn solver(kept: &mut Option<SolverMemory>) -> &mut SolverMemory {
    kept.get_or_insert_with(|| SolverMemory::new(MEMORY))
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
