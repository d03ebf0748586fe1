//! One card, open or face down.

use engine::Card;
use leptos::prelude::*;

use crate::cards;
use crate::preferences::use_preferences;

/// The picture of a card; what it is called is said beside it, by the component that shows it.
#[component]
pub fn CardFace(
    /// Which card; its back, if none.
    card: Option<Card>,
) -> impl IntoView {
    let preferences = use_preferences();
    let style = Memo::new(move |_| preferences.with(|kept| kept.card_style()));
    let markup =
        move || style.with(|style| card.map_or_else(|| cards::back(style), |card| cards::face(card, style)));
    view! { <svg class="card-face" viewBox=cards::VIEW_BOX aria-hidden="true" focusable="false" inner_html=move || markup()></svg> }
}

/// What all pictures of cards are made of; once on a page.
#[component]
pub fn CardDefs() -> impl IntoView {
    view! { <div class="unseen" aria-hidden="true" inner_html=cards::defs()></div> }
}
