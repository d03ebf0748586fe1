//! A day of the calendar. Which day it is today, only a front end knows.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A day of the Gregorian calendar, from the year 1 to 9999.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day {
    year: u16,
    month: u8,
    day: u8,
}

/// Text or numbers that are no day.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("\"{0}\" is no day of the calendar; write YEAR-MONTH-DAY, as in 2026-11-15")]
pub struct BadDay(pub String);

fn is_leap(year: u16) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

fn days_in(year: u16, month: u8) -> u8 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

impl Day {
    /// A day, if there is such a day.
    pub fn new(year: u16, month: u8, day: u8) -> Result<Self, BadDay> {
        let there_is = (1..=9999).contains(&year)
            && (1..=12).contains(&month)
            && (1..=days_in(year, month)).contains(&day);
        if there_is { Ok(Self { year, month, day }) } else { Err(BadDay(format!("{year}-{month}-{day}"))) }
    }

    /// The day that is this number of days after 1 January 1970, the Unix epoch.
    pub fn since_1970(mut days: u64) -> Option<Self> {
        for year in 1970..=9999 {
            for month in 1..=12 {
                let length = days_in(year, month);
                if days < u64::from(length) {
                    return Self::new(year, month, days as u8 + 1).ok();
                }
                days -= u64::from(length);
            }
        }
        None
    }

    /// A number that grows by one from day to day. The year begins in March here, so that a leap day ends it.
    pub fn serial(self) -> i64 {
        let (year, month, day) = (i64::from(self.year), i64::from(self.month), i64::from(self.day));
        let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
        365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day - 1
    }

    /// The day as a number that looks like it: 20261115.
    pub(crate) fn number(self) -> u64 {
        u64::from(self.year) * 10_000 + u64::from(self.month) * 100 + u64::from(self.day)
    }
}

/// As it is written everywhere: 2026-11-15.
impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

impl FromStr for Day {
    type Err = BadDay;

    fn from_str(text: &str) -> Result<Self, BadDay> {
        let bad = || BadDay(text.to_owned());
        let digits = |part: &str, most: usize| {
            (1..=most).contains(&part.len()) && part.bytes().all(|letter| letter.is_ascii_digit())
        };
        let parts: Vec<&str> = text.trim().split('-').collect();
        let [year, month, day] = parts[..] else { return Err(bad()) };
        if !(digits(year, 4) && year.len() == 4 && digits(month, 2) && digits(day, 2)) {
            return Err(bad());
        }
        let number = |part: &str| part.parse::<u16>().map_err(|_| bad());
        Self::new(number(year)?, number(month)? as u8, number(day)? as u8).map_err(|_| bad())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_read_as_written_and_others_refused() {
        for text in ["2026-11-15", "2024-02-29", "2000-02-29", "1970-01-01", "9999-12-31"] {
            assert_eq!(text.parse::<Day>().unwrap().to_string(), text);
        }
        assert_eq!(" 2026-1-5 ".parse::<Day>().unwrap().to_string(), "2026-01-05");
        for text in [
            "",
            "today",
            "2026",
            "2026-11",
            "2026-02-29",
            "1900-02-29",
            "2026-13-01",
            "2026-00-10",
            "2026-04-31",
            "2026-01-00",
            "26-01-01",
            "2026-1-1-1",
            "+026-01-01",
            "2026-001-01",
            "0000-01-01",
        ] {
            assert!(text.parse::<Day>().is_err(), "{text}");
        }
    }

    #[test]
    fn days_follow_each_other_from_1970_on() {
        let day = |days| Day::since_1970(days).unwrap().to_string();
        assert_eq!(day(0), "1970-01-01");
        assert_eq!(day(59), "1970-03-01");
        assert_eq!(day(11_016), "2000-02-29");
        assert_eq!(day(20_772), "2026-11-15");
        assert_eq!(Day::since_1970(u64::MAX), None);
    }
}
