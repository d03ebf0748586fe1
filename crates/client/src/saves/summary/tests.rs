use super::*;

fn game(when: u32, won: bool, score: i32) -> GameResult {
    GameResult {
        id: when.to_string(),
        game: "aces-up".to_owned(),
        title: "Aces Up".to_owned(),
        when_ms: f64::from(when),
        won,
        score,
        players: 1,
        ..GameResult::default()
    }
}

#[test]
fn wins_shares_streaks_and_scores_are_counted() {
    let wins = [true, true, true, false, true, true];
    let results: Vec<GameResult> =
        (0..).zip(wins).map(|(when, won)| game(when, won, when as i32 * 10)).collect();
    let all = summaries(&results, "2026-11-15");
    assert_eq!(all.len(), 1);
    let one = &all[0];
    assert_eq!((one.played, one.won), (6, 5));
    assert_eq!(one.streak, Streak { current: 2, best: 3 });
    assert_eq!((one.best_score, one.mean_score), (50, 25.0));
    assert!((one.share() - 83.333).abs() < 0.01);
}

#[test]
fn help_is_told_apart() {
    let results = [
        GameResult { undos: 2, ..game(1, true, 48) },
        GameResult { hints: 1, ..game(2, false, 30) },
        game(3, true, 48),
    ];
    let one = &summaries(&results, "")[0];
    assert_eq!((one.helped, one.won_alone), (2, 1));
}

#[test]
fn games_are_told_apart_by_title_the_last_played_first() {
    let chase = GameResult {
        title: "Chase the Ace".to_owned(),
        game: "pass-the-ace".to_owned(),
        ..game(9, false, 0)
    };
    let titles: Vec<String> =
        summaries(&[game(1, true, 48), chase], "").into_iter().map(|summary| summary.title).collect();
    assert_eq!(titles, ["Chase the Ace", "Aces Up"]);
    assert_eq!(summaries(&[], ""), []);
}

#[test]
fn days_in_a_row_go_on_until_one_is_missed() {
    let daily = |when, day: &str, won| GameResult { daily: Some(day.to_owned()), ..game(when, won, 0) };
    let results = [
        daily(1, "2026-02-27", false),
        daily(2, "2026-02-28", true),
        daily(3, "2026-03-01", false),
        daily(4, "2026-03-01", true),
        daily(5, "2026-03-03", false),
        daily(6, "no day", true),
    ];
    let at = |today| summaries(&results, today)[0].clone();
    assert_eq!(at("2026-03-03").days, Streak { current: 1, best: 3 });
    assert_eq!(at("2026-03-04").days, Streak { current: 1, best: 3 });
    assert_eq!(at("2026-03-05").days, Streak { current: 0, best: 3 });
    assert_eq!(at("2026-03-03").days_won, 2);
}

#[test]
fn days_are_numbered_through_leap_years_and_new_year() {
    let apart = |one, other| day_number(other).unwrap() - day_number(one).unwrap();
    assert_eq!(apart("2024-02-28", "2024-03-01"), 2);
    assert_eq!(apart("2026-02-28", "2026-03-01"), 1);
    assert_eq!(apart("2026-12-31", "2027-01-01"), 1);
    assert_eq!(apart("2000-01-01", "2026-11-15"), 9815);
    for no_day in ["", "2026-13-01", "2026-11", "2026-11-15-1", "x-y-z"] {
        assert_eq!(day_number(no_day), None, "{no_day}");
    }
}
