//! A game of whatever kind behind one face.

use std::any::{Any, TypeId};
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bots::advice::Chance;
use bots::{Bot, BotStrategy, Budget, Level, Player, SolverMemory};
use engine::encoding::{self, Part};
use engine::options::{AsMap, Options};
use engine::trace::Tracer;
use engine::{
    Act, Dice, Game, Info, Name, Outcome, Present, Record, Refusal, Seat, Seed, Setup, Table, Viewer,
};
use games::{AnyGame, with_game};
use tables::decision::every_act;

use crate::error::Failed;

/// What is settled before a game, as Python says it.
pub struct Wanted {
    pub game: String,
    pub preset: Option<String>,
    pub players: Option<usize>,
    pub options: Vec<(String, String)>,
    pub names: Option<Vec<String>>,
}

impl Wanted {
    /// The game and the preset that the name stands for.
    pub fn kind(&self) -> Result<(AnyGame, Option<&'static str>), Failed> {
        AnyGame::find(&self.game).ok_or_else(|| {
            let known = AnyGame::names().join(", ");
            Failed::argument(
                "unknown-game",
                format!("there is no game \"{}\"; there are: {known}", self.game),
            )
        })
    }

    /// Checked against the rules.
    pub fn setup<G: Game>(&self, preset: Option<&str>, seed: Seed) -> Result<Setup<G>, Failed> {
        let mut setup = Setup::<G>::new(seed);
        if let Some(preset) = self.preset.as_deref().or(preset) {
            setup.preset(preset).map_err(|bad| Failed::argument(bad.code(), bad))?;
        }
        for (name, value) in &self.options {
            setup.set(name, value).map_err(|bad| Failed::argument(bad.code(), bad))?;
        }
        let usual = G::INFO.usual_players.max(*G::players(&setup.rules).start());
        let players = self.players.or(self.names.as_ref().map(Vec::len)).unwrap_or(usual);
        let seat = |index: usize| format!("Seat {index}");
        let names = self.names.clone().unwrap_or_else(|| (0..players.min(52)).map(seat).collect());
        let named = names.iter().map(|name| Name::new(name)).collect::<Result<Vec<_>, _>>();
        setup.names = named.map_err(|bad| Failed::argument(bad.code(), bad))?;
        let range = G::players(&setup.rules);
        if setup.names.len() != players || !range.contains(&players) {
            let (min, max) = (*range.start(), *range.end());
            let bad = engine::table::BadSetup::Players { game: G::INFO.name, players, min, max };
            return Err(Failed::argument(bad.code(), bad));
        }
        Ok(setup)
    }
}

/// A quick hash for small values; nobody outside chooses what is hashed.
#[derive(Default)]
struct Quick(u64);

impl Hasher for Quick {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u64(u64::from(*byte)));
    }

    fn write_u8(&mut self, value: u8) {
        self.write_u64(value.into());
    }

    fn write_isize(&mut self, value: isize) {
        self.write_u64(value as u64);
    }

    fn write_u64(&mut self, value: u64) {
        self.0 = (self.0.rotate_left(5) ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

/// The number of each action: a hash table that is mostly empty, so that a lookup is one step as a rule.
struct Numbers<A> {
    /// Their number is a power of two.
    slots: Vec<Option<(A, u32)>>,
}

impl<A: Copy + Eq + Hash> Numbers<A> {
    fn new(actions: impl Iterator<Item = (A, u32)> + Clone) -> Self {
        let slots = vec![None; (4 * actions.clone().count()).next_power_of_two().max(2)];
        let mut numbers = Self { slots };
        for (action, number) in actions {
            let mut place = numbers.first_place(action);
            while numbers.slots[place].is_some_and(|(other, _)| other != action) {
                place = numbers.next_place(place);
            }
            numbers.slots[place] = Some((action, number));
        }
        numbers
    }

    fn get(&self, action: A) -> Option<u32> {
        let mut place = self.first_place(action);
        loop {
            let (there, number) = self.slots[place]?;
            if there == action {
                return Some(number);
            }
            place = self.next_place(place);
        }
    }

    fn first_place(&self, action: A) -> usize {
        let mut hash = Quick::default();
        action.hash(&mut hash);
        // The high bits of a product are the good ones.
        (hash.finish() >> (64 - self.slots.len().trailing_zeros())) as usize
    }

    fn next_place(&self, place: usize) -> usize {
        (place + 1) & (self.slots.len() - 1)
    }
}

/// All actions of a game, by number.
pub struct Space<G: Game> {
    pub acts: Vec<Act<G::Action>>,
    numbers: Numbers<G::Action>,
}

/// Lent to lists of legal actions and of their numbers.
pub type Memory<G> = (Vec<<G as Game>::Action>, Vec<u32>);

/// What was drawn for random play.
pub enum Drawn<A> {
    Action(A),
    /// An action or a saying, by its number.
    Number(u32),
}

/// The setups that were made before without options or names, by game, preset and number of players asked for; the seed
/// is another for each game.
static SETUPS: Mutex<Vec<KnownSetup>> = Mutex::new(Vec::new());

/// The game, the preset, the number of players asked for, and the [`Setup`].
type KnownSetup = (TypeId, Option<String>, Option<usize>, Arc<dyn Any + Send + Sync>);

impl Wanted {
    /// As [`Wanted::setup`], made once where nothing but the seed differs.
    fn shared_setup<G: Game>(&self, preset: Option<&str>, seed: Seed) -> Result<Arc<Setup<G>>, Failed> {
        if !self.options.is_empty() || self.names.is_some() {
            return self.setup(preset, seed).map(Arc::new);
        }
        let game = TypeId::of::<G>();
        let preset = self.preset.as_deref().or(preset);
        let mut setups = SETUPS.lock().unwrap_or_else(PoisonError::into_inner);
        let known = setups
            .iter()
            .find(|known| (known.0, known.1.as_deref(), known.2) == (game, preset, self.players));
        if let Some(setup) = known.and_then(|known| Arc::clone(&known.3).downcast().ok()) {
            return Ok(setup);
        }
        let fresh = Arc::new(self.setup::<G>(preset, seed)?);
        let shared = Arc::clone(&fresh) as Arc<dyn Any + Send + Sync>;
        setups.push((game, preset.map(str::to_owned), self.players, shared));
        Ok(fresh)
    }
}

/// The spaces that were made before, by game and number of players. It is only locked while Python's own lock is held, so
/// no fork finds it locked.
static SPACES: Mutex<Vec<KnownSpace>> = Mutex::new(Vec::new());

/// The game, the number of players, and their [`Space`].
type KnownSpace = (TypeId, usize, Arc<dyn Any + Send + Sync>);

impl<G: Present> Space<G> {
    /// The space of this game and number of players, made once.
    fn shared(players: usize) -> Arc<Self> {
        let mut spaces = SPACES.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (TypeId::of::<G>(), players);
        let known = spaces.iter().find(|(game, number, _)| (*game, *number) == key);
        if let Some(space) = known.and_then(|(_, _, space)| Arc::clone(space).downcast().ok()) {
            return space;
        }
        let fresh = Arc::new(Self::new(players));
        spaces.push((key.0, key.1, Arc::clone(&fresh) as Arc<dyn Any + Send + Sync>));
        fresh
    }

    pub fn new(players: usize) -> Self {
        let acts = every_act::<G>(players);
        let number = |(index, act): (usize, &Act<G::Action>)| match act {
            Act::Play(action) => Some((*action, index as u32)),
            Act::Say(_) => None,
        };
        let numbers = Numbers::new(acts.iter().enumerate().filter_map(number));
        Self { acts, numbers }
    }

    /// The numbers of what the player on turn can do or might well say. `legal` only lends its memory.
    pub fn legal(&self, game: &G, legal: &mut Vec<G::Action>, mut tell: impl FnMut(u32)) {
        let Some(seat) = game.to_act() else { return };
        legal.clear();
        game.legal(legal);
        legal.iter().filter_map(|action| self.numbers.get(*action)).for_each(&mut tell);
        let words = if G::INFO.hears { game.remark(seat) } else { None };
        if let Some(said) = words.and_then(|words| G::SAYINGS.iter().position(|known| *known == words)) {
            tell((self.acts.len() - G::SAYINGS.len() + said) as u32);
        }
    }

    /// Draws one of what [`Space::legal`] lists.
    pub fn draw(&self, game: &G, dice: &mut Dice, memory: &mut Memory<G>) -> Option<Drawn<G::Action>> {
        if !Self::might_speak(game) {
            return game.random_action(dice, &mut memory.0).map(Drawn::Action);
        }
        self.draw_listed(game, dice, memory).map(Drawn::Number)
    }

    /// Draws as [`Space::draw`] does and plays it at once; the number of what is still to be done, if there is any.
    #[inline]
    pub fn play(&self, game: &mut G, dice: &mut Dice, memory: &mut Memory<G>) -> Option<u32> {
        if !Self::might_speak(game) {
            game.play_random(dice, &mut memory.0, &mut ());
            return None;
        }
        self.draw_listed(game, dice, memory)
    }

    /// Only where something might be said, actions and words have to be listed together.
    #[inline]
    fn might_speak(game: &G) -> bool {
        G::INFO.hears && game.to_act().is_some_and(|seat| game.remark(seat).is_some())
    }

    fn draw_listed(&self, game: &G, dice: &mut Dice, (legal, numbers): &mut Memory<G>) -> Option<u32> {
        numbers.clear();
        self.legal(game, legal, |number| numbers.push(number));
        dice.pick(numbers).copied()
    }

    /// The number of what was drawn.
    pub fn drawn(&self, drawn: Drawn<G::Action>) -> Option<u32> {
        match drawn {
            Drawn::Action(action) => self.numbers.get(action),
            Drawn::Number(number) => Some(number),
        }
    }

    fn number(&self, act: &Act<G::Action>) -> Option<u32> {
        match act {
            Act::Play(action) => self.numbers.get(*action),
            said => self.acts.iter().position(|other| other == said).map(|index| index as u32),
        }
    }

    pub fn act(&self, number: i64) -> Result<&Act<G::Action>, Failed> {
        let act = usize::try_from(number).ok().and_then(|index| self.acts.get(index));
        act.ok_or_else(|| {
            let last = self.acts.len() - 1;
            Failed::refused(
                "no-such-action",
                None,
                format!("there is no action {number}; there are 0 to {last}"),
            )
        })
    }
}

/// The rule that forbids it.
pub fn refused(rule: &impl Refusal) -> Failed {
    Failed::refused(rule.code(), Some(rule.clause()), format!("{rule} ({})", rule.clause()))
}

/// A game of whatever kind.
pub trait State: Send + Sync {
    fn info(&self) -> Info;
    fn players(&self) -> usize;
    fn rules(&self) -> String;
    fn actions(&self) -> Vec<String>;
    fn count(&self) -> usize;
    fn to_act(&self) -> Option<Seat>;
    /// Hands over the numbers of the legal actions.
    fn legal(&self, read: &mut dyn FnMut(&[u32]));
    fn sample(&mut self) -> Option<u32>;
    fn act(&mut self, number: i64) -> Result<(), Failed>;
    fn act_text(&mut self, text: &str) -> Result<(), Failed>;
    fn outcome(&self) -> Option<Outcome>;
    fn view(&self, viewer: Viewer) -> String;
    fn encode(&self, viewer: Viewer) -> Vec<f32>;
    fn layout(&self) -> Vec<Part>;
    fn describe(&self, viewer: Viewer) -> String;
    fn clone_box(&self) -> Box<dyn State>;
    fn imagine(&self, seat: Seat, seed: &Seed) -> Box<dyn State>;
    fn record(&self) -> Result<String, Failed>;
    fn omniscient(&self) -> String;
    fn trace(&self) -> Result<String, Failed>;
    fn decide(&self, level: Level, iterations: Option<u32>, dice: &mut Dice) -> Option<u32>;
    fn solve(&self, bytes: usize) -> Result<(Option<bool>, Vec<String>), Failed>;
}

/// A running game with what led to it.
struct Running<G: Game> {
    space: Arc<Space<G>>,
    /// With the seed of whichever game was the first to need it.
    setup: Arc<Setup<G>>,
    seed: Seed,
    game: G,
    log: Vec<(Seat, Act<G::Action>)>,
    is_imagined: bool,
    /// For random play, once it is asked for.
    dice: Option<Box<Dice>>,
    /// Lent to lists of legal actions; its numbers are legal now. Python never runs while it is locked, and it is only locked
    /// while Python's own lock is held.
    memory: Mutex<Memory<G>>,
}

/// Deals.
pub fn start(wanted: &Wanted, seed: Seed) -> Result<Box<dyn State>, Failed> {
    let (kind, preset) = wanted.kind()?;
    with_game!(kind, G => {
        let setup = wanted.shared_setup::<G>(preset, seed)?;
        let players = setup.names.len();
        let game = G::start(&setup.rules, players, &seed, &mut ());
        let space = Space::shared(players);
        Ok(Box::new(Running { space, setup, seed, game, log: Vec::new(), is_imagined: false, dice: None, memory: Default::default() }))
    })
}

/// The end of a recorded game, once every action of it was checked.
pub fn replay(text: &str, actions: Option<usize>) -> Result<Box<dyn State>, Failed> {
    let record = Record::read(text).map_err(|bad| Failed::record(&bad))?;
    let kind = AnyGame::ALL.iter().find(|game| game.info().id == record.game);
    let kind = kind.ok_or_else(|| Failed::record(&engine::BadRecord::Game(record.game.clone())))?;
    with_game!(*kind, G => {
        let mut wanted = None;
        let whole = record.replay::<G>(|table, _, _| {
            if Some(table.log().len()) == actions {
                wanted = Some(table.clone());
            }
        });
        let table = wanted.unwrap_or(whole.map_err(|bad| Failed::record(&bad))?);
        let log = table.log().iter().map(|entry| (entry.seat, entry.act.clone())).collect();
        let space = Arc::new(Space::new(table.setup().names.len()));
        let (setup, seed) = (Arc::new(table.setup().clone()), table.setup().seed);
        Ok(Box::new(Running { space, setup, seed, game: table.game().clone(), log, is_imagined: false, dice: None, memory: Default::default() }))
    })
}

impl<G: BotStrategy + Present> Running<G> {
    fn perform(&mut self, act: Act<G::Action>) -> Result<(), Failed> {
        let over = || Failed::refused("game-over", None, "the game is over; start a new one");
        let seat = self.game.to_act().ok_or_else(over)?;
        self.memory().1.clear();
        act.perform(&mut self.game, seat, &mut ()).map_err(|rule| refused(&rule))?;
        self.log.push((seat, act));
        Ok(())
    }

    fn memory(&mut self) -> &mut Memory<G> {
        self.memory.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    fn lock_memory(&self) -> MutexGuard<'_, Memory<G>> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn real(&self) -> Result<(), Failed> {
        match self.is_imagined {
            true => Err(Failed::argument("imagined", "an imagined game has no record and no trace")),
            false => Ok(()),
        }
    }
}

impl<G: BotStrategy + Present> State for Running<G> {
    fn info(&self) -> Info {
        G::INFO
    }

    fn players(&self) -> usize {
        self.setup.names.len()
    }

    fn rules(&self) -> String {
        serde_json::to_string(&AsMap(&self.setup.rules)).unwrap_or_default()
    }

    fn actions(&self) -> Vec<String> {
        self.space.acts.iter().map(ToString::to_string).collect()
    }

    fn count(&self) -> usize {
        self.space.acts.len()
    }

    fn to_act(&self) -> Option<Seat> {
        self.game.to_act()
    }

    fn legal(&self, read: &mut dyn FnMut(&[u32])) {
        // Python may let another thread run while it reads, so nothing is locked then.
        let (mut legal, mut numbers) = std::mem::take(&mut *self.lock_memory());
        numbers.clear();
        self.space.legal(&self.game, &mut legal, |number| numbers.push(number));
        read(&numbers);
        *self.lock_memory() = (legal, numbers);
    }

    fn sample(&mut self) -> Option<u32> {
        let mut dice = self.dice.take().unwrap_or_else(|| Box::new(engine::playout::dice(&self.seed)));
        let memory = self.memory.get_mut().unwrap_or_else(PoisonError::into_inner);
        let drawn = self.space.draw(&self.game, &mut dice, memory);
        let drawn = drawn.and_then(|drawn| self.space.drawn(drawn));
        memory.1.clear();
        memory.1.extend(drawn);
        self.dice = Some(dice);
        drawn
    }

    fn act(&mut self, number: i64) -> Result<(), Failed> {
        let act = self.space.act(number)?.clone();
        // What was listed or drawn for this position needs no other check.
        let is_listed = self.memory().1.iter().any(|listed| i64::from(*listed) == number);
        if let (true, Act::Play(action), Some(seat)) = (is_listed, &act, self.game.to_act()) {
            // Nothing is listed for what comes next, even if the game panics halfway.
            self.memory().1.clear();
            self.game.apply_legal(*action, &mut ());
            self.log.push((seat, act));
            return Ok(());
        }
        self.perform(act)
    }

    fn act_text(&mut self, text: &str) -> Result<(), Failed> {
        let act = Act::read(text.trim(), G::INFO.hears);
        self.perform(act.map_err(|bad| Failed::refused(bad.code(), None, bad))?)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    fn view(&self, viewer: Viewer) -> String {
        serde_json::to_string(&self.game.view(viewer)).unwrap_or_default()
    }

    fn encode(&self, viewer: Viewer) -> Vec<f32> {
        let mut values = Vec::new();
        encoding::encode::<G>(&self.game.view(viewer), viewer, self.players(), &mut values);
        values
    }

    fn layout(&self) -> Vec<Part> {
        encoding::layout::<G>(&self.game.view(Viewer::Public), self.players())
    }

    fn describe(&self, viewer: Viewer) -> String {
        let you = match viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Public => None,
        };
        G::describe(&self.game.view(viewer), &engine::Seating { names: &self.setup.names, you })
    }

    fn clone_box(&self) -> Box<dyn State> {
        Box::new(Self {
            space: Arc::clone(&self.space),
            setup: Arc::clone(&self.setup),
            seed: self.seed,
            game: self.game.clone(),
            log: self.log.clone(),
            is_imagined: self.is_imagined,
            dice: self.dice.clone(),
            memory: Default::default(),
        })
    }

    fn imagine(&self, seat: Seat, seed: &Seed) -> Box<dyn State> {
        let game = G::imagine(&self.game.view(Viewer::Seat(seat)), &mut Dice::new(seed));
        let (space, setup) = (Arc::clone(&self.space), Arc::clone(&self.setup));
        Box::new(Self {
            space,
            setup,
            seed: self.seed,
            game,
            log: Vec::new(),
            is_imagined: true,
            dice: Some(Box::new(Dice::stream(seed, 1))),
            memory: Default::default(),
        })
    }

    fn record(&self) -> Result<String, Failed> {
        self.real()?;
        let bad = |bad: String| Failed::argument("not-recorded", bad);
        let (mut table, _) = Table::open(Setup { seed: self.seed, ..(*self.setup).clone() })
            .map_err(|error| bad(error.to_string()))?;
        for (seat, act) in &self.log {
            table.act(*seat, act.clone()).map_err(|error| bad(error.to_string()))?;
        }
        Ok(table.record().write())
    }

    fn omniscient(&self) -> String {
        serde_json::to_string(&self.game.trace()).unwrap_or_default()
    }

    fn trace(&self) -> Result<String, Failed> {
        self.real()?;
        let (rules, seed) = (&self.setup.rules, &self.seed);
        let (mut text, mut events) = (String::new(), Vec::new());
        let (mut tracer, mut game) =
            Tracer::start::<G>(&mut text, 0, rules, self.players(), seed, &mut events);
        for (seat, act) in &self.log {
            tracer.act(&mut game, *seat, act, &mut events);
        }
        tracer.end(&game);
        Ok(text)
    }

    fn decide(&self, level: Level, iterations: Option<u32>, dice: &mut Dice) -> Option<u32> {
        let seat = self.game.to_act()?;
        let mut legal = Vec::new();
        self.game.legal(&mut legal);
        let budget = Budget::iterations(iterations.unwrap_or_else(G::usual_iterations));
        let view = self.game.view(Viewer::Seat(seat));
        let act = Player::<G>::decide(&Bot(level), &view, &legal, dice, &budget)?;
        self.space.number(&act)
    }

    fn solve(&self, bytes: usize) -> Result<(Option<bool>, Vec<String>), Failed> {
        let none = || Failed::argument("not-solvable", format!("{} has no solver", G::INFO.name));
        let solver = G::solvable().ok_or_else(none)?;
        let rules = &self.setup.rules;
        solver.check(rules).map_err(|why| Failed::argument(why.code(), why))?;
        let mut memory = SolverMemory::new(bytes);
        Ok(match solver.way(&self.game, rules, &mut memory) {
            Chance::Yes(way) => (Some(true), way.iter().map(ToString::to_string).collect()),
            Chance::No => (Some(false), Vec::new()),
            Chance::Unknown => (None, Vec::new()),
        })
    }
}

/// The options of a game: name, usual value and help.
pub fn options(kind: AnyGame) -> Vec<(&'static str, String, &'static str)> {
    with_game!(kind, G => {
        let usual = serde_json::to_value(AsMap(&<G as Game>::Rules::default())).unwrap_or_default();
        let row = |spec: &engine::options::OptionSpec| {
            let value = match &usual[spec.name] {
                serde_json::Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            (spec.name, value, spec.help)
        };
        <<G as Game>::Rules as Options>::SPECS.iter().map(row).collect()
    })
}
