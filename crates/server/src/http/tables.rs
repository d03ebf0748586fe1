//! Opening, finding and looking at tables.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::extract::{Path, Query, State as Known};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use protocol::codes;
use protocol::http::{Listed, Opened, Problem};
use protocol::online::{Room, TableOrder};
use serde::Deserialize;
use tokio::sync::Mutex;
use tokio::time::Instant;

use super::error::Refused;
use super::guests::guest;
use super::{State, address};
use crate::hub::Hub;

/// Opens a table; the guest who opens it is its host
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
    let host = guest(&state, &headers).await?;
    let Json(order) = order?;
    let table = state.hub.open(&order, host).await?;
    let socket = format!("/ws/{table}");
    Ok((StatusCode::CREATED, Json(Opened { table, socket })).into_response())
}

/// Tables on a page of the lobby.
const PAGE: usize = 100;
/// How long one look at the lobby serves everyone.
const FRESH: Duration = Duration::from_secs(1);

/// The lobby as it was a moment ago: it is read once for all who ask meanwhile.
#[derive(Default)]
pub struct Lobby(Mutex<Option<(Instant, Arc<Vec<Listed>>)>>);

impl Lobby {
    async fn tables(&self, hub: &Hub) -> Result<Arc<Vec<Listed>>, Refused> {
        let mut read = self.0.lock().await;
        match &*read {
            Some((when, tables)) if when.elapsed() < FRESH => Ok(tables.clone()),
            _ => {
                let tables = Arc::new(hub.tables().await?);
                *read = Some((Instant::now(), tables.clone()));
                Ok(tables)
            }
        }
    }
}

/// Which page of the lobby.
#[derive(Debug, Deserialize)]
pub struct Page {
    page: Option<usize>,
}

/// The tables that everyone may find, latest first, a hundred at a time
#[utoipa::path(
    get, path = "/api/tables",
    params(("page" = Option<usize>, Query, description = "Which hundred, from 1; an empty page is after the last", minimum = 1)),
    responses(
        (status = 200, description = "The tables", body = Vec<Listed>),
        (status = 400, description = "Not the number of a page", body = Problem),
        (status = 429, description = "Too many requests", body = Problem),
        (status = 503, description = "The ledger does not answer", body = Problem),
    )
)]
pub async fn list(
    Known(state): Known<State>,
    page: Result<Query<Page>, QueryRejection>,
) -> Result<Json<Vec<Listed>>, Refused> {
    let Query(Page { page }) = page?;
    let Some(before) = page.unwrap_or(1).checked_sub(1) else {
        return Err(Refused::new(StatusCode::BAD_REQUEST, codes::BAD_MESSAGE, "Pages are counted from 1."));
    };
    let tables = state.lobby.tables(&state.hub).await?;
    Ok(Json(tables.iter().skip(before.saturating_mul(PAGE)).take(PAGE).cloned().collect()))
}

/// Who is at a table
#[utoipa::path(
    get, path = "/api/tables/{table}", params(("table" = String, Path, description = "The last part of its link")),
    responses(
        (status = 200, description = "The table", body = Room),
        (status = 400, description = "Not the name of anything", body = Problem),
        (status = 404, description = "There is no such table", body = Problem),
        (status = 410, description = "The table is out of order", body = Problem),
        (status = 429, description = "Too many requests", body = Problem),
        (status = 503, description = "The ledger does not answer", body = Problem),
    )
)]
pub async fn info(
    Known(state): Known<State>,
    table: Result<Path<String>, PathRejection>,
) -> Result<Json<Room>, Refused> {
    let Path(table) = table?;
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
    table: Result<Path<String>, PathRejection>,
    which: Result<Query<Which>, QueryRejection>,
) -> Result<Response, Refused> {
    let (Path(table), Query(which)) = (table?, which?);
    let Some(record) = state.hub.record(&table, which.game).await? else {
        let text = "No such game is over at this table. The record is open once it is.";
        return Err(Refused::new(StatusCode::NOT_FOUND, codes::NO_RECORD, text));
    };
    let name = format!("attachment; filename=\"{}-{table}.json\"", record.game);
    let headers =
        [(header::CONTENT_TYPE, "application/json".to_owned()), (header::CONTENT_DISPOSITION, name)];
    Ok((headers, record.write()).into_response())
}
