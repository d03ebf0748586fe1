//! Sounds are off at first; they are offered once, where everyone sees it.

use leptos::prelude::*;

use crate::components::When;
use crate::icons::{Icon, Sign};
use crate::preferences::use_preferences;

/// The offer, until it is answered.
#[component]
pub fn SoundOffer() -> impl IntoView {
    let likes = use_preferences();
    let answer = move |on: bool| likes.update(|likes| (likes.sounds, likes.sounds_offered) = (on, true));
    view! {
        <When is=move || likes.with(|likes| !likes.sounds && !likes.sounds_offered)>
            <div class="sound-offer" role="group" aria-label="Sounds">
                <Sign icon=Icon::Sound />
                <span>"Sounds?"</span>
                <button type="button" class="quiet small" on:click=move |_| answer(true)>
                    "Yes" <span class="unseen">" to sounds"</span>
                </button>
                <button type="button" class="quiet small" on:click=move |_| answer(false)>
                    "No" <span class="unseen">" sounds"</span>
                </button>
            </div>
        </When>
    }
}
