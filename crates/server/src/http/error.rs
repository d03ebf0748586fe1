//! Answers that say no.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use protocol::http::Problem;

use crate::hub::Absent;

/// A refusal with its status.
#[derive(Debug)]
pub struct Refused(pub StatusCode, pub String);

impl Refused {
    pub fn new(status: StatusCode, text: impl Into<String>) -> Self {
        Self(status, text.into())
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        (self.0, Json(Problem { text: self.1 })).into_response()
    }
}

impl From<Absent> for Refused {
    fn from(absent: Absent) -> Self {
        let status = match &absent {
            Absent::NoTable => StatusCode::NOT_FOUND,
            Absent::Order(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Absent::Broken => StatusCode::GONE,
            Absent::Ledger | Absent::Closing => StatusCode::SERVICE_UNAVAILABLE,
        };
        Self(status, engine::seating::sentence(&absent.to_string()))
    }
}
