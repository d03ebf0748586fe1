//! What can be done now, as buttons.

use engine::Gesture;
use engine::scene::{At, Place};
use leptos::prelude::*;
use protocol::Choice;

use super::label::Label;
use crate::table::Play;

/// A choice of the game as a button.
#[component]
pub fn ChoiceButton(
    /// The choice.
    choice: Choice,
    /// Whether it is the one thing to do.
    #[prop(optional)]
    filled: bool,
) -> impl IntoView {
    let play = expect_context::<Play>();
    let (done, label) = (choice.clone(), choice.label);
    let act = choice.act.clone();
    view! {
        <button
            type="button"
            class="action"
            class:quiet=!filled
            data-focus=format!("act:{}", choice.act)
            data-choice=move || play.number_of(&act)
            data-does=does(&choice.gesture)
            on:click=move |_| play.do_it(&done)
        >
            <Label text=label />
        </button>
    }
}

/// What is done, where a picture says it at a glance: a card is drawn, or cards change hands.
fn does(gesture: &Gesture) -> Option<&'static str> {
    match (&gesture.from, &gesture.to) {
        (Some(At { place: Place::Hand(_), .. }), Some(Place::Hand(_))) => Some("swap"),
        (Some(At { place: Place::Heap(_), card: None }), _) => Some("draw"),
        _ => None,
    }
}

/// Every choice with its number before it, by kind.
#[component]
pub fn Actions() -> impl IntoView {
    let play = expect_context::<Play>();
    let choices = Memo::new(move |_| play.standing.with(|standing| standing.choices.clone()));
    let kinds = move || {
        let all = choices.get();
        let one = all.len() < 6;
        let row = |kind: Vec<Choice>| {
            let name =
                (!one && by_kind(kind.clone()).len() == 1 && kind.len() > 1).then(|| common_words(&kind));
            let name = name.filter(|name| !name.is_empty());
            let buttons = kind.into_iter().map(|choice| view! { <li><ChoiceButton choice=choice /></li> });
            view! {
                {name.map(|name| view! { <h3>{name}</h3> })}
                <ul class="action-list">{buttons.collect_view()}</ul>
            }
        };
        let kinds = if one { vec![all] } else { with_a_heading(by_kind(all)) };
        kinds.into_iter().map(row).collect_view()
    };
    view! { <div class="actions">{move || kinds()}</div> }
}

/// What is the only one of its kind comes first, without a heading: below another's it would seem to belong there.
fn with_a_heading(kinds: Vec<Vec<Choice>>) -> Vec<Vec<Choice>> {
    let (single, several): (Vec<_>, Vec<_>) = kinds.into_iter().partition(|kind| kind.len() == 1);
    let first: Vec<Choice> = single.into_iter().flatten().collect();
    [first].into_iter().filter(|first| !first.is_empty()).chain(several).collect()
}

/// The words with which all of these labels begin.
pub fn common_words(kind: &[Choice]) -> String {
    let Some((first, rest)) = kind.split_first() else { return String::new() };
    let same = |(index, word): &(usize, &str)| {
        rest.iter().all(|choice| choice.label.split(' ').nth(*index) == Some(word))
    };
    let common: Vec<&str> =
        first.label.split(' ').enumerate().take_while(same).map(|(_, word)| word).collect();
    common.join(" ").trim_end_matches([',', ':']).to_owned()
}

/// The choices by the first word of their notation, in the order in which each comes first.
pub fn by_kind(choices: Vec<Choice>) -> Vec<Vec<Choice>> {
    let word = |choice: &Choice| choice.act.split(' ').next().map(str::to_owned);
    let mut kinds: Vec<Vec<Choice>> = Vec::new();
    for choice in choices {
        match kinds.iter_mut().find(|kind| kind.first().map(word) == Some(word(&choice))) {
            Some(kind) => kind.push(choice),
            None => kinds.push(vec![choice]),
        }
    }
    kinds
}

#[cfg(test)]
mod tests {
    use engine::Seat;

    use super::*;

    fn choice(act: &str) -> Choice {
        Choice { act: act.to_owned(), label: act.to_owned(), gesture: Default::default() }
    }

    #[test]
    fn choices_of_a_kind_stand_together() {
        let kinds = by_kind(["pass", "replace 8C", "play 8C", "replace 5S"].map(choice).to_vec());
        let acts: Vec<Vec<&str>> =
            kinds.iter().map(|kind| kind.iter().map(|choice| choice.act.as_str()).collect()).collect();
        assert_eq!(acts, [vec!["pass"], vec!["replace 8C", "replace 5S"], vec!["play 8C"]]);
        assert_eq!(common_words(&kinds[1]), "replace");
        let headed: Vec<usize> = with_a_heading(kinds).iter().map(Vec::len).collect();
        assert_eq!(headed, [2, 2], "those alone in their kind stand together");
    }

    #[test]
    fn what_is_drawn_or_swapped_has_a_picture() {
        let card = Gesture::touch_hand(Seat::FIRST, Some(0));
        let other = Seat::all(2).next_back().unwrap();
        assert_eq!(does(&card.clone().to_hand(other)), Some("swap"));
        assert_eq!(does(&Gesture::touch_heap("stock")), Some("draw"));
        assert_eq!(does(&Gesture::touch_card("column-1", 3)), None);
        assert_eq!(does(&card), None);
    }
}
