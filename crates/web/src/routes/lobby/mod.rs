//! The first page: what can be played, and what was left.

mod left;
mod sound;
mod tile;

use leptos::prelude::*;

use super::daily::DealOfTheDay;
use super::friends::{AskName, Join, OpenTable, OtherTables};
use super::{Offer, title};
use crate::components::KeptNotices;
use left::LeftGames;
use sound::SoundOffer;
use tile::Tile;

/// The games first, each a press away; then what waits for the player.
#[component]
pub fn Lobby() -> impl IntoView {
    title("");
    let problem = RwSignal::new(None::<String>);
    let opening = OpenTable::new();
    let tiles = Offer::all()
        .into_iter()
        .map(move |offer| view! { <Tile offer=offer opening=opening problem=problem /> });
    view! {
        <div class="lobby">
            <div class="lobby-head">
                <h1>"What shall we play?"</h1>
                <SoundOffer />
            </div>
            <KeptNotices />
            <div role="alert">{move || problem.get().map(|why| view! { <p class="problem">{why}</p> })}</div>
            <ul class="tiles" aria-label="Games">{tiles.collect_view()}</ul>
            <div class="slips">
                <LeftGames />
                <DealOfTheDay />
                <Join />
            </div>
            <OtherTables />
            <AskName opening=opening />
        </div>
    }
}
