//! A table of one's own: one person, and bots on the other seats. It knows no clock; its caller asks for the
//! bots' next move when the last one has been looked at.

use bots::Level;
use bots::advice::{BadDay, Day};
use bots::{BotStrategy as _, SolverMemory, parallel};
use engine::{Outcome, Record, Seat, Seed, Viewer};
use games::{AnyGame, ListedGame, with_game};
use protocol::{Ask, Asked, Line, Order, Refusal, Tell, codes};
use serde::{Deserialize, Serialize};

use crate::analysis::{Analysis, Judged, usual_effort};
use crate::host::{self, TableHost};
use crate::lesson::{self, BeatShown, Guide};
use crate::meaning::understand;
use crate::order::{BadOrder, OrderExt};
use crate::progress::Progress;
use crate::question::Question;
use crate::replay::{Replay, Step};
use crate::tips::{TipShown, Tips};
use crate::why_not::explain;

/// What the solver may take of a browser's memory, in bytes.
const MEMORY: usize = 64 << 20;
/// The number of deals searched for one that can be won.
const TRIES: u64 = 500;
/// The number of deals tried for one in which a newcomer acts first.
const FIRST_TRIES: u64 = 60;
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
    /// To open a table for a newcomer, who acts first if such a deal is found soon.
    Welcome {
        /// As ordered; its seed is where the search begins.
        order: Order,
    },
    /// To resume a game, from its record.
    Resume {
        /// The record.
        record: String,
        /// The number of its actions to play; all of them by default.
        actions: Option<usize>,
        /// How well the others play.
        bots: String,
    },
    /// To be taught a game.
    Learn {
        /// The game's id, or the name of a preset that is a game.
        game: String,
        /// Which of its lessons, from 1.
        number: usize,
    },
    /// To explain what happens for the first time, beside the replies.
    Tips {
        /// Whether that is wanted, and what has been met.
        tips: Tips,
    },
    /// To look back at the decisions of one seat in a record.
    Analyse {
        /// The record.
        record: String,
        /// Whose decisions.
        seat: usize,
    },
    /// To judge one decision of the record that is being analysed.
    Judge {
        /// Which, from 0.
        index: usize,
    },
    /// To say where the game being analysed was lost, with every card known.
    Exactly,
    /// To look at a record.
    Watch {
        /// The record.
        record: String,
    },
    /// To see the record being watched after this number of actions.
    Step {
        /// How many.
        number: usize,
    },
    /// To be told what happened at every action of the record being watched.
    Story,
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
        /// The question or action.
        what: Ask,
    },
}

/// What the worker says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WorkerReply {
    /// From the table.
    Tell {
        /// The answer.
        what: Tell,
        /// What has changed in the table's record since the last reply.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        progress: Option<Progress>,
    },
    /// A position of the record being watched.
    Step {
        /// The position after that action.
        step: Box<Step>,
    },
    /// What happened at every action of the record being watched.
    Story {
        /// A sentence or two for each.
        lines: Vec<String>,
    },
    /// A deal that was asked for.
    Deal {
        /// Its seed, to open a table with.
        seed: Seed,
        /// What a club player makes of it, if it is the deal of a day.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        par: Option<u8>,
    },
    /// Where the lesson is; it comes before the reply that it belongs to.
    Beat {
        /// The beat; none once the lesson is over.
        beat: Option<Box<BeatShown>>,
    },
    /// What is to be kept of the tips; it comes before the reply that it belongs to.
    Tips {
        /// Whether they are wanted, and what has been met.
        tips: Tips,
        /// Those that are new.
        new: Vec<TipShown>,
    },
    /// A record can be analysed.
    Analysed {
        /// The number of decisions.
        decisions: usize,
        /// What losses are measured in, after "in".
        measure: String,
    },
    /// What a decision was worth.
    Judged {
        /// The decision.
        judged: Box<Judged>,
    },
    /// Where the game was lost, with every card known.
    Exactly {
        /// A sentence; none in a game that has no solver.
        text: Option<String>,
    },
    /// It could not be done at all.
    Failed {
        /// Why, in a sentence.
        text: String,
    },
}

/// Someone outside who plays on every seat but the person's own: a program.
pub trait ExternalPlayer: Send {
    /// What it does on this seat now, in notation, or how it failed to say so.
    fn decide(&mut self, host: &dyn TableHost, seat: Seat) -> Result<String, String>;

    /// The game is over.
    fn end(&mut self, outcome: &Outcome);
}

/// Whatever the worker holds: a table, or a record to look at.
#[derive(Default)]
pub struct LocalTable {
    table: Option<(Box<dyn TableHost>, Level)>,
    replay: Option<Replay>,
    solver: Option<SolverMemory>,
    iterations: Option<u32>,
    threads: Option<usize>,
    guide: Option<Guide>,
    tips: Option<Tips>,
    new_tips: bool,
    /// Tips that are told beside the replies; none where they are lines of the game.
    apart: Option<Vec<TipShown>>,
    /// The beat that was told last beside the replies.
    told: Option<BeatShown>,
    analysis: Option<Analysis>,
    /// Decisions that were judged before they were asked for, from that index on.
    ahead: (usize, Vec<Judged>),
    external: Option<Box<dyn ExternalPlayer>>,
}

impl LocalTable {
    /// Lets someone outside play instead of the bots; where they fail, any legal action is done.
    pub fn invite(&mut self, external: Box<dyn ExternalPlayer>) {
        self.external = Some(external);
    }

    /// One where bots and hints search this number of iterations, where there is time.
    pub fn searching(iterations: u32) -> Self {
        Self { iterations: Some(iterations), ..Self::default() }
    }

    /// Lets bots, hints and the analysis use this number of threads. What they say stays the same, unless time runs out.
    pub fn use_threads(&mut self, threads: usize) {
        self.threads = Some(threads);
    }

    /// Handles a request; `late` tells the bots when they have thought long enough.
    pub fn work(&mut self, request: WorkerRequest, late: Option<&dyn Fn() -> bool>) -> WorkerReply {
        match request {
            WorkerRequest::Open { order } => self.open(&order).unwrap_or_else(|error| failed(&error)),
            WorkerRequest::Welcome { order } => {
                self.open(&acting_first(order)).unwrap_or_else(|error| failed(&error))
            }
            WorkerRequest::Resume { record, actions, bots } => {
                self.resume(&record, actions, &bots).unwrap_or_else(|text| WorkerReply::Failed { text })
            }
            WorkerRequest::Learn { game, number } => {
                self.learn(&game, number).unwrap_or_else(|text| WorkerReply::Failed { text })
            }
            WorkerRequest::Tips { tips } => {
                self.show_tips(tips.clone());
                self.apart = Some(Vec::new());
                WorkerReply::Tips { tips, new: Vec::new() }
            }
            WorkerRequest::Analyse { record, seat } => {
                self.analyse(&record, seat).unwrap_or_else(|text| WorkerReply::Failed { text })
            }
            WorkerRequest::Judge { index } => {
                let judged = self.judge(index);
                judged.map_or_else(nothing_open, |judged| WorkerReply::Judged { judged: Box::new(judged) })
            }
            WorkerRequest::Exactly => match &self.analysis {
                Some(analysis) => WorkerReply::Exactly { text: analysis.exactly(ready(&mut self.solver)) },
                None => nothing_open(),
            },
            WorkerRequest::Watch { record } => match Replay::load(&record) {
                Ok(replay) => step(self.replay.insert(replay), 0),
                Err(error) => failed(&error),
            },
            WorkerRequest::Step { number } => match &mut self.replay {
                Some(replay) => step(replay, number),
                None => nothing_open(),
            },
            WorkerRequest::Story => match &mut self.replay {
                Some(replay) => WorkerReply::Story { lines: replay.story() },
                None => nothing_open(),
            },
            WorkerRequest::Daily { day } => {
                self.daily(&day).unwrap_or_else(|text| WorkerReply::Failed { text })
            }
            WorkerRequest::Winnable { order } => self.winnable(&order).unwrap_or_else(|error| failed(&error)),
            WorkerRequest::Ask { what } => self.ask(what, late),
        }
    }

    fn analyse(&mut self, record: &str, seat: usize) -> Result<WorkerReply, String> {
        let told = |error: &dyn std::fmt::Display| engine::seating::sentence(&format!("{error}."));
        let record = Record::read(record).map_err(|error| told(&error))?;
        let analysis = Analysis::load(&record, seat, |game| usual_effort(game, &record))
            .map_err(|error| told(&error))?;
        let (decisions, measure) = (analysis.len(), analysis.measure().to_owned());
        (self.analysis, self.ahead) = (Some(analysis), Default::default());
        Ok(WorkerReply::Analysed { decisions, measure })
    }

    /// Judges a decision, and with more than one thread those after it too.
    fn judge(&mut self, index: usize) -> Option<Judged> {
        let analysis = self.analysis.as_ref()?;
        let (first, judged) = &self.ahead;
        if let Some(known) = index.checked_sub(*first).and_then(|place| judged.get(place)) {
            return Some(known.clone());
        }
        let threads = self.threads.unwrap_or(1);
        let wanted: Vec<usize> = (index..analysis.len().min(index.saturating_add(threads))).collect();
        let judged = parallel::map(&wanted, threads, |&index| analysis.judge(index));
        self.ahead = (index, judged.into_iter().flatten().collect());
        self.ahead.1.first().cloned()
    }

    /// What is told beside the next reply, before it: where the lesson is, and tips.
    pub fn asides(&mut self) -> Vec<WorkerReply> {
        let mut asides = Vec::new();
        let beat = self.beat();
        if self.told != beat {
            self.told.clone_from(&beat);
            asides.push(WorkerReply::Beat { beat: beat.map(Box::new) });
        }
        if let Some(tips) = self.new_tips() {
            let new = self.apart.as_mut().map(std::mem::take).unwrap_or_default();
            asides.push(WorkerReply::Tips { tips, new });
        }
        asides
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

    fn learn(&mut self, game: &str, number: usize) -> Result<WorkerReply, String> {
        let listed = ListedGame::all().into_iter().find(|listed| listed.id == game);
        let lessons = listed.map(lesson::lessons).unwrap_or_default();
        let last = lessons.len();
        let lesson = number.checked_sub(1).and_then(|index| lessons.into_iter().nth(index));
        let lesson = lesson.ok_or_else(|| match last {
            0 => format!("There is no lesson for \"{game}\" yet. Read its rules, and play."),
            _ => format!("There is no lesson {number} for \"{game}\"; they are numbered from 1 to {last}."),
        })?;
        let reply = self.open(&lesson::lesson_order(&lesson)).map_err(|error| error.to_string())?;
        self.guide = Some(Guide::new(lesson));
        Ok(reply)
    }

    /// Explains what happens for the first time from now on; these have been met.
    pub fn show_tips(&mut self, tips: Tips) {
        (self.tips, self.new_tips) = (Some(tips), false);
    }

    /// What is to be kept of the tips, if that has changed since the last call.
    pub fn new_tips(&mut self) -> Option<Tips> {
        let changed = std::mem::take(&mut self.new_tips);
        self.tips.clone().filter(|_| changed)
    }

    /// Where the lesson is; none where nothing is taught, or no more.
    pub fn beat(&self) -> Option<BeatShown> {
        let (host, _) = self.table.as_ref()?;
        self.guide.as_ref()?.shown(&**host)
    }

    fn seat(&mut self, mut host: Box<dyn TableHost>, level: Level) -> WorkerReply {
        self.guide = None;
        host.set_search(self.iterations, self.threads.unwrap_or(1));
        host.grant_hints();
        let what = Tell::Snapshot(Box::new(host.snapshot(Viewer::Seat(YOU))));
        let progress = Some(Progress::Opened(Box::new(host.record())));
        self.table = Some((host, level));
        WorkerReply::Tell { what, progress }
    }

    fn ask(&mut self, ask: Ask, late: Option<&dyn Fn() -> bool>) -> WorkerReply {
        let Some((host, level)) = &mut self.table else {
            return WorkerReply::Failed { text: "There is no table. Open one first.".to_owned() };
        };
        if let (Ask::Phrase { text, .. }, Some(tips)) = (&ask, &mut self.tips)
            && let Some(answer) = tips.obey(text)
        {
            self.new_tips = true;
            let what = Tell::Answer { text: answer.to_owned(), act: None };
            return WorkerReply::Tell { what, progress: None };
        }
        let before = host.seq();
        let (actions, assists) = (host.actions(), host.assists());
        let taught = self.guide.as_mut().and_then(|guide| guide.answer(&mut **host, &ask));
        let what = taught.unwrap_or_else(|| {
            let external = self.external.as_deref_mut();
            answer(&mut **host, Others { level: *level, external }, &mut self.solver, ask, late)
        });
        let mut what = what.unwrap_or_else(Tell::Refused);
        // A lesson explains what it shows.
        if let (Tell::Update(update), Some(tips), None) = (&mut what, &mut self.tips, &self.guide) {
            let game = host.record().game;
            let mut new = host.tips(Viewer::Seat(YOU), before);
            new.retain(|(tip, _)| tips.meet(&game, tip));
            self.new_tips |= !new.is_empty();
            match &mut self.apart {
                Some(apart) => {
                    apart.extend(new.into_iter().map(|(tip, line)| TipShown::new(&game, &tip, line)));
                }
                None => update.lines.extend(new.iter().map(|(tip, _)| Line::new(tip.line()))),
            }
        }
        self.guide.take_if(|guide| guide.is_over());
        // Everything that a table does either lengthens its log or shortens it.
        let kept = actions.min(host.actions());
        let changed = (host.actions(), host.assists()) != (actions, assists);
        WorkerReply::Tell { what, progress: changed.then(|| host.progress(kept)) }
    }
}

/// The order with a seed by which the person acts first, if one is found soon.
fn acting_first(order: Order) -> Order {
    let first = |order: &Order| host::open(order).map_or(true, |host| host.to_act() == Some(YOU));
    let others = (1..FIRST_TRIES).map(|number| Order { seed: order.seed.child(number), ..order.clone() });
    let found = [order.clone()].into_iter().chain(others).find(first);
    found.unwrap_or(order)
}

/// Who plays on the other seats.
struct Others<'a> {
    level: Level,
    external: Option<&'a mut (dyn ExternalPlayer + 'static)>,
}

fn answer(
    host: &mut dyn TableHost,
    others: Others,
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
    let (before, viewer) = (host.seq(), Viewer::Seat(YOU));
    match ask {
        Ask::Act { seq, .. }
        | Ask::Undo { seq }
        | Ask::Redo { seq }
        | Ask::Hint { seq }
        | Ask::Finish { seq }
            if seq != before =>
        {
            return Err(Refusal::stale());
        }
        // A phrase has become something else by now.
        Ask::Act { act, .. } | Ask::Phrase { text: act, .. } => host.act(YOU, &act)?,
        Ask::Undo { .. } => host.undo()?,
        Ask::Redo { .. } => host.redo()?,
        Ask::Next => bot_moves(host, others, late)?,
        Ask::Finish { .. } => finish(host)?,
        Ask::Hint { .. } => {
            let (act, text) = host.hint(YOU, late)?;
            return Ok(Tell::Answer { text, act: Some(act) });
        }
        Ask::CanWin => {
            let (text, act) = host.can_win(ready(solver))?;
            return Ok(Tell::Answer { text, act });
        }
        Ask::WhereLost => {
            return Ok(Tell::Answer { text: host.where_lost(ready(solver))?, act: None });
        }
        Ask::Look { .. } | Ask::Log { .. } | Ask::Why { .. } | Ask::Decide | Ask::History | Ask::Record => {
            return inform(host, ask);
        }
    }
    Ok(Tell::Update(Box::new(host.update(viewer, before))))
}

/// Answers what changes nothing.
fn inform(host: &dyn TableHost, ask: Ask) -> Result<Tell, Refusal> {
    let viewer = Viewer::Seat(YOU);
    Ok(match ask {
        Ask::Look { since: Some(since) } => Tell::Update(Box::new(host.update(viewer, since))),
        Ask::Log { before } => {
            let (lines, earlier) = host.lines_before(viewer, before, usize::MAX);
            Tell::Log { earlier, lines }
        }
        Ask::Why { text } => explain(host, YOU, &text),
        Ask::Decide => {
            let decision = host.decision().filter(|_| host.to_act() == Some(YOU));
            let decision =
                decision.ok_or_else(|| Refusal::new(codes::NOT_YOUR_TURN, "It is not your turn."))?;
            let (seq, start) = (host.seq(), host.start(YOU, 3600.0));
            Tell::Decide(Box::new(Asked { seq, start, decision }))
        }
        Ask::History => Tell::History { chapters: host.history(viewer, usize::MAX) },
        Ask::Record => Tell::Record { text: host.record().write() },
        _ => Tell::Snapshot(Box::new(host.snapshot(viewer))),
    })
}

/// Lets a bot do what is up to the seat on turn, unless that is the person's own.
fn bot_moves(
    host: &mut dyn TableHost,
    others: Others,
    late: Option<&dyn Fn() -> bool>,
) -> Result<(), Refusal> {
    let Some(seat) = host.to_act().filter(|&seat| seat != YOU) else { return Ok(()) };
    let Some(external) = others.external else { return think(host, seat, others.level, late) };
    let done = external
        .decide(host, seat)
        .and_then(|act| host.act(seat, &act).map_err(|refusal| format!("illegal: {act}: {}", refusal.text)));
    if let Err(why) = done {
        think(host, seat, Level::Random, late)?;
        host.note_fallback(&why);
    }
    if let Some(outcome) = host.record().outcome {
        external.end(&outcome);
    }
    Ok(())
}

fn think(
    host: &mut dyn TableHost,
    seat: Seat,
    level: Level,
    late: Option<&dyn Fn() -> bool>,
) -> Result<(), Refusal> {
    let act = host.thought(level).and_then(|thought| thought(late));
    let act = act.ok_or_else(|| {
        Refusal::new(codes::FAILED, "A player has nothing to do. Please keep this game's record.")
    })?;
    host.act(seat, &act)
}

/// Does the one thing that there is to do, for everyone, until the game is over.
fn finish(host: &mut dyn TableHost) -> Result<(), Refusal> {
    let game = AnyGame::find(&host.recent_snapshot(Viewer::Public, 0).game);
    if game.is_none_or(|(game, _)| game.has_choices()) {
        let text = "In this game there is something to decide. Play on, or ask for a hint.";
        return Err(Refusal::new(codes::NOT_HERE, text));
    }
    while let Some(seat) = host.to_act()
        && let Some(only) = host.choices(seat).into_iter().next()
    {
        host.act(seat, &only.act)?;
    }
    Ok(())
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

fn nothing_open() -> WorkerReply {
    WorkerReply::Failed { text: "No record is open. Open one first.".to_owned() }
}

fn failed(error: &impl ToString) -> WorkerReply {
    WorkerReply::Failed { text: engine::seating::sentence(&format!("{}.", error.to_string())) }
}
