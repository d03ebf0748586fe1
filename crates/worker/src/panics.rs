//! What is told of a panic, on the page and in the worker.

use std::panic::PanicHookInfo;

/// What a panic says, in a line.
pub fn describe(panic: &PanicHookInfo<'_>) -> String {
    let what = panic.payload_as_str().unwrap_or("no reason given");
    let place =
        panic.location().map(|place| format!(" ({}, line {})", file_name(place.file()), place.line()));
    sentence(what, &place.unwrap_or_default())
}

fn sentence(what: &str, place: &str) -> String {
    format!("{}{place}", what.trim().trim_end_matches('.'))
}

/// The reader of a report needs the file, not the folders of the machine it was built on.
fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_told_in_a_line_without_folders() {
        assert_eq!(file_name("/home/someone/crates/web/src/app.rs"), "app.rs");
        assert_eq!(file_name(r"C:\crates\web\app.rs"), "app.rs");
        assert_eq!(sentence("no card there. ", " (app.rs, line 3)"), "no card there (app.rs, line 3)");
    }
}
