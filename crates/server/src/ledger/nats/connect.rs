//! The way to the NATS servers: who we are there, and the two streams that hold everything.

use std::path::PathBuf;
use std::time::Duration;

use async_nats::jetstream::stream::{Config, DiscardPolicy, StorageType, Stream};
use async_nats::jetstream::{Context, ErrorCode};
use async_nats::{Client, ConnectError, ConnectErrorKind, ConnectOptions, Event, ServerAddr};
use tokio::time::Instant;

use super::super::LedgerError;
use super::known::unavailable;

/// How long a cluster that is just starting may take until it can keep streams.
const STARTING: Duration = Duration::from_secs(20);
/// How long one request may take; JetStream's own cluster may need longer, and is asked again.
pub const REQUEST: Duration = Duration::from_secs(2);
/// How often the connection is tried.
const PING: Duration = Duration::from_secs(2);
/// How many replicas there are unless someone says.
const REPLICAS: usize = 3;

/// Where the ledger is, and who we are there.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Addresses such as `nats://10.0.0.1:4222`, perhaps with `user:password@`; one that answers is enough.
    pub servers: Vec<String>,
    /// A file with credentials (a JWT and its key).
    pub credentials: Option<PathBuf>,
    /// A certificate to trust beside the system's.
    pub authority: Option<PathBuf>,
    /// Our own certificate and its key.
    pub certificate: Option<(PathBuf, PathBuf)>,
    /// Servers that keep each entry; 3 in a cluster and 1 without one, unless said.
    pub replicas: Option<usize>,
    /// The first word of the streams' names, and of the subjects.
    pub name: String,
    /// The most bytes of each stream, on each server; nothing is thrown away, but nothing is taken any longer.
    pub most_bytes: Option<u64>,
    /// Only the servers named here, not those that they tell of.
    pub only_these: bool,
}

/// User and password.
type Login = (String, String);

impl Settings {
    /// These servers, and all else as usual.
    pub fn new(servers: Vec<String>) -> Self {
        Self {
            servers,
            credentials: None,
            authority: None,
            certificate: None,
            replicas: None,
            name: "parlour".to_owned(),
            most_bytes: None,
            only_these: false,
        }
    }

    fn check(&self) -> Result<(), LedgerError> {
        let letters = self.name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        if self.name.is_empty() || !letters {
            return Err(unavailable("the name of the streams must be of letters, digits and hyphens"));
        }
        Ok(())
    }

    /// The servers as they are to be connected to, and who we are there.
    fn addresses(&self) -> Result<(Vec<ServerAddr>, Option<Login>), LedgerError> {
        let mut user = None;
        let mut servers = Vec::new();
        for text in &self.servers {
            let server: ServerAddr =
                text.trim().parse().map_err(|_| unavailable(no_address(&self.shown())))?;
            if let (Some(name), Some(password)) = (server.username(), server.password()) {
                user = Some((name.to_owned(), password.to_owned()));
            }
            servers.push(server);
        }
        Ok((servers, user))
    }

    /// The servers without what nobody should read.
    fn shown(&self) -> String {
        let hide = |server: &String| match server.split_once("://") {
            Some((scheme, rest)) => format!("{scheme}://{}", rest.rsplit('@').next().unwrap_or_default()),
            None => server.rsplit('@').next().unwrap_or_default().to_owned(),
        };
        self.servers.iter().map(hide).collect::<Vec<_>>().join(", ")
    }
}

/// A connection that comes back by itself. Whatever happens to it goes to the log.
pub async fn connect(settings: &Settings) -> Result<Client, LedgerError> {
    settings.check()?;
    let (servers, user) = settings.addresses()?;
    let mut options = ConnectOptions::new()
        .name("parlour")
        .ping_interval(PING)
        .request_timeout(Some(REQUEST))
        .connection_timeout(REQUEST)
        .reconnect_delay_callback(|tries| Duration::from_millis(50 * (tries as u64).clamp(1, 10)))
        .event_callback(|event| async move {
            match event {
                Event::Connected => tracing::info!("connected to NATS"),
                Event::Disconnected => tracing::warn!("connection to NATS lost; reconnecting"),
                other => tracing::debug!(%other, "NATS"),
            }
        });
    if let Some((user, password)) = user {
        options = options.user_and_password(user, password);
    }
    if let Some(path) = &settings.credentials {
        options = options.credentials_file(path).await.map_err(|error| {
            unavailable(format!("the credentials in {} cannot be used: {error}", path.display()))
        })?;
    }
    if let Some(path) = &settings.authority {
        options = options.add_root_certificates(path.clone()).require_tls(true);
    }
    if let Some((certificate, key)) = &settings.certificate {
        options = options.add_client_certificate(certificate.clone(), key.clone());
    }
    if settings.only_these {
        options = options.ignore_discovered_servers();
    }
    options.connect(&servers).await.map_err(|error| unavailable(reason(settings, &error)))
}

fn no_tls(servers: &str, error: &ConnectError) -> String {
    format!(
        "no safe connection to {servers} ({error}); check the certificates (--nats-ca, --nats-cert, --nats-key), \
         and that the server speaks TLS"
    )
}

fn no_address(servers: &str) -> String {
    format!("{servers} is not an address of a NATS server; give one such as nats://127.0.0.1:4222")
}

fn reason(settings: &Settings, error: &ConnectError) -> String {
    let servers = settings.shown();
    let certificates = error.to_string().to_lowercase().contains("certificate");
    match error.kind() {
        _ if certificates => no_tls(&servers, error),
        ConnectErrorKind::ServerParse => no_address(&servers),
        ConnectErrorKind::Authentication | ConnectErrorKind::AuthorizationViolation => {
            format!(
                "the NATS server at {servers} does not accept who we are; check user and password, or the file of credentials"
            )
        }
        ConnectErrorKind::Tls => no_tls(&servers, error),
        _ => format!(
            "no NATS server answers at {servers} ({error}); check the address, and that it is running"
        ),
    }
}

/// The streams, made if they are not there.
pub struct Streams {
    pub log: Stream,
    pub collection: Stream,
}

/// Finds or makes both streams, as soon as the servers can keep them.
pub async fn streams(context: &Context, settings: &Settings) -> Result<Streams, LedgerError> {
    let clustered = context.client().server_info().cluster.is_some();
    let replicas = settings.replicas.unwrap_or(if clustered { REPLICAS } else { 1 });
    let name = &settings.name;
    let base = Config {
        storage: StorageType::File,
        num_replicas: replicas,
        // Nothing that was acknowledged is ever thrown away to make room.
        discard: DiscardPolicy::New,
        max_bytes: settings.most_bytes.map_or(-1, |most| i64::try_from(most).unwrap_or(i64::MAX)),
        ..Config::default()
    };
    let log = Config {
        name: format!("{name}-log"),
        subjects: vec![format!("{name}.log.*")],
        description: Some("Parlour: the entries of every table, a subject for each".to_owned()),
        ..base.clone()
    };
    let collection = Config {
        name: format!("{name}-shelf"),
        subjects: vec![format!("{name}.shelf.>")],
        description: Some("Parlour: lobby, guests and results, the last message of each subject".to_owned()),
        max_messages_per_subject: 1,
        ..base
    };
    Ok(Streams { log: stream(context, log).await?, collection: stream(context, collection).await? })
}

async fn stream(context: &Context, wanted: Config) -> Result<Stream, LedgerError> {
    let began = Instant::now();
    loop {
        let error = match find_or_make(context, &wanted).await {
            Ok(stream) => return checked(stream, &wanted),
            Err(error) => error,
        };
        if !error.may_pass || began.elapsed() > STARTING {
            return Err(unavailable(error.text));
        }
        // A cluster that starts has no leader for a while.
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

struct NotYet {
    text: String,
    may_pass: bool,
}

async fn find_or_make(context: &Context, wanted: &Config) -> Result<Stream, NotYet> {
    use async_nats::jetstream::context::{CreateStreamErrorKind, GetStreamErrorKind};
    let missing = match context.get_stream(&wanted.name).await {
        Ok(stream) => return Ok(stream),
        Err(error) => error,
    };
    match missing.kind() {
        GetStreamErrorKind::JetStream(error) if error.error_code() == ErrorCode::STREAM_NOT_FOUND => {}
        GetStreamErrorKind::JetStream(error) => return Err(refused(&error, wanted)),
        _ => return Err(silent(context).await),
    }
    let made = context.create_stream(wanted.clone()).await;
    made.map_err(|error| match error.kind() {
        CreateStreamErrorKind::JetStream(error) => refused(&error, wanted),
        _ => NotYet { text: format!("the stream {} cannot be made: {error}", wanted.name), may_pass: true },
    })
}

fn refused(error: &async_nats::jetstream::Error, wanted: &Config) -> NotYet {
    let (name, replicas) = (&wanted.name, wanted.num_replicas);
    let no_jetstream = "the NATS server keeps no streams; start it with JetStream (nats-server -js), \
                        and allow it for this account";
    match error.error_code() {
        ErrorCode::JETSTREAM_NOT_ENABLED | ErrorCode::JETSTREAM_NOT_ENABLED_FOR_ACCOUNT => {
            NotYet { text: no_jetstream.to_owned(), may_pass: false }
        }
        ErrorCode::STREAM_REPLICAS_NOT_SUPPORTED => NotYet {
            text: format!(
                "this NATS server is no cluster and cannot keep {replicas} replicas; say --nats-replicas 1"
            ),
            may_pass: false,
        },
        ErrorCode::CLUSTER_NO_PEERS | ErrorCode::INSUFFICIENT_RESOURCES => NotYet {
            text: format!(
                "the NATS cluster has no {replicas} servers with room for a stream; start more of them, \
                 or choose with --nats-replicas"
            ),
            may_pass: true,
        },
        ErrorCode::STREAM_SUBJECT_OVERLAP => NotYet {
            text: format!(
                "another stream takes the subjects of {name}; choose another name with --nats-name"
            ),
            may_pass: false,
        },
        ErrorCode::STORAGE_RESOURCES_EXCEEDED | ErrorCode::ACCOUNT_RESOURCES_EXCEEDED => NotYet {
            text: format!("the NATS server has no room for the stream {name} ({error}); give it more"),
            may_pass: false,
        },
        _ => NotYet { text: format!("the stream {name} cannot be had: {error}"), may_pass: true },
    }
}

/// Nobody answered: either there is nobody who could, or not yet.
async fn silent(context: &Context) -> NotYet {
    use async_nats::jetstream::context::AccountErrorKind;
    let may_pass = context.client().server_info().cluster.is_some();
    match context.query_account().await.map_err(|error| error.kind()) {
        Err(AccountErrorKind::JetStreamUnavailable) => NotYet {
            text: "the NATS server keeps no streams; start it with JetStream (nats-server -js), \
                   and allow it for this account"
                .to_owned(),
            may_pass,
        },
        _ => NotYet {
            text: "JetStream does not answer; see that most servers of the NATS cluster are running"
                .to_owned(),
            may_pass: true,
        },
    }
}

/// A stream of that name might be anything.
fn checked(stream: Stream, wanted: &Config) -> Result<Stream, LedgerError> {
    let found = &stream.cached_info().config;
    let per_subject = |config: &Config| config.max_messages_per_subject.max(0);
    let keeps = found.subjects == wanted.subjects
        && per_subject(found) == per_subject(wanted)
        && found.discard == DiscardPolicy::New
        && found.max_age.is_zero();
    if !keeps {
        return Err(unavailable(format!(
            "the stream {} on the NATS server is not one of ours, or was changed so that it loses entries; \
             choose another name with --nats-name",
            wanted.name
        )));
    }
    if found.num_replicas < wanted.num_replicas {
        tracing::warn!(
            stream = wanted.name,
            replicas = found.num_replicas,
            wanted = wanted.num_replicas,
            "stream has fewer replicas than configured; change it with nats stream edit --replicas"
        );
    }
    Ok(stream)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_are_not_shown() {
        let settings =
            Settings::new(vec!["nats://me:secret@host:4222".to_owned(), "you:hidden@other".to_owned()]);
        assert_eq!(settings.shown(), "nats://host:4222, other");
    }
}
