//! What a call comes to: an entry to append, an answer, or a refusal. Nothing is changed here.

use engine::seating::is_readable;
use engine::{Name, Seat, Seed, Viewer};
use protocol::online::{Call, HostAction, LONGEST_CHAT, Phase};
use protocol::{Ask, Refusal, Tell};

use super::entry::{By, EntryKind};
use super::fold::{Chair, Fold, Play};
use crate::identity::GuestId;

/// What a call comes to.
#[derive(Debug)]
pub enum Decision {
    Append(EntryKind),
    Reply(Tell),
    Nothing,
}

type Decided = Result<Decision, Refusal>;

fn no<T>(text: &str) -> Result<T, Refusal> {
    Err(Refusal::plain(text))
}

/// Who calls.
#[derive(Clone, Copy)]
struct Caller<'a> {
    guest: &'a GuestId,
    seat: Option<Seat>,
    host: bool,
}

impl Caller<'_> {
    fn seated(&self) -> Result<Seat, Refusal> {
        self.seat.ok_or_else(|| Refusal::plain("You only watch. Sit down first."))
    }

    fn hosting(&self) -> Result<(), Refusal> {
        if self.host { Ok(()) } else { no("Only whoever opened the table can do that. Ask them.") }
    }
}

impl Fold {
    /// What this call comes to; `fresh` is a secret for a game to come.
    pub fn decide(&self, guest: Option<&GuestId>, call: &Call, fresh: Seed) -> Decided {
        let Some(guest) = guest else {
            return match call {
                Call::Ask { what } => self.asked(Viewer::Public, what),
                _ => no("You only watch. Come back with a guest key to take part."),
            };
        };
        let caller = Caller { guest, seat: self.seat_of(guest), host: self.is_host(guest) };
        match call {
            Call::Hello { .. } => no("You are here already."),
            Call::Sit { name, seat, share } => self.sit(caller, name, *seat, *share),
            Call::Share { share } => match (caller.seated()?, self.phase()) {
                (seat, Phase::Gathering) => Ok(Decision::Append(EntryKind::Shared { seat, share: *share })),
                _ => no("The cards are dealt; your share counts in the next game."),
            },
            Call::Leave => Ok(Decision::Append(EntryKind::Left { seat: caller.seated()? })),
            Call::Start => {
                caller.hosting()?;
                match self.phase() {
                    Phase::Gathering if self.persons().next().is_none() => {
                        no("Someone has to sit down first.")
                    }
                    Phase::Gathering => Ok(Decision::Append(EntryKind::Started)),
                    _ => no("The cards are dealt already."),
                }
            }
            Call::Rematch { share } => {
                let seat = caller.seated()?;
                match self.phase() {
                    Phase::Over => {
                        Ok(Decision::Append(EntryKind::Again { seat, secret: fresh, share: *share }))
                    }
                    // Someone else was quicker and wanted the same.
                    Phase::Gathering => Ok(Decision::Append(EntryKind::Shared { seat, share: *share })),
                    Phase::Playing => no("Finish this game first."),
                }
            }
            Call::Ask { what } => match caller.seat {
                Some(seat) => self.play_on(seat, what),
                None => self.asked(Viewer::Public, what),
            },
            Call::Chat { text } => self.chat(caller, text),
            Call::Host { what } => {
                caller.hosting()?;
                self.host_action(caller, what)
            }
        }
    }

    fn sit(&self, caller: Caller, name: &str, wanted: Option<Seat>, share: Seed) -> Decided {
        if caller.seat.is_some() {
            return no("You sit here already.");
        }
        if self.removed.contains(caller.guest) {
            return no("The host has asked you to leave this table. You can watch.");
        }
        let name = Name::new(name)
            .map_err(|error| Refusal::plain(engine::seating::sentence(&format!("{error}."))))?;
        let taken = |chair: &Chair| {
            chair
                .person()
                .is_some_and(|person| person.name.as_str().to_lowercase() == name.as_str().to_lowercase())
        };
        if self.chairs.iter().any(taken) {
            return no("Someone here has that name. Choose another, so that nobody is mistaken for you.");
        }
        // Before the deal bots make room, too; after it every seat has its cards, and only theirs can be taken over.
        let free = |chair: &Chair| {
            matches!(
                (self.phase(), chair),
                (Phase::Gathering, Chair::Empty | Chair::Bot { .. }) | (Phase::Playing, Chair::Bot { .. })
            )
        };
        // Whoever has seen a hand in this game can only come back to it: two hands are more than a player may know.
        let held = self.play.as_ref().filter(|_| self.phase() == Phase::Playing);
        let held = held.and_then(|play| play.held.iter().find(|(guest, _)| guest == caller.guest));
        let own = held.map(|(_, seat)| *seat);
        let seat = match wanted.or(own) {
            Some(seat) => match self.chair(seat) {
                None => return no("There is no such seat at this table."),
                Some(_) if own.is_some_and(|own| own != seat) => {
                    return no(
                        "You have seen the cards of another seat in this game. Sit there, or wait for the next.",
                    );
                }
                Some(chair) if !free(chair) => return no("That seat is taken. Choose another."),
                Some(_) => seat,
            },
            None => {
                let mut seats = Seat::all(self.chairs.len()).zip(&self.chairs);
                let empty = seats.clone().find(|(_, chair)| matches!(chair, Chair::Empty) && free(chair));
                let found = empty.or_else(|| seats.find(|(_, chair)| free(chair)));
                match found {
                    Some((seat, _)) => seat,
                    None if self.phase() == Phase::Over => {
                        return no("The game is over. Sit down when they begin another.");
                    }
                    None => return no("Every seat is taken. You can watch."),
                }
            }
        };
        Ok(Decision::Append(EntryKind::Sat { seat, guest: *caller.guest, name, share }))
    }

    fn chat(&self, caller: Caller, text: &str) -> Decided {
        let seat = caller.seated()?;
        let text = text.trim();
        if !is_readable(text, LONGEST_CHAT) {
            return no("Say something of 1 to 200 visible characters, on one line.");
        }
        if self.chair(seat).and_then(Chair::person).is_some_and(|person| person.muted) {
            return no("The host has muted you.");
        }
        Ok(Decision::Append(EntryKind::Chatted { seat, text: text.to_owned() }))
    }

    fn host_action(&self, caller: Caller, host_action: &HostAction) -> Decided {
        let there = |seat: Seat| match self.chair(seat) {
            Some(chair) => Ok(chair),
            None => no("There is no such seat at this table."),
        };
        match host_action {
            HostAction::Pause if self.paused => Ok(Decision::Nothing),
            HostAction::Pause => Ok(Decision::Append(EntryKind::Paused)),
            HostAction::Resume if !self.paused => Ok(Decision::Nothing),
            HostAction::Resume => Ok(Decision::Append(EntryKind::Resumed)),
            HostAction::Bot { seat } => match there(*seat)? {
                Chair::Bot { .. } => Ok(Decision::Nothing),
                _ if self.phase() == Phase::Over => no("The game is over; see to the seats before the next."),
                _ => Ok(Decision::Append(EntryKind::Bot { seat: *seat })),
            },
            HostAction::Free { seat } => match there(*seat)? {
                Chair::Empty => Ok(Decision::Nothing),
                _ if self.phase() != Phase::Gathering => {
                    no("A seat cannot be empty in a game. Give it to a bot instead.")
                }
                _ => Ok(Decision::Append(EntryKind::Freed { seat: *seat })),
            },
            HostAction::Remove { seat } if caller.seat == Some(*seat) => {
                no("That is your own seat. Leave it instead.")
            }
            HostAction::Remove { seat } => match there(*seat)? {
                Chair::Person(_) => Ok(Decision::Append(EntryKind::Removed { seat: *seat })),
                _ => no("Nobody sits there."),
            },
            HostAction::Mute { seat, off } => match there(*seat)? {
                Chair::Person(person) if person.muted != *off => Ok(Decision::Nothing),
                Chair::Person(_) => Ok(Decision::Append(EntryKind::Muted { seat: *seat, off: *off })),
                _ => no("Nobody sits there."),
            },
        }
    }

    fn on(&self) -> Result<&Play, Refusal> {
        self.play.as_ref().ok_or_else(|| Refusal::plain("The cards are not dealt yet."))
    }

    /// What a player asks of the game.
    fn play_on(&self, seat: Seat, ask: &Ask) -> Decided {
        let play = self.on()?;
        let running = || if self.paused { no("The table is paused. Wait until it goes on.") } else { Ok(()) };
        match ask {
            Ask::Phrase { seq, text, spoken, hold } => {
                match tables::understand(&*play.hosted, seat, *seq, text, *spoken, *hold) {
                    Ok(Ask::Phrase { .. }) => no("This was not understood."),
                    Ok(ask) => self.play_on(seat, &ask),
                    Err(answer) => Ok(Decision::Reply(answer)),
                }
            }
            Ask::Act { seq, act } => {
                running()?;
                if *seq < play.last_move || *seq > play.hosted.seq() {
                    return no(
                        "The table has changed meanwhile. Look again, then do it if you still want to.",
                    );
                }
                play.hosted.check(seat, act)?;
                Ok(Decision::Append(EntryKind::Acted { seat, act: act.clone(), by: By::Player }))
            }
            Ask::Undo | Ask::Redo => {
                running()?;
                match ask {
                    Ask::Undo if play.hosted.can_undo() => Ok(Decision::Append(EntryKind::TookBack { seat })),
                    Ask::Redo if play.hosted.can_redo() => Ok(Decision::Append(EntryKind::DidAgain { seat })),
                    _ => no("Nothing can be taken back or done again here now."),
                }
            }
            Ask::Hint => {
                running()?;
                if !play.hosted.assistance().hints {
                    return no("This table gives no hints.");
                }
                if play.hosted.choices(seat).is_empty() {
                    return no("There is nothing to advise now.");
                }
                Ok(Decision::Append(EntryKind::Hinted { seat }))
            }
            Ask::Why { text } => {
                let text = play.hosted.why(seat, text);
                Ok(Decision::Reply(Tell::Answer { text, act: None }))
            }
            Ask::Next => no("The others move by themselves here."),
            other => self.asked(Viewer::Seat(seat), other),
        }
    }

    /// What anyone may ask of the game.
    pub fn asked(&self, viewer: Viewer, ask: &Ask) -> Decided {
        let play = self.on()?;
        match ask {
            Ask::Look { since: Some(since) } => {
                Ok(Decision::Reply(Tell::Update(Box::new(play.hosted.update(viewer, *since)))))
            }
            Ask::Look { since: None } => match self.snapshot(viewer) {
                Some(snapshot) => Ok(Decision::Reply(Tell::Snapshot(Box::new(snapshot)))),
                None => no("The cards are not dealt yet."),
            },
            Ask::Record => match self.record() {
                Some(record) => Ok(Decision::Reply(Tell::Record { text: record.write() })),
                None => no("The record shows every card; it is open once the game is over."),
            },
            Ask::CanWin | Ask::WhereLost => no("Nobody can tell at this table."),
            _ => no("You only watch. Sit down first."),
        }
    }
}
