//! One game, played to its end by bots, without pauses: for simulations and tournaments.

use bots::{Bot, BotStrategy, Budget, Level, Player};
use engine::trace::Tracer;
use engine::{Act, Dice, Outcome, Seat, Seed, Setup, Viewer, playout};

use crate::failure::{Failure, Result};

/// More decisions than any game takes in which bots get anywhere; then it is broken off.
pub const LONGEST: u64 = 50_000;

/// Who plays: a level for each seat, and how far experts search.
#[derive(Clone, Debug)]
pub struct Lineup {
    levels: Vec<Level>,
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
        Ok(Self { levels, iterations })
    }

    /// The level on each seat.
    pub fn levels(&self) -> &[Level] {
        &self.levels
    }

    /// Whether nobody thinks.
    pub fn is_random(&self) -> bool {
        self.levels.iter().all(|level| *level == Level::Random)
    }

    /// "of random play", "by club bots", "by expert, club and random bots".
    pub fn describe(&self) -> String {
        if self.is_random() {
            return "of random play".to_owned();
        }
        let mut names: Vec<String> = self.levels.iter().map(ToString::to_string).collect();
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
struct Minds<'a> {
    lineup: &'a Lineup,
    /// One for each seat; random players share the dice of the engine's playouts, so that their games stay
    /// what they were.
    dice: Vec<Dice>,
}

impl<'a> Minds<'a> {
    fn new(lineup: &'a Lineup, seed: &Seed) -> Self {
        let random = lineup.is_random();
        let dice = if random { vec![playout::dice(seed)] } else { bots::dice(seed, lineup.levels.len()) };
        Self { lineup, dice }
    }

    fn choose<G: BotStrategy>(
        &mut self,
        game: &G,
        legal: &mut Vec<G::Action>,
    ) -> Option<(Seat, Act<G::Action>)> {
        if self.lineup.is_random() {
            return playout::choose(game, &mut self.dice[0], legal);
        }
        let seat = game.to_act()?;
        legal.clear();
        game.legal(legal);
        let view = game.view(Viewer::Seat(seat));
        let bot = Bot(self.lineup.levels[seat.index()]);
        let budget = Budget::iterations(self.lineup.iterations);
        let act = Player::<G>::decide(&bot, &view, legal, &mut self.dice[seat.index()], &budget);
        act.map(|act| (seat, act))
    }
}

/// Lets them play on until the game is over; returns how many decisions that took.
fn play_on<G: BotStrategy>(
    game: &mut G,
    lineup: &Lineup,
    seed: &Seed,
    mut act: impl FnMut(&mut G, Seat, &Act<G::Action>) -> bool,
) -> u64 {
    // Chance leads out of every circle, so random play needs no limit.
    let longest = if lineup.is_random() { u64::MAX } else { LONGEST };
    let mut minds = Minds::new(lineup, seed);
    let mut legal = Vec::new();
    let mut decisions = 0;
    while decisions < longest
        && let Some((seat, what)) = minds.choose(game, &mut legal)
        && act(game, seat, &what)
    {
        decisions += 1;
    }
    decisions
}

/// What one game came to. Without an outcome it was broken off.
pub struct GameRun<G: BotStrategy> {
    pub trace: String,
    pub decisions: u64,
    pub outcome: Option<Outcome>,
    pub events: Vec<G::Event>,
}

/// Plays game `number` of a run and keeps what happened.
pub fn play<G: BotStrategy>(setup: &Setup<G>, lineup: &Lineup, number: u64, traced: bool) -> GameRun<G> {
    let seed = setup.seed.child(number);
    let players = setup.names.len();
    let (mut trace, mut events) = (String::new(), Vec::new());
    let (decisions, outcome) = if traced {
        let (mut tracer, mut game) =
            Tracer::start::<G>(&mut trace, number, &setup.rules, players, &seed, &mut events);
        let decisions =
            play_on(&mut game, lineup, &seed, |game, seat, act| tracer.act(game, seat, act, &mut events));
        tracer.end(&game);
        (decisions, game.outcome())
    } else {
        let mut game = G::start(&setup.rules, players, &seed, &mut events);
        let decisions =
            play_on(&mut game, lineup, &seed, |game, seat, act| act.perform(game, seat, &mut events).is_ok());
        (decisions, game.outcome())
    };
    GameRun { trace, decisions, outcome, events }
}

/// Plays one game for its outcome alone.
pub fn outcome<G: BotStrategy>(rules: &G::Rules, lineup: &Lineup, seed: &Seed) -> Option<Outcome> {
    let mut game = G::start(rules, lineup.levels.len(), seed, &mut ());
    play_on(&mut game, lineup, seed, |game, seat, act| act.perform(game, seat, &mut ()).is_ok());
    game.outcome()
}
