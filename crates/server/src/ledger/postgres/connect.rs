//! The way to the host that takes writes.

use std::time::Duration;

use sqlx::Connection;
use sqlx::postgres::PgConnection;
use tokio::time::timeout;

use super::Settings;

/// How long one host may take to answer.
const CONNECT: Duration = Duration::from_secs(2);

/// A connection to a host that takes writes.
pub struct Writable {
    pub host: usize,
    pub connection: PgConnection,
}

/// An error without what the driver adds to it.
pub fn reason(error: &sqlx::Error) -> String {
    match error {
        sqlx::Error::Database(error) => error.message().to_owned(),
        sqlx::Error::Io(error) => error.to_string(),
        sqlx::Error::PoolTimedOut => "all connections are in use".to_owned(),
        other => other.to_string(),
    }
}

/// Whether the server of this connection takes writes: a standby does not.
pub async fn takes_writes(connection: &mut PgConnection) -> Result<bool, sqlx::Error> {
    let read_only: String =
        sqlx::query_scalar("SHOW transaction_read_only").fetch_one(&mut *connection).await?;
    Ok(read_only == "off")
}

/// Connects to one host, if it takes writes.
pub async fn to(settings: &Settings, host: usize) -> Result<PgConnection, String> {
    match timeout(CONNECT, tried(settings, host)).await {
        Ok(Ok(Some(connection))) => Ok(connection),
        Ok(Ok(None)) => Err("it is a standby".to_owned()),
        Ok(Err(error)) => Err(reason(&error)),
        Err(_) => Err("no answer".to_owned()),
    }
}

async fn tried(settings: &Settings, host: usize) -> Result<Option<PgConnection>, sqlx::Error> {
    let mut connection = PgConnection::connect_with(&settings.hosts[host]).await?;
    Ok(takes_writes(&mut connection).await?.then_some(connection))
}

/// Asks every host at once, and takes the first that takes writes; of several, the one that was it before.
pub async fn find(settings: &Settings, before: usize) -> Result<Writable, String> {
    let asked = (0..settings.hosts.len()).map(|host| timeout(CONNECT, tried(settings, host)));
    let answers = futures_util::future::join_all(asked).await;
    let mut reasons = Vec::new();
    let mut found: Option<Writable> = None;
    for (host, answer) in answers.into_iter().enumerate() {
        match answer {
            Ok(Ok(Some(connection))) if found.is_none() || host == before => {
                found = Some(Writable { host, connection });
            }
            Ok(Ok(Some(_))) => {}
            Ok(Ok(None)) => reasons.push(None),
            Ok(Err(error)) => reasons.push(Some(explained(settings, host, &error))),
            Err(_) => reasons.push(Some("no answer within 2 s".to_owned())),
        }
    }
    found.ok_or_else(|| why(settings, &reasons))
}

fn why(settings: &Settings, reasons: &[Option<String>]) -> String {
    let hosts = settings.shown();
    let mut told: Vec<&str> = reasons.iter().flatten().map(String::as_str).collect();
    told.dedup();
    match told.as_slice() {
        [] => format!("no PostgreSQL server at {hosts} takes writes: each of them is a standby"),
        told => format!(
            "no PostgreSQL server at {hosts} takes writes ({}); check the address, and that it is running",
            told.join("; ")
        ),
    }
}

fn explained(settings: &Settings, host: usize, error: &sqlx::Error) -> String {
    let options = &settings.hosts[host];
    let code = error.as_database_error().and_then(|error| error.code());
    match (code.as_deref(), error) {
        (Some("28P01" | "28000"), _) => {
            format!("it does not accept user {}: {}", options.get_username(), reason(error))
        }
        (Some("3D000"), _) => format!(
            "there is no database {0}; create it: createdb {0}",
            options.get_database().unwrap_or_else(|| options.get_username())
        ),
        (_, sqlx::Error::Tls(_)) => {
            format!("no safe connection: {}; check sslmode, sslrootcert, sslcert and sslkey", reason(error))
        }
        _ => reason(error),
    }
}
