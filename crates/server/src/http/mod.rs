//! HTTP: opening and finding tables, records, results, and what operators need.

mod address;
mod error;
mod guests;
mod listener;
mod ops;
mod tables;
mod upgrade;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{any, delete, get, post};
use utoipa::OpenApi;

use self::tables::Lobby;
use crate::hub::Hub;
use address::Addresses;
use guests::Keys;
pub use listener::{Peer, serve};

/// What the handlers know.
#[derive(Clone)]
pub struct State {
    /// The card room.
    pub hub: Hub,
    addresses: Arc<Addresses>,
    lobby: Arc<Lobby>,
}

impl State {
    /// For this card room.
    pub fn new(hub: Hub) -> Self {
        let addresses = Arc::new(Addresses::new(&hub.0.config));
        Self { hub, addresses, lobby: Arc::default() }
    }
}

/// The description of the HTTP interface.
#[derive(OpenApi)]
#[openapi(
    info(title = "Parlour", description = "A card room for home-made and pub card games. The socket is described in PROTOCOL.md."),
    paths(tables::open, tables::list, tables::info, tables::record, guests::results, guests::forget, guests::replace_key, ops::health, ops::readiness),
    components(schemas(
        protocol::online::TableOrder,
        protocol::online::Room,
        protocol::online::TableInfo,
        protocol::online::Place,
        protocol::online::Phase,
        protocol::online::Who,
        protocol::http::Listed,
        protocol::http::Results,
        protocol::http::Finished,
        protocol::http::Rival,
        protocol::http::Opened,
        protocol::http::NewKey,
        protocol::http::Problem,
    )),
    modifiers(&Keys)
)]
struct Api;

/// The description of the HTTP interface, as JSON.
pub fn openapi() -> String {
    Api::openapi().to_json().unwrap_or_default()
}

/// What monitoring asks for: on an address that only operators can reach.
pub fn monitoring(state: State) -> Router {
    Router::new()
        .route("/healthz", get(ops::health))
        .route("/readyz", get(ops::readiness))
        .route("/metrics", get(ops::metrics))
        .with_state(state)
}

/// Everything that the card room serves: to be mounted beside the pages.
pub fn router(state: State) -> Router {
    let body = state.hub.0.config.largest_message;
    Router::new()
        .route("/ws/{table}", get(upgrade::socket))
        .route("/api/tables", get(tables::list).post(tables::open))
        .route("/api/tables/{table}", get(tables::info))
        .route("/api/tables/{table}/record", get(tables::record))
        .route("/api/results", get(guests::results))
        .route("/api/guest", delete(guests::forget))
        .route("/api/guest/key", post(guests::replace_key))
        .route("/api/openapi.json", get(ops::openapi))
        .route("/api/{*rest}", any(error::not_found))
        .route("/healthz", get(ops::health))
        .route("/readyz", get(ops::readiness))
        .route("/metrics", get(ops::own_metrics))
        .layer(axum::middleware::from_fn_with_state(state.clone(), address::limit))
        .layer(axum::middleware::from_fn_with_state(state.clone(), address::share))
        .layer(DefaultBodyLimit::max(body))
        .with_state(state)
}
