//! What lies in drawers: the log, the rules, other hands, and what else a table grants.

use leptos::prelude::*;
use protocol::{Ask, Snapshot, Standing};

use super::history::Rounds;
use super::layer::{Layer, Sheet};
use super::model::Model;
use super::not_now::NotNow;
use crate::components::{Actions, For, Label, When};
use crate::input::TableHands;
use crate::parts::{LaterPiece, Piece};
use crate::routes::{Offer, Pictures, point_at};
use crate::rules_text;

/// Lines that the log shows at most.
const LONGEST_LOG: usize = 200;

/// Everything that can lie open over the felt.
#[component]
pub fn Drawers(
    /// The table.
    model: Model,
    /// Who is there and what they say, at a table online.
    company: Option<ViewFn>,
) -> impl IntoView {
    let drawer = move |layer: Layer, title: &'static str, part: &'static str| {
        view! { <Sheet model=model layer=layer title=title part=part><LaterPiece piece=Piece::Drawer(model, layer) /></Sheet> }
            .into_any()
    };
    view! {
        {drawer(Layer::All, "All choices", "sheet")}
        {drawer(Layer::Log, "What happened", "drawer")}
        {drawer(Layer::Rules, "Rules", "drawer")}
        {drawer(Layer::Access, "Access", "drawer")}
        {company.map(|company| view! { <Sheet model=model layer=Layer::People title="People and chat">{company.run()}</Sheet> })}
        {drawer(Layer::More, "More", "drawer")}
    }
}

/// What is in a drawer.
#[component]
pub fn DrawerContent(
    /// The table.
    model: Model,
    /// Which one.
    layer: Layer,
) -> impl IntoView {
    match layer {
        Layer::All => view! { <Actions /> <NotNow model=model /> }.into_any(),
        Layer::Log => view! { <Log model=model /> }.into_any(),
        Layer::Rules => view! { <Rules model=model /> }.into_any(),
        Layer::Access => view! { <TableHands /> }.into_any(),
        Layer::More => view! { <More model=model /> }.into_any(),
        // These two are drawn where they are opened.
        Layer::Words | Layer::People => ().into_any(),
    }
}

/// Everything that happened. Nothing of it is drawn while the drawer is closed.
#[component]
fn Log(model: Model) -> impl IntoView {
    let told = move |words: &'static str, label: &'static str| {
        let tell = move |_| {
            model.close();
            model.say(words.to_owned(), false);
        };
        view! { <button type="button" class="quiet small" data-focus=format!("log:{words}") on:click=tell>{label}</button> }
    };
    let by_rounds = model.history.by_rounds;
    let seated = move || model.you().is_some();
    view! {
        <When is=seated>
            <p class="button-row">
                <button
                    type="button"
                    class="quiet small"
                    data-focus="log:history"
                    aria-pressed=move || by_rounds.get().to_string()
                    on:click=move |_| by_rounds.update(|by_rounds| *by_rounds = !*by_rounds)
                >
                    "By rounds"
                </button>
                {told("recap", "What decided the last round?")}
            </p>
        </When>
        <When is=move || by_rounds.get()>
            <Rounds model=model />
        </When>
        <When is=move || !by_rounds.get()>
            <Newest model=model />
        </When>
    }
}

/// Line by line, newest first.
#[component]
fn Newest(model: Model) -> impl IntoView {
    let open = move || model.is_open(Layer::Log);
    let pages = RwSignal::new(1);
    let latest = move || {
        model.known.log.with(|log| {
            let texts = log.iter().enumerate().rev().take(LONGEST_LOG * pages.get());
            texts.map(|(number, line)| (number, line.explained())).collect::<Vec<_>>()
        })
    };
    let earlier =
        move || model.known.snapshot.with(|snapshot| snapshot.as_ref().and_then(|snapshot| snapshot.earlier));
    let hidden = move || model.known.log.with(|log| log.len() > LONGEST_LOG * pages.get());
    let ask_earlier = move || {
        pages.update(|pages| *pages += 1);
        if let Some(before) = earlier() {
            model.ask(Ask::Log { before });
        }
    };
    view! {
        <ol class="log" reversed="reversed" aria-label="What happened, newest first">
            <For each=move || if open() { latest() } else { Vec::new() } key=Clone::clone let:line>
                <li><Label text=line.1 /></li>
            </For>
        </ol>
        <When is=move || open() && (earlier().is_some() || hidden())>
            <button type="button" class="quiet" on:click=move |_| ask_earlier()>"Show earlier"</button>
        </When>
    }
}

/// The rules of the game that is played.
#[component]
fn Rules(model: Model) -> impl IntoView {
    let game = Memo::new(move |_| {
        model
            .known
            .snapshot
            .with(|snapshot| snapshot.as_ref().map(|snapshot| snapshot.game.clone()))
            .unwrap_or_default()
    });
    let text = move || {
        let offer = Offer::find(&game.get()).filter(|_| model.is_open(Layer::Rules))?;
        let html = rules_text::page(offer.game.rules_text()).html;
        Some(view! {
            <Pictures offer=offer />
            <div class="rules-text" inner_html=html></div>
        })
    };
    // The text must be there before a clause in it can be found.
    Effect::new(move |_| {
        let clause = model.clause.get().filter(|_| model.is_open(Layer::Rules)).unwrap_or_default();
        request_animation_frame(move || point_at(&clause));
    });
    view! {
        <p class="rules-ways">
            <a href=move || format!("/rules/{}/summary", game.get())>"On one page, to print"</a>
            <a href=move || format!("/rules/{}", game.get())>"On a page of their own"</a>
        </p>
        {text}
    }
}

/// What else can be done, and what this deal is.
#[component]
fn More(model: Model) -> impl IntoView {
    let of = move |what: fn(&Snapshot) -> String| {
        move || model.known.snapshot.with(|now| now.as_ref().map(what).unwrap_or_default())
    };
    let grants = move |what: fn(&Snapshot) -> bool| {
        move || model.known.snapshot.with(|snapshot| snapshot.as_ref().is_some_and(what))
    };
    let lacks = move |what: fn(&Standing) -> bool| {
        move || !model.known.standing.with(|standing| standing.as_ref().is_some_and(what))
    };
    let rules = of(|now| if now.rules.is_empty() { "usual rules".to_owned() } else { now.rules.join(", ") });
    let daily = model.saved().and_then(|saved| {
        let day = saved.daily?;
        Some(match saved.par {
            Some(par) => format!("Deal of {day}. Par {par} (what a club player scores)."),
            None => format!("Deal of {day}."),
        })
    });
    view! {
        <div class="more-list">
            <When is=grants(|snapshot| snapshot.undo)>
                <MoreButton
                    focus="more:undo"
                    label="Undo the last action"
                    disabled=lacks(|standing| standing.can_undo)
                    press=move || model.ask_here(|seq| Ask::Undo { seq })
                />
                <MoreButton
                    focus="tool:redo"
                    label="Redo"
                    disabled=lacks(|standing| standing.can_redo)
                    press=move || model.ask_here(|seq| Ask::Redo { seq })
                />
            </When>
            <button type="button" class="quiet" on:click=move |_| model.toggle(Layer::Rules)>"Rules of this game"</button>
            <button type="button" class="quiet" on:click=move |_| model.toggle(Layer::Log)>"What happened"</button>
            <a href=move || format!("/new/{}", of(|now| now.game.clone())()) class="button quiet">"New game"</a>
            <a href="/preferences" class="button quiet">"Preferences"</a>
        </div>
        <section class="about-table">
            <h3>"About this deal"</h3>
            {daily.map(|text| view! { <p>{text}</p> })}
            <p>"Rules: " {rules} "."</p>
            <p>"The shuffle was promised before the first card: " <code class="commitment">{of(|now| now.commitment.clone())}</code></p>
        </section>
    }
}

/// A button that is not always of use.
#[component]
fn MoreButton(
    focus: &'static str,
    label: &'static str,
    disabled: impl Fn() -> bool + Send + Sync + 'static,
    press: impl Fn() + 'static,
) -> impl IntoView {
    view! {
        <button type="button" class="quiet" data-focus=focus disabled=disabled on:click=move |_| press()>
            {label}
        </button>
    }
}
