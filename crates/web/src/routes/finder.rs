//! A deal that has to be looked for, by a worker, since that can take a moment.

use engine::Seed;
use leptos::prelude::*;
use protocol::{Job, News};

use crate::worker::{WorkerLink, job_text, read_news};

/// Looks for deals; at most one at a time.
#[derive(Clone, Copy)]
pub struct Finder {
    link: StoredValue<Option<WorkerLink>, LocalStorage>,
    /// Whether one is being looked for.
    pub busy: RwSignal<bool>,
    /// Why none was found.
    pub problem: RwSignal<Option<String>>,
    found: RwSignal<Option<News>>,
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
            let Some(news) = finder.found.get() else { return };
            finder.busy.set(false);
            let taken = match news {
                News::Deal { seed, par } => take(seed, par),
                News::Failed { text } => Err(text),
                _ => Err("The worker answered something else. Please try again.".to_owned()),
            };
            finder.problem.set(taken.err());
        });
        finder
    }

    /// Begins to look.
    pub fn look(&self, job: &Job) {
        let found = self.found;
        self.problem.set(None);
        match WorkerLink::start(move |text| found.set(Some(read_news(&text)))) {
            Ok(started) => {
                started.send(&job_text(job));
                self.link.set_value(Some(started));
                self.busy.set(true);
            }
            Err(why) => self.problem.set(Some(format!("The deal cannot be looked for: {why}."))),
        }
    }
}
