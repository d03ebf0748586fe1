//! What is asked, the choices that belong to no card, and the ways to all others.

use engine::scene::{At, Place, Reveal};
use leptos::prelude::*;
use protocol::{Ask, Choice, Standing};
use tables::Waits;

use super::layer::{Layer, LayerButton};
use super::lesson::{Taught, TaughtAloud};
use super::model::Model;
use super::words::Words;
use crate::components::{ChoiceButton, Drawn, For, Icon, Prompt, by_kind, common_words, hyphenated};

/// So few choices are all shown.
const FEW: usize = 4;
/// More than this are never shown side by side.
const MOST: usize = 6;

/// Something in the rail.
#[derive(Clone, PartialEq)]
enum Offer {
    /// A choice.
    Act(Choice),
    /// Several of a kind, by the words with which they begin: the sheet shows them.
    Kind(String),
    /// Words to be said.
    Say(String),
    /// Whether a game alone can still be won.
    CanWin,
    /// The next round, or the result.
    GoOn(&'static str),
    /// Everything up to the result is passed over.
    Skip,
    /// The rest of a game in which nobody has anything to choose; whether it goes on without being asked.
    Finish(bool),
    /// What a lesson tells has been read.
    Read(&'static str),
    /// The next lesson: its address and title.
    Lesson(String, String),
}

impl Offer {
    /// Whether it is shown beside the answers.
    fn is_aside(&self) -> bool {
        matches!(self, Self::CanWin | Self::Skip | Self::Finish(_))
    }

    /// Whether it is the button of this action.
    fn does(&self, act: &str) -> bool {
        match self {
            Self::Act(choice) => choice.act == act,
            Self::Say(words) => act.strip_prefix("say ") == Some(words),
            _ => false,
        }
    }
}

/// The rail below the felt, or beside it where the screen is low.
#[component]
pub fn Rail(
    /// The table.
    model: Model,
    /// How things stand, as they are shown.
    standing: Memo<Standing>,
    /// What can be done once the game is over.
    over: ViewFn,
) -> impl IntoView {
    let text = Memo::new(move |_| match model.shown.reveal.get() {
        Some(reveal) => round_text(&reveal),
        None => standing.with(|standing| standing.scene.prompt.clone()),
    });
    // The field for words takes the room of what it says.
    let free = move || model.shown.reveal.with(Option::is_none) && !model.is_open(Layer::Words);
    let lit = Memo::new(move |_| free() && standing.with(asks_for_a_card));
    let taught =
        Memo::new(move |_| model.lesson.beat.get().filter(|_| model.shown.reveal.with(Option::is_none)));
    let offers = Memo::new(move |_| {
        let now = standing.get();
        let offers = offers(model, &now);
        let filled = filled(&offers, now.choices.len(), taught_act(model));
        (offers, filled)
    });
    let is_over = Memo::new(move |_| model.is_over());
    let inert = move || model.is_covered();
    let count = move || offers.with(|(offers, _)| offers.len());
    // Where there are more than those with a button.
    let choices = move || {
        let number = standing.with(|now| now.choices.len());
        offers.with(|(offers, _)| acts(offers) < number).then(|| number.to_string())
    };
    view! {
        <footer class="rail" data-part="rail">
            <TaughtAloud beat=taught />
            {move || match taught.get() {
                Some(beat) => view! { <Taught model=model beat=beat /> }.into_any(),
                None => view! { <Prompt text=text lit=lit /> }.into_any(),
            }}
            <div class="choices" data-part="choices" data-count=move || count().to_string() role="group" aria-label="Choices" inert=move || inert()>
                {move || match is_over.get() {
                    true => over.run().into_any(),
                    // All again at once: buttons that stay do not move about.
                    false => view! {
                        <For each=move || [offers.get()] key=|(offers, filled)| key(offers, *filled) let:shown>
                            {
                                let (offers, filled) = shown;
                                let draw = |(index, offer)| button(model, offer, filled == Some(index));
                                offers.into_iter().enumerate().map(draw).collect_view()
                            }
                        </For>
                    }
                    .into_any(),
                }}
            </div>
            <div class="keys" data-all=move || choices()>
                <LayerButton model=model layer=Layer::All icon=Icon::All label="All" class="key all" />
                <button type="button" class="key" data-focus="speak" on:click=move |_| model.speak()>
                    <Drawn icon=Icon::Speak />
                    <span>"Speak"</span>
                </button>
                <LayerButton model=model layer=Layer::Words icon=Icon::Type label="Type" class="key" />
            </div>
            <Words model=model />
        </footer>
    }
}

fn round_text(reveal: &Reveal) -> String {
    match &reveal.text {
        Some(text) => format!("{}: {text}", reveal.title),
        None => format!("{} is over: look at the cards, then go on.", reveal.title),
    }
}

fn button(model: Model, offer: Offer, filled: bool) -> AnyView {
    match offer {
        Offer::Act(choice) => view! { <ChoiceButton choice=choice filled=filled /> }.into_any(),
        Offer::Kind(name) => {
            let focus = format!("kind:{name}");
            view! {
                <button type="button" class="action quiet" data-focus=focus on:click=move |_| model.toggle(Layer::All)>
                    {name} "…"
                </button>
            }
            .into_any()
        }
        Offer::Say(words) => {
            let (said, label) = (format!("say {words}"), format!("Say “{words}”"));
            view! {
                <button type="button" class="action say" class:quiet=!filled data-focus="say" on:click=move |_| model.act(said.clone())>
                    <Drawn icon=Icon::Said />
                    <span aria-hidden="true">{hyphenated(&label)}</span>
                    <span class="unseen">{label}</span>
                </button>
            }
            .into_any()
        }
        Offer::CanWin => aside(
            "can-win",
            Icon::Hint,
            "Can this still be won?",
            Callback::new(move |()| model.ask(Ask::CanWin)),
        ),
        Offer::GoOn(label) => onwards(label, Callback::new(move |()| model.go_on())),
        Offer::Read(label) => onwards(label, Callback::new(move |()| _ = model.read_on())),
        Offer::Lesson(href, title) => view! {
            <a href=href class="button quiet action" data-focus="next-lesson">"Next lesson: " {title}</a>
        }
        .into_any(),
        Offer::Skip => {
            aside("skip", Icon::Skip, "Skip to the result", Callback::new(move |()| model.skip_to_result()))
        }
        Offer::Finish(running) => {
            let label = if running { "Stop" } else { "Play to the end" };
            aside("finish", Icon::Skip, label, Callback::new(move |()| model.finish()))
        }
    }
}

/// A button beside the answers.
fn aside(focus: &'static str, icon: Icon, label: &'static str, press: Callback<()>) -> AnyView {
    view! {
        <button type="button" class="action quiet" data-focus=focus on:click=move |_| press.run(())>
            <Drawn icon=icon />
            <span>{label}</span>
        </button>
    }
    .into_any()
}

/// A button that leads on.
fn onwards(label: &'static str, press: Callback<()>) -> AnyView {
    view! {
        <button type="button" class="action" data-focus="go-on" on:click=move |_| press.run(())>
            {label}
            <Drawn icon=Icon::Next />
        </button>
    }
    .into_any()
}

/// The button that stands out, if one does: what is taught, the only answer, or the first of `choices` where all have a button.
fn filled(offers: &[Offer], choices: usize, taught: Option<String>) -> Option<usize> {
    if let Some(act) = taught {
        return offers.iter().position(|offer| offer.does(&act));
    }
    let first = offers.iter().position(|offer| !offer.is_aside())?;
    let stands_out = match offers[first] {
        Offer::Read(_) => true,
        Offer::Act(_) if acts(offers) == choices => true,
        _ => offers.iter().filter(|offer| !offer.is_aside()).count() == 1,
    };
    stands_out.then_some(first)
}

/// How many of them are choices.
fn acts(offers: &[Offer]) -> usize {
    offers.iter().filter(|offer| matches!(offer, Offer::Act(_))).count()
}

/// Everything they are drawn from, in one text.
fn key(offers: &[Offer], filled: Option<usize>) -> String {
    let one = |offer: &Offer| match offer {
        Offer::Act(choice) => format!("{}={}", choice.act, choice.label),
        Offer::Kind(text) | Offer::Say(text) => text.clone(),
        Offer::GoOn(text) | Offer::Read(text) => (*text).to_owned(),
        Offer::Lesson(href, _) => href.clone(),
        Offer::CanWin => "can-win".to_owned(),
        Offer::Skip => String::new(),
        Offer::Finish(running) => format!("finish={running}"),
    };
    let mut parts: Vec<String> = offers.iter().map(one).collect();
    parts.push(filled.unwrap_or(offers.len()).to_string());
    parts.join("|")
}

/// What the rail offers now.
fn offers(model: Model, standing: &Standing) -> Vec<Offer> {
    let out = standing.scene.sitters.iter().any(|sitter| sitter.you && sitter.out);
    let skip = (out && model.is_own() && !model.is_over()).then_some(Offer::Skip);
    // At a table of one's own it is over before the button could change.
    let running = !model.is_own() && model.shown.running.get();
    let finish = model.has_nothing_to_choose().then_some(Offer::Finish(running));
    let skip = finish.or(skip);
    if model.shown.reveal.with(Option::is_some) {
        let over = model.known.standing.with(|now| now.as_ref().is_some_and(|now| now.outcome.is_some()));
        let label = if over { "See the result" } else { "Next round" };
        return [Offer::GoOn(label)].into_iter().chain(skip.filter(|_| !over)).collect();
    }
    match model.lesson.waits() {
        Some(Waits::Others) => return Vec::new(),
        Some(Waits::Reader) => return to_read(model),
        _ => {}
    }
    let (hints, sayings) = model.known.snapshot.with(|snapshot| match snapshot {
        Some(now) if now.hears && now.you.is_some() => (now.hints, now.sayings.clone()),
        Some(now) => (now.hints, Vec::new()),
        None => (false, Vec::new()),
    });
    let sayings = sayings.into_iter().filter(|_| standing.outcome.is_none()).map(Offer::Say);
    let alone = hints && standing.scene.sitters.is_empty() && standing.outcome.is_none();
    let can_win = (alone && model.lesson.waits().is_none()).then_some(Offer::CanWin);
    let more: Vec<Offer> = sayings.chain(can_win).chain(skip).collect();
    let offers: Vec<Offer> = in_rail(&standing.choices, more.len()).into_iter().chain(more).collect();
    // What is taught has a button, also where it is done with a card.
    let taught = taught_act(model).filter(|act| !offers.iter().any(|offer| offer.does(act)));
    let taught = taught.and_then(|act| standing.choices.iter().find(|choice| choice.act == act));
    taught.map_or(offers, |choice| vec![Offer::Act(choice.clone())])
}

/// Whether a card can be touched, in a hand or on the table. Where a card alone does one thing, that is said beside it.
fn asks_for_a_card(standing: &Standing) -> bool {
    let begins_with_a_card =
        |choice: &&Choice| choice.gesture.from.as_ref().is_some_and(|at| at.card.is_some());
    let ways = standing.choices.iter().filter(begins_with_a_card).count();
    let alone = standing.scene.sitters.iter().any(|sitter| sitter.you && sitter.hand.len() == 1);
    ways > usize::from(alone)
}

/// What a learner who reads can do: go on, and at the end play on or learn the next.
fn to_read(model: Model) -> Vec<Offer> {
    let last = model.lesson.beat.with(|beat| beat.as_ref().is_some_and(|beat| beat.number == beat.of));
    if !last {
        return vec![Offer::Read("Go on")];
    }
    let next = model.lesson.next().map(|(href, title)| Offer::Lesson(href, title));
    let over = model.known.standing.with(|now| now.as_ref().is_some_and(|now| now.outcome.is_some()));
    [Offer::Read(if over { "See the result" } else { "Play on" })].into_iter().chain(next).collect()
}

/// The action that a lesson waits for.
fn taught_act(model: Model) -> Option<String> {
    model.lesson.beat.with(|beat| Some(beat.as_ref()?.act.as_ref()?.act.clone()))
}

/// What belongs to no card on the table, with `more` that stand beside it: all of it if there is little, else what begins
/// with no card of the hand either. Many of a kind are one button.
fn in_rail(choices: &[Choice], more: usize) -> Vec<Offer> {
    let without = |begins: fn(&At) -> bool| -> Vec<Choice> {
        choices.iter().filter(|choice| !choice.gesture.from.as_ref().is_some_and(begins)).cloned().collect()
    };
    let few = without(|at| at.card.is_some() && matches!(at.place, Place::Heap(_)));
    if few.len() + 2 * more <= FEW {
        return few.into_iter().map(Offer::Act).collect();
    }
    let free = without(|at| at.card.is_some() || matches!(at.place, Place::Hand(_)));
    let folds = free.len() > FEW;
    let mut offers: Vec<Offer> = Vec::new();
    for kind in by_kind(free) {
        match kind.len() {
            3.. if folds => offers.push(Offer::Kind(common_words(&kind))),
            _ => offers.extend(kind.into_iter().map(Offer::Act)),
        }
    }
    if offers.len() >= MOST {
        offers.truncate(MOST - 2);
        offers.push(Offer::Kind("Other choices".to_owned()));
    }
    offers
}

#[cfg(test)]
mod tests {
    use engine::Gesture;
    use engine::scene::Sitter;

    use super::*;

    fn choice(act: &str, gesture: Gesture) -> Choice {
        Choice { act: act.to_owned(), label: format!("{act}, please"), gesture }
    }

    #[test]
    fn the_rail_holds_what_belongs_to_no_card() {
        let seat = engine::Seat::FIRST;
        let card = |number| choice(&format!("play {number}"), Gesture::touch_hand(seat, Some(number)));
        let mut choices: Vec<Choice> = (0..3).map(card).collect();
        choices.push(choice("pass", Gesture::touch_heap("stock")));
        let all: Vec<Offer> = choices.iter().cloned().map(Offer::Act).collect();
        assert!(in_rail(&choices, 0) == all, "few choices are all there");
        assert!(in_rail(&choices, 1) == all[3..], "unless there are others beside them");
        choices.extend((0..7).map(|number| choice(&format!("replace {number}"), Gesture::default())));
        let rail = in_rail(&choices, 0);
        assert!(rail == [Offer::Act(choices[3].clone()), Offer::Kind("replace".to_owned())]);
    }

    #[test]
    fn a_touch_is_asked_for_unless_the_only_card_says_what_it_does() {
        let asks = |held: usize, choices: &[Choice]| {
            let mut sitter = Sitter::new(
                engine::Seat::FIRST,
                &engine::Seating { names: &[], you: Some(engine::Seat::FIRST) },
            );
            sitter.hand = vec![engine::scene::Lying::default(); held];
            let mut standing = Standing { choices: choices.to_vec(), ..Standing::default() };
            standing.scene.sitters.push(sitter);
            asks_for_a_card(&standing)
        };
        let card = |act| choice(act, Gesture::touch_hand(engine::Seat::FIRST, Some(0)));
        let draw = choice("draw", Gesture::touch_heap("stock"));
        assert!(asks(3, &[card("play"), draw.clone()]));
        assert!(asks(1, &[card("play"), card("play sideways")]), "one card with two meanings");
        assert!(!asks(1, &[card("swap"), draw.clone()]));
        assert!(!asks(3, &[draw]), "a pile has its button");
    }

    #[test]
    fn at_most_one_button_stands_out() {
        let acts = ["stick", "swap"].map(|act| Offer::Act(choice(act, Gesture::default())));
        let with_say = [acts[1].clone(), Offer::Say("Propre".to_owned())];
        assert_eq!(filled(&acts, 2, None), Some(0), "the first, where nothing can be done elsewhere");
        assert_eq!(filled(&acts, 5, None), None, "none, where cards can be played");
        assert_eq!(filled(&acts, 2, Some("swap".to_owned())), Some(1), "what is taught");
        assert_eq!(filled(&acts[..1], 5, None), Some(0), "the only answer");
        assert_eq!(filled(&with_say, 5, None), None);
        assert_eq!(filled(&[Offer::CanWin, Offer::Skip], 0, None), None);
    }

    #[test]
    fn a_card_on_the_table_is_touched_and_has_no_button() {
        let discard =
            |column: &'static str| choice(&format!("discard {column}"), Gesture::touch_card(column, 2));
        let choices = [discard("1"), choice("deal", Gesture::touch_heap("stock")), discard("3")];
        assert!(in_rail(&choices, 0) == [Offer::Act(choices[1].clone())]);
    }
}
