//! A table as its page has it, one's own in a worker beside the page or one online. What is known of it, how it is
//! shown, what the player is told and how it is saved are apart; here they come together.

use std::collections::VecDeque;
use std::time::Duration;

use ::worker::read_reply;
use client::{Heard, Told};
use engine::Seat;
use engine::scene::{Lying, Reveal};
use leptos::prelude::*;
use protocol::online::{Change, ServerMessage};
use protocol::{Ask, Choice, Line, Standing, Tell};
use tables::{Progress, Waits, WorkerReply, WorkerRequest};

use super::history::History;
use super::known::{Known, Stage};
use super::layer::Layer;
use super::lesson::Lesson;
use super::notices::{Notice, Notices, Reply};
use super::saving::Saving;
use super::shown::Shown;
use super::tips::TipQueue;
use super::tools::press;
use super::unanswered::{Unanswered, looks_far};
use super::{focus, travel};
use crate::input::numbers;
use crate::letters;
use crate::preferences::{Pace, Preferences, use_preferences};
use crate::storage::SavedGame;
use crate::worker::WorkerLink;

/// What goes on after a round.
const GO_ON: [&str; 5] = ["go on", "continue", "next", "next round", "see the result"];

/// Where a table is.
enum Way {
    /// In a worker of this browser.
    Own(WorkerLink),
    /// Elsewhere: what is asked goes there.
    Online(Callback<Ask, Option<Heard>>),
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
    /// What lies open over the table.
    pub layer: RwSignal<Option<Layer>>,
    /// The clause at which the rules lie open.
    pub clause: RwSignal<Option<String>>,
    /// What is taught.
    pub lesson: Lesson,
    /// What is explained because it happened for the first time.
    pub tips: TipQueue,
    /// What happened, by rounds.
    pub history: History,
    /// The table as it was when the round ended, while that is shown.
    pub(super) frozen: RwSignal<Option<Standing>>,
    /// How the round ended, until everything before was shown.
    pub(super) ending: StoredValue<Option<Reveal>>,
    /// What happened in the next round already, until the end of this one was seen.
    pub(super) ahead: StoredValue<Vec<Line>>,
    /// What was heard and has to wait until everything before it was shown.
    waiting: StoredValue<VecDeque<Heard>>,
    /// The change after which a bot was asked to move.
    asked: StoredValue<Option<u64>>,
    /// What the worker has not answered yet.
    unanswered: StoredValue<Unanswered>,
    saving: Saving,
    way: StoredValue<Option<Way>, LocalStorage>,
    pub(super) preferences: RwSignal<Preferences>,
}

impl Model {
    /// Opens the table of a saved game, or goes on with its game.
    pub fn open(saved: SavedGame) -> Self {
        let model = Self::new(Some(saved.clone()));
        model.shown.be_gentle(saved.is_gentle());
        model.start(saved.request());
        model
    }

    /// Opens the table of a lesson, counted from 1. It is not saved.
    pub fn learn(game: String, number: usize) -> Self {
        let model = Self::new(None);
        model.lesson.begin(&game, number);
        model.start(WorkerRequest::Learn { game, number });
        model
    }

    /// Starts the worker of a table of one's own.
    fn start(self, request: WorkerRequest) {
        self.begin(&request);
        on_cleanup(move || self.way.set_value(None));
    }

    /// Begins with a new worker; one that was there ends at once, whatever it is thinking about.
    fn begin(self, request: &WorkerRequest) {
        self.unanswered.update_value(Unanswered::begin);
        match WorkerLink::start(move |text| self.hear_worker(read_reply(&text))) {
            Ok(link) => self.way.set_value(Some(Way::Own(link))),
            Err(why) => self.known.stage.set(Stage::Failed(format!("The table cannot be set up: {why}."))),
        }
        self.send(&WorkerRequest::Tips { tips: self.tips.kept() });
        self.send(request);
    }

    /// Hears the worker. What waited until it had opened the table is asked now.
    fn hear_worker(self, reply: WorkerReply) {
        let asks = self.unanswered.try_update_value(|unanswered| unanswered.hear(&reply));
        for what in asks.unwrap_or_default() {
            self.send(&WorkerRequest::Ask { what });
        }
        self.hear(reply);
    }

    /// Whether a long thought can be stopped: the game is kept, so another worker can go on with it.
    pub fn can_stop(&self) -> bool {
        self.is_own() && self.saved().is_some_and(|saved| saved.record.is_some())
    }

    /// Stops looking for an answer. The worker hears nothing while it thinks, so another one takes its place; what the
    /// player did meanwhile is asked of that one.
    pub fn stop_thinking(&self) {
        let Some(SavedGame { order, record: Some(record), .. }) = self.saved() else { return };
        self.begin(&WorkerRequest::Resume { record, actions: None, bots: order.bots });
        // The changes are counted anew, so a bot that was asked may have to be asked again.
        self.asked.set_value(None);
        self.notices.thinking.set(false);
        let text =
            "Stopped. Play on, or ask again later: the fewer cards are left, the sooner it is answered.";
        self.notices.notice.set(Some(Notice::Answer { text: text.to_owned(), act: None }));
    }

    /// A table that is elsewhere; its owner passes on what is heard from there by [`Model::hear`].
    pub fn online(ask: Callback<Ask, Option<Heard>>) -> Self {
        let model = Self::new(None);
        model.way.set_value(Some(Way::Online(ask)));
        model
    }

    fn new(saved: Option<SavedGame>) -> Self {
        let model = Self {
            known: Known::new(),
            shown: Shown::new(),
            notices: Notices::new(),
            layer: RwSignal::new(None),
            clause: RwSignal::new(None),
            lesson: Lesson::none(),
            tips: TipQueue::new(),
            history: History::new(),
            frozen: RwSignal::new(None),
            ending: StoredValue::new(None),
            ahead: StoredValue::new(Vec::new()),
            waiting: StoredValue::new(VecDeque::new()),
            asked: StoredValue::new(None),
            unanswered: StoredValue::new(Unanswered::default()),
            saving: Saving::new(saved),
            way: StoredValue::new_local(None),
            preferences: use_preferences(),
        };
        on_cleanup(focus::forget);
        model.shown.when_calm(Callback::new(move |()| model.hear_next()));
        model.shown.when_told(Callback::new(move |()| {
            model.turn_over();
            model.release_tips();
        }));
        model
    }

    /// How the table is shown: as it stands, or as it stood when the round ended.
    pub fn standing(&self) -> Memo<Standing> {
        let (frozen, standing) = (self.frozen, self.known.standing);
        Memo::new(move |_| frozen.get().or_else(|| standing.get()).unwrap_or_default())
    }

    /// Whether the table is one's own: it waits for nobody else.
    pub fn is_own(&self) -> bool {
        self.way.with_value(|way| !matches!(way, Some(Way::Online(_))))
    }

    /// The game as it is kept, if it is one's own.
    pub fn saved(&self) -> Option<SavedGame> {
        self.saving.game()
    }

    /// Why there is no table to be seen. It changes only then, so that the table is not drawn again when it opens.
    pub fn failed(self) -> Memo<Option<String>> {
        Memo::new(move |_| match self.known.stage.get() {
            Stage::Failed(why) => Some(why),
            _ => None,
        })
    }

    /// The player's own seat.
    pub fn you(&self) -> Option<Seat> {
        self.known.snapshot.with(|snapshot| snapshot.as_ref().and_then(|snapshot| snapshot.you))
    }

    /// Does something, given in notation.
    pub fn act(&self, act: String) {
        self.notices.notice.set(None);
        self.leave_tips();
        self.shown.picked.set(None);
        let place = focus::remember();
        if self.layer.get_untracked() == Some(Layer::All) {
            self.layer.set(None);
        }
        // What was pressed may be gone before the table has changed.
        set_timeout(move || focus::restore(place), Duration::ZERO);
        travel::mark("parlour-act");
        self.ask_here(|seq| Ask::act(seq, act.clone()));
        // A lesson takes only what it teaches.
        if self.lesson.waits_now().is_none() {
            self.show_at_once(&act);
        }
    }

    /// Asks why a card that was touched cannot be played: the game refuses what the touch means.
    pub fn ask_why(&self, lying: &Lying) {
        let going = self.known.look(|state| state.you.is_some() && !state.is_over()) == Some(true);
        if !going || self.is_frozen() {
            return;
        }
        match (&lying.means, lying.card) {
            (Some(act), _) => self.ask_here(|seq| Ask::act(seq, act.to_string())),
            (None, Some(card)) => self.ask(Ask::Why { text: format!("not {card}") }),
            (None, None) => {}
        }
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
        let words = letters::small(text.trim().trim_end_matches('.'));
        if self.shown.reveal.with_untracked(Option::is_some) && GO_ON.contains(&words.as_str()) {
            return self.go_on();
        }
        if words == "next lesson" && press("[data-focus=next-lesson]") {
            return;
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
        self.ask_here(|seq| Ask::Phrase { seq, text, spoken, hold: spoken && hold_ms > 0 });
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

    /// Asks what is meant for the position that is shown.
    pub fn ask_here(&self, what: impl FnOnce(u64) -> Ask) {
        self.ask(what(self.known.seq().unwrap_or_default()));
    }

    /// Asks something of the table.
    pub fn ask(&self, what: Ask) {
        // Online nobody answers such a question in words.
        if looks_far(&what) && (self.is_own() || !matches!(what, Ask::Phrase { .. })) {
            self.notices.thinking.set(true);
        }
        let elsewhere = self.way.with_value(|way| match way {
            Some(Way::Online(ask)) => Some(*ask),
            _ => None,
        });
        match elsewhere {
            Some(ask) => {
                if let Some(heard) = ask.run(what) {
                    self.hear(heard);
                }
            }
            None => {
                let is_open = self.unanswered.try_update_value(|unanswered| unanswered.ask(what.clone()));
                if is_open == Some(true) {
                    self.send(&WorkerRequest::Ask { what });
                }
            }
        }
    }

    /// Shows at once what has still to be shown, and lets the others move on.
    pub fn pass_over(&self) {
        if self.shown.is_busy() {
            self.shown.pass_over();
            self.hear_next();
            self.ask_next();
        }
    }

    /// Passes over everything up to the result.
    pub fn skip_to_result(&self) {
        self.shown.skipping.set(true);
        self.shown.pass_over();
        self.go_on();
    }

    pub(super) fn send(&self, request: &WorkerRequest) {
        self.way.with_value(|way| {
            if let Some(Way::Own(link)) = way {
                link.ask(request);
            }
        });
    }

    /// Takes in what was heard, and shows it. What is told about people and the connection is left to the caller.
    pub fn hear(&self, heard: impl Into<Heard>) -> Vec<Told> {
        let heard = match heard.into() {
            Heard::Reply(WorkerReply::Beat { beat }) => {
                self.lesson.expect(beat.map(|beat| *beat));
                return Vec::new();
            }
            Heard::Reply(WorkerReply::Tips { tips, new }) => {
                self.tips.hear(tips, new);
                return Vec::new();
            }
            heard => heard,
        };
        // Things happen one after another, however fast they are heard.
        if self.shown.is_busy() && is_plain_change(&heard) {
            self.waiting.update_value(|waiting| waiting.push_back(heard));
            return Vec::new();
        }
        while let Some(earlier) = self.waiting.try_update_value(VecDeque::pop_front).flatten() {
            self.take_in(earlier);
        }
        self.take_in(heard)
    }

    /// Takes in the next of what had to wait.
    fn hear_next(&self) {
        if let Some(next) = self.waiting.try_update_value(VecDeque::pop_front).flatten() {
            self.take_in(next);
        }
    }

    fn take_in(&self, heard: Heard) -> Vec<Told> {
        let (moved, progress) = (is_move(&heard), progress_of(&heard).cloned());
        let thinks = self.unanswered.try_with_value(Unanswered::is_thinking);
        self.notices.thinking.set(thinks == Some(true));
        let told = self.known.hear(heard);
        let astray = told.contains(&Told::LookAgain);
        let left = told.into_iter().filter_map(|told| self.tell(told)).collect();
        self.lesson.go_on();
        self.release_tips();
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
            Told::Dealt { fresh } => {
                self.known.look(|state| self.shown.catch_up(&state.log));
                self.ahead.set_value(Vec::new());
                if fresh {
                    self.ending.set_value(None);
                    self.shown.reveal.set(None);
                    self.shown.skipping.set(false);
                    self.frozen.set(None);
                    self.notices.notice.set(None);
                }
            }
            Told::Happened(lines) => self.show(lines),
            Told::RoundEnded(reveal) => self.end_round(reveal),
            Told::Meant(choice) => self.hold(choice),
            Told::History(chapters) => self.show_history(chapters),
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
        let before = self.known.before();
        self.known.look(|state| {
            let lines = self.up_to_the_end(lines, &before, &state.standing);
            if !lines.is_empty() || !self.is_frozen() {
                self.shown.change(lines, &before, &state.standing, state.you);
            }
        });
    }

    /// A bot moves next, after a pause in which one can follow.
    pub(super) fn let_others_move(&self) {
        if !self.others_move() || self.is_frozen() {
            return;
        }
        let (model, seq) = (*self, self.known.seq());
        let pause = match self.shown.skipping.get_untracked() {
            true => Pace::Instant.pause_ms(),
            false => self.shown.liked_pace().pause_ms(),
        };
        set_timeout(
            move || {
                // The page may be gone, or the table may have moved on.
                if seq.is_some() && model.known.seq() == seq {
                    model.ask_next();
                }
            },
            Duration::from_millis(pause.max(self.shown.due_ms())),
        );
    }

    /// Whether the others move next. In a lesson they wait until the learner has read.
    fn others_move(&self) -> bool {
        match self.lesson.waits_now() {
            Some(waits) => waits == Waits::Others,
            None => self.known.look(|state| state.bots_move()) == Some(true),
        }
    }

    /// Asks for a bot's move, once for each change.
    fn ask_next(&self) {
        let seq = self.known.seq();
        if self.others_move() && self.asked.get_value() != seq && !self.is_frozen() {
            self.asked.set_value(seq);
            self.ask(Ask::Next);
        }
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

/// Whether it tells of the game and of nothing else, so that it can wait.
fn is_plain_change(heard: &Heard) -> bool {
    match heard {
        Heard::Message(ServerMessage::Change(change)) => {
            let Change { room, chat, host, game, .. } = &**change;
            game.is_some() && room.is_none() && chat.is_empty() && host.is_none()
        }
        _ => false,
    }
}
