//! Small hand-made traces: each is accepted as it stands, and refused with one thing wrong in it.

mod aces_up;
mod grapples;
mod pass_the_ace;
mod propre;

use crate::check::{Error, Summary, check_trace};
use serde_json::{Value, json};

pub fn verdict(lines: &[Value]) -> Result<Summary, Error> {
    let text: Vec<String> = lines.iter().map(Value::to_string).collect();
    check_trace(text.join("\n").as_bytes())
}

pub fn assert_accepted(lines: &[Value], steps: usize) {
    let done = verdict(lines).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((done.games, done.steps), (1, steps));
}

/// For traces that stop in the middle: every line is right, only the end is missing.
pub fn assert_right_so_far(lines: &[Value]) {
    let error = verdict(lines).expect_err("the end is missing");
    assert!(error.message.contains("stops before"), "{error}");
}

/// With `value` at `pointer` of line `line` (from 1), the trace breaks `clause` there.
pub fn assert_broken(lines: &[Value], line: usize, pointer: &str, value: Value, clause: &str) {
    let mut lines = lines.to_vec();
    *lines[line - 1].pointer_mut(pointer).expect("there is such a field") = value;
    let error = verdict(&lines).expect_err("one thing is wrong");
    assert_eq!((error.line, error.clause.as_str()), (line, clause), "{error}");
}

/// The deck in a fixed order without the cards in `used`.
pub fn rest(used: &str) -> Vec<String> {
    let used: Vec<&str> = used.split(' ').collect();
    let codes =
        "SHDC".chars().flat_map(|suit| "A23456789TJQK".chars().map(move |rank| format!("{rank}{suit}")));
    codes.filter(|code| !used.contains(&code.as_str())).collect()
}

/// `first`, then all that is neither in `first` nor in `used`.
pub fn stock(first: &str, used: &str) -> Vec<String> {
    let firsts = first.split(' ').filter(|code| !code.is_empty()).map(str::to_string);
    firsts.chain(rest(&format!("{first} {used}"))).collect()
}

pub fn act(n: usize, seat: usize, legal: &str, action: &str, state: Value) -> Value {
    let legal: Vec<&str> = legal.split(',').filter(|a| !a.is_empty()).collect();
    json!({"type": "act", "n": n, "seat": seat, "legal": legal, "action": action, "state": state})
}

/// A trace's lines cannot stand in another order, and a game has to end.
#[test]
fn broken_frames_are_refused() {
    let act = act(1, 0, "stick", "stick", json!({}));
    assert!(verdict(std::slice::from_ref(&act)).is_err());
    assert!(verdict(&[json!({"type": "start", "v": 1, "game": "whist"})]).is_err());
    assert!(check_trace("no json".as_bytes()).is_err());
}
