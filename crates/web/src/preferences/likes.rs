//! What can be chosen, and what each choice is called.

use std::collections::BTreeSet;

use protocol::compact;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::cards::{Back, CardStyle};

/// A few words to choose from: variant, stored word, what the player reads.
macro_rules! words {
    ($(#[$meta:meta])* $name:ident { $($variant:ident = $word:literal: $label:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        #[allow(missing_docs)]
        pub enum $name { #[default] $($variant,)+ }

        impl $name {
            /// Every choice, the usual one first.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// The word it is stored as.
            pub const fn word(self) -> &'static str {
                match self { $(Self::$variant => $word,)+ }
            }

            /// What the player reads.
            pub const fn label(self) -> &'static str {
                match self { $(Self::$variant => $label,)+ }
            }

            /// The choice of that word.
            pub fn from_word(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|choice| choice.word() == word)
            }
        }
    };
}

words! {
    /// The colours of the room.
    Theme {
        System = "system": "As the system",
        Light = "light": "Light",
        Dark = "dark": "Dark",
        Contrast = "contrast": "High contrast",
    }
}

words! {
    /// Whether cards travel.
    Motion {
        System = "system": "As the system",
        None = "none": "Nothing moves",
    }
}

words! {
    /// How long one looks at a move before the next bot plays.
    Pace {
        Normal = "normal": "Normal, 0.7 s a move",
        Instant = "instant": "At once",
        Quick = "quick": "Quick, 0.3 s a move",
        Slow = "slow": "Slow, 1.6 s a move",
    }
}

impl Pace {
    /// The pause before a bot's move, in milliseconds.
    pub const fn pause_ms(self) -> u64 {
        match self {
            Self::Instant => 0,
            Self::Quick => 300,
            Self::Normal => 700,
            Self::Slow => 1600,
        }
    }
}

words! {
    /// When the next round begins.
    Rounds {
        System = "system": "After a moment; without motion, when I say so",
        Wait = "wait": "When I say so",
        Moment = "moment": "After a moment",
    }
}

words! {
    /// How long the browser listens once it was told to.
    Listening {
        Once = "once": "One sentence",
        Held = "held": "While the button or key is held",
        Always = "always": "Until it is stopped",
    }
}

words! {
    /// How much is read aloud of what happens.
    Detail {
        Normal = "normal": "Normal: everything that happens",
        Short = "short": "Short: the last thing that happened",
        Everything = "everything": "Everything: also what you can do",
    }
}

/// In place of a level: bots play better as the player wins.
pub const RISING: &str = "rising";

/// How the player likes the room. A field that is absent has its usual value; fields that a later version adds are
/// carried along.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Preferences {
    /// The colours of the room.
    pub theme: Theme,
    /// Diamonds blue and clubs green.
    pub four_colour: bool,
    /// Large ranks and suits.
    pub large_index: bool,
    /// The back of the cards, by name.
    pub back: String,
    /// Whether cards travel.
    pub motion: Motion,
    /// How fast bots play.
    pub pace: Pace,
    /// When the next round begins.
    pub rounds: Rounds,
    /// Whether the room makes sounds.
    pub sounds: bool,
    /// Whether the player has answered the offer of sounds.
    pub sounds_offered: bool,
    /// The player's name.
    pub name: String,
    /// How well bots play unless one says: a level, or [`RISING`].
    pub bots: String,
    /// Whether single letters are shortcuts.
    pub single_keys: bool,
    /// Whether the room asks before something is removed for good.
    pub confirm: bool,
    /// Whether hovering acts.
    pub dwell: bool,
    /// How long one hovers until it acts, in milliseconds.
    pub dwell_ms: u32,
    /// How long nothing begins after something was done by hovering, in milliseconds.
    pub dwell_pause_ms: u32,
    /// How far the pointer may slip off what it hovers over, in CSS pixels.
    pub dwell_slack: u32,
    /// Whether every control has a number.
    pub numbers: bool,
    /// How long the browser listens once it was told to.
    pub listening: Listening,
    /// How long a heard action can be taken back where there is no undo, in milliseconds.
    pub hold_ms: u32,
    /// How much is read aloud of what happens.
    pub detail: Detail,
    /// Whether what happens interrupts what is being read aloud.
    pub interrupt: bool,
    /// Keys that are not the usual ones, by what they do.
    pub keys: Map<String, Value>,
    /// Whether what happens for the first time is explained.
    pub tips: bool,
    /// The tips that have been met, as `game/key`.
    pub met: BTreeSet<String>,
    /// The lessons that have been learned, as `game/number`.
    pub learned: BTreeSet<String>,
    /// When something was changed last, in milliseconds since 1970.
    pub changed_ms: f64,
    /// What later versions have added.
    #[serde(flatten)]
    pub more: Map<String, Value>,
}

impl Default for Preferences {
    fn default() -> Self {
        Self {
            theme: Theme::default(),
            four_colour: false,
            large_index: false,
            back: Back::default().name().to_owned(),
            motion: Motion::default(),
            pace: Pace::default(),
            rounds: Rounds::default(),
            sounds: false,
            sounds_offered: false,
            name: "Player".to_owned(),
            bots: RISING.to_owned(),
            single_keys: true,
            confirm: true,
            dwell: false,
            dwell_ms: 1000,
            dwell_pause_ms: 300,
            dwell_slack: 12,
            numbers: false,
            listening: Listening::default(),
            hold_ms: 4000,
            detail: Detail::default(),
            interrupt: false,
            keys: Map::new(),
            tips: true,
            met: BTreeSet::new(),
            learned: BTreeSet::new(),
            changed_ms: 0.0,
            more: Map::new(),
        }
    }
}

impl Preferences {
    /// How the cards look.
    pub fn card_style(&self) -> CardStyle {
        let back = Back::from_name(&self.back).unwrap_or_default();
        CardStyle { four_colour: self.four_colour, large_index: self.large_index, back }
    }

    /// The attributes of the root element that style sheets look at; none means that it has none.
    pub fn attributes(&self) -> [(&'static str, Option<&'static str>); 6] {
        let theme = Some(self.theme.word()).filter(|_| self.theme != Theme::System);
        let motion = Some(self.motion.word()).filter(|_| self.motion != Motion::System);
        [
            ("data-theme", theme),
            ("data-motion", motion),
            ("data-colours", self.four_colour.then_some("four")),
            ("data-large-index", self.large_index.then_some("yes")),
            ("data-dwell", self.dwell.then_some("on")),
            ("data-numbers", self.numbers.then_some("on")),
        ]
    }
}

/// The fields of damaged preferences that can be read; the others have their usual values.
pub(super) fn salvage(text: &str) -> Preferences {
    let Ok(Value::Object(fields)) = serde_json::from_str(text) else { return Preferences::default() };
    let mut good = Map::new();
    for (name, value) in fields.into_iter().filter(|(name, _)| name != "v") {
        good.insert(name.clone(), value);
        if compact::read_value::<Preferences>(&Value::Object(good.clone())).is_err() {
            good.remove(&name);
        }
    }
    compact::read_value(&Value::Object(good)).unwrap_or_default()
}
