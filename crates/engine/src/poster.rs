//! The picture by which people find a game in a lobby: a few cards and a sign above them.

use crate::card::{Card, Rank, Suit};
use crate::game::Game;
use crate::present::Present;
use crate::random::Seed;
use crate::seat::{Seat, Viewer};
use crate::seating::Seating;

/// The most cards that a poster shows.
const MOST_CARDS: usize = 4;

/// A few cards and a sign above them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Poster {
    /// The cards, from left to right, each with what is written at its corner.
    pub cards: Vec<(Card, Option<String>)>,
    /// The sign above them.
    pub emblem: Option<Emblem>,
}

/// A sign of what a game is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Emblem {
    /// An arrow to the left: something is handed on.
    Arrow,
    /// A pot of tokens.
    Tokens,
    /// Words that are called out.
    Words(&'static str),
}

impl Poster {
    /// These cards and no sign.
    pub fn of(cards: impl IntoIterator<Item = Card>) -> Self {
        Self { cards: cards.into_iter().map(|card| (card, None)).collect(), emblem: None }
    }

    /// With a sign.
    pub fn with_emblem(self, emblem: Emblem) -> Self {
        Self { emblem: Some(emblem), ..self }
    }

    /// The first cards that a player of this game sees, or the aces: for games that have chosen no picture.
    pub fn dealt<G: Present>(rules: &G::Rules) -> Self {
        let range = G::players(rules);
        let players = G::INFO.usual_players.clamp(*range.start(), *range.end());
        let game = G::start(rules, players, &Seed::from_number(1), &mut ());
        let seating = Seating { names: &[], you: Some(Seat::FIRST) };
        let scene = G::scene(&Game::view(&game, Viewer::Seat(Seat::FIRST)), &seating);
        let own = scene.sitters.into_iter().filter(|sitter| sitter.you).flat_map(|sitter| sitter.hand);
        let lying = scene.heaps.into_iter().flat_map(|heap| heap.cards);
        let seen: Vec<Card> = own.chain(lying).filter_map(|lying| lying.card).take(MOST_CARDS).collect();
        // Some games begin with every card face down.
        if seen.is_empty() {
            Self::of(Suit::ALL.map(|suit| Card::new(Rank::Ace, suit)))
        } else {
            Self::of(seen)
        }
    }
}
