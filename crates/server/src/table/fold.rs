//! The fold of a table's log: all there is to know of a table. Every process that folds the same log has the same
//! table; no clock and no chance enter here but those written down.

use std::collections::VecDeque;

use bots::Level;
use engine::{Mix, Name, Record, Seat, Viewer};
use protocol::Refusal;
use protocol::online::{ChatLine, Phase, TableInfo, TableOrder};
use tables::{BadTable, TableHost, TableOrderExt, bot_name};
use thiserror::Error;

use super::entry::{Entry, EntryKind, VERSION};
use crate::identity::GuestId;

/// Chat lines that a newcomer is shown.
const CHAT: usize = 100;

/// Whoever sits on a seat.
#[derive(Clone, Debug)]
pub enum Chair {
    Empty,
    Person(Person),
    /// A bot; a stand-in took over from a person and leaves after the game.
    Bot {
        name: Name,
        stand_in: bool,
    },
}

#[derive(Clone, Debug)]
pub struct Person {
    pub guest: GuestId,
    pub name: Name,
    pub away: bool,
    pub sat_in: bool,
    pub muted: bool,
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

/// A game on the table.
pub struct Play {
    pub hosted: Box<dyn TableHost>,
    /// The entry of each of the host's changes, the deal first.
    marks: Vec<u64>,
    /// The host's last change that was more than words.
    pub last_move: u64,
    /// The entry of that change, or of the last time the clock began anew.
    pub clock_from: u64,
    /// The last advice that was given.
    pub advice: Option<(String, String)>,
    /// Who has seen which seat's cards in this game.
    pub held: Vec<(GuestId, Seat)>,
}

impl Play {
    /// How many of the host's changes someone knows who knows the log up to `since`.
    pub fn known(&self, since: u64) -> u64 {
        self.marks.partition_point(|&mark| mark <= since) as u64
    }

    pub fn is_over(&self) -> bool {
        self.hosted.to_act().is_none()
    }
}

pub struct Fold {
    pub table: String,
    /// How many entries are folded.
    pub at: u64,
    pub order: TableOrder,
    pub info: TableInfo,
    pub level: Level,
    pub host: GuestId,
    pub chairs: Vec<Chair>,
    pub number: u32,
    pub mix: Mix,
    pub paused: bool,
    pub deals_itself: bool,
    /// Guests who cannot sit down, and guests whose chat is not heard, wherever they sit.
    pub removed: Vec<GuestId>,
    muted: Vec<GuestId>,
    /// When each guest last sat down or got up: from then on everything looks different to them.
    pub reseated: Vec<(GuestId, u64)>,
    pub play: Option<Play>,
    pub chat: VecDeque<ChatLine>,
    /// The last entry that changed who is there or how.
    pub room_at: u64,
    /// The last entry after which everything has to be shown anew.
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

fn bad(text: &str) -> BadEntry {
    BadEntry(text.to_owned())
}

impl Fold {
    /// Begins with the first entry.
    pub fn begin(table: &str, first: &Entry) -> Result<Self, BadLog> {
        let EntryKind::Opened { v, order, host, secret } = &first.kind else { return Err(BadLog::Beginning) };
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
            host: *host,
            number: 1,
            mix: Mix::new(*secret),
            paused: false,
            deals_itself: false,
            removed: Vec::new(),
            muted: Vec::new(),
            reseated: Vec::new(),
            play: None,
            chat: VecDeque::new(),
            room_at: 1,
            anew_at: 1,
        })
    }

    /// Takes the next entry. One that cannot have happened counts and changes nothing, for every process alike.
    pub fn take(&mut self, entry: &Entry) {
        self.at += 1;
        if let Err(error) = self.apply(&entry.kind) {
            tracing::error!(table = crate::hub::short(&self.table), at = self.at, %error, "log entry skipped");
        }
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

    /// Whoever sees to the table: the host, or the first who is there if the host is not.
    pub fn is_host(&self, guest: &GuestId) -> bool {
        let is_here = |person: &Person| !person.away;
        let host_here = self.persons().any(|(_, person)| person.guest == self.host && is_here(person));
        let first = self.persons().find(|(_, person)| is_here(person));
        *guest == self.host || (!host_here && first.is_some_and(|(_, person)| person.guest == *guest))
    }

    /// The record of the game that is over: it shows everything.
    pub fn record(&self) -> Option<Record> {
        let play = self.play.as_ref().filter(|play| play.is_over())?;
        Some(play.hosted.record().mixed_from(self.mix.clone()))
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

    fn play_mut(&mut self) -> Result<&mut Play, BadEntry> {
        self.play.as_mut().ok_or_else(|| bad("no game is on"))
    }

    fn apply(&mut self, kind: &EntryKind) -> Result<(), BadEntry> {
        match kind {
            EntryKind::Opened { .. } => return Err(bad("it is open already")),
            EntryKind::Sat { seat, guest, name, share } => self.seat_person(*seat, *guest, name, *share)?,
            EntryKind::Shared { seat, share } => {
                self.person_mut(*seat)?;
                self.mix.put(*seat, *share);
            }
            EntryKind::Left { seat } | EntryKind::Bot { seat } | EntryKind::Freed { seat } => {
                self.vacate(kind, *seat)?
            }
            EntryKind::Removed { seat } => {
                let guest = self.person_mut(*seat)?.guest;
                self.removed.push(guest);
                self.vacate(kind, *seat)?;
            }
            EntryKind::Started => self.start()?,
            EntryKind::Acted { seat, act, .. } => self.play_action(*seat, act)?,
            EntryKind::TookBack { .. } => self.rewind(TableHost::undo)?,
            EntryKind::DidAgain { .. } => self.rewind(TableHost::redo)?,
            EntryKind::Hinted { seat } => self.advise(*seat)?,
            // Chat changes neither the room nor the game.
            EntryKind::Chatted { seat, text } => return self.add_chat(*seat, text),
            EntryKind::Muted { seat, off } => self.set_muted(*seat, !off)?,
            EntryKind::Paused => self.paused = true,
            EntryKind::Resumed => self.resume(),
            EntryKind::Away { seat } => self.person_mut(*seat)?.away = true,
            EntryKind::Back { seat } => {
                let person = self.person_mut(*seat)?;
                (person.away, person.sat_in) = (false, false);
            }
            EntryKind::SatIn { seat } => self.person_mut(*seat)?.sat_in = true,
            EntryKind::Again { seat, secret, share } => self.again(*seat, *secret, *share)?,
        }
        if !kind.is_about_the_game() || self.phase() == Phase::Over {
            self.room_at = self.at;
        }
        Ok(())
    }

    /// A person takes a seat; before the deal their share goes into the shuffle, in a game they get the seat's cards.
    fn seat_person(
        &mut self,
        seat: Seat,
        guest: GuestId,
        name: &Name,
        share: engine::Seed,
    ) -> Result<(), BadEntry> {
        let muted = self.muted.contains(&guest);
        let person = Person { guest, name: name.clone(), away: false, sat_in: false, muted };
        *self.chair_mut(seat)? = Chair::Person(person);
        self.reseat(guest);
        match &mut self.play {
            None => self.mix.put(seat, share),
            Some(play) => {
                play.hosted.rename(seat, name.clone());
                play.held.push((guest, seat));
            }
        }
        Ok(())
    }

    /// Someone acts; mere words neither make a position another nor stop the clock.
    fn play_action(&mut self, seat: Seat, act: &str) -> Result<(), BadEntry> {
        let at = self.at;
        let play = self.play_mut()?;
        play.hosted.act(seat, act)?;
        play.marks.push(at);
        if !act.starts_with("say ") {
            (play.last_move, play.clock_from) = (play.hosted.seq(), at);
        }
        Ok(())
    }

    /// Takes the last action back, or does it again.
    fn rewind(
        &mut self,
        how: impl FnOnce(&mut (dyn TableHost + 'static)) -> Result<(), Refusal>,
    ) -> Result<(), BadEntry> {
        let at = self.at;
        let play = self.play_mut()?;
        how(&mut *play.hosted)?;
        play.marks.push(at);
        (play.last_move, play.clock_from) = (play.hosted.seq(), at);
        Ok(())
    }

    fn advise(&mut self, seat: Seat) -> Result<(), BadEntry> {
        let play = self.play_mut()?;
        // A short look only: every process that folds the log does it again.
        play.advice = Some(play.hosted.hint(seat, Some(&|| true))?);
        Ok(())
    }

    fn add_chat(&mut self, seat: Seat, text: &str) -> Result<(), BadEntry> {
        let name = self.chair(seat).and_then(Chair::name).ok_or_else(|| bad("nobody sits there"))?;
        let line = ChatLine { at: self.at, seat, name: name.to_string(), text: text.to_owned() };
        if self.chat.len() == CHAT {
            self.chat.pop_front();
        }
        self.chat.push_back(line);
        Ok(())
    }

    fn set_muted(&mut self, seat: Seat, muted: bool) -> Result<(), BadEntry> {
        let person = self.person_mut(seat)?;
        person.muted = muted;
        let guest = person.guest;
        self.muted.retain(|other| *other != guest);
        if muted {
            self.muted.push(guest);
        }
        Ok(())
    }

    /// Goes on after a pause: the clock of whoever is on turn begins anew.
    fn resume(&mut self) {
        self.paused = false;
        if let Some(play) = &mut self.play {
            play.clock_from = self.at;
        }
    }

    fn reseat(&mut self, guest: GuestId) {
        self.reseated.retain(|(other, _)| *other != guest);
        self.reseated.push((guest, self.at));
    }

    /// Someone gets up: before the deal the seat is empty, in a game a bot takes over.
    fn vacate(&mut self, kind: &EntryKind, seat: Seat) -> Result<(), BadEntry> {
        let spare = self.spare_name();
        let dealt = self.play.is_some();
        let chair = self.chair_mut(seat)?;
        let guest = chair.person().map(|person| person.guest);
        *chair = match (kind, chair.name()) {
            (EntryKind::Freed { .. } | EntryKind::Left { .. } | EntryKind::Removed { .. }, _) if !dealt => {
                Chair::Empty
            }
            (_, Some(name)) if dealt => Chair::Bot { name: name.clone(), stand_in: true },
            _ => Chair::Bot { name: spare.ok_or_else(|| bad("no bot is free"))?, stand_in: false },
        };
        if !dealt {
            self.mix.take(seat);
        }
        if let Some(guest) = guest {
            self.reseat(guest);
        }
        let next = self.persons().next().map(|(_, person)| person.guest);
        if guest == Some(self.host) {
            self.host = next.unwrap_or(self.host);
        }
        Ok(())
    }

    fn start(&mut self) -> Result<(), BadEntry> {
        if self.play.is_some() {
            return Err(bad("the cards are dealt already"));
        }
        for index in 0..self.chairs.len() {
            if matches!(self.chairs[index], Chair::Empty) {
                let name = self.spare_name().ok_or_else(|| bad("no bot is free"))?;
                self.chairs[index] = Chair::Bot { name, stand_in: false };
            }
        }
        let names = self.chairs.iter().filter_map(Chair::name).cloned().collect();
        let order = self.order.order(self.mix.seed());
        let host = tables::seated(&order, names).map_err(|error| BadEntry(error.to_string()))?;
        let last_move = host.seq();
        let at = self.at;
        let held = self.persons().map(|(seat, person)| (person.guest, seat)).collect();
        self.play =
            Some(Play { hosted: host, marks: vec![at], last_move, clock_from: at, advice: None, held });
        self.anew_at = at;
        self.deals_itself = false;
        Ok(())
    }

    fn again(&mut self, seat: Seat, secret: engine::Seed, share: engine::Seed) -> Result<(), BadEntry> {
        if self.phase() != Phase::Over {
            return Err(bad("the game is not over"));
        }
        self.person_mut(seat)?;
        for chair in &mut self.chairs {
            match chair {
                Chair::Bot { stand_in: true, .. } => *chair = Chair::Empty,
                Chair::Person(person) => person.sat_in = false,
                _ => {}
            }
        }
        self.play = None;
        self.number += 1;
        self.mix = Mix::new(secret);
        self.mix.put(seat, share);
        self.paused = false;
        self.deals_itself = true;
        self.anew_at = self.at;
        Ok(())
    }
}
