//! Many games at once, stepped on several threads while Python does something else.

use std::sync::{Arc, Mutex};

use engine::encoding::encode;
use engine::{Act, Dice, Game, Present, Seat, Seed, Setup, Viewer};
use games::with_game;
use pyo3::buffer::PyBuffer;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::error::{Failed, guarded};
use crate::game::{array, seed, wanted};
use crate::state::{Memory, Space, refused};

/// Fewer steps than this are not worth a thread of their own, which has to be woken.
const WORTH_A_THREAD: usize = 1024;
/// What it costs to list the actions of a game or to encode its view, in steps.
const STEPS_OF_A_VIEW: usize = 16;
/// The most random actions of each game in one call.
const MOST_STEPS: u32 = 1_000_000;
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

/// What each game takes: its state with the random numbers, its rewards, whether it ended, and the actions that were drawn
/// and chosen. What a state keeps elsewhere, such as a list of cards, is not counted.
fn bytes_each<G: Game>(players: usize) -> usize {
    size_of::<One<G>>() + players * size_of::<f32>() + size_of::<u32>() + 2 * size_of::<i64>()
}

/// Many games of one kind.
trait Many: Send + Sync {
    fn count(&self) -> usize;
    fn players(&self) -> usize;
    fn actions(&self) -> usize;
    fn length(&self) -> usize;
    fn reset(&mut self);
    /// Does an action in each game, or none at all if one is refused.
    fn step(&mut self, actions: &[i64]) -> Result<(), Failed>;
    /// Does this number of random actions in each game.
    fn play(&mut self, steps: u32);
    /// The results of the last steps: rewards, and how many games ended.
    fn results(&self) -> (&[f32], &[u32]);
    fn to_act(&self, out: &mut [i8]);
    fn masks(&self, out: &mut [i8]);
    fn observe(&self, out: &mut [f32]);
    fn sample(&mut self) -> &[i64];
}

struct One<G: Game> {
    game: G,
    /// From which the seed of every game that begins here follows.
    seed: Seed,
    /// How many games were begun here.
    begun: u64,
    dice: Dice,
}

/// What is known of the drawn actions.
#[derive(Clone, Copy, PartialEq)]
enum Samples {
    /// They belong to positions that are gone.
    Old,
    /// They were drawn together with the last step, and nobody has seen them.
    Ahead,
    /// They were handed out.
    Known,
}

struct Games<G: Game> {
    setup: Arc<Setup<G>>,
    space: Arc<Space<G>>,
    games: Vec<One<G>>,
    /// The action that was drawn for each game.
    sampled: Vec<i64>,
    samples: Samples,
    rewards: Vec<f32>,
    ended: Vec<u32>,
    length: usize,
    helpers: Helpers,
}

impl<G: Present> Games<G> {
    fn new(setup: Arc<Setup<G>>, number: usize, threads: usize) -> Self {
        let players = setup.names.len();
        let space = Arc::new(Space::new(players));
        let games: Vec<One<G>> = (0..number).map(|index| One::start(&setup, index)).collect();
        let mut values = Vec::new();
        if let Some(one) = games.first() {
            encode::<G>(&one.game.view(Viewer::Public), Viewer::Public, players, &mut values);
        }
        Self {
            setup,
            space,
            sampled: vec![0; games.len()],
            samples: Samples::Old,
            rewards: vec![0.0; games.len() * players],
            ended: vec![0; games.len()],
            length: values.len(),
            games,
            helpers: Helpers { threads, pool: Mutex::new(None) },
        }
    }

    /// The number of games for each thread, if this number of steps is done in each.
    fn chunk(&self, steps: usize) -> usize {
        let worth = self.games.len().saturating_mul(steps) / WORTH_A_THREAD;
        let threads = self.helpers.threads.min(worth).max(1);
        self.games.len().div_ceil(threads).max(1)
    }
}

impl<G: Present> Games<G> {
    /// Whether each of these can be done; nothing changes.
    fn check(&self, actions: &[i64]) -> Result<(), Failed> {
        for (index, (one, number)) in self.games.iter().zip(actions).enumerate() {
            let is_drawn = self.samples != Samples::Old && self.sampled[index] == *number;
            if !is_drawn {
                one.check(*number, &self.space).map_err(|failed| failed.at(index))?;
            }
        }
        Ok(())
    }

    /// Works on every game, on all threads: with its index, its rewards, the number of games that ended there, and the place
    /// of its drawn action.
    fn each(&mut self, steps: usize, work: impl Fn(&mut One<G>, usize, Place, &mut Memory<G>) + Sync) {
        let (chunk, players) = (self.chunk(steps), self.setup.names.len());
        let outs = self.rewards.chunks_mut(chunk * players).zip(self.ended.chunks_mut(chunk));
        let parts = self.games.chunks_mut(chunk).zip(self.sampled.chunks_mut(chunk)).zip(outs).enumerate();
        self.helpers.share(parts, |(part, ((games, sampled), (rewards, ended)))| {
            let mut memory = Memory::<G>::default();
            let places = rewards.chunks_mut(players).zip(ended).zip(sampled);
            for (index, (one, ((rewards, ended), sampled))) in games.iter_mut().zip(places).enumerate() {
                work(one, part * chunk + index, Place { rewards, ended, sampled }, &mut memory);
            }
        });
    }

    /// Forgets the results of the last steps.
    fn begin(&mut self) {
        self.rewards.fill(0.0);
        self.ended.fill(0);
    }
}

/// Where the results of a game go.
struct Place<'a> {
    rewards: &'a mut [f32],
    ended: &'a mut u32,
    sampled: &'a mut i64,
}

impl<G: Present> One<G> {
    /// The first game at this index.
    fn start(setup: &Setup<G>, index: usize) -> Self {
        let seed = setup.seed.child(index as u64);
        let game = G::start(&setup.rules, setup.names.len(), &seed.child(0), &mut ());
        Self { game, seed, begun: 1, dice: engine::playout::dice(&seed) }
    }

    fn draw(&mut self, space: &Space<G>, memory: &mut Memory<G>) -> i64 {
        let drawn = space.draw(&self.game, &mut self.dice, memory);
        drawn.and_then(|drawn| space.drawn(drawn)).unwrap_or(0).into()
    }

    /// Whether this can be done; nothing changes.
    fn check(&self, number: i64, space: &Space<G>) -> Result<(), Failed> {
        match space.act(number)? {
            Act::Play(action) => self.game.check(*action).map_err(|rule| refused(&rule)),
            said => {
                let seat = self.game.to_act().unwrap_or(Seat::FIRST);
                said.perform(&mut self.game.clone(), seat, &mut ()).map_err(|rule| refused(&rule))
            }
        }
    }

    /// Does what was checked before.
    fn perform(&mut self, number: i64, space: &Space<G>) {
        match (space.act(number), self.game.to_act()) {
            (Ok(Act::Play(action)), Some(_)) => self.game.apply_legal(*action, &mut ()),
            (Ok(Act::Say(words)), Some(seat)) => drop(self.game.hear(seat, words, &mut ())),
            _ => {}
        }
    }

    /// If the game is over, adds up its rewards and begins another.
    fn settle(&mut self, setup: &Setup<G>, place: &mut Place) {
        if self.game.to_act().is_some() {
            return;
        }
        let scores = self.game.outcome().map(|outcome| outcome.scores).unwrap_or_default();
        for (reward, score) in place.rewards.iter_mut().zip(scores) {
            *reward += score as f32;
        }
        *place.ended += 1;
        self.game = G::start(&setup.rules, setup.names.len(), &self.seed.child(self.begun), &mut ());
        self.begun += 1;
    }
}

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
        self.samples = Samples::Old;
        self.begin();
        // One after another, so that no more than one game is there twice.
        for (index, one) in self.games.iter_mut().enumerate() {
            *one = One::start(&self.setup, index);
        }
    }

    fn step(&mut self, actions: &[i64]) -> Result<(), Failed> {
        // A user who plays what was drawn will draw again: that is quicker now than when the game has left the cache.
        let is_random = self.samples != Samples::Old && actions == self.sampled;
        if !is_random {
            self.check(actions)?;
        }
        self.begin();
        let (setup, space) = (Arc::clone(&self.setup), Arc::clone(&self.space));
        // Until every game is done: one of them may panic halfway.
        self.samples = Samples::Old;
        self.each(1, |one, index, mut place, memory| {
            one.perform(actions[index], &space);
            one.settle(&setup, &mut place);
            if is_random {
                *place.sampled = one.draw(&space, memory);
            }
        });
        if is_random {
            self.samples = Samples::Ahead;
        }
        Ok(())
    }

    fn play(&mut self, steps: u32) {
        self.begin();
        if steps == 0 {
            return;
        }
        let is_ahead = std::mem::replace(&mut self.samples, Samples::Old) == Samples::Ahead;
        let (setup, space) = (Arc::clone(&self.setup), Arc::clone(&self.space));
        self.each(steps as usize, |one, _, mut place, memory| {
            for step in 0..steps {
                if step == 0 && is_ahead {
                    one.perform(*place.sampled, &space);
                } else {
                    let left = space.play(&mut one.game, &mut one.dice, memory);
                    left.iter().for_each(|number| one.perform((*number).into(), &space));
                }
                one.settle(&setup, &mut place);
            }
        });
    }

    fn results(&self) -> (&[f32], &[u32]) {
        (&self.rewards, &self.ended)
    }

    fn to_act(&self, out: &mut [i8]) {
        for (one, out) in self.games.iter().zip(out) {
            *out = one.game.to_act().map_or(-1, |seat| seat.index() as i8);
        }
    }

    fn masks(&self, out: &mut [i8]) {
        let (chunk, actions, space) = (self.chunk(STEPS_OF_A_VIEW), self.actions(), &self.space);
        self.helpers.share(self.games.chunks(chunk).zip(out.chunks_mut(chunk * actions)), |(games, out)| {
            let mut legal = Vec::new();
            for (one, row) in games.iter().zip(out.chunks_mut(actions)) {
                space.legal(&one.game, &mut legal, |number| row[number as usize] = 1);
            }
        });
    }

    fn observe(&self, out: &mut [f32]) {
        let (chunk, length, players) = (self.chunk(STEPS_OF_A_VIEW), self.length, self.players());
        self.helpers.share(self.games.chunks(chunk).zip(out.chunks_mut(chunk * length)), |(games, out)| {
            let mut values = Vec::with_capacity(length);
            for (one, row) in games.iter().zip(out.chunks_mut(length)) {
                values.clear();
                let viewer = one.game.to_act().map_or(Viewer::Public, Viewer::Seat);
                encode::<G>(&one.game.view(viewer), viewer, players, &mut values);
                row.copy_from_slice(&values);
            }
        });
    }

    fn sample(&mut self) -> &[i64] {
        if self.samples != Samples::Ahead {
            self.samples = Samples::Old;
            let space = Arc::clone(&self.space);
            self.each(1, |one, _, place, memory| *place.sampled = one.draw(&space, memory));
        }
        self.samples = Samples::Known;
        &self.sampled
    }
}

/// Threads that wait for work between two calls.
struct Helpers {
    /// How many work at most, with the one that calls.
    threads: usize,
    pool: Mutex<Option<Pool>>,
}

/// As many threads as a call was worth yet.
struct Pool {
    /// The process that they belong to: a fork takes none of them along.
    process: u32,
    /// For how many parts they are enough; for any number once no more could be started, which is not tried again.
    enough: usize,
    threads: Option<Arc<ThreadPool>>,
}

impl Helpers {
    /// Works on each part in a thread of its own, the first in this one.
    fn share<T: Send>(&self, mut parts: impl ExactSizeIterator<Item = T>, work: impl Fn(T) + Sync) {
        let Some(own) = parts.next() else { return };
        match self.pool(parts.len()) {
            Some(pool) => pool.in_place_scope(|scope| {
                let work = &work;
                parts.for_each(|part| scope.spawn(move |_| work(part)));
                work(own);
            }),
            None => std::iter::once(own).chain(parts).for_each(work),
        }
    }

    /// The threads of this process for this number of parts, if it may have any.
    fn pool(&self, parts: usize) -> Option<Arc<ThreadPool>> {
        if parts == 0 {
            return None;
        }
        // Another thread may have held it at the moment of a fork, and would never let go.
        let mut pool = self.pool.try_lock().ok()?;
        let process = std::process::id();
        if let Some(gone) = pool.take_if(|pool| pool.process != process) {
            std::mem::forget(gone);
        }
        let pool = pool.get_or_insert(Pool { process, enough: 0, threads: None });
        if pool.enough < parts {
            match ThreadPoolBuilder::new().num_threads(parts).build() {
                Ok(built) => (pool.enough, pool.threads) = (parts, Some(Arc::new(built))),
                Err(_) => pool.enough = usize::MAX,
            }
        }
        pool.threads.clone()
    }
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
    /// The actions of the last step.
    chosen: Vec<i64>,
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
                    let setup = Arc::new(wanted.setup::<G>(preset, seed)?);
                    bounded("the states", n, bytes_each::<G>(setup.names.len()))?;
                    Ok(Box::new(Games::<G>::new(setup, n, threads)) as Box<dyn Many>)
                })
            })
        })?;
        Ok(Self { many, chosen: Vec::new() })
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
        let many = &mut self.many;
        let actions = py.detach(|| guarded(|| Ok(many.sample())))?;
        array(py, "int64", &[actions.len()], actions)
    }

    /// Does an action in each game: the rewards, float32 (n, players), and whether each game ended, bool (n). A game
    /// that ended begins again with other cards.
    fn step<'py>(
        &mut self,
        py: Python<'py>,
        actions: &Bound<'py, PyAny>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        self.read(py, actions)?;
        let (many, actions) = (&mut self.many, &self.chosen);
        py.detach(|| guarded(|| many.step(actions)))?;
        let (rewards, ended) = many.results();
        let dones: Vec<u8> = ended.iter().map(|games| u8::from(*games > 0)).collect();
        let dones = array(py, "uint8", &[dones.len()], &dones)?.call_method1("view", ("bool",))?;
        Ok((array(py, "float32", &[many.count(), many.players()], rewards)?, dones))
    }

    /// Does this number of random actions in each game, as that many calls of `step(sample())`: the sums of the rewards,
    /// float32 (n, players), and how many games ended, uint32 (n).
    fn play<'py>(&mut self, py: Python<'py>, steps: u32) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        if steps > MOST_STEPS {
            let text = format!("steps is {MOST_STEPS} at most: Python waits for the end of a call");
            return Err(Failed::argument("too-large", text).into());
        }
        let many = &mut self.many;
        apart(py, || many.play(steps))?;
        let (rewards, ended) = many.results();
        let rewards = array(py, "float32", &[many.count(), many.players()], rewards)?;
        Ok((rewards, array(py, "uint32", &[ended.len()], ended)?))
    }
}

impl VectorGames {
    /// Reads the actions of a step, as quickly as numpy's arrays allow.
    fn read(&mut self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let count = self.many.count();
        let wrong =
            || Failed::argument("bad-actions", format!("actions is an int64 array of {count} numbers"));
        let buffer = match PyBuffer::<i64>::get(actions) {
            Ok(buffer) if buffer.is_c_contiguous() => buffer,
            _ => {
                let array = py.import("numpy")?.call_method1("ascontiguousarray", (actions, "int64"))?;
                PyBuffer::<i64>::get(&array).map_err(|_| wrong())?
            }
        };
        if buffer.item_count() != count {
            return Err(wrong().into());
        }
        self.chosen.resize(count, 0);
        buffer.copy_to_slice(py, &mut self.chosen)
    }
}
