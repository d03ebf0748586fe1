//! What is told beside a table: lessons, answers, and how a special deal went.

use std::time::Instant;

use tables::{BeatShown, Waits};

use super::table_page::{Notice, TablePage};
use crate::paint::Target;
use crate::table::beat_lines;

impl TablePage {
    /// Takes in where the lesson is, and points at what it points at.
    pub fn teach(&mut self, beat: Option<BeatShown>, now: Instant) {
        if self.beat == beat {
            return;
        }
        if self.beat.is_some() && beat.is_none() {
            self.notice = Some(Notice::Answer("That was the lesson. Play on!".to_owned()));
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

    pub(super) fn say_in_log(&mut self, text: String) {
        self.table.log.push(protocol::Line::new(text));
    }
}
