//! The way in. Connections are counted before a byte is read, and a client that sends its request or takes its answer
//! too slowly is let go, so that nobody can hold connections open for nothing.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, watch};
use tokio::time::{Sleep, sleep};
use tower::ServiceExt;

use super::State;
use super::address::ConnectionPermit;

/// How long nothing is accepted after the system had no room for another connection.
const NO_ROOM: Duration = Duration::from_millis(500);

/// Who is at the other end of a connection.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub SocketAddr);

/// Serves these pages until `stop` is done and everything under way is finished.
pub async fn serve(listener: TcpListener, app: Router, state: &State, stop: impl Future<Output = ()>) {
    let (closing, _) = watch::channel(false);
    let (alive, mut ended) = mpsc::channel::<()>(1);
    let mut stop = pin!(stop);
    loop {
        let (stream, address) = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    tracing::debug!(%error, "cannot accept a connection");
                    sleep(NO_ROOM).await;
                    continue;
                }
            },
            () = &mut stop => break,
        };
        // A client over the limit finds the connection closed.
        let Some(permit) = state.addresses.knock(address.ip()) else { continue };
        // Messages are small and someone waits for each of them.
        let _ = stream.set_nodelay(true);
        let patience = state.hub.0.config.request_timeout;
        let stream = LimitedStream { stream, patience, stalled: None, _permit: permit };
        let (app, closing, alive) = (app.clone(), closing.subscribe(), alive.clone());
        tokio::spawn(async move {
            let _alive = alive;
            connection(stream, app, Peer(address), patience, closing).await;
        });
    }
    drop((listener, alive));
    closing.send_replace(true);
    while ended.recv().await.is_some() {}
}

async fn connection(
    stream: LimitedStream,
    app: Router,
    peer: Peer,
    patience: Duration,
    mut closing: watch::Receiver<bool>,
) {
    let answer = service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        let answer = app.clone().oneshot(request.map(Body::new));
        async move { answer.await.map_err(|never: Infallible| never) }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(patience)
        .serve_connection(TokioIo::new(stream), answer)
        .with_upgrades();
    let mut connection = pin!(connection);
    tokio::select! {
        _ = connection.as_mut() => {}
        () = async { let _ = closing.wait_for(|closing| *closing).await; } => {
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
        }
    }
}

/// A connection that counts until it is closed, and fails if nothing of what is sent is taken for too long.
struct LimitedStream {
    stream: TcpStream,
    patience: Duration,
    stalled: Option<Pin<Box<Sleep>>>,
    _permit: ConnectionPermit,
}

impl LimitedStream {
    fn unless_stalled<T>(
        &mut self,
        context: &mut Context<'_>,
        sent: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if sent.is_ready() {
            self.stalled = None;
            return sent;
        }
        let patience = self.patience;
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(sleep(patience)));
        stalled.as_mut().poll(context).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for LimitedStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for LimitedStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let sent = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.unless_stalled(context, sent)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let sent = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.unless_stalled(context, sent)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}
