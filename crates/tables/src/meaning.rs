//! What words mean at a table: something to ask of it, or an answer at once.

use engine::{Seat, Viewer};
use phrases::{By, Command};
use protocol::{Ask, Choice, Refusal, Tell};

use crate::host::{Heard, TableHost};

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
            None => Ok(Ask::Act { seq, act }),
        },
        Heard::Which { question, choices } => Err(Tell::Several { text: question, choices }),
        Heard::Not(why) => {
            Err(Tell::Refused(Refusal { clause: clause_in(&why), ..Refusal::plain(why) }))
        }
        Heard::Command(command) => match command {
            Command::Undo => Ok(Ask::Undo),
            Command::Redo => Ok(Ask::Redo),
            Command::Hint => Ok(Ask::Hint),
            Command::Why(text) => Ok(Ask::Why { text }),
            Command::Turn => answer(whose_turn(host, seat)),
            Command::Hand | Command::Score | Command::Table => answer(host.describe(seat)),
            Command::Repeat => {
                let lines = host.lines(Viewer::Seat(seat), host.seq() - 1);
                answer(lines.into_iter().map(|line| line.text).collect::<Vec<_>>().join(" "))
            }
            Command::Rules(Some(id)) => answer(
                host.clause(&id).unwrap_or_else(|| format!("There is no clause {id}. The rules have a page of their own.")),
            ),
            Command::Rules(None) => answer("The rules have a page of their own: see the link above the table.".to_owned()),
            Command::Help => answer(
                "Say or type what a button says, its number, or your own words for it: \"discard the five of spades\". \
                 Also: undo, redo, hint, why, table, whose turn, repeat, rules."
                    .to_owned(),
            ),
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

/// The clause that a sentence names in brackets, as refusals do: "(AU-R3)".
fn clause_in(text: &str) -> Option<String> {
    let inside = text.split('(').skip(1).filter_map(|rest| rest.split(')').next());
    let is_clause = |id: &&str| {
        id.split_once('-').is_some_and(|(game, number)| {
            (2..=3).contains(&game.len())
                && game.chars().all(|letter| letter.is_ascii_uppercase())
                && number.len() > 1
                && number.starts_with(['R', 'J', 'V', 'U'])
                && number[1..].chars().all(|digit| digit.is_ascii_digit())
        })
    };
    inside.filter(is_clause).last().map(str::to_owned)
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
