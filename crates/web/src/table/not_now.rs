//! What cannot be done now, with the reason one touch away.

use leptos::prelude::*;
use protocol::Ask;
use tables::action_kinds;

use super::layer::Layer;
use super::model::Model;
use crate::components::When;
use crate::routes::Offer;

/// The kinds of actions that are not possible now. Nothing of it is worked out while the sheet is closed.
#[component]
pub fn NotNow(
    /// The table.
    model: Model,
) -> impl IntoView {
    let kinds = Memo::new(move |_| {
        let playing = model.you().is_some() && !model.is_over() && model.shown.reveal.with(Option::is_none);
        if !model.is_open(Layer::All) || !playing {
            return Vec::new();
        }
        let game = model.known.snapshot.with(|now| now.as_ref().map(|now| now.game.clone()));
        let offer = game.and_then(|game| Offer::find(&game));
        model.known.standing.with(|now| {
            let (Some(offer), Some(now)) = (offer, now) else { return Vec::new() };
            let possible = |kind: &String| {
                let next = format!("{kind} ");
                now.choices.iter().any(|choice| choice.act == *kind || choice.act.starts_with(&next))
            };
            let mut kinds = action_kinds(offer.game, now.scene.sitters.len().max(1));
            kinds.retain(|kind| !possible(kind));
            kinds
        })
    });
    let ask = move |kind: String| {
        model.close();
        model.ask(Ask::Why { text: format!("not {kind}") });
    };
    let button = move |kind: String| {
        let (focus, label) = (format!("why-not:{kind}"), engine::seating::sentence(&kind));
        view! {
            <li>
                <button type="button" class="quiet small" data-focus=focus on:click=move |_| ask(kind.clone())>
                    {label} ": why not?"
                </button>
            </li>
        }
    };
    view! {
        <When is=move || kinds.with(|kinds| !kinds.is_empty())>
            <section class="not-now" aria-labelledby="not-now-title">
                <h3 id="not-now-title">"Not possible now"</h3>
                <ul class="action-list">{move || kinds.get().into_iter().map(button).collect_view()}</ul>
            </section>
        </When>
    }
}
