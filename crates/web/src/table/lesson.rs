//! A lesson at the table: what is taught stands where the game asks otherwise, and what it speaks of is marked.

use engine::Scene;
use engine::scene::{At, Place};
use leptos::prelude::*;
use protocol::Ask;
use tables::{BeatShown, Waits};

use super::layer::Layer;
use super::model::Model;
use super::place_name;
use crate::components::{Label, read_aloud};
use crate::preferences::use_preferences;
use crate::routes::Offer;

/// Marks what the lesson speaks of.
const POINTED: &str = "data-pointed";

/// What is taught at a table, if anything is.
#[derive(Clone, Copy)]
pub struct Lesson {
    /// Where it is; none before it begins and once it is over.
    pub beat: RwSignal<Option<BeatShown>>,
    /// Where it will be as soon as the table has changed.
    coming: StoredValue<Option<Option<BeatShown>>>,
    /// The game and which of its lessons.
    which: StoredValue<Option<(String, usize)>>,
    /// The next one: its address and title.
    next: StoredValue<Option<(String, String)>>,
}

impl Lesson {
    /// Nothing is taught.
    pub fn none() -> Self {
        Self {
            beat: RwSignal::new(None),
            coming: StoredValue::new(None),
            which: StoredValue::new(None),
            next: StoredValue::new(None),
        }
    }

    /// This lesson of this game is taught, counted from 1.
    pub fn begin(&self, game: &str, number: usize) {
        self.which.set_value(Some((game.to_owned(), number)));
        // The texts of the lessons are loaded with the page of a lesson, which alone begins one.
        let next = lessons(game).into_iter().nth(number);
        self.next.set_value(next.map(|title| (format!("/learn/{game}/{}", number + 1), title)));
    }

    /// Whom the table waits for, while something is taught.
    pub fn waits(&self) -> Option<Waits> {
        self.beat.with(|beat| beat.as_ref().map(|beat| beat.waits))
    }

    /// The same, for those who do not follow.
    pub fn waits_now(&self) -> Option<Waits> {
        self.beat.try_with_untracked(|beat| beat.as_ref().map(|beat| beat.waits)).flatten()
    }

    /// Takes in where the lesson will be as soon as the table has changed.
    pub fn expect(&self, beat: Option<BeatShown>) {
        self.coming.set_value(Some(beat));
    }

    /// The table has changed: the lesson follows. Once everything is told it counts as learned.
    pub fn go_on(&self) {
        let Some(beat) = self.coming.try_update_value(Option::take).flatten() else { return };
        let done = beat.as_ref().is_none_or(|beat| beat.number == beat.of && beat.waits == Waits::Reader);
        self.beat.set(beat);
        if let Some(name) = self.which.get_value().filter(|_| done).map(|(game, number)| name(&game, number))
        {
            let likes = use_preferences();
            if likes.with_untracked(|likes| !likes.learned.contains(&name)) {
                likes.update(|likes| {
                    likes.learned.insert(name);
                });
            }
        }
    }

    /// The next lesson of this game: its address and title.
    pub fn next(&self) -> Option<(String, String)> {
        self.next.get_value()
    }
}

/// The titles of a game's lessons.
pub fn lessons(game: &str) -> Vec<String> {
    let listed = games::ListedGame::all().into_iter().find(|listed| listed.id == game);
    listed.map(tables::lessons).unwrap_or_default().into_iter().map(|lesson| lesson.title).collect()
}

/// The address of the first lesson of a game that is not learned yet, or of the first; none if it has none.
pub fn first_lesson(offer: Offer) -> Option<String> {
    let count = games::ListedGame::played(offer.game, Some(offer.preset))?.lesson_count();
    let likes = use_preferences();
    let learned =
        |number: &usize| likes.with_untracked(|likes| likes.learned.contains(&name(offer.id, *number)));
    let next = (1..=count).find(|number| !learned(number)).unwrap_or(1);
    (count > 0).then(|| format!("/learn/{}/{next}", offer.id))
}

/// As it is kept.
fn name(game: &str, number: usize) -> String {
    format!("{game}/{number}")
}

impl Model {
    /// The learner has read what is told.
    pub fn read_on(&self) -> bool {
        let reads = self.lesson.waits_now() == Some(Waits::Reader)
            && self.shown.reveal.with_untracked(Option::is_none);
        if reads {
            self.notices.notice.set(None);
            self.ask(Ask::Next);
        }
        reads
    }
}

/// What is taught, for those who do not look: one region that stays, so that every change of its text is spoken.
#[component]
pub fn TaughtAloud(
    /// Where the lesson is.
    beat: Memo<Option<BeatShown>>,
) -> impl IntoView {
    let text = move || beat.with(|beat| beat.as_ref().map(|beat| read_aloud(&beat.text)));
    view! { <p class="unseen" role="status" data-part="taught-aloud">{move || text()}</p> }
}

/// What is taught, in place of the prompt.
#[component]
pub fn Taught(model: Model, beat: BeatShown) -> impl IntoView {
    let BeatShown { title, text, clauses, number, of, act, .. } = beat;
    let clause =
        clauses.into_iter().next().map(|clause| view! { <ClauseButton model=model clause=clause /> });
    view! {
        <div id="prompt" class="prompt taught" data-part="prompt" tabindex="-1" data-focus="prompt" data-taught=act.map(|act| act.act)>
            <p class="taught-head"><b>{title}</b> <span class="soft">{format!("{number} of {of}")}</span> {clause}</p>
            <p class="taught-text"><Label text=text /></p>
        </div>
    }
}

/// A clause, one touch away.
#[component]
pub fn ClauseButton(model: Model, clause: String) -> impl IntoView {
    let named = clause.clone();
    view! {
        <button type="button" class="clause" data-focus="clause" on:click=move |_| model.open_clause(&clause)>
            "Rule " {named}
        </button>
    }
}

/// Keeps the mark on what is pointed at, while the table changes under it.
pub fn keep_pointing(model: Model) {
    Effect::new(move |_| {
        let selector = model.pointed();
        model.layer.track();
        request_animation_frame(move || point_at(selector.as_deref()));
    });
}

impl Model {
    /// What is pointed at, by a lesson or by advice: its selector.
    fn pointed(&self) -> Option<String> {
        if self.shown.reveal.with(Option::is_some) {
            return None;
        }
        let taught = self.lesson.beat.with(|beat| beat.as_ref().and_then(|beat| beat.point.clone()));
        let advised = self.notices.advised();
        self.known.standing.with(|now| {
            let now = now.as_ref()?;
            let gesture =
                |act: String| now.choices.iter().find(|choice| choice.act == act)?.gesture.from.clone();
            let at = taught.or_else(|| advised.and_then(gesture))?;
            Some(selector(&now.scene, &at))
        })
    }

    /// Opens the rules at this clause.
    pub fn open_clause(&self, clause: &str) {
        self.clause.set(Some(clause.to_owned()));
        if self.layer.get_untracked() != Some(Layer::Rules) {
            self.toggle(Layer::Rules);
        }
    }
}

/// Where that is on the page: a card by its name, since not every card can have the focus.
fn selector(scene: &Scene, at: &At) -> String {
    let cards = match &at.place {
        Place::Hand(seat) => {
            scene.sitters.iter().find(|sitter| sitter.seat == *seat).map(|sitter| &sitter.hand)
        }
        Place::Heap(id) => scene.heaps.iter().find(|heap| heap.id == *id).map(|heap| &heap.cards),
    };
    let card = at.card.and_then(|index| cards?.get(index)?.card);
    let place = format!(".felt [data-place=\"{}\"]", place_name(&at.place));
    card.map_or_else(|| place.clone(), |card| format!("{place} [data-card=\"{card}\"]"))
}

fn point_at(selector: Option<&str>) {
    let find = |selector: &str| document().query_selector(selector).ok().flatten();
    while let Some(marked) = find(&format!("[{POINTED}]")) {
        let _ = marked.remove_attribute(POINTED);
    }
    if let Some(element) = selector.and_then(find) {
        let _ = element.set_attribute(POINTED, "");
    }
}
