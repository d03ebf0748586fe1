//! Small drawings for controls. None stands alone: each has a word beside or below it.

use leptos::prelude::*;

/// A drawing.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Icon {
    /// The room.
    Home,
    /// The rules.
    Rules,
    /// A hint.
    Hint,
    /// Back.
    Undo,
    /// What happened.
    Log,
    /// Other hands.
    Access,
    /// What else there is.
    More,
    /// People.
    People,
    /// Speech.
    Speak,
    /// Writing.
    Type,
    /// Everything.
    All,
    /// Said aloud.
    Said,
    /// Onwards.
    Next,
    /// To the end.
    Skip,
    /// Away with it.
    Close,
}

impl Icon {
    /// The pen's way in a square of 24.
    const fn path(self) -> &'static str {
        match self {
            Self::Home => {
                "M12 2.5C14 7 20.5 9.6 20.5 14.4c0 2.4-1.8 4-4 4-1.3 0-2.4-.6-3.1-1.6.2 2 .9 3.6 2.3 4.7H8.3c1.4-1.1 2.1-2.7 2.3-4.7-.7 1-1.8 1.6-3.1 1.6-2.2 0-4-1.6-4-4C3.5 9.6 10 7 12 2.5Z"
            }
            Self::Rules => {
                "M4 5.5c2.5-1 5.5-.8 8 .8 2.5-1.6 5.5-1.8 8-.8V19c-2.5-1-5.5-.8-8 .8-2.5-1.6-5.5-1.8-8-.8ZM12 6.3V19.8"
            }
            Self::Hint => {
                "M9 18h6M10 21h4M12 3a6.2 6.2 0 0 0-3.6 11.2c.5.4.8 1 .9 1.8h5.4c.1-.8.4-1.4.9-1.8A6.2 6.2 0 0 0 12 3Z"
            }
            Self::Undo => "M8 5 4 9l4 4M4.5 9H14a5.5 5.5 0 0 1 0 11H9",
            Self::Log => "M4 5h16v11H10l-5 4v-4H4ZM8 9h8M8 12.5h5",
            Self::Access => {
                "M12 6.2a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4ZM4.5 8.5c5 1.5 10 1.5 15 0M9.5 9.6v4L8 21M14.5 9.6v4L16 21M9.5 13.8h5"
            }
            Self::More => "M5 12h.01M12 12h.01M19 12h.01",
            Self::People => {
                "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20c0-4 3-6.5 6.5-6.5s6.5 2.5 6.5 6.5M16 4.5a3.5 3.5 0 0 1 0 6.3M18 14c2.2.9 3.5 3 3.5 6"
            }
            Self::Speak => {
                "M12 3a2.8 2.8 0 0 1 2.8 2.8v5.4a2.8 2.8 0 0 1-5.6 0V5.8A2.8 2.8 0 0 1 12 3ZM6 11.5a6 6 0 0 0 12 0M12 17.5V21"
            }
            Self::Type => "M15 4 9 20",
            Self::All => "M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01",
            Self::Said => "M4 5h16v11H10l-5 4v-4H4Z",
            Self::Next => "M8 5l8 7-8 7",
            Self::Skip => "M5 5l8 7-8 7ZM14 5l7 7-7 7",
            Self::Close => "M6 6l12 12M18 6 6 18",
        }
    }
}

/// Draws it.
#[component]
pub fn Drawn(
    /// The icon to draw.
    icon: Icon,
) -> impl IntoView {
    let heavy = matches!(icon, Icon::More | Icon::All);
    view! {
        <svg class="icon" class:solid=icon == Icon::Home class:heavy=heavy viewBox="0 0 24 24" aria-hidden="true" focusable="false">
            <path d=icon.path()></path>
        </svg>
    }
}
