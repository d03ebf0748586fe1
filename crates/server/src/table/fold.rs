//! The fold of a table's log: all there is to know of a table. Every process that folds the same log has the same
//! table; no clock and no chance enter here but those written down.

mod apply;

use std::collections::VecDeque;
use std::sync::OnceLock;

use bots::Level;
use engine::{Mix, Name, Record, Seat, Seed, Viewer};
use protocol::online::{ChatLine, Phase, TableInfo, TableOrder};
use protocol::{Refusal, Tell, codes};
use serde::{Deserialize, Serialize};
use tables::{BadTable, TableHost, TableOrderExt, bot_name};
use thiserror::Error;

use super::budget::Spent;
use super::entry::{Entry, EntryKind, VERSION};
use super::newcomer::Newcomer;
use crate::identity::GuestId;

/// The version of every game's rules before logs named it.
const FIRST_RULES: u32 = 1;
/// Chat lines that a newcomer is shown.
const CHAT: usize = 100;

/// Who sits on a seat.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Chair {
    Empty,
    Person(Person),
    /// A bot; a stand-in took over from a person and leaves after the game.
    Bot {
        name: Name,
        stand_in: bool,
    },
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Person {
    pub guest: GuestId,
    pub name: Name,
    pub away: bool,
    pub sat_in: bool,
    pub muted: bool,
    /// Whether a program plays for them.
    #[serde(default)]
    pub program: bool,
}

impl Chair {
    pub fn name(&self) -> Option<&Name> {
        match self {
            Self::Empty => None,
            Self::Person(person) => Some(&person.name),
            Self::Bot { name, .. } => Some(name),
        }
    }

    pub fn person(&self) -> Option<&Person> {
        if let Self::Person(person) = self { Some(person) } else { None }
    }

    /// Whether a bot moves for this seat.
    pub fn is_played_by_bot(&self) -> bool {
        match self {
            Self::Empty => false,
            Self::Person(person) => person.sat_in,
            Self::Bot { .. } => true,
        }
    }
}

/// Advice for a seat in one position of its game.
#[derive(Clone)]
pub struct Advice {
    pub seat: Seat,
    pub seq: u64,
    pub act: String,
    pub text: String,
}

impl Advice {
    pub fn tell(&self) -> Tell {
        Tell::Answer { text: self.text.clone(), act: Some(self.act.clone()) }
    }
}

/// A game on the table.
pub struct Play {
    pub hosted: Box<dyn TableHost>,
    /// The entry of each of the host's changes, the deal first.
    marks: Vec<u64>,
    /// The host's last change that was more than words.
    pub last_move: u64,
    /// The entry of that change, or of the last time the clock started again.
    pub clock_from: u64,
    /// The change with which each seat last said something.
    said: Vec<(Seat, u64)>,
    /// The last advice that was given.
    pub advice: Option<Advice>,
    /// Who has seen which seat's cards in this game: they are theirs until it is over.
    pub held: Vec<(GuestId, Seat)>,
    /// For whom programs play: that stays so until it is over, even if they get up and come back.
    pub(super) programs: Vec<GuestId>,
    /// Who got up of their own accord.
    pub(super) left: Vec<GuestId>,
    /// Who asks for a bot's cards.
    pub newcomer: Option<Newcomer>,
    /// Newcomers who were refused.
    pub turned_away: Vec<GuestId>,
    /// The record as text, once someone has asked for it since the last entry.
    record_text: OnceLock<String>,
}

impl Play {
    /// How many of the host's changes someone knows who knows the log up to `since`.
    pub fn known(&self, since: u64) -> u64 {
        self.marks.partition_point(|&mark| mark <= since) as u64
    }

    pub fn is_over(&self) -> bool {
        self.hosted.to_act().is_none()
    }

    /// Whether the seat has said something since that change.
    pub fn has_spoken(&self, seat: Seat, since: u64) -> bool {
        self.said.iter().any(|&(speaker, seq)| speaker == seat && seq > since)
    }

    /// The advice that this seat has in this position.
    pub fn advice_for(&self, seat: Seat) -> Option<&Advice> {
        self.advice.as_ref().filter(|advice| advice.seat == seat && advice.seq == self.hosted.seq())
    }

    /// The seat whose cards this guest has seen.
    pub fn hand_of(&self, guest: &GuestId) -> Option<Seat> {
        self.held.iter().find(|(other, _)| other == guest).map(|(_, seat)| *seat)
    }
}

pub struct Fold {
    pub table: String,
    /// How many entries are folded.
    pub at: u64,
    pub order: TableOrder,
    pub info: TableInfo,
    pub level: Level,
    /// Who opened the table, and whether they ever sat down.
    pub opener: GuestId,
    pub opener_came: bool,
    pub host: GuestId,
    /// When the host was last there, in milliseconds since 1970; at first when the table was opened.
    pub host_seen: u64,
    pub chairs: Vec<Chair>,
    pub number: u32,
    pub mix: Mix,
    /// Whether everyone reveals their share: the mix takes no other any more.
    pub sealed: bool,
    /// The secret of the next game, once this one is dealt.
    pub next_secret: Option<Seed>,
    pub paused: bool,
    pub deals_itself: bool,
    /// Guests who cannot sit down, and guests whose chat is not heard, wherever they sit.
    pub removed: Vec<GuestId>,
    pub(super) muted: Vec<(GuestId, Name)>,
    /// The version of the rules that the table is played by.
    pub rules_version: u32,
    /// When the last game ended, in milliseconds since 1970.
    pub ended: u64,
    /// What was used of the log.
    pub(super) spent: Spent,
    /// Whose name the bots have that took over from someone in this game, or while it was dealt.
    pub(super) stood_in: Vec<(GuestId, Seat)>,
    /// When each guest last sat down or got up: from then on everything looks different to them.
    pub reseated: Vec<(GuestId, u64)>,
    pub play: Option<Play>,
    pub chat: VecDeque<ChatLine>,
    /// Who said each line of it.
    pub(super) speakers: VecDeque<GuestId>,
    /// The last entry that changed who is there or how.
    pub room_at: u64,
    /// The last entry after which everything has to be shown again.
    pub anew_at: u64,
}

/// Why a log cannot be folded at all.
#[derive(Debug, Error)]
pub enum BadLog {
    #[error("the log does not begin with an order")]
    Beginning,
    #[error("the log has a newer format (version {0}); update parlour")]
    Newer(u32),
    #[error(transparent)]
    Order(#[from] BadTable),
}

/// An entry that cannot have happened.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct BadEntry(String);

impl From<Refusal> for BadEntry {
    fn from(refusal: Refusal) -> Self {
        Self(refusal.text)
    }
}

/// The version of the rules of this game that is known here.
pub fn known_rules(info: &TableInfo) -> u32 {
    games::AnyGame::find(&info.game).map_or(FIRST_RULES, |(game, _)| game.info().rules_version)
}

pub(super) fn bad(text: &str) -> BadEntry {
    BadEntry(text.to_owned())
}

impl Fold {
    /// Begins with the first entry.
    pub fn begin(table: &str, first: &Entry) -> Result<Self, BadLog> {
        let EntryKind::Opened { v, order, host, secret, rules_version } = &first.kind else {
            return Err(BadLog::Beginning);
        };
        if *v > VERSION {
            return Err(BadLog::Newer(*v));
        }
        let info = order.table_info()?;
        let level = order.bots.parse().unwrap_or(Level::Club);
        Ok(Self {
            table: table.to_owned(),
            at: 1,
            chairs: vec![Chair::Empty; info.players],
            order: order.clone(),
            info,
            level,
            opener: *host,
            opener_came: false,
            host: *host,
            host_seen: first.t,
            number: 1,
            mix: Mix::new(*secret),
            sealed: false,
            next_secret: None,
            paused: false,
            deals_itself: false,
            removed: Vec::new(),
            muted: Vec::new(),
            rules_version: rules_version.unwrap_or(FIRST_RULES),
            ended: 0,
            spent: Spent::default(),
            stood_in: Vec::new(),
            reseated: Vec::new(),
            play: None,
            chat: VecDeque::new(),
            speakers: VecDeque::new(),
            room_at: 1,
            anew_at: 1,
        })
    }

    /// Takes the next entry. One that cannot have happened counts and changes nothing, for every process alike.
    pub fn take(&mut self, entry: &Entry) {
        self.at += 1;
        if let Some(play) = &mut self.play {
            play.record_text.take();
        }
        self.spend(&entry.kind);
        let was_over = self.phase() == Phase::Over;
        if self.host_is_here() {
            self.host_seen = entry.t;
        }
        if let Err(error) = self.apply(&entry.kind) {
            tracing::error!(table = crate::hub::short(&self.table), at = self.at, %error, "log entry skipped");
        }
        if !was_over && self.phase() == Phase::Over {
            self.ended = entry.t;
        }
    }

    /// Refuses whatever would change a game that was played by other rules than those known here.
    pub fn check_rules(&self) -> Result<(), Refusal> {
        let (found, known) = (self.rules_version, known_rules(&self.info));
        if found == known {
            return Ok(());
        }
        let text = format!(
            "This table is played by version {found} of the rules, and this card room knows version {known}. It cannot \
             go on here; its chat and the records of its finished games can still be read."
        );
        Err(Refusal::new(codes::RULES_VERSION, text))
    }

    pub fn phase(&self) -> Phase {
        match &self.play {
            None => Phase::Gathering,
            Some(play) if play.is_over() => Phase::Over,
            Some(_) => Phase::Playing,
        }
    }

    pub fn chair(&self, seat: Seat) -> Option<&Chair> {
        self.chairs.get(seat.index())
    }

    /// Whether a program plays on this seat, or a bot for one that is gone.
    pub fn is_played_by_program(&self, seat: Seat) -> bool {
        match (self.chair(seat), &self.play) {
            (Some(Chair::Person(person)), _) => person.program,
            (Some(Chair::Bot { stand_in: true, .. }), Some(play)) => {
                let last = play.held.iter().rev().find(|(_, held)| *held == seat);
                last.is_some_and(|(guest, _)| play.programs.contains(guest))
            }
            _ => false,
        }
    }

    pub fn persons(&self) -> impl Iterator<Item = (Seat, &Person)> {
        let seats = Seat::all(self.chairs.len()).zip(&self.chairs);
        seats.filter_map(|(seat, chair)| chair.person().map(|person| (seat, person)))
    }

    pub fn seat_of(&self, guest: &GuestId) -> Option<Seat> {
        self.persons().find(|(_, person)| person.guest == *guest).map(|(seat, _)| seat)
    }

    pub fn viewer(&self, guest: Option<&GuestId>) -> Viewer {
        guest.and_then(|guest| self.seat_of(guest)).map_or(Viewer::Public, Viewer::Seat)
    }

    fn host_is_here(&self) -> bool {
        self.persons().any(|(_, person)| person.guest == self.host && !person.away)
    }

    /// The stand-in for a host who is away: the first player who is there.
    pub fn acting(&self) -> Option<Seat> {
        let here = || self.persons().find(|(_, person)| !person.away).map(|(seat, _)| seat);
        if self.host_is_here() { None } else { here() }
    }

    /// Whose name a bot has, as they got up or were replaced.
    pub fn gone(&self) -> impl Iterator<Item = (GuestId, Seat)> {
        let bot = |seat: Seat| matches!(self.chair(seat), Some(Chair::Bot { stand_in: true, .. }));
        self.stood_in.iter().copied().filter(move |(_, seat)| bot(*seat))
    }

    /// The record of the game that is over: it shows everything.
    pub fn record(&self) -> Option<Record> {
        let play = self.play.as_ref().filter(|play| play.is_over())?;
        Some(play.hosted.record().mixed_from(self.mix.clone()))
    }

    /// The same as text. Every client asks for it when a game ends, so it is written once.
    pub fn record_text(&self) -> Option<&str> {
        let text = &self.play.as_ref().filter(|play| play.is_over())?.record_text;
        Some(text.get_or_init(|| self.record().map(|record| record.write()).unwrap_or_default()))
    }

    /// A name that nobody here has.
    pub fn spare_name(&self) -> Option<Name> {
        let taken: Vec<&str> = self.chairs.iter().filter_map(Chair::name).map(Name::as_str).collect();
        Name::new(&bot_name(taken.iter().copied())).ok()
    }

    fn chair_mut(&mut self, seat: Seat) -> Result<&mut Chair, BadEntry> {
        self.chairs.get_mut(seat.index()).ok_or_else(|| bad("there is no such seat"))
    }

    fn person_mut(&mut self, seat: Seat) -> Result<&mut Person, BadEntry> {
        match self.chair_mut(seat)? {
            Chair::Person(person) => Ok(person),
            _ => Err(bad("nobody sits there")),
        }
    }

    pub(super) fn play_mut(&mut self) -> Result<&mut Play, BadEntry> {
        self.play.as_mut().ok_or_else(|| bad("no game is on"))
    }

    /// The name under which this guest was muted, if they are.
    pub(super) fn muted_name(&self, guest: &GuestId) -> Option<&Name> {
        self.muted.iter().find(|(other, _)| other == guest).map(|(_, name)| name)
    }
}
