//! The one bar above the table: where one is, how the game stands, and tools.

use leptos::prelude::*;
use protocol::{Ask, Snapshot, Standing};

use super::layer::{Layer, LayerButton};
use super::model::Model;
use crate::components::{Drawn, Facts, Icon, When};
use crate::preferences::use_preferences;

/// The bar.
#[component]
pub fn Bar(
    /// The table.
    model: Model,
    /// What is played.
    #[prop(into)]
    title: Signal<String>,
    /// Whether there are others to talk to.
    company: bool,
) -> impl IntoView {
    let grants = move |what: fn(&Snapshot) -> bool| {
        move || model.known.snapshot.with(|snapshot| snapshot.as_ref().is_some_and(what))
    };
    let lacks = move |what: fn(&Standing) -> bool| {
        move || !model.known.standing.with(|standing| standing.as_ref().is_some_and(what))
    };
    let likes = use_preferences();
    let game =
        move || model.known.snapshot.with(|now| now.as_ref().map(|now| now.game.clone()).unwrap_or_default());
    view! {
        <header class="bar" data-part="bar">
            <a href="/" class="home"><Drawn icon=Icon::Home /><span>"Parlour"</span></a>
            <div class="title">
                <h1
                    data-short=move || title.with(|title| short_name(title, &game()).map(str::to_owned))
                    style=("--letters", move || title.with(|title| title.chars().count().to_string()))
                >
                    <span>{title}</span>
                </h1>
                <Facts />
            </div>
            <When is=move || likes.with(|likes| likes.dwell)>
                <span class="dwell-rest">"Rest here"</span>
            </When>
            <nav class="tools" aria-label="Table">
                <LayerButton class="tool" model=model layer=Layer::Rules icon=Icon::Rules label="Rules" />
                <When is=grants(|snapshot| snapshot.hints)>
                    <button
                        type="button"
                        class="tool"
                        data-focus="tool:hint"
                        disabled=move || lacks(|standing| standing.outcome.is_none())()
                        on:click=move |_| model.ask_here(|seq| Ask::Hint { seq })
                    >
                        <Drawn icon=Icon::Hint />
                        <span>"Hint"</span>
                    </button>
                </When>
                <When is=grants(|snapshot| snapshot.undo)>
                    <button
                        type="button"
                        class="tool"
                        data-focus="tool:undo"
                        disabled=move || lacks(|standing| standing.can_undo)()
                        on:click=move |_| model.ask_here(|seq| Ask::Undo { seq })
                    >
                        <Drawn icon=Icon::Undo />
                        <span>"Undo"</span>
                    </button>
                </When>
                <LayerButton class="tool" model=model layer=Layer::Log icon=Icon::Log label="Log" />
                {company.then(|| view! { <LayerButton class="tool" model=model layer=Layer::People icon=Icon::People label="People" /> })}
                <LayerButton class="tool" model=model layer=Layer::Access icon=Icon::Access label="Access" />
                <LayerButton class="tool" model=model layer=Layer::More icon=Icon::More label="More" />
            </nav>
        </header>
    }
}

/// A name of more letters than this does not fit beside the tools on a phone.
const LONG: usize = 20;

/// The beginning of a long name, if the game goes by it.
fn short_name<'a>(title: &'a str, game: &str) -> Option<&'a str> {
    let start = title.get(..game.len()).filter(|start| !start.is_empty() && start.eq_ignore_ascii_case(game));
    start.filter(|_| title.chars().count() > LONG)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_long_names_are_shortened_to_what_the_game_goes_by() {
        assert_eq!(short_name("Propreantepenultimate Card", "propre"), Some("Propre"));
        for (title, game) in
            [("Grapples", "grapples"), ("Pass the Ace", "pass-the-ace"), ("", ""), ("Ünknown", "ü")]
        {
            assert_eq!(short_name(title, game), None, "{title}");
        }
    }
}
