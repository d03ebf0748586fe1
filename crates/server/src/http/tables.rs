//! Opening, finding and looking at tables.

use axum::Json;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{Path, Query, State as Known};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use protocol::http::{Listed, Opened, Problem};
use protocol::online::{Room, TableOrder};
use serde::Deserialize;

use super::error::Refused;
use super::guests::guest;
use super::{State, address};

/// Opens a table; whoever opens it sees to it
#[utoipa::path(
    post, path = "/api/tables", request_body = TableOrder, security(("guest" = [])),
    responses(
        (status = 201, description = "The table is open", body = Opened, links(
            ("table" = (operation_id = "info", parameters(("table" = "$response.body#/table")))),
            ("record" = (operation_id = "record", parameters(("table" = "$response.body#/table")))),
        )),
        (status = 400, description = "The message is not an order", body = Problem),
        (status = 401, description = "The guest key is missing or not a key", body = Problem),
        (status = 403, description = "The page comes from elsewhere", body = Problem),
        (status = 413, description = "The message is too large"),
        (status = 415, description = "The message is not JSON", body = Problem),
        (status = 422, description = "The order cannot be met", body = Problem),
        (status = 429, description = "Too many requests", body = Problem),
        (status = 503, description = "The ledger does not answer", body = Problem),
    )
)]
pub async fn open(
    Known(state): Known<State>,
    headers: HeaderMap,
    order: Result<Json<TableOrder>, JsonRejection>,
) -> Result<Response, Refused> {
    address::check_origin(&state.hub.0.config, &headers)?;
    let host = guest(&headers)?;
    let Json(order) = order.map_err(|error| Refused::new(error.status(), error.body_text()))?;
    let table = state.hub.open(&order, host).await?;
    let socket = format!("/ws/{table}");
    Ok((StatusCode::CREATED, Json(Opened { table, socket })).into_response())
}

/// The tables that everyone may find, latest first
#[utoipa::path(
    get, path = "/api/tables",
    responses(
        (status = 200, description = "The tables", body = Vec<Listed>),
        (status = 429, description = "Too many requests", body = Problem),
        (status = 503, description = "The ledger does not answer", body = Problem),
    )
)]
pub async fn list(Known(state): Known<State>) -> Result<Json<Vec<Listed>>, Refused> {
    Ok(Json(state.hub.tables().await?))
}

/// Who is at a table
#[utoipa::path(
    get, path = "/api/tables/{table}", params(("table" = String, Path, description = "The last part of its link")),
    responses(
        (status = 200, description = "The table", body = Room),
        (status = 400, description = "Not the name of anything"),
        (status = 404, description = "There is no such table", body = Problem),
        (status = 410, description = "The table is out of order", body = Problem),
        (status = 429, description = "Too many requests", body = Problem),
        (status = 503, description = "The ledger does not answer", body = Problem),
    )
)]
pub async fn info(Known(state): Known<State>, Path(table): Path<String>) -> Result<Json<Room>, Refused> {
    Ok(Json(state.hub.room(&table).await?))
}

/// Which game of a table.
#[derive(Debug, Deserialize)]
pub struct Which {
    game: Option<u32>,
}

/// The record of a game that is over, with every card, the table's secret and the players' shares
#[utoipa::path(
    get, path = "/api/tables/{table}/record",
    params(
        ("table" = String, Path, description = "The last part of its link"),
        ("game" = Option<u32>, Query, description = "Which game at the table, from 1; the last that is over, if none"),
    ),
    responses(
        (status = 200, description = "The record, as parlour verify reads it", content_type = "application/json"),
        (status = 400, description = "Not the number of a game", body = Problem),
        (status = 404, description = "There is no such table, or no such game of it is over", body = Problem),
        (status = 410, description = "The table is out of order", body = Problem),
        (status = 429, description = "Too many requests", body = Problem),
        (status = 503, description = "The ledger does not answer", body = Problem),
    )
)]
pub async fn record(
    Known(state): Known<State>,
    Path(table): Path<String>,
    which: Result<Query<Which>, QueryRejection>,
) -> Result<Response, Refused> {
    let Query(which) = which.map_err(|error| Refused::new(error.status(), error.body_text()))?;
    let Some(record) = state.hub.record(&table, which.game).await? else {
        let text = "No such game is over at this table. The record is open once it is.";
        return Err(Refused::new(StatusCode::NOT_FOUND, text));
    };
    let name = format!("attachment; filename=\"{}-{table}.json\"", record.game);
    let headers =
        [(header::CONTENT_TYPE, "application/json".to_owned()), (header::CONTENT_DISPOSITION, name)];
    Ok((headers, record.write()).into_response())
}
