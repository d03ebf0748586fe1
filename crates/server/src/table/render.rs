//! What of a table is sent to whom. Only what a [`TableHost`](tables::TableHost) shows to that viewer can get in here.

use engine::{Seat, Viewer};
use protocol::Snapshot;
use protocol::online::{Change, Newcomer, Place, Room, ServerMessage, Welcome, Who};

use super::fold::{Chair, Fold, Play};
use crate::identity::GuestId;

/// Lines of the log in a snapshot; older ones have to be asked for.
pub const LOG_LINES: usize = 200;
/// Lines of the history by rounds that are sent at once, about.
pub const HISTORY_LINES: usize = 1000;

impl Fold {
    /// Who is there.
    pub fn room(&self) -> Room {
        Room {
            table: self.table.clone(),
            info: self.info.clone(),
            phase: self.phase(),
            number: self.number,
            commitment: self.mix.commitment().to_string(),
            next_commitment: self.next_secret.map(|secret| secret.commitment().to_string()),
            revealing: self.sealed,
            seats: Seat::all(self.chairs.len())
                .zip(&self.chairs)
                .map(|(seat, chair)| self.place(seat, chair))
                .collect(),
            paused: self.paused,
            deals_itself: self.deals_itself,
            listed: self.order.listed,
            move_seconds: self.order.move_seconds,
            delay_seconds: self.order.delay_seconds,
            sit_in_seconds: self.order.sit_in_seconds,
            hints: self.order.hints,
            acting: self.acting(),
            newcomer: self.newcomer().map(|(newcomer, waiting)| Newcomer {
                at: newcomer.at,
                name: newcomer.name.to_string(),
                seat: newcomer.seat,
                waiting,
            }),
            other_rules: self.check_rules().is_err().then_some(self.rules_version),
        }
    }

    fn place(&self, seat: Seat, chair: &Chair) -> Place {
        let person = chair.person();
        Place {
            seat,
            who: match chair {
                Chair::Empty => Who::Nobody,
                Chair::Person(_) => Who::Person,
                Chair::Bot { .. } => Who::Bot,
            },
            name: chair.name().map(ToString::to_string),
            host: person.is_some_and(|person| person.guest == self.host),
            away: person.is_some_and(|person| person.away),
            sat_in: person.is_some_and(|person| person.sat_in),
            shared: self.mix.promised(seat).is_some(),
            commit: self.mix.promised(seat).filter(|_| self.play.is_none()).map(|commit| commit.to_string()),
            muted: person.is_some_and(|person| person.muted),
            program: person.is_some_and(|person| person.program),
        }
    }

    /// The game as this viewer sees it, if the cards are dealt.
    pub fn snapshot(&self, viewer: Viewer) -> Option<Snapshot> {
        let play = self.play.as_ref()?;
        // Before the deal everyone saw a promise of the table's secret, not of the seed.
        let commitment = self.mix.commitment().to_string();
        Some(Snapshot { commitment, ..play.hosted.recent_snapshot(viewer, LOG_LINES) })
    }

    /// Everything, for this guest.
    pub fn welcome(&self, guest: Option<&GuestId>) -> ServerMessage {
        let viewer = self.viewer(guest);
        ServerMessage::Welcome(Box::new(Welcome {
            v: protocol::VERSION,
            at: self.at,
            you: if let Viewer::Seat(seat) = viewer { Some(seat) } else { None },
            host: guest == Some(&self.host),
            room: self.room(),
            chat: self.chat.iter().cloned().collect(),
            game: self.snapshot(viewer),
        }))
    }

    /// What changed for this guest since that entry; none where everything has to be shown again.
    pub fn change(&self, guest: Option<&GuestId>, since: u64) -> Option<ServerMessage> {
        let reseated =
            |guest: &GuestId| self.reseated.iter().any(|(other, at)| other == guest && *at > since);
        if since < self.anew_at || since > self.at || guest.is_some_and(reseated) {
            return None;
        }
        // A snapshot is no longer than an update over this many changes.
        if self.play.as_ref().is_some_and(|play| play.known(since) + LOG_LINES as u64 <= play.hosted.seq()) {
            return None;
        }
        let room = (self.room_at > since).then(|| self.room());
        let update = |play: &Play| {
            let known = play.known(since);
            (known < play.hosted.seq()).then(|| play.hosted.update(self.viewer(guest), known))
        };
        Some(ServerMessage::Change(Box::new(Change {
            since,
            at: self.at,
            host: room.as_ref().map(|_| guest == Some(&self.host)),
            room,
            chat: self.chat.iter().filter(|line| line.at > since).cloned().collect(),
            game: self.play.as_ref().and_then(update),
        })))
    }
}
