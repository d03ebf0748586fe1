//! Answers that say no.

use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use protocol::codes;
use protocol::http::Problem;

use crate::hub::HubError;

/// A refusal with its status.
#[derive(Debug)]
pub struct Refused {
    status: StatusCode,
    code: &'static str,
    text: String,
}

impl Refused {
    pub fn new(status: StatusCode, code: &'static str, text: impl Into<String>) -> Self {
        Self { status, code, text: text.into() }
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        (self.status, Json(Problem { code: self.code.to_owned(), text: self.text })).into_response()
    }
}

macro_rules! unreadable {
    ($($rejection:ident),+) => {
        $(impl From<$rejection> for Refused {
            fn from(error: $rejection) -> Self {
                Self::new(error.status(), codes::BAD_MESSAGE, error.body_text())
            }
        })+
    };
}

unreadable!(JsonRejection, PathRejection, QueryRejection);

/// There is nothing at this address.
pub async fn not_found() -> Refused {
    Refused::new(StatusCode::NOT_FOUND, codes::NOT_FOUND, "There is nothing here. See /api/openapi.json.")
}

impl From<HubError> for Refused {
    fn from(error: HubError) -> Self {
        let (status, code) = match &error {
            HubError::NoTable => (StatusCode::NOT_FOUND, codes::NO_TABLE),
            HubError::Order(_) => (StatusCode::UNPROCESSABLE_ENTITY, codes::BAD_ORDER),
            HubError::Broken => (StatusCode::GONE, codes::BROKEN),
            HubError::Ledger => (StatusCode::SERVICE_UNAVAILABLE, codes::LEDGER),
            HubError::Full => (StatusCode::SERVICE_UNAVAILABLE, codes::FULL),
            HubError::Closing => (StatusCode::SERVICE_UNAVAILABLE, codes::CLOSING),
        };
        Self::new(status, code, engine::seating::sentence(&error.to_string()))
    }
}
