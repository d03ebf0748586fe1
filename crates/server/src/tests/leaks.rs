//! No byte that is sent to a seat depends on cards that are hidden from it.
//!
//! First proof: whatever was sent of a game equals, byte for byte, what can be made from the viewer's own views, from
//! what they noticed and from their legal actions; the engine's kit shows that these do not depend on hidden cards.
//! Second proof: two tables whose hidden cards differ send the same bytes until a difference is due.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicUsize, Ordering};

use bots::BotStrategy;
use engine::options::{Kind, OptionSpec};
use engine::{BadRecord, Dice, Game as _, Mix, Name, Present, Record, Seat, Seed, Viewer};
use games::{AnyGame, ListedGame, with_game};
use protocol::online::{Call, ServerMessage, TableOrder};
use protocol::{Ask, Choice, Line, Standing, Update};

use super::games::kinds;
use crate::hub::Hub;
use crate::identity::GuestId;
use crate::ledger::Ledger;
use crate::table::{Entry, EntryKind};
use crate::testing::{Visitor, dealt_by, finish_until, key, order, room, sit};

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
            let cry = G::cry(&seen);
            G::tell(&seen, &seating).map(|text| Line {
                text,
                brief: G::brief(&seen, &seating),
                cry: cry.map(|cry| cry.words.to_owned()),
                by: cry.and_then(|cry| cry.by),
                meaning: cry.map(|cry| cry.meaning.to_owned()),
                begins: G::chapter(&seen, &seating).is_some(),
                in_sight: G::is_in_sight(&seen),
            })
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
            ServerMessage::Change(change) => {
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
            ServerMessage::Welcome(welcome) => {
                let Some(game) = welcome.game else { continue };
                let standing = serde_json::to_string(&at(game.seq).standing).unwrap();
                assert!(text.ends_with(&format!("\"standing\":{standing}}}}}}}")), "{text}\n{standing}");
                known = game.seq as usize;
                let lines: Vec<Line> = due[..known].iter().flat_map(|step| step.lines.clone()).collect();
                assert_eq!(game.log, lines);
                compared += 1;
            }
            ServerMessage::Done { .. } => {}
            ServerMessage::Reply { .. } | ServerMessage::Bye { .. } => panic!("nothing was asked: {text}"),
        }
    }
    compared
}

/// How many games of each kind are played; `cargo xtask test --full` plays ten times as many.
fn games() -> u64 {
    let scale: Option<u64> = std::env::var("PARLOUR_TEST_SCALE").ok().and_then(|scale| scale.parse().ok());
    scale.unwrap_or(1) * 100
}

/// Plays a game with people, a bot and a watcher.
async fn nothing_leaks((name, players, people): (&str, usize, u8), number: u64) {
    let hub = room();
    let (table, mut visitors) = dealt_by(&hub, &order(name, players), people, number).await;
    let mut watcher = Visitor::come(&hub, &table, None, None).await;
    let mut dice = Dice::new(&Seed::from_number(number));
    // A watcher who does not listen for long is let go.
    while visitors[0].outcome().is_none() {
        finish_until(&mut visitors, &mut dice, 50).await;
        let at = visitors[0].at;
        watcher.hear_until(|watcher| watcher.at >= at).await;
    }
    let record = hub.record(&table, None).await.unwrap().unwrap();
    for visitor in visitors.iter().chain([&watcher]) {
        assert!(compare(visitor, &record) > 1, "{name}, game {number}");
    }
}

/// Runs a test of each kind of game on a thread of its own, with a paused clock.
fn side_by_side<T: Copy + Send>(kinds: &[T], test: impl AsyncFn(T) + Sync) {
    std::thread::scope(|scope| {
        for &kind in kinds {
            let test = &test;
            scope.spawn(move || {
                let mut runtime = tokio::runtime::Builder::new_current_thread();
                runtime.enable_all().start_paused(true).build().unwrap().block_on(test(kind));
            });
        }
    });
}

#[test]
fn all_that_is_sent_is_made_from_what_the_viewer_sees() {
    side_by_side(&kinds(), async |kind| {
        for number in 0..games() {
            nothing_leaks(kind, number).await;
        }
    });
}

const TABLE: &str = "abcdefghjkmn";

/// A table of as few players as can hide something from each other, by these settings.
fn ordered(listed: ListedGame, settings: &BTreeMap<String, String>) -> TableOrder {
    TableOrder { settings: settings.clone(), ..order(listed.id, listed.fewest_players.max(2)) }
}

/// The usual rules, then those with one number as small as can be: two deals of one card look alike more often than
/// two deals of seven.
fn settings(listed: ListedGame) -> Vec<BTreeMap<String, String>> {
    let smallest = |option: &OptionSpec| match option.kind {
        Kind::Number { min, .. } => Some(BTreeMap::from([(option.name.to_owned(), min.to_string())])),
        _ => None,
    };
    let small = listed.game.options().iter().filter_map(smallest);
    std::iter::once(BTreeMap::new()).chain(small).collect()
}

/// Shares of the second guest for which the first sees the same deal, though the cards differ.
fn alike(ordered: &TableOrder, secret: Seed) -> Vec<(Seed, Seed)> {
    let players = ordered.players.unwrap_or(2);
    let names: Vec<Name> =
        (0..players).map(|number| Name::new(&format!("Guest {number}")).unwrap()).collect();
    let mut seen: HashMap<String, Seed> = HashMap::new();
    let mut pairs = Vec::new();
    for number in 0..6000 {
        let share = Seed::from_number(number);
        let mut mix = Mix::new(secret);
        for seat in Seat::all(players) {
            let usual = Seed::from_number(100 + seat.index() as u64);
            mix.put(seat, if seat.index() == 1 { share } else { usual });
        }
        // Some settings do not go with so few players.
        let Ok(host) = tables::seated(&ordered.order(mix.seed()), names.clone()) else { return Vec::new() };
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
async fn world(ordered: &TableOrder, secret: Seed, share: Seed) -> (Hub, Vec<Visitor>) {
    let hub = room();
    let people = ordered.players.unwrap_or(2) as u8;
    let host = GuestId::of(&key(0));
    let kind = EntryKind::Opened { v: 1, order: ordered.clone(), host, secret, rules_version: None };
    let opened = Entry { t: 1, kind };
    let ledger: &dyn Ledger = &*hub.0.ledger;
    ledger.append(TABLE, 0, opened.write()).await.unwrap();
    let mut visitors = sit(&hub, TABLE, people).await;
    visitors[1].do_it(Call::Share { share }).await;
    // The secret of the next game is promised with the deal; here it is known, too, so that every byte can be compared.
    let started = Entry { t: 2, kind: EntryKind::Started { next: Some(Seed::from_number(2)) } };
    ledger.append(TABLE, visitors[1].at, started.write()).await.unwrap();
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

#[test]
fn tables_with_other_hidden_cards_send_the_same_bytes_until_a_difference_is_due() {
    // A preset that is listed as a game has the code of its game.
    let is_game = |listed: &ListedGame| listed.usual_players > 1 && listed.id == listed.game.info().id;
    let together: Vec<ListedGame> = ListedGame::all().into_iter().filter(is_game).collect();
    let compared = AtomicUsize::new(0);
    side_by_side(&together, async |listed| {
        let secret = Seed::from_number(1);
        let orders = settings(listed).into_iter().map(|settings| ordered(listed, &settings));
        let mut trials = orders.map(|order| (alike(&order, secret), order));
        let Some((pairs, order)) = trials.find(|(pairs, _)| pairs.len() > 5) else {
            panic!("{}: no two deals look alike", listed.id)
        };
        let mut same = 0;
        for (number, (share, other)) in pairs.iter().enumerate() {
            same += compare_worlds(listed, &order, number as u64, [*share, *other]).await;
        }
        assert!(same >= pairs.len(), "{}: {} pairs, {same} messages", listed.id, pairs.len());
        compared.fetch_add(1, Ordering::Relaxed);
    });
    assert_eq!(compared.into_inner(), together.len(), "every game that several play is compared");
}

/// Plays the same at two tables that look alike; returns how many messages were the same.
async fn compare_worlds(listed: ListedGame, order: &TableOrder, number: u64, shares: [Seed; 2]) -> usize {
    let (name, secret) = (listed.id, Seed::from_number(1));
    let (hub, mut first) = world(order, secret, shares[0]).await;
    let (other_hub, mut second) = world(order, secret, shares[1]).await;
    let mut dice = Dice::new(&Seed::from_number(number));
    let answers = play_both(&questions(listed.game), &mut first, &mut second, &mut dice).await;
    let records = [record_of(&hub).await, record_of(&other_hub).await];
    let [one, two] = records.each_ref().map(|record| due_of(record, Viewer::Seat(Seat::FIRST)));
    let mut same = 0;
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
    assert_ne!(records[0].final_hash, records[1].final_hash, "{name}: the hidden cards differ");
    same
}

/// What can be asked at any time, no matter who is on turn: some of the game's actions, and words of any game.
fn questions(game: AnyGame) -> Vec<String> {
    let actions: Vec<String> =
        with_game!(game, G => G::every_action(2).iter().map(ToString::to_string).collect());
    let some = actions.iter().step_by(actions.len() / 6 + 1).cloned();
    some.chain(["5S", "the ace of spades", "my last card", "help"].map(str::to_owned)).collect()
}

/// Asks both tables the same things from the first seat.
async fn ask_both(questions: &[String], first: &mut Visitor, second: &mut Visitor) -> (String, String) {
    let mut answers = [String::new(), String::new()];
    for (visitor, answers) in [first, second].into_iter().zip(&mut answers) {
        for text in questions {
            let (text, seq) = (text.clone(), visitor.seq);
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
    questions: &[String],
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
            let (answer, other) = ask_both(questions, &mut first[0], &mut second[0]).await;
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
            table[turn].do_it(Call::Ask { what: Ask::act(seq, act.clone()) }).await;
            let at = table[turn].at;
            for visitor in table.iter_mut() {
                visitor.hear_until(|visitor| visitor.at >= at).await;
            }
        }
    }
    answers
}
