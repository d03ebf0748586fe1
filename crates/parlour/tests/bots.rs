//! Bots as a person or a script meets them: at the table, in simulations, tournaments and plots.

mod common;

use common::{fails, fresh, out, parlour, typing};
use games::{AnyGame, ListedGame};

fn json(arguments: &str) -> serde_json::Value {
    let output = parlour(arguments);
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{arguments}: {error}: {}", String::from_utf8_lossy(&output.stderr)))
}

fn numbers(values: &serde_json::Value, name: &str, part: &str) -> Vec<f64> {
    values.as_array().unwrap().iter().map(|value| value[name][part].as_f64().unwrap()).collect()
}

#[test]
fn a_slip_gets_one_line_and_exit_code_2() {
    let levels = "there are: random, novice, club, expert";
    for command in
        ["play propre --bots king", "simulate propre --bots club,king", "tournament propre --players king"]
    {
        fails(command, 2, &format!("there is no level \"king\"; {levels}"));
    }
    for command in ["play propre --bots king", "tournament propre --players king"] {
        fails(command, 2, "or expert:500 for 500 iterations, or cmd:COMMAND");
    }
    fails("simulate propre --bots ,", 2, levels);
    fails(
        "simulate propre --bots club,random",
        2,
        "2 levels were named for 4 players; name one for all seats",
    );
    fails("simulate propre --bots club --iterations 0", 2, "--iterations");
    fails("tournament propre", 2, "--players");
    fails("tournament propre --players club,expert:0", 2, "write expert:500 for 500 iterations");
    fails("tournament propre --players club", 2, "is for 2 to 8 players, not 1; set --players");
    fails("tournament chase-the-ace --players club,club", 2, "is for 3 to 52 players, not 2");
    fails("tournament whist --players club,club", 2, "there is no game \"whist\"");
    fails("tournament propre --players club,club --json --csv", 2, "--csv");
    fails("play propre --pace fast", 2, "give a number of seconds from 0 to 60");
    fails("play propre --pace 61", 2, "give a number of seconds from 0 to 60");
    fails("simulate propre --plot plot.pdf", 2, "name a file that ends in .svg or .png");
    fails("plots", 2, "--out");
}

#[test]
fn a_plot_that_has_no_place_gets_one_line_and_exit_code_1() {
    let folder = fresh("no-place");
    fails("simulate aces-up --games 5 --plot /nowhere/p.svg", 1, "cannot write /nowhere/p.svg");
    let file = folder.join("file");
    std::fs::write(&file, "").unwrap();
    fails(&format!("plots --games 5 --out {}", file.display()), 1, "a file of that name is in the way");
    let taken = folder.join("taken.svg");
    std::fs::create_dir(&taken).unwrap();
    fails(&format!("simulate aces-up --plot {}", taken.display()), 1, "it is a folder; name a file");
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 2, "nothing half-written");
}

#[test]
fn bots_of_every_level_sit_at_the_table_and_play_the_same_twice() {
    for level in ["random", "novice", "club", "expert --iterations 20"] {
        let arguments = format!("play pass-the-ace --players 3 --seed 7 --bots {level}");
        let first = typing(&arguments, &"1\n".repeat(200));
        assert!(out(&first).contains("The seed was"), "{level}: {}", out(&first));
        assert_eq!(first.stdout, typing(&arguments, &"1\n".repeat(200)).stdout, "{level}");
    }
    let club = typing("play grapples --seed 7", "quit\n");
    assert_eq!(club.stdout, typing("play grapples --seed 7 --bots club", "quit\n").stdout, "the default");
    assert!(out(&club).contains("their level is club"), "{}", out(&club));
}

#[test]
fn without_bots_play_is_random_as_ever() {
    let random = out(&parlour("simulate propre --games 20 --seed 1"));
    assert!(random.contains("20 games of random play"), "{random}");
    assert_eq!(random, out(&parlour("simulate propre --games 20 --seed 1 --bots random")));
    assert!(json("simulate propre --games 2 --json").get("bots").is_none());
}

#[test]
fn simulations_say_who_played_and_come_out_the_same_twice() {
    let arguments = "simulate pass-the-ace --games 30 --seed 1 --bots club,novice,random,club";
    let text = out(&parlour(arguments));
    assert!(text.contains("30 games by club, novice, random and club bots"), "{text}");
    assert_eq!(text, out(&parlour(arguments)));
    let summary = json("simulate grapples --games 4 --json --bots club");
    assert_eq!(summary["bots"], serde_json::json!(["club", "club", "club", "club"]));
}

#[test]
fn a_tournament_comes_out_the_same_twice_and_shares_every_win() {
    for listed in ListedGame::all().into_iter().filter(|listed| listed.usual_players > 1) {
        let (game, players) =
            (listed.id, ["club", "novice", "random"][..listed.usual_players.min(3)].join(","));
        let arguments = format!("tournament {game} --players {players} --games 60 --seed 3");
        let text = out(&parlour(&arguments));
        assert_eq!(text, out(&parlour(&arguments)));
        assert!(text.contains("each played in every seating: 60 games") && text.contains("Elo"), "{text}");
        let result = json(&format!("{arguments} --json"));
        let shares = numbers(&result["bots"], "wins", "share");
        assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{game}: {shares:?}");
        assert_eq!(result["interrupted"], false);
    }
}

#[test]
fn an_expert_of_a_tournament_can_have_iterations_of_its_own() {
    let wins = |arguments: &str| {
        let result = json(&format!("tournament grapples --games 12 --seed 3 --json {arguments}"));
        (result["bots"][0]["level"].clone(), numbers(&result["bots"], "wins", "share"))
    };
    let (own, usual) =
        (wins("--players expert:20,club,random"), wins("--players expert,club,random --iterations 20"));
    assert_eq!((own.0, &own.1), ("expert:20".into(), &usual.1));
    for command in ["play", "tournament"] {
        let help = out(&parlour(&format!("{command} --help")));
        let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(help.contains("expert:500 for an expert with 500 search iterations per move"), "{help}");
        assert!(help.contains("expert:500 overrides it"), "{help}");
    }
}

/// Bots of one level play the same game in every seating, and each has every seat once.
#[test]
fn bots_of_one_level_come_out_exactly_equal() {
    let together = ListedGame::all().into_iter().filter(|listed| listed.usual_players > 1);
    for (listed, level) in together.zip(["club", "random", "novice"].into_iter().cycle()) {
        let (game, players) = (listed.id, vec![level; listed.usual_players.min(3)].join(","));
        let result = json(&format!("tournament {game} --players {players} --games 30 --seed 5 --json"));
        for (name, part) in [("wins", "share"), ("result", "mean")] {
            let values = numbers(&result["bots"], name, part);
            assert!(values.iter().all(|value| (value - values[0]).abs() < 1e-9), "{game}: {values:?}");
        }
        assert_eq!(result["ratings"].as_array().unwrap().len(), 1);
    }
}

#[test]
fn games_are_rounded_up_to_whole_deals() {
    let arguments = "tournament pass-the-ace --players club,random,random --games 10 --seed 1";
    let text = out(&parlour(arguments));
    assert!(text.contains("4 deals, each played in every seating: 12 games"), "{text}");
    assert!(text.contains("10 games were asked for; this is rounded up to whole deals."), "{text}");
    let lines = out(&parlour(&format!("{arguments} --csv")));
    let fields: Vec<usize> = lines.lines().map(|line| line.split(',').count()).collect();
    assert_eq!(fields, [13; 4], "{lines}");
    assert!(lines.starts_with("bot,level,games,deals,win_share,"), "{lines}");
}

#[test]
fn one_who_never_wins_is_rated_all_the_same() {
    let result = json("tournament propre --players club,random --games 2 --seed 2 --json");
    for rating in result["ratings"].as_array().unwrap() {
        assert!(rating["elo"].as_f64().unwrap().is_finite(), "{rating}");
    }
    let shares = &result["bots"][0]["wins"];
    assert!(shares["low"].as_f64() < shares["high"].as_f64(), "one deal proves nothing: {shares}");
}

#[test]
fn a_solitaire_is_played_by_each_bot_alone() {
    let arguments = "tournament aces-up --players club,random --games 100 --seed 1 --set discards=forced";
    let text = out(&parlour(arguments));
    assert!(text.contains("50 deals, each played alone by every bot: 100 games"), "{text}");
    assert!(text.contains("club against random on the same deals:"), "{text}");
    let result = json(&format!("{arguments} --json"));
    assert_eq!(result["bots"][0]["games"], 50);
    assert_eq!(result["unit"], "cards discarded");
}

#[test]
fn plots_are_whole_files_that_say_what_they_show() {
    let folder = fresh("plots");
    let svg = folder.join("pta.svg");
    let simulated =
        parlour(&format!("simulate pass-the-ace --games 50 --seed 1 --bots club --plot {}", svg.display()));
    assert!(simulated.status.success(), "{}", String::from_utf8_lossy(&simulated.stderr));
    let text = std::fs::read_to_string(&svg).unwrap();
    for part in
        ["Pass the Ace: usual rules, 4 players", "50 games by club bots, seed 1", "share of lives lost (%)"]
    {
        assert!(text.contains(part), "{part}");
    }
    assert!(text.trim_end().ends_with("</svg>"));
    let all = folder.join("all");
    let listed = out(&parlour(&format!("plots --out {} --games 20 --seed 1 --bots random", all.display())));
    assert_eq!(listed.lines().count(), 2 * AnyGame::ALL.len(), "an SVG and a PNG for each game: {listed}");
    for path in listed.lines() {
        let bytes = std::fs::read(path).unwrap();
        let whole =
            if path.ends_with("png") { bytes.starts_with(b"\x89PNG") } else { bytes.starts_with(b"<svg") };
        assert!(whole, "{path}");
    }
    let again = folder.join("again");
    parlour(&format!("plots --out {} --games 20 --seed 1 --bots random", again.display()));
    let same =
        |name: &str| std::fs::read(all.join(name)).unwrap() == std::fs::read(again.join(name)).unwrap();
    assert!(same("grapples.png") && same("propre.svg"), "the same command draws the same plot");
}
