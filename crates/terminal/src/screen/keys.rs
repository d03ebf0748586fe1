//! The keys, as they are told.

use crate::table::Table;

/// What the keys do at this table, in a little Markdown.
pub fn help(table: &Table) -> String {
    let mut text = String::new();
    let mut part = |title: &str, keys: &[(&str, &str, bool)]| {
        text += &format!("## {title}\n");
        for (key, does, here) in keys {
            if *here {
                text += &format!("**{key:<16}** {does}\n");
            }
        }
        text += "\n";
    };
    let (undo, hints) = (table.grants(|table| table.undo), table.grants(|table| table.hints));
    let online = table.online.is_some();
    part(
        "Play",
        &[
            ("1 … 9, 0", "do that choice; cards show their number on their edge", true),
            ("←↓↑→, h j k l", "point at a card, a pile or a button", true),
            ("Tab", "the next button", true),
            ("Enter, Space", "do what is pointed at, pick a card up, lay it down", true),
            ("Esc", "put back what is picked up", true),
            ("m", "everything that can be done, as a list", true),
            ("/", "say it in your own words: discard the five of spades", true),
            ("s", "say words that the rules listen for", table.grants(|table| table.hears)),
        ],
    );
    part(
        "Ask",
        &[
            ("b", "the rules; after a refusal, at the clause it names", true),
            ("w", "why the card that is pointed at can or cannot be played", true),
            ("i", "a hint", hints),
            ("v", "can this still be won? After the end: where was it lost?", hints && table.is_solitaire()),
            ("u, r", "take the last action back, do it again", undo),
            ("p", "what happened so far; Page up and down leaf through it", true),
        ],
    );
    part(
        "The table",
        &[
            ("c, C", "talk to the others; C has things to say at hand", online),
            ("n", "another game, once this one is over", !online),
            ("q, Ctrl-C", "leave; the game is kept, and parlour resume goes on with it", !online),
            ("q, Ctrl-C", "leave; the same link brings you back to your seat", online),
            ("Ctrl-Z", "put the program aside", true),
            ("Ctrl-L", "draw everything anew", true),
        ],
    );
    text + "The mouse does it all, too: click, drag a card, turn the wheel. Hold Shift to select text."
}
