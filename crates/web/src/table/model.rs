//! A table as its page has it, one's own in a worker beside the page or one online. What is known of it, how it is
//! shown, what the player is told and how it is saved are apart; here they come together.

use std::time::Duration;

use client::{Heard, Told};
use engine::Seat;
use leptos::prelude::*;
use protocol::{Ask, Choice, Line, Tell};
use tables::{Progress, WorkerReply, WorkerRequest};

use super::known::{Known, Stage};
use super::notices::{Notice, Notices, Reply};
use super::saving::Saving;
use super::shown::Shown;
use super::{focus, travel};
use crate::input::numbers;
use crate::preferences::{Preferences, use_preferences};
use crate::storage::SavedGame;
use crate::worker::{WorkerLink, read_reply, request_text};

/// What goes on after a round.
const GO_ON: [&str; 5] = ["go on", "continue", "next", "next round", "see the result"];

/// Where a table is.
enum Way {
    /// In a worker of this browser.
    Own(WorkerLink),
    /// Elsewhere: what is asked goes there.
    Online(Callback<Ask>),
}

/// A table.
#[derive(Clone, Copy)]
pub struct Model {
    /// What is known of it.
    pub known: Known,
    /// What is shown beside how things stand.
    pub shown: Shown,
    /// What the player is told beside the game.
    pub notices: Notices,
    saving: Saving,
    way: StoredValue<Option<Way>, LocalStorage>,
    preferences: RwSignal<Preferences>,
}

impl Model {
    /// Opens the table of a saved game, or goes on with its game.
    pub fn open(saved: SavedGame) -> Self {
        let model = Self::new(Some(saved.clone()));
        match WorkerLink::start(move |text| drop(model.hear(read_reply(&text)))) {
            Ok(link) => model.way.set_value(Some(Way::Own(link))),
            Err(why) => model.known.stage.set(Stage::Failed(format!("The table cannot be set up: {why}."))),
        }
        model.send(&match saved.record {
            Some(record) => WorkerRequest::Resume { record, actions: None, bots: saved.order.bots.clone() },
            None => WorkerRequest::Open { order: saved.order },
        });
        on_cleanup(move || model.way.set_value(None));
        model
    }

    /// A table that is elsewhere; its owner passes on what is heard from there by [`Model::hear`].
    pub fn online(ask: Callback<Ask>) -> Self {
        let model = Self::new(None);
        model.way.set_value(Some(Way::Online(ask)));
        model
    }

    fn new(saved: Option<SavedGame>) -> Self {
        Self {
            known: Known::new(),
            shown: Shown::new(),
            notices: Notices::new(),
            saving: Saving::new(saved),
            way: StoredValue::new_local(None),
            preferences: use_preferences(),
        }
    }

    /// The game as it is kept, if it is one's own.
    pub fn saved(&self) -> Option<SavedGame> {
        self.saving.game()
    }

    /// The player's own seat.
    pub fn you(&self) -> Option<Seat> {
        self.known.snapshot.with(|snapshot| snapshot.as_ref().and_then(|snapshot| snapshot.you))
    }

    /// Does something, given in notation.
    pub fn act(&self, act: String) {
        self.notices.notice.set(None);
        self.shown.picked.set(None);
        travel::mark("parlour-act");
        let seq = self.known.seq().unwrap_or_default();
        self.ask(Ask::Act { seq, act: act.clone() });
        self.show_at_once(&act);
    }

    /// Shows what an action leads to before the worker's answer can come.
    fn show_at_once(&self, act: &str) {
        let now = self.known.look(|state| (state.standing.actions, state.you));
        let Some((actions, Some(you))) = now else { return };
        if let Some(update) = self.saving.predict(actions, you, act) {
            for told in self.known.foresee(update) {
                self.tell(told);
            }
        }
    }

    /// Does what the words mean. What was spoken waits a moment where it could not be taken back.
    pub fn say(&self, text: String, spoken: bool) {
        let waiting = self.notices.notice.get_untracked();
        self.notices.notice.set(None);
        let words = text.trim().trim_end_matches('.').to_lowercase();
        if self.shown.reveal.with_untracked(Option::is_some) && GO_ON.contains(&words.as_str()) {
            return self.go_on();
        }
        let (numbered, hold_ms) = self.preferences.with_untracked(|likes| (likes.numbers, likes.hold_ms));
        match waiting.and_then(|notice| notice.reply(&words, numbered)) {
            Some(Reply::TakeBack) => return,
            Some(Reply::Act(act)) => return self.act(act),
            None => {}
        }
        let choices = self.known.look(|state| state.standing.choices.len()).unwrap_or_default();
        let number = numbers::asked(&words).filter(|&number| numbered && number as usize > choices);
        if number.is_some_and(numbers::press) {
            return;
        }
        let seq = self.known.seq().unwrap_or_default();
        self.ask(Ask::Phrase { seq, text, spoken, hold: spoken && hold_ms > 0 });
    }

    /// Waits a moment before a heard action is done, so that it can be taken back.
    fn hold(&self, choice: Choice) {
        let (model, seq) = (*self, self.known.seq());
        let pause = self.preferences.with_untracked(|likes| u64::from(likes.hold_ms));
        let act = choice.act.clone();
        let still = self.notices.hold(choice);
        set_timeout(
            move || {
                if still() && model.known.seq() == seq {
                    model.act(act);
                }
            },
            Duration::from_millis(pause),
        );
    }

    /// Asks something of the table.
    pub fn ask(&self, what: Ask) {
        if matches!(what, Ask::CanWin | Ask::WhereLost | Ask::Hint) {
            self.notices.thinking.set(true);
        }
        let elsewhere = self.way.with_value(|way| match way {
            Some(Way::Online(ask)) => Some(*ask),
            _ => None,
        });
        match elsewhere {
            Some(ask) => ask.run(what),
            None => self.send(&WorkerRequest::Ask { what }),
        }
    }

    /// The player has seen how the round ended.
    pub fn go_on(&self) {
        // The button is about to go: the focus goes first, so that it is never nowhere.
        focus::focus("#prompt");
        self.shown.reveal.set(None);
        self.let_others_move();
    }

    fn send(&self, request: &WorkerRequest) {
        self.way.with_value(|way| {
            if let Some(Way::Own(link)) = way {
                link.send(&request_text(request));
            }
        });
    }

    /// Takes in what was heard, and shows it. What is told about people and the connection is left to the caller.
    pub fn hear(&self, heard: impl Into<Heard>) -> Vec<Told> {
        let heard = heard.into();
        let (moved, progress) = (is_move(&heard), progress_of(&heard).cloned());
        self.notices.thinking.set(false);
        let told = self.known.hear(heard);
        let astray = told.contains(&Told::LookAgain);
        let left = told.into_iter().filter_map(|told| self.tell(told)).collect();
        if moved && !astray {
            self.let_others_move();
        }
        if let Some(progress) = progress {
            self.keep(progress);
        }
        left
    }

    /// Shows what was told, or gives it back.
    fn tell(&self, told: Told) -> Option<Told> {
        match told {
            Told::Dealt { fresh: true } => {
                self.shown.reveal.set(None);
                self.notices.notice.set(None);
            }
            Told::Happened(lines) => self.show(lines),
            Told::RoundEnded(reveal) => self.shown.reveal.set(Some(reveal)),
            Told::Meant(choice) => self.hold(choice),
            Told::LookAgain => self.ask(Ask::Look { since: None }),
            told => match Notice::of(&told) {
                Some(notice) => self.notices.notice.set(Some(notice)),
                None => return Some(told),
            },
        }
        None
    }

    fn show(&self, lines: Vec<Line>) {
        self.notices.notice.set(None);
        self.known.look(|state| self.shown.change(lines, &state.standing, state.you));
    }

    /// A bot moves next, after a pause in which one can follow.
    fn let_others_move(&self) {
        let bots = self.known.look(|state| state.bots_move()) == Some(true);
        if !bots || self.shown.reveal.with_untracked(Option::is_some) {
            return;
        }
        let (model, seq) = (*self, self.known.seq());
        let pause = self.preferences.with_untracked(|kept| kept.pace.pause_ms());
        set_timeout(
            move || {
                // The page may be gone, or the table may have moved on.
                if seq.is_some() && model.known.seq() == seq {
                    model.ask(Ask::Next);
                }
            },
            Duration::from_millis(pause),
        );
    }

    /// Keeps the record, to which this was added.
    fn keep(&self, progress: Progress) {
        let kept = self.known.look(|state| match &state.record {
            Some(record) => self.saving.keep(record, &state.standing),
            None => Ok(()),
        });
        self.saving.follow(self.known, progress);
        if let Some(Err(why)) = kept {
            self.notices.refuse(why);
        }
    }
}

/// Whether it tells how things stand at a table of one's own, so that it may be a bot's turn.
fn is_move(heard: &Heard) -> bool {
    matches!(heard, Heard::Reply(WorkerReply::Tell { what: Tell::Snapshot(_) | Tell::Update(_), .. }))
}

fn progress_of(heard: &Heard) -> Option<&Progress> {
    match heard {
        Heard::Reply(WorkerReply::Tell { progress, .. }) => progress.as_ref(),
        _ => None,
    }
}
