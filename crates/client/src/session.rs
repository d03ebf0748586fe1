//! The connection to a table online, as a state machine without I/O.
//!
//! Callers own socket and clock: they say what happened ([`Session::connected`], [`Session::received`],
//! [`Session::closed`], [`Session::call`]) and do what is returned. A call that was not answered when the connection
//! was lost is sent again, in order, until it is answered. It takes effect once: what changes a game names the
//! position it was meant for, and whatever else was done already is refused with a code that says so. If the table is
//! past that position, nobody says whether the call was done ([`Heard::Overtaken`]).
//!
//! The session also sees to fair cards, so that no caller has to: a share that is put into the shuffle is sent as a
//! commitment, and revealed once the table asks everyone to. When a game is over, its record is asked for and checked
//! ([`crate::fair`]).

mod shuffle;
#[cfg(test)]
mod tests;

use std::time::Duration;

use engine::{Commitment, Seat, Seed};
use protocol::online::{
    Call, Change, ChatLine, CloseReason, GuestKey, HostAction, Phase, Request, ServerMessage, Welcome,
};
use protocol::{Ask, Refusal, Tell, VERSION, codes, compact};

use self::shuffle::Seated;
use crate::fair::{Recalled, Witness};
use crate::table::Heard;

/// The first pause before a lost connection is tried again; it doubles with every try.
const FIRST_PAUSE: Duration = Duration::from_millis(250);
/// The longest pause.
const LONGEST_PAUSE: Duration = Duration::from_secs(8);
/// The number of tries at which the pause is the longest, which is where a client begins that was too fast.
const LONGEST_AFTER: u32 = 5;

/// When something that the session called unasked is tried again, if the table could not do it.
const SECOND_TRY: Duration = Duration::from_secs(1);

/// What a caller has to do.
#[derive(Clone, Debug, PartialEq)]
pub enum Output {
    /// Send this text over the socket.
    Send(String),
    /// Tell this to the table's state ([`crate::TableState::hear`]).
    Heard(Heard),
    /// Close the socket if there is one, ignore whatever else comes from it, and open a new one after this time.
    ConnectAfter(Duration),
    /// Close the socket, and do not come back.
    Close,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// There is no socket, or none that is open yet.
    Waiting,
    /// Hello was said and not answered yet.
    Greeting,
    /// Everything is sent at once.
    Open,
    /// There is nothing to come back to.
    Ended,
}

/// A call that is not answered yet.
#[derive(Debug)]
struct Pending {
    request: Request,
    /// Whether it was sent over an earlier connection: it may have been done.
    sent: bool,
    /// Sent again: "already done" then counts as success.
    again: bool,
    /// Whether the session called it without being told to: nobody waits for the answer.
    own: bool,
}

/// One client's connection to one table online.
#[derive(Debug)]
pub struct Session {
    key: Option<GuestKey>,
    state: State,
    /// The last entry that is known.
    at: Option<u64>,
    /// Whether something was missed, so that everything has to be told again.
    missed: bool,
    you: Option<Seat>,
    /// The id of the last call.
    calls: u64,
    pending: Vec<Pending>,
    /// How often connecting failed since something was last heard.
    tries: u32,
    /// Why the server ends this connection, in its own words.
    goodbye: Option<String>,
    /// Shares that this client has committed itself to and not revealed; the last few. Each is revealed once: a server
    /// that knows one must not get it into another shuffle.
    shares: Vec<Seed>,
    /// What the table took as this client's commitment to the shuffle that is prepared.
    bound: Option<Commitment>,
    /// What this client did about its seat and its share since it sat down.
    seated: Seated,
    witness: Witness,
    /// Which game it is, how far, and whether everyone reveals their share.
    game: (u32, Phase, bool),
    /// Whether the game that is over was checked.
    checked: bool,
}

impl Session {
    /// The session of this guest, before its first connection; without a key it can only watch.
    pub fn new(key: Option<GuestKey>) -> Self {
        Self {
            key,
            state: State::Waiting,
            at: None,
            missed: false,
            you: None,
            calls: 0,
            pending: Vec::new(),
            tries: 0,
            goodbye: None,
            shares: Vec::new(),
            bound: None,
            seated: Seated::default(),
            witness: Witness::default(),
            game: (0, Phase::Gathering, false),
            checked: false,
        }
    }

    /// Brings in what was kept of a deal at this table from an earlier visit.
    pub fn recall(&mut self, recalled: Recalled) {
        self.witness.recall(recalled);
    }

    /// The last entry of the table that is known.
    pub fn at(&self) -> Option<u64> {
        self.at
    }

    /// Whether calls are sent at once.
    pub fn is_open(&self) -> bool {
        self.state == State::Open
    }

    /// How many calls are not answered yet.
    pub fn unanswered(&self) -> usize {
        self.pending.len()
    }

    /// A socket to the table is open.
    pub fn connected(&mut self) -> Vec<Output> {
        if self.state == State::Ended {
            return vec![Output::Close];
        }
        self.state = State::Greeting;
        let since = self.at.filter(|_| !self.missed);
        let call = Call::Hello { v: VERSION, key: self.key, since };
        vec![send(&Request { id: 0, call })]
    }

    /// Calls something to the table: now, or once there is a connection.
    pub fn call(&mut self, call: Call) -> Vec<Output> {
        if self.state == State::Ended {
            return Vec::new();
        }
        self.seated.leaves |= call == Call::Leave;
        let call = self.committed(call);
        let sent = self.is_open();
        let out = self.request(call, false);
        vec![if sent { out } else { Output::Heard(Heard::Waiting) }]
    }

    fn request(&mut self, call: Call, own: bool) -> Output {
        self.calls += 1;
        let request = Request { id: self.calls, call };
        let out = send(&request);
        self.pending.push(Pending { request, sent: self.is_open(), again: false, own });
        out
    }

    /// A text came over the socket.
    pub fn received(&mut self, text: &str) -> Vec<Output> {
        if self.state == State::Ended {
            return Vec::new();
        }
        match compact::read(text) {
            Ok(message) => self.message(message),
            Err(_) => self.ended(
                "The server sent something that this client does not understand. Update it, or reload the page."
                    .to_owned(),
            ),
        }
    }

    /// The socket is closed or could not be opened, and why. `jitter` is a random number from 0 to 1, so that not
    /// everyone comes back at the same moment.
    pub fn closed(&mut self, why: &str, jitter: f64) -> Vec<Output> {
        if self.state == State::Ended {
            return Vec::new();
        }
        self.state = State::Waiting;
        let pause = pause(self.tries, jitter);
        self.tries += 1;
        let why = self.goodbye.take().unwrap_or_else(|| why.to_owned());
        vec![Output::Heard(Heard::Lost(why)), Output::ConnectAfter(pause)]
    }

    /// The device is online again: there is no need to wait for the next try.
    pub fn online_again(&mut self) -> Vec<Output> {
        match self.state {
            State::Waiting => {
                self.tries = 0;
                vec![Output::ConnectAfter(Duration::ZERO)]
            }
            _ => Vec::new(),
        }
    }

    /// Ends the session, because the caller knows that there is nothing to come back to.
    pub fn ended(&mut self, why: impl Into<String>) -> Vec<Output> {
        self.state = State::Ended;
        self.pending.clear();
        vec![Output::Heard(Heard::Ended(why.into())), Output::Close]
    }

    fn message(&mut self, message: ServerMessage) -> Vec<Output> {
        match message {
            ServerMessage::Welcome(welcome) => self.welcome(welcome),
            ServerMessage::Change(change) => self.change(change),
            ServerMessage::Done { id, .. } => self.answered(id, None),
            ServerMessage::Reply { id, what } => self.answered(id, Some(what)),
            ServerMessage::Bye { why, text } => match why {
                CloseReason::NoTable | CloseReason::Protocol | CloseReason::Broken | CloseReason::NoKey => {
                    self.ended(text)
                }
                CloseReason::TooFast
                | CloseReason::Full
                | CloseReason::Slow
                | CloseReason::Table
                | CloseReason::Closing
                | CloseReason::Ledger => {
                    if matches!(why, CloseReason::TooFast | CloseReason::Full) {
                        self.tries = LONGEST_AFTER;
                    }
                    self.goodbye = Some(text);
                    Vec::new()
                }
            },
        }
    }

    fn welcome(&mut self, welcome: Box<Welcome>) -> Vec<Output> {
        let known = self.at.replace(welcome.at);
        let sat = std::mem::replace(&mut self.you, welcome.you).is_some();
        self.missed = false;
        self.seated.lost = sat && self.you.is_none();
        if !sat {
            self.seated = Seated::default();
        }
        let said: Vec<ChatLine> = welcome.chat.iter().filter(|line| known < Some(line.at)).cloned().collect();
        let was_open = self.is_open();
        let mut due = self.witnessed(Some(&welcome.room), welcome.game.as_ref().map(|game| &game.standing));
        if !was_open {
            due.extend(self.commit_again(&welcome.room));
        }
        let mut out = self.heard(ServerMessage::Welcome(welcome), &said);
        out.extend(due.into_iter().filter(|due| was_open || matches!(due, Output::Heard(_))));
        out
    }

    fn change(&mut self, change: Box<Change>) -> Vec<Output> {
        if self.missed || self.at != Some(change.since) {
            return self.start_over();
        }
        self.at = Some(change.at);
        let said = change.chat.clone();
        let was_open = self.is_open();
        let due = self.witnessed(change.room.as_ref(), change.game.as_ref().map(|game| &game.standing));
        let mut out = self.heard(ServerMessage::Change(change), &said);
        // What is due is sent with all that waits, if this is the first that is heard.
        out.extend(due.into_iter().filter(|due| was_open || matches!(due, Output::Heard(_))));
        out
    }

    /// Something was missed: everything is told again, over another socket. Only the first time at once.
    fn start_over(&mut self) -> Vec<Output> {
        (self.missed, self.state) = (true, State::Waiting);
        let wait = if self.tries == 0 { Duration::ZERO } else { pause(self.tries, 1.0) };
        self.tries += 1;
        vec![Output::ConnectAfter(wait)]
    }

    /// The table has told something. The first time over this connection, what was not answered is sent again.
    fn heard(&mut self, message: ServerMessage, said: &[ChatLine]) -> Vec<Output> {
        self.tries = 0;
        let first = std::mem::replace(&mut self.state, State::Open) != State::Open;
        let mut out = vec![Output::Heard(Heard::Message(message))];
        out.extend(self.settle_chat(said));
        if first {
            self.goodbye = None;
            out.extend(self.drop_host_actions());
            for pending in &mut self.pending {
                pending.again |= std::mem::replace(&mut pending.sent, true);
                out.push(send(&pending.request));
            }
        }
        out
    }

    /// What a host did to a seat is not sent again: someone else may sit there by now.
    fn drop_host_actions(&mut self) -> Vec<Output> {
        let dropped = self.pending.extract_if(.., |pending| {
            pending.sent
                && matches!(
                    pending.request.call,
                    Call::Host {
                        what: HostAction::Remove { .. } | HostAction::Bot { .. } | HostAction::Free { .. }
                    }
                )
        });
        let text = "The connection was lost. Look whether this was done, and do it again if not.";
        let answer = |pending: Pending| {
            let what = Some(Box::new(Tell::Refused(Refusal::new(codes::NOT_SAVED, text))));
            Output::Heard(Heard::Answer { call: Box::new(pending.request.call), what })
        };
        dropped.map(answer).collect()
    }

    /// What was said and is heard from the table needs no other answer, and is not said again.
    fn settle_chat(&mut self, said: &[ChatLine]) -> Vec<Output> {
        let mut said: Vec<&ChatLine> = said.iter().filter(|line| Some(line.seat) == self.you).collect();
        let mut out = Vec::new();
        self.pending.retain(|pending| {
            let Call::Chat { text } = &pending.request.call else { return true };
            let line = said.iter().position(|line| pending.sent && line.text == text.trim());
            let Some(line) = line else { return true };
            said.remove(line);
            out.push(done(pending.request.call.clone()));
            false
        });
        out
    }

    fn answered(&mut self, id: u64, what: Option<Tell>) -> Vec<Output> {
        let place = self.pending.iter().position(|pending| pending.request.id == id);
        let Some(pending) = place.map(|place| self.pending.remove(place)) else {
            // Answered before; or the answer to a message that the table could not read.
            return match what {
                Some(what) if id == 0 => {
                    vec![Output::Heard(Heard::Message(ServerMessage::Reply { id, what }))]
                }
                _ => Vec::new(),
            };
        };
        if what.is_none() {
            self.note_done(&pending.request.call);
        }
        if pending.own {
            return match what {
                Some(Tell::Record { text }) => vec![Output::Heard(Heard::Checked(self.witness.check(&text)))],
                // Nobody else would try it again.
                Some(Tell::Refused(refusal)) if is_transient(&refusal.code) => {
                    self.pending.push(pending);
                    self.state = State::Waiting;
                    vec![Output::ConnectAfter(SECOND_TRY)]
                }
                Some(Tell::Refused(_)) if pending.request.call == (Call::Ask { what: Ask::Record }) => {
                    vec![Output::Heard(Heard::Checked(self.unrecorded()))]
                }
                _ => Vec::new(),
            };
        }
        let call = pending.request.call;
        match what {
            Some(Tell::Refused(refusal)) if pending.again && is_done(&call, &refusal.code) => {
                vec![done(call)]
            }
            Some(Tell::Refused(refusal)) if pending.again && is_overtaken(&call, &refusal.code) => {
                vec![Output::Heard(Heard::Overtaken(Box::new(call)))]
            }
            what => {
                vec![Output::Heard(Heard::Answer { call: Box::new(call), what: what.map(Box::new) })]
            }
        }
    }
}

fn send(request: &Request) -> Output {
    // Plain types without maps of other keys than texts always have a JSON form.
    Output::Send(serde_json::to_string(request).unwrap_or_default())
}

fn done(call: Call) -> Output {
    Output::Heard(Heard::Answer { call: Box::new(call), what: None })
}

/// Whether this refusal of a call that was sent again says that the table is past the position it was meant for.
fn is_overtaken(call: &Call, code: &str) -> bool {
    matches!(call, Call::Ask { .. } | Call::Admit { .. }) && code == codes::STALE
}

/// Whether this refusal of a call that was sent again says that the first one was done.
fn is_done(call: &Call, code: &str) -> bool {
    match call {
        Call::Sit { .. } => code == codes::ALREADY_SEATED,
        Call::Leave => code == codes::NOT_SEATED,
        Call::Start | Call::Share { .. } | Call::Commit { .. } | Call::Rematch { .. } => {
            code == codes::ALREADY_DEALT
        }
        Call::Ask { .. }
        | Call::Admit { .. }
        | Call::Hello { .. }
        | Call::Program
        | Call::Chat { .. }
        | Call::Reveal { .. }
        | Call::Report { .. }
        | Call::Host { .. } => false,
    }
}

/// Whether the same call may be done a moment later.
fn is_transient(code: &str) -> bool {
    [codes::NOT_SAVED, codes::BUSY, codes::TOO_FAST].contains(&code)
}

/// How long to wait before that try.
fn pause(tries: u32, jitter: f64) -> Duration {
    let whole = FIRST_PAUSE * 2_u32.pow(tries.min(LONGEST_AFTER));
    whole.min(LONGEST_PAUSE).mul_f64(0.5 + jitter.clamp(0.0, 1.0) / 2.0)
}
