//! `parlour plots` and `simulate --plot`: what many games tell, drawn.
//!
//! Each game gathers what is worth drawing in an [`PlotCollector`]; it makes [`Panel`]s of numbers and knows nothing of
//! drawing. `draw` knows nothing of games.

mod aces_up;
mod draw;
pub mod figure;
mod grapples;
mod pass_the_ace;
mod plain;
mod propre;
mod strokes;
mod tally;

use std::any::Any;
use std::path::Path;

use bots::BotStrategy;
use engine::{Options, Present, Setup};
use games::{AnyGame, with_game};

use crate::cli::{PlotsArgs, RuleArgs};
use crate::failure::{Failure, Result};
use crate::files::AtomicFile;
use crate::game_run::{GameRun, Lineup};
use crate::{print, setup, simulate};

use figure::{Figure, Panel};

/// A game that can be drawn: every game.
pub trait PlottedGame: BotStrategy + Present {
    /// An empty collector for games like this: the game's own, or the plain one.
    fn collector(setup: &Setup<Self>) -> Box<dyn PlotCollector<Self>> {
        own(setup, aces_up::collector)
            .or_else(|| own(setup, grapples::collector))
            .or_else(|| own(setup, pass_the_ace::collector))
            .or_else(|| own(setup, propre::collector))
            .unwrap_or_else(|| plain::collector(setup))
    }
}

impl<G: BotStrategy + Present> PlottedGame for G {}

/// The collector of game `H`, if that is the game.
fn own<G: BotStrategy, H: BotStrategy>(
    setup: &Setup<G>,
    collector: fn(&Setup<H>) -> Box<dyn PlotCollector<H>>,
) -> Option<Box<dyn PlotCollector<G>>> {
    let setup = (setup as &dyn Any).downcast_ref::<Setup<H>>()?;
    let collector: Box<dyn Any> = Box::new(collector(setup));
    collector.downcast::<Box<dyn PlotCollector<G>>>().ok().map(|collector| *collector)
}

/// Gathers what is worth drawing.
pub trait PlotCollector<G: BotStrategy> {
    /// Takes in one game.
    fn add(&mut self, run: &GameRun<G>);

    /// The panels, one or two.
    fn panels(&self) -> Vec<Panel>;

    /// The whole figure, with what it was made from in its title.
    fn figure(&self, setup: &Setup<G>, lineup: &Lineup, games: u64, seed: Option<&str>) -> Figure {
        let players = engine::counted(setup.names.len(), "player", "players");
        let rules = match setup.rules.preset_name().filter(|_| !setup.rules.differences().is_empty()) {
            Some(preset) => format!("{preset} rules"),
            None => setup::rules_line(setup),
        };
        let title = format!("{}: {rules}, {players}", G::INFO.name);
        let games = engine::counted(games, "game", "games");
        let seed = seed.map_or_else(|| setup.seed.to_string(), |seed| seed.trim().to_owned());
        Figure {
            title,
            made_from: format!("{games} {}, seed {seed}", lineup.describe()),
            panels: self.panels(),
        }
    }
}

/// A plot that is going to be drawn: its file has a place and a kind.
pub struct Plot {
    draft: AtomicFile,
    kind: Kind,
}

#[derive(Clone, Copy)]
enum Kind {
    Svg,
    Png,
}

impl Plot {
    /// Begins a plot; fails at once if it could not be put there.
    pub fn begin(path: &Path) -> Result<Self> {
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        let kind = match ending.as_deref() {
            Some("svg") => Kind::Svg,
            Some("png") => Kind::Png,
            _ => {
                return Err(Failure::usage(format!(
                    "cannot draw {}: name a file that ends in .svg or .png",
                    path.display()
                )));
            }
        };
        Ok(Self { draft: AtomicFile::begin(path)?, kind })
    }

    /// Draws it.
    pub fn finish(mut self, figure: &Figure) -> Result {
        let bytes = match self.kind {
            Kind::Svg => draw::svg(figure),
            Kind::Png => draw::png(figure),
        };
        let bytes = bytes.map_err(|error| Failure::failed(format!("cannot draw the plot: {error}")))?;
        self.draft.write(&bytes)?;
        self.draft.finish()
    }
}

/// Draws the plots of every game.
pub fn run(args: &PlotsArgs) -> Result {
    std::fs::create_dir_all(&args.out)
        .map_err(|error| Failure::file("make the folder", &args.out, &error))?;
    // One seed for all games, even if nobody gave one.
    let seed = args.seed.clone().map_or_else(|| setup::seed(None).map(|seed| seed.to_string()), Ok)?;
    for &game in AnyGame::ALL {
        with_game!(game, G => draw_all::<G>(args, &seed))?;
    }
    Ok(())
}

fn draw_all<G: PlottedGame>(args: &PlotsArgs, seed: &str) -> Result {
    let rules = RuleArgs { seed: Some(seed.to_owned()), ..RuleArgs::default() };
    let setup = setup::setup::<G>(None, &rules, None, "Seat 0")?;
    let lineup =
        Lineup::new(&[args.bots], setup.names.len(), args.iterations.unwrap_or_else(G::usual_iterations))?;
    let paths = ["svg", "png"].map(|ending| args.out.join(format!("{}.{ending}", G::INFO.id)));
    let plots = paths.iter().map(|path| Plot::begin(path)).collect::<Result<Vec<Plot>>>()?;
    let mut collector = G::collector(&setup);
    simulate::gather::<G>(&setup, &lineup, 0..args.games, None, Some(collector.as_mut()))?;
    let figure = collector.figure(&setup, &lineup, args.games, Some(seed));
    for (plot, path) in plots.into_iter().zip(&paths) {
        plot.finish(&figure)?;
        print(format!("{}\n", path.display()).as_bytes())?;
    }
    Ok(())
}
