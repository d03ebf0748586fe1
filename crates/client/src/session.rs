//! The connection to a table online, as a state machine without I/O.
//!
//! Callers own socket and clock: they say what happened ([`Session::connected`], [`Session::received`],
//! [`Session::closed`], [`Session::call`]) and do what is returned. A call that was not answered when the connection
//! was lost is sent again, in order, until it is answered. It takes effect once: what changes a game names the
//! position it was meant for, and whatever else was done already is refused with a code that says so.

#[cfg(test)]
mod tests;

use std::time::Duration;

use engine::Seat;
use protocol::online::{Call, Change, ChatLine, CloseReason, GuestKey, HostAction, Request, Welcome, Word};
use protocol::{Tell, VERSION, codes};

use crate::table::Heard;

/// The first pause before a lost connection is tried again; it doubles with every try.
const FIRST_PAUSE: Duration = Duration::from_millis(250);
/// The longest pause.
const LONGEST_PAUSE: Duration = Duration::from_secs(8);
/// The number of tries at which the pause is the longest, which is where a client begins that was too fast.
const LONGEST_AFTER: u32 = 5;

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
    /// Whether it was sent again: a refusal because it is done means that it was done.
    again: bool,
}

/// One client's connection to one table online.
#[derive(Debug)]
pub struct Session {
    key: Option<GuestKey>,
    state: State,
    /// The last entry that is known.
    at: Option<u64>,
    /// Whether something was missed, so that everything has to be told anew.
    missed: bool,
    you: Option<Seat>,
    /// The id of the last call.
    calls: u64,
    pending: Vec<Pending>,
    /// How often connecting failed since something was last heard.
    tries: u32,
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
        }
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
        self.calls += 1;
        let request = Request { id: self.calls, call };
        let sent = self.is_open();
        let out = sent.then(|| send(&request)).into_iter().collect();
        self.pending.push(Pending { request, sent, again: false });
        out
    }

    /// A text came over the socket.
    pub fn received(&mut self, text: &str) -> Vec<Output> {
        if self.state == State::Ended {
            return Vec::new();
        }
        match serde_json::from_str(text) {
            Ok(word) => self.word(word),
            Err(error) => self.ended(format!(
                "The server sent something that this client does not understand ({error}). \
                 Update it, or reload the page."
            )),
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
        vec![Output::Heard(Heard::Lost(why.to_owned())), Output::ConnectAfter(pause)]
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

    fn word(&mut self, word: Word) -> Vec<Output> {
        match word {
            Word::Welcome(welcome) => self.welcome(welcome),
            Word::Change(change) => self.change(change),
            Word::Done { id, .. } => self.answered(id, None),
            Word::Reply { id, what } => self.answered(id, Some(what)),
            Word::Bye { why, text } => match why {
                CloseReason::NoTable | CloseReason::Protocol => self.ended(text),
                CloseReason::TooFast => {
                    self.tries = LONGEST_AFTER;
                    Vec::new()
                }
                CloseReason::Slow | CloseReason::Table | CloseReason::Closing | CloseReason::Ledger => {
                    Vec::new()
                }
            },
        }
    }

    fn welcome(&mut self, welcome: Box<Welcome>) -> Vec<Output> {
        let known = self.at.replace(welcome.at);
        (self.missed, self.you) = (false, welcome.you);
        let said: Vec<ChatLine> = welcome.chat.iter().filter(|line| known < Some(line.at)).cloned().collect();
        self.heard(Word::Welcome(welcome), &said)
    }

    fn change(&mut self, change: Box<Change>) -> Vec<Output> {
        if self.missed || self.at != Some(change.since) {
            return self.start_over();
        }
        self.at = Some(change.at);
        let said = change.chat.clone();
        self.heard(Word::Change(change), &said)
    }

    /// Something was missed: everything is told anew, over another socket. Only the first time at once.
    fn start_over(&mut self) -> Vec<Output> {
        (self.missed, self.state) = (true, State::Waiting);
        let wait = if self.tries == 0 { Duration::ZERO } else { pause(self.tries, 1.0) };
        self.tries += 1;
        vec![Output::ConnectAfter(wait)]
    }

    /// The table has told something. The first time over this connection, what was not answered is sent again.
    fn heard(&mut self, word: Word, said: &[ChatLine]) -> Vec<Output> {
        self.tries = 0;
        let first = std::mem::replace(&mut self.state, State::Open) != State::Open;
        let mut out = vec![Output::Heard(Heard::Word(word))];
        if first {
            out.extend(self.settle_chat(said));
            for pending in &mut self.pending {
                pending.again |= std::mem::replace(&mut pending.sent, true);
                out.push(send(&pending.request));
            }
        }
        out
    }

    /// What was said before the connection was lost, and heard after it, is not said again.
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
                Some(what) if id == 0 => vec![Output::Heard(Heard::Word(Word::Reply { id, what }))],
                _ => Vec::new(),
            };
        };
        let call = pending.request.call;
        match what {
            Some(Tell::Refused(refusal)) if pending.again && is_done(&call, &refusal.code) => {
                vec![done(call)]
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

/// Whether this refusal of a call that was sent again says that the first one was done, or that the table has gone
/// on without it, which the player has been told.
fn is_done(call: &Call, code: &str) -> bool {
    match call {
        Call::Ask { .. } => code == codes::STALE,
        Call::Sit { .. } => code == codes::ALREADY_SEATED,
        Call::Leave => code == codes::NOT_SEATED,
        Call::Start | Call::Share { .. } | Call::Rematch { .. } => code == codes::ALREADY_DEALT,
        Call::Host { what: HostAction::Remove { .. } } => code == codes::NOBODY_THERE,
        Call::Hello { .. } | Call::Chat { .. } | Call::Host { .. } => false,
    }
}

/// How long to wait before that try.
fn pause(tries: u32, jitter: f64) -> Duration {
    let whole = FIRST_PAUSE * 2_u32.pow(tries.min(LONGEST_AFTER));
    whole.min(LONGEST_PAUSE).mul_f64(0.5 + jitter.clamp(0.0, 1.0) / 2.0)
}
