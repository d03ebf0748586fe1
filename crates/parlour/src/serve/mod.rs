//! `parlour serve`: the card room for browsers. It hands out the web client's bundle; everything else happens in the
//! browser.

mod bundle;
mod headers;

use std::io::{self, Write};
use std::net::SocketAddr;
use std::time::Duration;

use axum::Router;
use axum::http::{HeaderMap, Method, Uri};
use axum::response::Response;
use tokio::net::TcpListener;

use crate::cli::ServeArgs;
use crate::failure::{Failure, Outcome};

/// Serves until it is told to stop.
pub fn run(args: &ServeArgs) -> Outcome {
    if !bundle::is_there() {
        return Err(Failure::failed(
            "this executable was built without the web client; type cargo xtask run in the project's folder",
        ));
    }
    let runtime =
        tokio::runtime::Runtime::new().map_err(|error| Failure::failed(format!("cannot start: {error}")))?;
    runtime.block_on(serve(&args.host, args.port))
}

async fn serve(host: &str, port: u16) -> Outcome {
    let listener = TcpListener::bind((host, port)).await.map_err(|error| refused(host, port, &error))?;
    let address = listener.local_addr().map_err(|error| refused(host, port, &error))?;
    announce(address)?;
    let room = Router::new().fallback(hand_out);
    let served = axum::serve(listener, room).with_graceful_shutdown(told_to_stop());
    tokio::select! {
        ended = async { served.await } => {
            ended.map_err(|error| Failure::failed(format!("the card room had to close: {error}")))
        }
        () = patience() => Ok(()),
    }
}

/// Answers that were begun are finished, but nobody can keep the room open by listening slowly.
async fn patience() {
    told_to_stop().await;
    tokio::time::sleep(Duration::from_secs(3)).await;
}

async fn hand_out(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    bundle::answer(&method, uri.path(), &headers)
}

/// The first line is the address alone at its end, for people and for scripts.
fn announce(address: SocketAddr) -> Outcome {
    let host = if address.ip().is_unspecified() { "localhost".to_owned() } else { host(address) };
    let mut out = io::stdout().lock();
    writeln!(out, "The card room is open at http://{host}:{}", address.port()).map_err(Failure::output)?;
    writeln!(out, "Ctrl-C closes it.").map_err(Failure::output)?;
    out.flush().map_err(Failure::output)
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
            Failure::failed(format!("port {port} needs more rights; choose one from 1024 on with --port"))
        }
        io::ErrorKind::AddrNotAvailable => {
            Failure::failed(format!("this machine has no address {host}; choose another with --host"))
        }
        _ => Failure::failed(format!("cannot listen on {host}: {error}; choose another with --host")),
    }
}

/// Ctrl-C, or the way a service manager says it.
async fn told_to_stop() {
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
