//! Whether everything that a game needs works in this browser.

use ::worker::{BREAK, ECHO};
use leptos::prelude::*;

use super::title;
use crate::router::asked;
use crate::storage;
use crate::worker::WorkerLink;

/// What is asked of the worker, and must come back.
const QUESTION: &str = "are you there? ♠";

/// The page for "it does not work here": says what does.
/// `?break=worker` and `?break=page` show what a failure looks like.
#[component]
pub fn Check() -> impl IntoView {
    title("Self-check");
    let answer = RwSignal::new("Asking…".to_owned());
    let link = WorkerLink::start(move |text| {
        let well = text.strip_prefix(ECHO) == Some(QUESTION);
        answer.set(if well { "Works" } else { "Answers wrongly" }.to_owned());
    });
    match &link {
        Ok(link) => link.send(&format!("{ECHO}{QUESTION}")),
        Err(why) => answer.set(format!("Cannot be started: {why}")),
    }
    match asked("break").as_deref() {
        Some("worker") => {
            if let Ok(link) = &link {
                link.send(&format!("{BREAK}it was asked to break"));
            }
        }
        Some("page") => set_timeout(|| panic!("the page was asked to break"), std::time::Duration::ZERO),
        _ => {}
    }
    // The worker lives as long as the page is shown.
    let link = StoredValue::new_local(link);
    on_cleanup(move || link.dispose());

    let kept = if storage::works() { "Works" } else { "Does not work: games end with this page" };
    view! {
        <h1>"Self-check"</h1>
        <p>"What a game needs of this browser:"</p>
        <dl class="facts">
            <dt>"Bots and tables beside the page"</dt>
            <dd id="check-worker">{answer}</dd>
            <dt>"Keeping games and statistics"</dt>
            <dd id="check-storage">{kept}</dd>
            <dt>"Version"</dt>
            <dd>{env!("CARGO_PKG_VERSION")}</dd>
        </dl>
    }
}
