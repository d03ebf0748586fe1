//! From flags and files to what is settled before a game.

use std::collections::BTreeMap;

use engine::options::option_text;
use engine::{Game, Name, Options, Seed, Setup};
use games::{AnyGame, ListedGame};

use crate::cli::RuleArgs;
use crate::failure::{Failure, Result};
use crate::files;

/// The game of that name, with the preset if the name is one.
pub fn find(name: &str) -> Result<(AnyGame, Option<&'static str>)> {
    AnyGame::find(&name.trim().to_lowercase()).ok_or_else(|| {
        Failure::usage(format!("there is no game \"{name}\"; there are: {}", AnyGame::names().join(", ")))
    })
}

/// The seed as typed, or a fresh one from the system.
pub fn seed(text: Option<&str>) -> Result<Seed> {
    let Some(text) = text else {
        return client::random::seed().map_err(|error| Failure::failed(format!("{error}; use --seed")));
    };
    let text = text.trim();
    // Hex first: 64 digits can look like a number with many zeros.
    text.to_lowercase().parse().or_else(|error| {
        text.parse().map(Seed::from_number).map_err(|_| {
            Failure::usage(format!(
                "the seed \"{text}\" cannot be used: {error}; or give a whole number such as 7"
            ))
        })
    })
}

/// Everything that is settled before a game, with `first` on seat 0 and bots on the others.
pub fn setup<G: Game>(
    preset: Option<&str>,
    args: &RuleArgs,
    players: Option<usize>,
    first: &str,
) -> Result<Setup<G>> {
    let mut setup = Setup::<G>::new(seed(args.seed.as_deref())?);
    let mut in_file = None;
    if let Some(preset) = args.preset.as_deref().or(preset) {
        setup.preset(preset).map_err(Failure::usage)?;
    }
    for (name, value) in settings(args)? {
        if name == "players" {
            let number = value
                .parse()
                .map_err(|_| Failure::usage(format!("players must be a number, not \"{value}\"")))?;
            in_file = Some(number);
        } else {
            setup.set(&name, &value).map_err(Failure::usage)?;
        }
    }
    let usual = G::INFO.usual_players.max(*G::players(&setup.rules).start());
    let players = players.or(in_file).unwrap_or(usual);
    check_players::<G>(&setup, players)?;
    setup.names = names(first, players)?;
    Ok(setup)
}

/// Seats this number of bots, if the rules allow it.
pub fn seat<G: Game>(setup: &mut Setup<G>, players: usize) -> Result {
    check_players::<G>(setup, players)?;
    setup.names = names("Seat 0", players)?;
    Ok(())
}

fn check_players<G: Game>(setup: &Setup<G>, players: usize) -> Result {
    let range = G::players(&setup.rules);
    if range.contains(&players) {
        return Ok(());
    }
    let (game, min, max) = (G::INFO.name, *range.start(), *range.end());
    let bad = engine::table::BadSetup::Players { game, players, min, max };
    let fix = if min == max { "leave --players out" } else { "set --players" };
    Err(Failure::usage(format!("{bad}; {fix}")))
}

fn names(first: &str, players: usize) -> Result<Vec<Name>> {
    let first = Name::new(first).map_err(|error| Failure::usage(format!("{error}; set --name")))?;
    let bots = tables::bot_names(&first, players).map_err(Failure::failed)?;
    Ok([first].into_iter().chain(bots).collect())
}

/// What the file and the flags set, by name; flags count more.
pub fn settings(args: &RuleArgs) -> Result<BTreeMap<String, String>> {
    Ok(file_settings(args)?.into_iter().chain(typed_settings(args)?).collect())
}

fn typed_settings(args: &RuleArgs) -> Result<Vec<(String, String)>> {
    let pair = |setting: &String| {
        let (name, value) = setting.split_once('=').ok_or_else(|| {
            Failure::usage(format!("\"{setting}\" sets nothing; write --set NAME=VALUE, as in --set lives=5"))
        })?;
        Ok((name.trim().to_owned(), value.trim().to_owned()))
    };
    args.set.iter().map(pair).collect()
}

fn file_settings(args: &RuleArgs) -> Result<Vec<(String, String)>> {
    let Some(path) = &args.rules else { return Ok(Vec::new()) };
    let text = files::read(path)?;
    let table: toml::Table = text.parse().map_err(|error: toml::de::Error| {
        Failure::failed(format!("{} is not a rules file: {}", path.display(), error.message()))
    })?;
    let setting = |(name, value): (String, toml::Value)| {
        let value = serde_json::to_value(value).map_err(Failure::failed)?;
        let text = option_text(&name, &value)
            .map_err(|error| Failure::failed(format!("{}: {error}", path.display())))?;
        Ok((name, text))
    };
    table.into_iter().map(setting).collect()
}

/// What is played by these rules, for people.
pub fn title<R: Options>(game: AnyGame, rules: &R) -> &'static str {
    ListedGame::played(game, rules.preset_name()).map_or(game.info().name, |listed| listed.title)
}

/// The rules in a line.
pub fn rules_line<G: Game>(setup: &Setup<G>) -> String {
    let rules = setup.rules.differences();
    if rules.is_empty() { "usual rules".to_owned() } else { rules.join(" ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_of_64_digits_is_the_one_that_a_game_named_at_its_end() {
        let named = format!("{:064}", 17);
        assert_eq!(seed(Some(&named)).unwrap().to_string(), named);
        assert_eq!(seed(Some(" 17 ")).unwrap().to_string(), Seed::from_number(17).to_string());
        assert!(seed(Some("seventeen")).unwrap_err().to_string().contains("whole number such as 7"));
    }
}
