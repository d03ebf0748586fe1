//! Grapples: what each seat ends with, and what each card is worth to the player who gets it.

use engine::card::Face;
use engine::{Card, DECK_WITH_JOKERS, Rank, Seat, Setup, Suit};
use games::grapples::{Event, Grapples, grapples};

use super::PlotCollector;
use super::figure::{Bar, Content, Panel};
use super::tally::{Tally, left_of, places};
use crate::game_run::GameRun;
use crate::stats::Sum;

/// An empty collector.
pub fn collector(setup: &Setup<Grapples>) -> Box<dyn PlotCollector<Grapples>> {
    let players = setup.names.len();
    Box::new(Results { results: vec![Tally::default(); players], worth: vec![Sum::EMPTY; Card::COUNT] })
}

struct Results {
    /// By place, from the first dealer to the left.
    results: Vec<Tally>,
    /// By card: how far above the table's mean the player ended who was dealt it.
    worth: Vec<Sum>,
}

/// Cards that do the same have one name; only in spades do two of them differ.
fn name(card: Card) -> String {
    match card.face() {
        Face::Joker(_) => "joker".to_owned(),
        Face::Suited(Rank::Ace | Rank::Queen, Suit::Spades) => card.short(),
        Face::Suited(rank, _) => rank.index().to_owned(),
    }
}

impl Results {
    fn bars(&self) -> Vec<Bar> {
        let mut names: Vec<String> = Vec::new();
        for rank in Rank::ALL {
            names.push(name(Card::new(rank, Suit::Hearts)));
            let spade = name(Card::new(rank, Suit::Spades));
            if !names.contains(&spade) {
                names.push(spade);
            }
        }
        names.push(name(Card::RED_JOKER));
        let bar = |of: String| {
            let alike = || DECK_WITH_JOKERS.into_iter().filter(|card| name(*card) == of);
            let mean = alike().map(|card| self.worth[card.index()]).fold(Sum::EMPTY, Sum::and).mean();
            let mark = alike().next().map(|card| f64::from(grapples(card)));
            Bar { name: of, value: mean.mean, low: mean.low, high: mean.high, mark }
        };
        names.into_iter().map(bar).collect()
    }
}

impl PlotCollector<Grapples> for Results {
    fn add(&mut self, run: &GameRun<Grapples>) {
        let Some(outcome) = &run.outcome else { return };
        let players = self.results.len();
        let mean = outcome.scores.iter().sum::<i32>() as f64 / players as f64;
        for event in &run.events {
            match event {
                Event::Cut { winner, .. } => {
                    for (seat, &score) in Seat::all(players).zip(&outcome.scores) {
                        self.results[left_of(*winner, seat, players)].add(score.into());
                    }
                }
                Event::Dealt { seat, card, .. } => {
                    self.worth[card.index()].add(f64::from(outcome.scores[seat.index()]) - mean);
                }
                _ => {}
            }
        }
    }

    fn panels(&self) -> Vec<Panel> {
        let spreads =
            places(self.results.len()).into_iter().zip(&self.results).map(|(name, tally)| tally.spread(name));
        vec![
            Panel {
                title: "What each seat ends with".to_owned(),
                note: "box: middle half with median; whiskers: 5 % to 95 %; dot: mean".to_owned(),
                across: "seats to the left of the first dealer".to_owned(),
                up: "result (Grapples)".to_owned(),
                content: Content::Spreads(spreads.collect()),
            },
            Panel {
                title: "What a card is worth to the player it is dealt to".to_owned(),
                note: "bar: measured, with 95 % interval; dot: the points on the card".to_owned(),
                across: "card".to_owned(),
                up: "final result above the table's mean (Grapples)".to_owned(),
                content: Content::Bars { bars: self.bars(), even: None },
            },
        ]
    }
}
