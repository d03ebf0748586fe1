//! Why something was not done, or the answer to a question, over the lower edge of the felt.

use leptos::prelude::*;
use protocol::Choice;

use super::lesson::ClauseButton;
use super::model::Model;
use super::notices::Notice;
use super::tips::TipBoard;
use crate::components::{Drawn, Icon, Label};
use crate::preferences::use_preferences;

/// Answers and refusals, and the tip of the moment.
#[component]
pub fn Boards(
    /// The table.
    model: Model,
) -> impl IntoView {
    view! { <NoticeBoard model=model /> <TipBoard model=model /> }
}

/// What the player is told beside the game.
#[component]
pub fn NoticeBoard(
    /// The table.
    model: Model,
) -> impl IntoView {
    let likes = use_preferences();
    let close = move || {
        view! {
            <button type="button" class="key close" data-focus="notice:close" on:click=move |_| model.notices.notice.set(None)>
                <Drawn icon=Icon::Close />
                <span>"Dismiss"</span>
            </button>
        }
    };
    let show = move |notice: Notice| match notice {
        Notice::Refused { text, clause } => {
            let clause = clause.map(|clause| view! { " " <ClauseButton model=model clause=clause /> });
            view! { <div class="notice refused"><p><Label text=text />{clause}</p>{close()}</div> }.into_any()
        }
        Notice::Answer { text, act } => {
            let button = act.map(|act| {
                view! { <button type="button" data-focus="act:advised" on:click=move |_| model.act(act.clone())>"Do it"</button> }
            });
            view! { <div class="notice answer"><p tabindex="0"><Label text=text /></p>{button}{close()}</div> }.into_any()
        }
        Notice::Heard { choice } => {
            let (act, seconds) =
                (choice.act, likes.with_untracked(|likes| f64::from(likes.hold_ms) / 1000.0));
            view! {
                <div class="notice heard">
                    <p>"Understood: " <Label text=choice.label /> {format!(". It is done in {seconds} s.")}</p>
                    <button type="button" data-focus="act:take-back" on:click=move |_| model.notices.notice.set(None)>"Take it back"</button>
                    <button type="button" class="quiet" on:click=move |_| model.act(act.clone())>"Do it now"</button>
                </div>
            }
            .into_any()
        }
        Notice::Several { text, choices } => {
            let one = move |choice: Choice| {
                let act = choice.act;
                view! {
                    <li>
                        <button type="button" class="quiet" on:click=move |_| model.act(act.clone())><Label text=choice.label /></button>
                    </li>
                }
            };
            view! {
                <div class="notice several">
                    <p>{text}</p>
                    <ol>{choices.into_iter().map(one).collect_view()}</ol>
                    {close()}
                </div>
            }
            .into_any()
        }
    };
    let stop = move || {
        view! { <button type="button" class="quiet" data-focus="tool:stop" on:click=move |_| model.stop_thinking()>"Stop"</button> }
    };
    let thinking = move || {
        view! {
            <div class="notice thinking">
                <p>"Thinking it through…"</p>
                {model.can_stop().then(stop)}
            </div>
        }
    };
    view! {
        <div class="notices" data-layer="" role="status" aria-live="assertive">
            {move || model.notices.notice.get().map(show)}
            {move || model.notices.thinking.get().then(thinking)}
        </div>
    }
}
