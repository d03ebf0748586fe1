//! At a table: what is shown beside it, and what keys, mouse and words do.

mod pointer;

use std::time::{Duration, Instant};

use client::buttons::{self, Button, ButtonAction};
use client::{Study, TableState, Told};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use engine::scene::{At, Place, Reveal, Scene};
use phrases::Command;
use protocol::online::{Call, QUICK_PHRASES, ServerMessage};
use protocol::{Ask, Line};
use tables::{BeatShown, Waits};

use super::Effect;
use super::overlay::{Overlay, Pressed};
use super::steer::Direction;
use super::told::chapter_text;
use super::typing::{Typed, Typing};
use crate::game::{PlannedGame, can_look_back};
use crate::link::Heard;
use crate::paint::{Hits, Target, Theme, key_of};
use crate::table::{TableGame, chat_line, free_name, seat_name, sentences, way_back, with_way_out};

/// How long what was called out stays to be seen, unless someone moves.
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
    pub table: TableState,
    /// The game of one's own, if it is one.
    pub planned: Option<PlannedGame>,
    /// The player's name.
    pub name: String,
    /// How it looks.
    pub theme: Theme,
    /// What the keys point at.
    pub focus: Option<Target>,
    /// What is picked up.
    pub picked: Option<At>,
    /// Where the lesson is, if one is taught.
    pub beat: Option<BeatShown>,
    /// What is told.
    pub notice: Option<Notice>,
    /// How the last round ended, until it has been seen.
    pub reveal: Option<Reveal>,
    /// The table as it lay when that round ended, and what was told since: the next round waits until then.
    round_end: Scene,
    ahead: Vec<Line>,
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
    /// Why the game cannot be resumed.
    pub failed: Option<String>,
    /// How well the player has played, as far as that is judged.
    pub study: Option<Study>,
    /// Whether the game could not be saved.
    not_kept: bool,
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
    pub fn new(planned: Option<PlannedGame>, name: &str, pause: Duration, theme: Theme) -> Self {
        Self {
            table: TableState::default(),
            planned,
            name: name.to_owned(),
            theme,
            focus: None,
            picked: None,
            beat: None,
            notice: None,
            reveal: None,
            round_end: Scene::default(),
            ahead: Vec::new(),
            cry: None,
            typing: None,
            overlay: None,
            thinking: false,
            hits: Hits::new(),
            back: 0,
            failed: None,
            study: None,
            not_kept: false,
            bots_at: None,
            pause,
            typed: Vec::new(),
            pressed: None,
            dragged: false,
        }
    }

    /// When something happens automatically.
    pub fn deadline(&self) -> Option<Instant> {
        self.bots_at.into_iter().chain(self.cry.as_ref().map(|(_, until)| *until)).min()
    }

    /// Does what is due by now.
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
    pub fn hear(&mut self, heard: Heard, now: Instant, out: &mut Vec<Effect>) {
        let heard = match self.study_heard(heard, out) {
            Some(heard) => heard,
            None => return,
        };
        self.thinking = false;
        self.not_kept |= matches!(heard, Heard::NotKept(_));
        let is_welcome = matches!(heard, Heard::Message(ServerMessage::Welcome(_)));
        let before = self.table.standing.scene.clone();
        let mut told = self.table.hear(heard);
        if let Some(online) = self.table.online.as_ref().filter(|_| is_welcome) {
            // The log is told again: what was said before stands before it, as line by line.
            let said = online.chat.iter().map(chat_line);
            let log = said.chain(self.table.log.drain(..)).collect();
            self.table.log = log;
            told.retain(|told| !matches!(told, Told::Chat(_)));
        }
        let ends = told.iter().any(|told| matches!(told, Told::RoundEnded(_)));
        if ends {
            self.round_end = before;
            self.round_end
                .sitters
                .iter_mut()
                .for_each(|sitter| (sitter.on_turn, sitter.next) = (false, false));
        }
        // The next round waits. It goes out of the log before anything that was said goes in.
        if ends || self.reveal.is_some() {
            let lines = |told: &Told| if let Told::Happened(lines) = told { lines.len() } else { 0 };
            let known = self.table.log.len().saturating_sub(told.iter().map(lines).sum());
            self.ahead.extend(self.table.log.split_off(known));
        }
        if ends {
            let next = self.ahead.iter().rposition(|line| line.begins).unwrap_or(self.ahead.len());
            self.table.log.extend(self.ahead.drain(..next));
        }
        for told in told {
            if let (Told::Record(text), Some(study)) = (&told, &self.study) {
                out.extend(self.begin_study(study, text.clone()));
            }
            self.show(told, now);
        }
        self.let_others_move(now);
    }

    fn show(&mut self, told: Told, now: Instant) {
        match told {
            Told::Dealt { fresh } => {
                (self.picked, self.focus, self.back) = (None, None, 0);
                self.ahead.clear();
                if fresh {
                    (self.notice, self.reveal, self.study) = (None, None, None);
                }
                let special = self.planned.as_ref().map(|planned| planned.announce(&self.table));
                special.into_iter().flatten().for_each(|line| self.say_in_log(line));
            }
            Told::Happened(lines) => {
                (self.notice, self.picked, self.back) = (None, None, 0);
                // What was called out before is not true any more; the last picture shows how the game ended.
                let shown = &lines[..lines.len().saturating_sub(self.ahead.len())];
                let cried = shown.iter().rev().find(|line| line.cry.is_some() && !self.table.is_over());
                self.cry = cried.map(|line| (self.called_out(line), now + CRY));
                let gone = match &self.focus {
                    Some(Target::Button(_) | Target::Place(_)) => true,
                    Some(Target::Spot(at)) => !self.table.standing.scene.has(at),
                    _ => false,
                };
                if gone {
                    self.focus = None;
                }
                self.compare();
            }
            Told::RoundEnded(reveal) => {
                client::show_hands(&mut self.round_end, &reveal);
                self.reveal = Some(reveal);
            }
            Told::Refused(refusal) | Told::Declined(refusal) => {
                let refusal = with_way_out(refusal, "/sit as NAME");
                self.notice = Some(Notice::Refused(refusal.text, refusal.clause))
            }
            Told::Answer { text, act } => self.answer(text, act),
            Told::History(chapters) => {
                let text = chapters.iter().map(chapter_text).collect::<Vec<_>>().join("\n\n");
                let title = "What happened so far".to_owned();
                self.overlay = Some(Overlay::Text { title, text, at: None, scroll: Some(u16::MAX) });
            }
            Told::Meant(choice) => self.answer(choice.label, Some(choice.act)),
            Told::Several { text, choices } => {
                self.overlay = Some(Overlay::list(&text, choices.iter().map(Button::of).collect()));
            }
            Told::Chat(line) => self.table.log.push(chat_line(&line)),
            Told::Waiting => {
                let text = sentences(&told, &self.table).concat();
                self.notice = Some(Notice::Answer(text));
            }
            Told::Checked(client::Verdict::Forged(_)) => {
                let text = sentences(&told, &self.table).join(" ");
                self.notice = Some(Notice::Refused(text, None));
            }
            Told::People(_) | Told::Checked(_) | Told::Lost(_) | Told::Found => {
                sentences(&told, &self.table).into_iter().for_each(|line| self.say_in_log(line));
            }
            Told::Failed(text) => self.failed = Some(text),
            Told::Deal { .. } | Told::Record(_) | Told::Recorded | Told::Step(_) | Told::LookAgain => {}
        }
    }

    /// Who called out what.
    fn called_out(&self, line: &Line) -> String {
        let sitters = &self.table.standing.scene.sitters;
        let caller = line.by.and_then(|by| sitters.get(by.index()));
        let words = line.cry.as_deref().unwrap_or_default();
        match caller {
            Some(caller) if caller.you => format!("You: {words}"),
            Some(caller) => format!("{}: {words}", caller.name),
            None => words.to_owned(),
        }
    }

    /// A bot moves next, after a pause in which one can follow; longer if something was called out.
    pub(super) fn let_others_move(&mut self, now: Instant) {
        let taught = self.beat.as_ref().is_some_and(|beat| beat.waits != Waits::Others);
        if self.reveal.is_some() || taught || !self.table.bots_move() {
            self.bots_at = None;
        } else if self.bots_at.is_none() {
            self.bots_at = Some(now + self.pause * if self.cry.is_some() { 2 } else { 1 });
        }
    }

    /// What one who leaves is told; `keeps` if there is a folder for games.
    pub fn farewell(&self, keeps: bool) -> Option<String> {
        if self.failed.is_some() {
            return self.failed.clone();
        }
        if self.table.online.is_some() {
            return Some(format!("You left. {}", way_back(&self.table)));
        }
        let taught = self.planned.as_ref().is_some_and(|planned| planned.lesson.is_some());
        let begun = self.table.is_dealt() && !self.table.is_over() && !taught;
        let said = if keeps && !self.not_kept {
            "Your game is kept: parlour resume goes on with it.".to_owned()
        } else {
            format!("Your game is not kept. {}", crate::keep::HOW_TO_KEEP)
        };
        begun.then_some(said)
    }

    /// The table as it is shown: the end of a round stays until it has been seen.
    pub fn scene(&self) -> &Scene {
        if self.reveal.is_some() { &self.round_end } else { &self.table.standing.scene }
    }

    /// The buttons there are now.
    pub fn buttons(&self) -> Vec<Button> {
        buttons::buttons(&self.table, self.picked.as_ref())
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
                Pressed::Away => {
                    self.overlay = None;
                    out.extend(self.study.is_some().then_some(Effect::StopStudy));
                }
                Pressed::Chosen(index) => self.choose_row(index, out),
            }
            return;
        }
        if self.reveal.is_some() {
            return match key.code {
                KeyCode::Enter | KeyCode::Char(' ') | KeyCode::Esc => self.go_on(now),
                // Words can be typed over it. Nothing else acts: it may open while one types.
                KeyCode::Char(letter @ ('/' | ':' | 'c')) => self.letter(letter, out),
                _ => {}
            };
        }
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            if key.code == KeyCode::Char('r') {
                out.push(Effect::Ask(Ask::Redo { seq: self.table.seq }));
            }
            return;
        }
        match key.code {
            KeyCode::Left => self.steer(Direction::Left),
            KeyCode::Right => self.steer(Direction::Right),
            KeyCode::Up => self.steer(Direction::Up),
            KeyCode::Down => self.steer(Direction::Down),
            KeyCode::Tab => self.cycle(1),
            KeyCode::BackTab => self.cycle(-1),
            KeyCode::PageUp => self.back = self.back.saturating_add(5),
            KeyCode::PageDown => self.back = self.back.saturating_sub(5),
            KeyCode::Enter if self.is_reading() => out.push(Effect::Ask(Ask::Next)),
            KeyCode::Enter => self.touch_focus(out),
            KeyCode::Esc => (self.picked, self.notice) = (None, None),
            KeyCode::Char(letter) => self.letter(letter, out),
            _ => {}
        }
    }

    /// What a letter does, typed or clicked.
    fn letter(&mut self, letter: char, out: &mut Vec<Effect>) {
        match letter {
            'h' => self.steer(Direction::Left),
            'j' => self.steer(Direction::Down),
            'k' => self.steer(Direction::Up),
            'l' => self.steer(Direction::Right),
            ' ' if self.is_reading() => out.push(Effect::Ask(Ask::Next)),
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
            'u' => out.push(Effect::Ask(Ask::Undo { seq: self.table.seq })),
            'r' => out.push(Effect::Ask(Ask::Redo { seq: self.table.seq })),
            'i' => {
                (self.thinking, self.notice) = (true, None);
                out.push(Effect::Ask(Ask::Hint { seq: self.table.seq }));
            }
            'v' if self.table.is_solvable() => {
                (self.thinking, self.notice) = (true, None);
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
            // Those who only watch may not ask the table.
            'p' if self.table.you.is_some() && self.table.online.is_none() => {
                out.push(Effect::Ask(Ask::History));
            }
            '?' | 'b' | 'C' | 'm' | 'p' | 's' => self.open_overlay(letter),
            'f' if self.table.can_finish() => {
                self.notice = None;
                out.push(Effect::Ask(Ask::Finish { seq: self.table.seq }));
            }
            'a' if self.table.is_over() && self.table.you.is_some() => self.look_back(out),
            'n' if self.table.is_over() && self.planned.is_some() => self.do_it(&ButtonAction::Again, out),
            'q' => out.push(Effect::Leave),
            _ => {}
        }
    }

    /// Opens what a letter stands for over the table.
    fn open_overlay(&mut self, letter: char) {
        let opened = match letter {
            '?' => Overlay::text("Keys", super::keys::help(&self.table)),
            'b' => {
                let clause = match &self.notice {
                    Some(Notice::Refused(_, clause)) => clause.clone(),
                    _ => None,
                };
                return self.open_book(clause.as_deref());
            }
            'C' if self.table.online.is_some() => {
                let items = QUICK_PHRASES.map(|text| Button::new(text, ButtonAction::Chat(text.to_owned())));
                Overlay::list("Say to the others", items.to_vec())
            }
            'm' => {
                let items = self.buttons().into_iter().chain(buttons::host_actions(&self.table));
                Overlay::list("What you can do", items.collect())
            }
            'p' => {
                let text: Vec<String> = self.table.log.iter().map(Line::explained).collect();
                let at = text.last().cloned();
                let title = "What happened so far".to_owned();
                Overlay::Text { title, text: text.join("\n"), at, scroll: Some(u16::MAX) }
            }
            's' if self.table.grants(|snapshot| snapshot.hears) => {
                let sayings = self.table.snapshot.iter().flat_map(|snapshot| &snapshot.sayings);
                let items = sayings
                    .map(|words| Button::new(words.clone(), ButtonAction::Act(format!("say {words}"))));
                Overlay::list("Say", items.collect())
            }
            _ => return,
        };
        self.overlay = Some(opened);
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
        (self.reveal, self.cry) = (None, None);
        self.table.log.append(&mut self.ahead);
        self.let_others_move(now);
    }

    fn press_button(&mut self, button: &Button, out: &mut Vec<Effect>) {
        self.do_it(&button.action, out);
    }

    fn do_it(&mut self, action: &ButtonAction, out: &mut Vec<Effect>) {
        match action {
            ButtonAction::Act(act) => self.act(act.clone(), out),
            ButtonAction::Again => match self.planned.as_ref().map(PlannedGame::again) {
                Some(Ok(planned)) => out.push(Effect::Open(Box::new(planned))),
                Some(Err(error)) => self.notice = Some(Notice::Refused(error.to_string(), None)),
                None => {}
            },
            ButtonAction::LookBack => self.look_back(out),
            ButtonAction::Choose => out.push(Effect::Choose),
            ButtonAction::Leave => out.push(Effect::Leave),
            other => {
                match other.call(&free_name(&self.table, &self.name), || crate::random().map(engine::Seed)) {
                    Ok(call) => out.extend(call.map(Effect::Call)),
                    Err(error) => self.notice = Some(Notice::Refused(error.to_string(), None)),
                }
            }
        }
        self.picked = None;
    }

    fn act(&mut self, act: String, out: &mut Vec<Effect>) {
        (self.notice, self.picked) = (None, None);
        out.push(Effect::Ask(Ask::act(self.table.seq, act)));
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
        if let (Some(name), None) = (seat_name(&line), self.table.you) {
            self.name = name.to_owned();
            return self.do_it(&ButtonAction::Sit, out);
        }
        if let Some(action) = buttons::named(&self.table, &line) {
            return self.do_it(&action, out);
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
        self.thinking = tables::Question::read(&line).is_some() && self.table.is_solvable();
        out.push(Effect::Ask(Ask::Phrase { seq: self.table.seq, text: line, spoken: false, hold: false }));
    }
}
