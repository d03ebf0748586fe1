//! `parlour solve` as a person or a batch scheduler meets it.

mod common;

use std::path::Path;
use std::process::{Child, Command, Stdio};

use common::{fails, fresh, out, parlour, typing};
use serde_json::Value;

/// Rules by which a deal is solved in no time.
const TIDY: &str = "--set discards=forced --set lone_card_moves=false";

fn json(arguments: &str) -> Value {
    let output = parlour(arguments);
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{arguments}: {error}: {}", String::from_utf8_lossy(&output.stderr)))
}

fn numbers(values: &Value) -> Vec<u64> {
    values.as_array().unwrap().iter().map(|value| value.as_u64().unwrap()).collect()
}

#[test]
fn a_slip_gets_one_line_and_exit_code_2() {
    fails("solve aces-up", 2, "--deal");
    fails("solve grapples --deals 5", 2, "Grapples cannot be solved, only Aces Up");
    fails("solve whist --deals 5", 2, "there is no game \"whist\"");
    fails("solve aces-up --deals 0", 2, "--deals");
    fails("solve aces-up --deal x", 2, "give a whole number such as 7");
    fails("solve aces-up --deal 7/x", 2, "7/12 for deal 12 of a run");
    fails("solve aces-up --deal 7 --seed 3", 2, "cannot be used with");
    fails("solve aces-up --deal 7 --after 3", 2, "--after is for a record; use it with --from");
    fails("solve aces-up --deal 7 --set fill=kings", 2, "it takes any or aces (AU-V2)");
    for flag in ["--csv", "--plot p.svg", "--threads 2", "--checkpoint c.json"] {
        fails(&format!("solve aces-up --deal 7 {flag}"), 2, "is for many deals; use it with --deals");
    }
    fails("solve aces-up --deals 5 --memory lots", 2, "such as 256MiB or 1GiB");
    fails("solve aces-up --deals 5 --confidence 100", 2, "from 50 to 99.9999");
    fails("solve aces-up --deals 5 --seed 1 --shard 5/4", 2, "from 1/16 to 16/16");
    fails("solve aces-up --deals 5 --shard 1/4", 2, "--seed");
    fails("solve aces-up --deals 5 --threads 0", 2, "--threads");
    fails("solve aces-up --deals 5 --plot plot.pdf", 2, "ends in .svg or .png");
    fails("solve merge", 2, "FILE");
}

#[test]
fn a_deal_is_shown_step_by_step() {
    // Which of these deals can be won, the run tells; the line must then win.
    for number in 0..6 {
        let solved = json(&format!("solve aces-up --deal 1/{number} --json {TIDY}"));
        let steps = solved["line"].as_array().unwrap();
        assert_eq!(steps.last().unwrap()["score"], solved["score"]);
        assert_eq!(solved["winnable"], solved["score"] == 48);
        let text = out(&parlour(&format!("solve aces-up --deal 1/{number} {TIDY}")));
        assert!(text.contains(&format!("deal {number} of seed 1, every card known")), "{text}");
        let won = text.contains("It can be won: all 48 cards");
        assert!(won == (solved["score"] == 48) && won != text.contains("It cannot be won."), "{text}");
        for (step, shown) in steps.iter().enumerate() {
            let action = shown["action"].as_str().unwrap();
            assert!(
                text.contains(&format!("{:>4}. ", step + 1)) && text.contains(&format!("({action})\n")),
                "{text}"
            );
        }
    }
    let text = out(&parlour("solve sprint --deal 3"));
    assert!(text.contains("The best score is") && !text.contains("won"), "{text}");
}

#[test]
fn what_the_memory_does_not_decide_is_said_so() {
    let undecided = (0..20).find_map(|number| {
        let text = out(&parlour(&format!("solve aces-up --deal 1/{number} --memory 4KiB")));
        text.contains("Undecided within 4 KiB").then_some(text)
    });
    let text = undecided.expect("four kilobytes cannot suffice for every deal");
    assert!(text.contains("Give it more with --memory."), "{text}");
    let run = "solve aces-up --deals 20 --seed 1 --memory 4KiB";
    let text = out(&parlour(run));
    assert!(text.contains("winnable: between ") && text.contains("undecided: "), "{text}");
    let whole = json(&format!("{run} --json"));
    let winnable = &whole["winnable"];
    assert_eq!(
        numbers(&whole["undecided"]).iter().sum::<u64>() + numbers(&whole["scores"]).iter().sum::<u64>(),
        20
    );
    assert!(winnable["least"].as_f64() < winnable["most"].as_f64());
    assert!(winnable["low"].as_f64() <= winnable["least"].as_f64());
    assert!(winnable["most"].as_f64() <= winnable["high"].as_f64());
}

#[test]
fn deal_number_i_is_the_one_of_a_simulation() {
    let trace = fresh("solve-trace").join("trace.jsonl");
    parlour(&format!("simulate aces-up --games 5 --seed 9 --trace {}", trace.display()));
    let trace = std::fs::read_to_string(trace).unwrap();
    let starts: Vec<Value> = trace
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .filter(|line| line["type"] == "start")
        .collect();
    assert_eq!(starts.len(), 5);
    for (number, start) in starts.iter().enumerate() {
        let by_number = json(&format!("solve aces-up --deal 9/{number} --json --memory 4KiB"));
        assert_eq!(by_number["start"]["columns"], start["state"]["columns"]);
        let seed = start["seed"].as_str().unwrap();
        let by_seed = json(&format!("solve aces-up --deal {seed} --json --memory 4KiB"));
        assert_eq!(by_number["line"], by_seed["line"]);
    }
    // And so it is in a run.
    let run = json(&format!("solve aces-up --deals 5 --seed 9 --json {TIDY}"));
    let mut scores = vec![0; 49];
    for number in 0..5 {
        let deal = json(&format!("solve aces-up --deal 9/{number} --json {TIDY}"));
        scores[deal["score"].as_u64().unwrap() as usize] += 1;
    }
    assert_eq!(numbers(&run["scores"]), scores);
}

#[test]
fn a_record_is_solved_from_any_of_its_actions() {
    let file = fresh("solve-record").join("game.json");
    let record = file.display();
    // Left in the middle: by forced discards, so that it is quickly solved.
    let played =
        typing(&format!("play aces-up {TIDY} --seed 5 --record {record}"), "deal\ndeal\ndeal\nquit\n");
    assert!(played.status.success());
    let deal = json(&format!("solve aces-up --deal 5 --json {TIDY}"));
    let start = json(&format!("solve aces-up --from {record} --after 0 --json"));
    assert_eq!(
        (&start["score"], &start["line"], &start["rules"]),
        (&deal["score"], &deal["line"], &deal["rules"])
    );
    let mut before = 48;
    for after in 0..=3 {
        let there = json(&format!("solve aces-up --from {record} --after {after} --json"));
        let score = there["score"].as_u64().unwrap();
        assert!(score <= before, "nothing gets better by an action");
        before = score;
        assert_eq!(there["start"]["stock"], 48 - 4 * after);
    }
    let last = out(&parlour(&format!("solve aces-up --from {record}")));
    assert!(last.contains("game.json after action 3 of 3, every card known"), "{last}");
    fails(
        &format!("solve aces-up --from {record} --after 4"),
        2,
        "has 3 actions; set --after to one of them",
    );
    fails(&format!("solve aces-up --from {record} --set fill=aces"), 2, "cannot be used with");
    fails("solve aces-up --from /nowhere.json", 1, "there is no such file");
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text.replacen("deal", "daal", 1)).unwrap();
    fails(&format!("solve aces-up --from {record} --after 0"), 1, "game.json: ");
}

#[test]
fn a_game_that_is_over_is_what_it_is() {
    let file = fresh("solve-over").join("game.json");
    let record = file.display();
    typing(
        &format!("play aces-up {TIDY} --seed 5 --record {record}"),
        &format!("{}quit\n", "deal\n".repeat(12)),
    );
    let text = out(&parlour(&format!("solve aces-up --from {record}")));
    assert!(text.contains("The game is over") || text.contains("The best score is"), "{text}");
    let other = fresh("solve-other").join("game.json");
    typing(&format!("play pass-the-ace --seed 5 --record {}", other.display()), "quit\n");
    fails(
        &format!("solve aces-up --from {}", other.display()),
        1,
        "record of \"pass-the-ace\"; Pass the Ace cannot be solved",
    );
}

#[test]
fn a_run_tells_how_many_can_be_won() {
    let run = format!("solve aces-up --deals 200 --seed 1 {TIDY}");
    let text = out(&parlour(&run));
    assert!(
        text.contains("winnable: ") && text.contains("95 % interval") && text.contains("of 200 deals"),
        "{text}"
    );
    assert_eq!(text, out(&parlour(&format!("{run} --threads 3"))), "however many solve");
    let whole = json(&format!("{run} --json"));
    assert_eq!(numbers(&whole["scores"]).iter().sum::<u64>(), 200);
    let surer = json(&format!("{run} --json --confidence 99"));
    let width =
        |run: &Value| run["winnable"]["high"].as_f64().unwrap() - run["winnable"]["low"].as_f64().unwrap();
    assert!(width(&surer) > width(&whole));
    let left = whole["mean_left"]["mean"].as_f64().unwrap();
    assert!((left + whole["mean_score"]["mean"].as_f64().unwrap() - 48.0).abs() < 1e-9);
    let lines = out(&parlour(&format!("{run} --csv")));
    assert_eq!(lines.lines().count(), 50);
    let deals = lines.lines().skip(1).map(|line| line.split(',').nth(1).unwrap().parse::<u64>().unwrap());
    assert_eq!(deals.collect::<Vec<_>>(), numbers(&whole["scores"]));
    let folder = fresh("solve-plot");
    for (name, start) in [("scores.svg", b"<svg".as_slice()), ("scores.png", b"\x89PNG")] {
        let file = folder.join(name);
        parlour(&format!("{run} --plot {}", file.display()));
        assert!(std::fs::read(&file).unwrap().starts_with(start), "{name}");
    }
    let svg = std::fs::read_to_string(folder.join("scores.svg")).unwrap();
    assert!(svg.contains("200 deals, every card known, seed 1") && svg.contains("winnable: "));
}

/// Deals that a checkpoint says are done; none while there is no file.
fn done(file: &Path) -> Option<u64> {
    let kept: Value = serde_json::from_str(&std::fs::read_to_string(file).ok()?).unwrap();
    let ranges = kept["done"].as_array().unwrap();
    Some(ranges.iter().map(|range| range[1].as_u64().unwrap() - range[0].as_u64().unwrap()).sum())
}

fn begin(arguments: &str) -> Child {
    Command::new(env!("CARGO_BIN_EXE_parlour"))
        .args(arguments.split_whitespace())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Waits until the checkpoint has more than this number of deals, or the run has ended; returns whether it goes on.
fn progressed(child: &mut Child, file: &Path, beyond: u64) -> bool {
    while done(file).is_none_or(|done| done <= beyond) {
        if child.try_wait().unwrap().is_some() {
            return false;
        }
        std::thread::yield_now();
    }
    child.try_wait().unwrap().is_none()
}

/// Killed again and again without warning, it comes to the same end.
#[test]
fn a_run_that_is_killed_goes_on_to_the_same_totals() {
    let folder = fresh("solve-killed");
    // A fast machine gets more to do, until it can be killed in the middle.
    for deals in [1000, 4000, 16_000, 64_000] {
        let file = folder.join(format!("{deals}.json"));
        let run = format!("solve aces-up --deals {deals} --seed 4 --json {TIDY}");
        let kept = format!("{run} --checkpoint {}", file.display());
        let mut killed = 0;
        for _ in 0..3 {
            let before = done(&file).unwrap_or(0);
            let mut child = begin(&kept);
            if progressed(&mut child, &file, before) {
                child.kill().unwrap();
            }
            child.wait().unwrap();
            // What is in the file is whole at any moment.
            killed += u32::from(done(&file).is_some_and(|done| before < done && done < deals));
        }
        if killed < 2 {
            continue;
        }
        let resumed = parlour(&kept);
        let said = String::from_utf8_lossy(&resumed.stderr).into_owned();
        assert!(said.contains("Resuming from the checkpoint: "), "{said}");
        assert_eq!(out(&resumed), out(&parlour(&run)), "the same as without any disturbance");
        assert_eq!(done(&file), Some(deals));
        assert_eq!(out(&parlour(&kept)), out(&resumed), "and once done it stays so");
        return;
    }
    panic!("no run was long enough to be killed in the middle");
}

/// Ctrl-C shows what is there, and the checkpoint knows it too.
#[cfg(unix)]
#[test]
fn an_interrupted_run_shows_what_it_has() {
    let file = fresh("solve-interrupted").join("run.json");
    let mut child =
        begin(&format!("solve aces-up --deals 1000000000 --seed 4 {TIDY} --checkpoint {}", file.display()));
    assert!(progressed(&mut child, &file, 0));
    let told = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(told.success());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = out(&output);
    assert!(text.contains("not solved: ") && text.contains("winnable: "), "{text}");
    let solved = done(&file).unwrap();
    assert!(text.contains(&format!("of {solved} deals)")), "{solved}: {text}");
}

#[test]
fn a_checkpoint_of_something_else_is_left_alone() {
    let folder = fresh("solve-checkpoint");
    let file = folder.join("run.json");
    let path = file.display();
    let run = |more: &str| format!("solve aces-up --deals 20 --seed 4 {TIDY} --checkpoint {path} {more}");
    let whole = out(&parlour(&run("")));
    let kept = std::fs::read_to_string(&file).unwrap();
    let refused = |arguments: &str, says: &str| {
        let before = std::fs::read(&file).unwrap();
        fails(arguments, 1, says);
        assert_eq!(std::fs::read(&file).unwrap(), before, "left as it is");
    };
    refused(&run("").replace("--deals 20", "--deals 30"), "(20 deals, not 30 deals); the file is unchanged");
    refused(&run("").replace("--seed 4", "--seed 5"), "is the checkpoint of another run (seed ");
    refused(&run("--set fill=aces"), "not fill=aces");
    refused(&run("--memory 1MiB"), "--memory 256 MiB, not --memory 1 MiB");
    refused(&run("--shard 1/2"), "(deals 0 to 19, not deals 0 to 9)");
    std::fs::write(&file, &kept[..kept.len() / 2]).unwrap();
    refused(&run(""), "it is not whole");
    std::fs::write(&file, "").unwrap();
    refused(&run(""), "it is not whole");
    std::fs::write(&file, "{\"v\":1,\"game\":\"aces-up\"}").unwrap();
    refused(&run(""), "it is a file of another kind");
    std::fs::write(&file, kept.replacen("[[0,20]]", "[[0,19]]", 1)).unwrap();
    refused(&run(""), "do not add up");
    std::fs::write(&file, &kept).unwrap();
    assert_eq!(out(&parlour(&run(""))), whole);
    // A run with a random seed can be resumed as well.
    let again = parlour(&run("").replace("--seed 4", ""));
    assert_eq!(out(&again), whole);
    fails("solve aces-up --deals 5 --checkpoint /nowhere/run.json", 1, "cannot write /nowhere/run.json");
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1, "nothing half-written");
}

#[test]
fn shards_merge_to_the_whole() {
    let folder = fresh("solve-shards");
    let run = format!("solve aces-up --deals 50 --seed 4 {TIDY}");
    let mut files = Vec::new();
    for part in 1..=4 {
        let file = folder.join(format!("{part}.json")).display().to_string();
        let shard = parlour(&format!("{run} --shard {part}/4 --checkpoint {file} --json"));
        // What is written out can be merged as well as what is kept.
        if part == 2 {
            std::fs::write(&file, &shard.stdout).unwrap();
        }
        files.push(file);
    }
    let merge = |files: &[String], more: &str| format!("solve merge {} {more}", files.join(" "));
    for more in ["", "--json", "--csv", "--json --confidence 99"] {
        assert_eq!(out(&parlour(&merge(&files, more))), out(&parlour(&format!("{run} {more}"))), "{more}");
    }
    files.reverse();
    assert_eq!(
        out(&parlour(&merge(&files, "--json"))),
        out(&parlour(&format!("{run} --json"))),
        "in any order"
    );
    // Merged in steps.
    let half = folder.join("half.json").display().to_string();
    std::fs::write(&half, parlour(&merge(&files[..2], "--json")).stdout).unwrap();
    let steps = [half.clone(), files[2].clone(), files[3].clone()];
    assert_eq!(out(&parlour(&merge(&steps, "--json"))), out(&parlour(&format!("{run} --json"))));
    // A gap is said plainly.
    let gap = out(&parlour(&merge(&[files[0].clone(), files[3].clone()], "")));
    assert!(gap.contains("not solved: 25 of 50 deals (counted from 0: 12 to 36)"), "{gap}");
    // What would count twice, or is of another run, is refused.
    let twice = [files[0].clone(), files[0].clone()];
    fails(&merge(&twice, ""), 1, "both hold deals 37 to 49; leave one of them out");
    fails(&merge(&[half, files[1].clone()], ""), 1, "both hold deals 25 to 36");
    let foreign = folder.join("foreign.json").display().to_string();
    parlour(&format!("{run} --set fill=aces --checkpoint {foreign}"));
    fails(&merge(&[files[0].clone(), foreign], ""), 1, "belongs to another run than");
    let torn = folder.join("torn.json").display().to_string();
    std::fs::write(&torn, "{\"v\":1,").unwrap();
    fails(
        &merge(&[files[0].clone(), torn], ""),
        1,
        "torn.json does not contain a usable run: it is not whole",
    );
    fails("solve merge /nowhere.json", 1, "there is no such file");
    let plot = folder.join("merged.svg");
    parlour(&merge(&files, &format!("--plot {}", plot.display())));
    assert!(std::fs::read(&plot).unwrap().starts_with(b"<svg"));
}

#[test]
fn more_shards_than_deals_leave_some_with_nothing() {
    let shard = |part: u32| parlour(&format!("solve aces-up --deals 2 --seed 4 {TIDY} --shard {part}/4"));
    let nothing = (1..=4).filter(|&part| out(&shard(part)).contains("Nothing is solved")).count();
    assert_eq!(nothing, 2);
}
