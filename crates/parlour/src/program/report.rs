//! How a program behaved.

use std::borrow::Cow;
use std::collections::{BTreeMap, VecDeque};
use std::fmt::Write as _;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Lines of stderr that a report shows.
const LINES: usize = 20;

/// How a program failed to make a decision.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// It could not be started.
    NotStarted(String),
    /// It ended, or closed its output.
    Crashed(String),
    /// It did not answer in time.
    TooSlow(String),
    /// Its answer was no line of the protocol.
    Unreadable(String),
    /// Its answer was not legal.
    Illegal(String),
}

impl Fault {
    /// An action that was refused, and why.
    pub fn illegal(act: &str, why: &str) -> Self {
        Self::Illegal(format!("\"{}\": {}", shortened(act), shortened(why)))
    }

    /// A stable name for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NotStarted(_) => "not-started",
            Self::Crashed(_) => "crashed",
            Self::TooSlow(_) => "too-slow",
            Self::Unreadable(_) => "unreadable",
            Self::Illegal(_) => "illegal",
        }
    }

    fn detail(&self) -> &str {
        match self {
            Self::NotStarted(why)
            | Self::Crashed(why)
            | Self::TooSlow(why)
            | Self::Unreadable(why)
            | Self::Illegal(why) => why,
        }
    }

    /// Whether nothing more can be asked of the process.
    pub const fn ends_the_process(&self) -> bool {
        !matches!(self, Self::Illegal(_))
    }
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.code(), self.detail())
    }
}

/// The beginning of a text, fit for one line.
pub fn shortened(text: &str) -> String {
    one_line(text, 120)
}

/// At most this many characters of a text, fit for one line, and "…" for the rest. Done twice, it changes nothing more.
fn one_line(text: &str, longest: usize) -> String {
    let (mut short, mut room) = (String::new(), longest);
    for letter in text.chars() {
        let shown = match letter {
            '"' | '\'' | '\\' => letter.to_string(),
            _ => letter.escape_debug().collect(),
        };
        let Some(left) = room.checked_sub(shown.chars().count()) else { return short + "…" };
        room = left;
        short += &shown;
    }
    short
}

/// How a program behaved so far. Its texts are short and fit for one line, also if they come from a file.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(from = "Unchecked")]
pub struct Report {
    /// Decisions that it was asked for.
    pub decisions: u64,
    /// How often it failed in each way, and how it first did.
    faults: BTreeMap<Cow<'static, str>, (u64, String)>,
    stderr: VecDeque<String>,
}

/// A report as a file has it, which may hold anything.
#[derive(Deserialize)]
struct Unchecked {
    decisions: u64,
    faults: BTreeMap<String, (u64, String)>,
    stderr: Vec<String>,
}

impl From<Unchecked> for Report {
    fn from(Unchecked { decisions, faults, stderr }: Unchecked) -> Self {
        let mut report = Self { decisions, ..Self::default() };
        for (code, (count, first)) in &faults {
            report.add(shortened(code).into(), *count, first);
        }
        stderr.iter().for_each(|line| report.keep(line));
        report
    }
}

impl Report {
    pub fn note(&mut self, fault: &Fault) {
        self.add(fault.code().into(), 1, fault.detail());
    }

    fn add(&mut self, code: Cow<'static, str>, count: u64, first: &str) {
        // A fault quotes two short texts at most.
        let sum = &mut self.faults.entry(code).or_insert_with(|| (0, one_line(first, 300))).0;
        *sum = sum.saturating_add(count);
    }

    /// Keeps the last lines of stderr.
    pub fn keep(&mut self, line: &str) {
        if self.stderr.len() == LINES {
            self.stderr.pop_front();
        }
        self.stderr.push_back(shortened(line));
    }

    /// Adds how it behaved in games that came after these.
    pub fn join(&mut self, later: &Self) {
        self.decisions = self.decisions.saturating_add(later.decisions);
        for (code, (count, first)) in &later.faults {
            self.add(code.clone(), *count, first);
        }
        later.stderr.iter().for_each(|line| self.keep(line));
    }

    /// Decisions that someone else made.
    pub fn fallbacks(&self) -> u64 {
        self.faults.values().fold(0, |sum, (count, _)| sum.saturating_add(*count))
    }

    /// For people; nothing if all went well.
    pub fn text(&self, line: &str) -> String {
        let mut text = String::new();
        if self.faults.is_empty() {
            return text;
        }
        let _ = writeln!(
            text,
            "\ncmd:{} failed to make {} of {}; a random legal action was played instead:",
            one_line(line, 300),
            self.fallbacks(),
            engine::counted(self.decisions, "decision", "decisions"),
        );
        for (code, (count, first)) in &self.faults {
            let _ = writeln!(text, "  {code}: {count}, first: {first}");
        }
        if !self.stderr.is_empty() {
            text += "  Last lines of its stderr:\n";
            self.stderr.iter().for_each(|line| text.extend(["  | ", line, "\n"]));
        }
        text
    }

    /// For programs.
    pub fn json(&self, line: &str) -> Value {
        let faults: BTreeMap<_, _> = self
            .faults
            .iter()
            .map(|(code, (count, first))| (code, json!({ "count": count, "first": first })))
            .collect();
        json!({ "command": line, "decisions": self.decisions, "fallbacks": self.fallbacks(), "faults": faults,
                "stderr": self.stderr })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_text_stays_as_it_is() {
        for text in ["it \"failed\"", "\u{1b}[2J", &"\u{1b}".repeat(100), &"x".repeat(500), "a\\b\n"] {
            let short = shortened(text);
            assert!(short.chars().count() <= 121 && !short.contains(char::is_control), "{short}");
            assert_eq!(shortened(&short), short);
        }
        assert_eq!(shortened("\u{1b}[2J\n"), "\\u{1b}[2J\\n");
    }

    #[test]
    fn a_report_from_a_file_cannot_change_the_terminal() {
        let mut noted = Report { decisions: 9, ..Report::default() };
        noted.note(&Fault::illegal(&"x".repeat(500), &"y\n".repeat(500)));
        noted.keep(&"\u{1b}".repeat(500));
        let read: Report = serde_json::from_str(&serde_json::to_string(&noted).unwrap()).unwrap();
        assert_eq!((read.text("sh"), read.fallbacks()), (noted.text("sh"), 1));
        let forged = json!({
            "decisions": u64::MAX,
            "faults": { "\u{1b}]0;": [u64::MAX, "\u{9b}2J".repeat(1000)], "crashed": [1, ""] },
            "stderr": vec!["\u{1b}[2J\n\r"; 50],
        });
        let mut read: Report = serde_json::from_value(forged).unwrap();
        read.join(&noted);
        assert_eq!((read.decisions, read.fallbacks()), (u64::MAX, u64::MAX));
        let text = read.text("sh \u{1b}[2J");
        assert!(!text.replace('\n', "").contains(char::is_control), "{text}");
        assert!(text.lines().count() < 30 && text.lines().all(|line| line.chars().count() < 400), "{text}");
    }
}
