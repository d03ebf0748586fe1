//! `parlour stats`: the results of the games that were played.

use std::fmt::Write as _;
use std::time::{SystemTime, UNIX_EPOCH};

use bots::advice::Day;
use serde_json::json;

use crate::keep::{DataDir, Summary, summaries};

/// The statistics of the games in this folder, for people or programs.
pub fn stats(data_dir: &DataDir, for_programs: bool) -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let today = Day::since_1970(since / 86_400).map(|day| day.to_string()).unwrap_or_default();
    let all = summaries(&data_dir.played(), &today);
    if for_programs {
        format!("{}\n", json!(all.iter().map(described).collect::<Vec<_>>()))
    } else {
        told(&all)
    }
}

fn described(one: &Summary) -> serde_json::Value {
    json!({
        "game": one.game, "title": one.title, "played": one.played, "won": one.won,
        "streak": one.streak.current, "longest_streak": one.streak.best,
        "best_score": one.best_score, "mean_score": one.mean_score,
        "helped": one.helped, "won_alone": one.won_alone,
        "days": one.days.current, "most_days": one.days.best, "days_won": one.days_won,
    })
}

fn told(all: &[Summary]) -> String {
    if all.is_empty() {
        return "No game has been played to its end yet. parlour play begins one.\n".to_owned();
    }
    let mut text = String::new();
    for one in all {
        let games = engine::counted(one.played, "game", "games");
        let _ = writeln!(text, "{}: {games}, {} won ({:.0} %)", one.title, one.won, one.share());
        let row = engine::counted(one.streak.current, "win", "wins");
        let _ = writeln!(text, "  In a row: {row} now, {} at best", one.streak.best);
        let _ = writeln!(text, "  Score: {} at best, {:.1} on average", one.best_score, one.mean_score);
        if one.helped > 0 {
            let _ = writeln!(text, "  With hints or undo: {}; won without: {}", one.helped, one.won_alone);
        }
        if one.days.best > 0 {
            let days = engine::counted(one.days.current, "day", "days");
            let (best, won) = (one.days.best, one.days_won);
            let _ = writeln!(text, "  Deals of the day: {days} in a row now, {best} at best, {won} won");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keep::GameResult;

    #[test]
    fn results_are_told_in_sentences() {
        let played = |id: usize, won: bool, score: i32| GameResult {
            id: id.to_string(),
            title: "Aces Up".to_owned(),
            when_ms: id as f64,
            won,
            score,
            hints: u32::from(id == 0),
            ..GameResult::default()
        };
        let all = summaries(&[played(0, true, 48), played(1, false, 20), played(2, true, 48)], "2026-11-15");
        assert_eq!(
            told(&all),
            "Aces Up: 3 games, 2 won (67 %)\n  In a row: 1 win now, 1 at best\n  Score: 48 at best, 38.7 on average\n  \
             With hints or undo: 1; won without: 1\n"
        );
        assert!(told(&[]).contains("parlour play"));
    }
}
