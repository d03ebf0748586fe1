//! How a change is shown: one thing after another, what moved travels, what was called out is heard, the focus stays.

use std::collections::VecDeque;
use std::time::Duration;

use engine::Seat;
use engine::scene::{At, Place, Reveal};
use leptos::prelude::*;
use protocol::{Line, Standing};

use super::drag::place_name;
use super::sound::{self, Sound};
use super::{beats, focus, travel};
use crate::preferences::{Pace, Preferences, reduced_motion, use_preferences};

/// How long something called out stays to be read, in milliseconds, unless something else is done.
const CRY_MS: u64 = 2500;
/// The number of recent events that stay on the table.
const LATELY: usize = 2;

/// Something called out, with a number so that the same cry twice is two cries.
#[derive(Clone, PartialEq)]
pub struct Cried {
    /// Its number.
    pub number: u64,
    /// The words that were called out.
    pub words: String,
    /// At whose seat.
    pub by: Option<Seat>,
    /// What it means.
    pub meaning: String,
}

/// What the page shows beside how things stand.
#[derive(Clone, Copy)]
pub struct Shown {
    /// What happened last, to be spoken.
    pub news: RwSignal<Vec<Line>>,
    /// What happened lately, newest last, as far as it was shown.
    pub lately: RwSignal<Vec<Line>>,
    /// What was called out last, for a moment.
    pub cry: RwSignal<Option<Cried>>,
    /// How the last round ended, until the player has seen it.
    pub reveal: RwSignal<Option<Reveal>>,
    /// What is picked up.
    pub picked: RwSignal<Option<At>>,
    /// What was touched without effect.
    pub wrong: RwSignal<Option<At>>,
    /// Whether everything up to the result is passed over.
    pub skipping: RwSignal<bool>,
    /// Whether the player's own turns are taken without being asked for.
    pub running: RwSignal<bool>,
    /// What has still to be shown, how long each takes, and whether something else was done before it.
    coming: StoredValue<VecDeque<(Line, u64, bool)>>,
    /// Whether one is being looked at now.
    busy: StoredValue<bool>,
    /// Runs when everything was shown.
    calm: StoredValue<Option<Callback<()>>>,
    /// Runs when the last thing is shown.
    told: StoredValue<Option<Callback<()>>>,
    cries: StoredValue<u64>,
    /// Where the cards lay before the changes of this frame.
    moving: StoredValue<Option<travel::Before>, LocalStorage>,
    /// Made when something is first to be heard.
    audio: StoredValue<Option<web_sys::AudioContext>, LocalStorage>,
    preferences: RwSignal<Preferences>,
    /// Whether this is the player's first game of its kind.
    gentle: StoredValue<bool>,
}

impl Shown {
    /// Nothing is shown yet.
    pub fn new() -> Self {
        Self {
            news: RwSignal::default(),
            lately: RwSignal::default(),
            cry: RwSignal::new(None),
            reveal: RwSignal::new(None),
            picked: RwSignal::new(None),
            wrong: RwSignal::new(None),
            skipping: RwSignal::new(false),
            running: RwSignal::new(false),
            coming: StoredValue::new(VecDeque::new()),
            busy: StoredValue::new(false),
            calm: StoredValue::new(None),
            told: StoredValue::new(None),
            cries: StoredValue::new(0),
            moving: StoredValue::new_local(None),
            audio: StoredValue::new_local(None),
            preferences: use_preferences(),
            gentle: StoredValue::new(false),
        }
    }

    /// Goes slower, unless the player has chosen how fast.
    pub fn be_gentle(&self, gentle: bool) {
        self.gentle.set_value(gentle);
    }

    /// How fast the player likes it.
    pub fn liked_pace(&self) -> Pace {
        match self.preferences.with_untracked(|likes| likes.pace) {
            Pace::Normal if self.gentle.try_get_value() == Some(true) => Pace::Slow,
            pace => pace,
        }
    }

    /// Runs that whenever everything was shown.
    pub fn when_calm(&self, what: Callback<()>) {
        self.calm.set_value(Some(what));
    }

    /// Runs that whenever the last thing is shown, before it was looked at.
    pub fn when_told(&self, what: Callback<()>) {
        self.told.set_value(Some(what));
    }

    /// Whether nothing more is to come.
    pub fn is_told(&self) -> bool {
        self.coming.try_with_value(VecDeque::is_empty) != Some(false)
    }

    /// Whether this sentence is still to come.
    pub fn is_coming(&self, line: &str) -> bool {
        self.coming.try_with_value(|coming| coming.iter().any(|(one, ..)| one.text == line)) == Some(true)
    }

    /// Shows how a round ended; `turn` turns its cards over.
    pub fn turn_over(&self, reveal: Reveal, turn: impl FnOnce()) {
        self.travel(None);
        turn();
        self.reveal.set(Some(reveal));
    }

    /// How fast things follow one another; not at all where nothing moves.
    pub fn pace(&self) -> Pace {
        let still = self.skipping.get_untracked() || reduced_motion();
        if still { Pace::Instant } else { self.liked_pace() }
    }

    /// Shows a change. It is called before the browser has drawn anything of it.
    pub fn change(&self, lines: Vec<Line>, before: &Standing, standing: &Standing, you: Option<Seat>) {
        self.picked.set(None);
        self.wrong.set(None);
        let place = focus::remember();
        let actor = before.to_act.filter(|&seat| Some(seat) != you);
        self.travel(actor.map(|seat| place_name(&Place::Hand(seat))));
        self.play(sound_of(&lines, standing, you));
        self.news.set(lines.clone());
        self.tell(lines, before.to_act == you);
        // As soon as the page has changed, before anyone can press another key; but not in the same breath, since the
        // whole page has to be laid out for it.
        set_timeout(move || focus::restore(place), Duration::ZERO);
    }

    /// Tells what happened while something else was looked at.
    pub fn tell_later(&self, lines: Vec<Line>) {
        self.news.set(lines.clone());
        self.tell(lines, true);
    }

    /// What happened before the page was opened.
    pub fn catch_up(&self, log: &[Line]) {
        self.pass_over();
        let last = log.iter().rev().filter(|line| !line.in_sight).take(LATELY);
        let mut told: Vec<Line> = last.cloned().collect();
        told.reverse();
        self.lately.set(told);
    }

    /// Whether something has still to be shown.
    pub fn is_busy(&self) -> bool {
        self.busy.try_get_value() == Some(true)
    }

    /// How long it takes to show what is still to come, in milliseconds.
    pub fn due_ms(&self) -> u64 {
        self.coming.with_value(|coming| coming.iter().map(|(_, time, _)| time).sum())
    }

    /// Shows at once what has still to be shown.
    pub fn pass_over(&self) {
        let rest = self.coming.try_update_value(std::mem::take).unwrap_or_default();
        rest.into_iter().for_each(|(line, ..)| self.show(line));
        self.busy.set_value(false);
        self.all_told();
    }

    fn all_told(&self) {
        if let Some(told) = self.told.try_get_value().flatten().filter(|_| self.is_told()) {
            told.run(());
        }
    }

    fn tell(&self, lines: Vec<Line>, own: bool) {
        let pace = self.pace();
        if own || pace == Pace::Instant {
            self.pass_over();
        }
        if own {
            // What was called out before has been answered.
            self.cry.set(None);
        }
        if pace == Pace::Instant {
            return lines.into_iter().for_each(|line| self.show(line));
        }
        let timed = lines.into_iter().enumerate().map(|(index, line)| {
            let time = beats::of(&line, own, pace);
            (line, time, index == 0)
        });
        self.coming.update_value(|coming| coming.extend(timed));
        if !self.is_busy() {
            self.next();
        }
    }

    fn next(self) {
        let next = self.coming.try_update_value(VecDeque::pop_front).flatten();
        self.busy.try_update_value(|busy| *busy = next.is_some());
        let Some((line, time, is_next)) = next else {
            if let Some(calm) = self.calm.try_get_value().flatten() {
                calm.run(());
            }
            return;
        };
        if is_next {
            self.cry.set(None);
        }
        self.show(line);
        self.all_told();
        set_timeout(
            move || {
                if self.is_busy() {
                    self.next();
                }
            },
            Duration::from_millis(time),
        );
    }

    fn show(&self, line: Line) {
        if !line.in_sight {
            self.lately.update(|lately| {
                lately.push(line.clone());
                lately.drain(..lately.len().saturating_sub(LATELY));
            });
        }
        let Some(words) = line.cry.filter(|_| !self.skipping.get_untracked()) else { return };
        let number = self.cries.get_value() + 1;
        self.cries.set_value(number);
        let meaning = line.meaning.unwrap_or_default();
        self.cry.set(Some(Cried { number, words, by: line.by, meaning }));
        let cry = self.cry;
        set_timeout(
            move || {
                let over = cry.try_with_untracked(|now| now.as_ref().is_some_and(|now| now.number == number));
                if over == Some(true) {
                    cry.set(None);
                }
            },
            Duration::from_millis(CRY_MS),
        );
    }

    /// Lets the cards travel in the next frame. Several changes may come within one frame; then the cards travel from
    /// where they lay before the first.
    fn travel(&self, actor: Option<String>) {
        if self.moving.with_value(Option::is_some) {
            return;
        }
        self.moving.set_value(Some(travel::Before::look(actor.as_deref())));
        let (moving, reveal) = (self.moving, self.reveal);
        request_animation_frame(move || {
            if let Some(moving) = moving.try_update_value(Option::take).flatten() {
                moving.play(reveal.try_with_untracked(Option::is_some) == Some(true));
            }
            travel::mark("parlour-shown");
        });
    }

    fn play(&self, sound: Sound) {
        if !self.preferences.with_untracked(|kept| kept.sounds) {
            return;
        }
        self.audio.update_value(|audio| {
            let made = audio.take().or_else(|| web_sys::AudioContext::new().ok());
            if let Some(context) = &made {
                sound::play(context, sound);
            }
            *audio = made;
        });
    }
}

fn sound_of(lines: &[Line], standing: &Standing, you: Option<Seat>) -> Sound {
    match &standing.outcome {
        Some(outcome) if you.is_some_and(|you| outcome.winners.contains(&you)) => Sound::Won,
        _ if lines.iter().any(|line| line.cry.is_some()) => Sound::Cry,
        _ if !standing.scene.sitters.is_empty() && standing.to_act == you => Sound::Turn,
        _ => Sound::Card,
    }
}
