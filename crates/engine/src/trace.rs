//! Traces: one step a line, omniscient, for tests and outside checkers. Never sent to a player.

use std::fmt::Write as _;

use serde::Serialize;
use serde_json::to_string;

use crate::game::{Act, Game};
use crate::options::AsMap;
use crate::playout;
use crate::random::Seed;
use crate::seat::Seat;

fn json(value: &impl Serialize) -> String {
    // Cards, numbers and words: nothing here can fail to be written.
    to_string(value).unwrap_or_default()
}

/// Writes the lines of one traced game.
pub struct Tracer<'a> {
    out: &'a mut String,
    steps: usize,
}

impl<'a> Tracer<'a> {
    /// Begins with the start line of game `number` of the file.
    pub fn start<G: Game>(
        out: &'a mut String,
        number: u64,
        rules: &G::Rules,
        players: usize,
        seed: &Seed,
        events: &mut Vec<G::Event>,
    ) -> (Self, G) {
        let game = G::start(rules, players, seed, events);
        let _ = write!(
            out,
            r#"{{"type":"start","v":1,"game":"{}","no":{number},"rules":{},"players":{players},"seed":"{seed}""#,
            G::INFO.id,
            json(&AsMap(rules)),
        );
        let mut tracer = Self { out, steps: 0 };
        tracer.finish_line(&game, events);
        (tracer, game)
    }

    /// Does something and writes its line. False if it was refused, with nothing written. What happened is
    /// added to `events`.
    pub fn act<G: Game>(
        &mut self,
        game: &mut G,
        seat: Seat,
        act: &Act<G::Action>,
        events: &mut Vec<G::Event>,
    ) -> bool {
        let mut legal = Vec::new();
        if game.to_act() == Some(seat) {
            game.legal(&mut legal);
        }
        let before = events.len();
        let done = act.perform(game, seat, events);
        if done.is_err() {
            return false;
        }
        self.steps += 1;
        let legal: Vec<String> = legal.iter().map(ToString::to_string).collect();
        let _ = write!(
            self.out,
            r#"{{"type":"act","n":{},"seat":{seat},"legal":{},"action":{}"#,
            self.steps,
            json(&legal),
            json(&act.to_string()),
        );
        self.finish_line(game, &events[before..]);
        true
    }

    fn finish_line<G: Game>(&mut self, game: &G, events: &[G::Event]) {
        if let Some(cut) = events.iter().find_map(G::cut) {
            let _ = write!(self.out, r#","cut":{}"#, json(cut));
        }
        let _ = writeln!(self.out, r#","state":{}}}"#, json(&game.trace()));
    }

    /// Writes the end line, once the game is over.
    pub fn end<G: Game>(self, game: &G) -> usize {
        if let Some(outcome) = game.outcome() {
            let _ = writeln!(self.out, r#"{{"type":"end","n":{},"outcome":{}}}"#, self.steps, json(&outcome));
        }
        self.steps
    }
}

/// Traces one game of random legal play.
pub fn random_game<G: Game>(
    out: &mut String,
    number: u64,
    rules: &G::Rules,
    players: usize,
    seed: &Seed,
) -> G {
    let mut events = Vec::new();
    let (mut tracer, mut game) = Tracer::start::<G>(out, number, rules, players, seed, &mut events);
    let mut dice = playout::dice(seed);
    let mut legal = Vec::new();
    while let Some(choice) = playout::choose(&game, &mut dice, &mut legal) {
        let (seat, act) = choice;
        if !tracer.act(&mut game, seat, &act, &mut events) {
            break;
        }
    }
    tracer.end(&game);
    game
}
