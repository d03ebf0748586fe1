//! Who one is online: a key made in this browser. Who has it is the guest; there are no accounts.

use protocol::compact;
use protocol::online::GuestKey;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::storage;

/// Where the key is kept.
const KEPT: &str = "parlour.guest";
/// Where a key is kept that is about to take its place.
const NEXT: &str = "parlour.guest.next";
/// Where it says which key that is.
const REPLACES: &str = "replaces";
/// What the file with the key calls itself.
const FORMAT: &str = "parlour-guest";

#[derive(Serialize, Deserialize)]
struct Guest {
    #[serde(default)]
    format: String,
    key: GuestKey,
    #[serde(flatten)]
    more: Map<String, Value>,
}

/// The key of this browser, made when it is first needed.
pub fn key() -> GuestKey {
    if let Some(guest) = storage::here().find::<Guest>(KEPT) {
        return guest.key;
    }
    let key = GuestKey::new(storage::fresh_seed().0);
    let _ = take(key);
    key
}

/// Whether this browser has a key already.
pub fn is_known() -> bool {
    storage::here().find::<Guest>(KEPT).is_some()
}

/// This browser is that guest from now on.
pub fn take(key: GuestKey) -> Result<(), String> {
    storage::here().put(KEPT, &Guest { format: FORMAT.to_owned(), key, more: Map::new() })
}

/// A new key takes the place of this browser's, which stops working everywhere.
pub async fn replace() -> Result<(), String> {
    // It is saved first: a key that the server knows and nobody has would be the end of this guest. If the answer was
    // lost, the same one is asked for again, which the server takes as the same request.
    let old = Value::from(key().reveal());
    let tried = storage::here().find::<Guest>(NEXT).filter(|next| next.more.get(REPLACES) == Some(&old));
    let new = match tried {
        Some(next) => next.key,
        None => {
            let key = GuestKey::new(storage::fresh_seed().0);
            let more = Map::from_iter([(REPLACES.to_owned(), old)]);
            storage::here().put(NEXT, &Guest { format: FORMAT.to_owned(), key, more })?;
            key
        }
    };
    super::api::replace_key(new).await?;
    take(new)
}

/// Everything that the card room keeps of this guest is deleted, and this browser is a new one.
pub async fn forget() -> Result<(), String> {
    super::api::forget().await?;
    take(GuestKey::new(storage::fresh_seed().0))
}

/// The key as a file.
pub fn file() -> String {
    let guest = Guest { format: FORMAT.to_owned(), key: key(), more: Map::new() };
    serde_json::to_string_pretty(&guest).unwrap_or_default()
}

/// The key in a file, a link or its bare digits.
pub fn read(text: &str) -> Result<GuestKey, String> {
    if let Ok(guest) = compact::read::<Guest>(text)
        && guest.format == FORMAT
    {
        return Ok(guest.key);
    }
    let digits = text.trim().rsplit('#').next().unwrap_or_default();
    digits.parse().map_err(|_| {
        "This is no guest key. Use the link, the file or the 64 digits that your other device shows."
            .to_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_read_from_files_links_and_digits() {
        let digits = "0123456789abcdef".repeat(4);
        let file = format!(r#"{{"format":"parlour-guest","key":"{digits}","v":1}}"#);
        for text in
            [digits.clone(), format!(" {digits}\n"), format!("http://parlour.test/guest#{digits}"), file]
        {
            assert_eq!(read(&text).unwrap().reveal(), digits, "{text}");
        }
        for text in ["", "#", "abc", r#"{"format":"other","key":"00"}"#] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
