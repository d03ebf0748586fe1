//! A record and the worker that plays it through.

use ::worker::read_reply;
use engine::{Record, Scene};
use leptos::ev;
use leptos::prelude::*;
use protocol::{Order, Standing};
use tables::{Progress, Step, WorkerReply, WorkerRequest};
use wasm_bindgen::JsCast;
use web_sys::Element;

use super::super::{Offer, today};
use crate::preferences::{Preferences, use_preferences};
use crate::storage::{self, SavedGame};
use crate::worker::WorkerLink;

/// A record being looked at.
#[derive(Clone, Copy)]
pub struct ReplayState {
    /// The position that is shown.
    pub step: RwSignal<Option<Step>>,
    /// Why nothing can be shown.
    pub failed: RwSignal<Option<String>>,
    /// The record's text.
    pub record: RwSignal<Option<String>>,
    /// The record that the worker is looking through.
    coming: RwSignal<Option<String>>,
    /// What happened at every action, in sentences.
    pub story: RwSignal<Vec<String>>,
    /// The record up to the point from which the player takes over.
    pub cut: RwSignal<Option<String>>,
    likes: RwSignal<Preferences>,
    link: StoredValue<Option<WorkerLink>, LocalStorage>,
    /// The step asked for while the worker was busy with another.
    wanted: RwSignal<Option<usize>>,
    busy: RwSignal<bool>,
}

impl ReplayState {
    /// Nothing is open; the worker starts.
    pub fn new() -> Self {
        let replay = Self {
            step: RwSignal::new(None),
            failed: RwSignal::new(None),
            record: RwSignal::new(None),
            coming: RwSignal::new(None),
            story: RwSignal::new(Vec::new()),
            cut: RwSignal::new(None),
            likes: use_preferences(),
            link: StoredValue::new_local(None),
            wanted: RwSignal::new(None),
            busy: RwSignal::new(false),
        };
        match WorkerLink::start(move |text| replay.hear(read_reply(&text))) {
            Ok(link) => replay.link.set_value(Some(link)),
            Err(why) => replay.failed.set(Some(format!("The replay cannot start: {why}."))),
        }
        on_cleanup(move || replay.link.dispose());
        replay
    }

    /// Opens a record; the one before stays if this is none.
    pub fn open(self, record: String) {
        self.failed.set(None);
        self.coming.set(Some(record.clone()));
        self.send(&WorkerRequest::Watch { record });
    }

    /// Closes the record.
    pub fn close(self) {
        self.step.set(None);
        self.record.set(None);
        self.story.set(Vec::new());
    }

    /// Shows the position after this number of actions.
    pub fn go(self, number: usize) {
        if self.busy.get_untracked() {
            self.wanted.set(Some(number));
        } else {
            self.busy.set(true);
            self.send(&WorkerRequest::Step { number });
        }
    }

    /// One step on.
    pub fn on(self) {
        self.go(self.number().saturating_add(1));
    }

    /// One step back.
    pub fn back(self) {
        self.go(self.number().saturating_sub(1));
    }

    /// Where one is, or soon will be.
    fn number(self) -> usize {
        let shown = self.step.with_untracked(|step| step.as_ref().map_or(0, |step| step.number));
        self.wanted.get_untracked().unwrap_or(shown)
    }

    /// How things stand at the position shown.
    pub fn standing(self) -> Signal<Standing> {
        Signal::derive(move || {
            self.step.with(|step| step.as_ref().map_or_else(nothing, |step| step.snapshot.standing.clone()))
        })
    }

    /// The name of the file for this record.
    pub fn file_name(self) -> String {
        let game = self.step.with_untracked(|step| step.as_ref().map(|step| step.snapshot.game.clone()));
        format!("parlour-{}-{}.json", game.unwrap_or_default(), today())
    }

    /// How well bots play who take over.
    fn bots(self) -> String {
        let game = self.step.with_untracked(|step| step.as_ref().map(|step| step.snapshot.game.clone()));
        let offer = game.and_then(|game| Offer::find(&game));
        let level =
            |likes: &Preferences| offer.map(|offer| offer.level(likes, &storage::results()).to_string());
        self.likes.with_untracked(level).unwrap_or_default()
    }

    /// Asks for the record up to here.
    pub fn ask_to_take_over(self) {
        let Some(record) = self.record.get_untracked() else { return };
        let bots = self.bots();
        self.send(&WorkerRequest::Resume { record, actions: Some(self.number()), bots });
    }

    /// Keeps the record up to here as a saved game.
    pub fn take_over(self, record: &str) -> Result<SavedGame, String> {
        let read = Record::read(record).map_err(|error| error.to_string())?;
        let title = self.step.with_untracked(|step| step.as_ref().map(|step| step.snapshot.title.clone()));
        let text = |(name, value): (&String, &serde_json::Value)| {
            Some((name.clone(), engine::options::option_text(name, value).ok()?))
        };
        let saved = SavedGame {
            id: storage::new_id(),
            game: read.game.clone(),
            title: title.unwrap_or_default(),
            order: Order {
                game: read.game.clone(),
                preset: None,
                settings: read.rules.iter().chain(&read.assistance).filter_map(text).collect(),
                players: Some(read.players.len()),
                name: read.players.first().map(|name| name.to_string()).unwrap_or_default(),
                bots: self.bots(),
                seed: read.seed,
            },
            record: Some(record.to_owned()),
            saved_ms: storage::now_ms(),
            over: false,
            daily: None,
            par: None,
            reached: None,
            more: Default::default(),
        };
        storage::keep(&saved)?;
        Ok(saved)
    }

    /// Arrows, Home and End step, unless they mean something where the focus is.
    pub fn listen_to_keys(self) {
        let handle = window_event_listener(ev::keydown, move |event| {
            let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
            let typing = target
                .is_some_and(|target| matches!(target.tag_name().as_str(), "INPUT" | "SELECT" | "TEXTAREA"));
            if typing || event.ctrl_key() || event.alt_key() || event.meta_key() {
                return;
            }
            match event.key().as_str() {
                "ArrowLeft" => self.back(),
                "ArrowRight" => self.on(),
                "Home" => self.go(0),
                "End" => self.go(usize::MAX),
                _ => return,
            }
            event.prevent_default();
        });
        on_cleanup(move || handle.remove());
    }

    fn send(self, request: &WorkerRequest) {
        self.link.with_value(|link| link.iter().for_each(|link| link.ask(request)));
    }

    fn hear(self, reply: WorkerReply) {
        match reply {
            WorkerReply::Step { step } => self.show(*step),
            WorkerReply::Story { lines } => self.story.set(lines),
            WorkerReply::Tell { progress: Some(Progress::Opened(record)), .. } => {
                self.cut.set(Some(record.write()));
            }
            WorkerReply::Failed { text } => {
                self.busy.set(false);
                self.coming.set(None);
                self.failed.set(Some(text));
            }
            _ => {}
        }
    }

    fn show(self, step: Step) {
        if let Some(record) = self.coming.get_untracked() {
            self.story.set(Vec::new());
            self.send(&WorkerRequest::Story);
            self.record.set(Some(record));
            self.coming.set(None);
        }
        self.step.set(Some(step));
        self.busy.set(false);
        if let Some(wanted) = self.wanted.get_untracked() {
            self.wanted.set(None);
            self.go(wanted);
        }
    }
}

/// An empty table.
fn nothing() -> Standing {
    Standing {
        scene: Scene::default(),
        choices: Vec::new(),
        to_act: None,
        outcome: None,
        can_undo: false,
        can_redo: false,
        assists: Default::default(),
        actions: 0,
    }
}
