//! The backs.

use std::fmt::Write;

/// The pattern on the back of the cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[allow(missing_docs)]
pub enum Back {
    #[default]
    Lattice,
    Leaves,
    Waves,
    Rosette,
    Plain,
}

impl Back {
    /// Every back, in the order in which they are offered.
    pub const ALL: [Self; 5] = [Self::Lattice, Self::Leaves, Self::Waves, Self::Rosette, Self::Plain];

    /// The back in a word, which is also how it is stored.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Lattice => "lattice",
            Self::Leaves => "leaves",
            Self::Waves => "waves",
            Self::Rosette => "rosette",
            Self::Plain => "plain",
        }
    }

    /// The back of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|back| back.name() == name)
    }

    /// The pattern, around the origin and within 108 by 156 units each way.
    fn pattern(self) -> String {
        match self {
            Self::Lattice => lattice(),
            Self::Leaves => leaves(),
            Self::Waves => waves(),
            Self::Rosette => rosette(),
            Self::Plain => r#"<g stroke-width="12"><circle r="44"/><path d="M0 0h.1"/></g>"#.to_owned(),
        }
    }
}

/// Rhombs from two zigzags to a row, with a dot in each.
fn lattice() -> String {
    let (mut lines, mut dots) = (String::new(), String::new());
    for row in 0..6 {
        let y = row * 52 - 156;
        let (down, up) = ("l36 52 36-52".repeat(3), "l36-52 36 52".repeat(3));
        let _ = write!(lines, "M-108 {y}{down}M-108 {}{up}", y + 52);
        for column in 0..6 {
            let x = column * 36 - 90;
            if row > 0 {
                let _ = write!(dots, "M{x} {y}h.1");
            }
            if column > 0 {
                let _ = write!(dots, "M{} {}h.1", x - 18, y + 26);
            }
        }
    }
    format!(r#"<path d="{lines}"/><path stroke-width="9" d="{dots}"/>"#)
}

/// Stems with pairs of leaves that grow from the middle to both ends.
fn leaves() -> String {
    let (mut stems, mut blades) = (String::new(), String::new());
    for stem in [-78, -26, 26, 78] {
        let _ = write!(stems, "M{stem} 0V-146");
        for pair in 0..6 {
            let _ = write!(
                blades,
                "M{stem} {y}c-3-13-10-20-22-22 0 13 9 21 22 22c13-1 22-9 22-22-12 2-19 9-22 22z",
                y = -4 - pair * 22
            );
        }
        let _ = write!(blades, "M{stem}-132c-7-8-7-16 0-24 7 8 7 16 0 24z");
    }
    let half =
        format!(r#"<path d="{stems}"/><path fill="var(--card-back-line)" stroke="none" d="{blades}"/>"#);
    format!(r#"{half}<g transform="scale(-1)">{half}</g>"#)
}

/// Scales like those on old waves: each row lies over the one above.
fn waves() -> String {
    let mut svg = String::from(r#"<g clip-path="url(#pc-window)">"#);
    for row in 0..14 {
        let (mut scales, mut lines) = (String::new(), String::new());
        for column in 0..(5 + row % 2) {
            let (x, y) = (column * 54 - 108 - (row % 2) * 27, row * 24 - 156);
            circle(&mut scales, x, y, 27);
            circle(&mut lines, x, y, 18);
            circle(&mut lines, x, y, 9);
        }
        let _ = write!(svg, r#"<path fill="var(--card-back-waves)" d="{scales}"/><path d="{lines}"/>"#);
    }
    svg.push_str("</g>");
    svg
}

fn circle(path: &mut String, x: i32, y: i32, radius: i32) {
    let (left, right) = (-2 * radius, 2 * radius);
    let _ = write!(path, "M{} {y}", x - radius);
    let _ = write!(path, "a{radius} {radius} 0 1 0 {right} 0a{radius} {radius} 0 1 0 {left} 0Z");
}

/// Rings of ellipses, turned step by step.
fn rosette() -> String {
    let mut svg = String::new();
    for step in 0..12 {
        let _ = write!(svg, r#"<ellipse rx="100" ry="34" transform="rotate({})"/>"#, step * 15);
    }
    let mut corners = String::new();
    for radius in [24, 34, 44, 54] {
        for (x, y) in [(-1, -1), (1, -1), (1, 1), (-1, 1)] {
            let (left, top, sweep) = (x * 108, y * 156, u8::from(x == y));
            let (from, to) = (left - x * radius, top - y * radius);
            let _ = write!(corners, "M{from} {top}A{radius} {radius} 0 0 {sweep} {left} {to}");
        }
    }
    let _ = write!(svg, r#"<circle r="106"/><path d="{corners}"/>"#);
    svg
}

pub fn define(svg: &mut String) {
    svg.push_str(r#"<rect id="pc-frame" x="-108" y="-156" width="216" height="312" rx="5"/>"#);
    svg.push_str(r##"<clipPath id="pc-window"><use href="#pc-frame"/></clipPath>"##);
    for back in Back::ALL {
        let _ = write!(
            svg,
            concat!(
                r##"<g id="pc-back-{0}"><use href="#pc-paper"/><g transform="translate(125 175)" "##,
                r##"fill="none" stroke="var(--card-back-line)" stroke-width="2.5" stroke-linecap="round" "##,
                r##"stroke-linejoin="round"><rect x="-113" y="-161" width="226" height="322" rx="9" "##,
                r##"fill="var(--card-back-{0})" stroke="none"/>{1}"##,
                r##"<use href="#pc-frame"/></g></g>"##
            ),
            back.name(),
            back.pattern(),
        );
    }
}
