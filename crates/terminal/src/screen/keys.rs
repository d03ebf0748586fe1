//! The keys, as they are told.

use client::TableState;

use crate::table::TableGame;

/// What the keys do in the lobby.
pub fn lobby() -> String {
    listed(&[
        ("1 … 9", "choose that game", true),
        ("↑↓, j k, Tab", "point at another", true),
        ("Enter, Space, →", "choose the one that is pointed at", true),
        ("t", "teach me: a guided first game", true),
        ("b", "its rules", true),
        ("s", "your statistics", true),
        ("q, Ctrl-C", "leave", true),
    ])
}

/// What the keys do on the page of settings.
pub fn settings() -> String {
    listed(&[
        ("↑↓, j k, Tab", "point at another setting", true),
        ("←→, h l, Space", "change the one that is pointed at", true),
        ("d", "deal; so does Enter on the first line", true),
        ("b", "the rules, open at what the setting changes", true),
        ("Esc", "back to the other games", true),
        ("q, Ctrl-C", "leave", true),
    ])
}

/// Keys and what they do, where they do it.
fn listed(keys: &[(&str, &str, bool)]) -> String {
    let here = keys.iter().filter(|(_, _, here)| *here);
    here.map(|(key, does, _)| format!("**{key:<16}** {does}\n")).collect()
}

/// What the keys do at this table, in a little Markdown.
pub fn help(table: &TableState) -> String {
    let mut text = String::new();
    let mut part =
        |title: &str, keys: &[(&str, &str, bool)]| text += &format!("## {title}\n{}\n", listed(keys));
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
            ("f", "finish it: play on to the end, as there is nothing to choose", table.can_finish()),
            ("s", "say words that the rules listen for", table.grants(|table| table.hears)),
        ],
    );
    part(
        "Ask",
        &[
            ("b", "the rules; after a refusal, at the clause it names", true),
            ("w", "why the card that is pointed at can or cannot be played", true),
            ("i", "a hint", hints),
            ("v", "can this still be won? After the end: where was it lost?", hints && table.is_solvable()),
            ("u, r", "take the last action back, do it again", undo),
            ("p", "what happened so far, by rounds", !online),
            ("p", "what happened and was said so far; /history tells it by rounds", online),
            ("a", "how did I play? After the end, your decisions are judged", true),
        ],
    );
    part(
        "The table",
        &[
            ("c, C", "talk to the others; C has things to say at hand", online),
            ("n", "another game, once this one is over", !online),
            ("q, Ctrl-C", "leave; the game is kept, and parlour resume goes on with it", !online),
            ("q, Ctrl-C", "leave; the same link brings you back", online),
            ("Ctrl-Z", "put the program aside", true),
            ("Ctrl-L", "redraw the screen", true),
        ],
    );
    text + "The mouse does it all, too: click, drag a card, turn the wheel. Hold Shift to select text."
}
