//! The first page: what can be played, and what was left.

mod left;
mod slips;
mod sound;
mod tile;

use leptos::prelude::*;

use super::{Offer, title};
use crate::parts::{LaterPiece, Piece};
use sound::SoundOffer;
use tile::Tile;

pub use slips::{Slips, Wish};

/// The games first, each a press away; then what waits for the player.
#[component]
pub fn Lobby() -> impl IntoView {
    title("");
    let problem = RwSignal::new(None::<String>);
    let wish = Wish { with_friends: RwSignal::new(None), busy: RwSignal::new(false), problem };
    let tiles = Offer::all().into_iter().map(move |offer| view! { <Tile offer=offer wish=wish /> });
    view! {
        <div class="lobby">
            <div class="lobby-head">
                <h1>"What shall we play?"</h1>
                <SoundOffer />
            </div>
            <div role="alert">{move || problem.get().map(|why| view! { <p class="problem">{why}</p> }.into_any())}</div>
            <ul class="tiles" role="list" aria-label="Games">{tiles.collect_view()}</ul>
            // Below the games: they must not move under the player's finger when these come.
            <LaterPiece piece=Piece::Kept />
            <LaterPiece piece=Piece::Slips(wish) />
        </div>
    }
}
