//! One game, played to its end by bots, without pauses: for simulations and tournaments.

use std::fmt;
use std::marker::PhantomData;
use std::mem::ManuallyDrop;
use std::sync::Arc;

use bots::{Bot, BotStrategy, Budget, Level, Player};
use engine::trace::Tracer;
use engine::{Act, Dice, Outcome, Present, Record, Seat, Seed, Setup, Sink, Table, Viewer, playout};
use tables::decision;

use crate::failure::{Failure, Result};
use crate::program::{Fault, Program, ProgramSeat};

/// More decisions than any game takes in which bots get anywhere; then it is broken off.
pub const LONGEST: u64 = 50_000;

/// Who decides on a seat.
#[derive(Clone, Debug)]
pub enum SeatPlayer {
    /// One of our own bots.
    Level(Level),
    /// An expert that searches this number of iterations.
    Expert(u32),
    /// A program of someone else.
    Program(Arc<Program>),
}

impl SeatPlayer {
    /// Whether it is a program of someone else.
    pub fn is_program(&self) -> bool {
        self.program().is_some()
    }

    fn program(&self) -> Option<&Arc<Program>> {
        match self {
            Self::Level(_) | Self::Expert(_) => None,
            Self::Program(program) => Some(program),
        }
    }
}

/// Two programs with one command are the same.
impl PartialEq for SeatPlayer {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Level(one), Self::Level(other)) => one == other,
            (Self::Expert(one), Self::Expert(other)) => one == other,
            (Self::Program(one), Self::Program(other)) => one.line() == other.line(),
            _ => false,
        }
    }
}

impl fmt::Display for SeatPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Level(level) => level.fmt(f),
            Self::Expert(iterations) => f.pad(&format!("expert:{iterations}")),
            Self::Program(program) => f.pad(&format!("cmd:{}", program.line())),
        }
    }
}

/// Who plays on each seat, and how far experts search.
#[derive(Clone, Debug)]
pub struct Lineup {
    seat_players: Vec<SeatPlayer>,
    iterations: u32,
}

impl Lineup {
    /// One level for all seats, or one for each.
    pub fn new(levels: &[Level], players: usize, iterations: u32) -> Result<Self> {
        let levels = match levels {
            [one] => vec![*one; players],
            several if several.len() == players => several.to_vec(),
            several => {
                return Err(Failure::usage(format!(
                    "{} were named for {}; name one for all seats, or one for each",
                    engine::counted(several.len(), "level", "levels"),
                    engine::counted(players, "player", "players"),
                )));
            }
        };
        Ok(Self::of(levels.into_iter().map(SeatPlayer::Level).collect(), iterations))
    }

    /// These, by seat.
    pub fn of(seat_players: Vec<SeatPlayer>, iterations: u32) -> Self {
        Self { seat_players, iterations }
    }

    /// Who plays on each seat.
    pub fn seat_players(&self) -> &[SeatPlayer] {
        &self.seat_players
    }

    /// How far experts search.
    pub fn iterations(&self) -> u32 {
        self.iterations
    }

    /// Whether nobody thinks.
    pub fn is_random(&self) -> bool {
        self.seat_players.iter().all(|seat_player| *seat_player == SeatPlayer::Level(Level::Random))
    }

    /// "of random play", "by club bots", "by expert, club and random bots".
    pub fn describe(&self) -> String {
        if self.is_random() {
            return "of random play".to_owned();
        }
        let mut names: Vec<String> = self.seat_players.iter().map(ToString::to_string).collect();
        if names.iter().all(|name| *name == names[0]) {
            names.truncate(1);
        }
        match names.split_last() {
            Some((last, rest)) if !rest.is_empty() => format!("by {} and {last} bots", rest.join(", ")),
            _ => format!("by {} bots", names.concat()),
        }
    }
}

/// Who chooses in one game.
struct SeatPlayers<'a, G: BotStrategy> {
    lineup: &'a Lineup,
    rules: &'a G::Rules,
    seed: &'a Seed,
    /// One for each seat; random players share the dice of the engine's playouts, so that their games stay
    /// what they were.
    dice: Vec<Dice>,
    /// The programs, by seat.
    program_seats: Vec<Option<ProgramSeat>>,
    /// Which of them have said something since something was last played.
    said: Vec<bool>,
}

/// What is done next.
struct Chosen<A> {
    seat: Seat,
    act: Act<A>,
    /// How the program failed that should have chosen it.
    fault: Option<Fault>,
}

impl<'a, G: BotStrategy + Present> SeatPlayers<'a, G> {
    fn new(lineup: &'a Lineup, rules: &'a G::Rules, seed: &'a Seed) -> Self {
        let random = lineup.is_random();
        let dice =
            if random { vec![playout::dice(seed)] } else { bots::dice(seed, lineup.seat_players.len()) };
        let program_seats = lineup
            .seat_players
            .iter()
            .map(|seat_player| seat_player.program().map(ProgramSeat::new))
            .collect();
        let said = vec![false; lineup.seat_players.len()];
        Self { lineup, rules, seed, dice, program_seats, said }
    }

    fn choose(&mut self, game: &G, legal: &mut Vec<G::Action>) -> Option<Chosen<G::Action>> {
        if self.lineup.is_random() {
            let (seat, act) = playout::choose(game, &mut self.dice[0], legal)?;
            return Some(Chosen { seat, act, fault: None });
        }
        let seat = game.to_act()?;
        let mut iterations = self.lineup.iterations;
        let (level, fault) = match &self.lineup.seat_players[seat.index()] {
            SeatPlayer::Level(level) => (*level, None),
            SeatPlayer::Expert(own) => {
                iterations = *own;
                (Level::Expert, None)
            }
            SeatPlayer::Program(_) => match self.ask(game, seat)? {
                Ok(act) => {
                    match act {
                        Act::Say(_) => self.said[seat.index()] = true,
                        Act::Play(_) => self.said.fill(false),
                    }
                    return Some(Chosen { seat, act, fault: None });
                }
                Err(fault) => (Level::Random, Some(fault)),
            },
        };
        let dice = &mut self.dice[seat.index()];
        let act = if level == Level::Club {
            G::club_act(game, legal, dice)?
        } else {
            let (view, budget) = (game.view(Viewer::Seat(seat)), Budget::iterations(iterations));
            legal.clear();
            game.legal(legal);
            Player::<G>::decide(&Bot(level), &view, legal, dice, &budget)?
        };
        self.said.fill(false);
        Some(Chosen { seat, act, fault })
    }

    /// What the program on that seat does, if it can be done.
    fn ask(&mut self, game: &G, seat: Seat) -> Option<Result<Act<G::Action>, Fault>> {
        let players = self.lineup.seat_players.len();
        let decision = decision::of(game, players)?;
        let program_seat = self.program_seats[seat.index()].as_mut()?;
        let start = |seconds| decision::start::<G>(self.rules, players, self.seed, seat, seconds);
        let answer = program_seat.decide(start, decision).and_then(|text| {
            // Words are judged by the game itself; who only talks would never let it end.
            let has_said = self.said[seat.index()];
            let checked = Act::read(&text, G::INFO.hears).map_err(|bad| bad.to_string()).and_then(|act| {
                if let Act::Say(words) = &act
                    && (has_said || !engine::seating::is_readable(words, engine::game::LONGEST_SAYING))
                {
                    return Err("once between two actions, 1 to 200 visible characters".to_owned());
                }
                match act.perform(&mut game.clone(), seat, &mut ()) {
                    Ok(()) => Ok(act),
                    Err(refusal) => Err(refusal.to_string()),
                }
            });
            checked.map_err(|why| Fault::illegal(&text, &why)).inspect_err(|fault| program_seat.fail(fault))
        });
        Some(answer)
    }

    fn end(mut self, outcome: Option<&Outcome>) {
        self.program_seats.iter_mut().flatten().for_each(|program_seat| program_seat.end(outcome));
    }
}

/// Lets them play on until the game is over; returns how many decisions that took.
fn play_on<G: BotStrategy + Present>(
    game: &mut G,
    lineup: &Lineup,
    rules: &G::Rules,
    seed: &Seed,
    mut act: impl FnMut(&mut G, Seat, &Act<G::Action>, Option<Fault>) -> bool,
) -> u64 {
    // Chance leads out of every circle, so random play needs no limit.
    let longest = if lineup.is_random() { u64::MAX } else { LONGEST };
    let mut seat_players = SeatPlayers::new(lineup, rules, seed);
    let mut legal = Vec::new();
    let mut decisions = 0;
    while decisions < longest
        && let Some(chosen) = seat_players.choose(game, &mut legal)
        && act(game, chosen.seat, &chosen.act, chosen.fault)
    {
        decisions += 1;
    }
    seat_players.end(game.outcome().as_ref());
    decisions
}

/// What is kept of a game beside its outcome.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Keep {
    /// All events.
    Events,
    /// The trace and all events.
    Trace,
}

/// What one game came to. Without an outcome it was broken off.
pub struct GameRun<G: BotStrategy> {
    pub trace: String,
    pub decisions: u64,
    pub outcome: Option<Outcome>,
    pub events: Vec<G::Event>,
}

/// Counts events by their headline and keeps none of them: the quickest way to play.
pub struct Headlines<G> {
    counts: Vec<(&'static str, u64)>,
    game: PhantomData<fn() -> G>,
}

impl<G: Present> Headlines<G> {
    pub fn new() -> Self {
        Self { counts: Vec::new(), game: PhantomData }
    }

    #[inline]
    pub fn count(&mut self, event: &G::Event) {
        let Some(headline) = G::headline(event) else { return };
        // Nearly always it is the same text in memory; where it is not, it is counted apart and added up in the end.
        match self.counts.iter_mut().find(|(known, _)| std::ptr::eq(*known, headline)) {
            Some((_, count)) => *count += 1,
            None => self.counts.push((headline, 1)),
        }
    }

    /// Each headline and how often it came up; one may be there twice.
    pub fn counts(&self) -> &[(&'static str, u64)] {
        &self.counts
    }
}

impl<G: Present> Sink<G::Event> for Headlines<G> {
    // A headline is the same whatever else the event tells.
    const LISTENS: bool = false;

    #[inline]
    fn emit(&mut self, event: impl FnOnce() -> G::Event) {
        if G::LEAN_EVENTS {
            // Never dropped, so that the compiler can leave out all but the headline.
            self.count(&ManuallyDrop::new(event()));
        } else {
            self.count(&event());
        }
    }
}

/// Plays game `number` of a run.
pub fn play<G: BotStrategy + Present>(
    setup: &Setup<G>,
    lineup: &Lineup,
    number: u64,
    keep: Keep,
) -> GameRun<G> {
    let seed = setup.seed.child(number);
    let players = setup.names.len();
    let (mut trace, mut events) = (String::new(), Vec::new());
    let (decisions, outcome) = match keep {
        Keep::Trace => {
            let (mut tracer, mut game) =
                Tracer::start::<G>(&mut trace, number, &setup.rules, players, &seed, &mut events);
            let decisions = play_on(&mut game, lineup, &setup.rules, &seed, |game, seat, act, _| {
                tracer.act(game, seat, act, &mut events)
            });
            tracer.end(&game);
            (decisions, game.outcome())
        }
        Keep::Events => play_telling::<G>(&setup.rules, lineup, &seed, &mut events),
    };
    GameRun { trace, decisions, outcome, events }
}

/// Plays game `number` of a run and adds to the headlines: the number of decisions, and the end.
pub fn count<G: BotStrategy + Present>(
    setup: &Setup<G>,
    lineup: &Lineup,
    number: u64,
    headlines: &mut Headlines<G>,
) -> (u64, Option<Outcome>) {
    play_telling::<G>(&setup.rules, lineup, &setup.seed.child(number), headlines)
}

/// Plays the game with this seed, and what happens goes to the sink: the number of decisions, and the end.
fn play_telling<G: BotStrategy + Present>(
    rules: &G::Rules,
    lineup: &Lineup,
    seed: &Seed,
    sink: &mut impl Sink<G::Event>,
) -> (u64, Option<Outcome>) {
    let mut game = G::start(rules, lineup.seat_players.len(), seed, sink);
    let decisions = if lineup.is_random() {
        playout::finish_telling(&mut game, &mut playout::dice(seed), &mut Vec::new(), sink).into()
    } else {
        play_on(&mut game, lineup, rules, seed, |game, seat, act, _| act.perform(game, seat, sink).is_ok())
    };
    (decisions, game.outcome())
}

/// The record of game `number` of a run.
pub fn record<G: BotStrategy + Present>(setup: &Setup<G>, lineup: &Lineup, number: u64) -> Result<Record> {
    record_with(setup, lineup, setup.seed.child(number))
}

/// The record of the game with this seed.
pub fn record_with<G: BotStrategy + Present>(
    setup: &Setup<G>,
    lineup: &Lineup,
    seed: Seed,
) -> Result<Record> {
    let (mut table, _) = Table::open(Setup { seed, ..setup.clone() }).map_err(Failure::failed)?;
    let mut game = table.game().clone();
    play_on(&mut game, lineup, &setup.rules, &seed, |game, seat, act, fault| {
        let done = act.perform(game, seat, &mut ()).is_ok() && table.act(seat, act.clone()).is_ok();
        if let Some(fault) = fault.filter(|_| done) {
            table.note_fallback(fault.to_string());
        }
        done
    });
    Ok(table.record())
}

/// Plays one game for its outcome alone.
pub fn outcome<G: BotStrategy + Present>(rules: &G::Rules, lineup: &Lineup, seed: &Seed) -> Option<Outcome> {
    play_telling::<G>(rules, lineup, seed, &mut ()).1
}
