//! In the lobby: the way to friends.

use crate::components::When;
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos_router::components::A;
use leptos_router::hooks::use_navigate;
use protocol::http::Listed;

use crate::online::{self, api};
use crate::routes::ago;
use crate::storage;

/// Joining a table by its link, tables that were visited, and those that everyone may find.
#[component]
pub fn WithFriends() -> impl IntoView {
    let listed = RwSignal::new(Vec::<Listed>::new());
    spawn_local(async move {
        // Who is offline plays alone, and need not be told.
        if let Ok(tables) = api::listed().await {
            listed.try_set(tables);
        }
    });
    let words = RwSignal::new(String::new());
    let problem = RwSignal::new(None::<&'static str>);
    let navigate = use_navigate();
    let join = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        match table_of(&words.get_untracked()) {
            Some(table) => navigate(&format!("/t/{table}"), Default::default()),
            None => {
                problem.set(Some("This is no link to a table. Copy the whole link that your friend sent."))
            }
        }
    };
    let visited = online::known().into_iter().filter(|known| known.seated).take(5).map(|known| {
        let when = ago(known.when_ms, storage::now_ms());
        view! { <li><A href=format!("/t/{}", known.table)>{format!("{}, {when}", known.title)}</A></li> }
    });
    let visited = visited.collect_view();
    let open = move || {
        let one = |table: Listed| {
            let people =
                if table.people.is_empty() { "nobody yet".to_owned() } else { table.people.join(", ") };
            let seats = engine::counted(table.free, "free seat", "free seats");
            view! {
                <li>
                    <A href=format!("/t/{}", table.table)>{format!("{}: {people}", table.title)}</A>
                    <span class="soft">{format!(" · {seats}")}</span>
                </li>
            }
        };
        listed.get().into_iter().map(one).collect_view()
    };
    view! {
        <section class="with-friends" aria-labelledby="friends-title">
            <h2 id="friends-title">"With friends"</h2>
            <p class="soft">"Open a table below with “With friends” and send the link, or join one:"</p>
            <form class="join-form" on:submit=join>
                <label for="join-link">"Link to a table"</label>
                <input
                    id="join-link"
                type="text"
                    autocomplete="off"
                    spellcheck="false"
                    prop:value=words
                    on:input=move |event| {
                        problem.set(None);
                        words.set(event_target_value(&event));
                    }
                />
                <button type="submit" class="quiet">"Join"</button>
            </form>
            <div role="alert">{move || problem.get().map(|why| view! { <p class="problem">{why}</p> })}</div>
            <ul class="link-list visited">{visited}</ul>
            <When is=move || listed.with(|listed| !listed.is_empty())>
                <h3>"Open to everyone"</h3>
                <ul class="link-list">{open}</ul>
            </When>
        </section>
    }
}

/// The table of a link, or its bare name.
fn table_of(text: &str) -> Option<String> {
    let table =
        text.trim().trim_end_matches('/').rsplit('/').next()?.split(['?', '#']).next()?.to_lowercase();
    let good =
        !table.is_empty() && table.len() <= 40 && table.bytes().all(|byte| byte.is_ascii_alphanumeric());
    good.then_some(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_found_in_links() {
        for text in
            ["k3m9t2xw7q5d", " http://parlour.test:7878/t/k3m9t2xw7q5d/ ", "parlour.test/t/K3m9t2xw7q5d?x#y"]
        {
            assert_eq!(table_of(text).as_deref(), Some("k3m9t2xw7q5d"), "{text}");
        }
        for text in ["", "http://", "the table", "http://parlour.test/t/…"] {
            assert_eq!(table_of(text), None, "{text}");
        }
    }
}
