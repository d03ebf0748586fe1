//! PROTOCOL.md is what programs are written by: every example in it is read, and its codes are those there are.

use protocol::http::{Opened, Problem};
use protocol::online::{CloseReason, Request, ServerMessage, TableOrder};
use protocol::{VERSION, codes};
use serde::de::DeserializeOwned;

const DESCRIPTION: &str = include_str!("../../../../PROTOCOL.md");

/// The blocks of JSON, with what they are.
fn blocks() -> Vec<(&'static str, String)> {
    let parts = DESCRIPTION.split("```").skip(1).step_by(2);
    let blocks = parts.filter_map(|part| {
        let (kind, text) = part.split_once('\n')?;
        let kind = kind.strip_prefix("json")?.trim();
        Some((kind, text.replace("<64 digits>", &"ab".repeat(32))))
    });
    blocks.collect()
}

/// The values of a block, each as it is written.
fn values(text: &str) -> Vec<serde_json::Value> {
    let values = serde_json::Deserializer::from_str(text).into_iter();
    values.collect::<Result<_, _>>().unwrap_or_else(|error| panic!("{error} in {text}"))
}

fn read<T: DeserializeOwned>(value: serde_json::Value) -> T {
    let text = value.to_string();
    serde_json::from_value(value).unwrap_or_else(|error| panic!("{error} in {text}"))
}

fn is_known(code: &str) -> bool {
    codes::ALL.iter().any(|(known, _)| *known == code)
}

#[test]
fn every_example_is_what_it_claims_to_be() {
    let (mut requests, mut words) = (Vec::new(), Vec::new());
    for (kind, text) in blocks() {
        for value in values(&text) {
            match kind {
                "order" => drop(read::<TableOrder>(value)),
                "opened" => drop(read::<Opened>(value)),
                "problem" => assert!(is_known(&read::<Problem>(value).code)),
                "" if value.get("call").is_some() => requests.push(read::<Request>(value)),
                "" => words.push(read::<ServerMessage>(value)),
                other => panic!("what is a {other}?"),
            }
        }
    }
    assert!(requests.len() >= 7 && words.len() >= 10, "{} and {}", requests.len(), words.len());
    for word in words {
        match word {
            ServerMessage::Welcome(welcome) => assert_eq!(welcome.v, VERSION),
            ServerMessage::Reply { what: protocol::Tell::Refused(refusal), .. } => {
                assert!(is_known(&refusal.code))
            }
            _ => {}
        }
    }
    assert!(DESCRIPTION.contains(&format!("version {VERSION}.")));
}

#[test]
fn the_codes_in_the_description_are_those_there_are() {
    let section =
        DESCRIPTION.split("## Refusals").nth(1).and_then(|rest| rest.split("\n## ").next()).unwrap();
    let rows: Vec<&str> = section.lines().filter(|line| line.starts_with("| `")).collect();
    let expected: Vec<String> =
        codes::ALL.iter().map(|(code, means)| format!("| `{code}` | {means} |")).collect();
    assert_eq!(rows, expected);
}

#[test]
fn reasons_to_close_are_codes() {
    for why in CloseReason::ALL {
        assert_eq!(serde_json::to_value(why).unwrap(), why.code());
        assert!(is_known(why.code()), "{why:?}");
        let row = DESCRIPTION.split("## Goodbye").nth(1).unwrap();
        assert!(row.contains(&format!("`{}`", why.code())), "{why:?}");
    }
}

#[test]
fn what_a_host_can_do_is_described() {
    for host_action in ["pause", "resume", "bot", "free", "remove", "mute"] {
        let named = [format!("`{host_action}`"), format!("\"{host_action}\"")];
        assert!(named.iter().any(|name| DESCRIPTION.contains(name)), "{host_action}");
    }
}
