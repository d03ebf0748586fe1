//! The address of the databases: one URL with one or several hosts.

use std::str::FromStr;

use sqlx::ConnectOptions;
use sqlx::postgres::PgConnectOptions;

use super::super::LedgerError;
use super::unavailable;

/// Where the ledger is, and how it is used.
#[derive(Clone)]
pub struct Settings {
    /// One for each host of the URL, the same but for the host.
    pub(super) hosts: Vec<PgConnectOptions>,
    /// The hosts without what nobody should read.
    pub(super) shown: String,
    /// Whether the server refuses to work without a synchronous standby.
    pub require_standby: bool,
}

impl Settings {
    /// Whether this is the address of a PostgreSQL database.
    pub fn is_url(text: &str) -> bool {
        ["postgres://", "postgresql://"].iter().any(|scheme| text.starts_with(scheme))
    }

    /// Reads `postgres://user:password@host1:5432,host2:5432/database?sslmode=verify-full`.
    pub fn read(url: &str) -> Result<Self, LedgerError> {
        let bad = |why: &str| {
            unavailable(format!(
                "this is not an address of PostgreSQL ({why}); give one such as \
                 postgres://parlour@db1.example:5432,db2.example:5432/parlour"
            ))
        };
        let (scheme, rest) =
            url.split_once("://").filter(|_| Self::is_url(url)).ok_or_else(|| bad("no postgres://"))?;
        let end = rest.find(['/', '?']).unwrap_or(rest.len());
        let (authority, path) = rest.split_at(end);
        let (user, names) = match authority.rsplit_once('@') {
            Some((user, names)) => (format!("{user}@"), names),
            None => (String::new(), authority),
        };
        let path = without_target(path);
        let mut hosts = Vec::new();
        for name in names.split(',').map(str::trim) {
            let one = format!("{scheme}://{user}{name}{path}");
            // The error may quote the URL, and so the password.
            let options = PgConnectOptions::from_str(&one).map_err(|_| bad("host, port or settings"))?;
            hosts.push(options.application_name("parlour").disable_statement_logging());
        }
        Ok(Self { hosts, shown: names.to_owned(), require_standby: false })
    }

    /// The hosts without what nobody should read.
    pub fn shown(&self) -> &str {
        &self.shown
    }
}

/// The host that takes writes is found in any case, so that what other programs need for it is no mistake here.
fn without_target(path: &str) -> String {
    let Some((path, settings)) = path.split_once('?') else { return path.to_owned() };
    let kept: Vec<&str> =
        settings.split('&').filter(|setting| !setting.starts_with("target_session_attrs=")).collect();
    if kept.is_empty() { path.to_owned() } else { format!("{path}?{}", kept.join("&")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_host_of_the_address_is_tried_with_the_same_settings() {
        let url = "postgres://me:s%40cret@one:5433,two/cards?sslmode=require&target_session_attrs=read-write";
        let settings = Settings::read(url).unwrap();
        let found: Vec<_> = settings
            .hosts
            .iter()
            .map(|host| (host.get_host(), host.get_port(), host.get_username(), host.get_database()))
            .collect();
        assert_eq!(found, [("one", 5433, "me", Some("cards")), ("two", 5432, "me", Some("cards"))]);
        assert_eq!(settings.shown(), "one:5433,two", "without the password");
    }

    #[test]
    fn an_address_that_cannot_be_read_is_refused_without_telling_the_password() {
        for url in
            ["mysql://me:secret@one/cards", "postgres://me:secret@one:x/cards", "postgres://me:secret@a b/"]
        {
            let why = Settings::read(url).err().unwrap().to_string();
            assert!(why.contains("not an address of PostgreSQL") && !why.contains("secret"), "{why}");
        }
    }
}
