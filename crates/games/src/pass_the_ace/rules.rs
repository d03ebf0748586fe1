//! The options: every difference between Pass the Ace and Chase the Ace is one, so any mix can be played.

use engine::{Count, choices, options};

choices! {
    /// Where the dealer's new card comes from.
    pub enum DrawsFrom {
        Stock = "stock": "The dealer draws the top card of the face-down stock.",
        Discard = "discard": "The dealer draws the open top card of the trash, or of the stock while there is no trash.",
    }
}

choices! {
    /// What happens when the dealer draws a king.
    pub enum DrawnKing {
        Taken = "taken": "The dealer takes it like any other card.",
        Refused = "refused": "It is shown and thrown away; the dealer is stuck with the old card.",
    }
}

choices! {
    /// What happens when all who are left lose their last life in one round.
    pub enum LastTie {
        DoubleGame = "double-game": "Everyone is back with full lives and the game starts over.",
        Split = "split": "They win together and split the pot.",
        Replay = "replay": "They keep their last lives and play another deal among themselves.",
        Cut = "cut": "They cut cards; the highest takes the whole pot.",
        CarryStaked = "carry-staked": "The pot waits for a new game, and the lives lost in that one go into it too.",
        Carry = "carry": "The pot waits for a new game, and nothing more goes into it.",
    }
}

options! {
    /// The rule options of Pass the Ace and Chase the Ace.
    pub struct Rules {
        lives: Count<1, 9> = Count::of(3), "PTA-V1", "Lives that each player starts with.";
        min_players: Count<2, 52> = Count::of(2), "PTA-R2", "The fewest players who may sit down.";
        dealer_may_swap: bool = true, "PTA-R11", "The dealer may also swap with the left neighbour.";
        dealer_draws_from: DrawsFrom = DrawsFrom::Stock, "CTA-J2", "Where the dealer's new card comes from.";
        king_from_stock: DrawnKing = DrawnKing::Taken, "CTA-R4", "What happens when the dealer draws a king.";
        queens_low: bool = false, "CTA-V6", "Queens are worse than aces.";
        last_tie: LastTie = LastTie::DoubleGame, "PTA-R17", "When all who are left lose their last life at once.";
        pot: bool = false, "CTA-R5", "Lost lives are tokens that go to a pot for the winner.";
    }
    presets {
        "pass-the-ace" is a game: "Pass the Ace", "Two or more players; a last tie makes a double game." => {};
        "chase-the-ace" is a game: "Chase the Ace", "Lost lives go into a pot; the dealer may draw, but not swap." => {
            // CTA-R1.
            min_players: Count::of(3),
            dealer_may_swap: false,
            king_from_stock: DrawnKing::Refused,
            last_tie: LastTie::Split,
            pot: true
        };
    }
}
