//! Kings, queens, jacks and jokers: half figures, set together at the belt.

use std::fmt::Write;

use engine::{Card, Rank};

use self::Tone::*;
use super::outline::twice;

/// How a shape is drawn: three flat tones and one pen, which `style/40-cards.css` knows as `pc-…`.
#[derive(Clone, Copy)]
enum Tone {
    /// The suit's colour.
    Ink,
    /// The suit's colour with a light edge, to stand out from more of it.
    Edge,
    Paper,
    Gold,
    Skin,
    /// A line in the suit's colour.
    Pen,
    /// A line of paper.
    Light,
    /// Dots of paper.
    Gem,
}

impl Tone {
    const fn class(self) -> &'static str {
        match self {
            Ink => "ink",
            Edge => "edge",
            Paper => "paper",
            Gold => "gold",
            Skin => "skin",
            Pen => "pen",
            Light => "light",
            Gem => "gem",
        }
    }
}

/// A tone and an outline around the middle of the card.
type Layer = (Tone, &'static str);

/// A half figure, from back to front: its body, then the face that all share, what is before it, and what it
/// wears on its head.
struct Figure {
    name: &'static str,
    body: &'static [Layer],
    front: &'static [Layer],
    crest: &'static [Layer],
    /// How far the belt reaches.
    belt: u8,
}

/// The mark of the house, and the sign of a joker.
pub const STAR: &str = "M0-50L14-16 49-15 21 7 31 42 0 22-31 42-21 7-49-15-14-16Z";

const FIGURES: [Figure; 4] = [
    Figure { name: "king", body: KING, front: KING_FRONT, crest: KING_CROWN, belt: 96 },
    Figure { name: "queen", body: QUEEN, front: QUEEN_FRONT, crest: QUEEN_CROWN, belt: 84 },
    Figure { name: "jack", body: JACK, front: JACK_FRONT, crest: JACK_CAP, belt: 90 },
    Figure { name: "joker", body: JOKER, front: JOKER_FRONT, crest: JOKER_CAP, belt: 90 },
];

/// Closed eyes and a straight nose; the mouth is each figure's own.
const FACE: &[Layer] = &[
    (Skin, "M-24-104H24V-74C24-58 12-45 0-45C-12-45-24-58-24-74Z"),
    (Pen, "M-16-82q5-5 10 0M6-82q5-5 10 0M0-82V-69M-4-68H3"),
];

const KING_CROWN: &[Layer] = &[
    (Gold, "M-31-103L-39-140L-19-121L0-150L19-121L39-140L31-103Z"),
    (Ink, "M-33-113H33L31-100H-31Z"),
    (
        Gold,
        "M-44-141a5 5 0 1 0 10 0a5 5 0 1 0-10 0ZM34-141a5 5 0 1 0 10 0a5 5 0 1 0-10 0ZM-6-151\
         a6 6 0 1 0 12 0a6 6 0 1 0-12 0Z",
    ),
    (Gem, "M-18-106h.1M0-106h.1M18-106h.1"),
];
const KING: &[Layer] = &[
    (Ink, "M-96 0C-96-24-72-36-30-50H30C72-36 96-24 96 0Z"),
    (Light, "M-84 0C-84-14-74-22-62-28M84 0C84-14 74-22 62-28"),
    (Paper, "M-68 0C-66-24-52-38-30-50H30C52-38 66-24 68 0H44C40-16 30-26 18-32H-18C-30-26-40-16-44 0Z"),
    (Pen, "M-56-5v-5M-51-21v-5M-39-35v-4M56-5v-5M51-21v-5M39-35v-4"),
    (Gold, "M-44 0C-40-16-30-26-18-32H18C30-26 40-16 44 0Z"),
    (
        Ink,
        "M-24-102C-36-98-34-80-37-70C-39-60-32-52-22-56V-102ZM24-102C36-98 34-80 37-70\
         C39-60 32-52 22-56V-102Z",
    ),
];
const KING_FRONT: &[Layer] = &[
    (Edge, "M-24-76C-18-68-8-64 0-67C8-64 18-68 24-76V-56C24-38 10-26 0-18C-10-26-24-38-24-56Z"),
    (Light, "M-7-57q7 4 14 0M0-46V-32M-10-50C-10-44-9-40-7-36M10-50C10-44 9-40 7-36"),
];

const QUEEN_CROWN: &[Layer] = &[
    (
        Gold,
        "M-29-106C-33-116-34-122-40-130C-30-130-22-126-17-120C-15-132-8-138 0-146C8-138 15-132 17-120\
         C22-126 30-130 40-130C34-122 33-116 29-106C10-112-10-112-29-106Z",
    ),
    (
        Paper,
        "M-6-150a6 6 0 1 0 12 0a6 6 0 1 0-12 0ZM-46-132a5 5 0 1 0 10 0a5 5 0 1 0-10 0ZM36-132\
         a5 5 0 1 0 10 0a5 5 0 1 0-10 0Z",
    ),
    (Gem, "M0-122h.1"),
];
const QUEEN: &[Layer] = &[
    (Ink, "M-84 0C-84-24-64-36-24-46H24C64-36 84-24 84 0Z"),
    (Gold, "M-84 0C-84-16-76-26-62-32L-50 0ZM84 0C84-16 76-26 62-32L50 0Z"),
    (Pen, "M-73-20L-67 0M73-20L67 0"),
    (
        Edge,
        "M0-120C-44-120-42-88-45-66C-47-48-56-42-66-40C-56-22-32-20-20-40H20C32-20 56-22 66-40\
         C56-42 47-48 45-66C42-88 44-120 0-120Z",
    ),
    (Light, "M-34-96C-38-76-34-56-46-42M34-96C38-76 34-56 46-42"),
    (Skin, "M-9-52H9V-40C16-36 25-34 32-31C27-12 12-6 0 0C-12-6-27-12-32-31C-25-34-16-36-9-40Z"),
    (Pen, "M-20-34C-13-22 13-22 20-34"),
    (Gold, "M0-27L6-19 0-10-6-19Z"),
];
const QUEEN_FRONT: &[Layer] =
    &[(Ink, "M-24-84C-22-96-8-96 0-106C8-96 22-96 24-84V-106H-24Z"), (Pen, "M-5-60q5 5 10 0z")];

const JACK_CAP: &[Layer] = &[
    (Gold, "M-18-112C-40-116-60-134-56-158C-36-152-14-140-10-116Z"),
    (Pen, "M-18-114C-32-124-44-138-50-152"),
    (Ink, "M-32-106C-32-130-8-144 12-140C28-136 34-122 33-106Z"),
    (Paper, "M-40-102C-36-116 8-118 52-107C40-96-2-97-40-102Z"),
];
const JACK: &[Layer] = &[
    (Ink, "M-90 0C-90-24-68-36-26-46H26C68-36 90-24 90 0Z"),
    (
        Paper,
        "M-78 0C-78-12-72-22-62-28L-54 0ZM-40 0L-46-34-30-38-22 0ZM40 0L46-34 30-38 22 0ZM78 0\
         C78-12 72-22 62-28L54 0Z",
    ),
    (
        Ink,
        "M-26-102C-42-96-40-72-46-56C-40-48-28-48-22-56V-102ZM26-102C42-96 40-72 46-56\
         C40-48 28-48 22-56V-102Z",
    ),
    (Light, "M-33-90C-36-78-34-66-37-56M33-90C36-78 34-66 37-56"),
    (Gold, "M-42-44L-32-24-16-38 0-14 16-38 32-24 42-44C20-52-20-52-42-44Z"),
];
const JACK_FRONT: &[Layer] =
    &[(Ink, "M-24-91Q-16-86-8-91Q0-86 8-91Q16-86 24-91V-106H-24Z"), (Pen, "M-6-59q6 3 12 0")];

const JOKER_CAP: &[Layer] = &[
    (Ink, "M-28-98C-32-124-12-130 0-152C12-130 32-124 28-98Z"),
    (
        Gold,
        "M-8-124C-34-136-58-120-62-92C-50-104-38-104-28-98C-28-110-20-118-8-124ZM8-124\
         C34-136 58-120 62-92C50-104 38-104 28-98C28-110 20-118 8-124Z",
    ),
    (
        Paper,
        "M-6-154a6 6 0 1 0 12 0a6 6 0 1 0-12 0ZM-68-88a6 6 0 1 0 12 0a6 6 0 1 0-12 0ZM56-88\
         a6 6 0 1 0 12 0a6 6 0 1 0-12 0Z",
    ),
];
const JOKER: &[Layer] = &[
    (Ink, "M-90 0C-88-26-62-38-26-46H26C62-38 88-26 90 0Z"),
    (Gold, "M-26-50L-68-37-49-32-44-20-23-30 0-17 23-30 44-20 49-32 68-37 26-50Z"),
    (
        Paper,
        "M-74-36a5 5 0 1 0 10 0a5 5 0 1 0-10 0ZM-50-18a5 5 0 1 0 10 0a5 5 0 1 0-10 0ZM40-18\
         a5 5 0 1 0 10 0a5 5 0 1 0-10 0ZM64-36a5 5 0 1 0 10 0a5 5 0 1 0-10 0Z",
    ),
];
const JOKER_FRONT: &[Layer] = &[(Pen, "M-13-64C-9-52 9-52 13-64Q0-58-13-64Z")];

pub fn define(svg: &mut String) {
    for Figure { name, body, front, crest, belt } in FIGURES {
        let _ = write!(svg, r#"<g id="pc-{name}-crest">"#);
        for (tone, outline) in crest {
            draw(svg, *tone, outline);
        }
        let _ = write!(svg, r#"</g><g id="pc-{name}">"#);
        // The halves keep apart but for the belt, so that each layer of both is one path.
        for (tone, outline) in [body, FACE, front, crest].into_iter().flatten() {
            draw(svg, *tone, &twice(outline));
        }
        draw(svg, Gold, &format!("M-{belt}-11H{belt}V11H-{belt}Z"));
        svg.push_str(r#"<path class="pc-stud" d="M-60 0h.1M-30 0h.1M0 0h.1M30 0h.1M60 0h.1"/></g>"#);
    }
    let _ = write!(svg, r#"<path id="pc-star" d="{STAR}"/>"#);
}

fn draw(svg: &mut String, tone: Tone, outline: &str) {
    let _ = write!(svg, r#"<path class="pc-{}" d="{outline}"/>"#, tone.class());
}

/// What a figure wears on its head, to stand alone where there is no room for the figure.
pub fn crest(card: Card) -> Option<&'static str> {
    match card.rank() {
        Some(Rank::King) => Some("king-crest"),
        Some(Rank::Queen) => Some("queen-crest"),
        Some(Rank::Jack) => Some("jack-crest"),
        _ => None,
    }
}
