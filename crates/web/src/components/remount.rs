//! A text that gets a new element when it changes.

use leptos::prelude::*;

use super::For;
use super::label::Label;

/// A text in an element of its own for as long as it stays the same: another text never moves what was there.
#[component]
pub fn Remount(
    /// The text.
    #[prop(into)]
    text: Signal<String>,
) -> impl IntoView {
    view! {
        <For each=move || [text.get()] key=Clone::clone let:text>
            <Label text=text />
        </For>
    }
}
