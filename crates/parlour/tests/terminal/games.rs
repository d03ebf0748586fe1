//! Whole games.

use engine::{Dice, Seed};
use games::ListedGame;

use crate::common::fresh;
use crate::pty::{Terminal, can_act, choices, is_over, is_round_end};

/// What to type for each game of the registry (three players, where three can play), and how its player chooses.
fn games() -> Vec<(String, Chooser)> {
    let typed = |listed: ListedGame| {
        let players = listed.usual_players.min(listed.fewest_players.max(3));
        // In a solitaire the first choice may lead back and forth for ever.
        let dice = (players == 1).then(|| Dice::new(&Seed::from_number(1)));
        (format!("{} --players {players}", listed.id), Chooser(dice))
    };
    ListedGame::all().into_iter().map(typed).collect()
}

/// Takes the first choice, or any of them.
struct Chooser(Option<Dice>);

impl Chooser {
    /// The number of a choice.
    fn choose(&mut self, most: usize) -> String {
        let numbers: Vec<usize> = (1..=most.max(1)).collect();
        self.0.as_mut().and_then(|dice| dice.pick(&numbers)).unwrap_or(&1).to_string()
    }
}

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

/// The number of the last choice above the prompt.
fn last_number(text: &str) -> usize {
    let line = text.trim_end().lines().rev().nth(1).unwrap_or_default();
    line.split_once('.').and_then(|(number, _)| number.trim().parse().ok()).unwrap_or(1)
}

fn leaves(terminal: &mut Terminal) {
    terminal.keys("q");
    assert!(terminal.end(), "{}", terminal.text());
    terminal.is_given_back();
}

#[test]
fn a_game_of_each_kind_is_played_to_its_end_by_keys() {
    for (game, mut chooser) in games() {
        let data = fresh("pty-keys");
        let mut terminal = Terminal::start(&format!("play {game} --seed 7 --pace 0"), &data);
        finish(&mut terminal, |terminal| {
            let number = chooser.choose(choices(terminal.screen()));
            terminal.keys(&number);
        });
        leaves(&mut terminal);
    }
}

#[test]
fn a_game_of_each_kind_is_played_to_its_end_by_mouse() {
    for (game, mut chooser) in games() {
        let data = fresh("pty-mouse");
        let mut terminal = Terminal::start(&format!("play {game} --seed 8 --pace 0"), &data);
        finish(&mut terminal, |terminal| {
            let number = chooser.choose(choices(terminal.screen()));
            terminal.click(&format!("{number} "));
        });
        leaves(&mut terminal);
    }
}

#[test]
fn a_game_of_each_kind_is_played_to_its_end_line_by_line() {
    for (game, mut chooser) in games() {
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
            let said = if asks_last { "quit".to_owned() } else { chooser.choose(last_number(&before)) };
            terminal.keys(&format!("{said}\n"));
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
    terminal.sees("Deal four cards");
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
    terminal.sees("80×24 or larger");
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
