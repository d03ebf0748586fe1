//! The table as one viewer sees it. Hidden from everyone, its owner too: the cards of every pile, in whatever order.

use engine::{Card, DECK, Dice, Pile, Seat, Seats, Viewer};
use serde::Serialize;

use super::endless::Watch;
use super::{Debt, End, MOST_PLAYERS, Rules, StripJackNaked};

/// What one viewer may know: the same for all but who looks.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct View {
    /// The rules played by.
    #[serde(serialize_with = "engine::options::as_map")]
    pub rules: Rules,
    /// Who looks.
    pub viewer: Viewer,
    /// Who turns over the next card.
    pub turn: Option<Seat>,
    /// The number of cards in each pile, by seat.
    pub piles: Vec<usize>,
    /// The cards in the middle, the last on top.
    pub middle: Vec<Card>,
    /// What is left to pay for the last picture card.
    pub debt: Option<Debt>,
    /// Who is out, by seat.
    pub out: Vec<bool>,
    /// Cards turned over so far.
    pub turned: u32,
    /// Tricks taken so far.
    pub tricks: u32,
    /// How the game ended, once it has.
    pub end: Option<End>,
    /// Who has won, unless it is a draw.
    pub winner: Option<Seat>,
}

impl View {
    pub(super) fn of(state: &StripJackNaked, viewer: Viewer) -> Self {
        Self {
            rules: state.rules,
            viewer,
            turn: state.end.is_none().then_some(state.turn),
            piles: state.seats().map(|seat| state.pile(seat).len()).collect(),
            middle: state.middle.as_slice().to_vec(),
            debt: state.debt,
            out: state.seats().map(|seat| !state.still_in.has(seat)).collect(),
            turned: state.turned,
            tricks: state.tricks,
            end: state.end,
            winner: state.winner(),
        }
    }

    /// Everyone at the table.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        Seat::all(self.piles.len())
    }
}

/// A full state that looks like the view: the cards of the piles are dealt at random. What came before is not known, so
/// that the watch for repetitions starts again.
pub(super) fn imagine(view: &View, dice: &mut Dice) -> StripJackNaked {
    let is_hidden = |card: &Card| view.rules.deck.has(*card) && !view.middle.contains(card);
    let mut hidden: Vec<Card> = DECK.into_iter().filter(is_hidden).collect();
    dice.shuffle(&mut hidden);
    let mut piles = [Pile::new(); MOST_PLAYERS];
    for (pile, &size) in piles.iter_mut().zip(&view.piles) {
        *pile = Pile::of(&hidden.split_off(hidden.len().saturating_sub(size)));
    }
    let turn = view.turn.or(view.winner).unwrap_or(Seat::FIRST);
    StripJackNaked {
        rules: view.rules,
        players: view.piles.len() as u8,
        turn,
        still_in: view.seats().filter(|seat| !view.out[seat.index()]).collect::<Seats>(),
        watch: Watch::new(&piles, turn),
        piles,
        middle: Pile::of(&view.middle),
        debt: view.debt,
        turned: view.turned,
        tricks: view.tricks,
        end: view.end,
    }
}
