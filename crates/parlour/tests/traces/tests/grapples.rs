use super::*;

fn after(before: &Value, changes: Value) -> Value {
    let mut state = before.clone();
    for (name, value) in changes.as_object().unwrap() {
        state[name] = value.clone();
    }
    state
}

const TOP: &str = "5S 6S JH QS AS 2H KD 4D 4C";

fn pile(dealt: usize) -> Value {
    let jokers = ["XR", "XB"].map(str::to_string);
    json!(stock(TOP, "").into_iter().chain(jokers).skip(dealt).collect::<Vec<_>>())
}

/// Three players: a jack, a traded queen, the ace of spades, a double-down and a tap-out.
fn opening() -> Vec<Value> {
    let s0 = json!({"dealer": 0, "dealer_turns": 0, "direction": null, "turn": 0, "phase": "dealer",
        "hands": [[], [], []], "stock": pile(0), "discarded": [], "totals": [0, 0, 0]});
    let s1 = after(
        &s0,
        json!({"dealer_turns": 1, "direction": "left", "turn": 2, "phase": "jack",
        "hands": [["5S"], ["6S"], ["JH"]], "stock": pile(3), "totals": [5, 6, 3]}),
    );
    let s2 = after(&s1, json!({"phase": "answer"}));
    let s3 = after(
        &s2,
        json!({"dealer": 2, "dealer_turns": 0, "turn": 0, "phase": "queen",
        "hands": [["5S", "QS"], ["6S"], ["JH"]], "stock": pile(4), "totals": [-5, 6, 3]}),
    );
    let s4 = after(
        &s3,
        json!({"turn": 1, "phase": "spade-ace", "hands": [["5S", "6S"], ["QS", "AS"], ["JH"]],
        "stock": pile(5), "totals": [11, -10, 3]}),
    );
    let s5 = after(
        &s4,
        json!({"dealer": 1, "turn": 2, "phase": "double-down", "discarded": ["AS"],
        "hands": [["5S", "6S"], ["QS"], ["JH", "2H"]], "stock": pile(6), "totals": [11, -10, 5]}),
    );
    let s6 = after(
        &s5,
        json!({"turn": 1, "phase": "dealer", "stock": pile(8), "totals": [15, -10, -5],
        "hands": [["5S", "6S", "4D"], ["QS"], ["JH", "2H", "KD"]]}),
    );
    let s7 = after(
        &s6,
        json!({"dealer": 2, "turn": 2, "stock": pile(9), "totals": [15, -6, -5],
        "hands": [["5S", "6S", "4D"], ["QS", "4C"], ["JH", "2H", "KD"]]}),
    );
    let dealer = "keep left,keep right,give left,give right,tap out";
    vec![
        json!({"type": "start", "v": 1, "game": "grapples", "no": 0, "players": 3, "seed": "00",
            "rules": {"double_down": "optional", "dealer_may_redeem": false, "dealer_turns": 2},
            "cut": [[[0, "9S"], [1, "9H"], [2, "KS"]], [[0, "8S"], [1, "XR"], [2, "AS"]]], "state": s0}),
        act(1, 0, dealer, "keep left", s1),
        act(2, 2, "ask,stay", "ask", s2),
        act(3, 0, "accept,refuse", "accept", s3),
        act(4, 0, "keep queen,trade 1,trade 2", "trade 1", s4),
        act(5, 1, "redeem,discard", "redeem", s5),
        act(6, 2, "take,decline", "take", s6),
        act(7, 1, dealer, "tap out", s7),
    ]
}

#[test]
fn an_opening_is_right() {
    assert_right_so_far(&opening());
}

#[test]
fn one_wrong_thing_is_found() {
    let lines = opening();
    assert_broken(&lines, 1, "/cut/1/0/1", json!("9S"), "GR-R3");
    assert_broken(&lines, 1, "/state/dealer", json!(1), "GR-J4");
    assert_broken(&lines, 2, "/legal/4", json!("keep up"), "GR-R6");
    assert_broken(&lines, 2, "/state/dealer_turns", json!(0), "GR-R9");
    assert_broken(&lines, 2, "/state/direction", json!("right"), "GR-R6");
    assert_broken(&lines, 2, "/state/totals", json!([5, 6, 11]), "GR-R2");
    assert_broken(&lines, 3, "/seat", json!(0), "GR-R11");
    assert_broken(&lines, 4, "/state/dealer", json!(0), "GR-J4");
    assert_broken(&lines, 5, "/legal", json!(["keep queen", "trade 0", "trade 1", "trade 2"]), "GR-R13");
    assert_broken(&lines, 5, "/state/phase", json!("point"), "GR-R13");
    assert_broken(&lines, 6, "/state/discarded", json!([]), "GR-R1");
    assert_broken(&lines, 7, "/state/stock", pile(7), "GR-R1");
    assert_broken(&lines, 8, "/state/dealer", json!(0), "GR-J4");
    assert_broken(&lines, 8, "/state/phase", json!("over"), "GR-R6");
}

/// In the last state but one, the queen of spades would be traded with a hand of five: three are pointed at.
#[test]
fn pointing_takes_cards_of_the_partner() {
    let top = "2S 2H 3S 4S 5S QS 7S";
    let stock = |dealt: usize| {
        let jokers = ["XR", "XB"].map(str::to_string);
        json!(stock(top, "").into_iter().chain(jokers).skip(dealt).collect::<Vec<_>>())
    };
    let s0 = json!({"dealer": 0, "dealer_turns": 0, "direction": null, "turn": 0, "phase": "dealer",
        "hands": [[], []], "stock": stock(0), "discarded": [], "totals": [0, 0]});
    let at = |changes| after(&s0, changes);
    let s1 = at(json!({"dealer_turns": 1, "direction": "left", "turn": 1, "phase": "double-down",
        "hands": [[], ["2S"]], "stock": stock(1), "totals": [0, 2]}));
    let s2 = after(&s1, json!({"hands": [[], ["2S", "2H"]], "stock": stock(2), "totals": [0, 4]}));
    // After 3S it is the dealer's turn, who keeps 4S, and seat 1 is dealt 5S.
    let s3 = after(
        &s2,
        json!({"turn": 0, "phase": "dealer", "hands": [[], ["2S", "2H", "3S"]], "stock": stock(3),
        "totals": [0, 7]}),
    );
    let s4 =
        after(&s3, json!({"dealer_turns": 2, "turn": 0, "phase": "queen", "dealer": 1, "stock": stock(6)}));
    let s4 = after(
        &s4,
        json!({"dealer_turns": 0, "hands": [["4S", "QS"], ["2S", "2H", "3S", "5S"]],
        "totals": [-6, 12]}),
    );
    let s5 = after(&s4, json!({"phase": "point"}));
    let s6 = after(&s5, json!({"hands": [["4S", "QS", "2H"], ["2S", "3S", "5S"]], "totals": [-4, 10]}));
    let s7 = after(&s6, json!({"hands": [["4S", "QS", "2H", "5S"], ["2S", "3S"]], "totals": [1, 5]}));
    let s8 = after(
        &s7,
        json!({"hands": [["4S", "2H", "5S", "3S"], ["2S", "QS"]], "totals": [14, -8],
        "turn": 1, "phase": "dealer"}),
    );
    let dealer = "keep left,keep right,give left,give right,tap out";
    let lines = [
        json!({"type": "start", "v": 1, "game": "grapples", "no": 0, "players": 2, "seed": "00",
            "rules": {"double_down": "optional", "dealer_may_redeem": false, "dealer_turns": 2},
            "cut": [[[0, "9S"], [1, "KS"]]], "state": s0}),
        act(1, 0, dealer, "give left", s1),
        act(2, 1, "take,decline", "take", s2),
        act(3, 1, "take,decline", "take", s3),
        act(4, 0, dealer, "keep left", s4),
        act(5, 0, "keep queen,trade 1", "trade 1", s5),
        act(6, 0, "point 1,point 2,point 3,point 4", "point 2", s6),
        act(7, 0, "point 1,point 3,point 4", "point 4", s7),
        act(8, 0, "point 1,point 3", "point 3", s8.clone()),
    ];
    assert_right_so_far(&lines);
    assert_broken(&lines, 8, "/legal/0", json!("point 2"), "GR-R16");
    assert_broken(&lines, 6, "/state/phase", json!("dealer"), "GR-R16");
    let other = after(&s8, json!({"hands": [["4S", "2H", "2S", "3S"], ["5S", "QS"]], "totals": [11, -5]}));
    assert_broken(&lines, 9, "/state", other, "GR-R13");
    let still_there =
        after(&s8, json!({"hands": [["4S", "QS", "2H", "5S", "3S"], ["2S"]], "totals": [4, 2]}));
    assert_broken(&lines, 9, "/state", still_there, "GR-R13");
}
