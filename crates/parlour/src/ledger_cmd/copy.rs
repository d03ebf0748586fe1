//! Copying a ledger into another, and comparing them afterwards.

use bytes::Bytes;
use futures_util::{StreamExt, TryStreamExt, stream};
use server::ledger::{Collection, Item, Ledger, LedgerError};

/// Tables or things that are copied at the same time.
const AT_ONCE: usize = 32;
/// Things that are listed at once.
const LISTED: usize = 1000;

/// What was copied, and compared.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Copied {
    pub tables: usize,
    pub entries: usize,
    pub things: usize,
}

fn said(error: LedgerError) -> String {
    format!("{error}; begin again, nothing is copied twice")
}

/// Copies everything, then reads both again and compares.
pub async fn all(from: &dyn Ledger, to: &dyn Ledger) -> Result<Copied, String> {
    let tables = from.logs().await.map_err(said)?;
    stream::iter(&tables)
        .map(|table| copy_table(from, to, table))
        .buffer_unordered(AT_ONCE)
        .try_collect::<Vec<_>>()
        .await?;
    let mut copied = Copied { tables: tables.len(), ..Copied::default() };
    for collection in Collection::ALL {
        let things = list(from, collection).await?;
        stream::iter(&things)
            .map(|thing| copy_thing(to, collection, thing))
            .buffer_unordered(AT_ONCE)
            .try_collect::<Vec<_>>()
            .await?;
        copied.things += things.len();
        if values(&list(from, collection).await?) != values(&list(to, collection).await?) {
            return Err(format!(
                "the collection {} is not the same on both sides; {STOP}",
                collection.name()
            ));
        }
    }
    let compared = stream::iter(&tables).map(|table| compare(from, to, table)).buffer_unordered(AT_ONCE);
    copied.entries = compared.try_fold(0, async |sum, entries| Ok(sum + entries)).await?;
    if to.logs().await.map_err(said)? != from.logs().await.map_err(said)? {
        return Err(format!("not the same tables are on both sides; {STOP}"));
    }
    Ok(copied)
}

const STOP: &str = "stop every server that uses them, then begin again";

async fn whole(ledger: &dyn Ledger, table: &str) -> Result<Vec<Bytes>, String> {
    let mut entries = Vec::new();
    loop {
        let page = ledger.read(table, entries.len() as u64).await.map_err(said)?;
        if page.is_empty() {
            return Ok(entries);
        }
        entries.extend(page);
    }
}

async fn copy_table(from: &dyn Ledger, to: &dyn Ledger, table: &str) -> Result<(), String> {
    let (wanted, there) = (whole(from, table).await?, whole(to, table).await?);
    if !wanted.starts_with(&there) {
        return Err(format!("table {table} has another past where it should go; choose an empty place"));
    }
    for (number, entry) in wanted.into_iter().enumerate().skip(there.len()) {
        match to.append(table, number as u64, entry).await {
            Ok(_) => {}
            Err(LedgerError::Conflict { .. }) => {
                return Err(format!("someone else writes to table {table}; {STOP}"));
            }
            Err(error) => return Err(said(error)),
        }
    }
    Ok(())
}

async fn compare(from: &dyn Ledger, to: &dyn Ledger, table: &str) -> Result<usize, String> {
    let (one, other) = (whole(from, table).await?, whole(to, table).await?);
    if one != other {
        let same = one.iter().zip(&other).take_while(|(one, other)| one == other).count();
        return Err(format!("table {table} is not the same from entry {} on; {STOP}", same + 1));
    }
    Ok(one.len())
}

async fn list(ledger: &dyn Ledger, collection: Collection) -> Result<Vec<Item>, String> {
    let mut things: Vec<Item> = Vec::new();
    loop {
        let after = things.last().map(|thing| thing.key.clone());
        let page = ledger.list(collection, "", after.as_deref(), LISTED).await.map_err(said)?;
        let is_last = page.len() < LISTED;
        things.extend(page);
        if is_last {
            return Ok(things);
        }
    }
}

fn values(things: &[Item]) -> Vec<(&str, &Bytes)> {
    things.iter().map(|thing| (thing.key.as_str(), &thing.value)).collect()
}

async fn copy_thing(to: &dyn Ledger, collection: Collection, thing: &Item) -> Result<(), String> {
    let there = to.get(collection, &thing.key).await.map_err(said)?;
    if there.as_ref().is_some_and(|there| there.value == thing.value) {
        return Ok(());
    }
    let put = to.put(collection, &thing.key, there.map(|there| there.revision), thing.value.clone()).await;
    put.map(drop).map_err(said)
}

#[cfg(test)]
mod tests {
    use super::*;
    use server::ledger::Memory;

    fn body(text: &str) -> Bytes {
        Bytes::copy_from_slice(text.as_bytes())
    }

    #[tokio::test]
    async fn a_copy_is_the_same_goes_on_where_it_stopped_and_never_writes_over_another() {
        let (from, to) = (Memory::default(), Memory::default());
        for table in ["one", "two"] {
            for number in 0..300 {
                from.append(table, number, body(&format!("{table} {number}"))).await.unwrap();
            }
        }
        to.append("one", 0, body("one 0")).await.unwrap();
        from.put(Collection::Guests, "ann", None, body("Ann")).await.unwrap();
        to.put(Collection::Guests, "ann", None, body("An older Ann")).await.unwrap();
        let copied = Copied { tables: 2, entries: 600, things: 1 };
        assert_eq!(all(&from, &to).await, Ok(copied));
        assert_eq!(to.read("two", 299).await, Ok(vec![body("two 299")]));
        assert_eq!(to.get(Collection::Guests, "ann").await.unwrap().unwrap().value, body("Ann"));
        from.append("three", 0, body("a")).await.unwrap();
        to.append("three", 0, body("b")).await.unwrap();
        assert!(all(&from, &to).await.unwrap_err().contains("table three has another past"));
        assert_eq!(to.read("three", 0).await, Ok(vec![body("b")]));
    }
}
