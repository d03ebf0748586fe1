//! For operators: health, metrics and the description of this interface.

use axum::extract::State as Known;
use axum::http::header;
use axum::response::IntoResponse;
use protocol::http::Problem;

use super::State;
use super::error::Refused;

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

/// Numbers for Prometheus
#[utoipa::path(
    get, path = "/metrics",
    responses(
        (status = 200, description = "The numbers", content_type = "text/plain"),
        (status = 429, description = "Too many requests", body = Problem),
    )
)]
pub async fn metrics(Known(state): Known<State>) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], state.hub.metrics().text())
}

/// The description of this interface.
pub async fn openapi() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], super::openapi())
}
