//! What can be done now, as buttons: actions of the game, and what belongs to the table around it.

use engine::scene::At;
use engine::{Seat, Seed};
use protocol::Choice;
use protocol::online::{Call, HostAction, Phase, Who};

use crate::table::{Online, TableState, newcomer_question, newcomer_to_answer, runs_table};
use crate::touch::beginning;

/// What looks back at a game that is over.
const LOOK_BACK: &str = "How did I play?";

/// What a button does.
#[derive(Clone, Debug, PartialEq)]
pub enum ButtonAction {
    /// An action of the game, in notation.
    Act(String),
    /// Says this to everyone at a table online.
    Chat(String),
    /// Sits down at a table online.
    Sit,
    /// Deals there.
    Deal,
    /// Gets up for good.
    GetUp,
    /// Answers the question of that number about a newcomer.
    Admit(u64, bool),
    /// Wants another game with the same people, and is ready for it.
    Rematch,
    /// Pauses the table.
    Pause,
    /// Ends the pause.
    GoOn,
    /// Lets a bot take this seat.
    Bot(Seat),
    /// Judges how the player has played.
    LookBack,
    /// Plays the same again, with other cards.
    Again,
    /// Goes to choose what to play.
    Choose,
    /// Leaves the table.
    Leave,
}

impl ButtonAction {
    /// What is called to a table online for this, if it is anything of a table online. `share` makes 32 random bytes
    /// and is used only where the call puts some into the shuffle.
    pub fn call<E>(&self, name: &str, share: impl FnOnce() -> Result<Seed, E>) -> Result<Option<Call>, E> {
        Ok(Some(match self {
            Self::Chat(text) => Call::Chat { text: text.clone() },
            Self::Sit => Call::Sit { name: name.to_owned(), seat: None, share: Some(share()?), commit: None },
            Self::Rematch => Call::Rematch { share: Some(share()?), commit: None },
            Self::Deal => Call::Start,
            Self::GetUp => Call::Leave,
            Self::Admit(at, agree) => Call::Admit { at: *at, agree: *agree },
            Self::Pause => Call::Host { what: HostAction::Pause },
            Self::GoOn => Call::Host { what: HostAction::Resume },
            Self::Bot(seat) => Call::Host { what: HostAction::Bot { seat: *seat } },
            Self::Act(_) | Self::LookBack | Self::Again | Self::Choose | Self::Leave => return Ok(None),
        }))
    }
}

/// A button.
#[derive(Clone, Debug, PartialEq)]
pub struct Button {
    /// What it says.
    pub label: String,
    /// What it does.
    pub action: ButtonAction,
    /// Whether a card or pile stands for it, too.
    pub has_card: bool,
}

impl Button {
    /// A button that says and does this.
    pub fn new(label: impl Into<String>, action: ButtonAction) -> Self {
        Self { label: label.into(), action, has_card: false }
    }

    /// The button of a choice.
    pub fn of(choice: &Choice) -> Self {
        let has_card = choice.gesture.from.is_some();
        Self { has_card, ..Self::new(choice.label.clone(), ButtonAction::Act(choice.act.clone())) }
    }
}

/// What can be done now; only with what is picked up, if something is.
pub fn buttons(table: &TableState, picked: Option<&At>) -> Vec<Button> {
    let choices = &table.standing.choices;
    match picked {
        Some(at) => beginning(choices, at).into_iter().map(Button::of).collect(),
        None => choices.iter().map(Button::of).chain(table_buttons(table)).collect(),
    }
}

/// What belongs to the table around the game: sitting down, dealing, another game.
pub fn table_buttons(table: &TableState) -> Vec<Button> {
    match &table.online {
        None if table.is_over() => vec![
            Button::new("Another game", ButtonAction::Again),
            Button::new(LOOK_BACK, ButtonAction::LookBack),
            Button::new("Choose a game", ButtonAction::Choose),
            Button::new("Leave", ButtonAction::Leave),
        ],
        None => Vec::new(),
        Some(online) => online_buttons(online, table.you),
    }
}

fn online_buttons(online: &Online, you: Option<Seat>) -> Vec<Button> {
    let room = &online.room;
    let has = |who: Who| room.seats.iter().any(|place| place.who == who);
    let mut buttons = Vec::new();
    match (room.phase, you) {
        (Phase::Gathering, _) if room.revealing => {}
        (Phase::Gathering, None) if has(Who::Nobody) || has(Who::Bot) => {
            buttons.push(Button::new("Take a seat", ButtonAction::Sit));
        }
        (Phase::Playing, None) if has(Who::Bot) => {
            buttons.push(Button::new("Ask for your cards, or for a bot's", ButtonAction::Sit));
        }
        (Phase::Playing, Some(_)) => {
            if let Some(newcomer) = newcomer_to_answer(room, you) {
                let question = newcomer_question(room, newcomer);
                buttons
                    .push(Button::new(format!("{question} Agree"), ButtonAction::Admit(newcomer.at, true)));
                buttons
                    .push(Button::new(format!("{question} Refuse"), ButtonAction::Admit(newcomer.at, false)));
            }
        }
        (Phase::Gathering, Some(you)) => {
            if room.seats.iter().any(|place| place.seat == you && !place.shared) {
                buttons.push(Button::new("I am ready", ButtonAction::Rematch));
            }
            if runs_table(room, online.host, Some(you)) {
                buttons.push(Button::new("Deal; bots take the empty seats", ButtonAction::Deal));
            }
            buttons.push(Button::new("Get up", ButtonAction::GetUp));
        }
        (Phase::Over, Some(_)) => {
            buttons.push(Button::new("Another game with the same people", ButtonAction::Rematch));
            buttons.push(Button::new(LOOK_BACK, ButtonAction::LookBack));
            buttons.push(Button::new("Get up", ButtonAction::GetUp));
        }
        _ => {}
    }
    buttons
}

/// What else can be done at a table online, most of it by its host.
pub fn host_actions(table: &TableState) -> Vec<Button> {
    let Some(online) = &table.online else { return Vec::new() };
    let mut buttons = Vec::new();
    if runs_table(&online.room, online.host, table.you) && online.room.phase == Phase::Playing {
        buttons.push(match online.room.paused {
            true => Button::new("Let the game go on", ButtonAction::GoOn),
            false => Button::new("Pause the game", ButtonAction::Pause),
        });
    }
    if online.host && online.room.phase != Phase::Over {
        let seats = online.room.seats.iter();
        let others = seats.filter(|place| place.who == Who::Person && Some(place.seat) != table.you);
        buttons.extend(others.map(|place| {
            let name = place.name.as_deref().unwrap_or("this player");
            Button::new(format!("Let a bot play instead of {name}"), ButtonAction::Bot(place.seat))
        }));
    }
    if table.you.is_some() && online.room.phase == Phase::Playing {
        buttons.push(Button::new("Get up for good; a bot takes over", ButtonAction::GetUp));
    }
    buttons
}

/// Whether these words mean to sit down.
pub fn means_to_sit(line: &str) -> bool {
    let ways = ["sit", "sit down", "seat", "take a seat", "take a bot's seat"];
    ways.iter().any(|way| line.trim().eq_ignore_ascii_case(way))
}

/// What is meant by words for what belongs to the table, if it can be done.
pub fn named(table: &TableState, line: &str) -> Option<ButtonAction> {
    let can = |action: ButtonAction| {
        let all = table_buttons(table).into_iter().chain(host_actions(table));
        all.map(|button| button.action).find(|known| *known == action)
    };
    match line.to_ascii_lowercase().trim() {
        _ if means_to_sit(line) => can(ButtonAction::Sit),
        "deal" | "start" => can(ButtonAction::Deal),
        "ready" | "rematch" | "another" | "another game" => {
            can(ButtonAction::Rematch).or_else(|| can(ButtonAction::Again))
        }
        "how did i play" | "how did i play?" | "analyse" | "analyze" => can(ButtonAction::LookBack),
        "get up" => can(ButtonAction::GetUp),
        word @ ("agree" | "refuse") => {
            let online = table.online.as_ref()?;
            let newcomer = newcomer_to_answer(&online.room, table.you)?;
            Some(ButtonAction::Admit(newcomer.at, word == "agree"))
        }
        "pause" => can(ButtonAction::Pause),
        "go on" | "resume" => can(ButtonAction::GoOn),
        _ => None,
    }
}
