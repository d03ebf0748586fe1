//! Colours, for those who want and see them. Everything is told by shape and weight, too.

use engine::{Card, Suit};
use ratatui::style::{Color, Modifier, Style};

/// How many colours the suits have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Colours {
    /// One for each suit.
    #[default]
    Four,
    /// Red and black, as printed.
    Two,
    /// None at all.
    None,
}

/// How things look. The colours are the terminal's own sixteen, so that they fit its theme.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Theme {
    /// The suits' colours.
    pub colours: Colours,
}

impl Theme {
    fn paint(self, colour: Color) -> Style {
        if self.colours == Colours::None { Style::new() } else { Style::new().fg(colour) }
    }

    /// The sign of a card.
    pub fn card(self, card: Card) -> Style {
        let colour = match (card.suit(), self.colours) {
            (Some(Suit::Hearts), Colours::Four) | (Some(Suit::Hearts | Suit::Diamonds), Colours::Two) => {
                Color::Red
            }
            (Some(Suit::Diamonds), Colours::Four) => Color::Cyan,
            (Some(Suit::Clubs), Colours::Four) => Color::Green,
            (None, _) => Color::Magenta,
            _ => Color::Reset,
        };
        self.paint(colour).add_modifier(Modifier::BOLD)
    }

    /// What is less important.
    pub fn faint(self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    /// What matters.
    pub fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// What the player can do.
    pub fn can(self) -> Style {
        self.paint(Color::Yellow)
    }

    /// What is on turn, in focus or called out.
    pub fn bright(self) -> Style {
        self.paint(Color::Yellow).add_modifier(Modifier::BOLD)
    }

    /// What went wrong.
    pub fn wrong(self) -> Style {
        self.paint(Color::Red).add_modifier(Modifier::BOLD)
    }

    /// A bar across the screen.
    pub fn bar(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// The backs of cards.
    pub fn back(self) -> Style {
        self.paint(Color::Blue)
    }
}
