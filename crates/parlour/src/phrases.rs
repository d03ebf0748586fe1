//! `parlour phrases`: what can be said or typed in a game.

use games::with_game;

use crate::cli::PhrasesArgs;
use crate::failure::Result;
use crate::{print, setup};

/// Lists what can be said, with examples from random games; the same ones every time unless a seed is given.
pub fn run(args: &PhrasesArgs) -> Result {
    let (game, preset) = setup::find(&args.game.game)?;
    let mut by = args.game.options.by.clone();
    by.seed.get_or_insert_with(|| "1".to_owned());
    let guide = with_game!(game, G => {
        let setup = setup::setup::<G>(preset, &by, args.game.options.players, "Guest")?;
        ::phrases::Guide { game: setup::title(game, &setup.rules), ..::phrases::guide(&setup) }
    });
    if !args.json {
        return print(guide.to_string().as_bytes());
    }
    let actions: Vec<serde_json::Value> = (guide.actions.iter())
        .map(|example| serde_json::json!({ "notation": example.notation, "phrases": example.phrases }))
        .collect();
    let commands: Vec<serde_json::Value> = (guide.commands.iter())
        .map(|spell| serde_json::json!({ "ways": spell.ways().collect::<Vec<_>>(), "does": spell.does }))
        .collect();
    let json = serde_json::json!({ "game": guide.game, "hears": guide.hears, "actions": actions, "commands": commands });
    print(format!("{json}\n").as_bytes())
}
