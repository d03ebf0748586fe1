//! What a player holds, as a fan that can be read and touched.

use client::touch::beginning;
use engine::Seat as Chair;
use engine::scene::{At, Lying, Place, Sitter};
use leptos::prelude::*;
use protocol::Choice;

use super::label::Label;
use super::spot::{Laid, Spots, about};
use crate::table::{Play, place_name};

/// What a fan is drawn from.
#[derive(Clone, Default, PartialEq)]
struct Held {
    called: String,
    cards: Vec<Lying>,
    choices: Vec<Choice>,
}

impl Held {
    fn of(sitter: &Sitter, choices: &[Choice]) -> Self {
        let called = if sitter.you { "your hand".to_owned() } else { format!("{}'s hand", sitter.name) };
        Self { called, cards: sitter.hand.clone(), choices: about(choices, &Place::Hand(sitter.seat)) }
    }

    /// The cards as they are shown: by what they count, if they do, else by suit and rank.
    fn laid(&self, place: &Place, before: Option<&Vec<Laid>>) -> Vec<Laid> {
        let mut order: Vec<usize> = (0..self.cards.len()).collect();
        order.sort_by_key(|&index| {
            let Lying { card, worth, .. } = &self.cards[index];
            (std::cmp::Reverse(*worth), card.filter(|_| worth.is_none()))
        });
        let known = |lying: &Lying| {
            lying.card.is_none()
                || before.is_none_or(|before| before.iter().any(|laid| laid.lying.card == lying.card))
        };
        let started = before.is_some_and(|before| !before.is_empty());
        let laid = |(shown, index): (usize, usize)| {
            let lying = self.cards[index].clone();
            let called = format!("card {} of {}", shown + 1, self.called);
            let fresh = started && !known(&lying);
            Laid { shown, fresh, ..Laid::new(lying, place, index, called, &self.choices) }
        };
        order.into_iter().enumerate().map(laid).collect()
    }
}

/// How many cards a fan holds, in steps: the style sheet gives each as many rows as it needs.
fn bucket(count: usize) -> &'static str {
    match count {
        0..=1 => "one",
        2..=7 => "s",
        8..=10 => "m",
        11..=14 => "l",
        15..=20 => "xl",
        _ => "xxl",
    }
}

/// A player's cards.
#[component]
pub fn Hand(
    /// Whose.
    chair: Chair,
    /// Which part of the table it is.
    #[prop(default = "hand")]
    part: &'static str,
) -> impl IntoView {
    let play = expect_context::<Play>();
    let place = Place::Hand(chair);
    let held = Memo::new(move |_| {
        play.standing.with(|standing| {
            let sitter = standing.scene.sitters.iter().find(|sitter| sitter.seat == chair);
            sitter.map(|sitter| Held::of(sitter, &standing.choices)).unwrap_or_default()
        })
    });
    let laid = Memo::new({
        let place = place.clone();
        move |before: Option<&Vec<Laid>>| held.with(|held| held.laid(&place, before))
    });
    let count = move || laid.with(Vec::len);
    // A card alone says what a touch on it does, unless there is nothing else to do.
    let touch = move || {
        let several = play.standing.with(|standing| standing.choices.len() > 1);
        laid.with(|laid| match &laid[..] {
            [Laid { choices, .. }] if several && choices.len() == 1 => Some(choices[0].label.clone()),
            _ => None,
        })
    };
    view! {
        <div class="hand" data-part=part data-place=place_name(&place)>
            <div class="fan" data-bucket=move || bucket(count()) style:--n=move || count().to_string()>
                <Spots laid=laid fan=true />
                {move || touch().map(|label| view! { <span class="touch-note" aria-hidden="true"><Label text=label /></span> }.into_any())}
            </div>
        </div>
    }
}

/// Whose hand lies open to be pointed at, card by card: a choice begins with one of its cards.
pub fn laid_out(sitters: &[Sitter], choices: &[Choice]) -> Option<Chair> {
    let pointed = |sitter: &&Sitter| {
        let at = |index| At { place: Place::Hand(sitter.seat), card: Some(index) };
        !sitter.you && (0..sitter.hand.len()).any(|index| !beginning(choices, &at(index)).is_empty())
    };
    sitters.iter().find(pointed).map(|sitter| sitter.seat)
}
