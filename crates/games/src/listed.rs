//! The games as people know them: what a lobby lists, and what every list in a test goes by.

use engine::Poster;

use crate::AnyGame;

/// A game as people know it: a kind of game, or a preset that is a game of its own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ListedGame {
    /// Its name in flags, links and orders: the game's id or the preset's name.
    pub id: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// The game in a line.
    pub summary: &'static str,
    /// The kind of game.
    pub game: AnyGame,
    /// The preset it is played by.
    pub preset: &'static str,
    /// How many play unless one says.
    pub usual_players: usize,
    /// The fewest who can play.
    pub fewest_players: usize,
}

impl ListedGame {
    /// Every game, in the order of the lobby.
    pub fn all() -> Vec<Self> {
        AnyGame::ALL.iter().flat_map(|&game| Self::of(game)).collect()
    }

    /// The game that a preset is: one of its own, or else the game itself.
    pub fn played(game: AnyGame, preset: Option<&str>) -> Option<Self> {
        let mut listed = Self::of(game).into_iter();
        let usual = listed.next()?;
        Some(listed.find(|own| Some(own.preset) == preset).unwrap_or(usual))
    }

    /// Its picture in a lobby.
    pub fn poster(&self) -> Poster {
        self.game.poster(self.preset)
    }

    /// How many lessons it has. They are counted when the program is compiled, so that a lobby need not hold their texts.
    pub fn lesson_count(&self) -> usize {
        let own = self.game.presets().iter().position(|preset| preset.name == self.id);
        let index = if self.id == self.game.info().id { Some(0) } else { own };
        index.and_then(|index| self.game.lesson_counts().get(index).copied()).unwrap_or(0)
    }

    /// The game itself, then its presets that are games of their own.
    pub fn of(game: AnyGame) -> Vec<Self> {
        let info = game.info();
        let presets = game.presets();
        let usual = presets.first().map(|usual| (info.id, info.name, info.summary, usual.name));
        let own = presets.iter().filter(|preset| preset.is_game && preset.title != info.name);
        let own = own.map(|preset| (preset.name, preset.title, preset.help, preset.name));
        let listed = |(id, title, summary, preset)| {
            let players = game.players(Some(preset));
            let (fewest_players, most) = players.into_inner();
            let usual_players = info.usual_players.clamp(fewest_players, most);
            Self { id, title, summary, game, preset, usual_players, fewest_players }
        };
        usual.into_iter().chain(own).map(listed).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_is_listed_as_people_know_it() {
        let listed = ListedGame::all();
        let mut ids: Vec<&str> = listed.iter().map(|listed| listed.id).collect();
        assert!(ids.starts_with(&["pass-the-ace", "chase-the-ace", "aces-up"]), "{ids:?}");
        let number = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), number);
        for listed in listed {
            let (game, preset) = AnyGame::find(listed.id).unwrap();
            assert_eq!(game, listed.game);
            assert_eq!(preset.unwrap_or(game.presets()[0].name), listed.preset);
            assert!(listed.fewest_players <= listed.usual_players);
        }
        let posters: Vec<Poster> = ListedGame::all().iter().map(ListedGame::poster).collect();
        for (index, poster) in posters.iter().enumerate() {
            assert!((1..=4).contains(&poster.cards.len()), "{poster:?}");
            assert!(!posters[..index].contains(poster), "two games have the same picture: {poster:?}");
        }
        let chase = ListedGame::all()[1];
        assert_eq!((chase.title, chase.fewest_players, chase.usual_players), ("Chase the Ace", 3, 4));
    }
}
