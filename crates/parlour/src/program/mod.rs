//! Programs of others that play: `cmd:COMMAND` in place of a bot's level. docs/bots.md has the protocol.

mod process;
mod report;
mod words;

use std::fmt;
use std::fs::File;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use engine::{Outcome, Seat};
use protocol::bot::{Decision, FromBot, Start, ToBot};
use tables::TableHost;
use terminal::Invite;

use crate::cli::{NamedBot, ProgramArgs};
use crate::failure::{Failure, Result};
use crate::game_run::SeatPlayer;
use process::Process;
pub use report::{Fault, Report, shortened};

/// How often a program is restarted after it failed; then it is given up.
const RESTARTS: u32 = 10;
/// The least time that a program has to start, even if it has less for a decision.
const STARTING: Duration = Duration::from_secs(10);

/// A program that plays, with the processes that run it: as many as games are played at once.
pub struct Program {
    /// As typed, without `cmd:`.
    line: String,
    words: Vec<String>,
    limit: Duration,
    log: Option<Arc<Mutex<File>>>,
    idle: Mutex<Vec<Process>>,
    failures: AtomicU32,
    report: Mutex<Report>,
}

impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Program({})", self.line)
    }
}

impl Program {
    /// The command, as typed.
    pub fn line(&self) -> &str {
        &self.line
    }

    /// What it has for each decision, in seconds.
    pub fn seconds(&self) -> f64 {
        self.limit.as_secs_f64()
    }

    /// How it behaved so far.
    pub fn report(&self) -> Report {
        self.noting(|report| report.clone())
    }

    /// Ends its processes.
    pub fn close(&self) {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    fn noting<T>(&self, note: impl FnOnce(&mut Report) -> T) -> T {
        note(&mut self.report.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn has_given_up(&self) -> bool {
        self.failures.load(Ordering::Relaxed) > RESTARTS
    }

    /// A process that waits for a game.
    fn process(self: &Arc<Self>) -> std::result::Result<Process, Fault> {
        if let Some(idle) = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop() {
            return Ok(idle);
        }
        if self.has_given_up() {
            return Err(Fault::NotStarted(format!("it failed {} times", RESTARTS + 1)));
        }
        Process::start(self)
    }
}

/// The programs of a command, as its flags have them; two seats with one command line share a program.
pub struct Programs {
    limit: Duration,
    log: Option<Arc<Mutex<File>>>,
    opened: Mutex<Vec<Arc<Program>>>,
}

impl Programs {
    pub fn new(args: &ProgramArgs) -> Result<Self> {
        let opened = args.bot_log.as_ref().map(|path| {
            let file = File::options().append(true).create(true).open(path);
            file.map_err(|error| Failure::failed(format!("{}: {error}", path.display())))
        });
        let limit = Duration::from_secs_f64(args.bot_seconds);
        let log = opened.transpose()?.map(|file| Arc::new(Mutex::new(file)));
        Ok(Self { limit, log, opened: Mutex::default() })
    }

    /// The program of this command.
    pub fn find(&self, line: &str) -> Result<Arc<Program>> {
        words::split(line).map(|words| self.find_words(line, words)).map_err(Failure::usage)
    }

    /// The program of a command that is split already.
    pub fn find_words(&self, line: &str, words: Vec<String>) -> Arc<Program> {
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = opened.iter().find(|known| known.line == line) {
            return Arc::clone(known);
        }
        let program = Arc::new(Program {
            line: line.to_owned(),
            words,
            limit: self.limit,
            log: self.log.clone(),
            idle: Mutex::default(),
            failures: AtomicU32::new(0),
            report: Mutex::default(),
        });
        opened.push(Arc::clone(&program));
        program
    }

    /// Those that were asked for so far.
    pub fn opened(&self) -> Vec<Arc<Program>> {
        self.opened.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Ends all of them and says on stderr how they failed, if they did.
    pub fn close(&self) {
        for program in self.opened() {
            program.close();
            eprint!("{}", program.report().text(program.line()));
        }
    }

    /// For tables of one's own: new games are played by this program, saved ones by those that they began with.
    pub fn invite(self: &Arc<Self>, program: Option<String>) -> Invite {
        let programs = Arc::clone(self);
        let start = move |line: &str| -> Box<dyn tables::ExternalPlayer> {
            // What cannot be read was changed by hand in a saved game: then no process starts, and the record says so.
            let words = words::split(line).unwrap_or_default();
            Box::new(ExternalPrograms::new(&programs.find_words(line, words)))
        };
        Invite { program, start: Arc::new(start) }
    }
}

/// The named bots, and the programs among them.
pub fn seat_players(named: &[NamedBot], args: &ProgramArgs) -> Result<(Vec<SeatPlayer>, Vec<Arc<Program>>)> {
    let programs = Programs::new(args)?;
    let seat_player = |bot: &NamedBot| {
        Ok(match bot {
            NamedBot::Level(level) => SeatPlayer::Level(*level),
            NamedBot::Expert(iterations) => SeatPlayer::Expert(*iterations),
            NamedBot::Command(line) => SeatPlayer::Program(programs.find(line)?),
        })
    };
    let seat_players = named.iter().map(seat_player).collect::<Result<_>>()?;
    Ok((seat_players, programs.opened()))
}

/// A program on one seat of one game.
pub struct ProgramSeat {
    program: Arc<Program>,
    process: Option<Process>,
}

impl ProgramSeat {
    pub fn new(program: &Arc<Program>) -> Self {
        Self { program: Arc::clone(program), process: None }
    }

    /// What the program does, or how it failed. Whether its answer is legal is for the caller to see.
    pub fn decide(
        &mut self,
        start: impl FnOnce(f64) -> Start,
        decision: Decision,
    ) -> std::result::Result<String, Fault> {
        self.program.noting(|report| report.decisions += 1);
        self.ask(start, decision).inspect_err(|fault| self.fail(fault))
    }

    fn ask(
        &mut self,
        start: impl FnOnce(f64) -> Start,
        mut decision: Decision,
    ) -> std::result::Result<String, Fault> {
        if self.process.is_none() {
            let mut fresh = self.program.process()?;
            let start = ToBot::Start(start(self.program.seconds()));
            match fresh.ask(&start, self.program.limit.max(STARTING))? {
                FromBot::Ready { tensor } => fresh.wants_tensor = tensor,
                FromBot::Act(_) => return Err(Fault::Unreadable("it acted before it was ready".to_owned())),
            }
            self.process = Some(fresh);
        }
        let process = self.process.as_mut().ok_or_else(|| Fault::NotStarted(String::new()))?;
        if !process.wants_tensor {
            decision.tensor = None;
        }
        match process.ask(&ToBot::Decide(decision), self.program.limit)? {
            FromBot::Act(act) => Ok(act),
            FromBot::Ready { .. } => Err(Fault::Unreadable("it was ready instead of acting".to_owned())),
        }
    }

    /// Notes a fault. A program that does not answer in time, or not at all, is restarted for its next decision.
    pub fn fail(&mut self, fault: &Fault) {
        if fault.ends_the_process() {
            self.process.take().into_iter().for_each(Process::kill);
            self.program.failures.fetch_add(1, Ordering::Relaxed);
        }
        self.program.noting(|report| report.note(fault));
    }

    /// The game is over, or broken off.
    pub fn end(&mut self, outcome: Option<&Outcome>) {
        if let Some(process) = self.process.take() {
            process.tell(&ToBot::End { outcome: outcome.cloned() });
            self.program.idle.lock().unwrap_or_else(PoisonError::into_inner).push(process);
        }
    }
}

/// A program on every seat of a table but the person's own: a process for each.
struct ExternalPrograms {
    program: Arc<Program>,
    program_seats: Vec<(Seat, ProgramSeat)>,
}

impl ExternalPrograms {
    fn new(program: &Arc<Program>) -> Self {
        Self { program: Arc::clone(program), program_seats: Vec::new() }
    }
}

impl tables::ExternalPlayer for ExternalPrograms {
    fn decide(&mut self, host: &dyn TableHost, seat: Seat) -> std::result::Result<String, String> {
        let place = match self.program_seats.iter().position(|(other, _)| *other == seat) {
            Some(place) => place,
            None => {
                self.program_seats.push((seat, ProgramSeat::new(&self.program)));
                self.program_seats.len() - 1
            }
        };
        let program_seat = &mut self.program_seats[place].1;
        let decision = host.decision().ok_or("the game is over")?;
        let act = program_seat
            .decide(|seconds| host.start(seat, seconds), decision)
            .map_err(|fault| fault.to_string())?;
        host.check(seat, &act).map_err(|refusal| {
            let fault = Fault::illegal(&act, &refusal.text);
            program_seat.fail(&fault);
            fault.to_string()
        })?;
        Ok(act)
    }

    fn end(&mut self, outcome: &Outcome) {
        self.program_seats.iter_mut().for_each(|(_, program_seat)| program_seat.end(Some(outcome)));
    }
}
