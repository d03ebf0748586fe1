//! Who gets whose cards in a running game: players come back to their own, and a newcomer gets a bot's if everyone who
//! holds cards agrees.

use engine::{Name, Seat};
use protocol::codes;

use super::decide::{Caller, Decided, Decision, no};
use super::entry::EntryKind;
use super::fold::{BadEntry, Chair, Fold, Play, bad};
use crate::identity::GuestId;

/// The number of newcomers refused in a game after which nobody is asked any more.
const MOST_TURNED_AWAY: usize = 8;

/// Someone who asks for a bot's cards in a running game.
pub struct Newcomer {
    /// The entry of the question.
    pub at: u64,
    pub seat: Seat,
    pub guest: GuestId,
    pub name: Name,
    pub agreed: Vec<GuestId>,
}

impl Fold {
    /// The newcomer, and who still has to answer: everyone who holds cards and neither got up nor was removed. Those
    /// whom the host replaced are among them, or a host could let a second key in while they are out.
    pub fn newcomer(&self) -> Option<(&Newcomer, Vec<Seat>)> {
        let play = self.play.as_ref().filter(|play| !play.is_over())?;
        let newcomer = play.newcomer.as_ref()?;
        let counts = |guest: &GuestId| !play.left.contains(guest) && !self.removed.contains(guest);
        let asked = play.held.iter().filter(|(guest, _)| counts(guest) && !newcomer.agreed.contains(guest));
        Some((newcomer, asked.map(|(_, seat)| *seat).collect()))
    }

    /// A player's word on the newcomer: refused by one is refused.
    pub(super) fn answer(&mut self, guest: GuestId, agree: bool) -> Result<(), BadEntry> {
        let newcomer = self.play_mut()?.newcomer.as_mut().ok_or_else(|| bad("nobody asks for cards"))?;
        if !agree {
            return self.turn_away();
        }
        newcomer.agreed.push(guest);
        Ok(())
    }

    /// The question is settled, and not asked again in this game.
    pub(super) fn turn_away(&mut self) -> Result<(), BadEntry> {
        let play = self.play_mut()?;
        let newcomer = play.newcomer.take().ok_or_else(|| bad("nobody asks for cards"))?;
        play.turned_away.push(newcomer.guest);
        Ok(())
    }

    /// In a game a hand belongs to the player who held it first. They come back to it, and to no other: two hands are more
    /// than a player may know. For a hand that only a bot has held, everyone is asked.
    pub(super) fn sit_in_game(
        &self,
        play: &Play,
        guest: GuestId,
        name: Name,
        wanted: Option<Seat>,
    ) -> Decided {
        let is_bot = |seat: Seat| matches!(self.chair(seat), Some(Chair::Bot { .. }));
        if let Some(own) = play.hand_of(&guest) {
            return match wanted {
                Some(seat) if seat != own => no(
                    codes::SEAT_SEEN,
                    "You have seen the cards of another seat in this game. Sit there, or wait for the next.",
                ),
                _ if !is_bot(own) => no(codes::SEAT_TAKEN, "Someone else sits there now. You can watch."),
                _ => {
                    Ok(Decision::Append(EntryKind::Sat { seat: own, guest, name, share: None, commit: None }))
                }
            };
        }
        match &play.newcomer {
            Some(newcomer) if newcomer.guest == guest => return Ok(Decision::Nothing),
            Some(_) => {
                return no(
                    codes::BEING_ASKED,
                    "The players are being asked about someone else. Try again in a moment.",
                );
            }
            None if play.turned_away.contains(&guest) || play.turned_away.len() >= MOST_TURNED_AWAY => {
                return no(
                    codes::TURNED_AWAY,
                    "The players want to finish this game as they are. Sit down before the next.",
                );
            }
            None => {}
        }
        let is_held = |seat: Seat| play.held.iter().any(|(_, other)| *other == seat);
        let seat = match wanted {
            Some(seat) if !is_bot(seat) => {
                return no(codes::SEAT_TAKEN, "That seat is taken. Choose another.");
            }
            Some(seat) if is_held(seat) => {
                return no(
                    codes::HAND_TAKEN,
                    "These cards belong to someone else until the game is over. Choose a bot's, or wait.",
                );
            }
            Some(seat) => seat,
            None => match Seat::all(self.chairs.len()).find(|seat| is_bot(*seat) && !is_held(*seat)) {
                Some(seat) => seat,
                None => {
                    return no(
                        codes::TABLE_FULL,
                        "All cards belong to someone until the game is over. You can watch.",
                    );
                }
            },
        };
        Ok(Decision::Append(EntryKind::AskedIn { seat, guest, name }))
    }

    pub(super) fn admit(&self, caller: Caller, at: u64, agree: bool) -> Decided {
        let seat = caller.seated()?;
        match self.newcomer() {
            Some((newcomer, _)) if newcomer.at != at => no(codes::STALE, "That question is settled already."),
            Some((newcomer, _)) if agree && newcomer.agreed.contains(caller.guest) => Ok(Decision::Nothing),
            Some(_) => Ok(Decision::Append(EntryKind::Answered { seat, agree })),
            None => no(codes::STALE, "That question is settled already."),
        }
    }
}
