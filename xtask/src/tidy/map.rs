//! The crate table of ARCHITECTURE.md against the manifests: a crate depends only on what the table allows.

use std::collections::{BTreeMap, BTreeSet};

/// Compares the table with the manifests' texts. Every difference becomes a finding.
pub fn check<'a>(document: &str, manifests: impl Iterator<Item = &'a str>) -> Vec<String> {
    let table = table(document);
    let crates: BTreeMap<&str, BTreeSet<&str>> =
        manifests.filter_map(|text| Some((name(text)?, dependencies(text)))).collect();
    let mut findings = Vec::new();
    for (name, dependencies) in &crates {
        let Some(allowed) = table.get(name) else {
            findings.push(format!("ARCHITECTURE.md: the crate table has no row for {name}"));
            continue;
        };
        let ours = dependencies.iter().filter(|other| crates.contains_key(**other));
        findings.extend(ours.filter(|other| !allowed.contains(**other)).map(|other| {
            format!("{name}: depends on {other}, which the crate table of ARCHITECTURE.md does not allow")
        }));
    }
    let gone = table.keys().filter(|name| !crates.contains_key(**name));
    findings.extend(gone.map(|name| format!("ARCHITECTURE.md: the crate table names {name}, which is gone")));
    findings
}

/// What each crate may know: in the last column, the names in backticks before the first semicolon.
fn table(document: &str) -> BTreeMap<&str, BTreeSet<&str>> {
    let section = document.split_once("\n## Crates\n").map_or("", |(_, rest)| rest);
    let section = section.split_once("\n## ").map_or(section, |(section, _)| section);
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    rows.filter_map(|line| {
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").collect();
        let known = cells.last()?.split(';').next()?;
        Some((code(cells.first()?).next()?, code(known).collect()))
    })
    .collect()
}

/// The words in backticks.
fn code(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// The package's name, if this is a package's manifest.
fn name(manifest: &str) -> Option<&str> {
    let package = manifest.split_once("[package]\n")?.1;
    package.lines().find_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'))
}

/// The normal dependencies, on any platform: not those of tests and build scripts.
fn dependencies(manifest: &str) -> BTreeSet<&str> {
    let mut names = BTreeSet::new();
    let mut inside = false;
    for line in manifest.lines() {
        if let Some(section) = line.strip_prefix('[') {
            let section = section.trim_end_matches(']');
            inside = section == "dependencies" || section.ends_with(".dependencies");
            names.extend(section.strip_prefix("dependencies."));
        } else if inside && let Some(name) = line.split(['.', ' ', '=']).next() {
            names.insert(name);
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::check;

    const DOCUMENT: &str = "# Map\n\n## Crates\n| crate | holds | may know |\n|---|---|---|\n\
        | `cards` | a `deck` | nothing |\n| `room` | tables | `cards`; never `door` |\n\n## Rest\n| `door` | | |\n";
    const CARDS: &str = "[package]\nname = \"cards\"\n\n[dependencies]\nserde = \"1\"\n";

    fn room(rest: &str) -> String {
        format!("[package]\nname = \"room\"\n\n[dependencies]\ncards.workspace = true\n{rest}")
    }

    fn findings(manifests: &[&str]) -> Vec<String> {
        check(DOCUMENT, manifests.iter().copied())
    }

    #[test]
    fn what_the_table_allows_is_no_finding() {
        let room = room("\n[dev-dependencies]\nroom.workspace = true\n");
        assert_eq!(findings(&[CARDS, &room, "[workspace]\n"]), [""; 0]);
    }

    #[test]
    fn what_the_table_does_not_allow_is_a_finding() {
        for dependency in [
            "room = { path = \"../room\" }\n",
            "\n[dependencies.room]\nworkspace = true\n",
            "\n[target.'cfg(unix)'.dependencies]\nroom.workspace = true\n",
        ] {
            let cards = format!("{CARDS}{dependency}");
            let wanted = ["cards: depends on room, which the crate table of ARCHITECTURE.md does not allow"];
            assert_eq!(findings(&[&cards, &room("")]), wanted);
        }
    }

    #[test]
    fn table_and_workspace_have_the_same_crates() {
        let door = "[package]\nname = \"door\"\n\n[dependencies]\n";
        let wanted = [
            "ARCHITECTURE.md: the crate table has no row for door",
            "ARCHITECTURE.md: the crate table names room, which is gone",
        ];
        assert_eq!(findings(&[CARDS, door]), wanted);
    }
}
