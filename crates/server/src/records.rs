//! The records of finished games. Each is written once, when its game ends, and read from then on: nothing about it is
//! computed again, whatever becomes of the rules or of the table's log.

use std::collections::BTreeMap;

use bytes::Bytes;
use engine::{Name, Record};

use crate::ledger::{Collection, Ledger, LedgerError};

/// The most games at a table.
const MOST: usize = 10_000;
/// Records that are listed at once.
const PAGE: usize = 200;

fn key(table: &str, number: u32) -> String {
    // In the order of the numbers.
    format!("{table}.{number:010}")
}

/// Keeps the record of a game; doing it again changes nothing.
pub(crate) async fn keep(
    ledger: &dyn Ledger,
    table: &str,
    number: u32,
    ended: u64,
    record: &Record,
) -> Result<(), LedgerError> {
    let bytes = write(ended, record);
    match ledger.put(Collection::Records, &key(table, number), None, bytes).await {
        Ok(_) | Err(LedgerError::Conflict { .. }) => Ok(()),
        Err(error) => Err(error),
    }
}

/// The record of a game at this table.
pub(crate) async fn get(
    ledger: &dyn Ledger,
    table: &str,
    number: u32,
) -> Result<Option<Record>, LedgerError> {
    let kept = ledger.get(Collection::Records, &key(table, number)).await?;
    Ok(kept.and_then(|kept| read(&kept.value)).map(|(_, record)| record))
}

/// The last record of a table.
pub(crate) async fn last(ledger: &dyn Ledger, table: &str) -> Result<Option<Record>, LedgerError> {
    let kept = ledger.list(Collection::Records, &format!("{table}."), None, MOST).await?;
    Ok(kept.last().and_then(|kept| read(&kept.value)).map(|(_, record)| record))
}

/// Writes another name into the record of a game.
pub(crate) async fn rename(
    ledger: &dyn Ledger,
    table: &str,
    number: u32,
    seat: usize,
    name: &Name,
) -> Result<(), LedgerError> {
    let key = key(table, number);
    loop {
        let Some(kept) = ledger.get(Collection::Records, &key).await? else { return Ok(()) };
        let Some((ended, mut record)) = read(&kept.value) else { return Ok(()) };
        let Some(player) = record.players.get_mut(seat) else { return Ok(()) };
        *player = name.clone();
        match ledger.put(Collection::Records, &key, Some(kept.revision), write(ended, &record)).await {
            Err(LedgerError::Conflict { .. }) => {}
            other => return other.map(|_| ()),
        }
    }
}

/// The tables whose last finished game ended before that time.
pub(crate) async fn ended_before(ledger: &dyn Ledger, time: u64) -> Result<Vec<String>, LedgerError> {
    let mut tables: BTreeMap<String, u64> = BTreeMap::new();
    let mut after: Option<String> = None;
    loop {
        let page = ledger.list(Collection::Records, "", after.as_deref(), PAGE).await?;
        for kept in &page {
            if let (Some((table, _)), Some((ended, _))) = (kept.key.split_once('.'), parts(&kept.value)) {
                let last = tables.entry(table.to_owned()).or_default();
                *last = (*last).max(ended);
            }
        }
        after = page.last().map(|kept| kept.key.clone());
        if page.len() < PAGE {
            return Ok(tables.into_iter().filter(|(_, last)| *last < time).map(|(table, _)| table).collect());
        }
    }
}

/// When the game ended, in milliseconds since 1970, on a line before the record.
fn write(ended: u64, record: &Record) -> Bytes {
    Bytes::from(format!("{ended}\n{}", record.write()))
}

fn parts(bytes: &[u8]) -> Option<(u64, &str)> {
    let (ended, record) = std::str::from_utf8(bytes).ok()?.split_once('\n')?;
    Some((ended.parse().ok()?, record))
}

fn read(bytes: &[u8]) -> Option<(u64, Record)> {
    let (ended, record) = parts(bytes)?;
    Some((ended, Record::read(record).ok()?))
}
