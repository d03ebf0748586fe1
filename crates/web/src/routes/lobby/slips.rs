//! What waits for the player below the games: games that were left, the deal of the day, and friends.

use leptos::prelude::*;

use super::super::Offer;
use super::super::daily::DealOfTheDay;
use super::super::friends::{AskName, Join, OpenTable, OtherTables, TableTerms};
use super::left::LeftGames;
use crate::preferences::use_preferences;
use crate::storage;

/// What a player wants to play with friends. It waits until the part that can open tables is loaded.
#[derive(Clone, Copy)]
pub struct Wish {
    /// The game, until it is seen to.
    pub with_friends: RwSignal<Option<Offer>>,
    /// Whether a table is being opened.
    pub busy: RwSignal<bool>,
    /// Why it could not be opened.
    pub problem: RwSignal<Option<String>>,
}

/// Everything below the games.
#[component]
pub fn Slips(wish: Wish) -> impl IntoView {
    let likes = use_preferences();
    let mut opening = OpenTable::new();
    opening.busy = wish.busy;
    Effect::new(move |_| {
        let Some(offer) = wish.with_friends.get() else { return };
        wish.with_friends.set(None);
        let order = likes.with_untracked(|likes| offer.order(likes, &storage::results()));
        match TableTerms::usual().order(order) {
            Ok(order) => opening.open(order, wish.problem),
            Err(why) => wish.problem.set(Some(why)),
        }
    });
    view! {
        <div class="slips">
            <LeftGames />
            <DealOfTheDay />
            <Join />
        </div>
        <OtherTables />
        <AskName opening=opening />
    }
}
