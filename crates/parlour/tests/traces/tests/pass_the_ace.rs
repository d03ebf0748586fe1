use super::*;

fn rules(lives: i64, last_tie: &str) -> Value {
    json!({"lives": lives, "min_players": 2, "dealer_may_swap": true, "dealer_draws_from": "stock",
        "king_from_stock": "taken", "queens_low": false, "last_tie": last_tie, "pot": false})
}

fn start(rules: Value, cut: Value, state: Value) -> Value {
    let players = state["hands"].as_array().map(Vec::len);
    json!({"type": "start", "v": 1, "game": "pass-the-ace", "no": 0, "rules": rules, "players": players,
        "seed": "00", "cut": cut, "state": state})
}

/// Dealer 0, game and round 1, no pot, nobody has lost a life.
fn state(turn: Value, hands: Value, stock: &[String], trash: Value, said: Value) -> Value {
    let lives: Vec<i64> = hands.as_array().unwrap().iter().map(|_| 1).collect();
    json!({"dealer": 0, "turn": turn, "round": 1, "game": 1, "lives": lives, "hands": hands, "stock": stock,
        "trash": trash, "pot": 0, "announcements": said})
}

fn with(mut state: Value, field: &str, value: Value) -> Value {
    state[field] = value;
    state
}

/// Seats 0 and 1 tie in the cut; then a swap to a lower card, and a draw of an equal one.
fn duel() -> Vec<Value> {
    let stock = stock("7D", "7S 4H");
    let cut = json!([[[0, "5S"], [1, "5H"]], [[0, "KS"], [1, "2S"]]]);
    let first = state(json!(1), json!(["4H", "7S"]), &stock, json!([]), json!([]));
    let second = state(json!(0), json!(["7S", "4H"]), &stock, json!([]), json!(["modi"]));
    let over =
        state(json!(null), json!([null, null]), &stock[1..], json!(["7S", "4H", "7D"]), json!(["dirty-dan"]));
    vec![
        start(rules(1, "double-game"), cut, first),
        act(1, 1, "stick,swap", "swap", second),
        act(2, 0, "draw,stick,swap", "draw", with(over, "lives", json!([1, 0]))),
        json!({"type": "end", "n": 2, "outcome": {"winners": [0], "scores": [1, 0]}}),
    ]
}

#[test]
fn a_whole_game_is_accepted() {
    assert_accepted(&duel(), 2);
}

#[test]
fn one_wrong_thing_is_found() {
    let duel = duel();
    assert_broken(&duel, 1, "/cut/1/0/1", json!("5H"), "PTA-R3");
    assert_broken(&duel, 1, "/cut/1/1/1", json!("KH"), "PTA-R3");
    assert_broken(&duel, 1, "/state/turn", json!(0), "PTA-R5");
    assert_broken(&duel, 2, "/seat", json!(0), "PTA-R5");
    assert_broken(&duel, 2, "/legal", json!(["stick", "swap", "draw"]), "PTA-R7");
    assert_broken(&duel, 2, "/legal", json!(["stick", "swap", "swap"]), "PTA-R7");
    assert_broken(&duel, 2, "/state/announcements", json!([]), "PTA-R9");
    assert_broken(&duel, 2, "/state/announcements", json!(["kung"]), "PTA-R9");
    assert_broken(&duel, 2, "/state/hands", json!(["4H", "7S"]), "PTA-R7");
    assert_broken(&duel, 2, "/state/stock/0", json!("7C"), "PTA-R15");
    assert_broken(&duel, 3, "/state/announcements", json!(["modi"]), "PTA-R10");
    assert_broken(&duel, 3, "/state/lives", json!([0, 1]), "PTA-R13");
    assert_broken(&duel, 3, "/state/dealer", json!(1), "PTA-R14");
    assert_broken(&duel, 3, "/state/trash", json!(["4H", "7D", "7S"]), "PTA-R14");
    assert_broken(&duel, 3, "/state/pot", json!(1), "CTA-R5");
    assert_broken(&duel, 4, "/outcome/winners", json!([1]), "PTA-R16");
    assert_broken(&duel, 4, "/outcome/scores", json!([0, 1]), "CTA-R5");
    assert!(verdict(&duel[..3]).is_err());
    let early = [&duel[..2], &duel[3..]].concat();
    assert_eq!(verdict(&early).unwrap_err().line, 3);
}

#[test]
fn the_top_of_the_stock_is_dealt() {
    let mut duel = duel();
    duel[1]["state"]["stock"].as_array_mut().unwrap().swap(0, 5);
    assert_eq!(verdict(&duel).unwrap_err().clause, "PTA-R15");
}

/// Equal cards, one life each: what follows depends on `last_tie`.
fn tie(last_tie: &str, pot: bool, over: Value, cut: Option<Value>) -> Vec<Value> {
    let stock = stock("", "7S 7H");
    let state = |turn| state(turn, json!(["7H", "7S"]), &stock, json!([]), json!([]));
    let rules = with(rules(1, last_tie), "pot", json!(pot));
    let mut last = act(2, 0, "draw,stick,swap", "stick", over);
    if let Some(cut) = cut {
        last["cut"] = cut;
    }
    let first = start(rules, json!([[[1, "KH"], [0, "KS"]], [[0, "KC"], [1, "2S"]]]), state(json!(1)));
    vec![first, act(1, 1, "stick,swap", "stick", state(json!(0))), last]
}

fn tied_over(pot: i64) -> Value {
    let over = state(json!(null), json!([null, null]), &stock("", "7S 7H"), json!(["7S", "7H"]), json!([]));
    with(with(over, "lives", json!([0, 0])), "pot", json!(pot))
}

fn end(winners: Value, scores: Value) -> Value {
    json!({"type": "end", "n": 3, "outcome": {"winners": winners, "scores": scores}})
}

#[test]
fn a_split_shares_the_pot() {
    let mut lines = tie("split", true, tied_over(2), None);
    lines.push(end(json!([0, 1]), json!([1, 1])));
    assert_accepted(&lines, 2);
    assert_broken(&lines, 3, "/state/pot", json!(0), "CTA-R5");
    assert_broken(&lines, 4, "/outcome/winners", json!([0]), "PTA-R16");
    assert_broken(&lines, 4, "/outcome/scores", json!([2, 0]), "CTA-R5");
}

#[test]
fn a_cut_decides() {
    let cut = json!([[[0, "3S"], [1, "3H"]], [[0, "2S"], [1, "4S"]]]);
    let mut lines = tie("cut", true, tied_over(2), Some(cut));
    lines.push(end(json!([1]), json!([0, 2])));
    assert_accepted(&lines, 2);
    assert_broken(&lines, 3, "/cut", json!([[[0, "3S"], [1, "3H"]]]), "CTA-V3");
    // Now seat 0 has won the cut, so the outcome is wrong.
    lines[2]["cut"][1][0][1] = json!("9S");
    assert_eq!(verdict(&lines).unwrap_err().line, 4);
}

#[test]
fn a_double_game_starts_afresh() {
    let again = state(json!(0), json!(["2S", "3S"]), &stock("", "2S 3S"), json!([]), json!([]));
    let again = with(with(again, "dealer", json!(1)), "game", json!(2));
    let lines = tie("double-game", false, again.clone(), Some(json!([[[0, "2S"], [1, "3S"]]])));
    assert_right_so_far(&lines);
    assert_broken(&lines, 3, "/state/game", json!(1), "PTA-R17");
    assert_broken(&lines, 3, "/state/lives", json!([0, 0]), "PTA-R13");
    assert_broken(&lines, 3, "/cut", json!(null), "PTA-R3");
    assert_broken(&lines, 3, "/cut/0/0/1", json!("9S"), "PTA-R14");
    let carried = with(again, "pot", json!(2));
    assert_right_so_far(&tie("carry", true, carried, Some(json!([[[0, "2S"], [1, "3S"]]]))));
}

#[test]
fn a_replay_costs_nothing() {
    let stock = stock("", "7S 7H");
    let hands = json!([stock[0], stock[1]]);
    let again = state(json!(0), hands, &stock[2..], json!(["7S", "7H"]), json!([]));
    let again = with(with(again, "dealer", json!(1)), "round", json!(2));
    let lines = tie("replay", true, again, None);
    assert_right_so_far(&lines);
    let other_way_round = json!([stock[1], stock[0]]);
    assert_broken(&lines, 3, "/state/hands", other_way_round, "PTA-R7");
    assert_broken(&lines, 3, "/state/pot", json!(2), "CTA-R5");
    assert_broken(&lines, 3, "/state/round", json!(1), "PTA-R14");
}

/// Three players, Chase rules: a King denies a swap, and is refused from the stock.
fn chase() -> Vec<Value> {
    let stock = stock("KD 9S 9H TS", "5S KH 6S");
    let chase = json!({"lives": 1, "min_players": 3, "dealer_may_swap": false, "dealer_draws_from": "stock",
        "king_from_stock": "refused", "queens_low": true, "last_tie": "split", "pot": true});
    let cut = json!([[[0, "KS"], [1, "QS"], [2, "2S"]]]);
    let hands = json!(["6S", "5S", "KH"]);
    let at = |turn: i64, said| state(json!(turn), hands.clone(), &stock, json!([]), said);
    let next =
        state(json!(0), json!(["9S", null, "9H"]), &stock[3..], json!(["KD", "5S", "KH", "6S"]), json!([]));
    let next = with(with(with(next, "lives", json!([1, 0, 1])), "round", json!(2)), "dealer", json!(2));
    vec![
        start(chase, cut, at(1, json!([]))),
        act(1, 1, "stick,swap", "swap", at(2, json!(["kung"]))),
        act(2, 2, "stick,swap", "stick", at(0, json!([]))),
        act(3, 0, "draw,stick", "draw", with(next, "pot", json!(1))),
    ]
}

#[test]
fn kings_and_players_without_lives() {
    let chase = chase();
    assert_right_so_far(&chase);
    assert_broken(&chase, 2, "/state/announcements", json!([]), "PTA-R8");
    assert_broken(&chase, 4, "/legal", json!(["draw", "stick", "swap"]), "PTA-R11");
    assert_broken(&chase, 4, "/state/dealer", json!(1), "PTA-R14");
    assert_broken(&chase, 4, "/state/lives", json!([0, 1, 1]), "PTA-R13");
    assert_broken(&chase, 1, "/players", json!(2), "PTA-R2");
}
