//! What is told of a game beside it: its history by rounds, and how well one has played.

use crossterm::event::KeyCode;

use super::Player;
use super::games::{by_key, finish};
use crate::screen::overlay::Overlay;

/// The text above the table.
fn read(player: &Player) -> &str {
    match &player.table_page().overlay {
        Some(Overlay::Text { text, .. }) => text,
        other => panic!("nothing is to be read: {other:?}\n{}", player.text()),
    }
}

#[test]
fn a_game_that_is_over_is_judged_decision_by_decision() {
    let mut player = finish("pass-the-ace", 4, |player, choice, _| by_key(player, &choice));
    assert!(player.text().contains("How did I play?"), "{}", player.text());
    player.keys("a");
    let text = read(&player).to_owned();
    let decisions = player.table_page().study.as_ref().unwrap().judged.len();
    assert!(decisions > 0, "{text}");
    assert!(text.starts_with(&format!("{decisions} of {decisions} decision")), "{text}");
    assert!(text.contains("Your chance after each decision") && text.contains("The expert"), "{text}");
    assert!(text.contains("On average a decision cost"), "{text}");
    assert!(player.text().contains("How you played"), "{}", player.text());
    player.press(KeyCode::Esc);
    assert_eq!(player.table_page().overlay, None);
    player.say("how did I play");
    assert_eq!(read(&player), text, "nothing is judged twice");
}

#[test]
fn a_game_without_decisions_says_so() {
    let mut player = Player::at("strip-jack-naked", 3, (80, 24));
    player.keys("f");
    player.keys("a");
    assert!(read(&player).contains("Nothing was yours to decide"), "{}", read(&player));
}

#[test]
fn what_happened_is_told_by_rounds() {
    let mut player = finish("pass-the-ace", 4, |player, choice, _| by_key(player, &choice));
    player.keys("p");
    let by_key = read(&player).to_owned();
    assert!(by_key.contains("## Round 1\n") && by_key.contains("## Round 2\n"), "{by_key}");
    assert!(by_key.contains("**Your "), "what a round came to is told: {by_key}");
    player.press(KeyCode::Esc);
    player.say("history");
    assert_eq!(read(&player), by_key);
}
