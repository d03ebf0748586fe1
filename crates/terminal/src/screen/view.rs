//! How a table looks on the screen.

use std::time::Instant;

use client::buttons::{self, Button, ButtonAction};
use engine::scene::{At, Lying, Place, Reveal};
use protocol::online::{Phase, Who};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::overlay::{Overlay, middle, panel};
use super::table_page::{Notice, TablePage};
use crate::paint::{
    Face, Felt, Highlight, Hits, Size, Target, clipped, coloured, draw_card, key_of, width, wrapped,
};
use crate::table::TableGame;

/// The least that a table fits into.
pub const SMALLEST: (u16, u16) = (60, 18);
/// From here on what happened stands beside the table.
const WIDE: u16 = 108;
/// Lines of buttons at most, before the rest is only in the list.
const MOST_BUTTON_LINES: u16 = 3;
/// More choices than this are not all shown beside each other.
const MANY: usize = 8;

impl TablePage {
    /// Draws everything; returns where the cursor is, if it is to be seen.
    pub fn draw(&mut self, buffer: &mut Buffer, _: Instant) -> Option<(u16, u16)> {
        let area = buffer.area;
        let mut hits = Hits::new();
        if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
            let command = if self.planned.is_some() { "play" } else { "join LINK" };
            too_small(buffer, area, command);
            return None;
        }
        self.draw_title(buffer, Rect { height: 1, ..area });
        let footer = Rect { y: area.bottom() - 1, height: 1, ..area };
        let body = Rect { y: area.y + 1, height: area.height - 2, ..area };
        let (main, side) = if body.width >= WIDE {
            let side = (body.width / 3).min(44);
            (
                Rect { width: body.width - side, ..body },
                Some(Rect { x: body.right() - side, width: side, ..body }),
            )
        } else {
            (body, None)
        };
        // Nothing is done under the cards of a round.
        let buttons = if self.reveal.is_some() { Vec::new() } else { self.buttons() };
        // As many lines as without anything picked up, so that the table does not jump.
        let lines = button_lines(&buttons::buttons(&self.table, None), main.width).min(MOST_BUTTON_LINES);
        let log = match side {
            Some(_) => u16::from(self.notice.is_some() || self.thinking) * 3,
            None => (main.height / 6).clamp(3, 8),
        };
        self.show_long_answer(main.width, log);
        let controls = 2 + lines + log;
        let felt = Rect { height: main.height.saturating_sub(controls), ..main };
        let below = Rect { y: felt.bottom(), height: controls.min(main.height), ..main };
        if self.table.is_dealt() {
            let cry = self.cry.as_ref().map(|(cry, _)| cry.as_str());
            let felt_of = Felt {
                scene: self.scene(),
                choices: if self.reveal.is_some() { &[] } else { &self.table.standing.choices },
                picked: self.picked.as_ref(),
                focus: self.focus.as_ref(),
                cry,
                theme: self.theme,
            };
            felt_of.draw(buffer, felt, &mut hits);
        } else {
            self.draw_room(buffer, felt);
        }
        self.draw_controls(buffer, below, &buttons, lines, side.is_none(), &mut hits);
        if let Some(side) = side {
            self.draw_side(buffer, side);
        }
        let cursor = self.draw_footer(buffer, footer, &mut hits);
        if let Some(reveal) = self.reveal.clone() {
            hits.clear();
            self.draw_reveal(buffer, felt, &reveal);
        }
        if let Some(overlay) = &mut self.overlay {
            hits.clear();
            overlay.draw(buffer, body, self.theme, &mut hits);
        }
        self.hits = hits;
        cursor
    }

    /// What does not fit below the table is read in a box.
    fn show_long_answer(&mut self, wide: u16, high: u16) {
        let Some(Notice::Answer(text)) = &self.notice else { return };
        let lines = wrapped(&answered(text), wide.saturating_sub(2), "  ");
        if lines.len() > high.into() && self.overlay.is_none() {
            self.overlay = Some(Overlay::text("Answer", text.as_str()));
            self.notice = None;
        }
    }

    fn draw_title(&self, buffer: &mut Buffer, area: Rect) {
        buffer.set_style(area, self.theme.bar());
        let bar = self.theme.bar();
        let title = format!(" ♠ {} ", self.table.title());
        let (x, _) =
            buffer.set_stringn(area.x, area.y, &title, area.width.into(), bar.add_modifier(Modifier::BOLD));
        let mut right = match (&self.table.online, &self.planned) {
            (Some(online), _) => match (self.table.is_lost(), online.room.paused) {
                (true, _) => "connection lost, trying again".to_owned(),
                (false, true) => "paused".to_owned(),
                (false, false) => format!("table {}", online.room.table),
            },
            (None, Some(planned)) if self.table.standing.scene.sitters.len() > 1 => match planned.program() {
                Some(_) => "a program's bots".to_owned(),
                None => format!("{} bots", planned.saved.order.bots),
            },
            _ => String::new(),
        };
        if self.thinking {
            right = "thinking it through …".to_owned();
        }
        let facts: Vec<String> =
            self.scene().facts.iter().map(|fact| format!("{} {}", fact.label, fact.value)).collect();
        let all = area.right().saturating_sub(x + 2);
        let line = |facts: &[String]| format!(" {}", facts.join("  ·  "));
        let whole = line(&facts);
        // How good the bots are is known since the deal: where there is no room for all, what stands now stays.
        let is_known = self.table.online.is_none() && !self.thinking;
        if is_known && width(&whole) + width(&right) > all {
            right.clear();
        }
        // Whole facts, the most important first.
        let fits = |number: &usize| width(&line(&facts[..*number])) + 3 <= all;
        let facts = match (1..facts.len()).rev().find(fits) {
            Some(number) if width(&whole) > all => format!("{}  …", line(&facts[..number])),
            _ => whole,
        };
        let right = format!(" {right} ");
        buffer.set_string(x, area.y, clipped(&facts, (all + 2).saturating_sub(width(&right))), bar);
        let x = area.right().saturating_sub(width(&right));
        buffer.set_stringn(x, area.y, &right, width(&right).into(), bar);
    }

    fn draw_controls(
        &self,
        buffer: &mut Buffer,
        area: Rect,
        buttons: &[Button],
        lines: u16,
        with_log: bool,
        hits: &mut Hits,
    ) {
        rule(buffer, Rect { height: 1, ..area }, self.theme.faint());
        let prompt = self.prompt();
        let style = if self.table.is_your_turn() { self.theme.bright() } else { Style::new() };
        let line = coloured(&clipped(&prompt, area.width - 2), style, self.theme);
        buffer.set_line(area.x + 1, area.y + 1, &line, area.width - 2);
        let place = Rect { y: area.y + 2, height: lines, ..area };
        self.draw_buttons(buffer, place, buttons, hits);
        let rest = Rect { y: place.bottom(), height: area.bottom().saturating_sub(place.bottom()), ..area };
        self.draw_told(buffer, rest, with_log);
    }

    fn prompt(&self) -> String {
        if let Some(failed) = &self.failed {
            return failed.clone();
        }
        if self.reveal.is_some() {
            // The clock of a table online runs on.
            let hurries = self.table.online.is_some() && self.table.is_your_turn();
            let turn = if hurries { " It is your turn." } else { "" };
            return format!("A round is over; Enter goes on.{turn}");
        }
        if let Some(at) = &self.picked {
            return format!("{} is picked up: say where it goes, or Esc to put it back.", self.named(at));
        }
        let Some(online) = self.table.online.as_ref().filter(|_| !self.table.is_dealt()) else {
            return match self.table.is_dealt() {
                true => self.table.standing.scene.prompt.clone(),
                false if self.table.is_lost() => "Trying to reach the table … q leaves.".to_owned(),
                false => "Opening the table …".to_owned(),
            };
        };
        match (self.table.you, client::runs_table(&online.room, online.host, self.table.you)) {
            (None, _) => "Take a seat, or watch.".to_owned(),
            (Some(_), true) => "Deal when everyone is there.".to_owned(),
            (Some(_), false) => "Wait until the cards are dealt.".to_owned(),
        }
    }

    /// A card or pile by its name.
    fn named(&self, at: &At) -> String {
        let scene = &self.table.standing.scene;
        let (cards, name): (&[Lying], String) = match &at.place {
            Place::Hand(seat) => match scene.sitters.get(seat.index()) {
                Some(sitter) => (&sitter.hand, format!("{}'s card", sitter.name)),
                None => (&[], "It".to_owned()),
            },
            Place::Heap(id) => match scene.heaps.iter().find(|heap| heap.id == *id) {
                Some(heap) => (&heap.cards, heap.label.to_string()),
                None => (&[], "It".to_owned()),
            },
        };
        let lying = at.card.map_or_else(|| cards.last(), |index| cards.get(index));
        lying.and_then(|lying| lying.card).map_or(name, |card| card.short())
    }

    fn draw_buttons(&self, buffer: &mut Buffer, area: Rect, buttons: &[Button], hits: &mut Hits) {
        let (mut x, mut y) = (area.x + 1, area.y);
        let shown = unfolded(buttons);
        let more = format!("m all {} …", buttons.len());
        let is_whole = shown.len() == buttons.len() && button_lines(buttons, area.width) <= area.height;
        for &index in &shown {
            let text = button_text(index, &buttons[index]);
            let wide = width(&text).min(area.width - 2);
            // The last line ends with a word for those that are not shown.
            let kept = if !is_whole && y + 1 == area.bottom() { width(&more) + 2 } else { 0 };
            if x + wide + kept > area.right() - 1 && x > area.x + 1 {
                if y + 1 == area.bottom() {
                    break;
                }
                (x, y) = (area.x + 1, y + 1);
            }
            let focus = self.focus == Some(Target::Button(index));
            let style = if focus { self.theme.bar() } else { Style::new() };
            let line = coloured(&clipped(&text, wide), style, self.theme);
            buffer.set_line(x, y, &line, wide);
            if let Some(key) = key_of(index).filter(|_| !focus) {
                buffer.set_string(x, y, key.to_string(), self.theme.bright());
            }
            hits.push((Rect::new(x, y, wide, 1), Target::Button(index)));
            x += wide + 2;
        }
        if !is_whole {
            buffer.set_string(x, y, &more, self.theme.faint());
            buffer.set_string(x, y, "m", self.theme.strong());
            hits.push((Rect::new(x, y, width(&more), 1), Target::Key('m')));
        }
    }

    /// What was refused or answered, and what happened last.
    fn draw_told(&self, buffer: &mut Buffer, area: Rect, with_log: bool) {
        let wide = area.width.saturating_sub(2);
        let mut y = area.y;
        let (text, style) = match &self.notice {
            Some(Notice::Refused(text, clause)) => {
                // No-break spaces keep the key with what it does.
                let key = match clause {
                    Some(clause) if text.contains(clause.as_str()) => " [b:\u{a0}the\u{a0}rule]".to_owned(),
                    Some(clause) => format!(" [b:\u{a0}rule\u{a0}{clause}]"),
                    None => String::new(),
                };
                (format!("✗ {text}{key}"), self.theme.wrong())
            }
            Some(Notice::Answer(text)) => (answered(text), self.theme.strong()),
            None if self.thinking => (answered("One moment…"), self.theme.strong()),
            None => (String::new(), Style::new()),
        };
        if !text.is_empty() {
            for line in wrapped(&text, wide, "  ") {
                if y >= area.bottom() {
                    break;
                }
                buffer.set_line(area.x + 1, y, &coloured(&line, style, self.theme), wide);
                y += 1;
            }
        }
        if with_log {
            self.draw_log(buffer, Rect { y, height: area.bottom().saturating_sub(y), ..area });
        }
    }

    /// The newest lines, the last one lowest.
    fn draw_log(&self, buffer: &mut Buffer, area: Rect) {
        let wide = area.width.saturating_sub(2);
        let newest = self.table.log.len();
        let mut lines: Vec<(String, bool)> = Vec::new();
        // As many as can be seen, and as far back as one leafed.
        let wanted = usize::from(area.height + self.back);
        for (index, line) in self.table.log.iter().enumerate().rev() {
            let mut wrapped: Vec<(String, bool)> = wrapped(&line.explained(), wide, "  ")
                .into_iter()
                .map(|text| (text, index + 1 == newest))
                .collect();
            wrapped.reverse();
            lines.extend(wrapped);
            if lines.len() >= wanted {
                break;
            }
        }
        let back = usize::from(self.back).min(lines.len().saturating_sub(area.height.into()));
        // What is shown begins with the beginning of a sentence, if it can.
        let mut shown: Vec<&(String, bool)> = lines.iter().skip(back).take(area.height.into()).collect();
        if back == 0 && lines.len() > shown.len() && shown.iter().any(|(text, _)| !text.starts_with("  ")) {
            while shown.last().is_some_and(|(text, _)| text.starts_with("  ")) {
                shown.pop();
            }
        }
        for ((text, new), y) in shown.into_iter().zip((area.y..area.bottom()).rev()) {
            let style = if *new { Style::new() } else { self.theme.faint() };
            buffer.set_line(area.x + 1, y, &coloured(text, style, self.theme), wide);
        }
    }

    fn draw_side(&self, buffer: &mut Buffer, area: Rect) {
        for y in area.y..area.bottom() {
            buffer.set_string(area.x, y, "│", self.theme.faint());
        }
        let inner = Rect { x: area.x + 1, width: area.width - 1, ..area };
        self.draw_log(buffer, inner);
    }

    fn draw_footer(&self, buffer: &mut Buffer, area: Rect, hits: &mut Hits) -> Option<(u16, u16)> {
        if let Some(typing) = &self.typing {
            let (text, cursor) = typing.shown();
            let mark = if typing.chat { " say to the others › " } else { " › " };
            let before: String = text.chars().take(cursor).collect();
            let room = area.width.saturating_sub(width(mark) + 1);
            // The end of a long line is what one looks at.
            let skipped = width(&before).saturating_sub(room.saturating_sub(1));
            let shown: String = text.chars().skip(skipped.into()).collect();
            buffer.set_style(area, self.theme.bar());
            let (x, _) = buffer.set_stringn(area.x, area.y, mark, area.width.into(), self.theme.bar());
            buffer.set_stringn(x, area.y, &shown, room.into(), self.theme.bar());
            return Some((x + width(&before) - skipped, area.y));
        }
        let table = &self.table;
        let keys = [
            ('?', "? keys", true),
            ('/', "/ words", true),
            ('c', "c chat", table.online.is_some()),
            ('s', "s say", table.grants(|table| table.hears)),
            ('f', "f finish", table.can_finish()),
            ('i', "i hint", table.grants(|table| table.hints) && !table.is_over()),
            (
                'v',
                "v winnable?",
                table.is_solvable() && table.grants(|table| table.hints) && !table.is_over(),
            ),
            ('v', "v where lost?", crate::game::can_look_back(table)),
            ('u', "u undo", table.standing.can_undo),
            ('r', "r redo", table.standing.can_redo),
            ('b', "b rules", true),
            ('p', "p log", true),
            ('q', "q leave", true),
        ];
        let mut x = area.x + 1;
        // Over the cards of a round only words can be typed.
        let acts = |letter: char| self.reveal.is_none() || matches!(letter, '/' | 'c');
        for (letter, text, _) in keys.iter().filter(|(letter, _, here)| *here && acts(*letter)) {
            if x + width(text) > area.right() {
                break;
            }
            buffer.set_string(x, area.y, text, self.theme.faint());
            buffer.set_string(x, area.y, letter.to_string(), self.theme.strong());
            hits.push((Rect::new(x, area.y, width(text), 1), Target::Key(*letter)));
            x += width(text) + 2;
        }
        None
    }

    /// How a round ended.
    fn draw_reveal(&self, buffer: &mut Buffer, within: Rect, reveal: &Reveal) {
        let cell = reveal.hands.iter().map(|shown| width(&shown.name).max(14)).max().unwrap_or(14) + 2;
        let per_row = ((within.width.saturating_sub(6)) / cell).max(1);
        let rows = (reveal.hands.len() as u16).div_ceil(per_row);
        // With many players a line each, else their cards.
        let boxes = rows * 5 + 4 <= within.height;
        let high = if boxes { rows * 5 + 2 } else { rows + 2 };
        let wide = (per_row.min(reveal.hands.len() as u16) * cell + 4).max(40);
        let area = middle(within, wide, high);
        let title = format!("{}: the cards", reveal.title);
        let inner = panel(buffer, area, &title, "Enter goes on", self.theme);
        for (index, shown) in reveal.hands.iter().enumerate() {
            let (column, row) = (index as u16 % per_row, index as u16 / per_row);
            let (x, y) = (inner.x + column * cell, inner.y + row * if boxes { 5 } else { 1 });
            let style = if shown.note.is_some() { self.theme.wrong() } else { self.theme.strong() };
            if !boxes {
                if y < inner.bottom() {
                    let cards: Vec<String> = shown.cards.iter().map(|card| card.short()).collect();
                    let note = shown.note.as_ref().map_or("", |_| " ✗");
                    let text = format!("{} {}{note}", clipped(&shown.name, cell - 8), cards.join(" "));
                    buffer.set_line(x, y, &coloured(&text, style, self.theme), cell - 1);
                }
                continue;
            }
            buffer.set_string(x, y, clipped(&shown.name, cell - 1), style);
            for (index, card) in shown.cards.iter().enumerate() {
                let (lying, at) = (Lying::open(*card), (x + index as u16 * 4, y + 1));
                draw_card(buffer, at, Size::Small, &Face::Lying(&lying), Highlight::default(), self.theme);
            }
            if let Some(note) = &shown.note {
                buffer.set_string(x, y + 4, clipped(note, cell - 1), style);
            }
        }
    }

    /// Who has sat down so far, at a table online.
    fn draw_room(&self, buffer: &mut Buffer, area: Rect) {
        let Some(online) = &self.table.online else {
            return;
        };
        let room = &online.room;
        let area = middle(area, area.width.min(60), (room.seats.len() as u16 + 6).min(area.height));
        let title = format!("{}, a table for {}", room.info.title, room.info.players);
        let inner = panel(buffer, area, &title, "c chat", self.theme);
        let mut lines = Vec::new();
        if !room.info.rules.is_empty() {
            lines.push((format!("By these rules: {}", room.info.rules.join(", ")), self.theme.faint()));
        }
        if room.phase == Phase::Gathering {
            lines.push((format!("Game {} at this table", room.number), self.theme.faint()));
            let hints = if room.hints { "Everyone may ask for hints" } else { "No hints at this table" };
            lines.push((hints.to_owned(), self.theme.faint()));
        }
        for place in &room.seats {
            let name = place.name.as_deref().unwrap_or("someone");
            let (who, style) = match place.who {
                Who::Nobody => ("─ nobody yet".to_owned(), self.theme.faint()),
                Who::Bot => (format!("⚙ {name}, a bot"), Style::new()),
                Who::Person => {
                    let you = if Some(place.seat) == self.table.you { " (you)" } else { "" };
                    let host = if place.host { " · host" } else { "" };
                    let away = if place.away { " · away" } else { "" };
                    let ready = if place.shared { " · ready" } else { "" };
                    let bot = if place.program { ", a bot" } else { "" };
                    (format!("● {name}{bot}{you}{host}{away}{ready}"), self.theme.strong())
                }
            };
            lines.push((who, style));
        }
        lines.push((
            format!("Cards promised: {}…", &room.commitment.chars().take(16).collect::<String>()),
            self.theme.faint(),
        ));
        for ((text, style), y) in lines.into_iter().zip(inner.y..inner.bottom()) {
            buffer.set_stringn(inner.x, y, text, inner.width.into(), style);
        }
    }
}

fn too_small(buffer: &mut Buffer, area: Rect, command: &str) {
    let text = format!(
        "This window is {}×{}; the table needs a terminal of 80×24 or larger. \
         Enlarge it, or press q and use parlour {command} --linear.",
        area.width, area.height
    );
    for (line, y) in wrapped(&text, area.width, "").into_iter().zip(area.y..area.bottom()) {
        buffer.set_stringn(area.x, y, line, area.width.into(), Style::new());
    }
}

fn answered(text: &str) -> String {
    format!("» {text}")
}

fn rule(buffer: &mut Buffer, area: Rect, style: Style) {
    for x in area.x..area.right() {
        buffer.set_string(x, area.y, "─", style);
    }
}

fn button_text(index: usize, button: &Button) -> String {
    key_of(index).map_or_else(|| button.label.clone(), |key| format!("{key} {}", button.label))
}

/// Where there is much to choose from, choices of a kind that no card stands for are only in the list.
fn unfolded(buttons: &[Button]) -> Vec<usize> {
    let kind = |button: &Button| match &button.action {
        ButtonAction::Act(act) => act.split(' ').next().map(str::to_owned),
        _ => None,
    };
    let folded = |button: &Button| {
        let alike = buttons.iter().filter(|other| kind(other).is_some() && kind(other) == kind(button));
        buttons.len() > MANY && !button.has_card && alike.count() > 2
    };
    (0..buttons.len()).filter(|&index| !folded(&buttons[index])).collect()
}

/// How many lines the buttons take, side by side.
fn button_lines(buttons: &[Button], wide: u16) -> u16 {
    let (mut x, mut lines) = (1, 1);
    for index in unfolded(buttons) {
        let cells = width(&button_text(index, &buttons[index])).min(wide - 2);
        if x + cells > wide - 1 && x > 1 {
            (x, lines) = (1, lines + 1);
        }
        x += cells + 2;
    }
    lines
}
