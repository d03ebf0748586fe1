//! The tables in the database, and how they came to be: each step is taken once, whichever server takes it.
//!
//! Steps follow "expand, deploy, contract": one that older servers can live with leaves `needs` as it is; one that they
//! cannot raises it, and they refuse to start.

use sqlx::postgres::{PgConnection, PgDatabaseError};
use sqlx::{Connection, Row};

/// A step: its statements, and the oldest version of a server that can work with the result.
struct Step {
    needs: i64,
    statements: &'static [&'static str],
}

/// Version n is what the first n steps make.
const STEPS: [Step; 1] = [Step {
    needs: 1,
    // Names are compared byte by byte, whatever the language of the database.
    statements: &[
        "CREATE TABLE IF NOT EXISTS parlour_entry (log TEXT COLLATE \"C\" NOT NULL, number BIGINT NOT NULL, \
         token BIGINT NOT NULL, body BYTEA NOT NULL, PRIMARY KEY (log, number))",
        "CREATE TABLE IF NOT EXISTS parlour_kept (shelf TEXT COLLATE \"C\" NOT NULL, key TEXT COLLATE \"C\" NOT NULL, \
         revision BIGINT NOT NULL, value BYTEA NOT NULL, PRIMARY KEY (shelf, key))",
    ],
}];

const VERSIONS: &str =
    "CREATE TABLE IF NOT EXISTS parlour_schema (version BIGINT PRIMARY KEY, needs BIGINT NOT NULL)";

/// The version that this server makes and knows.
const KNOWN: i64 = STEPS.len() as i64;

/// How often others may be quicker with a step.
const TRIES: usize = 20;

/// Two servers that begin at once meet at the same step: then one of them fails, and looks again.
fn was_another_quicker(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(|error| error.code());
    // Unique violation, duplicate table or type, serialisation failure, deadlock, and a catalogue row that changed meanwhile.
    matches!(code.as_deref(), Some("23505" | "42P07" | "42710" | "40001" | "40P01" | "XX000"))
}

/// Makes the tables, or brings them up to date; says why if that cannot be.
pub async fn prepare(connection: &mut PgConnection) -> Result<(), String> {
    let mut last = String::new();
    for _ in 0..TRIES {
        match step(connection).await {
            Ok(Ok(true)) => return Ok(()),
            Ok(Ok(false)) => {}
            Ok(Err(newer)) => return Err(newer),
            Err(error) if was_another_quicker(&error) => last = error.to_string(),
            Err(error) => return Err(explained(&error)),
        }
    }
    Err(format!("the tables cannot be made: {last}"))
}

fn explained(error: &sqlx::Error) -> String {
    let refused = error.as_database_error().and_then(|error| error.try_downcast_ref::<PgDatabaseError>());
    match refused {
        Some(refused) if refused.code() == "42501" => format!(
            "the database user may not create tables ({}); let it own the database or a schema",
            refused.message()
        ),
        _ => format!("the tables cannot be made: {error}"),
    }
}

/// Takes the next step, if there is one; whether all are taken.
async fn step(connection: &mut PgConnection) -> Result<Result<bool, String>, sqlx::Error> {
    let there: Option<String> =
        sqlx::query_scalar("SELECT to_regclass('parlour_schema')::text").fetch_one(&mut *connection).await?;
    if there.is_none() {
        sqlx::query(VERSIONS).execute(&mut *connection).await?;
    }
    let row = sqlx::query("SELECT coalesce(max(version), 0), coalesce(max(needs), 0) FROM parlour_schema")
        .fetch_all(&mut *connection)
        .await?;
    let (version, needs) = match row.first() {
        Some(row) => (row.try_get::<i64, _>(0)?, row.try_get::<i64, _>(1)?),
        None => (0, 0),
    };
    if needs > KNOWN {
        return Ok(Err(format!(
            "the database is used by a newer version (format {version} needs a server that knows {needs}, \
             this one knows {KNOWN}); update parlour"
        )));
    }
    let Some(next) = usize::try_from(version).ok().and_then(|version| STEPS.get(version)) else {
        return Ok(Ok(true));
    };
    let mut whole = connection.begin().await?;
    sqlx::query("INSERT INTO parlour_schema (version, needs) VALUES ($1, $2)")
        .bind(version + 1)
        .bind(next.needs)
        .execute(&mut *whole)
        .await?;
    for statement in next.statements {
        sqlx::query(*statement).execute(&mut *whole).await?;
    }
    whole.commit().await?;
    Ok(Ok(false))
}
