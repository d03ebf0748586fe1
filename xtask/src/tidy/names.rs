//! No game is known by name outside its own folders: what holds for every game is asked of the registry.

use std::collections::BTreeSet;

/// The registry of the games: its lines are where their names come from.
pub const REGISTRY: &str = "crates/games/src/lib.rs";

/// Where games are listed; every other list is made from the registry.
const LISTS: [&str; 3] = [
    REGISTRY,
    "crates/bots/src/lib.rs",
    // Albums are optional: a game without one gets plain plots.
    "crates/parlour/src/plots/mod.rs",
];

/// Beside its folders in `games` and `bots`, a game may have plots of its own.
const OWN: [&str; 3] = ["crates/games/src/{}/", "crates/bots/src/{}/", "crates/parlour/src/plots/{}.rs"];

/// Code for one game that lies elsewhere, and the game's module.
const ALSO_OWN: [(&str, &str); 2] = [
    // The command reports what only this game's solver counts.
    ("crates/parlour/src/solve/", "aces_up"),
    // An example in the description of the HTTP side has to be a game that can be ordered.
    ("crates/protocol/src/online.rs", "pass_the_ace"),
];

/// A game and every name that it has in code.
#[derive(Debug, PartialEq)]
pub struct Named {
    module: String,
    names: BTreeSet<String>,
}

impl Named {
    /// The games of the registry; `rules` gives the source of a module's options, which name its presets.
    pub fn all<'a>(registry: &str, rules: impl Fn(&str) -> &'a str) -> Vec<Self> {
        let lines = registry.split_once("\nregistry! {").and_then(|(_, rest)| rest.split_once("\n}"));
        let lines = lines.map_or("", |(lines, _)| lines).lines();
        let pairs = lines.filter_map(|line| line.trim().strip_suffix(',')?.split_once(" = "));
        let game = |(type_name, module): (&str, &str)| {
            let presets = preset_games(rules(module)).map(str::to_owned);
            let own = [type_name.to_owned(), module.to_owned(), module.replace('_', "-")];
            Self { module: module.to_owned(), names: own.into_iter().chain(presets).collect() }
        };
        pairs.map(game).collect()
    }

    fn owns(&self, path: &str) -> bool {
        OWN.iter().any(|pattern| path.starts_with(&pattern.replace("{}", &self.module)))
            || ALSO_OWN.iter().any(|(own, module)| path.starts_with(own) && *module == self.module)
    }
}

/// The presets that are games of their own: `"chase-the-ace" is a game:`.
fn preset_games(rules: &str) -> impl Iterator<Item = &str> {
    let presets = rules.lines().filter_map(|line| line.split_once("\" is a game:"));
    presets.filter_map(|(before, _)| before.rsplit('"').next())
}

/// The names of games that this code has no business to know, with the numbers of their lines.
pub fn check(games: &[Named], path: &str, code: &str) -> Vec<String> {
    if !path.starts_with("crates/") || !path.contains("/src/") || LISTS.contains(&path) {
        return Vec::new();
    }
    let foreign = games.iter().filter(|game| !game.owns(path)).flat_map(|game| &game.names);
    let foreign: BTreeSet<&str> = foreign.map(String::as_str).collect();
    // "Old Maid", in whatever case.
    let titles: Vec<String> =
        foreign.iter().filter(|name| name.contains('-')).map(|name| name.replace('-', " ")).collect();
    let found = |(number, line): (usize, &str)| {
        let lower = line.to_lowercase();
        let title = titles.iter().map(String::as_str).find(|title| lower.contains(title));
        let name = words(line).find(|word| foreign.contains(word)).or(title)?;
        Some(format!("{path}:{}: names the game {name}; ask the registry instead", number + 1))
    };
    code.lines().enumerate().filter_map(found).collect()
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '_';
    line.split(move |letter| !is_part(letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games() -> Vec<Named> {
        let registry = "pub mod old_maid;\nregistry! { $\n    OldMaid = old_maid,\n    Whist = whist,\n}\n";
        let rules = "presets {\n    \"black-lady\" is a game: \"Black Lady\", \"Other rules.\" => {};\n";
        Named::all(registry, |module| if module == "old_maid" { rules } else { "" })
    }

    #[test]
    fn names_come_from_the_registry_and_the_presets() {
        let names = |game: &Named| game.names.iter().cloned().collect::<Vec<_>>().join(" ");
        assert_eq!(
            games().iter().map(names).collect::<Vec<_>>(),
            ["OldMaid black-lady old-maid old_maid", "Whist whist"]
        );
    }

    #[test]
    fn a_game_is_named_in_its_own_files_alone() {
        let code = "use games::old_maid::OldMaid;\n";
        assert_eq!(check(&games(), "crates/games/src/old_maid/view.rs", code), Vec::<String>::new());
        assert_eq!(check(&games(), "crates/parlour/src/plots/old_maid.rs", code), Vec::<String>::new());
        assert_eq!(check(&games(), REGISTRY, code), Vec::<String>::new());
        assert_eq!(
            check(&games(), "crates/bots/src/whist/mod.rs", code),
            ["crates/bots/src/whist/mod.rs:1: names the game old_maid; ask the registry instead"]
        );
        assert_eq!(check(&games(), "crates/web/src/app.rs", "// whistle\n// such as black-lady").len(), 1);
        assert_eq!(check(&games(), "crates/web/src/app.rs", "/// \"Old Maid\"").len(), 1);
    }
}
