//! How the game stands, and what is being decided.

use leptos::prelude::*;

use super::label::Label;
use crate::table::Play;

/// Facts of the table and the prompt.
#[component]
pub fn Status(
    /// What is said instead of the prompt, while there is something to see first.
    #[prop(default = Signal::stored(None))]
    first: Signal<Option<String>>,
) -> impl IntoView {
    let play = expect_context::<Play>();
    let facts = Memo::new(move |_| play.standing.with(|standing| standing.scene.facts.clone()));
    let prompt = Memo::new(move |_| {
        first.get().unwrap_or_else(|| play.standing.with(|standing| standing.scene.prompt.clone()))
    });
    let yours = move || play.standing.with(|standing| !standing.choices.is_empty());
    let over = move || play.standing.with(|standing| standing.outcome.is_some());
    let fact = |fact: engine::scene::Fact| {
        view! {
            <div class="fact">
                <dt>{fact.label.into_owned()}</dt>
                <dd>{fact.value.into_owned()}</dd>
            </div>
        }
    };
    view! {
        <div class="status" class:yours=yours class:over=over>
            <p id="prompt" class="prompt" tabindex="-1" data-focus="prompt">
                {move || view! { <Label text=prompt.get() /> }}
            </p>
            <dl class="status-facts">{move || facts.get().into_iter().map(fact).collect_view()}</dl>
        </div>
    }
}
