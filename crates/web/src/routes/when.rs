//! Times for people.

use js_sys::Date;
use wasm_bindgen::JsValue;

/// Today where the player is, as `2026-11-15`.
pub fn today() -> String {
    day(Date::now())
}

/// The day of a time, where the player is.
pub fn day(ms: f64) -> String {
    let date = Date::new(&JsValue::from_f64(ms));
    format!("{:04}-{:02}-{:02}", date.get_full_year(), date.get_month() + 1, date.get_date())
}

/// How long ago a time was.
pub fn ago(ms: f64, now_ms: f64) -> String {
    let minutes = ((now_ms - ms) / 60_000.0).max(0.0) as u64;
    match minutes {
        0 => "just now".to_owned(),
        1..60 => format!("{} ago", engine::counted(minutes, "minute", "minutes")),
        60..1440 => format!("{} ago", engine::counted(minutes / 60, "hour", "hours")),
        _ => format!("{} ago", engine::counted(minutes / 1440, "day", "days")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_told_in_words() {
        let minute = 60_000.0;
        assert_eq!(ago(0.0, 30_000.0), "just now");
        assert_eq!(ago(0.0, minute), "1 minute ago");
        assert_eq!(ago(0.0, 125.0 * minute), "2 hours ago");
        assert_eq!(ago(0.0, 1440.0 * minute), "1 day ago");
        assert_eq!(ago(5.0, 0.0), "just now", "a clock that was set back");
    }
}
