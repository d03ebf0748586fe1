//! The end of a round: everything up to it is told, then the cards turn over, and then the next round is shown.

use std::time::Duration;

use engine::scene::Reveal;
use leptos::prelude::*;
use protocol::{Line, Standing};

use super::model::Model;
use super::{beats, focus};
use crate::preferences::{Rounds, reduced_motion};

impl Model {
    /// Whether the end of a round is looked at, while the table has gone on.
    pub fn is_frozen(&self) -> bool {
        self.frozen.try_with_untracked(Option::is_some) == Some(true)
    }

    /// Those of the lines that are to be told now. What belongs to the next round waits until the end of this one was seen.
    pub(super) fn up_to_the_end(&self, mut lines: Vec<Line>, before: &Standing, now: &Standing) -> Vec<Line> {
        let reveal = &now.scene.reveal;
        let ends = reveal.is_some() && *reveal != before.scene.reveal && !self.shown.skipping.get_untracked();
        let next = match lines.iter().position(|line| line.begins) {
            Some(next) if ends => next,
            _ if self.is_frozen() && !ends => 0,
            _ => lines.len(),
        };
        let ahead = lines.split_off(next);
        self.ahead.update_value(|waiting| waiting.extend(ahead));
        lines
    }

    /// A round has ended, and the next one is dealt already: the table stays as it was.
    pub(super) fn end_round(&self, reveal: Reveal) {
        if self.shown.skipping.get_untracked() {
            return;
        }
        let mut end = self.known.before();
        end.choices.clear();
        for sitter in &mut end.scene.sitters {
            (sitter.on_turn, sitter.next) = (false, false);
        }
        self.frozen.set(Some(end));
        self.ending.set_value(Some(reveal));
        if self.shown.is_told() {
            self.turn_over();
        }
    }

    /// Everything up to the end of the round was told: its cards turn over where they lie.
    pub(super) fn turn_over(&self) {
        let Some(reveal) = self.ending.try_update_value(Option::take).flatten() else { return };
        self.shown.turn_over(reveal.clone(), || {
            self.frozen.update(|end| {
                end.iter_mut().for_each(|end| client::show_hands(&mut end.scene, &reveal));
            });
        });
        let (rounds, pace) = (self.preferences.with_untracked(|likes| likes.rounds), self.shown.liked_pace());
        // A learner needs time to look.
        let taught = self.lesson.waits_now().is_some();
        if taught || rounds == Rounds::Wait || (rounds == Rounds::System && reduced_motion()) {
            return;
        }
        let model = *self;
        set_timeout(
            move || {
                let shown = model.shown.reveal.try_with_untracked(|now| now.as_ref() == Some(&reveal));
                if shown == Some(true) {
                    model.go_on();
                }
            },
            Duration::from_millis(beats::round(pace)),
        );
    }

    /// The player has seen how the round ended.
    pub fn go_on(&self) {
        // The button is about to go: the focus goes first, so that it is never nowhere. Nobody else loses theirs.
        if focus::is_on("go-on") {
            focus::focus("#prompt");
        }
        self.ending.set_value(None);
        self.shown.reveal.set(None);
        self.frozen.set(None);
        let ahead = self.ahead.try_update_value(std::mem::take).unwrap_or_default();
        if !ahead.is_empty() {
            self.shown.tell_later(ahead);
        }
        self.release_tips();
        self.let_others_move();
    }
}
