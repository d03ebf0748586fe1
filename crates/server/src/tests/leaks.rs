//! No byte that is sent to a seat depends on cards that are hidden from it.
//!
//! First proof: whatever was sent of a game equals, byte for byte, what can be made from the viewer's own views, from
//! what they noticed and from their legal actions; the engine's kit shows that these do not depend on hidden cards.
//! Second proof: two tables whose hidden cards differ send the same bytes until a difference is due.

use std::collections::HashMap;

use bots::BotStrategy;
use engine::{BadRecord, Dice, Mix, Name, Present, Record, Seat, Seed, Viewer};
use games::{AnyGame, with_game};
use protocol::online::{Call, TableOrder, Word};
use protocol::{Ask, Choice, Line, Standing, Update};

use super::games::KINDS;
use crate::hub::Hub;
use crate::identity::GuestId;
use crate::ledger::Ledger;
use crate::table::{Entry, EntryKind};
use crate::testing::{Visitor, dealt_by, finish, key, order, room, sit};

/// What this viewer may be told of each step of a game, made from their views alone.
fn due<G: BotStrategy + Present>(record: &Record, viewer: Viewer) -> Result<Vec<Update>, BadRecord> {
    let mut told = Vec::new();
    record.replay::<G>(|table, _, events| {
        let (view, seating) = (table.view(viewer), table.seating(viewer));
        let mut legal = Vec::new();
        if let Viewer::Seat(seat) = viewer {
            legal = table.legal(seat);
        }
        let lines = events.iter().filter_map(|event| G::show(event, viewer)).filter_map(|seen| {
            let cry = G::cry(&seen).map(str::to_owned);
            G::tell(&seen, &seating).map(|text| Line { text, cry })
        });
        let choice = |action: G::Action| Choice {
            act: action.to_string(),
            label: G::label(&view, action, &seating),
            gesture: G::gesture(&view, action),
        };
        told.push(Update {
            seq: told.len() as u64 + 1,
            lines: lines.collect(),
            standing: Standing {
                scene: G::scene(&view, &seating),
                choices: legal.into_iter().map(choice).collect(),
                to_act: table.to_act(),
                outcome: table.outcome(),
                can_undo: table.setup().assistance.undo && !table.log().is_empty(),
                can_redo: false,
                assists: table.assists(),
                actions: table.log().len(),
            },
        });
    })?;
    Ok(told)
}

fn due_of(record: &Record, viewer: Viewer) -> Vec<Update> {
    let (game, _) = AnyGame::find(&record.game).unwrap();
    with_game!(game, G => due::<G>(record, viewer)).unwrap()
}

/// Compares every message with what was due; returns how many were about the game.
fn compare(visitor: &Visitor, record: &Record) -> usize {
    let due = due_of(record, visitor.you.map_or(Viewer::Public, Viewer::Seat));
    let (mut compared, mut known) = (0, 0);
    for text in &visitor.heard {
        let at = |seq: u64| &due[usize::try_from(seq).unwrap() - 1];
        match serde_json::from_str(text).unwrap() {
            Word::Change(change) => {
                let Some(update) = change.game else { continue };
                // One message may tell of several steps; it shows how things stand after the last.
                let steps = &due[known..update.seq as usize];
                let lines: Vec<&Line> = steps.iter().flat_map(|step| &step.lines).collect();
                assert_eq!(update.lines.iter().collect::<Vec<_>>(), lines);
                known = update.seq as usize;
                let expected = Update { lines: update.lines.clone(), ..at(update.seq).clone() };
                let bytes = serde_json::to_string(&expected).unwrap();
                assert!(text.ends_with(&format!("\"game\":{bytes}}}}}")), "{text}\n{bytes}");
                compared += 1;
            }
            Word::Welcome(welcome) => {
                let Some(game) = welcome.game else { continue };
                let standing = serde_json::to_string(&at(game.seq).standing).unwrap();
                assert!(text.ends_with(&format!("\"standing\":{standing}}}}}}}")), "{text}\n{standing}");
                known = game.seq as usize;
                let lines: Vec<Line> = due[..known].iter().flat_map(|step| step.lines.clone()).collect();
                assert_eq!(game.log, lines);
                compared += 1;
            }
            Word::Done { .. } => {}
            Word::Reply { .. } | Word::Bye { .. } => panic!("nothing was asked: {text}"),
        }
    }
    compared
}

/// As many games of each kind as the environment asks for, else a few.
fn games() -> u64 {
    std::env::var("PARLOUR_LEAK_GAMES").ok().and_then(|number| number.parse().ok()).unwrap_or(8)
}

/// Plays games of one kind, with people, a bot and a watcher.
async fn nothing_leaks(kind: usize) {
    let (name, players, people) = KINDS[kind];
    for number in 0..games() {
        let hub = room();
        let (table, mut visitors) = dealt_by(&hub, &order(name, players), people, number).await;
        let mut watcher = Visitor::come(&hub, &table, None, None).await;
        finish(&mut visitors, &mut Dice::new(&Seed::from_number(number))).await;
        let at = visitors[0].at;
        watcher.hear_until(|watcher| watcher.at == at).await;
        let record = hub.record(&table, None).await.unwrap().unwrap();
        for visitor in visitors.iter().chain([&watcher]) {
            assert!(compare(visitor, &record) > 1, "{name}");
        }
    }
}

/// A test for each kind, so that they run side by side.
macro_rules! nothing_leaks {
    ($($test:ident = $kind:literal;)+) => {
        $(#[tokio::test(start_paused = true)]
        async fn $test() {
            nothing_leaks($kind).await;
        })+
    };
}

nothing_leaks! {
    all_that_is_sent_is_made_from_what_the_viewer_sees_in_pass_the_ace = 0;
    all_that_is_sent_is_made_from_what_the_viewer_sees_in_chase_the_ace = 1;
    all_that_is_sent_is_made_from_what_the_viewer_sees_in_grapples = 2;
    all_that_is_sent_is_made_from_what_the_viewer_sees_in_propre = 3;
    all_that_is_sent_is_made_from_what_the_viewer_sees_in_aces_up = 4;
}

const TABLE: &str = "abcdefghjkmn";

fn ordered(name: &str) -> TableOrder {
    let mut ordered = order(name, 2);
    if name == "propre" {
        ordered.settings.insert("hand_size".to_owned(), "1".to_owned());
    }
    ordered
}

/// Shares of the second guest for which the first sees the same deal, though the cards differ.
fn alike(name: &str, secret: Seed) -> Vec<(Seed, Seed)> {
    let names = ["Guest 0", "Guest 1"].map(|name| Name::new(name).unwrap());
    let mut seen: HashMap<String, Seed> = HashMap::new();
    let mut pairs = Vec::new();
    for number in 0..6000 {
        let share = Seed::from_number(number);
        let mut mix = Mix::new(secret);
        mix.put(Seat::FIRST, Seed::from_number(100));
        mix.put(Seat::new(1).unwrap(), share);
        let host = tables::seated(&ordered(name).order(mix.seed()), names.to_vec()).unwrap();
        let snapshot = host.snapshot(Viewer::Seat(Seat::FIRST));
        let text = serde_json::to_string(&(snapshot.log, snapshot.standing)).unwrap();
        if let Some(other) = seen.insert(text, share) {
            pairs.push((other, share));
        }
        if pairs.len() == 12 {
            break;
        }
    }
    pairs
}

/// A table whose secret is known, where the second guest puts in this share.
async fn world(name: &str, secret: Seed, share: Seed) -> (Hub, Vec<Visitor>) {
    let hub = room();
    let ordered = ordered(name);
    let host = GuestId::of(&key(0));
    let opened = Entry { t: 1, kind: EntryKind::Opened { v: 1, order: ordered, host, secret } };
    let ledger: &dyn Ledger = &*hub.0.ledger;
    ledger.append(TABLE, 0, opened.write()).await.unwrap();
    let mut visitors = sit(&hub, TABLE, 2).await;
    visitors[1].do_it(Call::Share { share }).await;
    visitors[0].do_it(Call::Start).await;
    for visitor in &mut visitors {
        visitor.hear_until(|visitor| visitor.snapshot.is_some()).await;
    }
    (hub, visitors)
}

/// The record of a game that goes on: only a test can have it.
async fn record_of(hub: &Hub) -> Record {
    let mut log =
        hub.0.ledger.read(TABLE, 0).await.unwrap().into_iter().map(|bytes| Entry::read(&bytes).unwrap());
    let mut fold = crate::table::Fold::begin(TABLE, &log.next().unwrap()).unwrap();
    log.for_each(|entry| fold.take(&entry));
    fold.play.unwrap().hosted.record()
}

fn game_words(visitor: &Visitor) -> Vec<&String> {
    visitor.heard.iter().filter(|text| text.contains("\"scene\":")).collect()
}

#[tokio::test(start_paused = true)]
async fn tables_with_other_hidden_cards_send_the_same_bytes_until_a_difference_is_due() {
    for name in ["pass-the-ace", "grapples", "propre"] {
        let secret = Seed::from_number(1);
        let pairs = alike(name, secret);
        let mut same = 0;
        for (number, (share, other)) in pairs.iter().enumerate() {
            let (hub, mut first) = world(name, secret, *share).await;
            let (other_hub, mut second) = world(name, secret, *other).await;
            let mut dice = Dice::new(&Seed::from_number(number as u64));
            let answers = play_both(&mut first, &mut second, &mut dice).await;
            let records = [record_of(&hub).await, record_of(&other_hub).await];
            let [one, two] = records.each_ref().map(|record| due_of(record, Viewer::Seat(Seat::FIRST)));
            let words = game_words(&first[0]).into_iter().zip(game_words(&second[0]));
            for (step, (text, other_text)) in words.enumerate() {
                if one[step] != two[step] {
                    break;
                }
                assert_eq!(text, other_text, "{name}: a byte too many at step {step}");
                same += 1;
            }
            for (step, answer, other_answer) in answers {
                if one[..step] == two[..step] {
                    assert_eq!(answer, other_answer, "{name}: an answer tells too much at step {step}");
                    same += 1;
                }
            }
            assert_ne!(records[0].final_hash, records[1].final_hash, "the hidden cards differ");
        }
        assert!(pairs.len() > 5 && same >= pairs.len(), "{name}: {} pairs, {same} messages", pairs.len());
    }
}

/// What can be asked at any time, whoever is on turn.
const QUESTIONS: [&str; 9] = [
    "swap",
    "stick",
    "draw",
    "5S",
    "attack 2C",
    "block 7H",
    "discard the ace of spades",
    "my last card",
    "help",
];

/// Asks both tables the same things from the first seat.
async fn ask_both(first: &mut Visitor, second: &mut Visitor) -> (String, String) {
    let mut answers = [String::new(), String::new()];
    for (visitor, answers) in [first, second].into_iter().zip(&mut answers) {
        for text in QUESTIONS {
            let (text, seq) = (text.to_owned(), visitor.seq);
            let why = Ask::Why { text: text.clone() };
            let phrase = Ask::Phrase { seq, text, spoken: false, hold: true };
            for what in [why, phrase] {
                // What would be done is refused or held back here; only the words count.
                let word = visitor.call(Call::Ask { what }).await;
                answers.push_str(&serde_json::to_string(&word).unwrap());
            }
        }
    }
    answers.into()
}

/// Plays the same moves at both tables, as long as they can be made at both. Returns what was answered at both, and
/// after how many steps.
async fn play_both(
    first: &mut [Visitor],
    second: &mut [Visitor],
    dice: &mut Dice,
) -> Vec<(usize, String, String)> {
    let mut answers = Vec::new();
    for step in 1..=6 {
        let turn = first[0].standing().to_act.map(Seat::index);
        if turn.is_none() || second[0].standing().to_act.map(Seat::index) != turn {
            break;
        }
        let turn = turn.unwrap_or_default();
        if turn != 0 {
            let (answer, other) = ask_both(&mut first[0], &mut second[0]).await;
            answers.push((step, answer, other));
        }
        let choices = &first[turn].standing().choices;
        let there = &second[turn].standing().choices;
        let both: Vec<&Choice> =
            choices.iter().filter(|choice| there.iter().any(|other| other.act == choice.act)).collect();
        let Some(choice) = dice.pick(&both) else { break };
        let act = choice.act.clone();
        for table in [&mut *first, &mut *second] {
            let seq = table[turn].seq;
            table[turn].do_it(Call::Ask { what: Ask::Act { seq, act: act.clone() } }).await;
            let at = table[turn].at;
            for visitor in table.iter_mut() {
                visitor.hear_until(|visitor| visitor.at >= at).await;
            }
        }
    }
    answers
}
