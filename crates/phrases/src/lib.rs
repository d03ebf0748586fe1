//! Phrases: from what a person says or types to an action among those legal now.
//!
//! A game gets good phrases from its labels and its notation alone; [`engine::Present::phrases`] may add others.
//! [`Listener`] hears a player at a table, [`Phrasebook`] knows only a list of choices, [`spoken()`] turns a
//! label into words for a voice, [`guide()`] tells what can be said.
//!
//! What is heard is read in this order, and the first reading that holds counts:
//! 1. notation, which means just what it says, even if that is refused;
//! 2. words that the rules of the game judge, and `say …`;
//! 3. a label read aloud, then the number of a choice ("7", "number seven", "click seven");
//! 4. an action said in full, in any of its wordings;
//! 5. a command to the table ("undo", "whose turn is it");
//! 6. an action said in part, and with words that only sound like the right ones.
//!
//! So actions win over commands where both are said in full, and a command wins over half an action. What fits
//! several actions is asked back; what fits only one that is not legal is refused with the clause; what fits
//! only after guessing is asked back too, never done.

#![forbid(unsafe_code)]

mod command;
mod fit;
mod guide;
mod lattice;
mod lexicon;
mod listener;
mod phrasebook;
mod spoken;
mod tokens;
mod wording;

pub use command::{Command, CommandPhrases, command};
pub use guide::{Example, Guide, guide};
pub use listener::{By, Listener, Meant, Reason};
pub use phrasebook::{Choice, Phrasebook, Reading};
pub use spoken::spoken;
pub use tokens::LONGEST_PHRASE;
