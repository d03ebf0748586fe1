//! The way to a table, whether it stands in this program or far away: asks go one way, what is heard comes the other.

mod address;
mod local;
mod online;

pub use address::Address;
pub use local::Keeper;

use std::sync::mpsc::Sender;

use protocol::Ask;
use protocol::online::{Call, Word};
use tables::{WorkerReply, WorkerRequest};

/// Something heard of a table.
#[derive(Clone, Debug, PartialEq)]
pub enum Heard {
    /// From a table of one's own.
    Reply(WorkerReply),
    /// From a table online.
    Word(Word),
    /// The connection is lost; it is tried again.
    Lost(String),
    /// The table cannot be reached any more, and why.
    Gone(String),
    /// Something was not sent, and has to be said again.
    Unsent(String),
    /// Something could not be kept.
    NotKept(String),
}

/// The way to a table. When it is dropped, nobody listens there any longer.
pub enum Link {
    /// In this program, on another thread.
    Local(local::Local),
    /// On a server.
    Online(online::Online),
}

impl Link {
    /// A table of one's own: bots think there for at most a second, on a thread of its own. What is heard is handed
    /// to `to`.
    pub fn local<E: From<Heard> + Send + 'static>(
        thinking: Thinking,
        keeper: Option<Keeper>,
        to: Sender<E>,
    ) -> Self {
        Self::Local(local::Local::start(thinking, keeper, to))
    }

    /// A table online, as this guest.
    pub fn online<E: From<Heard> + Send + 'static>(
        address: Address,
        key: protocol::online::GuestKey,
        to: Sender<E>,
    ) -> Self {
        Self::Online(online::Online::start(address, key, to))
    }

    /// Asks something of the game.
    pub fn ask(&self, what: Ask) {
        match self {
            Self::Local(local) => local.send(WorkerRequest::Ask { what }),
            // The others move by themselves there.
            Self::Online(_) if what == Ask::Next => {}
            Self::Online(online) => online.send(Call::Ask { what }),
        }
    }

    /// Gives a request to a table of one's own.
    pub fn work(&self, request: WorkerRequest) {
        if let Self::Local(local) = self {
            local.send(request);
        }
    }

    /// Calls something to a table online.
    pub fn call(&self, call: Call) {
        if let Self::Online(online) = self {
            online.send(call);
        }
    }
}

/// How bots think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thinking {
    /// How many iterations they search, if not as many as usual.
    pub iterations: Option<u32>,
    /// Whether the clock has a say: someone waits.
    pub by_the_clock: bool,
}
