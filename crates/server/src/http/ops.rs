//! For operators: health, metrics and the description of this interface.

use axum::extract::{Request, State as Known};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use protocol::http::Problem;

use super::error::{Refused, not_found};
use super::{State, address};

/// Whether the server can serve
#[utoipa::path(
    get, path = "/healthz",
    responses(
        (status = 200, description = "All is well", content_type = "text/plain"),
        (status = 429, description = "Too many requests", body = Problem),
        (status = 503, description = "The ledger does not answer", body = Problem),
    )
)]
pub async fn health(Known(state): Known<State>) -> Result<&'static str, Refused> {
    state.hub.ready().await?;
    Ok("ok\n")
}

/// Whether the server takes players, and how durable an acknowledged move is
#[utoipa::path(
    get, path = "/readyz",
    responses(
        (status = 200, description = "It does; a sentence says what a crash could cost", content_type = "text/plain"),
        (status = 429, description = "Too many requests", body = Problem),
        (status = 503, description = "The ledger does not answer, or the server shuts down", body = Problem),
    )
)]
pub async fn readiness(Known(state): Known<State>) -> Result<String, Refused> {
    if state.hub.is_closing() {
        return Err(crate::HubError::Closing.into());
    }
    state.hub.ready().await?;
    Ok(format!("ready\n{}\n", state.hub.promise().await?))
}

/// Numbers for Prometheus.
pub async fn metrics(Known(state): Known<State>) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], state.hub.metrics().text())
}

/// The same on the public port, for this machine alone: how many play here is nobody else's business.
pub async fn own_metrics(known: Known<State>, request: Request) -> Response {
    match address::asker(&known.0, &request) {
        None => metrics(known).await.into_response(),
        Some(_) => not_found().await.into_response(),
    }
}

/// The description of this interface.
pub async fn openapi() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], super::openapi())
}
