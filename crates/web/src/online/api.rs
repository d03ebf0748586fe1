//! What is asked of the card room over HTTP.

use leptos::prelude::window;
use protocol::compact;
use protocol::http::{Listed, NewKey, Opened, Problem, Results};
use protocol::online::{GuestKey, TableOrder};
use serde::de::DeserializeOwned;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Headers, RequestInit, Response};

use super::guest;

const UNREACHABLE: &str =
    "The card room online cannot be reached. Look whether you are online, then try again.";
const STRANGE: &str = "The card room answered strangely. Reload the page and try again.";

/// Opens a table.
pub async fn open(order: &TableOrder) -> Result<Opened, String> {
    let body = serde_json::to_string(order).map_err(|error| error.to_string())?;
    read(&fetch("POST", "/api/tables", Some(&body)).await?)
}

/// The tables that everyone may find.
pub async fn listed() -> Result<Vec<Listed>, String> {
    read(&fetch("GET", "/api/tables", None).await?)
}

/// The guest's games.
pub async fn results() -> Result<Results, String> {
    read(&fetch("GET", "/api/results", None).await?)
}

/// The record of a game that is over.
pub async fn record(table: &str, number: u32) -> Result<String, String> {
    fetch("GET", &format!("/api/tables/{table}/record?game={number}"), None).await
}

/// Deletes the guest's name, chat and results.
pub async fn forget() -> Result<(), String> {
    fetch("DELETE", "/api/guest", None).await.map(drop)
}

/// From now on that key is the guest's, and the one of this browser stops working.
pub async fn replace_key(key: GuestKey) -> Result<(), String> {
    let body = serde_json::to_string(&NewKey { key }).map_err(|error| error.to_string())?;
    fetch("POST", "/api/guest/key", Some(&body)).await.map(drop)
}

fn read<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    compact::read(text).map_err(|_| STRANGE.to_owned())
}

async fn fetch(method: &str, path: &str, body: Option<&str>) -> Result<String, String> {
    let unreachable = |_: JsValue| UNREACHABLE.to_owned();
    let headers = Headers::new().map_err(unreachable)?;
    let key = format!("Bearer {}", guest::key().reveal());
    headers.set("authorization", &key).map_err(unreachable)?;
    let options = RequestInit::new();
    options.set_method(method);
    if let Some(body) = body {
        headers.set("content-type", "application/json").map_err(unreachable)?;
        options.set_body(&JsValue::from_str(body));
    }
    options.set_headers(&headers);
    let asked = window().fetch_with_str_and_init(path, &options);
    let answer: Response = JsFuture::from(asked).await.map_err(unreachable)?.unchecked_into();
    let text = JsFuture::from(answer.text().map_err(unreachable)?).await.map_err(unreachable)?;
    let text = text.as_string().unwrap_or_default();
    if answer.ok() {
        return Ok(text);
    }
    let told = compact::read::<Problem>(&text).map(|problem| problem.text);
    Err(told.unwrap_or_else(|_| UNREACHABLE.to_owned()))
}
