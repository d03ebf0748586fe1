//! Simulations and tournaments in parts: put together, they are the run that was not divided, byte for byte.

mod common;

use std::path::Path;

use common::{fails, fresh, out, parlour};
use games::AnyGame;

/// Runs the parts, not in their order, and returns their files as arguments.
fn parts(folder: &Path, run: &str, number: usize) -> String {
    let mut files = Vec::new();
    for part in (1..=number).rev() {
        let file = folder.join(format!("part-{part}.json")).display().to_string();
        let output = parlour(&format!("{run} --shard {part}/{number} --part {file}"));
        assert!(output.status.success(), "{run}: {}", String::from_utf8_lossy(&output.stderr));
        files.push(file);
    }
    files.rotate_left(1);
    files.join(" ")
}

/// What is merged is what the whole run writes, in each of these ways to write it.
fn same(run: &str, folder: &Path, number: usize, ways: &[&str]) {
    let files = parts(folder, run, number);
    let command = run.split(' ').next().unwrap();
    for way in ways {
        let whole = out(&parlour(&format!("{run} {way}")));
        assert!(!whole.is_empty(), "{run} {way}");
        let merged = parlour(&format!("{command} merge {files} {way}"));
        let error = String::from_utf8_lossy(&merged.stderr).into_owned();
        assert_eq!(out(&merged), whole, "{run} {way}: {error}");
    }
}

#[test]
fn simulations_in_parts_are_the_whole() {
    let folder = fresh("shards-simulate");
    for &game in AnyGame::ALL {
        let id = game.info().id;
        for bots in ["random", "club"] {
            same(&format!("simulate {id} --games 61 --seed 5 --bots {bots}"), &folder, 4, &["", "--json"]);
        }
    }
    let many = "simulate pass-the-ace --players 7 --games 40000 --seed 2 --set lives=2";
    same(many, &folder, 3, &["", "--json"]);
}

#[test]
fn traces_of_parts_follow_each_other() {
    let folder = fresh("shards-traces");
    let run = "simulate grapples --games 10 --seed 5 --json";
    let traced = |more: &str| {
        let file = folder.join("trace.jsonl");
        assert!(parlour(&format!("{run} --trace {} {more}", file.display())).status.success());
        std::fs::read_to_string(file).unwrap()
    };
    let part =
        |number: usize| traced(&format!("--shard {number}/3 --part {}", folder.join("part.json").display()));
    assert_eq!(traced(""), part(1) + &part(2) + &part(3));
}

#[test]
fn tournaments_in_parts_are_the_whole() {
    let folder = fresh("shards-tournament");
    let ways = ["", "--json", "--csv"];
    for &game in AnyGame::ALL {
        let players = ["club", "random", "novice"];
        let number = game.info().usual_players.clamp(2, 3);
        let run = format!("tournament {} --players {}", game.info().id, players[..number].join(","));
        same(&format!("{run} --games 25 --seed 5"), &folder, 4, &ways);
    }
}

/// Also with a program, of which the failures of all parts are reported.
#[test]
fn failures_of_a_program_are_counted_over_all_parts() {
    let folder = fresh("shards-programs");
    let run = "tournament pass-the-ace --players cmd:/nowhere/at-all,club --games 12 --seed 5";
    same(run, &folder, 3, &["", "--json", "--csv"]);
    let merged = out(&parlour(&format!("tournament merge {}", parts(&folder, run, 2))));
    assert!(
        merged.contains("cmd:/nowhere/at-all failed to make") && merged.contains("not-started"),
        "{merged}"
    );
}

#[test]
fn more_parts_than_games_leave_some_with_nothing() {
    let folder = fresh("shards-empty");
    same("simulate aces-up --games 2 --seed 5", &folder, 4, &["", "--json"]);
    let run = "tournament propre --players club,random --games 3 --seed 5";
    same(run, &folder, 5, &["", "--json", "--csv"]);
    for (way, printed) in [("", "This part has no deals.\n"), ("--json", ""), ("--csv", "")] {
        let part = parlour(&format!("{run} {way} --shard 1/5 --part {}", folder.join("none").display()));
        assert_eq!(out(&part), printed, "{way}");
        let said = String::from_utf8_lossy(&part.stderr).contains("This part has no deals.");
        assert_eq!(said, printed.is_empty(), "{way}");
    }
}

/// It is said before anything is played.
#[test]
fn a_part_that_has_no_place_gets_one_line_and_exit_code_1() {
    let folder = fresh("shards-no-place");
    let spread = "--games 4 --seed 1 --shard 1/1 --part /nowhere/p.json";
    fails(&format!("simulate propre {spread}"), 1, "cannot write /nowhere/p.json");
    let records = folder.join("records");
    let run = format!("tournament propre --players club,random --records {}", records.display());
    fails(&format!("{run} {spread}"), 1, "cannot write /nowhere/p.json");
    assert!(!records.exists());
}

#[test]
fn a_slip_gets_one_line_and_exit_code_2() {
    for command in ["simulate propre", "tournament propre --players club,club"] {
        fails(&format!("{command} --seed 1 --part p.json --shard 5/4"), 2, "from 1/16 to 16/16");
        fails(&format!("{command} --part p.json --shard 1/4"), 2, "--seed");
        fails(&format!("{command} --seed 1 --shard 1/4"), 2, "--part");
        fails(&format!("{command} --seed 1 --part p.json"), 2, "--shard");
    }
    fails("simulate propre --seed 1 --shard 1/4 --part p.json --plot p.svg", 2, "--plot");
    fails("simulate merge", 2, "FILE");
    fails("tournament merge", 2, "FILE");
    fails("simulate merge /nowhere/part.json", 1, "cannot read /nowhere/part.json");
}

#[test]
fn what_is_not_one_whole_run_is_refused() {
    let folder = fresh("shards-refused");
    let file = |name: &str| folder.join(name).display().to_string();
    let play = |run: &str, shard: &str, name: &str| {
        assert!(parlour(&format!("{run} --shard {shard} --part {}", file(name))).status.success(), "{run}");
    };
    let run = "simulate pass-the-ace --games 40 --seed 1";
    play(run, "1/2", "one");
    play(run, "2/2", "two");
    play(run, "1/4", "quarter");
    play("simulate pass-the-ace --games 40 --seed 2", "2/2", "seed");
    play("simulate pass-the-ace --games 50 --seed 1", "2/2", "games");
    play("simulate pass-the-ace --games 40 --seed 1 --set lives=5", "2/2", "rules");
    play("simulate pass-the-ace --games 40 --seed 1 --bots club", "2/2", "bots");
    play("simulate grapples --games 40 --seed 1", "2/2", "grapples");
    play("tournament pass-the-ace --players club,club --games 8 --seed 1", "1/1", "tournament");
    let merged = |names: &[&str], says: &str| {
        let files: Vec<String> = names.iter().map(|name| file(name)).collect();
        fails(&format!("simulate merge {}", files.join(" ")), 1, says);
    };
    merged(&["one"], "games 20 to 39 are missing");
    merged(&["two", "quarter"], "games 10 to 19 are missing");
    merged(&["one", "one"], "both hold games 0 to 19");
    merged(&["one", "quarter", "two"], "both hold games 0 to 9");
    merged(&["one", "seed"], "belongs to another run");
    merged(&["one", "games"], "50 games, not 40 games");
    merged(&["one", "rules"], "lives 5, not lives 3");
    merged(&["one", "bots"], "bots club,club,club,club, not bots random,random,random,random");
    merged(&["one", "grapples"], "game grapples, not game pass-the-ace");
    merged(&["tournament"], "it is a file of another kind");
    let whole = std::fs::read_to_string(folder.join("one")).unwrap();
    for (from, to, says) in [
        ("\"v\":1", "\"v\":2", "version 2"),
        ("\"games\":20", "\"games\":21", "do not add up"),
        ("\"to\":20", "\"to\":21", "do not add up"),
        ("\"to\":20", "\"to\":99", "do not add up"),
        ("\"game\":\"pass-the-ace\"", "\"game\":\"whist\"", "there is no game"),
        ("\"players\":4", "\"players\":3", "do not add up"),
        ("\"rules_version\":", "\"rules_version\":9", "of the rules"),
        ("\"lives\":3", "\"lives\":\"\\u001b[2J\"", "\\u{1b}[2J"),
        (",\"lives\":3", "", "lives 3, not no lives"),
        ("\"game\":\"pass-the-ace\"", "\"game\":\"\\u001b[2J\"", "there is no game \"\\u{1b}[2J\""),
        ("[\"random\",", "[\"\\u001b[2J\",", "do not add up"),
        ("[\"random\",", "[", "do not add up"),
        ("\"headlines\":{", "\"headlines\":{\"\\u001b[2J\":1,", "do not add up"),
        ("}", "", "it is not whole"),
    ] {
        assert!(whole.contains(from), "{from} is not in {whole}");
        std::fs::write(folder.join("damaged"), whole.replacen(from, to, 1)).unwrap();
        merged(&["damaged", "two"], says);
    }
}

/// What a file says of programs is shown like what programs say themselves.
#[test]
fn a_part_of_a_tournament_cannot_change_the_terminal() {
    let folder = fresh("shards-terminal");
    let (part, damaged) = (folder.join("part"), folder.join("damaged"));
    let run = "tournament pass-the-ace --players cmd:/nowhere/at-all,club --games 4 --seed 5 --shard 1/1";
    assert!(parlour(&format!("{run} --part {}", part.display())).status.success());
    let whole = std::fs::read_to_string(&part).unwrap();
    let merge = format!("tournament merge {}", damaged.display());
    let damage = |from: &str, to: &str| {
        assert!(whole.contains(from), "{from} is not in {whole}");
        std::fs::write(&damaged, whole.replacen(from, to, 1)).unwrap();
    };
    for (from, to) in [
        ("\"cmd:/nowhere/at-all\"", "\"cmd:/nowhere/\\u001b[2J\""),
        ("[[\"/nowhere/at-all\"", "[[\"/nowhere/else\""),
        ("\"cmd:/nowhere/at-all\",\"club\"", "\"cmd:/nowhere/at-all,club\""),
        ("\"players\":2", "\"players\":3"),
        ("\"alone\":false", "\"alone\":true"),
    ] {
        damage(from, to);
        fails(&merge, 1, "do not add up");
    }
    damage("\"stderr\":[", "\"stderr\":[\"\\u001b[2J\\r\"");
    let merged = parlour(&merge);
    assert!(out(&merged).contains("| \\u{1b}[2J\\r\n"), "{merged:?}");
    damage("\"deals\":[\"", "\"deals\":[\"\\u001b[2J");
    fails(&merge, 1, "\\u{1b}[2J");
}
