//! Everything that can be done now, as buttons.

use leptos::prelude::*;
use protocol::Choice;

use super::label::Label;
use crate::table::{Play, beginning};

/// The buttons: those of what is picked up, or all.
#[component]
pub fn Actions() -> impl IntoView {
    let play = expect_context::<Play>();
    let choices = Memo::new(move |_| {
        let picked = play.picked.get();
        play.standing.with(|standing| match picked {
            Some(at) => beginning(&standing.choices, &at).into_iter().cloned().collect::<Vec<Choice>>(),
            None => standing.choices.clone(),
        })
    });
    let button = move |choice: Choice| {
        let (done, label) = (choice.clone(), choice.label);
        view! {
            <li>
                <button
                    type="button"
                    class="action"
                    data-focus=format!("act:{}", choice.act)
                    on:click=move |_| play.do_it(&done)
                >
                    <Label text=label />
                </button>
            </li>
        }
    };
    let picked = move || play.picked.with(Option::is_some);
    view! {
        <section class="actions" aria-label="What you can do">
            <ul class="action-list">
                {move || choices.get().into_iter().map(button).collect_view()}
                <Show when=picked>
                    <li>
                        <button type="button" class="quiet" data-focus="act:cancel" on:click=move |_| play.picked.set(None)>
                            "Put it back"
                        </button>
                    </li>
                </Show>
            </ul>
        </section>
    }
}
