//! The table: everyone around it and what lies on it, as large as the space allows.

use engine::scene::{At, Heap, Layout, Place};
use engine::{Scene, Seat};
use protocol::Choice;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::card::{Face, Highlight, Size, draw_card, short};
use super::seat::{Fan, header, header_width, line, line_width};
use super::text::{clipped, width};
use super::theme::Theme;

/// Something on the screen that can be pointed at.
#[derive(Clone, Debug, PartialEq)]
pub enum Target {
    /// A card, or a pile.
    Spot(At),
    /// Where something that is picked up can go.
    Place(Place),
    /// A button, by its number.
    Button(usize),
    /// What a key does.
    Key(char),
    /// A row of a list.
    Row(usize),
}

/// How much room things get, the roomiest first.
#[derive(Clone, Copy, PartialEq)]
struct Density {
    /// Cards of the others; none for a line each.
    others: Option<Size>,
    /// Cards of the piles; none for a line in all.
    heaps: Option<Size>,
    /// The player's own cards.
    own: Size,
}

const DENSITIES: [Density; 5] = [
    Density { others: Some(Size::Large), heaps: Some(Size::Large), own: Size::Large },
    Density { others: Some(Size::Small), heaps: Some(Size::Small), own: Size::Large },
    Density { others: Some(Size::Small), heaps: Some(Size::Small), own: Size::Small },
    Density { others: None, heaps: Some(Size::Small), own: Size::Small },
    Density { others: None, heaps: None, own: Size::Small },
];

/// Cells between two things side by side.
const GAP: u16 = 3;

/// The table as one player sees it.
pub struct Felt<'a> {
    /// What there is to see.
    pub scene: &'a Scene,
    /// What can be done.
    pub choices: &'a [Choice],
    /// What is picked up.
    pub picked: Option<&'a At>,
    /// What the keys point at.
    pub focus: Option<&'a Target>,
    /// What was called out.
    pub cry: Option<&'a str>,
    /// How it looks.
    pub theme: Theme,
}

/// A heap, its place, and the size of its cards.
struct Pile<'a> {
    heap: &'a Heap,
    place: Place,
    size: Size,
}

/// Where things can be pointed at, the uppermost last.
pub type Hits = Vec<(Rect, Target)>;

impl Felt<'_> {
    /// Draws it.
    pub fn draw(&self, buffer: &mut Buffer, area: Rect, hits: &mut Hits) {
        let fits = |density: &&Density| self.height(**density, area.width) <= area.height;
        let density = DENSITIES.iter().find(fits).copied().unwrap_or(DENSITIES[4]);
        let (top, bottom) = (self.others_height(density, area.width), self.own_height(density, area.width));
        let bottom = bottom.min(area.height);
        let top = top.min(area.height.saturating_sub(bottom + 2));
        let middle = Rect {
            y: area.y + top,
            height: area.height.saturating_sub(top + bottom + u16::from(bottom > 0)),
            ..area
        };
        self.draw_others(buffer, Rect { height: top, ..area }, density, hits);
        self.draw_heaps(buffer, middle, density, hits);
        if let Some(own) = self.own() {
            let own_area = Rect { y: area.bottom() - bottom, height: bottom, ..area };
            self.draw_seat(buffer, own_area, own, Some(density.own), hits);
        }
        if let Some(cry) = self.cry {
            let text = format!("  ★ {cry} ★  ");
            let y = if bottom > 0 { area.bottom() - bottom - 1 } else { area.bottom() - 1 };
            let x = area.x + area.width.saturating_sub(width(&text)) / 2;
            let style = self.theme.bright().add_modifier(ratatui::style::Modifier::REVERSED);
            buffer.set_stringn(x, y, text, area.width.into(), style);
        }
    }

    fn own(&self) -> Option<&engine::scene::Sitter> {
        self.scene.sitters.iter().find(|sitter| sitter.you)
    }

    /// The others, clockwise from the player's left.
    fn others(&self) -> Vec<&engine::scene::Sitter> {
        let all = &self.scene.sitters;
        let you = all.iter().position(|sitter| sitter.you);
        match you {
            Some(you) => all[you + 1..].iter().chain(&all[..you]).collect(),
            None => all.iter().collect(),
        }
    }

    fn height(&self, density: Density, wide: u16) -> u16 {
        // A line for what is called out.
        self.others_height(density, wide)
            + self.heaps_height(density, wide)
            + self.own_height(density, wide)
            + 1
    }

    fn is_touchable(&self, seat: Seat) -> bool {
        let at = |choice: &Choice| choice.gesture.from.as_ref().map(|at| at.place.clone());
        self.choices.iter().any(|choice| at(choice) == Some(Place::Hand(seat)))
    }

    fn fan(&self, sitter: &engine::scene::Sitter, size: Size, wide: u16) -> Fan {
        Fan::new(&sitter.hand, size, wide, sitter.you || self.is_touchable(sitter.seat))
    }

    fn own_height(&self, density: Density, wide: u16) -> u16 {
        self.own().map_or(0, |own| 1 + self.fan(own, density.own, wide).high)
    }

    /// The width and height of each of the others.
    fn others_sizes(&self, density: Density, wide: u16) -> Vec<(u16, u16)> {
        let others = self.others();
        match density.others {
            Some(size) => {
                let measure = |sitter: &&engine::scene::Sitter| {
                    let fan = self.fan(sitter, size, wide / 2);
                    (header_width(sitter).max(fan.wide).min(wide), 1 + fan.high)
                };
                others.iter().map(measure).collect()
            }
            None => {
                let widest = others.iter().map(|sitter| line_width(sitter)).max().unwrap_or(0).min(wide);
                others.iter().map(|_| (widest, 1)).collect()
            }
        }
    }

    fn others_height(&self, density: Density, wide: u16) -> u16 {
        rows(&self.others_sizes(density, wide), wide).iter().map(|row| row.high).sum()
    }

    fn draw_others(&self, buffer: &mut Buffer, area: Rect, density: Density, hits: &mut Hits) {
        let (others, sizes) = (self.others(), self.others_sizes(density, area.width));
        let all = rows(&sizes, area.width);
        // Where not all fit, those around the player on turn are shown.
        let on_turn = others.iter().position(|sitter| sitter.on_turn).unwrap_or(0);
        let mut skipped = 0;
        let mut rest: u16 = all.iter().map(|row| row.high).sum();
        while rest > area.height && skipped + 1 < all.len() && all[skipped].end <= on_turn {
            rest -= all[skipped].high;
            skipped += 1;
        }
        let mut y = area.y;
        for row in &all[skipped.min(all.len())..] {
            if y + row.high > area.bottom() {
                break;
            }
            // Where there is room, people sit further apart.
            let spare = area.width.saturating_sub(row.wide) / (row.end - row.begin + 1) as u16;
            let gap = if density.others.is_some() { GAP + spare.min(9) } else { GAP };
            let wide = row.wide + (gap - GAP) * (row.end - row.begin - 1) as u16;
            let mut x = area.x + area.width.saturating_sub(wide) / 2;
            for index in row.begin..row.end {
                let (wide, high) = sizes[index];
                let place = Rect::new(x, y, wide, high);
                self.draw_seat(buffer, place, others[index], density.others, hits);
                x += wide + gap;
            }
            y += row.high;
        }
    }

    fn draw_seat(
        &self,
        buffer: &mut Buffer,
        area: Rect,
        sitter: &engine::scene::Sitter,
        size: Option<Size>,
        hits: &mut Hits,
    ) {
        let place = Place::Hand(sitter.seat);
        let goal = self.is_goal(&place);
        let focus = self.focus == Some(&Target::Place(place.clone()));
        if goal {
            hits.push((area, Target::Place(place.clone())));
        }
        let Some(size) = size else {
            let spots = line(buffer, area, sitter, goal, focus, self.theme);
            for (index, rect) in spots {
                let at = At { place: place.clone(), card: Some(index) };
                if self.begins(&at) > 0 && !goal {
                    let target = Target::Spot(at);
                    let focused = self.focus == Some(&target);
                    buffer.set_style(rect, if focused { self.theme.bar() } else { self.theme.can() });
                    hits.push((rect, target));
                }
            }
            return;
        };
        header(buffer, Rect { height: 1, ..area }, sitter, goal, focus, self.theme);
        let fan = self.fan(sitter, size, if sitter.you { area.width } else { area.width.max(8) });
        let left = area.x + area.width.saturating_sub(fan.wide) / 2;
        let mut last = None;
        for (index, (lying, (rect, room))) in
            sitter.hand.iter().zip(fan.spots((left, area.y + 1))).enumerate()
        {
            if rect.bottom() > area.bottom() {
                break;
            }
            let at = At { place: place.clone(), card: Some(index) };
            let highlight = Highlight { raised: lying.raised, ..self.highlight(&at) };
            draw_card(buffer, (rect.x, rect.y), size, &Face::Lying(lying), highlight, self.theme);
            if let Some(note) = &lying.note {
                buffer.set_string(rect.x + 1, rect.bottom(), clipped(note, room - 1), self.theme.faint());
            }
            let reachable = highlight.can || sitter.you && self.picked.is_none() || highlight.picked;
            if reachable && !goal {
                hits.push((rect, Target::Spot(at)));
            }
            if highlight.focus || highlight.picked {
                last = Some((lying, rect, highlight));
            }
        }
        // What stands out lies above its neighbours.
        if let Some((lying, rect, highlight)) = last {
            draw_card(buffer, (rect.x, rect.y), size, &Face::Lying(lying), highlight, self.theme);
        }
    }

    fn begins(&self, at: &At) -> usize {
        self.choices.iter().filter(|choice| choice.gesture.from.as_ref() == Some(at)).count()
    }

    fn is_goal(&self, place: &Place) -> bool {
        let lands = |picked: &At| {
            let fits = |choice: &Choice| {
                choice.gesture.from.as_ref() == Some(picked) && choice.gesture.to.as_ref() == Some(place)
            };
            picked.place != *place && self.choices.iter().any(fits)
        };
        self.picked.is_some_and(lands)
    }

    fn highlight(&self, at: &At) -> Highlight {
        let mut mine =
            self.choices.iter().enumerate().filter(|(_, choice)| choice.gesture.from.as_ref() == Some(at));
        let first = mine.next();
        let only = if mine.next().is_none() { first } else { None };
        let key = only.and_then(|(index, _)| key_of(index)).filter(|_| self.picked.is_none());
        Highlight {
            can: first.is_some() && self.picked.is_none(),
            focus: self.focus == Some(&Target::Spot(at.clone())),
            picked: self.picked == Some(at),
            goal: false,
            raised: false,
            key,
        }
    }

    fn heap_size(&self, heap: &Heap, size: Size) -> (u16, u16) {
        let label = width(&heap_label(heap));
        match heap.layout {
            Layout::Stack => (label.max(size.wide()), 1 + size.high()),
            Layout::Column => {
                let covered = u16::try_from(heap.cards.len().saturating_sub(1)).unwrap_or(u16::MAX);
                (label.max(size.wide()), 1 + size.high() + covered)
            }
            Layout::Row => {
                let fan = Fan::new(&heap.cards, size, 40, true);
                (label.max(fan.wide).max(size.wide()), 1 + fan.high.max(size.high()))
            }
        }
    }

    fn heaps_height(&self, density: Density, wide: u16) -> u16 {
        match density.heaps {
            None => 1,
            Some(size) => {
                let sizes: Vec<(u16, u16)> =
                    self.scene.heaps.iter().map(|heap| self.heap_size(heap, size)).collect();
                rows(&sizes, wide).iter().map(|row| row.high).sum()
            }
        }
    }

    fn draw_heaps(&self, buffer: &mut Buffer, area: Rect, density: Density, hits: &mut Hits) {
        let Some(size) = density.heaps else {
            return self.draw_heaps_in_a_line(buffer, area, hits);
        };
        let sizes: Vec<(u16, u16)> = self.scene.heaps.iter().map(|heap| self.heap_size(heap, size)).collect();
        let all = rows(&sizes, area.width);
        let high: u16 = all.iter().map(|row| row.high).sum();
        let columns = self.scene.heaps.iter().any(|heap| heap.layout == Layout::Column);
        // Columns grow downwards, so that they begin at the top; piles lie in the middle.
        let above = if columns { 0 } else { area.height.saturating_sub(high) / 2 };
        let mut y = area.y + above;
        for row in all {
            let mut x = area.x + area.width.saturating_sub(row.wide) / 2;
            let heaps = self.scene.heaps.iter().zip(&sizes).take(row.end).skip(row.begin);
            for (heap, (wide, _)) in heaps {
                let high = row.high.min(area.bottom().saturating_sub(y));
                self.draw_heap(buffer, Rect::new(x, y, *wide, high), heap, size, hits);
                x += wide + GAP;
            }
            y += row.high;
        }
    }

    fn draw_heap(&self, buffer: &mut Buffer, area: Rect, heap: &Heap, size: Size, hits: &mut Hits) {
        if area.height < 1 + size.high() {
            return;
        }
        let pile = Pile { heap, place: Place::Heap(heap.id.clone()), size };
        let goal = self.is_goal(&pile.place);
        let label = clipped(&heap_label(heap), area.width);
        let style = if goal { self.theme.bright() } else { self.theme.faint() };
        buffer.set_string(area.x + area.width.saturating_sub(width(&label)) / 2, area.y, label, style);
        if goal {
            hits.push((area, Target::Place(pile.place.clone())));
        }
        let left = area.x + area.width.saturating_sub(size.wide()) / 2;
        let last = heap.cards.len().checked_sub(1);
        match heap.layout {
            Layout::Stack => {
                let rect = self.draw_lying(buffer, &pile, (left, area.y + 1), last, None, hits);
                if let Some(note) = heap.cards.last().and_then(|lying| lying.note.as_ref()) {
                    buffer.set_string(rect.right() + 1, rect.y + 1, clipped(note, GAP), self.theme.faint());
                }
            }
            Layout::Column => {
                let y = self.draw_covered_cards(buffer, area, left, heap, size);
                self.draw_lying(buffer, &pile, (left, y), last, None, hits);
            }
            Layout::Row if heap.cards.is_empty() => {
                self.draw_lying(buffer, &pile, (left, area.y + 1), None, None, hits);
            }
            Layout::Row => self.draw_row(buffer, area, &pile, hits),
        }
    }

    /// Draws a card of a pile, or the place of none, and notes where it can be touched: `touched`, or all of it.
    fn draw_lying(
        &self,
        buffer: &mut Buffer,
        pile: &Pile,
        at: (u16, u16),
        index: Option<usize>,
        touched: Option<Rect>,
        hits: &mut Hits,
    ) -> Rect {
        let own = index.map(|index| At { place: pile.place.clone(), card: Some(index) });
        let spot = own
            .filter(|spot| self.begins(spot) > 0 || self.picked == Some(spot))
            .unwrap_or_else(|| At { place: pile.place.clone(), card: None });
        let highlight = self.highlight(&spot);
        let focus = highlight.focus || self.focus == Some(&Target::Place(pile.place.clone()));
        let highlight = Highlight { goal: self.is_goal(&pile.place), focus, ..highlight };
        let face = index.and_then(|index| pile.heap.cards.get(index)).map_or(Face::Empty, Face::Lying);
        let rect = draw_card(buffer, at, pile.size, &face, highlight, self.theme);
        if (highlight.can || highlight.picked) && !highlight.goal {
            hits.push((touched.unwrap_or(rect), Target::Spot(spot)));
        }
        rect
    }

    /// Draws what can be seen of a column's covered cards; returns the row of its last card.
    fn draw_covered_cards(&self, buffer: &mut Buffer, area: Rect, left: u16, heap: &Heap, size: Size) -> u16 {
        let room = usize::from(area.height - 1 - size.high());
        let covered = heap.cards.len().saturating_sub(1);
        let hidden = covered.saturating_sub(room);
        let shown = hidden + usize::from(hidden > 0);
        let mut y = area.y + 1;
        if hidden > 0 {
            buffer.set_string(left, y, format!("⋮ {shown}"), self.theme.faint());
            y += 1;
        }
        for lying in heap.cards.iter().take(covered).skip(shown.min(covered)) {
            self.draw_covered(buffer, (left, y), size, lying);
            y += 1;
        }
        y
    }

    /// Draws cards side by side, with their notes below.
    fn draw_row(&self, buffer: &mut Buffer, area: Rect, pile: &Pile, hits: &mut Hits) {
        let cards = &pile.heap.cards;
        let fan = Fan::new(cards, pile.size, 40, true);
        let left = area.x + area.width.saturating_sub(fan.wide) / 2;
        for (index, (lying, (rect, room))) in cards.iter().zip(fan.spots((left, area.y + 1))).enumerate() {
            self.draw_lying(buffer, pile, (rect.x, rect.y), Some(index), Some(rect), hits);
            if let Some(note) = &lying.note {
                let note = clipped(note, room.max(pile.size.wide()));
                buffer.set_string(rect.x, rect.bottom(), note, self.theme.strong());
            }
        }
    }

    /// A card of which only the upper part can be seen.
    fn draw_covered(&self, buffer: &mut Buffer, at: (u16, u16), size: Size, lying: &engine::scene::Lying) {
        let (text, style) = match lying.card {
            Some(card) => (short(card), self.theme.card(card)),
            None => ("░░░".to_owned(), self.theme.back()),
        };
        let (left, right) = ("╭", "╮");
        buffer.set_string(at.0, at.1, left, Style::new());
        buffer.set_string(at.0 + 1, at.1, &text, style);
        for x in at.0 + 1 + width(&text)..at.0 + size.wide() - 1 {
            buffer.set_string(x, at.1, "─", Style::new());
        }
        buffer.set_string(at.0 + size.wide() - 1, at.1, right, Style::new());
    }

    fn draw_heaps_in_a_line(&self, buffer: &mut Buffer, area: Rect, hits: &mut Hits) {
        if area.height == 0 {
            return;
        }
        let mut x = area.x + 1;
        let y = area.y + area.height / 2;
        for heap in &self.scene.heaps {
            let place = Place::Heap(heap.id.clone());
            let begins = self.choices.iter().filter_map(|choice| choice.gesture.from.clone());
            let at = begins.into_iter().find(|at| at.place == place);
            let goal = self.is_goal(&place);
            let focus = self.focus.is_some_and(|focus| {
                *focus == Target::Place(place.clone())
                    || at.clone().is_some_and(|at| *focus == Target::Spot(at))
            });
            let top = heap.cards.last().map(|lying| lying.card.map_or("░░".to_owned(), short));
            let text = format!("{} {}", heap_label(heap), top.unwrap_or_else(|| "empty".to_owned()));
            let style = match (focus, goal || at.is_some()) {
                (true, _) => self.theme.bar(),
                (false, true) => self.theme.bright(),
                (false, false) => Style::new(),
            };
            let rect = Rect::new(x, y, width(&text), 1).intersection(area);
            buffer.set_stringn(x, y, &text, rect.width.into(), style);
            match at {
                _ if goal => hits.push((rect, Target::Place(place))),
                Some(at) => hits.push((rect, Target::Spot(at))),
                None => {}
            }
            x += width(&text) + GAP;
        }
    }
}

/// "Stock 39", "Stock 48 · 12 deals".
fn heap_label(heap: &Heap) -> String {
    let note = heap.note.as_ref().map_or_else(String::new, |note| format!(" · {note}"));
    match heap.layout {
        Layout::Column => heap.label.to_string(),
        _ => format!("{} {}{note}", heap.label, heap.count),
    }
}

/// The key that does the choice of that index.
pub fn key_of(index: usize) -> Option<char> {
    match index {
        0..=8 => char::from_digit(index as u32 + 1, 10),
        9 => Some('0'),
        _ => None,
    }
}

/// Things side by side.
struct Row {
    begin: usize,
    end: usize,
    wide: u16,
    high: u16,
}

/// Lays things of these sizes side by side, in as many rows as it takes.
fn rows(sizes: &[(u16, u16)], most: u16) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for (index, (wide, high)) in sizes.iter().enumerate() {
        match rows.last_mut() {
            Some(row) if row.wide + GAP + wide <= most => {
                *row = Row {
                    begin: row.begin,
                    end: index + 1,
                    wide: row.wide + GAP + wide,
                    high: row.high.max(*high),
                };
            }
            _ => rows.push(Row { begin: index, end: index + 1, wide: *wide, high: *high }),
        }
    }
    rows
}
