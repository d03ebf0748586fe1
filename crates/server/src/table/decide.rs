//! What a call comes to: an entry to append, an answer, or a refusal. Nothing is changed here.

use std::time::Duration;

use engine::seating::{BadName, is_readable};
use engine::{Commitment, Name, Seat, Seed, Viewer};
use protocol::online::{Call, HostAction, LONGEST_CHAT, Phase};
use protocol::{Ask, Asked, Refusal, Tell, codes};

use super::entry::{By, EntryKind};
use super::fold::{Chair, Fold, Play};
use super::names;
use super::render::{HISTORY_LINES, LOG_LINES};
use crate::identity::GuestId;

/// What a call comes to.
#[derive(Debug)]
pub enum Decision {
    Append(EntryKind),
    Reply(Tell),
    Nothing,
}

/// How long a host who is not there is waited for.
pub(super) const HOST_WAIT: Duration = Duration::from_secs(60);

pub(super) type Decided = Result<Decision, Refusal>;

pub(super) fn no<T>(code: &str, text: &str) -> Result<T, Refusal> {
    Err(Refusal::new(code, text))
}

/// Whether this looks like a code: it is written into records that everyone reads.
fn is_code(text: &str) -> bool {
    (1..=20).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-')
}

fn being_dealt<T>() -> Result<T, Refusal> {
    no(codes::ALREADY_DEALT, "The cards are being dealt. Wait a moment.")
}

/// Who calls.
#[derive(Clone, Copy)]
pub(super) struct Caller<'a> {
    pub(super) guest: &'a GuestId,
    seat: Option<Seat>,
    host: bool,
    /// Whether they stand in for a host who is not there.
    acting: bool,
}

impl Caller<'_> {
    pub(super) fn seated(&self) -> Result<Seat, Refusal> {
        self.seat.ok_or_else(|| Refusal::new(codes::NOT_SEATED, "You only watch. Sit down first."))
    }

    fn hosting(&self) -> Result<(), Refusal> {
        if self.host {
            Ok(())
        } else {
            no(codes::NOT_HOST, "Only the host of the table can do that. Ask them.")
        }
    }
}

impl Fold {
    /// What this call comes to; `fresh` makes a secret for a game to come, `now` is in milliseconds since 1970.
    pub fn decide(&self, guest: Option<&GuestId>, call: &Call, fresh: fn() -> Seed, now: u64) -> Decided {
        let Some(guest) = guest else {
            return match call {
                Call::Ask { what } => self.asked(Viewer::Public, what),
                _ => no(codes::NO_KEY, "You only watch. Come back with a guest key to take part."),
            };
        };
        if !matches!(call, Call::Hello { .. } | Call::Ask { .. }) {
            self.check_rules()?;
        }
        let seat = self.seat_of(guest);
        let acting = seat.is_some() && seat == self.acting();
        let caller = Caller { guest, seat, host: *guest == self.host, acting };
        match call {
            Call::Hello { .. } => no(codes::ALREADY_HERE, "You are here already."),
            // It changes nothing at the table, which passes it on itself.
            Call::Report { .. } => Ok(Decision::Nothing),
            Call::Sit { name, seat, share, commit } => {
                self.sit(caller, name, *seat, now, |seat, guest, name| EntryKind::Sat {
                    seat,
                    guest,
                    name,
                    share: *share,
                    commit: *commit,
                })
            }
            Call::Share { share } => self.put_share(caller, Some(*share), None),
            Call::Commit { commit } => self.put_share(caller, None, Some(*commit)),
            Call::Reveal { share } => self.reveal(caller.seated()?, *share),
            Call::Admit { at, agree } => self.admit(caller, *at, *agree),
            Call::Leave if self.newcomer().is_some_and(|(newcomer, _)| newcomer.guest == *guest) => {
                Ok(Decision::Append(EntryKind::Withdrew))
            }
            Call::Leave => Ok(Decision::Append(EntryKind::Left { seat: caller.seated()? })),
            Call::Program => self.declare_program(caller.seated()?),
            Call::Start => self.deal(caller, fresh, now),
            Call::Rematch { share, commit } => self.rematch(caller, *share, *commit, fresh),
            Call::Ask { what } => match caller.seat {
                Some(seat) => self.play_on(seat, what),
                None => self.asked(Viewer::Public, what),
            },
            Call::Chat { text } => self.chat(caller, text),
            Call::Host { what } => {
                let small = matches!(what, HostAction::Pause | HostAction::Resume);
                if !(caller.acting && small) {
                    caller.hosting()?;
                }
                self.host_action(caller, what)
            }
        }
    }

    fn reveal(&self, seat: Seat, share: Seed) -> Decided {
        match self.mix.promised(seat) {
            _ if !self.sealed => no(codes::ALREADY_DEALT, "Shares are not revealed now."),
            Some(commit) if commit == share.commitment() => {
                let known = self.mix.shares.iter().any(|(other, _)| *other == seat);
                let entry = EntryKind::Revealed { seat, share };
                Ok(if known { Decision::Nothing } else { Decision::Append(entry) })
            }
            _ => no(codes::BAD_SHARE, "That is not the share that you promised."),
        }
    }

    /// A program says that it plays. Nobody who sat down with a person finds a program there later.
    fn declare_program(&self, seat: Seat) -> Decided {
        match self.chair(seat).and_then(Chair::person) {
            Some(person) if person.program => Ok(Decision::Nothing),
            _ if self.sealed => being_dealt(),
            _ if self.phase() == Phase::Playing => {
                no(codes::ALREADY_DEALT, "The cards are dealt. A program can play from the next game on.")
            }
            _ => Ok(Decision::Append(EntryKind::Program { seat })),
        }
    }

    fn rematch(
        &self,
        caller: Caller,
        share: Option<Seed>,
        commit: Option<Commitment>,
        fresh: fn() -> Seed,
    ) -> Decided {
        let seat = caller.seated()?;
        match self.phase() {
            Phase::Over => {
                let secret = self.next_secret.is_none().then(fresh);
                Ok(Decision::Append(EntryKind::Again { seat, secret, share, commit }))
            }
            // Someone else was quicker and wanted the same.
            Phase::Gathering => self.put_share(caller, share, commit),
            Phase::Playing => no(codes::ALREADY_DEALT, "Finish this game first."),
        }
    }

    /// The host deals once they sit; others only if the host has been gone for a minute.
    fn deal(&self, caller: Caller, fresh: fn() -> Seed, now: u64) -> Decided {
        if !caller.acting {
            caller.hosting()?;
        }
        match self.phase() {
            Phase::Gathering if self.persons().next().is_none() => {
                no(codes::NO_PLAYERS, "Someone has to sit down first.")
            }
            Phase::Gathering if self.sealed => being_dealt(),
            Phase::Gathering if caller.host => {
                caller.seated()?;
                Ok(Decision::Append(self.next_step_of_the_deal(fresh)))
            }
            Phase::Gathering if self.host_expected(now) => no(
                codes::HOST_EXPECTED,
                "The host is not here. Give them a minute to come back; then you can deal.",
            ),
            Phase::Gathering => Ok(Decision::Append(self.next_step_of_the_deal(fresh))),
            _ => no(codes::ALREADY_DEALT, "The cards are dealt already."),
        }
    }

    /// The deal, or what comes before it: everyone who has promised a share is asked to reveal it.
    pub fn next_step_of_the_deal(&self, fresh: fn() -> Seed) -> EntryKind {
        if !self.sealed && self.mix.unrevealed().next().is_some() {
            return EntryKind::Sealed;
        }
        EntryKind::Started { next: Some(fresh()) }
    }

    fn put_share(&self, caller: Caller, share: Option<Seed>, commit: Option<Commitment>) -> Decided {
        let seat = caller.seated()?;
        match (self.phase(), commit, share) {
            (Phase::Gathering, ..) if self.sealed => being_dealt(),
            (Phase::Gathering, Some(commit), _) => Ok(Decision::Append(EntryKind::Promised { seat, commit })),
            (Phase::Gathering, None, Some(share)) => Ok(Decision::Append(EntryKind::Shared { seat, share })),
            (Phase::Gathering, None, None) => Ok(Decision::Nothing),
            _ => no(codes::ALREADY_DEALT, "The cards are dealt; your share counts in the next game."),
        }
    }

    /// Whether a host who is not there may still come.
    fn host_expected(&self, now: u64) -> bool {
        now < self.host_seen.saturating_add(HOST_WAIT.as_millis() as u64)
    }

    fn sit(
        &self,
        caller: Caller,
        name: &str,
        wanted: Option<Seat>,
        now: u64,
        sat: impl FnOnce(Seat, GuestId, Name) -> EntryKind,
    ) -> Decided {
        if caller.seat.is_some() {
            return no(codes::ALREADY_SEATED, "You sit here already.");
        }
        if self.removed.contains(caller.guest) {
            return no(codes::REMOVED, "The host has asked you to leave this table. You can watch.");
        }
        let tricky = names::hides_something(name) || names::piles_up(name);
        let visible = if tricky { Err(BadName) } else { Name::new(name) };
        let name = visible
            .map_err(|error| Refusal::new(error.code(), engine::seating::sentence(&format!("{error}."))))?;
        // A muted player keeps their name: a name is read by everyone, too.
        let name = self.muted_name(caller.guest).cloned().unwrap_or(name);
        self.check_name(caller.guest, &name)?;
        if wanted.is_some_and(|seat| self.chair(seat).is_none()) {
            return no(codes::NO_SUCH_SEAT, "There is no such seat at this table.");
        }
        let guest = *caller.guest;
        match (self.phase(), &self.play) {
            (Phase::Over, _) => no(codes::GAME_OVER, "The game is over. Sit down when they begin another."),
            (Phase::Gathering, _) if self.sealed => being_dealt(),
            (Phase::Playing, Some(play)) => self.sit_in_game(play, guest, name, wanted),
            _ => {
                let kept = guest != self.opener && !self.opener_came && self.host_expected(now);
                let seat = self.free_seat(wanted, kept)?;
                Ok(Decision::Append(sat(seat, guest, name)))
            }
        }
    }

    /// Nobody is mistaken for a bot, for another player or for a newcomer. The bot that plays on someone's own seat
    /// has their name.
    fn check_name(&self, guest: &GuestId, name: &Name) -> Result<(), Refusal> {
        if names::is_reserved(name.as_str()) {
            return no(
                codes::NAME_TAKEN,
                "Bots have that name here, or one that looks like it. Choose another, or add to yours.",
            );
        }
        let own = self.play.as_ref().and_then(|play| play.hand_of(guest));
        let seats = Seat::all(self.chairs.len()).zip(&self.chairs);
        let others = seats.filter(|(seat, _)| Some(*seat) != own).filter_map(|(_, chair)| chair.name());
        let asking = self.newcomer().map(|(newcomer, _)| newcomer).filter(|other| other.guest != *guest);
        let mut taken = others.chain(asking.map(|newcomer| &newcomer.name));
        if taken.any(|other| names::look_alike(other.as_str(), name.as_str())) {
            return no(
                codes::NAME_TAKEN,
                "Someone here has that name, or one that looks like it. Choose another, so that nobody is mistaken for you.",
            );
        }
        Ok(())
    }

    /// A seat for someone who comes before the deal: bots make room. The first may be kept for the host.
    fn free_seat(&self, wanted: Option<Seat>, kept: bool) -> Result<Seat, Refusal> {
        let open = |seat: &Seat| !(kept && *seat == Seat::FIRST);
        let free = |seat: &Seat| open(seat) && !matches!(self.chair(*seat), Some(Chair::Person(_)));
        let empty = |seat: &Seat| open(seat) && matches!(self.chair(*seat), Some(Chair::Empty));
        match wanted {
            Some(seat) if free(&seat) => Ok(seat),
            Some(seat) if !open(&seat) => no(
                codes::SEAT_TAKEN,
                "That seat is kept for the player who opened the table, for a minute. Choose another, or wait.",
            ),
            Some(_) => no(codes::SEAT_TAKEN, "That seat is taken. Choose another."),
            None => {
                let seats = || Seat::all(self.chairs.len());
                let found = seats().find(empty).or_else(|| seats().find(free));
                found.ok_or_else(|| Refusal::new(codes::TABLE_FULL, "Every seat is taken. You can watch."))
            }
        }
    }

    fn chat(&self, caller: Caller, text: &str) -> Decided {
        let seat = caller.seated()?;
        let text = text.trim();
        if !is_readable(text, LONGEST_CHAT) || names::piles_up(text) {
            return no(codes::BAD_CHAT, "Say something of 1 to 200 visible characters, on one line.");
        }
        if self.is_muted(seat) {
            return no(codes::MUTED, "The host has muted you.");
        }
        Ok(Decision::Append(EntryKind::Chatted { seat, text: text.to_owned() }))
    }

    fn host_action(&self, caller: Caller, host_action: &HostAction) -> Decided {
        let there = |seat: Seat| match self.chair(seat) {
            Some(chair) => Ok(chair),
            None => no(codes::NO_SUCH_SEAT, "There is no such seat at this table."),
        };
        match host_action {
            HostAction::Pause if self.paused => Ok(Decision::Nothing),
            HostAction::Pause => Ok(Decision::Append(EntryKind::Paused)),
            HostAction::Resume if !self.paused => Ok(Decision::Nothing),
            HostAction::Resume => Ok(Decision::Append(EntryKind::Resumed)),
            // Nobody's share is taken out of a shuffle once it is known.
            HostAction::Bot { .. } | HostAction::Free { .. } | HostAction::Remove { .. } if self.sealed => {
                being_dealt()
            }
            HostAction::Bot { seat } => match there(*seat)? {
                Chair::Bot { .. } => Ok(Decision::Nothing),
                _ if self.phase() == Phase::Over => {
                    no(codes::GAME_OVER, "The game is over; see to the seats before the next.")
                }
                _ => Ok(Decision::Append(EntryKind::Bot { seat: *seat })),
            },
            HostAction::Free { seat } => match there(*seat)? {
                Chair::Empty => Ok(Decision::Nothing),
                _ if self.phase() != Phase::Gathering => {
                    no(codes::ALREADY_DEALT, "A seat cannot be empty in a game. Give it to a bot instead.")
                }
                _ => Ok(Decision::Append(EntryKind::Freed { seat: *seat })),
            },
            HostAction::Remove { seat } if caller.seat == Some(*seat) => {
                no(codes::OWN_SEAT, "That is your own seat. Leave it instead.")
            }
            HostAction::Remove { seat } => match there(*seat)? {
                Chair::Person(_) => Ok(Decision::Append(EntryKind::Removed { seat: *seat })),
                _ => no(codes::NOBODY_THERE, "Nobody sits there."),
            },
            HostAction::Mute { seat, off } => match there(*seat)? {
                Chair::Person(person) if person.muted != *off => Ok(Decision::Nothing),
                Chair::Person(_) => Ok(Decision::Append(EntryKind::Muted { seat: *seat, off: *off })),
                _ => no(codes::NOBODY_THERE, "Nobody sits there."),
            },
        }
    }

    fn on(&self) -> Result<&Play, Refusal> {
        self.check_rules()?;
        self.play.as_ref().ok_or_else(|| Refusal::new(codes::NOT_DEALT, "The cards are not dealt yet."))
    }

    /// What a player asks of the game.
    fn play_on(&self, seat: Seat, ask: &Ask) -> Decided {
        let play = self.on()?;
        match ask {
            Ask::Phrase { seq, text, spoken, hold } => {
                match tables::understand(&*play.hosted, seat, *seq, text, *spoken, *hold) {
                    Ok(Ask::Phrase { .. }) => no(codes::NOT_UNDERSTOOD, "This was not understood."),
                    Ok(ask) => self.play_on(seat, &ask),
                    Err(answer) => Ok(Decision::Reply(answer)),
                }
            }
            Ask::Act { seq, act, fallback } => self.act(play, seat, *seq, act, fallback.as_deref()),
            Ask::Undo { seq } => self.undo(play, seat, *seq),
            Ask::Redo { seq } => self.redo(play, seat, *seq),
            Ask::Hint { seq } => self.hint(play, seat, *seq),
            Ask::Why { text } => Ok(Decision::Reply(tables::explain(&*play.hosted, seat, text))),
            Ask::History => {
                let chapters = play.hosted.history(Viewer::Seat(seat), HISTORY_LINES);
                Ok(Decision::Reply(Tell::History { chapters }))
            }
            Ask::Decide => self.ask_program(play, seat),
            Ask::Next => no(codes::NOT_HERE, "Bots move automatically at this table."),
            Ask::Finish { .. } => no(codes::NOT_HERE, "Others play here, too, and do their part themselves."),
            other => self.asked(Viewer::Seat(seat), other),
        }
    }

    /// Whether the game can be changed now by a player who saw it at `seq`.
    fn check_change(&self, play: &Play, seq: u64) -> Result<(), Refusal> {
        if self.paused {
            return no(codes::PAUSED, "The table is paused. Wait until it goes on.");
        }
        // What others merely say does not make a position another.
        match (play.last_move..=play.hosted.seq()).contains(&seq) {
            true => Ok(()),
            false => Err(Refusal::stale()),
        }
    }

    fn act(&self, play: &Play, seat: Seat, seq: u64, act: &str, fallback: Option<&str>) -> Decided {
        self.check_change(play, seq)?;
        // Words do not move the position, so a request that is sent again is known by its speaker.
        if act.starts_with("say ") && play.has_spoken(seat, seq) {
            return Err(Refusal::stale());
        }
        // The words that the rules ask for can be said by everyone.
        let known = |words: &str| play.hosted.sayings().iter().any(|one| one.eq_ignore_ascii_case(words));
        if act.strip_prefix("say ").is_some_and(|words| self.is_muted(seat) && !known(words.trim())) {
            return no(codes::MUTED, "The host has muted you. Only the words of the rules are heard.");
        }
        if names::piles_up(act) {
            return no(codes::BAD_CHAT, "Say it with visible characters, on one line.");
        }
        play.hosted.check(seat, act)?;
        let fallback = fallback.filter(|code| is_code(code) && self.is_played_by_program(seat));
        Ok(Decision::Append(EntryKind::Acted {
            seat,
            act: act.to_owned(),
            by: By::Player,
            fallback: fallback.map(str::to_owned),
        }))
    }

    fn undo(&self, play: &Play, seat: Seat, seq: u64) -> Decided {
        self.check_change(play, seq)?;
        if play.hosted.can_undo() {
            Ok(Decision::Append(EntryKind::TookBack { seat }))
        } else if play.hosted.assistance().undo {
            no(codes::NOTHING_TO_UNDO, "There is nothing to take back.")
        } else {
            no(codes::NO_UNDO, "This table does not take actions back.")
        }
    }

    fn redo(&self, play: &Play, seat: Seat, seq: u64) -> Decided {
        self.check_change(play, seq)?;
        if play.hosted.can_redo() {
            Ok(Decision::Append(EntryKind::DidAgain { seat }))
        } else {
            no(codes::NOTHING_TO_REDO, "There is nothing to do again.")
        }
    }

    fn hint(&self, play: &Play, seat: Seat, seq: u64) -> Decided {
        self.check_change(play, seq)?;
        if !play.hosted.assistance().hints {
            return no(codes::NO_HINTS, "This table gives no hints.");
        }
        if play.hosted.choices(seat).is_empty() {
            return no(codes::NOT_YOUR_TURN, "There is nothing to advise now.");
        }
        // The same advice again, because its answer was lost, does not count as another hint.
        match play.advice_for(seat) {
            Some(advice) => Ok(Decision::Reply(advice.tell())),
            None => Ok(Decision::Append(EntryKind::Hinted { seat })),
        }
    }

    /// What a program is asked to decide.
    fn ask_program(&self, play: &Play, seat: Seat) -> Decided {
        if !self.is_played_by_program(seat) {
            return no(
                codes::NOT_HERE,
                "A person plays here. A program says that it is one before the deal.",
            );
        }
        let on_turn = play.hosted.to_act() == Some(seat);
        match on_turn.then(|| play.hosted.decision()).flatten() {
            Some(decision) => {
                let seconds = self.order.move_seconds.map_or(3600.0, f64::from);
                let (seq, start) = (play.hosted.seq(), play.hosted.start(seat, seconds));
                Ok(Decision::Reply(Tell::Decide(Box::new(Asked { seq, start, decision }))))
            }
            None => no(codes::NOT_YOUR_TURN, "It is not your turn."),
        }
    }

    /// What anyone may ask of the game.
    pub fn asked(&self, viewer: Viewer, ask: &Ask) -> Decided {
        let play = self.on()?;
        match ask {
            Ask::Look { since: Some(since) }
                if since.saturating_add(LOG_LINES as u64) > play.hosted.seq() =>
            {
                Ok(Decision::Reply(Tell::Update(Box::new(play.hosted.update(viewer, *since)))))
            }
            Ask::Log { before } => {
                let (lines, earlier) = play.hosted.lines_before(viewer, *before, LOG_LINES);
                Ok(Decision::Reply(Tell::Log { earlier, lines }))
            }
            Ask::Look { .. } => match self.snapshot(viewer) {
                Some(snapshot) => Ok(Decision::Reply(Tell::Snapshot(Box::new(snapshot)))),
                None => no(codes::NOT_DEALT, "The cards are not dealt yet."),
            },
            Ask::Record => match self.record_text() {
                Some(text) => Ok(Decision::Reply(Tell::Record { text: text.to_owned() })),
                None => {
                    no(codes::NO_RECORD, "The record shows every card; it is open once the game is over.")
                }
            },
            Ask::CanWin | Ask::WhereLost => no(codes::NOT_HERE, "Nobody can tell at this table."),
            _ => no(codes::NOT_SEATED, "You only watch. Sit down first."),
        }
    }
}
