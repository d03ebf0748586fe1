//! Parts of the table in sentences, for those who ask with a key.

use engine::Scene;
use engine::scene::{Fact, Lying};

fn cards(lying: &[Lying]) -> String {
    let name = |lying: &Lying| lying.card.map_or_else(|| "a face-down card".to_owned(), |card| card.name());
    lying.iter().map(name).collect::<Vec<_>>().join(", ")
}

fn facts(facts: &[Fact]) -> String {
    facts.iter().map(|fact| format!("{}: {}", fact.label, fact.value)).collect::<Vec<_>>().join(", ")
}

/// The player's own cards.
pub fn hand(scene: &Scene) -> String {
    match scene.sitters.iter().find(|sitter| sitter.you) {
        Some(you) if you.hand.is_empty() => "Your hand is empty.".to_owned(),
        Some(you) => format!("You hold {}: {}.", you.hand.len(), cards(&you.hand)),
        // Alone at a table, the cards lie in piles.
        None => piles(scene),
    }
}

/// Every pile with its number of cards and what lies on top.
pub fn piles(scene: &Scene) -> String {
    let one = |heap: &engine::scene::Heap| {
        let top = heap.cards.last().and_then(|top| top.card);
        let top = top.map_or_else(String::new, |card| format!(", on top {}", card.name()));
        format!("{}: {}{top}.", heap.label, heap.count)
    };
    scene.heaps.iter().map(one).collect::<Vec<_>>().join(" ")
}

/// How the game and everyone in it stand.
pub fn counts(scene: &Scene) -> String {
    let one = |sitter: &engine::scene::Sitter| {
        let known = facts(&sitter.facts);
        let held = format!("Cards: {}", sitter.hand.len());
        format!("{}: {}.", sitter.name, if known.is_empty() { held } else { format!("{known}, {held}") })
    };
    let table = Some(format!("{}.", facts(&scene.facts))).filter(|text| text.len() > 1);
    table.into_iter().chain(scene.sitters.iter().map(one)).collect::<Vec<_>>().join(" ")
}
