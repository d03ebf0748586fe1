//! From HTTP to a socket.

use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, Request, State as Known};
use axum::http::StatusCode;
use axum::response::Response;
use axum::{RequestExt, extract::FromRequestParts};
use futures_util::{SinkExt, StreamExt};

use super::error::Refused;
use super::{State, address};
use crate::hub::Hub;
use crate::socket::{Frame, Incoming, serve_client};

/// What is read at once: a client's messages are small, and there may be many clients.
const READ_BUFFER: usize = 4 * 1024;

/// Opens a client's socket to a table.
pub async fn socket(
    Known(state): Known<State>,
    Path(table): Path<String>,
    request: Request,
) -> Result<Response, Refused> {
    let config = &state.hub.0.config;
    address::check_origin(config, request.headers())?;
    let from = address::asker(&state, &request);
    let (mut parts, _) = request.with_limited_body().into_parts();
    let upgrade = WebSocketUpgrade::from_request_parts(&mut parts, &()).await;
    let upgrade = upgrade.map_err(|error: WebSocketUpgradeRejection| {
        Refused::new(error.status(), "This address is for sockets. See PROTOCOL.md.")
    })?;
    let slot = state.addresses.sit(from).ok_or_else(|| {
        let text = "There are too many connections from your address. Close some, then try again.";
        Refused::new(StatusCode::TOO_MANY_REQUESTS, text)
    })?;
    let largest = config.largest_message;
    let hub = state.hub.clone();
    Ok(upgrade
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(0)
        .max_message_size(largest)
        .max_frame_size(largest)
        .on_upgrade(move |socket| async move {
            let _slot = slot;
            serve(&hub, &table, socket).await;
        }))
}

async fn serve(hub: &Hub, table: &str, socket: WebSocket) {
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
    serve_client(hub, table, incoming, outgoing).await;
}
