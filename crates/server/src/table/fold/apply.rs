//! What each kind of entry changes.

use std::sync::OnceLock;

use engine::{Commitment, Mix, Name, Seat, Seed};
use protocol::Refusal;
use protocol::online::{ChatLine, Phase};
use tables::TableHost;

use super::{Advice, BadEntry, CHAT, Chair, Fold, Person, Play, bad};
use crate::identity::GuestId;
use crate::table::entry::{By, EntryKind};
use crate::table::newcomer::Newcomer;

impl Fold {
    pub(super) fn apply(&mut self, kind: &EntryKind) -> Result<(), BadEntry> {
        // What happened in a game by other rules cannot be known here.
        let of_a_game = matches!(kind, EntryKind::Started { .. } | EntryKind::Again { .. });
        if (of_a_game || kind.is_about_the_game()) && self.check_rules().is_err() {
            return Ok(());
        }
        match kind {
            EntryKind::Opened { .. } => return Err(bad("it is open already")),
            EntryKind::Sat { seat, guest, name, share, commit } => {
                self.seat_person(*seat, *guest, name, *share, *commit)?
            }
            EntryKind::AskedIn { seat, guest, name } => {
                if !matches!(self.chair_mut(*seat)?, Chair::Bot { .. }) {
                    return Err(bad("no bot sits there"));
                }
                let (at, seat, guest, name) = (self.at, *seat, *guest, name.clone());
                self.play_mut()?.newcomer = Some(Newcomer { at, seat, guest, name, agreed: Vec::new() });
            }
            EntryKind::Answered { seat, agree } => {
                let guest = self.person_mut(*seat)?.guest;
                self.answer(guest, *agree)?;
            }
            EntryKind::Withdrew => self.turn_away()?,
            EntryKind::Shared { seat, share } => {
                self.person_mut(*seat)?;
                self.mix.put(*seat, *share);
            }
            EntryKind::Promised { seat, commit } => {
                self.person_mut(*seat)?;
                self.mix.promise(*seat, *commit);
            }
            EntryKind::Program { seat } => self.person_mut(*seat)?.program = true,
            EntryKind::Sealed => self.sealed = self.play.is_none(),
            EntryKind::Revealed { seat, share } => {
                if !self.mix.reveal(*seat, *share) {
                    return Err(bad("another share was promised"));
                }
            }
            EntryKind::Unrevealed { seat }
            | EntryKind::Left { seat }
            | EntryKind::Bot { seat }
            | EntryKind::Freed { seat } => self.vacate(kind, *seat)?,
            EntryKind::Removed { seat } => {
                let guest = self.person_mut(*seat)?.guest;
                self.removed.push(guest);
                self.vacate(kind, *seat)?;
            }
            EntryKind::Started { next } => self.start(*next)?,
            EntryKind::Acted { seat, act, by, fallback } => {
                self.play_action(*seat, act)?;
                self.note_fallback(*seat, *by, fallback.as_deref())?;
            }
            EntryKind::TookBack { .. } => self.rewind(TableHost::undo)?,
            EntryKind::DidAgain { .. } => self.rewind(TableHost::redo)?,
            EntryKind::Hinted { seat } => self.advise(*seat)?,
            // Chat changes neither the room nor the game.
            EntryKind::Chatted { seat, text } => return self.add_chat(*seat, text),
            EntryKind::Muted { seat, off } => self.set_muted(*seat, !off)?,
            EntryKind::Forgot { guest } => self.forget(*guest)?,
            EntryKind::Paused => self.paused = true,
            EntryKind::Resumed => self.resume(),
            EntryKind::Away { seat } => self.person_mut(*seat)?.away = true,
            EntryKind::Back { seat } => {
                let person = self.person_mut(*seat)?;
                (person.away, person.sat_in) = (false, false);
            }
            EntryKind::SatIn { seat } => self.person_mut(*seat)?.sat_in = true,
            EntryKind::Again { seat, secret, share, commit } => {
                self.again(*seat, *secret, *share, *commit)?
            }
        }
        // The room does not show whose share is known already.
        let is_same_room = kind.is_about_the_game() || matches!(kind, EntryKind::Revealed { .. });
        if !is_same_room || self.phase() == Phase::Over {
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
        share: Option<Seed>,
        commit: Option<Commitment>,
    ) -> Result<(), BadEntry> {
        let muted = self.muted_name(&guest).is_some();
        let program = self.play.as_ref().is_some_and(|play| play.programs.contains(&guest));
        let person = Person { guest, name: name.clone(), away: false, sat_in: false, muted, program };
        *self.chair_mut(seat)? = Chair::Person(person);
        self.stood_in.retain(|(_, other)| *other != seat);
        self.reseat(guest);
        if guest == self.opener {
            (self.opener_came, self.host) = (true, guest);
        }
        match &mut self.play {
            None => self.put_in(seat, share, commit),
            Some(play) => {
                play.hosted.rename(seat, name.clone());
                play.left.retain(|other| *other != guest);
                play.newcomer.take_if(|newcomer| newcomer.guest == guest || newcomer.seat == seat);
                if !play.held.contains(&(guest, seat)) {
                    play.held.push((guest, seat));
                }
            }
        }
        Ok(())
    }

    /// Puts a share into the shuffle, or the promise of one.
    fn put_in(&mut self, seat: Seat, share: Option<Seed>, commit: Option<Commitment>) {
        match (commit, share) {
            (Some(commit), _) => self.mix.promise(seat, commit),
            (None, Some(share)) => self.mix.put(seat, share),
            (None, None) => {}
        }
    }

    /// Someone acts; mere words neither make a position another nor stop the clock.
    fn play_action(&mut self, seat: Seat, act: &str) -> Result<(), BadEntry> {
        let at = self.at;
        let play = self.play_mut()?;
        play.hosted.act(seat, act)?;
        play.marks.push(at);
        let seq = play.hosted.seq();
        if act.starts_with("say ") {
            play.said.retain(|&(speaker, _)| speaker != seat);
            play.said.push((seat, seq));
        } else {
            (play.last_move, play.clock_from) = (seq, at);
        }
        Ok(())
    }

    /// Notes if the last action, on a program's seat, was not its own choice.
    fn note_fallback(&mut self, seat: Seat, by: By, code: Option<&str>) -> Result<(), BadEntry> {
        let why = match by {
            By::Player => code,
            By::Bot => Some("away: a bot of the table played"),
            By::Clock => Some("too-slow: the table's time was up"),
        };
        if let Some(why) = why.filter(|_| self.is_played_by_program(seat)) {
            self.play_mut()?.hosted.note_fallback(why);
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
        let (act, text) = play.hosted.hint(seat, Some(&|| true))?;
        play.advice = Some(Advice { seat, seq: play.hosted.seq(), act, text });
        Ok(())
    }

    fn add_chat(&mut self, seat: Seat, text: &str) -> Result<(), BadEntry> {
        let name = self.chair(seat).and_then(Chair::name).ok_or_else(|| bad("nobody sits there"))?;
        let speaker = self.chair(seat).and_then(Chair::person).map_or(self.host, |person| person.guest);
        let line = ChatLine { at: self.at, seat, name: name.to_string(), text: text.to_owned() };
        if self.chat.len() == CHAT {
            self.chat.pop_front();
            self.speakers.pop_front();
        }
        self.chat.push_back(line);
        self.speakers.push_back(speaker);
        Ok(())
    }

    /// A guest's name and chat are gone from here on, for everyone.
    fn forget(&mut self, guest: GuestId) -> Result<(), BadEntry> {
        let name = crate::forget::nameless(&guest);
        if let Some(seat) = self.seat_of(&guest) {
            self.vacate(&EntryKind::Left { seat }, seat)?;
        }
        let theirs: Vec<Seat> =
            self.stood_in.iter().filter(|(other, _)| *other == guest).map(|(_, seat)| *seat).collect();
        for seat in theirs {
            // A bot that took over has their name.
            if let Chair::Bot { name: theirs, stand_in: true } = &mut self.chairs[seat.index()] {
                *theirs = name.clone();
                if let Some(play) = &mut self.play {
                    play.hosted.rename(seat, name.clone());
                }
            }
        }
        self.stood_in.retain(|(other, _)| *other != guest);
        let by: Vec<bool> = self.speakers.iter().map(|speaker| *speaker == guest).collect();
        let mut gone = by.iter();
        self.chat.retain(|_| !gone.next().copied().unwrap_or(false));
        self.speakers.retain(|speaker| *speaker != guest);
        if let Some(play) = &mut self.play {
            play.newcomer.take_if(|newcomer| newcomer.guest == guest);
        }
        for (_, kept) in self.muted.iter_mut().filter(|(other, _)| *other == guest) {
            *kept = name.clone();
        }
        self.anew_at = self.at;
        Ok(())
    }

    fn set_muted(&mut self, seat: Seat, muted: bool) -> Result<(), BadEntry> {
        let person = self.person_mut(seat)?;
        person.muted = muted;
        let (guest, name) = (person.guest, person.name.clone());
        self.muted.retain(|(other, _)| *other != guest);
        if muted {
            self.muted.push((guest, name));
        }
        Ok(())
    }

    /// Goes on after a pause: the clock of the player on turn starts again.
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
        // What is promised or revealed stays in a sealed shuffle, even if a player gets up.
        let dealt = self.play.is_some() || self.sealed;
        let chair = self.chair_mut(seat)?;
        let guest = chair.person().map(|person| person.guest);
        *chair = match (kind, chair.name()) {
            (EntryKind::Unrevealed { .. }, _) => {
                Chair::Bot { name: spare.ok_or_else(|| bad("no bot is free"))?, stand_in: true }
            }
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
            if dealt && !matches!(kind, EntryKind::Unrevealed { .. }) {
                self.stood_in.push((guest, seat));
            }
            if let (EntryKind::Left { .. }, Some(play)) = (kind, &mut self.play) {
                play.left.push(guest);
            }
        }
        if self.sealed && self.persons().next().is_none() {
            self.unseal();
        }
        let next = self.persons().next().map(|(_, person)| person.guest);
        if guest == Some(self.host) && !matches!(kind, EntryKind::Unrevealed { .. }) {
            self.host = next.unwrap_or(self.host);
        }
        Ok(())
    }

    /// Nobody is left to deal to.
    fn unseal(&mut self) {
        self.sealed = false;
        self.mix = Mix::new(self.mix.secret);
        self.clear_stand_ins();
    }

    fn clear_stand_ins(&mut self) {
        self.stood_in.clear();
        for chair in &mut self.chairs {
            if matches!(chair, Chair::Bot { stand_in: true, .. }) {
                *chair = Chair::Empty;
            }
        }
    }

    fn start(&mut self, next: Option<Seed>) -> Result<(), BadEntry> {
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
        let mut host = tables::seated(&order, names).map_err(|error| BadEntry(error.to_string()))?;
        if self.order.hints {
            host.grant_hints();
        }
        let last_move = host.seq();
        let at = self.at;
        let held = self.persons().map(|(seat, person)| (person.guest, seat)).collect();
        let programs = self.persons().filter(|(_, person)| person.program);
        let programs = programs.map(|(_, person)| person.guest).collect();
        self.play = Some(Play {
            hosted: host,
            marks: vec![at],
            last_move,
            clock_from: at,
            said: Vec::new(),
            advice: None,
            held,
            programs,
            left: Vec::new(),
            newcomer: None,
            turned_away: Vec::new(),
            record_text: OnceLock::new(),
        });
        self.anew_at = at;
        self.deals_itself = false;
        (self.sealed, self.next_secret) = (false, next);
        Ok(())
    }

    fn again(
        &mut self,
        seat: Seat,
        secret: Option<Seed>,
        share: Option<Seed>,
        commit: Option<Commitment>,
    ) -> Result<(), BadEntry> {
        if self.phase() != Phase::Over {
            return Err(bad("the game is not over"));
        }
        self.person_mut(seat)?;
        let secret = self.next_secret.take().or(secret).ok_or_else(|| bad("there is no secret"))?;
        self.clear_stand_ins();
        for chair in &mut self.chairs {
            if let Chair::Person(person) = chair {
                person.sat_in = false;
            }
        }
        self.play = None;
        self.number += 1;
        self.mix = Mix::new(secret);
        self.put_in(seat, share, commit);
        self.paused = false;
        self.deals_itself = true;
        self.anew_at = self.at;
        Ok(())
    }
}
