//! The options of the solitaire.

use engine::{Count, choices, options};

choices! {
    /// When four more cards are dealt.
    pub enum DealWhen {
        AnyTime = "any-time": "Deal whenever you like.",
        Auto = "auto": "As any-time, and dealt for you as soon as nothing else can be done.",
        Stuck = "stuck": "Deal only when no discard and no move is left.",
    }
}

choices! {
    /// What may fill an empty column.
    pub enum Fill {
        Any = "any": "Any top card may move into an empty column.",
        Aces = "aces": "Nothing but an ace fills an empty column.",
    }
}

choices! {
    /// Who discards.
    pub enum Discards {
        Optional = "optional": "You discard when you like.",
        Forced = "forced": "Every possible discard is made for you at once.",
    }
}

options! {
    /// The rule options of Aces Up.
    pub struct Rules {
        deal_when: DealWhen = DealWhen::AnyTime, "AU-V1", "When four more cards are dealt.";
        fill: Fill = Fill::Any, "AU-V2", "What may fill an empty column.";
        deal_limit: Option<Count<1, 12>> = None, "AU-V3", "How many deals from the stock there are.";
        discards: Discards = Discards::Optional, "AU-V5", "Whether you discard or it is done for you.";
        lone_card_moves: bool = true, "AU-J1", "A column's only card may move to another empty column.";
    }
    presets {
        "classic": "Classic", "Deal when you like, with hints and undo." => {};
        "relaxed": "Relaxed", "Dealt for you when you are stuck, with hints and undo." => { deal_when: DealWhen::Auto };
        "strict": "Strict", "Only aces fill, deal only when stuck, no hints, no undo." => {
            deal_when: DealWhen::Stuck,
            fill: Fill::Aces
        };
        "sprint": "Sprint", "Six deals and no more: how many cards can you discard?" => { deal_limit: Some(Count::of(6)) };
    }
}
