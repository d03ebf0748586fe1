//! The name by which friends know a player: asked for when it is first needed.

use engine::Name;
use leptos::html::Dialog;
use leptos::prelude::*;
use protocol::online::TableOrder;

use super::open::OpenTable;
use crate::preferences::{Preferences, use_preferences};

/// The name that the player has chosen, if others can be told it.
pub fn chosen(likes: &Preferences) -> Option<String> {
    let is_usual = likes.name == Preferences::default().name;
    (!is_usual && refused(&likes.name).is_none()).then(|| likes.name.clone())
}

/// Why nobody can sit down under this name.
fn refused(name: &str) -> Option<String> {
    if let Err(why) = Name::new(name) {
        return Some(engine::seating::sentence(&format!("{why}.")));
    }
    let taken = "Bots have that name, or one that looks like it. Choose another.";
    tables::is_reserved(name).then(|| taken.to_owned())
}

/// The field for a name, and one button. What is typed is kept for the next time.
#[component]
pub fn NameForm(
    /// What the button says.
    button: &'static str,
    /// Sits down, opens a table, …
    take: Callback<String>,
) -> impl IntoView {
    let likes = use_preferences();
    let name = RwSignal::new(likes.with_untracked(chosen).unwrap_or_default());
    let problem = RwSignal::new(None::<String>);
    let submit = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let name = name.get_untracked().trim().to_owned();
        problem.set(refused(&name));
        if problem.with_untracked(Option::is_some) {
            return;
        }
        if likes.with_untracked(|likes| likes.name != name) {
            likes.update(|likes| likes.name.clone_from(&name));
        }
        take.run(name);
    };
    view! {
        <form class="sit-down" novalidate on:submit=submit>
            <label for="sit-name">"Your name"</label>
            <input
                id="sit-name"
                type="text"
                autocomplete="nickname"
                required
                maxlength=Name::LONGEST
                prop:value=name
                aria-describedby="sit-name-problem"
                aria-invalid=move || problem.with(Option::is_some).then_some("true")
                on:input=move |event| {
                    problem.set(None);
                    name.set(event_target_value(&event));
                }
            />
            <button type="submit">{button}</button>
            <span id="sit-name-problem" class="field-problem" role="alert">{problem}</span>
        </form>
    }
}

/// Asks for a name before the first table is opened.
#[component]
pub fn AskName(
    /// Who opens it.
    opening: OpenTable,
) -> impl IntoView {
    let dialog = NodeRef::<Dialog>::new();
    let asked = opening.unnamed;
    Effect::new(move |_| {
        let (Some(dialog), open) = (dialog.get(), asked.with(Option::is_some)) else { return };
        if open && !dialog.open() {
            let _ = dialog.show_modal();
        } else if !open && dialog.open() {
            dialog.close();
        }
    });
    let take = Callback::new(move |_| {
        let waiting: Option<(TableOrder, RwSignal<Option<String>>)> = asked.get_untracked();
        asked.set(None);
        if let Some((order, failed)) = waiting {
            opening.open(order, failed);
        }
    });
    view! {
        <dialog class="confirm ask-name" node_ref=dialog aria-labelledby="ask-name-title" on:close=move |_| asked.set(None)>
            <h2 id="ask-name-title">"What do your friends call you?"</h2>
            {move || asked.with(Option::is_some).then(|| view! { <NameForm button="Open the table" take=take /> })}
            <button type="button" class="bare" on:click=move |_| asked.set(None)>"Cancel"</button>
        </dialog>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_counts_once_it_was_chosen_and_nobody_else_has_it() {
        let named = |name: &str| Preferences { name: name.to_owned(), ..Preferences::default() };
        assert_eq!(chosen(&named("Ann")).as_deref(), Some("Ann"));
        for name in ["", " ", "Player", "You", "Ada", "a\u{202e}b"] {
            assert_eq!(chosen(&named(name)), None, "{name}");
        }
    }
}
