//! `parlour replay` and `parlour verify`: a record is shown only if the game happened.

use std::fmt::Write as _;
use std::path::Path;

use engine::table::Events;
use engine::{Present, Record, Seat, Seating, Table, Viewer};
use games::{AnyGame, with_game};

use crate::cli::{ReplayArgs, VerifyArgs};
use crate::failure::{Failure, Result};
use crate::{files, print, setup};

fn read(path: &Path) -> Result<(Record, AnyGame)> {
    let bad = |reason: engine::BadRecord| Failure::failed(format!("{}: {reason}", path.display()));
    let record = Record::read(&files::read(path)?).map_err(bad)?;
    let known = AnyGame::ALL.iter().find(|game| game.info().id == record.game);
    let game = *known.ok_or_else(|| bad(engine::BadRecord::Game(record.game.clone())))?;
    Ok((record, game))
}

/// Shows a recorded game.
pub fn replay(args: &ReplayArgs) -> Result {
    let (record, game) = read(&args.file)?;
    let seat = match args.seat {
        None => None,
        Some(number) if number < record.players.len() => Seat::new(number),
        Some(number) => {
            let last = record.players.len().saturating_sub(1);
            return Err(Failure::usage(format!("the record has seats 0 to {last}, not {number}")));
        }
    };
    // Nothing is shown before all is checked: a replay never shows a game that did not happen.
    let shown = with_game!(game, G => show::<G>(&record, seat, args))
        .map_err(|reason| Failure::failed(format!("{}: {reason}", args.file.display())))?;
    print(shown.as_bytes())
}

fn show<G: Present>(
    record: &Record,
    seat: Option<Seat>,
    args: &ReplayArgs,
) -> Result<String, engine::BadRecord> {
    let mut out = String::new();
    let table = record.replay::<G>(|table, action, events| {
        let actor = action.map(|(seat, _)| seat);
        let viewer = seat.or(actor).map_or(Viewer::Public, Viewer::Seat);
        if args.json {
            let seen: Vec<G::Seen> = events.iter().filter_map(|event| G::show(event, viewer)).collect();
            let line = serde_json::json!({
                "seat": actor, "action": action.map(|(_, text)| text), "events": seen, "view": table.view(viewer),
            });
            let _ = writeln!(out, "{line}");
        } else {
            tell(&mut out, table, action, &events, viewer, seat);
            if let Some(note) = tables::fallback_note(record, table.log().len()) {
                let _ = writeln!(out, "   {note}");
            }
            if args.steps {
                describe(&mut out, table, viewer, seat);
            }
        }
    })?;
    if !args.json {
        if !args.steps {
            describe(&mut out, &table, seat.map_or(Viewer::Public, Viewer::Seat), seat);
        }
        let end = if table.outcome().is_some() {
            "The game is over."
        } else {
            "The record ends here; the game is not over."
        };
        let _ = writeln!(out, "{end}");
    }
    Ok(out)
}

fn tell<G: Present>(
    out: &mut String,
    table: &Table<G>,
    action: Option<(Seat, &str)>,
    events: &Events<G>,
    viewer: Viewer,
    you: Option<Seat>,
) {
    let seating = Seating { names: &table.setup().names, you };
    if let Some((seat, text)) = action {
        let _ = writeln!(out, "{}. {}: {text}", table.log().len(), seating.name(seat));
    }
    for seen in events.iter().filter_map(|event| G::show(event, viewer)) {
        if let Some(text) = G::tell(&seen, &seating) {
            let _ = writeln!(out, "   {text}");
        }
    }
}

fn describe<G: Present>(out: &mut String, table: &Table<G>, viewer: Viewer, you: Option<Seat>) {
    let seating = Seating { names: &table.setup().names, you };
    for line in G::describe(&table.view(viewer), &seating).lines() {
        let _ = writeln!(out, "   | {line}");
    }
}

/// Checks a recorded game.
pub fn verify(args: &VerifyArgs) -> Result {
    let (record, game) = read(&args.file)?;
    let checked = with_game!(game, G => record
        .replay::<G>(|_, _, _| {})
        .map(|table| (table.outcome(), setup::title(game, &table.setup().rules))));
    let (outcome, title) =
        checked.map_err(|reason| Failure::failed(format!("{}: {reason}", args.file.display())))?;
    let shares = record.mix.as_ref().map_or(0, |mix| mix.shares.len());
    let silent: Vec<Seat> = record.mix.iter().flat_map(|mix| mix.unrevealed()).collect();
    if args.json {
        let line = serde_json::json!({
            "verified": true, "game": record.game, "actions": record.actions.len(), "over": outcome.is_some(),
            "outcome": outcome, "commitment": record.commitment, "assists": record.assists, "shares": shares,
            "unrevealed": silent,
        });
        return print(format!("{line}\n").as_bytes());
    }
    let seating = Seating { names: &record.players, you: None };
    let mixed = match shares {
        0 => String::new(),
        _ => format!(
            " The table's secret was mixed with the shares of {}.",
            engine::counted(shares, "player", "players")
        ),
    };
    let silent: Vec<String> = silent.iter().map(ToString::to_string).collect();
    let silent = match silent.is_empty() {
        true => String::new(),
        false => {
            format!(" A bot took over from those who did not reveal their share: seat {}.", silent.join(", "))
        }
    };
    let end = match &outcome {
        None => "The game is not over yet.".to_owned(),
        Some(outcome) => format!("Won by {}.", seating.list(outcome.winners.iter().copied())),
    };
    print(
        format!(
            "Verified: {title}, {} by {}. The cards are those promised by commitment {}, \
             every action was legal, and the game stands as the record says.{mixed}{silent} {end}\n",
            engine::counted(record.actions.len(), "action", "actions"),
            engine::counted(record.players.len(), "player", "players"),
            record.commitment,
        )
        .as_bytes(),
    )
}
