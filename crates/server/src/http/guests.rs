//! Guests: whoever has the key.

use axum::Json;
use axum::extract::State as Known;
use axum::http::{HeaderMap, StatusCode, header};
use protocol::http::{Problem, Results};
use protocol::online::GuestKey;
use utoipa::Modify;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};

use super::State;
use super::error::Refused;
use crate::identity::GuestId;

/// Says in the description how a guest is known.
pub struct Keys;

impl Modify for Keys {
    fn modify(&self, api: &mut utoipa::openapi::OpenApi) {
        let scheme = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .description(Some("The guest key: 64 hexadecimal digits, made at random in the browser."))
            .build();
        let parts = api.components.get_or_insert_default();
        parts.add_security_scheme("guest", SecurityScheme::Http(scheme));
    }
}

/// The guest whose key the headers carry.
pub fn guest(headers: &HeaderMap) -> Result<GuestId, Refused> {
    let text = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let key = text
        .and_then(|text| text.strip_prefix("Bearer "))
        .and_then(|key| key.trim().parse::<GuestKey>().ok());
    let missing = || {
        let text = "Send your guest key as \"Authorization: Bearer <64 hexadecimal digits>\".";
        Refused::new(StatusCode::UNAUTHORIZED, text)
    };
    key.as_ref().map(GuestId::of).ok_or_else(missing)
}

/// A guest's finished games, and how they fared against whom
#[utoipa::path(
    get, path = "/api/results", security(("guest" = [])),
    responses(
        (status = 200, description = "The results", body = Results),
        (status = 401, description = "The guest key is missing or not a key", body = Problem),
        (status = 429, description = "Too many requests", body = Problem),
        (status = 503, description = "The ledger does not answer", body = Problem),
    )
)]
pub async fn results(Known(state): Known<State>, headers: HeaderMap) -> Result<Json<Results>, Refused> {
    Ok(Json(state.hub.results(&guest(&headers)?).await?))
}
