//! The table: seats players, runs one game, keeps its record.

use std::marker::PhantomData;

use thiserror::Error;

use crate::game::{Act, BadNotation, Game, LONGEST_SAYING, Outcome};
use crate::options;
use crate::options::{BadOption, OptionSpec, Options};
use crate::random::Seed;
use crate::refusal::Refusal;
use crate::seat::{Seat, Viewer};
use crate::seating::{Name, Seating, is_readable};

options! {
    /// The help that a table gives beside the rules. The game's state knows nothing of it. The clause is the game's
    /// own ([`Game::ASSISTANCE`]).
    pub struct Assistance {
        undo: bool = true, "", "Actions can be taken back, as many as you like.";
        hints: bool = true, "", "The table suggests a move when asked.";
    }
    presets {}
}

/// The options of [`Assistance`] with the clause of a game.
struct Specs<G>(PhantomData<G>);

impl<G: Game> Specs<G> {
    const ALL: [OptionSpec; 2] = {
        let clause = match G::ASSISTANCE {
            Some(clause) => clause,
            None => "",
        };
        let [undo, hints] = [Assistance::SPECS[0], Assistance::SPECS[1]];
        [OptionSpec { clause, ..undo }, OptionSpec { clause, ..hints }]
    };
}

impl Assistance {
    /// Nothing is granted.
    pub const NONE: Self = Self { undo: false, hints: false };
    /// Everything is granted.
    pub const ALL: Self = Self { undo: true, hints: true };

    /// What can be set at a table of this game; nothing where a table gives no help.
    pub fn specs<G: Game>() -> &'static [OptionSpec] {
        if G::ASSISTANCE.is_some() { &Specs::<G>::ALL } else { &[] }
    }
}

/// Everything that is settled before a game starts.
#[derive(Clone, Debug, PartialEq)]
pub struct Setup<G: Game> {
    /// The rules played by.
    pub rules: G::Rules,
    /// What the table grants.
    pub assistance: Assistance,
    /// The players' names, by seat.
    pub names: Vec<Name>,
    /// The random seed of the game.
    pub seed: Seed,
}

impl<G: Game> Setup<G> {
    /// The usual rules, with nobody seated yet.
    pub fn new(seed: Seed) -> Self {
        Self { rules: G::Rules::default(), assistance: G::assistance(None), names: Vec::new(), seed }
    }

    /// Takes a preset, which sets every option.
    pub fn preset(&mut self, name: &str) -> Result<(), BadOption> {
        self.rules = G::Rules::preset(name).ok_or_else(|| {
            let known = G::Rules::PRESETS.iter().map(|preset| preset.name).collect::<Vec<_>>().join(", ");
            BadOption::Preset { name: name.to_owned(), known }
        })?;
        self.assistance = G::assistance(Some(name));
        Ok(())
    }

    /// Sets an option of the rules or, where the game has it, of the table's assistance.
    pub fn set(&mut self, name: &str, text: &str) -> Result<(), BadOption> {
        let Some(spec) = Assistance::specs::<G>().iter().find(|spec| spec.name == name.trim()) else {
            return self.rules.set(name, text);
        };
        self.assistance.set(name, text).map_err(|bad| match bad {
            BadOption::Value { name, value, takes, .. } => {
                BadOption::Value { name, value, takes, clause: spec.clause }
            }
            bad => bad,
        })
    }
}

/// Why a table cannot be opened.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadSetup {
    /// Too few or too many players.
    #[error("{game} by these rules is for {}, not {players}", range(*.min, *.max))]
    Players {
        /// The game's name.
        game: &'static str,
        /// How many there were.
        players: usize,
        /// The fewest.
        min: usize,
        /// The most.
        max: usize,
    },
}

impl BadSetup {
    /// A stable name for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Players { .. } => "wrong-number-of-players",
        }
    }
}

fn range(min: usize, max: usize) -> String {
    match (min, max) {
        (1, 1) => "one player".to_owned(),
        _ if min == max => format!("{min} players"),
        _ => format!("{min} to {max} players"),
    }
}

/// Why something cannot be done at the table.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum Refused<R: Refusal> {
    /// The rules forbid it.
    #[error("{rule} ({})", .rule.clause())]
    Rule {
        /// The rule that forbids it.
        rule: R,
    },
    /// It is another player's turn.
    #[error("it is not your turn; wait for seat {0}")]
    NotYourTurn(Seat),
    /// No such seat at this table.
    #[error("nobody sits on seat {0}")]
    NobodyThere(Seat),
    /// The game is over.
    #[error("the game is over; start a new one")]
    Over,
    /// The text is no action.
    #[error(transparent)]
    Notation(#[from] BadNotation),
    /// The game does not listen.
    #[error("nothing said at this table changes the game")]
    NotHeard,
    /// Words that cannot be taken.
    #[error("say something of 1 to {LONGEST_SAYING} visible characters")]
    Unspeakable,
    /// Nothing can be taken back here.
    #[error("this table does not take actions back ({})", .clause.unwrap_or("others play too"))]
    NoUndo {
        /// The clause by which a table may grant it; none in a game where others play too.
        clause: Option<&'static str>,
    },
    /// There is nothing left to take back.
    #[error("there is nothing to take back")]
    NothingToUndo,
    /// There is nothing left to do again.
    #[error("there is nothing to do again")]
    NothingToRedo,
}

impl<R: Refusal> Refused<R> {
    /// A stable name for programs: that of the rule, if it is one.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Rule { rule } => rule.code(),
            Self::NotYourTurn(_) => "not-your-turn",
            Self::NobodyThere(_) => "no-such-seat",
            Self::Over => "game-over",
            Self::Notation(bad) => bad.code(),
            Self::NotHeard => "not-heard",
            Self::Unspeakable => "unspeakable",
            Self::NoUndo { .. } => "no-undo",
            Self::NothingToUndo => "nothing-to-undo",
            Self::NothingToRedo => "nothing-to-redo",
        }
    }

    /// The rule clause that forbids it, where one does.
    pub fn clause(&self) -> Option<&'static str> {
        match self {
            Self::Rule { rule } => Some(rule.clause()),
            Self::NoUndo { clause } => *clause,
            _ => None,
        }
    }
}

/// How often the player was helped; kept with the result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Assists {
    /// Actions taken back.
    pub undos: u32,
    /// Hints given.
    pub hints: u32,
}

/// An action that was chosen for a program that failed to choose; kept with the result.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Fallback {
    /// The number of the action, from 1.
    pub action: usize,
    /// How the program failed.
    pub why: String,
}

/// One entry of the log: who did what.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry<A> {
    /// The seat that acted.
    pub seat: Seat,
    /// The act.
    pub act: Act<A>,
}

/// A table with one game on it. The game's state is the fold of the log; undo is a shorter log.
#[derive(Clone, Debug)]
pub struct Table<G: Game> {
    setup: Setup<G>,
    game: G,
    log: Vec<Entry<G::Action>>,
    undone: Vec<Entry<G::Action>>,
    assists: Assists,
    fallbacks: Vec<Fallback>,
}

/// The events of an accepted act, in order.
pub type Events<G> = Vec<<G as Game>::Event>;

impl<G: Game> Table<G> {
    /// Opens a table and deals.
    pub fn open(setup: Setup<G>) -> Result<(Self, Events<G>), BadSetup> {
        let players = setup.names.len();
        let range = G::players(&setup.rules);
        if !range.contains(&players) {
            let (min, max) = (*range.start(), *range.end());
            return Err(BadSetup::Players { game: G::INFO.name, players, min, max });
        }
        let mut events = Vec::new();
        let game = G::start(&setup.rules, players, &setup.seed, &mut events);
        let (log, undone, fallbacks) = (Vec::new(), Vec::new(), Vec::new());
        let table = Self { setup, game, log, undone, assists: Assists::default(), fallbacks };
        Ok((table, events))
    }

    /// What was settled before the game.
    pub fn setup(&self) -> &Setup<G> {
        &self.setup
    }

    /// The game, for those who may know everything: tests, simulations, the record.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// What was done so far.
    pub fn log(&self) -> &[Entry<G::Action>] {
        &self.log
    }

    /// Someone else sits there from now on; where there is no such seat, nothing happens.
    pub fn rename(&mut self, seat: Seat, name: Name) {
        if let Some(place) = self.setup.names.get_mut(seat.index()) {
            *place = name;
        }
    }

    /// How often the player was helped.
    pub fn assists(&self) -> Assists {
        self.assists
    }

    /// The names, as read by this viewer.
    pub fn seating(&self, viewer: Viewer) -> Seating<'_> {
        let you = match viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Public => None,
        };
        Seating { names: &self.setup.names, you }
    }

    /// Whose turn it is.
    pub fn to_act(&self) -> Option<Seat> {
        self.game.to_act()
    }

    /// How the game ended, once it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    /// What this viewer sees.
    pub fn view(&self, viewer: Viewer) -> G::View {
        self.game.view(viewer)
    }

    /// What this seat can do now; nothing while it is another's turn.
    pub fn legal(&self, seat: Seat) -> Vec<G::Action> {
        let mut actions = Vec::new();
        if self.to_act() == Some(seat) {
            self.game.legal(&mut actions);
        }
        actions
    }

    /// Whether this seat could do that now.
    pub fn check(&self, seat: Seat, act: &Act<G::Action>) -> Result<(), Refused<G::Refusal>> {
        let turn = self.to_act().ok_or(Refused::Over)?;
        if seat.index() >= self.setup.names.len() {
            return Err(Refused::NobodyThere(seat));
        }
        match act {
            Act::Play(_) if turn != seat => Err(Refused::NotYourTurn(turn)),
            Act::Play(action) => self.game.check(*action).map_err(|rule| Refused::Rule { rule }),
            Act::Say(_) if !G::INFO.hears => Err(Refused::NotHeard),
            Act::Say(words) if !is_readable(words, LONGEST_SAYING) => Err(Refused::Unspeakable),
            Act::Say(_) => Ok(()),
        }
    }

    /// Does it and notes it down; a refused act changes nothing.
    pub fn act(&mut self, seat: Seat, act: Act<G::Action>) -> Result<Events<G>, Refused<G::Refusal>> {
        self.check(seat, &act)?;
        let mut events = Vec::new();
        act.perform(&mut self.game, seat, &mut events).map_err(|rule| Refused::Rule { rule })?;
        self.log.push(Entry { seat, act });
        self.undone.clear();
        Ok(events)
    }

    /// Does what the notation says.
    pub fn act_text(&mut self, seat: Seat, text: &str) -> Result<Events<G>, Refused<G::Refusal>> {
        self.act(seat, Act::read(text, G::INFO.hears)?)
    }

    /// Takes the last action back.
    pub fn undo(&mut self) -> Result<(), Refused<G::Refusal>> {
        if !self.setup.assistance.undo {
            return Err(Refused::NoUndo { clause: G::ASSISTANCE });
        }
        let last = self.log.pop().ok_or(Refused::NothingToUndo)?;
        self.undone.push(last);
        self.fallbacks.retain(|fallback| fallback.action <= self.log.len());
        self.assists.undos += 1;
        self.refold();
        Ok(())
    }

    /// Does again what was taken back last.
    pub fn redo(&mut self) -> Result<Events<G>, Refused<G::Refusal>> {
        let next = self.undone.pop().ok_or(Refused::NothingToRedo)?;
        let rest = std::mem::take(&mut self.undone);
        let events = self.act(next.seat, next.act);
        self.undone = rest;
        events
    }

    /// Whether there is something to take back, where the table does.
    pub fn can_undo(&self) -> bool {
        self.setup.assistance.undo && !self.log.is_empty()
    }

    /// Whether there is something to do again.
    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// Gives hints where the game's rules say nothing about it: nobody minds at a table with bots alone. It is no part of
    /// the record.
    pub fn grant_hints(&mut self) {
        self.setup.assistance.hints |= G::ASSISTANCE.is_none();
    }

    /// Notes that a hint was given; false where the table gives none.
    pub fn note_hint(&mut self) -> bool {
        if self.setup.assistance.hints {
            self.assists.hints += 1;
        }
        self.setup.assistance.hints
    }

    /// Which actions were chosen for programs that failed to choose.
    pub fn fallbacks(&self) -> &[Fallback] {
        &self.fallbacks
    }

    /// Notes that the last action was chosen for a program that failed to choose.
    pub fn note_fallback(&mut self, why: impl Into<String>) {
        self.fallbacks.push(Fallback { action: self.log.len(), why: why.into() });
    }

    pub(crate) fn restore(&mut self, assists: Assists, fallbacks: &[Fallback]) {
        self.assists = assists;
        self.fallbacks = fallbacks.to_vec();
    }

    fn refold(&mut self) {
        self.game = G::start(&self.setup.rules, self.setup.names.len(), &self.setup.seed, &mut ());
        for entry in &self.log {
            let done = entry.act.perform(&mut self.game, entry.seat, &mut ());
            debug_assert!(done.is_ok(), "what was accepted once is accepted again");
        }
    }
}
