//! Why a card cannot be used now, in one line with its clause.

use std::collections::BTreeMap;

use engine::scene::{At, Place, Scene};
use engine::{Act, Card, Present, Seat, Table, Viewer};
use protocol::{Refusal, Tell, codes};

use crate::host::TableHost;
use crate::refusing::refusal;

/// Answers a question: why something is so or, after "not ", why it cannot be done now.
pub fn explain(host: &dyn TableHost, seat: Seat, text: &str) -> Tell {
    let answer = |text: String| Tell::Answer { text, act: None };
    match text.strip_prefix("not ") {
        Some(text) => {
            host.why_not(seat, text).map_or_else(|| answer("You can do that now.".to_owned()), Tell::Refused)
        }
        None => answer(host.why(seat, text)),
    }
}

/// The reason against a card or a kind of action; none if the words are neither, and none within if it is possible.
pub(crate) fn told<G: Present>(table: &Table<G>, seat: Seat, words: &str) -> Option<Option<Refusal>> {
    match words.parse().ok().or_else(|| Card::from_short(words)) {
        Some(named) => Some(card(table, seat, named)),
        None => kind(table, seat, words),
    }
}

/// Why nothing can be done with this card; none if something can. Of several reasons the most frequent is told.
fn card<G: Present>(table: &Table<G>, seat: Seat, card: Card) -> Option<Refusal> {
    let viewer = Viewer::Seat(seat);
    let view = table.view(viewer);
    let scene = G::scene(&view, &table.seating(viewer));
    let names = |action: &G::Action| {
        let notation = action.to_string();
        let named = notation.split(' ').any(|word| word.eq_ignore_ascii_case(&card.to_string()));
        let touched = G::gesture(&view, *action).from.and_then(|at| lying(&scene, &at));
        named || touched == Some(card)
    };
    let reasons =
        refusals(table, seat, G::every_action(table.setup().names.len()).into_iter().filter(names))?;
    most_frequent(reasons).or_else(|| {
        let text = match table.to_act() {
            None => "The game is over.".to_owned(),
            Some(turn) if turn != seat => {
                format!("It is not your turn; wait for {}.", table.seating(viewer).name(turn))
            }
            Some(_) => format!("Nothing you can do now is about the {}.", card.name()),
        };
        Some(Refusal::new(codes::NOT_LEGAL, text))
    })
}

/// Why no action of this kind can be done; none if there is no such kind, and none within if one can. A kind is the words
/// that the notation of all its actions begins with: "swap", "tap out".
fn kind<G: Present>(table: &Table<G>, seat: Seat, words: &str) -> Option<Option<Refusal>> {
    let players = table.setup().names.len();
    kinds::<G>(players).contains(&words.to_lowercase()).then_some(())?;
    let scene = G::scene(&table.view(Viewer::Seat(seat)), &table.seating(Viewer::Seat(seat)));
    let hand = scene.sitters.iter().filter(|sitter| sitter.seat == seat).flat_map(|sitter| &sitter.hand);
    let held: Vec<String> = hand.filter_map(|lying| lying.card).map(|card| card.to_string()).collect();
    let first = words.split(' ').next().unwrap_or_default().to_lowercase();
    let mut same = G::every_action(players);
    same.retain(|action| action.to_string().split(' ').next() == Some(&first));
    // Of actions with cards, only those with one's own are worth a word.
    let own =
        |action: &G::Action| action.to_string().split(' ').any(|word| held.iter().any(|card| card == word));
    if same.iter().any(own) {
        same.retain(own);
    }
    Some(refusals(table, seat, same.into_iter()).and_then(most_frequent))
}

/// The kinds of actions of a game, in the words of its notation.
pub(crate) fn kinds<G: Present>(players: usize) -> Vec<String> {
    let mut kinds: Vec<Vec<String>> = Vec::new();
    for action in G::every_action(players) {
        let words: Vec<String> = action.to_string().split(' ').map(str::to_owned).collect();
        match kinds.iter_mut().find(|kind| kind.first() == words.first()) {
            Some(kind) => {
                let same = kind.iter().zip(&words).take_while(|(one, other)| one == other).count();
                kind.truncate(same);
            }
            None => kinds.push(words),
        }
    }
    kinds.into_iter().map(|words| words.join(" ")).collect()
}

/// Every reason against these actions and how often it is given; none if one of them is possible.
fn refusals<G: Present>(
    table: &Table<G>,
    seat: Seat,
    actions: impl Iterator<Item = G::Action>,
) -> Option<BTreeMap<&'static str, (usize, Refusal)>> {
    let mut reasons: BTreeMap<&'static str, (usize, Refusal)> = BTreeMap::new();
    for action in actions {
        let refused = table.check(seat, &Act::Play(action)).err()?;
        reasons.entry(refused.code()).or_insert_with(|| (0, refusal(refused))).0 += 1;
    }
    Some(reasons)
}

fn most_frequent(reasons: BTreeMap<&'static str, (usize, Refusal)>) -> Option<Refusal> {
    reasons.into_values().max_by_key(|(times, _)| *times).map(|(_, refusal)| refusal)
}

/// The card that lies there, if one does that the viewer knows.
fn lying(scene: &Scene, at: &At) -> Option<Card> {
    let cards = match &at.place {
        Place::Heap(id) => &scene.heaps.iter().find(|heap| heap.id == *id)?.cards,
        Place::Hand(seat) => &scene.sitters.get(seat.index())?.hand,
    };
    at.card.map_or_else(|| cards.last(), |index| cards.get(index))?.card
}
