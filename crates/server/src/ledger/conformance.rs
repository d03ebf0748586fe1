//! What every ledger must keep to. Each implementation runs all of it, on a store of its own.

use std::collections::BTreeSet;
use std::sync::Arc;

use bytes::Bytes;

use super::{Collection, Item, Ledger, LedgerError, Memory, PAGE, Sqlite, Watch, WatchEvent, postgres};
use crate::testing::Folder;

fn body(text: &str) -> Bytes {
    Bytes::copy_from_slice(text.as_bytes())
}

async fn appends_at_the_expected_position_or_not_at_all(ledger: &dyn Ledger) {
    assert_eq!(ledger.read("a", 0).await, Ok(vec![]));
    assert_eq!(ledger.append("a", 1, body("x")).await, Err(LedgerError::Conflict { actual: 0 }));
    assert_eq!(ledger.append("a", 0, body("x")).await, Ok(1));
    assert_eq!(ledger.append("a", 0, body("y")).await, Err(LedgerError::Conflict { actual: 1 }));
    assert_eq!(ledger.append("a", 7, body("y")).await, Err(LedgerError::Conflict { actual: 1 }));
    assert_eq!(ledger.append("a", 1, body("z")).await, Ok(2));
    assert_eq!(ledger.append("b", 0, body("")).await, Ok(1), "another log is another log");
    assert_eq!(ledger.read("a", 0).await, Ok(vec![body("x"), body("z")]));
    assert_eq!(ledger.read("a", 1).await, Ok(vec![body("z")]));
    assert_eq!(ledger.read("a", 2).await, Ok(vec![]));
    assert_eq!(ledger.read("a", u64::MAX).await, Ok(vec![]));
    assert_eq!(ledger.read("b", 0).await, Ok(vec![body("")]));
}

async fn a_long_log_is_read_page_by_page(ledger: &dyn Ledger) {
    let total = PAGE as u64 + 5;
    for number in 0..total {
        assert_eq!(ledger.append("long", number, body(&number.to_string())).await, Ok(number + 1));
    }
    assert_eq!(ledger.read("long", 0).await.unwrap().len(), PAGE);
    let rest = ledger.read("long", PAGE as u64).await.unwrap();
    assert_eq!(rest.len(), 5);
    assert_eq!(rest[4], body(&(total - 1).to_string()));
}

/// Many who append to few logs at once: each position is won once, every winner's entry is there.
async fn of_those_who_append_at_once_one_wins(ledger: Arc<dyn Ledger>) {
    const WRITERS: usize = 8;
    const EACH: usize = 25;
    let write = |writer: usize| {
        let ledger = ledger.clone();
        async move {
            let log = format!("race-{}", writer % 2);
            let (mut position, mut won) = (0, Vec::new());
            while won.len() < EACH {
                let entry = format!("{writer}.{}", won.len());
                match ledger.append(&log, position, body(&entry)).await {
                    Ok(length) => {
                        won.push((position, entry));
                        position = length;
                    }
                    Err(LedgerError::Conflict { actual }) => {
                        assert!(actual > position, "a conflict means that the log is longer");
                        position = actual;
                    }
                    Err(other) => panic!("{other}"),
                }
            }
            (log, won)
        }
    };
    let writers: Vec<_> = (0..WRITERS).map(|writer| tokio::spawn(write(writer))).collect();
    let mut positions = BTreeSet::new();
    for writer in writers {
        let (log, won) = writer.await.unwrap();
        let entries = ledger.read(&log, 0).await.unwrap();
        for (position, entry) in won {
            assert_eq!(entries[position as usize], body(&entry));
            assert!(positions.insert((log.clone(), position)), "won twice");
        }
    }
    assert_eq!(positions.len(), WRITERS * EACH);
}

async fn grown(watch: &mut dyn Watch, beyond: u64) -> Result<u64, LedgerError> {
    loop {
        if let WatchEvent::Grown(length) = watch.next(beyond).await? {
            return Ok(length);
        }
    }
}

async fn a_watch_tells_of_every_growth(ledger: Arc<dyn Ledger>) {
    let mut before = ledger.watch("watched").await.unwrap();
    ledger.append("watched", 0, body("1")).await.unwrap();
    assert_eq!(grown(&mut *before, 0).await, Ok(1));
    let mut after = ledger.watch("watched").await.unwrap();
    assert_eq!(grown(&mut *after, 0).await, Ok(1), "what is there already counts");
    let appending = ledger.clone();
    let append = tokio::spawn(async move {
        for number in 1..50 {
            appending.append("watched", number, body("x")).await.unwrap();
        }
    });
    let mut known = 1;
    while known < 50 {
        let length = grown(&mut *after, known).await.unwrap();
        assert!(length > known);
        known = length;
        assert!(ledger.read("watched", 0).await.unwrap().len() as u64 >= known, "what is told can be read");
    }
    append.await.unwrap();
    assert_eq!(grown(&mut *before, 49).await, Ok(50));
}

async fn every_log_is_named(ledger: &dyn Ledger) {
    let names = ledger.logs().await.unwrap();
    assert_eq!(names, ["a", "b", "long", "race-0", "race-1", "watched"]);
}

async fn collections_are_written_by_revision(ledger: &dyn Ledger) {
    let guests = Collection::Guests;
    assert_eq!(ledger.get(guests, "ann").await, Ok(None));
    assert_eq!(ledger.put(guests, "ann", Some(3), body("?")).await, Err(LedgerError::Conflict { actual: 0 }));
    let first = ledger.put(guests, "ann", None, body("1")).await.unwrap();
    assert_eq!(
        ledger.put(guests, "ann", None, body("2")).await,
        Err(LedgerError::Conflict { actual: first })
    );
    let second = ledger.put(guests, "ann", Some(first), body("2")).await.unwrap();
    assert!(second > first);
    assert_eq!(
        ledger.put(guests, "ann", Some(first), body("3")).await,
        Err(LedgerError::Conflict { actual: second })
    );
    let kept = Item { key: "ann".to_owned(), revision: second, value: body("2") };
    assert_eq!(ledger.get(guests, "ann").await, Ok(Some(kept)));
    assert_eq!(ledger.get(Collection::Lobby, "ann").await, Ok(None), "each collection is its own");
    assert_eq!(ledger.remove(guests, "ann", first).await, Err(LedgerError::Conflict { actual: second }));
    assert_eq!(ledger.remove(guests, "ann", second).await, Ok(()));
    assert_eq!(ledger.get(guests, "ann").await, Ok(None));
    assert_eq!(ledger.remove(guests, "ann", 0).await, Err(LedgerError::Conflict { actual: 0 }));
    let third = ledger.put(guests, "ann", None, body("4")).await.unwrap();
    assert!(third > second, "a revision never comes back");
}

async fn collections_are_listed_in_the_order_of_keys(ledger: &dyn Ledger) {
    for key in ["ann.2", "ann.10", "bob.1", "ann.1", "anna.1", "an"] {
        ledger.put(Collection::Results, key, None, body(key)).await.unwrap();
    }
    let keys = |things: Vec<Item>| things.into_iter().map(|kept| kept.key).collect::<Vec<_>>();
    let list = async |prefix, after, limit| {
        keys(ledger.list(Collection::Results, prefix, after, limit).await.unwrap())
    };
    assert_eq!(list("ann.", None, 9).await, ["ann.1", "ann.10", "ann.2"]);
    assert_eq!(list("ann.", Some("ann.1"), 1).await, ["ann.10"]);
    assert_eq!(list("ann.", Some("ann.2"), 9).await, [""; 0]);
    assert_eq!(list("", None, 2).await, ["an", "ann.1"]);
    assert_eq!(list("zoe", None, 2).await, [""; 0]);
    assert_eq!(ledger.list(Collection::Lobby, "", None, 9).await, Ok(vec![]));
}

/// A reader who looks while something is replaced finds the old or the new, never nothing.
async fn what_is_replaced_is_never_missing(ledger: Arc<dyn Ledger>) {
    let mut revision = ledger.put(Collection::Lobby, "table", None, body("0")).await.unwrap();
    ledger.put(Collection::Lobby, "another", None, body("0")).await.unwrap();
    let writing = ledger.clone();
    let write = tokio::spawn(async move {
        for number in 1..200 {
            let value = body(&number.to_string());
            revision = writing.put(Collection::Lobby, "table", Some(revision), value).await.unwrap();
        }
    });
    while !write.is_finished() {
        assert!(ledger.get(Collection::Lobby, "table").await.unwrap().is_some());
        assert_eq!(ledger.list(Collection::Lobby, "", None, 9).await.unwrap().len(), 2);
    }
    write.await.unwrap();
}

async fn a_log_that_is_removed_is_gone_and_can_begin_again(ledger: &dyn Ledger) {
    for number in 0..3 {
        ledger.append("old", number, body("x")).await.unwrap();
    }
    assert_eq!(ledger.remove_log("old").await, Ok(()));
    assert_eq!(ledger.read("old", 0).await, Ok(vec![]));
    assert!(!ledger.logs().await.unwrap().contains(&"old".to_owned()));
    assert_eq!(ledger.append("old", 3, body("y")).await, Err(LedgerError::Conflict { actual: 0 }));
    assert_eq!(ledger.append("old", 0, body("y")).await, Ok(1));
    assert_eq!(ledger.redact("old", 0, body("")).await, Ok(()));
    assert_eq!(ledger.read("old", 0).await, Ok(vec![body("")]), "what it held is gone");
}

async fn calls_after_the_close_are_told(ledger: &dyn Ledger) {
    assert_eq!(ledger.ready().await, Ok(()));
    assert!(ledger.promise().await.is_ok());
    let mut watch = ledger.watch("closing").await.unwrap();
    assert_eq!(ledger.close().await, Ok(()));
    assert!(matches!(watch.next(0).await, Err(LedgerError::Unavailable(_))));
}

async fn conform(ledger: Arc<dyn Ledger>) {
    appends_at_the_expected_position_or_not_at_all(&*ledger).await;
    a_long_log_is_read_page_by_page(&*ledger).await;
    of_those_who_append_at_once_one_wins(ledger.clone()).await;
    a_watch_tells_of_every_growth(ledger.clone()).await;
    every_log_is_named(&*ledger).await;
    collections_are_written_by_revision(&*ledger).await;
    collections_are_listed_in_the_order_of_keys(&*ledger).await;
    what_is_replaced_is_never_missing(ledger.clone()).await;
    a_log_that_is_removed_is_gone_and_can_begin_again(&*ledger).await;
    calls_after_the_close_are_told(&*ledger).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_ledger_in_memory_conforms() {
    conform(Arc::new(Memory::default())).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_ledger_in_a_file_conforms() {
    let folder = Folder::fresh("ledger-conforms");
    conform(Arc::new(Sqlite::open(&folder.file("ledger.db")).await.unwrap())).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_ledger_in_postgresql_conforms() {
    let folder = Folder::fresh("postgres-conforms");
    let Some(server) = postgres::tests::server(&folder, &["fsync=off"]) else { return };
    conform(Arc::new(postgres::tests::open(&server).await)).await;
}

/// Two processes with one file: what one writes, the other reads and cannot write over.
#[tokio::test(flavor = "multi_thread")]
async fn two_who_share_a_file_see_each_other() {
    let folder = Folder::fresh("ledger-shared");
    let one = Sqlite::open(&folder.file("ledger.db")).await.unwrap();
    let two = Sqlite::open(&folder.file("ledger.db")).await.unwrap();
    assert_eq!(one.append("t", 0, body("1")).await, Ok(1));
    assert_eq!(two.append("t", 0, body("2")).await, Err(LedgerError::Conflict { actual: 1 }));
    assert_eq!(two.append("t", 1, body("2")).await, Ok(2));
    assert_eq!(one.read("t", 0).await, Ok(vec![body("1"), body("2")]));
}

/// What many tables append at once is written together, and one that does not fit keeps nobody else from it.
#[tokio::test(flavor = "multi_thread")]
async fn many_tables_that_append_at_once_do_not_disturb_each_other() {
    let folder = Folder::fresh("ledger-many");
    let ledger = Sqlite::open(&folder.file("ledger.db")).await.unwrap();
    let logs: Vec<String> = (0..100).map(|number| format!("t{number}")).collect();
    let all = |expected: u64| {
        let each = logs.iter().map(|log| ledger.append(log, expected, body(log)));
        futures_util::future::join_all(each)
    };
    assert!(all(0).await.iter().all(|done| *done == Ok(1)));
    assert_eq!(ledger.append("t7", 1, body("someone was quicker")).await, Ok(2));
    let put = ledger.put(Collection::Lobby, "t1", None, body("beside them"));
    let (done, put) = futures_util::future::join(all(1), put).await;
    assert!(put.is_ok());
    for (log, done) in logs.iter().zip(done) {
        let late = log == "t7";
        assert_eq!(done, if late { Err(LedgerError::Conflict { actual: 2 }) } else { Ok(2) }, "{log}");
        let second = if late { "someone was quicker" } else { log.as_str() };
        assert_eq!(ledger.read(log, 0).await, Ok(vec![body(log), body(second)]));
    }
}

/// As after kill -9: the files are taken as they are, without any goodbye.
#[tokio::test(flavor = "multi_thread")]
async fn what_was_acknowledged_is_there_after_a_crash() {
    let folder = Folder::fresh("ledger-crash");
    let ledger = Sqlite::open(&folder.file("ledger.db")).await.unwrap();
    for number in 0..20 {
        ledger.append("t", number, body("x")).await.unwrap();
    }
    ledger.put(Collection::Guests, "ann", None, body("here")).await.unwrap();
    for name in ["ledger.db", "ledger.db-wal"] {
        std::fs::copy(folder.file(name), folder.file(&name.replace("ledger", "after"))).unwrap();
    }
    let after = Sqlite::open(&folder.file("after.db")).await.unwrap();
    assert_eq!(after.read("t", 0).await.unwrap().len(), 20);
    assert!(after.get(Collection::Guests, "ann").await.unwrap().is_some());
    assert_eq!(after.append("t", 20, body("y")).await, Ok(21));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_loses_nothing_and_is_left_behind_once_there_is_room() {
    let folder = Folder::fresh("ledger-full");
    let ledger = Sqlite::open(&folder.file("ledger.db")).await.unwrap();
    ledger.make_room(1).await;
    let mut kept = 0;
    let refused = loop {
        match ledger.append("t", kept, body(&"x".repeat(1000))).await {
            Ok(length) => kept = length,
            Err(error) => break error,
        }
    };
    assert!(refused.to_string().contains("full"), "{refused}");
    assert!(ledger.ready().await.is_err(), "the operator is told");
    assert_eq!(ledger.read("t", 0).await.unwrap().len() as u64, kept);
    ledger.make_room(1_000_000).await;
    assert_eq!(ledger.ready().await, Ok(()));
    assert_eq!(ledger.append("t", kept, body("y")).await, Ok(kept + 1));
}

#[tokio::test]
async fn a_file_that_cannot_be_used_is_named() {
    let folder = Folder::fresh("ledger-bad");
    let said = |error: LedgerError| error.to_string();
    let missing = Sqlite::open(&folder.file("no/such/folder.db")).await.err().map(said).unwrap();
    assert!(missing.contains("folder.db"), "{missing}");
    std::fs::write(folder.file("text.db"), "this is not a database, it is a sentence".repeat(50)).unwrap();
    let text = Sqlite::open(&folder.file("text.db")).await.err().map(said).unwrap();
    assert!(text.contains("not a database"), "{text}");
    let ledger = Sqlite::open(&folder.file("torn.db")).await.unwrap();
    for number in 0..500 {
        ledger.append("t", number, body("something that takes room")).await.unwrap();
    }
    ledger.close().await.unwrap();
    let mut bytes = std::fs::read(folder.file("torn.db")).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle..].fill(0x5a);
    std::fs::write(folder.file("torn.db"), &bytes).unwrap();
    let torn = Sqlite::open(&folder.file("torn.db")).await.err().map(said).unwrap();
    assert!(torn.contains("damaged") || torn.contains("malformed"), "{torn}");
    assert_eq!(std::fs::read(folder.file("torn.db")).unwrap(), bytes, "what is left is not touched");
}
