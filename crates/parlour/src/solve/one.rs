//! `parlour solve --deal` and `--from`: a deal's best line, step by step.

use std::fmt::Write as _;
use std::path::Path;

use bots::aces_up::solver::{Solver, Verdict};
use engine::options::AsMap;
use engine::{Game, Present, Record, Seating, Seed, Table, Viewer};
use games::AnyGame;
use games::aces_up::{AcesUp, Action, Column, Rules};

use super::asked::Chosen;
use super::work::settled;
use crate::cli::SolveArgs;
use crate::failure::{Failure, Result};
use crate::{files, print, setup};

/// The game that is looked at, and where it comes from.
struct Position {
    game: AcesUp,
    rules: Rules,
    seed: Seed,
    /// "seed 7", "game.json after action 12".
    from: String,
}

/// Solves a deal from its start.
pub fn deal(chosen: &Chosen, preset: Option<&str>, args: &SolveArgs) -> Result {
    let mut setup = setup::setup::<AcesUp>(preset, &args.by, None, "Seat 0")?;
    setup.seed = chosen.seed()?;
    let game = AcesUp::start(&setup.rules, 1, &setup.seed, &mut ());
    show(&Position { game, rules: setup.rules, seed: setup.seed, from: chosen.to_string() }, args)
}

/// Solves from where a record stands.
pub fn record(path: &Path, args: &SolveArgs) -> Result {
    let bad = |reason: engine::BadRecord| Failure::failed(format!("{}: {reason}", path.display()));
    let record = Record::read(&files::read(path)?).map_err(bad)?;
    let other = AnyGame::ALL.iter().map(|game| game.info()).find(|info| info.id == record.game);
    if let Some(other) = other.filter(|other| other.id != AcesUp::INFO.id) {
        let (path, solved) = (path.display(), AcesUp::INFO.name);
        let reason = format!("{path}: this is a record of \"{}\"; {} cannot be solved", other.id, other.name);
        return Err(Failure::failed(format!("{reason}, only {solved}")));
    }
    let actions = record.actions.len();
    let after = args.after.unwrap_or(actions);
    if after > actions {
        let actions = engine::counted(actions, "action", "actions");
        return Err(Failure::usage(format!("{} has {actions}; set --after to one of them", path.display())));
    }
    let mut there = None;
    // The record is believed only if all of it could have happened.
    let table: Table<AcesUp> = record
        .replay(|table: &Table<AcesUp>, _, _| {
            if table.log().len() == after {
                there = Some(table.game().clone());
            }
        })
        .map_err(bad)?;
    let from = match after {
        0 => format!("{} at its start", path.display()),
        after => format!("{} after action {after} of {actions}", path.display()),
    };
    let game = there.unwrap_or_else(|| table.game().clone());
    show(&Position { game, rules: table.setup().rules, seed: table.setup().seed, from }, args)
}

fn show(position: &Position, args: &SolveArgs) -> Result {
    let mut solver = Solver::new(args.memory.bytes());
    let (verdict, line) = if position.game.to_act().is_none() {
        (Verdict::Best(position.game.score() as u8), Vec::new())
    } else {
        let (verdict, line) = solver.line(&position.game, &position.rules);
        (settled(verdict), line)
    };
    let text = if args.shown.json {
        format!("{}\n", json(position, verdict, &line))
    } else {
        text(position, verdict, &line, args)
    };
    print(text.as_bytes())
}

fn text(position: &Position, verdict: Verdict, line: &[Action], args: &SolveArgs) -> String {
    let differences = engine::Options::differences(&position.rules);
    let rules = if differences.is_empty() { "usual rules".to_owned() } else { differences.join(" ") };
    let mut out = format!("Aces Up, {rules}, {}, every card known\n\n", position.from);
    let mut game = position.game.clone();
    let _ = writeln!(out, "      {}", columns(&game));
    let _ = writeln!(out, "\n{}\n", told(position, verdict, args));
    let seating = Seating { names: &[], you: None };
    for (number, &action) in line.iter().enumerate() {
        let label = AcesUp::label(&game.view(Viewer::Public), action, &seating);
        let mut events = Vec::new();
        if game.apply(action, &mut events).is_err() {
            break;
        }
        let _ = writeln!(out, "{:>4}. {label} ({action})", number + 1);
        // The first thing that happens is the action itself, unless it is a deal: there the cards are news.
        let news = events.iter().skip(usize::from(action != Action::Deal));
        for sentence in news.filter_map(|event| AcesUp::tell(event, &seating)) {
            let _ = writeln!(out, "      {sentence}");
        }
        let _ = writeln!(out, "      {}", columns(&game));
    }
    out
}

/// What was found, in a sentence or two.
fn told(position: &Position, verdict: Verdict, args: &SolveArgs) -> String {
    let (game, rules) = (&position.game, &position.rules);
    let cards = |score: u8| engine::counted(score, "card", "cards");
    let for_the_score = !bots::aces_up::can_be_won_at_all(rules);
    match verdict {
        Verdict::Best(48) if game.to_act().is_none() => "The game is over and won.".to_owned(),
        Verdict::Best(score) if game.to_act().is_none() => {
            format!("The game is over, with {} discarded.", cards(score))
        }
        Verdict::Best(48) => "It can be won: all 48 cards that are not aces can be discarded.".to_owned(),
        Verdict::Best(score) if for_the_score => {
            format!("The best score is {score}: no line discards more than {}.", cards(score))
        }
        Verdict::Best(score) => {
            format!(
                "It cannot be won. The best score is {score}: no line discards more than {}.",
                cards(score)
            )
        }
        Verdict::Undecided { at_least } => format!(
            "Undecided within {}: a score of {at_least} can be reached, as below; whether more, is not known. \
             Give it more with --memory.",
            args.memory
        ),
    }
}

/// "1: 7♦ K♣   2: empty   3: …   4: …", bottom first.
fn columns(game: &AcesUp) -> String {
    let column = |column: Column| {
        let cards: Vec<String> = game.cards_in(column).iter().map(|card| card.short()).collect();
        format!("{column}: {}", if cards.is_empty() { "empty".to_owned() } else { cards.join(" ") })
    };
    Column::ALL.map(column).join("   ")
}

fn json(position: &Position, verdict: Verdict, line: &[Action]) -> serde_json::Value {
    let (score, decided) = match verdict {
        Verdict::Best(score) => (score, true),
        Verdict::Undecided { at_least } => (at_least, false),
    };
    let mut game = position.game.clone();
    let stands = |game: &AcesUp| {
        let columns = Column::ALL.map(|column| game.cards_in(column).to_vec());
        serde_json::json!({ "columns": columns, "stock": game.known_stock().len(), "score": game.score() })
    };
    let start = stands(&game);
    let steps: Vec<serde_json::Value> = line
        .iter()
        .map_while(|action| {
            game.apply(*action, &mut ()).ok()?;
            let mut step = stands(&game);
            step["action"] = action.to_string().into();
            Some(step)
        })
        .collect();
    serde_json::json!({
        "game": AcesUp::INFO.id,
        "rules": AsMap(&position.rules),
        "seed": position.seed,
        "from": position.from,
        "decided": decided,
        "score": score,
        "winnable": if decided || score == 48 { Some(score == 48) } else { None },
        "start": start,
        "line": steps,
    })
}
