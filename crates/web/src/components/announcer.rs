//! Speaks what happens, for those who do not look.

use leptos::prelude::*;
use protocol::{Line, Standing};

use super::label::read_aloud;
use crate::preferences::{Detail, use_preferences};

/// A live region with what happened last.
#[component]
pub fn Announcer(
    /// What happened last.
    news: RwSignal<Vec<Line>>,
    /// How things stand.
    standing: Memo<Standing>,
) -> impl IntoView {
    let likes = use_preferences();
    let spoken = move || {
        let detail = likes.with(|likes| likes.detail);
        let said = |line: &Line| match &line.meaning {
            Some(meaning) if detail != Detail::Short => read_aloud(&format!("{} ({meaning})", line.text)),
            _ => read_aloud(&line.text),
        };
        let mut spoken: Vec<String> = news.with(|news| news.iter().map(said).collect());
        match detail {
            Detail::Short => drop(spoken.drain(..spoken.len().saturating_sub(1))),
            Detail::Normal => {}
            Detail::Everything => standing.with(|now| {
                spoken.push(read_aloud(&now.scene.prompt));
                let choices = now.choices.iter().enumerate();
                spoken.extend(
                    choices.map(|(index, choice)| format!("{}: {}.", index + 1, read_aloud(&choice.label))),
                );
            }),
        }
        spoken.join(" ")
    };
    let live = move || if likes.with(|likes| likes.interrupt) { "assertive" } else { "polite" };
    view! {
        <div class="unseen" role="log" aria-live=move || live() aria-atomic="true">{move || spoken()}</div>
    }
}
