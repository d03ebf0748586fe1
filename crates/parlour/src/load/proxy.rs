//! The cable to a database: it can be cut, and mended.

use std::net::Ipv4Addr;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// Passes everything on to a database; while it is cut, nothing comes through and nothing is closed.
pub struct Proxy {
    pub port: u16,
    cut: watch::Sender<bool>,
}

impl Proxy {
    /// Listens on any free port.
    pub async fn start(upstream: u16) -> Result<Self, String> {
        let said = |error: std::io::Error| format!("cannot listen: {error}");
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.map_err(said)?;
        let port = listener.local_addr().map_err(said)?.port();
        let (cut, is_cut) = watch::channel(false);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(pass(stream, upstream, is_cut.clone()));
            }
        });
        Ok(Self { port, cut })
    }

    /// Cuts the cable, or mends it.
    pub fn cut(&self, cut: bool) {
        self.cut.send_replace(cut);
    }
}

async fn pass(stream: TcpStream, upstream: u16, mut cut: watch::Receiver<bool>) {
    let _ = cut.wait_for(|cut| !cut).await;
    let Ok(server) = TcpStream::connect((Ipv4Addr::LOCALHOST, upstream)).await else { return };
    let _ = (stream.set_nodelay(true), server.set_nodelay(true));
    let ((from, to), (back, on)) = (stream.into_split(), server.into_split());
    tokio::select! {
        () = flow(from, on, cut.clone()) => {}
        () = flow(back, to, cut) => {}
    }
}

async fn flow(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, mut cut: watch::Receiver<bool>) {
    let mut bytes = vec![0; 64 * 1024];
    while let Ok(count @ 1..) = from.read(&mut bytes).await {
        if cut.wait_for(|cut| !cut).await.is_err() || to.write_all(&bytes[..count]).await.is_err() {
            break;
        }
    }
    // While the cable is cut, a closed connection goes unnoticed, too.
    let _ = cut.wait_for(|cut| !cut).await;
}
