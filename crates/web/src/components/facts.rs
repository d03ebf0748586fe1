//! How the game stands as a whole.

use engine::scene::Fact;
use leptos::prelude::*;

use super::For;
use crate::table::Play;

/// The facts of the table.
#[component]
pub fn Facts() -> impl IntoView {
    let play = expect_context::<Play>();
    let facts = Memo::new(move |_| play.standing.with(|standing| standing.scene.facts.clone()));
    let fact = |fact: Fact| {
        view! {
            <div class="fact">
                <dt>{fact.label.into_owned()}</dt>
                <dd>{fact.value.into_owned()}</dd>
            </div>
        }
    };
    let key = |facts: &Vec<Fact>| {
        facts.iter().map(|fact| format!("{}={};", fact.label, fact.value)).collect::<String>()
    };
    // All again at once: a longer figure does not push the others about.
    view! {
        <For each=move || [facts.get()] key=key let:facts>
            <dl class="status-facts">{facts.into_iter().map(fact).collect_view()}</dl>
        </For>
    }
}
