//! Which page is shown, and what happens on it.

use std::time::{Duration, Instant};

use crossterm::event::{Event as Input, KeyCode, KeyEventKind, KeyModifiers};
use protocol::Order;
use ratatui::buffer::Buffer;

use super::Effect;
use super::lobby::Lobby;
use super::settings::Settings;
use super::table_page::TablePage;
use crate::game::PlannedGame;
use crate::keep::DataDir;
use crate::link::Heard;
use crate::paint::Theme;

/// A page.
pub enum Page {
    /// What to play.
    Lobby(Lobby),
    /// By which rules.
    Settings(Settings),
    /// The table.
    Table(Box<TablePage>),
}

/// Everything that is on the screen.
pub struct App {
    /// The page that is shown.
    pub page: Page,
    theme: Theme,
    order: Order,
    data_dir: Option<DataDir>,
    /// What a bot takes for a move, if that was chosen.
    pause: Option<Duration>,
}

impl App {
    /// The lobby.
    pub fn new(order: Order, data_dir: Option<DataDir>, pause: Option<Duration>, theme: Theme) -> Self {
        let page = Page::Lobby(Lobby::new(order.clone(), data_dir.clone(), theme));
        Self { page, theme, order, data_dir, pause }
    }

    /// Shows the settings of an order.
    pub fn settle(&mut self, order: Order) {
        self.order = order.clone();
        // Another game has other options.
        (self.order.preset, self.order.settings, self.order.players) = (None, Default::default(), None);
        if let Some(settings) = Settings::new(order, self.data_dir.clone(), self.theme) {
            self.page = Page::Settings(settings);
        }
    }

    /// Shows a table, of one's own or online.
    pub fn sit(&mut self, planned: Option<PlannedGame>) {
        let name =
            planned.as_ref().map_or(self.order.name.as_str(), |planned| planned.saved.order.name.as_str());
        let pause = self.pause.or(planned.as_ref().map(PlannedGame::pause)).unwrap_or_default();
        let page = TablePage::new(planned.clone(), name, pause, self.theme);
        self.page = Page::Table(Box::new(page));
    }

    /// Takes in where the lesson is, if one is taught.
    pub fn teach(&mut self, beat: Option<tables::BeatShown>, now: Instant) {
        if let Page::Table(page) = &mut self.page {
            page.teach(beat, now);
        }
    }

    /// Shows the lobby.
    pub fn choose(&mut self) {
        let mut order = self.order.clone();
        if let Ok(seed) = crate::random() {
            order.seed = engine::Seed(seed);
        }
        self.page = Page::Lobby(Lobby::new(order, self.data_dir.clone(), self.theme));
    }

    /// When something happens automatically.
    pub fn deadline(&self) -> Option<Instant> {
        match &self.page {
            Page::Table(page) => page.deadline(),
            _ => None,
        }
    }

    /// The time has come.
    pub fn tick(&mut self, now: Instant, out: &mut Vec<Effect>) {
        if let Page::Table(page) = &mut self.page {
            page.tick(now, out);
        }
    }

    /// Takes in what was heard.
    pub fn hear(&mut self, heard: Heard, now: Instant, out: &mut Vec<Effect>) {
        match &mut self.page {
            Page::Table(page) => page.hear(heard, now, out),
            Page::Settings(settings) => settings.hear(heard, out),
            Page::Lobby(_) => {}
        }
    }

    /// Takes keys and mouse.
    pub fn take(&mut self, input: Input, now: Instant, out: &mut Vec<Effect>) {
        match input {
            Input::Key(key) if key.kind != KeyEventKind::Release => {
                let control = key.modifiers.contains(KeyModifiers::CONTROL);
                match key.code {
                    KeyCode::Char('z') if control => return out.push(Effect::Suspend),
                    KeyCode::Char('l') if control => return out.push(Effect::Redraw),
                    KeyCode::Char('c') if control && !self.is_typing() => return out.push(Effect::Leave),
                    _ => {}
                }
                match &mut self.page {
                    Page::Lobby(lobby) => lobby.press(key, out),
                    Page::Settings(settings) => settings.press(key, out),
                    Page::Table(page) => page.press(key, now, out),
                }
            }
            Input::Mouse(event) => match &mut self.page {
                Page::Lobby(lobby) => lobby.mouse(event, out),
                Page::Settings(settings) => settings.mouse(event, out),
                Page::Table(page) => page.mouse(event, now, out),
            },
            Input::Paste(text) => {
                if let Page::Table(page) = &mut self.page {
                    page.paste(&text);
                }
            }
            _ => {}
        }
    }

    fn is_typing(&self) -> bool {
        matches!(&self.page, Page::Table(page) if page.typing.is_some())
    }

    /// Draws the page; returns where the cursor is, if it is to be seen.
    pub fn draw(&mut self, buffer: &mut Buffer, now: Instant) -> Option<(u16, u16)> {
        match &mut self.page {
            Page::Lobby(lobby) => {
                lobby.draw(buffer);
                None
            }
            Page::Settings(settings) => {
                settings.draw(buffer);
                None
            }
            Page::Table(page) => page.draw(buffer, now),
        }
    }

    /// The table, if one is shown.
    pub fn table_page(&self) -> Option<&TablePage> {
        match &self.page {
            Page::Table(page) => Some(page),
            _ => None,
        }
    }
}
