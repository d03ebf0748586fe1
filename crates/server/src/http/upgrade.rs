//! From HTTP to a socket.

use std::net::IpAddr;

use axum::extract::rejection::PathRejection;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, Request, State as Known};
use axum::http::StatusCode;
use axum::response::Response;
use axum::{RequestExt, extract::FromRequestParts};
use futures_util::{SinkExt, StreamExt};
use protocol::codes;

use super::error::Refused;
use super::{State, address};
use crate::hub::Hub;
use crate::socket::{Frame, Incoming, serve_client};

/// What is read at once: a client's messages are small, and there may be many clients.
const READ_BUFFER: usize = 1024;
/// What is gathered before it is written; a reader who waits for it flushes sooner.
const WRITE_BUFFER: usize = 16 * 1024;

/// Opens a client's socket to a table.
pub async fn socket(
    Known(state): Known<State>,
    table: Result<Path<String>, PathRejection>,
    request: Request,
) -> Result<Response, Refused> {
    let Path(table) = table?;
    let config = &state.hub.0.config;
    address::check_origin(config, request.headers())?;
    let (peer, from) = (address::peer(&request), address::asker(&state, &request));
    let (mut parts, _) = request.with_limited_body().into_parts();
    let upgrade = WebSocketUpgrade::from_request_parts(&mut parts, &()).await;
    let upgrade = upgrade.map_err(|error: WebSocketUpgradeRejection| {
        let text = "This address is for sockets. See PROTOCOL.md.";
        Refused::new(error.status(), codes::BAD_MESSAGE, text)
    })?;
    let slot = state.addresses.sit(peer, from).ok_or_else(|| {
        let text = "There are too many connections from your address. Close some, then try again.";
        Refused::new(StatusCode::TOO_MANY_REQUESTS, codes::TOO_MANY, text)
    })?;
    let largest = config.largest_message;
    let hub = state.hub.clone();
    Ok(upgrade
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(WRITE_BUFFER.min(config.outbox_bytes))
        // What is sent, and the answers to pings of a client that does not read them.
        .max_write_buffer_size(2 * config.outbox_bytes)
        .max_message_size(largest)
        .max_frame_size(largest)
        .on_upgrade(move |socket| async move {
            let _slot = slot;
            serve(&hub, &table, from, socket).await;
        }))
}

async fn serve(hub: &Hub, table: &str, from: Option<IpAddr>, socket: WebSocket) {
    let (sink, stream) = socket.split();
    let incoming = stream.take_while(|message| {
        let goes_on = matches!(message, Ok(message) if !matches!(message, Message::Close(_)));
        std::future::ready(goes_on)
    });
    let incoming = incoming.map(|message| match message {
        Ok(Message::Text(text)) => Incoming::Text(text),
        Ok(Message::Ping(_) | Message::Pong(_)) => Incoming::Pulse,
        _ => Incoming::Strange,
    });
    let outgoing = sink.with(|frame| {
        std::future::ready(Ok::<_, axum::Error>(match frame {
            Frame::Text(text) => Message::Text(text),
            Frame::Ping => Message::Ping(bytes::Bytes::new()),
        }))
    });
    serve_client(hub, table, from, incoming, outgoing).await;
}
