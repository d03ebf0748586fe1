//! What happens for the first time is explained in a line, over the felt, until it is dismissed or the player goes on.

use std::collections::VecDeque;

use leptos::prelude::*;
use tables::{TipShown, Tips, WorkerRequest};

use super::lesson::ClauseButton;
use super::model::Model;
use crate::components::{Drawn, Icon, Label};
use crate::preferences::use_preferences;

/// The tips that are still to be read.
#[derive(Clone, Copy)]
pub struct TipQueue {
    /// Those whose time has come, the one that is shown first.
    due: RwSignal<VecDeque<TipShown>>,
    /// Those that explain what was not shown yet.
    coming: StoredValue<VecDeque<TipShown>>,
}

impl TipQueue {
    /// Nothing is explained yet.
    pub fn new() -> Self {
        Self { due: RwSignal::default(), coming: StoredValue::new(VecDeque::new()) }
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
        self.coming.update_value(|coming| coming.extend(new));
    }

    /// Shows those that explain something that has been shown, in their order.
    fn release(&self, is_shown: impl Fn(&str) -> bool) {
        while let Some(tip) = self
            .coming
            .try_update_value(|coming| coming.pop_front_if(|tip| is_shown(&tip.explains)))
            .flatten()
        {
            self.due.update(|due| due.push_back(tip));
        }
    }

    /// The player goes on: the one that is shown has been read. Those behind it would come too late, so they wait until
    /// what they explain happens again. Returns whether there are such.
    fn go_on(&self) -> bool {
        let due = self.due.try_update(std::mem::take).unwrap_or_default();
        let late: Vec<String> = due.into_iter().skip(1).map(|tip| tip.key).collect();
        if !late.is_empty() {
            use_preferences().update(|likes| likes.met.retain(|key| !late.contains(key)));
        }
        !late.is_empty()
    }

    /// The one that is shown has been read.
    pub fn dismiss(&self) {
        if self.due.with_untracked(|due| !due.is_empty()) {
            self.due.update(|due| drop(due.pop_front()));
        }
    }
}

impl Model {
    /// The player goes on, and no tip stays.
    pub(super) fn leave_tips(&self) {
        if self.tips.go_on() {
            self.send(&WorkerRequest::Tips { tips: self.tips.kept() });
        }
    }

    /// Shows the tips that explain something that has been shown: not what is still to be told, nor the next round while
    /// the end of this one is looked at.
    pub(super) fn release_tips(&self) {
        let ahead = |line: &str| self.ahead.with_value(|ahead| ahead.iter().any(|one| one.text == line));
        self.tips.release(|line| !self.shown.is_coming(line) && !ahead(line));
    }

    /// No more tips, here and anywhere.
    fn stop_tips(&self) {
        self.tips.due.set(VecDeque::new());
        self.tips.coming.set_value(VecDeque::new());
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
        model.tips.due.with(|due| due.front().cloned()).filter(|_| free)
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
