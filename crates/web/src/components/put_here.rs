//! Where what is picked up can be laid.

use engine::scene::Place;
use leptos::prelude::*;

use super::label::Label;
use crate::table::{Play, place_name};

/// A button that lays what is picked up there.
#[component]
pub fn PutHere(
    /// Where it goes.
    place: Place,
    /// What the button says.
    text: String,
) -> impl IntoView {
    let play = expect_context::<Play>();
    view! {
        <button
            type="button"
            class="put-here"
            data-focus=format!("put:{}", place_name(&place))
            on:click=move |_| {
                if let Some(from) = play.picked.get_untracked() {
                    play.drop_on(&from, &place);
                }
            }
        >
            <Label text=text />
        </button>
    }
}
