//! What happens for the first time is explained in a line, over the felt, until it is dismissed or the player goes on.

use std::collections::VecDeque;

use leptos::prelude::*;
use tables::{TipShown, Tips};

use super::lesson::ClauseButton;
use super::model::Model;
use crate::components::{Drawn, Icon, Label};
use crate::preferences::use_preferences;

/// The tips that are still to be read, the one that is shown first.
#[derive(Clone, Copy)]
pub struct TipQueue(RwSignal<VecDeque<TipShown>>);

impl TipQueue {
    /// Nothing is explained yet.
    pub fn new() -> Self {
        Self(RwSignal::default())
    }

    /// Whether tips are wanted, and what has been met.
    pub fn kept(&self) -> Tips {
        use_preferences().with_untracked(|likes| Tips { on: likes.tips, met: likes.met.clone() })
    }

    /// Takes in new tips, and keeps what has been met.
    pub fn hear(&self, tips: Tips, new: Vec<TipShown>) {
        if self.kept() != tips {
            use_preferences().update(|likes| (likes.tips, likes.met) = (tips.on, tips.met));
        }
        if !new.is_empty() {
            self.0.update(|queue| queue.extend(new));
        }
    }

    /// The one that is shown has been read.
    pub fn dismiss(&self) {
        if self.0.with_untracked(|queue| !queue.is_empty()) {
            self.0.update(|queue| drop(queue.pop_front()));
        }
    }
}

impl Model {
    /// No more tips, here and anywhere.
    fn stop_tips(&self) {
        self.tips.0.set(VecDeque::new());
        self.say("tips off".to_owned(), false);
    }
}

/// The tip of the moment.
#[component]
pub fn TipBoard(
    /// The table.
    model: Model,
) -> impl IntoView {
    let now = Memo::new(move |_| {
        let free = model.notices.notice.with(Option::is_none) && model.layer.with(Option::is_none);
        model.tips.0.with(|queue| queue.front().cloned()).filter(|_| free)
    });
    let show = move |tip: TipShown| {
        view! {
            <div class="tip-card" data-layer="" data-part="tip">
                <p><b>"New: "</b><Label text=tip.text /> " " <ClauseButton model=model clause=tip.clause /></p>
                <button type="button" class="quiet small" data-focus="tip:off" on:click=move |_| model.stop_tips()>"No more tips"</button>
                <button type="button" class="key close" data-focus="tip:close" on:click=move |_| model.tips.dismiss()>
                    <Drawn icon=Icon::Close />
                    <span>"Got it"</span>
                </button>
            </div>
        }
    };
    view! { <div class="tip-place" role="status">{move || now.get().map(show)}</div> }
}
