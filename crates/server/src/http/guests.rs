//! Guests: who has the key is the guest.

use axum::Json;
use axum::extract::State as Known;
use axum::extract::rejection::JsonRejection;
use axum::http::{HeaderMap, StatusCode, header};
use protocol::codes;
use protocol::http::{NewKey, Problem, Results};
use protocol::online::GuestKey;
use tokio::time::timeout;
use utoipa::Modify;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};

use super::error::Refused;
use super::{State, address};
use crate::guests::{Replaced, Retired};
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

/// The key that the headers carry.
fn key(headers: &HeaderMap) -> Result<GuestKey, Refused> {
    let text = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let key = text
        .and_then(|text| text.strip_prefix("Bearer "))
        .and_then(|key| key.trim().parse::<GuestKey>().ok());
    key.ok_or_else(|| {
        let text = "Send your guest key as \"Authorization: Bearer <64 hexadecimal digits>\".";
        Refused::new(StatusCode::UNAUTHORIZED, codes::NO_KEY, text)
    })
}

/// The guest whose key the headers carry.
pub async fn guest(state: &State, headers: &HeaderMap) -> Result<GuestId, Refused> {
    state.hub.guest(&key(headers)?).await?.map_err(|Retired| retired())
}

fn retired() -> Refused {
    let text = "Your key was replaced by another. Use the new one.";
    Refused::new(StatusCode::UNAUTHORIZED, codes::NO_KEY, text)
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
    Ok(Json(state.hub.results(&guest(&state, &headers).await?).await?))
}

/// Forgets the guest: name, chat and results are deleted, and seats are given up
#[utoipa::path(
    delete, path = "/api/guest", security(("guest" = [])),
    responses(
        (status = 202, description = "It takes a while, and goes on", body = ()),
        (status = 204, description = "All of it is deleted"),
        (status = 401, description = "The guest key is missing or not a key", body = Problem),
        (status = 403, description = "The page comes from elsewhere", body = Problem),
        (status = 429, description = "Too many requests", body = Problem),
        (status = 503, description = "The ledger does not answer; not all of it is deleted", body = Problem),
    )
)]
pub async fn forget(Known(state): Known<State>, headers: HeaderMap) -> Result<StatusCode, Refused> {
    address::check_origin(&state.hub.0.config, &headers)?;
    let guest = guest(&state, &headers).await?;
    // A guest of very many tables need not wait for the last of them.
    match timeout(state.hub.0.config.request_timeout / 2, state.hub.forget(&guest)).await {
        Ok(forgotten) => forgotten.map(|_| StatusCode::NO_CONTENT).map_err(Refused::from),
        Err(_) => Ok(StatusCode::ACCEPTED),
    }
}

/// Replaces the guest's key: the old one stops working
#[utoipa::path(
    post, path = "/api/guest/key", request_body = NewKey, security(("guest" = [])),
    responses(
        (status = 204, description = "The new key is the guest's"),
        (status = 400, description = "The message is not a key", body = Problem),
        (status = 401, description = "The guest key is missing or not a key", body = Problem),
        (status = 403, description = "The page comes from elsewhere", body = Problem),
        (status = 413, description = "The message is too large"),
        (status = 415, description = "The message is not JSON", body = Problem),
        (status = 422, description = "The new key cannot be had", body = Problem),
        (status = 429, description = "Too many requests", body = Problem),
        (status = 503, description = "The ledger does not answer", body = Problem),
    )
)]
pub async fn replace_key(
    Known(state): Known<State>,
    headers: HeaderMap,
    new: Result<Json<NewKey>, JsonRejection>,
) -> Result<StatusCode, Refused> {
    address::check_origin(&state.hub.0.config, &headers)?;
    let old = key(&headers)?;
    let new = match new {
        Ok(Json(new)) => new,
        Err(rejection) => {
            guest(&state, &headers).await?;
            return Err(rejection.into());
        }
    };
    match state.hub.replace_key(&old, &new.key).await? {
        Replaced::Done => Ok(StatusCode::NO_CONTENT),
        Replaced::Retired => Err(retired()),
        Replaced::Taken => {
            let text = "That key is taken. Make another at random.";
            Err(Refused::new(StatusCode::UNPROCESSABLE_ENTITY, codes::NO_KEY, text))
        }
    }
}
