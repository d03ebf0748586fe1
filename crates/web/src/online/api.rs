//! What is asked of the card room over HTTP.

use leptos::prelude::window;
use protocol::online::TableOrder;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Headers, RequestInit, Response};

use super::guest;

const UNREACHABLE: &str =
    "The card room online cannot be reached. Look whether you are online, then try again.";
const STRANGE: &str = "The card room answered strangely. Reload the page and try again.";

/// A table that was opened.
#[derive(Deserialize)]
pub struct Opened {
    /// Its name in links.
    pub table: String,
}

/// A table that everyone may find.
#[derive(Clone, Deserialize)]
pub struct Listed {
    /// Its name in links.
    pub table: String,
    /// What is played.
    pub title: String,
    /// How many of its seats can be taken.
    pub free: usize,
    /// Who is there.
    pub people: Vec<String>,
}

/// Games with friends.
#[derive(Clone, Default, Deserialize)]
pub struct Results {
    /// Each game, latest first.
    pub games: Vec<Finished>,
    /// Each person met, most games first.
    pub rivals: Vec<Rival>,
}

/// A finished game.
#[derive(Clone, Deserialize)]
pub struct Finished {
    /// When, in milliseconds since 1970.
    pub t: f64,
    /// At which table.
    pub table: String,
    /// Which game there.
    pub number: u32,
    /// What was played.
    pub title: String,
    /// The names, by seat.
    pub players: Vec<String>,
    /// Whether the guest won.
    pub won: bool,
}

/// How the guest fared against another.
#[derive(Clone, Deserialize)]
pub struct Rival {
    /// Their last name.
    pub name: String,
    /// Games together.
    pub games: u32,
    /// Won by the guest alone of the two.
    pub won: u32,
    /// Won by the other.
    pub lost: u32,
}

#[derive(Deserialize)]
struct Problem {
    text: String,
}

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

fn read<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    serde_json::from_str(text).map_err(|_| STRANGE.to_owned())
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
    let told = serde_json::from_str::<Problem>(&text).map(|problem| problem.text);
    Err(told.unwrap_or_else(|_| UNREACHABLE.to_owned()))
}
