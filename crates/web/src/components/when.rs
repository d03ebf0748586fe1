//! Something that is there only while something else is so.

use leptos::prelude::*;

/// Shows its children while it is so. All uses share one piece of code; leptos's own `Show` has one for each, which
/// is more to load.
#[component]
pub fn When(
    /// Whether it is so.
    #[prop(into)]
    is: Signal<bool>,
    /// What is shown then.
    children: ChildrenFn,
) -> impl IntoView {
    let is = Memo::new(move |_| is.get());
    view! { {move || is.get().then(|| children())} }
}
