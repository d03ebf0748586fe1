//! A table at work: takes calls, appends what they come to, tells everyone.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;

use engine::{Seed, Viewer};
use protocol::online::{Call, CloseReason, Room, ServerMessage};
use protocol::{Refusal, Tell, codes};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::Instant;

use super::agenda::{Duty, Seen};
use super::appending::AppendError;
use super::clients::{Attach, Client, text};
use super::decide::Decision;
use super::entry::{By, Entry, EntryKind};
use super::fold::{Advice, Fold};
use super::presence::Presence;
use super::reporting::Report;
use super::spectator_delay::SpectatorDelay;
use super::thinking::{Thinking, thought};
use crate::config::Config;
use crate::hub::Inner;
use crate::identity::GuestId;
use crate::ledger::{LedgerError, Watch, WatchEvent};
use crate::socket::Bucket;
use crate::{guests, lobby, results};

/// How often a call is tried again when another process was quicker.
const TRIES: usize = 16;

/// What comes to a table. Small, because a mailbox has room for many from the start.
pub enum Command {
    Attach(Box<Attach>),
    Detach {
        client: u64,
    },
    Call {
        client: u64,
        id: u64,
        call: Box<Call>,
    },
    Look {
        reply: oneshot::Sender<Room>,
    },
    /// Deletes what is shown of a guest; answers whether it is durable.
    Forget {
        guest: GuestId,
        reply: oneshot::Sender<bool>,
    },
    /// Closes the connections of a guest whose key was replaced.
    LetGo {
        guest: GuestId,
    },
    #[cfg(test)]
    Crash,
}

/// A table as it was read from the ledger.
pub struct Loaded {
    pub fold: Fold,
    /// For tables with a delay for watchers: the fold before the entries of `log`.
    pub base: Option<Fold>,
    pub log: Vec<Entry>,
}

pub struct Actor {
    pub(super) hub: Arc<Inner>,
    pub(super) fold: Fold,
    pub(super) spectator_delay: Option<SpectatorDelay>,
    pub(super) seen: Vec<Seen>,
    pub(super) away_since: Vec<Option<Instant>>,
    /// Until when each player can come back whose server was lost.
    pub(super) returns_until: Vec<Instant>,
    pub(super) alone_since: Instant,
    /// When the clock of the player on turn began.
    pub(super) moved: Instant,
    /// Since when everyone is asked to reveal their share.
    pub(super) sealed: Instant,
    pub(super) thinking: Option<Thinking>,
    pub(super) settled: bool,
    pub(super) listed_at: Option<u64>,
    pub(super) not_before: Option<Instant>,
    pub(super) clients: HashMap<u64, Client>,
    /// How many entries not everyone was told of, with the times that telling was put off.
    pub(super) untold: u32,
    pub(super) presence: Presence,
    /// Whether the log goes on with something that cannot be read here.
    pub(super) broken: bool,
    /// Who has reported someone lately, and from where.
    pub(super) reports: Vec<Report>,
    /// How often each address can still sit down.
    pub(super) sits: HashMap<IpAddr, Bucket>,
    /// Where the last checkpoint is.
    pub(super) checkpoint: u64,
    pub(super) commands: mpsc::Receiver<Command>,
    watch: Box<dyn Watch>,
}

impl Actor {
    /// Sets a table up from what was read of its log.
    pub fn new(
        hub: Arc<Inner>,
        loaded: Loaded,
        commands: mpsc::Receiver<Command>,
        watch: Box<dyn Watch>,
    ) -> Self {
        let Loaded { fold, base, log } = loaded;
        let now = Instant::now();
        let seats = fold.chairs.len();
        let mut actor = Self {
            spectator_delay: None,
            seen: vec![Seen::Never(now); seats],
            away_since: vec![Some(now); seats],
            returns_until: vec![now; seats],
            alone_since: now,
            moved: now,
            // Where the table was set up again, players have to find it first.
            sealed: now + hub.config.return_within,
            thinking: None,
            settled: false,
            listed_at: None,
            not_before: None,
            clients: HashMap::new(),
            untold: 0,
            presence: Presence::default(),
            broken: false,
            reports: Vec::new(),
            sits: HashMap::new(),
            checkpoint: 0,
            hub,
            fold,
            commands,
            watch,
        };
        if let (Some(seconds), Some(base)) = (actor.fold.order.delay_seconds, base) {
            let mut delayed = SpectatorDelay::new(base, seconds);
            let now = actor.hub.now();
            log.into_iter().for_each(|entry| delayed.note(entry, now));
            delayed.release(now);
            actor.spectator_delay = Some(delayed);
        }
        actor
    }

    pub(super) fn config(&self) -> &Config {
        &self.hub.config
    }

    /// Works until nobody has been here for a while, or the server closes.
    pub async fn run(&mut self) {
        let mut closing = self.hub.closing.subscribe();
        let hub = self.hub.clone();
        loop {
            if self.broken {
                self.close_all(CloseReason::Broken);
                break;
            }
            self.share_presence().await;
            let duty = self.next_duty();
            self.tell_soon(duty);
            let when = duty.map_or_else(Instant::now, |(when, _)| when);
            tokio::select! {
                command = self.commands.recv() => match command {
                    Some(command) => self.handle(command).await,
                    None => break,
                },
                event = next_event(&mut *self.watch, self.fold.at, self.not_before) => match event {
                    Ok(WatchEvent::Grown(_)) => { let _ = self.catch_up().await; }
                    Ok(WatchEvent::Presence(words)) => self.hear_presence(&words),
                    Err(_) => { self.close_all(CloseReason::Ledger); break }
                },
                act = thought(&mut self.thinking) => self.bot_acts(act).await,
                () = tokio::time::sleep_until(when), if duty.is_some() => {
                    let Some((_, duty)) = duty else { continue };
                    if duty == Duty::Sleep {
                        if self.hub.retire(&self.fold.table, &mut self.commands) { break }
                        self.alone_since = Instant::now();
                    } else {
                        self.perform(duty).await;
                    }
                },
                () = hub.crowded.notified(), if self.clients.is_empty() => {
                    if self.hub.retire(&self.fold.table, &mut self.commands) { break }
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

    async fn handle(&mut self, command: Command) {
        match command {
            Command::Attach(attach) => self.attach(*attach).await,
            Command::Detach { client } => self.detach(client),
            Command::Call { client, id, call } => self.call(client, id, &call).await,
            Command::Look { reply } => {
                let fold = self.spectator_delay.as_ref().map_or(&self.fold, |delayed| &delayed.fold);
                let _ = reply.send(fold.room());
            }
            Command::Forget { guest, reply } => {
                let _ = reply.send(self.forget(guest).await);
            }
            Command::LetGo { guest } => self.let_go(&guest),
            #[cfg(test)]
            Command::Crash => panic!("a test wants this table to fail"),
        }
    }

    async fn call(&mut self, client: u64, id: u64, call: &Call) {
        let Some(known) = self.clients.get(&client) else { return };
        let (guest, from) = (known.guest, known.usage.from);
        self.hub.metrics.calls.add(1);
        let reply = match call {
            Call::Report { seat, text } => self.report(guest.as_ref(), from, *seat, text).map(Some),
            Call::Sit { .. } if !self.can_sit(guest.as_ref(), from) => Err(Refusal::new(
                codes::TOO_FAST,
                "Too many have sat down here from your address. Try again in a minute.",
            )),
            call => self.carry_out(guest, call).await,
        };
        let message = match reply {
            Ok(None) => ServerMessage::Done { id, at: self.fold.at },
            Ok(Some(tell)) => ServerMessage::Reply { id, what: tell },
            Err(refusal) => {
                self.hub.metrics.refused.add(1);
                ServerMessage::Reply { id, what: Tell::Refused(refusal) }
            }
        };
        // They see what they did before they are told that it is done, and both are written together.
        self.tell_caller(client);
        self.answer(client, text(&message));
    }

    /// Decides what a call comes to and appends it; decides again whenever another process was quicker.
    async fn carry_out(&mut self, guest: Option<GuestId>, call: &Call) -> Result<Option<Tell>, Refusal> {
        for _ in 0..TRIES {
            let kind = match self.decide(guest.as_ref(), call)? {
                Decision::Append(kind) => kind,
                Decision::Reply(tell) => return Ok(Some(tell)),
                Decision::Nothing => return Ok(None),
            };
            let hinted = matches!(kind, EntryKind::Hinted { .. });
            let sat = match &kind {
                EntryKind::Sat { name, .. } | EntryKind::AskedIn { name, .. } => Some(name.clone()),
                _ => None,
            };
            match self.append(kind).await {
                Ok(()) => {
                    let play = self.fold.play.as_ref().filter(|_| hinted);
                    let advice = play.and_then(|play| play.advice.as_ref()).map(Advice::tell);
                    if let (Some(name), Some(guest)) = (sat, guest) {
                        self.tell_all();
                        let (ledger, table) = (&*self.hub.ledger, &self.fold.table);
                        guests::remember(ledger, &guest, &name, table, self.hub.now()).await;
                    }
                    return Ok(advice);
                }
                Err(AppendError::Conflict) => {}
                Err(AppendError::Ledger) => {
                    return Err(Refusal::new(
                        codes::NOT_SAVED,
                        "That could not be saved. Try again in a moment.",
                    ));
                }
                Err(AppendError::Spent) => {
                    return Err(Refusal::new(
                        codes::SPENT,
                        "That was done too often at this table. The game goes on; open a new table for more.",
                    ));
                }
                Err(AppendError::Full) => {
                    return Err(Refusal::new(
                        codes::TABLE_WORN,
                        "This table has been played at for long. Open a new one.",
                    ));
                }
            }
        }
        Err(Refusal::new(codes::BUSY, "Others were quicker each time. Try again."))
    }

    async fn forget(&mut self, guest: GuestId) -> bool {
        for _ in 0..TRIES {
            match self.append(EntryKind::Forgot { guest }).await {
                Ok(()) => return true,
                Err(AppendError::Conflict) => {}
                Err(_) => return false,
            }
        }
        false
    }

    /// What a call comes to now; those who only watch ask the table that they see.
    fn decide(&self, guest: Option<&GuestId>, call: &Call) -> Result<Decision, Refusal> {
        match call {
            Call::Ask { what } if self.fold.viewer(guest) == Viewer::Public => {
                self.fold_for(guest).asked(Viewer::Public, what)
            }
            _ => self.fold.decide(guest, call, fresh, self.hub.now()),
        }
    }

    async fn perform(&mut self, duty: Duty) {
        let kind = match duty {
            Duty::Back(seat) => EntryKind::Back { seat },
            Duty::Away(seat) => EntryKind::Away { seat },
            Duty::SitIn(seat) => EntryKind::SatIn { seat },
            Duty::Deal => self.fold.next_step_of_the_deal(fresh),
            Duty::Unrevealed(seat) => EntryKind::Unrevealed { seat },
            Duty::Admit => match self.fold.newcomer() {
                Some((newcomer, _)) => {
                    let (seat, guest, name) = (newcomer.seat, newcomer.guest, newcomer.name.clone());
                    EntryKind::Sat { seat, guest, name, share: None, commit: None }
                }
                None => return,
            },
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
        if let Err(AppendError::Full | AppendError::Spent) = self.append(kind).await {
            self.not_before = Some(Instant::now() + self.config().idle);
        }
    }

    /// Notes the end with the guests.
    pub(super) async fn settle(&mut self) -> Result<(), AppendError> {
        match results::settle(&*self.hub.ledger, &self.fold, self.hub.now()).await {
            Ok(()) => {
                self.settled = true;
                Ok(())
            }
            Err(error) => Err(self.failed(&error.to_string())),
        }
    }
}

/// What is new about the log; not before that moment, if reading it failed.
async fn next_event(
    watch: &mut dyn Watch,
    at: u64,
    not_before: Option<Instant>,
) -> Result<WatchEvent, LedgerError> {
    if let Some(moment) = not_before {
        tokio::time::sleep_until(moment).await;
    }
    watch.next(at).await
}

/// Waits until the card room closes.
async fn closed(closing: &mut watch::Receiver<bool>) {
    let _ = closing.wait_for(|closing| *closing).await;
}

/// A secret that nobody knows.
fn fresh() -> Seed {
    Seed(crate::random::must())
}
