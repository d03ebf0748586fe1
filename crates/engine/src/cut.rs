//! Drawing cards for the deal: highest card deals, ties draw again.

use serde::Serialize;

use crate::card::Card;
use crate::pile::Pile;
use crate::random::Shuffler;
use crate::seat::{Seat, Seats};

/// The rounds of a cut: who drew which card.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize)]
#[serde(transparent)]
pub struct Cut {
    /// Each round, in order of drawing.
    pub rounds: Vec<Vec<(Seat, Card)>>,
}

/// Who draws again after a tie for highest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Again {
    /// Those who tied, among themselves.
    Tied,
    /// Everyone.
    Everyone,
}

/// Lets these seats draw until exactly one has the highest card. Draws go on from what remains of the deck;
/// if too few cards remain, everything is returned and reshuffled first. Calls `drawn` for every card,
/// with the number of the round.
pub fn cut_cards<const N: usize>(
    seats: Seats,
    deck: &[Card; N],
    shuffler: &mut Shuffler,
    again: Again,
    worth: impl Fn(Card) -> i32,
    mut drawn: impl FnMut(usize, Seat, Card),
) -> Option<Seat> {
    let mut stock: Pile<N> = Pile::new();
    let mut dice = None;
    let mut drawing = seats;
    for round in 0.. {
        if stock.len() < drawing.len() {
            stock = Pile::of(deck);
            dice = Some(shuffler.dice());
        }
        // Few cards are drawn, so just these are shuffled to the top.
        let dice = dice.as_mut()?;
        let mut highest = i32::MIN;
        let mut tied = Seats::NONE;
        for seat in drawing.iter() {
            dice.settle_last(stock.as_mut_slice());
            let card = stock.pop()?;
            drawn(round, seat, card);
            let worth = worth(card);
            if worth > highest {
                (highest, tied) = (worth, Seats::NONE);
            }
            if worth == highest {
                tied = tied.with(seat);
            }
        }
        if tied.len() <= 1 {
            return tied.iter().next();
        }
        drawing = if again == Again::Tied { tied } else { seats };
    }
    None
}

impl Cut {
    /// Notes a card drawn in that round.
    pub fn note(&mut self, round: usize, seat: Seat, card: Card) {
        if self.rounds.len() <= round {
            self.rounds.resize_with(round + 1, Vec::new);
        }
        self.rounds[round].push((seat, card));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::DECK;
    use crate::random::Seed;

    fn rank(card: Card) -> i32 {
        card.rank().map_or(0, |rank| rank.number().into())
    }

    fn cut(players: usize, number: u64, again: Again) -> (Option<Seat>, Cut) {
        let mut shuffler = Shuffler::new(&Seed::from_number(number));
        let mut cut = Cut::default();
        let dealer =
            cut_cards(Seats::first(players), &DECK, &mut shuffler, again, rank, |round, seat, card| {
                cut.note(round, seat, card);
            });
        (dealer, cut)
    }

    #[test]
    fn the_highest_card_wins_and_only_those_tied_draw_again() {
        let mut ties = 0;
        for number in 0..500 {
            let (dealer, cut) = cut(6, number, Again::Tied);
            for pair in cut.rounds.windows(2) {
                ties += 1;
                let highest = pair[0].iter().map(|&(_, card)| rank(card)).max();
                let tied: Vec<Seat> =
                    pair[0].iter().filter(|draw| Some(rank(draw.1)) == highest).map(|draw| draw.0).collect();
                assert!(tied.len() > 1);
                assert_eq!(pair[1].iter().map(|draw| draw.0).collect::<Vec<_>>(), tied);
            }
            let last = cut.rounds.last().unwrap();
            let best = last.iter().max_by_key(|draw| rank(draw.1)).unwrap();
            assert_eq!(last.iter().filter(|draw| rank(draw.1) == rank(best.1)).count(), 1);
            assert_eq!(dealer, Some(best.0));
        }
        assert!(ties > 20);
    }

    #[test]
    fn a_deck_too_small_for_the_tied_is_shuffled_again() {
        // 52 players take the whole deck and four of them tie.
        let (dealer, cut) = cut(52, 1, Again::Tied);
        assert!(dealer.is_some());
        assert_eq!(cut.rounds[0].len(), 52);
        assert_eq!(cut.rounds[1].len(), 4);
    }

    #[test]
    fn everyone_draws_again_where_the_game_says_so() {
        let again = (0..200).map(|number| cut(4, number, Again::Everyone).1).find(|cut| cut.rounds.len() > 1);
        assert!(again.unwrap().rounds.iter().all(|round| round.len() == 4));
    }
}
