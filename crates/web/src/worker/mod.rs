//! The worker: a second instance of this program, off the page, that keeps tables and lets bots think.
//! Page and worker send each other texts; [`Note`] is their envelope.

mod link;
mod note;
mod post;

pub use link::WorkerLink;
pub use note::Note;
pub use post::{is_here, run, say};

/// A text that begins so is sent back as it came: the page's way to see that the worker is well.
pub const ECHO: &str = "echo ";
/// A text that begins so makes the worker break, to see that the page tells.
pub const BREAK: &str = "break ";

/// What the worker does from its start on.
pub fn work() {
    run(|text, say| {
        if text.starts_with(ECHO) {
            say(text);
        } else if let Some(why) = text.strip_prefix(BREAK) {
            panic!("{why}");
        } else {
            say(format!("The worker does not understand: {text}"));
        }
    });
}
