//! Guests: who has the key is the guest. Only its hash is kept.

use std::fmt;

use protocol::online::GuestKey;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The hash of a guest's key. Two are compared in constant time.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct GuestId(blake3::Hash);

impl GuestId {
    /// The guest with this key.
    pub fn of(key: &GuestKey) -> Self {
        Self(blake3::Hash::from_bytes(blake3::derive_key("parlour 2026 guest key v1", key.bytes())))
    }

    /// As it stands in the ledger.
    pub fn to_hex(self) -> String {
        self.0.to_hex().to_string()
    }
}

/// Enough to tell guests apart in a log line.
impl fmt::Debug for GuestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "guest {}…", &self.0.to_hex()[..8])
    }
}

impl Serialize for GuestId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0.to_hex())
    }
}

impl<'de> Deserialize<'de> for GuestId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        blake3::Hash::from_hex(text).map(Self).map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_does_not_show_itself_and_its_hash_is_not_it() {
        let key = GuestKey::new([0xab; 32]);
        let id = GuestId::of(&key);
        for shown in [format!("{key:?}"), format!("{id:?}"), serde_json::to_string(&id).unwrap()] {
            assert!(!shown.contains("abab"), "{shown}");
        }
        let text = serde_json::to_string(&id).unwrap();
        assert_eq!(serde_json::from_str::<GuestId>(&text).unwrap(), id);
        assert_ne!(id, GuestId::of(&GuestKey::new([0xac; 32])));
    }
}
