//! A visit at a table online: the socket and the clock of a [`client::Session`], and the page's table that follows it.

use std::time::Duration;

use client::{Connection, Heard, Output, Session, Told, Verdict};
use engine::{Seat, Seed};
use leptos::prelude::*;
use protocol::Ask;
use protocol::online::{Call, ChatLine, HostAction, Phase, Room};

use super::socket::Socket;
use super::{guest, visited};
use crate::storage;
use crate::table::Model;

/// A visit at a table online.
#[derive(Clone, Copy)]
pub struct Visit {
    /// The game.
    pub model: Model,
    /// Who is there.
    pub room: RwSignal<Option<Room>>,
    /// Where the visitor sits.
    pub you: RwSignal<Option<Seat>>,
    /// Whether the visitor is the table's host.
    pub host: RwSignal<bool>,
    /// What was said beside the game, oldest first.
    pub chat: RwSignal<Vec<ChatLine>>,
    /// How the connection is.
    pub connection: RwSignal<Connection>,
    /// Why something was not done.
    pub refused: RwSignal<Option<String>>,
    /// Whether the cards of the last game were fair.
    pub verdict: RwSignal<Option<Verdict>>,
    table: StoredValue<String>,
    line: Line,
}

impl Visit {
    /// Goes to a table.
    pub fn begin(table: String) -> Self {
        let mut session = Session::new(Some(guest::key()));
        visited::recall(&table).into_iter().for_each(|deal| session.recall(deal));
        let line = Line {
            session: StoredValue::new(session),
            socket: StoredValue::new_local(None),
            tries: StoredValue::new(0),
        };
        let model = Model::online(Callback::new(move |what: Ask| line.call(Call::Ask { what })));
        let company = model.known.company;
        let visit = Self {
            model,
            room: company.room,
            you: company.you,
            host: company.host,
            chat: company.chat,
            connection: company.connection,
            refused: RwSignal::new(None),
            verdict: RwSignal::new(None),
            table: StoredValue::new(table),
            line,
        };
        visit.connect();
        // Once online again, the client reconnects at once.
        let online = window_event_listener(leptos::ev::online, move |_| {
            visit.step(Session::online_again);
        });
        on_cleanup(move || {
            online.remove();
            line.socket.set_value(None);
        });
        visit
    }

    /// Asks something of the table.
    pub fn call(&self, what: Call) {
        self.refused.set(None);
        if let Some(heard) = self.line.call(what) {
            self.hear(heard);
        }
    }

    /// Whether the visitor can deal, pause and resume.
    pub fn runs_table(&self) -> bool {
        let (host, you) = (self.host.get(), self.you.get());
        self.room.with(|room| room.as_ref().is_some_and(|room| client::runs_table(room, host, you)))
    }

    /// Does something as the table's host.
    pub fn host_action(&self, what: HostAction) {
        self.call(Call::Host { what });
    }

    /// Sits down under that name.
    pub fn sit(&self, name: String, seat: Option<Seat>) {
        // In a running game there is nothing to put a share into.
        let playing = |room: &Room| room.phase == Phase::Playing;
        let dealt = self.room.with_untracked(|room| room.as_ref().is_some_and(playing));
        let share = (!dealt).then(|| self.share());
        self.call(Call::Sit { name, seat, share, commit: None });
    }

    /// Another game with the same people.
    pub fn rematch(&self) {
        self.call(Call::Rematch { share: Some(self.share()), commit: None });
    }

    /// Randomness of this browser's own, which it looks for in the record later.
    fn share(&self) -> Seed {
        let share = storage::fresh_seed();
        let next = |room: &Room| room.number + u32::from(room.phase == Phase::Over);
        let number = self.room.with_untracked(|room| room.as_ref().map_or(1, next));
        visited::put_in(&self.table.get_value(), number, share);
        share
    }

    fn connect(&self) {
        let visit = *self;
        let socket = Socket::open(
            &self.table.get_value(),
            move || visit.step(Session::connected),
            move |text| visit.step(|session| session.received(&text)),
            move || visit.closed("the connection was closed"),
        );
        let opened = socket.is_some();
        self.line.socket.set_value(socket);
        if !opened {
            self.closed("the browser opens no connection");
        }
    }

    fn closed(&self, why: &str) {
        self.step(|session| session.closed(why, js_sys::Math::random()));
    }

    /// Tells the session what happened, and does what it wants.
    fn step(&self, what: impl FnOnce(&mut Session) -> Vec<Output>) {
        for output in self.line.session.try_update_value(what).unwrap_or_default() {
            match output {
                Output::Send(text) => self.line.send(&text),
                Output::Heard(heard) => self.hear(heard),
                Output::ConnectAfter(pause) => self.connect_after(pause),
                Output::Close => self.line.socket.set_value(None),
            }
        }
    }

    fn hear(&self, heard: Heard) {
        for told in self.model.hear(heard) {
            match told {
                Told::Declined(refusal) => self.refused.set(Some(refusal.text)),
                Told::Checked(verdict) => self.verdict.set(Some(verdict)),
                Told::Dealt { fresh: true } => self.verdict.set(None),
                Told::People(_) => {
                    let you = self.you.get_untracked();
                    self.room.with_untracked(|room| {
                        if let Some(room) = room {
                            visited::remember(room, you);
                        }
                    });
                }
                _ => {}
            }
        }
    }

    /// Comes back after a pause. Of several pauses only the last one counts.
    fn connect_after(&self, pause: Duration) {
        self.line.socket.set_value(None);
        let (visit, number) = (*self, self.line.tries.get_value() + 1);
        self.line.tries.set_value(number);
        set_timeout(
            move || {
                if visit.line.tries.try_get_value() == Some(number) {
                    visit.connect();
                }
            },
            pause,
        );
    }
}

/// The way to the table.
#[derive(Clone, Copy)]
struct Line {
    session: StoredValue<Session>,
    socket: StoredValue<Option<Socket>, LocalStorage>,
    /// How often a connection was planned.
    tries: StoredValue<u64>,
}

impl Line {
    /// Sends it at once, or as soon as there is a connection.
    /// Returns what the page has to hear: that it waits for a connection.
    fn call(self, call: Call) -> Option<Heard> {
        let outputs = self.session.try_update_value(|session| session.call(call)).unwrap_or_default();
        let mut told = None;
        for output in outputs {
            match output {
                Output::Send(text) => self.send(&text),
                Output::Heard(heard) => told = Some(heard),
                Output::ConnectAfter(_) | Output::Close => {}
            }
        }
        told
    }

    fn send(self, text: &str) {
        self.socket.with_value(|socket| {
            if let Some(socket) = socket {
                socket.send(text);
            }
        });
    }
}
