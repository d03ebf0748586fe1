//! The commands as a person or a script meets them: what is printed, what is written, how it ends.

mod common;

use std::path::PathBuf;
use std::process::Command;

use common::{fails, fresh, out, parlour, typing};
use games::ListedGame;

#[test]
fn a_slip_in_the_command_line_gets_one_line_and_exit_code_2() {
    fails("play whist", 2, "there is no game \"whist\"; there are: pass-the-ace");
    fails("play pass-the-ace --set lifes=3", 2, "there is no option \"lifes\"; there are: lives");
    fails("play pass-the-ace --set lives=12", 2, "lives cannot be \"12\"; it takes 1 to 9 (PTA-V1)");
    fails("play pass-the-ace --set lives", 2, "write --set NAME=VALUE");
    fails("play aces-up --preset hard", 2, "there is no preset \"hard\"; there are: classic");
    fails("play pass-the-ace --players 1", 2, "is for 2 to 52 players, not 1");
    fails("simulate pass-the-ace --players 53", 2, "is for 2 to 52 players, not 53");
    fails("play chase-the-ace --players 2", 2, "is for 3 to 52 players, not 2");
    fails("play aces-up --players 2", 2, "is for one player, not 2");
    fails("play pass-the-ace --seed abc", 2, "64 hexadecimal digits (32 bytes), this one has 3");
    fails("play pass-the-ace --seed 12xyz", 2, "only the digits 0 to 9 and a to f");
    fails("play pass-the-ace --name \u{1b}", 2, "set --name");
    fails("simulate pass-the-ace --games 0", 2, "--games");
    fails("simulate pass-the-ace --gmaes 5", 2, "--gmaes");
    fails("rules pass-the-ace --clause PTA-R99", 2, "no clause");
    fails("dance", 2, "dance");
}

#[test]
fn what_cannot_be_read_or_written_gets_one_line_and_exit_code_1() {
    let folder = fresh("unwritable");
    let path = folder.display();
    fails("verify /nowhere/at/all", 1, "cannot read /nowhere/at/all: there is no such file or folder");
    fails("simulate aces-up --games 5 --trace /nowhere/t.jsonl", 1, "cannot write /nowhere/t.jsonl");
    fails(&format!("simulate aces-up --games 5 --trace {path}"), 1, "it is a folder; name a file");
    fails("play aces-up --record /nowhere/r.json", 1, "cannot write /nowhere/r.json");
    fails("play pass-the-ace --rules /nowhere/r.toml", 1, "cannot read /nowhere/r.toml");
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0, "nothing half-written");
}

/// A full device: what was begun is taken away again.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported() {
    fails("rules pass-the-ace --clause", 2, "--clause");
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output =
        Command::new(env!("CARGO_BIN_EXE_parlour")).args(["rules", "aces-up"]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot write the output"));
}

#[test]
fn rules_can_come_from_a_file_and_flags_win_over_it() {
    let file = fresh("rules").join("house.toml");
    std::fs::write(&file, "lives = 1\nqueens_low = true\nlast_tie = \"split\"\nplayers = 6\n").unwrap();
    let rules = |more: &str| {
        let output =
            parlour(&format!("simulate pass-the-ace --json --games 5 --rules {} {more}", file.display()));
        serde_json::from_slice::<serde_json::Value>(&output.stdout).unwrap()
    };
    let house = rules("");
    assert_eq!((&house["rules"]["lives"], &house["players"]), (&1.into(), &6.into()));
    assert_eq!(house["rules"]["queens_low"], true);
    let flags = rules("--set lives=2 --players 3");
    assert_eq!((&flags["rules"]["lives"], &flags["players"]), (&2.into(), &3.into()));
    std::fs::write(&file, "lives = [1, 2]").unwrap();
    fails(
        &format!("play pass-the-ace --rules {}", file.display()),
        1,
        "must be a word, a number, true or false",
    );
    std::fs::write(&file, "lives = ").unwrap();
    fails(&format!("play pass-the-ace --rules {}", file.display()), 1, "is not a rules file");
}

/// Whatever is asked, the first choice: enough to end most games. (Not Aces Up, where the first choice may be to
/// move a lone card to and fro; nor Propreantepenultimate Card, where one who passes lets the others win.)
fn first_choices() -> String {
    "1\n".repeat(2000)
}

#[test]
fn a_game_is_played_to_its_end_and_twice_the_same() {
    for game in ListedGame::all().into_iter().map(|listed| listed.id).chain(["strict"]) {
        let arguments = format!("play {game} --seed 7");
        let typed = match game {
            "propre" => "pass\n".repeat(5000),
            "aces-up" | "strict" => "1\n2\n3\ndeal\n4\n".repeat(500),
            _ => first_choices(),
        };
        let first = typing(&arguments, &typed);
        assert!(first.status.success(), "{game}: {}", String::from_utf8_lossy(&first.stderr));
        assert!(out(&first).contains("The seed was"), "{game} ends");
        assert_eq!(first.stdout, typing(&arguments, &typed).stdout, "{game}");
    }
}

#[test]
fn phrases_and_questions_are_answered() {
    let typed = "?\nwhy draw\nhint\nundo\nfoo\nswap with ada please\nquit\n";
    let text = out(&typing("play pass-the-ace --players 4 --seed 7", typed));
    for line in [
        "why ACTION: tells why something can or cannot be done",
        "Only the dealer may draw from the stock; stick, or swap with your left neighbour (PTA-R11).",
        "Stick with K♠. No card is higher than a king, and nobody can take it from you.",
        "This table does not take actions back (others play too).",
        "\"foo\" fits nothing you can do now.",
        "You swap with Ada: you give the king of spades and get the six of diamonds. Modi!",
        "You leave before the game is over.",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
}

#[test]
fn commands_of_the_table_have_other_words() {
    let typed = "whose turn is it\nmy hand\nwhat happened\nwhy can't I draw?\nrules pta r 8\nstick with it\ntake it back\ngoodbye\n";
    let text = out(&typing("play pass-the-ace --players 4 --seed 7", typed));
    for line in [
        "It is your turn.",
        "You: 3 lives, king of spades, on turn",
        "Only the dealer may draw from the stock; stick, or swap with your left neighbour (PTA-R11).",
        "**PTA-R8**",
        "You stick.",
        "This table does not take actions back",
        "You leave before the game is over.",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    assert_eq!(text.matches("You look at your card: the king of spades.").count(), 2, "told again: {text}");
}

/// Where a phrase fits several choices they are listed under their own numbers, and a number answers.
#[test]
fn what_fits_several_is_asked_back() {
    let text = out(&typing("play grapples --seed 6", "keep it\n2\nquit\n"));
    let (_, asked) = text.split_once("That could be:\n").unwrap_or_else(|| panic!("{text}"));
    let lines: Vec<&str> = asked.lines().collect();
    assert!(lines[0].starts_with("  1. Keep ") && lines[0].ends_with("(keep left)"), "{text}");
    assert!(lines[1].starts_with("  2. Keep ") && lines[2] == "Type its number.", "{text}");
    assert!(asked.contains("You keep the card; dealing goes on to the right."), "{text}");
    let text = out(&typing("play propre --seed 5 --players 3", "play the jack of spades\nLast Card\nquit\n"));
    assert!(text.contains("(PP-R4). Did you mean:"), "{text}");
    assert!(text.contains("Last Card") && text.contains("draw"), "what is said is judged: {text}");
}

#[test]
fn phrases_are_listed_for_people_and_programs() {
    let text = out(&parlour("phrases aces-up"));
    for line in ["  deal\n", "    discard ", "column ", "undo, take it back", "click seven"] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    assert_eq!(text, out(&parlour("phrases aces-up")), "the same every time");
    assert!(out(&parlour("phrases propre")).contains("say WORDS"));
    let json: serde_json::Value =
        serde_json::from_slice(&parlour("phrases chase-the-ace --json").stdout).unwrap();
    let notations: Vec<&str> =
        json["actions"].as_array().unwrap().iter().filter_map(|action| action["notation"].as_str()).collect();
    assert_eq!(notations, ["draw", "stick", "swap"]);
    fails("phrases whist", 2, "there is no game \"whist\"");
}

/// What is notation is never taken for something else that happens to share its words.
#[test]
fn an_illegal_action_is_refused_and_not_reinterpreted() {
    let text = out(&typing("play propre --seed 5 --players 3", "play JS\nwhy play JS\nquit\n"));
    assert!(!text.contains("You play J♠"), "{text}");
    assert_eq!(text.matches("(PP-R4)").count(), 2, "{text}");
    let text = out(&typing("play sprint --seed 3", "1\nmove 4 2\nquit\n"));
    assert!(!text.contains("moves from column 2 to column 4"), "{text}");
    assert!(text.contains("(AU-R4)") || text.contains("(AU-R2)"), "{text}");
}

#[test]
fn undo_redo_and_hints_in_the_solitaire() {
    let text = out(&typing(
        "play aces-up --seed 1",
        "hint\ndiscard the three of diamonds\nundo\nredo\nredo\nquit\n",
    ));
    for line in [
        "Discard 3♦. 5♦ beats it, and column 3 becomes empty. That is judged from what you see. To do it, type discard 3.",
        "The three of diamonds is discarded from column 3.",
        "Taken back.",
        "There is nothing to do again.",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    let text = out(&typing("play strict --seed 1", "hint\n1\nundo\nquit\n"));
    assert!(text.contains("This table gives no hints."), "{text}");
    assert!(text.contains("This table does not take actions back (AU-V4)."), "{text}");
}

#[test]
fn without_a_game_the_room_asks() {
    let text = out(&typing("play --seed 3", "whist\naces-up\nsettings\nfill=kings\nfill=aces\n\nquit\n"));
    assert!(text.contains("fill=any") && text.contains("(AU-V2)"), "settings describe themselves: {text}");
    assert!(text.contains("What shall we play?") && text.contains("There is no game \"whist\""), "{text}");
    assert!(text.contains("Dealt:"), "{text}");
    assert!(parlour("play").status.success(), "nobody there to answer");
}

fn recorded(name: &str, game: &str) -> PathBuf {
    let file = fresh(name).join("game.json");
    let output = typing(&format!("play {game} --seed 5 --record {}", file.display()), &first_choices());
    assert!(output.status.success());
    file
}

#[test]
fn a_record_is_kept_replayed_and_verified() {
    let file = recorded("record", "chase-the-ace");
    let verified = parlour(&format!("verify {}", file.display()));
    assert!(out(&verified).starts_with("Verified: Chase the Ace,"), "{}", out(&verified));
    let json: serde_json::Value =
        serde_json::from_slice(&parlour(&format!("verify --json {}", file.display())).stdout).unwrap();
    assert_eq!(json["verified"], true);
    let replayed = out(&parlour(&format!("replay {}", file.display())));
    assert!(
        replayed.contains("1. ")
            && replayed.contains("the game!")
            && replayed.ends_with("The game is over.\n")
    );
    assert!(
        !replayed.contains("You") && !replayed.contains("Your"),
        "told to nobody in particular: {replayed}"
    );
    let seen = out(&parlour(&format!("replay --seat 1 --steps {}", file.display())));
    assert!(seen.contains("You look at your card"), "{seen}");
    let lines = out(&parlour(&format!("replay --json --seat 1 {}", file.display())));
    assert!(lines.lines().all(|line| serde_json::from_str::<serde_json::Value>(line).is_ok()));
    assert!(!lines.contains("\"stock\":["), "a view knows only how many cards the stock holds");
    fails(&format!("replay --seat 9 {}", file.display()), 2, "seats 0 to 3, not 9");
}

#[test]
fn a_record_that_did_not_happen_is_refused() {
    let file = recorded("forged", "pass-the-ace");
    let text = std::fs::read_to_string(&file).unwrap();
    let forge = |from: &str, to: &str, says: &str| {
        assert!(text.contains(from), "{from}");
        std::fs::write(&file, text.replacen(from, to, 1)).unwrap();
        fails(&format!("verify {}", file.display()), 1, says);
        fails(&format!("replay {}", file.display()), 1, says);
    };
    forge(
        "\"actions\":[[",
        "\"actions\":[[0,\"draw\"],[",
        "action 1, \"draw\" by seat 0, could not have happened",
    );
    forge("\"v\":1", "\"v\":2", "version 2");
    forge("\"rules_version\":1", "\"rules_version\":9", "version 9 of the rules");
    forge("\"game\":\"pass-the-ace\"", "\"game\":\"whist\"", "\"whist\", a game not known here");
    forge("\"lives\":3", "\"lives\":4", "could not have happened");
    forge("\"lives\":3", "\"lives\":30", "it takes 1 to 9");
    forge("\"seed\":\"", "\"seed\":\"0", "65");
    forge("\"final\":\"", "\"final\":\"0", "does not stand as the record says");
    forge("\"winners\":[", "\"winners\":[3,", "does not stand as the record says");
    forge("\"Ada\"", "\"\\u001b[2J\"", "visible characters");
    let commitment = &text[text.find("\"commitment\":\"").unwrap() + 14..][..64];
    forge(commitment, &"0".repeat(64), "does not match its commitment");
    for length in [0, 1, 20, text.len() / 2, text.len() - 3] {
        std::fs::write(&file, &text[..length]).unwrap();
        let says = "this is not a whole record: the file is cut off; get a complete copy";
        fails(&format!("verify {}", file.display()), 1, says);
    }
    std::fs::write(&file, [0xff, 0xfe, 0]).unwrap();
    fails(&format!("verify {}", file.display()), 1, "it is not a text file");
}

#[test]
fn rules_and_games_are_listed_for_people_and_programs() {
    let rules = out(&parlour("rules chase-the-ace"));
    assert!(rules.contains("**CTA-R4**") && rules.contains("`last_tie` = split"), "{rules}");
    assert!(out(&parlour("rules aces-up --clause au-r7")).contains("four aces"));
    let games: serde_json::Value = serde_json::from_slice(&parlour("games --json").stdout).unwrap();
    assert!(games.as_array().unwrap().iter().any(|game| game["id"] == "aces-up"));
    assert!(out(&parlour("games")).contains("chase-the-ace: "));
    assert!(out(&parlour("completions bash")).contains("simulate"));
    assert!(out(&parlour("man")).contains(".TH parlour"));
}

#[test]
fn a_summary_counts_announcements_and_shares() {
    let arguments = "simulate pass-the-ace --players 5 --games 300 --seed 1";
    let text = out(&parlour(arguments));
    for part in ["win share", "kung: ", "modi: ", "dirty-dan: ", "decisions per game"] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    let json: serde_json::Value =
        serde_json::from_slice(&parlour(&format!("{arguments} --json")).stdout).unwrap();
    let shares: f64 =
        json["seats"].as_array().unwrap().iter().map(|seat| seat["wins"]["share"].as_f64().unwrap()).sum();
    assert!((shares - 1.0).abs() < 1e-9);
}

#[test]
fn a_preset_that_is_a_game_goes_by_its_own_name() {
    let phrases = out(&parlour("phrases chase-the-ace"));
    assert!(phrases.contains("in Chase the Ace,") && !phrases.contains("Pass the Ace"), "{phrases}");
    let played = out(&typing("play chase-the-ace --now --seed 4 --linear", "quit\n"));
    let all = ListedGame::all();
    let summary = all.iter().find(|listed| listed.id == "chase-the-ace").expect("it is listed").summary;
    assert!(played.starts_with(&format!("Chase the Ace. {summary}")), "{played}");
}
