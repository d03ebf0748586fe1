//! Who one is online: a key made in this browser. Whoever has it is the guest; there are no accounts.

use protocol::online::GuestKey;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::storage;

/// Where the key is kept.
const KEPT: &str = "parlour.guest";
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

/// The key as a file.
pub fn file() -> String {
    let guest = Guest { format: FORMAT.to_owned(), key: key(), more: Map::new() };
    serde_json::to_string_pretty(&guest).unwrap_or_default()
}

/// The key in a file, a link or its bare digits.
pub fn read(text: &str) -> Result<GuestKey, String> {
    if let Ok(guest) = serde_json::from_str::<Guest>(text)
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
