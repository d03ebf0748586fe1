//! What is told beside the table: answers and refusals, the end of a round, the log, words to be said.

use engine::scene::Shown;
use leptos::prelude::*;
use leptos_router::components::A;
use protocol::Choice;

use super::focus;
use super::model::Model;
use super::notices::Notice;
use crate::components::{CardFace, Label, When};
use crate::preferences::use_preferences;

/// Why something was not done, or the answer to a question.
#[component]
pub fn NoticeBoard(
    /// The table.
    model: Model,
) -> impl IntoView {
    let game =
        move || model.known.snapshot.with(|snapshot| snapshot.as_ref().map(|snapshot| snapshot.game.clone()));
    let likes = use_preferences();
    let show = move |notice: Notice| match notice {
        Notice::Refused { text, clause } => {
            let link = clause.zip(game()).map(|(clause, game)| {
                let href = format!("/rules/{game}#{clause}");
                view! { " " <A href=href attr:class="clause">"Rule " {clause}</A> }
            });
            view! { <p class="notice refused"><Label text=text />{link}</p> }.into_any()
        }
        Notice::Answer { text, act } => {
            let button = act.map(|act| {
                view! { " " <button type="button" data-focus="act:advised" on:click=move |_| model.act(act.clone())>"Do it"</button> }
            });
            view! { <p class="notice answer"><Label text=text />{button}</p> }.into_any()
        }
        Notice::Heard { choice } => {
            let (act, seconds) =
                (choice.act, likes.with_untracked(|likes| f64::from(likes.hold_ms) / 1000.0));
            view! {
                <div class="notice heard">
                    <p>"Understood: " <Label text=choice.label /> {format!(". It is done in {seconds} s.")}</p>
                    <div class="button-row">
                        <button type="button" data-focus="act:take-back" on:click=move |_| model.notices.notice.set(None)>"Take it back"</button>
                        <button type="button" class="quiet" on:click=move |_| model.act(act.clone())>"Do it now"</button>
                    </div>
                </div>
            }
            .into_any()
        }
        Notice::Several { text, choices } => {
            let one = move |choice: Choice| {
                let act = choice.act;
                view! {
                    <li>
                        <button type="button" on:click=move |_| model.act(act.clone())><Label text=choice.label /></button>
                    </li>
                }
            };
            view! {
                <div class="notice several">
                    <p>{text}</p>
                    <ol>{choices.into_iter().map(one).collect_view()}</ol>
                </div>
            }
            .into_any()
        }
    };
    view! {
        <div class="notices" role="status" aria-live="assertive">
            {move || model.notices.notice.get().map(show)}
            {move || model.notices.thinking.get().then(|| view! { <p class="notice thinking">"Thinking it through…"</p> })}
        </div>
    }
}

/// How a round ended, until the player has seen it.
#[component]
pub fn RoundEnd(
    /// The table.
    model: Model,
) -> impl IntoView {
    let over = move || model.known.standing.with(|now| now.as_ref().is_some_and(|now| now.outcome.is_some()));
    Effect::new(move |_| {
        if model.shown.reveal.with(Option::is_some) {
            request_animation_frame(|| {
                focus::focus("[data-focus=\"go-on\"]");
            });
        }
    });
    let shown = |shown: Shown| {
        let cards = shown.cards.iter().map(|&card| {
            view! { <div class="spot" role="img" aria-label=card.name()><CardFace card=Some(card) /></div> }
        });
        let cards = cards.collect_view();
        let lost = shown.note.is_some();
        view! {
            <li class="shown" class:lost=lost>
                <span class="shown-name">{shown.name}</span>
                {cards}
                <span class="shown-note">{shown.note.map(|note| note.into_owned())}</span>
            </li>
        }
    };
    move || {
        model.shown.reveal.get().map(|reveal| {
            view! {
                <section class="round-end" aria-labelledby="round-end">
                    <h2 id="round-end">{reveal.title.into_owned()} ": the cards"</h2>
                    <ul class="shown-hands">{reveal.hands.into_iter().map(shown).collect_view()}</ul>
                    <button type="button" data-focus="go-on" on:click=move |_| model.go_on()>
                        {move || if over() { "See the result" } else { "Go on" }}
                    </button>
                </section>
            }
        })
    }
}

/// Lines that the log shows at most.
const LONGEST_LOG: usize = 200;

/// Everything that happened, newest first. Nothing of it is drawn while it is folded away.
#[component]
pub fn Log(
    /// The table.
    model: Model,
) -> impl IntoView {
    let open = RwSignal::new(false);
    let latest = move || {
        model.known.log.with(|log| {
            let texts = log.iter().enumerate().rev().take(LONGEST_LOG);
            texts.map(|(number, line)| (number, line.text.clone())).collect::<Vec<_>>()
        })
    };
    let toggled = move |event: leptos::ev::Event| {
        open.set(event_target::<web_sys::Element>(&event).has_attribute("open"));
    };
    view! {
        <details class="log" on:toggle=toggled>
            <summary>"What happened"</summary>
            <ol reversed="reversed" tabindex="0" aria-label="What happened, newest first">
                <For each=move || if open.get() { latest() } else { Vec::new() } key=Clone::clone let:line>
                    <li><Label text=line.1 /></li>
                </For>
            </ol>
        </details>
    }
}

/// Words to be said, where the game listens.
#[component]
pub fn Sayings(
    /// The table.
    model: Model,
) -> impl IntoView {
    let words = RwSignal::new(String::new());
    let say = move |text: String| {
        let text = text.trim().to_owned();
        if !text.is_empty() {
            model.act(format!("say {text}"));
            words.set(String::new());
        }
    };
    let hears = move || {
        model.known.snapshot.with(|snapshot| snapshot.as_ref().is_some_and(|snapshot| snapshot.hears))
    };
    let sayings = move || {
        model
            .known
            .snapshot
            .with(|snapshot| snapshot.as_ref().map(|snapshot| snapshot.sayings.clone()))
            .unwrap_or_default()
    };
    let button = move |text: String| {
        let said = text.clone();
        view! { <button type="button" class="quiet" data-focus="say" on:click=move |_| say(said.clone())>"Say “" {text} "”"</button> }
    };
    view! {
        <When is=hears>
            <section class="sayings" aria-label="Say something">
                {move || sayings().into_iter().map(button).collect_view()}
                <form
                    class="say-form"
                    on:submit=move |event| {
                        event.prevent_default();
                        say(words.get_untracked());
                    }
                >
                    <label for="say-words">"Other words"</label>
                    <input
                        id="say-words"
                        data-focus="say-words"
                        maxlength="200"
                        autocomplete="off"
                        prop:value=words
                        on:input=move |event| words.set(event_target_value(&event))
                    />
                    <button type="submit" class="quiet">"Say it"</button>
                </form>
            </section>
        </When>
    }
}

/// One field for everything that can be said: notation, phrases, questions.
#[component]
pub fn CommandLine(
    /// The table.
    model: Model,
) -> impl IntoView {
    let words = RwSignal::new(String::new());
    let said = StoredValue::new(Vec::<String>::new());
    let back = StoredValue::new(0_usize);
    let send = move || {
        let text = words.get_untracked().trim().to_owned();
        if text.is_empty() {
            return;
        }
        said.update_value(|said| said.push(text.clone()));
        back.set_value(0);
        words.set(String::new());
        model.say(text, false);
    };
    // Up and down go through what was said before, as in a terminal.
    let recall = move |step: isize| {
        let count = said.with_value(Vec::len);
        let at = back.get_value().saturating_add_signed(step).min(count);
        back.set_value(at);
        let text = said.with_value(|said| count.checked_sub(at).and_then(|index| said.get(index).cloned()));
        words.set(text.unwrap_or_default());
    };
    view! {
        <form
            class="command-line"
            on:submit=move |event| {
                event.prevent_default();
                send();
            }
        >
            <label for="command">"Say or type it"</label>
            <input
                id="command"
                data-focus="command"
                autocomplete="off"
                autocapitalize="off"
                spellcheck="false"
                maxlength="300"
                aria-describedby="command-help"
                prop:value=words
                on:input=move |event| words.set(event_target_value(&event))
                on:keydown=move |event| {
                    let step = match event.key().as_str() {
                        "ArrowUp" => 1,
                        "ArrowDown" => -1,
                        _ => return,
                    };
                    event.prevent_default();
                    recall(step);
                }
            />
            <button type="submit" class="quiet">"Do"</button>
            <p id="command-help" class="command-help">"The key / leads here. Try \u{201c}help\u{201d}."</p>
        </form>
    }
}
