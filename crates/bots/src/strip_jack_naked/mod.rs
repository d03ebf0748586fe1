//! Strip Jack Naked: nobody chooses anything, and bots are as good at that as people.

use engine::{Dice, Seating};
use games::strip_jack_naked::{Action, StripJackNaked, View};

use crate::BotStrategy;

impl BotStrategy for StripJackNaked {
    fn club(_: &View, legal: &[Action], _: &mut Dice) -> Option<Action> {
        legal.first().copied()
    }

    fn why(_: &View, _: &[Action], _: Action, _: &Seating) -> Option<String> {
        Some("Nothing is yours to decide in this game: the deal has decided it all.".to_owned())
    }
}
