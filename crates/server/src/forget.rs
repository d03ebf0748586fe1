//! Forgetting: of a guest who wants it, the name, the chat and the results; of tables finished long ago, the log.

mod seats;

use std::collections::BTreeMap;

use bytes::Bytes;
use engine::Name;
use tokio::sync::oneshot;

use crate::hub::{Hub, HubError};
use crate::identity::GuestId;
use crate::ledger::{Collection, Ledger, LedgerError};
use crate::results::{LeftEarly, StoredResult};
use crate::table::{Command, Entry, EntryKind};
use crate::{guests, records};
use seats::Seats;

/// What stands in the place of a line of chat that was deleted.
const DELETED: &str = "(deleted)";

/// What a forgotten guest is called: always the same, and nobody else.
pub(crate) fn nameless(guest: &GuestId) -> Name {
    let name = format!("Someone {}", &guest.to_hex()[..6]);
    Name::new(&name).unwrap_or_else(|_| unreachable!("fourteen letters are a name"))
}

/// What was deleted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Forgotten {
    /// Tables where the guest had a seat.
    pub tables: usize,
    /// Finished games.
    pub results: usize,
}

impl Hub {
    /// Deletes a guest's name, chat and results. Their games stay, played by someone without a name. It goes on when
    /// nobody waits for it any longer, and begins with what is left if it has to be done again.
    pub async fn forget(&self, guest: &GuestId) -> Result<Forgotten, HubError> {
        let (hub, guest) = (self.clone(), *guest);
        let alive = self.alive().ok_or(HubError::Closing)?;
        let task = tokio::spawn(async move {
            let _alive = alive;
            hub.forget_everywhere(&guest).await
        });
        task.await.unwrap_or(Err(HubError::Ledger))
    }

    async fn forget_everywhere(&self, guest: &GuestId) -> Result<Forgotten, HubError> {
        let ledger = &*self.0.ledger;
        guests::forget(ledger, guest).await?;
        let mut tables: BTreeMap<String, Traces> = BTreeMap::new();
        for collection in [Collection::Results, Collection::Visits] {
            for kept in guests::all_of(ledger, collection, guest).await? {
                let Some(table) = kept.key.split('.').nth(1) else { continue };
                tables.entry(table.to_owned()).or_default().push((collection, kept));
            }
        }
        let mut forgotten = Forgotten::default();
        let mut failed = None;
        for (table, traces) in &tables {
            // One table that cannot be reached does not keep the others.
            match self.forget_table(table, guest, traces).await {
                Ok(()) => {
                    forgotten.tables += 1;
                    let results = traces.iter().filter(|(collection, _)| *collection == Collection::Results);
                    forgotten.results += results.count();
                }
                Err(error) => failed = Some(error),
            }
        }
        failed.map_or(Ok(forgotten), Err)
    }

    /// Deletes what is kept of a guest at one table, and then what led there.
    async fn forget_table(&self, table: &str, guest: &GuestId, traces: &Traces) -> Result<(), HubError> {
        let ledger = &*self.0.ledger;
        let mut games = self.forget_at(table, guest).await?;
        for (collection, kept) in traces {
            games.extend(match collection {
                Collection::Results => Played::of_result(&kept.value),
                _ => Played::of_visit(&kept.key, &kept.value),
            });
        }
        for game in &games {
            game.forget(ledger, table, guest).await?;
        }
        for (collection, kept) in traces {
            match ledger.remove(*collection, &kept.key, kept.revision).await {
                Ok(()) | Err(LedgerError::Conflict { .. }) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    /// Looks through every log for tables where the guest sat, as they were not always noted. It takes as long as
    /// reading the whole ledger.
    pub async fn find_visits(&self, guest: &GuestId) -> Result<(), HubError> {
        let ledger = &*self.0.ledger;
        let sat = |bytes: &Bytes| {
            let entry = Entry::read(bytes).ok();
            entry
                .is_some_and(|entry| matches!(entry.kind, EntryKind::Sat { guest: who, .. } if who == *guest))
        };
        for table in ledger.logs().await? {
            let mut from = 0;
            loop {
                let page = ledger.read(&table, from).await?;
                if page.iter().any(sat) {
                    guests::note_visit(ledger, guest, &table).await;
                    break;
                }
                if page.is_empty() {
                    break;
                }
                from += page.len() as u64;
            }
        }
        Ok(())
    }

    /// Deletes a guest's name and chat at one table; returns their games there, as far as its log goes.
    async fn forget_at(&self, table: &str, guest: &GuestId) -> Result<Vec<Played>, HubError> {
        match self.reach(table).await {
            Ok(way) => {
                let (reply, done) = oneshot::channel();
                let sent = way.send(Command::Forget { guest: *guest, reply }).await.is_ok();
                if !sent || !matches!(done.await, Ok(true)) {
                    return Err(HubError::Ledger);
                }
            }
            // Only its records are left, or nobody can read it.
            Err(HubError::NoTable | HubError::Broken) => {}
            Err(error) => return Err(error),
        }
        let ledger = &*self.0.ledger;
        let games = redact(ledger, table, guest).await?;
        // It holds names and chat, too, and is not needed.
        while let Some(kept) = ledger.get(Collection::Checkpoints, table).await? {
            match ledger.remove(Collection::Checkpoints, table, kept.revision).await {
                Err(LedgerError::Conflict { .. }) => {}
                other => {
                    other?;
                    break;
                }
            }
        }
        Ok(games)
    }

    /// Deletes the logs of tables whose last game ended before the time for which they are kept; their records stay.
    /// Returns how many.
    pub async fn sweep(&self) -> Result<usize, HubError> {
        let Some(keep) = self.0.config.keep_finished else { return Ok(0) };
        let before = self.0.now().saturating_sub(keep.as_millis() as u64);
        let mut swept = 0;
        for table in records::ended_before(&*self.0.ledger, before).await? {
            if self.is_finished_before(&table, before).await? {
                self.0.ledger.remove_log(&table).await?;
                for collection in [Collection::Checkpoints, Collection::Lobby] {
                    if let Some(kept) = self.0.ledger.get(collection, &table).await? {
                        let _ = self.0.ledger.remove(collection, &table, kept.revision).await;
                    }
                }
                swept += 1;
            }
        }
        if swept > 0 {
            tracing::info!(tables = swept, "deleted the logs of tables that were finished long ago");
        }
        Ok(swept)
    }
}

/// What is kept of a guest at a table, and where.
type Traces = Vec<(Collection, crate::ledger::Item)>;

/// A game that a guest has played, perhaps not to its end: on which seat, and who else was there.
#[derive(Debug)]
struct Played {
    number: u32,
    seat: usize,
    others: Vec<GuestId>,
}

impl Played {
    fn of_result(value: &[u8]) -> Option<Self> {
        let mine: StoredResult = serde_json::from_slice(value).ok()?;
        let others = mine.players.iter().filter_map(|player| player.guest).collect();
        Some(Self { number: mine.number, seat: mine.seat, others })
    }

    fn of_visit(key: &str, value: &[u8]) -> Option<Self> {
        let number = key.split('.').nth(2)?.parse().ok()?;
        let LeftEarly { seat, others } = serde_json::from_slice(value).ok()?;
        Some(Self { number, seat, others })
    }

    /// Takes the guest out of the record of the game, and out of what the others keep of it.
    async fn forget(&self, ledger: &dyn Ledger, table: &str, guest: &GuestId) -> Result<(), LedgerError> {
        let name = nameless(guest);
        records::rename(ledger, table, self.number, self.seat, &name).await?;
        for other in self.others.iter().filter(|other| *other != guest) {
            let key = format!("{}.{table}.{}", other.to_hex(), self.number);
            while let Some(kept) = ledger.get(Collection::Results, &key).await? {
                let Ok(mut theirs) = serde_json::from_slice::<StoredResult>(&kept.value) else { break };
                let Some(player) = theirs.players.get_mut(self.seat) else { break };
                (player.name, player.guest) = (name.clone(), None);
                let bytes = Bytes::from(serde_json::to_vec(&theirs).unwrap_or_default());
                match ledger.put(Collection::Results, &key, Some(kept.revision), bytes).await {
                    Err(LedgerError::Conflict { .. }) => {}
                    other => {
                        other?;
                        break;
                    }
                }
            }
        }
        Ok(())
    }
}

/// Writes the entries of a log again that hold the guest's name or chat, where the ledger can; returns their games.
async fn redact(ledger: &dyn Ledger, table: &str, guest: &GuestId) -> Result<Vec<Played>, HubError> {
    let mut seats = Seats::default();
    let mut number = 0;
    let mut fails = false;
    loop {
        let page = ledger.read(table, number).await?;
        if page.is_empty() {
            return Ok(seats.games_of(guest));
        }
        for bytes in page {
            let Ok(mut entry) = Entry::read(&bytes) else { return Ok(seats.games_of(guest)) };
            seats.take(&entry.kind);
            let theirs = match &mut entry.kind {
                EntryKind::Sat { guest: who, name, .. } | EntryKind::AskedIn { guest: who, name, .. }
                    if who == guest =>
                {
                    *name = nameless(guest);
                    true
                }
                EntryKind::Chatted { seat, text } if seats.is_there(*seat, guest) => {
                    *text = DELETED.to_owned();
                    true
                }
                _ => false,
            };
            if theirs && !fails && ledger.redact(table, number, entry.write()).await.is_err() {
                tracing::warn!(
                    "this ledger cannot change a log: a forgotten guest stays in it until it is deleted"
                );
                fails = true;
            }
            number += 1;
        }
    }
}
