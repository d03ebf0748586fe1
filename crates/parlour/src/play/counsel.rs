//! What the player can ask: a hint, whether the game can still be won, where it was lost.

use bots::Brains;
use bots::advice::{self, Chance, Slip, Unanswered};
use bots::solver::Solver;
use engine::Viewer;
use engine::seating::sentence;
use games::aces_up::Action;

use super::{Sitting, YOU};
use crate::failure::Outcome;

/// What the solver may take at a table, in bytes: enough for most deals, and nobody waits long.
pub const MEMORY: usize = 128 << 20;

/// A question about the whole deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    /// Can this be won?
    Chance,
    /// Show me how.
    Way,
    /// Where did I lose it?
    Slip,
}

impl Question {
    /// What was asked, in whatever words.
    fn read(line: &str) -> Option<Self> {
        let line = line.to_lowercase();
        let words: Vec<&str> = line.split(|letter: char| !letter.is_alphanumeric()).collect();
        let has = |known: &[&str]| words.iter().any(|word| known.contains(word));
        match words.first().copied() {
            Some("can") if has(&["win", "won"]) => Some(Self::Chance),
            Some("winnable") => Some(Self::Chance),
            Some("show") if has(&["how", "way", "line"]) => Some(Self::Way),
            Some("where") if has(&["lose", "lost", "slip", "wrong"]) => Some(Self::Slip),
            _ => None,
        }
    }
}

impl<G: Brains> Sitting<G> {
    /// The best move that can be seen, and why.
    pub(super) fn hint(&mut self) -> Outcome {
        let Self { table, dice, pace, .. } = self;
        let given = pace.think(|budget| advice::hint(table, YOU, &mut dice[YOU.index()], budget));
        let hint = match given {
            Ok(hint) => hint,
            Err(refused) => return self.refuse(refused),
        };
        let view = self.table.view(Viewer::Seat(YOU));
        let label = G::label(&view, hint.action, &self.table.seating(Viewer::Seat(YOU)));
        let why = hint.why.map(|why| format!(" {why}")).unwrap_or_default();
        self.room.say(&format!("{label} ({}).{why} This knows no more than you do.", hint.action))
    }

    /// Answers a question about the whole deal; false if it is none, or if nobody knows here.
    pub(super) fn answer(&mut self, line: &str) -> Outcome<bool> {
        let Some(question) = Question::read(line) else { return Ok(false) };
        if G::solvable(&mut self.table).is_none() {
            return Ok(false);
        }
        self.room.say_meanwhile("One moment: this takes a look at every card …")?;
        match question {
            Question::Chance => self.chance(false)?,
            Question::Way => self.chance(true)?,
            Question::Slip => self.slip()?,
        }
        Ok(true)
    }

    /// The questions that can be asked here, for help.
    pub(super) fn questions(&mut self) -> Vec<(&'static str, &'static str)> {
        let hints = self.table.setup().courtesies.hints;
        match G::solvable(&mut self.table) {
            Some(table) if hints && table.to_act().is_some() => vec![
                ("can this be won", "looks through the stock and says whether it can; show how tells a way"),
                ("where did I lose it", "finds the action after which it could no longer be won"),
            ],
            Some(table) if table.to_act().is_none() => {
                vec![("where did I lose it", "finds the action after which it could no longer be won")]
            }
            _ => Vec::new(),
        }
    }

    fn refuse(&self, refused: Unanswered) -> Outcome {
        self.room.say(&sentence(&format!("{refused}.")))
    }

    fn chance(&mut self, with_line: bool) -> Outcome {
        let Some(table) = G::solvable(&mut self.table) else { return Ok(()) };
        let solver = self.solver.get_or_insert_with(|| Solver::new(MEMORY));
        match advice::chance(table, solver) {
            Err(refused) => self.refuse(refused),
            Ok(Chance::No) => self
                .room
                .say("No: whatever you do, it cannot be won any more. (This looks through the stock.)"),
            Ok(Chance::Unknown) => self.room.say(
                "That is not known: it would take more memory to find out. Ask again after the next deal.",
            ),
            Ok(Chance::Yes(line)) if with_line => {
                self.room.say(&format!("This looks through the stock. One way to win: {}.", list(&line)))
            }
            Ok(Chance::Yes(_)) => self.room.say(
                "Yes, it can still be won. (This looks through the stock, which you cannot.) \
                 Type show how to see a way.",
            ),
        }
    }

    fn slip(&mut self) -> Outcome {
        let Some(table) = G::solvable(&mut self.table) else { return Ok(()) };
        let solver = self.solver.get_or_insert_with(|| Solver::new(MEMORY));
        let over = table.to_act().is_none();
        let found = match advice::slip(table, solver) {
            Ok(found) => found,
            Err(refused) => return self.refuse(refused),
        };
        let text = match found {
            Slip::Here { number, action, instead } => {
                let undos = engine::counted(self.table.log().len() + 1 - number, "undo", "undos");
                let back = if self.table.setup().courtesies.undo {
                    format!(" It takes {undos} to stand before it again.")
                } else {
                    String::new()
                };
                let instead = match instead.is_empty() {
                    true => String::new(),
                    false => format!(" This would have won: {}.", list(&instead)),
                };
                format!(
                    "You lost it with action {number}, {action}: before it the deal could be won, by one who knows \
                     the stock, after it no more.{back}{instead}"
                )
            }
            Slip::Never => {
                "Nowhere: this deal could not be won from the start, even by one who knows the stock."
                    .to_owned()
            }
            Slip::NotLost if over => "Nowhere: it is won.".to_owned(),
            Slip::NotLost => "Nowhere yet: it can still be won, by one who knows the stock.".to_owned(),
            Slip::Between { after: Some(after), by } => format!(
                "It was lost between action {} and action {by}; which one it was would take more memory to find out.",
                after + 1
            ),
            Slip::Between { after: None, by } => format!(
                "After action {by} it could no longer be won. Whether it could before would take more memory to \
                 find out."
            ),
            Slip::Unknown => "That is not known: it would take more memory to find out.".to_owned(),
        };
        self.room.say(&text)
    }

    /// After a game that was lost and could perhaps have been won, says that one can ask. Returns whether one can.
    pub(super) fn offer_to_look_back(&mut self) -> Outcome<bool> {
        let lost = self.table.outcome().is_some_and(|outcome| outcome.winners.is_empty());
        let can_ask = lost
            && G::solvable(&mut self.table)
                .is_some_and(|table| advice::can_be_won_at_all(&table.setup().rules));
        if can_ask {
            self.room.say("Type where did I lose it to see after which action it could no longer be won.")?;
        }
        Ok(can_ask)
    }
}

/// "discard 2, deal, move 1 3".
fn list(line: &[Action]) -> String {
    line.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_understood_as_people_ask_them() {
        for (line, question) in [
            ("can this be won", Question::Chance),
            ("Can I still win?", Question::Chance),
            ("can it still be won?", Question::Chance),
            ("winnable?", Question::Chance),
            ("show how", Question::Way),
            ("show me how", Question::Way),
            ("show me the way", Question::Way),
            ("where did I lose it", Question::Slip),
            ("Where was it lost?", Question::Slip),
            ("where did I go wrong?", Question::Slip),
        ] {
            assert_eq!(Question::read(line), Some(question), "{line}");
        }
        for line in ["", "can", "deal", "where is my card", "show the table", "discard 2"] {
            assert_eq!(Question::read(line), None, "{line}");
        }
    }
}
