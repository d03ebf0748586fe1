//! The games: one folder each, and the registry of them all. To add one: its `mod` and a line in `registry!`.

#![forbid(unsafe_code)]

pub mod aces_up;
pub mod grapples;
mod listed;
pub mod pass_the_ace;
pub mod propre;
pub mod strip_jack_naked;

use std::ops::RangeInclusive;

use engine::options::{OptionSpec, Preset};
use engine::{Game, Info, Options, Poster, Present};

pub use listed::ListedGame;

macro_rules! registry {
    ($dollar:tt $($name:ident = $module:ident,)+) => {
        /// A kind of game.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[allow(missing_docs)]
        pub enum AnyGame { $($name,)+ }

        impl AnyGame {
            /// Every game, in the order of the lobby.
            pub const ALL: &'static [Self] = &[$(Self::$name,)+];

            /// The name of its module, which is also that of its folder.
            pub const fn module(self) -> &'static str {
                match self { $(Self::$name => stringify!($module),)+ }
            }
        }

        /// Runs code for whichever game it is, with its type under the given name:
        /// `with_game!(game, G => play::<G>())`.
        #[macro_export]
        macro_rules! with_game {
            ($dollar game:expr, $dollar kind:ident => $dollar code:expr) => {
                match $dollar game {
                    $($crate::AnyGame::$name => {
                        type $dollar kind = $crate::$module::$name;
                        $dollar code
                    })+
                }
            };
        }
    };
}

registry! { $
    PassTheAce = pass_the_ace,
    AcesUp = aces_up,
    Grapples = grapples,
    Propre = propre,
    StripJackNaked = strip_jack_naked,
}

impl AnyGame {
    /// What is the same in every game of this kind.
    pub fn info(self) -> Info {
        with_game!(self, G => G::INFO)
    }

    /// Its rules for players, in Markdown. They are not part of [`Info`], so that a lobby need not hold them.
    pub fn rules_text(self) -> &'static str {
        with_game!(self, G => G::RULES_TEXT)
    }

    /// The line of its rules that states the clause of this ID.
    pub fn clause(self, id: &str) -> Option<&'static str> {
        with_game!(self, G => G::clause(id))
    }

    /// The number of its lessons, and of those of each preset after the first.
    fn lesson_counts(self) -> [usize; MOST_PRESETS] {
        with_game!(self, G => {
            const { lesson_counts(G::LESSONS, G::INFO.id, <<G as Game>::Rules as Options>::PRESETS) }
        })
    }

    /// The options of its rules.
    pub fn options(self) -> &'static [OptionSpec] {
        with_game!(self, G => <G as Game>::Rules::SPECS)
    }

    /// Its presets, the usual one first.
    pub fn presets(self) -> &'static [Preset] {
        with_game!(self, G => <G as Game>::Rules::PRESETS)
    }

    /// How many can play by a preset, or by the usual rules.
    pub fn players(self, preset: Option<&str>) -> RangeInclusive<usize> {
        with_game!(self, G => {
            G::players(&preset.and_then(<G as Game>::Rules::preset).unwrap_or_default())
        })
    }

    /// Whether players ever have something to choose.
    pub fn has_choices(self) -> bool {
        with_game!(self, G => G::has_choices())
    }

    /// The picture of a preset in a lobby.
    pub fn poster(self, preset: &str) -> Poster {
        with_game!(self, G => G::poster(&<G as Game>::Rules::preset(preset).unwrap_or_default()))
    }

    /// The game of that id, or the game that has a preset of that name, with the preset.
    pub fn find(name: &str) -> Option<(Self, Option<&'static str>)> {
        let by_id = Self::ALL.iter().find(|game| game.info().id == name);
        by_id.map(|&game| (game, None)).or_else(|| {
            let of = |game: &Self| {
                game.presets()
                    .iter()
                    .find(|preset| preset.name == name)
                    .map(|preset| (*game, Some(preset.name)))
            };
            Self::ALL.iter().find_map(of)
        })
    }

    /// Every name that [`AnyGame::find`] knows, for help and suggestions.
    pub fn names() -> Vec<&'static str> {
        let mut names: Vec<&str> = Self::ALL.iter().map(|game| game.info().id).collect();
        for preset in Self::ALL.iter().flat_map(|game| game.presets()) {
            if !names.contains(&preset.name) {
                names.push(preset.name);
            }
        }
        names
    }
}

/// No game has more presets.
const MOST_PRESETS: usize = 16;

/// How many of the lessons are of the game itself, and of each preset after the first.
const fn lesson_counts(text: &str, id: &str, presets: &[Preset]) -> [usize; MOST_PRESETS] {
    let mut counts = [0; MOST_PRESETS];
    counts[0] = count_lines(text, "game: ", id);
    let mut index = 1;
    while index < presets.len() {
        counts[index] = count_lines(text, "game: ", presets[index].name);
        index += 1;
    }
    counts
}

/// How many lines are these two texts, one after the other.
const fn count_lines(text: &str, start: &str, end: &str) -> usize {
    let (text, start, end) = (text.as_bytes(), start.as_bytes(), end.as_bytes());
    let length = start.len() + end.len();
    let (mut count, mut at) = (0, 0);
    while at + length <= text.len() {
        let begins = at == 0 || text[at - 1] == b'\n';
        let ends = at + length == text.len() || text[at + length] == b'\n' || text[at + length] == b'\r';
        if begins && ends && is_at(text, at, start) && is_at(text, at + start.len(), end) {
            count += 1;
        }
        at += 1;
    }
    count
}

const fn is_at(text: &[u8], at: usize, part: &[u8]) -> bool {
    let mut index = 0;
    while index < part.len() {
        if text[at + index] != part[index] {
            return false;
        }
        index += 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_found_by_id_and_by_preset() {
        assert_eq!(AnyGame::find("pass-the-ace"), Some((AnyGame::PassTheAce, None)));
        assert_eq!(AnyGame::find("chase-the-ace"), Some((AnyGame::PassTheAce, Some("chase-the-ace"))));
        assert_eq!(AnyGame::find("strict"), Some((AnyGame::AcesUp, Some("strict"))));
        assert_eq!(AnyGame::find("whist"), None);
    }

    /// Nothing that was recorded changes its meaning: records of earlier versions still lead to the same end.
    #[test]
    fn every_kept_record_is_replayed_to_its_end() {
        for &game in AnyGame::ALL {
            let folder = format!("{}/src/{}/testdata/records", env!("CARGO_MANIFEST_DIR"), game.module());
            // A new game has none.
            for entry in std::fs::read_dir(folder).into_iter().flatten() {
                let path = entry.unwrap().path();
                let text = std::fs::read_to_string(&path).unwrap();
                let record = engine::Record::read(&text).unwrap();
                assert_eq!(AnyGame::find(&record.game).map(|(game, _)| game), Some(game), "{path:?}");
                let replayed = with_game!(game, G => record.replay::<G>(|_, _, _| {}).map(drop));
                assert!(replayed.is_ok(), "{path:?}: {replayed:?}");
            }
        }
    }

    #[test]
    fn every_game_has_its_own_id_and_describes_itself() {
        let mut ids: Vec<&str> = AnyGame::ALL.iter().map(|game| game.info().id).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), AnyGame::ALL.len());
        for game in AnyGame::ALL {
            let info = game.info();
            assert!(!game.presets().is_empty(), "{} has a usual preset", info.id);
            for spec in game.options() {
                assert!(
                    game.rules_text().contains(spec.clause),
                    "{}: {} names {}",
                    info.id,
                    spec.name,
                    spec.clause
                );
                assert!(
                    game.rules_text().contains(&format!("`{}", spec.name)),
                    "{}: {} is in the rules",
                    info.id,
                    spec.name
                );
            }
        }
    }

    #[test]
    fn a_game_that_has_chosen_no_picture_shows_the_first_cards_of_a_deal() {
        for &game in AnyGame::ALL {
            let poster = with_game!(game, G => Poster::dealt::<G>(&Default::default()));
            assert!((1..=4).contains(&poster.cards.len()), "{game:?}: {poster:?}");
            assert_eq!(poster.emblem, None);
        }
    }

    #[test]
    fn the_default_rules_are_the_first_preset() {
        for &game in AnyGame::ALL {
            with_game!(game, G => {
                let usual = <G as Game>::Rules::default();
                assert_eq!(usual.preset_name(), Some(game.presets()[0].name));
            });
        }
    }
}
