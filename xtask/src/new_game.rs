//! `cargo xtask new-game NAME`: a game that can be played and passes every test, to be replaced by the real one.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::shell::{self, root, say, target};

/// The game's own files: the name in its folder, and the template.
const GAME_FILES: [(&str, &str); 11] = [
    ("mod.rs", include_str!("../templates/game/mod.rs.txt")),
    ("rules.rs", include_str!("../templates/game/rules.rs.txt")),
    ("events.rs", include_str!("../templates/game/events.rs.txt")),
    ("view.rs", include_str!("../templates/game/view.rs.txt")),
    ("imagine.rs", include_str!("../templates/game/imagine.rs.txt")),
    ("scene.rs", include_str!("../templates/game/scene.rs.txt")),
    ("words.rs", include_str!("../templates/game/words.rs.txt")),
    ("tests.rs", include_str!("../templates/game/tests.rs.txt")),
    ("lessons.txt", include_str!("../templates/game/lessons.txt")),
    ("RULES.md", include_str!("../templates/game/RULES.md.txt")),
    ("testdata/phrases.txt", include_str!("../templates/game/phrases.txt")),
];
const BOT: &str = include_str!("../templates/bot/mod.rs.txt");

const GAMES_LIB: &str = "crates/games/src/lib.rs";
const BOTS_LIB: &str = "crates/bots/src/lib.rs";

/// Type names that the skeleton uses itself.
const USED_TYPES: [&str; 32] = [
    "Action",
    "AnyGame",
    "BadNotation",
    "Box",
    "Card",
    "Count",
    "Dice",
    "Err",
    "Event",
    "Game",
    "Info",
    "None",
    "Ok",
    "Option",
    "Outcome",
    "Pile",
    "PlotCollector",
    "Rank",
    "Refusal",
    "Result",
    "Rules",
    "Seat",
    "Seed",
    "Seen",
    "Self",
    "Shuffler",
    "Sink",
    "Some",
    "String",
    "Trace",
    "Vec",
    "View",
];
/// Words of Rust that cannot name a module.
const KEYWORDS: &[&str] = &[
    "abstract",
    "as",
    "async",
    "await",
    "become",
    "break",
    "const",
    "continue",
    "crate",
    "do",
    "dyn",
    "else",
    "enum",
    "extern",
    "false",
    "final",
    "fn",
    "gen",
    "for",
    "if",
    "impl",
    "in",
    "let",
    "loop",
    "macro",
    "match",
    "mod",
    "move",
    "mut",
    "override",
    "priv",
    "pub",
    "ref",
    "return",
    "self",
    "static",
    "struct",
    "super",
    "trait",
    "true",
    "try",
    "type",
    "typeof",
    "unsafe",
    "unsized",
    "use",
    "virtual",
    "where",
    "while",
    "yield",
    // Crates that the games name.
    "alloc",
    "bots",
    "core",
    "engine",
    "games",
    "phrases",
    "proptest",
    "rand",
    "serde",
    "std",
    "strum",
    "thiserror",
];

/// Makes the game, writes its playthroughs, and says what to do next.
pub fn command(arguments: &[String]) -> Result<(), String> {
    let [name] = arguments else {
        return Err("name the game in kebab case: cargo xtask new-game beggar-my-neighbour".to_owned());
    };
    let root = root();
    let game = generate(&root, name)?;
    say("Playing it for its golden playthroughs.");
    write_golden(&root, &game.module)?;
    println!("\n{} is there: {} and {}.", game.title, game.folder(), game.bot_folder());
    println!("Try it: cargo run -- play {name}");
    println!("Then make it yours, from RULES.md on; CONTRIBUTING.md tells how.");
    Ok(())
}

/// The names that a game goes by.
#[derive(Debug, PartialEq)]
struct NewGame {
    /// `beggar-my-neighbour`
    id: String,
    /// `beggar_my_neighbour`
    module: String,
    /// `BeggarMyNeighbour`
    type_name: String,
    /// `Beggar My Neighbour`
    title: String,
    /// `BMN`: what its clauses begin with.
    prefix: String,
}

impl NewGame {
    fn named(id: &str, taken: &BTreeSet<String>) -> Result<Self, String> {
        let is_word = |word: &str| {
            word.starts_with(|letter: char| letter.is_ascii_lowercase())
                && word.bytes().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit())
        };
        if !id.split('-').all(is_word) || !(2..=40).contains(&id.len()) {
            return Err(format!(
                "\"{id}\" is no name for a game; take 2 to 40 small letters and digits, words joined by hyphens: \
                 beggar-my-neighbour"
            ));
        }
        let words: Vec<String> = id.split('-').map(capitalised).collect();
        let game = Self {
            id: id.to_owned(),
            module: id.replace('-', "_"),
            type_name: words.concat(),
            title: words.join(" "),
            prefix: prefix(id, taken).ok_or_else(|| {
                format!("no two or three letters of \"{id}\" are free for its clauses; take another name")
            })?,
        };
        if KEYWORDS.contains(&game.module.as_str()) || USED_TYPES.contains(&game.type_name.as_str()) {
            return Err(format!("\"{id}\" means something else in the code; take another name"));
        }
        Ok(game)
    }

    fn folder(&self) -> String {
        format!("crates/games/src/{}", self.module)
    }

    fn bot_folder(&self) -> String {
        format!("crates/bots/src/{}", self.module)
    }

    fn fill(&self, template: &str) -> String {
        let names = [
            ("{{id}}", &self.id),
            ("{{module}}", &self.module),
            ("{{type}}", &self.type_name),
            ("{{title}}", &self.title),
            ("{{prefix}}", &self.prefix),
            ("{{prefix_lower}}", &self.prefix.to_lowercase()),
        ];
        names.iter().fold(template.to_owned(), |text, (mark, name)| text.replace(mark, name))
    }

    /// Whether a file or folder, a type or a preset has one of its names already.
    fn check_free(&self, root: &Path, games_lib: &str) -> Result<(), String> {
        let exists = |folder: &String| {
            let path = root.join(folder);
            path.exists() || path.with_extension("rs").exists()
        };
        if let Some(folder) = [self.folder(), self.bot_folder()].iter().find(|folder| exists(folder)) {
            return Err(format!("{folder} exists already; take another name"));
        }
        if games_lib.contains(&format!(" {} = ", self.type_name)) {
            return Err(format!("there is a game {} already; take another name", self.type_name));
        }
        let quoted = format!("\"{}\"", self.id);
        let mut rules = game_files(root, "rules.rs").chain(game_files(root, "mod.rs"));
        if let Some((path, _)) = rules.find(|(_, text)| text.contains(&quoted)) {
            return Err(format!("{path} uses {quoted} already; take another name"));
        }
        Ok(())
    }
}

fn capitalised(word: &str) -> String {
    let (first, rest) = word.split_at(1);
    first.to_uppercase() + rest
}

/// Two or three letters that no other game's clauses begin with: its initials if they are free.
fn prefix(id: &str, taken: &BTreeSet<String>) -> Option<String> {
    let letters = |text: &str| -> Vec<char> {
        text.chars().filter(char::is_ascii_lowercase).map(|letter| letter.to_ascii_uppercase()).collect()
    };
    let initials: String = id
        .split('-')
        .filter_map(|word| word.chars().next())
        .map(|letter| letter.to_ascii_uppercase())
        .collect();
    let all = letters(id);
    let (first, rest) = all.split_first()?;
    let pairs = rest.iter().map(|second| format!("{first}{second}"));
    let triples = rest
        .iter()
        .enumerate()
        .flat_map(|(at, second)| rest[at + 1..].iter().map(move |third| format!("{first}{second}{third}")));
    let own = std::iter::once(initials).chain(pairs).chain(triples);
    own.filter(|prefix| (2..=3).contains(&prefix.len())).find(|prefix| !taken.contains(prefix))
}

/// Every game's file of that name, with its path from the root.
fn game_files(root: &Path, name: &'static str) -> impl Iterator<Item = (String, String)> + use<> {
    let folders = fs::read_dir(root.join("crates/games/src")).into_iter().flatten().flatten();
    folders.filter_map(move |folder| {
        let text = fs::read_to_string(folder.path().join(name)).ok()?;
        Some((format!("crates/games/src/{}/{name}", folder.file_name().to_string_lossy()), text))
    })
}

/// What the clauses of the games begin with.
fn taken_prefixes(root: &Path) -> BTreeSet<String> {
    let ids = game_files(root, "RULES.md").flat_map(|(_, text)| crate::tidy::clause_ids(&text));
    ids.filter_map(|id| id.split_once('-').map(|(prefix, _)| prefix.to_owned())).collect()
}

/// Writes the game's two folders and registers it. If it cannot, nothing has changed.
fn generate(root: &Path, id: &str) -> Result<NewGame, String> {
    let read = |path: &str| {
        let path = root.join(path);
        fs::read_to_string(&path).map_err(|error| shell::at(&path, &error))
    };
    let (games_lib, bots_lib) = (read(GAMES_LIB)?, read(BOTS_LIB)?);
    let game = NewGame::named(id, &taken_prefixes(root))?;
    game.check_free(root, &games_lib)?;
    let games_lib = with_module(&games_lib, &format!("pub mod {};", game.module))
        .and_then(|text| with_registered(&text, &format!("{} = {},", game.type_name, game.module)))
        .ok_or_else(|| format!("{GAMES_LIB}: there are no modules, or there is no registry!"))?;
    let bots_lib = with_module(&bots_lib, &format!("mod {};", game.module))
        .ok_or_else(|| format!("{BOTS_LIB}: there are no modules"))?;
    let own = GAME_FILES.iter().map(|(name, template)| (format!("{}/{name}", game.folder()), *template));
    for (path, template) in own.chain([(format!("{}/mod.rs", game.bot_folder()), BOT)]) {
        write(&root.join(path), &game.fill(template))?;
    }
    write(&root.join(GAMES_LIB), &games_lib)?;
    write(&root.join(BOTS_LIB), &bots_lib)?;
    // Lines break elsewhere with longer names.
    match Command::new("cargo")
        .args(["fmt", "--package", "games", "--package", "bots"])
        .current_dir(root)
        .status()
    {
        Ok(status) if status.success() => {}
        _ => say("cargo fmt did not run; run it before you commit."),
    }
    Ok(game)
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|error| shell::at(folder, &error))?;
    }
    fs::write(path, text).map_err(|error| shell::at(path, &error))
}

/// The source with this module after the last one.
fn with_module(source: &str, line: &str) -> Option<String> {
    let is_module =
        |line: &&str| (line.starts_with("mod ") || line.starts_with("pub mod ")) && line.ends_with(';');
    let last = source.lines().rfind(is_module)?;
    Some(source.replacen(&format!("{last}\n"), &format!("{last}\n{line}\n"), 1))
}

/// The source with this line at the end of its registry.
fn with_registered(source: &str, line: &str) -> Option<String> {
    let start = source.find("\nregistry! {")?;
    let end = start + source[start..].find("\n}")?;
    Some(format!("{}\n    {line}{}", &source[..end], &source[end..]))
}

fn write_golden(root: &Path, module: &str) -> Result<(), String> {
    let tests = format!("{module}::tests::golden");
    cargo_test(root, &target(), &["--package", "games", "--lib", &tests], &[("PARLOUR_GOLDEN", "1")])
}

fn cargo_test(root: &Path, target: &Path, what: &[&str], variables: &[(&str, &str)]) -> Result<(), String> {
    let mut command = Command::new("cargo");
    command.args(["test", "--quiet", "--locked"]);
    // What is tried once has to be compiled quickly, not to run quickly.
    for name in ["engine", "games", "bots", "phrases"] {
        command.arg("--config").arg(format!("profile.dev.package.{name}.opt-level=1"));
    }
    command.env("CARGO_PROFILE_DEV_OPT_LEVEL", "0").env("CARGO_INCREMENTAL", "0");
    command.args(what).envs(variables.iter().copied()).env("CARGO_TARGET_DIR", target);
    match command.current_dir(root).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(format!("cargo test {} failed", what.join(" "))),
        Err(error) => Err(format!("cannot start cargo: {error}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A copy of the project in which a game can be made. What is the same there already is left alone, so that cargo
    /// compiles only what has changed.
    fn copy(from: &Path, to: &Path) {
        fs::create_dir_all(to).unwrap();
        let names = |folder: &Path| -> BTreeSet<_> {
            let skipped = ["target", "node_modules", ".git", "dist"];
            let found = fs::read_dir(folder).unwrap().flatten().map(|entry| entry.file_name());
            found.filter(|name| !skipped.iter().any(|skipped| name == skipped)).collect()
        };
        let wanted = names(from);
        for name in names(to).difference(&wanted) {
            let path = to.join(name);
            let _ = if path.is_dir() { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
        }
        for name in wanted {
            let (from, to) = (from.join(&name), to.join(&name));
            if from.is_dir() {
                copy(&from, &to);
            } else if fs::read(&from).unwrap() != fs::read(&to).unwrap_or_default() || !to.exists() {
                fs::copy(&from, &to).unwrap();
            }
        }
    }

    fn names(id: &str) -> Result<NewGame, String> {
        NewGame::named(id, &BTreeSet::from(["BMN".to_owned(), "WH".to_owned()]))
    }

    #[test]
    fn a_name_in_kebab_case_makes_all_the_others() {
        let game = names("old-maid").unwrap();
        assert_eq!((game.module.as_str(), game.type_name.as_str()), ("old_maid", "OldMaid"));
        assert_eq!((game.title.as_str(), game.prefix.as_str()), ("Old Maid", "OM"));
        assert_eq!(names("beggar-my-neighbour").unwrap().prefix, "BE");
        assert_eq!(names("whist").unwrap().prefix, "WI");
    }

    #[test]
    fn bad_names_are_refused() {
        for bad in
            ["", "x", "Whist", "old maid", "old_maid", "-maid", "old-", "old--maid", "7-up", "café", "../x"]
        {
            assert!(names(bad).unwrap_err().contains("is no name for a game"), "{bad}");
        }
        for bad in ["match", "where", "engine", "view", "card", "any-game"] {
            assert!(names(bad).unwrap_err().contains("means something else"), "{bad}");
        }
    }

    #[test]
    fn names_that_are_taken_are_refused() {
        let root = root();
        let before = fs::read_to_string(root.join(GAMES_LIB)).unwrap();
        let (_, module) = before.split_once("pub mod ").unwrap();
        let existing = module.split(';').next().unwrap().replace('_', "-");
        assert!(generate(&root, &existing).unwrap_err().contains("exists already"));
        // A module of the bots, and a preset of some game.
        assert!(generate(&root, "ismcts").unwrap_err().contains("exists already"));
        assert!(generate(&root, "strict").unwrap_err().contains("uses \"strict\" already"));
        assert_eq!(fs::read_to_string(root.join(GAMES_LIB)).unwrap(), before);
        assert!(!root.join("crates/games/src/strict").exists());
    }

    #[test]
    fn a_new_game_is_tidy_and_passes_its_tests() {
        let project = root().join("target/new-game");
        copy(&root(), &project);
        let game = generate(&project, "throwaway-game").unwrap();
        write_golden(&project, &game.module).unwrap();
        // With the target folder of this project, dependencies are there already. No executable may be built there:
        // it would take the place of this project's own.
        let own_tests = format!("{}::", game.module);
        let suites: [&[&str]; 3] = [
            &["--package", "games", "--lib", &own_tests],
            &["--workspace", "--test", "cases", "--test", "roundtrip", "--test", "honest"],
            // Packages without a library are named for the features of their dependencies, which are built so already.
            &["--package", "server", "--package", "parlour", "--package", "bundle", "--lib", "tests::leaks"],
        ];
        for suite in suites {
            cargo_test(&project, &target(), suite, &[]).unwrap();
        }
        // The whole executable takes minutes to compile.
        if std::env::var("PARLOUR_TEST_SCALE").is_ok_and(|scale| scale != "1") {
            let suite = ["--package", "parlour", "--test", "bots", "--test", "traces", "--test", "terminal"];
            cargo_test(&project, &project.join("target"), &suite, &[]).unwrap();
            let suite = ["--package", "terminal", "--package", "client"];
            cargo_test(&project, &project.join("target"), &suite, &[]).unwrap();
        }
        assert_eq!(crate::tidy::check(&project), Ok(()));
        let formatted =
            Command::new("cargo").args(["fmt", "--all", "--check"]).current_dir(&project).status();
        assert!(formatted.unwrap().success());
    }
}
