//! A card as a box of letters.

use engine::Card;
use engine::scene::Lying;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::text::width;
use super::theme::Theme;

/// How large cards are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// 5 by 3.
    Small,
    /// 7 by 5.
    Large,
}

impl Size {
    /// Cells across.
    pub fn wide(self) -> u16 {
        match self {
            Self::Small => 5,
            Self::Large => 7,
        }
    }

    /// Cells down.
    pub fn high(self) -> u16 {
        match self {
            Self::Small => 3,
            Self::Large => 5,
        }
    }
}

/// How a card or pile is marked for the player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Highlight {
    /// Something can be done with it.
    pub can: bool,
    /// The keys point at it.
    pub focus: bool,
    /// It is picked up.
    pub picked: bool,
    /// What is picked up can go here.
    pub goal: bool,
    /// It was pointed at.
    pub raised: bool,
    /// The key that does what can be done with it.
    pub key: Option<char>,
}

/// What lies where a card would.
pub enum Face<'a> {
    /// A card, open or face down.
    Lying(&'a Lying),
    /// No card.
    Empty,
}

/// Draws a card with its upper left corner there; returns the place it takes.
pub fn draw_card(
    buffer: &mut Buffer,
    at: (u16, u16),
    size: Size,
    face: &Face,
    highlight: Highlight,
    theme: Theme,
) -> Rect {
    let area = Rect::new(at.0, at.1, size.wide(), size.high()).intersection(buffer.area);
    if area.width < size.wide() || area.height < size.high() {
        return area;
    }
    let edge = edge_style(face, highlight, theme);
    frame(buffer, area, edge, highlight, matches!(face, Face::Empty));
    match face {
        Face::Empty => fill(buffer, area, " ", Style::new()),
        Face::Lying(Lying { card: None, .. }) => fill(buffer, area, "░", theme.back()),
        Face::Lying(Lying { card: Some(card), .. }) => {
            fill(buffer, area, " ", Style::new());
            sign(buffer, area, size, *card, highlight, theme);
        }
    }
    if let Some(key) = highlight.key {
        let style = theme.bright();
        buffer.set_string(area.x + size.wide() / 2, area.y, key.to_string(), style);
    }
    if highlight.raised {
        buffer.set_string(area.x + size.wide() / 2, area.bottom() - 1, "▲", theme.bright());
    }
    area
}

fn edge_style(face: &Face, highlight: Highlight, theme: Theme) -> Style {
    if highlight.focus || highlight.picked || highlight.goal {
        theme.bright()
    } else if highlight.can {
        theme.can()
    } else if matches!(face, Face::Empty) {
        theme.faint()
    } else {
        Style::new()
    }
}

fn frame(buffer: &mut Buffer, area: Rect, style: Style, highlight: Highlight, empty: bool) {
    let [corners, across, down] = match highlight {
        Highlight { picked: true, .. } => ["╔╗╚╝", "═", "║"],
        Highlight { focus: true, .. } => ["┏┓┗┛", "━", "┃"],
        Highlight { goal: true, .. } => ["┌┐└┘", "╍", "╏"],
        _ if empty => ["╭╮╰╯", "┄", "┊"],
        _ => ["╭╮╰╯", "─", "│"],
    };
    let corner: Vec<char> = corners.chars().collect();
    let (left, right, top, bottom) = (area.x, area.right() - 1, area.y, area.bottom() - 1);
    for x in left + 1..right {
        buffer.set_string(x, top, across, style);
        buffer.set_string(x, bottom, across, style);
    }
    for y in top + 1..bottom {
        buffer.set_string(left, y, down, style);
        buffer.set_string(right, y, down, style);
    }
    for (index, (x, y)) in
        [(left, top), (right, top), (left, bottom), (right, bottom)].into_iter().enumerate()
    {
        buffer.set_string(x, y, corner[index].to_string(), style);
    }
}

fn fill(buffer: &mut Buffer, area: Rect, with: &str, style: Style) {
    for y in area.y + 1..area.bottom() - 1 {
        for x in area.x + 1..area.right() - 1 {
            buffer.set_string(x, y, with, Style::reset().patch(style));
        }
    }
}

/// A card's sign in three cells at most: "5♠", "10♥", "R★".
pub fn short(card: Card) -> String {
    match (card.is_joker(), card.name().starts_with("red")) {
        (true, true) => "R★".to_owned(),
        (true, false) => "B★".to_owned(),
        _ => card.short(),
    }
}

fn sign(buffer: &mut Buffer, area: Rect, size: Size, card: Card, highlight: Highlight, theme: Theme) {
    let mut style = theme.card(card);
    if highlight.focus {
        style = style.add_modifier(Modifier::REVERSED);
    }
    let text = short(card);
    buffer.set_string(area.x + 1, area.y + 1, &text, style);
    if size == Size::Large {
        let (suit, plain) = (card.suit().map_or('★', |suit| suit.sign()), theme.card(card));
        buffer.set_string(area.x + 3, area.y + 2, suit.to_string(), plain);
        buffer.set_string(area.right() - 1 - width(&text), area.bottom() - 2, &text, plain);
    }
}
