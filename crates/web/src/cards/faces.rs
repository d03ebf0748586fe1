//! Faces put together: paper, indices, and pips or a figure.

use std::fmt::Write;

use engine::card::{Card, Face, Joker, Rank, Suit};

use super::{CardStyle, courts, outline, pips, ranks};

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
    // Whatever is filled or stroked alike is one path.
    let mut signs = Signs { sign, suit, filled: String::new(), stroked: String::new() };
    if style.large_index {
        // Rank beside suit above, suit beside rank below: whichever edge other cards leave free shows both. All
        // stand upright, so that a six is never taken for a nine.
        for (x, y) in [(60, 95), (-60, -95)] {
            signs.rank((x, y), LARGE);
            signs.suit((-x, y), 1.0);
        }
        match courts::crest(card) {
            Some(crest) => use_at(&mut svg, crest, 0, 108, 0.86),
            None if card.is_joker() => use_at(&mut svg, "word", 0, 0, 0.5),
            None => {}
        }
    } else {
        // Rank above suit in the corner.
        for turn in [1, -1] {
            signs.rank((-91 * turn, -121 * turn), SMALL * f32::from(turn));
            signs.suit((-91 * turn, -61 * turn), 0.42 * f32::from(turn));
        }
        match card.face() {
            Face::Suited(rank, _) => middle(&mut svg, rank, &mut signs),
            Face::Joker(_) => {
                use_at(&mut svg, "joker", 0, 0, 1.0);
                use_at(&mut svg, "word", 0, 0, 0.16);
            }
        }
    }
    let pen = ranks::pen(if style.large_index { LARGE } else { SMALL });
    let _ = write!(
        svg,
        concat!(
            r#"<path d="{}"/><path fill="none" stroke="currentColor" stroke-width="{}" "#,
            r#"stroke-linejoin="round" d="{}"/>"#
        ),
        signs.filled, pen, signs.stroked
    );
    if card == Card::new(Rank::Ace, Suit::Spades) && !style.large_index {
        // The mark of the house, where printers have always put it.
        svg.push_str(r#"<g fill="var(--card-gold)">"#);
        use_at(&mut svg, "star", 0, 8, 0.36);
        svg.push_str("</g>");
    }
    svg.push_str("</g></g>");
    svg
}

/// How large the signs of ranks are.
const SMALL: f32 = 0.66;
const LARGE: f32 = 1.2;

/// The ranks and suits on a card.
struct Signs {
    /// The rank's number; a joker has none.
    sign: u8,
    suit: &'static str,
    filled: String,
    stroked: String,
}

impl Signs {
    /// The sign of the rank; a joker gets a star.
    fn rank(&mut self, at: (i16, i16), scale: f32) {
        match self.sign {
            0 => outline::place(&mut self.filled, courts::STAR, at, scale * 0.76),
            sign => outline::place(&mut self.stroked, ranks::strokes(&sign.to_string()), at, scale),
        }
    }

    fn suit(&mut self, at: (i16, i16), scale: f32) {
        outline::place(&mut self.filled, pips::outline(self.suit), at, scale);
    }
}

/// The pips of a number, the one great pip of an ace, or the figure of a court card.
fn middle(svg: &mut String, rank: Rank, signs: &mut Signs) {
    match rank {
        Rank::Ace => {
            // An ace has a fine line around it: the suit thrice, each a little smaller.
            let mut great = String::new();
            outline::place(&mut great, pips::outline(signs.suit), (0, 0), ACE);
            let (ink, paper) = (outline::decimal(16.0 * ACE), outline::decimal(11.0 * ACE));
            let _ = write!(svg, r#"<path stroke="currentColor" stroke-width="{ink}" d="{great}"/>"#);
            let _ = write!(
                svg,
                concat!(
                    r#"<path fill="var(--card-paper)" stroke="var(--card-paper)" stroke-width="{}" "#,
                    r#"d="{}"/>"#
                ),
                paper, great
            );
            signs.filled += &great;
        }
        Rank::Jack | Rank::Queen | Rank::King => {
            use_at(svg, rank.name(), 0, 0, 1.0);
            // The suit beside the head, on both halves.
            signs.suit((80, -128), 0.46);
            signs.suit((-80, 128), -0.46);
        }
        _ => {
            for (x, y) in pips::layout(rank.number()) {
                signs.suit((x, y), if y > 0 { -0.42 } else { 0.42 });
            }
        }
    }
}

/// How large the pip of an ace is.
const ACE: f32 = 1.25;

/// A defined shape, its middle at a point; a negative scale turns it upside down.
fn use_at(svg: &mut String, name: &str, x: i16, y: i16, scale: f32) {
    let scale = outline::decimal(scale);
    let _ = write!(svg, r##"<use href="#pc-{name}" transform="translate({x} {y})scale({scale})"/>"##);
}
