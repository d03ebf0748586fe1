//! The table itself: who sits there and what lies on it.

use engine::Seat as Chair;
use leptos::prelude::*;
use protocol::Standing;

use super::drag::Drag;
use super::play::Play;
use crate::components::{Pile, Seat};

/// Everything that lies on the table, for any game. The game's name on it lets the style sheet arrange the pieces.
#[component]
pub fn Felt(
    /// The game's id.
    #[prop(into)]
    game: Signal<String>,
    /// How things stand, what is picked up, and how to act.
    play: Play,
) -> impl IntoView {
    provide_context(play);
    provide_context(Drag::empty());
    let of = move |list: fn(&Standing) -> Vec<String>| Memo::new(move |_| play.standing.with(list));
    let heaps = of(|standing| standing.scene.heaps.iter().map(|heap| heap.id.to_string()).collect());
    let chairs = Memo::new(move |_| play.standing.with(order));
    let others = move || chairs.get().into_iter().filter(|(_, you)| !you);
    let own = move || chairs.get().into_iter().filter(|(_, you)| *you);
    let seat = |(chair, _): (Chair, bool)| view! { <Seat chair=chair /> };
    let crowd = move || chairs.with(Vec::len);
    view! {
        <div class=move || format!("felt felt-{}", game.get()) data-crowd=crowd>
            <div class="others">{move || others().map(seat).collect_view()}</div>
            <div class="heaps">
                <For each=move || heaps.get() key=Clone::clone let:id>
                    <Pile id=id />
                </For>
            </div>
            <div class="own">{move || own().map(seat).collect_view()}</div>
        </div>
    }
}

/// The seats clockwise from the viewer's left, and whether each is the viewer's own.
fn order(standing: &Standing) -> Vec<(Chair, bool)> {
    let sitters = &standing.scene.sitters;
    let you = sitters.iter().position(|sitter| sitter.you);
    let first = you.map_or(0, |you| you + 1);
    let turned = sitters.iter().cycle().skip(first).take(sitters.len());
    turned.map(|sitter| (sitter.seat, sitter.you)).collect()
}
