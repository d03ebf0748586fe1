//! Lessons and tips lie beside the rules: their clauses are there, and what is read is short.

use std::collections::BTreeSet;

/// The number of words in a beat, below which it must stay.
const MOST_WORDS: usize = 25;
/// What a line of a lesson can set; every other line is read.
const KEYS: [&str; 9] = ["game", "players", "seed", "set", "then", "rule", "point", "do", "wrong"];

/// What is wrong with the lessons of a game, by these clauses of its rules.
pub fn check(path: &str, text: &str, clauses: &BTreeSet<String>) -> Vec<String> {
    let mut findings = Vec::new();
    if !text.contains("\n# ") && !text.starts_with("# ") {
        findings.push(format!("{path}: has no lesson; one begins with \"# TITLE\""));
    }
    for beat in text.split("\n## ").skip(1) {
        let (title, rest) = beat.split_once('\n').unwrap_or((beat, ""));
        let rest = rest.split("\n# ").next().unwrap_or(rest);
        let is_set = |line: &&str| line.split_once(": ").is_some_and(|(key, _)| KEYS.contains(&key));
        let words: usize =
            rest.lines().filter(|line| !is_set(line)).map(|line| line.split_whitespace().count()).sum();
        if !(1..MOST_WORDS).contains(&words) {
            findings.push(format!("{path}: \"{title}\" has {words} words, not 1 to {}", MOST_WORDS - 1));
        }
        let rules: Vec<&str> = rest.lines().filter_map(|line| line.strip_prefix("rule: ")).collect();
        if rules.is_empty() {
            findings.push(format!("{path}: \"{title}\" names no clause"));
        }
        let ids = rules.iter().flat_map(|line| line.split(',')).map(str::trim);
        findings.extend(ids.filter(|id| !clauses.contains(*id)).map(|id| missing(path, id)));
    }
    findings
}

/// What is wrong with the tips of a game: a line each, `key, clause: text`.
pub fn check_tips(path: &str, text: &str, clauses: &BTreeSet<String>) -> Vec<String> {
    let mut findings = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty()) {
        let clause =
            line.split_once(": ").and_then(|(name, _)| name.split_once(", ")).map(|(_, clause)| clause);
        match clause {
            Some(clause) if clauses.contains(clause) => {}
            Some(clause) => findings.push(missing(path, clause)),
            None => findings.push(format!("{path}: \"{line}\" is no tip: key, clause: text")),
        }
    }
    findings
}

fn missing(path: &str, id: &str) -> String {
    format!("{path}: names {id}, which its RULES.md has not")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clauses() -> BTreeSet<String> {
        BTreeSet::from(["XX-R1".to_owned()])
    }

    #[test]
    fn lessons_are_short_and_name_their_clauses() {
        let good = "# A\ngame: whist\nplayers: 2\n\n## B\nPlay: a card.\nrule: XX-R1\ndo: play\n\n# C\ngame: whist\n";
        assert_eq!(check("x", good, &clauses()), [] as [&str; 0]);
        let found = |text: &str| check("x", text, &clauses()).join("; ");
        assert!(found("").contains("no lesson"));
        assert!(found("# A\n## B\nPlay.\nrule: XX-R9\n").contains("names XX-R9"));
        assert!(found("# A\n## B\nPlay.\n").contains("names no clause"));
        assert!(found(&format!("# A\n## B\n{}\nrule: XX-R1\n", "word ".repeat(25))).contains("25 words"));
        assert!(found("# A\n## B\nrule: XX-R1\n").contains("0 words"));
    }

    #[test]
    fn tips_name_their_clauses() {
        assert_eq!(check_tips("x", "kung, XX-R1: A king.\n", &clauses()), [] as [&str; 0]);
        assert_eq!(check_tips("x", "kung, XX-R2: A king.\nkung\n", &clauses()).len(), 2);
    }
}
