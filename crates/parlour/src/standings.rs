//! How the bots of a tournament stand.

use std::f64::consts::LN_10;
use std::fmt::Write as _;

use bots::Level;
use engine::options::AsMap;
use engine::{Outcome, Setup};
use serde::{Deserialize, Serialize};

use crate::game_run::SeatPlayer;
use crate::plots::PlottedGame;
use crate::setup;
use crate::stats::{Mean, Share, Sum, share};

/// What one deal came to for each bot, over all its seatings. In files it is a line of numbers, which keep every bit.
#[derive(Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
#[derive(Clone, Debug, PartialEq)]
pub struct Deal {
    /// Share of the win per game, by bot.
    pub wins: Vec<f64>,
    /// Result per game, by bot.
    pub results: Vec<f64>,
    pub broken_off: u64,
}

impl Deal {
    pub fn new(bots: usize) -> Self {
        Self { wins: vec![0.0; bots], results: vec![0.0; bots], broken_off: 0 }
    }

    /// Adds a game in which these bots sat on the seats. Joint winners share the win.
    pub fn add(&mut self, bots: &[usize], outcome: &Outcome) {
        for winner in &outcome.winners {
            self.wins[bots[winner.index()]] += 1.0 / outcome.winners.len() as f64;
        }
        for (&bot, &score) in bots.iter().zip(&outcome.scores) {
            self.results[bot] += f64::from(score);
        }
    }

    /// Turns sums into means over `games` games per bot.
    pub fn divide(&mut self, games: usize) {
        for value in self.wins.iter_mut().chain(&mut self.results) {
            *value /= games as f64;
        }
    }
}

/// The wins, the results, and how many games were broken off.
impl From<Deal> for String {
    fn from(deal: Deal) -> Self {
        let mut line = String::new();
        deal.wins.iter().chain(&deal.results).for_each(|value| line.extend([&value.to_string(), " "]));
        line + &deal.broken_off.to_string()
    }
}

impl TryFrom<String> for Deal {
    type Error = String;

    fn try_from(line: String) -> Result<Self, String> {
        let bad = || format!("\"{line}\" is not a deal");
        let (numbers, broken_off) = line.rsplit_once(' ').ok_or_else(bad)?;
        let number = |text: &str| text.parse::<f64>().ok().filter(|number| number.is_finite());
        let mut wins = numbers.split(' ').map(number).collect::<Option<Vec<f64>>>().ok_or_else(bad)?;
        let results = wins.split_off(wins.len() / 2);
        if wins.len() != results.len() || !wins.iter().all(|share| (0.0..=1.0).contains(share)) {
            return Err(bad());
        }
        Ok(Self { wins, results, broken_off: broken_off.parse().map_err(|_| bad())? })
    }
}

/// Which of the bots may play the same cards as others. Our own bots remember nothing. A program could remember what it held in
/// another seat, and in a solitaire it could tell another program; there a single program learns nothing.
pub fn shares_cards(seat_players: &[SeatPlayer], alone: bool) -> impl Fn(&SeatPlayer) -> bool + use<> {
    let programs = seat_players.iter().filter(|seat_player| seat_player.is_program()).count();
    move |seat_player| !seat_player.is_program() || (alone && programs == 1)
}

/// How the bots stand.
pub struct Standings<'a> {
    pub seat_players: &'a [SeatPlayer],
    /// Whether each plays alone: a solitaire.
    pub alone: bool,
    /// Games asked for.
    pub asked: u64,
    /// Deals planned; fewer were played if someone pressed Ctrl-C.
    pub planned: u64,
    pub deals: &'a [Deal],
}

/// How one bot stands.
#[derive(Serialize)]
struct Line<'a> {
    bot: usize,
    #[serde(serialize_with = "as_text")]
    level: &'a SeatPlayer,
    games: usize,
    wins: Share,
    result: Mean,
}

/// How strong a level is against the weakest.
#[derive(Serialize)]
struct Rating<'a> {
    #[serde(serialize_with = "as_text")]
    level: &'a SeatPlayer,
    elo: f64,
    /// The 95 % interval; none where someone never won.
    interval: Option<(f64, f64)>,
}

/// A solitaire by two levels, deal by deal.
#[derive(Serialize)]
struct Difference<'a> {
    #[serde(serialize_with = "as_text")]
    level: &'a SeatPlayer,
    #[serde(serialize_with = "as_text")]
    against: &'a SeatPlayer,
    wins: Mean,
    result: Mean,
}

/// The name of a bot, fit for a column.
fn cut(level: &SeatPlayer, width: usize) -> String {
    let name = level.to_string();
    if name.chars().count() <= width { name } else { name.chars().take(width - 1).chain(['…']).collect() }
}

/// A field of CSV, in quotes if it needs them.
fn csv_field(text: &str) -> String {
    if text.contains(['"', ',', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

fn as_text<S: serde::Serializer>(level: &&SeatPlayer, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(level)
}

impl<'a> Standings<'a> {
    fn games_each(&self) -> usize {
        self.deals.len() * if self.alone { 1 } else { self.seat_players.len() }
    }

    fn games(&self) -> usize {
        self.deals.len() * self.seat_players.len()
    }

    fn interrupted(&self) -> bool {
        (self.deals.len() as u64) < self.planned
    }

    fn broken_off(&self) -> u64 {
        self.deals.iter().map(|deal| deal.broken_off).sum()
    }

    fn lines(&self) -> Vec<Line<'a>> {
        let line = |(bot, level): (usize, &'a SeatPlayer)| {
            let wins: Sum = self.deals.iter().map(|deal| deal.wins[bot]).collect();
            let result: Sum = self.deals.iter().map(|deal| deal.results[bot]).collect();
            let Mean { mean, low, high, .. } = wins.mean_of_deals();
            let wins = if self.alone || mean == 0.0 || mean == 1.0 {
                // Where every deal is won or lost, Wilson's interval holds for rare wins, or none, too.
                share(mean * self.deals.len() as f64, self.deals.len() as u64)
            } else {
                Share { share: mean, low: low.max(0.0), high: high.min(1.0) }
            };
            Line { bot: bot + 1, level, games: self.games_each(), wins, result: result.mean_of_deals() }
        };
        self.seat_players.iter().enumerate().map(line).collect()
    }

    /// The kinds of bots that take part, strongest first; of those that won as often, programs and then the best levels.
    fn by_strength(&self) -> Vec<&'a SeatPlayer> {
        let level = |level: Level| {
            self.seat_players.iter().find(|seat_player| **seat_player == SeatPlayer::Level(level))
        };
        let mut kinds: Vec<&SeatPlayer> = Vec::new();
        for seat_player in
            self.seat_players.iter().filter(|seat_player| !matches!(seat_player, SeatPlayer::Level(_)))
        {
            if !kinds.contains(&seat_player) {
                kinds.push(seat_player);
            }
        }
        kinds.extend(Level::ALL.into_iter().rev().filter_map(level));
        kinds.sort_by(|one, other| self.wins(other).total_cmp(&self.wins(one)));
        kinds
    }

    /// The level against which the others are measured: random, or else the weakest.
    fn anchor(&self) -> Option<&'a SeatPlayer> {
        let kinds = self.by_strength();
        let random = kinds.iter().find(|kind| ***kind == SeatPlayer::Level(Level::Random));
        random.or(kinds.last()).copied()
    }

    /// The width of the column with the bots' names.
    fn width(&self) -> usize {
        self.seat_players
            .iter()
            .map(|seat_player| seat_player.to_string().chars().count())
            .max()
            .unwrap_or(0)
            .clamp(8, 32)
    }

    /// Mean over the bots of a level in one deal.
    fn of_level(&self, values: &[f64], level: &SeatPlayer) -> f64 {
        let bots = self.seat_players.iter().zip(values).filter(|(own, _)| *own == level);
        bots.clone().map(|(_, value)| value).sum::<f64>() / bots.count().max(1) as f64
    }

    /// Games won per bot of a level, and half a game, so that one who never won has a rating too.
    fn wins(&self, level: &SeatPlayer) -> f64 {
        let share: f64 = self.deals.iter().map(|deal| self.of_level(&deal.wins, level)).sum();
        share / self.deals.len().max(1) as f64 * self.games_each() as f64 + 0.5
    }

    /// Luce's model of one winner among many, of which Bradley and Terry's is the case of two: the chances are
    /// as the strengths. All seatings hold the same bots, so the strengths are as the games won.
    fn ratings(&self) -> Vec<Rating<'a>> {
        let Some(anchor) = self.anchor().filter(|_| !self.alone) else { return Vec::new() };
        let rate = |level: &'a SeatPlayer| {
            let (own, other) = (self.wins(level), self.wins(anchor));
            let elo = 400.0 * (own / other).log10();
            // The interval follows from how much single deals move the rating.
            let games = self.games_each() as f64;
            let pull = |deal: &Deal| {
                let pull = self.of_level(&deal.wins, level) / own - self.of_level(&deal.wins, anchor) / other;
                400.0 / LN_10 * games * pull
            };
            let spread = self.deals.iter().map(pull).collect::<Sum>().mean_of_deals();
            let half = spread.high - spread.mean;
            let measured = own > 0.5 && other > 0.5;
            Rating { level, elo, interval: measured.then_some((elo - half, elo + half)) }
        };
        self.by_strength().into_iter().map(rate).collect()
    }

    fn differences(&self) -> Vec<Difference<'a>> {
        let Some(against) = self.anchor().filter(|_| self.alone) else { return Vec::new() };
        let between = |level: &'a SeatPlayer| {
            let mean = |values: fn(&Deal) -> &[f64]| {
                let gain =
                    |deal: &Deal| self.of_level(values(deal), level) - self.of_level(values(deal), against);
                self.deals.iter().map(gain).collect::<Sum>().mean_of_deals()
            };
            Difference { level, against, wins: mean(|deal| &deal.wins), result: mean(|deal| &deal.results) }
        };
        self.by_strength().into_iter().filter(|level| *level != against).map(between).collect()
    }

    /// For programs.
    pub fn json<G: PlottedGame>(&self, setup: &Setup<G>) -> serde_json::Value {
        serde_json::json!({
            "game": G::INFO.id,
            "rules": AsMap(&setup.rules),
            "seed": setup.seed,
            "deals": self.deals.len(),
            "games": self.games(),
            "asked": self.asked,
            "interrupted": self.interrupted(),
            "broken_off": self.broken_off(),
            "unit": G::unit(&setup.rules),
            "bots": self.lines(),
            "ratings": self.ratings(),
            "differences": self.differences(),
        })
    }

    /// For spreadsheets: a line per bot.
    pub fn csv(&self) -> String {
        let ratings = self.ratings();
        let mut text = "bot,level,games,deals,win_share,win_low,win_high,result,result_low,result_high,\
                        elo,elo_low,elo_high\n"
            .to_owned();
        for line in self.lines() {
            let Line { bot, level, games, wins, result } = line;
            let rating = ratings.iter().find(|rating| rating.level == level);
            let elo = rating.map_or_else(
                || ",,".to_owned(),
                |rating| match rating.interval {
                    Some((low, high)) => format!("{:.1},{low:.1},{high:.1}", rating.elo),
                    None => format!("{:.1},,", rating.elo),
                },
            );
            let _ = writeln!(
                text,
                "{bot},{},{games},{},{:.6},{:.6},{:.6},{:.6},{:.6},{:.6},{elo}",
                csv_field(&level.to_string()),
                self.deals.len(),
                wins.share,
                wins.low,
                wins.high,
                result.mean,
                result.low,
                result.high,
            );
        }
        text
    }

    /// For people.
    pub fn text<G: PlottedGame>(&self, setup: &Setup<G>) -> String {
        let mut text = self.heading(setup);
        let (unit, width) = (G::unit(&setup.rules), self.width());
        let _ = writeln!(
            text,
            "\nbot{:<width$}   win share  (95 % interval)       mean result in {unit}  (95 % interval)",
            ""
        );
        for Line { bot, level, wins, result, .. } in self.lines() {
            let interval = format!("({:.2} % to {:.2} %)", 100.0 * wins.low, 100.0 * wins.high);
            let _ = writeln!(
                text,
                "{bot:>2} {:<width$} {:>8.2} %  {interval:<20}  {:>8.2}  ({:.2} to {:.2})",
                cut(level, width),
                100.0 * wins.share,
                result.mean,
                result.low,
                result.high
            );
        }
        self.tell_ratings(&mut text);
        self.tell_differences(&mut text, unit);
        text
    }

    fn heading<G: PlottedGame>(&self, setup: &Setup<G>) -> String {
        let same_cards = self.seat_players.iter().all(shares_cards(self.seat_players, self.alone));
        let how = match (self.alone, same_cards) {
            (true, true) => "each played alone by every bot",
            (true, false) => "each played alone by every bot, with other cards for each program",
            (false, true) => "each played in every seating",
            (false, false) => "each bot once on every seat, with other cards in each seating",
        };
        let mut text = format!(
            "{}, {}, {}, {how}: {}, seed {}\n",
            G::INFO.name,
            setup::rules_line(setup),
            engine::counted(self.deals.len(), "deal", "deals"),
            engine::counted(self.games(), "game", "games"),
            setup.seed,
        );
        if self.interrupted() {
            let _ =
                writeln!(text, "Interrupted: {} of {} deals were played.", self.deals.len(), self.planned);
        } else if self.games() as u64 != self.asked {
            let _ = writeln!(text, "{} games were asked for; this is rounded up to whole deals.", self.asked);
        }
        match self.broken_off() {
            0 => {}
            broken => {
                let games = engine::counted(broken, "game was", "games were");
                let _ = writeln!(text, "{games} broken off without an end; nobody won there.");
            }
        }
        if self.deals.len() < 2 {
            text += "One deal tells nothing about chance: the intervals need more.\n";
        }
        text
    }

    fn tell_ratings(&self, text: &mut String) {
        let Some(anchor) = self.anchor().filter(|_| !self.alone) else { return };
        let width = self.width();
        let _ = writeln!(text, "\n{:<width$}   Elo  (95 % interval)", "level");
        for Rating { level, elo, interval } in self.ratings() {
            let interval = match interval {
                _ if level == anchor => "(set to 0)".to_owned(),
                Some((low, high)) => format!("({low:.0} to {high:.0})"),
                None => "(not known: one of the two never won)".to_owned(),
            };
            // Rounded first, so that nobody is rated −0.
            let _ = writeln!(text, "{:<width$} {:>5}  {interval}", cut(level, width), elo.round() as i64);
        }
        *text += "Elo: 400 · log10 of how many times as often a bot of the level wins (Bradley–Terry for whole \
                  tables), half a win added to each.\n";
    }

    fn tell_differences(&self, text: &mut String, unit: &str) {
        let shares_cards = shares_cards(self.seat_players, self.alone);
        for Difference { level, against, wins, result } in self.differences() {
            let deals = if shares_cards(level) && shares_cards(against) { "the same" } else { "different" };
            let _ = writeln!(
                text,
                "\n{level} against {against} on {deals} deals: {:+.2} % wins ({:+.2} % to {:+.2} %), \
                 {:+.2} {unit} ({:+.2} to {:+.2})",
                100.0 * wins.mean,
                100.0 * wins.low,
                100.0 * wins.high,
                result.mean,
                result.low,
                result.high,
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deal_reads_back_to_the_bit() {
        let deal = Deal { wins: vec![1.0 / 3.0, 0.1 + 0.2], results: vec![-7.0, 1e-9], broken_off: 2 };
        let line = String::from(deal.clone());
        assert_eq!(Deal::try_from(line), Ok(deal));
        for line in ["", "1", "1 2 0 x", "1 2 3 4", "inf 1 0", "NaN 1 0", "1  2 0", "1.5 1 0", "-0.5 1 0"] {
            assert!(Deal::try_from(line.to_owned()).is_err(), "{line}");
        }
    }
}
