//! What a table is worth after an action, for an analysis.

use engine::{Dice, Game, Seat, Viewer};
use games::aces_up::{AcesUp, Action, Column, View};

use super::{search, thumb, tidy_view};
use crate::analysis::{Appraiser, Prospect, Sample};

/// Deals a possible stock, acts, and plays on like someone who plays well. Wins alone would not tell bad play from
/// worse: who is lost early could not lose any more. So half of the worth is the score.
pub fn appraiser(view: &View, seat: Seat) -> Appraiser<'_, Action> {
    Box::new(move |actions, dice| {
        let imagined = AcesUp::imagine(view, dice);
        let chance = Dice::new(&dice.seed());
        let mut follow = |&action: &Action| {
            let mut game = imagined.clone();
            let _ = game.apply(action, &mut ());
            prospect(game, seat, &mut chance.clone())
        };
        Sample { weight: 1.0, prospects: actions.iter().map(&mut follow).collect() }
    })
}

fn prospect(mut game: AcesUp, seat: Seat, dice: &mut Dice) -> Prospect {
    while Column::ALL.into_iter().any(|column| game.apply(Action::Discard(column), &mut ()).is_ok()) {}
    if game.to_act().is_none() {
        let won = f64::from(u8::from(game.score() == BEST));
        return combined(won, game.score());
    }
    // The order of the stock is as unknown as before, so it may be dealt again.
    let view = tidy_view(&game.view(Viewer::Seat(seat)));
    let game = AcesUp::imagine(&view, dice);
    let score = thumb::finish(&mut game.clone());
    let Some(judge) = search::experience(&view.rules) else {
        return combined(f64::from(u8::from(score == BEST)), score);
    };
    combined(judge(search::prepared(game)), score)
}

/// The score of a win.
const BEST: usize = 48;

fn combined(chance: f64, score: usize) -> Prospect {
    Prospect { chance, worth: (chance + score as f64 / BEST as f64) / 2.0 }
}
