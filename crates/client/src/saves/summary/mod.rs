//! What the results say: how often one won, in a row, and how well.

#[cfg(test)]
mod tests;

use tables::Day;

use super::GameResult;

/// Wins, days or whatever else happens in a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Streak {
    /// The one that goes on.
    pub current: usize,
    /// The longest.
    pub best: usize,
}

/// The results of one game.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// What was played, for people.
    pub title: String,
    /// The game's id.
    pub game: String,
    /// Games played.
    pub played: usize,
    /// Games won.
    pub won: usize,
    /// Wins in a row.
    pub streak: Streak,
    /// The best score.
    pub best_score: i32,
    /// The mean score.
    pub mean_score: f64,
    /// Games in which something was taken back or a hint was given.
    pub helped: usize,
    /// Games won without any help.
    pub won_alone: usize,
    /// Days in a row on which the deal of the day was played.
    pub days: Streak,
    /// Deals of the day that were won.
    pub days_won: usize,
}

impl Summary {
    /// The share of games won, in percent.
    pub fn share(&self) -> f64 {
        self.won as f64 * 100.0 / self.played.max(1) as f64
    }
}

/// Sorts by when each was made. Only numbers are sorted, so that there is one piece of code for all things.
pub fn newest_first<T>(things: Vec<T>, made_ms: impl Fn(&T) -> f64) -> Vec<T> {
    let mut order: Vec<(f64, usize)> = things.iter().map(made_ms).zip(0..).collect();
    order.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    let mut things: Vec<Option<T>> = things.into_iter().map(Some).collect();
    order.into_iter().filter_map(|(_, place)| things.get_mut(place)?.take()).collect()
}

/// A summary per title, the one played last first. `today` is a day as `2026-11-15`.
pub fn summaries(results: &[GameResult], today: &str) -> Vec<Summary> {
    let newest: Vec<&GameResult> = newest_first(results.iter().collect(), |result| result.when_ms);
    let mut titles: Vec<&str> = Vec::new();
    for result in &newest {
        if !titles.contains(&result.title.as_str()) {
            titles.push(&result.title);
        }
    }
    let of = |title: &str| newest.iter().copied().filter(|result| result.title == title).collect::<Vec<_>>();
    titles.into_iter().filter_map(|title| summary(&of(title), today)).collect()
}

/// The results are of one title, newest first.
fn summary(newest: &[&GameResult], today: &str) -> Option<Summary> {
    let first = newest.first()?;
    let helped = |result: &&&GameResult| result.undos > 0 || result.hints > 0;
    let mut days: Vec<(i64, bool)> = Vec::new();
    for result in newest {
        let Some(day) = result.daily.as_deref().and_then(day_number) else { continue };
        match days.iter_mut().find(|(known, _)| *known == day) {
            Some((_, won)) => *won |= result.won,
            None => days.push((day, result.won)),
        }
    }
    Some(Summary {
        title: first.title.clone(),
        game: first.game.clone(),
        played: newest.len(),
        won: newest.iter().filter(|result| result.won).count(),
        streak: wins_in_a_row(newest),
        best_score: newest.iter().map(|result| result.score).max().unwrap_or(0),
        mean_score: newest.iter().map(|result| f64::from(result.score)).sum::<f64>() / newest.len() as f64,
        helped: newest.iter().filter(helped).count(),
        won_alone: newest.iter().filter(|result| result.won && !helped(result)).count(),
        days: days_in_a_row(days.iter().map(|(day, _)| *day).collect(), day_number(today)),
        days_won: days.iter().filter(|(_, won)| *won).count(),
    })
}

fn wins_in_a_row(newest: &[&GameResult]) -> Streak {
    let current = newest.iter().take_while(|result| result.won).count();
    let best = newest.split(|result| !result.won).map(<[_]>::len).max().unwrap_or(0);
    Streak { current, best }
}

/// A streak of days goes on as long as today's or yesterday's deal was played.
fn days_in_a_row(mut days: Vec<i64>, today: Option<i64>) -> Streak {
    days.sort_unstable();
    let mut runs: Vec<(i64, usize)> = Vec::new();
    for day in days {
        match runs.last_mut() {
            Some((last, length)) if *last + 1 == day => (*last, *length) = (day, *length + 1),
            _ => runs.push((day, 1)),
        }
    }
    let best = runs.iter().map(|(_, length)| *length).max().unwrap_or(0);
    let goes_on = |last: i64| today.is_some_and(|today| last >= today - 1);
    let current = runs.last().filter(|(last, _)| goes_on(*last)).map_or(0, |(_, length)| *length);
    Streak { current, best }
}

fn day_number(day: &str) -> Option<i64> {
    day.parse::<Day>().ok().map(Day::serial)
}
