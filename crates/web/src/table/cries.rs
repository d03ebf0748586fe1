//! What is called out, at the seat of the one who did.

use engine::Seat as Chair;
use leptos::prelude::*;

use super::shown::Cried;
use crate::components::{For, hyphenated};
use crate::table::Play;

fn bubble(cry: Cried, name: Option<String>, loose: bool) -> AnyView {
    let name = name.map(|name| format!("{name}: "));
    view! {
        <div class="cry" class:loose=loose data-part="cry" aria-hidden="true">
            <b>{name}{hyphenated(&cry.words)}</b>
            <span>{cry.meaning}</span>
        </div>
    }
    .into_any()
}

/// What the player on that seat called out.
#[component]
pub fn Bubble(
    /// Whose.
    chair: Chair,
) -> impl IntoView {
    let cry = expect_context::<Signal<Option<Cried>>>();
    let here = move || cry.get().filter(|cry| cry.by == Some(chair));
    // Each cry has a bubble of its own: another text in the same one would move.
    view! { <For each=here key=|cry| cry.number children=|cry| bubble(cry, None, false) /> }
}

/// What concerns everyone; in a strip, where a bubble would be cut off, what anyone else called out as well.
#[component]
pub fn LooseCry(
    /// Whether the others sit in a strip.
    strip: Memo<bool>,
) -> impl IntoView {
    let cry = expect_context::<Signal<Option<Cried>>>();
    let play = expect_context::<Play>();
    let here = move || {
        let cry = cry.get()?;
        let caller = play
            .standing
            .with(|now| now.scene.sitters.iter().find(|sitter| Some(sitter.seat) == cry.by).cloned());
        match caller {
            None => Some((cry, None)),
            Some(caller) => (strip.get() && !caller.you).then_some((cry, Some(caller.name))),
        }
    };
    view! { <For each=here key=|(cry, _)| cry.number children=|(cry, name)| bubble(cry, name, true) /> }
}
