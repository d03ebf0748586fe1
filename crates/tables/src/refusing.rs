//! What a game or a bot refuses, as a client is told it.

use bots::advice::Unanswered;
use engine::seating::sentence;
use engine::table::Refused;
use protocol::Refusal;

pub(crate) fn unanswered(why: Unanswered) -> Refusal {
    let clause = why.clause().map(str::to_owned);
    Refusal { clause, ..Refusal::new(why.code(), sentence(&format!("{why}."))) }
}

pub(crate) fn refusal<R: engine::Refusal>(refused: Refused<R>) -> Refusal {
    let clause = refused.clause().map(str::to_owned);
    // The clause goes its own way; no need to have it in the sentence, too.
    let text = match &refused {
        Refused::Rule { rule } => rule.to_string(),
        other => other.to_string(),
    };
    Refusal { clause, ..Refusal::new(refused.code(), sentence(&format!("{text}."))) }
}
