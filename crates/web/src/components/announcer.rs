//! Speaks what happens, for those who do not look.

use leptos::prelude::*;
use protocol::Line;

use super::label::read_aloud;

/// A live region with what happened last, and a banner for what was called out.
#[component]
pub fn Announcer(
    /// What happened last.
    news: RwSignal<Vec<Line>>,
    /// What was called out last.
    cry: RwSignal<Option<(u64, String)>>,
) -> impl IntoView {
    let spoken = move || {
        news.with(|news| news.iter().map(|line| read_aloud(&line.text)).collect::<Vec<_>>().join(" "))
    };
    view! {
        <div class="unseen" role="log" aria-live="polite" aria-atomic="true">{spoken}</div>
        <div class="cries" aria-hidden="true">
            {move || cry.get().map(|(_, text)| view! { <p class="cry">{text}</p> })}
        </div>
    }
}
