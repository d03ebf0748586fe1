//! What is settled before a game: made from the options' own descriptions.

use bots::Level;
use client::{TableState, Told};
use crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use engine::options::{Kind, OptionSpec, Value};
use engine::{Game, Options};
use games::{AnyGame, with_game};
use protocol::Order;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use tables::{OrderExt, WorkerRequest};

use super::Effect;
use super::overlay::{Overlay, Pressed};
use super::steer::under;
use crate::game::{PlannedGame, Special, offered_level};
use crate::keep::DataDir;
use crate::link::Heard;
use crate::paint::{Hits, Target, Theme, clipped, width, wrapped};

const LEVELS: [(Level, &str); 4] = [
    (Level::Random, "They do anything."),
    (Level::Novice, "Plausible, with human mistakes."),
    (Level::Club, "By rules of thumb."),
    (Level::Expert, "They think it through, for a second at most."),
];

/// Which cards are dealt in a solitaire.
#[derive(Clone, Copy, PartialEq)]
enum Deals {
    Any,
    Winnable,
    Daily,
}

/// Something that can be set.
#[derive(Clone, Copy)]
enum Row {
    Deal,
    Preset,
    Players,
    Bots,
    Deals,
    Option(usize, &'static OptionSpec),
}

/// The page of settings.
pub struct Settings {
    /// As far as it is settled; without a level until one is chosen.
    order: Order,
    /// The level that fits the player's results.
    offered: Level,
    data_dir: Option<DataDir>,
    game: AnyGame,
    rows: Vec<Row>,
    selected: usize,
    deals: Deals,
    today: String,
    waiting: bool,
    wrong: Option<String>,
    overlay: Option<Overlay>,
    theme: Theme,
    hits: Hits,
}

impl Settings {
    /// For this order.
    pub fn new(order: Order, data_dir: Option<DataDir>, theme: Theme) -> Option<Self> {
        let (game, _) = AnyGame::find(&order.game)?;
        let alone = range(game, &order) == (1, 1);
        let mut rows = vec![Row::Deal, Row::Preset];
        rows.extend(if alone { vec![Row::Deals] } else { vec![Row::Players, Row::Bots] });
        rows.extend(game.options().iter().enumerate().map(|(index, spec)| Row::Option(index, spec)));
        let days = crate::keep::now_ms() as u64 / 86_400_000;
        let today = bots::advice::Day::since_1970(days).map(|day| day.to_string()).unwrap_or_default();
        let mut settings = Self {
            offered: offered_level(&order, data_dir.as_ref()),
            order,
            data_dir,
            game,
            rows,
            selected: 0,
            deals: Deals::Any,
            today,
            waiting: false,
            wrong: None,
            overlay: None,
            theme,
            hits: Hits::new(),
        };
        settings.fit_players();
        Some(settings)
    }

    fn values(&self) -> Vec<(&'static str, Value)> {
        with_game!(self.game, G => self.order.setup::<G>().map(|setup| setup.rules.settings()).unwrap_or_default())
    }

    fn preset(&self) -> usize {
        let name = self.order.preset.as_deref();
        self.game.presets().iter().position(|preset| Some(preset.name) == name).unwrap_or(0)
    }

    /// How well bots play: as chosen, or as offered.
    fn level(&self) -> Level {
        self.order.bots.parse().unwrap_or(self.offered)
    }

    fn players(&self) -> usize {
        self.order.players.unwrap_or(self.game.info().usual_players)
    }

    /// As many players as the rules allow.
    fn fit_players(&mut self) {
        let (fewest, most) = range(self.game, &self.order);
        self.order.players = Some(self.players().clamp(fewest, most));
    }

    fn change(&mut self, row: Row, by: isize, out: &mut Vec<Effect>) {
        self.wrong = None;
        let step =
            |now: usize, number: usize| (now as isize + by).rem_euclid(number.max(1) as isize) as usize;
        match row {
            Row::Deal => self.deal(out),
            Row::Preset => {
                let preset = &self.game.presets()[step(self.preset(), self.game.presets().len())];
                (self.order.preset, self.order.settings) = (Some(preset.name.to_owned()), Default::default());
                self.offered = offered_level(&self.order, self.data_dir.as_ref());
            }
            Row::Players => {
                let (fewest, most) = range(self.game, &self.order);
                self.order.players = Some(fewest + step(self.players() - fewest, most - fewest + 1));
            }
            Row::Bots => {
                let now = LEVELS.iter().position(|(level, _)| *level == self.level()).unwrap_or(2);
                self.order.bots = LEVELS[step(now, LEVELS.len())].0.to_string();
            }
            Row::Deals => {
                let all = [Deals::Any, Deals::Winnable, Deals::Daily];
                let now = all.iter().position(|deals| *deals == self.deals).unwrap_or(0);
                self.deals = all[step(now, all.len())];
            }
            Row::Option(index, spec) => {
                let Some((_, value)) = self.values().get(index).copied() else { return };
                let text = match (spec.kind, value) {
                    (Kind::Flag, Value::Flag(flag)) => (!flag).to_string(),
                    (Kind::Number { min, max, optional }, value) => {
                        let none = usize::from(optional);
                        let now = if let Value::Number(number) = value {
                            (number - min) as usize + none
                        } else {
                            0
                        };
                        match step(now, (max - min) as usize + 1 + none) {
                            0 if optional => "none".to_owned(),
                            next => (min as usize + next - none).to_string(),
                        }
                    }
                    (Kind::Choice(choices), Value::Choice(word)) => {
                        let now = choices.iter().position(|choice| choice.name == word).unwrap_or(0);
                        choices[step(now, choices.len())].name.to_owned()
                    }
                    _ => return,
                };
                self.order.settings.insert(spec.name.to_owned(), text);
            }
        }
        self.fit_players();
    }

    fn deal(&mut self, out: &mut Vec<Effect>) {
        match self.deals {
            Deals::Any => self.open(None, out),
            Deals::Winnable => {
                self.waiting = true;
                out.push(Effect::Find(WorkerRequest::Winnable { order: self.order.clone() }));
            }
            Deals::Daily => {
                self.waiting = true;
                // The deal of the day is the same for everyone, by the usual rules.
                (self.order.preset, self.order.settings) = (None, Default::default());
                out.push(Effect::Find(WorkerRequest::Daily { day: self.today.clone() }));
            }
        }
    }

    fn open(&mut self, special: Option<Special>, out: &mut Vec<Effect>) {
        match PlannedGame::new(self.order.clone(), special) {
            Ok(planned) => out.push(Effect::Open(Box::new(planned))),
            Err(error) => self.wrong = Some(error.to_string()),
        }
    }

    /// Takes in the deal that was looked for.
    pub fn hear(&mut self, heard: Heard, out: &mut Vec<Effect>) {
        for told in TableState::default().hear(heard) {
            self.waiting = false;
            match told {
                Told::Deal { seed, par } => {
                    self.order.seed = seed;
                    let day = self.today.clone();
                    let special = match par {
                        Some(par) => Special::Daily { day, par, winnable: true },
                        None => Special::Winnable,
                    };
                    self.open(Some(special), out);
                }
                Told::Failed(text) => self.wrong = Some(text),
                _ => {}
            }
        }
    }

    /// Takes a key.
    pub fn press(&mut self, key: KeyEvent, out: &mut Vec<Effect>) {
        if let Some(overlay) = &mut self.overlay {
            if let Pressed::Away = overlay.press(key.code) {
                self.overlay = None;
            }
            return;
        }
        let row = self.rows[self.selected];
        match key.code {
            KeyCode::Up | KeyCode::Char('k') | KeyCode::BackTab => {
                self.selected = self.selected.saturating_sub(1)
            }
            KeyCode::Down | KeyCode::Char('j') | KeyCode::Tab => {
                self.selected = (self.selected + 1).min(self.rows.len() - 1);
            }
            KeyCode::Enter | KeyCode::Char(' ') => self.change(row, 1, out),
            KeyCode::Right | KeyCode::Char('l') if !matches!(row, Row::Deal) => self.change(row, 1, out),
            KeyCode::Left | KeyCode::Char('h') if !matches!(row, Row::Deal) => self.change(row, -1, out),
            KeyCode::Char('d') => self.deal(out),
            KeyCode::Char('b') => {
                let clause = if let Row::Option(_, spec) = row { Some(spec.clause) } else { None };
                self.overlay = Some(Overlay::book(self.game.info().name, self.game.rules_text(), clause));
            }
            KeyCode::Char('?') => self.overlay = Some(Overlay::text("Keys", super::keys::settings())),
            KeyCode::Esc => out.push(Effect::Choose),
            KeyCode::Char('q') => out.push(Effect::Leave),
            _ => {}
        }
    }

    /// Takes the mouse.
    pub fn mouse(&mut self, event: MouseEvent, out: &mut Vec<Effect>) {
        match event.kind {
            MouseEventKind::Up(MouseButton::Left) if self.overlay.is_some() => self.overlay = None,
            MouseEventKind::Up(MouseButton::Left) => match under(&self.hits, &event) {
                Some(Target::Row(index)) => {
                    self.selected = index;
                    self.change(self.rows[index], 1, out);
                }
                Some(Target::Key(letter)) => self.press(KeyCode::Char(letter).into(), out),
                _ => {}
            },
            MouseEventKind::ScrollUp => self.press(KeyCode::Up.into(), out),
            MouseEventKind::ScrollDown => self.press(KeyCode::Down.into(), out),
            _ => {}
        }
    }

    /// What a row is called, what it is set to, and what that means.
    fn told(&self, row: Row, values: &[(&'static str, Value)]) -> (String, String, String) {
        match row {
            Row::Deal => ("Deal".to_owned(), String::new(), self.game.info().summary.to_owned()),
            Row::Preset => {
                let preset = &self.game.presets()[self.preset()];
                let changed = if self.order.settings.is_empty() { "" } else { ", changed" };
                ("Rules".to_owned(), format!("{}{changed}", preset.title), preset.help.to_owned())
            }
            Row::Players => {
                let (fewest, most) = range(self.game, &self.order);
                let help = format!(
                    "You and {}; {fewest} to {most} can play.",
                    engine::counted(self.players() - 1, "bot", "bots")
                );
                ("Players".to_owned(), self.players().to_string(), help)
            }
            Row::Bots => {
                let level = self.level();
                let help = LEVELS.iter().find(|(known, _)| *known == level).map_or("", |(_, help)| help);
                let fits = match (&self.data_dir, self.order.bots.is_empty()) {
                    (Some(_), true) => " This level fits your results; choose any.",
                    _ => "",
                };
                ("Bots".to_owned(), level.to_string(), format!("{help}{fits}"))
            }
            Row::Deals => {
                let (value, help) = match self.deals {
                    Deals::Any => ("any", "Not every deal can be won."),
                    Deals::Winnable => ("one that can be won", "By one who knew what comes."),
                    Deals::Daily => {
                        ("the deal of the day", "By the usual rules, the same for everyone; it can be won.")
                    }
                };
                ("Cards".to_owned(), value.to_owned(), help.to_owned())
            }
            Row::Option(index, spec) => {
                let value = values.get(index).map(|(_, value)| *value);
                let shown = match value {
                    Some(Value::Flag(true)) => "yes".to_owned(),
                    Some(Value::Flag(false)) => "no".to_owned(),
                    Some(value) => value.to_string(),
                    None => String::new(),
                };
                let more = match (spec.kind, value) {
                    (Kind::Choice(choices), Some(Value::Choice(word))) => {
                        choices.iter().find(|choice| choice.name == word).map_or("", |choice| choice.help)
                    }
                    _ => "",
                };
                (spec.name.replace('_', " "), shown, format!("{} {more} ({})", spec.help, spec.clause))
            }
        }
    }

    /// Draws it.
    pub fn draw(&mut self, buffer: &mut Buffer) {
        let (area, theme) = (buffer.area, self.theme);
        self.hits.clear();
        buffer.set_style(Rect { height: 1, ..area }, theme.bar());
        let title = format!(" ♠ {} ", self.game.info().name);
        buffer.set_stringn(
            area.x,
            area.y,
            title,
            area.width.into(),
            theme.bar().add_modifier(Modifier::BOLD),
        );
        self.draw_rows(buffer);
        self.draw_keys(buffer);
        if let Some(overlay) = &mut self.overlay {
            self.hits.clear();
            overlay.draw(buffer, area, theme, &mut self.hits);
        }
    }

    /// The options with their values, and below them what the selected one means, or what is wrong.
    fn draw_rows(&mut self, buffer: &mut Buffer) {
        let (area, theme) = (buffer.area, self.theme);
        let values = self.values();
        let told: Vec<(String, String, String)> =
            self.rows.iter().map(|row| self.told(*row, &values)).collect();
        let widest = told.iter().map(|(name, ..)| width(name)).max().unwrap_or(0);
        let (left, wide) = (area.x + 2, area.width.saturating_sub(4));
        // Three lines below for what the row means.
        let room = usize::from(area.height.saturating_sub(7));
        let first = (self.selected + 1).saturating_sub(room);
        for (index, y) in (first..self.rows.len()).zip(area.y + 2..area.bottom().saturating_sub(5)) {
            let (name, value, _) = &told[index];
            let selected = index == self.selected;
            let text = match self.rows[index] {
                Row::Deal => {
                    format!("  {}  ", if self.waiting { "Looking for such a deal …" } else { "Deal" })
                }
                _ => {
                    let (less, more) = if selected { ("◂", "▸") } else { (" ", " ") };
                    let gap = " ".repeat(usize::from(widest - width(name)));
                    format!("{name}{gap}  {less} {value} {more}")
                }
            };
            let style = match (selected, self.rows[index]) {
                (true, _) => theme.bar(),
                (false, Row::Deal) => theme.bright(),
                _ => Style::new(),
            };
            buffer.set_stringn(left, y, clipped(&text, wide), wide.into(), style);
            self.hits.push((Rect::new(left, y, wide, 1), Target::Row(index)));
        }
        let help = self.wrong.clone().unwrap_or_else(|| told[self.selected].2.clone());
        let style = if self.wrong.is_some() { theme.wrong() } else { Style::new() };
        for (line, y) in
            wrapped(&help, wide, "").into_iter().zip(area.bottom().saturating_sub(4)..area.bottom() - 1)
        {
            buffer.set_stringn(left, y, line, wide.into(), style);
        }
    }

    fn draw_keys(&mut self, buffer: &mut Buffer) {
        let (area, theme) = (buffer.area, self.theme);
        let mut x = area.x + 1;
        for (letter, text) in [
            ('d', "d deal"),
            (' ', "↑↓ choose"),
            (' ', "←→ change"),
            ('?', "? keys"),
            ('b', "b rules"),
            (' ', "Esc other games"),
            ('q', "q leave"),
        ] {
            buffer.set_stringn(x, area.bottom() - 1, text, area.width.into(), theme.faint());
            if letter != ' ' {
                self.hits.push((Rect::new(x, area.bottom() - 1, width(text), 1), Target::Key(letter)));
            }
            x += width(text) + 3;
        }
    }
}

/// The fewest and the most who can play by these rules.
fn range(game: AnyGame, order: &Order) -> (usize, usize) {
    with_game!(game, G => {
        let players = order.setup::<G>().map(|setup| G::players(&setup.rules));
        let players = players.unwrap_or_else(|_| G::players(&<G as Game>::Rules::default()));
        (*players.start(), *players.end())
    })
}
