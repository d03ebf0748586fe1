//! Saved and resumed games, and their results.

use crate::common::{fresh, out, parlour, typing};
use crate::pty::{Terminal, can_act, is_over};

#[test]
fn a_game_goes_on_where_it_was_left_and_its_result_is_kept() {
    let data = fresh("pty-resume");
    let stats = |more: &str| out(&parlour(&format!("stats --data {} {more}", data.display())));
    assert!(stats("").contains("No game has been played"), "{}", stats(""));
    let mut terminal = Terminal::start("play strict --seed 4", &data);
    terminal.sees("Aces Up");
    terminal.until("a turn", can_act);
    terminal.keys("1");
    terminal.sees("Score 1 of 48");
    terminal.keys("q");
    assert!(terminal.end());
    // Once on the screen, once line by line, and to the end.
    let mut terminal = Terminal::start("resume", &data);
    terminal.sees("Score 1 of 48");
    terminal.keys("q");
    assert!(terminal.end());
    let text = out(&typing(&format!("resume --data {}", data.display()), &"1\n".repeat(100)));
    assert!(text.contains("You go on after 1 action.") && text.contains("The seed was"), "{text}");
    let json: serde_json::Value = serde_json::from_str(&stats("--json")).unwrap();
    assert_eq!((&json[0]["game"], &json[0]["played"]), (&"aces-up".into(), &1.into()), "{json}");
    assert!(stats("").starts_with("Aces Up: 1 game"), "{}", stats(""));
    let none = parlour(&format!("resume --data {}", data.display()));
    assert_eq!(none.status.code(), Some(1));
    assert!(
        String::from_utf8_lossy(&none.stderr).contains("no saved game"),
        "a finished game cannot be resumed"
    );
}

#[test]
fn several_games_wait_and_one_is_chosen() {
    let data = fresh("pty-several");
    for game in ["aces-up", "grapples"] {
        let left = typing(&format!("play {game} --seed 4 --data {}", data.display()), "1\nquit\n");
        assert!(out(&left).contains("It is kept: parlour resume goes on with it."), "{}", out(&left));
    }
    let text = out(&typing(&format!("resume --data {}", data.display()), "7\n2\nquit\n"));
    assert!(text.contains("1. Grapples, after ") && text.contains("Type a number from 1 to 2"), "{text}");
    assert!(text.contains("Column 1"), "{text}");
    let text = out(&typing(&format!("resume 2 --data {}", data.display()), "quit\n"));
    assert!(text.contains("Deck") || text.contains("Grapples"), "the one resumed last comes first: {text}");
    let wrong = parlour(&format!("resume 9 --data {}", data.display()));
    assert_eq!(wrong.status.code(), Some(2));
    let mut terminal = Terminal::start("resume", &data);
    terminal.sees("Go on with");
    terminal.keys("\r");
    terminal.until("a table", |screen| can_act(screen) || is_over(screen));
    terminal.keys("q");
    assert!(terminal.end());
}

#[test]
fn what_is_damaged_is_left_alone() {
    let data = fresh("pty-damaged");
    std::fs::create_dir_all(data.join("games")).unwrap();
    for (name, text) in [("a.json", "{"), ("b.json", "{\"v\":1}"), ("c.json", "{\"v\":99}"), ("d.txt", "?")] {
        std::fs::write(data.join("games").join(name), text).unwrap();
    }
    let none = parlour(&format!("resume --data {}", data.display()));
    let error = String::from_utf8_lossy(&none.stderr).into_owned();
    let path = |name: &str| data.join("games").join(name).display().to_string();
    let (a, b, c) = (path("a.json"), path("b.json"), path("c.json"));
    assert!(error.contains(&format!("3 saved games cannot be read: {a}, {b}, {c}\n")), "{error}");
    assert!(error.contains("no saved game to resume"), "{error}");
    assert_eq!(std::fs::read_to_string(a).unwrap(), "{");
    std::fs::create_dir_all(data.join("played")).unwrap();
    let torn = data.join("played/a.json");
    std::fs::write(&torn, "{").unwrap();
    let stats = parlour(&format!("stats --data {}", data.display()));
    let error = String::from_utf8_lossy(&stats.stderr).into_owned();
    assert_eq!(error, format!("1 result cannot be read: {}\n", torn.display()));
    assert!(stats.status.success() && torn.exists());
}

#[test]
fn a_game_that_cannot_be_saved_is_not_said_to_be_kept() {
    let data = fresh("pty-unkept").join("a-file");
    std::fs::write(&data, "not a folder").unwrap();
    let text = out(&typing(&format!("play aces-up --seed 4 --data {}", data.display()), "1\nquit\n"));
    assert!(!text.contains("It is kept"), "{text}");
    assert!(text.contains("It is not kept.") && text.contains("--data FOLDER"), "{text}");
    let mut terminal = Terminal::start("play aces-up --seed 4", &data);
    terminal.until("a turn", can_act);
    terminal.keys("q");
    assert!(terminal.end());
    let said = terminal.text();
    assert!(said.contains("not kept") && !said.contains("parlour resume"), "{said}");
}
