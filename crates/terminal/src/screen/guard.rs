//! The terminal, taken over and given back. Whatever ends the program, the terminal is as it was before.

use std::io::{self, Write, stdout};
use std::sync::atomic::{AtomicBool, Ordering};

use crossterm::cursor::{Hide, Show};
use crossterm::event::{DisableBracketedPaste, EnableBracketedPaste};
use crossterm::execute;
use crossterm::style::Print;
use crossterm::terminal::{
    EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen, SetTitle, disable_raw_mode,
    enable_raw_mode,
};

/// Buttons and drags are told, but not every movement: nobody wakes up for those.
const MOUSE_ON: &str = "\x1b[?1000h\x1b[?1002h\x1b[?1006h";
const MOUSE_OFF: &str = "\x1b[?1006l\x1b[?1002l\x1b[?1000l";

/// Whether the terminal is ours.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// Holds the terminal; dropped, it gives it back.
pub struct Guard {
    mouse: bool,
}

impl Guard {
    /// Takes the terminal over.
    pub fn take(mouse: bool) -> io::Result<Self> {
        let hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            // First the terminal, then the message, so that it can be read.
            give_back();
            hook(panic);
        }));
        let guard = Self { mouse };
        guard.again()?;
        Ok(guard)
    }

    /// Takes it over once more, after it was given back.
    pub fn again(&self) -> io::Result<()> {
        enable_raw_mode()?;
        TAKEN.store(true, Ordering::SeqCst);
        execute!(stdout(), EnterAlternateScreen, Hide, EnableBracketedPaste, SetTitle("Parlour"))?;
        if self.mouse {
            execute!(stdout(), Print(MOUSE_ON))?;
        }
        stdout().flush()
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        give_back();
    }
}

/// Gives the terminal back, once.
pub fn give_back() {
    if !TAKEN.swap(false, Ordering::SeqCst) {
        return;
    }
    // Nothing can be done about what fails here.
    let _ = execute!(
        stdout(),
        EndSynchronizedUpdate,
        Print(MOUSE_OFF),
        DisableBracketedPaste,
        Show,
        LeaveAlternateScreen
    );
    let _ = disable_raw_mode();
    let _ = stdout().flush();
}

#[cfg(all(test, unix))]
mod tests {
    use std::io::Read;

    use pty_process::blocking::{Command, open};

    use super::Guard;

    /// Set in the process that panics.
    const PANICS: &str = "PARLOUR_TEST_PANICS";

    #[test]
    fn a_panic_gives_the_terminal_back_before_it_speaks() {
        if std::env::var_os(PANICS).is_some() {
            let _guard = Guard::take(true).unwrap();
            panic!("the sky falls");
        }
        let (mut master, slave) = open().unwrap();
        let test = "screen::guard::tests::a_panic_gives_the_terminal_back_before_it_speaks";
        let command = Command::new(std::env::current_exe().unwrap());
        let command = command.args(["--exact", test, "--nocapture"]).env(PANICS, "1");
        let mut child = command.spawn(slave).unwrap();
        let mut bytes = Vec::new();
        // The end of a pseudo-terminal is an error on some systems.
        let _ = master.read_to_end(&mut bytes);
        assert!(!child.wait().unwrap().success());
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let at = |what: &str| text.find(what).unwrap_or_else(|| panic!("{what:?} is not in {text:?}"));
        assert!(at("\x1b[?1049h") < at("\x1b[?1049l"));
        for undone in ["\x1b[?2026l", "\x1b[?1049l", "\x1b[?25h", "\x1b[?1000l", "\x1b[?2004l"] {
            assert!(at(undone) < at("the sky falls"), "{undone:?} comes first: {text:?}");
        }
        let said = &text[at("the sky falls")..];
        assert!(said.contains("\r\n"), "lines end as in a terminal that is not raw: {said:?}");
    }
}
