//! What a game is: its rules. What people see and hear of it is in [`present`](crate::present).

use std::fmt;
use std::hash::Hash;
use std::ops::RangeInclusive;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::card::Card;
use crate::cut::Cut;
use crate::encoding::Encoder;
use crate::options::Options;
use crate::random::{Dice, Seed};
use crate::refusal::Refusal;
use crate::seat::{Seat, Viewer};
use crate::table::Assistance;

/// What is the same in every game of a kind.
#[derive(Clone, Copy, Debug)]
pub struct Info {
    /// Its name in records, flags and links.
    pub id: &'static str,
    /// Its name for people.
    pub name: &'static str,
    /// The game in a line.
    pub summary: &'static str,
    /// Raised whenever a record of old would no longer replay to the same end.
    pub rules_version: u32,
    /// How many play unless one says.
    pub usual_players: usize,
    /// Whether anyone may say things that the rules judge, at any time ([`Game::hear`]).
    pub hears: bool,
}

/// Receives what happens. The empty sink `()` costs nothing, not even making the event.
pub trait Sink<E> {
    /// Whether anyone wants to know more of an event than what it is.
    const LISTENS: bool;
    /// Takes an event; it is only made if someone wants it.
    fn emit(&mut self, event: impl FnOnce() -> E);

    /// What an event tells in a list: made if anyone listens, else empty.
    #[inline]
    fn detail<T: Default>(make: impl FnOnce() -> T) -> T {
        if Self::LISTENS { make() } else { T::default() }
    }
}

impl<E> Sink<E> for () {
    const LISTENS: bool = false;
    fn emit(&mut self, _: impl FnOnce() -> E) {}
}

impl<E> Sink<E> for Vec<E> {
    const LISTENS: bool = true;
    fn emit(&mut self, event: impl FnOnce() -> E) {
        self.push(event());
    }
}

/// Text that is not an action of the game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{text}\" is not an action here; there are: {known}")]
pub struct BadNotation {
    /// The text that could not be parsed.
    pub text: String,
    /// The valid forms.
    pub known: &'static str,
}

impl BadNotation {
    /// A stable name for programs.
    pub const fn code(&self) -> &'static str {
        "bad-notation"
    }
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// Who won; none in a lost solitaire.
    pub winners: Vec<Seat>,
    /// Each seat's result, in the game's own units.
    pub scores: Vec<i32>,
}

/// A game: the state is the value, the rules are the functions.
///
/// A state has no public fields and cannot be turned into bytes; only a [`Game::View`] and a [`Game::Seen`] can.
pub trait Game: Clone + PartialEq + fmt::Debug + Send + Sync + 'static {
    /// The options of the rules.
    type Rules: Options;
    /// What a player can do on their turn. Its text form is the notation.
    type Action: Copy + Eq + Ord + Hash + fmt::Debug + fmt::Display + FromStr<Err = BadNotation> + Send + Sync;
    /// What happened, with everything that only some may know.
    type Event: Clone + fmt::Debug + PartialEq + Send + Sync;
    /// What happened, as far as one viewer may know.
    type Seen: Clone + fmt::Debug + PartialEq + Serialize + Send + Sync;
    /// The table as one viewer sees it.
    type View: Clone + fmt::Debug + PartialEq + Serialize + Send + Sync;
    /// Why an action is refused.
    type Refusal: Refusal;
    /// The whole state as traces show it. Never sent to a player.
    type Trace: Serialize;

    /// What is the same in every game of this kind.
    const INFO: Info;

    /// The clause by which a table may help a player; none where others play too, who would not like it.
    const ASSISTANCE: Option<&'static str> = None;

    /// How many can play by these rules.
    fn players(rules: &Self::Rules) -> RangeInclusive<usize>;

    /// The help that a table gives with this preset, or by default; none without [`Game::ASSISTANCE`].
    fn assistance(_preset: Option<&str>) -> Assistance {
        Assistance::NONE
    }

    /// Whether one plays alone, by any rules.
    fn is_solitaire() -> bool {
        Self::players(&Self::Rules::default()) == (1..=1)
    }

    /// Whether players ever have something to choose: there is more than one action.
    fn has_choices() -> bool {
        Self::every_action(*Self::players(&Self::Rules::default()).end()).len() > 1
    }

    /// Sets up a game for a number of players that [`Game::players`] allows.
    fn start(rules: &Self::Rules, players: usize, seed: &Seed, sink: &mut impl Sink<Self::Event>) -> Self;

    /// Whose turn it is; nobody's when the game is over.
    fn to_act(&self) -> Option<Seat>;

    /// Lists what the player on turn can do, each action once, always in the same order.
    fn legal(&self, actions: &mut Vec<Self::Action>);

    /// Whether the player on turn could do this now.
    fn check(&self, action: Self::Action) -> Result<(), Self::Refusal>;

    /// Applies the action and everything that follows automatically. A refused action changes nothing.
    fn apply(&mut self, action: Self::Action, sink: &mut impl Sink<Self::Event>)
    -> Result<(), Self::Refusal>;

    /// Draws a legal action, the one that `dice.pick` draws from the list of [`Game::legal`]. A fast path for playouts:
    /// a game may count its actions instead of listing them. `legal` only lends its memory.
    fn random_action(&self, dice: &mut Dice, legal: &mut Vec<Self::Action>) -> Option<Self::Action> {
        legal.clear();
        self.legal(legal);
        dice.pick(legal).copied()
    }

    /// Applies an action that is known to be legal, as [`Game::apply`] does. A fast path for playouts: a game may leave
    /// out the check.
    fn apply_legal(&mut self, action: Self::Action, sink: &mut impl Sink<Self::Event>) {
        let done = self.apply(action, sink);
        debug_assert!(done.is_ok(), "{action} is not legal");
    }

    /// Draws an action as [`Game::random_action`] does and applies it; false if there is none. A fast path for playouts: a
    /// game may use what it found out when it drew the action.
    #[inline]
    fn play_random(
        &mut self,
        dice: &mut Dice,
        legal: &mut Vec<Self::Action>,
        sink: &mut impl Sink<Self::Event>,
    ) -> bool {
        let Some(action) = self.random_action(dice, legal) else { return false };
        self.apply_legal(action, sink);
        true
    }

    /// Takes what someone says at the table. Only games with [`Info::hears`] are asked.
    fn hear(
        &mut self,
        _seat: Seat,
        _words: &str,
        _sink: &mut impl Sink<Self::Event>,
    ) -> Result<(), Self::Refusal> {
        Ok(())
    }

    /// Words that the player there might well say now.
    fn remark(&self, _seat: Seat) -> Option<&'static str> {
        None
    }

    /// How the game ended, once it has.
    fn outcome(&self) -> Option<Outcome>;

    /// The table as this viewer sees it. There is no default: what a viewer may know is written down.
    fn view(&self, viewer: Viewer) -> Self::View;

    /// An event as this viewer sees it, if they notice it at all.
    fn show(event: &Self::Event, viewer: Viewer) -> Option<Self::Seen>;

    /// A full state that looks like this view, everything hidden being dealt at random.
    fn imagine(view: &Self::View, dice: &mut Dice) -> Self;

    /// The whole state as traces show it.
    fn trace(&self) -> Self::Trace;

    /// Every card at the table, wherever it lies, in any order: none is ever lost.
    fn cards(&self) -> Vec<Card>;

    /// Every action that has a notation at a table of this many, legal or not.
    fn every_action(players: usize) -> Vec<Self::Action>;

    /// What a view says as numbers, for programs that learn: parts of a length that depends on the number of players
    /// alone. By default it is hashed.
    fn encode(view: &Self::View, out: &mut Encoder) {
        out.hashed(view);
    }

    /// The cut for dealer, if this event is one.
    fn cut(_event: &Self::Event) -> Option<&Cut> {
        None
    }
}

/// Something done at the table: an action of the game, or words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act<A> {
    /// An action of the player on turn.
    Play(A),
    /// Words that the rules judge.
    Say(String),
}

/// The most characters that can be said at once.
pub const LONGEST_SAYING: usize = 200;

impl<A: fmt::Display> fmt::Display for Act<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Play(action) => action.fmt(f),
            Self::Say(words) => write!(f, "say {words}"),
        }
    }
}

impl<A: Copy> Act<A> {
    /// Applies the act, with no check of whose turn it is.
    pub fn perform<G: Game<Action = A>>(
        &self,
        game: &mut G,
        seat: Seat,
        sink: &mut impl Sink<G::Event>,
    ) -> Result<(), G::Refusal> {
        match self {
            Self::Play(action) => game.apply(*action, sink),
            Self::Say(words) => game.hear(seat, words, sink),
        }
    }
}

impl<A: FromStr<Err = BadNotation>> Act<A> {
    /// Reads the notation of a game; `say …` only where the game hears.
    pub fn read(text: &str, hears: bool) -> Result<Self, BadNotation> {
        match text.strip_prefix("say ") {
            Some(words) if hears => Ok(Self::Say(words.trim().to_owned())),
            _ => text.parse().map(Self::Play),
        }
    }
}
