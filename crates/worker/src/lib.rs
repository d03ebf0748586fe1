//! The worker: a program of its own beside the page, in the same browser, that keeps tables and lets bots think, so that
//! the page never waits for them.
//!
//! Page and worker send each other texts; [`Note`] is their envelope. What a page sends is a [`WorkerRequest`] in JSON, and
//! every request is answered by one [`WorkerReply`] in JSON; lessons and tips are told before it.

#![forbid(unsafe_code)]

mod note;
mod panics;
mod post;

use protocol::compact;
use tables::{LocalTable, WorkerReply, WorkerRequest};

pub use note::Note;
pub use panics::describe;

use post::{now_ms, run};

/// A text that begins so is sent back as it came: the page's way to see that the worker is well.
pub const ECHO: &str = "echo ";
/// A text that begins so makes the worker break, to see that the page tells.
pub const BREAK: &str = "break ";

/// How long a bot may think about one move, in milliseconds.
const THINKING_MS: f64 = 1000.0;

/// What the worker does from its start on.
pub fn work() {
    let mut local = LocalTable::default();
    run(move |text, say| {
        if text.starts_with(ECHO) {
            say(text);
        } else if let Some(why) = text.strip_prefix(BREAK) {
            panic!("{why}");
        } else {
            let begun = now_ms();
            let reply = answer(&mut local, &text, &|| now_ms() - begun > THINKING_MS);
            local.asides().iter().for_each(|aside| say(reply_text(aside)));
            say(reply);
        }
    });
}

/// The text for a request.
pub fn request_text(request: &WorkerRequest) -> String {
    // A request holds nothing that JSON cannot.
    serde_json::to_string(request).unwrap_or_default()
}

/// The reply in a text; what is not a reply is told as a failure.
pub fn read_reply(text: &str) -> WorkerReply {
    let odd = |error| WorkerReply::Failed { text: format!("The worker sent an invalid reply: {error}.") };
    compact::read(text).unwrap_or_else(odd)
}

/// Handles the request in a text and answers with the reply; `late` tells the bots when they have thought long enough.
fn answer(local: &mut LocalTable, text: &str, late: &dyn Fn() -> bool) -> String {
    let reply = match compact::read::<WorkerRequest>(text) {
        Ok(request) => local.work(request, Some(late)),
        Err(error) => WorkerReply::Failed {
            text: format!(
                "The table does not understand what the page wants: {error}. Please reload the page."
            ),
        },
    };
    reply_text(&reply)
}

/// The text for a reply.
fn reply_text(reply: &WorkerReply) -> String {
    // A reply holds nothing that JSON cannot.
    serde_json::to_string(reply).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use engine::Seed;
    use protocol::{Ask, Order, Tell};

    use super::*;

    fn order(game: &str) -> Order {
        Order::new(game, "Ann", "club", Seed::from_number(7))
    }

    fn ask(local: &mut LocalTable, request: &WorkerRequest) -> WorkerReply {
        read_reply(&answer(local, &request_text(request), &|| false))
    }

    #[test]
    fn a_table_is_opened_played_and_recorded_through_texts() {
        let mut local = LocalTable::default();
        let mut record = None;
        let WorkerReply::Tell { what: Tell::Snapshot(snapshot), progress: Some(progress) } =
            ask(&mut local, &WorkerRequest::Open { order: order("aces-up") })
        else {
            panic!("no snapshot");
        };
        progress.apply(&mut record);
        assert_eq!(snapshot.title, "Aces Up");
        let act = WorkerRequest::Ask { what: Ask::act(snapshot.seq, "deal".to_owned()) };
        let WorkerReply::Tell { what: Tell::Update(update), progress: Some(progress) } =
            ask(&mut local, &act)
        else {
            panic!("no update");
        };
        progress.apply(&mut record);
        let record = record.unwrap().write();
        assert_eq!(update.standing.actions, 1);
        let WorkerReply::Step { step } = ask(&mut local, &WorkerRequest::Watch { record }) else {
            panic!("no step")
        };
        assert_eq!((step.number, step.of), (0, 1));
    }

    #[test]
    fn what_is_no_job_or_no_news_is_told_and_breaks_nothing() {
        let mut local = LocalTable::default();
        for text in ["", "{", "\"dance\""] {
            let WorkerReply::Failed { text } = read_reply(&answer(&mut local, text, &|| false)) else {
                panic!("{text}")
            };
            assert!(text.contains("does not understand"), "{text}");
        }
        assert!(matches!(read_reply("♠"), WorkerReply::Failed { .. }));
        assert!(matches!(
            ask(&mut local, &WorkerRequest::Open { order: order("whist") }),
            WorkerReply::Failed { .. }
        ));
    }
}
