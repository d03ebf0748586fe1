//! What a run tells: for people, for programs, for spreadsheets and as a plot.

use std::fmt::Write as _;

use serde::Serialize;

use super::asked::Confidence;
use super::run::Run;
use crate::cli::ShownArgs;
use crate::failure::Result;
use crate::interval::{clopper_pearson, student};
use crate::plots::Plot;
use crate::plots::figure::{Content, Figure, Panel};
use crate::print;

/// A run, to be shown.
pub struct Report<'a> {
    pub run: &'a Run,
    pub confidence: Confidence,
    /// The seed as it was typed.
    pub seed: Option<&'a str>,
}

/// How many deals can be won. Undecided ones are counted for neither side: they lie between least and most.
#[derive(Serialize)]
struct Winnable {
    won: u64,
    lost: u64,
    undecided: u64,
    /// As shares of all solved deals.
    least: f64,
    most: f64,
    /// The interval: of the least from below, of the most from above.
    low: f64,
    high: f64,
    confidence: f64,
}

/// A mean over the decided deals, with its interval.
#[derive(Serialize)]
struct Mean {
    mean: f64,
    low: f64,
    high: f64,
}

/// The run itself, so that outputs can be merged, and what follows from it.
#[derive(Serialize)]
struct Whole<'a> {
    #[serde(flatten)]
    run: &'a Run,
    solved: u64,
    winnable: Winnable,
    /// None where no deal is decided.
    mean_score: Option<Mean>,
    /// Cards left that are not aces, where every card is dealt.
    mean_left: Option<Mean>,
}

/// The best score there is.
const WON: usize = 48;

impl Report<'_> {
    /// Shows it as asked for.
    pub fn show(&self, shown: &ShownArgs, plot: Option<Plot>) -> Result {
        if let Some(plot) = plot {
            plot.finish(&self.figure())?;
        }
        let text = match (shown.json, shown.csv) {
            (true, _) => format!("{}\n", serde_json::to_string(&self.whole()).unwrap_or_default()),
            (_, true) => self.csv(),
            _ => self.text(),
        };
        print(text.as_bytes())
    }

    fn solved(&self) -> u64 {
        self.run.tally.count()
    }

    fn winnable(&self) -> Winnable {
        let tally = &self.run.tally;
        // A win that was found is a win, decided or not.
        let won = tally.scores[WON] + tally.undecided[WON];
        let undecided = tally.count_undecided() - tally.undecided[WON];
        let solved = self.solved();
        let confidence = self.confidence.share();
        let share = |number: u64| number as f64 / solved.max(1) as f64;
        let (low, high) = if undecided == 0 {
            clopper_pearson(won, solved, confidence)
        } else {
            let least = clopper_pearson(won, solved, confidence);
            (least.0, clopper_pearson(won + undecided, solved, confidence).1)
        };
        let lost = solved - won - undecided;
        Winnable {
            won,
            lost,
            undecided,
            least: share(won),
            most: share(won + undecided),
            low,
            high,
            confidence,
        }
    }

    fn mean_score(&self) -> Option<Mean> {
        let scores =
            || self.run.tally.scores.iter().enumerate().map(|(score, &deals)| (score as f64, deals as f64));
        let number: u64 = self.run.tally.scores.iter().sum();
        if number == 0 {
            return None;
        }
        let n = number as f64;
        let mean = scores().map(|(score, deals)| score * deals).sum::<f64>() / n;
        let squares: f64 = scores().map(|(score, deals)| deals * (score - mean).powi(2)).sum();
        let half = match student(number, self.confidence.share()) {
            Some(deviate) => deviate * (squares / (n - 1.0) / n).sqrt(),
            None => 0.0,
        };
        Some(Mean { mean, low: mean - half, high: mean + half })
    }

    /// Cards left that are not aces; where some are never dealt, the score does not tell.
    fn mean_left(&self) -> Option<Mean> {
        let Mean { mean, low, high } = self.mean_score()?;
        let left = |score: f64| WON as f64 - score;
        self.can_win().then(|| Mean { mean: left(mean), low: left(high), high: left(low) })
    }

    fn can_win(&self) -> bool {
        self.run.by().is_ok_and(|rules| bots::aces_up::can_be_won_at_all(&rules))
    }

    fn whole(&self) -> Whole<'_> {
        Whole {
            run: self.run,
            solved: self.solved(),
            winnable: self.winnable(),
            mean_score: self.mean_score(),
            mean_left: self.mean_left(),
        }
    }

    fn csv(&self) -> String {
        let mut out = "score,deals,share,low,high,undecided_at_least\n".to_owned();
        let tally = &self.run.tally;
        for (score, (&deals, &undecided)) in tally.scores.iter().zip(&tally.undecided).enumerate() {
            let (low, high) = clopper_pearson(deals, self.solved(), self.confidence.share());
            let share = deals as f64 / self.solved().max(1) as f64;
            let _ = writeln!(out, "{score},{deals},{share:.9},{low:.9},{high:.9},{undecided}");
        }
        out
    }

    /// How many can be won, in a line.
    fn winnable_line(&self) -> String {
        let Winnable { won, undecided, least, most, low, high, .. } = self.winnable();
        let [least, most, low, high] = [least, most, low, high].map(|share| 100.0 * share);
        let interval = format!("{} % interval {low:.3} % to {high:.3} %", self.confidence);
        if undecided == 0 {
            format!("winnable: {least:.3} %, {interval} ({won} of {} deals)", self.solved())
        } else {
            let all = won + undecided;
            format!(
                "winnable: between {least:.3} % and {most:.3} %, {interval} ({won} to {all} of {} deals)",
                self.solved()
            )
        }
    }

    fn text(&self) -> String {
        let run = self.run;
        let mut out = format!(
            "Aces Up, {}, {}, every card known, seed {}, memory {} a deal\n\n",
            run.rules_line(),
            engine::counted(run.deals, "deal", "deals"),
            run.seed,
            run.memory(),
        );
        self.say_missing(&mut out);
        if self.solved() == 0 {
            out.push_str("Nothing is solved yet: there is nothing to tell.\n");
            return out;
        }
        if self.can_win() {
            let _ = writeln!(out, "{}", self.winnable_line());
        } else {
            out.push_str("winnable: none; with fewer than twelve deals it is played for the score (AU-V3)\n");
        }
        self.say_undecided(&mut out);
        let means =
            [("mean score", self.mean_score()), ("mean cards left that are not aces", self.mean_left())];
        for (name, mean) in means {
            if let Some(Mean { mean, low, high }) = mean {
                let _ =
                    writeln!(out, "{name}: {mean:.3}, {} % interval {low:.3} to {high:.3}", self.confidence);
            }
        }
        self.say_scores(&mut out);
        out
    }

    fn say_missing(&self, out: &mut String) {
        let missing = self.run.missing();
        let part = self.run.part();
        if part != (0..self.run.deals) {
            let _ = writeln!(out, "part of the run: deals {} to {}", part.start, part.end.saturating_sub(1));
        }
        if !missing.is_empty() {
            let _ = writeln!(
                out,
                "not solved: {} of {} (counted from 0: {missing}); the figures are of the others",
                missing.count(),
                engine::counted(part.end - part.start, "deal", "deals"),
            );
        }
    }

    fn say_undecided(&self, out: &mut String) {
        let tally = &self.run.tally;
        let undecided = tally.count_undecided();
        if undecided == 0 {
            return;
        }
        let share = 100.0 * undecided as f64 / self.solved() as f64;
        let deals = engine::counted(undecided, "deal", "deals");
        let first: Vec<String> = tally.undecided_deals.iter().take(10).map(ToString::to_string).collect();
        let more = if undecided > 10 { " and more" } else { "" };
        let _ = writeln!(
            out,
            "undecided: {deals}, {share:.2} % (counted from 0: {}{more}); more --memory may decide them, \
             the means are of the others",
            first.join(", ")
        );
    }

    fn say_scores(&self, out: &mut String) {
        out.push_str("\nscore      deals      share\n");
        let solved = self.solved() as f64;
        for (score, &deals) in self.run.tally.scores.iter().enumerate().rev().filter(|(_, deals)| **deals > 0)
        {
            let _ = writeln!(out, "{score:>5} {deals:>10} {:>8.3} %", 100.0 * deals as f64 / solved);
        }
        let undecided = self.run.tally.count_undecided();
        if undecided > 0 {
            let share = 100.0 * undecided as f64 / solved;
            let _ = writeln!(out, "undecided {undecided:>6} {share:>8.3} %");
        }
    }

    fn figure(&self) -> Figure {
        let solved = self.solved();
        let scores = || self.run.tally.scores.iter().enumerate().filter(|(_, deals)| **deals > 0);
        let first = scores().next().map_or(0, |(score, _)| score);
        let last = scores().next_back().map_or(WON, |(score, _)| score);
        let column = |score: usize| {
            let share = 100.0 * self.run.tally.scores[score] as f64 / solved.max(1) as f64;
            (score as f64 - 0.5, share)
        };
        let undecided = match self.run.tally.count_undecided() {
            0 => String::new(),
            number => format!("; {} undecided", engine::counted(number, "deal", "deals")),
        };
        let note = if self.can_win() { self.winnable_line() } else { "played for the score".to_owned() };
        let panel = Panel {
            title: "The best score of a deal".to_owned(),
            note: format!("{note}{undecided}"),
            across: "best score (cards discarded)".to_owned(),
            up: "share of deals (%)".to_owned(),
            content: Content::Histogram { width: 1.0, columns: (first..=last).map(column).collect() },
        };
        let seed = self.seed.map_or_else(|| self.run.seed.to_string(), |seed| seed.trim().to_owned());
        Figure {
            title: format!("Aces Up solved: {}", self.run.rules_line()),
            made_from: format!("{}, every card known, seed {seed}", engine::counted(solved, "deal", "deals")),
            panels: vec![panel],
        }
    }
}

#[cfg(test)]
mod tests {
    use bots::aces_up::solver::Verdict;
    use engine::{Options, Seed};
    use games::aces_up::Rules;

    use super::super::asked::Memory;
    use super::super::run::Tally;
    use super::*;

    fn run(rules: &Rules, deals: u64, verdicts: &[(Verdict, u64)]) -> Run {
        let mut run = Run::new(rules, Seed::from_number(1), deals, 0..deals, Memory::USUAL);
        let mut tally = Tally::new();
        let mut number = 0;
        for &(verdict, times) in verdicts {
            for _ in 0..times {
                tally.add(number, verdict);
                number += 1;
            }
        }
        run.add(0..number, &tally);
        run
    }

    fn text(run: &Run) -> String {
        Report { run, confidence: Confidence::USUAL, seed: None }.text()
    }

    #[test]
    fn a_decided_run_has_one_share_and_its_exact_interval() {
        let run = run(&Rules::default(), 10, &[(Verdict::Best(48), 5), (Verdict::Best(40), 5)]);
        let text = text(&run);
        let line = "winnable: 50.000 %, 95 % interval 18.709 % to 81.291 % (5 of 10 deals)\n";
        assert!(text.contains(line), "{text}");
        assert!(
            text.contains("mean cards left that are not aces: 4.000, 95 % interval 0.984 to 7.016"),
            "{text}"
        );
        assert!(!text.contains("undecided") && !text.contains("not solved"), "{text}");
    }

    #[test]
    fn undecided_deals_are_counted_for_neither_side() {
        let verdicts = [
            (Verdict::Best(48), 40),
            (Verdict::Undecided { at_least: 44 }, 9),
            (Verdict::Undecided { at_least: 48 }, 1),
            (Verdict::Best(45), 50),
        ];
        let text = text(&run(&Rules::default(), 200, &verdicts));
        assert!(text.contains("winnable: between 41.000 % and 50.000 %"), "{text}");
        assert!(text.contains("(41 to 50 of 100 deals)"), "{text}");
        assert!(text.contains("undecided: 10 deals, 10.00 % (counted from 0: 40, 41"), "{text}");
        assert!(text.contains("not solved: 100 of 200 deals (counted from 0: 100 to 199)"), "{text}");
    }

    #[test]
    fn nothing_solved_and_games_for_the_score_say_so() {
        assert!(text(&run(&Rules::default(), 5, &[])).contains("Nothing is solved yet"));
        let sprint = text(&run(&Rules::preset("sprint").unwrap(), 2, &[(Verdict::Best(20), 2)]));
        assert!(sprint.contains("(AU-V3)") && !sprint.contains("cards left"), "{sprint}");
    }
}
