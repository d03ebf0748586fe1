//! How things look. `INSTA_UPDATE=always cargo test -p terminal` writes the pictures again; read them before committing.

use std::path::Path;

use crossterm::event::KeyCode;
use insta::assert_snapshot;
use ratatui::style::Color;

use super::{FirstPage, Player, order};
use crate::game::PlannedGame;
use crate::paint::Colours;

const SIZES: [(u16, u16); 2] = [(80, 24), (120, 40)];

/// A few moves into a game.
pub(super) fn moves(game: &str, seed: u64, number: usize, size: (u16, u16)) -> Player {
    let mut player = Player::at(game, seed, size);
    for number in 0..number {
        player.wait();
        if player.table_page().reveal.is_some() {
            player.press(KeyCode::Enter);
            player.wait();
        }
        let choices = player.table_page().table.standing.choices.clone();
        if let Some(choice) = choices.get(number % choices.len().max(1)) {
            player.say(&choice.act);
        }
    }
    player.wait();
    player
}

#[test]
fn tables() {
    for size in SIZES {
        for game in games::AnyGame::ALL {
            let mut player = moves(game.info().id, 5, 3, size);
            player.press(KeyCode::Enter);
            let text = player.text();
            assert!(text.contains(game.info().name), "{text}");
            // The pictures of a game are in its own folder; a new game has none yet.
            let folder = format!("{}/../games/src/{}/testdata", env!("CARGO_MANIFEST_DIR"), game.module());
            let name = format!("screen-{}x{}", size.0, size.1);
            let is_kept = Path::new(&folder).join(format!("{name}.snap")).exists();
            if is_kept || std::env::var_os("INSTA_UPDATE").is_some() {
                insta::with_settings!({ snapshot_path => folder, prepend_module_to_snapshot => false }, {
                    assert_snapshot!(name, text);
                });
            }
        }
    }
}

#[test]
fn the_end_of_a_round_and_of_a_game() {
    let mut player = Player::at("pass-the-ace", 7, (80, 24));
    player.wait();
    player.keys("1");
    player.wait();
    assert_snapshot!("round-end-80x24", player.text());
    let player = moves("aces-up", 4, 80, (80, 24));
    assert!(player.table_page().table.is_over());
    assert_snapshot!("end-80x24", player.text());
}

#[test]
fn what_is_picked_up_shows_where_it_can_go() {
    let mut player = Player::at("pass-the-ace", 7, (80, 24));
    player.wait();
    player.press(KeyCode::Down);
    player.press(KeyCode::Enter);
    assert!(player.table_page().picked.is_some(), "{}", player.text());
    assert_snapshot!("picked-80x24", player.text());
    player.press(KeyCode::Esc);
    assert!(player.table_page().picked.is_none());
}

#[test]
fn pages_and_overlays() {
    for size in SIZES {
        let name = |page: &str| format!("{page}-{}x{}", size.0, size.1);
        let lobby = Player::before(FirstPage::Lobby(order("", 1)), size, Colours::Four).text();
        for (number, listed) in (1..).zip(games::ListedGame::all()) {
            assert!(lobby.contains(&format!("  {number} {}", listed.title)), "{lobby}");
        }
        let settings = Player::before(FirstPage::Settle(order("pass-the-ace", 1)), size, Colours::Four);
        assert_snapshot!(name("settings"), settings.text());
        let mut player = Player::at("aces-up", 4, size);
        player.keys("?");
        assert_snapshot!(name("keys"), player.text());
        player.press(KeyCode::Esc);
        player.say("move 1 2");
        assert_snapshot!(name("refused"), player.text());
        player.keys("b");
        assert_snapshot!(name("clause"), player.text());
    }
}

#[test]
fn without_colours_nothing_is_coloured_and_all_is_still_told() {
    let planned = PlannedGame::new(order("propre", 5), None).unwrap();
    for colours in [Colours::None, Colours::Two, Colours::Four] {
        let mut player = Player::before(FirstPage::Game(Box::new(planned.clone())), (80, 24), colours);
        player.wait();
        player.press(KeyCode::Enter);
        let mut used: Vec<Color> = Vec::new();
        for cell in player.buffer.content() {
            for colour in [cell.fg, cell.bg] {
                if !used.contains(&colour) && colour != Color::Reset {
                    used.push(colour);
                }
            }
        }
        assert_eq!(used.is_empty(), colours == Colours::None, "{used:?}");
        assert_eq!(
            used.contains(&Color::Green),
            colours == Colours::Four,
            "clubs are green only with four colours"
        );
    }
}
