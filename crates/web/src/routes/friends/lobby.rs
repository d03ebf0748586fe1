//! In the lobby: the ways to friends.

use crate::components::When;
use leptos::prelude::*;
use leptos::task::spawn_local;
use protocol::http::Listed;

use crate::icons::{Icon, Sign};
use crate::online::{self, api};
use crate::router::use_router;
use crate::routes::ago;
use crate::storage;

/// Joining a table by its link or code.
#[component]
pub fn Join() -> impl IntoView {
    let words = RwSignal::new(String::new());
    let problem = RwSignal::new(None::<&'static str>);
    let router = use_router();
    let join = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        match table_of(&words.get_untracked()) {
            Some(table) => router.go(&format!("/t/{table}")),
            None => problem
                .set(Some("This is no link or code of a table. Copy the whole link that your friend sent.")),
        }
    };
    view! {
        <div class="slip join">
            <Sign icon=Icon::Link />
            <form class="slip-words join-form" on:submit=join>
                <h2><label for="join-link">"Join by link or code"</label></h2>
                <input
                    id="join-link"
                    type="text"
                    placeholder="Paste a link"
                    autocomplete="off"
                    autocapitalize="off"
                    spellcheck="false"
                    prop:value=words
                    on:input=move |event| {
                        problem.set(None);
                        words.set(event_target_value(&event));
                    }
                />
                <button type="submit" class="quiet small">"Join"</button>
            </form>
            <div role="alert">{move || problem.get().map(|why| view! { <p class="problem">{why}</p> })}</div>
        </div>
    }
}

/// Tables that were visited, and those that everyone can find.
#[component]
pub fn OtherTables() -> impl IntoView {
    let listed = RwSignal::new(Vec::<Listed>::new());
    spawn_local(async move {
        // Who is offline plays alone, and need not be told.
        if let Ok(tables) = api::listed().await {
            listed.try_set(tables);
        }
    });
    let visited: Vec<_> = online::known().into_iter().filter(|known| known.seated).take(3).collect();
    let back = (!visited.is_empty()).then(|| {
        let one = |known: online::visited::Known| {
            let when = ago(known.when_ms, storage::now_ms());
            view! { <li><a href=format!("/t/{}", known.table)>{format!("{}, {when}", known.title)}</a></li> }
        };
        view! {
            <section aria-labelledby="visited-title">
                <h2 id="visited-title">"Your tables with friends"</h2>
                <ul>{visited.into_iter().map(one).collect_view()}</ul>
            </section>
        }
    });
    let open = move || {
        let one = |table: Listed| {
            let people =
                if table.people.is_empty() { "nobody yet".to_owned() } else { table.people.join(", ") };
            let seats = engine::counted(table.free, "free seat", "free seats");
            view! {
                <li>
                    <a href=format!("/t/{}", table.table)>{format!("{}: {people}", table.title)}</a>
                    <span class="soft">{format!(" · {seats}")}</span>
                </li>
            }
        };
        listed.get().into_iter().map(one).collect_view()
    };
    view! {
        <div class="other-tables">
            {back}
            <When is=move || listed.with(|listed| !listed.is_empty())>
                <section aria-labelledby="listed-title">
                    <h2 id="listed-title">"Open to everyone"</h2>
                    <ul>{open}</ul>
                </section>
            </When>
        </div>
    }
}

/// A code as it is read to someone: four letters at a time.
pub fn spaced(table: &str) -> String {
    let letters: Vec<char> = table.chars().collect();
    letters.chunks(4).map(String::from_iter).collect::<Vec<_>>().join(" ")
}

/// The table of a link, or of its code alone, which may be typed with spaces.
fn table_of(text: &str) -> Option<String> {
    let last = text.trim().trim_end_matches('/').rsplit('/').next()?.split(['?', '#']).next()?;
    let groups: Vec<String> = last.split([' ', '-']).map(str::to_lowercase).collect();
    let even = groups.len() == 1 || groups.iter().all(|group| group.len() == 4);
    let table = groups.concat();
    let good =
        !table.is_empty() && table.len() <= 40 && table.bytes().all(|byte| byte.is_ascii_alphanumeric());
    (good && even).then_some(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_found_in_links() {
        for text in [
            "k3m9t2xw7q5d",
            "K3M9 T2XW 7Q5D",
            "k3m9-t2xw-7q5d",
            " http://parlour.test:7878/t/k3m9t2xw7q5d/ ",
            "parlour.test/t/K3m9t2xw7q5d?x#y",
        ] {
            assert_eq!(table_of(text).as_deref(), Some("k3m9t2xw7q5d"), "{text}");
        }
        assert_eq!(spaced("k3m9t2xw7q5d"), "k3m9 t2xw 7q5d");
        for text in ["", "http://", "the table", "k3m9 t2x", "http://parlour.test/t/…"] {
            assert_eq!(table_of(text), None, "{text}");
        }
    }
}
