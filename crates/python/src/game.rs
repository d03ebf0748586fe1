//! One game, and the bots.

use std::sync::{Mutex, PoisonError};

use ::games::AnyGame;
use bots::Level;
use engine::options::option_text;
use engine::{Dice, Seat, Seed, Viewer};
use pyo3::buffer::{Element, PyBuffer};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyInt, PyList};

use crate::error::{Failed, guarded};
use crate::state::{self, State, Wanted};

/// The most memory that a solver is given.
const MOST_MEMORY_MIB: usize = 4096;
/// The most iterations of a search.
const MOST_ITERATIONS: u32 = 10_000_000;

/// A numpy array of this shape with these values.
pub fn array<'py, T: Element + Copy>(
    py: Python<'py>,
    kind: &str,
    shape: &[usize],
    values: &[T],
) -> PyResult<Bound<'py, PyAny>> {
    static EMPTY: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let array = EMPTY.import(py, "numpy", "empty")?.call1((shape, kind))?;
    if !values.is_empty() {
        PyBuffer::<T>::get(&array)?.copy_from_slice(py, values)?;
    }
    Ok(array)
}

fn loads<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (text,))
}

/// A seed from a number, from 64 hexadecimal digits, or from the system's randomness.
pub fn seed(py: Python<'_>, given: Option<&Bound<'_, PyAny>>) -> PyResult<Seed> {
    let bad = |text: String| Failed::argument("bad-seed", text);
    match given {
        None => {
            let bytes: Vec<u8> = py.import("os")?.call_method1("urandom", (32,))?.extract()?;
            let bytes = <[u8; 32]>::try_from(bytes).map_err(|_| bad("no random bytes".to_owned()))?;
            Ok(Seed(bytes))
        }
        Some(number) if number.is_instance_of::<PyInt>() => {
            let number = number.extract::<u64>();
            let number = number.map_err(|_| bad("a seed is a number from 0 to 2^64 - 1".to_owned()))?;
            Ok(Seed::from_number(number))
        }
        Some(text) => {
            let text: String = text.extract().map_err(|_| bad("a seed is a number or a text".to_owned()))?;
            Ok(text.parse().map_err(|error: engine::random::BadSeed| bad(error.to_string()))?)
        }
    }
}

/// The arguments that settle a game.
pub fn wanted(
    py: Python<'_>,
    game: String,
    players: Option<usize>,
    options: Option<&Bound<'_, PyDict>>,
    preset: Option<String>,
    names: Option<Vec<String>>,
) -> PyResult<Wanted> {
    let mut settings = Vec::new();
    for (name, value) in options.into_iter().flatten() {
        let name: String = name.extract()?;
        let text: String = py.import("json")?.call_method1("dumps", (value,))?.extract()?;
        let value = serde_json::from_str(&text).unwrap_or_default();
        let text = option_text(&name, &value).map_err(|bad| Failed::argument(bad.code(), bad))?;
        settings.push((name, text));
    }
    Ok(Wanted { game, preset, players, options: settings, names })
}

/// The first numbers of actions, as Python's numbers.
static NUMBERS: PyOnceLock<Vec<Py<PyInt>>> = PyOnceLock::new();
const KNOWN_NUMBERS: u32 = 1024;

/// A list of these numbers, which are shared: Python itself keeps only those up to 256.
fn numbers<'py>(py: Python<'py>, numbers: &[u32]) -> PyResult<Bound<'py, PyList>> {
    let known = NUMBERS
        .get_or_init(py, || (0..KNOWN_NUMBERS).map(|number| PyInt::new(py, number).unbind()).collect());
    match numbers.iter().max() {
        Some(largest) if *largest >= KNOWN_NUMBERS => PyList::new(py, numbers),
        _ => PyList::new(py, numbers.iter().map(|number| &known[*number as usize])),
    }
}

/// One game; see the stubs of the package for its documentation.
#[pyclass(name = "Game", module = "parlour")]
pub struct PyGame {
    state: Box<dyn State>,
}

impl PyGame {
    fn seat(&self, seat: usize) -> Result<Seat, Failed> {
        let players = self.state.players();
        Seat::new(seat).filter(|seat| seat.index() < players).ok_or_else(|| {
            Failed::argument(
                "no-such-seat",
                format!("there is no seat {seat}; there are 0 to {}", players - 1),
            )
        })
    }

    /// A seat, or everyone who only watches.
    fn viewer(&self, seat: Option<usize>) -> Result<Viewer, Failed> {
        seat.map_or(Ok(Viewer::Public), |seat| self.seat(seat).map(Viewer::Seat))
    }
}

#[pymethods]
impl PyGame {
    #[new]
    #[pyo3(signature = (game, players=None, options=None, seed=None, preset=None, names=None))]
    fn new(
        py: Python<'_>,
        game: String,
        players: Option<usize>,
        options: Option<&Bound<'_, PyDict>>,
        seed: Option<&Bound<'_, PyAny>>,
        preset: Option<String>,
        names: Option<Vec<String>>,
    ) -> PyResult<Self> {
        let wanted = wanted(py, game, players, options, preset, names)?;
        let seed = self::seed(py, seed)?;
        Ok(Self { state: guarded(|| state::start(&wanted, seed))? })
    }

    /// The end of a recorded game, or its position after this number of actions.
    #[staticmethod]
    #[pyo3(signature = (record, actions=None))]
    fn from_record(py: Python<'_>, record: &str, actions: Option<usize>) -> PyResult<Self> {
        Ok(Self { state: py.detach(|| guarded(|| state::replay(record, actions)))? })
    }

    /// The game's id.
    #[getter]
    fn id(&self) -> &'static str {
        self.state.info().id
    }

    /// How many play.
    #[getter]
    fn players(&self) -> usize {
        self.state.players()
    }

    /// Every option of the rules.
    #[getter]
    fn rules<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        loads(py, &self.state.rules())
    }

    /// The number of different actions.
    #[getter]
    fn num_actions(&self) -> usize {
        self.state.count()
    }

    /// The notation of every action, by number.
    fn actions(&self) -> Vec<String> {
        self.state.actions()
    }

    /// Whose turn it is; none when the game is over.
    fn to_act(&self) -> Option<usize> {
        self.state.to_act().map(Seat::index)
    }

    /// The numbers of what the player on turn can do.
    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let mut list = Ok(PyList::empty(py));
        guarded(|| {
            self.state.legal(&mut |legal| list = numbers(py, legal));
            Ok(())
        })?;
        list
    }

    /// The same as a numpy array with a 1 for every legal action; all zeros for a seat that is not on turn.
    #[pyo3(signature = (seat=None))]
    fn legal_mask<'py>(&self, py: Python<'py>, seat: Option<usize>) -> PyResult<Bound<'py, PyAny>> {
        let mut mask = vec![0_i8; self.state.count()];
        if seat.is_none() || seat == self.to_act() {
            let mark = &mut |legal: &[u32]| legal.iter().for_each(|number| mask[*number as usize] = 1);
            guarded(|| {
                self.state.legal(mark);
                Ok(())
            })?;
        }
        array(py, "int8", &[mask.len()], &mask)
    }

    /// The number of a random legal action; the same with the same seed and the same calls.
    fn sample(&mut self) -> PyResult<u32> {
        let over = || Failed::refused("game-over", None, "the game is over; start a new one");
        Ok(guarded(|| self.state.sample().ok_or_else(over))?)
    }

    /// Does what the player on turn chose: the number of an action, or its notation.
    fn apply(&mut self, action: &Bound<'_, PyAny>) -> PyResult<()> {
        if let Ok(number) = action.extract::<i64>() {
            return Ok(guarded(|| self.state.act(number))?);
        }
        let text: String = action
            .extract()
            .map_err(|_| Failed::argument("bad-notation", "an action is a number or a text"))?;
        Ok(guarded(|| self.state.act_text(&text))?)
    }

    /// Whether the game is over.
    fn is_over(&self) -> bool {
        self.state.to_act().is_none()
    }

    /// Each seat's result, in the game's own units; zeros until the game is over.
    fn returns(&self) -> Vec<f64> {
        let none = || vec![0.0; self.state.players()];
        let scores = |outcome: engine::Outcome| outcome.scores.into_iter().map(f64::from).collect();
        self.state.outcome().map_or_else(none, scores)
    }

    /// Who won, once the game is over.
    fn winners(&self) -> Vec<usize> {
        let winners = self.state.outcome().map(|outcome| outcome.winners).unwrap_or_default();
        winners.into_iter().map(Seat::index).collect()
    }

    /// What a seat sees, or, without a seat, what everyone sees.
    #[pyo3(signature = (seat=None))]
    fn view<'py>(&self, py: Python<'py>, seat: Option<usize>) -> PyResult<Bound<'py, PyAny>> {
        loads(py, &self.information_state_string(seat)?)
    }

    /// The same in words.
    #[pyo3(signature = (seat=None))]
    fn describe(&self, seat: Option<usize>) -> PyResult<String> {
        let viewer = self.viewer(seat)?;
        Ok(guarded(|| Ok(self.state.describe(viewer)))?)
    }

    /// What a seat knows, as a text and as a tensor.
    #[pyo3(signature = (seat=None))]
    fn information_state<'py>(
        &self,
        py: Python<'py>,
        seat: Option<usize>,
    ) -> PyResult<(String, Bound<'py, PyAny>)> {
        Ok((self.information_state_string(seat)?, self.information_state_tensor(py, seat)?))
    }

    /// What a seat knows, as a text.
    #[pyo3(signature = (seat=None))]
    fn information_state_string(&self, seat: Option<usize>) -> PyResult<String> {
        let viewer = self.viewer(seat)?;
        Ok(guarded(|| Ok(self.state.view(viewer)))?)
    }

    /// What a seat knows, as a numpy array.
    #[pyo3(signature = (seat=None))]
    fn information_state_tensor<'py>(
        &self,
        py: Python<'py>,
        seat: Option<usize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let viewer = self.viewer(seat)?;
        let values = guarded(|| Ok(self.state.encode(viewer)))?;
        array(py, "float32", &[values.len()], &values)
    }

    /// The parts of the tensor: name, first index, length.
    fn tensor_layout(&self) -> Vec<(&'static str, usize, usize)> {
        self.state.layout().into_iter().map(|part| (part.name, part.start, part.length)).collect()
    }

    /// The same game again, to be played on apart from this one.
    fn clone(&self) -> Self {
        Self { state: self.state.clone_box() }
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    /// A state that looks the same to the seat; everything that it does not know is dealt at random.
    #[pyo3(signature = (seat, seed=None))]
    fn imagine(&self, py: Python<'_>, seat: usize, seed: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let (seat, seed) = (self.seat(seat)?, self::seed(py, seed)?);
        Ok(Self { state: guarded(|| Ok(self.state.imagine(seat, &seed)))? })
    }

    /// The record of a game that is over, as `parlour verify` reads it. It has the seed.
    fn record(&self) -> PyResult<String> {
        if !self.is_over() {
            let text = "the game is not over, and its record would show every card; see omniscient_record()";
            return Err(Failed::argument("not-over", text).into());
        }
        self.omniscient_record()
    }

    /// The record so far. It has the seed, and with it every card.
    fn omniscient_record(&self) -> PyResult<String> {
        Ok(guarded(|| self.state.record())?)
    }

    /// The whole state, with everything that players do not know.
    fn omniscient<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        loads(py, &guarded(|| Ok(self.state.omniscient()))?)
    }

    /// The whole game step by step as JSON lines, with everything that players do not know.
    fn omniscient_trace(&self) -> PyResult<String> {
        Ok(guarded(|| self.state.trace())?)
    }

    /// Whether a solitaire can be won by someone who knows every card, and how: (None, []) if that could not be decided
    /// within the memory.
    #[pyo3(signature = (memory_mib=64))]
    fn omniscient_solve(&self, py: Python<'_>, memory_mib: usize) -> PyResult<(Option<bool>, Vec<String>)> {
        if !(1..=MOST_MEMORY_MIB).contains(&memory_mib) {
            let text = format!("memory_mib is from 1 to {MOST_MEMORY_MIB}");
            return Err(Failed::argument("too-large", text).into());
        }
        let bytes = memory_mib << 20;
        Ok(py.detach(|| guarded(|| self.state.solve(bytes)))?)
    }

    fn __repr__(&self) -> String {
        let turn = match self.state.to_act() {
            Some(seat) => format!("seat {seat} to act"),
            None => "over".to_owned(),
        };
        format!("<parlour.Game {}, {} players, {turn}>", self.id(), self.players())
    }
}

/// A bot of this program.
#[pyclass(name = "Bot", module = "parlour", frozen)]
pub struct PyBot {
    level: Level,
    iterations: Option<u32>,
    dice: Mutex<Dice>,
}

#[pymethods]
impl PyBot {
    #[new]
    #[pyo3(signature = (level, seed=None, iterations=None))]
    fn new(
        py: Python<'_>,
        level: &str,
        seed: Option<&Bound<'_, PyAny>>,
        iterations: Option<u32>,
    ) -> PyResult<Self> {
        if iterations.is_some_and(|number| number > MOST_ITERATIONS) {
            let text = format!("iterations is {MOST_ITERATIONS} at most: a search keeps something of each");
            return Err(Failed::argument("too-large", text).into());
        }
        let level = level.parse().map_err(|bad: bots::BadLevel| Failed::argument("unknown-level", bad))?;
        let dice = Mutex::new(Dice::new(&self::seed(py, seed)?));
        Ok(Self { level, iterations: iterations.filter(|number| *number > 0), dice })
    }

    /// The level.
    #[getter]
    fn level(&self) -> String {
        self.level.to_string()
    }

    /// What the bot would do for the player on turn, by what that player sees.
    fn decide(&self, py: Python<'_>, game: &PyGame) -> PyResult<u32> {
        let mut dice = {
            let mut own = self.dice.lock().unwrap_or_else(PoisonError::into_inner);
            Dice::new(&own.seed())
        };
        let chosen =
            py.detach(|| guarded(|| Ok(game.state.decide(self.level, self.iterations, &mut dice))))?;
        Ok(chosen.ok_or_else(|| Failed::refused("game-over", None, "the game is over; start a new one"))?)
    }
}

/// The games: id, name, fewest and most players, and presets.
#[pyfunction]
pub fn games() -> Vec<(&'static str, &'static str, usize, usize, Vec<&'static str>)> {
    let row = |game: &AnyGame| {
        let (info, players) = (game.info(), game.players(None));
        let presets = game.presets().iter().map(|preset| preset.name).collect();
        (info.id, info.name, *players.start(), *players.end(), presets)
    };
    AnyGame::ALL.iter().map(row).collect()
}

/// The options of a game: name, usual value and help.
#[pyfunction]
pub fn options(game: String) -> PyResult<Vec<(&'static str, String, &'static str)>> {
    let wanted = Wanted { game, preset: None, players: None, options: Vec::new(), names: None };
    Ok(state::options(wanted.kind()?.0))
}
