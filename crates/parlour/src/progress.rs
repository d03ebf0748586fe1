//! How far a long command has come, for those who watch.

use indicatif::{ProgressBar, ProgressStyle};

use crate::interactive;

/// A progress bar on stderr for `number` games or deals; hidden if stderr is not a terminal.
pub fn bar(number: u64, of: &str) -> ProgressBar {
    if !interactive(&std::io::stderr()) {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template(&format!(
        "{{bar:30}} {{pos}} of {{len}} {of}, {{per_sec}}, {{eta}} left"
    ));
    let bar = ProgressBar::new(number);
    if let Ok(style) = style {
        bar.set_style(style);
    }
    bar
}
