//! Labels that show card signs and are read as words: "Discard 5♠" is read "Discard five of spades".

use engine::Card;
use leptos::prelude::*;

/// A piece of a label.
#[derive(Clone, PartialEq, Debug)]
enum Piece {
    Text(String),
    Card(Card),
}

fn pieces(label: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut text = String::new();
    for word in label.split_inclusive(' ') {
        let core = word.trim_end_matches([' ', ',', '.', ':', ';', '!', ')']).trim_start_matches('(');
        match Card::from_short(core) {
            Some(card) => {
                let start = word.find(core).unwrap_or(0);
                text += &word[..start];
                pieces.push(Piece::Text(std::mem::take(&mut text)));
                pieces.push(Piece::Card(card));
                text += &word[start + core.len()..];
            }
            None => text += word,
        }
    }
    pieces.push(Piece::Text(text));
    pieces.retain(|piece| !matches!(piece, Piece::Text(text) if text.is_empty()));
    pieces
}

/// A label as it is read aloud.
pub fn read_aloud(label: &str) -> String {
    let read = |piece: Piece| match piece {
        Piece::Text(text) => text,
        Piece::Card(card) => card.name(),
    };
    pieces(label).into_iter().map(read).collect()
}

/// A text in which cards are shown by their signs and read by their names.
#[component]
pub fn Label(
    /// The text.
    #[prop(into)]
    text: String,
) -> impl IntoView {
    let show = |piece: Piece| match piece {
        Piece::Text(text) => text.into_any(),
        Piece::Card(card) => {
            let red =
                card.suit().is_some_and(|suit| matches!(suit, engine::Suit::Hearts | engine::Suit::Diamonds));
            let suit = card.suit().map_or("", |suit| suit.name());
            view! {
                <span class="sign" class:red=red data-suit=suit aria-hidden="true">{card.short()}</span>
                <span class="unseen">{card.name()}</span>
            }
            .into_any()
        }
    };
    // One element, so that a button lays it out as the sentence it is.
    view! { <span class="label">{pieces(&text).into_iter().map(show).collect_view()}</span> }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_are_read_as_words() {
        let rows = [
            ("Discard 5♠", "Discard five of spades"),
            ("Move 10♥ to column 4", "Move ten of hearts to column 4"),
            ("Attack with 2♣: 4 in all", "Attack with two of clubs: 4 in all"),
            ("Play 9♣ sideways, as 2♣", "Play nine of clubs sideways, as two of clubs"),
            ("Deal four cards", "Deal four cards"),
            ("(K♦), A♠.", "(king of diamonds), ace of spades."),
            ("", ""),
        ];
        for (label, read) in rows {
            assert_eq!(read_aloud(label), read);
        }
    }
}
