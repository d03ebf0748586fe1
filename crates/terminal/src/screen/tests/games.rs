//! Whole games of every kind.

use crossterm::event::KeyCode;
use engine::scene::Place;
use engine::{Dice, Seed};
use games::{AnyGame, ListedGame};
use protocol::Choice;

use super::Player;
use crate::paint::{Target, key_of};

/// No game takes this many moves of one player.
const ENDLESS: usize = 3000;

pub(super) fn finish(game: &str, seed: u64, mut turn: impl FnMut(&mut Player, Choice, &mut Dice)) -> Player {
    let mut player = Player::at(game, seed, (80, 24));
    let mut dice = Dice::new(&Seed::from_number(seed));
    for _ in 0..ENDLESS {
        player.wait();
        if player.table_page().reveal.is_some() {
            assert!(player.text().contains("Enter goes on"), "{game}");
            player.press(KeyCode::Enter);
            continue;
        }
        if player.table_page().table.is_over() {
            return player;
        }
        let before = player.table_page().table.seq;
        let choices = player.table_page().table.standing.choices.clone();
        let choice = dice.pick(&choices).expect("it is the player's turn").clone();
        turn(&mut player, choice.clone(), &mut dice);
        let after = player.table_page().table.seq;
        assert!(after > before, "{game}: {} was done\n{}", choice.act, player.text());
    }
    panic!("{game} never ends");
}

fn ended(player: &Player) {
    let text = player.text();
    assert!(text.contains("Another game"), "{text}");
}

/// Does it by its key, or from the list of all choices.
pub(super) fn by_key(player: &mut Player, choice: &Choice) {
    let choices = &player.table_page().table.standing.choices;
    let index = choices.iter().position(|one| one.act == choice.act).expect("it can be chosen");
    match key_of(index) {
        Some(key) => player.press(KeyCode::Char(key)),
        // Far down the list.
        None => {
            player.press(KeyCode::Char('m'));
            (0..index).for_each(|_| player.press(KeyCode::Down));
            player.press(KeyCode::Enter);
        }
    }
}

#[test]
fn every_game_is_played_to_its_end_by_keys() {
    for name in AnyGame::names() {
        let player = finish(name, 3, |player, choice, _| by_key(player, &choice));
        ended(&player);
    }
}

#[test]
fn every_game_is_played_to_its_end_by_arrows() {
    for listed in ListedGame::all() {
        let player = finish(listed.id, 4, |player, choice, dice| {
            // Arrows alone may lead back and forth for ever.
            if dice.below(4) == 0 {
                return by_key(player, &choice);
            }
            let before = player.table_page().table.seq;
            // Wherever the arrows lead, Enter does something there sooner or later.
            for _ in 0..500 {
                let arrows = [
                    KeyCode::Left,
                    KeyCode::Right,
                    KeyCode::Up,
                    KeyCode::Down,
                    KeyCode::Tab,
                    KeyCode::Char('l'),
                ];
                player.press(*dice.pick(&arrows).expect("there are arrows"));
                player.press(KeyCode::Enter);
                if player.table_page().table.seq > before {
                    return;
                }
            }
        });
        ended(&player);
    }
}

#[test]
fn every_game_is_played_to_its_end_by_mouse() {
    for game in AnyGame::ALL {
        let player = finish(game.info().id, 5, |player, choice, dice| {
            let before = player.table_page().table.seq;
            if let Some(from) = &choice.gesture.from {
                let spot = Target::Spot(from.clone());
                let at =
                    player.place(&spot).unwrap_or_else(|| panic!("{from:?} is shown\n{}", player.text()));
                let goal = match &choice.gesture.to {
                    Some(Place::Heap(id)) => Some(Place::Heap(id.clone())),
                    other => other.clone(),
                };
                player.click(at);
                if player.table_page().table.seq > before {
                    return;
                }
                // Picked up: laid down where it goes, if only one thing is meant by that, else by its button.
                let goal = goal.and_then(|place| player.place(&Target::Place(place)));
                if let (Some(goal), true) = (goal, dice.below(2) == 0) {
                    player.click(goal);
                } else if let Some(goal) = goal {
                    player.press(KeyCode::Esc);
                    player.drag(at, goal);
                }
                if player.table_page().table.seq > before {
                    return;
                }
            }
            let index = player.table_page().buttons().iter().position(|button| button.label == choice.label);
            let index = index.expect("there is a button");
            match player.place(&Target::Button(index)) {
                Some(at) => player.click(at),
                None => {
                    player.click(player.place(&Target::Key('m')).expect("a way to the whole list"));
                    while player.place(&Target::Row(index)).is_none() {
                        player.press(KeyCode::Down);
                    }
                    player.click(player.place(&Target::Row(index)).expect("it is in the list"));
                }
            }
        });
        ended(&player);
    }
}

#[test]
fn every_game_is_played_to_its_end_by_words() {
    for game in AnyGame::ALL {
        let player = finish(game.info().id, 6, |player, choice, _| player.say(&choice.label));
        ended(&player);
    }
}

/// Whatever the size, everything that can be done can be pointed at, and nothing breaks.
#[test]
fn windows_of_any_size_show_the_table() {
    for game in AnyGame::ALL {
        let mut sizes =
            [(80, 24), (60, 18), (200, 60), (59, 24), (1, 1), (110, 18), (64, 80), (132, 43)].iter().cycle();
        let player = finish(game.info().id, 7, |player, choice, _| {
            let size = *sizes.next().expect("they go round");
            player.resize(size);
            if size.0 >= 60 && size.1 >= 18 {
                assert!(!player.table_page().hits.is_empty());
            } else if size.0 > 40 {
                assert!(player.text().contains("a terminal of 80×24"), "{}", player.text());
            }
            player.say(&choice.act);
            player.resize((80, 24));
        });
        ended(&player);
    }
}

#[test]
fn a_crowd_fits() {
    for players in [12, 30, 52] {
        let order = protocol::Order { players: Some(players), ..super::order("pass-the-ace", 1) };
        let mut player = Player::order(order, (80, 24));
        player.wait();
        assert!(player.text().contains("Zoë (you)"), "{}", player.text());
        assert!(player.text().contains("Stock"), "{}", player.text());
    }
}
