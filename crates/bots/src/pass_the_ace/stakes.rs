//! What lives are worth: the chance to be the last one in.

use engine::Seat;
use games::pass_the_ace::{LastTie, View};

/// Lives that anyone can have, and none.
const LIVES: usize = 10;
/// Points in time, an eighth of a lost life apart, at which survival is looked at.
const STEPS: usize = 200;
const STEP: f64 = 0.125;

/// Looks up what the end of a round is worth to one player.
///
/// If every round took a life from someone at random, it would be as if lives were lost to independent clocks,
/// and the winner were the one whose last life goes latest. That makes a sum over time of what otherwise would
/// be a tree of all futures.
pub struct Stakes<'a> {
    view: &'a View,
    seat: Seat,
    /// The probability of having lost a number of lives, by lives and time step.
    gone: [[f64; STEPS]; LIVES],
    known: Vec<(u64, f64)>,
}

impl<'a> Stakes<'a> {
    pub fn new(view: &'a View, seat: Seat) -> Self {
        let mut gone = [[0.0; STEPS]; LIVES];
        for step in 0..STEPS {
            let time = (step as f64 + 0.5) * STEP;
            let mut term = (-time).exp();
            let mut still_in = 0.0;
            gone[0][step] = 1.0;
            for (lives, gone) in gone.iter_mut().enumerate().skip(1) {
                still_in += term;
                term *= time / lives as f64;
                gone[step] = 1.0 - still_in;
            }
        }
        Self { view, seat, gone, known: Vec::new() }
    }

    /// The chance to win after a round in which these lost a life.
    pub fn after(&mut self, losers: &[Seat]) -> f64 {
        let key = losers.iter().fold(0, |key, seat| key | 1 << seat.index());
        if let Some(&(_, worth)) = self.known.iter().find(|(other, _)| *other == key) {
            return worth;
        }
        let worth = self.work_out(losers);
        self.known.push((key, worth));
        worth
    }

    fn work_out(&self, losers: &[Seat]) -> f64 {
        let left = |seat: Seat| {
            let lives = usize::from(self.view.lives[seat.index()]);
            lives - usize::from(losers.contains(&seat)).min(lives)
        };
        let living: Vec<usize> = self.view.alive().iter().map(left).filter(|&lives| lives > 0).collect();
        if living.is_empty() {
            return self.last_tie(losers);
        }
        let own = left(self.seat);
        if own == 0 {
            return 0.0;
        }
        let chance = |step: usize| -> f64 {
            let gone = |lives: usize| self.gone[lives.min(LIVES - 1)][step];
            // The last life goes now: between one life fewer and all of them gone.
            let last = (gone(own - 1) - gone(own)) * STEP;
            living.iter().map(|&lives| gone(lives)).product::<f64>() / gone(own).max(1e-12) * last
        };
        (0..STEPS).map(chance).sum()
    }

    /// All who were left are out at once.
    fn last_tie(&self, tied: &[Seat]) -> f64 {
        match self.view.rules.last_tie {
            LastTie::Split | LastTie::Cut | LastTie::Replay => 1.0 / tied.len().max(1) as f64,
            LastTie::DoubleGame | LastTie::CarryStaked | LastTie::Carry => {
                1.0 / self.view.lives.len().max(1) as f64
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use engine::{Game, Options, Seed, Viewer};
    use games::pass_the_ace::{PassTheAce, Rules};

    use super::*;

    fn seat(index: usize) -> Seat {
        Seat::new(index).unwrap()
    }

    fn view(lives: &[u8]) -> View {
        let rules = Rules::preset("pass-the-ace").unwrap();
        let game = PassTheAce::start(&rules, lives.len(), &Seed::from_number(1), &mut ());
        let mut view = game.view(Viewer::Seat(Seat::FIRST));
        view.lives = lives.to_vec();
        view
    }

    #[test]
    fn chances_add_up_and_follow_the_lives() {
        let view = view(&[3, 2, 1, 0]);
        let chances = [0, 1, 2].map(|index| Stakes::new(&view, seat(index)).after(&[]));
        assert!((chances.iter().sum::<f64>() - 1.0).abs() < 0.01, "{chances:?}");
        assert!(chances[0] > chances[1] && chances[1] > chances[2], "{chances:?}");
    }

    #[test]
    fn two_lives_against_one_win_three_times_in_four() {
        let view = view(&[2, 1]);
        let chance = Stakes::new(&view, Seat::FIRST).after(&[]);
        assert!((chance - 0.75).abs() < 0.01, "{chance}");
        // The last life lost together makes a double game; lost alone it is the end.
        assert!((Stakes::new(&view, Seat::FIRST).after(&[seat(1)]) - 1.0).abs() < 0.01);
        assert_eq!(Stakes::new(&view, seat(1)).after(&[seat(1)]), 0.0);
    }
}
