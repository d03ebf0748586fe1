//! Three servers and a database that is simulated: answers get lost or come late, the database fails over, and one kind
//! of it forgets the last writes. Time is tokio's paused clock and chance is a seed, so that every run can be repeated.
//! The history checker judges each. What a seed has found is kept as a test of its own.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use engine::{Dice, Seed};
use futures_util::future::BoxFuture;
use tokio::sync::broadcast;
use tokio::time::{Instant, sleep};

use super::store::{Failure, Found, Listener, NewEntry, NewItem, Outcome, Place, Store, StoreFuture, Stored};
use super::{Durability, Postgres};
use crate::ledger::history::{Event, EventRecorder, Final, Recorded, check};
use crate::ledger::{Collection, Item, Ledger, LedgerError, Watch};

/// What is in a database.
#[derive(Clone, Default)]
struct Data {
    entries: BTreeMap<(String, u64), (i64, Bytes)>,
    kept: BTreeMap<(&'static str, String), (u64, Bytes)>,
}

/// The database that all servers share.
struct World {
    data: Data,
    /// What a standby has that lags behind.
    old: Data,
    /// Until when nothing takes writes, because another database takes over.
    down: Option<Instant>,
    dice: Dice,
    /// Of 100 statements, this number lose their answer or are lost on the way.
    loses: usize,
    /// Whether no answer comes at all.
    silent: bool,
    /// Whether it goes wrong at all.
    trouble: bool,
    /// Whether the answer to the next new thing in a collection is lost.
    mute: bool,
    told: broadcast::Sender<String>,
    /// Tables that have made their moves.
    done: usize,
}

type Shared = Arc<Mutex<World>>;

fn locked(world: &Shared) -> MutexGuard<'_, World> {
    world.lock().unwrap_or_else(PoisonError::into_inner)
}

fn lost() -> Failure {
    Failure { outcome: Outcome::Unknown, reason: "no answer".to_owned() }
}

/// One server's way to the database.
struct Way(Shared);

impl Way {
    /// Takes a statement there and its answer back; each may take long or get lost.
    async fn go<T: Send>(&self, what: impl FnOnce(&mut Data) -> T + Send) -> Result<T, Failure> {
        let (there, back, fate, loses) = {
            let mut world = locked(&self.0);
            let world = &mut *world;
            let late = if world.trouble && world.dice.below(20) == 0 { 3_000_000 } else { 5_000 };
            let mut wait = || Duration::from_micros(200 + world.dice.below(late) as u64);
            let (there, back) = (wait(), wait());
            (there, back, if world.trouble { world.dice.below(100) } else { 100 }, world.loses)
        };
        sleep(there).await;
        if locked(&self.0).silent {
            return std::future::pending().await;
        }
        if fate < loses {
            // Lost on the way; that is noticed after a while.
            sleep(Duration::from_secs(1)).await;
            return Err(lost());
        }
        let done = {
            let mut world = locked(&self.0);
            if world.down.is_some_and(|until| Instant::now() < until) {
                return Err(Failure { outcome: Outcome::Again, reason: "nobody takes writes".to_owned() });
            }
            what(&mut world.data)
        };
        sleep(back).await;
        if fate < 2 * loses { Err(lost()) } else { Ok(done) }
    }

    /// Gives up on a statement that is done all the same, some time later; whether it was so.
    async fn is_late(&self, what: impl FnOnce(&mut Data) + Send + 'static) -> bool {
        let wait = {
            let mut world = locked(&self.0);
            if !world.trouble || world.dice.below(50) > 0 {
                return false;
            }
            Duration::from_millis(world.dice.below(10_000) as u64)
        };
        let world = self.0.clone();
        tokio::spawn(async move {
            sleep(wait).await;
            let mut world = locked(&world);
            if world.trouble {
                what(&mut world.data);
            }
        });
        sleep(Duration::from_secs(1)).await;
        true
    }
}

/// What the statement that appends does.
fn insert(data: &mut Data, entries: &[NewEntry]) -> Vec<i64> {
    let before = data.entries.clone();
    let mut written = Vec::new();
    for entry in entries {
        let previous = entry.number.checked_sub(1).map(|number| before.get(&(entry.log.clone(), number)));
        let fits = match previous {
            None => true,
            Some(None) => false,
            Some(Some((token, _))) => entry.before.is_none_or(|before| before == *token),
        };
        let place = (entry.log.clone(), entry.number);
        if let (true, Entry::Vacant(free)) = (fits, data.entries.entry(place)) {
            free.insert((entry.token, entry.body.clone()));
            written.push(entry.token);
        }
    }
    written
}

fn length(data: &Data, log: &str) -> u64 {
    let of_log = (log.to_owned(), 0)..=(log.to_owned(), u64::MAX);
    data.entries.range(of_log).next_back().map_or(0, |((_, number), _)| number + 1)
}

impl Store for Way {
    fn insert<'a>(&'a self, _: usize, entries: &'a [NewEntry]) -> StoreFuture<'a, Vec<i64>> {
        Box::pin(async move {
            let again = entries.to_vec();
            if self.is_late(move |data| drop(insert(data, &again))).await {
                return Err(lost());
            }
            self.go(|data| insert(data, entries)).await
        })
    }

    fn look<'a>(&'a self, places: &'a [(String, u64)]) -> StoreFuture<'a, Vec<Found>> {
        Box::pin(self.go(|data| {
            let found = |place: &(String, u64)| Found {
                length: length(data, &place.0),
                token: data.entries.get(place).map(|(token, _)| *token),
            };
            places.iter().map(found).collect()
        }))
    }

    fn page<'a>(&'a self, log: &'a str, from: u64, limit: usize) -> StoreFuture<'a, Vec<Stored>> {
        Box::pin(self.go(move |data| {
            let of_log = (log.to_owned(), from)..=(log.to_owned(), u64::MAX);
            let stored = |(place, (token, body)): (&(String, u64), &(i64, Bytes))| Stored {
                number: place.1,
                token: *token,
                body: body.clone(),
            };
            data.entries.range(of_log).take(limit).map(stored).collect()
        }))
    }

    fn lengths<'a>(&'a self, logs: &'a [String]) -> StoreFuture<'a, Vec<u64>> {
        Box::pin(self.go(|data| logs.iter().map(|log| length(data, log)).collect()))
    }

    fn logs(&self) -> StoreFuture<'_, Vec<String>> {
        Box::pin(self.go(|data| {
            let firsts = data.entries.keys().filter(|(_, number)| *number == 0);
            firsts.map(|(log, _)| log.clone()).collect()
        }))
    }

    fn redact<'a>(&'a self, log: &'a str, number: u64, body: &'a Bytes) -> StoreFuture<'a, ()> {
        Box::pin(self.go(move |data| {
            if let Some(entry) = data.entries.get_mut(&(log.to_owned(), number)) {
                entry.1 = body.clone();
            }
        }))
    }

    fn remove_log<'a>(&'a self, log: &'a str) -> StoreFuture<'a, ()> {
        Box::pin(self.go(move |data| data.entries.retain(|(name, _), _| name != log)))
    }

    fn insert_kept<'a>(&'a self, things: &'a [NewItem]) -> StoreFuture<'a, Vec<Place>> {
        Box::pin(async move {
            let mute = std::mem::take(&mut locked(&self.0).mute);
            let done = self.go(move |data| {
                let mut done = Vec::new();
                for thing in things {
                    let place = (thing.collection.name(), thing.key.clone());
                    if let Entry::Vacant(free) = data.kept.entry(place) {
                        free.insert((thing.revision, thing.value.clone()));
                        done.push((thing.collection, thing.key.clone(), thing.revision));
                    }
                }
                done
            });
            let done = done.await?;
            if mute {
                sleep(Duration::from_secs(1)).await;
                return Err(lost());
            }
            Ok(done)
        })
    }

    fn replace_kept<'a>(&'a self, things: &'a [NewItem]) -> StoreFuture<'a, Vec<Place>> {
        Box::pin(self.go(move |data| {
            let mut done = Vec::new();
            for thing in things {
                if let Some(there) = data.kept.get_mut(&(thing.collection.name(), thing.key.clone()))
                    && Some(there.0) == thing.expected
                {
                    *there = (thing.revision, thing.value.clone());
                    done.push((thing.collection, thing.key.clone(), thing.revision));
                }
            }
            done
        }))
    }

    fn remove_kept<'a>(&'a self, places: &'a [Place]) -> StoreFuture<'a, Vec<Place>> {
        Box::pin(self.go(move |data| {
            let mut done = Vec::new();
            for (collection, key, revision) in places {
                let place = (collection.name(), key.clone());
                if data.kept.get(&place).is_some_and(|(there, _)| there == revision) {
                    data.kept.remove(&place);
                    done.push((*collection, key.clone(), *revision));
                }
            }
            done
        }))
    }

    fn revisions<'a>(&'a self, places: &'a [(Collection, String)]) -> StoreFuture<'a, Vec<u64>> {
        Box::pin(self.go(|data| {
            let there = |(collection, key): &(Collection, String)| {
                data.kept.get(&(collection.name(), key.clone())).map_or(0, |(revision, _)| *revision)
            };
            places.iter().map(there).collect()
        }))
    }

    fn get<'a>(&'a self, collection: Collection, key: &'a str) -> StoreFuture<'a, Option<Item>> {
        Box::pin(self.go(move |data| {
            let there = data.kept.get(&(collection.name(), key.to_owned()));
            there.map(|(revision, value)| Item {
                key: key.to_owned(),
                revision: *revision,
                value: value.clone(),
            })
        }))
    }

    fn list<'a>(
        &'a self,
        collection: Collection,
        _: &'a str,
        after: Option<&'a str>,
        limit: usize,
    ) -> StoreFuture<'a, Vec<Item>> {
        Box::pin(self.go(move |data| {
            let wanted = |place: &&(&str, String)| {
                place.0 == collection.name() && after.is_none_or(|after| place.1.as_str() > after)
            };
            let places = data.kept.keys().filter(wanted).take(limit);
            let kept = |place: &(&'static str, String)| {
                let (revision, value) = &data.kept[place];
                Item { key: place.1.clone(), revision: *revision, value: value.clone() }
            };
            places.map(kept).collect()
        }))
    }

    fn notify<'a>(&'a self, words: &'a str) -> StoreFuture<'a, ()> {
        Box::pin(async move {
            self.go(|_| ()).await?;
            let _ = locked(&self.0).told.send(words.to_owned());
            Ok(())
        })
    }

    fn listen(&self) -> StoreFuture<'_, Box<dyn Listener>> {
        Box::pin(async move {
            self.go(|_| ()).await?;
            let heard = locked(&self.0).told.subscribe();
            Ok(Box::new(Ear { heard, world: self.0.clone() }) as Box<dyn Listener>)
        })
    }

    fn durability(&self) -> StoreFuture<'_, Durability> {
        Box::pin(async {
            Ok(Durability { fsync: true, commit: "on".to_owned(), standbys: "one".to_owned() })
        })
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        Box::pin(async {})
    }
}

struct Ear {
    heard: broadcast::Receiver<String>,
    world: Shared,
}

impl Listener for Ear {
    fn next(&mut self) -> StoreFuture<'_, String> {
        Box::pin(async move {
            loop {
                let words = self.heard.recv().await.map_err(|_| lost())?;
                let mut world = locked(&self.world);
                // Some of it is never heard, and sometimes the connection breaks.
                match if world.trouble { world.dice.below(40) } else { 40 } {
                    0 => return Err(lost()),
                    1..=3 => {}
                    _ => return Ok(words),
                }
            }
        })
    }
}

/// The histories of all servers, by tokio's clock.
struct Notes {
    began: Instant,
    events: Mutex<Vec<Event>>,
}

impl EventRecorder for Notes {
    fn note(&self, event: &Event) {
        self.events.lock().unwrap_or_else(PoisonError::into_inner).push(event.clone());
    }

    fn now(&self) -> u64 {
        self.began.elapsed().as_micros() as u64
    }
}

const SERVERS: usize = 3;
const TABLES: usize = 2;
const MOVES: u64 = 12;

/// A table at a server: it folds its log, and appends where its fold ends. Once it has made its moves, it follows until
/// nothing goes wrong any longer; its last read is without trouble.
async fn play(ledger: Arc<dyn Ledger>, world: Shared, table: String, name: usize, seed: u64) -> Vec<Bytes> {
    let mut dice = Dice::new(&Seed::from_number(seed));
    let (mut made, mut is_done) = (0, false);
    'anew: loop {
        let Ok((mut fold, mut watch)) = load(&*ledger, &table).await else {
            sleep(Duration::from_millis(300)).await;
            continue 'anew;
        };
        loop {
            let is_over = !locked(&world).trouble;
            let entry = Bytes::from(format!("{name}.{made}"));
            if made < MOVES {
                match ledger.append(&table, fold.len() as u64, entry.clone()).await {
                    Ok(_) => {
                        fold.push(entry.clone());
                        made += 1;
                    }
                    Err(LedgerError::Conflict { .. }) => {}
                    Err(LedgerError::Unavailable(_)) => sleep(Duration::from_secs(1)).await,
                }
            } else if !std::mem::replace(&mut is_done, true) {
                locked(&world).done += 1;
            }
            // What others did, and whether what nobody knew was done.
            match ledger.read(&table, fold.len() as u64).await {
                Ok(more) => {
                    made += more.iter().filter(|body| **body == entry).count() as u64;
                    fold.extend(more);
                    if is_over {
                        return fold;
                    }
                }
                Err(_) => sleep(Duration::from_secs(1)).await,
            }
            sleep(Duration::from_millis(dice.below(40) as u64)).await;
            let is_lost = tokio::time::timeout(Duration::from_millis(1), watch.next(u64::MAX)).await;
            if matches!(is_lost, Ok(Err(_))) {
                continue 'anew;
            }
        }
    }
}

async fn load(ledger: &dyn Ledger, table: &str) -> Result<(Vec<Bytes>, Box<dyn Watch>), LedgerError> {
    let watch = ledger.watch(table).await?;
    let fold = ledger.read(table, 0).await?;
    Ok((fold, watch))
}

/// Changes things in collections, as lobby and guests are changed.
async fn keep(ledger: Arc<dyn Ledger>, name: usize) {
    for number in 0..MOVES {
        let Ok(there) = ledger.get(Collection::Lobby, "thing").await else { continue };
        let value = Bytes::from(format!("{name}.{number}"));
        match there {
            Some(kept) if number % 5 == 4 => {
                let _ = ledger.remove(Collection::Lobby, "thing", kept.revision).await;
            }
            there => {
                let expected = there.map(|kept| kept.revision);
                let _ = ledger.put(Collection::Lobby, "thing", expected, value).await;
            }
        }
    }
}

/// Lets the database fail over now and then; one that forgets takes the last writes with it.
async fn fail_over(world: Shared, forgets: bool) {
    for _ in 0..3 {
        let wait = locked(&world).dice.below(1500);
        sleep(Duration::from_millis(wait as u64)).await;
        let copied = locked(&world).data.clone();
        locked(&world).old = copied;
        let lag = locked(&world).dice.below(200);
        sleep(Duration::from_millis(lag as u64)).await;
        let mut world = locked(&world);
        let down = Duration::from_millis(world.dice.below(12_000) as u64);
        world.down = Some(Instant::now() + down);
        if forgets {
            world.data = world.old.clone();
        }
    }
}

fn world(seed: u64) -> Shared {
    let mut dice = Dice::new(&Seed::from_number(seed));
    let loses = 1 + dice.below(4);
    Arc::new(Mutex::new(World {
        data: Data::default(),
        old: Data::default(),
        down: None,
        dice,
        loses,
        silent: false,
        trouble: true,
        mute: false,
        told: broadcast::Sender::new(256),
        done: 0,
    }))
}

/// One run; returns the faults, and whether every server's fold is the log in the end.
async fn run(seed: u64, forgets: bool) -> (Vec<String>, bool) {
    let world = world(seed);
    let mut histories = Vec::new();
    let (mut players, mut keepers) = (Vec::new(), Vec::new());
    let began = Instant::now();
    let mut ledgers = Vec::new();
    for name in 0..SERVERS {
        let notes = Arc::new(Notes { began, events: Mutex::default() });
        let ledger = Arc::new(Postgres::on(Arc::new(Way(world.clone())), false).unwrap());
        ledgers.push(ledger.clone());
        let recorded: Arc<dyn Ledger> = Arc::new(Recorded::new(ledger, notes.clone()));
        for table in 0..TABLES {
            let (ledger, number) = (recorded.clone(), (name * TABLES + table) as u64);
            let table = format!("t{table}");
            players.push(tokio::spawn(play(ledger, world.clone(), table, name, seed * 100 + number)));
        }
        keepers.push(tokio::spawn(keep(recorded, name)));
        histories.push(notes);
    }
    let failing = tokio::spawn(fail_over(world.clone(), forgets));
    for keeper in keepers {
        keeper.await.unwrap();
    }
    failing.await.unwrap();
    while locked(&world).done < SERVERS * TABLES {
        sleep(Duration::from_millis(100)).await;
    }
    {
        let mut world = locked(&world);
        (world.trouble, world.down) = (false, None);
    }
    let mut folds = Vec::new();
    for player in players {
        folds.push(player.await.unwrap());
    }
    for ledger in ledgers {
        ledger.close().await.unwrap();
    }
    let end = Postgres::on(Arc::new(Way(world)), false).unwrap();
    let all = Final::read(&end).await.unwrap();
    let mut same = true;
    for (number, fold) in folds.iter().enumerate() {
        let log = whole(&end, &format!("t{}", number % TABLES)).await;
        same &= log.starts_with(fold);
    }
    end.close().await.unwrap();
    let events: Vec<Vec<Event>> =
        histories.iter().map(|notes| std::mem::take(&mut *notes.events.lock().unwrap())).collect();
    (check(&events, &all).faults, same)
}

async fn whole(ledger: &dyn Ledger, log: &str) -> Vec<Bytes> {
    ledger.read(log, 0).await.unwrap()
}

/// Seed 369: the answer to a new thing is lost, and another server has removed it before the first one asks again.
#[tokio::test(start_paused = true)]
async fn what_another_server_has_removed_is_not_put_there_again() {
    let world = world(369);
    {
        let mut world = locked(&world);
        (world.trouble, world.mute) = (false, true);
    }
    let [one, other] = [(); 2].map(|()| Postgres::on(Arc::new(Way(world.clone())), false).unwrap());
    let thing = async || other.get(Collection::Lobby, "thing").await.unwrap();
    let put = tokio::spawn(async move {
        let put = one.put(Collection::Lobby, "thing", None, Bytes::from_static(b"here")).await;
        one.close().await.unwrap();
        put
    });
    let kept = loop {
        match thing().await {
            Some(kept) => break kept,
            None => sleep(Duration::from_millis(1)).await,
        }
    };
    other.remove(Collection::Lobby, "thing", kept.revision).await.unwrap();
    let answer = put.await.unwrap();
    assert!(matches!(answer, Err(LedgerError::Unavailable(_))), "nobody knows: {answer:?}");
    assert_eq!(thing().await, None);
    other.close().await.unwrap();
}

/// A server waited for an answer, and its clients with it, as long as the database was silent.
#[tokio::test(start_paused = true)]
async fn a_database_that_does_not_answer_at_all_is_noticed() {
    let world = world(1);
    locked(&world).trouble = false;
    let ledger = Postgres::on(Arc::new(Way(world.clone())), false).unwrap();
    let mut watch = ledger.watch("table").await.unwrap();
    locked(&world).silent = true;
    // By the paused clock.
    let told = tokio::time::timeout(Duration::from_secs(30), watch.next(0)).await;
    assert!(matches!(told, Ok(Err(LedgerError::Unavailable(_)))), "those who watch are told");
}

/// How many seeds; many more with `PARLOUR_TEST_SCALE`, or the one that `PARLOUR_SEED` names.
fn seeds() -> std::ops::Range<u64> {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    match number("PARLOUR_SEED") {
        Some(seed) => seed..seed + 1,
        None => 0..50 * number("PARLOUR_TEST_SCALE").unwrap_or(1),
    }
}

#[test]
fn nothing_acknowledged_is_lost_whatever_happens_on_the_way() {
    for seed in seeds() {
        let runtime =
            tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
        let (faults, same) = runtime.block_on(run(seed, false));
        assert!(faults.is_empty(), "seed {seed}: {faults:?}");
        assert!(same, "seed {seed}: a fold is not its log");
    }
}

/// What a database forgets is lost; but no server builds on what is no longer there.
#[test]
fn a_database_that_forgets_leaves_no_server_with_another_past() {
    for seed in seeds() {
        let runtime =
            tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
        let (_, same) = runtime.block_on(run(seed, true));
        assert!(same, "seed {seed}: a fold is not its log");
    }
}
