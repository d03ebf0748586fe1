//! Traces of `parlour simulate` under the eyes of a checker that shares no code with the games: it was
//! written from the rule pages alone, and reads nothing but the trace.

mod aces_up;
mod check;
mod grapples;
mod pass_the_ace;
mod propre;
mod propre_state;
mod tests;

use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;
use std::process::Command;

/// Simulates with these arguments into a trace file of that name.
fn simulate(name: &str, arguments: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let done = Command::new(env!("CARGO_BIN_EXE_parlour"))
        .arg("simulate")
        .args(arguments.split_whitespace())
        .args(["--seed", "1", "--json", "--trace"])
        .arg(&path)
        .output()
        .unwrap();
    assert!(done.status.success(), "{arguments}: {}", String::from_utf8_lossy(&done.stderr));
    path
}

/// Simulates and lets the checker judge every step.
fn accept(name: &str, games: usize, arguments: &str) {
    let path = simulate(name, &format!("{arguments} --games {games}"));
    let verdict = check::check_trace(BufReader::new(File::open(&path).unwrap()));
    let seen = verdict.unwrap_or_else(|error| panic!("{arguments}: {error}"));
    assert_eq!(seen.games, games, "{arguments}");
    std::fs::remove_file(path).unwrap();
}

#[test]
fn pass_the_ace_is_played_by_the_rules() {
    for (players, games) in [(2, 200), (5, 200), (9, 60), (52, 2)] {
        accept(&format!("pta{players}"), games, &format!("pass-the-ace --players {players}"));
    }
}

#[test]
fn chase_the_ace_is_played_by_the_rules_however_a_last_tie_is_settled() {
    for tie in ["double-game", "split", "replay", "cut", "carry-staked", "carry"] {
        accept(&format!("cta-{tie}"), 200, &format!("chase-the-ace --players 4 --set last_tie={tie}"));
        // With one life and low queens last ties come all the time.
        let often =
            format!("chase-the-ace --players 3 --set last_tie={tie} --set lives=1 --set queens_low=true");
        accept(&format!("cta-often-{tie}"), 200, &often);
    }
    accept("cta-literal", 200, "chase-the-ace --players 5 --set dealer_draws_from=discard");
    accept(
        "cta-kings",
        200,
        "chase-the-ace --set king_from_stock=taken --set dealer_may_swap=true --set lives=9",
    );
}

#[test]
fn aces_up_is_played_by_the_rules_in_every_variant() {
    for deal_when in ["any-time", "auto", "stuck"] {
        for fill in ["any", "aces"] {
            for discards in ["optional", "forced"] {
                for lone in ["true", "false"] {
                    let name = format!("au-{deal_when}-{fill}-{discards}-{lone}");
                    let arguments = format!(
                        "aces-up --set deal_when={deal_when} --set fill={fill} --set discards={discards} \
                         --set lone_card_moves={lone}"
                    );
                    accept(&name, 40, &arguments);
                }
            }
        }
    }
    for preset in ["classic", "relaxed", "strict", "sprint"] {
        accept(&format!("au-{preset}"), 100, preset);
    }
}

#[test]
fn grapples_is_played_by_the_rules() {
    for players in [2, 4, 8] {
        accept(&format!("gr{players}"), 200, &format!("grapples --players {players}"));
        let other = "--set double_down=forced --set dealer_may_redeem=true --set dealer_turns=3";
        accept(&format!("gr-other-{players}"), 200, &format!("grapples --players {players} {other}"));
    }
}

#[test]
fn propre_is_played_by_the_rules() {
    for players in [2, 4, 5, 8] {
        accept(&format!("pp{players}"), 60, &format!("propre --players {players}"));
        let other = "--set declaration=until-draw --set hand_size=4";
        accept(&format!("pp-other-{players}"), 60, &format!("propre --players {players} {other}"));
    }
    accept("pp-two-decks", 60, "propre --players 3 --set decks=2");
}

#[test]
fn bots_play_by_the_rules() {
    for (game, _) in check::CHECKERS {
        for (level, games) in [("novice", 40), ("club", 40), ("expert --iterations 8", 3)] {
            let name = format!("bots-{game}-{}", level.replace(' ', ""));
            accept(&name, games, &format!("{game} --bots {level}"));
        }
    }
    accept("bots-mixed", 10, "propre --players 3 --bots random,club,novice");
}

#[test]
fn the_same_command_writes_the_same_bytes() {
    let listed = games::ListedGame::all().into_iter().map(|listed| listed.id.to_owned());
    for game in listed.clone().chain(listed.map(|game| game + " --bots novice")) {
        let arguments = format!("{game} --games 40");
        let [one, two] = ["one", "two"]
            .map(|name| simulate(&format!("same-{}-{name}", game.replace(' ', "")), &arguments));
        assert!(std::fs::read(&one).unwrap() == std::fs::read(&two).unwrap(), "{game}");
        assert!(std::fs::metadata(&one).unwrap().len() > 10_000);
        std::fs::remove_file(one).and_then(|()| std::fs::remove_file(two)).unwrap();
    }
}
