//! What opens over the felt: every choice, the log, rules, other hands, and what else there is. One at a time.

use leptos::ev;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use leptos::web_sys::Element;

use super::focus;
use super::model::Model;
use crate::components::{Drawn, Icon};

/// Something that lies open over the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layer {
    /// Every choice as a button.
    All,
    /// The field for words.
    Words,
    /// What happened.
    Log,
    /// The rules.
    Rules,
    /// Other hands than a mouse.
    Access,
    /// Who is there, and what they say.
    People,
    /// What else can be done.
    More,
}

impl Layer {
    /// Its name in the page.
    const fn id(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Words => "words",
            Self::Log => "log",
            Self::Rules => "rules",
            Self::Access => "access",
            Self::People => "people",
            Self::More => "more",
        }
    }

    /// The name of the button that opens it, for the focus.
    pub fn opener(self) -> String {
        format!("open:{}", self.id())
    }
}

impl Model {
    /// Whether that lies open.
    pub fn is_open(&self, layer: Layer) -> bool {
        self.layer.get() == Some(layer)
    }

    /// Whether something covers the felt.
    pub fn is_covered(&self) -> bool {
        self.layer.get().is_some_and(|layer| layer != Layer::Words)
    }

    /// Opens it, or closes it if it is open.
    pub fn toggle(&self, layer: Layer) {
        if self.layer.get_untracked() == Some(layer) {
            return self.close();
        }
        self.shown.picked.set(None);
        self.layer.set(Some(layer));
        // The page follows in a moment; a player who types cannot wait for it.
        let id = format!("#layer-{}", layer.id());
        if let Ok(Some(opened)) = document().query_selector(&id) {
            let _ = opened.remove_attribute("hidden");
        }
        let first = if layer == Layer::Words { "#command".to_owned() } else { format!("{id} .scroll") };
        focus::focus(&first);
    }

    /// Closes what lies open; the focus goes back to its button.
    pub fn close(&self) {
        let Some(layer) = self.layer.get_untracked() else { return };
        let inside = document()
            .active_element()
            .is_some_and(|now| now.closest("[data-layer]").is_ok_and(|found| found.is_some()));
        self.layer.set(None);
        self.clause.set(None);
        if inside && !focus::focus(&format!("[data-focus=\"{}\"]", layer.opener())) {
            focus::focus("#prompt");
        }
    }
}

/// A sheet over the felt, from the time it is first opened.
#[component]
pub fn Sheet(
    /// The table.
    model: Model,
    /// Which one.
    layer: Layer,
    /// What it is called.
    title: &'static str,
    /// Whether it is a drawer, and not the sheet of choices.
    #[prop(default = "drawer")]
    part: &'static str,
    /// What is in it.
    children: Children,
) -> impl IntoView {
    let id = format!("layer-{}", layer.id());
    let heading = format!("{id}-title");
    let named = heading.clone();
    view! {
        <section
            class="sheet"
            id=id
            data-layer=""
            data-part=part
            role="dialog"
            aria-labelledby=named
            hidden=move || !model.is_open(layer)
        >
            <header class="sheet-head">
                <h2 id=heading>{title}</h2>
                <button type="button" class="key close" on:click=move |_| model.close()>
                    <Drawn icon=Icon::Close />
                    <span>"Close"</span>
                </button>
            </header>
            <div class="scroll" tabindex="0">{children()}</div>
        </section>
    }
}

/// A touch outside closes what lies open.
pub fn close_on_touch_outside(model: Model) {
    let down = window_event_listener(ev::pointerdown, move |event| {
        let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        let within = |target: &Element| {
            let keeps = "[data-layer], .tool, .key, .rail, dialog, .banners";
            target.closest(keeps).is_ok_and(|found| found.is_some())
        };
        if model.layer.get_untracked().is_some() && !target.as_ref().is_some_and(within) {
            model.close();
        }
    });
    on_cleanup(move || down.remove());
}

/// A button that opens and closes a layer.
#[component]
pub fn LayerButton(
    /// The table.
    model: Model,
    /// The layer.
    layer: Layer,
    /// Its sign.
    icon: Icon,
    /// What it says.
    label: &'static str,
    /// How it looks.
    class: &'static str,
) -> impl IntoView {
    view! {
        <button
            type="button"
            class=class
            data-tool=label
            data-focus=layer.opener()
            aria-expanded=move || model.is_open(layer).to_string()
            on:click=move |_| model.toggle(layer)
        >
            <Drawn icon=icon />
            <span>{label}</span>
        </button>
    }
}
