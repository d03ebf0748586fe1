//! What is said between a table of the card room online and a client, over a socket: PROTOCOL.md shows it at work.
//!
//! A client sends [`Call`]s and gets [`ServerMessage`]s. Every entry of the table's log has a number, `at`; a client that
//! comes back says the last one it knows and is told what it missed.

use std::collections::BTreeMap;
use std::fmt;

use engine::{Commitment, Seat, Seed};
use serde::{Deserialize, Serialize};

use crate::codes;
use crate::messages::{Ask, Snapshot, Tell, Update};
use crate::order::Order;

/// The most characters of a chat line.
pub const LONGEST_CHAT: usize = 200;

/// Things worth saying with one touch.
pub const QUICK_PHRASES: [&str; 8] = [
    "Hello!",
    "Good game!",
    "Well played!",
    "One moment, please.",
    "Your turn!",
    "Thank you!",
    "Another one?",
    "I have to go.",
];

/// What shows that a guest is who they were: 32 random bytes that never leave the browser but for this server.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct GuestKey(Seed);

impl GuestKey {
    /// A key of these bytes.
    pub fn new(bytes: [u8; 32]) -> Self {
        Self(Seed(bytes))
    }

    /// Its bytes.
    pub fn bytes(&self) -> &[u8; 32] {
        &self.0.0
    }
}

impl std::str::FromStr for GuestKey {
    type Err = engine::random::BadSeed;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Self)
    }
}

/// A key does not print itself: a reader of logs could take its seats. Use [`GuestKey::reveal`].
impl fmt::Debug for GuestKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("GuestKey(…)")
    }
}

impl GuestKey {
    /// The key as 64 hexadecimal digits, for the browser's own store.
    pub fn reveal(&self) -> String {
        self.0.to_string()
    }
}

/// A table for several people, as ordered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TableOrder {
    /// The game's id, or the name of a preset.
    #[cfg_attr(feature = "openapi", schema(example = "pass-the-ace"))]
    pub game: String,
    /// A preset of that game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preset: Option<String>,
    /// Options, by name, that differ from the preset.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub settings: BTreeMap<String, String>,
    /// How many seats there are; as many as usually play, if none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 52, example = 4))]
    pub players: Option<usize>,
    /// How well the bots play: random, novice, club or expert.
    #[serde(default = "club")]
    #[cfg_attr(feature = "openapi", schema(pattern = "^(random|novice|club|expert)$", example = "club"))]
    pub bots: String,
    /// Whether everyone can find it in the lobby; else only those with the link.
    #[serde(default)]
    pub listed: bool,
    /// Seconds for a move, after which a bot makes it; 5 to 3600.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(minimum = 5, maximum = 3600))]
    pub move_seconds: Option<u32>,
    /// Seconds after which those who only watch see what happened; up to 600.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(minimum = 0, maximum = 600))]
    pub delay_seconds: Option<u32>,
    /// Seconds after which a bot sits in for a player who is away; 5 to 3600, and none for never.
    #[serde(default = "a_minute", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(minimum = 5, maximum = 3600))]
    pub sit_in_seconds: Option<u32>,
    /// Whether every player may ask for hints.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hints: bool,
}

fn club() -> String {
    "club".to_owned()
}

fn a_minute() -> Option<u32> {
    Some(60)
}

/// What is the same for every game at a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TableInfo {
    /// The game's id.
    pub game: String,
    /// What is played, for people.
    pub title: String,
    /// Options that differ from the usual ones, as `name=value`.
    pub rules: Vec<String>,
    /// Whether the game listens to what is said.
    pub hears: bool,
    /// How many seats there are.
    pub players: usize,
    /// The fewest who can play by these rules.
    pub fewest: usize,
    /// The most who can play by these rules.
    pub most: usize,
}

impl TableOrder {
    /// The usual table of a game.
    pub fn of(game: &str) -> Self {
        Self {
            game: game.to_owned(),
            preset: None,
            settings: BTreeMap::new(),
            players: None,
            bots: club(),
            listed: false,
            move_seconds: None,
            delay_seconds: None,
            sit_in_seconds: a_minute(),
            hints: false,
        }
    }

    /// The order of one game at this table, with this seed.
    pub fn order(&self, seed: Seed) -> Order {
        Order {
            game: self.game.clone(),
            preset: self.preset.clone(),
            settings: self.settings.clone(),
            players: self.players,
            name: "Host".to_owned(),
            bots: self.bots.clone(),
            seed,
        }
    }
}

/// A call with its number, which the answer carries.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Request {
    /// Chosen by the client.
    #[serde(default)]
    pub id: u64,
    /// What is wanted.
    pub call: Call,
}

/// What a client wants of a table online.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Call {
    /// To be there: always the first.
    Hello {
        /// The version of the protocol.
        v: u32,
        /// Who comes; none to watch without ever sitting down.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<GuestKey>,
        /// The last entry that the client knows.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        since: Option<u64>,
    },
    /// To sit down.
    Sit {
        /// As whom.
        name: String,
        /// Where; anywhere, if none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
        /// The client's share in the shuffle, in one step: players who come later could know it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        share: Option<Seed>,
        /// The commitment to a share that is revealed once everyone has committed themselves.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        commit: Option<Commitment>,
    },
    /// To put another share into the next shuffle, in one step.
    Share {
        /// 32 random bytes.
        share: Seed,
    },
    /// To commit oneself to another share.
    Commit {
        /// The share's commitment.
        commit: Commitment,
    },
    /// To reveal the share, while the room is `revealing`.
    Reveal {
        /// The share that was promised.
        share: Seed,
    },
    /// To let a newcomer take over a bot's cards, or not.
    Admit {
        /// The question's number ([`Newcomer::at`]).
        at: u64,
        /// Whether the player agrees; one refusal is enough to end it.
        agree: bool,
    },
    /// To say that a program plays on one's seat, before the deal: everyone is shown that it is a bot.
    Program,
    /// To get up for good; a newcomer takes the question back.
    Leave,
    /// To deal; the host can, and a stand-in once the host has been gone for a minute.
    Start,
    /// To play another game with the same people.
    Rematch {
        /// The client's share in the shuffle, in one step.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        share: Option<Seed>,
        /// The commitment to a share that is revealed later.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        commit: Option<Commitment>,
    },
    /// Something of the game.
    Ask {
        /// The question or action.
        what: Ask,
    },
    /// To say something that is not part of the game.
    Chat {
        /// The message.
        text: String,
    },
    /// To tell the host that a player misbehaves.
    Report {
        /// The seat of that player.
        seat: Seat,
        /// What they did, if the reporter says.
        #[serde(default)]
        text: String,
    },
    /// To see to the table; the host can, and a stand-in can pause and resume.
    Host {
        /// What to do.
        what: HostAction,
    },
}

/// What the host of a table can do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HostAction {
    /// Nothing happens until it goes on.
    Pause,
    /// It goes on.
    Resume,
    /// A bot takes the seat, for good.
    Bot {
        /// The seat to take.
        seat: Seat,
    },
    /// The seat is free again; before the deal only.
    Free {
        /// The seat to free.
        seat: Seat,
    },
    /// The player there is removed and cannot sit down again; in a game a bot takes over.
    Remove {
        /// The seat of that player.
        seat: Seat,
    },
    /// Nobody hears that player's chat.
    Mute {
        /// The seat of that player.
        seat: Seat,
        /// To end it: everybody hears them again.
        off: bool,
    },
}

/// What a table online tells a client.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ServerMessage {
    /// Everything; it takes the place of all that was told before.
    Welcome(Box<Welcome>),
    /// What changed.
    Change(Box<Change>),
    /// It was done and will not be forgotten.
    Done {
        /// The call's number.
        id: u64,
        /// The table's last entry.
        at: u64,
    },
    /// An answer, or why it was not done.
    Reply {
        /// The call's number.
        id: u64,
        /// The answer.
        what: Tell,
    },
    /// The connection ends.
    Bye {
        /// Why, for programs.
        why: CloseReason,
        /// Why, and what to do next.
        text: String,
    },
}

/// All that a client needs to show the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Welcome {
    /// The protocol's version.
    pub v: u32,
    /// The table's last entry.
    pub at: u64,
    /// The client's own seat.
    pub you: Option<Seat>,
    /// Whether the client is the host.
    pub host: bool,
    /// Who is there.
    pub room: Room,
    /// The last things that were said.
    pub chat: Vec<ChatLine>,
    /// The game, once the cards are dealt.
    pub game: Option<Snapshot>,
}

/// What changed since an entry.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Change {
    /// The entry that the client must know; if it does not, it missed something and says hello again.
    pub since: u64,
    /// The table's last entry.
    pub at: u64,
    /// Whether the client is the host, where the room changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host: Option<bool>,
    /// Who is there, if that changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub room: Option<Room>,
    /// What was said.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chat: Vec<ChatLine>,
    /// What happened in the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<Update>,
}

/// Why a connection ends. Each reason is a code of [`codes`], too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CloseReason {
    /// There is no such table.
    NoTable,
    /// The client does not speak this protocol.
    Protocol,
    /// The client reads too slowly; it can come back.
    Slow,
    /// The client sends too much; it can come back later.
    TooFast,
    /// The table has to be set up again; the client can come back at once.
    Table,
    /// The server closes; the client can come back when it is there again.
    Closing,
    /// The ledger cannot be reached; the client can come back in a moment.
    Ledger,
    /// There is no room for another visitor; the client can come back later.
    Full,
    /// The table cannot be read.
    Broken,
    /// The guest's key was replaced by another.
    NoKey,
}

impl CloseReason {
    /// Every reason.
    pub const ALL: [Self; 10] = [
        Self::NoTable,
        Self::Protocol,
        Self::Slow,
        Self::TooFast,
        Self::Table,
        Self::Closing,
        Self::Ledger,
        Self::Full,
        Self::Broken,
        Self::NoKey,
    ];

    /// The code, as it is on the wire.
    pub const fn code(self) -> &'static str {
        match self {
            Self::NoTable => codes::NO_TABLE,
            Self::Protocol => codes::PROTOCOL,
            Self::Slow => codes::SLOW,
            Self::TooFast => codes::TOO_FAST,
            Self::Table => codes::TABLE,
            Self::Closing => codes::CLOSING,
            Self::Ledger => codes::LEDGER,
            Self::Full => codes::FULL,
            Self::Broken => codes::BROKEN,
            Self::NoKey => codes::NO_KEY,
        }
    }
}

/// How far a table is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// People sit down.
    Gathering,
    /// The cards are dealt.
    Playing,
    /// The game is over; there may be another.
    Over,
}

/// Who is at a table, as everyone may know.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Room {
    /// The table: the last part of its link.
    pub table: String,
    /// What is played.
    pub info: TableInfo,
    /// How far it is.
    pub phase: Phase,
    /// Which game at this table, from 1.
    pub number: u32,
    /// What is promised of the next shuffle or, once dealt, was promised of this one.
    pub commitment: String,
    /// What is promised of the next game's shuffle, while this one is played: that secret is chosen already.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_commitment: Option<String>,
    /// Whether everyone reveals their share now; the cards are dealt once they have.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub revealing: bool,
    /// The seats.
    pub seats: Vec<Place>,
    /// Whether the host paused.
    pub paused: bool,
    /// Whether the deal follows automatically once everyone has put in their share.
    pub deals_itself: bool,
    /// Whether everyone can find it.
    pub listed: bool,
    /// Seconds for a move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub move_seconds: Option<u32>,
    /// Seconds that watchers are behind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delay_seconds: Option<u32>,
    /// Seconds until a bot sits in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sit_in_seconds: Option<u32>,
    /// Whether every player may ask for hints.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hints: bool,
    /// Who stands in for a host who is not there: they can deal, pause and resume, and nothing else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<u8>))]
    pub acting: Option<Seat>,
    /// The version of the rules by which it is played, if the server knows another: then it can only be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub other_rules: Option<u32>,
    /// Someone who asks for a bot's cards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub newcomer: Option<Newcomer>,
}

/// Someone who would like to take over a bot's cards in a running game: everyone who holds cards is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Newcomer {
    /// The question's number.
    pub at: u64,
    /// The newcomer's name.
    pub name: String,
    /// Whose cards they ask for.
    #[cfg_attr(feature = "openapi", schema(value_type = u8))]
    pub seat: Seat,
    /// Who has not answered yet.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<u8>))]
    pub waiting: Vec<Seat>,
}

/// A seat, as everyone may know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Place {
    /// The number of the seat.
    #[cfg_attr(feature = "openapi", schema(value_type = u8))]
    pub seat: Seat,
    /// Who sits there.
    pub who: Who,
    /// Their name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Whether they are the host: the player who opened the table, or the next one if they got up for good.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub host: bool,
    /// Whether their client is gone.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub away: bool,
    /// Whether a bot plays for them meanwhile.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sat_in: bool,
    /// Whether their share is in the shuffle, or promised.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub shared: bool,
    /// The commitment to their share, until the deal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// Whether their chat is not heard.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub muted: bool,
    /// Whether a program plays there that someone has brought along: a bot, but none of the server's.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub program: bool,
}

/// Who sits on a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Who {
    /// Nobody.
    Nobody,
    /// A person.
    Person,
    /// A bot.
    Bot,
}

/// Something said that is not part of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChatLine {
    /// Its entry.
    pub at: u64,
    /// Where they sat.
    pub seat: Seat,
    /// Their name.
    pub name: String,
    /// What they said: plain text, to be shown as text.
    pub text: String,
}
