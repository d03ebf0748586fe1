//! The table itself: who sits around it, what lies on it, and the player's own cards.

use engine::Seat as Chair;
use engine::scene::{Layout, Way};
use leptos::prelude::*;
use protocol::{Line, Standing};

use super::cries::{Bubble, LooseCry};
use super::drag::Drag;
use super::play::Play;
use super::shown::Cried;
use crate::components::{For, Hand, Label, Pile, Seat, Stat, hyphenated, laid_out, puck};
use crate::parts::{LaterPiece, Piece};

/// More players than this around the table sit in a strip that scrolls.
const MOST_AROUND: usize = 9;

/// Everything that lies on the table, for any game.
#[component]
pub fn Felt(
    /// The game's id.
    #[prop(into)]
    game: Signal<String>,
    /// How things stand, what is picked up, and how to act.
    play: Play,
    /// What happened lately, newest last.
    #[prop(optional, into)]
    lately: Signal<Vec<Line>>,
    /// What was called out.
    #[prop(optional, into)]
    cry: Signal<Option<Cried>>,
    /// Whether a card that is picked up opens a menu; a record being watched has none.
    #[prop(optional)]
    menu: bool,
) -> impl IntoView {
    provide_context(play);
    provide_context(Drag::empty());
    provide_context(cry);
    let chairs = Memo::new(move |_| play.standing.with(order));
    let own = Memo::new(move |_| {
        chairs.with(|chairs| chairs.iter().find(|(_, you)| *you).map(|(chair, _)| *chair))
    });
    let alone = Memo::new(move |_| play.standing.with(|now| now.scene.sitters.is_empty()));
    view! {
        <div class="felt" data-game=game>
            {move || match alone.get() {
                true => view! { <Columns play=play /> }.into_any(),
                false => view! { <Around play=play chairs=chairs /> }.into_any(),
            }}
            <div class="own" class:solo=alone>
                <div class="now">
                    {move || own.get().map(|chair| view! { <Me chair=chair play=play /> })}
                    <Event lately=lately />
                </div>
                {move || own.get().map(|chair| view! { <Hand chair=chair /> })}
            </div>
            {menu.then(|| view! { <LaterPiece piece=Piece::Menu(play) /> })}
        </div>
    }
}

/// The seats clockwise from the viewer's left, and whether each is the viewer's own.
fn order(standing: &Standing) -> Vec<(Chair, bool)> {
    let sitters = &standing.scene.sitters;
    let you = sitters.iter().position(|sitter| sitter.you);
    let first = you.map_or(0, |you| you + 1);
    let turned = sitters.iter().cycle().skip(first).take(sitters.len());
    turned.map(|sitter| (sitter.seat, sitter.you)).collect()
}

/// The others in their order of play, and the piles in the middle.
#[component]
fn Around(play: Play, chairs: Memo<Vec<(Chair, bool)>>) -> impl IntoView {
    let others = Memo::new(move |_| {
        let others = |chairs: &Vec<(Chair, bool)>| {
            chairs.iter().filter(|(_, you)| !you).map(|(chair, _)| *chair).collect::<Vec<_>>()
        };
        chairs.with(others)
    });
    let count = move || others.with(Vec::len);
    let strip = Memo::new(move |_| count() > MOST_AROUND);
    let way = Memo::new(move |_| play.standing.with(|now| now.scene.way));
    let word = move || match way.get() {
        Some(Way::Clockwise) => "clockwise",
        Some(Way::Counter) => "counter-clockwise",
        None => "",
    };
    let seats = move || {
        let seat = |(number, chair)| view! { <Seat chair=chair number=number /> };
        others.get().into_iter().enumerate().map(seat).collect_view()
    };
    let arrows = move || {
        let arrow = |gap: usize| view! { <i class="arrow" style:--g=gap.to_string()></i> }.into_any();
        way.get().map(|_| (0..=count()).map(arrow).collect_view())
    };
    let pointed = Memo::new(move |_| play.standing.with(|now| laid_out(&now.scene.sitters, &now.choices)));
    let centre = move |pointed| match pointed {
        Some(chair) => {
            view! { <div class="centre laid-out"><Hand chair=chair part="laid-out" /></div> }.into_any()
        }
        None => view! { <div class="centre"><Piles play=play columns=false /></div> }.into_any(),
    };
    view! {
        <div
            class="arena"
            class:strip=strip
            class:around=move || !strip.get()
            data-part="arena"
            data-seats=move || count().to_string()
            data-way=move || word()
            style:--n=move || count().to_string()
        >
            <svg class="path" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
                <path d="M0 100Q50-100 100 100" vector-effect="non-scaling-stroke"></path>
            </svg>
            <div class="arrows" aria-hidden="true">{move || arrows()}</div>
            <ol
                class="seats"
                aria-label=move || format!("The others, from your left{}{}", if word().is_empty() { "" } else { "; play goes " }, word())
                tabindex=move || strip.get().then_some("0")
            >
                {move || seats()}
            </ol>
            <For each=move || [pointed.get()] key=|pointed| *pointed children=centre />
            <LooseCry strip=strip />
        </div>
    }
}

/// Alone at a table: columns, and the other piles beside them.
#[component]
fn Columns(play: Play) -> impl IntoView {
    view! {
        <div class="arena alone" data-part="arena">
            <div class="columns" data-part="columns"><Piles play=play columns=true /></div>
            <div class="beside"><Piles play=play columns=false /></div>
        </div>
    }
}

/// The piles that are columns, or those that are not.
#[component]
fn Piles(play: Play, columns: bool) -> impl IntoView {
    let piles = Memo::new(move |_| {
        play.standing.with(|now| {
            let wanted = now.scene.heaps.iter().filter(|heap| (heap.layout == Layout::Column) == columns);
            wanted.map(|heap| heap.id.to_string()).collect::<Vec<_>>()
        })
    });
    let number = move |id: &str| piles.with(|piles| piles.iter().position(|one| one == id).unwrap_or(0));
    view! {
        <div class="piles" style:--piles=move || piles.with(Vec::len).to_string()>
            <For each=move || piles.get() key=Clone::clone let:id>
                {
                    let named = id.clone();
                    view! { <Pile id=id number=Signal::derive(move || number(&named)) /> }
                }
            </For>
        </div>
    }
}

/// The player's own plate.
#[component]
fn Me(chair: Chair, play: Play) -> impl IntoView {
    let sitter = Memo::new(move |_| {
        play.standing.with(|now| now.scene.sitters.iter().find(|sitter| sitter.seat == chair).cloned())
    });
    let show = move |what: fn(&engine::scene::Sitter) -> AnyView| {
        move || sitter.with(|sitter| sitter.as_ref().map(what))
    };
    let is = move |test: fn(&engine::scene::Sitter) -> bool| {
        move || sitter.with(|sitter| sitter.as_ref().is_some_and(test))
    };
    let flag = move || match () {
        () if play.loses(chair) => Some("lowest"),
        () if is(|sitter| sitter.next)() => Some("next"),
        () => None,
    };
    view! {
        <div
            class="me"
            class:turn=move || is(|sitter| sitter.on_turn)()
            class:next=move || is(|sitter| sitter.next)()
            class:out=move || is(|sitter| sitter.out)()
            class:low=move || play.loses(chair)
            data-part="me"
        >
            <h3 class="name">"You"</h3>
            <Stat chair=chair />
            {move || show(|sitter| puck(sitter).into_any())()}
            <For each=move || flag() key=|flag| *flag let:flag><span class="flag">{flag}</span></For>
            <Bubble chair=chair />
        </div>
    }
}

/// The longest event, in bytes, that fits in one line beside the plate at every size.
const LONG_EVENT: usize = 56;

/// Above this length, in bytes, an event is told in a few words on a desk, too: it lists the cards of a crowd.
const LIST: usize = 120;

/// Above this length, in bytes, an event leaves no room on a small screen for what an earlier cry meant.
const CROWDED: usize = 24;

/// An event, the same in a few words, and what was called out with it or shortly before it: its words and what they mean.
type Told = (String, Option<String>, Option<(Option<String>, String)>);

/// What happened last, and before it in little. In little room a bubble has the words alone: here is what they mean, for as
/// long as they are in sight.
#[component]
fn Event(lately: Signal<Vec<Line>>) -> impl IntoView {
    let cry = expect_context::<Signal<Option<Cried>>>();
    let now = Memo::new(move |_| {
        let last = lately.with(|lately| lately.last().cloned()).unwrap_or_default();
        let earlier =
            cry.get().filter(|cry| !cry.meaning.is_empty() && last.meaning.as_ref() != Some(&cry.meaning));
        let meant = match earlier {
            Some(cry) => Some((Some(hyphenated(&cry.words) + " "), cry.meaning)),
            None => last.meaning.map(|meaning| (None, meaning)),
        };
        (last.text, last.brief, meant)
    });
    let show = |(text, brief, meant): Told| {
        let meant = meant.map(|(words, meaning)| {
            let words = words.map(|words| view! { <b>{words}</b> });
            view! { <span class="meant">" " {words} <span>{format!("({meaning})")}</span></span> }
        });
        let brief = brief.map(|brief| view! { <span class="brief"><Label text=brief /></span> });
        let whole = (text.len() <= LIST || brief.is_none())
            .then(|| view! { <span class="whole"><Label text=text /></span> });
        view! { {whole}{brief}{meant} }
    };
    let before = move || {
        let told = |line: &Line| line.brief.clone().unwrap_or_else(|| line.explained());
        lately.with(|lately| lately.iter().rev().nth(1).map(told))
    };
    // A longer event may need both lines, and hides the one before it.
    let long = move || now.with(|(text, _, meant)| meant.is_some() || text.len() > LONG_EVENT);
    let crowded = move || now.with(|(text, brief, _)| brief.as_ref().unwrap_or(text).len() > CROWDED);
    view! {
        <div class="told" class:long=long class:crowded=crowded>
            <p class="event" data-part="event"><For each=move || [now.get()] key=Clone::clone children=show /></p>
            <p class="lately" aria-hidden="true"><For each=before key=Clone::clone let:text><Label text=text /></For></p>
        </div>
    }
}
