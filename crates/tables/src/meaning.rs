//! What words mean at a table: something to ask of it, or an answer at once.

use engine::{Seat, Viewer};
use phrases::{By, Command};
use protocol::{Ask, Choice, Refusal, Tell};

use crate::history;
use crate::host::TableHost;

/// What someone meant.
#[derive(Clone, Debug, PartialEq)]
pub enum Heard {
    /// To do this, in notation.
    Do(String),
    /// One of these.
    Which {
        /// What to ask.
        question: String,
        /// What fits.
        choices: Vec<Choice>,
    },
    /// Something of the table.
    Command(Command),
    /// Nothing that can be done, and why.
    Not(Refusal),
}

/// What someone on this seat asks for by words; or the answer, if words are all that is wanted. On `hold`, an action
/// that could not be taken back is only told.
pub fn understand(
    host: &dyn TableHost,
    seat: Seat,
    seq: u64,
    text: &str,
    spoken: bool,
    hold: bool,
) -> Result<Ask, Tell> {
    let answer = |text: String| Err(Tell::Answer { text, act: None });
    match host.hear(seat, text, if spoken { By::Voice } else { By::Typing }) {
        Heard::Do(act) => match is_final(host, seat, &act).filter(|_| hold) {
            Some(choice) => Err(Tell::Meant { choice }),
            None => Ok(Ask::act(seq, act)),
        },
        Heard::Which { question, choices } => Err(Tell::Several { text: question, choices }),
        Heard::Not(refusal) => Err(Tell::Refused(refusal)),
        Heard::Command(command) => match command {
            Command::Undo => Ok(Ask::Undo { seq }),
            Command::Redo => Ok(Ask::Redo { seq }),
            Command::Hint => Ok(Ask::Hint { seq }),
            Command::Why(text) => Ok(Ask::Why { text }),
            Command::Turn => answer(whose_turn(host, seat)),
            Command::Hand | Command::Score | Command::Table => answer(host.describe(seat)),
            Command::Repeat => {
                let lines = host.lines(Viewer::Seat(seat), host.seq() - 1);
                answer(lines.into_iter().map(|line| line.text).collect::<Vec<_>>().join(" "))
            }
            Command::History => Ok(Ask::History),
            Command::Recap => answer(history::recap(&host.history(Viewer::Seat(seat), usize::MAX))),
            Command::Rules(Some(id)) => answer(
                host.clause(&id).unwrap_or_else(|| format!("There is no clause {id}. The rules have a page of their own.")),
            ),
            Command::Rules(None) => answer("The rules have a page of their own: see the link above the table.".to_owned()),
            Command::Help => answer(
                "Say or type what a button says, its number, or your own words for it: \"discard the five of spades\". \
                 Also: undo, redo, hint, why, table, whose turn, repeat, history, recap, rules."
                    .to_owned(),
            ),
            Command::Finish => Ok(Ask::Finish { seq }),
            Command::Quit => answer("The game is kept as it is: go to the lobby whenever you like.".to_owned()),
        },
    }
}

/// The choice that this action is, if it could not be taken back. Words said at the table are said.
fn is_final(host: &dyn TableHost, seat: Seat, act: &str) -> Option<Choice> {
    if host.assistance().undo {
        return None;
    }
    host.choices(seat).into_iter().find(|choice| choice.act == act)
}

fn whose_turn(host: &dyn TableHost, you: Seat) -> String {
    match host.to_act() {
        Some(seat) if seat == you => "It is your turn.".to_owned(),
        Some(seat) => {
            let scene = host.scene(Viewer::Seat(you));
            let name = scene.sitters.into_iter().find(|sitter| sitter.seat == seat).map(|sitter| sitter.name);
            format!("It is {}'s turn.", name.unwrap_or_else(|| "another player".to_owned()))
        }
        None => "The game is over.".to_owned(),
    }
}
