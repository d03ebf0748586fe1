//! Why an action is refused: worded for the player.

use engine::{Card, Seat, refusals};

use super::action::Way;

refusals! {
    /// Why an action is refused.
    #[derive(Copy)]
    pub enum Refusal {
        NotHeld { card: Card }: "not-held", "PP-R16",
            "{}: this card is not in your hand", card.short();
        Rank { way: Way, card: Card }: "wrong-rank", way.clause(),
            "{}: {}", card.short(), only(*way);
        Last { way: Way, card: Card }: "not-as-last-card", way.clause(),
            "{}: {} cannot be your last card; keep another one to play after it", card.short(), called(*way);
        NothingToBlock { card: Card }: "nothing-to-block", "PP-R9",
            "{}: as your last card it can block only while there is an attack; play it plainly instead", card.short();
        NotFirst: "not-first", "PP-R7",
            "you can replace your hand only before you have played a card this turn";
        UnderAttack { way: Way, av: u16 }: "under-attack", way.clause(),
            "{}; answer it with a 2, 3, 5 or 7, or pass", under_attack(*way, *av);
        NoClear { card: Card }: "no-clear", "PP-R9",
            "{}: a block clears the attack only on {}, after your first card, and where some of it would be left",
            card.short(), other(*card);
        ThirdSix { card: Card }: "third-six", "PP-R3",
            "{}: two sixes lie on top, and a third may not follow them", card.short();
        NoFit { card: Card, top: Card }: "no-fit", "PP-R4",
            "{}: neither suit nor rank fits {}", card.short(), top.short();
        NoMatch { card: Card, top: Card, under: Option<Card> }: "no-match", "PP-R5",
            "{}: after your first card this turn it must match {}, and no part of that match holds",
            card.short(), both(*top, *under);
        OnlyOneOff { card: Card, top: Card }: "only-one-off", "PP-R15",
            "{}: it is only one rank off, so suit or rank must fit {} as well, and neither does", card.short(), top.short();
        NotDeclared { card: Card }: "not-declared", "PP-R19",
            "{}: you may play your last card only if you said \"Propreantepenultimate Card\" before the turn last went to another player", card.short();
        NobodyThere { seat: Seat }: "no-such-seat", "PP-R18",
            "nobody sits at place {seat}";
        Over: "game-over", "PP-R14",
            "the game is over; start a new one";
    }
}

/// Which cards this is for.
fn only(way: Way) -> &'static str {
    match way {
        Way::Attack => "only a 2 or a 5 attacks",
        Way::Block | Way::Clear => "only a 3 or a 7 blocks",
        Way::Ten => "only a 10 changes how far the turn moves",
        Way::Jack => "only a jack turns the direction",
        Way::Ace => "only an ace can be given a suit",
        Way::Sideways => "only cards from 2 to 10 can be played sideways",
        Way::Pass | Way::Replace | Way::Play => "this card cannot be played so",
    }
}

fn called(way: Way) -> &'static str {
    match way {
        Way::Attack => "an attack",
        Way::Ten => "a 10 that moves the turn",
        Way::Jack => "a jack that turns the direction",
        Way::Ace => "an ace with a suit of your choice",
        Way::Block | Way::Clear => "a block",
        Way::Pass | Way::Replace | Way::Play | Way::Sideways => "this",
    }
}

fn under_attack(way: Way, av: u16) -> String {
    let what = match way {
        Way::Replace => "you cannot replace your hand",
        Way::Ace => "an ace cannot be given a suit",
        _ => "a card cannot be played plainly",
    };
    format!("{what} under an attack of {av}")
}

fn other(card: Card) -> &'static str {
    if super::matching::CardSet::THREES.has(card) { "a 7" } else { "a 3" }
}

fn both(top: Card, under: Option<Card>) -> String {
    under.map_or_else(|| top.short(), |under| format!("{} or {}", top.short(), under.short()))
}

impl Way {
    /// The clause of this option.
    pub(super) fn clause(self) -> &'static str {
        match self {
            Self::Pass => "PP-R6",
            Self::Replace => "PP-R7",
            Self::Attack => "PP-R8",
            Self::Block | Self::Clear => "PP-R9",
            Self::Ten => "PP-R10",
            Self::Jack => "PP-R11",
            Self::Ace => "PP-R12",
            Self::Play | Self::Sideways => "PP-R13",
        }
    }
}
