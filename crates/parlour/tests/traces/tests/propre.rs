use super::*;
use crate::propre_state::{Words, words};

/// Two players, two cards each; fields that a step leaves alone come from `before`.
fn after(before: &Value, changes: Value) -> Value {
    let mut state = before.clone();
    for (name, value) in changes.as_object().unwrap() {
        state[name] = value.clone();
    }
    state
}

fn pile(codes: &str) -> Value {
    codes.split(' ').map(|code| json!({"card": code, "as": code})).collect()
}

fn opening(attack: &str) -> (Value, Value) {
    let state = json!({"active": 0, "av": 0, "mv": 1, "cw": true, "fc": true, "rm": true, "b": false, "pw": false,
        "hands": [["3S", "9S"], [attack, "KD"]], "pile": pile("4S"),
        "stock": stock("", &format!("3S 9S {attack} KD 4S")),
        "declared": [false, false], "ready": [false, false]});
    let start = json!({"type": "start", "v": 1, "game": "propre", "no": 0, "players": 2, "seed": "00",
        "rules": {"hand_size": 2, "decks": null, "declaration": "once"}, "state": state});
    (start, state)
}

/// Seat 0 declares, sheds a card, is attacked, and blocks with the last card.
fn game(attack: &str) -> Vec<Value> {
    let (start, state) = opening(attack);
    let first = "pass,replace 3S,replace 9S,block 3S,play 3S,play 3S sideways,play 9S,play 9S sideways";
    let second = format!("pass,replace {attack},replace KD,attack {attack}");
    let said = after(&state, json!({"declared": [true, false]}));
    let played = json!({"fc": false, "hands": [["3S"], [attack, "KD"]], "pile": pile("4S 9S")});
    let played = after(&said, played);
    let passed = after(&played, json!({"active": 1, "fc": true, "ready": [true, false]}));
    let on_pile = format!("4S 9S {attack}");
    let av = if attack == "2H" { 2 } else { 5 };
    let attacked = json!({"fc": false, "av": av, "hands": [["3S"], ["KD"]], "pile": pile(&on_pile)});
    let attacked = after(&passed, attacked);
    let back = after(&attacked, json!({"active": 0, "fc": true}));
    vec![
        start,
        act(1, 0, first, "say Propreantepenultimate Card!", said),
        act(2, 0, first, "play 9S", played),
        act(3, 0, "pass", "pass", passed),
        act(4, 1, &second, &format!("attack {attack}"), attacked),
        act(5, 1, "pass", "pass", back),
    ]
}

fn won() -> Vec<Value> {
    let mut lines = game("2H");
    let before = &lines[5]["state"];
    let over = json!({"av": 0, "fc": false, "hands": [[], ["KD"]], "pile": pile("4S 9S 2H 3S")});
    lines.push(act(6, 0, "pass,block 3S", "block 3S", after(before, over)));
    lines.push(json!({"type": "end", "n": 6, "outcome": {"winners": [0], "scores": [0, 1]}}));
    lines
}

#[test]
fn a_whole_game_is_accepted() {
    assert_accepted(&won(), 6);
}

#[test]
fn one_wrong_thing_is_found() {
    let won = won();
    assert_broken(&won, 1, "/state/mv", json!(0), "PP-R2");
    assert_broken(&won, 1, "/state/av", json!(4), "PP-R2");
    assert_broken(&won, 1, "/state/pile/0/as", json!("4H"), "PP-R2");
    assert_broken(&won, 2, "/state/declared", json!([false, false]), "PP-J8");
    assert_broken(&won, 2, "/legal", json!(["pass"]), "PP-R18");
    assert_broken(&won, 3, "/seat", json!(1), "PP-R14");
    assert_broken(&won, 3, "/state/pile/1/as", json!("2S"), "PP-R13");
    assert_broken(&won, 3, "/state/fc", json!(true), "PP-R17");
    // The last card may not be played: the declaration is too young.
    assert_broken(&won, 4, "/legal", json!(["pass", "play 3S"]), "PP-R15");
    assert_broken(&won, 4, "/state/ready", json!([false, false]), "PP-R19");
    assert_broken(&won, 4, "/state/active", json!(0), "PP-R14");
    assert_broken(&won, 5, "/state/av", json!(0), "PP-R8");
    assert_broken(&won, 5, "/state/stock", json!(stock("", "3S 9S 2H KD 4S")[1..]), "PP-J1");
    assert_broken(&won, 6, "/state/mv", json!(2), "PP-R14");
    assert_broken(&won, 7, "/legal", json!(["pass", "block 3S", "play 3S"]), "PP-R15");
    assert_broken(&won, 7, "/state/pw", json!(true), "PP-R17");
    assert_broken(&won, 8, "/outcome/winners", json!([1]), "PP-R14");
}

/// A block with the last card that leaves an attack: the same player has to draw what is left of it.
#[test]
fn an_attack_prevents_the_win() {
    let mut lines = game("5H");
    let before = &lines[5]["state"];
    let stock = stock("", "3S 9S 5H KD 4S");
    let drawn = json!({"av": 0, "active": 1, "fc": true, "mv": 1, "hands": [stock[..2], ["KD"]],
        "pile": pile("4S 9S 5H 3S"), "stock": stock[2..]});
    lines.push(act(6, 0, "pass,block 3S", "block 3S", after(before, drawn)));
    assert_right_so_far(&lines);
    assert_broken(&lines, 7, "/state/pw", json!(true), "PP-R17");
    assert_broken(&lines, 7, "/state/hands/0", json!([stock[0], stock[2]]), "PP-J1");
    // Drawn from below the top.
    lines[6]["state"]["hands"][0][0] = json!(stock[5]);
    lines[6]["state"]["stock"][3] = json!(stock[0]);
    assert_eq!(verdict(&lines).unwrap_err().clause, "PP-R9");
}

#[test]
fn wrong_words_cost_a_card() {
    let (start, state) = opening("2H");
    let stock = stock("", "3S 9S 2H KD 4S");
    let hands = json!([["3S", "9S"], ["2H", "KD", stock[0]]]);
    let paid = after(&state, json!({"hands": hands, "stock": stock[1..]}));
    for (text, pays) in [("Last card", true), ("Propre card", true), ("Good luck!", false)] {
        let after = |pays: bool| if pays { paid.clone() } else { state.clone() };
        let action = format!("say {text}");
        assert_right_so_far(&[start.clone(), act(1, 1, "", &action, after(pays))]);
        let wrong = [start.clone(), act(1, 1, "", &action, after(!pays))];
        assert_eq!(verdict(&wrong).unwrap_err().clause, "PP-J8", "{text}");
    }
}

#[test]
fn words_are_told_apart() {
    assert_eq!(words("TRUE propreantepenultimate card"), Words::Declares);
    assert_eq!(words("Propreantepenultimat card"), Words::Costs);
    assert_eq!(words("my penultimate one"), Words::Costs);
    assert_eq!(words("this is my last card"), Words::Unclear);
    assert_eq!(words("card"), Words::Talk);
}

/// A turned-up five after which tens, jacks, aces and sideways cards are played.
#[test]
fn matches_within_a_turn() {
    let (mut start, mut state) = opening("2H");
    state["hands"] = json!([["TS", "JD", "AD", "6D", "QH"], ["2H", "KD", "2C", "3C", "4C"]]);
    state["pile"] = pile("KS");
    state["stock"] = json!(stock("", "TS JD AD 6D QH 2H KD 2C 3C 4C KS"));
    start["rules"]["hand_size"] = json!(5);
    start["state"] = state.clone();
    let replace = "replace TS,replace JD,replace AD,replace 6D,replace QH";
    let aces = "ace AD S,ace AD H,ace AD D,ace AD C";
    let first = format!("pass,{replace},ten TS +,ten TS -,jack JD,{aces},play TS,play TS sideways,play QH");
    let sideways = json!([{"card": "KS", "as": "KS"}, {"card": "TS", "as": "AS"}]);
    let one = after(
        &state,
        json!({"fc": false, "pile": sideways, "hands": [["JD", "AD", "6D", "QH"], state["hands"][1]]}),
    );
    // AD equals the ace below it. QH is one off the penultimate king, but fits neither suit nor rank of the top.
    let second = format!("pass,{aces},play AD");
    let lines = [
        start,
        act(1, 0, &first, "play TS sideways", one.clone()),
        act(2, 0, &second, "ace AD H", {
            let mut pile = sideways.clone();
            pile.as_array_mut().unwrap().push(json!({"card": "AD", "as": "AH"}));
            after(&one, json!({"pile": pile, "hands": [["JD", "6D", "QH"], state["hands"][1]]}))
        }),
    ];
    assert_right_so_far(&lines);
    assert_broken(&lines, 2, "/state/pile/1/as", json!("TS"), "PP-R13");
    assert_broken(&lines, 3, "/state/pile/2/as", json!("AD"), "PP-R12");
    assert_broken(&lines, 3, "/legal/0", json!("play QH"), "PP-R15");
}
