//! One option of the rules, as its description asks.

use engine::options::{Kind, OptionSpec};
use engine::seating::sentence;
use leptos::prelude::*;
use leptos_router::components::A;

use super::form::Form;

/// The field for an option.
#[component]
pub fn OptionField(form: Form, spec: &'static OptionSpec) -> impl IntoView {
    let name = spec.name;
    let label = sentence(&name.replace('_', " "));
    let value = move || form.value(name);
    let rules = format!("/rules/{}#{}", form.offer.id, spec.clause);
    let help_id = format!("{name}-help");
    let about = view! {
        <span id=help_id.clone() class="option-help">
            {spec.help} " "
            <A href=rules attr:class="clause-link">{spec.clause} <span class="unseen">" on " {name.replace('_', " ")}</span></A>
        </span>
    };
    match spec.kind {
        Kind::Flag => view! {
            <div class="field option">
                <label class="check">
                    <input
                        type="checkbox"
                        prop:checked=move || value() == "true"
                        aria-describedby=help_id
                        on:change:target=move |event| form.set(name, event.target().checked().to_string())
                    />
                    {label}
                </label>
                {about}
            </div>
        }
        .into_any(),
        Kind::Number { min, max, optional } => {
            let shown = move || Some(value()).filter(|value| value != "none").unwrap_or_default();
            let bounds = if optional {
                format!("{min} to {max}, or empty for none.")
            } else {
                format!("{min} to {max}.")
            };
            let read = move |text: String| match text.trim() {
                "" if optional => "none".to_owned(),
                text => text.to_owned(),
            };
            view! {
                <div class="field option">
                    <label for=name>{label}</label>
                    <input
                        id=name
                        type="number"
                        inputmode="numeric"
                        min=min
                        max=max
                        prop:value=shown
                        aria-describedby=format!("{help_id} {name}-bounds {name}-problem")
                        aria-invalid=move || form.problem(name).map(|_| "true")
                        on:input:target=move |event| form.set(name, read(event.target().value()))
                    />
                    <span id=format!("{name}-bounds") class="option-help">{bounds}</span>
                    {about}
                    <FieldProblem form=form name=name />
                </div>
            }
            .into_any()
        }
        Kind::Choice(choices) => {
            let one = move |choice: &'static engine::options::Choice| {
                view! {
                    <label class="radio-line">
                        <input
                            type="radio"
                            name=name
                            value=choice.name
                            prop:checked=move || value() == choice.name
                            on:change=move |_| form.set(name, choice.name.to_owned())
                        />
                        <span>
                            <strong>{sentence(&choice.name.replace('-', " "))}</strong>
                            <span class="option-help">{choice.help}</span>
                        </span>
                    </label>
                }
            };
            view! {
                <fieldset class="option" aria-describedby=help_id>
                    <legend>{label}</legend>
                    {about}
                    {choices.iter().map(one).collect_view()}
                </fieldset>
            }
            .into_any()
        }
    }
}

/// What is wrong with a field, beside it.
#[component]
pub fn FieldProblem(form: Form, name: &'static str) -> impl IntoView {
    view! {
        <span id=format!("{name}-problem") class="field-problem">{move || form.problem(name)}</span>
    }
}
