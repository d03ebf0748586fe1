//! Faces put together: paper, indices, and pips or a figure.

use std::fmt::Write;

use engine::card::{Card, Face, Joker, Rank, Suit};

use super::{CardStyle, courts, pips};

/// The paper, and the outline of a place that waits for a card.
pub fn define(svg: &mut String) {
    svg.push_str(concat!(
        r#"<rect id="pc-paper" x="1.5" y="1.5" width="247" height="347" rx="18" fill="var(--card-paper)" "#,
        r#"stroke="var(--card-edge)" stroke-width="var(--card-edge-width)"/>"#,
        r#"<rect id="pc-place" x="6" y="6" width="238" height="338" rx="16" fill="none" "#,
        r#"stroke="var(--card-place)" stroke-width="4" stroke-dasharray="14 10" stroke-linecap="round"/>"#,
    ));
}

pub fn face(card: Card, style: &CardStyle) -> String {
    let (colour, sign, suit) = match card.face() {
        Face::Suited(rank, suit) => (pips::colour(suit), rank.number(), suit.name()),
        Face::Joker(Joker::Red) => (pips::colour(Suit::Hearts), 0, "sun"),
        Face::Joker(Joker::Black) => (pips::colour(Suit::Spades), 0, "moon"),
    };
    let class = if style.four_colour { "card-face four-colour" } else { "card-face" };
    let mut svg =
        format!(r##"<g class="{class}" color="{colour}" fill="currentColor"><use href="#pc-paper"/>"##);
    svg.push_str(r#"<g transform="translate(125 175)">"#);
    if style.large_index {
        large_index(&mut svg, sign, suit);
        match courts::crest(card) {
            Some(crest) => use_at(&mut svg, crest, 0, 108, 0.86),
            None if card.is_joker() => use_at(&mut svg, "word", 0, 0, 0.5),
            None => {}
        }
    } else {
        twice(&mut svg, &index(sign, suit));
        match card.face() {
            Face::Suited(rank, _) => middle(&mut svg, rank, suit),
            Face::Joker(_) => {
                use_at(&mut svg, "joker", 0, 0, 1.0);
                use_at(&mut svg, "word", 0, 0, 0.16);
            }
        }
    }
    svg.push_str("</g></g>");
    svg
}

/// The pips of a number, the one great pip of an ace, or the figure of a court card.
fn middle(svg: &mut String, rank: Rank, suit: &str) {
    match rank {
        Rank::Ace => {
            // An ace has a fine line around it: the suit thrice, each a little smaller.
            svg.push_str(r#"<g stroke="currentColor" stroke-width="16">"#);
            use_at(svg, suit, 0, 0, 1.25);
            svg.push_str(r#"</g><g fill="var(--card-paper)" stroke="var(--card-paper)" stroke-width="11">"#);
            use_at(svg, suit, 0, 0, 1.25);
            svg.push_str("</g>");
            use_at(svg, suit, 0, 0, 1.25);
            if suit == Suit::Spades.name() {
                // The mark of the house, where printers have always put it.
                svg.push_str(r#"<g fill="var(--card-gold)">"#);
                use_at(svg, "star", 0, 8, 0.36);
                svg.push_str("</g>");
            }
        }
        Rank::Jack | Rank::Queen | Rank::King => figure(svg, rank.name(), suit),
        _ => {
            for (x, y) in pips::layout(rank.number()) {
                use_at(svg, suit, x, y, if y > 0 { -0.42 } else { 0.42 });
            }
        }
    }
}

/// A figure with its suit beside the head, on both halves.
fn figure(svg: &mut String, name: &str, suit: &str) {
    use_at(svg, name, 0, 0, 1.0);
    use_at(svg, "studs", 0, 0, 1.0);
    let mut sign = String::new();
    use_at(&mut sign, suit, 80, -128, 0.46);
    twice(svg, &sign);
}

/// Rank above suit in the corner.
fn index(sign: u8, suit: &str) -> String {
    let mut svg = String::new();
    rank(&mut svg, sign, -91, -121, 0.66);
    use_at(&mut svg, suit, -91, -61, 0.42);
    svg
}

/// Rank beside suit above, suit beside rank below: whichever edge other cards leave free shows both. All
/// stand upright, so that a six is never taken for a nine.
fn large_index(svg: &mut String, sign: u8, suit: &str) {
    rank(svg, sign, -60, -95, 1.2);
    use_at(svg, suit, 60, -95, 1.0);
    use_at(svg, suit, -60, 95, 1.0);
    rank(svg, sign, 60, 95, 1.2);
}

/// The sign of a rank by its number; a joker, which has none, gets a star.
fn rank(svg: &mut String, sign: u8, x: i16, y: i16, scale: f32) {
    match sign {
        0 => use_at(svg, "star", x, y, scale * 0.76),
        _ => use_at(svg, &format!("r{sign}"), x, y, scale),
    }
}

/// The same on the upper and, upside down, on the lower half.
fn twice(svg: &mut String, half: &str) {
    let _ = write!(svg, r#"{half}<g transform="scale(-1)">{half}</g>"#);
}

/// A defined shape, its middle at a point; a negative scale turns it upside down.
fn use_at(svg: &mut String, name: &str, x: i16, y: i16, scale: f32) {
    let _ = write!(svg, r##"<use href="#pc-{name}" transform="translate({x} {y})scale({scale})"/>"##);
}
