//! `parlour rules` and `parlour games`: what there is, and how it is played.

use std::fmt::Write as _;

use engine::{Game, Options, Present};
use games::{AnyGame, ListedGame, with_game};

use crate::cli::RulesArgs;
use crate::failure::{Failure, Result};
use crate::{print, setup};

/// Shows the rules of a game.
pub fn run(args: &RulesArgs) -> Result {
    let (game, preset) = setup::find(&args.game)?;
    if args.json {
        return print(format!("{}\n", described(game)).as_bytes());
    }
    if let Some(clause) = &args.clause {
        return print(format!("{}\n", find_clause(game, clause)?).as_bytes());
    }
    if args.summary {
        return match with_game!(game, G => G::ONE_PAGE) {
            "" => {
                Err(Failure::failed(format!("{} has no summary yet; leave out --summary", game.info().name)))
            }
            page => print(page.as_bytes()),
        };
    }
    let mut text = game.rules_text().to_owned();
    text += &options(game, preset);
    print(text.as_bytes())
}

/// The lines of a clause.
pub fn find_clause(game: AnyGame, id: &str) -> Result<String> {
    game.clause(id).map(str::to_owned).ok_or_else(|| {
        Failure::usage(format!(
            "{} has no clause \"{id}\"; see parlour rules {}",
            game.info().name,
            game.info().id
        ))
    })
}

/// The options as a list, with the value that a preset gives them.
fn options(game: AnyGame, preset: Option<&str>) -> String {
    let settings = with_game!(game, G => {
        let rules = preset.and_then(<G as Game>::Rules::preset).unwrap_or_default();
        rules.settings()
    });
    let of = preset.map_or_else(String::new, |preset| format!(" with preset {preset}"));
    let mut text = format!("\n## Options{of}\n");
    for (spec, (_, value)) in game.options().iter().zip(settings) {
        let _ =
            writeln!(text, "- `{}` = {value} ({}): {} ({})", spec.name, spec.kind, spec.help, spec.clause);
    }
    text +=
        "\nSet them with --set NAME=VALUE, a TOML file (--rules FILE.toml) or a preset (--preset NAME):\n";
    for preset in game.presets() {
        let _ = writeln!(text, "- `{}`: {}", preset.name, preset.help);
    }
    text
}

fn described(game: AnyGame) -> serde_json::Value {
    let info = game.info();
    let defaults = with_game!(game, G => {
        serde_json::json!(engine::options::AsMap(&<G as Game>::Rules::default()))
    });
    let players = with_game!(game, G => <G as Game>::players(&<G as Game>::Rules::default()));
    serde_json::json!({
        "id": info.id,
        "name": info.name,
        "summary": info.summary,
        "rules_version": info.rules_version,
        "players": { "min": players.start(), "max": players.end(), "usual": info.usual_players },
        "options": game.options(),
        "defaults": defaults,
        "presets": game.presets(),
        "solitaire": with_game!(game, G => <G as Game>::is_solitaire()),
        "known_as": ListedGame::of(game).into_iter().map(known_as).collect::<Vec<_>>(),
    })
}

/// A game as people know it, with what a test needs to sit down at it.
fn known_as(listed: ListedGame) -> serde_json::Value {
    serde_json::json!({
        "id": listed.id,
        "title": listed.title,
        "preset": listed.preset,
        "players": { "usual": listed.usual_players, "fewest": listed.fewest_players },
    })
}

/// Lists the games.
pub fn list(json: bool) -> Result {
    if json {
        let games: Vec<serde_json::Value> = AnyGame::ALL.iter().map(|&game| described(game)).collect();
        return print(format!("{}\n", serde_json::json!(games)).as_bytes());
    }
    let mut text = String::new();
    for game in AnyGame::ALL {
        let info = game.info();
        let _ = writeln!(text, "{} ({})\n  {}", info.name, info.id, info.summary);
        for preset in game.presets().iter().filter(|preset| preset.name != info.id) {
            let _ = writeln!(text, "  {}: {}", preset.name, preset.help);
        }
    }
    text += "\nparlour play NAME starts a game, parlour rules NAME tells how it goes.\n";
    print(text.as_bytes())
}
