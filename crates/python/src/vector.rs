//! Many games at once, stepped on several threads while Python does something else.

use engine::encoding::encode;
use engine::{Act, Dice, Game, Present, Seat, Seed, Setup, Viewer};
use games::with_game;
use pyo3::buffer::PyBuffer;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::{Failed, guarded};
use crate::game::{array, seed, wanted};
use crate::state::{Space, refused};

/// Fewer games than this are not worth a thread of their own: to start one takes as long as some hundred steps.
const WORTH_A_THREAD: usize = 512;
/// The most memory that games, or what is asked of them at once, may take.
const MOST_BYTES: usize = 2 << 30;

/// Refuses what would take more memory than is good.
fn bounded(what: &str, number: usize, bytes: usize) -> Result<(), Failed> {
    match number.checked_mul(bytes).is_some_and(|all| all <= MOST_BYTES) {
        true => Ok(()),
        false => {
            let most = MOST_BYTES / bytes.max(1);
            let text = format!("{what} of {number} games take more than 2 GiB; {most} games are the most");
            Err(Failed::argument("too-large", text))
        }
    }
}

/// Many games of one kind.
trait Many: Send + Sync {
    fn count(&self) -> usize;
    fn players(&self) -> usize;
    fn actions(&self) -> usize;
    fn length(&self) -> usize;
    fn reset(&mut self);
    fn check(&self, actions: &[i64]) -> Result<(), Failed>;
    fn step(&mut self, actions: &[i64], rewards: &mut [f32], dones: &mut [u8]);
    fn to_act(&self, out: &mut [i8]);
    fn masks(&self, out: &mut [i8]);
    fn observe(&self, out: &mut [f32]);
    fn sample(&mut self, out: &mut [i64]);
}

struct One<G: Game> {
    game: G,
    /// How many games were begun here.
    begun: u64,
    dice: Dice,
    /// The action that was drawn for the next step.
    sampled: Option<u32>,
}

struct Games<G: Game> {
    setup: Setup<G>,
    space: Space<G>,
    games: Vec<One<G>>,
    length: usize,
    threads: usize,
}

impl<G: Present> Games<G> {
    fn new(setup: Setup<G>, number: usize, threads: usize) -> Self {
        let players = setup.names.len();
        let space = Space::new(players);
        let fresh = |index: usize| {
            let seed = setup.seed.child(index as u64);
            let game = G::start(&setup.rules, players, &seed.child(0), &mut ());
            let dice = engine::playout::dice(&seed);
            One { game, begun: 1, dice, sampled: None }
        };
        let games: Vec<One<G>> = (0..number).map(fresh).collect();
        let mut values = Vec::new();
        if let Some(one) = games.first() {
            encode::<G>(&one.game.view(Viewer::Public), Viewer::Public, players, &mut values);
        }
        let length = values.len();
        Self { setup, space, games, length, threads }
    }

    /// The number of games for each thread. Threads live for one call: a fork between two calls finds none.
    fn chunk(&self) -> usize {
        let threads = self.threads.min(self.games.len() / WORTH_A_THREAD).max(1);
        self.games.len().div_ceil(threads).max(1)
    }
}

impl<G: Present> One<G> {
    /// Draws an action; `memory` is lent to lists.
    fn sample(&mut self, space: &Space<G>, memory: &mut Memory<G>) -> u32 {
        // Only where something might be said, actions and words have to be listed together.
        let speaks = G::INFO.hears && self.game.to_act().is_some_and(|seat| self.game.remark(seat).is_some());
        let number = if speaks {
            let (legal, numbers) = memory;
            numbers.clear();
            space.legal(&self.game, legal, |number| numbers.push(number));
            self.dice.pick(numbers).copied()
        } else {
            let action = self.game.random_action(&mut self.dice, &mut memory.0);
            action.and_then(|action| space.number_of(action))
        };
        self.sampled = number;
        number.unwrap_or(0)
    }

    /// Whether this can be done; nothing changes.
    fn check(&self, number: i64, space: &Space<G>) -> Result<(), Failed> {
        if self.sampled.is_some_and(|sampled| i64::from(sampled) == number) {
            return Ok(());
        }
        match space.act(number)? {
            Act::Play(action) => self.game.check(*action).map_err(|rule| refused(&rule)),
            said => {
                let seat = self.game.to_act().unwrap_or(Seat::FIRST);
                said.perform(&mut self.game.clone(), seat, &mut ()).map_err(|rule| refused(&rule))
            }
        }
    }

    /// Does what was checked before; whether the game ended, and another began.
    fn step(&mut self, act: &Act<G::Action>, setup: &Setup<G>, index: usize, rewards: &mut [f32]) -> bool {
        self.sampled = None;
        let Some(seat) = self.game.to_act() else { return false };
        match act {
            Act::Play(action) => self.game.apply_legal(*action, &mut ()),
            Act::Say(words) => drop(self.game.hear(seat, words, &mut ())),
        }
        if self.game.to_act().is_some() {
            return false;
        }
        let scores = self.game.outcome().map(|outcome| outcome.scores).unwrap_or_default();
        for (reward, score) in rewards.iter_mut().zip(scores) {
            *reward = score as f32;
        }
        let seed = setup.seed.child(index as u64).child(self.begun);
        self.game = G::start(&setup.rules, setup.names.len(), &seed, &mut ());
        self.begun += 1;
        true
    }
}

/// Lent to lists of legal actions and of their numbers.
type Memory<G> = (Vec<<G as Game>::Action>, Vec<u32>);

impl<G: Present> Many for Games<G> {
    fn count(&self) -> usize {
        self.games.len()
    }

    fn players(&self) -> usize {
        self.setup.names.len()
    }

    fn actions(&self) -> usize {
        self.space.acts.len()
    }

    fn length(&self) -> usize {
        self.length
    }

    fn reset(&mut self) {
        *self = Self::new(self.setup.clone(), self.games.len(), self.threads);
    }

    fn check(&self, actions: &[i64]) -> Result<(), Failed> {
        for (index, (one, number)) in self.games.iter().zip(actions).enumerate() {
            one.check(*number, &self.space).map_err(|failed| failed.at(index))?;
        }
        Ok(())
    }

    fn step(&mut self, actions: &[i64], rewards: &mut [f32], dones: &mut [u8]) {
        let (chunk, players) = (self.chunk(), self.players());
        let (setup, space) = (&self.setup, &self.space);
        let outs = rewards.chunks_mut(chunk * players).zip(dones.chunks_mut(chunk));
        let parts = self.games.chunks_mut(chunk).zip(actions.chunks(chunk)).zip(outs).enumerate();
        share(parts, |(part, ((games, actions), (rewards, dones)))| {
            let outs = rewards.chunks_mut(players).zip(dones);
            let games = games.iter_mut().zip(actions).zip(outs).enumerate();
            for (index, ((one, number), (rewards, done))) in games {
                if let Ok(act) = space.act(*number) {
                    *done = u8::from(one.step(act, setup, part * chunk + index, rewards));
                }
            }
        });
    }

    fn to_act(&self, out: &mut [i8]) {
        for (one, out) in self.games.iter().zip(out) {
            *out = one.game.to_act().map_or(-1, |seat| seat.index() as i8);
        }
    }

    fn masks(&self, out: &mut [i8]) {
        let (chunk, actions, space) = (self.chunk(), self.actions(), &self.space);
        share(self.games.chunks(chunk).zip(out.chunks_mut(chunk * actions)), |(games, out)| {
            let mut legal = Vec::new();
            for (one, row) in games.iter().zip(out.chunks_mut(actions)) {
                space.legal(&one.game, &mut legal, |number| row[number as usize] = 1);
            }
        });
    }

    fn observe(&self, out: &mut [f32]) {
        let (chunk, length, players) = (self.chunk(), self.length, self.players());
        share(self.games.chunks(chunk).zip(out.chunks_mut(chunk * length)), |(games, out)| {
            let mut values = Vec::with_capacity(length);
            for (one, row) in games.iter().zip(out.chunks_mut(length)) {
                values.clear();
                let viewer = one.game.to_act().map_or(Viewer::Public, Viewer::Seat);
                encode::<G>(&one.game.view(viewer), viewer, players, &mut values);
                row.copy_from_slice(&values);
            }
        });
    }

    fn sample(&mut self, out: &mut [i64]) {
        let (chunk, space) = (self.chunk(), &self.space);
        share(self.games.chunks_mut(chunk).zip(out.chunks_mut(chunk)), |(games, out)| {
            let mut memory = (Vec::new(), Vec::new());
            for (one, out) in games.iter_mut().zip(out) {
                *out = one.sample(space, &mut memory).into();
            }
        });
    }
}

/// Works on each part in a thread of its own, the first in this one.
fn share<T: Send>(mut parts: impl Iterator<Item = T>, work: impl Fn(T) + Sync) {
    let Some(own) = parts.next() else { return };
    std::thread::scope(|scope| {
        let work = &work;
        parts.for_each(|part| drop(scope.spawn(move || work(part))));
        work(own);
    });
}

/// Runs while other threads of Python go on.
fn apart(py: Python<'_>, run: impl FnOnce() + Send) -> PyResult<()> {
    py.detach(|| {
        guarded(|| {
            run();
            Ok(())
        })
    })?;
    Ok(())
}

/// Many games; see the stubs of the package for its documentation.
#[pyclass(module = "parlour")]
pub struct VectorGames {
    many: Box<dyn Many>,
}

#[pymethods]
impl VectorGames {
    #[new]
    #[pyo3(signature = (game, n, players=None, options=None, seed=None, preset=None, threads=None))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        py: Python<'_>,
        game: String,
        n: usize,
        players: Option<usize>,
        options: Option<&Bound<'_, PyDict>>,
        seed: Option<&Bound<'_, PyAny>>,
        preset: Option<String>,
        threads: Option<usize>,
    ) -> PyResult<Self> {
        if n == 0 {
            return Err(Failed::argument("bad-number", "n is at least 1").into());
        }
        let wanted = wanted(py, game, players, options, preset, None)?;
        let seed: Seed = self::seed(py, seed)?;
        let (kind, preset) = wanted.kind()?;
        let cores = || std::thread::available_parallelism().map_or(1, |cores| cores.get());
        let threads = threads.unwrap_or_else(cores).clamp(1, 1024);
        let many = py.detach(|| {
            guarded(|| {
                with_game!(kind, G => {
                    bounded("the states", n, size_of::<One<G>>())?;
                    let setup = wanted.setup::<G>(preset, seed)?;
                    Ok(Box::new(Games::<G>::new(setup, n, threads)) as Box<dyn Many>)
                })
            })
        })?;
        Ok(Self { many })
    }

    fn __len__(&self) -> usize {
        self.many.count()
    }

    /// How many play in each game.
    #[getter]
    fn players(&self) -> usize {
        self.many.players()
    }

    /// The number of different actions.
    #[getter]
    fn num_actions(&self) -> usize {
        self.many.actions()
    }

    /// The length of an observation.
    #[getter]
    fn observation_length(&self) -> usize {
        self.many.length()
    }

    /// Begins again with the first games.
    fn reset(&mut self, py: Python<'_>) -> PyResult<()> {
        let many = &mut self.many;
        apart(py, || many.reset())
    }

    /// Whose turn it is in each game: int8 (n).
    fn to_act<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut seats = vec![0_i8; self.many.count()];
        apart(py, || self.many.to_act(&mut seats))?;
        array(py, "int8", &[seats.len()], &seats)
    }

    /// A 1 for every legal action of the player on turn: int8 (n, actions).
    fn masks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let shape = [self.many.count(), self.many.actions()];
        bounded("the masks", shape[0], shape[1])?;
        let mut masks = vec![0_i8; shape[0] * shape[1]];
        apart(py, || self.many.masks(&mut masks))?;
        array(py, "int8", &shape, &masks)
    }

    /// What the player on turn knows: float32 (n, length).
    fn observations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let shape = [self.many.count(), self.many.length()];
        bounded("the observations", shape[0], shape[1] * size_of::<f32>())?;
        let mut values = vec![0_f32; shape[0] * shape[1]];
        apart(py, || self.many.observe(&mut values))?;
        array(py, "float32", &shape, &values)
    }

    /// A random legal action for each game: int64 (n).
    fn sample<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut actions = vec![0_i64; self.many.count()];
        let many = &mut self.many;
        apart(py, || many.sample(&mut actions))?;
        array(py, "int64", &[actions.len()], &actions)
    }

    /// Does an action in each game: the rewards, float32 (n, players), and whether each game ended, bool (n). A game
    /// that ended begins again with other cards.
    fn step<'py>(
        &mut self,
        py: Python<'py>,
        actions: &Bound<'py, PyAny>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let count = self.many.count();
        let wrong =
            || Failed::argument("bad-actions", format!("actions is an int64 array of {count} numbers"));
        let actions = py.import("numpy")?.call_method1("ascontiguousarray", (actions, "int64"))?;
        let actions: Vec<i64> = PyBuffer::<i64>::get(&actions).map_err(|_| wrong())?.to_vec(py)?;
        if actions.len() != count {
            return Err(wrong().into());
        }
        let shape = [count, self.many.players()];
        let (mut rewards, mut dones) = (vec![0_f32; count * shape[1]], vec![0_u8; count]);
        let many = &mut self.many;
        py.detach(|| {
            guarded(|| {
                many.check(&actions)?;
                many.step(&actions, &mut rewards, &mut dones);
                Ok(())
            })
        })?;
        let dones = array(py, "uint8", &[count], &dones)?.call_method1("view", ("bool",))?;
        Ok((array(py, "float32", &shape, &rewards)?, dones))
    }
}
