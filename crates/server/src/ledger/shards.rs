//! Several ledgers as one: each table lives in one of them, and its name says in which. No entry concerns two tables, so
//! the ledgers need not know of each other, and another one can be added without moving anything.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use bytes::Bytes;

use super::{Collection, Item, Ledger, LedgerError, LedgerFuture, Watch};
use crate::hub::{LETTERS, NAME_LENGTH, is_table_name};

/// The most ledgers: a letter of a table's name says which.
pub const MOST: usize = LETTERS.len();

/// Ledgers that share the tables. The first one also keeps the guests; its order must never change.
pub struct Shards {
    each: Vec<Arc<dyn Ledger>>,
    next: AtomicUsize,
}

/// The number of the ledger where a table lives. The names of the first one's tables have no letter for it, as when
/// there was only one.
fn home_of(table: &str) -> usize {
    let letter = table.as_bytes().get(NAME_LENGTH);
    letter.and_then(|letter| LETTERS.iter().position(|known| known == letter)).unwrap_or(0)
}

impl Shards {
    /// These ledgers, in this order.
    pub fn new(each: Vec<Arc<dyn Ledger>>) -> Result<Self, LedgerError> {
        match each.len() {
            1..=MOST => Ok(Self { each, next: AtomicUsize::new(0) }),
            count => {
                Err(LedgerError::Unavailable(format!("{count} ledgers: 1 to {MOST} can share the tables")))
            }
        }
    }

    fn shard(&self, number: usize) -> Result<&dyn Ledger, LedgerError> {
        self.each.get(number).map(|ledger| &**ledger).ok_or_else(|| {
            LedgerError::Unavailable(format!("ledger {} is not among those of this server", number + 1))
        })
    }

    /// Where something is kept: with the table that its key names, else in the first ledger.
    fn keeper(&self, key: &str) -> Result<&dyn Ledger, LedgerError> {
        self.shard(key.split('.').find(|part| is_table_name(part)).map_or(0, home_of))
    }
}

impl Ledger for Shards {
    fn append<'a>(&'a self, log: &'a str, expected: u64, entry: Bytes) -> LedgerFuture<'a, u64> {
        Box::pin(async move { self.shard(home_of(log))?.append(log, expected, entry).await })
    }

    fn read<'a>(&'a self, log: &'a str, from: u64) -> LedgerFuture<'a, Vec<Bytes>> {
        Box::pin(async move { self.shard(home_of(log))?.read(log, from).await })
    }

    fn watch<'a>(&'a self, log: &'a str) -> LedgerFuture<'a, Box<dyn Watch>> {
        Box::pin(async move { self.shard(home_of(log))?.watch(log).await })
    }

    fn publish_presence<'a>(&'a self, log: &'a str, words: Bytes) -> LedgerFuture<'a, ()> {
        Box::pin(async move { self.shard(home_of(log))?.publish_presence(log, words).await })
    }

    fn home(&self) -> String {
        // Each in turn.
        match self.next.fetch_add(1, Ordering::Relaxed) % self.each.len() {
            0 => String::new(),
            number => char::from(LETTERS[number]).to_string(),
        }
    }

    fn redact<'a>(&'a self, log: &'a str, number: u64, entry: Bytes) -> LedgerFuture<'a, ()> {
        Box::pin(async move { self.shard(home_of(log))?.redact(log, number, entry).await })
    }

    fn remove_log<'a>(&'a self, log: &'a str) -> LedgerFuture<'a, ()> {
        Box::pin(async move { self.shard(home_of(log))?.remove_log(log).await })
    }

    fn logs(&self) -> LedgerFuture<'_, Vec<String>> {
        Box::pin(async move {
            let mut logs = Vec::new();
            for ledger in &self.each {
                logs.extend(ledger.logs().await?);
            }
            logs.sort_unstable();
            Ok(logs)
        })
    }

    fn put<'a>(
        &'a self,
        collection: Collection,
        key: &'a str,
        expected: Option<u64>,
        value: Bytes,
    ) -> LedgerFuture<'a, u64> {
        Box::pin(async move { self.keeper(key)?.put(collection, key, expected, value).await })
    }

    fn remove<'a>(&'a self, collection: Collection, key: &'a str, expected: u64) -> LedgerFuture<'a, ()> {
        Box::pin(async move { self.keeper(key)?.remove(collection, key, expected).await })
    }

    fn get<'a>(&'a self, collection: Collection, key: &'a str) -> LedgerFuture<'a, Option<Item>> {
        Box::pin(async move { self.keeper(key)?.get(collection, key).await })
    }

    fn list<'a>(
        &'a self,
        collection: Collection,
        prefix: &'a str,
        after: Option<&'a str>,
        limit: usize,
    ) -> LedgerFuture<'a, Vec<Item>> {
        Box::pin(async move {
            let mut things = Vec::new();
            for ledger in &self.each {
                things.extend(ledger.list(collection, prefix, after, limit).await?);
            }
            things.sort_unstable_by(|one, other| one.key.cmp(&other.key));
            things.truncate(limit);
            Ok(things)
        })
    }

    fn ready(&self) -> LedgerFuture<'_, ()> {
        Box::pin(async move {
            for ledger in &self.each {
                ledger.ready().await?;
            }
            Ok(())
        })
    }

    /// That of each, if they differ.
    fn promise(&self) -> LedgerFuture<'_, String> {
        Box::pin(async move {
            let mut promises: Vec<String> = Vec::new();
            for (number, ledger) in self.each.iter().enumerate() {
                promises.push(format!("ledger {}: {}", number + 1, ledger.promise().await?));
            }
            Ok(promises.join("; "))
        })
    }

    fn close(&self) -> LedgerFuture<'_, ()> {
        Box::pin(async move {
            for ledger in &self.each {
                ledger.close().await?;
            }
            Ok(())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::Memory;

    fn body(text: &str) -> Bytes {
        Bytes::copy_from_slice(text.as_bytes())
    }

    #[tokio::test]
    async fn a_table_lives_where_its_name_says_and_another_ledger_moves_nothing() {
        let each: Vec<Arc<Memory>> = (0..3).map(|_| Arc::default()).collect();
        let shards = |count: usize| {
            Shards::new(each.iter().take(count).map(|ledger| ledger.clone() as Arc<dyn Ledger>).collect())
                .unwrap()
        };
        let one = shards(1);
        let old = format!("{}{}", "z".repeat(NAME_LENGTH), one.home());
        assert_eq!(old.len(), NAME_LENGTH, "as when there was only one");
        one.append(&old, 0, body("old")).await.unwrap();
        one.put(Collection::Lobby, &old, None, body("old")).await.unwrap();
        let all = shards(3);
        let new: Vec<String> = (0..3).map(|_| format!("{}{}", "a".repeat(NAME_LENGTH), all.home())).collect();
        for table in &new {
            assert!(is_table_name(table));
            all.append(table, 0, body(table)).await.unwrap();
            all.put(Collection::Lobby, table, None, body(table)).await.unwrap();
            all.put(Collection::Results, &format!("ann.{table}.1"), None, body(table)).await.unwrap();
        }
        for ledger in &each[1..] {
            assert_eq!(ledger.logs().await.unwrap().len(), 1, "each has its share");
            assert_eq!(ledger.list(Collection::Results, "", None, 9).await.unwrap().len(), 1);
        }
        assert_eq!(all.read(&old, 0).await, Ok(vec![body("old")]));
        assert_eq!(all.logs().await.unwrap().len(), 4);
        let keys = |things: Vec<Item>| things.into_iter().map(|kept| kept.key).collect::<Vec<_>>();
        let lobby = keys(all.list(Collection::Lobby, "", None, 9).await.unwrap());
        assert_eq!(lobby, [&new[..], std::slice::from_ref(&old)].concat(), "gathered in order");
        let first = keys(all.list(Collection::Lobby, "", None, 2).await.unwrap());
        assert_eq!(keys(all.list(Collection::Lobby, "", Some(&first[1]), 2).await.unwrap()), lobby[2..]);
        assert_eq!(all.list(Collection::Results, "ann.", None, 9).await.unwrap().len(), 3);
        let missing = shards(2).read(&new[2], 0).await.unwrap_err();
        assert!(missing.to_string().contains("ledger 3 is not among"), "{missing}");
    }
}
