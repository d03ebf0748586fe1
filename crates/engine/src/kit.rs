//! The conformance kit: what every game must keep to, whatever its rules.
//!
//! A game's tests call [`conform`] for each set of rules and number of players worth trying, and
//! [`golden`] for its playthroughs. A failing seed is in the message and becomes a test of its own.

use std::collections::{BTreeMap, BTreeSet};

use crate::card::Card;
use crate::encoding::{encode, layout};
use crate::game::{Act, Game, Sink};
use crate::options::Options;
use crate::playout;
use crate::present::Present;
use crate::random::{Dice, Seed};
use crate::record::{BadRecord, Record, state_hash};
use crate::refusal::Refusal;
use crate::scene::At;
use crate::seat::{Seat, Viewer};
use crate::seating::Name;
use crate::table::{Assistance, Setup, Table};
use crate::trace;

/// No game of any kind takes this many decisions.
const ENDLESS: usize = 1_000_000;

/// How a game is tried.
#[derive(Clone, Copy, Debug)]
pub struct Trial {
    /// How many sit at the table.
    pub players: usize,
    /// How many random games are played.
    pub games: u64,
}

/// What the kit saw, for a test to assert that it was not vacuous.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// Steps of all games.
    pub steps: usize,
    /// Actions tried that the rules refuse.
    pub refused: usize,
    /// States imagined from a view.
    pub imagined: usize,
    /// Of these, how many differed from the true one.
    pub different: usize,
}

/// The seat of this index.
pub fn seat(index: usize) -> Seat {
    Seat::new(index).expect("no table has this many seats")
}

/// Cards by their codes, as in "AS TD".
pub fn cards(codes: &str) -> Vec<Card> {
    codes.split_whitespace().map(|code| code.parse().expect("each word is the code of a card")).collect()
}

/// The usual rules but for these settings.
pub fn rules<O: Options>(settings: &[(&str, &str)]) -> O {
    let mut rules = O::default();
    settings.iter().for_each(|(name, value)| rules.set(name, value).expect("the option takes this value"));
    rules
}

/// Plays random games and panics at the first thing that is not as it should be.
pub fn conform<G: Present>(rules: &G::Rules, trial: Trial) -> Seen {
    let mut seen = Seen::default();
    for number in 0..trial.games {
        let seed = Seed::from_number(number);
        Kit::<G> { rules: rules.clone(), players: trial.players, seed, number }.play(&mut seen);
    }
    // Where there is one action, nothing is refused until the game is over.
    let refused = seen.refused > 0 || !G::has_choices();
    assert!(seen.steps > 0 && refused, "the kit tried nothing: {seen:?}");
    notation_is_unique::<G>(trial.players);
    codes_are_in_order::<G::Refusal>();
    assistance_is_granted::<G>();
    seen
}

/// Keeps events as they are made where nobody listens.
struct Unheard<E>(Vec<E>);

impl<E> Sink<E> for Unheard<E> {
    const LISTENS: bool = false;
    fn emit(&mut self, event: impl FnOnce() -> E) {
        self.0.push(event());
    }
}

struct Kit<G: Present> {
    rules: G::Rules,
    players: usize,
    seed: Seed,
    number: u64,
}

impl<G: Present> Kit<G> {
    fn context(&self, what: &str) -> String {
        let rules = self.rules.differences().join(" ");
        format!("{what}; {} [{rules}], {} players, seed {}", G::INFO.id, self.players, self.number)
    }

    fn play(&self, seen: &mut Seen) {
        let setup = Setup::<G> {
            rules: self.rules.clone(),
            assistance: G::assistance(None),
            names: names(self.players),
            seed: self.seed,
        };
        let (mut table, _) =
            Table::open(setup).unwrap_or_else(|error| panic!("{}", self.context(&error.to_string())));
        self.check_lean_events(|events| drop(G::start(&self.rules, self.players, &self.seed, events)));
        let deck = sorted(table.game().cards());
        let universe = G::every_action(self.players);
        let mut dice = playout::dice(&self.seed);
        let mut other = Dice::stream(&self.seed, u64::MAX - 1);
        let mut legal = Vec::new();
        while let Some((seat, act)) = playout::choose(table.game(), &mut dice, &mut legal) {
            assert!(
                seen.steps < ENDLESS * (self.number as usize + 1),
                "{}",
                self.context("the game does not end")
            );
            seen.steps += 1;
            self.check_actions(&table, &universe, seen);
            self.check_fast_paths(table.game(), &mut other);
            self.check_views(table.game(), &mut other, seen);
            self.check_scene(&table);
            assert!(table.outcome().is_none(), "{}", self.context("an outcome while someone is on turn"));
            let done = table.act(seat, act.clone());
            assert!(done.is_ok(), "{}", self.context(&format!("refused: {act}")));
            assert_eq!(sorted(table.game().cards()), deck, "{}", self.context("cards lost or made"));
        }
        self.check_over(&table);
        self.check_record(&table);
        self.check_trace();
    }

    /// What is listed is accepted, all else is refused, and a refused action changes nothing.
    fn check_actions(&self, table: &Table<G>, universe: &[G::Action], seen: &mut Seen) {
        let game = table.game();
        let Some(turn) = game.to_act() else { return };
        let listed = table.legal(turn);
        let set: BTreeSet<&G::Action> = listed.iter().collect();
        assert!(!listed.is_empty(), "{}", self.context("on turn with nothing to do"));
        assert_eq!(set.len(), listed.len(), "{}", self.context("an action listed twice"));
        for seat in Seat::all(self.players).filter(|&seat| seat != turn) {
            assert!(table.legal(seat).is_empty(), "{}", self.context("legal for one not on turn"));
            let waiting = table.check(seat, &Act::Play(listed[0]));
            assert!(waiting.is_err(), "{}", self.context("accepted from one not on turn"));
        }
        for &action in universe {
            let mut tried = game.clone();
            let mut events = Vec::new();
            let accepted = tried.apply(action, &mut events);
            assert_eq!(
                accepted.is_ok(),
                set.contains(&action),
                "{}",
                self.context(&format!("listed and accepted differ: {action}"))
            );
            assert_eq!(game.check(action), accepted, "{}", self.context(&format!("check of {action}")));
            if let Err(refusal) = accepted {
                seen.refused += 1;
                assert!(tried == *game, "{}", self.context(&format!("refused {action} changed something")));
                assert!(events.is_empty(), "{}", self.context(&format!("refused {action} told something")));
                let (clause, code) = (refusal.clause(), refusal.code());
                assert!(G::clause(clause).is_some(), "{}", self.context(&format!("no clause {clause}")));
                assert!(G::Refusal::CODES.contains(&code), "{}", self.context(&format!("no code {code}")));
            }
        }
        for action in &listed {
            assert!(universe.contains(action), "{}", self.context(&format!("not in the universe: {action}")));
        }
    }

    /// Fast paths draw what would be picked from the list, with the same dice, and do what the plain ones do.
    fn check_fast_paths(&self, game: &G, other: &mut Dice) {
        let mut dice = Dice::new(&other.seed());
        let (mut same, mut listed) = (dice.clone(), Vec::new());
        for _ in 0..4 {
            let mut before = dice.clone();
            let drawn = game.random_action(&mut dice, &mut Vec::new());
            listed.clear();
            game.legal(&mut listed);
            assert_eq!(drawn.as_ref(), same.pick(&listed), "{}", self.context("another action is drawn"));
            let next = dice.below(1 << 30);
            let went_on = self.context("the dice went on otherwise");
            assert_eq!(next, same.below(1 << 30), "{went_on}");
            let Some(action) = drawn else { return };
            let (mut plain, mut told) = (game.clone(), Vec::new());
            let _ = plain.apply(action, &mut told);
            let is_same = |fast: G, told_fast: Vec<G::Event>| {
                assert!(plain == fast && told == told_fast, "{}", self.context(&format!("fast {action}")));
            };
            let (mut fast, mut told_fast) = (game.clone(), Vec::new());
            fast.apply_legal(action, &mut told_fast);
            is_same(fast, told_fast);
            let (mut fast, mut told_fast) = (game.clone(), Vec::new());
            assert!(fast.play_random(&mut before, &mut Vec::new(), &mut told_fast));
            is_same(fast, told_fast);
            assert_eq!(next, before.below(1 << 30), "{went_on}");
            self.check_lean_events(|events| game.clone().apply_legal(action, events));
        }
    }

    /// Events that need not be freed where nobody listens hold no lists and no texts then.
    fn check_lean_events(&self, happen: impl FnOnce(&mut Unheard<G::Event>)) {
        if !G::LEAN_EVENTS {
            return;
        }
        let mut events = Unheard(Vec::new());
        happen(&mut events);
        for event in &events.0 {
            let text = format!("{event:?}").replace("[]", "").replace("\"\"", "");
            assert!(!text.contains(['[', '"']), "{}", self.context(&format!("a list for nobody: {text}")));
        }
    }

    /// Whatever a viewer cannot see makes no difference to what they see and can do.
    fn check_views(&self, game: &G, dice: &mut Dice, seen: &mut Seen) {
        let truth = state_hash(game);
        let seat = Seat::new(dice.below(self.players)).unwrap_or(Seat::FIRST);
        let on_turn = game.to_act().map(Viewer::Seat);
        for viewer in [Some(Viewer::Seat(seat)), Some(Viewer::Public), on_turn].into_iter().flatten() {
            let view = game.view(viewer);
            let mut imagined = G::imagine(&view, dice);
            let again = imagined.view(viewer);
            assert!(
                view == again,
                "{}\n{view:#?}\n{again:#?}",
                self.context(&format!("{viewer:?} sees hidden things"))
            );
            assert_eq!(imagined.to_act(), game.to_act(), "{}", self.context("imagined turn"));
            if seen.imagined.is_multiple_of(8) {
                self.check_encoding(viewer, &view, &again);
            }
            assert_eq!(sorted(imagined.cards()), sorted(game.cards()), "{}", self.context("imagined cards"));
            if Some(viewer) == on_turn {
                let (mut here, mut there) = (Vec::new(), Vec::new());
                game.legal(&mut here);
                imagined.legal(&mut there);
                assert_eq!(here, there, "{}", self.context("legal actions depend on hidden things"));
            }
            seen.imagined += 1;
            seen.different += usize::from(state_hash(&imagined) != truth);
            if seen.imagined.is_multiple_of(16) {
                playout::finish(&mut imagined, dice, &mut Vec::new());
                assert!(imagined.outcome().is_some(), "{}", self.context("an imagined game does not end"));
            }
        }
    }

    /// Numbers tell what the view tells, and are always as many.
    fn check_encoding(&self, viewer: Viewer, view: &G::View, again: &G::View) {
        let (mut here, mut there) = (Vec::new(), Vec::new());
        encode::<G>(view, viewer, self.players, &mut here);
        encode::<G>(again, viewer, self.players, &mut there);
        assert_eq!(here, there, "{}", self.context("the encoding tells more than the view"));
        let first = G::start(&self.rules, self.players, &self.seed, &mut ()).view(Viewer::Public);
        let usual = layout::<G>(&first, self.players);
        assert_eq!(layout::<G>(view, self.players), usual, "{}", self.context("the layout changes"));
        let end = usual.last().map(|part| part.start + part.length);
        assert_eq!(end, Some(here.len()), "{}", self.context("the layout is another"));
        assert!(here.iter().all(|value| value.is_finite()), "{}", self.context("not a number"));
    }

    /// A screen shows everyone who plays, and every movement of the hand begins and ends somewhere on it.
    fn check_scene(&self, table: &Table<G>) {
        let Some(seat) = table.to_act() else { return };
        let (view, seating) = (table.view(Viewer::Seat(seat)), table.seating(Viewer::Seat(seat)));
        let scene = G::scene(&view, &seating);
        let sitters = if self.players == 1 { scene.sitters.len() } else { self.players };
        assert_eq!(scene.sitters.len(), sitters, "{}", self.context("sitters"));
        assert!(!scene.prompt.is_empty(), "{}", self.context("no prompt"));
        for action in table.legal(seat) {
            let gesture = G::gesture(&view, action);
            let to = gesture.to.map(|place| At { place, card: None });
            for at in gesture.from.iter().chain(&to) {
                assert!(scene.has(at), "{}", self.context(&format!("{action}: nothing lies at {at:?}")));
            }
        }
        let text = serde_json::to_string(&scene).unwrap_or_default();
        assert_eq!(serde_json::from_str(&text).ok(), Some(scene), "{}", self.context("scene as text"));
    }

    fn check_over(&self, table: &Table<G>) {
        let Some(outcome) = table.outcome() else { panic!("{}", self.context("over without an outcome")) };
        assert_eq!(outcome.scores.len(), self.players, "{}", self.context("a score for each seat"));
        let mut finished = table.clone();
        for action in G::every_action(self.players) {
            let late = finished.act(Seat::FIRST, Act::Play(action));
            assert!(late.is_err(), "{}", self.context("an action after the end"));
        }
        for viewer in viewers(self.players) {
            let text = G::describe(&table.view(viewer), &table.seating(viewer));
            assert!(!text.is_empty(), "{}", self.context("nothing to describe"));
        }
    }

    /// A record replays to the same game byte for byte, and a spoilt one is refused.
    fn check_record(&self, table: &Table<G>) {
        let text = table.record().write();
        let read = Record::read(&text).unwrap_or_else(|error| panic!("{}", self.context(&error.to_string())));
        let replayed = read
            .replay::<G>(|_, _, _| {})
            .unwrap_or_else(|error| panic!("{}", self.context(&error.to_string())));
        assert!(replayed.game() == table.game(), "{}", self.context("replayed to another state"));
        assert_eq!(replayed.record().write(), text, "{}", self.context("replayed to another record"));
        let mut torn = read.clone();
        // Some games play themselves from the first card to the last.
        let cut_off = torn.actions.pop().is_some();
        assert!(
            !cut_off || torn.replay::<G>(|_, _, _| {}).is_err(),
            "{}",
            self.context("a cut-off record was believed")
        );
        let mut forged = read;
        forged.seed = forged.seed.child(1);
        assert_eq!(forged.replay::<G>(|_, _, _| {}).err(), Some(BadRecord::Commitment));
    }

    fn check_trace(&self) {
        let traced = || {
            let mut out = String::new();
            trace::random_game::<G>(&mut out, self.number, &self.rules, self.players, &self.seed);
            out
        };
        assert_eq!(traced(), traced(), "{}", self.context("the same seed, another trace"));
    }
}

fn viewers(players: usize) -> impl Iterator<Item = Viewer> {
    Seat::all(players).map(Viewer::Seat).chain([Viewer::Public])
}

fn sorted(mut cards: Vec<Card>) -> Vec<Card> {
    cards.sort_unstable();
    cards
}

fn names(players: usize) -> Vec<Name> {
    (1..=players).filter_map(|number| Name::new(&format!("Player {number}")).ok()).collect()
}

/// Every action reads back from its text, and no two share one.
fn notation_is_unique<G: Game>(players: usize) {
    let mut texts = BTreeMap::new();
    for action in G::every_action(players) {
        let text = action.to_string();
        assert_eq!(text.parse::<G::Action>().as_ref(), Ok(&action), "{text}");
        if let Some(other) = texts.insert(text.clone(), action) {
            panic!("{other:?} and {action:?} are both written {text}");
        }
    }
    for text in ["", " ", "no such thing", "🂡", "discard", "move 9 9", "play", "trade 99", "\u{0}"] {
        if let Ok(action) = text.parse::<G::Action>() {
            assert_eq!(action.to_string(), text);
        }
    }
}

/// A table helps by a clause of the rules or not at all.
fn assistance_is_granted<G: Present>() {
    match G::ASSISTANCE {
        Some(clause) => assert!(G::clause(clause).is_some(), "no clause {clause}"),
        None => assert_eq!(G::assistance(None), Assistance::NONE, "a table helps without a clause"),
    }
}

/// Every code is in kebab case, and no two reasons share one.
fn codes_are_in_order<R: Refusal>() {
    let mut codes = BTreeSet::new();
    for &code in R::CODES {
        let is_word = |word: &str| {
            !word.is_empty()
                && word.bytes().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit())
        };
        assert!(code.split('-').all(is_word), "the code {code:?} is not in kebab case");
        assert!(codes.insert(code), "two reasons have the code {code:?}");
    }
}

/// A whole random game as text: what each step was and what the table then looked like to everyone.
pub fn playthrough<G: Present>(rules: &G::Rules, players: usize, number: u64) -> String {
    use std::fmt::Write as _;
    let setup = Setup::<G> {
        rules: rules.clone(),
        assistance: G::assistance(None),
        names: names(players),
        seed: Seed::from_number(number),
    };
    let mut out = format!("{}, {players} players, seed {number}", G::INFO.name);
    let _ = writeln!(
        out,
        ", {}",
        if rules.differences().is_empty() { "usual rules".to_owned() } else { rules.differences().join(" ") }
    );
    let (mut table, events) = match Table::open(setup) {
        Ok(opened) => opened,
        Err(error) => return format!("{out}\n{error}\n"),
    };
    tell_all(&mut out, &table, &events);
    let mut dice = playout::dice(&table.setup().seed);
    let mut legal = Vec::new();
    while let Some((seat, act)) = playout::choose(table.game(), &mut dice, &mut legal) {
        let listed: Vec<String> = table.legal(seat).iter().map(ToString::to_string).collect();
        let _ = writeln!(out, "\n{seat}: {act}    of: {}", listed.join(", "));
        let Ok(events) = table.act(seat, act) else { break };
        tell_all(&mut out, &table, &events);
    }
    let _ = writeln!(out, "\n{:?}", table.outcome());
    out
}

/// The events and the table, as each viewer has them; what several viewers share is written once.
fn tell_all<G: Present>(out: &mut String, table: &Table<G>, events: &[G::Event]) {
    use std::fmt::Write as _;
    for viewer in viewers(table.setup().names.len()) {
        let who = match viewer {
            Viewer::Seat(seat) => format!("{seat}"),
            Viewer::Public => "-".to_owned(),
        };
        let seating = table.seating(viewer);
        for seen in events.iter().filter_map(|event| G::show(event, viewer)) {
            if let Some(text) = G::tell(&seen, &seating) {
                let _ = writeln!(out, "  {who}> {text}");
            }
        }
        for line in G::describe(&table.view(viewer), &seating).lines() {
            let _ = writeln!(out, "  {who}| {line}");
        }
    }
    let _ = writeln!(out, "  {}", state_hash(table.game()));
}

/// Compares a playthrough with the one kept in `path`; with `PARLOUR_GOLDEN` set it is written instead.
pub fn golden<G: Present>(path: &std::path::Path, rules: &G::Rules, players: usize, number: u64) {
    let played = playthrough::<G>(rules, players, number);
    if std::env::var_os("PARLOUR_GOLDEN").is_some() {
        let folder = path.parent().unwrap_or(path);
        std::fs::create_dir_all(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        std::fs::write(path, played).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        return;
    }
    let kept = std::fs::read_to_string(path)
        .unwrap_or_else(|error| panic!("{}: {error}; `cargo xtask golden` writes it", path.display()));
    for (number, (was, is)) in kept.lines().zip(played.lines()).enumerate() {
        assert_eq!(was, is, "{} line {}; if that is meant, `cargo xtask golden`", path.display(), number + 1);
    }
    assert_eq!(kept.len(), played.len(), "{}", path.display());
}
