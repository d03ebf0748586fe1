//! What a session does about the shuffle: it commits itself to shares, reveals each of them once, and warns of whatever
//! a fair table does not do.

use engine::{Seat, Seed};
use protocol::online::{Call, Phase, Room};
use protocol::{Ask, Standing};

use super::{Output, Session};
use crate::fair::Verdict;
use crate::random;
use crate::table::Heard;

/// How many shares are remembered.
const MOST_SHARES: usize = 8;

/// What can be said of a client's own seat.
#[derive(Debug, Default)]
pub(super) struct Seated {
    /// The table said that the share for this deal was revealed.
    pub(super) revealed: bool,
    /// The player wanted to get up.
    pub(super) leaves: bool,
    /// The seat was lost with the last message.
    pub(super) lost: bool,
}

impl Session {
    /// The call with a commitment in the place of the share, which is revealed when it is time.
    pub(super) fn committed(&mut self, call: Call) -> Call {
        let mut keep = |share: Seed| {
            self.shares.push(share);
            let old = self.shares.len().saturating_sub(MOST_SHARES);
            self.shares.drain(..old);
            share.commitment()
        };
        match call {
            Call::Sit { name, seat, share: Some(share), .. } => {
                Call::Sit { name, seat, share: None, commit: Some(keep(share)) }
            }
            Call::Rematch { share: Some(share), .. } => {
                Call::Rematch { share: None, commit: Some(keep(share)) }
            }
            Call::Share { share } => Call::Commit { commit: keep(share) },
            call => call,
        }
    }

    /// Takes in what is told of the shuffle and the cards, and does what is due: reveals the share, or asks for the
    /// record once the game is over.
    pub(super) fn witnessed(&mut self, room: Option<&Room>, standing: Option<&Standing>) -> Vec<Output> {
        let mut out = Vec::new();
        if let Some(room) = room {
            self.checked &= self.game.0 == room.number;
            let follows = self.you.is_none() || self.witness.follows(room);
            self.witness.room(room);
            let fault = self.find_fault(room, follows);
            let accused = fault.map(|why| Output::Heard(Heard::Checked(self.witness.accuse(why))));
            out.extend(accused.or_else(|| self.reveal(room)));
            let game = (room.number, room.phase, room.revealing);
            self.seated.revealed &= self.game == game;
            self.game = game;
        }
        let Some(standing) = standing else { return out };
        self.witness.see(self.you, standing);
        let mine = self.you.is_some() || self.witness.has_revealed();
        if standing.outcome.is_some() && mine && !std::mem::replace(&mut self.checked, true) {
            out.push(self.request(Call::Ask { what: Ask::Record }, true));
        }
        out
    }

    /// What is wrong with the shuffle, as far as it can be told before the game is over. `follows` says whether this
    /// room can come next.
    fn find_fault(&mut self, room: &Room, follows: bool) -> Option<&'static str> {
        if !follows {
            // A client that was gone may have missed the end.
            if self.is_open() {
                return Some("The game before was broken off once your share was known.");
            }
            self.witness.doubt();
        }
        let was_revealing = self.game == (room.number, Phase::Gathering, true);
        if std::mem::take(&mut self.seated.lost)
            && was_revealing
            && self.seated.revealed
            && !self.seated.leaves
        {
            return Some("Your share was revealed in time, and a bot got your seat all the same.");
        }
        // A table breaks a deal off only when nobody is left.
        let begins_again = room.phase == Phase::Gathering && !room.revealing && self.you.is_some();
        if begins_again && was_revealing && self.seated.revealed && self.is_open() {
            return Some("The shuffle was begun again once your share was known.");
        }
        if self.you.is_none() {
            self.bound = None;
        }
        let bound = self.bound?;
        let own = room.seats.iter().find(|place| Some(place.seat) == self.you);
        let kept = own.and_then(|place| place.commit.as_ref()).is_some_and(|own| *own == bound.to_string());
        match room.phase {
            Phase::Gathering if room.revealing && !self.witness.keeps_promise(room) => {
                Some("The table's secret is not the one that was promised first.")
            }
            Phase::Gathering if room.revealing && !kept => Some(
                "Your seat is bound to a share that was not chosen here. If you have the table open elsewhere with the \
                 same key, that is why.",
            ),
            Phase::Gathering => None,
            // The player may have revealed it in another window meanwhile.
            Phase::Playing | Phase::Over => {
                self.bound = None;
                self.is_open().then_some("The cards were dealt without the chance that you added.")
            }
        }
    }

    /// The commitment that the table has of this client, and the share to it if it is known here.
    fn own_share(&self, room: &Room) -> Option<(Seat, Option<Seed>)> {
        let you = self.you?;
        let commit = room.seats.iter().find(|place| place.seat == you)?.commit.as_ref()?;
        let mut known = self.shares.iter().copied().chain(self.witness.recalled_share());
        Some((you, known.find(|share| share.commitment().to_string() == *commit)))
    }

    fn reveal(&mut self, room: &Room) -> Option<Output> {
        if !room.revealing || self.game == (room.number, Phase::Gathering, true) {
            return None;
        }
        let (you, share) = self.own_share(room)?;
        let share = share.filter(|_| self.witness.keeps_promise(room))?;
        self.shares.retain(|other| *other != share);
        self.bound = None;
        self.witness.reveal(room, you, share);
        Some(self.request(Call::Reveal { share }, true))
    }

    /// A client that was restarted does not know the share that it is committed to, and commits itself to another.
    pub(super) fn commit_again(&mut self, room: &Room) -> Option<Output> {
        if room.phase != Phase::Gathering || room.revealing {
            return None;
        }
        let (_, None) = self.own_share(room)? else { return None };
        if self
            .pending
            .iter()
            .any(|pending| matches!(pending.request.call, Call::Sit { .. } | Call::Commit { .. }))
        {
            return None;
        }
        let call = self.committed(Call::Share { share: random::seed().ok()? });
        Some(self.request(call, true))
    }

    /// The table has done something for this client.
    pub(super) fn note_done(&mut self, call: &Call) {
        match call {
            Call::Reveal { .. } => self.seated.revealed = matches!(self.game, (_, Phase::Gathering, true)),
            Call::Sit { commit, .. } | Call::Rematch { commit, .. } if self.is_gathering() => {
                self.bound = commit.or(self.bound);
            }
            Call::Commit { commit } if self.is_gathering() => self.bound = Some(*commit),
            _ => {}
        }
    }

    /// Whether players gather for a deal that has not begun.
    fn is_gathering(&self) -> bool {
        matches!(self.game, (_, Phase::Gathering, false))
    }

    /// The table does not give out the record of a game that is over.
    pub(super) fn unrecorded(&mut self) -> Verdict {
        if self.checked {
            return self.witness.accuse("The table keeps the record of the game to itself.");
        }
        Verdict::Partly("the next game began before the record of the last one was there.".to_owned())
    }
}
