//! The table as one viewer sees it.

use engine::{Card, Seat, Viewer};
use serde::Serialize;

use super::matching::Surface;
use super::rules::MOST;
use super::turn::{Facts, Turn};
use super::{Propre, Rules};

/// A card on the pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Laid {
    /// What is printed on it.
    pub card: Card,
    /// The rank and suit in force: an ace's chosen suit, a sideways card's new rank.
    #[serde(rename = "as")]
    pub in_force: Card,
}

/// What one viewer may know, and no more: their own hand and all that lies open.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct View {
    /// The rules played by.
    #[serde(serialize_with = "engine::options::as_map")]
    pub rules: Rules,
    /// Who looks.
    pub viewer: Viewer,
    /// Who dealt.
    pub dealer: Seat,
    /// The active player; once the game is over, the one who was.
    pub active: Seat,
    /// Attack value: how many cards one who passes has to draw.
    pub av: u16,
    /// Move value: how many seats the turn will move.
    pub mv: i16,
    /// Whether the turn goes clockwise.
    pub cw: bool,
    /// Whether the next card is the first of the turn.
    pub fc: bool,
    /// Whether a type 1 match asks for rank or suit.
    pub rm: bool,
    /// Whether 3 and 7 match each other.
    pub b: bool,
    /// Whether an empty hand does not win.
    pub pw: bool,
    /// The viewer's own hand; empty for one who only watches.
    pub hand: Vec<Card>,
    /// How many cards each player holds, by seat.
    pub sizes: Vec<usize>,
    /// The pile, bottom first.
    pub pile: Vec<Laid>,
    /// How many cards the stock holds.
    pub stock: usize,
    /// Who has declared the last card, by seat.
    pub declared: Vec<bool>,
    /// Who has declared in time to play it, by seat.
    pub ready: Vec<bool>,
    /// Who has won, once the game is over.
    pub winner: Option<Seat>,
}

/// What the player on turn plans by: their own hand and what lies open, without the rest of a [`View`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct OwnTurn<'a> {
    pub seat: Seat,
    pub hand: &'a [Card],
    pub surface: Surface,
    pub av: u16,
    pub mv: i16,
    pub cw: bool,
    pub fc: bool,
    pub rm: bool,
    pub b: bool,
    /// Whether they have declared the last card.
    pub declared: bool,
    /// Whether they have done so in time to play it.
    pub ready: bool,
    pub players: usize,
    /// How many cards each player holds, by seat.
    pub sizes: [usize; MOST],
}

impl Propre {
    /// The same as [`View::own_turn`] of the player on turn, for imagined games and fast bots. It shows no more
    /// than that view.
    #[inline]
    pub fn own_turn(&self) -> Option<OwnTurn<'_>> {
        if self.winner.is_some() {
            return None;
        }
        let mut sizes = [0; MOST];
        for (size, hand) in sizes.iter_mut().zip(&self.hands) {
            *size = hand.len();
        }
        Some(OwnTurn {
            seat: self.active,
            hand: self.hand().as_slice(),
            surface: Surface::of(self.in_force.as_slice())?,
            av: self.av,
            mv: self.mv,
            cw: self.cw,
            fc: self.fc,
            rm: self.rm,
            b: self.b,
            declared: self.declared.has(self.active),
            ready: self.ready.has(self.active),
            players: self.players.into(),
            sizes,
        })
    }
}

impl View {
    /// What the viewer plans by; none unless they are on turn.
    pub fn own_turn(&self) -> Option<OwnTurn<'_>> {
        if !self.on_turn() {
            return None;
        }
        let mut sizes = [0; MOST];
        sizes.iter_mut().zip(&self.sizes).for_each(|(place, size)| *place = *size);
        Some(OwnTurn {
            seat: self.active,
            hand: &self.hand,
            surface: self.surface()?,
            av: self.av,
            mv: self.mv,
            cw: self.cw,
            fc: self.fc,
            rm: self.rm,
            b: self.b,
            declared: self.declared[self.active.index()],
            ready: self.ready[self.active.index()],
            players: self.sizes.len(),
            sizes,
        })
    }

    pub(super) fn of(state: &Propre, viewer: Viewer) -> Self {
        let hand = match viewer {
            Viewer::Seat(seat) => state.hands.get(seat.index()).map_or(&[][..], |hand| hand.as_slice()),
            Viewer::Public => &[],
        };
        Self {
            rules: state.rules,
            viewer,
            dealer: state.dealer,
            active: state.active,
            av: state.av,
            mv: state.mv,
            cw: state.cw,
            fc: state.fc,
            rm: state.rm,
            b: state.b,
            pw: state.pw,
            hand: hand.to_vec(),
            sizes: state.seats().map(|seat| state.hands[seat.index()].len()).collect(),
            pile: state.laid().collect(),
            stock: state.stock.len(),
            declared: state.seats().map(|seat| state.declared.has(seat)).collect(),
            ready: state.seats().map(|seat| state.ready.has(seat)).collect(),
            winner: state.winner,
        }
    }

    /// Whether the viewer is to act.
    pub fn on_turn(&self) -> bool {
        self.winner.is_none() && self.viewer.is(self.active)
    }

    /// Whether this player is on turn and may play a last card.
    pub fn can_win(&self, seat: Seat) -> bool {
        self.winner.is_none() && self.active == seat && self.ready[seat.index()]
    }

    /// The top of the pile, as far as matches ask for it.
    pub fn surface(&self) -> Option<Surface> {
        let (top, rest) = self.pile.split_last()?;
        let top = top.in_force;
        let same = |laid: &&Laid| laid.in_force.rank() == top.rank();
        let run = 1 + rest.iter().rev().take_while(same).count() as u8;
        Some(Surface { top, under: rest.last().map(|laid| laid.in_force), run })
    }

    /// What decides about the viewer's options while they are on turn.
    pub(super) fn turn(&self) -> Option<Turn> {
        let facts = Facts {
            surface: self.surface()?,
            av: self.av,
            fc: self.fc,
            rm: self.rm,
            b: self.b,
            last: self.hand.len() == 1,
            ready: self.ready[self.active.index()],
        };
        self.on_turn().then(|| Turn::new(facts))
    }
}
