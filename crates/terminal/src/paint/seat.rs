//! A player: name, marks, how they stand, and what they hold.

use engine::scene::{Lying, Sitter};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Span;

use super::card::{Size, short};
use super::text::width;
use super::theme::Theme;

/// A hand laid out in rows.
pub struct Fan {
    size: Size,
    /// Where each card lies, and how many cells its note may take.
    places: Vec<(u16, u16, u16)>,
    /// Cells across.
    pub wide: u16,
    /// Cells down.
    pub high: u16,
}

impl Fan {
    /// These cards in at most this number of cells across; backs that nobody can touch lie closer.
    pub fn new(hand: &[Lying], size: Size, most: u16, touchable: bool) -> Self {
        let noted = hand.iter().any(|lying| lying.note.is_some());
        let row_high = size.high() + u16::from(noted);
        let (mut x, mut y, mut widest) = (0, 0, 0);
        let mut places = Vec::new();
        for lying in hand {
            let note = lying.note.as_ref().map_or(0, |note| width(note));
            let step = match lying {
                Lying { card: None, note: None, raised: false, .. } if !touchable => 2,
                _ if touchable && note >= size.wide() => (note + 1).min(size.wide() + 2),
                _ => size.wide() - 1,
            };
            if x > 0 && x + size.wide() > most {
                (x, y) = (0, y + row_high);
            }
            places.push((x, y, step.max(size.wide() - 1)));
            widest = widest.max(x + size.wide());
            x += step;
        }
        let high = if hand.is_empty() { 0 } else { y + row_high };
        Self { size, places, wide: widest, high }
    }

    /// Where each card lies, and how many cells its note may take.
    pub fn spots(&self, from: (u16, u16)) -> Vec<(Rect, u16)> {
        let spot = |(x, y, note): &(u16, u16, u16)| {
            (Rect::new(from.0 + x, from.1 + y, self.size.wide(), self.size.high()), *note)
        };
        self.places.iter().map(spot).collect()
    }
}

/// What is said of a player in a line, piece by piece.
fn pieces(sitter: &Sitter, theme: Theme) -> Vec<Span<'static>> {
    let name = if sitter.you && sitter.name != "You" {
        format!("{} (you)", sitter.name)
    } else {
        sitter.name.clone()
    };
    let name_style = match (sitter.on_turn, sitter.out) {
        (true, _) => theme.bright(),
        (_, true) => theme.faint().add_modifier(Modifier::CROSSED_OUT),
        _ => theme.strong(),
    };
    let mut pieces = vec![Span::raw(if sitter.on_turn { "▶ " } else { "" }), Span::styled(name, name_style)];
    for fact in &sitter.facts {
        match fact.dots {
            Some(dots) => pieces.push(Span::styled(format!(" {}", "●".repeat(dots.into())), theme.wrong())),
            None => {
                pieces.push(Span::styled(format!("  {} ", fact.label), theme.faint()));
                pieces.push(Span::styled(fact.value.to_string(), theme.strong()));
            }
        }
    }
    for mark in &sitter.marks {
        pieces.push(Span::styled(format!(" · {mark}"), theme.faint()));
    }
    pieces
}

/// Cells that the name and all that is said of a player take.
pub fn header_width(sitter: &Sitter) -> u16 {
    pieces(sitter, Theme::default()).iter().map(|piece| piece.width() as u16).sum()
}

/// Name, marks and facts, in the middle of the line.
pub fn header(buffer: &mut Buffer, area: Rect, sitter: &Sitter, goal: bool, focus: bool, theme: Theme) {
    let mut x = area.x + area.width.saturating_sub(header_width(sitter)) / 2;
    for piece in pieces(sitter, theme) {
        let style = lit(piece.style, goal, focus, theme);
        let left = area.right().saturating_sub(x);
        (x, _) = buffer.set_stringn(x, area.y, &piece.content, left.into(), style);
    }
}

fn lit(style: Style, goal: bool, focus: bool, theme: Theme) -> Style {
    match (goal, focus) {
        (_, true) => theme.bright().add_modifier(Modifier::REVERSED),
        (true, _) => theme.bright().add_modifier(Modifier::UNDERLINED),
        _ => style,
    }
}

/// What someone holds, in a few letters.
fn tiny(hand: &[Lying]) -> Vec<(usize, String, Option<engine::Card>)> {
    if hand.len() > 3 && hand.iter().all(|lying| lying.card.is_none() && lying.note.is_none()) {
        return vec![(0, format!("░×{}", hand.len()), None)];
    }
    let one = |(index, lying): (usize, &Lying)| {
        let note = lying
            .note
            .as_ref()
            .filter(|_| lying.card.is_none())
            .map_or_else(String::new, ToString::to_string);
        let text = lying.card.map_or_else(|| format!("░{note}"), short);
        (index, if lying.raised { format!("{text}▲") } else { text }, lying.card)
    };
    hand.iter().enumerate().map(one).collect()
}

/// Cells that a player takes in one line.
pub fn line_width(sitter: &Sitter) -> u16 {
    let hand: u16 = tiny(&sitter.hand).iter().map(|(_, text, _)| width(text) + 1).sum();
    header_width(sitter) + hand
}

/// A player in one line; returns where their cards are.
pub fn line(
    buffer: &mut Buffer,
    area: Rect,
    sitter: &Sitter,
    goal: bool,
    focus: bool,
    theme: Theme,
) -> Vec<(usize, Rect)> {
    let mut x = area.x;
    for piece in pieces(sitter, theme) {
        let style = lit(piece.style, goal, focus, theme);
        (x, _) = buffer.set_stringn(x, area.y, &piece.content, area.right().saturating_sub(x).into(), style);
    }
    let mut spots = Vec::new();
    for (index, text, card) in tiny(&sitter.hand) {
        if x + width(&text) + 1 > area.right() {
            break;
        }
        let style = card.map_or_else(|| theme.back(), |card| theme.card(card));
        spots.push((index, Rect::new(x + 1, area.y, width(&text), 1)));
        (x, _) = buffer.set_stringn(x + 1, area.y, &text, usize::MAX, style);
    }
    spots
}
