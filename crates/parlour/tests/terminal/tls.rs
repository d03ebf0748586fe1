//! What a proxy with TLS does before a server.

use std::sync::Arc;
use std::thread;

use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};

/// Self-signed, for `localhost` alone, valid from 2020 to 2119, and of use to nobody: its key is public.
const CERTIFICATE: &str = include_str!("testdata/localhost.pem");
const KEY: &str = include_str!("testdata/key.pem");

/// Listens as `localhost` for the rest of the test and leads everyone to that server; returns the port, and the
/// certificate that proves it.
pub fn before(host: &str) -> (u16, &'static str) {
    let certificate = CertificateDer::from_pem_slice(CERTIFICATE.as_bytes()).unwrap();
    let key = PrivateKeyDer::from_pem_slice(KEY.as_bytes()).unwrap();
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate], key)
        .unwrap();
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
    let port = listener.local_addr().unwrap().port();
    let host = host.to_owned();
    thread::spawn(move || {
        runtime.block_on(async {
            while let Ok((client, _)) = listener.accept().await {
                let (acceptor, host) = (acceptor.clone(), host.clone());
                tokio::spawn(async move {
                    // A client that does not trust the certificate disconnects.
                    let Ok(mut client) = acceptor.accept(client).await else { return };
                    let Ok(mut server) = TcpStream::connect(host).await else { return };
                    let _ = copy_bidirectional(&mut client, &mut server).await;
                });
            }
        });
    });
    (port, CERTIFICATE)
}
