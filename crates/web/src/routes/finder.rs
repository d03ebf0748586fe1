//! A deal that has to be looked for, by a worker, since that can take a moment.

use engine::Seed;
use leptos::prelude::*;
use tables::{WorkerReply, WorkerRequest};

use crate::worker::{WorkerLink, read_reply};

/// Looks for deals; at most one at a time.
#[derive(Clone, Copy)]
pub struct Finder {
    link: StoredValue<Option<WorkerLink>, LocalStorage>,
    /// Whether one is being looked for.
    pub busy: RwSignal<bool>,
    /// Why none was found.
    pub problem: RwSignal<Option<String>>,
    found: RwSignal<Option<WorkerReply>>,
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
                WorkerReply::Deal { seed, par } => take(seed, par),
                WorkerReply::Failed { text } => Err(text),
                _ => Err("The worker answered something else. Please try again.".to_owned()),
            };
            finder.problem.set(taken.err());
        });
        finder
    }

    /// Begins to look.
    pub fn look(&self, request: &WorkerRequest) {
        let found = self.found;
        self.problem.set(None);
        match WorkerLink::start(move |text| found.set(Some(read_reply(&text)))) {
            Ok(started) => {
                started.ask(request);
                self.link.set_value(Some(started));
                self.busy.set(true);
            }
            Err(why) => self.problem.set(Some(format!("The deal cannot be looked for: {why}."))),
        }
    }
}
