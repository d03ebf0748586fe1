//! What people see and hear of a game. Nothing here decides anything: a simulation or a search needs [`Game`] alone.

use crate::card::Card;
use crate::game::Game;
use crate::poster::Poster;
use crate::scene::{Gesture, Scene};
use crate::seat::Seat;
use crate::seating::Seating;

/// Something called out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cry {
    /// A word or two: "Kung!".
    pub words: &'static str,
    /// At whose seat it is heard; none where it concerns everyone.
    pub by: Option<Seat>,
    /// What it means, in a few words.
    pub meaning: &'static str,
}

impl Cry {
    /// Words that are heard at a seat.
    pub const fn at(by: Seat, words: &'static str, meaning: &'static str) -> Self {
        Self { words, by: Some(by), meaning }
    }

    /// Words that concern everyone.
    pub const fn to_all(words: &'static str, meaning: &'static str) -> Self {
        Self { words, by: None, meaning }
    }
}

/// The end of a round, as one viewer noticed it.
pub struct RoundEnd<'a, G: Game> {
    /// What ended it, perhaps.
    pub seen: &'a G::Seen,
    /// The viewer's last decision in the round, and what they saw then.
    pub decided: Option<&'a (G::View, G::Action)>,
    /// The table before the action that ended it.
    pub before: &'a G::View,
    /// The table after that action.
    pub after: &'a G::View,
}

/// A game that can be shown to people: in sentences, as a scene, on buttons.
///
/// Everything is made from what one viewer may know ([`Game::View`], [`Game::Seen`]), never from the state.
pub trait Present: Game {
    /// Words that the rules know, where the game hears: what a button might say for the player.
    const SAYINGS: &'static [&'static str] = &[];

    /// The rules for players, in Markdown.
    const RULES_TEXT: &'static str = "";

    /// The line of the rules that states the clause of this ID.
    fn clause(id: &str) -> Option<&'static str> {
        let mark = format!("**{}**", id.trim().to_uppercase());
        let line = Self::RULES_TEXT.lines().find(|line| line.contains(&mark));
        line.map(|line| line.trim_start_matches("- "))
    }

    /// Its lessons, as [`Lesson`](crate::Lesson) reads them.
    const LESSONS: &'static str = "";

    /// Its tips, a line each: `key, clause: text`.
    const TIPS: &'static str = "";

    /// Small pictures for its rules, as [`Picture`](crate::Picture) reads them.
    const PICTURES: &'static str = "";

    /// The game on one page, for print: plain text.
    const ONE_PAGE: &'static str = "";

    /// What results are counted in by these rules, after a number: "tokens".
    fn unit(_rules: &Self::Rules) -> &'static str {
        "points"
    }

    /// The picture of the game in a lobby, by these rules; the first cards of a deal where a game has chosen none.
    fn poster(rules: &Self::Rules) -> Poster {
        Poster::dealt::<Self>(rules)
    }

    /// Whether events hold no memory where nobody listens, as all their lists are made by
    /// [`Sink::detail`](crate::Sink::detail): simulations then need not free any, and the
    /// compiler leaves out what they do not read.
    const LEAN_EVENTS: bool = false;

    /// The name under which simulations count such an event, if it is worth counting: "kung".
    fn headline(_event: &Self::Event) -> Option<&'static str> {
        None
    }

    /// An event in a sentence, or none where there is nothing to tell.
    fn tell(seen: &Self::Seen, seating: &Seating) -> Option<String>;

    /// A long event in a few words, where a table has no room for the whole sentence.
    fn brief(_seen: &Self::Seen, _seating: &Seating) -> Option<String> {
        None
    }

    /// What is called out for all to hear.
    fn cry(_seen: &Self::Seen) -> Option<Cry> {
        None
    }

    /// Whether the table shows the same anyway, such as whose turn it is. Such an event is told in the log only.
    fn is_in_sight(_seen: &Self::Seen) -> bool {
        false
    }

    /// The key of the tip that explains such an event to someone who meets it for the first time.
    fn tip(_seen: &Self::Seen) -> Option<&'static str> {
        None
    }

    /// The title of the part of the game that begins with this event: "Round 3".
    fn chapter(_seen: &Self::Seen, _seating: &Seating) -> Option<String> {
        None
    }

    /// What a round came to for the reader, if it ends with this event, in a line or two.
    fn recap(_end: &RoundEnd<'_, Self>, _seating: &Seating) -> Option<String> {
        None
    }

    /// The table as a screen shows it.
    fn scene(view: &Self::View, seating: &Seating) -> Scene;

    /// The movement of the hand that an action is, for mouse and touch; by default only a button will do.
    fn gesture(_view: &Self::View, _action: Self::Action) -> Gesture {
        Gesture::default()
    }

    /// The table in a few lines.
    fn describe(view: &Self::View, seating: &Seating) -> String;

    /// Why a card that the viewer holds can or cannot be played now, part by part. `None` if the game does not explain cards.
    fn why_card(_view: &Self::View, _card: Card) -> Option<String> {
        None
    }

    /// What a button for this action would say: "Discard 5♠".
    fn label(view: &Self::View, action: Self::Action, seating: &Seating) -> String;

    /// Other ways to say this action, worded like labels: "Throw 5♠ away". Notation and label are understood
    /// without, so a game need not have any.
    fn phrases(_view: &Self::View, _action: Self::Action, _seating: &Seating) -> Vec<String> {
        Vec::new()
    }

    /// The words of this line as `say …` takes them, if the rules would judge them; none for mere talk.
    /// `by_ear`: the line comes from speech recognition; accept homophones.
    fn words_to_say(_line: &str, _by_ear: bool) -> Option<String> {
        None
    }
}
