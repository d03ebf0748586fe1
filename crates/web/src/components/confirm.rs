//! Asks before something is gone for good.

use leptos::html::Dialog;
use leptos::prelude::*;

/// A dialog that is open while there is something to ask.
#[component]
pub fn Confirm(
    /// What is asked; none while nothing is.
    #[prop(into)]
    question: Signal<Option<String>>,
    /// What follows from a yes, in a sentence.
    #[prop(into)]
    consequence: String,
    /// What the button for "yes" says.
    #[prop(into)]
    yes: String,
    /// Runs when the player agrees.
    on_yes: Callback<()>,
    /// Runs when the dialog closes, either way.
    on_close: Callback<()>,
) -> impl IntoView {
    let dialog = NodeRef::<Dialog>::new();
    Effect::new(move |_| {
        let (Some(dialog), asked) = (dialog.get(), question.with(Option::is_some)) else { return };
        if asked && !dialog.open() {
            let _ = dialog.show_modal();
        } else if !asked && dialog.open() {
            dialog.close();
        }
    });
    // The question stays readable while the dialog closes.
    let shown = Memo::new(move |before: Option<&String>| {
        question.get().or_else(|| before.cloned()).unwrap_or_default()
    });
    view! {
        <dialog class="confirm" node_ref=dialog aria-labelledby="confirm-title" on:close=move |_| on_close.run(())>
            <h2 id="confirm-title">{shown}</h2>
            <p>{consequence}</p>
            <div class="button-row">
                <button type="button" class="quiet" autofocus on:click=move |_| on_close.run(())>"Cancel"</button>
                <button
                    type="button"
                    class="alarming"
                    on:click=move |_| {
                        on_yes.run(());
                        on_close.run(());
                    }
                >
                    {yes}
                </button>
            </div>
        </dialog>
    }
}
