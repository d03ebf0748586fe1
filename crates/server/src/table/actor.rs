//! A table at work: takes calls, appends what they come to, tells everyone.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use bots::Level;
use engine::{Seed, Viewer};
use futures_util::future::BoxFuture;
use protocol::online::{Call, CloseReason, Room, Word};
use protocol::{Refusal, Tell};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::Instant;

use super::agenda::{Duty, Seen};
use super::decide::Decision;
use super::entry::{By, Entry, EntryKind};
use super::fold::Fold;
use super::presence::Presence;
use super::spectator_delay::SpectatorDelay;
use crate::config::Config;
use crate::hub::{Inner, short};
use crate::identity::GuestId;
use crate::ledger::{LedgerError, News, Watch};
use crate::{lobby, results};

/// How often a call is tried again when another process was quicker.
const TRIES: usize = 16;
/// How long nothing is tried after the ledger failed.
const HOLD: Duration = Duration::from_secs(1);

/// What comes to a table.
pub enum Command {
    Attach(Attach),
    Detach {
        client: u64,
    },
    Call {
        client: u64,
        id: u64,
        call: Call,
    },
    Look {
        reply: oneshot::Sender<Room>,
    },
    #[cfg(test)]
    Crash,
}

/// A client that comes.
pub struct Attach {
    pub client: u64,
    pub guest: Option<GuestId>,
    pub since: Option<u64>,
    pub outbox: mpsc::Sender<Outgoing>,
    /// Why the table let the client go, if it did.
    pub close_reason: Arc<OnceLock<CloseReason>>,
}

/// What goes to a client: text, made once for all who see the same.
pub type Outgoing = Utf8Bytes;

pub(super) struct Client {
    guest: Option<GuestId>,
    outbox: mpsc::Sender<Outgoing>,
    close_reason: Arc<OnceLock<CloseReason>>,
    /// The last entry that the client was told of, and as whom.
    at: u64,
    viewer: Viewer,
}

/// What a bot made up its mind to do, at which entry, and for whom.
type Thinking = (u64, By, BoxFuture<'static, Option<String>>);

enum Trouble {
    /// Someone else was quicker; the fold has caught up.
    Conflict,
    /// It is not known whether it was written.
    Ledger,
    /// The log is as long as it may be.
    Full,
}

pub struct Actor {
    pub(super) hub: Arc<Inner>,
    pub(super) fold: Fold,
    pub(super) spectator_delay: Option<SpectatorDelay>,
    pub(super) seen: Vec<Seen>,
    pub(super) away_since: Vec<Option<Instant>>,
    pub(super) alone_since: Instant,
    /// When the clock of whoever is on turn began.
    pub(super) moved: Instant,
    pub(super) thinking: Option<Thinking>,
    pub(super) settled: bool,
    pub(super) listed_at: Option<u64>,
    pub(super) not_before: Option<Instant>,
    pub(super) clients: HashMap<u64, Client>,
    pub(super) presence: Presence,
    commands: mpsc::Receiver<Command>,
    watch: Box<dyn Watch>,
}

impl Actor {
    /// Sets a table up from its log.
    pub fn new(
        hub: Arc<Inner>,
        log: Vec<Entry>,
        fold: Fold,
        commands: mpsc::Receiver<Command>,
        watch: Box<dyn Watch>,
    ) -> Self {
        let now = Instant::now();
        let seats = fold.chairs.len();
        let mut actor = Self {
            spectator_delay: None,
            seen: vec![Seen::Never(now); seats],
            away_since: vec![Some(now); seats],
            alone_since: now,
            moved: now,
            thinking: None,
            settled: false,
            listed_at: None,
            not_before: None,
            clients: HashMap::new(),
            presence: Presence::default(),
            hub,
            fold,
            commands,
            watch,
        };
        if let (Some(seconds), Some(first)) = (actor.fold.order.delay_seconds.filter(|&s| s > 0), log.first())
            && let Ok(fold) = Fold::begin(&actor.fold.table, first)
        {
            let mut delayed = SpectatorDelay::new(fold, seconds);
            log.into_iter().skip(1).for_each(|entry| delayed.note(entry));
            delayed.release(actor.hub.now());
            actor.spectator_delay = Some(delayed);
        }
        actor
    }

    pub(super) fn config(&self) -> &Config {
        &self.hub.config
    }

    /// Works until nobody has been here for a while, or the server closes.
    pub async fn run(mut self) {
        let mut closing = self.hub.closing.subscribe();
        loop {
            self.share_presence().await;
            let duty = self.next_duty();
            let when = duty.map_or_else(Instant::now, |(when, _)| when);
            tokio::select! {
                command = self.commands.recv() => match command {
                    Some(command) => self.handle(command).await,
                    None => break,
                },
                news = news(&mut *self.watch, self.fold.at, self.not_before) => match news {
                    Ok(News::Grown(_)) => { let _ = self.catch_up().await; }
                    Ok(News::Presence(words)) => self.hear_presence(&words),
                    Err(_) => { self.close_all(CloseReason::Ledger); break }
                },
                act = think(&mut self.thinking) => self.bot_acts(act).await,
                () = tokio::time::sleep_until(when), if duty.is_some() => {
                    let Some((_, duty)) = duty else { continue };
                    if duty == Duty::Sleep {
                        if self.hub.retire(&self.fold.table, &mut self.commands) { break }
                        self.alone_since = Instant::now();
                    } else {
                        self.perform(duty).await;
                    }
                },
                () = closed(&mut closing) => { self.close_all(CloseReason::Closing); break }
            }
        }
        self.share_leaving().await;
        // Those who are not away are here, or at another process.
        let deserted = self.fold.persons().all(|(_, person)| person.away);
        if deserted && self.clients.is_empty() && self.fold.order.listed {
            lobby::unlist(&*self.hub.ledger, &self.fold.table).await;
        }
    }

    fn close_all(&mut self, why: CloseReason) {
        for (_, client) in self.clients.drain() {
            let _ = client.close_reason.set(why);
        }
    }

    async fn handle(&mut self, command: Command) {
        match command {
            Command::Attach(attach) => self.attach(attach),
            Command::Detach { client } => self.detach(client),
            Command::Call { client, id, call } => self.call(client, id, call).await,
            Command::Look { reply } => {
                let fold = self.spectator_delay.as_ref().map_or(&self.fold, |delayed| &delayed.fold);
                let _ = reply.send(fold.room());
            }
            #[cfg(test)]
            Command::Crash => panic!("a test wants this table to fail"),
        }
    }

    /// The table as this guest sees it: players see it now, watchers perhaps later.
    fn fold_for(&self, guest: Option<&GuestId>) -> &Fold {
        match (&self.spectator_delay, self.fold.viewer(guest)) {
            (Some(delayed), Viewer::Public) => &delayed.fold,
            _ => &self.fold,
        }
    }

    fn attach(&mut self, attach: Attach) {
        let guest = attach.guest;
        let fold = self.fold_for(guest.as_ref());
        let changed = attach.since.and_then(|since| fold.change(guest.as_ref(), since));
        let word = changed.unwrap_or_else(|| fold.welcome(guest.as_ref()));
        let viewer = fold.viewer(guest.as_ref());
        let at = fold.at;
        let client = Client { guest, outbox: attach.outbox, close_reason: attach.close_reason, at, viewer };
        self.clients.insert(attach.client, client);
        self.send(attach.client, text(&word));
        self.see();
    }

    fn detach(&mut self, client: u64) {
        self.clients.remove(&client);
        if self.clients.is_empty() {
            self.alone_since = Instant::now();
        }
        self.see();
    }

    pub(super) fn has_client(&self, guest: &GuestId) -> bool {
        self.clients.values().any(|client| client.guest == Some(*guest))
    }

    /// Notes whose client is here.
    fn see(&mut self) {
        let now = Instant::now();
        self.presence.news = true;
        for (seat, person) in self.fold.persons() {
            let here = self.clients.values().any(|client| client.guest == Some(person.guest));
            let seen = &mut self.seen[seat.index()];
            *seen = match *seen {
                _ if here => Seen::Here,
                Seen::Here => Seen::Gone(now),
                other => other,
            };
        }
    }

    fn send(&mut self, client: u64, text: Outgoing) {
        let Some(known) = self.clients.get(&client) else { return };
        if let Err(error) = known.outbox.try_send(text) {
            // A client that does not keep up is let go, and can come back from where it was.
            if matches!(error, mpsc::error::TrySendError::Full(_)) {
                self.hub.metrics.slow.add(1);
                let _ = known.close_reason.set(CloseReason::Slow);
            }
            self.detach(client);
        }
    }

    async fn call(&mut self, client: u64, id: u64, call: Call) {
        let Some(known) = self.clients.get(&client) else { return };
        let guest = known.guest;
        self.hub.metrics.calls.add(1);
        let mut tries = 0;
        let reply = loop {
            tries += 1;
            let decision = match &call {
                Call::Ask { what } if self.fold.viewer(guest.as_ref()) == Viewer::Public => {
                    self.fold_for(guest.as_ref()).asked(Viewer::Public, what)
                }
                _ => self.fold.decide(guest.as_ref(), &call, fresh()),
            };
            let kind = match decision {
                Ok(Decision::Append(kind)) => kind,
                Ok(Decision::Reply(tell)) => break Ok(Some(tell)),
                Ok(Decision::Nothing) => break Ok(None),
                Err(refusal) => break Err(refusal),
            };
            let hinted = matches!(kind, EntryKind::Hinted { .. });
            let sat = if let EntryKind::Sat { name, .. } = &kind { Some(name.clone()) } else { None };
            match self.append(kind).await {
                Ok(()) => {
                    let advice =
                        self.fold.play.as_mut().filter(|_| hinted).and_then(|play| play.advice.take());
                    if let (Some(name), Some(guest)) = (sat, guest) {
                        results::remember(&*self.hub.ledger, &guest, &name, self.hub.now()).await;
                    }
                    break Ok(advice.map(|(act, text)| Tell::Answer { text, act: Some(act) }));
                }
                Err(Trouble::Conflict) if tries < TRIES => {}
                Err(Trouble::Conflict) => {
                    break Err(Refusal::plain("Others were quicker each time. Try again."));
                }
                Err(Trouble::Ledger) => {
                    break Err(Refusal::plain("That could not be saved. Try again in a moment."));
                }
                Err(Trouble::Full) => {
                    break Err(Refusal::plain("This table has been played at for long. Open a new one."));
                }
            }
        };
        let word = match reply {
            Ok(None) => Word::Done { id, at: self.fold.at },
            Ok(Some(tell)) => Word::Reply { id, what: tell },
            Err(refusal) => {
                self.hub.metrics.refused.add(1);
                Word::Reply { id, what: Tell::Refused(refusal) }
            }
        };
        self.send(client, text(&word));
    }

    /// Appends an entry where the fold ends, takes it and tells everyone.
    async fn append(&mut self, kind: EntryKind) -> Result<(), Trouble> {
        if self.not_before.take_if(|hold| *hold <= Instant::now()).is_some() {
            // The last write may have been written after all; then this was decided too early.
            let at = self.fold.at;
            self.catch_up().await?;
            if self.fold.at != at {
                return Err(Trouble::Conflict);
            }
        }
        if self.fold.at >= self.config().longest_log {
            return Err(Trouble::Full);
        }
        // Whoever wants another game at once must not take away the result of this one.
        if matches!(kind, EntryKind::Again { .. }) && !self.settled {
            self.settle().await?;
        }
        let entry = Entry { t: self.hub.now(), kind };
        let began = std::time::Instant::now();
        match self.hub.ledger.append(&self.fold.table, self.fold.at, entry.write()).await {
            Ok(_) => {
                self.hub.metrics.appended(began.elapsed());
                self.take(entry, true);
                self.tell_all();
                Ok(())
            }
            Err(LedgerError::Conflict { .. }) => {
                self.hub.metrics.conflicts.add(1);
                self.catch_up().await?;
                Err(Trouble::Conflict)
            }
            Err(LedgerError::Unavailable(reason)) => Err(self.failed(&reason)),
        }
    }

    fn failed(&mut self, reason: &str) -> Trouble {
        tracing::debug!(table = short(&self.fold.table), reason, "the ledger failed");
        self.hub.metrics.ledger_errors.add(1);
        self.not_before = Some(Instant::now() + HOLD);
        Trouble::Ledger
    }

    /// Reads what others appended.
    async fn catch_up(&mut self) -> Result<(), Trouble> {
        loop {
            let entries = match self.hub.ledger.read(&self.fold.table, self.fold.at).await {
                Ok(entries) => entries,
                Err(error) => return Err(self.failed(&error.to_string())),
            };
            if entries.is_empty() {
                self.tell_all();
                return Ok(());
            }
            for bytes in entries {
                match Entry::read(&bytes) {
                    Ok(entry) => {
                        self.notice_others();
                        self.take(entry, false);
                    }
                    Err(error) => return Err(self.failed(&error.to_string())),
                }
            }
        }
    }

    fn take(&mut self, entry: Entry, mine: bool) {
        let clock = self.fold.play.as_ref().map(|play| play.clock_from);
        let turn = self.fold.play.as_ref().map(|play| play.hosted.seq());
        self.fold.take(&entry);
        self.hub.metrics.entries.add(1);
        let now = Instant::now();
        let play = self.fold.play.as_ref();
        // A bot waits after every change, the clock runs from the last move.
        if play.map(|play| play.clock_from) != clock
            || (play.map(|play| play.hosted.seq()) != turn && self.fold.order.move_seconds.is_none())
        {
            self.moved = now;
        }
        match &entry.kind {
            EntryKind::Away { seat } => self.away_since[seat.index()] = Some(now),
            EntryKind::Back { seat } | EntryKind::Sat { seat, .. } if !mine => {
                self.seen[seat.index()] = Seen::Elsewhere(now)
            }
            EntryKind::Sat { seat, .. } => self.seen[seat.index()] = Seen::Never(now),
            EntryKind::Again { .. } | EntryKind::Started => self.settled = false,
            _ => {}
        }
        if matches!(
            entry.kind,
            EntryKind::Sat { .. }
                | EntryKind::Back { .. }
                | EntryKind::Left { .. }
                | EntryKind::Bot { .. }
                | EntryKind::Removed { .. }
        ) {
            self.see();
        }
        if let Some(delayed) = &mut self.spectator_delay {
            delayed.note(entry);
            delayed.release(self.hub.now());
        }
    }

    /// Tells every client what it does not know yet.
    fn tell_all(&mut self) {
        let mut made: Vec<(Viewer, u64, bool, Outgoing)> = Vec::new();
        let mut letters: Vec<(u64, Outgoing)> = Vec::new();
        let known: Vec<u64> = self.clients.keys().copied().collect();
        for id in known {
            let Some(client) = self.clients.get(&id) else { continue };
            let fold = self.fold_for(client.guest.as_ref());
            let viewer = fold.viewer(client.guest.as_ref());
            if client.at == fold.at && client.viewer == viewer {
                continue;
            }
            let anew = viewer != client.viewer || client.at > fold.at;
            let host = client.guest.is_some_and(|guest| fold.is_host(&guest));
            let since = if anew { u64::MAX } else { client.at };
            let ready =
                made.iter().find(|(who, from, hosts, _)| (*who, *from, *hosts) == (viewer, since, host));
            let letter = match ready {
                Some((.., letter)) => letter.clone(),
                None => {
                    let changed = if anew { None } else { fold.change(client.guest.as_ref(), since) };
                    let letter = text(&changed.unwrap_or_else(|| fold.welcome(client.guest.as_ref())));
                    made.push((viewer, since, host, letter.clone()));
                    letter
                }
            };
            let at = fold.at;
            if let Some(client) = self.clients.get_mut(&id) {
                (client.at, client.viewer) = (at, viewer);
            }
            letters.push((id, letter));
        }
        self.hub.metrics.updates.add(letters.len() as u64);
        for (id, letter) in letters {
            self.send(id, letter);
        }
    }

    async fn perform(&mut self, duty: Duty) {
        let kind = match duty {
            Duty::Back(seat) => EntryKind::Back { seat },
            Duty::Away(seat) => EntryKind::Away { seat },
            Duty::SitIn(seat) => EntryKind::SatIn { seat },
            Duty::Deal => EntryKind::Started,
            Duty::Think => return self.think(By::Bot),
            Duty::TimeUp => return self.think(By::Clock),
            Duty::Release => {
                if let Some(delayed) = &mut self.spectator_delay {
                    delayed.release(self.hub.now());
                }
                return self.tell_all();
            }
            Duty::Settle => {
                let _ = self.settle().await;
                return;
            }
            Duty::List => {
                match lobby::list(&*self.hub.ledger, &self.fold, self.hub.now()).await {
                    Ok(()) => self.listed_at = Some(self.fold.room_at),
                    Err(error) => drop(self.failed(&error.to_string())),
                }
                return;
            }
            // The others are told before every wait.
            Duty::Beat | Duty::Sleep => return,
        };
        if let Err(Trouble::Full) = self.append(kind).await {
            self.not_before = Some(Instant::now() + self.config().idle);
        }
    }

    /// Notes the end with the guests.
    async fn settle(&mut self) -> Result<(), Trouble> {
        match results::settle(&*self.hub.ledger, &self.fold, self.hub.now()).await {
            Ok(()) => {
                self.settled = true;
                Ok(())
            }
            Err(error) => Err(self.failed(&error.to_string())),
        }
    }

    /// Lets a bot think; an expert where it keeps nobody waiting.
    fn think(&mut self, by: By) {
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

    async fn bot_acts(&mut self, (at, by, act): (u64, By, Option<String>)) {
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
async fn think(thinking: &mut Option<Thinking>) -> (u64, By, Option<String>) {
    let Some((at, by, thought)) = thinking else { return std::future::pending().await };
    let act = thought.await;
    let done = (*at, *by, act);
    *thinking = None;
    done
}

/// What is new about the log; not before that moment, if reading it failed.
async fn news(watch: &mut dyn Watch, at: u64, not_before: Option<Instant>) -> Result<News, LedgerError> {
    if let Some(moment) = not_before {
        tokio::time::sleep_until(moment).await;
    }
    watch.news(at).await
}

fn text(word: &Word) -> Outgoing {
    // A word holds nothing that JSON cannot.
    Utf8Bytes::from(serde_json::to_string(word).unwrap_or_default())
}

/// Waits until the card room closes.
async fn closed(closing: &mut watch::Receiver<bool>) {
    let _ = closing.wait_for(|closing| *closing).await;
}

/// A secret that nobody knows.
fn fresh() -> Seed {
    let mut bytes = [0; 32];
    // Without randomness from the system there is no fair shuffle, and no card room.
    getrandom::fill(&mut bytes).unwrap_or_else(|error| panic!("the system gives no randomness: {error}"));
    Seed(bytes)
}
