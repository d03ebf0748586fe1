//! What people see and hear of a game. Nothing here decides anything: a simulation or a search needs [`Game`] alone.

use crate::card::Card;
use crate::game::Game;
use crate::scene::{Gesture, Scene};
use crate::seating::Seating;

/// A game that can be shown to people: in sentences, as a scene, on buttons.
///
/// Everything is made from what one viewer may know ([`Game::View`], [`Game::Seen`]), never from the state.
pub trait Present: Game {
    /// Words that the rules know, where the game hears: what a button might say for the player.
    const SAYINGS: &'static [&'static str] = &[];

    /// What results are counted in by these rules, after a number: "Grapples".
    fn unit(_rules: &Self::Rules) -> &'static str {
        "points"
    }

    /// The name under which simulations count such an event, if it is worth counting: "kung".
    fn headline(_event: &Self::Event) -> Option<&'static str> {
        None
    }

    /// An event in a sentence, or none where there is nothing to tell.
    fn tell(seen: &Self::Seen, seating: &Seating) -> Option<String>;

    /// What is called out for all to hear, in a word or two: "Kung!".
    fn cry(_seen: &Self::Seen) -> Option<&'static str> {
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

    /// Why a card that the viewer holds can or cannot be played now, part by part; none where that is no question.
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

    /// What is said at the table by someone who types this line, if the rules would judge it; none for mere talk.
    /// A line taken down by ear was spelt by a machine, so what only sounds right is right.
    fn overhear(_line: &str, _by_ear: bool) -> Option<String> {
        None
    }
}
