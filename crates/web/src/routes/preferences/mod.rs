//! How the player likes the room, with a look at the cards, and everything kept as one file.

mod hands;
mod keeping;

use bots::Level;
use engine::Card;
use leptos::prelude::*;

use super::friends::Identity;
use super::title;
use crate::cards::Back;
use crate::components::{CardFace, KeptNotices};
use crate::preferences::{Motion, Pace, Preferences, Theme, use_preferences};
use hands::HandsFree;
use keeping::Keeping;

/// Cards that show what the choices do: every suit, a court card and the back.
const SHOWN: [&str; 4] = ["AS", "QH", "7D", "TC"];

/// All preferences. Every change applies and is kept at once.
#[component]
pub fn PreferencesPage() -> impl IntoView {
    title("Preferences");
    let likes = use_preferences();
    view! {
        <h1>"Preferences"</h1>
        <KeptNotices />
        <p class="soft">"Every change applies at once and is kept in this browser."</p>
        <div class="preferences">
            <fieldset>
                <legend>"Colours"</legend>
                <div class="radio-row">
                    {Theme::ALL.iter().map(|&theme| view! {
                        <label class="radio-line">
                            <input
                                type="radio"
                                name="theme"
                                value=theme.word()
                                prop:checked=move || likes.with(|likes| likes.theme == theme)
                                on:change=move |_| likes.update(|likes| likes.theme = theme)
                            />
                            {theme.label()}
                        </label>
                    }).collect_view()}
                </div>
            </fieldset>
            <fieldset>
                <legend>"Cards"</legend>
                <Check label="Four colours: diamonds blue, clubs green" get=|likes| likes.four_colour set=|likes, on| likes.four_colour = on />
                <Check label="Large ranks and suits" get=|likes| likes.large_index set=|likes, on| likes.large_index = on />
                <div class="radio-row">
                    {Back::ALL.into_iter().map(|back| view! {
                        <label class="radio-line">
                            <input
                                type="radio"
                                name="back"
                                value=back.name()
                                prop:checked=move || likes.with(|likes| likes.back == back.name())
                                on:change=move |_| likes.update(|likes| likes.back = back.name().to_owned())
                            />
                            {format!("Back: {}", back.name())}
                        </label>
                    }).collect_view()}
                </div>
                <Preview />
            </fieldset>
            <fieldset>
                <legend>"Play"</legend>
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
                <div class="field">
                    <label for="bots">"How well bots usually play"</label>
                    <select id="bots" on:change:target=move |event| likes.update(|likes| likes.bots = event.target().value())>
                        {Level::ALL.into_iter().map(|level| {
                            let word = level.to_string();
                            let chosen = { let word = word.clone(); move || likes.with(|likes| likes.bots == word) };
                            view! { <option value=word.clone() selected=chosen>{engine::seating::sentence(&word)}</option> }
                        }).collect_view()}
                    </select>
                </div>
                <div class="field">
                    <label for="pace">"How fast bots play"</label>
                    <select
                        id="pace"
                        on:change:target=move |event| {
                            likes.update(|likes| likes.pace = Pace::from_word(&event.target().value()).unwrap_or_default());
                        }
                    >
                        {[Pace::Instant, Pace::Quick, Pace::Normal, Pace::Slow].into_iter().map(|pace| view! {
                            <option value=pace.word() selected=move || likes.with(|likes| likes.pace == pace)>{pace.label()}</option>
                        }).collect_view()}
                    </select>
                </div>
                <Check
                    label="Nothing moves"
                    get=|likes| likes.motion == Motion::None
                    set=|likes, on| likes.motion = if on { Motion::None } else { Motion::System }
                />
                <Check label="Sounds" get=|likes| likes.sounds set=|likes, on| likes.sounds = on />
                <Check label="Ask before something is removed" get=|likes| likes.confirm set=|likes, on| likes.confirm = on />
            </fieldset>
            <HandsFree />
            <Identity />
            <Keeping />
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
