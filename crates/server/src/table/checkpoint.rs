//! A table between two games, as it is kept: what has to be folded to wake a table is then its last game, however old
//! the table is. It holds nothing that its log does not, and is not needed: without it the whole log is folded.

use std::collections::VecDeque;

use bytes::Bytes;
use engine::{Mix, Name};
use protocol::online::{ChatLine, TableOrder};
use serde::{Deserialize, Serialize};
use tables::TableOrderExt;

use super::budget::Spent;
use super::entry::{Entry, EntryKind};
use super::fold::{Chair, Fold};
use crate::identity::GuestId;

/// The version of this form; others are not read.
const VERSION: u32 = 3;
/// The number of entries after which a new one is kept.
pub const EVERY: u64 = 100;

/// Everything that a fold holds between two games.
#[derive(Serialize, Deserialize)]
pub struct Checkpoint {
    v: u32,
    /// How many entries are in it.
    pub at: u64,
    /// When the last of them was written, in milliseconds since 1970.
    pub t: u64,
    order: TableOrder,
    rules_version: u32,
    opener: GuestId,
    opener_came: bool,
    host: GuestId,
    host_seen: u64,
    chairs: Vec<Chair>,
    number: u32,
    mix: Mix,
    paused: bool,
    deals_itself: bool,
    removed: Vec<GuestId>,
    muted: Vec<(GuestId, Name)>,
    reseated: Vec<(GuestId, u64)>,
    chat: VecDeque<ChatLine>,
    speakers: VecDeque<GuestId>,
    room_at: u64,
    anew_at: u64,
    ended: u64,
    spent: Spent,
}

impl Checkpoint {
    /// Of a fold whose last entry began another game, at that time.
    pub fn of(fold: &Fold, t: u64) -> Option<Self> {
        // Whatever is added to a fold has to be kept here, too.
        let Fold {
            table: _,
            at,
            order,
            info: _,
            level: _,
            opener,
            opener_came,
            host,
            host_seen,
            chairs,
            number,
            mix,
            // What comes now belongs to a game that is dealt, or is about to be.
            sealed: false,
            next_secret: _,
            stood_in: _,
            paused,
            deals_itself,
            removed,
            muted,
            rules_version,
            ended,
            spent,
            reseated,
            play: None,
            chat,
            speakers,
            room_at,
            anew_at,
        } = fold
        else {
            return None;
        };
        Some(Self {
            v: VERSION,
            at: *at,
            t,
            order: order.clone(),
            rules_version: *rules_version,
            opener: *opener,
            opener_came: *opener_came,
            host: *host,
            host_seen: *host_seen,
            chairs: chairs.clone(),
            number: *number,
            mix: mix.clone(),
            paused: *paused,
            deals_itself: *deals_itself,
            removed: removed.clone(),
            muted: muted.clone(),
            reseated: reseated.clone(),
            chat: chat.clone(),
            speakers: speakers.clone(),
            room_at: *room_at,
            anew_at: *anew_at,
            ended: *ended,
            spent: spent.clone(),
        })
    }

    pub fn write(&self) -> Bytes {
        Bytes::from(serde_json::to_vec(self).unwrap_or_default())
    }

    /// Reads one back; none if it is of another version or damaged.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let found: Self = serde_json::from_slice(bytes).ok()?;
        (found.v == VERSION && found.at > 1).then_some(found)
    }

    /// Whether watchers see the table later than its players.
    pub fn is_delayed(&self) -> bool {
        self.order.delay_seconds.is_some_and(|seconds| seconds > 0)
    }

    /// Whether it ends with this entry, which began another game.
    pub fn ends_with(&self, entry: &Entry) -> bool {
        let EntryKind::Again { seat, secret, share, commit } = &entry.kind else { return false };
        // The secret may have been chosen with the deal before; the share is the only one so far.
        secret.is_none_or(|secret| secret == self.mix.secret)
            && commit.or(share.map(|share| share.commitment())) == self.mix.promised(*seat)
            && entry.t == self.t
    }

    /// The fold that it was made of.
    pub fn restore(self, table: &str) -> Option<Fold> {
        let info = self.order.table_info().ok()?;
        let level = self.order.bots.parse().unwrap_or(bots::Level::Club);
        (self.chairs.len() == info.players).then(|| Fold {
            table: table.to_owned(),
            at: self.at,
            order: self.order,
            info,
            level,
            opener: self.opener,
            opener_came: self.opener_came,
            host: self.host,
            host_seen: self.host_seen,
            chairs: self.chairs,
            number: self.number,
            mix: self.mix,
            sealed: false,
            next_secret: None,
            stood_in: Vec::new(),
            paused: self.paused,
            deals_itself: self.deals_itself,
            removed: self.removed,
            muted: self.muted,
            rules_version: self.rules_version,
            ended: self.ended,
            spent: self.spent,
            reseated: self.reseated,
            play: None,
            chat: self.chat,
            speakers: self.speakers,
            room_at: self.room_at,
            anew_at: self.anew_at,
        })
    }
}
