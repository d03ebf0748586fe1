//! Rule options that describe themselves.
//!
//! A game lists its options once, with the [`options!`](crate::options!) macro; flags of the command line, settings menus,
//! rules pages and records are all made from that list.

use std::collections::BTreeMap;
use std::fmt;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use thiserror::Error;

/// One option, described.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct OptionSpec {
    /// Its name in records, flags and files.
    pub name: &'static str,
    /// What it can be set to.
    pub kind: Kind,
    /// The rule clause it belongs to.
    pub clause: &'static str,
    /// One line of help.
    pub help: &'static str,
}

/// What an option can be set to.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Yes or no.
    Flag,
    /// A whole number.
    Number {
        /// The smallest.
        min: u32,
        /// The largest.
        max: u32,
        /// Whether it can be left out: `none`.
        optional: bool,
    },
    /// One of a few words.
    Choice(&'static [Choice]),
}

/// One of a few words that an option can be set to.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Choice {
    /// The word.
    pub name: &'static str,
    /// What it means, in a line.
    pub help: &'static str,
}

/// What an option is set to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// Yes or no.
    Flag(bool),
    /// A whole number.
    Number(u32),
    /// No number.
    None,
    /// A word.
    Choice(&'static str),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag(flag) => write!(f, "{flag}"),
            Self::Number(number) => write!(f, "{number}"),
            Self::None => f.write_str("none"),
            Self::Choice(word) => f.write_str(word),
        }
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Flag(flag) => serializer.serialize_bool(*flag),
            Self::Number(number) => serializer.serialize_u32(*number),
            Self::None => serializer.serialize_none(),
            Self::Choice(word) => serializer.serialize_str(word),
        }
    }
}

/// "1 to 9", "true or false", "stock or discard": what to type.
impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag => f.write_str("true or false"),
            Self::Number { min, max, optional } => {
                write!(f, "{min} to {max}")?;
                if *optional { f.write_str(", or none") } else { Ok(()) }
            }
            Self::Choice(choices) => {
                for (index, choice) in choices.iter().enumerate() {
                    let joint = match index {
                        0 => "",
                        _ if index + 1 == choices.len() => " or ",
                        _ => ", ",
                    };
                    write!(f, "{joint}{}", choice.name)?;
                }
                Ok(())
            }
        }
    }
}

/// A named set of options, and what the table grants with it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Preset {
    /// Its name in flags and files.
    pub name: &'static str,
    /// Its title for people.
    pub title: &'static str,
    /// One line of help.
    pub help: &'static str,
    /// Whether people know it as a game of its own, and not as a way to play one.
    pub is_game: bool,
}

/// A setting that cannot be taken.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadOption {
    /// No option of that name.
    #[error("there is no option \"{name}\"; there are: {known}")]
    Unknown {
        /// What was asked for.
        name: String,
        /// The names of the options.
        known: String,
    },
    /// A value that the option cannot take.
    #[error("{name} cannot be \"{value}\"; it takes {takes} ({clause})")]
    Value {
        /// The option.
        name: &'static str,
        /// What was asked for.
        value: String,
        /// The values that the option accepts.
        takes: String,
        /// The clause it belongs to.
        clause: &'static str,
    },
    /// A value that is neither text, number nor flag.
    #[error("{0} must be a word, a number, true or false")]
    Shape(String),
    /// No preset of that name.
    #[error("there is no preset \"{name}\"; there are: {known}")]
    Preset {
        /// What was asked for.
        name: String,
        /// The names of the presets.
        known: String,
    },
}

impl BadOption {
    /// A stable name for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Unknown { .. } => "unknown-option",
            Self::Value { .. } => "bad-option-value",
            Self::Shape(_) => "bad-option-shape",
            Self::Preset { .. } => "unknown-preset",
        }
    }

    /// The rule clause that says what the option takes.
    pub const fn clause(&self) -> Option<&'static str> {
        match self {
            Self::Value { clause, .. } => Some(clause),
            _ => None,
        }
    }
}

/// A type that an option's value can have.
pub trait OptionType: Copy + PartialEq {
    /// What it can be set to.
    const KIND: Kind;
    /// The value as shown and stored.
    fn value(self) -> Value;
    /// Reads what a person typed.
    fn read(text: &str) -> Option<Self>;
}

impl OptionType for bool {
    const KIND: Kind = Kind::Flag;

    fn value(self) -> Value {
        Value::Flag(self)
    }

    fn read(text: &str) -> Option<Self> {
        match text {
            "true" | "yes" | "on" => Some(true),
            "false" | "no" | "off" => Some(false),
            _ => None,
        }
    }
}

/// A whole number from `MIN` to `MAX`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Count<const MIN: u8, const MAX: u8>(u8);

impl<const MIN: u8, const MAX: u8> Count<MIN, MAX> {
    /// That number, if it lies within the bounds.
    pub const fn new(number: u8) -> Option<Self> {
        if number >= MIN && number <= MAX { Some(Self(number)) } else { None }
    }

    /// That number as a constant of the source; what is out of bounds does not compile in a `const`.
    pub const fn of(number: u8) -> Self {
        Self::new(number).expect("a number within the option's bounds")
    }

    /// The number.
    pub const fn get(self) -> u8 {
        self.0
    }
}

impl<const MIN: u8, const MAX: u8> OptionType for Count<MIN, MAX> {
    const KIND: Kind = Kind::Number { min: MIN as u32, max: MAX as u32, optional: false };

    fn value(self) -> Value {
        Value::Number(self.0.into())
    }

    fn read(text: &str) -> Option<Self> {
        text.parse().ok().and_then(Self::new)
    }
}

impl<const MIN: u8, const MAX: u8> OptionType for Option<Count<MIN, MAX>> {
    const KIND: Kind = Kind::Number { min: MIN as u32, max: MAX as u32, optional: true };

    fn value(self) -> Value {
        self.map_or(Value::None, OptionType::value)
    }

    fn read(text: &str) -> Option<Self> {
        if text == "none" { Some(None) } else { Count::read(text).map(Some) }
    }
}

/// A set of options that describes itself; made by [`options!`](crate::options!).
pub trait Options: Clone + PartialEq + fmt::Debug + Default + Send + Sync + 'static {
    /// Every option, in order.
    const SPECS: &'static [OptionSpec];
    /// Every preset, the default one first.
    const PRESETS: &'static [Preset];

    /// The options of that preset.
    fn preset(name: &str) -> Option<Self>;

    /// What the option at that place of the list is set to.
    fn get(&self, index: usize) -> Option<Value>;

    /// Sets the option at that place; false if it cannot take that value.
    fn put(&mut self, index: usize, text: &str) -> bool;

    /// Sets an option by name, as typed.
    fn set(&mut self, name: &str, text: &str) -> Result<(), BadOption> {
        let wanted = name.trim().replace('-', "_");
        let index = Self::SPECS
            .iter()
            .position(|spec| spec.name == wanted)
            .ok_or_else(|| BadOption::Unknown { name: name.trim().to_owned(), known: names(Self::SPECS) })?;
        if self.put(index, text.trim()) {
            return Ok(());
        }
        let spec = &Self::SPECS[index];
        Err(BadOption::Value {
            name: spec.name,
            value: text.trim().to_owned(),
            takes: spec.kind.to_string(),
            clause: spec.clause,
        })
    }

    /// The options in force: name and value, in order.
    fn settings(&self) -> Vec<(&'static str, Value)> {
        let value = |index| self.get(index).unwrap_or(Value::None);
        Self::SPECS.iter().enumerate().map(|(index, spec)| (spec.name, value(index))).collect()
    }

    /// The options that differ from the defaults, as `name=value`.
    fn differences(&self) -> Vec<String> {
        let differs = |((name, value), (_, default)): ((&str, Value), (&str, Value))| {
            (default != value).then(|| format!("{name}={value}"))
        };
        self.settings().into_iter().zip(Self::default().settings()).filter_map(differs).collect()
    }

    /// The preset that these options are, if they are one.
    fn as_preset(&self) -> Option<&'static Preset> {
        let same = |preset: &&Preset| Self::preset(preset.name).as_ref() == Some(self);
        Self::PRESETS.iter().find(same)
    }

    /// The name of that preset.
    fn preset_name(&self) -> Option<&'static str> {
        self.as_preset().map(|preset| preset.name)
    }
}

fn names(specs: &[OptionSpec]) -> String {
    specs.iter().map(|spec| spec.name).collect::<Vec<_>>().join(", ")
}

/// The text that an option's value has in JSON or a settings file.
pub fn option_text(name: &str, value: &serde_json::Value) -> Result<String, BadOption> {
    match value {
        serde_json::Value::Null => Ok("none".to_owned()),
        serde_json::Value::Bool(flag) => Ok(flag.to_string()),
        serde_json::Value::Number(number) => Ok(number.to_string()),
        serde_json::Value::String(text) => Ok(text.clone()),
        _ => Err(BadOption::Shape(name.to_owned())),
    }
}

/// Options from their stored form; what is not named keeps its default.
pub fn options_from_json<O: Options>(stored: &BTreeMap<String, serde_json::Value>) -> Result<O, BadOption> {
    let mut options = O::default();
    for (name, value) in stored {
        options.set(name, &option_text(name, value)?)?;
    }
    Ok(options)
}

/// Writes options as a map, in the order of their list.
pub struct AsMap<'a, O>(pub &'a O);

impl<O: Options> Serialize for AsMap<'_, O> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let settings = self.0.settings();
        let mut map = serializer.serialize_map(Some(settings.len()))?;
        for (name, value) in settings {
            map.serialize_entry(name, &value)?;
        }
        map.end()
    }
}

/// For views: `#[serde(serialize_with = "engine::options::as_map")]`.
pub fn as_map<O: Options, S: Serializer>(options: &O, serializer: S) -> Result<S::Ok, S::Error> {
    AsMap(options).serialize(serializer)
}

/// Defines an enumeration that an option can be set to: variant, word, help.
#[macro_export]
macro_rules! choices {
    ($(#[$meta:meta])* $vis:vis enum $name:ident { $($variant:ident = $word:literal: $help:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        $vis enum $name { $(#[doc = $help] $variant,)+ }

        impl $crate::options::OptionType for $name {
            const KIND: $crate::options::Kind = $crate::options::Kind::Choice(&[
                $($crate::options::Choice { name: $word, help: $help },)+
            ]);
            fn value(self) -> $crate::options::Value {
                $crate::options::Value::Choice(match self { $(Self::$variant => $word,)+ })
            }
            fn read(text: &str) -> Option<Self> {
                match text { $($word => Some(Self::$variant),)+ _ => None }
            }
        }
    };
}

/// Defines a set of options and its presets. A preset that people know as a game of its own `is a game`.
///
/// ```
/// engine::options! {
///     /// The options of a game.
///     pub struct Rules {
///         lives: engine::options::Count<1, 9> = engine::options::Count::of(3), "XX-R1", "Lives each.";
///         open: bool = false, "XX-V1", "Play with open cards.";
///     }
///     presets {
///         "plain" is a game: "Plain", "As grandmother plays it." => {};
///         "open": "Open", "Everyone sees everything." => { open: true };
///     }
/// }
/// ```
#[macro_export]
macro_rules! options {
    (
        $(#[$meta:meta])*
        $vis:vis struct $name:ident {
            $($field:ident: $type:ty = $default:expr, $clause:literal, $help:literal;)+
        }
        presets {
            $($preset:literal $(is a $game:ident)?: $title:literal, $about:literal => { $($set:ident: $to:expr),* };)*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Debug)]
        $vis struct $name { $(#[doc = $help] pub $field: $type,)+ }

        impl Default for $name {
            fn default() -> Self {
                Self { $($field: $default,)+ }
            }
        }

        impl $crate::options::Options for $name {
            const SPECS: &'static [$crate::options::OptionSpec] = {
                use $crate::options::{OptionSpec, OptionType};
                &[$(OptionSpec {
                    name: stringify!($field),
                    kind: <$type as OptionType>::KIND,
                    clause: $clause,
                    help: $help,
                },)+]
            };
            const PRESETS: &'static [$crate::options::Preset] = &[
                $($crate::options::Preset {
                    name: $preset,
                    title: $title,
                    help: $about,
                    is_game: { let known_as: &[&str] = &[$(stringify!($game))?]; !known_as.is_empty() },
                },)*
            ];

            #[allow(clippy::needless_update)]
            fn preset(name: &str) -> Option<Self> {
                match name {
                    $($preset => Some(Self { $($set: $to,)* ..Self::default() }),)*
                    _ => None,
                }
            }
            fn get(&self, index: usize) -> Option<$crate::options::Value> {
                let values = [$($crate::options::OptionType::value(self.$field),)+];
                values.get(index).copied()
            }
            fn put(&mut self, index: usize, text: &str) -> bool {
                let mut place = 0..;
                $(if place.next() == Some(index) {
                    return match $crate::options::OptionType::read(text) {
                        Some(value) => { self.$field = value; true }
                        None => false,
                    };
                })+
                false
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    choices! {
        /// How fast.
        pub enum Pace { Slow = "slow": "Take your time.", Fast = "fast": "No time to think.", }
    }

    options! {
        /// Options to test with.
        pub struct Rules {
            lives: Count<1, 9> = Count::of(3), "XX-R1", "Lives each.";
            limit: Option<Count<1, 12>> = None, "XX-R2", "Deals at most.";
            open: bool = false, "XX-V1", "Play with open cards.";
            pace: Pace = Pace::Slow, "XX-V2", "How fast.";
        }
        presets {
            "plain": "Plain", "As it is." => {};
            "rush": "Rush", "In a hurry." => { pace: Pace::Fast, limit: Some(Count::of(6)) };
        }
    }

    #[test]
    fn options_are_read_as_typed_and_written_as_read() {
        let mut rules = Rules::default();
        for (name, text) in [("lives", "9"), ("limit", "12"), ("open", "yes"), ("pace", " fast ")] {
            rules.set(name, text).unwrap();
        }
        assert_eq!(rules.differences(), ["lives=9", "limit=12", "open=true", "pace=fast"]);
        rules.set("limit", "none").unwrap();
        let json = serde_json::to_value(AsMap(&rules)).unwrap();
        assert_eq!(json.to_string(), r#"{"limit":null,"lives":9,"open":true,"pace":"fast"}"#);
        assert_eq!(options_from_json(&serde_json::from_value(json).unwrap()), Ok(rules));
    }

    #[test]
    fn what_cannot_be_set_says_what_can() {
        let mut rules = Rules::default();
        let mut refusal = |name, text| rules.set(name, text).unwrap_err().to_string();
        assert_eq!(
            refusal("lifes", "3"),
            "there is no option \"lifes\"; there are: lives, limit, open, pace"
        );
        assert_eq!(refusal("lives", "10"), "lives cannot be \"10\"; it takes 1 to 9 (XX-R1)");
        assert_eq!(refusal("limit", "0"), "limit cannot be \"0\"; it takes 1 to 12, or none (XX-R2)");
        assert_eq!(refusal("open", "maybe"), "open cannot be \"maybe\"; it takes true or false (XX-V1)");
        assert_eq!(refusal("pace", ""), "pace cannot be \"\"; it takes slow or fast (XX-V2)");
        assert_eq!(rules, Rules::default());
    }

    #[test]
    fn presets_are_found_by_name_and_recognised() {
        assert_eq!(Rules::default().preset_name(), Some("plain"));
        assert_eq!(Rules::preset("rush").unwrap().preset_name(), Some("rush"));
        assert_eq!(Rules::preset("rush").unwrap().limit, Some(Count::of(6)));
        assert_eq!(Rules::preset("none such"), None);
    }
}
