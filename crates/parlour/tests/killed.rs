//! The server is killed while everyone plays, as the system would kill it.

mod common;

use common::{fresh, out};

/// Every game of every table is compared with its record; `parlour load` fails if a single move is missing or too many.
#[test]
fn no_acknowledged_move_is_lost_when_the_server_is_killed() {
    for game in ["pass-the-ace", "propre"] {
        let folder = fresh(&format!("killed-{game}"));
        let arguments = format!(
            "load --own {} --kills 3 --tables 5 --players 3 --pace 0 --json --game {game}",
            folder.display()
        );
        let output = common::parlour(&arguments);
        let said = out(&output);
        assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
        let told: serde_json::Value = serde_json::from_str(&said).unwrap();
        assert_eq!(told["kills"], 3, "{said}");
        assert!(told["games"].as_u64() >= Some(5), "every table has played to the end: {said}");
        assert!(told["resumed"].as_u64() >= Some(15), "everyone came back: {said}");
        for fault in ["errors", "lost", "out_of_order"] {
            assert_eq!(told[fault], 0, "{said}");
        }
    }
}
