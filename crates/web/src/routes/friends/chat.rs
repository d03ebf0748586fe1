//! What is said beside the game.

use crate::components::When;
use leptos::prelude::*;
use protocol::online::{Call, ChatLine, LONGEST_CHAT, QUICK_PHRASES};

use crate::online::Visit;

/// The last lines, a field, and things worth saying with one touch.
#[component]
pub fn Chat(visit: Visit) -> impl IntoView {
    let words = RwSignal::new(String::new());
    let hushed = RwSignal::new(false);
    let say = move |text: &str| {
        if !text.trim().is_empty() {
            visit.call(Call::Chat { text: text.trim().to_owned() });
        }
    };
    let send = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        say(&words.get_untracked());
        words.set(String::new());
    };
    let line = |line: ChatLine| view! { <li><strong>{line.name}</strong> " " {line.text}</li> };
    let lines = move || {
        let shown = if hushed.get() { Vec::new() } else { visit.chat.get() };
        shown.into_iter().rev().take(30).map(line).collect_view()
    };
    let quick = move |text: &'static str| {
        view! { <button type="button" class="quiet small" on:click=move |_| say(text)>{text}</button> }
    };
    let seated = move || visit.you.with(Option::is_some);
    view! {
        <section class="chat" aria-labelledby="chat-title">
            <h2 id="chat-title">"Chat"</h2>
            <When is=seated>
                <form class="chat-form" on:submit=send>
                    <label for="chat-words">"To everyone"</label>
                    <input
                        id="chat-words"
                type="text"
                        data-focus="chat-words"
                        autocomplete="off"
                        maxlength=LONGEST_CHAT
                        prop:value=words
                        on:input=move |event| words.set(event_target_value(&event))
                    />
                    <button type="submit" class="quiet">"Send"</button>
                </form>
                <details class="quick-phrases">
                    <summary>"Quick words"</summary>
                    <div class="button-row">{QUICK_PHRASES.into_iter().map(quick).collect_view()}</div>
                </details>
            </When>
            <ul class="chat-lines" aria-live="polite" aria-label="What was said, newest first">{lines}</ul>
            <label class="check">
                <input type="checkbox" prop:checked=hushed on:change:target=move |event| hushed.set(event.target().checked()) />
                "Hide the chat"
            </label>
        </section>
    }
}
