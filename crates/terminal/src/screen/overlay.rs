//! What is shown above the table until it is put away: the rules, the keys, lists, what happened so far.

use client::buttons::Button;
use client::markdown;
use crossterm::event::KeyCode;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Padding, Widget};

use crate::paint::{Hits, Target, Theme, clipped, coloured, key_of, wrapped};

/// A text, or a list to choose from.
#[derive(Clone, Debug, PartialEq)]
pub enum Overlay {
    /// To be read.
    Text {
        /// What it is.
        title: String,
        /// The text, in a little Markdown.
        text: String,
        /// The line that is to be seen first: the one that has these words.
        at: Option<String>,
        /// How far it is scrolled; none until it is drawn.
        scroll: Option<u16>,
    },
    /// To be chosen from.
    List {
        /// What is asked.
        title: String,
        /// What there is.
        items: Vec<Button>,
        /// Which one the keys point at.
        selected: usize,
    },
}

/// The result of a key press.
pub enum Pressed {
    /// It stays.
    Stay,
    /// It is put away.
    Away,
    /// That was chosen.
    Chosen(usize),
}

impl Overlay {
    /// A text.
    pub fn text(title: &str, text: impl Into<String>) -> Self {
        Self::Text { title: title.to_owned(), text: text.into(), at: None, scroll: None }
    }

    /// The rules, open at a clause.
    pub fn book(title: &str, rules: &str, clause: Option<&str>) -> Self {
        let at = clause.map(|clause| format!("**{}**", clause.to_uppercase()));
        Self::Text { title: format!("The rules of {title}"), text: unbroken(rules), at, scroll: None }
    }

    /// A list.
    pub fn list(title: &str, items: Vec<Button>) -> Self {
        Self::List { title: title.to_owned(), items, selected: 0 }
    }

    /// Takes a key.
    pub fn press(&mut self, key: KeyCode) -> Pressed {
        match self {
            Self::Text { scroll, .. } => {
                let now = scroll.unwrap_or(0);
                *scroll = Some(match key {
                    KeyCode::Esc | KeyCode::Enter | KeyCode::Char('q' | '?' | 'b' | 'p') => {
                        return Pressed::Away;
                    }
                    KeyCode::Up | KeyCode::Char('k') => now.saturating_sub(1),
                    KeyCode::Down | KeyCode::Char('j') => now.saturating_add(1),
                    KeyCode::PageUp => now.saturating_sub(15),
                    KeyCode::PageDown | KeyCode::Char(' ') => now.saturating_add(15),
                    KeyCode::Home | KeyCode::Char('g') => 0,
                    KeyCode::End | KeyCode::Char('G') => u16::MAX,
                    _ => now,
                });
            }
            Self::List { items, selected, .. } => match key {
                KeyCode::Esc | KeyCode::Char('q') => return Pressed::Away,
                KeyCode::Up | KeyCode::Char('k') => *selected = selected.saturating_sub(1),
                KeyCode::Down | KeyCode::Char('j') => {
                    *selected = (*selected + 1).min(items.len().saturating_sub(1))
                }
                KeyCode::Enter | KeyCode::Char(' ') => return Pressed::Chosen(*selected),
                KeyCode::Char(digit @ '0'..='9') => {
                    let index = (0..10).find(|index| key_of(*index) == Some(digit));
                    if let Some(index) = index.filter(|index| *index < items.len()) {
                        return Pressed::Chosen(index);
                    }
                }
                _ => {}
            },
        }
        Pressed::Stay
    }

    /// Draws it in the middle.
    pub fn draw(&mut self, buffer: &mut Buffer, within: Rect, theme: Theme, hits: &mut Hits) {
        match self {
            Self::Text { title, text, at, scroll } => {
                let area = middle(within, within.width.min(96), within.height.saturating_sub(2));
                let inner = panel(buffer, area, title, "↑↓ scroll · Esc back", theme);
                let (lines, marked) = written(text, at.as_deref(), inner.width, theme);
                let most = (lines.len() as u16).saturating_sub(inner.height);
                let first = scroll.unwrap_or_else(|| marked.map_or(0, |line| line as u16)).min(most);
                *scroll = Some(first);
                for (line, y) in lines.into_iter().skip(first.into()).zip(inner.y..inner.bottom()) {
                    buffer.set_line(inner.x, y, &line, inner.width);
                }
                if most > 0 {
                    let place = (u32::from(first) * u32::from(inner.height.saturating_sub(1))
                        / u32::from(most)) as u16;
                    buffer.set_string(area.right() - 1, inner.y + place, "█", theme.strong());
                }
            }
            Self::List { title, items, selected } => {
                let high = (items.len() as u16 + 4).min(within.height);
                let area = middle(within, within.width.min(72), high);
                let inner = panel(buffer, area, title, "Enter choose · Esc back", theme);
                let first = selected.saturating_sub(usize::from(inner.height).saturating_sub(1));
                for (index, y) in (first..items.len()).zip(inner.y..inner.bottom()) {
                    let key = key_of(index).map_or_else(|| "  ".to_owned(), |key| format!("{key} "));
                    let style = if index == *selected { theme.bar() } else { Style::new() };
                    let text = clipped(&format!("{key}{}", items[index].label), inner.width);
                    buffer.set_line(inner.x, y, &coloured(&text, style, theme), inner.width);
                    hits.push((Rect::new(inner.x, y, inner.width, 1), Target::Row(index)));
                }
            }
        }
    }
}

/// A place of that size in the middle of another.
pub fn middle(within: Rect, wide: u16, high: u16) -> Rect {
    let (wide, high) = (wide.min(within.width), high.min(within.height));
    Rect::new(within.x + (within.width - wide) / 2, within.y + (within.height - high) / 2, wide, high)
}

/// Draws an empty panel; returns the place within.
pub fn panel(buffer: &mut Buffer, area: Rect, title: &str, below: &str, theme: Theme) -> Rect {
    Clear.render(area, buffer);
    let block = Block::bordered()
        .border_type(BorderType::Rounded)
        .border_style(theme.can())
        .title(Line::styled(format!(" {title} "), theme.strong()))
        .title_bottom(Line::styled(format!(" {below} "), theme.faint()).right_aligned())
        .padding(Padding::horizontal(1));
    let inner = block.inner(area);
    block.render(area, buffer);
    inner
}

/// A text in a little Markdown as lines; and the line that has the words looked for.
fn written(text: &str, at: Option<&str>, wide: u16, theme: Theme) -> (Vec<Line<'static>>, Option<usize>) {
    let mut lines = Vec::new();
    let mut marked = None;
    for paragraph in text.lines() {
        let is_marked = at.is_some_and(|at| paragraph.contains(at));
        if is_marked && marked.is_none() {
            marked = Some(lines.len());
        }
        let heading = paragraph.starts_with('#');
        let plain = paragraph.trim_start_matches('#').trim_start_matches(if heading { " " } else { "" });
        let (mark, indent) = if plain.starts_with("- ") { ("• ", "  ") } else { ("", "") };
        let plain = format!("{mark}{}", plain.trim_start_matches("- "));
        if plain.is_empty() {
            lines.push(Line::default());
            continue;
        }
        let style = match (heading, is_marked) {
            (true, _) => theme.bright(),
            (_, true) => Style::new().add_modifier(Modifier::UNDERLINED),
            _ => Style::new(),
        };
        lines.extend(wrapped(&plain, wide, indent).iter().map(|line| emphasised(line, style, theme)));
    }
    (lines, marked)
}

/// Markdown with a line for each heading, paragraph, item and row of a table.
fn unbroken(text: &str) -> String {
    let mut lines = Vec::new();
    for block in markdown::blocks(text) {
        lay_out(&block, &mut lines);
        if !matches!(block, markdown::Block::Heading { .. }) {
            lines.push(String::new());
        }
    }
    lines.join("\n")
}

fn lay_out(block: &markdown::Block, lines: &mut Vec<String>) {
    match block {
        markdown::Block::Heading { text, .. } => lines.push(format!("# {text}")),
        markdown::Block::Paragraph(text) => lines.push(text.clone()),
        markdown::Block::List { ordered, items } => {
            for (number, item) in (1..).zip(items) {
                let begin = lines.len();
                item.iter().for_each(|block| lay_out(block, lines));
                if let Some(first) = lines.get_mut(begin) {
                    *first = if *ordered { format!("{number}. {first}") } else { format!("- {first}") };
                }
            }
        }
        // The head only names the columns.
        markdown::Block::Table { rows, .. } => lines.extend(rows.iter().map(|cells| {
            let (head, rest) = cells.split_at(cells.len().min(2));
            format!("- {}: {}", head.join(" "), rest.join(" "))
        })),
    }
}

/// What stands between two asterisks is strong, `code` is plain.
fn emphasised(line: &str, style: Style, theme: Theme) -> Line<'static> {
    let mut spans: Vec<Span<'static>> = Vec::new();
    for (index, part) in line.split("**").enumerate() {
        let style = if index % 2 == 1 { style.patch(theme.strong()) } else { style };
        spans.extend(coloured(&part.replace('`', ""), style, theme).spans);
    }
    Line::from(spans)
}
