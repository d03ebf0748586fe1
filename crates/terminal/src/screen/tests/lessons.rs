use ::games::ListedGame;
use crossterm::event::KeyCode;
use tables::Waits;

use super::*;
use crate::game::PlannedGame;
use crate::paint::Colours;

/// Every lesson is played to its end with keys alone.
#[test]
fn every_lesson_is_played_to_its_end_by_keys() {
    for listed in ListedGame::all() {
        for number in 1..=tables::lessons(listed).len() {
            let planned = PlannedGame::lesson(listed, number).unwrap();
            let mut player = Player::before(FirstPage::Game(Box::new(planned)), (100, 40), Colours::Four);
            let mut beats = 0;
            for _ in 0..200 {
                let Some(beat) = player.table_page().beat.clone() else { break };
                beats = beat.number;
                if player.table_page().reveal.is_some() {
                    player.press(KeyCode::Enter);
                    continue;
                }
                match (beat.waits, beat.act) {
                    (Waits::Reader, _) => {
                        assert!(player.text().contains("goes\u{a0}on"), "{}: {}", beat.lesson, player.text());
                        player.press(KeyCode::Enter);
                    }
                    (Waits::You, Some(choice)) => {
                        player.keys("/");
                        player.keys(&choice.act);
                        player.press(KeyCode::Enter);
                    }
                    _ => player.wait(),
                }
            }
            assert_eq!(player.table_page().beat, None, "{} {number}", listed.id);
            let lesson = &tables::lessons(listed)[number - 1];
            assert_eq!(beats, lesson.beats.len(), "{} {number}", listed.id);
            assert!(player.text().contains("That was the lesson"), "{}", player.text());
        }
    }
}

#[test]
fn the_lobby_teaches() {
    let mut player = Player::before(FirstPage::Lobby(order("", 1)), (100, 40), Colours::Four);
    player.keys("t");
    assert!(player.table_page().beat.is_some());
}
