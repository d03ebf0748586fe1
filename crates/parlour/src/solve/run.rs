//! What many solved deals come to: which ones were solved, and how often each score is the best.

use std::collections::BTreeMap;
use std::ops::Range;

use bots::aces_up::solver::Verdict;
use engine::options::{AsMap, options_from_json};
use engine::{Game, Options, Seed};
use games::aces_up::{AcesUp, Rules};
use serde::{Deserialize, Serialize};

use super::asked::Memory;
use crate::parts::Ranges;

/// The version of the format.
const VERSION: u32 = 1;
/// What such a file says it is.
const KIND: &str = "aces-up-solved";
/// Scores from 0 to 48.
const SCORES: usize = 49;
/// The maximum number of undecided deals to list, to be tried again with more memory.
const NAMED: usize = 100;

/// A run, or what is done of it. This is what a checkpoint keeps and what parts are merged from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run {
    v: u32,
    kind: String,
    rules_version: u32,
    rules: BTreeMap<String, serde_json::Value>,
    pub seed: Seed,
    /// How many deals the whole run has.
    pub deals: u64,
    /// The part of them that this run solves.
    from: u64,
    to: u64,
    /// What a deal may take, in bytes.
    memory: u64,
    /// The deals that are done.
    pub done: Ranges,
    #[serde(flatten)]
    pub tally: Tally,
}

/// How often each score was the best.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tally {
    /// Decided deals, by the best score.
    pub scores: Vec<u64>,
    /// Undecided deals, by the best score that was found.
    pub undecided: Vec<u64>,
    /// The first of the undecided deals.
    pub undecided_deals: Vec<u64>,
}

impl Tally {
    pub fn new() -> Self {
        Self { scores: vec![0; SCORES], undecided: vec![0; SCORES], undecided_deals: Vec::new() }
    }

    pub fn add(&mut self, deal: u64, verdict: Verdict) {
        let (counts, score) = match verdict {
            Verdict::Best(score) => (&mut self.scores, score),
            Verdict::Undecided { at_least } => {
                self.name(&[deal]);
                (&mut self.undecided, at_least)
            }
        };
        counts[usize::from(score).min(SCORES - 1)] += 1;
    }

    pub fn join(&mut self, other: &Self) {
        for (sum, more) in self.scores.iter_mut().zip(&other.scores) {
            *sum += more;
        }
        for (sum, more) in self.undecided.iter_mut().zip(&other.undecided) {
            *sum += more;
        }
        self.name(&other.undecided_deals);
    }

    /// Keeps the lowest numbers, so that it does not matter in which order they come.
    fn name(&mut self, deals: &[u64]) {
        self.undecided_deals.extend_from_slice(deals);
        self.undecided_deals.sort_unstable();
        self.undecided_deals.truncate(NAMED);
    }

    pub fn count_undecided(&self) -> u64 {
        self.undecided.iter().sum()
    }

    pub fn count(&self) -> u64 {
        self.scores.iter().sum::<u64>() + self.count_undecided()
    }

    /// Whether it could have come from this number of deals.
    fn is_sound(&self, deals: u64) -> bool {
        let all = self.scores.iter().chain(&self.undecided);
        let sum = all.copied().try_fold(0_u64, u64::checked_add);
        let whole = self.scores.len() == SCORES && self.undecided.len() == SCORES && sum == Some(deals);
        whole && self.undecided_deals.len() as u64 == self.count_undecided().min(NAMED as u64)
    }
}

/// Why a file is no run.
#[derive(Debug)]
pub struct BadRun(pub String);

impl Run {
    /// A run of which nothing is done yet.
    pub fn new(rules: &Rules, seed: Seed, deals: u64, part: Range<u64>, memory: Memory) -> Self {
        let rules = match serde_json::to_value(AsMap(rules)) {
            Ok(serde_json::Value::Object(map)) => map.into_iter().collect(),
            _ => BTreeMap::new(),
        };
        Self {
            v: VERSION,
            kind: KIND.to_owned(),
            rules_version: AcesUp::INFO.rules_version,
            rules,
            seed,
            deals,
            from: part.start,
            to: part.end,
            memory: memory.into(),
            done: Ranges::default(),
            tally: Tally::new(),
        }
    }

    /// Reads a run and believes it only if it adds up.
    pub fn read(text: &str) -> Result<Self, BadRun> {
        // What it is comes first: a newer format may have another shape.
        #[derive(Deserialize)]
        struct Head {
            v: u32,
            kind: String,
        }
        let torn = |error: serde_json::Error| BadRun(format!("it is not whole: {error}"));
        let json: serde_json::Value = serde_json::from_str(text).map_err(torn)?;
        let head: Head =
            Head::deserialize(&json).map_err(|_| BadRun("it is a file of another kind".to_owned()))?;
        if head.kind != KIND {
            return Err(BadRun("it is a file of another kind".to_owned()));
        }
        if head.v != VERSION {
            let reason = format!("its format has version {}, this program reads version {VERSION}", head.v);
            return Err(BadRun(reason));
        }
        let run = Self::deserialize(&json).map_err(torn)?;
        if run.rules_version != AcesUp::INFO.rules_version {
            let known = AcesUp::INFO.rules_version;
            let reason =
                format!("it is of version {} of the rules, this program knows {known}", run.rules_version);
            return Err(BadRun(reason));
        }
        run.by().map_err(|error| BadRun(error.to_string()))?;
        let part = run.from <= run.to && run.to <= run.deals;
        if !(part && run.done.are_sound(run.part()) && run.tally.is_sound(run.done.count())) {
            return Err(BadRun("its numbers do not add up, so it was damaged".to_owned()));
        }
        Ok(run)
    }

    /// The run as it is kept.
    pub fn write(&self) -> String {
        // It holds nothing that JSON cannot: numbers, strings and maps with string keys.
        format!("{}\n", serde_json::to_string(self).unwrap_or_default())
    }

    /// The rules played by.
    pub fn by(&self) -> Result<Rules, engine::options::BadOption> {
        options_from_json(&self.rules)
    }

    /// The rules in a line.
    pub fn rules_line(&self) -> String {
        let rules = self.by().map(|rules| rules.differences()).unwrap_or_default();
        if rules.is_empty() { "usual rules".to_owned() } else { rules.join(" ") }
    }

    pub fn memory(&self) -> Memory {
        Memory::from(self.memory)
    }

    /// The deals that it solves.
    pub fn part(&self) -> Range<u64> {
        self.from..self.to
    }

    pub fn missing(&self) -> Ranges {
        self.done.missing(self.part())
    }

    /// Adds deals that were solved.
    pub fn add(&mut self, deals: Range<u64>, tally: &Tally) {
        self.done.add(deals);
        self.tally.join(tally);
    }

    /// In what this differs from another run, so that they cannot be put together: each as "32 deals, not 64".
    pub fn differs(&self, other: &Self) -> Vec<String> {
        let mut found = Vec::new();
        let mut compare = |mine: String, others: String| {
            if mine != others {
                found.push(format!("{mine}, not {others}"));
            }
        };
        compare(self.rules_line(), other.rules_line());
        compare(format!("seed {}", self.seed), format!("seed {}", other.seed));
        compare(format!("{} deals", self.deals), format!("{} deals", other.deals));
        compare(format!("--memory {}", self.memory()), format!("--memory {}", other.memory()));
        found
    }

    /// The whole run of which this is a part, done as far as this is.
    pub fn whole(self) -> Self {
        Self { from: 0, to: self.deals, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run() -> Run {
        let mut run = Run::new(&Rules::default(), Seed::from_number(1), 10, 2..8, Memory::USUAL);
        let mut tally = Tally::new();
        tally.add(2, Verdict::Best(48));
        tally.add(3, Verdict::Undecided { at_least: 40 });
        run.add(2..4, &tally);
        run
    }

    #[test]
    fn a_run_reads_back() {
        let read = Run::read(&run().write()).unwrap();
        assert_eq!(read, run());
        assert_eq!(read.missing().to_string(), "4 to 7");
        assert_eq!((read.tally.count(), read.tally.count_undecided()), (2, 1));
        assert_eq!(read.by().unwrap(), Rules::default());
    }

    #[test]
    fn what_does_not_add_up_is_refused() {
        let whole = run().write();
        let refused = |from: &str, to: &str, says: &str| {
            assert!(whole.contains(from), "{from}");
            let BadRun(reason) = Run::read(&whole.replacen(from, to, 1)).unwrap_err();
            assert!(reason.contains(says), "{from} to {to}: {reason}");
        };
        refused("\"v\":1", "\"v\":2", "version 2");
        refused("aces-up-solved", "shopping-list", "another kind");
        refused("\"rules_version\":1", "\"rules_version\":7", "version 7 of the rules");
        refused("any-time", "some-time", "deal_when");
        for (from, to) in [
            ("[[2,4]]", "[[2,5]]"),
            ("[[2,4]]", "[[4,2]]"),
            ("[[2,4]]", "[[0,2]]"),
            ("\"deals\":10", "\"deals\":7"),
            ("\"to\":8", "\"to\":1"),
            (",1]", ",18446744073709551615]"),
            ("\"undecided_deals\":[3]", "\"undecided_deals\":[]"),
        ] {
            refused(from, to, "do not add up");
        }
        for length in [0, 1, 30, whole.len() / 2, whole.len() - 3] {
            assert!(Run::read(&whole[..length]).is_err(), "{length}");
        }
    }

    #[test]
    fn tallies_join_in_any_order() {
        let mut parts: Vec<Tally> = (0..50)
            .map(|part| {
                let mut tally = Tally::new();
                for deal in part * 10..part * 10 + 10 {
                    let score = (deal % 49) as u8;
                    let undecided = Verdict::Undecided { at_least: score };
                    tally.add(deal, if deal % 3 == 0 { undecided } else { Verdict::Best(score) });
                }
                tally
            })
            .collect();
        let sum = |parts: &[Tally]| {
            let mut sum = Tally::new();
            parts.iter().for_each(|part| sum.join(part));
            sum
        };
        let forwards = sum(&parts);
        parts.reverse();
        assert_eq!(forwards, sum(&parts));
        assert_eq!((forwards.count(), forwards.count_undecided()), (500, 167));
        assert_eq!(forwards.undecided_deals.len(), NAMED);
        assert_eq!(forwards.undecided_deals[..3], [0, 3, 6]);
    }
}
