//! How bots spend time at a live table: long enough to be followed, never so long that one waits for them.

use std::io;
use std::thread;
use std::time::{Duration, Instant};

use bots::{Bot, Brains, Budget, Player};
use engine::{Act, Dice};

use crate::cli::PlayArgs;
use crate::interactive;

/// What a bot takes for a move when someone watches.
const PAUSE: Duration = Duration::from_millis(600);
/// How long an expert thinks when someone waits.
const THINKING: Duration = Duration::from_secs(1);
/// More than fits into the time to think.
const PLENTY: u32 = 1_000_000;

/// How bots spend time.
pub struct Pace {
    pause: Duration,
    iterations: u32,
    /// Where nobody types, play has to be the same every time, and the clock has no say in it.
    by_the_clock: bool,
}

impl Pace {
    /// As asked for; without pauses where nobody watches.
    pub fn new<G: Brains>(args: &PlayArgs) -> Self {
        let watched = interactive(&io::stdout());
        let by_the_clock = watched && interactive(&io::stdin()) && args.iterations.is_none();
        let pause = if watched { args.pace.map_or(PAUSE, Duration::from_secs_f64) } else { Duration::ZERO };
        let iterations =
            args.iterations.unwrap_or_else(|| if by_the_clock { PLENTY } else { G::usual_iterations() });
        Self { pause, iterations, by_the_clock }
    }

    /// What the bot does, after its pause.
    pub fn decide<G: Brains>(
        &self,
        bot: Bot,
        view: &G::View,
        legal: &[G::Action],
        dice: &mut Dice,
    ) -> Option<Act<G::Action>> {
        let started = Instant::now();
        let act = self.think(|budget| Player::<G>::decide(&bot, view, legal, dice, budget));
        thread::sleep(self.pause.saturating_sub(started.elapsed()));
        act
    }

    /// Thinks for as long as someone may be kept waiting.
    pub fn think<T>(&self, thought: impl FnOnce(&Budget) -> T) -> T {
        let started = Instant::now();
        let late = || started.elapsed() >= THINKING;
        let out_of_time = self.by_the_clock.then_some(&late as &dyn Fn() -> bool);
        thought(&Budget { iterations: self.iterations, out_of_time })
    }
}
