//! One of several choices.

use leptos::prelude::*;

/// A choice on a line of its own.
#[component]
pub fn RadioLine(
    /// What is chosen, the same for all choices.
    name: &'static str,
    /// This choice.
    value: &'static str,
    /// Whether it is the one.
    #[prop(into)]
    chosen: Signal<bool>,
    /// Takes it.
    choose: impl Fn() + 'static,
    /// What it is called.
    children: Children,
) -> impl IntoView {
    view! {
        <label class="radio-line">
            <input type="radio" name=name value=value prop:checked=chosen on:change=move |_| choose() />
            {children()}
        </label>
    }
}
