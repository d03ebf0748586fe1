//! What happened, by rounds, in the drawer of what happened.

use leptos::prelude::*;
use protocol::{Ask, Chapter};

use super::layer::Layer;
use super::model::Model;
use crate::components::{For, Label, When};

/// Rounds that are shown at first, and with each "Show earlier".
const ROUNDS: usize = 20;

/// The history of a table, as it was last asked for.
#[derive(Clone, Copy)]
pub struct History {
    /// Whether the drawer tells it by rounds.
    pub by_rounds: RwSignal<bool>,
    /// Oldest first.
    chapters: RwSignal<Vec<Chapter>>,
    /// Whether the drawer itself has asked.
    asked: StoredValue<bool>,
}

impl History {
    /// Nothing was asked for yet.
    pub fn new() -> Self {
        Self {
            by_rounds: RwSignal::new(false),
            chapters: RwSignal::default(),
            asked: StoredValue::new(false),
        }
    }
}

impl Model {
    /// Shows the history; the drawer opens for those who asked by words.
    pub(super) fn show_history(&self, chapters: Vec<Chapter>) {
        self.history.chapters.set(chapters);
        if self.history.asked.try_update_value(std::mem::take) == Some(true) {
            return;
        }
        self.history.by_rounds.set(true);
        if self.layer.get_untracked() != Some(Layer::Log) {
            self.toggle(Layer::Log);
        }
    }

    /// Keeps the history that is looked at up to date: with every change at a table of one's own; at one online it is
    /// asked for when the drawer opens.
    fn follow_history(self) {
        Effect::new(move |_| {
            if !self.history.by_rounds.get() || !self.is_open(Layer::Log) {
                return;
            }
            if self.is_own() {
                self.known.standing.track();
            }
            self.history.asked.set_value(true);
            self.ask(Ask::History);
        });
    }
}

/// The rounds, the last one first; what happened in each is told from its beginning.
#[component]
pub fn Rounds(
    /// The table.
    model: Model,
) -> impl IntoView {
    model.follow_history();
    let pages = RwSignal::new(1_usize);
    let chapters = model.history.chapters;
    let latest = move || {
        let most = ROUNDS * pages.get();
        chapters.with(|all| {
            all.iter()
                .enumerate()
                .rev()
                .take(most)
                .map(|(number, one)| (number, one.clone()))
                .collect::<Vec<_>>()
        })
    };
    let more = move || chapters.with(|all| all.len() > ROUNDS * pages.get());
    let one = |(_, chapter): (usize, Chapter)| {
        let Chapter { title, lines, recap } = chapter;
        let title = if title.is_empty() { "The beginning".to_owned() } else { title };
        let lines = lines.into_iter().map(|line| view! { <li><Label text=line /></li> }).collect_view();
        view! {
            <section class="chapter">
                <h3><Label text=title /></h3>
                <ol>{lines}</ol>
                {recap.map(|recap| view! { <p class="recap"><Label text=recap /></p> })}
            </section>
        }
    };
    view! {
        <div class="chapters" data-part="chapters">
            <For each=latest key=|(number, chapter)| (*number, chapter.lines.len(), chapter.recap.is_some()) children=one />
        </div>
        <When is=more>
            <button type="button" class="quiet" on:click=move |_| pages.update(|pages| *pages += 1)>"Show earlier"</button>
        </When>
    }
}
