use super::*;

fn rules(deal_when: &str, discards: &str) -> Value {
    json!({"deal_when": deal_when, "fill": "any", "deal_limit": null, "discards": discards, "lone_card_moves": true})
}

fn start(rules: Value, state: Value) -> Value {
    json!({"type": "start", "v": 1, "game": "aces-up", "no": 0, "rules": rules, "players": 1, "seed": "00",
        "state": state})
}

/// `columns` as words, columns parted by commas.
fn state(columns: &str, stock: &[String], discarded: &str, status: &str) -> Value {
    let words = |text: &str| text.split_whitespace().map(str::to_string).collect::<Vec<_>>();
    let columns: Vec<_> = columns.split(',').map(words).collect();
    let discarded = words(discarded);
    json!({"columns": columns, "stock": stock, "score": discarded.len(), "discarded": discarded, "status": status})
}

fn opening() -> Vec<Value> {
    let stock = stock("6D 7D 8C 9H", "2S 3S 4H AS");
    let state = |columns, dealt: usize, discarded| state(columns, &stock[dealt..], discarded, "in-progress");
    vec![
        start(rules("any-time", "optional"), state("2S,3S,4H,AS", 0, "")),
        act(1, 0, "discard 1,discard 2,deal", "discard 1", state(",3S,4H,AS", 0, "2S")),
        act(2, 0, "discard 2,move 2 1,move 3 1,move 4 1,deal", "move 4 1", state("AS,3S,4H,", 0, "2S")),
        act(
            3,
            0,
            "discard 2,move 1 4,move 2 4,move 3 4,deal",
            "deal",
            state("AS 6D,3S 7D,4H 8C,9H", 4, "2S"),
        ),
        act(4, 0, "discard 1,deal", "discard 1", state("AS,3S 7D,4H 8C,9H", 4, "2S 6D")),
    ]
}

#[test]
fn an_opening_is_right() {
    assert_right_so_far(&opening());
}

#[test]
fn one_wrong_thing_is_found() {
    let lines = opening();
    let choice = "AU-R3, AU-R4, AU-V1";
    assert_broken(&lines, 2, "/legal", json!(["discard 1", "deal"]), choice);
    assert_broken(&lines, 2, "/legal", json!(["discard 1", "discard 2", "discard 4", "deal"]), choice);
    assert_broken(&lines, 2, "/action", json!("discard 4"), choice);
    assert_broken(&lines, 2, "/seat", json!(1), "AU-R1");
    assert_broken(&lines, 2, "/state/score", json!(2), "AU-R8");
    assert_broken(&lines, 2, "/state/discarded", json!([]), "AU-R1");
    assert_broken(&lines, 2, "/state/status", json!("lost"), "AU-R6, AU-R7");
    assert_broken(&lines, 3, "/state/columns", json!([[], ["3S"], ["4H"], ["AS"]]), "AU-R4");
    assert_broken(&lines, 4, "/state/columns/0", json!(["6D", "AS"]), "AU-R5");
    assert_broken(&lines, 1, "/players", json!(2), "AU-R1");
    assert_broken(&lines, 1, "/state/columns", json!([["2S", "3S"], [], ["4H"], ["AS"]]), "AU-R1");
    let mut no_lone = lines.clone();
    no_lone[0]["rules"]["lone_card_moves"] = json!(false);
    assert_eq!(verdict(&no_lone).unwrap_err().line, 3);
    let mut stuck = lines;
    stuck[0]["rules"]["deal_when"] = json!("stuck");
    assert_eq!(verdict(&stuck).unwrap_err().line, 2);
}

#[test]
fn discards_are_forced_from_the_start() {
    let stock = stock("6S 7D 8C 9H", "2S 3S 4H AS");
    let first = state(",,4H,AS", &stock, "3S 2S", "in-progress");
    let lines = [
        start(rules("any-time", "forced"), first),
        act(
            1,
            0,
            "move 3 1,move 4 1,move 3 2,move 4 2,deal",
            "deal",
            state("6S,7D,4H 8C,AS 9H", &stock[4..], "3S 2S", "in-progress"),
        ),
    ];
    assert_right_so_far(&lines);
    // Nothing justifies the discard of the four of hearts.
    assert_broken(&lines, 1, "/state", state(",,,AS", &stock, "3S 2S 4H", "in-progress"), "AU-V5");
    let wrong = state("2S,3S,4H,AS", &stock, "", "in-progress");
    assert_broken(&lines, 1, "/state", wrong, "AU-V1, AU-V5");
}

#[test]
fn deals_are_made_from_the_start() {
    let stock = stock("", "2S 3H 4D 5C 6S 7S 8D 9C");
    let first = state("2S 6S,3H 7S,4D 8D,5C 9C", &stock, "", "in-progress");
    let lines = [start(rules("auto", "optional"), first)];
    assert_right_so_far(&lines);
    // With a discard among the first four, nothing is dealt.
    let wrong = state("3H 6S,2S 7S,4D 8D,5C 9C", &stock, "", "in-progress");
    assert_right_so_far(&[start(rules("auto", "optional"), wrong)]);
    let wrong = state("3H 7S,8D 6S,4D 2S,5C 9C", &stock, "", "in-progress");
    assert_broken(&lines, 1, "/state", wrong, "AU-V1");
}

/// All discards are forced and every card but the aces can go at once: twelve deals win.
fn won() -> Vec<Value> {
    let layer = |ranks: &str, suit: char| -> Vec<String> {
        // The highest must not cover its own suit's ace, which lies in column 4 for clubs.
        let codes = ranks.chars().map(|rank| format!("{rank}{suit}"));
        if suit == 'C' { codes.rev().collect() } else { codes.collect() }
    };
    let layers = "SHDC".chars().flat_map(|suit| ["2345", "6789", "TJQK"].map(|ranks| layer(ranks, suit)));
    let stock: Vec<String> = layers.flatten().collect();
    let aces = "AS,AH,AD,AC";
    let mut lines = vec![start(rules("stuck", "forced"), state(aces, &stock, "", "in-progress"))];
    for n in 1..=12 {
        let status = if n == 12 { "won" } else { "in-progress" };
        lines.push(act(
            n,
            0,
            "deal",
            "deal",
            state(aces, &stock[4 * n..], &stock[..4 * n].join(" "), status),
        ));
    }
    lines.push(json!({"type": "end", "n": 12, "outcome": {"winners": [0], "scores": [48]}}));
    lines
}

#[test]
fn four_aces_win() {
    let won = won();
    assert_accepted(&won, 12);
    assert_broken(&won, 13, "/state/status", json!("lost"), "AU-R6, AU-R7");
    assert_broken(&won, 14, "/outcome/winners", json!([]), "AU-R7");
    assert_broken(&won, 14, "/outcome/scores", json!([47]), "AU-R8");
    // A limit of 11 deals: the game ends before the twelfth, and is lost.
    let mut limited = won;
    limited[0]["rules"]["deal_limit"] = json!(11);
    limited[11]["state"]["status"] = json!("lost");
    limited.remove(12);
    limited[12]["n"] = json!(11);
    limited[12]["outcome"] = json!({"winners": [], "scores": [44]});
    assert_accepted(&limited, 11);
}
