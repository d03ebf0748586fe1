//! The way to a table, whether it stands in this program or far away: asks go one way, what is heard comes the other.

mod address;
mod local;
mod online;

pub use address::Address;
pub use client::Heard;
pub use local::GameSaver;
pub(crate) use local::cores;

use std::sync::Arc;
use std::sync::mpsc::Sender;

use protocol::Ask;
use protocol::online::Call;
use tables::{BeatShown, ExternalPlayer, WorkerRequest};

/// The way to a table. When it is dropped, nobody listens there any longer.
pub enum Link {
    /// In this program, on another thread.
    Local(local::Local),
    /// On a server.
    Online(online::Online),
}

impl Link {
    /// A table of one's own: bots think there for at most a second, on a thread of its own, unless a program plays,
    /// named by its command. What is heard is handed to `to`.
    pub fn local<E: From<Heard> + Send + 'static>(
        thinking: Thinking,
        program: Option<&str>,
        saver: Option<GameSaver>,
        to: Sender<E>,
    ) -> Self {
        let invited = thinking.invite.as_ref().zip(program).map(|(invite, program)| (invite.start)(program));
        Self::Local(local::Local::start(thinking, invited, saver, to))
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
            // Bots move automatically there.
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

    /// Where the lesson is, if one is taught.
    pub fn beat(&self) -> Option<BeatShown> {
        match self {
            Self::Local(local) => local.beat(),
            Self::Online(_) => None,
        }
    }

    /// Calls something to a table online.
    pub fn call(&self, call: Call) {
        if let Self::Online(online) = self {
            online.send(call);
        }
    }
}

/// Makes someone outside who plays instead of the bots, by the command of a program: one for each table.
pub type Start = Arc<dyn Fn(&str) -> Box<dyn ExternalPlayer> + Send + Sync>;

/// Programs that play instead of the bots.
#[derive(Clone)]
pub struct Invite {
    /// The command of the program that plays in new games; none if bots do.
    pub program: Option<String>,
    /// Starts a program: that one, or the one of a saved game.
    pub start: Start,
}

impl std::fmt::Debug for Invite {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Invite").field("program", &self.program).finish_non_exhaustive()
    }
}

/// How bots think.
#[derive(Clone, Debug)]
pub struct Thinking {
    /// How many iterations they search, if not as many as usual.
    pub iterations: Option<u32>,
    /// Whether the clock has a say: someone waits.
    pub by_the_clock: bool,
    /// Who may play instead of them.
    pub invite: Option<Invite>,
}
