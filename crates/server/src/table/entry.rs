//! The entries of a table's log, as they lie in the ledger: JSON, one object each.

use bytes::Bytes;
use engine::{Commitment, Name, Seat, Seed};
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
    Opened {
        v: u32,
        order: TableOrder,
        host: GuestId,
        secret: Seed,
        /// The version of the game's rules; logs from before it was written down have the first.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rules_version: Option<u32>,
    },
    /// A person sat down, with their share in the shuffle.
    /// In a game they got the seat's cards, and there is no share.
    Sat {
        seat: Seat,
        guest: GuestId,
        name: Name,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        share: Option<Seed>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        commit: Option<Commitment>,
    },
    /// A newcomer asked for a bot's cards in a running game.
    AskedIn { seat: Seat, guest: GuestId, name: Name },
    /// The player on that seat agreed to the newcomer, or refused.
    Answered { seat: Seat, agree: bool },
    /// The newcomer does not want the cards any longer.
    Withdrew,
    /// A person put their share into the shuffle.
    Shared { seat: Seat, share: Seed },
    /// A person committed themselves to a share.
    Promised { seat: Seat, commit: Commitment },
    /// The deal begins: nobody comes, goes or commits themselves any more, and everyone reveals their share.
    Sealed,
    /// A person revealed the share that they had promised.
    Revealed { seat: Seat, share: Seed },
    /// A person did not; a bot plays instead of them.
    Unrevealed { seat: Seat },
    /// The person on that seat lets a program play.
    Program { seat: Seat },
    /// A person got up for good.
    Left { seat: Seat },
    /// The host gave the seat to a bot.
    Bot { seat: Seat },
    /// The host freed the seat.
    Freed { seat: Seat },
    /// The host does not want that person at the table.
    Removed { seat: Seat },
    /// The cards were dealt; bots took the empty seats. The secret of the next game is chosen before anything of its
    /// shuffle can be known.
    Started {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        next: Option<Seed>,
    },
    /// Someone did something, in the game's notation.
    Acted {
        seat: Seat,
        act: String,
        by: By,
        /// Why a program did not choose it itself. Servers that do not know this field play the same game.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        fallback: Option<String>,
    },
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
    /// A guest wants to be forgotten: their name and chat are no longer shown, and their seat is given up.
    Forgot { guest: GuestId },
    /// Another game; players who wanted it put their shares in at once. The secret is the one that was chosen at the start
    /// of the last game, unless an older server dealt it.
    Again {
        seat: Seat,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        secret: Option<Seed>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        share: Option<Seed>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        commit: Option<Commitment>,
    },
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
            EntryKind::Opened {
                v: VERSION,
                order: TableOrder::of("propre"),
                host,
                secret,
                rules_version: Some(1),
            },
            EntryKind::Sat {
                seat,
                guest: host,
                name: Name::new("Zoë").unwrap(),
                share: Some(secret),
                commit: None,
            },
            EntryKind::Promised { seat, commit: secret.commitment() },
            EntryKind::Revealed { seat, share: secret },
            EntryKind::AskedIn { seat, guest: host, name: Name::new("Zoë").unwrap() },
            EntryKind::Answered { seat, agree: false },
            EntryKind::Acted { seat, act: "say \"hi\"".to_owned(), by: By::Clock, fallback: None },
            EntryKind::Acted {
                seat,
                act: "swap".to_owned(),
                by: By::Player,
                fallback: Some("crashed".to_owned()),
            },
            EntryKind::Again { seat, secret: None, share: Some(secret), commit: None },
            EntryKind::Started { next: Some(secret) },
        ] {
            let entry = Entry { t: 1_700_000_000_000, kind };
            assert_eq!(Entry::read(&entry.write()).unwrap(), entry);
            assert!(!format!("{entry:?}").contains("cdcd"), "{entry:?}");
        }
        let acted = EntryKind::Acted { seat, act: "swap".to_owned(), by: By::Player, fallback: None };
        let text = String::from_utf8(Entry { t: 5, kind: acted }.write().to_vec()).unwrap();
        assert_eq!(text, r#"{"t":5,"what":"acted","seat":0,"act":"swap","by":"player"}"#);
    }
    /// Logs of earlier versions: shares in one step, and a secret that was chosen with the rematch.
    #[test]
    fn entries_of_earlier_versions_are_read_as_they_were_meant() {
        let (seat, seed) = (Seat::FIRST, Seed([0xcd; 32]));
        let (hex, guest) = ("cd".repeat(32), GuestId::of(&protocol::online::GuestKey::new([1; 32])));
        let name = Name::new("Zoë").unwrap();
        let id = guest.to_hex();
        for (text, kind) in [
            (
                format!(r#"{{"t":5,"what":"sat","seat":0,"guest":"{id}","name":"Zoë","share":"{hex}"}}"#),
                EntryKind::Sat { seat, guest, name, share: Some(seed), commit: None },
            ),
            (r#"{"t":5,"what":"started"}"#.to_owned(), EntryKind::Started { next: None }),
            (
                format!(r#"{{"t":5,"what":"again","seat":0,"secret":"{hex}","share":"{hex}"}}"#),
                EntryKind::Again { seat, secret: Some(seed), share: Some(seed), commit: None },
            ),
        ] {
            assert_eq!(Entry::read(text.as_bytes()).unwrap().kind, kind);
            assert_eq!(String::from_utf8(Entry { t: 5, kind }.write().to_vec()).unwrap(), text);
        }
    }
}
