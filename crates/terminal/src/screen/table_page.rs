//! At a table: what is shown beside it, and what keys, mouse and words do.

use std::time::{Duration, Instant};

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use engine::scene::{At, Place, Reveal};
use phrases::Command;
use protocol::online::{Call, QUICK_PHRASES};
use protocol::{Ask, Choice};

use super::Effect;
use super::overlay::{Overlay, Pressed};
use super::steer::{Towards, nearest, under};
use super::typing::{Typed, Typing};
use crate::deeds::{self, Button, Deed};
use crate::game::{Planned, can_look_back};
use crate::link::Heard;
use crate::paint::{Hits, Target, Theme, key_of};
use crate::table::{Table, Told};

/// How long what was called out stays to be seen, at least.
const CRY: Duration = Duration::from_millis(2500);

/// What is told beside the table.
#[derive(Clone, Debug, PartialEq)]
pub enum Notice {
    /// Something was not done, and the clause it follows from.
    Refused(String, Option<String>),
    /// An answer.
    Answer(String),
}

/// Where the screen's player sits.
pub struct TablePage {
    /// The table.
    pub table: Table,
    /// The game of one's own, if it is one.
    pub planned: Option<Planned>,
    /// The player's name.
    pub name: String,
    /// How it looks.
    pub theme: Theme,
    /// What the keys point at.
    pub focus: Option<Target>,
    /// What is picked up.
    pub picked: Option<At>,
    /// What is told.
    pub notice: Option<Notice>,
    /// How the last round ended, until it has been seen.
    pub reveal: Option<Reveal>,
    /// What was called out, and until when it is shown.
    pub cry: Option<(String, Instant)>,
    /// The line being typed.
    pub typing: Option<Typing>,
    /// What is shown above the table.
    pub overlay: Option<Overlay>,
    /// Whether an answer is awaited that may take a moment.
    pub thinking: bool,
    /// Where things are on the screen.
    pub hits: Hits,
    /// How far the log is scrolled back.
    pub back: u16,
    /// What could not be gone on with.
    pub failed: Option<String>,
    /// When the bots move.
    bots_at: Option<Instant>,
    pause: Duration,
    typed: Vec<String>,
    pressed: Option<Target>,
    /// Whether what is picked up is being dragged.
    dragged: bool,
}

impl TablePage {
    /// Before a table that has not been heard of yet.
    pub fn new(planned: Option<Planned>, name: &str, pause: Duration, theme: Theme) -> Self {
        Self {
            table: Table::default(),
            planned,
            name: name.to_owned(),
            theme,
            focus: None,
            picked: None,
            notice: None,
            reveal: None,
            cry: None,
            typing: None,
            overlay: None,
            thinking: false,
            hits: Hits::new(),
            back: 0,
            failed: None,
            bots_at: None,
            pause,
            typed: Vec::new(),
            pressed: None,
            dragged: false,
        }
    }

    /// When something happens by itself.
    pub fn deadline(&self) -> Option<Instant> {
        self.bots_at.into_iter().chain(self.cry.as_ref().map(|(_, until)| *until)).min()
    }

    /// The time has come, for whatever.
    pub fn tick(&mut self, now: Instant, out: &mut Vec<Effect>) {
        if self.cry.as_ref().is_some_and(|(_, until)| *until <= now) {
            self.cry = None;
        }
        if self.bots_at.is_some_and(|at| at <= now) {
            self.bots_at = None;
            out.push(Effect::Ask(Ask::Next));
        }
    }

    /// Takes in what was heard.
    pub fn hear(&mut self, heard: Heard, now: Instant) {
        self.thinking = false;
        for told in self.table.hear(heard) {
            self.show(told, now);
        }
        self.let_others_move(now);
    }

    fn show(&mut self, told: Told, now: Instant) {
        match told {
            Told::Dealt => {
                (self.notice, self.picked, self.focus, self.reveal) = (None, None, None, None);
                self.back = 0;
            }
            Told::Happened(lines) => {
                (self.notice, self.picked, self.back) = (None, None, 0);
                if let Some(cry) = lines.iter().rev().find_map(|line| line.cry.clone()) {
                    self.cry = Some((cry, now + CRY));
                }
                let gone = match &self.focus {
                    Some(Target::Button(_) | Target::Place(_)) => true,
                    Some(Target::Spot(at)) => !self.table.standing.scene.has(at),
                    _ => false,
                };
                if gone {
                    self.focus = None;
                }
            }
            Told::RoundEnded(reveal) => self.reveal = Some(reveal),
            Told::Refused(refusal) => self.notice = Some(Notice::Refused(refusal.text, refusal.clause)),
            Told::Answer(text, act) => {
                let advised =
                    |act: String| self.table.standing.choices.iter().position(|choice| choice.act == act);
                if let Some(index) = act.and_then(advised) {
                    self.focus = Some(Target::Button(index));
                }
                self.notice = Some(Notice::Answer(text));
            }
            Told::Several(question, choices) => {
                self.overlay = Some(Overlay::list(&question, choices.iter().map(Button::of).collect()));
            }
            Told::Chat(line) => self.say_in_log(format!("{}: {}", line.name, line.text)),
            Told::Company(lines) => lines.into_iter().for_each(|line| self.say_in_log(line)),
            Told::Failed(text) => self.failed = Some(text),
            Told::Deal(..) | Told::Record(_) => {}
        }
    }

    fn say_in_log(&mut self, text: String) {
        self.table.log.push(protocol::Line { text, cry: None });
    }

    /// Whoever is not a person moves next, after a pause in which one can follow.
    fn let_others_move(&mut self, now: Instant) {
        if self.reveal.is_some() || !self.table.bots_move() {
            self.bots_at = None;
        } else if self.bots_at.is_none() {
            self.bots_at = Some(now + self.pause);
        }
    }

    /// The buttons there are now.
    pub fn buttons(&self) -> Vec<Button> {
        deeds::buttons(&self.table, self.picked.as_ref())
    }

    /// Text from the clipboard is typed.
    pub fn paste(&mut self, text: &str) {
        self.typing.get_or_insert_with(|| Typing::new(false)).insert(text);
    }

    /// Takes a key.
    pub fn press(&mut self, key: KeyEvent, now: Instant, out: &mut Vec<Effect>) {
        if let Some(typing) = &mut self.typing {
            match typing.press(key, &self.typed) {
                Typed::More => {}
                Typed::Away => self.typing = None,
                Typed::Done(line) => {
                    let chat = typing.chat;
                    self.typing = None;
                    self.say(line, chat, out);
                }
            }
            return;
        }
        if let Some(overlay) = &mut self.overlay {
            match overlay.press(key.code) {
                Pressed::Stay => {}
                Pressed::Away => self.overlay = None,
                Pressed::Chosen(index) => self.choose_row(index, out),
            }
            return;
        }
        if self.reveal.is_some() {
            return match key.code {
                KeyCode::Enter | KeyCode::Char(' ') | KeyCode::Esc => self.go_on(now),
                KeyCode::Char('q') => out.push(Effect::Leave),
                _ => {}
            };
        }
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            if key.code == KeyCode::Char('r') {
                out.push(Effect::Ask(Ask::Redo));
            }
            return;
        }
        match key.code {
            KeyCode::Left => self.steer(Towards::Left),
            KeyCode::Right => self.steer(Towards::Right),
            KeyCode::Up => self.steer(Towards::Up),
            KeyCode::Down => self.steer(Towards::Down),
            KeyCode::Tab => self.cycle(1),
            KeyCode::BackTab => self.cycle(-1),
            KeyCode::PageUp => self.back = self.back.saturating_add(5),
            KeyCode::PageDown => self.back = self.back.saturating_sub(5),
            KeyCode::Enter => self.touch_focus(out),
            KeyCode::Esc => (self.picked, self.notice) = (None, None),
            KeyCode::Char(letter) => self.letter(letter, now, out),
            _ => {}
        }
    }

    /// What a letter does, typed or clicked.
    fn letter(&mut self, letter: char, now: Instant, out: &mut Vec<Effect>) {
        match letter {
            'h' => self.steer(Towards::Left),
            'j' => self.steer(Towards::Down),
            'k' => self.steer(Towards::Up),
            'l' => self.steer(Towards::Right),
            ' ' => self.touch_focus(out),
            '0'..='9' => {
                let buttons = self.buttons();
                let index = (0..buttons.len()).find(|index| key_of(*index) == Some(letter));
                if let Some(index) = index {
                    self.press_button(&buttons[index], out);
                }
            }
            '/' | ':' => self.typing = Some(Typing::new(false)),
            'c' if self.table.online.is_some() => self.typing = Some(Typing::new(true)),
            'C' if self.table.online.is_some() => {
                let items = QUICK_PHRASES.map(|text| Button::new(text, Deed::Act(text.to_owned())));
                self.overlay = Some(Overlay::list("Say to the others", items.to_vec()));
            }
            '?' => self.overlay = Some(Overlay::text("Keys", super::keys::help(&self.table))),
            'u' => out.push(Effect::Ask(Ask::Undo)),
            'r' => out.push(Effect::Ask(Ask::Redo)),
            'i' => {
                self.thinking = true;
                out.push(Effect::Ask(Ask::Hint));
            }
            'v' if self.table.is_solitaire() => {
                self.thinking = true;
                out.push(Effect::Ask(if can_look_back(&self.table) { Ask::WhereLost } else { Ask::CanWin }));
            }
            'w' => match self.focused_card() {
                Some(card) => out.push(Effect::Ask(Ask::Why { text: card })),
                None => {
                    let mut typing = Typing::new(false);
                    typing.insert("why ");
                    self.typing = Some(typing);
                }
            },
            'b' => {
                let clause = match &self.notice {
                    Some(Notice::Refused(_, clause)) => clause.clone(),
                    _ => None,
                };
                self.open_book(clause.as_deref());
            }
            'p' => {
                let text: Vec<&str> = self.table.log.iter().map(|line| line.text.as_str()).collect();
                let at = text.last().map(|last| (*last).to_owned());
                let title = "What happened so far".to_owned();
                self.overlay =
                    Some(Overlay::Text { title, text: text.join("\n"), at, scroll: Some(u16::MAX) });
            }
            'm' => {
                let items: Vec<Button> =
                    self.buttons().into_iter().chain(deeds::host_actions(&self.table)).collect();
                self.overlay = Some(Overlay::list("What you can do", items));
            }
            's' if self.table.grants(|snapshot| snapshot.hears) => {
                let sayings = self.table.snapshot.iter().flat_map(|snapshot| &snapshot.sayings);
                let items =
                    sayings.map(|words| Button::new(words.clone(), Deed::Act(format!("say {words}"))));
                self.overlay = Some(Overlay::list("Say", items.collect()));
            }
            'n' if self.table.is_over() && self.planned.is_some() => self.do_it(&Deed::Again, out),
            'q' => out.push(Effect::Leave),
            _ => {}
        }
        let _ = now;
    }

    fn open_book(&mut self, clause: Option<&str>) {
        self.overlay = Some(Overlay::book(self.table.title(), self.table.rules(), clause));
    }

    /// The card that the keys point at, as it is written.
    fn focused_card(&self) -> Option<String> {
        let Some(Target::Spot(at)) = &self.focus else { return None };
        let scene = &self.table.standing.scene;
        let cards = match &at.place {
            Place::Hand(seat) => &scene.sitters.get(seat.index())?.hand,
            Place::Heap(id) => &scene.heaps.iter().find(|heap| heap.id == *id)?.cards,
        };
        let lying = at.card.map_or_else(|| cards.last(), |index| cards.get(index))?;
        lying.card.map(|card| card.short())
    }

    fn go_on(&mut self, now: Instant) {
        self.reveal = None;
        self.let_others_move(now);
    }

    fn steer(&mut self, towards: Towards) {
        self.focus = nearest(&self.hits, self.focus.as_ref(), towards).or(self.focus.take());
    }

    /// To the next button, or the one before.
    fn cycle(&mut self, by: isize) {
        let number = self.buttons().len() as isize;
        if number == 0 {
            return;
        }
        let now = match self.focus {
            Some(Target::Button(index)) => index as isize,
            _ if by > 0 => -1,
            _ => number,
        };
        self.focus = Some(Target::Button((now + by).rem_euclid(number) as usize));
    }

    fn touch_focus(&mut self, out: &mut Vec<Effect>) {
        match self.focus.clone() {
            // The first Enter only shows where one is, so that no slip of the finger does anything.
            None => self.cycle(1),
            Some(target) => self.touch(&target, out),
        }
    }

    fn touch(&mut self, target: &Target, out: &mut Vec<Effect>) {
        match target {
            Target::Button(index) => {
                if let Some(button) = self.buttons().get(*index).cloned() {
                    self.press_button(&button, out);
                }
            }
            Target::Spot(at) => self.touch_spot(at, out),
            Target::Place(place) => {
                if let Some(picked) = self.picked.clone() {
                    self.drop_on(&picked, place, out);
                }
            }
            Target::Row(index) => self.choose_row(*index, out),
            Target::Key(_) => {}
        }
    }

    fn choose_row(&mut self, index: usize, out: &mut Vec<Effect>) {
        let Some(Overlay::List { items, title, .. }) = self.overlay.take() else { return };
        let Some(button) = items.into_iter().nth(index) else { return };
        match button.deed {
            Deed::Act(text) if title == "Say to the others" => out.push(Effect::Call(Call::Chat { text })),
            _ => self.press_button(&button, out),
        }
    }

    /// What touching this does: an action, picking it up to choose, or why nothing can be done with it.
    fn touch_spot(&mut self, at: &At, out: &mut Vec<Effect>) {
        if let Some(picked) = self.picked.clone() {
            if picked == *at {
                self.picked = None;
                return;
            }
            if !landing(&self.table.standing.choices, &picked, &at.place).is_empty() {
                return self.drop_on(&picked, &at.place, out);
            }
        }
        let mine: Vec<Choice> = beginning(&self.table.standing.choices, at).into_iter().cloned().collect();
        match &mine[..] {
            [] => {
                self.focus = Some(Target::Spot(at.clone()));
                if let (Some(card), true) = (self.focused_card(), self.table.is_your_turn()) {
                    out.push(Effect::Ask(Ask::Why { text: card }));
                }
            }
            [only] if !hands_over(only, self.table.you) => self.act(only.act.clone(), out),
            _ => {
                self.picked = Some(at.clone());
                self.focus = None;
                self.notice = None;
            }
        }
    }

    fn drop_on(&mut self, from: &At, to: &Place, out: &mut Vec<Effect>) {
        match landing(&self.table.standing.choices, from, to)[..] {
            [] => {}
            [only] => {
                let act = only.act.clone();
                self.act(act, out);
            }
            // The same card can mean several things there: let the player say which.
            _ => (self.picked, self.focus) = (Some(from.clone()), None),
        }
    }

    fn press_button(&mut self, button: &Button, out: &mut Vec<Effect>) {
        self.do_it(&button.deed, out);
    }

    fn do_it(&mut self, deed: &Deed, out: &mut Vec<Effect>) {
        match deed {
            Deed::Act(act) => self.act(act.clone(), out),
            Deed::Again => match self.planned.as_ref().map(Planned::again) {
                Some(Ok(planned)) => out.push(Effect::Open(Box::new(planned))),
                Some(Err(trouble)) => self.notice = Some(Notice::Refused(trouble.to_string(), None)),
                None => {}
            },
            Deed::Choose => out.push(Effect::Choose),
            Deed::Leave => out.push(Effect::Leave),
            other => match deeds::call(other, &self.name) {
                Ok(call) => out.extend(call.map(Effect::Call)),
                Err(trouble) => self.notice = Some(Notice::Refused(trouble.to_string(), None)),
            },
        }
        self.picked = None;
    }

    fn act(&mut self, act: String, out: &mut Vec<Effect>) {
        (self.notice, self.picked) = (None, None);
        out.push(Effect::Ask(Ask::Act { seq: self.table.seq, act }));
    }

    /// Does what a line asks for.
    fn say(&mut self, line: String, chat: bool, out: &mut Vec<Effect>) {
        if line.is_empty() {
            return;
        }
        if self.typed.last() != Some(&line) {
            self.typed.push(line.clone());
        }
        self.notice = None;
        let chatted = if chat { Some(line.as_str()) } else { line.strip_prefix("chat ") };
        if let Some(text) = chatted.filter(|_| self.table.online.is_some()) {
            return out.push(Effect::Call(Call::Chat { text: text.trim().to_owned() }));
        }
        if let Some(deed) = deeds::named(&self.table, &line) {
            return self.do_it(&deed, out);
        }
        match phrases::command(&line) {
            Some(Command::Quit) => return out.push(Effect::Leave),
            Some(Command::Help) => {
                self.overlay = Some(Overlay::text("Keys", super::keys::help(&self.table)));
                return;
            }
            Some(Command::Rules(clause)) => return self.open_book(clause.as_deref()),
            _ => {}
        }
        self.thinking = tables::Question::read(&line).is_some() && self.table.is_solitaire();
        out.push(Effect::Ask(Ask::Phrase { seq: self.table.seq, text: line, spoken: false, hold: false }));
    }

    /// Takes the mouse.
    pub fn mouse(&mut self, event: MouseEvent, now: Instant, out: &mut Vec<Effect>) {
        let target = under(&self.hits, &event);
        let mut scroll = |by: i32| match &mut self.overlay {
            Some(Overlay::Text { scroll, .. }) => {
                let now = i32::from(scroll.unwrap_or(0));
                *scroll = Some(u16::try_from((now + by).max(0)).unwrap_or(0));
            }
            _ => self.back = u16::try_from((i32::from(self.back) - by).max(0)).unwrap_or(0),
        };
        match event.kind {
            MouseEventKind::ScrollUp => scroll(-3),
            MouseEventKind::ScrollDown => scroll(3),
            MouseEventKind::Down(MouseButton::Left) => self.pressed = target,
            MouseEventKind::Up(MouseButton::Left) => {
                let pressed = self.pressed.take();
                if self.reveal.is_some() && self.overlay.is_none() {
                    return self.go_on(now);
                }
                let dragged = std::mem::take(&mut self.dragged);
                if dragged {
                    self.picked = None;
                }
                match (pressed, target) {
                    (Some(from), Some(to)) if from == to => self.click(&to, now, out),
                    // From one place to another: what is there is laid here.
                    (
                        Some(Target::Spot(from)),
                        Some(Target::Spot(At { place, .. }) | Target::Place(place)),
                    ) => {
                        self.drop_on(&from, &place, out);
                    }
                    (None, None) if matches!(self.overlay, Some(Overlay::Text { .. })) => self.overlay = None,
                    _ => {}
                }
            }
            MouseEventKind::Drag(MouseButton::Left) => {
                let from = match &self.pressed {
                    Some(Target::Spot(from)) if self.picked.is_none() => from.clone(),
                    _ => return,
                };
                if target != self.pressed && !beginning(&self.table.standing.choices, &from).is_empty() {
                    // It is in the hand now, and where it can go is shown.
                    (self.picked, self.dragged) = (Some(from), true);
                }
            }
            MouseEventKind::Down(MouseButton::Right) => {
                (self.picked, self.notice, self.overlay) = (None, None, None);
            }
            _ => {}
        }
    }

    fn click(&mut self, target: &Target, now: Instant, out: &mut Vec<Effect>) {
        match target {
            Target::Key(letter) => self.letter(*letter, now, out),
            target => self.touch(target, out),
        }
    }
}

/// The choices that begin with touching this.
fn beginning<'a>(choices: &'a [Choice], at: &At) -> Vec<&'a Choice> {
    choices.iter().filter(|choice| choice.gesture.from.as_ref() == Some(at)).collect()
}

/// The choices that lay what is at `from` onto `to`.
fn landing<'a>(choices: &'a [Choice], from: &At, to: &Place) -> Vec<&'a Choice> {
    let lands = |choice: &&Choice| {
        choice.gesture.from.as_ref() == Some(from) && choice.gesture.to.as_ref() == Some(to)
    };
    choices.iter().filter(lands).collect()
}

/// Whether a card goes to another player: too much for one touch, which might be a slip.
fn hands_over(choice: &Choice, you: Option<engine::Seat>) -> bool {
    matches!(&choice.gesture.to, Some(Place::Hand(seat)) if Some(*seat) != you)
}
