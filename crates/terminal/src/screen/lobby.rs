//! Choosing what to play.

use client::buttons::{Button, ButtonAction};
use crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use games::{AnyGame, ListedGame};
use protocol::Order;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;

use super::Effect;
use super::overlay::{Overlay, Pressed};
use super::steer::under;
use crate::game::PlannedGame;
use crate::keep::{DataDir, SavedGame};
use crate::paint::{Hits, Target, Theme, clipped, wrapped};

/// Something to play.
enum Entry {
    /// A saved game to resume.
    Kept(Box<SavedGame>, String),
    /// A game, or a preset that is one in its own right.
    Game(AnyGame, Option<&'static str>, String, &'static str),
}

/// The list of what there is to play.
pub struct Lobby {
    entries: Vec<Entry>,
    selected: usize,
    /// What flags have settled already.
    order: Order,
    data_dir: Option<DataDir>,
    overlay: Option<Overlay>,
    /// The game whose lessons are listed.
    teaching: Option<ListedGame>,
    theme: Theme,
    hits: Hits,
}

impl Lobby {
    /// What there is, beginning with saved games.
    pub fn new(order: Order, data_dir: Option<DataDir>, theme: Theme) -> Self {
        let kept = data_dir.as_ref().map(DataDir::games).unwrap_or_default();
        let mut entries: Vec<Entry> = kept
            .into_iter()
            .take(5)
            .map(|saved| {
                let about = crate::described(&saved);
                Entry::Kept(Box::new(saved), about)
            })
            .collect();
        entries.extend(ListedGame::all().into_iter().map(|listed| {
            let preset = Some(listed.preset).filter(|_| listed.id != listed.game.info().id);
            Entry::Game(listed.game, preset, listed.title.to_owned(), listed.summary)
        }));
        Self {
            entries,
            selected: 0,
            order,
            data_dir,
            overlay: None,
            teaching: None,
            theme,
            hits: Hits::new(),
        }
    }

    /// Takes a key.
    pub fn press(&mut self, key: KeyEvent, out: &mut Vec<Effect>) {
        if let Some(overlay) = &mut self.overlay {
            match (overlay.press(key.code), self.teaching) {
                (Pressed::Away, _) => (self.overlay, self.teaching) = (None, None),
                (Pressed::Chosen(index), Some(listed)) => {
                    (self.overlay, self.teaching) = (None, None);
                    self.begin(listed, index + 1, out);
                }
                _ => {}
            }
            return;
        }
        match key.code {
            KeyCode::Up | KeyCode::Char('k') => self.selected = self.selected.saturating_sub(1),
            KeyCode::Down | KeyCode::Char('j') | KeyCode::Tab => {
                self.selected = (self.selected + 1).min(self.entries.len() - 1);
            }
            KeyCode::Enter | KeyCode::Char(' ' | 'l') | KeyCode::Right => self.choose(self.selected, out),
            KeyCode::Char(digit @ '1'..='9') => {
                let index = digit as usize - '1' as usize;
                if index < self.entries.len() {
                    self.choose(index, out);
                }
            }
            KeyCode::Char('s') => {
                let text =
                    self.data_dir.as_ref().map_or_else(String::new, |data_dir| crate::stats(data_dir, false));
                self.overlay = Some(Overlay::text("How your games went", text));
            }
            KeyCode::Char('b') => {
                if let Some(Entry::Game(game, ..)) = self.entries.get(self.selected) {
                    self.overlay = Some(Overlay::book(game.info().name, game.rules_text(), None));
                }
            }
            KeyCode::Char('t') => self.teach(out),
            KeyCode::Char('?') => self.overlay = Some(Overlay::text("Keys", super::keys::lobby())),
            KeyCode::Char('q') => out.push(Effect::Leave),
            _ => {}
        }
    }

    /// Takes the mouse.
    pub fn mouse(&mut self, event: MouseEvent, out: &mut Vec<Effect>) {
        match event.kind {
            MouseEventKind::Up(MouseButton::Left) if self.overlay.is_some() => {
                let teaching = self.teaching.take();
                self.overlay = None;
                if let (Some(Target::Row(index)), Some(listed)) = (under(&self.hits, &event), teaching) {
                    self.begin(listed, index + 1, out);
                }
            }
            MouseEventKind::Up(MouseButton::Left) => match under(&self.hits, &event) {
                Some(Target::Row(index)) => self.choose(index, out),
                Some(Target::Key(letter)) => self.press(KeyCode::Char(letter).into(), out),
                _ => {}
            },
            MouseEventKind::ScrollUp => self.press(KeyCode::Up.into(), out),
            MouseEventKind::ScrollDown => self.press(KeyCode::Down.into(), out),
            _ => {}
        }
    }

    /// Begins to teach the selected game: its only lesson, or the one chosen.
    fn teach(&mut self, out: &mut Vec<Effect>) {
        let Some(Entry::Game(game, preset, ..)) = self.entries.get(self.selected) else { return };
        let Some(listed) = ListedGame::played(*game, *preset) else { return };
        match &tables::lessons(listed)[..] {
            [] => self.overlay = Some(Overlay::text(listed.title, "There is no lesson yet.".to_owned())),
            [_] => self.begin(listed, 1, out),
            several => {
                let rows = several
                    .iter()
                    .map(|lesson| Button::new(&lesson.title, ButtonAction::Chat(String::new())));
                self.overlay = Some(Overlay::list(listed.title, rows.collect()));
                self.teaching = Some(listed);
            }
        }
    }

    fn begin(&mut self, listed: ListedGame, number: usize, out: &mut Vec<Effect>) {
        match PlannedGame::lesson(listed, number) {
            Ok(planned) => out.push(Effect::Open(Box::new(planned))),
            Err(error) => self.overlay = Some(Overlay::text(listed.title, error.to_string())),
        }
    }

    fn choose(&mut self, index: usize, out: &mut Vec<Effect>) {
        self.selected = index;
        match &self.entries[index] {
            Entry::Kept(saved, _) => out.push(Effect::Open(Box::new(PlannedGame::kept((**saved).clone())))),
            Entry::Game(game, preset, ..) => {
                let mut order = self.order.clone();
                order.game = game.info().id.to_owned();
                if preset.is_some() {
                    order.preset = preset.map(str::to_owned);
                }
                out.push(Effect::Settle(Box::new(order)));
            }
        }
    }

    /// Draws it.
    pub fn draw(&mut self, buffer: &mut Buffer) {
        let area = buffer.area;
        self.hits.clear();
        let theme = self.theme;
        buffer.set_style(Rect { height: 1, ..area }, theme.bar());
        let bold = theme.bar().add_modifier(Modifier::BOLD);
        buffer.set_stringn(area.x, area.y, " ♠ Parlour ", area.width.into(), bold);
        let (left, wide) = (area.x + 2, area.width.saturating_sub(4));
        let mut y = area.y + 2;
        let mut headed = [false; 2];
        for (index, entry) in self.entries.iter().enumerate() {
            let (head, name, about) = match entry {
                Entry::Kept(_, about) => (0, about.clone(), ""),
                Entry::Game(_, _, name, about) => (1, name.clone(), *about),
            };
            if !std::mem::replace(&mut headed[head], true) {
                let text = ["Go on with", "What shall we play?"][head];
                y += u16::from(index > 0);
                buffer.set_stringn(left, y, text, wide.into(), theme.faint());
                y += 1;
            }
            let begin = y;
            let selected = index == self.selected;
            let style = if selected { theme.bar() } else { theme.strong() };
            let key = if index < 9 { format!("{} ", index + 1) } else { "  ".to_owned() };
            if y < area.bottom() - 1 {
                buffer.set_stringn(left, y, clipped(&format!("{key}{name} "), wide), wide.into(), style);
            }
            y += 1;
            for line in wrapped(about, wide.saturating_sub(4), "") {
                if y < area.bottom() - 1 && !about.is_empty() {
                    buffer.set_stringn(left + 2, y, line, wide.into(), theme.faint());
                    y += 1;
                }
            }
            self.hits.push((Rect::new(left, begin, wide, y - begin), Target::Row(index)));
        }
        let mut x = area.x + 1;
        for (letter, text) in [
            ('\n', "Enter choose"),
            ('?', "? keys"),
            ('t', "t teach me"),
            ('b', "b rules"),
            ('s', "s statistics"),
            ('q', "q leave"),
        ] {
            buffer.set_stringn(x, area.bottom() - 1, text, area.width.into(), theme.faint());
            let rect = Rect::new(x, area.bottom() - 1, text.len() as u16, 1);
            if letter != '\n' {
                self.hits.push((rect, Target::Key(letter)));
            }
            x += rect.width + 3;
        }
        if let Some(overlay) = &mut self.overlay {
            self.hits.clear();
            overlay.draw(buffer, area, theme, &mut self.hits);
        }
    }
}
