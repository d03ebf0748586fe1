//! Games as programs see them: all actions of a game in one list, and what is asked of a program that plays.

use std::collections::BTreeMap;

use engine::options::AsMap;
use engine::{Act, Game, Present, Seat, Seed, Viewer, encoding};
use protocol::bot::{Decision, Start, VERSION};
use serde_json::Value;

/// Every action of a game at a table of this many, in a fixed order; then the words that its rules know.
pub fn every_act<G: Present>(players: usize) -> Vec<Act<G::Action>> {
    let sayings = G::SAYINGS.iter().map(|words| Act::Say((*words).to_owned()));
    G::every_action(players).into_iter().map(Act::Play).chain(sayings).collect()
}

/// What the player on turn can do, or might well say.
pub fn legal_acts<G: Present>(game: &G) -> Vec<Act<G::Action>> {
    let mut actions = Vec::new();
    let Some(seat) = game.to_act() else { return Vec::new() };
    game.legal(&mut actions);
    let words = game.remark(seat).filter(|words| G::SAYINGS.contains(words));
    actions.into_iter().map(Act::Play).chain(words.map(|words| Act::Say(words.to_owned()))).collect()
}

/// What is asked of a program that plays for the seat on turn.
pub fn of<G: Present>(game: &G, players: usize) -> Option<Decision> {
    // No program plays in a browser, where all of this would have to be loaded.
    if cfg!(target_family = "wasm") {
        return None;
    }
    let seat = game.to_act()?;
    let view = game.view(Viewer::Seat(seat));
    let (all, legal) = (every_act::<G>(players), legal_acts(game));
    let mut tensor = Vec::new();
    encoding::encode::<G>(&view, Viewer::Seat(seat), players, &mut tensor);
    Some(Decision {
        // A view holds nothing that JSON cannot.
        view: serde_json::to_value(&view).unwrap_or_default(),
        actions: legal.iter().filter_map(|act| all.iter().position(|other| other == act)).collect(),
        legal: legal.iter().map(ToString::to_string).collect(),
        tensor: Some(tensor),
    })
}

/// What a program is told first.
pub fn start<G: Game>(rules: &G::Rules, players: usize, seed: &Seed, seat: Seat, seconds: f64) -> Start {
    let rules = match serde_json::to_value(AsMap(rules)) {
        Ok(Value::Object(map)) => map.into_iter().collect(),
        _ => BTreeMap::new(),
    };
    // The cards are dealt from other streams of the seed.
    let random = bots::seat_dice(seed, seat.index()).below(1 << 31) as u32;
    Start { v: VERSION, game: G::INFO.id.to_owned(), rules, players, seat, seconds, random }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::{AnyGame, with_game};

    /// What a program may do is in the list of all actions, once, and what it may know is no more than its seat's view.
    #[test]
    fn every_decision_has_its_place_in_the_list_of_actions() {
        for &game in AnyGame::ALL {
            with_game!(game, G => {
                let players = game.info().usual_players;
                let all: Vec<String> = every_act::<G>(players).iter().map(ToString::to_string).collect();
                let mut state = G::start(&Default::default(), players, &Seed::from_number(3), &mut ());
                let mut dice = engine::playout::dice(&Seed::from_number(3));
                let mut steps = 0;
                while let Some(decision) = of(&state, players).filter(|_| steps < 500) {
                    let listed: Vec<&String> = decision.actions.iter().map(|&index| &all[index]).collect();
                    assert_eq!(listed, decision.legal.iter().collect::<Vec<_>>(), "{game:?}");
                    let seat = state.to_act().expect("someone is to act");
                    let imagined = G::imagine(&state.view(Viewer::Seat(seat)), &mut dice);
                    assert_eq!(of(&imagined, players), Some(decision), "{game:?}");
                    let act = dice.pick(&legal_acts(&state)).cloned().expect("there is something to do");
                    act.perform(&mut state, seat, &mut ()).expect("it is legal");
                    steps += 1;
                }
                assert!(steps > 0);
            });
        }
    }
}
