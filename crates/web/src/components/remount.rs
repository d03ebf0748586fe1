//! Words that change.

use leptos::prelude::*;

use super::label::Label;

/// A text in an element of its own for as long as it stays the same: another text never moves what was there.
#[component]
pub fn Anew(
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
