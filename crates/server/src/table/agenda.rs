//! Scheduled duties of a table: bots, clocks, presence, the deal after a rematch, results, eviction.
//!
//! Every process that has the table warm may find the same duty; the first to append does it, the others find that
//! it is done.

use std::time::Duration;

use engine::Seat;
use protocol::online::Phase;
use tokio::time::Instant;

use super::actor::Actor;
use super::decide::HOST_WAIT;
use super::entry::EntryKind;
use super::fold::Chair;

/// Something to do without being asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duty {
    /// Someone who was away is back.
    Back(Seat),
    /// Someone is gone.
    Away(Seat),
    /// A bot sits in for someone who is away.
    SitIn(Seat),
    /// The deal after a rematch, and after everyone has revealed their share.
    Deal,
    /// Someone did not reveal their share in time.
    Unrevealed(Seat),
    /// Everyone has agreed to a newcomer.
    Admit,
    /// A bot begins to think.
    Think,
    /// A player's time is up.
    TimeUp,
    /// Watchers are shown what they wait for.
    Release,
    /// The end is noted with the guests.
    Settle,
    /// The lobby is told.
    List,
    /// The other processes are told who is here.
    Beat,
    /// Nobody is here.
    Sleep,
}

/// What is known here of a player's client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    /// It is connected to this process.
    Here,
    /// It was, until then.
    Gone(Instant),
    /// It was not seen since the table was set up again, then.
    Never(Instant),
    /// It is connected to another process, which last said so then.
    Elsewhere(Instant),
}

impl Actor {
    /// The next duty, and when it is due.
    pub(super) fn next_duty(&self) -> Option<(Instant, Duty)> {
        let now = Instant::now();
        let stagger = self.stagger_delay(now);
        let mut next: Option<(Instant, Duty)> = None;
        let mut consider = |when: Instant, duty: Duty| {
            let mine = matches!(duty, Duty::Back(_) | Duty::Release | Duty::Beat | Duty::Sleep);
            let when = if mine { when } else { when + stagger };
            if next.is_none_or(|(earliest, _)| when < earliest) {
                next = Some((when, duty));
            }
        };
        let plays = self.fold.check_rules().is_ok();
        for (seat, person) in self.fold.persons().filter(|_| plays) {
            let seen = self.seen[seat.index()];
            match seen {
                // A player who reconnects all the time counts as away, and a bot plays for them.
                Seen::Here if person.away && self.can_be_back(seat) => consider(now, Duty::Back(seat)),
                Seen::Gone(since) if !person.away => {
                    consider(since + self.config().away_after, Duty::Away(seat))
                }
                Seen::Elsewhere(heard) if !person.away => {
                    consider(self.believed_until(heard), Duty::Away(seat));
                }
                // They may be at another process; only where someone waits for them does it matter.
                Seen::Never(since) if !person.away && !self.clients.is_empty() => {
                    consider(since + self.config().return_within, Duty::Away(seat));
                }
                _ => {}
            }
            let wait = self.fold.order.sit_in_seconds.filter(|_| self.fold.phase() == Phase::Playing);
            if let (true, false, Some(seconds)) = (person.away, person.sat_in, wait) {
                let since = self.away_since[seat.index()].unwrap_or(now);
                consider(since + Duration::from_secs(seconds.into()), Duty::SitIn(seat));
            }
        }
        self.duties_of_the_game(now, &mut consider);
        if let Some(due) = self.spectator_delay.as_ref().and_then(|delayed| delayed.due()) {
            let wait = Duration::from_millis(due.saturating_sub(self.hub.now()));
            consider(now + wait, Duty::Release);
        }
        if let Some(beat) = self.next_beat(now) {
            consider(beat, Duty::Beat);
        }
        if self.clients.is_empty() {
            consider(self.alone_since + self.config().idle, Duty::Sleep);
        }
        let (when, duty) = next?;
        // After a failure nothing is tried for a moment; only sleep needs no ledger.
        Some((
            self.not_before
                .filter(|_| !matches!(duty, Duty::Sleep | Duty::Beat))
                .map_or(when, |hold| when.max(hold)),
            duty,
        ))
    }

    /// Until when a rematch waits: a minute for a host who is not there, and for a player who wanted to play and went away.
    fn waits_until(&self, now: Instant) -> Instant {
        let fold = &self.fold;
        let awaited = fold.persons().filter(|(seat, person)| {
            person.away && (person.guest == fold.host || fold.mix.promised(*seat).is_some())
        });
        let until = |seat: Seat| self.away_since[seat.index()].map(|since| since + HOST_WAIT);
        awaited.filter_map(|(seat, _)| until(seat)).max().map_or(now, |until| until.max(now))
    }

    fn can_be_back(&self, seat: Seat) -> bool {
        self.fold.has_room_for(&EntryKind::Back { seat }, self.config().longest_log)
    }

    fn duties_of_the_game(&self, now: Instant, consider: &mut impl FnMut(Instant, Duty)) {
        let fold = &self.fold;
        match &fold.play {
            None if fold.sealed => {
                let mut unrevealed = fold.mix.unrevealed();
                match unrevealed.find(|seat| fold.chair(*seat).is_some_and(|chair| chair.person().is_some()))
                {
                    Some(seat) => {
                        let until = self.sealed + self.config().reveal_within;
                        consider(until.max(self.returns_until[seat.index()]), Duty::Unrevealed(seat));
                    }
                    None => consider(now, Duty::Deal),
                }
            }
            None => {
                let all_shared = fold
                    .persons()
                    .filter(|(_, person)| !person.away)
                    .all(|(seat, _)| fold.mix.promised(seat).is_some());
                if fold.deals_itself && all_shared && fold.persons().any(|(_, person)| !person.away) {
                    consider(self.waits_until(now), Duty::Deal);
                }
            }
            Some(play) => match play.hosted.to_act() {
                None if !self.settled => consider(now, Duty::Settle),
                None => {}
                Some(_) if fold.paused || self.thinking.is_some() => {}
                Some(seat) if fold.chair(seat).is_some_and(Chair::is_played_by_bot) => {
                    consider(self.moved + self.config().bot_pause, Duty::Think);
                }
                Some(_) => {
                    if let Some(seconds) = fold.order.move_seconds {
                        consider(self.moved + Duration::from_secs(seconds.into()), Duty::TimeUp);
                    }
                }
            },
        }
        if fold.newcomer().is_some_and(|(_, waiting)| waiting.is_empty()) {
            consider(now, Duty::Admit);
        }
        if fold.order.listed && self.listed_at != Some(fold.room_at) {
            consider(now, Duty::List);
        }
    }
}
