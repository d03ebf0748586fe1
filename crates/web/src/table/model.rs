//! A table as its page knows it: what was said of it last, and what is waiting to be said to it. It may be one's own,
//! in a worker beside the page, or one online.

use std::time::Duration;

use engine::scene::{At, Reveal};
use engine::{Record, Seat};
use leptos::prelude::*;
use protocol::{Ask, Choice, Line, Snapshot, Standing, Tell};
use tables::{Prediction, Progress, WorkerReply, WorkerRequest};

use super::sound::{self, Sound};
use super::{focus, travel};
use crate::input::numbers;
use crate::preferences::{Preferences, use_preferences};
use crate::storage::{self, SavedGame};
use crate::worker::WorkerLink;

/// What takes back a heard action that is not done yet.
const TAKE_BACK: [&str; 8] =
    ["take it back", "take that back", "undo", "cancel", "no", "stop", "oops", "not that"];
/// What goes on after a round.
const GO_ON: [&str; 5] = ["go on", "continue", "next", "next round", "see the result"];
/// What does it at once.
const GO_AHEAD: [&str; 5] = ["yes", "do it", "ok", "okay", "go ahead"];

/// What the page tells the player beside the game itself.
#[derive(Clone, PartialEq)]
pub enum Notice {
    /// Something was not done.
    Refused {
        /// Why.
        text: String,
        /// The clause it follows from.
        clause: Option<String>,
    },
    /// An answer to a question.
    Answer {
        /// What.
        text: String,
        /// The action it speaks of.
        act: Option<String>,
    },
    /// An action that was heard and cannot be taken back once it is done.
    Heard {
        /// What it is.
        choice: Choice,
    },
    /// More than one thing could have been meant.
    Several {
        /// What was said.
        text: String,
        /// What it could mean.
        choices: Vec<Choice>,
    },
}

/// How far a table has come.
#[derive(Clone, PartialEq)]
pub enum Stage {
    /// The worker has not answered yet.
    Opening,
    /// Cards lie on it.
    Open,
    /// It cannot be opened, and why.
    Failed(String),
}

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
    /// How far it has come.
    pub stage: RwSignal<Stage>,
    /// What does not change during a game.
    pub snapshot: RwSignal<Option<Snapshot>>,
    /// How things stand.
    pub standing: RwSignal<Option<Standing>>,
    /// What happened, oldest first.
    pub log: RwSignal<Vec<Line>>,
    /// What happened last, to be spoken.
    pub news: RwSignal<Vec<Line>>,
    /// What was called out last, with a number so that the same cry twice is two cries.
    pub cry: RwSignal<Option<(u64, String)>>,
    /// What the page tells the player.
    pub notice: RwSignal<Option<Notice>>,
    /// How the last round ended, until the player has seen it.
    pub reveal: RwSignal<Option<Reveal>>,
    /// What is picked up.
    pub picked: RwSignal<Option<At>>,
    /// Whether an answer is awaited that may take a moment.
    pub thinking: RwSignal<bool>,
    seq: RwSignal<u64>,
    /// How things stand after an action that is shown already, until the table itself says so.
    foreseen: StoredValue<Option<Standing>>,
    /// The table once more, to look an action ahead.
    prediction: StoredValue<Prediction>,
    /// Where the cards lay before the changes of this frame.
    moving: StoredValue<Option<travel::Before>, LocalStorage>,
    cries: RwSignal<u64>,
    /// How many heard actions have waited to be taken back.
    holds: RwSignal<u64>,
    preferences: RwSignal<Preferences>,
    /// Made when something is first to be heard.
    audio: StoredValue<Option<web_sys::AudioContext>, LocalStorage>,
    way: StoredValue<Option<Way>, LocalStorage>,
    /// The record of a game of one's own.
    record: StoredValue<Option<Record>>,
    /// Where the game is kept, if it is one's own.
    saved: RwSignal<Option<SavedGame>>,
    /// Where the game has been noted as finished.
    noted: RwSignal<bool>,
}

impl Model {
    /// Opens the table of a saved game, or goes on with its game.
    pub fn open(saved: SavedGame) -> Self {
        let model = Self::new(Some(saved.clone()));
        match WorkerLink::start(move |text| model.hear(&text)) {
            Ok(link) => model.way.set_value(Some(Way::Own(link))),
            Err(why) => model.stage.set(Stage::Failed(format!("The table cannot be set up: {why}."))),
        }
        model.send(&match saved.record {
            Some(record) => WorkerRequest::Resume { record, actions: None, bots: saved.order.bots.clone() },
            None => WorkerRequest::Open { order: saved.order },
        });
        on_cleanup(move || model.way.set_value(None));
        model
    }

    /// A table that is elsewhere; whoever opens it tells it what is heard from there by [`Model::take`].
    pub fn online(ask: Callback<Ask>) -> Self {
        let model = Self::new(None);
        model.way.set_value(Some(Way::Online(ask)));
        model
    }

    fn new(saved: Option<SavedGame>) -> Self {
        Self {
            stage: RwSignal::new(Stage::Opening),
            snapshot: RwSignal::new(None),
            standing: RwSignal::new(None),
            log: RwSignal::default(),
            news: RwSignal::default(),
            cry: RwSignal::new(None),
            notice: RwSignal::new(None),
            reveal: RwSignal::new(None),
            picked: RwSignal::new(None),
            thinking: RwSignal::new(false),
            seq: RwSignal::new(0),
            foreseen: StoredValue::new(None),
            prediction: StoredValue::new(Prediction::default()),
            moving: StoredValue::new_local(None),
            cries: RwSignal::new(0),
            holds: RwSignal::new(0),
            preferences: use_preferences(),
            audio: StoredValue::new_local(None),
            way: StoredValue::new_local(None),
            record: StoredValue::new(None),
            noted: RwSignal::new(saved.as_ref().is_some_and(|saved| saved.over)),
            saved: RwSignal::new(saved),
        }
    }

    /// The game as it is kept.
    pub fn saved(&self) -> Option<SavedGame> {
        self.saved.get_untracked()
    }

    /// The player's own seat.
    pub fn you(&self) -> Option<Seat> {
        self.snapshot.with(|snapshot| snapshot.as_ref().and_then(|snapshot| snapshot.you))
    }

    /// Does something, given in notation.
    pub fn act(&self, act: String) {
        self.notice.set(None);
        self.picked.set(None);
        let seq = self.seq.get_untracked();
        travel::mark("parlour-act");
        self.ask(Ask::Act { seq, act: act.clone() });
        self.show_at_once(&act);
    }

    /// Shows what an action leads to before the worker's answer can come.
    fn show_at_once(&self, act: &str) {
        let you =
            self.snapshot.with_untracked(|snapshot| snapshot.as_ref().and_then(|snapshot| snapshot.you));
        let actions = self.standing.with_untracked(|now| now.as_ref().map(|now| now.actions));
        let look = |prediction: &mut Prediction| prediction.predict(actions?, you?, act);
        let update = self.prediction.try_update_value(look).flatten();
        if let Some(update) = update.filter(|_| self.foreseen.with_value(Option::is_none)) {
            self.foreseen.set_value(Some(update.standing.clone()));
            self.seq.update(|seq| *seq += 1);
            self.show(update);
        }
    }

    /// Does what the words mean. What was spoken waits a moment where it could not be taken back.
    pub fn say(&self, text: String, spoken: bool) {
        let waiting = self.notice.get_untracked();
        self.notice.set(None);
        let words = text.trim().trim_end_matches('.').to_lowercase();
        if self.reveal.with_untracked(Option::is_some) && GO_ON.contains(&words.as_str()) {
            return self.go_on();
        }
        match waiting {
            Some(Notice::Heard { .. }) if TAKE_BACK.contains(&words.as_str()) => return,
            Some(Notice::Heard { choice }) if GO_AHEAD.contains(&words.as_str()) => {
                return self.act(choice.act);
            }
            // The number of one of those that were asked back.
            Some(Notice::Several { choices, .. })
                if !self.preferences.with_untracked(|likes| likes.numbers) =>
            {
                let index = numbers::asked(&words).and_then(|number| (number as usize).checked_sub(1));
                if let Some(choice) = index.and_then(|index| choices.get(index)) {
                    return self.act(choice.act.clone());
                }
            }
            _ => {}
        }
        let (number, shown) =
            (numbers::asked(&words), self.preferences.with_untracked(|likes| likes.numbers));
        let choices = self.standing.with_untracked(|now| now.as_ref().map_or(0, |now| now.choices.len()));
        if let Some(number) = number.filter(|&number| shown && number as usize > choices)
            && numbers::press(number)
        {
            return;
        }
        let seq = self.seq.get_untracked();
        let hold = spoken && self.preferences.with_untracked(|likes| likes.hold_ms > 0);
        self.ask(Ask::Phrase { seq, text, spoken, hold });
    }

    /// Waits a moment before a heard action is done, so that it can be taken back.
    fn hold(&self, choice: Choice) {
        let (model, seq) = (*self, self.seq.get_untracked());
        let pause = self.preferences.with_untracked(|likes| u64::from(likes.hold_ms));
        let held = Notice::Heard { choice: choice.clone() };
        self.notice.set(Some(held.clone()));
        let number = self.holds.get_untracked() + 1;
        self.holds.set(number);
        set_timeout(
            move || {
                let same = model.holds.try_get_untracked() == Some(number)
                    && model.seq.try_get_untracked() == Some(seq)
                    && model.notice.with_untracked(|notice| notice.as_ref() == Some(&held));
                if same {
                    model.act(choice.act);
                }
            },
            Duration::from_millis(pause),
        );
    }

    /// Asks something of the table.
    pub fn ask(&self, what: Ask) {
        if matches!(what, Ask::CanWin | Ask::WhereLost | Ask::Hint) {
            self.thinking.set(true);
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
        self.reveal.set(None);
        self.let_others_move();
    }

    fn send(&self, request: &WorkerRequest) {
        let text = serde_json::to_string(request).unwrap_or_default();
        self.way.with_value(|way| {
            if let Some(Way::Own(link)) = way {
                link.send(&text);
            }
        });
    }

    fn hear(&self, text: &str) {
        match serde_json::from_str(text) {
            Ok(WorkerReply::Tell { what, progress }) => {
                self.take(what);
                if let Some(progress) = progress {
                    self.keep(progress);
                }
            }
            Ok(WorkerReply::Failed { text }) => self.stage.set(Stage::Failed(text)),
            Ok(WorkerReply::Step { .. } | WorkerReply::Deal { .. }) => {}
            Err(error) => self.stage.set(Stage::Failed(format!("The table answered strangely: {error}."))),
        }
    }

    /// Takes what the table says.
    pub fn take(&self, tell: Tell) {
        self.thinking.set(false);
        match tell {
            Tell::Snapshot(snapshot) => {
                self.seq.set(snapshot.seq);
                self.log.set(snapshot.log.clone());
                self.standing.set(Some(snapshot.standing.clone()));
                self.snapshot.set(Some(*snapshot));
                self.stage.set(Stage::Open);
                self.let_others_move();
            }
            Tell::Update(update) => {
                self.seq.set(update.seq);
                match self.foreseen.try_update_value(Option::take).flatten() {
                    Some(foreseen) if foreseen == update.standing => {}
                    Some(_) => return self.ask(Ask::Look { since: None }),
                    None => self.show(*update),
                }
                self.let_others_move();
            }
            Tell::Refused(refusal) => {
                // What was shown did not happen.
                if self.foreseen.try_update_value(Option::take).flatten().is_some() {
                    self.ask(Ask::Look { since: None });
                }
                self.notice.set(Some(Notice::Refused { text: refusal.text, clause: refusal.clause }));
            }
            Tell::Several { text, choices } => self.notice.set(Some(Notice::Several { text, choices })),
            Tell::Meant { choice } => self.hold(choice),
            Tell::Answer { text, act } => self.notice.set(Some(Notice::Answer { text, act })),
            Tell::Record { .. } => {}
        }
    }

    /// Shows a change: what moved travels, what was called out is heard, the focus stays.
    fn show(&self, update: protocol::Update) {
        let before = self.standing.get_untracked();
        let seen = before.as_ref().and_then(|standing| standing.scene.reveal.clone());
        self.notice.set(None);
        self.picked.set(None);
        let place = focus::remember();
        // Several changes may come within one frame; then the cards travel from where they lay before the first.
        let first = self.moving.with_value(Option::is_none);
        if first {
            self.moving.set_value(Some(travel::Before::look()));
        }
        let shown = update.standing.scene.reveal.clone();
        if let Some(cry) = update.lines.iter().rev().find_map(|line| line.cry.clone()) {
            self.cries.set(self.cries.get_untracked() + 1);
            self.cry.set(Some((self.cries.get_untracked(), cry)));
        }
        self.sound_of(&update);
        self.log.update(|log| log.extend(update.lines.iter().cloned()));
        self.news.set(update.lines);
        if shown.is_some() && shown != seen {
            self.reveal.set(shown);
        }
        self.standing.set(Some(update.standing));
        // As soon as the page has changed, before anyone can press another key; but not in the same breath, since the
        // whole page has to be laid out for it.
        set_timeout(move || focus::restore(place), Duration::ZERO);
        let model = *self;
        if first {
            request_animation_frame(move || {
                if let Some(moving) = model.moving.try_update_value(Option::take).flatten() {
                    moving.play();
                }
                travel::mark("parlour-shown");
            });
        }
    }

    fn sound_of(&self, update: &protocol::Update) {
        if !self.preferences.with_untracked(|kept| kept.sounds) {
            return;
        }
        let you =
            self.snapshot.with_untracked(|snapshot| snapshot.as_ref().and_then(|snapshot| snapshot.you));
        let outcome = update.standing.outcome.as_ref();
        let sound = match outcome {
            Some(outcome) if you.is_some_and(|you| outcome.winners.contains(&you)) => Sound::Won,
            _ if update.lines.iter().any(|line| line.cry.is_some()) => Sound::Cry,
            _ if !update.standing.scene.sitters.is_empty() && update.standing.to_act == you => Sound::Turn,
            _ => Sound::Card,
        };
        self.audio.update_value(|audio| {
            let made = audio.take().or_else(|| web_sys::AudioContext::new().ok());
            if let Some(context) = &made {
                sound::play(context, sound);
            }
            *audio = made;
        });
    }

    /// Whoever is not a person moves next, after a pause in which one can follow.
    fn let_others_move(&self) {
        let waits = self.reveal.with_untracked(Option::is_some);
        let you =
            self.snapshot.with_untracked(|snapshot| snapshot.as_ref().and_then(|snapshot| snapshot.you));
        let turn = self.standing.with_untracked(|standing| standing.as_ref().and_then(|now| now.to_act));
        let own = self.saved.with_untracked(Option::is_some);
        if !own || waits || turn.is_none() || turn == you {
            return;
        }
        let model = *self;
        let (seq, pause) =
            (self.seq.get_untracked(), self.preferences.with_untracked(|kept| kept.pace.pause_ms()));
        set_timeout(
            move || {
                // The page may be gone, or the table may have moved on by itself.
                if model.seq.try_get_untracked() == Some(seq) {
                    model.ask(Ask::Next);
                }
            },
            Duration::from_millis(pause),
        );
    }

    /// Adds to the record what is new, and keeps it.
    fn keep(&self, progress: Progress) {
        let text = self.record.try_update_value(|record| {
            progress.apply(record);
            record.as_ref().map(Record::write)
        });
        let over = self.standing.with_untracked(|now| now.as_ref().is_some_and(|now| now.outcome.is_some()));
        self.saved.update(|saved| {
            let Some(saved) = saved else { return };
            saved.record = text.flatten();
            saved.saved_ms = js_sys::Date::now();
            saved.over = over;
        });
        // Once the page is drawn, so that it never has much to do at a time.
        let model = *self;
        set_timeout(
            move || {
                model.prediction.try_update_value(|prediction| {
                    model.record.try_with_value(|record| {
                        if let Some(record) = record {
                            prediction.follow(record, &progress);
                        }
                    });
                });
            },
            Duration::ZERO,
        );
        if let Some(Err(why)) = self.saved().map(|saved| storage::keep(&saved)) {
            self.notice.set(Some(Notice::Refused { text: why, clause: None }));
        }
        if over && !self.noted.get_untracked() {
            self.noted.set(true);
            self.note_result();
        }
    }

    fn note_result(&self) {
        let (Some(standing), Some(saved)) = (self.standing.get_untracked(), self.saved()) else { return };
        let Some(played) = saved.result(&standing, storage::now_ms()) else { return };
        if let Err(why) = storage::note(&played) {
            self.notice.set(Some(Notice::Refused { text: why, clause: None }));
        }
    }
}
