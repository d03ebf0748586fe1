//! The entries of a table's log, as they lie in the ledger: JSON, one object each.

use bytes::Bytes;
use engine::{Name, Seat, Seed};
use protocol::online::TableOrder;
use serde::{Deserialize, Serialize};

use crate::identity::GuestId;

/// The version of the log's form.
pub const VERSION: u32 = 1;

/// Something that happened at a table, once and for all.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// When, in milliseconds since 1970.
    pub t: u64,
    /// What happened.
    #[serde(flatten)]
    pub kind: EntryKind,
}

impl Entry {
    /// As it lies in the ledger.
    pub fn write(&self) -> Bytes {
        // An entry holds nothing that JSON cannot.
        Bytes::from(serde_json::to_vec(self).unwrap_or_default())
    }

    /// Reads it back.
    pub fn read(bytes: &[u8]) -> Result<Self, serde_json::Error> {
        serde_json::from_slice(bytes)
    }
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "kebab-case")]
pub enum EntryKind {
    /// The table was opened: always the first.
    Opened { v: u32, order: TableOrder, host: GuestId, secret: Seed },
    /// A person sat down, with their share in the shuffle.
    Sat { seat: Seat, guest: GuestId, name: Name, share: Seed },
    /// A person put their share into the shuffle.
    Shared { seat: Seat, share: Seed },
    /// A person got up for good.
    Left { seat: Seat },
    /// The host gave the seat to a bot.
    Bot { seat: Seat },
    /// The host freed the seat.
    Freed { seat: Seat },
    /// The host does not want that person at the table.
    Removed { seat: Seat },
    /// The cards were dealt; bots took the empty seats.
    Started,
    /// Someone did something, in the game's notation.
    Acted { seat: Seat, act: String, by: By },
    /// Someone took the last action back.
    TookBack { seat: Seat },
    /// Someone did it again.
    DidAgain { seat: Seat },
    /// Someone was given a hint.
    Hinted { seat: Seat },
    /// Someone said something beside the game.
    Chatted { seat: Seat, text: String },
    /// The host does not want that player's chat, or wants it again.
    Muted { seat: Seat, off: bool },
    /// The host paused.
    Paused,
    /// The host went on.
    Resumed,
    /// A player's client is gone.
    Away { seat: Seat },
    /// It is back.
    Back { seat: Seat },
    /// A bot plays for a player who is away.
    SatIn { seat: Seat },
    /// Another game, with a new secret; whoever wanted it put their share in at once.
    Again { seat: Seat, secret: Seed, share: Seed },
}

impl EntryKind {
    /// Whether only the game changes, and not who is there.
    pub fn is_about_the_game(&self) -> bool {
        matches!(
            self,
            Self::Acted { .. } | Self::TookBack { .. } | Self::DidAgain { .. } | Self::Hinted { .. }
        )
    }
}

/// Who did it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum By {
    /// The player.
    Player,
    /// A bot.
    Bot,
    /// A bot, because the player's time was up.
    Clock,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_read_back_and_keep_their_secrets_from_log_lines() {
        let (seat, secret) = (Seat::FIRST, Seed([0xcd; 32]));
        let host = GuestId::of(&protocol::online::GuestKey::new([1; 32]));
        for kind in [
            EntryKind::Opened { v: VERSION, order: TableOrder::of("propre"), host, secret },
            EntryKind::Sat { seat, guest: host, name: Name::new("Zoë").unwrap(), share: secret },
            EntryKind::Acted { seat, act: "say \"hi\"".to_owned(), by: By::Clock },
            EntryKind::Again { seat, secret, share: secret },
            EntryKind::Started,
        ] {
            let entry = Entry { t: 1_700_000_000_000, kind };
            assert_eq!(Entry::read(&entry.write()).unwrap(), entry);
            assert!(!format!("{entry:?}").contains("cdcd"), "{entry:?}");
        }
        let acted = EntryKind::Acted { seat, act: "swap".to_owned(), by: By::Player };
        let text = String::from_utf8(Entry { t: 5, kind: acted }.write().to_vec()).unwrap();
        assert_eq!(text, r#"{"t":5,"what":"acted","seat":0,"act":"swap","by":"player"}"#);
    }
}
