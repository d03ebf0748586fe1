//! What can be asked of the table beside playing.

use crate::lexicon;
use crate::tokens::tokens;

/// Something asked of the table, for the front end to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Take the last action back.
    Undo,
    /// Do again what was taken back.
    Redo,
    /// Suggest a move.
    Hint,
    /// Tell what can be said and done.
    Help,
    /// Show the rules, or the clause of this ID.
    Rules(Option<String>),
    /// Tell why something can or cannot be done; [`Listener::why`](crate::Listener::why) answers.
    Why(String),
    /// Tell once more what happened last.
    Repeat,
    /// Tell the whole game so far, by rounds or turns.
    History,
    /// Tell the result of the last round.
    Recap,
    /// Tell the player's own cards.
    Hand,
    /// Tell whose turn it is.
    Turn,
    /// Tell how everyone stands.
    Score,
    /// Describe the whole table.
    Table,
    /// Play on to the end, where nobody has anything to choose.
    Finish,
    /// Leave.
    Quit,
}

/// How a command is said.
#[derive(Clone, Copy, Debug)]
pub struct CommandPhrases {
    /// The effect of the command, in a few words.
    pub does: &'static str,
    ways: &'static str,
}

impl CommandPhrases {
    const fn new(does: &'static str, ways: &'static str) -> Self {
        Self { does, ways }
    }

    /// The ways to say it, the usual one first.
    pub fn ways(&self) -> impl Iterator<Item = &'static str> {
        self.ways.split(", ")
    }
}

type Make = fn() -> Command;

/// Every command that takes nothing more.
const PLAIN: &[(Make, CommandPhrases)] = &[
    (
        || Command::Undo,
        CommandPhrases::new(
            "takes the last action back",
            "undo, take it back, take that back, go back, back, oops, undo that, revert",
        ),
    ),
    (
        || Command::Redo,
        CommandPhrases::new(
            "does again what was taken back",
            "redo, do it again, do that again, again, put it back",
        ),
    ),
    (
        || Command::Hint,
        CommandPhrases::new(
            "suggests a move, where the table gives hints",
            "hint, give me a hint, what should i do, what would you do, suggest, suggest a move, advice, tip",
        ),
    ),
    (
        || Command::Help,
        CommandPhrases::new(
            "tells what can be said",
            "help, what can i say, what can i do, commands, phrases, options, choices, h",
        ),
    ),
    (
        || Command::Rules(None),
        CommandPhrases::new(
            "shows the rules; with an ID, as in rules PTA-R8, one clause",
            "rules, show the rules, how do i play, how does this work, read the rules",
        ),
    ),
    (
        || Command::Repeat,
        CommandPhrases::new(
            "tells once more what happened last",
            "repeat, say again, say that again, what happened, pardon, what, sorry, come again, once more",
        ),
    ),
    (
        || Command::History,
        CommandPhrases::new(
            "tells the game so far, by rounds or turns",
            "history, the history, show the history, tell me everything, the whole story",
        ),
    ),
    (
        || Command::Recap,
        CommandPhrases::new(
            "tells the result of the last round",
            "recap, how did the round go, how was the last round, last round, sum up",
        ),
    ),
    (
        || Command::Hand,
        CommandPhrases::new(
            "tells your own cards",
            "my hand, hand, my cards, what do i have, what do i hold, read my hand, show my hand, what are my cards, what is my card, my card",
        ),
    ),
    (
        || Command::Turn,
        CommandPhrases::new(
            "tells whose turn it is",
            "whose turn, whose turn is it, who is on turn, who is it, whos turn, whos turn is it, is it my turn, turn, who plays, who is next",
        ),
    ),
    (
        || Command::Score,
        CommandPhrases::new(
            "tells how everyone stands",
            "score, scores, whats the score, what is the score, standings, lives, points, who is winning, whos winning",
        ),
    ),
    (
        || Command::Table,
        CommandPhrases::new(
            "describes the table",
            "table, describe the table, look, show, show the table, state, status, where are we, what is on the table, whats on the table",
        ),
    ),
    (
        || Command::Finish,
        CommandPhrases::new(
            "plays on to the end, where nobody has anything to choose",
            "finish it, finish, finish the game, finish this, play it out, play to the end, play on to the end, to the end, run to the end",
        ),
    ),
    (
        || Command::Quit,
        CommandPhrases::new(
            "leaves the game",
            "quit, exit, q, leave, leave the table, leave the game, bye, goodbye, end the game, stop playing",
        ),
    ),
];

/// Every command and how it is said, for lists of what can be said.
pub(crate) fn all() -> impl Iterator<Item = CommandPhrases> {
    let why = CommandPhrases::new(
        "tells why something can or cannot be done",
        "why ACTION, why CARD, why not ACTION, why can't I ACTION",
    );
    PLAIN.iter().map(|(_, phrases)| *phrases).chain([why])
}

/// The command that a line is, if it is one and nothing more.
pub fn command(heard: &str) -> Option<Command> {
    let heard = heard.trim();
    if heard == "?" {
        return Some(Command::Help);
    }
    let words = tokens(heard);
    if let Some(asked) = asked_why(heard, &words) {
        return Some(Command::Why(asked));
    }
    if let Some(clause) = clause(heard, &words) {
        return Some(Command::Rules(Some(clause)));
    }
    let heard = content(&words);
    let said = |way: &str| content(&tokens(way)) == heard;
    PLAIN.iter().find(|(_, phrases)| phrases.ways().any(said)).map(|(make, _)| make())
}

/// A line without politeness; small words that carry a command stay.
fn content(words: &[String]) -> Vec<&str> {
    let carries = |word: &str| matches!(word, "i" | "my" | "it" | "do" | "is" | "can" | "should" | "would");
    let mut content = Vec::new();
    for (index, word) in words.iter().enumerate() {
        let to_you = words.get(index + 1).is_some_and(|next| next == "you") && index == 0;
        if !lexicon::is_filler(word) || (carries(word) && !to_you) {
            content.push(word.as_str());
        }
    }
    content
}

/// What follows "why", "why not" or "why can't I".
fn asked_why(heard: &str, words: &[String]) -> Option<String> {
    let first = words.iter().position(|word| !lexicon::is_filler(word))?;
    if words[first] != "why" {
        return None;
    }
    let lead = |word: &str| {
        let word: String =
            word.chars().filter(|letter| letter.is_alphanumeric()).collect::<String>().to_lowercase();
        lexicon::is_filler(&word)
            || matches!(word.as_str(), "why" | "not" | "cant" | "cannot" | "am" | "allowed" | "")
    };
    let asked: Vec<&str> = heard.split_whitespace().skip_while(|word| lead(word)).collect();
    Some(asked.join(" ").trim_end_matches(['?', '.', '!']).to_owned())
}

/// The clause that is asked for: "rules PTA-R8", "rule au r 3", "what is PP-R5".
fn clause(heard: &str, words: &[String]) -> Option<String> {
    let first = words.first()?.as_str();
    let asks = matches!(first, "rule" | "rules" | "clause") && words.len() > 1;
    let rest = heard.split_once(char::is_whitespace)?.1.trim();
    let joined: String =
        rest.chars().filter(|letter| letter.is_alphanumeric()).collect::<String>().to_uppercase();
    // "PTAR8": letters, the letter of the kind, digits.
    let digits = joined.trim_start_matches(|letter: char| letter.is_ascii_uppercase());
    let letters = &joined[..joined.len() - digits.len()];
    let is_clause = (3..=4).contains(&letters.len())
        && !digits.is_empty()
        && digits.bytes().all(|byte| byte.is_ascii_digit());
    if asks && is_clause {
        let (game, kind) = letters.split_at(letters.len() - 1);
        return Some(format!("{game}-{kind}{digits}"));
    }
    // Unknown clauses are for the front end to turn down by name.
    (asks && !matches!(words.last()?.as_str(), "please" | "rules" | "game")).then(|| rest.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_found_among_filler() {
        let rows = [
            ("undo", Some(Command::Undo)),
            ("Take it back, please!", Some(Command::Undo)),
            ("can you give me a hint", Some(Command::Hint)),
            ("?", Some(Command::Help)),
            ("rules", Some(Command::Rules(None))),
            ("Rules please", Some(Command::Rules(None))),
            ("rules PTA-R8", Some(Command::Rules(Some("PTA-R8".to_owned())))),
            ("rule p t a r 8", Some(Command::Rules(Some("PTA-R8".to_owned())))),
            ("why draw", Some(Command::Why("draw".to_owned()))),
            ("Why can't I discard the king?", Some(Command::Why("discard the king".to_owned()))),
            ("why", Some(Command::Why(String::new()))),
            ("whose turn is it", Some(Command::Turn)),
            ("my hand", Some(Command::Hand)),
            ("replace my hand", None),
            ("swap", None),
            ("", None),
            ("the", None),
            ("é", None),
            ("rules é", Some(Command::Rules(Some("é".to_owned())))),
        ];
        for (heard, meant) in rows {
            assert_eq!(command(heard), meant, "{heard}");
        }
    }

    #[test]
    fn every_way_to_say_a_command_leads_to_it_alone() {
        for (make, phrases) in PLAIN {
            for way in phrases.ways() {
                assert_eq!(command(way), Some(make()), "{way}");
            }
        }
    }
}
