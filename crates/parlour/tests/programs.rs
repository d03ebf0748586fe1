//! Programs that play by the bot protocol, and programs that only say so.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// A bot in shell that behaves until it is asked for a decision; `$1` says how it misbehaves then.
const MISBEHAVING: &str = r#"
while IFS= read -r line; do
    case $line in
    '{"start"'*)
        [ "$1" = never-ready ] && continue
        [ "$1" = eager ] && echo '{"act":"stick"}' && continue
        echo '{"ready":{}}'
        [ "$1" = chatty ] && echo '{"act":"stick"}' && echo '{"act":"stick"}'
        ;;
    '{"decide"'*)
        case $1 in
        crash) echo 'cannot "go" on' >&2; exit 3 ;;
        killed) kill -KILL $$ ;;
        mute) exec 1>&-; while :; do read -r line || exit 0; done ;;
        slow) ;;
        illegal) echo '{"act":"castle"}' ;;
        wrong-type) echo '{"act":7}' ;;
        garbage) echo 'stick, please' ;;
        bytes) printf '\377\376\n' ;;
        long) head -c 200000 /dev/zero | tr '\0' 'x'; echo ;;
        flood) yes '{"act":"stick"}' ;;
        *) echo '{"act":"stick"}' ;;
        esac
        ;;
    esac
done
"#;

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("parlour-programs-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn bot(&self) -> PathBuf {
        let path = self.0.join("bot.sh");
        std::fs::write(&path, MISBEHAVING).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn parlour(arguments: &[&str]) -> std::process::Output {
    Command::new(env!("CARGO_BIN_EXE_parlour")).args(arguments).output().unwrap()
}

fn tournament(bot: &str, more: &[&str]) -> Value {
    let players = format!("cmd:{bot},club");
    let fixed =
        ["tournament", "pass-the-ace", "--players", &players, "--games", "2", "--seed", "1", "--json"];
    let out = parlour(&[&fixed, more].concat());
    assert!(out.status.success(), "{bot}: {}", String::from_utf8_lossy(&out.stderr));
    serde_json::from_slice(&out.stdout).unwrap()
}

fn sh(script: &Path, manner: &str) -> String {
    format!("sh {} {manner}", script.display())
}

#[test]
fn a_program_that_behaves_plays_every_decision() {
    let folder = Folder::new("good");
    let result = tournament(&sh(&folder.bot(), "good"), &[]);
    let program = &result["programs"][0];
    assert!(program["decisions"].as_u64().unwrap() > 5, "{program}");
    assert_eq!(program["fallbacks"], 0, "{program}");
    assert_eq!(result["bots"][0]["games"], 2);
    assert!(result["bots"][0]["level"].as_str().unwrap().starts_with("cmd:sh "));
}

/// However a program misbehaves, the games are played to their ends, and the report says what happened.
#[test]
fn a_program_that_misbehaves_is_replaced_and_reported() {
    let folder = Folder::new("bad");
    let bot = folder.bot();
    for (manner, code) in [
        ("crash", "crashed"),
        ("killed", "crashed"),
        ("mute", "crashed"),
        ("slow", "too-slow"),
        ("eager", "unreadable"),
        ("chatty", "unreadable"),
        ("illegal", "illegal"),
        ("wrong-type", "unreadable"),
        ("garbage", "unreadable"),
        ("bytes", "unreadable"),
        ("long", "unreadable"),
        ("flood", "unreadable"),
    ] {
        let result = tournament(&sh(&bot, manner), &["--bot-seconds", "0.2"]);
        assert_eq!(result["deals"], 1, "{manner}");
        let program = &result["programs"][0];
        assert!(program["faults"][code]["count"].as_u64() > Some(0), "{manner}: {program}");
        assert!(program["fallbacks"].as_u64() <= program["decisions"].as_u64(), "{manner}: {program}");
        if manner == "crash" {
            assert_eq!(program["stderr"][0], "cannot \"go\" on", "{program}");
            assert!(program["faults"][code]["first"].as_str().unwrap().contains('3'), "{program}");
        }
    }
}

#[test]
fn a_program_that_cannot_be_started_is_reported() {
    let result = tournament("/nowhere/at-all", &[]);
    let program = &result["programs"][0];
    assert_eq!(program["fallbacks"], program["decisions"], "{program}");
    assert!(program["faults"]["not-started"]["first"].as_str().unwrap().contains("/nowhere/at-all"));
}

/// The record says which actions were not the program's own, and is still a record that verifies.
#[test]
fn records_name_what_a_fallback_played() {
    let folder = Folder::new("records");
    let (records, log) = (folder.0.join("records"), folder.0.join("stderr.log"));
    let more = ["--records", records.to_str().unwrap(), "--bot-log", log.to_str().unwrap()];
    tournament(&sh(&folder.bot(), "crash"), &more);
    assert!(std::fs::read_to_string(&log).unwrap().contains("] cannot \"go\" on"));
    let first = records.join("000001-1.json");
    let record: Value = serde_json::from_str(&std::fs::read_to_string(&first).unwrap()).unwrap();
    let fallbacks = record["fallbacks"].as_array().unwrap();
    assert!(!fallbacks.is_empty());
    for fallback in fallbacks {
        let action = fallback["action"].as_u64().unwrap() as usize;
        assert_eq!(record["actions"][action - 1][0], 0, "the program sits on seat 0: {fallback}");
        assert!(fallback["why"].as_str().unwrap().contains(": "));
    }
    let out = parlour(&["verify", first.to_str().unwrap()]);
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    let out = parlour(&["replay", first.to_str().unwrap()]);
    assert!(
        String::from_utf8_lossy(&out.stdout).contains("Not the program's choice (crashed: exit status: 3).")
    );
}

/// A program could remember the cards that it held in another seat of the same deal, so it never meets a deal twice. Our own
/// bots remember nothing, and play the same cards in every seating.
#[test]
fn a_program_never_meets_a_deal_twice() {
    let folder = Folder::new("deals");
    let bot = format!("cmd:{},club,club", sh(&folder.bot(), "good"));
    for (players, different) in [(bot.as_str(), 3), ("novice,club,club", 1)] {
        let records = folder.0.join(different.to_string());
        let fixed = ["tournament", "pass-the-ace", "--games", "3", "--seed", "1", "--players", players];
        let out = parlour(&[&fixed[..], &["--records", records.to_str().unwrap()]].concat());
        assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
        let seed = |file: std::io::Result<std::fs::DirEntry>| {
            let record = std::fs::read_to_string(file.unwrap().path()).unwrap();
            serde_json::from_str::<Value>(&record).unwrap()["seed"].to_string()
        };
        let seeds: Vec<String> = std::fs::read_dir(&records).unwrap().map(seed).collect();
        let distinct: std::collections::BTreeSet<&String> = seeds.iter().collect();
        assert_eq!((seeds.len(), distinct.len()), (3, different), "{players}");
        let says = String::from_utf8_lossy(&out.stdout).contains("with other cards in each seating");
        assert_eq!(says, different == 3, "{players}");
    }
}

/// In a solitaire a single program meets each deal once, with the cards of our own bots. Several could tell each other.
#[test]
fn several_programs_never_meet_the_same_deal_of_a_solitaire() {
    let folder = Folder::new("alone");
    let played = |players: &str| {
        let records = folder.0.join(players.replace('/', "-"));
        let fixed = ["tournament", "aces-up", "--games", "1", "--seed", "1", "--players", players];
        let out = parlour(&[&fixed[..], &["--records", records.to_str().unwrap()]].concat());
        assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
        let seed = |seating: usize| {
            let record = std::fs::read_to_string(records.join(format!("000001-{seating}.json"))).unwrap();
            serde_json::from_str::<Value>(&record).unwrap()["seed"].to_string()
        };
        let seeds: Vec<String> = (1..=players.split(',').count()).map(seed).collect();
        (seeds, String::from_utf8_lossy(&out.stdout).into_owned())
    };
    let (seeds, text) = played("random,cmd:/nowhere/one");
    assert_eq!(seeds[0], seeds[1]);
    assert!(text.contains("cmd:/nowhere/one against random on the same deals"), "{text}");
    let (seeds, text) = played("random,cmd:/nowhere/one,cmd:/nowhere/one,club");
    assert_eq!(seeds[0], seeds[3], "our own bots play the same cards");
    assert_eq!(seeds.iter().collect::<std::collections::BTreeSet<_>>().len(), 3, "{seeds:?}");
    assert!(text.contains("with other cards for each program"), "{text}");
    assert!(text.contains("club against random on the same deals"), "{text}");
    assert!(text.contains("cmd:/nowhere/one against random on different deals"), "{text}");
}

/// What a program has started ends with its table, also if the program itself ends in good order.
#[cfg(unix)]
#[test]
fn nothing_that_a_program_started_outlives_the_table() {
    let folder = Folder::new("children");
    let (script, fifo) = (folder.0.join("parent.sh"), folder.0.join("fifo"));
    let bot = r#"
exec 3>"$1"
(sleep 30; echo survived >&3) &
while IFS= read -r line; do
    case $line in
    '{"start"'*) echo '{"ready":{}}' ;;
    '{"decide"'*) echo '{"act":"stick"}' ;;
    esac
done
"#;
    std::fs::write(&script, bot).unwrap();
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    // It ends when nobody holds the other side any more.
    let reader = {
        let fifo = fifo.clone();
        std::thread::spawn(move || std::fs::read_to_string(fifo).unwrap())
    };
    let result = tournament(&format!("sh {} {}", script.display(), fifo.display()), &[]);
    assert_eq!(result["programs"][0]["fallbacks"], 0, "{result}");
    assert_eq!(reader.join().unwrap(), "");
}

#[test]
fn a_program_plays_at_a_table_of_ones_own() {
    let folder = Folder::new("table");
    let bot = format!("cmd:{}", sh(&folder.bot(), "good"));
    let record = folder.0.join("record.json");
    let mut child = Command::new(env!("CARGO_BIN_EXE_parlour"))
        .args(["play", "pass-the-ace", "--players", "3", "--seed", "4", "--bots", &bot, "--record"])
        .arg(&record)
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let sent = std::thread::spawn(move || {
        for _ in 0..200 {
            if std::io::Write::write_all(&mut input, b"stick\n").is_err() {
                break;
            }
        }
    });
    let out = child.wait_with_output().unwrap();
    sent.join().unwrap();
    let text = String::from_utf8_lossy(&out.stdout);
    assert!(text.contains("plays for them"), "{text}");
    let record: Value = serde_json::from_str(&std::fs::read_to_string(&record).unwrap()).unwrap();
    let others = record["actions"].as_array().unwrap().iter().filter(|action| action[0] != 0);
    let others: Vec<&Value> = others.collect();
    assert!(!others.is_empty() && others.iter().all(|action| action[1] == "stick"), "{others:?}");
    assert!(record.get("fallbacks").is_none());
}

/// A saved game is resumed with the program that it began with, which is named.
#[test]
fn a_game_with_a_program_is_resumed_with_it() {
    let folder = Folder::new("resume");
    let (data, bot) = (folder.0.join("data"), sh(&folder.bot(), "good"));
    let play = |arguments: &[&str], lines: &str| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_parlour"))
            .args(arguments)
            .arg("--data")
            .arg(&data)
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        let _ = std::io::Write::write_all(&mut child.stdin.take().unwrap(), lines.as_bytes());
        let out = child.wait_with_output().unwrap();
        assert!(out.status.success(), "{out:?}");
        String::from_utf8_lossy(&out.stdout).into_owned()
    };
    let named = format!("the program \"{bot}\" plays for them");
    let bots = format!("cmd:{bot}");
    let begun =
        play(&["play", "pass-the-ace", "--players", "3", "--seed", "4", "--bots", &bots], "stick\nquit\n");
    assert!(begun.contains(&named), "{begun}");
    let resumed = play(&["resume"], "stick\nstick\nstick\nquit\n");
    assert!(resumed.contains(&named), "{resumed}");
    let saved = std::fs::read_dir(data.join("games")).unwrap().next().unwrap().unwrap().path();
    let saved: Value = serde_json::from_str(&std::fs::read_to_string(saved).unwrap()).unwrap();
    let record: Value = serde_json::from_str(saved["record"].as_str().unwrap()).unwrap();
    let others = record["actions"].as_array().unwrap().iter().filter(|action| action[0] != 0);
    let others: Vec<&Value> = others.collect();
    assert!(others.len() > 4 && others.iter().all(|action| action[1] == "stick"), "{others:?}");
    assert!(record.get("fallbacks").is_none());
}

/// The examples play every game without a fault.
#[test]
fn the_examples_play() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../python/examples");
    for (program, file) in [("python3", "random_bot.py"), ("sh", "first_bot.sh")] {
        if Command::new(program).arg("-c").arg("").output().is_err() {
            assert!(std::env::var_os("CI").is_none(), "{program} is missing");
            eprintln!("skipped: {program} is missing");
            continue;
        }
        let result = tournament(&format!("{program} {}", examples.join(file).display()), &[]);
        assert_eq!(result["programs"][0]["fallbacks"], 0, "{file}: {result}");
    }
}

#[test]
fn a_command_that_cannot_be_read_is_refused() {
    let out = parlour(&["tournament", "pass-the-ace", "--players", "cmd:sh 'open,club"]);
    assert_eq!(out.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&out.stderr).contains("not closed"));
}
