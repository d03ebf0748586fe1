//! What can be done now, as buttons: actions of the game, and what belongs to the table around it.

use engine::Seed;
use engine::scene::At;
use protocol::Choice;
use protocol::online::{Call, HostAction, Phase, Who};

use crate::table::Table;
use crate::trouble::Result;

/// Something to be done.
#[derive(Clone, Debug, PartialEq)]
pub enum Deed {
    /// An action of the game, in notation.
    Act(String),
    /// To sit down at a table online.
    Sit,
    /// To deal there.
    Deal,
    /// To get up for good.
    GetUp,
    /// To play another game with the same people.
    Rematch,
    /// To stop everything for a moment.
    Pause,
    /// To go on.
    GoOn,
    /// To let a bot take this seat.
    Bot(engine::Seat),
    /// To play the same again, with other cards.
    Again,
    /// To choose what to play.
    Choose,
    /// To leave.
    Leave,
}

/// A button.
#[derive(Clone, Debug, PartialEq)]
pub struct Button {
    /// What it says.
    pub label: String,
    /// What it does.
    pub deed: Deed,
    /// Whether a card or pile stands for it, too.
    pub has_card: bool,
}

impl Button {
    /// A button that says and does this.
    pub fn new(label: impl Into<String>, deed: Deed) -> Self {
        Self { label: label.into(), deed, has_card: false }
    }

    /// The button of a choice.
    pub fn of(choice: &Choice) -> Self {
        let has_card = choice.gesture.from.is_some();
        Self { has_card, ..Self::new(choice.label.clone(), Deed::Act(choice.act.clone())) }
    }
}

/// What can be done now; only with what is picked up, if something is.
pub fn buttons(table: &Table, picked: Option<&At>) -> Vec<Button> {
    if let Some(at) = picked {
        let begins = |choice: &&Choice| choice.gesture.from.as_ref() == Some(at);
        return table.standing.choices.iter().filter(begins).map(Button::of).collect();
    }
    let mut buttons: Vec<Button> = table.standing.choices.iter().map(Button::of).collect();
    match &table.online {
        None if table.is_over() => {
            buttons.push(Button::new("Another game", Deed::Again));
            buttons.push(Button::new("Choose a game", Deed::Choose));
            buttons.push(Button::new("Leave", Deed::Leave));
        }
        None => {}
        Some(online) => {
            let room = &online.room;
            let bots = room.seats.iter().any(|place| place.who == Who::Bot);
            let empty = room.seats.iter().any(|place| place.who == Who::Nobody);
            let own = table.you.and_then(|you| room.seats.iter().find(|place| place.seat == you));
            match (room.phase, table.you) {
                (Phase::Gathering, None) if empty || bots => {
                    buttons.push(Button::new("Take a seat", Deed::Sit))
                }
                (Phase::Playing, None) if bots => buttons.push(Button::new("Take a bot's seat", Deed::Sit)),
                (Phase::Gathering, Some(_)) => {
                    if own.is_some_and(|own| !own.shared) {
                        buttons.push(Button::new("I am ready", Deed::Rematch));
                    }
                    if online.host {
                        buttons.push(Button::new("Deal; bots take the empty seats", Deed::Deal));
                    }
                    buttons.push(Button::new("Get up", Deed::GetUp));
                }
                (Phase::Over, Some(_)) => {
                    buttons.push(Button::new("Another game with the same people", Deed::Rematch));
                    buttons.push(Button::new("Get up", Deed::GetUp));
                }
                _ => {}
            }
        }
    }
    buttons
}

/// What whoever opened a table online can do besides.
pub fn host_actions(table: &Table) -> Vec<Button> {
    let Some(online) = &table.online else { return Vec::new() };
    let mut host_actions = Vec::new();
    if online.host && online.room.phase == Phase::Playing {
        match online.room.paused {
            true => host_actions.push(Button::new("Let the game go on", Deed::GoOn)),
            false => host_actions.push(Button::new("Pause the game", Deed::Pause)),
        }
    }
    if online.host && online.room.phase != Phase::Over {
        let others = online
            .room
            .seats
            .iter()
            .filter(|place| place.who == Who::Person && Some(place.seat) != table.you);
        host_actions.extend(others.map(|place| {
            let name = place.name.as_deref().unwrap_or("this player");
            Button::new(format!("Let a bot play instead of {name}"), Deed::Bot(place.seat))
        }));
    }
    if table.you.is_some() && online.room.phase == Phase::Playing {
        host_actions.push(Button::new("Get up for good; a bot takes over", Deed::GetUp));
    }
    host_actions
}

/// What is called to a table online for this.
pub fn call(deed: &Deed, name: &str) -> Result<Option<Call>> {
    let share = || crate::random().map(Seed);
    Ok(Some(match deed {
        Deed::Sit => Call::Sit { name: name.to_owned(), seat: None, share: share()? },
        Deed::Rematch => Call::Rematch { share: share()? },
        Deed::Deal => Call::Start,
        Deed::GetUp => Call::Leave,
        Deed::Pause => Call::Host { what: HostAction::Pause },
        Deed::GoOn => Call::Host { what: HostAction::Resume },
        Deed::Bot(seat) => Call::Host { what: HostAction::Bot { seat: *seat } },
        Deed::Act(_) | Deed::Again | Deed::Choose | Deed::Leave => return Ok(None),
    }))
}

/// What is meant by words for what belongs to the table, if it can be done.
pub fn named(table: &Table, line: &str) -> Option<Deed> {
    let can = |deed: Deed| {
        let all = buttons(table, None).into_iter().chain(host_actions(table));
        all.map(|button| button.deed).find(|known| *known == deed)
    };
    match line.to_lowercase().trim() {
        "sit" | "sit down" | "seat" => can(Deed::Sit),
        "deal" | "start" => can(Deed::Deal),
        "ready" | "rematch" | "another" | "another game" => can(Deed::Rematch).or_else(|| can(Deed::Again)),
        "get up" => can(Deed::GetUp),
        "pause" => can(Deed::Pause),
        "go on" | "resume" => can(Deed::GoOn),
        _ => None,
    }
}
