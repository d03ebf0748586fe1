//! Opening a table for friends.

use std::cell::Cell;

use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::Order;
use protocol::online::TableOrder;
use tables::TableOrderExt;

use super::name;
use crate::online::api;
use crate::preferences::{Preferences, use_preferences};
use crate::router::{Router, use_router};

/// What a table with friends has beside its rules.
#[derive(Clone, Copy)]
pub struct TableTerms {
    listed: RwSignal<bool>,
    clock: RwSignal<String>,
    sit_in: RwSignal<String>,
    delay: RwSignal<String>,
    hints: RwSignal<bool>,
}

impl TableTerms {
    /// The usual: by link only, no clock, a bot sits in after a minute.
    pub fn usual() -> Self {
        Self {
            listed: RwSignal::new(false),
            clock: RwSignal::default(),
            sit_in: RwSignal::new("60".to_owned()),
            delay: RwSignal::default(),
            hints: RwSignal::new(false),
        }
    }

    /// The order of a table; what is wrong with it, if anything is.
    pub fn order(&self, order: Order) -> Result<TableOrder, String> {
        let seconds = |what: &str, text: RwSignal<String>| {
            let text = text.get_untracked();
            match text.trim() {
                "" => Ok(None),
                text => {
                    text.parse().map(Some).map_err(|_| format!("{what}: type whole seconds, or nothing."))
                }
            }
        };
        let order = TableOrder {
            game: order.game,
            preset: order.preset,
            settings: order.settings,
            players: order.players,
            bots: order.bots,
            listed: self.listed.get_untracked(),
            move_seconds: seconds("Seconds for a move", self.clock)?,
            delay_seconds: seconds("Seconds that watchers are behind", self.delay)?,
            sit_in_seconds: seconds("Seconds until a bot sits in", self.sit_in)?,
            hints: self.hints.get_untracked(),
        };
        order.table_info().map_err(|why| engine::seating::sentence(&format!("{why}.")))?;
        Ok(order)
    }
}

/// Opens tables, goes there and sits down.
#[derive(Clone, Copy)]
pub struct OpenTable {
    /// Whether one is being opened.
    pub busy: RwSignal<bool>,
    /// What waits for the player's name, and where it is told if it fails.
    pub unnamed: RwSignal<Option<(TableOrder, RwSignal<Option<String>>)>>,
    likes: RwSignal<Preferences>,
    router: Router,
}

thread_local! {
    /// The table that was opened last: its opener sits down without being asked.
    static OPENED: Cell<Option<String>> = const { Cell::new(None) };
}

/// Whether the player has just opened this table. It is so once: those who get up stay up.
pub fn just_opened(table: &str) -> bool {
    OPENED.take().as_deref() == Some(table)
}

impl OpenTable {
    /// Within the room.
    pub fn new() -> Self {
        Self {
            busy: RwSignal::new(false),
            unnamed: RwSignal::new(None),
            likes: use_preferences(),
            router: use_router(),
        }
    }

    /// Opens a table, once the player has a name; says why if it cannot.
    pub fn open(self, order: TableOrder, failed: RwSignal<Option<String>>) {
        if self.likes.with_untracked(name::chosen).is_none() {
            return self.unnamed.set(Some((order, failed)));
        }
        self.busy.set(true);
        failed.set(None);
        spawn_local(async move {
            let opened = api::open(&order).await;
            // The page may be gone meanwhile.
            if self.busy.try_set(false).is_some() {
                return;
            }
            match opened {
                Ok(opened) => {
                    OPENED.set(Some(opened.table.clone()));
                    self.router.go(&format!("/t/{}", opened.table));
                }
                Err(why) => failed.set(Some(why)),
            }
        });
    }
}

/// The fields.
#[component]
pub fn TermFields(terms: TableTerms) -> impl IntoView {
    let number = move |id: &'static str, label: &'static str, help: &'static str, value: RwSignal<String>| {
        let described = format!("{id}-help");
        view! {
            <div class="field">
                <label for=id>{label}</label>
                <input
                    id=id
                    type="text"
                    inputmode="numeric"
                    autocomplete="off"
                    prop:value=value
                    aria-describedby=described.clone()
                    on:input=move |event| value.set(event_target_value(&event))
                />
                <span id=described class="option-help">{help}</span>
            </div>
        }
    };
    let check = |id: &'static str, name: &'static str, help: &'static str, is: RwSignal<bool>| {
        view! {
            <div class="field">
                <label class="check">
                    <input
                        id=id
                        type="checkbox"
                        prop:checked=is
                        on:change:target=move |event| is.set(event.target().checked())
                    />
                    {name}
                </label>
                <span class="option-help">{help}</span>
            </div>
        }
    };
    view! {
        <details class="settings-options">
            <summary>"A table with friends"</summary>
            <div class="options">
                {check("listed", "Everyone finds it in the lobby", "Otherwise only those with the link.", terms.listed)}
                {check("hints", "Everyone may ask for hints", "A hint says what a club player would do, and why.", terms.hints)}
                {number("clock", "Seconds for a move", "5 to 3600; nothing for all the time you like.", terms.clock)}
                {number("sit-in", "Seconds until a bot sits in", "5 to 3600, for players who are away; nothing for never.", terms.sit_in)}
                {number("delay", "Seconds that watchers are behind", "Up to 600; nothing for none.", terms.delay)}
            </div>
        </details>
    }
}
