//! Inputs that nobody should send, in numbers: a few thousand here, a million by `cargo xtask fuzz`. Nothing panics, no
//! answer blames the server, and memory stays bounded.

use axum::body::{Body, to_bytes};
use axum::http::Request;
use engine::{Dice, Seed, Viewer};
use tower::ServiceExt;

use super::games::kinds;
use super::hostile::{Spoil, good, spoilt};
use crate::config::Config;
use crate::identity::GuestId;
use crate::ledger::Ledger;
use crate::table::{Checkpoint, Decision, Entry, Fold};
use crate::testing::{Visitor, dealt, finish_until, key, order, quick, room, room_with};
use crate::{State, router};

/// How much more memory may be held after all inputs than before, in KiB.
const GROWTH: u64 = 256 * 1024;
const LETTERS: &[char] = &['"', '{', '}', '[', '\\', ',', ':', '-', '9', 'e', '\0', '\u{202e}', 'é', ' '];

/// As many inputs as the environment asks for, else a few.
fn inputs() -> u64 {
    std::env::var("PARLOUR_FUZZ_INPUTS").ok().and_then(|number| number.parse().ok()).unwrap_or(6000)
}

/// The memory that this process holds in KiB, where the system tells.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or("0 kB");
    line.trim().trim_end_matches("kB").trim().parse().unwrap_or(0)
}

/// Memory must not have grown with the number of inputs; `cargo xtask fuzz` shows the figures.
fn is_bounded(what: &str, tried: u64, understood: u64, before: u64) {
    let after = resident();
    println!("{tried} {what}, {understood} of them understood; memory from {before} to {after} KiB");
    assert!(after < before + GROWTH, "from {before} to {after} KiB");
}

fn index(dice: &mut Dice, below: usize) -> usize {
    dice.below(below.max(1))
}

fn pick<'a, T>(dice: &mut Dice, of: &'a [T]) -> &'a T {
    &of[index(dice, of.len())]
}

/// A text with up to three faults in it.
fn spoil(text: &str, others: &[String], dice: &mut Dice) -> String {
    let mut text = text.to_owned();
    for _ in 0..dice.below(4) {
        let (at, letter) = (index(dice, 1 << 20), *pick(dice, LETTERS));
        let spoil = match dice.below(6) {
            0 => Spoil::Cut(at),
            1 => Spoil::Insert(at, letter),
            2 => Spoil::Replace(at, letter),
            3 if text.len() < 4096 => Spoil::Double(at),
            4 => Spoil::Number([0, 1, 7, 51, 255, u64::MAX][index(dice, 6)]),
            _ => Spoil::Splice(at, index(dice, 1 << 20)),
        };
        text = spoilt(&text, pick::<String>(dice, others), &spoil);
    }
    text
}

/// The logs of games of every kind that are under way.
fn logs() -> Vec<Vec<String>> {
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().start_paused(true).build().unwrap();
    runtime.block_on(async {
        let hub = room();
        let mut logs = Vec::new();
        for (name, players, people) in kinds() {
            let (table, mut visitors) = dealt(&hub, &order(name, players), people).await;
            finish_until(&mut visitors, &mut Dice::new(&Seed::from_number(3)), 25).await;
            let chat = protocol::online::Call::Chat { text: "Hello!".to_owned() };
            visitors[0].do_it(chat).await;
            let log = hub.0.ledger.read(&table, 0).await.unwrap();
            logs.push(log.iter().map(|entry| String::from_utf8_lossy(entry).into_owned()).collect());
        }
        logs
    })
}

/// Entries of every kind, for any log.
fn entries() -> Vec<String> {
    let texts = [
        r#"{"t":5,"what":"started"}"#,
        r#"{"t":5,"what":"left","seat":0}"#,
        r#"{"t":5,"what":"bot","seat":1}"#,
        r#"{"t":5,"what":"freed","seat":1}"#,
        r#"{"t":5,"what":"removed","seat":1}"#,
        r#"{"t":5,"what":"took-back","seat":0}"#,
        r#"{"t":5,"what":"did-again","seat":0}"#,
        r#"{"t":5,"what":"muted","seat":0,"off":false}"#,
        r#"{"t":5,"what":"paused"}"#,
        r#"{"t":5,"what":"resumed"}"#,
        r#"{"t":5,"what":"away","seat":0}"#,
        r#"{"t":5,"what":"back","seat":7}"#,
        r#"{"t":5,"what":"sat-in","seat":0}"#,
        r#"{"t":5,"what":"hinted","seat":0}"#,
        r#"{"t":5,"what":"sealed"}"#,
        r#"{"t":5,"what":"unrevealed","seat":1}"#,
        r#"{"t":5,"what":"answered","seat":0,"agree":true}"#,
        r#"{"t":5,"what":"answered","seat":0,"agree":false}"#,
        r#"{"t":5,"what":"withdrew"}"#,
        r#"{"t":18446744073709551615,"what":"chatted","seat":0,"text":"hi"}"#,
    ];
    let (id, seed) = (GuestId::of(&key(1)).to_hex(), "5e".repeat(32));
    let commit = Seed([0x5e; 32]).commitment();
    let more = [
        format!(r#"{{"t":5,"what":"promised","seat":1,"commit":"{commit}"}}"#),
        format!(r#"{{"t":5,"what":"revealed","seat":1,"share":"{seed}"}}"#),
        format!(r#"{{"t":5,"what":"asked-in","seat":1,"guest":"{id}","name":"Zoë"}}"#),
        format!(r#"{{"t":5,"what":"asked-in","seat":51,"guest":"{id}","name":"Zoë"}}"#),
        format!(r#"{{"t":5,"what":"sat","seat":1,"guest":"{id}","name":"Zoë","share":"{seed}"}}"#),
        format!(r#"{{"t":5,"what":"again","seat":0,"secret":"{seed}","share":"{seed}"}}"#),
        format!(r#"{{"t":5,"what":"forgot","guest":"{id}"}}"#),
    ];
    texts.iter().map(|text| (*text).to_owned()).chain(more).collect()
}

#[test]
fn whatever_a_log_holds_it_is_folded_or_refused() {
    let (logs, entries) = (logs(), entries());
    let corpus: Vec<String> = logs.iter().flatten().chain(&entries).cloned().collect();
    let mut dice = Dice::new(&Seed::from_number(1));
    let before = resident();
    let (mut tried, mut folded) = (0, 0);
    let wanted = inputs() / 2;
    while tried < wanted {
        let log = pick(&mut dice, &logs);
        let first = if dice.below(8) == 0 { spoil(&log[0], &corpus, &mut dice) } else { log[0].clone() };
        tried += 1;
        let Ok(first) = Entry::read(first.as_bytes()) else { continue };
        let Ok(mut fold) = Fold::begin("abcdefghjkmn", &first) else { continue };
        for text in log.iter().skip(1) {
            let text = match dice.below(10) {
                0 => spoil(text, &corpus, &mut dice),
                1 => spoil(pick::<String>(&mut dice, &corpus), &corpus, &mut dice),
                2 => pick(&mut dice, &entries).clone(),
                _ => text.clone(),
            };
            tried += 1;
            if let Ok(entry) = Entry::read(text.as_bytes()) {
                fold.take(&entry);
                folded += 1;
            }
        }
        // Whatever the result, it can be shown to everyone, and kept.
        for guest in [None, Some(GuestId::of(&key(0))), Some(GuestId::of(&key(1)))] {
            let _ = fold.welcome(guest.as_ref());
            let _ = fold.change(guest.as_ref(), fold.at / 2);
        }
        let _ = (fold.snapshot(Viewer::Public), fold.record());
        let kept = Checkpoint::of(&fold, 7).map(|kept| kept.write());
        let restored =
            kept.and_then(|bytes| Checkpoint::read(&bytes)).and_then(|kept| kept.restore("abcdefghjkmn"));
        assert!(restored.is_none_or(|restored| restored.room() == fold.room()));
    }
    assert!(folded > wanted / 2, "{folded} of {tried} were entries");
    is_bounded("entries of logs", tried, folded, before);
}

#[test]
fn whatever_is_called_it_is_decided() {
    let (logs, good) = (logs(), good());
    let mut dice = Dice::new(&Seed::from_number(2));
    let before = resident();
    let (mut tried, mut read) = (0, 0);
    let wanted = inputs() / 4;
    while tried < wanted {
        let mut log = pick(&mut dice, &logs).iter().map(|text| Entry::read(text.as_bytes()).unwrap());
        let mut fold = Fold::begin("abcdefghjkmn", &log.next().unwrap()).unwrap();
        log.for_each(|entry| fold.take(&entry));
        for _ in 0..50 {
            let text = spoil(pick::<String>(&mut dice, &good), &good, &mut dice);
            tried += 1;
            let Ok(request) = serde_json::from_str::<protocol::online::Request>(&text) else { continue };
            read += 1;
            let guest = [None, Some(GuestId::of(&key(0))), Some(GuestId::of(&key(1)))][index(&mut dice, 3)];
            let decided = fold.decide(guest.as_ref(), &request.call, || Seed::from_number(1), 1);
            if let Ok(Decision::Append(kind)) = decided {
                // What is appended reads back.
                let entry = Entry { t: 9, kind };
                assert_eq!(Entry::read(&entry.write()).unwrap(), entry);
                fold.take(&entry);
            }
        }
    }
    assert!(read > wanted / 8, "{read} of {tried} were requests");
    is_bounded("calls", tried, read, before);
}

#[test]
fn whatever_is_requested_the_server_is_never_at_fault() {
    let paths = [
        "/api/tables",
        "/api/tables?page=2",
        "/api/tables/abcdefghjkmn",
        "/api/tables/abcdefghjkmn/record?game=1",
        "/api/results",
        "/api/guest",
        "/api/guest/key",
        "/api/openapi.json",
        "/ws/abcdefghjkmn",
        "/healthz",
        "/metrics",
        "/",
    ]
    .map(str::to_owned);
    let bodies = [
        r#"{"game":"pass-the-ace","players":3,"bots":"club","listed":true}"#.to_owned(),
        r#"{"game":"propre","settings":{"hand":"7"},"delay_seconds":30,"move_seconds":60}"#.to_owned(),
        format!(r#"{{"key":"{}"}}"#, "5e".repeat(32)),
        String::new(),
    ];
    let methods = ["GET", "POST", "DELETE", "PUT", "OPTIONS", "HEAD", "BREW"];
    let mut dice = Dice::new(&Seed::from_number(3));
    let before = resident();
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().start_paused(true).build().unwrap();
    let (wanted, mut tried, mut answered) = (inputs() / 4, 0, 0);
    while tried < wanted {
        runtime.block_on(async {
            let hub = room_with(Config { warm_tables: 20, ..quick() });
            let app = router(State::new(hub.clone()));
            for _ in 0..2000 {
                tried += 1;
                let path = spoil(pick::<String>(&mut dice, &paths), &paths, &mut dice);
                let body = spoil(pick::<String>(&mut dice, &bodies), &bodies, &mut dice);
                let token = match dice.below(4) {
                    0 => spoil(&key(1).reveal(), &bodies, &mut dice),
                    number => key(number as u8).reveal(),
                };
                let kind = if dice.below(8) == 0 { "text/plain" } else { "application/json" };
                let request = Request::builder()
                    .method(*pick(&mut dice, &methods))
                    .uri(path)
                    .header("authorization", format!("Bearer {token}"))
                    .header("content-type", kind)
                    .header("host", "cards.example")
                    .body(Body::from(body.clone()));
                // What is no request at all does not come this far.
                let Ok(request) = request else { continue };
                let said = format!("{} {}", request.method(), request.uri());
                let response = app.clone().oneshot(request).await.unwrap();
                let status = response.status();
                // A card room that is full says so; that is no fault.
                let full = status == axum::http::StatusCode::SERVICE_UNAVAILABLE;
                assert!(!status.is_server_error() || full, "{said} {body}: {status}");
                let bytes = to_bytes(response.into_body(), 1 << 20).await.unwrap();
                assert!(!full || String::from_utf8_lossy(&bytes).contains("\"full\""), "{said} {body}");
                answered += 1;
            }
            assert_eq!(hub.metrics().crashes.get(), 0);
            hub.close().await;
        });
    }
    assert!(answered > wanted / 2, "{answered} of {tried} were requests");
    is_bounded("requests over HTTP", tried, answered, before);
}

/// A process that writes nonsense to the same ledger takes no table down that others are at.
#[test]
fn whatever_another_server_writes_the_table_answers_or_says_goodbye() {
    let entries = entries();
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().start_paused(true).build().unwrap();
    runtime.block_on(async {
        let mut dice = Dice::new(&Seed::from_number(4));
        let hub = room();
        for _ in 0..(inputs() / 200).min(2000) {
            let (table, mut visitors) = dealt(&hub, &order("pass-the-ace", 3), 2).await;
            for _ in 0..3 {
                let text = spoil(pick::<String>(&mut dice, &entries), &entries, &mut dice);
                let ledger: &dyn Ledger = &*hub.0.ledger;
                let at = ledger.read(&table, 0).await.unwrap().len() as u64;
                let _ = ledger.append(&table, at, text.into()).await;
            }
            visitors[0].send(r#"{"id":99,"call":{"ask":{"what":"record"}}}"#).await;
            while let Some(word) = visitors[0].next_message().await {
                use protocol::online::ServerMessage;
                if matches!(word, ServerMessage::Reply { id: 99, .. } | ServerMessage::Bye { .. }) {
                    break;
                }
            }
            let _ = Visitor::come(&hub, &table, Some(key(1)), None).await;
        }
        assert_eq!(hub.metrics().crashes.get(), 0);
    });
}
