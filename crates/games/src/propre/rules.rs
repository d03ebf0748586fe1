//! The options.

use engine::{Count, choices, options};

/// The fewest and the most who play.
pub(super) const FEWEST: usize = 2;
pub(super) const MOST: usize = 8;

choices! {
    /// How long a declaration holds.
    pub enum Declaration {
        Once = "once": "Said once, it holds for the whole game.",
        UntilDraw = "until-draw": "It is void as soon as that player draws a card.",
    }
}

options! {
    /// The rule options of Propreantepenultimate Card.
    pub struct Rules {
        hand_size: Count<1, 12> = Count::of(7), "PP-J1", "Cards dealt to each player.";
        decks: Option<Count<1, 2>> = None, "PP-J1", "Decks in play; none means one for up to four players and two from five on.";
        declaration: Declaration = Declaration::Once, "PP-V1", "How long the declaration of the last card holds.";
    }
    presets {
        "propre" is a game: "Propreantepenultimate Card", "Seven cards each; said once, the name holds for the game." => {};
    }
}

impl Rules {
    /// The number of decks for a number of players.
    pub(super) fn decks_for(&self, players: usize) -> usize {
        match self.decks {
            Some(decks) => decks.get().into(),
            None if players <= 4 => 1,
            None => 2,
        }
    }

    /// The most players whose hands, and a card to turn up, these decks hold.
    pub(super) fn most_players(&self) -> usize {
        let fits = |&players: &usize| {
            usize::from(self.hand_size.get()) * players < engine::DECK.len() * self.decks_for(players)
        };
        (FEWEST..=MOST).take_while(fits).last().unwrap_or(FEWEST)
    }
}
