//! What the room has to offer: the games, and the presets that are games of their own.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use bots::Level;
use client::saves::fitting_level;
use engine::seat::MAX_SEATS;
use engine::{Game, Name, Options};
use games::{AnyGame, ListedGame, with_game};
use protocol::Order;
use tables::{BadOrder, OrderExt};

use crate::preferences::Preferences;
use crate::storage::{self, GameResult, SavedGame};

/// Something to play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Offer {
    /// Its name in links and orders.
    pub id: &'static str,
    /// The game.
    pub game: AnyGame,
    /// The preset it is played by, unless one chooses.
    pub preset: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// The game in a line.
    pub summary: &'static str,
}

impl Offer {
    /// Everything, in the order of the lobby.
    pub fn all() -> Vec<Self> {
        let offer = |listed: ListedGame| Self {
            id: listed.id,
            game: listed.game,
            preset: listed.preset,
            title: listed.title,
            summary: listed.summary,
        };
        ListedGame::all().into_iter().map(offer).collect()
    }

    /// The offer of that name; the name of any preset will do.
    pub fn find(id: &str) -> Option<Self> {
        let (game, preset) = AnyGame::find(id)?;
        let same = |offer: &Self| offer.id == id || offer.id == game.info().id;
        let found: Vec<Self> = Self::all().into_iter().filter(same).collect();
        let offer = *found.iter().find(|offer| offer.id == id).or(found.first())?;
        Some(Self { preset: preset.unwrap_or(offer.preset), ..offer })
    }

    /// Begins a game by the usual rules, which need no check; says why if it cannot be kept.
    pub fn play(&self, likes: &Preferences) -> Result<SavedGame, String> {
        keep_new(self.order(likes, &storage::results()), None, true)
    }

    /// An order by the usual rules.
    pub fn order(&self, likes: &Preferences, results: &[GameResult]) -> Order {
        let usual = Preferences::default();
        let name = if Name::new(&likes.name).is_ok() { &likes.name } else { &usual.name };
        Order::new(self.id, name.clone(), self.level(likes, results).to_string(), storage::fresh_seed())
    }

    /// How well bots play: as the player chose, or as the results suggest.
    pub fn level(&self, likes: &Preferences, results: &[GameResult]) -> Level {
        likes.bots.parse().unwrap_or_else(|_| fitting_level(self.title, results))
    }

    /// What every option is set to by a preset, the table's assistance among them.
    pub fn settings(&self, preset: &str) -> BTreeMap<String, String> {
        with_game!(self.game, G => {
            let rules = <G as Game>::Rules::preset(preset).unwrap_or_default();
            let granted = if self.has_assistance() { G::assistance(Some(preset)).settings() } else { Vec::new() };
            let all = rules.settings().into_iter().chain(granted);
            all.map(|(name, value)| (name.to_owned(), value.to_string())).collect()
        })
    }

    /// Whether the table can grant anything.
    pub fn has_assistance(&self) -> bool {
        with_game!(self.game, G => G::ASSISTANCE.is_some())
    }

    /// How many can play by these settings, and how many usually do; settings that cannot be are passed over.
    pub fn players(&self, settings: &BTreeMap<String, String>) -> (RangeInclusive<usize>, usize) {
        with_game!(self.game, G => {
            let mut rules = <G as Game>::Rules::default();
            for (name, value) in settings {
                let _ = rules.set(name, value);
            }
            let range = G::players(&rules);
            let (least, most) = (*range.start(), (*range.end()).min(MAX_SEATS));
            (least..=most, G::INFO.usual_players.clamp(least, most.max(least)))
        })
    }

    /// Why an option cannot be set so, in plain words.
    pub fn refuses(&self, name: &str, value: &str) -> Option<String> {
        let bad = with_game!(self.game, G => <G as Game>::Rules::default().set(name, value).is_err());
        let spec = self.game.options().iter().find(|spec| spec.name == name)?;
        bad.then(|| format!("Choose {}.", spec.kind))
    }
}

/// A day's deal.
pub struct Daily {
    /// As in 2026-05-17.
    pub day: String,
    /// What a club player makes of it.
    pub par: Option<u8>,
}

/// Keeps a table to be played, if it can be opened as ordered.
pub fn begin(order: Order, daily: Option<Daily>) -> Result<SavedGame, Refused> {
    begin_with(order, daily, false)
}

/// The same, with any deal: a newcomer to the game acts first.
pub fn begin_any(order: Order) -> Result<SavedGame, Refused> {
    begin_with(order, None, true)
}

fn begin_with(order: Order, daily: Option<Daily>, any_deal: bool) -> Result<SavedGame, Refused> {
    order.check().map_err(Refused::Order)?;
    keep_new(order, daily, any_deal).map_err(Refused::Store)
}

fn keep_new(order: Order, daily: Option<Daily>, any_deal: bool) -> Result<SavedGame, String> {
    let title = title(&order).to_owned();
    let mut saved = SavedGame {
        id: storage::new_id(),
        game: order.game.clone(),
        title,
        order,
        record: None,
        saved_ms: storage::now_ms(),
        over: false,
        par: daily.as_ref().and_then(|daily| daily.par),
        daily: daily.map(|daily| daily.day),
        reached: None,
        more: Default::default(),
    };
    saved.be_kind(&storage::results(), any_deal);
    storage::keep(&saved)?;
    Ok(saved)
}

/// What is played, for people: a game keeps its name when its rules are adjusted.
fn title(order: &Order) -> &'static str {
    let chosen = order.preset.as_deref().unwrap_or(&order.game);
    let own = Offer::all().into_iter().find(|offer| offer.id == chosen);
    own.or_else(|| Offer::find(&order.game)).map_or("", |offer| offer.title)
}

/// Why a game cannot begin.
#[derive(Debug)]
pub enum Refused {
    /// The order cannot be met.
    Order(BadOrder),
    /// It cannot be kept.
    Store(String),
}

impl Refused {
    /// A sentence.
    pub fn told(&self) -> String {
        match self {
            Self::Order(bad) => engine::seating::sentence(&format!("{bad}.")),
            Self::Store(why) => why.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chase_the_ace_is_a_game_of_its_own() {
        let titles: Vec<&str> = Offer::all().iter().map(|offer| offer.title).collect();
        assert!(titles.starts_with(&["Pass the Ace", "Chase the Ace", "Aces Up"]), "{titles:?}");
        let chase = Offer::find("chase-the-ace").unwrap();
        assert_eq!((chase.title, chase.preset), ("Chase the Ace", "chase-the-ace"));
        let strict = Offer::find("strict").unwrap();
        assert_eq!((strict.title, strict.preset), ("Aces Up", "strict"));
        assert_eq!(Offer::find("whist"), None);
    }

    #[test]
    fn presets_fill_every_setting_and_assistance_where_there_are_any() {
        let aces = Offer::find("aces-up").unwrap();
        let strict = aces.settings("strict");
        assert_eq!(strict.get("undo").map(String::as_str), Some("false"));
        assert_eq!(strict.get("fill").map(String::as_str), Some("aces"));
        assert_eq!(aces.settings("sprint").get("deal_limit").map(String::as_str), Some("6"));
        let grapples = Offer::find("grapples").unwrap();
        assert!(!grapples.settings("grapples").contains_key("undo"));
    }

    #[test]
    fn a_name_that_cannot_be_used_keeps_nobody_from_playing() {
        let likes = Preferences { name: " ".to_owned(), bots: "genius".to_owned(), ..Preferences::default() };
        for offer in Offer::all() {
            assert_eq!(offer.order(&likes, &[]).check(), Ok(()), "{}", offer.id);
        }
    }

    #[test]
    fn the_level_is_the_offered_one_unless_the_player_chose() {
        let offer = Offer::find("propre").unwrap();
        let likes = Preferences::default();
        assert_eq!(offer.order(&likes, &[]).bots, "novice");
        let chosen = Preferences { bots: "club".to_owned(), ..likes };
        assert_eq!(offer.order(&chosen, &[]).bots, "club", "what is chosen stays");
    }

    #[test]
    fn a_game_keeps_its_name_when_its_rules_are_adjusted() {
        let order = |id: &str, preset: Option<&str>| Order {
            preset: preset.map(str::to_owned),
            settings: [("lives".to_owned(), "2".to_owned())].into(),
            ..Offer::find(id).unwrap().order(&Preferences::default(), &[])
        };
        assert_eq!(title(&order("chase-the-ace", None)), "Chase the Ace");
        assert_eq!(title(&order("chase-the-ace", Some("pass-the-ace"))), "Pass the Ace");
        assert_eq!(title(&order("aces-up", Some("strict"))), "Aces Up");
    }

    #[test]
    fn players_follow_from_the_rules() {
        let chase = Offer::find("chase-the-ace").unwrap();
        let (range, usual) = chase.players(&chase.settings("chase-the-ace"));
        assert_eq!(*range.start(), 3);
        assert!(range.contains(&usual));
        let (alone, one) = Offer::find("aces-up").unwrap().players(&BTreeMap::new());
        assert_eq!((alone, one), (1..=1, 1));
    }

    #[test]
    fn a_value_that_cannot_be_says_what_can() {
        let pass = Offer::find("pass-the-ace").unwrap();
        assert_eq!(pass.refuses("lives", "3"), None);
        assert_eq!(pass.refuses("lives", "12").as_deref(), Some("Choose 1 to 9."));
    }
}
