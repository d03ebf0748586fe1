//! Bots at a table: they think beside it, and their decision counts only if nothing happened meanwhile.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;

use bots::Level;
use futures_util::future::BoxFuture;
use tokio::sync::Semaphore;
use tokio::time::{Instant, timeout};

use super::actor::Actor;
use super::agenda::Seen;
use super::appending::{AppendError, HOLD};
use super::entry::{By, EntryKind};

/// An expert who has waited for a place this many times as long as it may think makes do with a short look.
const PATIENCE: u32 = 4;

/// Where experts think: a limited number at once, and one at a time for each who waits for them, so that nobody's tables
/// keep those of others waiting.
pub(crate) struct Thinkers {
    places: Arc<Semaphore>,
    turns: Mutex<HashMap<String, Weak<Semaphore>>>,
}

impl Thinkers {
    /// How many think at once.
    pub fn new(places: usize) -> Self {
        Self { places: Arc::new(Semaphore::new(places)), turns: Mutex::default() }
    }

    fn turn(&self, whose: String) -> Arc<Semaphore> {
        let mut turns = self.turns.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        turns.retain(|_, turn| turn.strong_count() > 0);
        let known = turns.get(&whose).and_then(Weak::upgrade);
        known.unwrap_or_else(|| {
            let turn = Arc::new(Semaphore::new(1));
            turns.insert(whose, Arc::downgrade(&turn));
            turn
        })
    }
}

/// What a bot made up its mind to do, at which entry, and for whom.
pub(super) type Thinking = (u64, By, BoxFuture<'static, Option<String>>);

impl Actor {
    /// Lets a bot think; an expert where it keeps nobody waiting.
    pub(super) fn think(&mut self, by: By) {
        // Where nobody waits for it, an expert does not take the place of another.
        let here = self.seen.iter().any(|seen| matches!(seen, Seen::Here | Seen::Elsewhere(_)));
        let level = if here { self.fold.level } else { self.fold.level.min(Level::Club) };
        let Some(thought) = self.fold.play.as_ref().and_then(|play| play.hosted.thought(level)) else {
            return;
        };
        let at = self.fold.at;
        if level != Level::Expert {
            let act = thought(None);
            self.thinking = Some((at, by, Box::pin(async move { act })));
            return;
        }
        let turn = self.hub.thinkers.turn(self.waits_for_bots());
        let (places, time) = (self.hub.thinkers.places.clone(), self.config().bot_thinks);
        let thinks = async move {
            let place = async { (turn.acquire().await, places.acquire().await) };
            let place = timeout(time * PATIENCE, place).await.ok();
            let end = std::time::Instant::now() + if place.is_some() { time } else { Duration::ZERO };
            let late = move || std::time::Instant::now() >= end;
            tokio::task::spawn_blocking(move || thought(Some(&late))).await.ok()?
        };
        self.thinking = Some((at, by, Box::pin(thinks)));
    }

    pub(super) async fn bot_acts(&mut self, (at, by, act): (u64, By, Option<String>)) {
        let to_act = self.fold.play.as_ref().and_then(|play| play.hosted.to_act());
        let (Some(act), Some(seat)) = (act, to_act) else {
            // A bot that knows no answer must not keep the table busy.
            self.not_before = Some(Instant::now() + HOLD);
            return;
        };
        // Whatever happened meanwhile, the thought is stale; the agenda begins another.
        if at != self.fold.at || self.fold.paused {
            return;
        }
        if let Err(AppendError::Full) = self.append(EntryKind::Acted { seat, act, by, fallback: None }).await
        {
            self.not_before = Some(Instant::now() + self.config().idle);
        }
    }
}

/// Waits for a thought; forever, if nobody thinks.
pub(super) async fn thought(thinking: &mut Option<Thinking>) -> (u64, By, Option<String>) {
    let Some((at, by, thought)) = thinking else { return std::future::pending().await };
    let act = thought.await;
    let done = (*at, *by, act);
    *thinking = None;
    done
}
