//! What is told beside a table: lessons, answers, and how a special deal went.

use std::time::Instant;

use client::Study;
use protocol::{Ask, Chapter};
use tables::{BeatShown, Waits, WorkerReply, WorkerRequest};

use super::Effect;
use super::overlay::Overlay;
use super::table_page::{Notice, TablePage};
use crate::link::Heard;
use crate::paint::Target;
use crate::table::beat_lines;

/// What the judgement of a game is called.
const STUDY: &str = "How you played";

/// A round as it is read, in a little Markdown.
pub(super) fn chapter_text(chapter: &Chapter) -> String {
    let title = Some(format!("## {}", chapter.title)).filter(|_| !chapter.title.is_empty());
    let recap = chapter.recap.as_ref().map(|recap| format!("**{recap}**"));
    let lines = chapter.lines.iter().map(|line| format!("- {line}"));
    title.into_iter().chain(lines).chain(recap).collect::<Vec<_>>().join("\n")
}

impl TablePage {
    /// Takes in where the lesson is, and points at what it points at.
    pub fn teach(&mut self, beat: Option<BeatShown>, now: Instant) {
        if self.beat == beat {
            return;
        }
        if self.beat.is_some() && beat.is_none() {
            let said = self.planned.as_ref().map(|planned| planned.lesson_over(self.table.is_over()));
            self.notice = said.map(Notice::Answer);
        }
        if let Some(beat) = beat.as_ref().filter(|beat| beat.waits != Waits::Others) {
            let mut lines = beat_lines(beat);
            if beat.waits == Waits::Reader {
                lines.push("[Enter\u{a0}goes\u{a0}on]".to_owned());
            }
            self.notice = Some(Notice::Answer(lines.join(" ")));
            self.focus = beat.point.clone().map(Target::Spot);
        }
        self.beat = beat;
        self.let_others_move(now);
    }

    /// Whether the table waits until something has been read.
    pub(super) fn is_reading(&self) -> bool {
        self.beat.as_ref().is_some_and(|beat| beat.waits == Waits::Reader)
    }

    /// Once the deal of the day is over, how it went compared with others.
    pub(super) fn compare(&mut self) {
        let special = self.planned.as_ref().and_then(|planned| planned.special.as_ref());
        let outcome = self.table.standing.outcome.as_ref();
        let compared = special.zip(outcome).and_then(|(special, outcome)| special.compare(outcome));
        compared.into_iter().for_each(|line| self.say_in_log(line));
    }

    /// Shows an answer, and points at the action it speaks of.
    pub(super) fn answer(&mut self, text: String, act: Option<String>) {
        let advised = |act: String| self.table.standing.choices.iter().position(|choice| choice.act == act);
        if let Some(index) = act.and_then(advised) {
            self.focus = Some(Target::Button(index));
        }
        self.notice = Some(Notice::Answer(text));
    }

    /// Begins to judge how the player has played, or goes on where that was stopped. A table online is asked for the
    /// record first.
    pub(super) fn look_back(&mut self, out: &mut Vec<Effect>) {
        let study = self.study.get_or_insert_default();
        study.failed = None;
        self.overlay = Some(Overlay::text(STUDY, study.text()));
        if study.done {
            return;
        }
        let study = study.clone();
        match &self.table.record {
            Some(record) => out.extend(self.begin_study(&study, record.write())),
            None => out.push(Effect::Ask(Ask::Record)),
        }
    }

    /// What is asked first of those who judge.
    pub(super) fn begin_study(&self, study: &Study, record: String) -> Option<Effect> {
        let seat = self.table.you?.index();
        (!study.done).then_some(Effect::Study(WorkerRequest::Analyse { record, seat }))
    }

    /// Takes in what those say who judge; gives back what is not theirs.
    pub(super) fn study_heard(&mut self, heard: Heard, out: &mut Vec<Effect>) -> Option<Heard> {
        let Some(study) = &mut self.study else { return Some(heard) };
        let reply = match heard {
            Heard::Reply(
                reply @ (WorkerReply::Analysed { .. }
                | WorkerReply::Judged { .. }
                | WorkerReply::Exactly { .. }
                | WorkerReply::Failed { .. }),
            ) => reply,
            heard => return Some(heard),
        };
        // What was still under way when the player put it away.
        let stopped = !matches!(&self.overlay, Some(Overlay::Text { title, .. }) if title == STUDY);
        let next = study.hear(reply);
        if !stopped {
            out.extend(next.map(Effect::Study));
            if let Some(Overlay::Text { text, .. }) = &mut self.overlay {
                *text = study.text();
            }
        }
        None
    }

    pub(super) fn say_in_log(&mut self, text: String) {
        self.table.log.push(protocol::Line::new(text));
    }
}
