//! One option of the rules, as its description asks.

use engine::options::{Choice, Kind, OptionSpec};
use engine::seating::sentence;
use leptos::prelude::*;

use super::form::Form;
use crate::components::RadioLine;

/// The field for an option.
#[component]
pub fn OptionField(form: Form, spec: &'static OptionSpec) -> impl IntoView {
    match spec.kind {
        Kind::Flag => view! { <FlagField form=form spec=spec /> }.into_any(),
        Kind::Number { min, max, optional } => {
            view! { <NumberField form=form spec=spec min=min max=max optional=optional /> }.into_any()
        }
        Kind::Choice(choices) => view! { <ChoiceField form=form spec=spec choices=choices /> }.into_any(),
    }
}

fn label(spec: &OptionSpec) -> String {
    sentence(&spec.name.replace('_', " "))
}

fn help_id(spec: &OptionSpec) -> String {
    format!("{}-help", spec.name)
}

/// What the option is about, with a link to its clause.
#[component]
fn About(form: Form, spec: &'static OptionSpec) -> impl IntoView {
    let rules = format!("/rules/{}#{}", form.offer.id, spec.clause);
    view! {
        <span id=help_id(spec) class="option-help">
            {spec.help} " "
            <a href=rules class="clause-link">
                {spec.clause} <span class="unseen">" on " {spec.name.replace('_', " ")}</span>
            </a>
        </span>
    }
}

#[component]
fn FlagField(form: Form, spec: &'static OptionSpec) -> impl IntoView {
    view! {
        <div class="field option">
            <label class="check">
                <input
                    type="checkbox"
                    prop:checked=move || form.value(spec.name) == "true"
                    aria-describedby=help_id(spec)
                    on:change:target=move |event| form.set(spec.name, event.target().checked().to_string())
                />
                {label(spec)}
            </label>
            <About form=form spec=spec />
        </div>
    }
}

#[component]
fn NumberField(form: Form, spec: &'static OptionSpec, min: u32, max: u32, optional: bool) -> impl IntoView {
    let name = spec.name;
    let shown = move || Some(form.value(name)).filter(|value| value != "none").unwrap_or_default();
    let or_empty = if optional { ", or empty for none" } else { "" };
    let read = move |text: String| match text.trim() {
        "" if optional => "none".to_owned(),
        text => text.to_owned(),
    };
    view! {
        <div class="field option">
            <label for=name>{label(spec)}</label>
            <input
                id=name
                type="number"
                inputmode="numeric"
                min=min
                max=max
                prop:value=shown
                aria-describedby=format!("{name}-help {name}-bounds {name}-problem")
                aria-invalid=move || form.problem(name).map(|_| "true")
                on:input:target=move |event| form.set(name, read(event.target().value()))
            />
            <span id=format!("{name}-bounds") class="option-help">{format!("{min} to {max}{or_empty}.")}</span>
            <About form=form spec=spec />
            <FieldProblem form=form name=name />
        </div>
    }
}

#[component]
fn ChoiceField(form: Form, spec: &'static OptionSpec, choices: &'static [Choice]) -> impl IntoView {
    let name = spec.name;
    let one = move |choice: &'static Choice| {
        view! {
            <RadioLine
                name=name
                value=choice.name
                chosen=Signal::derive(move || form.value(name) == choice.name)
                choose=move || form.set(name, choice.name.to_owned())
            >
                <span>
                    <strong>{sentence(&choice.name.replace('-', " "))}</strong>
                    <span class="option-help">{choice.help}</span>
                </span>
            </RadioLine>
        }
    };
    view! {
        <fieldset class="option" aria-describedby=help_id(spec)>
            <legend>{label(spec)}</legend>
            <About form=form spec=spec />
            {choices.iter().map(one).collect_view()}
        </fieldset>
    }
}

/// What is wrong with a field, beside it.
#[component]
pub fn FieldProblem(form: Form, name: &'static str) -> impl IntoView {
    view! {
        <span id=format!("{name}-problem") class="field-problem">{move || form.problem(name)}</span>
    }
}
