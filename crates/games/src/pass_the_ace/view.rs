//! The table as one viewer sees it.

use engine::seat::MAX_SEATS;
use engine::{Card, DECK, Seat, Seats, Viewer};
use serde::Serialize;

use super::{Announcement, PassTheAce, Rules, Turn, worth};

/// The cards of a finished round, kept until the next one ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reveal {
    pub hands: [Option<Card>; MAX_SEATS],
    pub dealer: Seat,
    pub losers: Seats,
}

/// How the last round ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LastRound {
    /// Each seat's card, by seat.
    pub hands: Vec<Option<Card>>,
    /// Who dealt it.
    pub dealer: Seat,
    /// Who lost a life.
    pub losers: Vec<Seat>,
}

/// What one viewer may know, and no more. Cards that are face down for them are `null`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct View {
    /// The rules played by.
    #[serde(serialize_with = "engine::options::as_map")]
    pub rules: Rules,
    /// Who looks.
    pub viewer: Viewer,
    /// Who deals this round.
    pub dealer: Seat,
    /// Whose turn it is.
    pub turn: Option<Seat>,
    /// The round of this game, from 1.
    pub round: u32,
    /// 1, then 2 for a double game or a carried pot, and so on.
    pub game: u32,
    /// Lives left, by seat.
    pub lives: Vec<u8>,
    /// Who holds a card.
    pub holding: Vec<bool>,
    /// The cards in hands that the viewer knows, by seat.
    pub hands: Vec<Option<Card>>,
    /// How many cards the stock holds.
    pub stock: usize,
    /// The trash, oldest first, as far as known.
    pub trash: Vec<Option<Card>>,
    /// Tokens in the pot.
    pub pot: u32,
    /// What the last action was announced as.
    pub announced: Option<Announcement>,
    /// The turns of this round so far, from the dealer's left.
    pub told: Vec<Turn>,
    /// How the last round ended.
    pub last_round: Option<LastRound>,
    /// Who has won, once the game is over.
    pub winners: Vec<Seat>,
}

impl View {
    pub(super) fn of(state: &PassTheAce, viewer: Viewer) -> Self {
        let players = usize::from(state.players);
        let known = |card: &Card| viewer.among(state.known[card.index()]);
        let hands = &state.hands[..players];
        let last_round = state.last_round.map(|last| LastRound {
            hands: last.hands[..players].to_vec(),
            dealer: last.dealer,
            losers: last.losers.iter().collect(),
        });
        Self {
            rules: state.rules,
            viewer,
            dealer: state.dealer,
            turn: state.turn,
            round: state.round,
            game: state.game,
            lives: state.lives[..players].to_vec(),
            holding: hands.iter().map(Option::is_some).collect(),
            hands: hands.iter().map(|card| card.filter(known)).collect(),
            stock: state.stock.len(),
            trash: state.trash.as_slice().iter().map(|card| Some(*card).filter(known)).collect(),
            pot: state.pot,
            announced: state.announced,
            told: state.told.as_slice().to_vec(),
            last_round,
            winners: state.winners.iter().collect(),
        }
    }

    /// The viewer's own card.
    pub fn own_card(&self) -> Option<Card> {
        match self.viewer {
            Viewer::Seat(seat) => self.hands.get(seat.index()).copied().flatten(),
            Viewer::Public => None,
        }
    }

    /// The players who still have lives.
    pub fn alive(&self) -> Seats {
        Seat::all(self.lives.len()).filter(|seat| self.lives[seat.index()] > 0).collect()
    }

    /// How many of the cards that the viewer cannot see are lower than this one, how many are higher, and how many
    /// there are.
    pub fn unseen_around(&self, card: Card) -> (usize, usize, usize) {
        let seen = |card: &Card| self.hands.contains(&Some(*card)) || self.trash.contains(&Some(*card));
        let unseen: Vec<i32> =
            DECK.iter().filter(|card| !seen(card)).map(|&card| worth(&self.rules, card)).collect();
        let own = worth(&self.rules, card);
        let count = |is: fn(&i32, &i32) -> bool| unseen.iter().filter(|&other| is(other, &own)).count();
        (count(i32::lt), count(i32::gt), unseen.len())
    }
}
