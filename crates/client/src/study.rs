//! Looking back at a record: what a worker is asked next, and what is known of the decisions that are judged.

use tables::{Analysis, Judged, WorkerReply, WorkerRequest, percent};

/// Bars for chances, the lowest first.
const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
/// The number of bars in a line.
const BARS_WIDE: usize = 60;

/// The decisions of one player in a record, as far as they are judged.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Study {
    /// The number of decisions, once it is known.
    pub of: Option<usize>,
    /// What losses are measured in, after "in".
    pub measure: String,
    /// Those that are judged, in order.
    pub judged: Vec<Judged>,
    /// Where the game was lost, with every card known.
    pub exactly: Option<String>,
    /// Why nothing more can be judged.
    pub failed: Option<String>,
    /// Whether everything is judged.
    pub done: bool,
}

impl Study {
    /// Takes in what the worker says; returns what to ask next. Other replies say nothing here.
    pub fn hear(&mut self, reply: WorkerReply) -> Option<WorkerRequest> {
        match reply {
            WorkerReply::Analysed { decisions, measure } => {
                (self.of, self.measure) = (Some(decisions), measure)
            }
            WorkerReply::Judged { judged } => self.judged.push(*judged),
            WorkerReply::Exactly { text } => {
                (self.exactly, self.done) = (text, true);
                return None;
            }
            WorkerReply::Failed { text } => {
                self.failed = Some(text);
                return None;
            }
            _ => return None,
        }
        let index = self.judged.len();
        let more = self.of.is_some_and(|of| index < of);
        Some(if more { WorkerRequest::Judge { index } } else { WorkerRequest::Exactly })
    }

    /// The places of the costliest decisions, the costliest first: at most three.
    pub fn costliest(&self) -> Vec<usize> {
        Analysis::costliest(&self.judged)
    }

    /// The mean of what the decisions cost, from 0 to 1.
    pub fn mean_loss(&self) -> f64 {
        self.judged.iter().map(|one| one.loss.value).sum::<f64>() / self.judged.len().max(1) as f64
    }

    /// How far it has come: "3 of 12 decisions".
    pub fn progress(&self) -> String {
        format!("{} of {}", self.judged.len(), engine::counted(self.of.unwrap_or(0), "decision", "decisions"))
    }

    /// Everything that is known so far, in a little Markdown.
    pub fn text(&self) -> String {
        if let Some(why) = &self.failed {
            return why.clone();
        }
        if self.of == Some(0) {
            return "Nothing was yours to decide in this game: the cards did it all.".to_owned();
        }
        let state = if self.done { "judged" } else { "judged so far" };
        let mut lines =
            vec![format!("{} {state}, from what you could know then.", self.progress()), String::new()];
        if !self.judged.is_empty() {
            lines.extend(self.plot());
            lines.push(String::new());
        }
        let costliest = self.costliest();
        for (place, judged) in self.judged.iter().enumerate() {
            let mark = match costliest.iter().position(|&costly| costly == place) {
                Some(rank) => {
                    format!(" **{}**", ["Costliest.", "Second costliest.", "Third costliest."][rank.min(2)])
                }
                None => String::new(),
            };
            lines.push(format!("- {}. {}{mark} {}", judged.number, judged.done(), judged.expert()));
        }
        if self.done {
            lines.push(String::new());
            lines.extend(self.verdict());
        }
        lines.join("\n")
    }

    /// The chance to win after each decision.
    fn plot(&self) -> Vec<String> {
        let bar = |one: &Judged| BARS[((one.after.value * 8.0) as usize).min(7)];
        let bars: Vec<char> = self.judged.iter().map(bar).collect();
        let ends =
            [self.judged.first(), self.judged.last()].map(|one| one.map_or(0.0, |one| one.after.value));
        let head =
            format!("Your chance after each decision, from {} to {}:", percent(ends[0]), percent(ends[1]));
        [head].into_iter().chain(bars.chunks(BARS_WIDE).map(|bars| bars.iter().collect())).collect()
    }

    /// What it comes to.
    pub fn verdict(&self) -> Vec<String> {
        let mean = 100.0 * self.mean_loss() + 0.0;
        let mut lines =
            vec![format!("On average a decision cost {mean:.1} %, measured in {}.", self.measure)];
        if self.costliest().is_empty() {
            lines.push("No decision clearly cost anything.".to_owned());
        }
        lines.extend(self.exactly.as_ref().map(|text| format!("With every card known: {text}")));
        lines
    }
}

#[cfg(test)]
mod tests {
    use tables::LocalTable;

    use super::*;

    /// What a client does: it passes on what it is told to ask, until nothing is left.
    #[test]
    fn a_whole_record_is_judged_by_passing_requests_on() {
        let record = include_str!("../../games/src/pass_the_ace/testdata/records/pass-the-ace.json");
        let (mut table, mut study) = (LocalTable::default(), Study::default());
        let mut next = Some(WorkerRequest::Analyse { record: record.to_owned(), seat: 0 });
        while let Some(request) = next {
            next = study.hear(table.work(request, None));
        }
        assert!(study.done && study.of == Some(study.judged.len()), "{study:?}");
        let text = study.text();
        assert!(text.contains("The expert") && text.contains("On average a decision cost"), "{text}");
        assert!(study.costliest().len() <= 3);
        assert_eq!(text.matches("ostliest.**").count(), study.costliest().len(), "{text}");
    }

    #[test]
    fn a_record_that_cannot_be_read_says_why() {
        let (mut table, mut study) = (LocalTable::default(), Study::default());
        let request = WorkerRequest::Analyse { record: "{}".to_owned(), seat: 0 };
        assert_eq!(study.hear(table.work(request, None)), None);
        assert!(study.failed.is_some() && !study.done);
    }
}
