//! How the game stands, and what is being decided.

use leptos::prelude::*;

use super::label::Label;
use super::{Facts, For};
use crate::table::Play;

/// Facts of the table and the prompt.
#[component]
pub fn Status() -> impl IntoView {
    let play = expect_context::<Play>();
    let text = Memo::new(move |_| play.standing.with(|standing| standing.scene.prompt.clone()));
    view! {
        <div class="status">
            <Prompt text=text />
            <Facts />
        </div>
    }
}

/// The longest sentence, in bytes, that leaves room for another at every size.
const BRIEF: usize = 40;

/// What is being decided. It begins in bold if it is a sentence of two parts.
#[component]
pub fn Prompt(
    /// The sentence.
    #[prop(into)]
    text: Signal<String>,
    /// Whether a card can be touched for an answer.
    #[prop(optional, into)]
    lit: Signal<bool>,
) -> impl IntoView {
    let show = |(text, lit): (String, bool)| {
        let lit = lit && text.len() <= BRIEF;
        let (lead, rest) = text.split_at(text.find(": ").map_or(0, |at| at + 1));
        let (lead, rest) = (lead.to_owned(), rest.to_owned());
        view! {
            <span data-lit=lit>
                {(!lead.is_empty()).then(|| view! { <b><Label text=lead /></b> })}
                <Label text=rest />
            </span>
        }
    };
    view! {
        <p id="prompt" class="prompt" data-part="prompt" tabindex="-1" data-focus="prompt">
            <For each=move || [(text.get(), lit.get())] key=Clone::clone children=show />
        </p>
    }
}
