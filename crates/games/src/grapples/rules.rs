//! The options: what a table may settle differently before it plays.

use engine::{Count, choices, options};

choices! {
    /// Whether a two or a joker leaves a choice.
    pub enum DoubleDown {
        Optional = "optional": "The player may take one more card, or not.",
        Forced = "forced": "The player is dealt one more card, like it or not.",
    }
}

options! {
    /// The rule options of Grapples.
    pub struct Rules {
        double_down: DoubleDown = DoubleDown::Optional, "GR-R10", "Whether one more card after a two or a joker can be declined.";
        dealer_may_redeem: bool = false, "GR-J6", "A dealer who is dealt the ace of spades may redeem it to start their time afresh.";
        dealer_turns: Count<1, 9> = Count::of(2), "GR-R9", "Turns of their own that a dealer has before they must tap out.";
    }
    presets {
        "grapples" is a game: "Grapples", "Two turns for each dealer; twos and jokers leave you the choice." => {};
    }
}
