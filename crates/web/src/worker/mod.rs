//! The worker: a second instance of this program, off the page, that keeps tables and lets bots think.
//! Page and worker send each other texts; [`Note`] is their envelope. What a page sends is a [`Job`] in JSON, and
//! every job is answered by one [`News`] in JSON.

mod link;
mod note;
mod post;

use protocol::{Job, Local, News};

pub use link::WorkerLink;
pub use note::Note;
pub use post::{is_here, now_ms, run, say};

/// A text that begins so is sent back as it came: the page's way to see that the worker is well.
pub const ECHO: &str = "echo ";
/// A text that begins so makes the worker break, to see that the page tells.
pub const BREAK: &str = "break ";

/// How long a bot may think about one move, in milliseconds.
const THINKING_MS: f64 = 1000.0;

/// What the worker does from its start on.
pub fn work() {
    let mut local = Local::default();
    run(move |text, say| {
        if text.starts_with(ECHO) {
            say(text);
        } else if let Some(why) = text.strip_prefix(BREAK) {
            panic!("{why}");
        } else {
            let begun = now_ms();
            say(answer(&mut local, &text, &|| now_ms() - begun > THINKING_MS));
        }
    });
}

/// The text for a job.
pub fn job_text(job: &Job) -> String {
    // A job holds nothing that JSON cannot.
    serde_json::to_string(job).unwrap_or_default()
}

/// The news in a text; what is no news of ours is told as a failure.
pub fn read_news(text: &str) -> News {
    let odd =
        |error| News::Failed { text: format!("The table said something that nobody understands: {error}.") };
    serde_json::from_str(text).unwrap_or_else(odd)
}

/// Does the job in a text and answers with its news; `late` tells the bots when they have thought long enough.
fn answer(local: &mut Local, text: &str, late: &dyn Fn() -> bool) -> String {
    let news = match serde_json::from_str::<Job>(text) {
        Ok(job) => local.work(job, Some(late)),
        Err(error) => News::Failed {
            text: format!(
                "The table does not understand what the page wants: {error}. Please reload the page."
            ),
        },
    };
    // News holds nothing that JSON cannot.
    serde_json::to_string(&news).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use engine::Seed;
    use protocol::{Ask, Order, Tell};

    use super::*;

    fn order(game: &str) -> Order {
        Order {
            game: game.to_owned(),
            preset: None,
            settings: Default::default(),
            players: None,
            name: "Ann".to_owned(),
            bots: "club".to_owned(),
            seed: Seed::from_number(7),
        }
    }

    fn ask(local: &mut Local, job: &Job) -> News {
        read_news(&answer(local, &job_text(job), &|| false))
    }

    #[test]
    fn a_table_is_opened_played_and_recorded_through_texts() {
        let mut local = Local::default();
        let News::Tell { what: Tell::Snapshot(snapshot), record: Some(_) } =
            ask(&mut local, &Job::Open { order: order("aces-up") })
        else {
            panic!("no snapshot");
        };
        assert_eq!(snapshot.title, "Aces Up");
        let act = Job::Ask { what: Ask::Act { seq: snapshot.seq, act: "deal".to_owned() } };
        let News::Tell { what: Tell::Update(update), record: Some(record) } = ask(&mut local, &act) else {
            panic!("no update");
        };
        assert_eq!(update.standing.actions, 1);
        let News::Step { step } = ask(&mut local, &Job::Watch { record }) else { panic!("no step") };
        assert_eq!((step.number, step.of), (0, 1));
    }

    #[test]
    fn what_is_no_job_or_no_news_is_told_and_breaks_nothing() {
        let mut local = Local::default();
        for text in ["", "{", "\"dance\""] {
            let News::Failed { text } = read_news(&answer(&mut local, text, &|| false)) else {
                panic!("{text}")
            };
            assert!(text.contains("does not understand"), "{text}");
        }
        assert!(matches!(read_news("♠"), News::Failed { .. }));
        assert!(matches!(ask(&mut local, &Job::Open { order: order("whist") }), News::Failed { .. }));
    }
}
