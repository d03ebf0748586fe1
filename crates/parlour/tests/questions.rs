//! What a player of Aces Up can ask at the table, and the deals that can be asked for.

mod common;

use common::{fails, fresh, out, parlour, typing};

/// Rules by which a deal is solved in no time.
const TIDY: &str = "--set discards=forced --set lone_card_moves=false";

/// A deal of seed 1 that can be won, or cannot.
fn deal(winnable: bool) -> (String, Vec<String>) {
    for number in 0.. {
        let solved = parlour(&format!("solve aces-up --deal {number} {TIDY} --json"));
        let solved: serde_json::Value = serde_json::from_slice(&solved.stdout).unwrap();
        let action = |step: &serde_json::Value| step["action"].as_str().unwrap().to_owned();
        if solved["winnable"] == winnable {
            let line = solved["line"].as_array().unwrap().iter().map(action).collect();
            return (format!("play aces-up {TIDY} --seed {number}"), line);
        }
    }
    unreachable!("some deals can be won and others cannot")
}

#[test]
fn a_player_learns_whether_it_can_be_won_and_how() {
    let (play, _) = deal(true);
    let text = out(&typing(&play, "can this be won?\nshow how\nquit\n"));
    assert!(text.contains("Yes, it can, for one who knew the stock. It begins with: "), "{text}");
    let way =
        text.lines().find_map(|line| line.strip_prefix("This looks through the stock. One way to win: "));
    let way = way.unwrap_or_else(|| panic!("{text}"));
    assert!(!text.contains(&format!("{way}\nYes")), "the way is told only when asked");
    // A player who follows it wins.
    let followed = way.trim_end_matches('.').replace(", ", "\n");
    let text = out(&typing(&play, &format!("{followed}\nquit\n")));
    assert!(text.contains("You win, with 48 of 48 cards discarded!"), "{text}");
    let (play, _) = deal(false);
    let text = out(&typing(&play, "can I still win\nquit\n"));
    assert!(text.contains("No: whatever you do, this deal cannot be won any more."), "{text}");
}

#[test]
fn a_player_learns_where_it_was_lost() {
    let (play, line) = deal(true);
    // Follows the winning line for a while and then only deals.
    let typed = format!("{}\n{}", line[..line.len() / 2].join("\n"), "deal\n".repeat(12));
    let text = out(&typing(&play, &format!("{typed}where did I lose it\nquit\n")));
    assert!(text.contains("Type where did I lose it to see"), "offered after a loss: {text}");
    let told = text
        .lines()
        .find(|line| line.contains("It was lost with action "))
        .unwrap_or_else(|| panic!("{text}"));
    assert!(told.contains("after it the deal could not be won"), "{told}");
    assert!(told.contains("Instead, this would have won: "), "{told}");
    let number: usize =
        told.split("with action ").nth(1).unwrap().split(',').next().unwrap().parse().unwrap();
    assert!(number > line.len() / 2, "so far the line won: {told}");
    // Taken back as often as it says, it can be won.
    let undos: usize = told.split("It takes ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
    let again = format!("{typed}{}can this be won\nquit\n", "undo\n".repeat(undos));
    assert!(out(&typing(&play, &again)).contains("Yes, it can, for one who knew the stock."));
    let again = format!("{typed}{}can this be won\nquit\n", "undo\n".repeat(undos - 1));
    assert!(!out(&typing(&play, &again)).contains("Yes, it can, for one who knew the stock."));
    let (play, _) = deal(false);
    let text = out(&typing(&play, &format!("{}where did it get lost?\n", "deal\n".repeat(12))));
    assert!(text.contains("Nowhere: this deal could not be won from the start"), "{text}");
}

#[test]
fn help_names_what_can_be_asked_and_questions_count_as_hints() {
    let file = fresh("questions").join("game.json");
    let (play, _) = deal(true);
    let play = format!("{play} --record {}", file.display());
    let text = out(&typing(&play, "?\nhint\ncan this be won\nwhere did I lose it\nquit\n"));
    assert!(text.contains("  can this be won: ") && text.contains("  where did I lose it: "), "{text}");
    assert!(text.contains("That is judged from what you see."), "{text}");
    assert!(text.contains("It is not lost: it can still be won"), "{text}");
    let record: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    assert_eq!(record["assists"]["hints"], 3);
}

#[test]
fn a_strict_table_tells_nothing_before_the_end() {
    let text = out(&typing("play strict --seed 1", "hint\ncan this be won\nwhere did I lose it\n?\nquit\n"));
    assert_eq!(text.matches("This table gives no hints.").count(), 3, "{text}");
    assert!(!text.contains("  can this be won: "), "{text}");
    let text =
        out(&typing("play strict --seed 1", &format!("{}where did I lose it\nquit\n", "1\n".repeat(60))));
    assert!(text.contains("Type where did I lose it to see"), "{text}");
    assert!(text.contains("It was lost with action") || text.contains("Nowhere: "), "{text}");
    // Where nobody can win, nothing was lost; in other games nobody can tell.
    let text = out(&typing("play sprint --seed 1", "can this be won\nquit\n"));
    assert!(text.contains("this game is played for the score (AU-V3)."), "{text}");
    let text = out(&typing("play pass-the-ace --seed 1", "can this be won\nquit\n"));
    assert!(!text.contains("You stick.") && text.contains("can this be won"), "{text}");
}

#[test]
fn a_deal_that_can_be_won_is_found() {
    let file = fresh("winnable").join("game.json");
    for seed in 1..4 {
        let play = format!("play aces-up --winnable --seed {seed} {TIDY} --record {}", file.display());
        let text = out(&typing(&play, "quit\n"));
        assert!(text.contains("This deal can be won, if you know every card."), "{text}");
        assert_eq!(
            text.lines().nth(2),
            out(&typing(&play, "quit\n")).lines().nth(2),
            "the same for the same seed"
        );
        let solved = out(&parlour(&format!("solve aces-up --from {}", file.display())));
        assert!(solved.contains("It can be won"), "{solved}");
    }
    fails("play sprint --winnable", 2, "(AU-V3); leave --winnable out");
    fails("play grapples --winnable", 2, "--daily and --winnable are for parlour play aces-up");
    fails("play grapples --daily", 2, "--daily and --winnable are for parlour play aces-up");
}

/// Where nobody chooses anything, Enter alone plays; elsewhere it does nothing.
#[test]
fn enter_alone_does_what_is_to_be_done_where_there_is_nothing_to_choose() {
    for game in games::AnyGame::ALL {
        let play = format!("play {} --now --seed 3", game.info().id);
        let text = out(&typing(&play, "\n\nquit\n"));
        let described = text.matches("on turn").count();
        assert_eq!(text.contains("Enter does what is to be done"), !game.has_choices(), "{text}");
        assert!(game.has_choices() || !text.contains("their level is"), "{text}");
        assert!(game.has_choices() || described == 3, "each Enter leads to another position: {text}");
    }
}

#[test]
fn the_deal_of_the_day_is_announced_with_its_par() {
    let play = "play aces-up --daily 2026-11-15";
    let text = out(&typing(play, &format!("{}\n", "deal\n".repeat(12))));
    assert!(
        text.contains("This is the deal of the day, 2026-11-15, the same for everyone. It can be won. Par "),
        "{text}"
    );
    let deal = |arguments: &str| {
        let text = out(&typing(arguments, "quit\n"));
        text.lines().find(|line| line.starts_with("Dealt: ")).map(str::to_owned).unwrap_or(text)
    };
    assert_eq!(deal(play), deal("play --daily 2026-11-15"), "the game need not be named");
    assert_eq!(deal(play), deal("play relaxed --daily 2026-11-15"));
    assert_ne!(deal(play), deal("play aces-up --daily 2026-11-16"));
    assert!(out(&typing("play --daily", "quit\n")).contains("This is the deal of the day, 20"));
    assert!(out(&typing("play sprint --daily 2026-11-15", "quit\n")).contains("everyone. Par "));
    fails("play aces-up --daily 2026-02-30", 2, "is no day of the calendar; write YEAR-MONTH-DAY");
    fails("play aces-up --daily --seed 4", 2, "cannot be used with");
    fails("play aces-up --daily --winnable", 2, "cannot be used with");
}

#[test]
fn the_deal_of_the_day_is_compared_with_par_at_the_end() {
    // To the end, always by the first choice.
    let text = out(&typing(
        &format!("play aces-up {TIDY} --daily 2026-11-15"),
        &format!("{}quit\n", "1\n".repeat(100)),
    ));
    let compared = ["You beat the par of ", "You stayed ", "You played the deal of the day to par"];
    assert!(compared.iter().any(|words| text.contains(words)), "{text}");
}
