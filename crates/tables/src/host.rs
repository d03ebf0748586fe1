//! A table of whatever game, behind one face.

use bots::advice::{self, Chance, Slip};
use bots::{Bot, BotStrategy, Budget, Level, Player, SolverMemory};
use engine::scene::Scene;
use engine::table::{Assistance, Assists, Refused};
use engine::{Act, BadRecord, Dice, Game, Name, Options, Present, Record, Seat, Setup, Table, Viewer};
use games::with_game;
use phrases::{By, Listener, Meant, Reason};
use protocol::bot::{Decision, Start};
use protocol::{Chapter, Choice, Line, Order, Refusal, Snapshot, Standing, Update, VERSION, codes};

use crate::decision;
use crate::history;
use crate::meaning::Heard;
use crate::order::{self, BadOrder, OrderExt};
use crate::played::recorded_game;
use crate::progress::Progress;
use crate::refusing::{refusal, unanswered};
use crate::tips::Tip;
use crate::why_not;

/// A decision to be thought out: asked now and then whether it is late, it ends with a notation.
pub type DecisionTask = Box<dyn FnOnce(Option<&dyn Fn() -> bool>) -> Option<String> + Send>;

/// A table that speaks the protocol, whatever is played on it.
pub trait TableHost: Send + Sync {
    /// The number of the last change.
    fn seq(&self) -> u64;

    /// Everything that this viewer needs to begin.
    fn snapshot(&self, viewer: Viewer) -> Snapshot {
        self.recent_snapshot(viewer, usize::MAX)
    }

    /// The same with the last lines of the log only, about as many as asked for.
    fn recent_snapshot(&self, viewer: Viewer, lines: usize) -> Snapshot;

    /// The last lines before that change for this viewer, about `most`, and the change they begin with if there are
    /// still older ones.
    fn lines_before(&self, viewer: Viewer, before: u64, most: usize) -> (Vec<Line>, Option<u64>);

    /// What happened since that change, for this viewer.
    fn update(&self, viewer: Viewer, since: u64) -> Update;

    /// What happened since that change, in sentences for this viewer.
    fn lines(&self, viewer: Viewer, since: u64) -> Vec<Line>;

    /// The table as this viewer sees it.
    fn scene(&self, viewer: Viewer) -> Scene;

    /// What this seat can do now.
    fn choices(&self, seat: Seat) -> Vec<Choice>;

    /// The words that the rules know, where the game listens.
    fn sayings(&self) -> &'static [&'static str];

    /// What this table grants.
    fn assistance(&self) -> Assistance;

    /// Whether something can be undone.
    fn can_undo(&self) -> bool;

    /// Whether something that was undone can be done again.
    fn can_redo(&self) -> bool;

    /// Whose turn it is.
    fn to_act(&self) -> Option<Seat>;

    /// Does what the notation says.
    fn act(&mut self, seat: Seat, notation: &str) -> Result<(), Refusal>;

    /// Whether that seat could do what the notation says, without doing it.
    fn check(&self, seat: Seat, notation: &str) -> Result<(), Refusal>;

    /// Someone else sits there from now on.
    fn rename(&mut self, seat: Seat, name: Name);

    /// What a bot would do for the seat on turn, to be thought out wherever there is time for it: it takes along what
    /// that seat sees, and dice that follow from the seed and the number of actions. So a bot decides the same at
    /// every table with this record, on a server or at home.
    fn thought(&self, level: Level) -> Option<DecisionTask>;

    /// What a program that plays for the seat on turn is asked; none if the game is over.
    fn decision(&self) -> Option<Decision>;

    /// What a program is told first, if it plays for that seat: it has this time in seconds for each decision.
    fn start(&self, seat: Seat, seconds: f64) -> Start;

    /// Notes that the last action was chosen for a program that failed to choose.
    fn note_fallback(&mut self, why: &str);

    /// Takes the last action back.
    fn undo(&mut self) -> Result<(), Refusal>;

    /// Does again what was taken back.
    fn redo(&mut self) -> Result<(), Refusal>;

    /// Advice for this seat: the notation and a sentence.
    fn hint(&mut self, seat: Seat, late: Option<&dyn Fn() -> bool>) -> Result<(String, String), Refusal>;

    /// Whether the game can still be won, in a sentence, and the first action of a way to do it.
    fn can_win(&mut self, solver: &mut SolverMemory) -> Result<(String, Option<String>), Refusal>;

    /// A whole way to win, in a sentence, or that there is none.
    fn way(&mut self, solver: &mut SolverMemory) -> Result<String, Refusal>;

    /// Whether anyone could tell if this game can be won.
    fn is_solvable(&self) -> bool;

    /// Where the game was lost, in a sentence.
    fn where_lost(&mut self, solver: &mut SolverMemory) -> Result<String, Refusal>;

    /// The tips that belong to what this viewer has noticed since that change, in order, with the sentences that they explain.
    fn tips(&self, viewer: Viewer, since: u64) -> Vec<(Tip, String)>;

    /// What happened so far for this viewer, by rounds or turns: the last of them, with about `most` lines.
    fn history(&self, viewer: Viewer, most: usize) -> Vec<Chapter>;

    /// Why a card or an action is not possible for this seat now; none if it is.
    fn why_not(&self, seat: Seat, text: &str) -> Option<Refusal>;

    /// Gives hints where the game's rules say nothing about it, as a table with bots alone does.
    fn grant_hints(&mut self);

    /// How many iterations bots and hints search, where there is time; as many as usual for the game if none. The number
    /// of threads, one unless set, changes no decision unless time runs out.
    fn set_search(&mut self, iterations: Option<u32>, threads: usize);

    /// What someone on this seat means by these words; nothing is done yet.
    fn hear(&self, seat: Seat, text: &str, by: By) -> Heard;

    /// Why something can or cannot be done now.
    fn why(&self, seat: Seat, text: &str) -> String;

    /// The table in a few lines, as this seat sees it.
    fn describe(&self, seat: Seat) -> String;

    /// A clause of the rules, if there is one of that ID.
    fn clause(&self, id: &str) -> Option<String>;

    /// How many actions there are.
    fn actions(&self) -> usize;

    /// The actions after the first `kept`, in notation.
    fn actions_after(&self, kept: usize) -> Vec<(Seat, String)>;

    /// How often the player was helped.
    fn assists(&self) -> Assists;

    /// The record so far.
    fn record(&self) -> Record;

    /// Goes back to where the table stood after this number of actions, as if nothing had happened since.
    fn rewind(&mut self, actions: usize);

    /// What continues a record of which the first `kept` actions still hold.
    fn progress(&self, kept: usize) -> Progress;
}

/// Opens a table as ordered.
pub fn open(order: &Order) -> Result<Box<dyn TableHost>, BadOrder> {
    with_game!(order.game()?, G => {
        let (table, events) = Table::<G>::open(order.setup()?)?;
        Ok(Box::new(Hosted::new(table, events)))
    })
}

/// Opens a table as ordered, with these players in their seats.
pub fn seated(order: &Order, names: Vec<Name>) -> Result<Box<dyn TableHost>, BadOrder> {
    with_game!(order.game()?, G => {
        let setup = Setup { names, ..order::unseated::<G>(order)? };
        let (table, events) = Table::<G>::open(setup)?;
        Ok(Box::new(Hosted::new(table, events)))
    })
}

/// Opens the table of a record after this number of its actions, or after all of them.
pub fn reopen(record: &Record, actions: Option<usize>) -> Result<Box<dyn TableHost>, BadRecord> {
    with_game!(recorded_game(record)?, G => Ok(Box::new(replayed::<G>(record, actions)?)))
}

/// The table of a record after this number of its actions, or after all of them.
pub(crate) fn replayed<G: BotStrategy + Present>(
    record: &Record,
    actions: Option<usize>,
) -> Result<Hosted<G>, BadRecord> {
    let last = actions.unwrap_or(usize::MAX);
    let (mut changes, mut halfway) = (Vec::new(), None);
    let whole = record.replay::<G>(|table, _, events| {
        if changes.len() <= last {
            changes.push(Change { events, note: None });
            halfway = (changes.len() > last && last < record.actions.len()).then(|| table.clone());
        }
    })?;
    Ok(Hosted::with_changes(halfway.unwrap_or(whole), changes))
}

const NO_WAY: &str = "No: whatever you do, this deal cannot be won any more.";
const UNKNOWN: &str = "That could not be found out with the memory there is.";

/// One change of a table.
struct Change<G: Game> {
    events: Vec<G::Event>,
    note: Option<&'static str>,
}

pub(crate) struct Hosted<G: Game> {
    table: Table<G>,
    /// The deal comes first.
    changes: Vec<Change<G>>,
    /// How many iterations bots and hints search, where there is time.
    iterations: u32,
    /// On how many threads they do so.
    threads: usize,
}

impl<G: BotStrategy + Present> Hosted<G> {
    fn new(table: Table<G>, events: Vec<G::Event>) -> Self {
        Self::with_changes(table, vec![Change { events, note: None }])
    }

    fn with_changes(table: Table<G>, changes: Vec<Change<G>>) -> Self {
        Self { table, changes, iterations: G::usual_iterations(), threads: 1 }
    }

    /// The dice of a bot on this seat in this position, apart from those that shuffle the cards.
    fn dice(&self, seat: Seat) -> Dice {
        let position = self.table.log().len() as u64 + 1;
        bots::seat_dice(&self.table.setup().seed.child(position), seat.index())
    }

    fn standing(&self, viewer: Viewer) -> Standing {
        let (view, seating) = (self.table.view(viewer), self.table.seating(viewer));
        Standing {
            choices: match viewer {
                Viewer::Seat(seat) => self.choices_in(&view, seat),
                Viewer::Public => Vec::new(),
            },
            scene: G::scene(&view, &seating),
            to_act: self.table.to_act(),
            outcome: self.table.outcome(),
            can_undo: self.table.can_undo(),
            can_redo: self.table.can_redo(),
            assists: self.table.assists(),
            actions: self.table.log().len(),
        }
    }

    fn choices_in(&self, view: &G::View, seat: Seat) -> Vec<Choice> {
        let seating = self.table.seating(Viewer::Seat(seat));
        let choice = |action: G::Action| Choice {
            act: action.to_string(),
            label: G::label(view, action, &seating),
            gesture: G::gesture(view, action),
        };
        self.table.legal(seat).into_iter().map(choice).collect()
    }

    fn changed(&mut self, events: Vec<G::Event>, note: Option<&'static str>) {
        self.changes.push(Change { events, note });
    }
}

impl<G: BotStrategy + Present> TableHost for Hosted<G> {
    fn seq(&self) -> u64 {
        self.changes.len() as u64
    }

    fn recent_snapshot(&self, viewer: Viewer, lines: usize) -> Snapshot {
        let setup = self.table.setup();
        let (log, earlier) = self.lines_before(viewer, self.seq(), lines);
        Snapshot {
            v: VERSION,
            seq: self.seq(),
            game: G::INFO.id.to_owned(),
            title: order::title(setup),
            rules: setup.rules.differences(),
            commitment: setup.seed.commitment().to_string(),
            you: match viewer {
                Viewer::Seat(seat) => Some(seat),
                Viewer::Public => None,
            },
            undo: setup.assistance.undo,
            hints: setup.assistance.hints,
            hears: G::INFO.hears,
            sayings: G::SAYINGS.iter().map(|&words| words.to_owned()).collect(),
            unit: G::unit(&setup.rules).to_owned(),
            log,
            earlier,
            standing: self.standing(viewer),
        }
    }

    fn update(&self, viewer: Viewer, since: u64) -> Update {
        Update { seq: self.seq(), lines: self.lines(viewer, since), standing: self.standing(viewer) }
    }

    fn lines(&self, viewer: Viewer, since: u64) -> Vec<Line> {
        let since = usize::try_from(since).unwrap_or(usize::MAX);
        let seating = self.table.seating(viewer);
        self.changes.iter().skip(since).flat_map(|change| told(change, viewer, &seating)).collect()
    }

    fn lines_before(&self, viewer: Viewer, before: u64, most: usize) -> (Vec<Line>, Option<u64>) {
        let before = usize::try_from(before).unwrap_or(usize::MAX).min(self.changes.len());
        let seating = self.table.seating(viewer);
        let (mut first, mut count) = (before, 0);
        let mut parts = Vec::new();
        while first > 0 && count < most {
            first -= 1;
            let part = told(&self.changes[first], viewer, &seating);
            count += part.len();
            parts.push(part);
        }
        let lines = parts.into_iter().rev().flatten().collect();
        (lines, (first > 0).then_some(first as u64))
    }

    fn scene(&self, viewer: Viewer) -> Scene {
        G::scene(&self.table.view(viewer), &self.table.seating(viewer))
    }

    fn choices(&self, seat: Seat) -> Vec<Choice> {
        self.choices_in(&self.table.view(Viewer::Seat(seat)), seat)
    }

    fn sayings(&self) -> &'static [&'static str] {
        G::SAYINGS
    }

    fn assistance(&self) -> Assistance {
        self.table.setup().assistance
    }

    fn can_undo(&self) -> bool {
        self.table.can_undo()
    }

    fn can_redo(&self) -> bool {
        self.table.can_redo()
    }

    fn to_act(&self) -> Option<Seat> {
        self.table.to_act()
    }

    fn act(&mut self, seat: Seat, notation: &str) -> Result<(), Refusal> {
        let events = self.table.act_text(seat, notation).map_err(refusal)?;
        self.changed(events, None);
        Ok(())
    }

    fn check(&self, seat: Seat, notation: &str) -> Result<(), Refusal> {
        let act =
            Act::read(notation, G::INFO.hears).map_err(|bad| refusal(Refused::<G::Refusal>::from(bad)))?;
        self.table.check(seat, &act).map_err(refusal)?;
        // Only the game itself knows what words it takes.
        let heard = act.perform(&mut self.table.game().clone(), seat, &mut ());
        heard.map_err(|rule| refusal(Refused::Rule { rule }))
    }

    fn rename(&mut self, seat: Seat, name: Name) {
        self.table.rename(seat, name);
    }

    fn thought(&self, level: Level) -> Option<DecisionTask> {
        let seat = self.table.to_act()?;
        let (view, legal) = (self.table.view(Viewer::Seat(seat)), self.table.legal(seat));
        let (mut dice, iterations, threads) = (self.dice(seat), self.iterations, self.threads);
        Some(Box::new(move |late| {
            let budget = Budget { iterations, out_of_time: late, threads };
            let act = Player::<G>::decide(&Bot(level), &view, &legal, &mut dice, &budget)?;
            Some(act.to_string())
        }))
    }

    fn decision(&self) -> Option<Decision> {
        decision::of(self.table.game(), self.table.setup().names.len())
    }

    fn start(&self, seat: Seat, seconds: f64) -> Start {
        let Setup { rules, names, seed, .. } = self.table.setup();
        decision::start::<G>(rules, names.len(), seed, seat, seconds)
    }

    fn note_fallback(&mut self, why: &str) {
        self.table.note_fallback(why);
    }

    fn undo(&mut self) -> Result<(), Refusal> {
        self.table.undo().map_err(refusal)?;
        self.changed(Vec::new(), Some("Taken back."));
        Ok(())
    }

    fn redo(&mut self) -> Result<(), Refusal> {
        let events = self.table.redo().map_err(refusal)?;
        self.changed(events, None);
        Ok(())
    }

    fn hint(&mut self, seat: Seat, late: Option<&dyn Fn() -> bool>) -> Result<(String, String), Refusal> {
        let view = self.table.view(Viewer::Seat(seat));
        let budget = Budget { iterations: self.iterations, out_of_time: late, threads: self.threads };
        let mut dice = self.dice(seat);
        let hint = advice::hint(&mut self.table, seat, &mut dice, &budget);
        let hint = hint.map_err(unanswered)?;
        let label = G::label(&view, hint.action, &self.table.seating(Viewer::Seat(seat)));
        let why = hint.why.map_or_else(String::new, |why| format!(" {why}"));
        Ok((hint.action.to_string(), format!("{label}.{why} That is judged from what you see.")))
    }

    fn can_win(&mut self, solver: &mut SolverMemory) -> Result<(String, Option<String>), Refusal> {
        let chance = advice::chance(&mut self.table, solver).map_err(unanswered)?;
        let (view, seating) = (self.table.view(Viewer::Public), self.table.seating(Viewer::Public));
        Ok(match chance {
            Chance::Yes(line) => {
                let first =
                    line.first().map(|&action| (action.to_string(), G::label(&view, action, &seating)));
                let (act, label) = first.unzip();
                let label = label.map_or_else(String::new, |label| format!(" It begins with: {label}."));
                (format!("Yes, it can, for one who knew the stock.{label}"), act)
            }
            Chance::No => (NO_WAY.to_owned(), None),
            Chance::Unknown => (UNKNOWN.to_owned(), None),
        })
    }

    fn way(&mut self, solver: &mut SolverMemory) -> Result<String, Refusal> {
        Ok(match advice::chance(&mut self.table, solver).map_err(unanswered)? {
            Chance::Yes(line) => format!("This looks through the stock. One way to win: {}.", listed(&line)),
            Chance::No => NO_WAY.to_owned(),
            Chance::Unknown => UNKNOWN.to_owned(),
        })
    }

    fn is_solvable(&self) -> bool {
        G::solvable().is_some()
    }

    fn where_lost(&mut self, solver: &mut SolverMemory) -> Result<String, Refusal> {
        let (actions, can_go_back) = (self.table.log().len(), self.table.setup().assistance.undo);
        Ok(match advice::slip(&mut self.table, solver).map_err(unanswered)? {
            Slip::Here { number, action, instead } => {
                let better = match instead.is_empty() {
                    true => String::new(),
                    false => format!(" Instead, this would have won: {}.", listed(&instead)),
                };
                let undos = engine::counted(actions + 1 - number, "undo", "undos");
                let back = format!(" It takes {undos} to stand before it again.");
                let back = if can_go_back { back } else { String::new() };
                format!(
                    "It was lost with action {number}, {action}: after it the deal could not be won.{back}{better}"
                )
            }
            Slip::Never => "Nowhere: this deal could not be won from the start.".to_owned(),
            Slip::NotLost => "It is not lost: it can still be won, or is won.".to_owned(),
            Slip::Between { after, by } => {
                let from = after.map_or(1, |after| after + 1);
                format!("With one of the actions {from} to {by}; which of them could not be found out.")
            }
            Slip::Unknown => UNKNOWN.to_owned(),
        })
    }

    fn tips(&self, viewer: Viewer, since: u64) -> Vec<(Tip, String)> {
        let since = usize::try_from(since).unwrap_or(usize::MAX);
        let seating = self.table.seating(viewer);
        let events = self.changes.iter().skip(since).flat_map(|change| &change.events);
        let explained = events.filter_map(|event| G::show(event, viewer)).filter_map(|seen| {
            let key = G::tip(&seen)?;
            let tip = Tip::read_all(G::TIPS).find(|tip| tip.key == key)?;
            Some((tip, G::tell(&seen, &seating).unwrap_or_default()))
        });
        explained.collect()
    }

    fn history(&self, viewer: Viewer, most: usize) -> Vec<Chapter> {
        history::recent(history::of(&self.table, viewer), most)
    }

    fn why_not(&self, seat: Seat, text: &str) -> Option<Refusal> {
        if let Some(reason) = why_not::told(&self.table, seat, text.trim()) {
            return reason;
        }
        match Act::<G::Action>::read(text.trim(), G::INFO.hears) {
            Ok(act) => self.check(seat, &act.to_string()).err(),
            Err(_) => match self.hear(seat, text, By::Typing) {
                Heard::Not(refusal) => Some(refusal),
                _ => None,
            },
        }
    }

    fn grant_hints(&mut self) {
        self.table.grant_hints();
    }

    fn set_search(&mut self, iterations: Option<u32>, threads: usize) {
        (self.iterations, self.threads) = (iterations.unwrap_or_else(G::usual_iterations), threads);
    }

    fn hear(&self, seat: Seat, text: &str, by: By) -> Heard {
        let ear = Listener::new(&self.table, seat);
        match ear.hear(text, by) {
            Meant::Do(act) => Heard::Do(act.to_string()),
            Meant::Which { question, choices } => {
                let all = self.choices(seat);
                let choices = choices.into_iter().filter_map(|index| all.get(index).cloned()).collect();
                Heard::Which { question, choices }
            }
            Meant::Table(command) => Heard::Command(command),
            Meant::Refused(Reason { text, code, clause }) => Heard::Not(Refusal {
                clause: clause.map(str::to_owned),
                ..Refusal::new(code.unwrap_or(codes::NOT_LEGAL), text)
            }),
            Meant::Unclear(why) => Heard::Not(Refusal::new(codes::NOT_UNDERSTOOD, why)),
            Meant::Silence => {
                let text = "Nothing was said. Type or say what you want to do.";
                Heard::Not(Refusal::new(codes::NOT_UNDERSTOOD, text))
            }
        }
    }

    fn why(&self, seat: Seat, text: &str) -> String {
        Listener::new(&self.table, seat).why(text)
    }

    fn describe(&self, seat: Seat) -> String {
        let viewer = Viewer::Seat(seat);
        G::describe(&self.table.view(viewer), &self.table.seating(viewer))
    }

    fn clause(&self, id: &str) -> Option<String> {
        G::clause(id).map(|text| text.replace("**", ""))
    }

    fn actions(&self) -> usize {
        self.table.log().len()
    }

    fn actions_after(&self, kept: usize) -> Vec<(Seat, String)> {
        self.table.log().iter().skip(kept).map(|entry| (entry.seat, entry.act.to_string())).collect()
    }

    fn assists(&self) -> Assists {
        self.table.assists()
    }

    fn record(&self) -> Record {
        self.table.record()
    }

    fn rewind(&mut self, actions: usize) {
        // The same players and rules were accepted before.
        let Ok((mut table, events)) = Table::open(self.table.setup().clone()) else { return };
        let mut changes = vec![Change { events, note: None }];
        for entry in self.table.log().iter().take(actions) {
            let events = table.act(entry.seat, entry.act.clone()).unwrap_or_default();
            changes.push(Change { events, note: None });
        }
        (self.table, self.changes) = (table, changes);
    }

    fn progress(&self, kept: usize) -> Progress {
        Progress::Changed {
            kept,
            added: self.actions_after(kept),
            assists: self.table.assists(),
            fallback: self.table.fallbacks().last().filter(|last| last.action > kept).cloned().map(Box::new),
            outcome: self.table.outcome().map(Box::new),
            final_hash: engine::record::state_hash(self.table.game()),
        }
    }
}

/// What this viewer is told of a change.
fn told<G: Present>(change: &Change<G>, viewer: Viewer, seating: &engine::seating::Seating<'_>) -> Vec<Line> {
    let seen = change.events.iter().filter_map(|event| G::show(event, viewer));
    let lines = seen.filter_map(|seen| {
        let cry = G::cry(&seen);
        G::tell(&seen, seating).map(|text| Line {
            text,
            brief: G::brief(&seen, seating),
            cry: cry.map(|cry| cry.words.to_owned()),
            by: cry.and_then(|cry| cry.by),
            meaning: cry.map(|cry| cry.meaning.to_owned()),
            begins: G::chapter(&seen, seating).is_some(),
            in_sight: G::is_in_sight(&seen),
        })
    });
    lines.chain(change.note.map(Line::new)).collect()
}

/// "discard 2, deal, move 1 3".
fn listed<A: ToString>(line: &[A]) -> String {
    line.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}
