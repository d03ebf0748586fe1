//! Whole games.

use crate::common::fresh;
use crate::pty::{Terminal, can_act, is_over, is_round_end};

/// Plays to the end: each time something can be done, `turn` does it.
fn finish(terminal: &mut Terminal, mut turn: impl FnMut(&mut Terminal)) {
    loop {
        terminal.until("a turn, a round's end or the end", |screen| {
            is_round_end(screen) || can_act(screen) || is_over(screen)
        });
        if is_round_end(terminal.screen()) {
            terminal.keys("\r");
            terminal.until("the table", |screen| !is_round_end(screen));
        } else if is_over(terminal.screen()) {
            return;
        } else {
            let before = terminal.text();
            turn(terminal);
            terminal.until("something that was done", |screen| screen.contents() != before);
        }
    }
}

/// The number of a choice that leads somewhere: an ace that moves to and fro never ends a solitaire.
fn choice(terminal: &Terminal) -> String {
    let text = terminal.text();
    let deal = text.split(" Deal four cards").next().filter(|before| before.len() < text.len());
    deal.and_then(|before| before.chars().last()).unwrap_or('1').to_string()
}

fn leaves(terminal: &mut Terminal) {
    terminal.keys("q");
    assert!(terminal.end(), "{}", terminal.text());
    terminal.is_given_back();
}

#[test]
fn a_game_of_each_kind_is_played_to_its_end_by_keys() {
    for game in
        ["pass-the-ace --players 3", "strict --set lone_card_moves=false", "grapples", "propre --players 3"]
    {
        let data = fresh("pty-keys");
        let mut terminal = Terminal::start(&format!("play {game} --seed 7 --pace 0"), &data);
        finish(&mut terminal, |terminal| {
            let number = choice(terminal);
            terminal.keys(&number);
        });
        leaves(&mut terminal);
    }
}

#[test]
fn a_game_of_each_kind_is_played_to_its_end_by_mouse() {
    for game in
        ["pass-the-ace --players 3", "strict --set lone_card_moves=false", "grapples", "propre --players 3"]
    {
        let data = fresh("pty-mouse");
        let mut terminal = Terminal::start(&format!("play {game} --seed 8 --pace 0"), &data);
        finish(&mut terminal, |terminal| {
            let number = choice(terminal);
            terminal.click(&format!("{number} "));
        });
        leaves(&mut terminal);
    }
}

#[test]
fn a_game_of_each_kind_is_played_to_its_end_line_by_line() {
    for game in
        ["pass-the-ace --players 3", "strict --set lone_card_moves=false", "grapples", "propre --players 3"]
    {
        let data = fresh("pty-linear");
        let mut terminal = Terminal::start(&format!("play {game} --seed 9 --pace 0 --linear"), &data);
        loop {
            terminal.until("a prompt", |screen| {
                let text = screen.contents();
                let last = text.trim_end().lines().last().unwrap_or_default().to_owned();
                last.ends_with("Your turn>") || text.contains("The seed was") || last.ends_with("quit>")
            });
            assert!(!terminal.is_taken(), "no other screen");
            if terminal.text().contains("The seed was") {
                break;
            }
            let asks_last = terminal.text().trim_end().ends_with("quit>");
            let before = terminal.text();
            let deals = before.rsplit("Score").next().is_some_and(|now| now.contains("(deal)"));
            terminal.keys(if asks_last {
                "quit\n"
            } else if deals {
                "deal\n"
            } else {
                "1\n"
            });
            terminal.until("something that was done", |screen| screen.contents() != before);
        }
        assert!(terminal.end());
        terminal.is_given_back();
    }
}

#[test]
fn words_rules_and_another_size() {
    let data = fresh("pty-words");
    let mut terminal = Terminal::start("play aces-up --seed 4", &data);
    terminal.sees("Discard, move, or deal.");
    terminal.keys("/move 1 2\r");
    terminal.sees("(AU-R4)");
    terminal.keys("b");
    terminal.sees("The rules of Aces Up");
    terminal.keys("\x1b");
    terminal.until("the table", |screen| !screen.contents().contains("The rules of"));
    terminal.keys("/please discard the three of clubs\r");
    terminal.sees("Score 1 of 48");
    terminal.keys("u");
    terminal.sees("Score 0 of 48");
    terminal.resize(40, 120);
    terminal.until("the log beside the table", |screen| {
        screen.rows(0, 120).nth(20).is_some_and(|row| row.contains('│'))
    });
    terminal.resize(10, 40);
    terminal.sees("needs 60 by 18");
    terminal.resize(24, 80);
    terminal.sees("Score 0 of 48");
    leaves(&mut terminal);
}

#[test]
fn from_the_lobby_by_keys_alone() {
    let data = fresh("pty-lobby");
    let mut terminal = Terminal::start("play --pace 0", &data);
    terminal.sees("What shall we play?");
    terminal.keys("j\r");
    terminal.sees("last tie");
    terminal.keys("d");
    terminal.sees("Chase the Ace");
    terminal.sees("Pot");
    leaves(&mut terminal);
}
