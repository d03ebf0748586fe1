//! `parlour serve`: the card room for browsers. It hands out the web client's bundle, and keeps the tables that are
//! played online.

mod bundle;
mod headers;
mod json_log;

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::http::{HeaderMap, Method, Uri};
use axum::middleware::map_response;
use axum::response::Response;
use server::ledger::history::Recorded;
use server::{Config, Hub, State};
use tokio::net::TcpListener;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::cli::{LogFormat, ServeArgs};
use crate::failure::{Failure, Result};
use crate::ledger_cmd::LedgerPlace;
use crate::load::HistoryFile;
use crate::print;

/// How long everything under way may take once the room closes.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(8);

/// How often tables that were finished long ago are looked for.
const SWEEP: Duration = Duration::from_secs(60 * 60);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Serves until it is told to stop.
pub fn run(args: &ServeArgs) -> Result {
    if !args.tables_only && !bundle::is_there() {
        return Err(Failure::failed(
            "this executable was built without the web client; type cargo xtask run in the project's folder, \
             or serve the tables only with --tables-only",
        ));
    }
    if args.behind_proxy {
        return Err(Failure::failed(
            "--behind-proxy believed every client's X-Forwarded-For; name the proxy instead: --trusted-proxy 127.0.0.1",
        ));
    }
    log_to_standard_error(args.log, args.log_format);
    let runtime =
        tokio::runtime::Runtime::new().map_err(|error| Failure::failed(format!("cannot start: {error}")))?;
    runtime.block_on(serve(args))
}

fn log_to_standard_error(level: tracing::Level, format: LogFormat) {
    // What the database's driver has to say, we say in our own words, unless someone looks for a fault.
    let driver =
        if level >= tracing::Level::DEBUG { LevelFilter::from_level(level) } else { LevelFilter::OFF };
    let told = Targets::new().with_default(level).with_target("sqlx", driver);
    let lines = tracing_subscriber::fmt::layer().with_writer(io::stderr).with_ansi(false);
    let lines: Box<dyn Layer<_> + Send + Sync> = match format {
        LogFormat::Text => lines.boxed(),
        LogFormat::Json => lines.event_format(json_log::Json).boxed(),
    };
    tracing_subscriber::registry().with(lines.with_filter(told)).init();
}

async fn serve(args: &ServeArgs) -> Result {
    let (host, port) = (args.host.as_str(), args.port);
    let listener = TcpListener::bind((host, port)).await.map_err(|error| refused(host, port, &error))?;
    let address = listener.local_addr().map_err(|error| refused(host, port, &error))?;
    let place = match args.ledger.is_empty() {
        false => LedgerPlace::read(&args.ledger.join(" ")),
        true => LedgerPlace::Folder(args.data.clone().or_else(terminal::data_folder).ok_or_else(|| {
            Failure::failed("no default data folder on this machine; name one with --data")
        })?),
    };
    let _lock = place.lock()?;
    let mut ledger = place.open(args.require_standby).await?;
    if let Some(folder) = &args.history {
        ledger = Arc::new(Recorded::new(ledger, Arc::new(HistoryFile::create(folder)?)));
    }
    let hub = Hub::new(ledger, config(args));
    tracing::info!(%address, "the card room is open");
    announce(address)?;
    let pages = if args.tables_only { Router::new() } else { Router::new().fallback(hand_out) };
    let state = State::new(hub.clone());
    let app = pages.merge(server::router(state.clone())).layer(map_response(protected));
    if let Some(address) = args.metrics_listen {
        let listener = TcpListener::bind(address)
            .await
            .map_err(|error| Failure::failed(format!("cannot listen on {address} for metrics: {error}")))?;
        let address = listener.local_addr().unwrap_or(address);
        tracing::info!(%address, "metrics are served");
        let (monitoring, state) = (server::monitoring(state.clone()), state.clone());
        tokio::spawn(
            async move { server::serve(listener, monitoring, &state, std::future::pending()).await },
        );
    }
    let sweeping = hub.clone();
    tokio::spawn(async move {
        loop {
            if let Err(error) = sweeping.sweep().await {
                tracing::warn!(%error, "cannot delete old tables");
            }
            tokio::time::sleep(SWEEP).await;
        }
    });
    let closing = hub.clone();
    let stop = async move {
        told_to_stop().await;
        closing.close().await;
    };
    tokio::select! {
        () = server::serve(listener, app, &state, stop) => {}
        () = shutdown_timeout() => {}
    }
    Ok(())
}

fn config(args: &ServeArgs) -> Config {
    Config {
        bot_pause: Duration::from_millis(args.bot_pause),
        origins: args.origin.clone(),
        trusted_proxies: args.trusted_proxy.clone(),
        connections: args.max_connections,
        keep_finished: (args.keep_finished > 0).then(|| DAY * args.keep_finished),
        log_reports: args.log_reports,
        warm_tables: args.max_tables,
        connections_per_address: args.connections_per_address,
        calls_per_second: args.calls_per_second,
        calls_at_once: args.calls_per_second * 3,
        ..Config::default()
    }
}

/// Answers of the tables say the same about themselves as pages do.
async fn protected(mut response: Response) -> Response {
    headers::protect(response.headers_mut());
    response
}

/// What was begun is finished, but nobody can keep the room open by listening slowly.
async fn shutdown_timeout() {
    told_to_stop().await;
    tokio::time::sleep(SHUTDOWN_TIMEOUT).await;
}

async fn hand_out(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    bundle::answer(&method, uri.path(), &headers)
}

/// The first line is the address alone at its end, for people and for scripts.
fn announce(address: SocketAddr) -> Result {
    let host = if address.ip().is_unspecified() { "localhost".to_owned() } else { host(address) };
    // In one write: a program that waits for the address may stop reading after its line.
    let text = format!("The card room is open at http://{host}:{}\nCtrl-C closes it.\n", address.port());
    print(text.as_bytes())
}

fn host(address: SocketAddr) -> String {
    match address {
        SocketAddr::V4(address) => address.ip().to_string(),
        SocketAddr::V6(address) => format!("[{}]", address.ip()),
    }
}

fn refused(host: &str, port: u16, error: &io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::AddrInUse => Failure::failed(format!(
            "port {port} is in use; choose another with --port, or any with --port 0"
        )),
        io::ErrorKind::PermissionDenied => {
            Failure::failed(format!("no permission for port {port}; choose one from 1024 on with --port"))
        }
        io::ErrorKind::AddrNotAvailable => {
            Failure::failed(format!("this machine has no address {host}; choose another with --host"))
        }
        _ => Failure::failed(format!("cannot listen on {host}: {error}; choose another with --host")),
    }
}

/// Ctrl-C, or the way a service manager says it.
pub async fn told_to_stop() {
    let by_keys = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let by_manager = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => {
                signal.recv().await;
            }
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let by_manager = std::future::pending::<()>();
    tokio::select! {
        () = by_keys => {}
        () = by_manager => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_that_cannot_be_had_is_told_with_what_to_do() {
        let told = |kind| refused("10.0.0.1", 80, &io::Error::from(kind)).to_string();
        assert!(told(io::ErrorKind::AddrInUse).contains("port 80 is in use; choose another with --port"));
        assert!(told(io::ErrorKind::PermissionDenied).contains("choose one from 1024 on with --port"));
        assert!(
            told(io::ErrorKind::AddrNotAvailable).contains("no address 10.0.0.1; choose another with --host")
        );
    }
}
