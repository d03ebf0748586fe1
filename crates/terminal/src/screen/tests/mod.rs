//! The screen without a terminal: pages drawn into a buffer, keys and mouse as a player would use them.

mod games;
mod learning;
mod lessons;
mod looks;
mod online;
mod pages;
mod pictures;

use std::time::{Duration, Instant};

use crossterm::event::{
    Event as Input, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use engine::Seed;
use protocol::Order;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use tables::WorkerRequest;

use super::app::{App, Page};
use super::table_page::TablePage;
use super::{Effect, FirstPage};
use crate::game::PlannedGame;
use crate::link::Heard;
use crate::paint::{Colours, Target, Theme};

/// A player before a screen, with a table of their own behind it.
struct Player {
    app: App,
    table: tables::LocalTable,
    buffer: Buffer,
    now: Instant,
    left: bool,
}

fn order(game: &str, seed: u64) -> Order {
    Order::new(game, "Zoë", "club", Seed::from_number(seed))
}

impl Player {
    fn before(first: FirstPage, size: (u16, u16), colours: Colours) -> Self {
        let order = match &first {
            FirstPage::Game(planned) => planned.saved.order.clone(),
            FirstPage::Settle(order) | FirstPage::Lobby(order) => order.clone(),
            FirstPage::Table(..) => unreachable!("nobody is online here"),
        };
        let app = App::new(order, None, Some(Duration::from_millis(600)), Theme { colours });
        let buffer = Buffer::empty(Rect::new(0, 0, size.0, size.1));
        let mut player =
            Self { app, table: tables::LocalTable::default(), buffer, now: Instant::now(), left: false };
        match first {
            FirstPage::Game(planned) => player.obey(vec![Effect::Open(planned)]),
            FirstPage::Settle(order) => player.obey(vec![Effect::Settle(Box::new(order))]),
            _ => {}
        }
        player.draw();
        player
    }

    /// At the table of a game.
    fn at(game: &str, seed: u64, size: (u16, u16)) -> Self {
        Self::order(order(game, seed), size)
    }

    fn order(order: Order, size: (u16, u16)) -> Self {
        let planned = PlannedGame::new(order, None).unwrap();
        Self::before(FirstPage::Game(Box::new(planned)), size, Colours::Four)
    }

    fn obey(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            let request = match effect {
                Effect::Open(planned) => {
                    let request = planned.request();
                    self.app.sit(Some(*planned));
                    request
                }
                Effect::Settle(order) => {
                    self.app.settle(*order);
                    continue;
                }
                Effect::Choose => {
                    self.app.choose();
                    continue;
                }
                Effect::Find(request) | Effect::Study(request) => request,
                Effect::Ask(what) => WorkerRequest::Ask { what },
                Effect::Leave => {
                    self.left = true;
                    continue;
                }
                Effect::StopStudy | Effect::Call(_) | Effect::Suspend | Effect::Redraw => continue,
            };
            let reply = self.table.work(request, None);
            let mut more = Vec::new();
            self.app.hear(Heard::Reply(reply), self.now, &mut more);
            self.app.teach(self.table.beat(), self.now);
            self.obey(more);
        }
    }

    fn draw(&mut self) {
        self.buffer.reset();
        self.app.draw(&mut self.buffer, self.now);
    }

    fn resize(&mut self, size: (u16, u16)) {
        self.buffer = Buffer::empty(Rect::new(0, 0, size.0, size.1));
        self.draw();
    }

    fn input(&mut self, input: Input) {
        let mut out = Vec::new();
        self.app.take(input, self.now, &mut out);
        self.obey(out);
        self.draw();
    }

    fn press(&mut self, code: KeyCode) {
        self.input(Input::Key(KeyEvent::new(code, KeyModifiers::NONE)));
    }

    fn keys(&mut self, keys: &str) {
        keys.chars().for_each(|key| self.press(KeyCode::Char(key)));
    }

    /// Types a phrase.
    fn say(&mut self, words: &str) {
        self.keys("/");
        self.input(Input::Paste(words.to_owned()));
        self.press(KeyCode::Enter);
    }

    fn mouse(&mut self, kind: MouseEventKind, at: (u16, u16)) {
        let (column, row) = at;
        self.input(Input::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }));
    }

    fn click(&mut self, at: (u16, u16)) {
        self.mouse(MouseEventKind::Down(MouseButton::Left), at);
        self.mouse(MouseEventKind::Up(MouseButton::Left), at);
    }

    fn drag(&mut self, from: (u16, u16), to: (u16, u16)) {
        self.mouse(MouseEventKind::Down(MouseButton::Left), from);
        self.mouse(MouseEventKind::Drag(MouseButton::Left), to);
        self.mouse(MouseEventKind::Up(MouseButton::Left), to);
    }

    /// Where that is on the screen.
    fn place(&self, target: &Target) -> Option<(u16, u16)> {
        let found = self.table_page().hits.iter().rev().find(|(_, known)| known == target);
        // The left edge of a card is never covered.
        found.map(|(rect, _)| (rect.x, rect.y + rect.height / 2))
    }

    fn table_page(&self) -> &TablePage {
        match &self.app.page {
            Page::Table(page) => page,
            _ => panic!("no table is shown:\n{}", self.text()),
        }
    }

    /// Lets time pass until it is the player's turn, a round has ended or the game is over.
    fn wait(&mut self) {
        while self.table_page().table.bots_move() && self.table_page().reveal.is_none() {
            if !self.tick() {
                break;
            }
        }
        self.draw();
    }

    /// Lets time pass until the next thing is due, if there is one.
    fn tick(&mut self) -> bool {
        let Some(deadline) = self.app.deadline() else { return false };
        self.now = self.now.max(deadline);
        let mut out = Vec::new();
        self.app.tick(self.now, &mut out);
        self.obey(out);
        true
    }

    /// What is to be read.
    fn text(&self) -> String {
        let area = self.buffer.area;
        let line = |y: u16| (0..area.width).map(|x| self.buffer[(x, y)].symbol()).collect::<String>();
        (0..area.height).map(|y| format!("{}\n", line(y).trim_end())).collect()
    }
}
