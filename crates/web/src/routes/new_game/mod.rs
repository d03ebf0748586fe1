//! The settings before a game, made from the options' own descriptions (AU-U4).

mod form;
mod option_field;

use crate::components::When;
use crate::table::first_lesson;
use leptos::prelude::*;
use protocol::Order;
use tables::WorkerRequest;

use super::finder::Finder;
use super::friends::{AskName, OpenTable, TableTerms, TermFields};
use super::{Offer, begin, begin_any, title};
use crate::preferences::use_preferences;
use crate::router::{use_router, use_segment};
use form::{Form, level_help};
use option_field::{FieldProblem, OptionField};

/// The settings of one game.
#[component]
pub fn NewGame() -> impl IntoView {
    let id = use_segment(1);
    move || match Offer::find(&id.get()) {
        Some(offer) => view! { <Settings offer=offer /> }.into_any(),
        None => view! { <Unknown /> }.into_any(),
    }
}

#[component]
fn Unknown() -> impl IntoView {
    title("No such game");
    view! {
        <h1>"There is no such game here"</h1>
        <p>"The link may be mistyped or old. All games are in the lobby."</p>
        <p><a href="/" class="button">"Go to the lobby"</a></p>
    }
}

#[component]
fn Settings(offer: Offer) -> impl IntoView {
    title(&format!("New game of {}", offer.title));
    let form = Form::new(offer, use_preferences().get_untracked());
    let router = use_router();
    let failed = RwSignal::new(None::<String>);
    let sit_down = StoredValue::new_local(move |order: Order| -> Result<(), String> {
        let begun = if form.takes_any_deal() { begin_any(order) } else { begin(order, None) };
        let saved = begun.map_err(|why| why.told())?;
        form.remember();
        router.go(&format!("/table/{}", saved.id));
        Ok(())
    });
    let looked_for = StoredValue::new(None::<Order>);
    let finder = Finder::new(move |seed, _| {
        let order = looked_for.get_value().ok_or("Nothing was looked for.")?;
        sit_down.with_value(|sit_down| sit_down(Order { seed, ..order }))
    });
    let refuse = move |why: String| {
        failed.set(Some(why));
        request_animation_frame(form::focus_first_problem);
    };
    let start = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        failed.set(None);
        let order = match complete(form) {
            Ok(order) => order,
            Err(why) => return refuse(why),
        };
        if form.winnable.get_untracked() {
            looked_for.set_value(Some(order.clone()));
            return finder.look(&WorkerRequest::Winnable { order });
        }
        failed.set(sit_down.with_value(|sit_down| sit_down(order)).err());
    };
    let (opening, terms) = (OpenTable::new(), TableTerms::usual());
    let together = move |_| match complete(form).and_then(|order| terms.order(order)) {
        Ok(order) => {
            form.remember();
            opening.open(order, failed);
        }
        Err(why) => refuse(why),
    };
    let several = move || form.range().1 > 1;
    let trouble = move || failed.get().or_else(|| finder.problem.get());
    let label = move || if finder.busy.get() { "Looking for a deal…" } else { "Start the game" };
    view! {
        <div class="settings-head">
            <h1>{offer.title}</h1>
            <p class="soft">
                {offer.summary} " "
                <a href=format!("/rules/{}", offer.id)>"Read the rules"</a>
                {first_lesson(offer).map(|href| view! { " or " <a href=href>"learn it step by step"</a> })}
            </p>
        </div>
        <form class="settings" novalidate on:submit=start>
            <Presets form=form />
            <Who form=form />
            <Options form=form />
            <Deal form=form />
            <When is=several>
                <TermFields terms=terms />
            </When>
            <div class="settings-start">
                <div role="alert">{move || trouble().map(|why| view! { <p class="problem">{why}</p> })}</div>
                <button type="submit" disabled=finder.busy>{label}</button>
                <When is=several>
                    <button type="button" class="quiet" disabled=opening.busy on:click=together>"Open a table for friends"</button>
                </When>
            </div>
        </form>
        <AskName opening=opening />
    }
}

/// The order, if every field of the form can be taken.
fn complete(form: Form) -> Result<Order, String> {
    form.order().ok_or_else(|| "Something above needs another look; the fields say what.".to_owned())
}

#[component]
fn Presets(form: Form) -> impl IntoView {
    let presets = form.offer.game.presets();
    if presets.len() < 2 {
        return ().into_any();
    }
    let one = move |preset: &'static engine::options::Preset| {
        let chosen = move || form.preset.get() == preset.name;
        view! {
            <label class="radio-card" class:chosen=chosen>
                <input
                    type="radio"
                    name="preset"
                    value=preset.name
                    prop:checked=chosen
                    on:change=move |_| form.take_preset(preset.name)
                />
                <span>
                    <strong>{preset.title}</strong>
                    <When is=move || chosen() && form.adjusted()>
                        <em class="adjusted">" adjusted"</em>
                    </When>
                    <span class="option-help">{preset.help}</span>
                </span>
            </label>
        }
    };
    view! {
        <fieldset class="presets">
            <legend>"Which rules"</legend>
            <div class="radio-cards">{presets.iter().map(one).collect_view()}</div>
        </fieldset>
    }
    .into_any()
}

#[component]
fn Who(form: Form) -> impl IntoView {
    let range = Memo::new(move |_| form.range());
    let alone = move || range.with(|(least, most)| (*least, *most) == (1, 1));
    let level = move |level: bots::Level| {
        let word = level.to_string();
        let chosen = {
            let word = word.clone();
            move || form.bots.get() == word
        };
        view! { <option value=word.clone() selected=chosen>{level_help(level)}</option> }
    };
    view! {
        <fieldset class="who-plays">
            <legend>"Who plays"</legend>
            <div class="field">
                <label for="name">"Your name"</label>
                <input
                    id="name"
                    type="text"
                    autocomplete="nickname"
                    maxlength=engine::Name::LONGEST
                    prop:value=form.name
                    aria-describedby="name-problem"
                    aria-invalid=move || form.problem("name").map(|_| "true")
                    on:input:target=move |event| form.type_in("name", form.name, event.target().value())
                />
                <FieldProblem form=form name="name" />
            </div>
            <When is=move || !alone()>
                <div class="field">
                    <label for="players">"How many players"</label>
                    <input
                        id="players"
                        type="number"
                        inputmode="numeric"
                        min=move || range.get().0
                        max=move || range.get().1
                        prop:value=form.players
                        aria-describedby="players-help players-problem"
                        aria-invalid=move || form.problem("players").map(|_| "true")
                        on:input:target=move |event| form.type_in("players", form.players, event.target().value())
                    />
                    <span id="players-help" class="option-help">
                        {move || { let (least, most) = range.get(); format!("{least} to {most}, counting you. Bots take the other seats.") }}
                    </span>
                    <FieldProblem form=form name="players" />
                </div>
                <div class="field">
                    <label for="bots">"How well the bots play"</label>
                    <select id="bots" on:change:target=move |event| form.bots.set(event.target().value())>
                        {bots::Level::ALL.into_iter().map(level).collect_view()}
                    </select>
                </div>
            </When>
        </fieldset>
    }
}

#[component]
fn Options(form: Form) -> impl IntoView {
    let rules =
        form.offer.game.options().iter().map(move |spec| view! { <OptionField form=form spec=spec /> });
    let granted: &'static [engine::options::OptionSpec] =
        games::with_game!(form.offer.game, G => engine::Assistance::specs::<G>());
    let granted_fields =
        granted.iter().map(move |spec| view! { <OptionField form=form spec=spec /> }).collect_view();
    view! {
        <details class="settings-options">
            <summary>"House rules" <When is=move || form.adjusted()><em class="adjusted">" adjusted"</em></When></summary>
            <div class="options">{rules.collect_view()}</div>
            {(!granted.is_empty()).then(move || view! {
                <fieldset class="granted">
                    <legend>"The table helps"</legend>
                    <div class="options">{granted_fields}</div>
                </fieldset>
            })}
            <button type="button" class="quiet" on:click=move |_| form.take_preset(form.preset.get_untracked())>
                "Back to the usual"
            </button>
        </details>
    }
}

#[component]
fn Deal(form: Form) -> impl IntoView {
    view! {
        <details class="settings-options">
            <summary>"Play a certain deal"</summary>
            <div class="field">
                <label for="seed">"Deal number"</label>
                <input
                    id="seed"
                    type="text"
                    autocomplete="off"
                    spellcheck="false"
                    prop:value=form.seed
                    aria-describedby="seed-help seed-problem"
                    aria-invalid=move || form.problem("seed").map(|_| "true")
                    on:input:target=move |event| form.type_in("seed", form.seed, event.target().value())
                />
                <span id="seed-help" class="option-help">
                    "A whole number, or the 64 digits of a seed from a record: the same number gives the same cards. Leave it empty for a fresh shuffle."
                </span>
                <FieldProblem form=form name="seed" />
            </div>
            {bots::is_solvable(form.offer.game).then(|| view! {
                <div class="field">
                    <label class="check">
                        <input
                            type="checkbox"
                            prop:checked=form.winnable
                            on:change:target=move |event| form.winnable.set(event.target().checked())
                        />
                        "Only a deal that can be won"
                    </label>
                    <span class="option-help">
                        "Found by a solver that looks through the whole stock. With a deal number, the search begins there."
                    </span>
                </div>
            })}
        </details>
    }
}
