//! However the program ends, the terminal is as it was.

use crate::common::fresh;
use crate::pty::Terminal;

fn at_a_table(name: &str) -> Terminal {
    let mut terminal = Terminal::start("play aces-up --seed 4", &fresh(name));
    terminal.sees("Deal four cards");
    assert!(terminal.is_taken());
    terminal
}

#[test]
fn signals_give_the_terminal_back() {
    for signal in ["TERM", "INT", "HUP", "QUIT"] {
        let mut terminal = at_a_table(&format!("pty-signal-{signal}"));
        terminal.signal(signal);
        assert!(!terminal.end(), "the parent process learns of {signal}");
        terminal.is_given_back();
    }
}

#[test]
fn control_c_leaves() {
    let mut terminal = at_a_table("pty-control-c");
    terminal.keys("\x03");
    assert!(terminal.end());
    terminal.is_given_back();
    assert!(terminal.text().contains("parlour resume"), "{}", terminal.text());
}

#[test]
fn put_aside_and_taken_up_again() {
    for by_key in [true, false] {
        let mut terminal = at_a_table(&format!("pty-stop-{by_key}"));
        match by_key {
            true => terminal.keys("\x1a"),
            false => terminal.signal("TSTP"),
        }
        terminal.until("the usual screen", |screen| !screen.alternate_screen());
        // It stops only once the terminal is given back.
        terminal.is_stopped();
        terminal.is_given_back();
        terminal.signal("CONT");
        terminal.until("the table", |screen| {
            screen.alternate_screen() && screen.contents().contains("Deal four cards")
        });
        terminal.keys("q");
        assert!(terminal.end());
        terminal.is_given_back();
    }
}
