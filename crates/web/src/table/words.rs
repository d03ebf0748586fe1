//! One field for everything that can be said: notation, phrases, questions; typed, or spoken.

use leptos::prelude::*;

use super::layer::Layer;
use super::model::Model;
use super::tools::press;
use crate::components::{Drawn, Icon, read_aloud};
use crate::input::Voice;

impl Model {
    /// Opens the field and begins to listen, or stops.
    pub fn speak(&self) {
        if self.layer.get_untracked() != Some(Layer::Words) {
            self.toggle(Layer::Words);
        }
        press("#voice");
    }
}

/// The field, over the choices.
#[component]
pub fn Words(
    /// The table.
    model: Model,
) -> impl IntoView {
    // Three phrases that would work now.
    let tips = Memo::new(move |_| {
        model.known.standing.with(|now| {
            let choices = now.as_ref().map(|now| now.choices.clone()).unwrap_or_default();
            let step = choices.len().div_ceil(2).max(1);
            choices
                .into_iter()
                .step_by(step)
                .take(2)
                .map(|choice| read_aloud(&choice.label))
                .chain(["help".to_owned()])
                .collect::<Vec<_>>()
        })
    });
    let tip = move |text: String| {
        let said = text.clone();
        view! { <button type="button" class="tip" on:click=move |_| model.say(said.clone(), false)>"“" {text} "”"</button> }.into_any()
    };
    view! {
        <section class="words" id="layer-words" data-layer="" data-part="words" aria-label="Words" hidden=move || !model.is_open(Layer::Words)>
            <div class="tips" role="group" aria-label="You can say">
                {move || if model.is_open(Layer::Words) { tips.get().into_iter().map(tip).collect_view() } else { Vec::new() }}
            </div>
            <Voice heard=Callback::new(move |text: String| model.say(text, true)) />
            <CommandLine model=model />
        </section>
    }
}

#[component]
fn CommandLine(model: Model) -> impl IntoView {
    let words = RwSignal::new(String::new());
    let said = StoredValue::new(Vec::<String>::new());
    let back = StoredValue::new(0_usize);
    let send = move || {
        let text = words.get_untracked().trim().to_owned();
        if text.is_empty() {
            return;
        }
        said.update_value(|said| said.push(text.clone()));
        back.set_value(0);
        words.set(String::new());
        model.say(text, false);
    };
    // Up and down go through what was said before, as in a terminal.
    let recall = move |step: isize| {
        let count = said.with_value(Vec::len);
        let at = back.get_value().saturating_add_signed(step).min(count);
        back.set_value(at);
        let text = said.with_value(|said| count.checked_sub(at).and_then(|index| said.get(index).cloned()));
        words.set(text.unwrap_or_default());
    };
    view! {
        <form
            class="command-line"
            on:submit=move |event| {
                event.prevent_default();
                send();
            }
        >
            <label class="unseen" for="command">"Say or type it"</label>
            <input
                id="command"
                data-focus="command"
                autocomplete="off"
                autocapitalize="off"
                spellcheck="false"
                maxlength="300"
                placeholder="Type what to do, or “help”"
                prop:value=words
                on:input=move |event| words.set(event_target_value(&event))
                on:keydown=move |event| {
                    let step = match event.key().as_str() {
                        "ArrowUp" => 1,
                        "ArrowDown" => -1,
                        "Escape" => return model.close(),
                        _ => return,
                    };
                    event.prevent_default();
                    recall(step);
                }
            />
            <button type="submit">"Do"</button>
            <button type="button" class="key close" on:click=move |_| model.close()>
                <Drawn icon=Icon::Close />
                <span>"Close"</span>
            </button>
        </form>
    }
}
