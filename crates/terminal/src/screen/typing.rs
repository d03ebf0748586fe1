//! A line being typed.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// Nobody types more.
const LONGEST: usize = 400;

/// A line being typed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Typing {
    /// The line.
    text: Vec<char>,
    /// Before which letter the cursor stands.
    cursor: usize,
    /// Whether it is for the others, not for the table.
    pub chat: bool,
    /// How far back in what was typed before.
    back: usize,
}

/// The result of a key press.
pub enum Typed {
    /// It is still being typed.
    More,
    /// It is done.
    Done(String),
    /// It is given up.
    Away,
}

impl Typing {
    /// An empty line for the table, or for the others.
    pub fn new(chat: bool) -> Self {
        Self { chat, ..Self::default() }
    }

    /// The line, and how many letters stand before the cursor.
    pub fn shown(&self) -> (String, usize) {
        (self.text.iter().collect(), self.cursor)
    }

    /// Puts a text in.
    pub fn insert(&mut self, text: &str) {
        for letter in text.chars().filter(|letter| !letter.is_control()) {
            if self.text.len() < LONGEST {
                self.text.insert(self.cursor, letter);
                self.cursor += 1;
            }
        }
    }

    /// Takes a key.
    pub fn press(&mut self, key: KeyEvent, before: &[String]) -> Typed {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Enter => return Typed::Done(self.text.iter().collect::<String>().trim().to_owned()),
            KeyCode::Esc => return Typed::Away,
            KeyCode::Char('c') if control => return Typed::Away,
            KeyCode::Backspace if self.text.is_empty() => return Typed::Away,
            KeyCode::Backspace if self.cursor > 0 => {
                self.cursor -= 1;
                self.text.remove(self.cursor);
            }
            KeyCode::Delete if self.cursor < self.text.len() => {
                self.text.remove(self.cursor);
            }
            KeyCode::Left => self.cursor = self.cursor.saturating_sub(1),
            KeyCode::Right => self.cursor = (self.cursor + 1).min(self.text.len()),
            KeyCode::Home => self.cursor = 0,
            KeyCode::End => self.cursor = self.text.len(),
            KeyCode::Char('a') if control => self.cursor = 0,
            KeyCode::Char('e') if control => self.cursor = self.text.len(),
            KeyCode::Char('u') if control => {
                self.text.drain(..self.cursor);
                self.cursor = 0;
            }
            KeyCode::Char('w') if control => {
                let kept = self.text[..self.cursor].iter().collect::<String>();
                let kept = kept.trim_end().rfind(' ').map_or(0, |space| kept[..=space].chars().count());
                self.text.drain(kept..self.cursor);
                self.cursor = kept;
            }
            KeyCode::Up => self.recall(before, self.back + 1),
            KeyCode::Down => self.recall(before, self.back.saturating_sub(1)),
            KeyCode::Char(letter) if !control => self.insert(&letter.to_string()),
            _ => {}
        }
        Typed::More
    }

    fn recall(&mut self, before: &[String], back: usize) {
        if back > before.len() {
            return;
        }
        self.back = back;
        let text = before.len().checked_sub(back).and_then(|index| before.get(index));
        self.text = text.map(|text| text.chars().collect()).unwrap_or_default();
        self.cursor = self.text.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_typed_corrected_and_recalled() {
        let mut typing = Typing::new(false);
        let mut press = |code, control: bool| {
            let modifiers = if control { KeyModifiers::CONTROL } else { KeyModifiers::NONE };
            typing.press(KeyEvent::new(code, modifiers), &["stick".to_owned(), "swap".to_owned()]);
            typing.shown().0
        };
        for letter in "deal né".chars() {
            press(KeyCode::Char(letter), false);
        }
        assert_eq!(press(KeyCode::Backspace, false), "deal n");
        assert_eq!(press(KeyCode::Char('w'), true), "deal ");
        press(KeyCode::Home, false);
        assert_eq!(press(KeyCode::Char('i'), false), "ideal ");
        assert_eq!(press(KeyCode::Up, false), "swap");
        assert_eq!(press(KeyCode::Up, false), "stick");
        assert_eq!(press(KeyCode::Up, false), "stick");
        press(KeyCode::Down, false);
        assert_eq!(press(KeyCode::Down, false), "");
        typing.insert("a\nb\u{1b}[2J");
        assert_eq!(typing.shown().0, "ab[2J", "nothing that moves the cursor");
    }
}
