//! What pages do, beside the games themselves.

use crossterm::event::{Event as Input, KeyCode, KeyEvent, KeyModifiers};
use protocol::Order;

use super::{FirstPage, Player, TablePage, order};
use crate::game::{PlannedGame, Special};
use crate::link::Heard;
use crate::paint::{Colours, Target, Theme};
use crate::screen::app::Page;

#[test]
fn from_the_lobby_through_the_settings_to_the_table() {
    let mut player = Player::before(FirstPage::Lobby(order("", 1)), (80, 24), Colours::Four);
    player.press(KeyCode::Down);
    player.press(KeyCode::Enter);
    assert!(player.text().contains("Rules"), "{}", player.text());
    assert!(player.text().contains("Chase the Ace"), "a preset that is a game of its own: {}", player.text());
    // Presets first, then how many and how good the others are.
    player.press(KeyCode::Down);
    player.press(KeyCode::Right);
    player.press(KeyCode::Down);
    player.press(KeyCode::Right);
    player.press(KeyCode::Down);
    player.press(KeyCode::Right);
    assert!(player.text().contains("◂ expert ▸"), "{}", player.text());
    player.keys("d");
    assert_eq!(player.table_page().table.standing.scene.sitters.len(), 5);
    assert!(player.text().contains("expert bots"), "{}", player.text());
}

#[test]
fn every_setting_of_every_game_can_be_changed_to_everything_and_dealt() {
    for &game in games::AnyGame::ALL {
        let mut player = Player::before(FirstPage::Settle(order(game.info().id, 1)), (80, 40), Colours::Four);
        for _ in 0..30 {
            for _ in 0..7 {
                player.press(KeyCode::Right);
            }
            player.press(KeyCode::Down);
        }
        let text = player.text();
        player.keys("d");
        assert!(matches!(player.app.page, Page::Table(_)), "{}: {text}", game.info().id);
        assert!(player.table_page().table.is_dealt(), "{}", player.text());
    }
}

#[test]
fn a_deal_that_can_be_won_and_the_deal_of_the_day_are_found() {
    for (presses, words) in [(1, "can be won"), (2, "deal of the day")] {
        let settled = Order { preset: Some("classic".to_owned()), ..order("aces-up", 1) };
        let mut player = Player::before(FirstPage::Settle(settled), (80, 24), Colours::Four);
        player.press(KeyCode::Down);
        player.press(KeyCode::Down);
        (0..presses).for_each(|_| player.press(KeyCode::Right));
        assert!(player.text().contains(words), "{}", player.text());
        player.keys("d");
        assert!(player.table_page().planned.as_ref().is_some_and(|planned| planned.special.is_some()));
    }
}

#[test]
fn a_refusal_names_its_clause_and_the_book_opens_there() {
    let mut player = Player::at("aces-up", 4, (80, 24));
    player.say("move 1 2");
    assert!(player.text().contains("(AU-R4)") && player.text().contains("[b:"), "{}", player.text());
    player.keys("b");
    assert!(player.text().contains("AU-R4"), "{}", player.text());
    player.press(KeyCode::Esc);
    player.say("rules au r 7");
    assert!(player.text().contains("four aces"), "{}", player.text());
    player.press(KeyCode::Esc);
    player.keys("q");
    assert!(player.left);
}

#[test]
fn undo_redo_and_hints() {
    let mut player = Player::at("aces-up", 4, (80, 24));
    let before = player.table_page().table.standing.scene.clone();
    player.keys("1");
    assert_ne!(player.table_page().table.standing.scene, before);
    player.keys("u");
    assert_eq!(player.table_page().table.standing.scene, before);
    player.keys("r");
    assert_ne!(player.table_page().table.standing.scene, before);
    player.keys("i");
    assert!(player.text().contains("That is judged from what you see."), "{}", player.text());
    let Some(Target::Button(advised)) = player.table_page().focus else { panic!("the advice is in focus") };
    let actions = player.table_page().table.standing.actions;
    assert!(advised < player.table_page().buttons().len());
    player.press(KeyCode::Enter);
    assert_eq!(player.table_page().table.standing.actions, actions + 1, "Enter takes it");
}

#[test]
fn why_a_card_cannot_be_played_is_one_key_away() {
    let mut player = Player::at("propre", 5, (80, 24));
    player.wait();
    let unplayable =
        player.table_page().table.standing.scene.sitters[0].hand.iter().enumerate().find_map(|(index, _)| {
            let at = engine::scene::At {
                place: engine::scene::Place::Hand(engine::Seat::FIRST),
                card: Some(index),
            };
            let begins = player
                .table_page()
                .table
                .standing
                .choices
                .iter()
                .any(|one| one.gesture.from.as_ref() == Some(&at));
            (!begins).then_some(at)
        });
    let at = player.place(&Target::Spot(unplayable.expect("some card does not fit"))).expect("it is shown");
    let seq = player.table_page().table.seq;
    player.click(at);
    assert_eq!(player.table_page().table.seq, seq, "nothing was done");
    // Below the table, or in a box if it is long.
    assert!(
        player.table_page().notice.is_some() || player.table_page().overlay.is_some(),
        "{}",
        player.text()
    );
    assert!(player.text().contains("PP-R4") || player.text().contains('»'), "{}", player.text());
}

#[test]
fn what_fits_several_is_asked_back_as_a_list() {
    let mut player = Player::at("grapples", 6, (80, 24));
    player.wait();
    player.say("keep it");
    assert!(player.text().contains("1 Keep ") && player.text().contains("Esc back"), "{}", player.text());
    let seq = player.table_page().table.seq;
    player.keys("2");
    assert!(player.table_page().table.seq > seq);
}

#[test]
fn another_game_is_one_key_away_and_has_other_cards() {
    let mut player = Player::at("aces-up", 4, (80, 24));
    while !player.table_page().table.is_over() {
        let actions = player.table_page().table.standing.actions;
        player.say("deal");
        if player.table_page().table.standing.actions == actions {
            player.keys("1");
        }
    }
    let commitment =
        |player: &Player| player.table_page().table.snapshot.as_ref().unwrap().commitment.clone();
    let before = commitment(&player);
    player.keys("n");
    assert!(!player.table_page().table.is_over());
    assert_ne!(commitment(&player), before);
}

#[test]
fn control_keys_leave_even_while_something_covers_the_table() {
    let control = |key: char| Input::Key(KeyEvent::new(KeyCode::Char(key), KeyModifiers::CONTROL));
    let mut player = Player::at("propre", 4, (80, 24));
    player.keys("?");
    player.input(control('c'));
    assert!(player.left);
    let mut player = Player::at("propre", 4, (80, 24));
    player.keys("/");
    player.input(control('c'));
    assert!(!player.left && player.table_page().typing.is_none(), "first what is typed is given up");
}

#[test]
fn over_the_cards_of_a_round_words_can_be_typed_and_nothing_else_acts() {
    let mut player = Player::at("pass-the-ace", 7, (80, 24));
    player.wait();
    player.keys("1");
    player.wait();
    let is_shown = |player: &Player| player.table_page().reveal.is_some();
    assert!(is_shown(&player), "{}", player.text());
    let seq = player.table_page().table.seq;
    player.keys("2xnq?m");
    assert!(is_shown(&player) && !player.left && player.table_page().overlay.is_none(), "{}", player.text());
    player.keys("/whose turn 2");
    assert!(player.text().contains("› whose turn 2"), "{}", player.text());
    assert!(is_shown(&player) && player.table_page().table.seq == seq, "{}", player.text());
    player.press(KeyCode::Esc);
    assert!(is_shown(&player), "Esc gives up the line first");
    player.press(KeyCode::Esc);
    assert!(!is_shown(&player));
}

#[test]
fn after_a_round_everyone_holds_the_cards_that_were_shown() {
    let mut swapped = 0;
    for seed in 1..12 {
        let mut player = Player::at("pass-the-ace", seed, (80, 24));
        while !player.table_page().table.is_over() {
            let page = player.table_page();
            let held = |page: &TablePage| page.scene().sitters[0].hand.clone();
            let before = held(page);
            if let Some(reveal) = page.reveal.clone() {
                for shown in &reveal.hands {
                    let hand = &page.scene().sitters[shown.seat.index()].hand;
                    assert!(
                        hand.iter().map(|lying| lying.card).eq(shown.cards.iter().map(|&card| Some(card)))
                    );
                }
                player.press(KeyCode::Enter);
            } else if page.table.bots_move() {
                player.tick();
            } else {
                player.keys(if page.table.standing.choices.len() > 1 { "2" } else { "1" });
                // The dealer acts last: the round ends with the card that was drawn.
                let page = player.table_page();
                swapped += usize::from(page.reveal.is_some() && held(page) != before);
            }
            player.draw();
        }
    }
    assert!(swapped > 0, "the player never drew as dealer");
}

#[test]
fn a_game_that_could_not_be_saved_is_not_said_to_be_kept() {
    let mut player = Player::at("aces-up", 4, (80, 24));
    assert!(player.table_page().farewell(true).unwrap().contains("parlour resume"));
    let none = player.table_page().farewell(false).unwrap();
    assert!(none.contains("not kept") && none.contains("--data FOLDER"), "{none}");
    let not_kept = Heard::NotKept("This game is not kept: the disk is full.".to_owned());
    player.app.hear(not_kept, player.now, &mut Vec::new());
    player.keys("1");
    let said = player.table_page().farewell(true).unwrap();
    assert!(said.contains("not kept") && said.contains("--data FOLDER"), "{said}");
}

#[test]
fn long_answers_are_read_in_a_box_that_scrolls() {
    let mut player = Player::at("aces-up", 4, (80, 24));
    player.say("deal");
    player.say("can this be won");
    let short = player.text();
    assert!(player.table_page().overlay.is_none() && short.contains('»'), "{short}");
    player.say("show how");
    assert!(player.text().contains("Esc back"), "{}", player.text());
    player.press(KeyCode::End);
    let end = player.text();
    player.press(KeyCode::Esc);
    assert!(player.table_page().overlay.is_none());
    assert!(!player.text().contains('»'), "it has been read: {}", player.text());
    assert!(end.contains("Esc back"), "{end}");
}

#[test]
fn one_who_waits_for_an_answer_is_told_so() {
    let mut player = Player::at("aces-up", 4, (80, 24));
    let mut out = Vec::new();
    player.app.take(Input::Key(KeyCode::Char('v').into()), player.now, &mut out);
    player.draw();
    assert!(player.text().contains("One moment…"), "{}", player.text());
    player.obey(out);
    player.draw();
    assert!(!player.text().contains("One moment…"), "{}", player.text());
}

#[test]
fn a_window_that_is_too_small_says_what_to_do() {
    let mut player = Player::at("aces-up", 4, (50, 20));
    let words = |player: &Player| player.text().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words(&player).contains("80×24 or larger"), "{}", player.text());
    assert!(words(&player).contains("parlour play --linear"), "{}", player.text());
    player.app.sit(None);
    player.draw();
    assert!(words(&player).contains("parlour join LINK --linear"), "{}", player.text());
}

#[test]
fn the_deal_of_the_day_says_its_date_and_par_and_compares_at_the_end() {
    let special = Special::Daily { day: "2026-11-15".to_owned(), par: 20, winnable: true };
    let order = Order { preset: Some("strict".to_owned()), ..order("aces-up", 4) };
    let planned = PlannedGame::new(order, Some(special)).unwrap();
    let mut player = Player::before(FirstPage::Game(Box::new(planned)), (80, 24), Colours::Four);
    let words = |player: &Player| player.text().split_whitespace().collect::<Vec<_>>().join(" ");
    let start = words(&player);
    assert!(start.contains("deal of the day, 2026-11-15") && start.contains("It can be won."), "{start}");
    assert!(start.contains("Par 20"), "{start}");
    for _ in 0..100 {
        player.keys("1");
        if player.table_page().table.is_over() {
            break;
        }
    }
    assert!(player.table_page().table.is_over());
    assert!(words(&player).contains("par of 20") || words(&player).contains("to par"), "{}", player.text());
}

#[test]
fn nothing_that_was_called_out_stays_on_the_last_picture() {
    for seed in 1..30 {
        let mut player = Player::at("pass-the-ace", seed, (80, 24));
        while !player.table_page().table.is_over() {
            player.wait();
            let key = if player.table_page().reveal.is_some() { KeyCode::Enter } else { KeyCode::Char('1') };
            player.press(key);
        }
        assert!(player.table_page().cry.is_none(), "{}", player.text());
    }
}

#[test]
fn what_was_called_out_goes_with_the_next_move_and_names_the_caller() {
    let mut named = 0;
    for seed in 1..30 {
        let mut player = Player::at("pass-the-ace", seed, (80, 24));
        while !player.table_page().table.is_over() {
            let told = player.table_page().table.log.len();
            if player.table_page().reveal.is_some() {
                player.press(KeyCode::Enter);
            } else if player.table_page().table.bots_move() {
                player.tick();
            } else {
                player.keys("1");
            }
            player.draw();
            let page = player.table_page();
            let news = &page.table.log[told..];
            if news.is_empty() || page.table.is_over() || page.reveal.is_some() {
                continue;
            }
            let cried = news.iter().rev().find(|line| line.cry.is_some());
            assert_eq!(player.text().contains('★'), cried.is_some(), "{news:?}\n{}", player.text());
            let caller = cried.and_then(|line| line.by).filter(|&by| Some(by) != page.table.you);
            if let Some(caller) = caller {
                let name = &page.table.standing.scene.sitters[caller.index()].name;
                assert!(player.text().contains(&format!("★ {name}: ")), "{}", player.text());
                named += 1;
            }
        }
    }
    assert!(named > 0);
}

#[test]
fn the_next_round_is_not_shown_before_the_end_of_the_last_has_been_seen() {
    let mut player = Player::at("pass-the-ace", 7, (80, 24));
    player.wait();
    player.keys("1");
    player.wait();
    let seen = player.text();
    assert!(seen.contains("Round 1: the cards") && !seen.contains("Round 2"), "{seen}");
    assert!(seen.lines().next().is_some_and(|bar| bar.contains("Round 1")), "{seen}");
    player.press(KeyCode::Enter);
    assert!(!player.text().contains("Round 1") && player.text().contains("Round 2"), "{}", player.text());
}

#[test]
fn a_fact_in_the_bar_is_never_cut_for_the_level_of_the_bots() {
    let mut attacks = 0;
    for seed in 1..20 {
        let mut player = Player::at("propre", seed, (80, 24));
        for _ in 0..10 {
            player.wait();
            let bar = player.text().lines().next().unwrap_or_default().to_owned();
            let facts = &player.table_page().table.standing.scene.facts;
            let facts: Vec<String> =
                facts.iter().map(|fact| format!("{} {}", fact.label, fact.value)).collect();
            let shown = facts.iter().filter(|fact| bar.contains(*fact)).count();
            assert!(shown == facts.len() || (shown > 0 && bar.ends_with("  …")), "{bar}");
            attacks += usize::from(!bar.contains("Attack none") && !bar.contains("bots"));
            player.keys("1");
        }
    }
    assert!(attacks > 0);
}

#[test]
fn the_lobby_and_the_settings_tell_their_keys_and_only_q_leaves_the_lobby() {
    let mut player = Player::before(FirstPage::Lobby(order("", 1)), (80, 24), Colours::Four);
    player.press(KeyCode::Esc);
    assert!(!player.left, "the footer names q alone");
    assert!(player.text().contains("? keys"), "{}", player.text());
    player.keys("?");
    assert!(player.text().contains("statistics") && player.text().contains("Esc back"), "{}", player.text());
    player.press(KeyCode::Esc);
    player.press(KeyCode::Enter);
    player.keys("?");
    assert!(player.text().contains("other games") && player.text().contains("Esc back"), "{}", player.text());
    player.press(KeyCode::Esc);
    player.press(KeyCode::Esc);
    player.keys("q");
    assert!(player.left);
}

/// The settings show the level that fits the player's results, and only a first game is slow.
#[test]
fn the_level_offered_rises_and_a_first_game_is_slow() {
    let folder = std::env::temp_dir().join(format!("parlour-offered-{}", std::process::id()));
    let data_dir = crate::keep::DataDir::new(folder.clone());
    let unsettled = || Order { bots: String::new(), ..order("grapples", 1) };
    let settings = || {
        let mut player = Player::before(FirstPage::Lobby(unsettled()), (80, 24), Colours::Four);
        player.app =
            super::App::new(unsettled(), Some(data_dir.clone()), None, Theme { colours: Colours::Four });
        player.obey(vec![super::Effect::Settle(Box::new(unsettled()))]);
        player.press(KeyCode::Down);
        player.press(KeyCode::Down);
        player.press(KeyCode::Down);
        player.text()
    };
    let suited = |bots: &str| {
        let mut planned = PlannedGame::new(Order { bots: bots.to_owned(), ..unsettled() }, None).unwrap();
        planned.suit(Some(&data_dir), None);
        planned
    };
    assert!(settings().contains("◂ novice ▸") && settings().contains("fits your results"), "{}", settings());
    let first = suited("");
    assert!(matches!(first.request(), tables::WorkerRequest::Welcome { .. }));
    for id in ["1", "2"] {
        let won = crate::keep::GameResult {
            id: id.to_owned(),
            title: "Grapples".to_owned(),
            bots: "novice".to_owned(),
            won: true,
            ..Default::default()
        };
        data_dir.note(&won).unwrap();
    }
    assert!(settings().contains("◂ club ▸"), "{}", settings());
    let mut again = first.again().unwrap();
    again.suit(Some(&data_dir), None);
    assert_eq!(again.saved.order.bots, "club", "who plays again meets better bots, too");
    assert!(again.pause() < first.pause());
    let resumed = PlannedGame::kept(first.saved.clone());
    assert_eq!(
        resumed.next_order().bots,
        "",
        "a game that was resumed leaves the next level to the results, too"
    );
    let mut chosen = suited("novice").again().unwrap();
    chosen.suit(Some(&data_dir), None);
    assert_eq!(chosen.saved.order.bots, "novice", "what is chosen stays");
    std::fs::remove_dir_all(&folder).unwrap();
}
