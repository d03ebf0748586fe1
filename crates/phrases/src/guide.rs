//! What can be said in a game, with examples from real positions.

use std::fmt;

use engine::{Present, Setup, Table, Viewer, playout};

use crate::command::{self, CommandPhrases};
use crate::listener::choice;
use crate::phrasebook::Choice;
use crate::spoken::spoken;
use crate::wording::code;

/// Positions are looked at until this many in a row show nothing new.
const NOTHING_NEW: usize = 2000;
/// The maximum number of games to play to find examples.
const GAMES: u64 = 20;

/// One kind of action and how it can be said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// An action of that kind, in some position.
    pub notation: String,
    /// Its label read aloud, first, and then the other phrases, in words.
    pub phrases: Vec<String>,
}

/// What can be said in a game.
#[derive(Clone, Debug)]
pub struct Guide {
    /// The game's name.
    pub game: &'static str,
    /// Whether words said at the table are judged.
    pub hears: bool,
    /// Every kind of action that random games came across.
    pub actions: Vec<Example>,
    /// Everything that can be asked of the table.
    pub commands: Vec<CommandPhrases>,
}

/// What can be said in this game, with examples from random games that start as set up here.
pub fn guide<G: Present>(setup: &Setup<G>) -> Guide {
    let mut kinds: Vec<String> = Vec::new();
    let mut actions: Vec<Example> = Vec::new();
    let mut nothing_new = 0;
    for number in 0..GAMES {
        let setup = Setup { seed: setup.seed.child(number), ..setup.clone() };
        let Ok((mut table, _)) = Table::open(setup) else { break };
        let mut dice = playout::dice(&table.setup().seed);
        let mut legal = Vec::new();
        while let Some((seat, act)) = playout::choose(table.game(), &mut dice, &mut legal) {
            let viewer = Viewer::Seat(seat);
            let (view, seating) = (table.view(viewer), table.seating(viewer));
            for action in table.legal(seat) {
                let kind = kind(&action.to_string());
                if !kinds.contains(&kind) {
                    kinds.push(kind);
                    actions.push(example(&choice::<G>(&view, action, &seating)));
                    nothing_new = 0;
                }
            }
            nothing_new += 1;
            if nothing_new > NOTHING_NEW || table.act(seat, act).is_err() {
                break;
            }
        }
        if nothing_new > NOTHING_NEW {
            break;
        }
    }
    actions.sort_by(|one, other| one.notation.cmp(&other.notation));
    Guide { game: G::INFO.name, hears: G::INFO.hears, actions, commands: command::all().collect() }
}

/// A notation without what changes from one position to the next.
fn kind(notation: &str) -> String {
    let general = |word: &str| {
        if word.parse::<u32>().is_ok() {
            "#".to_owned()
        } else if code(&word.to_lowercase()).is_some() || (word.len() == 1 && "SHDC".contains(word)) {
            "card".to_owned()
        } else {
            word.to_owned()
        }
    };
    notation.split(' ').map(general).collect::<Vec<_>>().join(" ")
}

fn example(choice: &Choice) -> Example {
    let main = choice.label.split(':').next().unwrap_or_default();
    let mut phrases: Vec<String> = Vec::new();
    for phrase in [main].into_iter().chain(choice.phrases.iter().map(String::as_str)).map(spoken) {
        if !phrases.contains(&phrase) && phrase != choice.notation {
            phrases.push(phrase);
        }
    }
    Example { notation: choice.notation.clone(), phrases }
}

impl fmt::Display for Guide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "What you can say or type in {}, with examples from random games:\n", self.game)?;
        for Example { notation, phrases } in &self.actions {
            writeln!(f, "  {notation}")?;
            for phrase in phrases {
                writeln!(f, "    {phrase}")?;
            }
        }
        f.write_str(
            "\nA card can be said in any way: five of spades, the five, 5♠, 5S. So can a number: 4, four, the fourth.\n\
             The number of a choice is enough: 7, number seven, click seven, the seventh one. \"The seven\" is a card.\n\
             Words such as please, the and with may be left out, and words that sound alike are understood: to, for, ate.\n\
             What fits several actions is asked back; what cannot be done now is refused with its clause.\n",
        )?;
        if self.hears {
            f.write_str("Words that the rules judge can be said just so, or as: say WORDS.\n")?;
        }
        f.write_str("\nAt every table:\n")?;
        for phrases in &self.commands {
            writeln!(f, "  {} ({})", phrases.ways().collect::<Vec<_>>().join(", "), phrases.does)?;
        }
        Ok(())
    }
}
