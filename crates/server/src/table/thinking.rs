//! Bots at a table: they think beside it, and their decision counts only if nothing happened meanwhile.

use bots::Level;
use futures_util::future::BoxFuture;
use tokio::time::Instant;

use super::actor::Actor;
use super::appending::{HOLD, Trouble};
use super::entry::{By, EntryKind};

/// What a bot made up its mind to do, at which entry, and for whom.
pub(super) type Thinking = (u64, By, BoxFuture<'static, Option<String>>);

impl Actor {
    /// Lets a bot think; an expert where it keeps nobody waiting.
    pub(super) fn think(&mut self, by: By) {
        let level = self.fold.level;
        let Some(thought) = self.fold.play.as_ref().and_then(|play| play.hosted.thought(level)) else {
            return;
        };
        let at = self.fold.at;
        if level != Level::Expert {
            let act = thought(None);
            self.thinking = Some((at, by, Box::pin(async move { act })));
            return;
        }
        let (thinkers, time) = (self.hub.thinkers.clone(), self.config().bot_thinks);
        let thinks = async move {
            let _place = thinkers.acquire().await.ok()?;
            let end = std::time::Instant::now() + time;
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
        if let Err(Trouble::Full) = self.append(EntryKind::Acted { seat, act, by }).await {
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
