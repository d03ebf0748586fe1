//! What a player may rely on.

use engine::Seed;
use protocol::Order;
use serde_json::{Value, json};

use super::key_value::memory::Memory;
use super::store::{DAMAGED, key_of};
use super::*;

fn store() -> Store<Memory> {
    Store { kv: Memory::default() }
}

fn saved(id: &str, saved_ms: f64) -> SavedGame {
    let order = Order::new("aces-up", "Ann", "club", Seed::from_number(7));
    SavedGame {
        id: id.to_owned(),
        game: "aces-up".to_owned(),
        title: "Aces Up".to_owned(),
        order,
        record: None,
        saved_ms,
        over: false,
        daily: None,
        par: None,
        reached: None,
        more: Default::default(),
    }
}

fn played(id: &str, when_ms: f64) -> GameResult {
    GameResult {
        id: id.to_owned(),
        game: "aces-up".to_owned(),
        when_ms,
        record: Some("r".to_owned()),
        ..Default::default()
    }
}

fn ids(store: &Store<Memory>) -> Vec<String> {
    store.all::<SavedGame>().into_iter().map(|saved| saved.id).collect()
}

#[test]
fn games_come_back_newest_first() {
    let store = store();
    for (id, when) in [("b", 2.0), ("a", 1.0), ("c", 3.0)] {
        store.keep(&saved(id, when)).unwrap();
    }
    assert_eq!(ids(&store), ["c", "b", "a"]);
    assert_eq!(store.one::<SavedGame>("b"), Some(saved("b", 2.0)));
    store.forget("b");
    assert_eq!(store.one::<SavedGame>("b"), None);
}

#[test]
fn too_many_games_let_the_finished_and_then_the_oldest_go() {
    let store = store();
    for number in 0..MOST_GAMES {
        let over = number == 20;
        store.keep(&SavedGame { over, ..saved(&format!("g{number}"), number as f64) }).unwrap();
    }
    store.keep(&saved("new", -1.0)).unwrap();
    assert!(!ids(&store).contains(&"g20".to_owned()), "the finished one went");
    assert!(ids(&store).contains(&"new".to_owned()), "the one just kept never goes");
    store.keep(&saved("newer", 99.0)).unwrap();
    assert_eq!(ids(&store).len(), MOST_GAMES);
    assert!(!ids(&store).contains(&"new".to_owned()));
}

#[test]
fn old_results_stay_and_give_up_their_records() {
    let store = store();
    for number in 0..MOST_RECORDS + 5 {
        store.note(&played(&number.to_string(), number as f64)).unwrap();
    }
    let all = store.all::<GameResult>();
    assert_eq!(all.len(), MOST_RECORDS + 5);
    assert_eq!(all.iter().filter(|one| one.record.is_some()).count(), MOST_RECORDS);
    assert!(all[0].record.is_some());
}

#[test]
fn a_result_noted_twice_counts_once() {
    let store = store();
    store.note(&played("a", 1.0)).unwrap();
    store.note(&GameResult { won: true, ..played("a", 2.0) }).unwrap();
    assert_eq!(store.all::<GameResult>(), [GameResult { won: true, ..played("a", 2.0) }]);
}

#[test]
fn what_is_damaged_is_put_aside_whole_and_told_once() {
    let store = store();
    store.keep(&saved("good", 1.0)).unwrap();
    let torn = ["{\"v\":1,\"id\":\"x", "", "null", "[1]", "{\"v\":1}", "{\"v\":\"one\"}", "♠"];
    for (number, text) in torn.iter().enumerate() {
        store.kv.set(&format!("parlour.slot.bad{number}"), text).unwrap();
    }
    assert_eq!(ids(&store), ["good"]);
    let damaged: Vec<String> = store.damaged().into_iter().map(|(_, damaged)| damaged.text).collect();
    assert_eq!(damaged, torn);
    assert!(store.kv.get("parlour.slot.bad0").is_none());
    assert_eq!(store.notices().len(), torn.len());
    assert!(store.notices()[0].contains("parlour.damaged.1"), "{}", store.notices()[0]);
    store.told();
    assert_eq!(store.notices(), Vec::<String>::new());
    assert_eq!(store.damaged().len(), torn.len(), "told, but still there");
}

#[test]
fn damage_in_a_full_store_stays_where_it_is() {
    let store = store();
    store.kv.set("parlour.slot.bad", "{torn").unwrap();
    store.kv.room.set("parlour.slot.bad{torn".len());
    assert_eq!(ids(&store), Vec::<String>::new());
    assert_eq!(store.kv.get("parlour.slot.bad").as_deref(), Some("{torn"));
}

#[test]
fn a_full_store_says_so_and_keeps_what_it_had() {
    let store = store();
    store.keep(&saved("a", 1.0)).unwrap();
    store.kv.room.set(600);
    let big = SavedGame { record: Some("x".repeat(1000)), ..saved("a", 2.0) };
    assert!(store.keep(&big).unwrap_err().contains("full"));
    assert_eq!(store.one::<SavedGame>("a"), Some(saved("a", 1.0)));
}

#[test]
fn what_a_newer_version_kept_is_left_untouched_and_told() {
    let store = store();
    let text = r#"{"v":2,"id":"n","shape":"unknown"}"#;
    store.kv.set("parlour.slot.n", text).unwrap();
    assert_eq!(ids(&store), Vec::<String>::new());
    assert!(store.keep(&saved("n", 1.0)).unwrap_err().contains("newer"));
    store.forget("n");
    assert_eq!(store.kv.get("parlour.slot.n").as_deref(), Some(text));
    assert_eq!(store.damaged(), []);
    assert!(store.notices()[0].contains("newer version"));
    let exported: Value = serde_json::from_str(&store.export(0.0)).unwrap();
    assert_eq!(exported["other"]["parlour.slot.n"]["shape"], "unknown");
}

#[test]
fn fields_of_a_newer_version_survive_being_kept_again() {
    let store = store();
    store.keep(&saved("a", 1.0)).unwrap();
    let key = key_of::<SavedGame>("a");
    let mut value: Value = serde_json::from_str(&store.kv.get(&key).unwrap()).unwrap();
    value["colour"] = json!({"of": "felt"});
    store.kv.set(&key, &value.to_string()).unwrap();
    let found = store.one::<SavedGame>("a").unwrap();
    store.keep(&SavedGame { saved_ms: 5.0, ..found }).unwrap();
    let again: Value = serde_json::from_str(&store.kv.get(&key).unwrap()).unwrap();
    assert_eq!(again["colour"], json!({"of": "felt"}));
    assert_eq!(again["saved_ms"], json!(5.0));
}

#[test]
fn one_file_carries_everything_to_another_browser() {
    let (here, there) = (store(), store());
    here.keep(&saved("a", 1.0)).unwrap();
    here.note(&played("p", 2.0)).unwrap();
    here.kv.set(PREFERENCES, r#"{"v":1,"name":"Ann","changed_ms":3}"#).unwrap();
    here.kv.set("parlour.slot.bad", "{torn").unwrap();
    let done = there.import(&here.export(9.0)).unwrap();
    assert_eq!((done.games, done.results, done.preferences, done.put_aside), (1, 1, true, 0));
    assert_eq!(there.one::<SavedGame>("a"), here.one("a"));
    assert_eq!(there.one::<GameResult>("p"), here.one("p"));
    assert_eq!(there.kv.get(PREFERENCES).map(|text| text.contains("Ann")), Some(true));
    assert_eq!(there.damaged()[0].1.text, "{torn");
    // A second time changes nothing.
    let again = there.import(&here.export(9.0)).unwrap();
    assert_eq!((again.games, again.results, again.preferences, again.known), (0, 0, false, 2));
    assert_eq!(there.damaged().len(), 1);
}

#[test]
fn of_two_with_one_name_the_newer_counts_and_nothing_else_changes() {
    let (here, there) = (store(), store());
    here.keep(&saved("same", 5.0)).unwrap();
    here.keep(&saved("old", 1.0)).unwrap();
    there.keep(&saved("same", 2.0)).unwrap();
    there.keep(&saved("old", 7.0)).unwrap();
    there.keep(&saved("own", 3.0)).unwrap();
    there.import(&here.export(0.0)).unwrap();
    let when = |id: &str| there.one::<SavedGame>(id).map(|saved| saved.saved_ms);
    assert_eq!((when("same"), when("old"), when("own")), (Some(5.0), Some(7.0), Some(3.0)));
}

#[test]
fn foreign_torn_and_newer_files_are_refused_and_change_nothing() {
    let there = store();
    there.keep(&saved("own", 3.0)).unwrap();
    let here = store();
    here.keep(&saved("a", 1.0)).unwrap();
    let good = here.export(0.0);
    let refused = |text: &str| there.import(text).unwrap_err();
    assert!(refused("").contains("no export"));
    assert!(refused("{\"a\":1}").contains("no export"));
    assert!(refused("[]").contains("no export"));
    assert!(refused("GIF89a").contains("no export"));
    assert!(refused(&good[..good.len() / 2]).contains("torn"));
    assert!(refused(r#"{"v":1,"game":"aces-up","commitment":"","actions":[]}"#).contains("Replay"));
    assert!(refused(r#"{"format":"parlour-keepsakes","v":9}"#).contains("newer"));
    assert!(refused(r#"{"format":"parlour-keepsakes","v":1,"slots":3}"#).contains("damaged"));
    assert_eq!(ids(&there), ["own"]);
}

#[test]
fn a_damaged_entry_of_a_file_is_put_aside_and_the_rest_is_taken() {
    let here = store();
    here.keep(&saved("a", 1.0)).unwrap();
    let mut file: Value = serde_json::from_str(&here.export(0.0)).unwrap();
    file["slots"].as_array_mut().unwrap().push(json!({"v": 1, "id": "half"}));
    let there = store();
    let done = there.import(&file.to_string()).unwrap();
    assert_eq!((done.games, done.put_aside), (1, 1));
    assert!(there.damaged()[0].1.text.contains("half"));
}

#[test]
fn a_file_that_does_not_fit_is_not_taken_at_all() {
    let (here, there) = (store(), store());
    here.keep(&saved("a", 5.0)).unwrap();
    here.keep(&saved("b", 6.0)).unwrap();
    there.keep(&saved("a", 1.0)).unwrap();
    there
        .kv
        .room
        .set(there.kv.texts.borrow().iter().map(|(key, text)| key.len() + text.len()).sum::<usize>() + 50);
    assert!(there.import(&here.export(0.0)).unwrap_err().contains("full"));
    assert_eq!(there.all::<SavedGame>(), [saved("a", 1.0)]);
}

#[test]
fn everything_can_be_forgotten_and_nothing_of_others() {
    let store = store();
    store.keep(&saved("a", 1.0)).unwrap();
    store.kv.set(&format!("{DAMAGED}1"), "?").unwrap();
    store.kv.set("other.site", "stays").unwrap();
    store.forget_everything();
    assert_eq!(store.kv.keys(), ["other.site"]);
}

#[test]
fn ids_fit_into_links_and_differ() {
    let (one, other) = (new_id(), new_id());
    assert_ne!(one, other);
    assert!(one.len() == 12 && one.chars().all(|letter| letter.is_ascii_alphanumeric()));
}
