//! Keeps documents, rules and code together: what one names, the other has.

mod lessons;
mod map;
mod names;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A file past this length holds more than one concept, unless it has a reason.
const LONG: usize = 600;
/// Words that mark unfinished work.
const UNFINISHED: [&str; 6] = ["todo!(", "unimplemented!(", "dbg!(", "FIXME", "XXX", "#[ignore"];

/// Panics nowhere: every finding becomes a line, and all are shown at once.
pub fn check(root: &Path) -> Result<(), String> {
    let mut findings = Vec::new();
    let tree = Tree::read(root)?;
    tree.check_crates(&mut findings);
    tree.check_map(&mut findings);
    tree.check_games(&mut findings);
    tree.check_lessons(&mut findings);
    tree.check_names(&mut findings);
    tree.check_clauses(&mut findings);
    tree.check_sources(&mut findings);
    tree.check_documents(&mut findings);
    tree.check_attacks(&mut findings);
    if findings.is_empty() {
        eprintln!("tidy: {} files, all in order", tree.files.len());
        return Ok(());
    }
    Err(format!("not tidy:\n  {}", findings.join("\n  ")))
}

/// Lists every clause with the number of tests that name it.
pub fn list(root: &Path) -> Result<(), String> {
    let tree = Tree::read(root)?;
    for (clause, tests) in tree.clauses() {
        println!("{clause} {tests}");
    }
    Ok(())
}

/// Every text file of the project, by its path from the root.
struct Tree {
    files: BTreeMap<String, String>,
}

impl Tree {
    fn read(root: &Path) -> Result<Self, String> {
        let mut files = BTreeMap::new();
        let mut folders = vec![root.to_owned()];
        while let Some(folder) = folders.pop() {
            let entries = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
            for entry in entries.flatten() {
                let path = entry.path();
                let name = entry.file_name().to_string_lossy().into_owned();
                let skipped = ["target", "node_modules", ".git", "dist"].contains(&name.as_str());
                if path.is_dir() && !skipped {
                    folders.push(path);
                } else if path.is_file()
                    && let Ok(text) = fs::read_to_string(&path)
                {
                    files.insert(relative(root, &path), text);
                }
            }
        }
        Ok(Self { files })
    }

    fn has(&self, path: &str) -> bool {
        self.files.contains_key(path)
    }

    fn text(&self, path: &str) -> &str {
        self.files.get(path).map_or("", String::as_str)
    }

    fn sources(&self) -> impl Iterator<Item = (&str, &str)> {
        let all = self.files.iter().map(|(path, text)| (path.as_str(), text.as_str()));
        all.filter(|(path, _)| path.ends_with(".rs"))
    }

    fn browser_tests(&self) -> impl Iterator<Item = (&str, &str)> {
        let all = self.files.iter().map(|(path, text)| (path.as_str(), text.as_str()));
        all.filter(|(path, _)| path.starts_with("e2e/") && path.ends_with(".mjs"))
    }

    /// The folders directly below this one.
    fn folders(&self, under: &str) -> BTreeSet<String> {
        let below = |path: &String| {
            let rest = path.strip_prefix(under)?;
            rest.split_once('/').map(|(folder, _)| folder.to_owned())
        };
        self.files.keys().filter_map(below).collect()
    }

    /// Every crate forbids unsafe code and takes the workspace's lints.
    fn check_crates(&self, findings: &mut Vec<String>) {
        let crates = self.folders("crates/").into_iter().map(|name| format!("crates/{name}"));
        for folder in crates.chain(["xtask".to_owned(), "xtask/bundle".to_owned()]) {
            let root = ["src/lib.rs", "src/main.rs"].map(|file| format!("{folder}/{file}"));
            if !root.iter().any(|file| self.text(file).contains("#![forbid(unsafe_code)]")) {
                findings.push(format!("{folder}: no #![forbid(unsafe_code)] at its root"));
            }
            if !self.text(&format!("{folder}/Cargo.toml")).contains("[lints]\nworkspace = true") {
                findings.push(format!("{folder}/Cargo.toml: does not take the workspace's lints"));
            }
        }
    }

    /// Every test that docs/security.md names is there.
    fn check_attacks(&self, findings: &mut Vec<String>) {
        let document = "docs/security.md";
        let words = self.text(document).split('`').skip(1).step_by(2);
        for name in words.filter(|word| !word.contains(['/', '-', ' ']) && word.matches('_').count() > 2) {
            let function = format!("fn {name}(");
            if !self.sources().any(|(_, text)| text.contains(&function)) {
                findings.push(format!("{document}: there is no test {name}"));
            }
        }
    }

    /// Crates depend on each other as the map says.
    fn check_map(&self, findings: &mut Vec<String>) {
        let manifests = self.files.iter().filter(|(path, _)| path.ends_with("Cargo.toml"));
        let manifests = manifests.map(|(_, text)| text.as_str());
        findings.extend(map::check(self.text("ARCHITECTURE.md"), manifests));
    }

    /// Every game's folder has its rules, tests and playthroughs, and the registry knows it.
    fn check_games(&self, findings: &mut Vec<String>) {
        for game in self.folders("crates/games/src/") {
            let folder = format!("crates/games/src/{game}");
            if !self.has(&format!("{folder}/RULES.md")) {
                findings.push(format!("{folder}: has no RULES.md"));
            }
            if !self.has(&format!("{folder}/tests.rs")) && !self.has(&format!("{folder}/tests/mod.rs")) {
                findings.push(format!("{folder}: has no tests"));
            }
            if self.folders(&format!("{folder}/")).iter().all(|name| name != "testdata") {
                findings.push(format!("{folder}: has no testdata; see cargo xtask golden"));
            }
            if !self.has(&format!("{folder}/testdata/phrases.txt")) {
                findings.push(format!(
                    "{folder}: has no testdata/phrases.txt, what players say and what it means"
                ));
            }
            if !self.text("crates/games/src/lib.rs").contains(&format!("= {game},")) {
                findings.push(format!("crates/games/src/lib.rs: does not list {game}"));
            }
        }
    }

    /// Every game has lessons; they and its tips name clauses that are there, and are short.
    fn check_lessons(&self, findings: &mut Vec<String>) {
        for game in self.folders("crates/games/src/") {
            let folder = format!("crates/games/src/{game}");
            let clauses = clause_ids(self.text(&format!("{folder}/RULES.md")));
            let (lessons, tips) = (format!("{folder}/lessons.txt"), format!("{folder}/tips.txt"));
            findings.extend(lessons::check(&lessons, self.text(&lessons), &clauses));
            findings.extend(lessons::check_tips(&tips, self.text(&tips), &clauses));
            let pictures = format!("{folder}/pictures.txt");
            findings.extend(lessons::check_tips(&pictures, self.text(&pictures), &clauses));
        }
    }

    /// No code but a game's own knows it by name.
    fn check_names(&self, findings: &mut Vec<String>) {
        let rules = |module: &str| self.text(&format!("crates/games/src/{module}/rules.rs"));
        let games = names::Named::all(self.text(names::REGISTRY), rules);
        let code = self.sources().map(|(path, text)| (path, parts(path, text).0));
        findings.extend(code.flat_map(|(path, code)| names::check(&games, path, code)));
    }

    /// Each clause of the rules with how many tests name it.
    fn clauses(&self) -> BTreeMap<String, usize> {
        let tests: String = self.tests();
        let rules = self.files.iter().filter(|(path, _)| path.ends_with("RULES.md"));
        let clauses = rules.flat_map(|(_, text)| clause_ids(text));
        clauses.map(|clause| (clause.clone(), mentions(&tests, &clause))).collect()
    }

    fn tests(&self) -> String {
        let tests = self.sources().map(|(path, text)| parts(path, text).1.to_lowercase());
        tests.chain(self.browser_tests().map(|(_, text)| text.to_lowercase())).collect()
    }

    /// What is not a test below this folder, in small letters.
    fn code(&self, folder: &str) -> String {
        let below = self.sources().filter(|(path, _)| path.starts_with(folder));
        below.map(|(path, text)| parts(path, text).0.to_lowercase()).collect()
    }

    /// Every clause is named where it is enforced: in its game's own code, or on the page for what the page does (`U`).
    fn check_enforced(&self, findings: &mut Vec<String>) {
        let browser: String = self.browser_tests().map(|(_, text)| text.to_lowercase()).collect();
        let page = self.code("crates/web/") + &browser;
        for game in self.folders("crates/games/src/") {
            let folder = format!("crates/games/src/{game}/");
            let code = self.code(&folder);
            for clause in clause_ids(self.text(&format!("{folder}RULES.md"))) {
                let place = if clause.contains("-U") { &page } else { &code };
                if mentions(place, &clause) == 0 {
                    findings.push(format!("{folder}RULES.md: no code names {clause} where it is enforced"));
                }
            }
        }
    }

    /// A clause without a test, or a test that names a clause which is not there.
    fn check_clauses(&self, findings: &mut Vec<String>) {
        self.check_enforced(findings);
        let clauses = self.clauses();
        for (clause, tests) in &clauses {
            if *tests == 0 {
                findings.push(format!("RULES.md: no test names {clause}"));
            }
        }
        let prefixes: BTreeSet<&str> = clauses.keys().filter_map(|clause| clause.split('-').next()).collect();
        let games = self.sources().filter(|(path, _)| path.contains("crates/games/"));
        for (path, text) in games.chain(self.browser_tests()) {
            for named in named_clauses(text, &prefixes) {
                if !clauses.contains_key(&named) {
                    findings.push(format!("{path}: names {named}, which no RULES.md has"));
                }
            }
        }
    }

    fn check_sources(&self, findings: &mut Vec<String>) {
        for (path, text) in self.sources().filter(|(path, _)| *path != "xtask/src/tidy.rs") {
            let lines = text.lines().count();
            let has_reason = path.ends_with("/tests.rs") || path.contains("/tests/");
            if lines > LONG && !has_reason {
                findings.push(format!("{path}: {lines} lines, more than {LONG}; does it hold one concept?"));
            }
            for word in UNFINISHED.iter().filter(|word| text.contains(**word)) {
                findings.push(format!("{path}: has {word}"));
            }
        }
        for (path, text) in &self.files {
            if text.contains("\t\n")
                || text.lines().any(|line| line.ends_with(' ') && !path.ends_with(".txt"))
            {
                findings.push(format!("{path}: spaces at the end of a line"));
            }
        }
    }

    /// The documents that a newcomer looks for are there, and every command they name exists.
    fn check_documents(&self, findings: &mut Vec<String>) {
        let wanted = [
            "README.md",
            "ARCHITECTURE.md",
            "CONTRIBUTING.md",
            "CHANGELOG.md",
            "LICENSE-MIT",
            "LICENSE-APACHE",
        ];
        for document in wanted.iter().filter(|document| !self.has(document)) {
            findings.push(format!("{document}: is missing"));
        }
        if !self.text(".ci/run").contains("cargo xtask test") {
            findings.push(".ci/run: does not run cargo xtask test".to_owned());
        }
        let commands = self.text("xtask/src/main.rs");
        for (path, text) in self.files.iter().filter(|(path, _)| path.ends_with(".md")) {
            for command in text.split("cargo xtask ").skip(1) {
                let is_named = |letter: &char| letter.is_ascii_lowercase() || *letter == '-';
                let name: String = command.chars().take_while(is_named).collect();
                if !name.is_empty() && !commands.contains(&format!("\"{name}\" =>")) {
                    findings.push(format!("{path}: names cargo xtask {name}, which is not there"));
                }
            }
        }
    }
}

fn relative(root: &Path, path: &Path) -> String {
    let relative: PathBuf = path.strip_prefix(root).unwrap_or(path).to_owned();
    relative.to_string_lossy().replace('\\', "/")
}

/// What of a source is code, and what is tests.
fn parts<'a>(path: &str, text: &'a str) -> (&'a str, &'a str) {
    if path.contains("/tests/") || path.ends_with("/tests.rs") {
        return ("", text);
    }
    text.split_at(text.find("#[cfg(test)]\nmod tests {").unwrap_or(text.len()))
}

/// The clauses that a rules page states: `**PTA-R7**`.
pub fn clause_ids(text: &str) -> BTreeSet<String> {
    let bold = text.split("**").skip(1).step_by(2);
    bold.filter(|id| is_clause(id)).map(str::to_owned).collect()
}

fn is_clause(id: &str) -> bool {
    let Some((prefix, number)) = id.split_once('-') else { return false };
    let capitals =
        (2..=3).contains(&prefix.len()) && prefix.chars().all(|letter| letter.is_ascii_uppercase());
    let kind = number.starts_with(['R', 'J', 'V', 'U']);
    capitals && kind && number.len() > 1 && number[1..].chars().all(|digit| digit.is_ascii_digit())
}

/// How often a clause is named, as `PTA-R7` or in a name as `pta_r7_`.
fn mentions(text: &str, clause: &str) -> usize {
    let clause = clause.to_lowercase();
    let forms = [clause.clone(), clause.replace('-', "_")];
    forms.iter().map(|form| occurrences(text, form)).sum()
}

fn occurrences(text: &str, word: &str) -> usize {
    let whole = |(at, _): &(usize, &str)| {
        let before = text[..*at].chars().next_back();
        let after = text[at + word.len()..].chars().next();
        !before.is_some_and(|letter| letter.is_ascii_alphanumeric())
            && !after.is_some_and(|digit| digit.is_ascii_digit())
    };
    text.match_indices(word).filter(whole).count()
}

/// The clauses that a source names, in names of tests, comments and refusals.
fn named_clauses(text: &str, prefixes: &BTreeSet<&str>) -> BTreeSet<String> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '-' && letter != '_');
    let named = |word: &str| {
        let upper = word.to_uppercase().replace('_', "-");
        let mut parts = upper.split('-');
        let id = format!("{}-{}", parts.next()?, parts.next()?);
        (is_clause(&id) && prefixes.contains(id.split('-').next()?)).then_some(id)
    };
    words.filter_map(named).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_are_found_in_rules_and_tests() {
        let ids = clause_ids("- **PTA-R7** swap. **PTA-J1** *Kung!* **not one** **AU-U12**");
        assert_eq!(ids.into_iter().collect::<Vec<_>>(), ["AU-U12", "PTA-J1", "PTA-R7"]);
        assert_eq!(mentions("fn pta_r1_x // pta-r1\n fn pta_r12_y xpta_r1", "PTA-R1"), 2);
        let prefixes = BTreeSet::from(["PTA"]);
        let named = named_clauses("fn pta_r99_x() // see PTA-J3, UTF-8 and GR-R1", &prefixes);
        assert_eq!(named.into_iter().collect::<Vec<_>>(), ["PTA-J3", "PTA-R99"]);
    }

    #[test]
    fn code_and_tests_of_a_source_are_told_apart() {
        let text = "#[cfg(test)]\nmod tests;\nfn code() {}\n#[cfg(test)]\nmod tests {\n}\n";
        let (code, tests) = parts("crates/games/src/xy/mod.rs", text);
        assert!(code.contains("fn code") && tests.starts_with("#[cfg(test)]\nmod tests {"));
        assert_eq!(parts("crates/games/src/xy/tests.rs", text), ("", text));
    }

    #[test]
    fn this_project_is_tidy() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        assert_eq!(check(root), Ok(()));
    }
}
