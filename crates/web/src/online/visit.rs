//! A visit at a table online: what is known of it, and what is asked of it. A lost connection is found again by itself,
//! from the last thing heard on.

use std::time::Duration;

use engine::{Seat, Seed};
use leptos::prelude::*;
use protocol::online::{
    Call, Change, ChatLine, CloseReason, HostAction, Phase, Request, Room, Welcome, Word,
};
use protocol::{Ask, Tell, VERSION};

use super::socket::Socket;
use super::{guest, visited};
use crate::storage;
use crate::table::{Model, Stage};

/// The longest pause before a lost connection is tried again, in milliseconds.
const LONGEST_PAUSE: u64 = 8_000;
/// So much of the chat is shown.
const CHAT_SHOWN: usize = 100;

/// How the connection is.
#[derive(Clone, PartialEq)]
pub enum Connection {
    /// For the first time.
    Opening,
    /// All is well.
    Open,
    /// It is being tried again.
    Lost,
    /// There is nothing to come back to, and why.
    Ended(String),
}

/// A visit at a table online.
#[derive(Clone, Copy)]
pub struct Visit {
    /// The game.
    pub model: Model,
    /// Who is there.
    pub room: RwSignal<Option<Room>>,
    /// Where the visitor sits.
    pub you: RwSignal<Option<Seat>>,
    /// Whether the visitor sees to the table.
    pub host: RwSignal<bool>,
    /// What was said beside the game, oldest first.
    pub chat: RwSignal<Vec<ChatLine>>,
    /// How the connection is.
    pub connection: RwSignal<Connection>,
    /// Why something was not done.
    pub refused: RwSignal<Option<String>>,
    table: StoredValue<String>,
    /// The last entry that was heard.
    at: StoredValue<Option<u64>>,
    tries: StoredValue<u32>,
    outbox: Outbox,
}

impl Visit {
    /// Goes to a table.
    pub fn begin(table: String) -> Self {
        let connection = RwSignal::new(Connection::Opening);
        let outbox = Outbox {
            calls: StoredValue::new(1),
            waiting: StoredValue::new(Vec::new()),
            socket: StoredValue::new_local(None),
            connection,
        };
        let visit = Self {
            model: Model::online(Callback::new(move |what: Ask| outbox.call(Call::Ask { what }))),
            room: RwSignal::new(None),
            you: RwSignal::new(None),
            host: RwSignal::new(false),
            chat: RwSignal::default(),
            connection,
            refused: RwSignal::new(None),
            table: StoredValue::new(table),
            at: StoredValue::new(None),
            tries: StoredValue::new(0),
            outbox,
        };
        visit.connect();
        // Whoever is online again does not wait for the next try.
        let online = window_event_listener(leptos::ev::online, move |_| {
            if visit.connection.get_untracked() == Connection::Lost {
                visit.connect();
            }
        });
        on_cleanup(move || {
            online.remove();
            visit.outbox.socket.set_value(None);
        });
        visit
    }

    /// Asks something of the table.
    pub fn call(&self, what: Call) {
        self.refused.set(None);
        self.outbox.call(what);
    }

    /// Sees to the table.
    pub fn host_action(&self, what: HostAction) {
        self.call(Call::Host { what });
    }

    /// Sits down under that name.
    pub fn sit(&self, name: String, seat: Option<Seat>) {
        self.call(Call::Sit { name, seat, share: self.share() });
    }

    /// Another game with the same people.
    pub fn rematch(&self) {
        self.call(Call::Rematch { share: self.share() });
    }

    /// Chance of this browser's own, which it looks for in the record later.
    fn share(&self) -> Seed {
        let share = storage::fresh_seed();
        let next = |room: &Room| room.number + u32::from(room.phase == Phase::Over);
        let number = self.room.with_untracked(|room| room.as_ref().map_or(1, next));
        visited::put_in(&self.table.get_value(), number, share);
        share
    }

    fn connect(&self) {
        let visit = *self;
        let hello = move || {
            let (v, since) = (VERSION, visit.at.get_value());
            let call = Call::Hello { v, key: Some(guest::key()), since };
            visit.outbox.send(&Request { id: 0, call });
        };
        let socket =
            Socket::open(&self.table.get_value(), hello, move |text| visit.hear(&text), move || visit.lost());
        let opened = socket.is_some();
        self.outbox.socket.set_value(socket);
        if !opened {
            self.lost();
        }
    }

    /// Waits a little longer each time, not everyone equally long, and tries again.
    fn lost(&self) {
        if matches!(self.connection.get_untracked(), Connection::Ended(_)) {
            return;
        }
        self.connection.set(Connection::Lost);
        let tries = self.tries.get_value().min(10);
        self.tries.set_value(tries + 1);
        let pause = (250_u64 << tries).min(LONGEST_PAUSE);
        let pause = (pause as f64 * (0.5 + js_sys::Math::random() / 2.0)) as u64;
        let visit = *self;
        set_timeout(
            move || {
                let still = visit.connection.try_get_untracked() == Some(Connection::Lost);
                if still && visit.tries.try_get_value() == Some(tries + 1) {
                    visit.connect();
                }
            },
            Duration::from_millis(pause),
        );
    }

    /// Everything is told anew.
    fn start_over(&self) {
        self.at.set_value(None);
        self.connect();
    }

    fn found(&self) {
        self.tries.set_value(0);
        if self.connection.get_untracked() == Connection::Open {
            return;
        }
        self.connection.set(Connection::Open);
        self.outbox.send_again();
    }

    fn hear(&self, text: &str) {
        match serde_json::from_str(text) {
            Ok(Word::Welcome(welcome)) => self.welcome(*welcome),
            Ok(Word::Change(change)) => self.change(*change),
            Ok(Word::Done { id, .. }) => drop(self.outbox.answered(id)),
            Ok(Word::Reply { id, what }) => self.reply(id, what),
            Ok(Word::Bye { why, text }) => match why {
                CloseReason::NoTable | CloseReason::Protocol => self.connection.set(Connection::Ended(text)),
                CloseReason::TooFast => self.tries.set_value(4),
                _ => {}
            },
            Err(error) => {
                let text = format!("The table answered strangely: {error}. Reload the page.");
                self.connection.set(Connection::Ended(text));
            }
        }
    }

    fn welcome(&self, welcome: Welcome) {
        self.at.set_value(Some(welcome.at));
        visited::remember(&welcome.room, welcome.you);
        let number = self.room.with_untracked(|room| room.as_ref().map(|room| room.number));
        if number.is_some_and(|number| number != welcome.room.number) {
            self.model.reveal.set(None);
            self.model.notice.set(None);
        }
        self.you.set(welcome.you);
        self.host.set(welcome.host);
        self.room.set(Some(welcome.room));
        self.chat.set(welcome.chat);
        match welcome.game {
            Some(game) => self.model.take(Tell::Snapshot(Box::new(game))),
            None => self.model.stage.set(Stage::Opening),
        }
        self.found();
    }

    fn change(&self, change: Change) {
        if self.at.get_value() != Some(change.since) {
            return self.start_over();
        }
        self.at.set_value(Some(change.at));
        if let Some(host) = change.host {
            self.host.set(host);
        }
        if let Some(room) = change.room {
            visited::remember(&room, self.you.get_untracked());
            self.room.set(Some(room));
        }
        if !change.chat.is_empty() {
            self.chat.update(|chat| {
                chat.extend(change.chat);
                let old = chat.len().saturating_sub(CHAT_SHOWN);
                chat.drain(..old);
            });
        }
        if let Some(game) = change.game {
            self.model.take(Tell::Update(Box::new(game)));
        }
        self.found();
    }

    fn reply(&self, id: u64, what: Tell) {
        match (self.outbox.answered(id).map(|request| request.call), what) {
            (Some(Call::Ask { .. }) | None, what) => self.model.take(what),
            (Some(_), Tell::Refused(refusal)) => self.refused.set(Some(refusal.text)),
            (Some(_), _) => {}
        }
    }
}

/// What goes to the table.
#[derive(Clone, Copy)]
struct Outbox {
    calls: StoredValue<u64>,
    /// What was asked and not answered yet.
    waiting: StoredValue<Vec<Request>>,
    socket: StoredValue<Option<Socket>, LocalStorage>,
    connection: RwSignal<Connection>,
}

impl Outbox {
    /// Sends it at once, or as soon as there is a connection.
    fn call(self, call: Call) {
        let id = self.calls.get_value();
        self.calls.set_value(id + 1);
        let request = Request { id, call };
        if self.connection.get_untracked() == Connection::Open {
            self.send(&request);
        }
        self.waiting.update_value(|waiting| waiting.push(request));
    }

    fn send(self, request: &Request) {
        let text = serde_json::to_string(request).unwrap_or_default();
        self.socket.with_value(|socket| {
            if let Some(socket) = socket {
                socket.send(&text);
            }
        });
    }

    /// A request that was not answered may be done or not: told again, a move is done once. Chat might be said twice,
    /// so it is left to the player.
    fn send_again(self) {
        self.waiting.update_value(|waiting| {
            waiting.retain(|request| !matches!(request.call, Call::Chat { .. }));
        });
        self.waiting.with_value(|waiting| waiting.iter().for_each(|request| self.send(request)));
    }

    fn answered(self, id: u64) -> Option<Request> {
        let place = self.waiting.with_value(|waiting| waiting.iter().position(|request| request.id == id))?;
        self.waiting.try_update_value(|waiting| waiting.remove(place))
    }
}
