//! PostgreSQL behind [`Store`]: only plain SQL, and no state in a session besides `LISTEN`.
//!
//! A statement counts as done when the server says `ReadyForQuery`, not when its rows arrive: rows come before the
//! commit. `fetch_all` and `execute` wait for it; `fetch_one` and `fetch_optional` do not, and are for reading only.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures_util::future::BoxFuture;
use sqlx::postgres::{PgConnection, PgListener, PgPool, PgPoolOptions, PgRow};
use sqlx::{Connection, Row};
use tokio::sync::{Mutex, RwLock};
use tokio::time::{Instant, timeout};

use super::super::{Collection, Item, LedgerError};
use super::connect::{self, Writable};
use super::durability::Durability;
use super::store::{Failure, Found, Listener, NewEntry, NewItem, Outcome, Place, Store, StoreFuture, Stored};
use super::{APPENDING, CHANNEL, Settings, schema, unavailable};

type Statement<'q> = sqlx::query::Query<'q, sqlx::Postgres, sqlx::postgres::PgArguments>;

/// The connection that writes collections, and the one that tells others; before them are those that append.
const KEEPING: usize = APPENDING;
const TELLING: usize = APPENDING + 1;

/// Connections that read.
const POOL: u32 = 8;
/// How long reading may take.
const STATEMENT: Duration = Duration::from_secs(4);
/// How long a commit may take before it is looked whether its server is still the one that takes writes.
const STUCK: Duration = Duration::from_secs(3);

const INSERT: &str = "INSERT INTO parlour_entry (log, number, token, body) \
    SELECT n.log, n.number, n.token, n.body \
    FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bytea[]) \
        AS n (log, number, token, before, body) \
    WHERE n.number = 0 OR EXISTS (SELECT 1 FROM parlour_entry AS e WHERE e.log = n.log AND e.number = n.number - 1 \
        AND (n.before IS NULL OR e.token = n.before)) \
    ORDER BY n.log, n.number \
    ON CONFLICT (log, number) DO NOTHING RETURNING token";
const LOOK: &str = "SELECT (SELECT coalesce(max(e.number) + 1, 0) FROM parlour_entry AS e WHERE e.log = w.log), \
    (SELECT e.token FROM parlour_entry AS e WHERE e.log = w.log AND e.number = w.number) \
    FROM unnest($1::text[], $2::bigint[]) WITH ORDINALITY AS w (log, number, place) ORDER BY w.place";
const PAGE: &str =
    "SELECT number, token, body FROM parlour_entry WHERE log = $1 AND number >= $2 ORDER BY number LIMIT $3";
const LENGTHS: &str = "SELECT (SELECT coalesce(max(e.number) + 1, 0) FROM parlour_entry AS e WHERE e.log = w.log) \
    FROM unnest($1::text[]) WITH ORDINALITY AS w (log, place) ORDER BY w.place";
const INSERT_KEPT: &str = "INSERT INTO parlour_kept (shelf, key, revision, value) \
    SELECT n.shelf, n.key, n.revision, n.value \
    FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bytea[]) AS n (shelf, key, revision, value) \
    ORDER BY n.shelf, n.key ON CONFLICT (shelf, key) DO NOTHING RETURNING shelf, key, revision";
const REPLACE_KEPT: &str = "UPDATE parlour_kept AS k SET revision = n.revision, value = n.value \
    FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bytea[], $5::bigint[]) \
        AS n (shelf, key, revision, value, expected) \
    WHERE k.shelf = n.shelf AND k.key = n.key AND k.revision = n.expected RETURNING k.shelf, k.key, k.revision";
const REMOVE_KEPT: &str = "DELETE FROM parlour_kept AS k \
    USING unnest($1::text[], $2::text[], $3::bigint[]) AS n (shelf, key, revision) \
    WHERE k.shelf = n.shelf AND k.key = n.key AND k.revision = n.revision RETURNING k.shelf, k.key, k.revision";
const REVISIONS: &str = "SELECT coalesce(k.revision, 0) \
    FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS w (shelf, key, place) \
    LEFT JOIN parlour_kept AS k ON k.shelf = w.shelf AND k.key = w.key ORDER BY w.place";
const GET: &str = "SELECT key, revision, value FROM parlour_kept WHERE shelf = $1 AND key = $2";
// Keys are plain ASCII, so that "~" comes after every one of them.
const LIST: &str = "SELECT key, revision, value FROM parlour_kept WHERE shelf = $1 AND key >= $2 AND key < $3 \
    AND key > $4 ORDER BY key LIMIT $5";

/// The databases of one URL.
pub struct Sql {
    settings: Settings,
    known: RwLock<Known>,
    lanes: [Mutex<Option<Lane>>; APPENDING + 2],
}

/// The host that takes writes.
struct Current {
    host: usize,
    pool: PgPool,
}

/// Which host takes writes.
enum Known {
    Host(Arc<Current>),
    /// Nobody knows; when it was last looked for in vain, and why.
    Nobody(Option<(Instant, String)>),
}

struct Lane {
    current: Arc<Current>,
    connection: PgConnection,
}

/// What an error of the driver says about the statement.
fn failure(error: &sqlx::Error) -> Failure {
    let outcome = match error {
        sqlx::Error::Database(told) => match told.code().as_deref() {
            // The session was ended, perhaps while its commit waited for a standby.
            Some("57P01" | "57P02") => Outcome::Unknown,
            // Lost to another transaction; not the host that takes writes; no place for another connection.
            Some(code) if code.starts_with("40") && code != "40003" => Outcome::Again,
            Some("25006" | "57P03" | "53300") => Outcome::Again,
            Some(code) if code.starts_with("08") || code == "40003" => Outcome::Unknown,
            _ => Outcome::Refused,
        },
        sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed => Outcome::Again,
        _ => Outcome::Unknown,
    };
    Failure { outcome, reason: connect::reason(error) }
}

fn too_slow() -> Failure {
    Failure { outcome: Outcome::Unknown, reason: "the database takes too long to answer".to_owned() }
}

fn number(row: &PgRow, column: usize) -> Result<u64, sqlx::Error> {
    Ok(row.try_get::<i64, _>(column)? as u64)
}

fn kept(row: &PgRow) -> Result<Item, sqlx::Error> {
    let value = Bytes::from(row.try_get::<Vec<u8>, _>(2)?);
    Ok(Item { key: row.try_get(0)?, revision: number(row, 1)?, value })
}

fn places(rows: &[PgRow]) -> Result<Vec<Place>, Failure> {
    let place = |row: &PgRow| {
        let shelf: String = row.try_get(0)?;
        let collection = Collection::ALL.into_iter().find(|known| known.name() == shelf);
        Ok((collection.ok_or(sqlx::Error::RowNotFound)?, row.try_get(1)?, number(row, 2)?))
    };
    all(rows, place)
}

impl Sql {
    /// Connects to the host that takes writes, and makes the tables if they are not there.
    pub async fn open(settings: Settings) -> Result<Self, LedgerError> {
        let mut writable = connect::find(&settings, 0).await.map_err(unavailable)?;
        schema::prepare(&mut writable.connection).await.map_err(unavailable)?;
        let current = Arc::new(Current { host: writable.host, pool: pool(&settings, writable.host) });
        let _ = writable.connection.close().await;
        Ok(Self::knowing(settings, Known::Host(current)))
    }

    fn knowing(settings: Settings, known: Known) -> Self {
        Self { settings, known: RwLock::new(known), lanes: std::array::from_fn(|_| Mutex::new(None)) }
    }

    /// The host that takes writes, as far as is known; looked for if nobody knows. Those who come while it is looked for
    /// share what comes of it: if each looked again after the other, the last would wait for minutes.
    async fn current(&self) -> Result<Arc<Current>, Failure> {
        let asked = Instant::now();
        if let Known::Host(current) = &*self.known.read().await {
            return Ok(current.clone());
        }
        let not_found = |reason: &str| Failure { outcome: Outcome::Again, reason: reason.to_owned() };
        let mut known = self.known.write().await;
        match &*known {
            Known::Host(current) => return Ok(current.clone()),
            Known::Nobody(Some((when, reason))) if *when > asked => return Err(not_found(reason)),
            Known::Nobody(_) => {}
        }
        match connect::find(&self.settings, 0).await {
            Ok(Writable { host, connection }) => {
                let _ = connection.close().await;
                let current = Arc::new(Current { host, pool: pool(&self.settings, host) });
                *known = Known::Host(current.clone());
                Ok(current)
            }
            Err(reason) => {
                let failure = not_found(&reason);
                *known = Known::Nobody(Some((Instant::now(), reason)));
                Err(failure)
            }
        }
    }

    /// That host fails: the next one who wants something looks for it again.
    async fn leave(&self, failed: &Arc<Current>) {
        let mut known = self.known.write().await;
        if matches!(&*known, Known::Host(current) if Arc::ptr_eq(current, failed)) {
            *known = Known::Nobody(None);
            let pool = failed.pool.clone();
            // It may wait for connections that do not answer any longer.
            tokio::spawn(async move { timeout(STATEMENT, pool.close()).await });
        }
    }

    /// Reads at the host that takes writes: a standby may lag behind.
    async fn read(&self, query: Statement<'_>) -> Result<Vec<PgRow>, Failure> {
        let current = self.current().await?;
        let failed = match timeout(STATEMENT, query.fetch_all(&current.pool)).await {
            Ok(Ok(rows)) => return Ok(rows),
            Ok(Err(error)) => failure(&error),
            Err(_) => too_slow(),
        };
        if failed.outcome != Outcome::Refused {
            self.leave(&current).await;
        }
        Err(failed)
    }

    /// Writes on a connection of its own. A commit that takes long may wait for a standby: then the connection is kept
    /// as long as its server is the one that takes writes, because a new one would wait as well, and so would the next.
    async fn write(&self, lane: usize, what: Work<'_>) -> Result<Vec<PgRow>, Failure> {
        let mut lane = self.lanes[lane].lock().await;
        let current = self.current().await?;
        if lane.as_ref().is_none_or(|lane| !Arc::ptr_eq(&lane.current, &current)) {
            *lane = None;
            match connect::to(&self.settings, current.host).await {
                Ok(connection) => *lane = Some(Lane { current: current.clone(), connection }),
                Err(reason) => {
                    self.leave(&current).await;
                    return Err(Failure { outcome: Outcome::Again, reason });
                }
            }
        }
        let Some(Lane { connection, .. }) = &mut *lane else { return Err(too_slow()) };
        let failed = {
            let mut writing = Box::pin(what.run(connection));
            loop {
                match timeout(STUCK, &mut writing).await {
                    Ok(Ok(rows)) => return Ok(rows),
                    Ok(Err(error)) => break failure(&error),
                    Err(_) if !self.is_still(&current).await => break too_slow(),
                    Err(_) => {}
                }
            }
        };
        if failed.outcome != Outcome::Refused {
            *lane = None;
            self.leave(&current).await;
        }
        Err(failed)
    }

    /// Whether that host is still the one that takes writes.
    async fn is_still(&self, current: &Current) -> bool {
        let Ok(Writable { host, connection }) = connect::find(&self.settings, current.host).await else {
            return false;
        };
        let _ = connection.close().await;
        host == current.host
    }
}

/// What is done on a connection that writes.
enum Work<'q> {
    Statement(Statement<'q>),
    /// Several statements in one message.
    Script(String),
}

impl Work<'_> {
    async fn run(self, connection: &mut PgConnection) -> Result<Vec<PgRow>, sqlx::Error> {
        match self {
            Self::Statement(statement) => statement.fetch_all(connection).await,
            Self::Script(text) => {
                sqlx::raw_sql(sqlx::AssertSqlSafe(text)).execute(connection).await.map(|_| Vec::new())
            }
        }
    }
}

/// Reads rows as what was asked for.
fn all<T>(rows: &[PgRow], one: impl Fn(&PgRow) -> Result<T, sqlx::Error>) -> Result<Vec<T>, Failure> {
    rows.iter().map(one).collect::<Result<_, _>>().map_err(|error| failure(&error))
}

fn pool(settings: &Settings, host: usize) -> PgPool {
    PgPoolOptions::new()
        .max_connections(POOL)
        .acquire_timeout(STATEMENT)
        .test_before_acquire(false)
        // A host that was the right one may have become a standby, which lags behind.
        .after_connect(|connection, _| {
            Box::pin(async move {
                match connect::takes_writes(connection).await? {
                    true => Ok(()),
                    false => Err(sqlx::Error::Io(std::io::Error::other("the host has become a standby"))),
                }
            })
        })
        .connect_lazy_with(settings.hosts[host].clone())
}

fn insert(entries: &[NewEntry]) -> Statement<'_> {
    let logs: Vec<&str> = entries.iter().map(|entry| entry.log.as_str()).collect();
    let numbers: Vec<i64> = entries.iter().map(|entry| entry.number as i64).collect();
    let tokens: Vec<i64> = entries.iter().map(|entry| entry.token).collect();
    let before: Vec<Option<i64>> = entries.iter().map(|entry| entry.before).collect();
    let bodies: Vec<&[u8]> = entries.iter().map(|entry| &entry.body[..]).collect();
    sqlx::query(INSERT).bind(logs).bind(numbers).bind(tokens).bind(before).bind(bodies)
}

fn put<'q>(text: &'static str, things: &'q [NewItem]) -> Statement<'q> {
    let shelves: Vec<&str> = things.iter().map(|thing| thing.collection.name()).collect();
    let keys: Vec<&str> = things.iter().map(|thing| thing.key.as_str()).collect();
    let revisions: Vec<i64> = things.iter().map(|thing| thing.revision as i64).collect();
    let values: Vec<&[u8]> = things.iter().map(|thing| &thing.value[..]).collect();
    sqlx::query(text).bind(shelves).bind(keys).bind(revisions).bind(values)
}

impl Store for Sql {
    fn insert<'a>(&'a self, lane: usize, entries: &'a [NewEntry]) -> StoreFuture<'a, Vec<i64>> {
        Box::pin(async move {
            let rows = self.write(lane, Work::Statement(insert(entries))).await?;
            all(&rows, |row| row.try_get(0))
        })
    }

    fn look<'a>(&'a self, places: &'a [(String, u64)]) -> StoreFuture<'a, Vec<Found>> {
        Box::pin(async move {
            let logs: Vec<&str> = places.iter().map(|(log, _)| log.as_str()).collect();
            let numbers: Vec<i64> = places.iter().map(|(_, number)| *number as i64).collect();
            let rows = self.read(sqlx::query(LOOK).bind(logs).bind(numbers)).await?;
            all(&rows, |row| Ok(Found { length: number(row, 0)?, token: row.try_get(1)? }))
        })
    }

    fn page<'a>(&'a self, log: &'a str, from: u64, limit: usize) -> StoreFuture<'a, Vec<Stored>> {
        Box::pin(async move {
            let from = i64::try_from(from).unwrap_or(i64::MAX);
            let rows = self.read(sqlx::query(PAGE).bind(log).bind(from).bind(limit as i64)).await?;
            all(&rows, |row| {
                let body = Bytes::from(row.try_get::<Vec<u8>, _>(2)?);
                Ok(Stored { number: number(row, 0)?, token: row.try_get(1)?, body })
            })
        })
    }

    fn lengths<'a>(&'a self, logs: &'a [String]) -> StoreFuture<'a, Vec<u64>> {
        Box::pin(async move {
            let rows = self.read(sqlx::query(LENGTHS).bind(logs)).await?;
            all(&rows, |row| number(row, 0))
        })
    }

    fn logs(&self) -> StoreFuture<'_, Vec<String>> {
        Box::pin(async move {
            let text = "SELECT log FROM parlour_entry WHERE number = 0 ORDER BY log";
            all(&self.read(sqlx::query(text)).await?, |row| row.try_get(0))
        })
    }

    fn redact<'a>(&'a self, log: &'a str, number: u64, body: &'a Bytes) -> StoreFuture<'a, ()> {
        Box::pin(async move {
            let text = "UPDATE parlour_entry SET body = $3 WHERE log = $1 AND number = $2";
            let statement = sqlx::query(text).bind(log).bind(number as i64).bind(&body[..]);
            self.write(KEEPING, Work::Statement(statement)).await.map(drop)
        })
    }

    fn remove_log<'a>(&'a self, log: &'a str) -> StoreFuture<'a, ()> {
        Box::pin(async move {
            let statement = sqlx::query("DELETE FROM parlour_entry WHERE log = $1").bind(log);
            self.write(KEEPING, Work::Statement(statement)).await.map(drop)
        })
    }

    fn insert_kept<'a>(&'a self, things: &'a [NewItem]) -> StoreFuture<'a, Vec<Place>> {
        Box::pin(
            async move { places(&self.write(KEEPING, Work::Statement(put(INSERT_KEPT, things))).await?) },
        )
    }

    fn replace_kept<'a>(&'a self, things: &'a [NewItem]) -> StoreFuture<'a, Vec<Place>> {
        Box::pin(async move {
            let expected: Vec<i64> = things.iter().map(|thing| thing.expected.unwrap_or(0) as i64).collect();
            places(&self.write(KEEPING, Work::Statement(put(REPLACE_KEPT, things).bind(expected))).await?)
        })
    }

    fn remove_kept<'a>(&'a self, gone: &'a [Place]) -> StoreFuture<'a, Vec<Place>> {
        Box::pin(async move {
            let shelves: Vec<&str> = gone.iter().map(|(collection, ..)| collection.name()).collect();
            let keys: Vec<&str> = gone.iter().map(|(_, key, _)| key.as_str()).collect();
            let revisions: Vec<i64> = gone.iter().map(|(.., revision)| *revision as i64).collect();
            let statement = sqlx::query(REMOVE_KEPT).bind(shelves).bind(keys).bind(revisions);
            places(&self.write(KEEPING, Work::Statement(statement)).await?)
        })
    }

    fn revisions<'a>(&'a self, places: &'a [(Collection, String)]) -> StoreFuture<'a, Vec<u64>> {
        Box::pin(async move {
            let shelves: Vec<&str> = places.iter().map(|(collection, _)| collection.name()).collect();
            let keys: Vec<&str> = places.iter().map(|(_, key)| key.as_str()).collect();
            let rows = self.read(sqlx::query(REVISIONS).bind(shelves).bind(keys)).await?;
            all(&rows, |row| number(row, 0))
        })
    }

    fn get<'a>(&'a self, collection: Collection, key: &'a str) -> StoreFuture<'a, Option<Item>> {
        Box::pin(async move {
            let rows = self.read(sqlx::query(GET).bind(collection.name()).bind(key)).await?;
            Ok(all(&rows, kept)?.pop())
        })
    }

    fn list<'a>(
        &'a self,
        collection: Collection,
        prefix: &'a str,
        after: Option<&'a str>,
        limit: usize,
    ) -> StoreFuture<'a, Vec<Item>> {
        Box::pin(async move {
            let query = sqlx::query(LIST).bind(collection.name()).bind(prefix).bind(format!("{prefix}~"));
            let query = query.bind(after.unwrap_or("")).bind(i64::try_from(limit).unwrap_or(i64::MAX));
            all(&self.read(query).await?, kept)
        })
    }

    /// In a transaction of its own: `NOTIFY` in one that writes would let all writers wait for each other's commit. It
    /// need not wait for disk or standby.
    fn notify<'a>(&'a self, words: &'a str) -> StoreFuture<'a, ()> {
        Box::pin(async move {
            let words = words.replace('\'', "''");
            let script = format!(
                "BEGIN; SET LOCAL synchronous_commit = off; SELECT pg_notify('{CHANNEL}', '{words}'); COMMIT"
            );
            self.write(TELLING, Work::Script(script)).await.map(drop)
        })
    }

    fn listen(&self) -> StoreFuture<'_, Box<dyn Listener>> {
        Box::pin(async move {
            let current = self.current().await?;
            let options = PgPoolOptions::new().max_connections(1).acquire_timeout(STATEMENT);
            let pool = options.connect_lazy_with(self.settings.hosts[current.host].clone());
            let begun = async {
                let mut listener = PgListener::connect_with(&pool).await?;
                listener.eager_reconnect(false);
                listener.listen(CHANNEL).await?;
                Ok(Box::new(Listening(listener)) as Box<dyn Listener>)
            };
            match timeout(STATEMENT, begun).await {
                Ok(begun) => begun.map_err(|error: sqlx::Error| failure(&error)),
                Err(_) => Err(too_slow()),
            }
        })
    }

    fn durability(&self) -> StoreFuture<'_, Durability> {
        Box::pin(async move {
            let mut found = Vec::new();
            for text in ["SHOW fsync", "SHOW synchronous_commit", "SHOW synchronous_standby_names"] {
                found.push(match self.read(sqlx::query(text)).await {
                    Ok(rows) => all(&rows, |row| row.try_get::<String, _>(0))?.pop().unwrap_or_default(),
                    // Databases that only speak like PostgreSQL may not have such a setting.
                    Err(failed) if failed.outcome == Outcome::Refused => String::new(),
                    Err(failed) => return Err(failed),
                });
            }
            let [fsync, commit, standbys] = found.try_into().unwrap_or_default();
            Ok(Durability { fsync: fsync != "off", commit, standbys })
        })
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            for lane in &self.lanes {
                // One that is still at work has no answer to give to anyone.
                if let Some(Lane { connection, .. }) = lane.try_lock().ok().and_then(|mut lane| lane.take()) {
                    let _ = timeout(STATEMENT, connection.close()).await;
                }
            }
            let known = std::mem::replace(&mut *self.known.write().await, Known::Nobody(None));
            if let Known::Host(current) = known {
                let _ = timeout(STATEMENT, current.pool.close()).await;
            }
        })
    }
}

struct Listening(PgListener);

impl Listener for Listening {
    fn next(&mut self) -> StoreFuture<'_, String> {
        Box::pin(async move {
            match self.0.try_recv().await {
                Ok(Some(told)) => Ok(told.payload().to_owned()),
                Ok(None) => Err(Failure { outcome: Outcome::Again, reason: "nothing is heard".to_owned() }),
                Err(error) => Err(failure(&error)),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    /// A server that was cut off answered nobody for half a minute: everyone who wanted something looked for the host that
    /// takes writes, one after the other.
    #[tokio::test]
    async fn those_who_look_for_the_host_at_the_same_time_look_once() {
        let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("postgres://me@{}/cards", silent.local_addr().unwrap());
        let sql = Sql::knowing(Settings::read(&url).unwrap(), Known::Nobody(None));
        let searches = AtomicUsize::new(0);
        let count = async {
            let mut held = Vec::new();
            loop {
                held.push(silent.accept().await);
                searches.fetch_add(1, Ordering::Relaxed);
            }
        };
        let all = futures_util::future::join_all((0..20).map(|_| sql.current()));
        tokio::select! {
            found = all => assert!(found.iter().all(Result::is_err)),
            () = count => {}
        }
        assert_eq!(searches.load(Ordering::Relaxed), 1);
    }
}
