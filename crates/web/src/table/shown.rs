//! How a change is shown: what moved travels, what was called out is heard, the focus stays.

use std::time::Duration;

use engine::Seat;
use engine::scene::{At, Reveal};
use leptos::prelude::*;
use protocol::{Line, Standing};

use super::sound::{self, Sound};
use super::{focus, travel};
use crate::preferences::{Preferences, use_preferences};

/// What the page shows beside how things stand.
#[derive(Clone, Copy)]
pub struct Shown {
    /// What happened last, to be spoken.
    pub news: RwSignal<Vec<Line>>,
    /// What was called out last, with a number so that the same cry twice is two cries.
    pub cry: RwSignal<Option<(u64, String)>>,
    /// How the last round ended, until the player has seen it.
    pub reveal: RwSignal<Option<Reveal>>,
    /// What is picked up.
    pub picked: RwSignal<Option<At>>,
    /// Where the cards lay before the changes of this frame.
    moving: StoredValue<Option<travel::Before>, LocalStorage>,
    /// Made when something is first to be heard.
    audio: StoredValue<Option<web_sys::AudioContext>, LocalStorage>,
    preferences: RwSignal<Preferences>,
}

impl Shown {
    /// Nothing is shown yet.
    pub fn new() -> Self {
        Self {
            news: RwSignal::default(),
            cry: RwSignal::new(None),
            reveal: RwSignal::new(None),
            picked: RwSignal::new(None),
            moving: StoredValue::new_local(None),
            audio: StoredValue::new_local(None),
            preferences: use_preferences(),
        }
    }

    /// Shows a change. It is called before the browser has drawn anything of it.
    pub fn change(&self, lines: Vec<Line>, standing: &Standing, you: Option<Seat>) {
        self.picked.set(None);
        let place = focus::remember();
        self.travel();
        if let Some(cry) = lines.iter().rev().find_map(|line| line.cry.clone()) {
            self.cry.update(|last| {
                let number = last.as_ref().map_or(0, |(number, _)| *number);
                *last = Some((number + 1, cry));
            });
        }
        self.play(sound_of(&lines, standing, you));
        self.news.set(lines);
        // As soon as the page has changed, before anyone can press another key; but not in the same breath, since the
        // whole page has to be laid out for it.
        set_timeout(move || focus::restore(place), Duration::ZERO);
    }

    /// Lets the cards travel in the next frame. Several changes may come within one frame; then the cards travel from
    /// where they lay before the first.
    fn travel(&self) {
        if self.moving.with_value(Option::is_some) {
            return;
        }
        self.moving.set_value(Some(travel::Before::look()));
        let moving = self.moving;
        request_animation_frame(move || {
            if let Some(moving) = moving.try_update_value(Option::take).flatten() {
                moving.play();
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
