//! What is known of a table: the state that all clients share, and the signals that the page follows.

use client::{Connection, Heard, TableState, Told};
use engine::Seat;
use leptos::prelude::*;
use protocol::online::{ChatLine, Room};
use protocol::{Line, Snapshot, Standing};

/// How far a table has come.
#[derive(Clone, PartialEq)]
pub enum Stage {
    /// The worker has not answered yet.
    Opening,
    /// Cards lie on it.
    Open,
    /// It cannot be opened, and why.
    Failed(String),
}

/// What is known of a table. The state is kept apart from the signals, so that a change touches only what it concerns.
#[derive(Clone, Copy)]
pub struct Known {
    state: StoredValue<TableState>,
    /// How things stood before the last change.
    before: StoredValue<Standing>,
    /// How far it has come.
    pub stage: RwSignal<Stage>,
    /// What does not change during a game.
    pub snapshot: RwSignal<Option<Snapshot>>,
    /// How things stand.
    pub standing: RwSignal<Option<Standing>>,
    /// What happened, oldest first.
    pub log: RwSignal<Vec<Line>>,
    /// What is only known of a table online.
    pub company: OnlineSignals,
}

/// What is only known of a table online.
#[derive(Clone, Copy)]
pub struct OnlineSignals {
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
}

impl Known {
    /// Nothing is known yet.
    pub fn new() -> Self {
        Self {
            state: StoredValue::new(TableState::default()),
            before: StoredValue::new(Standing::default()),
            stage: RwSignal::new(Stage::Opening),
            snapshot: RwSignal::new(None),
            standing: RwSignal::new(None),
            log: RwSignal::default(),
            company: OnlineSignals {
                room: RwSignal::new(None),
                you: RwSignal::new(None),
                host: RwSignal::new(false),
                chat: RwSignal::default(),
                connection: RwSignal::new(Connection::Opening),
            },
        }
    }

    /// Takes in what was heard; returns what is new.
    pub fn hear(&self, heard: Heard) -> Vec<Told> {
        self.change(|state| state.hear(heard))
    }

    /// Shows what an action leads to before the table itself says so.
    pub fn foresee(&self, update: protocol::Update) -> Vec<Told> {
        self.change(|state| state.foresee(update))
    }

    /// Looks at the state; none once the page is gone.
    pub fn look<T>(&self, at: impl FnOnce(&TableState) -> T) -> Option<T> {
        self.state.try_with_value(at)
    }

    /// How things stood before the last change.
    pub fn before(&self) -> Standing {
        self.before.try_get_value().unwrap_or_default()
    }

    /// The last change that is known; none once the page is gone.
    pub fn seq(&self) -> Option<u64> {
        self.look(|state| state.seq)
    }

    fn change(&self, how: impl FnOnce(&mut TableState) -> Vec<Told>) -> Vec<Told> {
        let told = self.state.try_update_value(how).unwrap_or_default();
        for told in &told {
            self.publish(told);
        }
        self.look(|state| {
            self.company.publish(state);
            if !state.is_dealt() && self.stage.with_untracked(|stage| *stage == Stage::Open) {
                self.stage.set(Stage::Opening);
            }
        });
        told
    }

    fn publish(&self, told: &Told) {
        match told {
            Told::Dealt { .. } => {
                self.look(|state| {
                    self.log.set(state.log.clone());
                    self.standing.set(Some(state.standing.clone()));
                    self.snapshot.set(state.snapshot.clone());
                });
                self.stage.set(Stage::Open);
            }
            Told::Happened(lines) => {
                self.log.update(|log| log.extend(lines.iter().cloned()));
                self.before.set_value(self.standing.get_untracked().unwrap_or_default());
                self.look(|state| self.standing.set(Some(state.standing.clone())));
            }
            // A table online stays to be seen when its connection has ended.
            Told::Failed(why) if self.look(|state| state.online.is_none()) == Some(true) => {
                self.stage.set(Stage::Failed(why.clone()));
            }
            _ => {}
        }
    }
}

impl OnlineSignals {
    fn publish(&self, state: &TableState) {
        let online = state.online.as_ref();
        follow(self.connection, &state.connection);
        follow(self.you, &state.you);
        follow(self.room, &online.map(|online| online.room.clone()));
        follow(self.host, &online.is_some_and(|online| online.host));
        if let Some(online) = online {
            follow(self.chat, &online.chat);
        }
    }
}

/// Tells those who follow a signal only what is new.
fn follow<T: Clone + PartialEq + Send + Sync + 'static>(signal: RwSignal<T>, now: &T) {
    if signal.with_untracked(|before| before != now) {
        signal.set(now.clone());
    }
}
