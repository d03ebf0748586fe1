//! What arrow keys, Enter and the mouse do at a table.

use std::time::Instant;

use client::touch::{self, Touch};
use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use engine::scene::{At, Place};
use protocol::Ask;

use super::TablePage;
use crate::paint::Target;
use crate::screen::Effect;
use crate::screen::overlay::Overlay;
use crate::screen::steer::{Direction, nearest, under};

impl TablePage {
    pub(super) fn steer(&mut self, towards: Direction) {
        self.focus = nearest(&self.hits, self.focus.as_ref(), towards).or(self.focus.take());
    }

    /// To the next button, or the one before.
    pub(super) fn cycle(&mut self, by: isize) {
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

    pub(super) fn touch_focus(&mut self, out: &mut Vec<Effect>) {
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

    pub(super) fn choose_row(&mut self, index: usize, out: &mut Vec<Effect>) {
        let Some(Overlay::List { items, .. }) = self.overlay.take() else { return };
        if let Some(button) = items.into_iter().nth(index) {
            self.press_button(&button, out);
        }
    }

    /// What touching this does: an action, picking it up to choose, or why nothing can be done with it.
    fn touch_spot(&mut self, at: &At, out: &mut Vec<Effect>) {
        let picked = self.picked.clone();
        match touch::touch(&self.table.standing.choices, self.table.you, picked.as_ref(), at) {
            Touch::Nothing => {
                self.focus = Some(Target::Spot(at.clone()));
                if let (Some(card), true) = (self.focused_card(), self.table.is_your_turn()) {
                    out.push(Effect::Ask(Ask::Why { text: card }));
                }
            }
            Touch::PickUp(at) => (self.picked, self.focus, self.notice) = (Some(at), None, None),
            Touch::PutDown => self.picked = None,
            touch => self.follow(touch, picked, out),
        }
    }

    fn drop_on(&mut self, from: &At, to: &Place, out: &mut Vec<Effect>) {
        let touch = touch::lay(&self.table.standing.choices, from, to);
        self.follow(touch, Some(from.clone()), out);
    }

    /// Does what laying something down means.
    fn follow(&mut self, touch: Touch, from: Option<At>, out: &mut Vec<Effect>) {
        match touch {
            Touch::Act(choice) => self.act(choice.act, out),
            // The same card can mean several things there: its buttons say which.
            Touch::Ask(_) => (self.picked, self.focus) = (from, None),
            Touch::PickUp(_) | Touch::PutDown | Touch::Nothing => {}
        }
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
                    (Some(from), Some(to)) if from == to => self.click(&to, out),
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
                if target != self.pressed && !touch::beginning(&self.table.standing.choices, &from).is_empty()
                {
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

    fn click(&mut self, target: &Target, out: &mut Vec<Effect>) {
        match target {
            Target::Key(letter) => self.letter(*letter, out),
            target => self.touch(target, out),
        }
    }
}
