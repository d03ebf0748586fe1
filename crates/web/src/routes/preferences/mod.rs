//! How the player likes the room, with a look at the cards, and everything kept as one file.

mod hands;
mod keeping;

use bots::Level;
use engine::Card;
use leptos::prelude::*;

use super::friends::Identity;
use super::title;
use crate::cards::Back;
use crate::components::{CardFace, KeptNotices, RadioLine};
use crate::preferences::{Motion, Pace, Preferences, RISING, Theme, use_preferences};
use crate::router::use_router;
use hands::{Keys, Pointing, Speaking};
use keeping::Keeping;

/// Cards that show what the choices do: every suit, a court card and the back.
const SHOWN: [&str; 4] = ["AS", "QH", "7D", "TC"];

/// All preferences. Every change applies and is kept at once.
#[component]
pub fn PreferencesPage() -> impl IntoView {
    title("Preferences");
    let hash = use_router().hash;
    // The groups must be on the page before one of them can be shown.
    Effect::new(move |_| {
        let group = hash.get().trim_start_matches('#').to_owned();
        request_animation_frame(move || {
            if let Some(group) = document().get_element_by_id(&group).filter(|_| !group.is_empty()) {
                group.scroll_into_view();
            }
        });
    });
    view! {
        <h1>"Preferences"</h1>
        <KeptNotices />
        <div class="preferences">
            <nav class="preferences-groups" aria-label="Groups">
                <ul>{GROUPS.map(|(id, name)| view! { <li><a href=format!("#{id}")>{name}</a></li> }).collect_view()}</ul>
                <p class="soft">"Every change applies at once and is kept in this browser."</p>
            </nav>
            <div class="preferences-all">
                <Looks />
                <Playing />
                <Pointing />
                <Speaking />
                <Keys />
                <Identity />
                <Keeping />
            </div>
        </div>
    }
}

/// The groups, each small enough for a screen.
const GROUPS: [(&str, &str); 7] = [
    ("look", "Look"),
    ("play", "Play"),
    ("hands", "Dwell and numbers"),
    ("voice", "Voice and screen reader"),
    ("keys", "Keys"),
    ("guest", "Friends"),
    ("kept", "What is kept"),
];

#[component]
fn Looks() -> impl IntoView {
    let likes = use_preferences();
    let theme = move |theme: Theme| {
        view! {
            <RadioLine
                name="theme"
                value=theme.word()
                chosen=Signal::derive(move || likes.with(|likes| likes.theme == theme))
                choose=move || likes.update(|likes| likes.theme = theme)
            >
                {theme.label()}
            </RadioLine>
        }
    };
    let back = move |back: Back| {
        view! {
            <RadioLine
                name="back"
                value=back.name()
                chosen=Signal::derive(move || likes.with(|likes| likes.back == back.name()))
                choose=move || likes.update(|likes| likes.back = back.name().to_owned())
            >
                {engine::seating::sentence(back.name())}
            </RadioLine>
        }
    };
    view! {
        <fieldset id="look">
            <legend>"Look"</legend>
            <p class="group-title" id="theme-title">"Theme"</p>
            <div class="radio-row" role="group" aria-labelledby="theme-title">{Theme::ALL.iter().copied().map(theme).collect_view()}</div>
            <Check label="Four colours: diamonds blue, clubs green" get=|likes| likes.four_colour set=|likes, on| likes.four_colour = on />
            <Check label="Large ranks and suits" get=|likes| likes.large_index set=|likes, on| likes.large_index = on />
            <p class="group-title" id="backs-title">"Card backs"</p>
            <div class="radio-row" role="group" aria-labelledby="backs-title">{Back::ALL.into_iter().map(back).collect_view()}</div>
            <Preview />
        </fieldset>
    }
}

#[component]
fn Playing() -> impl IntoView {
    let likes = use_preferences();
    let level = move |level: Level| {
        let word = level.to_string();
        let chosen = {
            let word = word.clone();
            move || likes.with(|likes| likes.bots == word)
        };
        view! { <option value=word.clone() selected=chosen>{engine::seating::sentence(&word)}</option> }
    };
    let pace = move |pace: Pace| {
        view! { <option value=pace.word() selected=move || likes.with(|likes| likes.pace == pace)>{pace.label()}</option> }
    };
    let take_pace =
        move |word: String| likes.update(|likes| likes.pace = Pace::from_word(&word).unwrap_or_default());
    view! {
        <fieldset id="play">
            <legend>"Play"</legend>
            <NameField />
            <div class="field">
                <label for="bots">"How well bots usually play"</label>
                <select id="bots" on:change:target=move |event| likes.update(|likes| likes.bots = event.target().value())>
                    <option value=RISING selected=move || likes.with(|likes| likes.bots == RISING)>"Better as you win"</option>
                    {Level::ALL.into_iter().map(level).collect_view()}
                </select>
            </div>
            <div class="field">
                <label for="pace">"How fast bots play"</label>
                <select id="pace" on:change:target=move |event| take_pace(event.target().value())>
                    {[Pace::Instant, Pace::Quick, Pace::Normal, Pace::Slow].map(pace).collect_view()}
                </select>
            </div>
            <Check
                label="Nothing moves"
                get=|likes| likes.motion == Motion::None
                set=|likes, on| likes.motion = if on { Motion::None } else { Motion::System }
            />
            <Check label="Tips: explain what happens for the first time" get=|likes| likes.tips set=|likes, on| likes.tips = on />
            <button
                type="button"
                class="quiet small"
                disabled=move || likes.with(|likes| likes.met.is_empty())
                on:click=move |_| likes.update(|likes| likes.met.clear())
            >
                "Show every tip once more"
            </button>
            <Check label="Sounds" get=|likes| likes.sounds set=|likes, on| likes.sounds = on />
            <Check label="Ask before something is removed" get=|likes| likes.confirm set=|likes, on| likes.confirm = on />
        </fieldset>
    }
}

#[component]
fn NameField() -> impl IntoView {
    let likes = use_preferences();
    view! {
        <div class="field">
            <label for="name">"Your name"</label>
            <input
                id="name"
                type="text"
                autocomplete="nickname"
                maxlength=engine::Name::LONGEST
                prop:value=move || likes.with(|likes| likes.name.clone())
                aria-describedby="name-problem"
                on:change:target=move |event| take_name(likes, event.target().value())
            />
            <span id="name-problem" class="field-problem">{move || likes.with(name_problem)}</span>
        </div>
    }
}

/// A yes or no.
#[component]
fn Check(
    label: &'static str,
    get: fn(&Preferences) -> bool,
    set: fn(&mut Preferences, bool),
) -> impl IntoView {
    let likes = use_preferences();
    view! {
        <label class="check">
            <input
                type="checkbox"
                prop:checked=move || likes.with(get)
                on:change:target=move |event| likes.update(|likes| set(likes, event.target().checked()))
            />
            {label}
        </label>
    }
}

/// How the cards look with these choices.
#[component]
fn Preview() -> impl IntoView {
    let cards = SHOWN.iter().filter_map(|card| card.parse::<Card>().ok());
    view! {
        <div class="card-preview" role="img" aria-label="Four cards and a back, as chosen">
            {cards.map(|card| view! { <CardFace card=Some(card) /> }).collect_view()}
            <CardFace card=None />
        </div>
    }
}

fn take_name(likes: RwSignal<Preferences>, name: String) {
    likes.update(|likes| likes.name = name.trim().to_owned());
}

fn name_problem(likes: &Preferences) -> Option<String> {
    engine::Name::new(&likes.name).err().map(|why| engine::seating::sentence(&format!("{why}.")))
}
