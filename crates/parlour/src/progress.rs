//! How far a long command has come, for those who watch.

use indicatif::{ProgressBar, ProgressStyle};

use crate::interactive;

/// A bar on standard error; nothing where nobody watches.
pub fn bar(games: u64) -> ProgressBar {
    if !interactive(&std::io::stderr()) {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:30} {pos} of {len} games, {per_sec}, {eta} left");
    let bar = ProgressBar::new(games);
    if let Ok(style) = style {
        bar.set_style(style);
    }
    bar
}
