//! The ranks' signs, as strokes of one weight rather than a font: every machine shows the same card.

use std::fmt::Write;

use super::outline;

/// Strokes around the origin, 100 units high with the width of the pen. The three is flat above, six and nine
/// have straight backs: no two look alike when they are small.
const SIGNS: [(&str, &str); 16] = [
    ("1", "M-27 50L-2-43H2L27 50M-17 20H17"),
    ("2", "M-22-20C-22-34-13-43 0-43C13-43 22-34 22-20C22-7 14 2 2 14L-22 38V43H26"),
    ("3", "M-22-43H20L-3-9C13-9 23 0 23 16C23 32 13 43-2 43C-14 43-22 37-25 26"),
    ("4", "M13 50V-41H8L-25 23H29"),
    ("5", "M20-43H-17L-19-5C-14-10-7-13 1-13C15-13 23-3 23 14C23 32 13 43-2 43C-13 43-21 38-25 28"),
    ("6", "M11-47L-18 4M-23 18A23 25 0 1 0 23 18A23 25 0 1 0-23 18Z"),
    ("7", "M-25-43H22V-38L-9 50"),
    ("8", "M-19-22A19 21 0 1 0 19-22A19 21 0 1 0-19-22ZM-24 20A24 23 0 1 0 24 20A24 23 0 1 0-24 20Z"),
    ("9", "M-11 47L18-4M-23-18A23 25 0 1 0 23-18A23 25 0 1 0-23-18Z"),
    ("10", "M-34-31L-23-42H-20V50M0-28A15 15 0 0 1 30-28V28A15 15 0 0 1 0 28Z"),
    ("11", "M-6-43H17V18C17 34 9 43-4 43C-16 43-23 35-24 22"),
    ("12", "M-26 0A26 43 0 1 0 26 0A26 43 0 1 0-26 0ZM4 18L26 44"),
    ("13", "M-21-50V50M22-46L-20 9M-5-10L24 46"),
    ("O", "M-27 0A27 43 0 1 0 27 0A27 43 0 1 0-27 0Z"),
    ("E", "M22-43H-18V43H22M-18-1H16"),
    ("R", "M-20 50V-43H0C15-43 22-34 22-20C22-6 15 3 0 3H-20M2 3L25 50"),
];

/// The strokes of a rank, or of a letter.
pub fn strokes(name: &str) -> &'static str {
    SIGNS.iter().find(|(known, _)| *known == name).map_or("", |(_, strokes)| strokes)
}

/// The width of the pen for signs of that size.
pub fn pen(scale: f32) -> String {
    outline::decimal(15.0 * scale)
}

pub fn define(svg: &mut String) {
    // The word across the middle of a joker.
    let mut word = String::new();
    for (sign, x) in ["11", "O", "13", "E", "R"].into_iter().zip([-140, -70, 5, 76, 142]) {
        outline::place(&mut word, strokes(sign), (x, 0), 1.0);
    }
    let _ = write!(
        svg,
        concat!(
            r#"<path id="pc-word" fill="none" stroke="currentColor" stroke-width="{}" "#,
            r#"stroke-linejoin="round" d="{}"/>"#
        ),
        pen(1.0),
        word
    );
}
