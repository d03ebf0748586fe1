//! The tables that everyone may find.

use bytes::Bytes;
use protocol::http::Listed;
use protocol::online::Who;

use crate::ledger::{Collection, Ledger, LedgerError};
use crate::table::Fold;

/// How long a table stays in the lobby after anything happened there.
const STALE: u64 = 2 * 60 * 60 * 1000;
/// Tables that are read at once.
const PAGE: usize = 1000;
/// The most tables that can be found: the latest.
const MOST: usize = 10_000;

fn listed(fold: &Fold, now: u64) -> Listed {
    let room = fold.room();
    let person = |who| who == Who::Person;
    Listed {
        table: room.table,
        game: room.info.game,
        title: room.info.title,
        phase: room.phase,
        players: room.seats.len(),
        free: room.seats.iter().filter(|place| !person(place.who)).count(),
        people: room
            .seats
            .into_iter()
            .filter(|place| person(place.who))
            .filter_map(|place| place.name)
            .collect(),
        since: now,
    }
}

/// Shows a table in the lobby as it is now.
pub(crate) async fn list(ledger: &dyn Ledger, fold: &Fold, now: u64) -> Result<(), LedgerError> {
    let bytes = Bytes::from(serde_json::to_vec(&listed(fold, now)).unwrap_or_default());
    loop {
        let old = ledger.get(Collection::Lobby, &fold.table).await?.map(|kept| kept.revision);
        match ledger.put(Collection::Lobby, &fold.table, old, bytes.clone()).await {
            Err(LedgerError::Conflict { .. }) => {}
            other => return other.map(|_| ()),
        }
    }
}

/// Takes a table out of the lobby; if that fails, time will.
pub(crate) async fn unlist(ledger: &dyn Ledger, table: &str) {
    if let Ok(Some(kept)) = ledger.get(Collection::Lobby, table).await {
        let _ = ledger.remove(Collection::Lobby, table, kept.revision).await;
    }
}

/// The tables that can be found now, latest first.
pub(crate) async fn tables(ledger: &dyn Ledger, now: u64) -> Result<Vec<Listed>, LedgerError> {
    let mut found: Vec<Listed> = Vec::new();
    let mut after: Option<String> = None;
    loop {
        let page = ledger.list(Collection::Lobby, "", after.as_deref(), PAGE).await?;
        after = page.last().map(|kept| kept.key.clone());
        let is_last = page.len() < PAGE;
        for kept in page {
            match serde_json::from_slice::<Listed>(&kept.value) {
                Ok(listed) if listed.since.saturating_add(STALE) > now => found.push(listed),
                _ => {
                    let _ = ledger.remove(Collection::Lobby, &kept.key, kept.revision).await;
                }
            }
        }
        if is_last || found.len() >= 2 * MOST {
            found.sort_by_key(|listed| std::cmp::Reverse(listed.since));
            found.truncate(MOST);
        }
        if is_last {
            return Ok(found);
        }
    }
}
