//! What suits a player's results: the level that is offered, and a kind first game.

use engine::Seed;
use protocol::compact;
use serde_json::Value;
use tables::{Level, WorkerRequest};

use super::{GameResult, SavedGame, newest_first};

/// The number of last games at a level that count.
const LATELY: usize = 5;
/// The number of wins among them that leads to the next level.
const ENOUGH_WINS: usize = 2;
/// Marks a saved game that is the player's first of its kind.
const GENTLE: &str = "gentle";
/// Marks a saved game in which the player is to act first.
const WELCOME: &str = "welcome";

/// The level to offer in the game of this title: a newcomer meets novices, and who has won twice in the last five games
/// at a level meets the next.
pub fn fitting_level(title: &str, results: &[GameResult]) -> Level {
    let own = results.iter().filter(|played| played.title == title).collect();
    let newest: Vec<&GameResult> = newest_first(own, |played| played.when_ms);
    let mastered = |level: Level| {
        let at = newest.iter().filter(|played| played.bots == level.to_string()).take(LATELY);
        at.filter(|played| played.won).count() >= ENOUGH_WINS
    };
    match () {
        () if mastered(Level::Club) => Level::Expert,
        () if mastered(Level::Novice) => Level::Club,
        () => Level::Novice,
    }
}

impl SavedGame {
    /// Is kind to a newcomer: the first game of a title goes slower. Unless a certain deal was asked for, the player acts
    /// first in it.
    pub fn be_kind(&mut self, results: &[GameResult], any_deal: bool) {
        let first = results.iter().all(|played| played.title != self.title);
        for (mark, is) in [(GENTLE, first), (WELCOME, first && any_deal)] {
            self.more.remove(mark);
            if is {
                self.more.insert(mark.to_owned(), true.into());
            }
        }
    }

    /// Whether it is the player's first of its kind, and goes slower unless a pace was chosen.
    pub fn is_gentle(&self) -> bool {
        self.is_marked(GENTLE)
    }

    /// Whether its cards are chosen so that the player acts first.
    pub fn is_welcome(&self) -> bool {
        self.is_marked(WELCOME)
    }

    /// The next game of the same order, with these cards. If the level `rises`, it does so with the results.
    pub fn again(&self, id: String, seed: Seed, results: &[GameResult], rises: bool) -> Self {
        let mut again = Self { id, record: None, over: false, daily: None, par: None, ..self.clone() };
        again.order.seed = seed;
        again.be_kind(results, true);
        let level = fitting_level(&self.title, results);
        if rises && again.order.bots.parse().is_ok_and(|now: Level| now < level) {
            again.order.bots = level.to_string();
        }
        again
    }

    /// What opens its table, or resumes it.
    pub fn request(&self) -> WorkerRequest {
        let order = self.order.clone();
        match self.record.clone() {
            Some(record) => WorkerRequest::Resume { record, actions: None, bots: order.bots },
            None if self.is_welcome() => WorkerRequest::Welcome { order },
            None => WorkerRequest::Open { order },
        }
    }

    /// The seed of the cards: a newcomer's are others than ordered.
    pub fn seed(&self) -> Seed {
        let record = self.record.as_deref().and_then(|record| compact::read::<engine::Record>(record).ok());
        record.map_or(self.order.seed, |record| record.seed)
    }

    fn is_marked(&self, mark: &str) -> bool {
        self.more.get(mark).and_then(Value::as_bool) == Some(true)
    }
}

#[cfg(test)]
mod tests {
    use protocol::Order;

    use super::*;

    fn played(title: &str, bots: &str, won: bool, when_ms: f64) -> GameResult {
        GameResult { title: title.to_owned(), bots: bots.to_owned(), won, when_ms, ..GameResult::default() }
    }

    fn saved() -> SavedGame {
        let order = Order::new("grapples", "Zoë", "novice", Seed::from_number(7));
        SavedGame {
            id: "1".to_owned(),
            game: order.game.clone(),
            title: "Grapples".to_owned(),
            order,
            record: None,
            saved_ms: 0.0,
            over: false,
            daily: None,
            par: None,
            reached: None,
            more: Default::default(),
        }
    }

    #[test]
    fn a_newcomer_meets_novices_and_the_level_rises_with_results() {
        let level = |results: &[GameResult]| fitting_level("Grapples", results);
        let mut results = Vec::new();
        assert_eq!(level(&results), Level::Novice);
        results.extend([
            played("Grapples", "novice", true, 1.0),
            played("Grapples", "novice", false, 2.0),
            played("Aces Up", "novice", true, 3.0),
        ]);
        assert_eq!(level(&results), Level::Novice, "one win, and another of another game");
        results.push(played("Grapples", "novice", true, 4.0));
        assert_eq!(level(&results), Level::Club);
        results.extend([played("Grapples", "club", true, 5.0), played("Grapples", "club", true, 6.0)]);
        assert_eq!(level(&results), Level::Expert);
        assert_eq!(fitting_level("Chase the Ace", &results), Level::Novice);
    }

    /// Results come in any order, and wins of long ago do not count.
    #[test]
    fn only_the_last_games_count() {
        let mut results: Vec<GameResult> =
            (2..7).map(|when| played("Grapples", "novice", false, f64::from(when))).collect();
        results.extend([0.0, 1.0].map(|when| played("Grapples", "novice", true, when)));
        assert_eq!(fitting_level("Grapples", &results), Level::Novice);
    }

    #[test]
    fn who_plays_again_meets_better_bots_after_enough_wins_unless_the_level_was_chosen() {
        let seed = Seed::from_number(8);
        let mut results = vec![played("Grapples", "novice", true, 1.0)];
        assert_eq!(saved().again("2".to_owned(), seed, &results, true).order.bots, "novice");
        results.push(played("Grapples", "novice", true, 2.0));
        let again = saved().again("2".to_owned(), seed, &results, true);
        assert_eq!((again.order.bots.as_str(), again.order.seed, again.is_gentle()), ("club", seed, false));
        assert_eq!(saved().again("2".to_owned(), seed, &results, false).order.bots, "novice");
    }

    #[test]
    fn the_first_game_of_a_title_is_kind_and_the_next_is_not() {
        let mut game = saved();
        game.be_kind(&[played("Aces Up", "novice", true, 1.0)], true);
        assert!(game.is_gentle() && matches!(game.request(), WorkerRequest::Welcome { .. }));
        game.be_kind(&[], false);
        assert!(game.is_gentle(), "slow with a certain deal, too");
        assert!(matches!(game.request(), WorkerRequest::Open { .. }), "the deal that was asked for");
        game.be_kind(&[played("Grapples", "club", false, 1.0)], true);
        assert!(!game.is_gentle() && matches!(game.request(), WorkerRequest::Open { .. }));
    }
}
