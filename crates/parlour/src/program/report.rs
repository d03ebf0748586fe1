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
    const LONGEST: usize = 120;
    let mut short = String::new();
    for letter in text.chars().take(LONGEST) {
        match letter {
            '"' | '\'' | '\\' => short.push(letter),
            _ => short.extend(letter.escape_debug()),
        }
    }
    if text.chars().nth(LONGEST).is_some() { short + "…" } else { short }
}

/// How a program behaved so far.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Report {
    /// Decisions that it was asked for.
    pub decisions: u64,
    /// How often it failed in each way, and how it first did.
    faults: BTreeMap<Cow<'static, str>, (u64, String)>,
    stderr: VecDeque<String>,
}

impl Report {
    pub fn note(&mut self, fault: &Fault) {
        self.faults.entry(fault.code().into()).or_insert_with(|| (0, fault.detail().to_owned())).0 += 1;
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
        self.decisions += later.decisions;
        for (code, (count, first)) in &later.faults {
            self.faults.entry(code.clone()).or_insert_with(|| (0, first.clone())).0 += count;
        }
        later.stderr.iter().for_each(|line| self.keep(line));
    }

    /// Decisions that someone else made.
    pub fn fallbacks(&self) -> u64 {
        self.faults.values().map(|(count, _)| count).sum()
    }

    /// For people; nothing if all went well.
    pub fn text(&self, line: &str) -> String {
        let mut text = String::new();
        if self.faults.is_empty() {
            return text;
        }
        let _ = writeln!(
            text,
            "\ncmd:{line} failed to make {} of {}; a random legal action was played instead:",
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
