//! Small signs beside words. They never stand alone, so they need no names.

use leptos::prelude::*;

/// What there is a sign for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Icon {
    Spade,
    Book,
    Film,
    Chart,
    Sliders,
    Access,
    Sun,
    Link,
    Sound,
}

impl Icon {
    /// Its outline in a square of 24.
    const fn path(self) -> &'static str {
        match self {
            Self::Spade => {
                "M12 2.5C14 7 20.5 9.6 20.5 14.4c0 2.4-1.8 4-4 4-1.3 0-2.4-.6-3.1-1.6.2 2 .9 3.6 2.3 4.7H8.3c1.4-1.1 2.1-2.7 2.3-4.7-.7 1-1.8 1.6-3.1 1.6-2.2 0-4-1.6-4-4C3.5 9.6 10 7 12 2.5Z"
            }
            Self::Book => {
                "M4 5.5c2.5-1 5.5-.8 8 .8 2.5-1.6 5.5-1.8 8-.8V19c-2.5-1-5.5-.8-8 .8-2.5-1.6-5.5-1.8-8-.8ZM12 6.3v13.5"
            }
            Self::Film => "M4 5h16v14H4ZM10 9l5 3-5 3Z",
            Self::Chart => "M4 20h16M7 20v-7M12 20V5M17 20v-10",
            Self::Sliders => "M4 7h9M17 7h3M15 5v4M4 17h3M11 17h9M9 15v4",
            Self::Access => {
                "M12 6.2a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4ZM4.5 8.5c5 1.5 10 1.5 15 0M9.5 9.6v4L8 21M14.5 9.6v4L16 21M9.5 13.8h5"
            }
            Self::Sun => {
                "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M18.7 5.3l-1.4 1.4M6.7 17.3l-1.4 1.4"
            }
            Self::Link => {
                "M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l1-1"
            }
            Self::Sound => {
                "M4 9.5h3.5L12 5.5v13l-4.5-4H4ZM15 9a4.2 4.2 0 0 1 0 6M17.5 6.5a7.6 7.6 0 0 1 0 11"
            }
        }
    }
}

/// A sign beside words.
#[component]
pub fn Sign(
    /// Which.
    icon: Icon,
) -> impl IntoView {
    let solid = icon == Icon::Spade;
    view! {
        <svg class="icon" class:solid=solid viewBox="0 0 24 24" aria-hidden="true" focusable="false">
            <path d=icon.path()></path>
        </svg>
    }
}
