//! A deal that has to be looked for, by a worker, since that can take a moment.

use engine::Seed;
use leptos::prelude::*;
use protocol::compact;
use serde::Deserialize;
use tables::WorkerRequest;

use crate::worker::WorkerLink;

/// What of a [`tables::WorkerReply`] concerns a deal. To read all of it would make the lobby larger by a fifth.
#[derive(Clone, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Found {
    Deal {
        seed: Seed,
        #[serde(default)]
        par: Option<u8>,
    },
    Failed {
        text: String,
    },
}

/// Looks for deals; at most one at a time.
#[derive(Clone, Copy)]
pub struct Finder {
    link: StoredValue<Option<WorkerLink>, LocalStorage>,
    /// Whether one is being looked for.
    pub busy: RwSignal<bool>,
    /// Why none was found.
    pub problem: RwSignal<Option<String>>,
    found: RwSignal<Option<Result<Found, String>>>,
}

impl Finder {
    /// Hands every deal that is found, and its par if it has one, to `take`.
    pub fn new(take: impl Fn(Seed, Option<u8>) -> Result<(), String> + 'static) -> Self {
        let finder = Self {
            link: StoredValue::new_local(None),
            busy: RwSignal::new(false),
            problem: RwSignal::new(None),
            found: RwSignal::new(None),
        };
        on_cleanup(move || finder.link.dispose());
        Effect::new(move |_| {
            let Some(reply) = finder.found.get() else { return };
            finder.busy.set(false);
            let taken = match reply {
                Ok(Found::Deal { seed, par }) => take(seed, par),
                Ok(Found::Failed { text }) | Err(text) => Err(text),
            };
            finder.problem.set(taken.err());
        });
        finder
    }

    /// Begins to look.
    pub fn look(&self, request: &WorkerRequest) {
        let found = self.found;
        self.problem.set(None);
        match WorkerLink::start(move |text| found.set(Some(read(&text)))) {
            Ok(started) => {
                started.ask(request);
                self.link.set_value(Some(started));
                self.busy.set(true);
            }
            Err(why) => self.problem.set(Some(format!("The deal cannot be looked for: {why}."))),
        }
    }
}

fn read(text: &str) -> Result<Found, String> {
    compact::read(text).map_err(|_| "The worker answered something else. Please try again.".to_owned())
}

#[cfg(test)]
mod tests {
    use tables::WorkerReply;

    use super::*;

    #[test]
    fn a_deal_is_read_as_the_worker_tells_it() {
        let told = |reply: &WorkerReply| read(&serde_json::to_string(reply).unwrap());
        let seven = Seed::from_number(7);
        let Ok(Found::Deal { seed, par: Some(45) }) = told(&WorkerReply::Deal { seed: seven, par: Some(45) })
        else {
            panic!("that is a deal");
        };
        assert_eq!(seed, seven);
        assert!(matches!(told(&WorkerReply::Deal { seed, par: None }), Ok(Found::Deal { par: None, .. })));
        let failed = WorkerReply::Failed { text: "No deal.".to_owned() };
        assert!(matches!(told(&failed), Ok(Found::Failed { text }) if text == "No deal."));
        assert!(told(&WorkerReply::Story { lines: Vec::new() }).is_err());
    }
}
