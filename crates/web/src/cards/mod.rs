//! The playing cards, drawn by us as SVG and shared by all games.
//!
//! [`defs`] goes into the page once; [`face`], [`back`] and [`place`] are the insides of an `<svg>` of
//! [`VIEW_BOX`], of as few elements as they can be, and point at what is defined there. Every colour is a custom property of
//! `style/40-cards.css`, so that themes need no other markup.

mod backs;
mod courts;
mod faces;
mod outline;
mod pips;
mod ranks;
#[cfg(test)]
mod tests;

pub use backs::Back;
use engine::Card;
pub use outline::decimal;

/// The `viewBox` of every card: 250 by 350 units, as wide as 5 is to 7.
pub const VIEW_BOX: &str = "0 0 250 350";

/// How the player likes the cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CardStyle {
    /// Diamonds blue and clubs green, instead of two red and two black suits.
    pub four_colour: bool,
    /// Ranks and suits as large as the card allows, for low vision and small screens.
    pub large_index: bool,
    /// The pattern on the other side.
    pub back: Back,
}

/// One hidden `<svg>` with all that the cards are made of, for every style; it goes into the page once.
pub fn defs() -> String {
    let mut svg = String::from(
        r#"<svg class="card-defs" width="0" height="0" aria-hidden="true" focusable="false"><defs>"#,
    );
    faces::define(&mut svg);
    ranks::define(&mut svg);
    courts::define(&mut svg);
    backs::define(&mut svg);
    svg.push_str("</defs></svg>");
    svg
}

/// The inside of the `<svg>` of a card that lies face up.
pub fn face(card: Card, style: &CardStyle) -> String {
    faces::face(card, style)
}

/// The inside of the `<svg>` of a card that lies face down.
pub fn back(style: &CardStyle) -> String {
    format!(r##"<g class="card-back"><use href="#pc-back-{}"/></g>"##, style.back.name())
}

/// The inside of the `<svg>` of a place where a card may lie, but none does.
pub fn place() -> String {
    r##"<use href="#pc-place"/>"##.to_owned()
}
