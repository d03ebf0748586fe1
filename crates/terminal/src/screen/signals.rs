//! Signals: told to end, hung up, stopped and gone on.

use std::sync::mpsc::Sender;

use super::Event;

/// Listens for signals on a thread of its own.
#[cfg(unix)]
pub fn listen(to: Sender<Event>) {
    use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
    use signal_hook::iterator::Signals;

    let Ok(mut signals) = Signals::new([SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT]) else { return };
    std::thread::spawn(move || {
        let mut told_to_end = false;
        for signal in &mut signals {
            let ends = signal != SIGTSTP && signal != SIGCONT;
            // The second signal ends the program at once.
            if ends && told_to_end || to.send(Event::Signal(signal)).is_err() {
                super::guard::give_back();
                die(signal);
            }
            told_to_end |= ends;
        }
    });
}

/// Nothing to listen for.
#[cfg(not(unix))]
pub fn listen(_: Sender<Event>) {}

/// What is to be done about a signal.
pub enum Meaning {
    /// Leave.
    End,
    /// Stop until told to go on.
    Stop,
    /// Redraw everything.
    GoOn,
}

/// What a signal means.
pub fn meaning(signal: i32) -> Meaning {
    #[cfg(unix)]
    {
        use signal_hook::consts::{SIGCONT, SIGTSTP};
        match signal {
            SIGTSTP => Meaning::Stop,
            SIGCONT => Meaning::GoOn,
            _ => Meaning::End,
        }
    }
    #[cfg(not(unix))]
    {
        let _ = signal;
        Meaning::End
    }
}

/// Stops this program, as Ctrl-Z does; returns when it goes on.
pub fn stop() {
    #[cfg(unix)]
    let _ = signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP);
}

/// Ends this program in the way of that signal, so that its parent process knows.
pub fn die(signal: i32) {
    #[cfg(unix)]
    let _ = signal_hook::low_level::emulate_default_handler(signal);
    std::process::exit(128 + signal);
}
