//! Pass the Ace: who loses lives, and what is kept.

use engine::{Card, Rank, Seat, Setup};
use games::pass_the_ace::{Event, PassTheAce};

use super::PlotCollector;
use super::figure::{Content, Panel};
use super::tally::{left_of, shares};
use crate::game_run::GameRun;

/// An empty collector.
pub fn collector(setup: &Setup<PassTheAce>) -> Box<dyn PlotCollector<PassTheAce>> {
    Box::new(Rounds::new(setup.names.len()))
}

/// How often a card was kept, and how often it was passed on or thrown away.
#[derive(Clone, Copy, Default)]
struct Choice {
    kept: u32,
    parted: u32,
}

/// The rounds in which everyone still had lives: there a turn's place says the same in every round.
struct Rounds {
    players: usize,
    dealer: Seat,
    hands: Vec<Option<Card>>,
    lost: Vec<f64>,
    /// By turn, then by rank.
    choices: Vec<[Choice; 13]>,
}

impl Rounds {
    fn new(players: usize) -> Self {
        let (hands, lost, choices) =
            (vec![None; players], vec![0.0; players], vec![[Choice::default(); 13]; players]);
        Self { players, dealer: Seat::FIRST, hands, lost, choices }
    }

    /// 0 for the dealer's left neighbour; the dealer is last.
    fn turn(&self, seat: Seat) -> usize {
        left_of(self.dealer.left(self.players), seat, self.players)
    }

    fn choose(&mut self, seat: Seat, part: bool) {
        let turn = self.turn(seat);
        let Some(rank) = self.hands[seat.index()].and_then(Card::rank) else { return };
        let choice = &mut self.choices[turn][usize::from(rank.number()) - 1];
        if part {
            choice.parted += 1;
        } else {
            choice.kept += 1;
        }
    }

    fn see(&mut self, event: &Event) {
        match event {
            Event::Deal { dealer, .. } => self.dealer = *dealer,
            Event::Hands { hands } => {
                self.hands.fill(None);
                if hands.len() == self.players {
                    hands.iter().for_each(|(seat, card)| self.hands[seat.index()] = Some(*card));
                }
            }
            Event::Stick { seat } => self.choose(*seat, false),
            Event::Kung { seat, .. } | Event::KingRefused { seat, .. } => self.choose(*seat, true),
            Event::Swap { seat, other, .. } => {
                self.choose(*seat, true);
                self.hands.swap(seat.index(), other.index());
            }
            Event::Draw { seat, .. } => self.choose(*seat, true),
            Event::Reveal { losers, .. } if self.hands.iter().all(Option::is_some) => {
                for loser in losers {
                    let turn = self.turn(*loser);
                    self.lost[turn] += 1.0;
                }
            }
            _ => {}
        }
    }

    fn names(&self) -> Vec<String> {
        let last = self.players;
        (1..=last).map(|turn| if turn == last { "dealer".to_owned() } else { turn.to_string() }).collect()
    }
}

impl PlotCollector<PassTheAce> for Rounds {
    fn add(&mut self, run: &GameRun<PassTheAce>) {
        run.events.iter().for_each(|event| self.see(event));
    }

    fn panels(&self) -> Vec<Panel> {
        let lost: f64 = self.lost.iter().sum();
        let part = |choice: &Choice| {
            let times = choice.kept + choice.parted;
            (times > 0).then(|| f64::from(choice.parted) / f64::from(times))
        };
        let row = |rank: &Rank| {
            self.choices.iter().map(|turn| part(&turn[usize::from(rank.number()) - 1])).collect()
        };
        let across = "turn in the round, from the dealer's left".to_owned();
        let all_in = format!("rounds with all {} players in", self.players);
        vec![
            Panel {
                title: "Who loses the lives".to_owned(),
                note: format!("{all_in}; whiskers: 95 % interval; dashed: equal shares"),
                across: across.clone(),
                up: "share of lives lost (%)".to_owned(),
                content: Content::Bars {
                    bars: shares(self.names(), &self.lost, lost as u64),
                    even: Some(100.0 / self.players as f64),
                },
            },
            Panel {
                title: "How often a card is swapped or drawn for, in % (else: stick)".to_owned(),
                note: all_in,
                across,
                up: "card held when the turn comes".to_owned(),
                content: Content::Heat {
                    across: self.names(),
                    up: Rank::ALL.iter().map(|rank| rank.index().to_owned()).collect(),
                    rows: Rank::ALL.iter().map(row).collect(),
                },
            },
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_count_by_turn_and_by_the_card_held_then() {
        let [dealer, first, second] = [0, 1, 2].map(|index| Seat::new(index).unwrap());
        let [ace, five, king] = ["AS", "5H", "KD"].map(|card| card.parse::<Card>().unwrap());
        let mut rounds = Rounds::new(3);
        for event in [
            Event::Deal { game: 1, round: 1, dealer },
            Event::Hands { hands: vec![(first, ace), (second, five), (dealer, king)] },
            Event::Swap { seat: first, other: second, gave: ace, got: five, announcement: None },
            Event::Kung { seat: second, other: dealer, king },
            Event::Stick { seat: dealer },
            Event::Reveal { hands: Vec::new(), losers: vec![second], out: Vec::new() },
        ] {
            rounds.see(&event);
        }
        let choice =
            |turn: usize, card: Card| rounds.choices[turn][usize::from(card.rank().unwrap().number()) - 1];
        assert_eq!((choice(0, ace).parted, choice(1, ace).parted, choice(1, five).parted), (1, 1, 0));
        assert_eq!((choice(2, king).kept, choice(2, king).parted), (1, 0));
        assert_eq!(rounds.lost, [0.0, 1.0, 0.0]);
        // With one player out, the turns would no longer mean the same.
        rounds.see(&Event::Hands { hands: vec![(first, ace), (dealer, king)] });
        rounds.see(&Event::Stick { seat: first });
        rounds.see(&Event::Reveal { hands: Vec::new(), losers: vec![first], out: Vec::new() });
        assert_eq!((total(&rounds), rounds.lost.iter().sum::<f64>()), (3, 1.0));
    }

    fn total(rounds: &Rounds) -> u32 {
        rounds.choices.iter().flatten().map(|choice| choice.kept + choice.parted).sum()
    }
}
