//! The suits, and where they stand on the cards from two to ten.

use engine::Suit;

/// Outlines around the origin, within 50 units each way. Colour is not needed to tell them apart: a heart is
/// round above and pointed below, a diamond has hollow sides, a spade is pointed above, a club has three
/// balls. Sun and moon are the signs of the red and the black joker.
const SHAPES: [(&str, &str); 6] = [
    (
        "spades",
        "M0-48C11-26 44-12 44 14C44 27 34 35 23 35C15 35 8 31 4 24C5 35 9 43 17 48H-17\
         C-9 43-5 35-4 24C-8 31-15 35-23 35C-34 35-44 27-44 14C-44-12-11-26 0-48Z",
    ),
    (
        "hearts",
        "M0 46C-30 20-46 1-46-18C-46-33-35-43-23-43C-12-43-4-36 0-26C4-36 12-43 23-43\
         C35-43 46-33 46-18C46 1 30 20 0 46Z",
    ),
    ("diamonds", "M0-50C10-30 23-13 38 0C23 13 10 30 0 50C-10 30-23 13-38 0C-23-13-10-30 0-50Z"),
    (
        "clubs",
        "M-10-8A22 22 0 1 1 10-8L6-2L9 0A22 22 0 1 1 5 22C6 34 10 42 17 48H-17C-10 42-6 34-5 22\
         A22 22 0 1 1-9 0L-6-2Z",
    ),
    (
        "sun",
        "M0-25A25 25 0 1 0 0 25A25 25 0 1 0 0-25ZM-6-32L0-50 6-32ZM-6 32L0 50 6 32ZM-32-6\
         L-50 0-32 6ZM32-6L50 0 32 6ZM-27-19L-35-35-19-27ZM27-19L35-35 19-27ZM-27 19L-35 35-19 27Z\
         M27 19L35 35 19 27Z",
    ),
    ("moon", "M14-44A45 45 0 1 0 44 16A36 36 0 1 1 14-44Z"),
];

/// The colour of a suit.
pub fn colour(suit: Suit) -> &'static str {
    match suit {
        Suit::Spades => "var(--card-spades)",
        Suit::Hearts => "var(--card-hearts)",
        Suit::Diamonds => "var(--card-diamonds)",
        Suit::Clubs => "var(--card-clubs)",
    }
}

/// Where the pips of a number from two to ten stand, in units from the middle of the card.
/// Those below the middle are upside down.
pub fn layout(number: u8) -> Vec<(i16, i16)> {
    const SIDE: i16 = 39;
    const END: i16 = 112;
    const THIRD: i16 = 38;
    let mut places = Vec::new();
    let mut pairs = |columns: &[i16], height: i16| {
        for column in columns {
            places.extend([(*column, -height), (*column, height)]);
        }
    };
    match number {
        2 | 3 => pairs(&[0], END),
        4..=8 => pairs(&[-SIDE, SIDE], END),
        9 | 10 => {
            pairs(&[-SIDE, SIDE], END);
            pairs(&[-SIDE, SIDE], THIRD);
        }
        _ => {}
    }
    match number {
        8 => pairs(&[0], END / 2),
        10 => pairs(&[0], (END + THIRD) / 2),
        _ => {}
    }
    match number {
        3 | 5 | 9 => places.push((0, 0)),
        6..=8 => places.extend([(-SIDE, 0), (SIDE, 0)]),
        _ => {}
    }
    if number == 7 {
        places.push((0, -END / 2));
    }
    places
}

/// The outline of a suit, or of a joker's sign.
pub fn outline(name: &str) -> &'static str {
    SHAPES.iter().find(|(known, _)| *known == name).map_or("", |(_, outline)| outline)
}
