//! Everything that can be done now, as buttons.

use super::When;
use client::touch::beginning;
use leptos::prelude::*;
use protocol::Choice;

use super::label::Label;
use crate::table::Play;

/// More choices than this are put into rows by kind.
const MANY: usize = 8;

/// The buttons: those of what is picked up, or all.
#[component]
pub fn Actions() -> impl IntoView {
    let play = expect_context::<Play>();
    let choices = Memo::new(move |_| {
        let picked = play.picked.get();
        play.standing.with(|standing| match picked {
            Some(at) => beginning(&standing.choices, &at).into_iter().cloned().collect::<Vec<Choice>>(),
            None => standing.choices.clone(),
        })
    });
    let button = move |choice: Choice, quiet: bool| {
        let (done, label) = (choice.clone(), choice.label);
        let place = |now: &protocol::Standing| now.choices.iter().position(|one| one.act == done.act);
        let number = play.standing.with_untracked(place).map(|index| index + 1);
        view! {
            <li>
                <button
                    type="button"
                    class="action"
                    class:quiet=quiet
                    data-focus=format!("act:{}", choice.act)
                    data-choice=number
                    on:click=move |_| play.do_it(&done)
                >
                    <Label text=label />
                </button>
            </li>
        }
    };
    let buttons = move || {
        let all = choices.get();
        // Where there is much to choose from, what no card stands for is folded away.
        let many = all.len() > MANY;
        let row = |kind: Vec<Choice>| {
            let folded = many && kind.len() > 2 && kind.iter().all(|choice| choice.gesture.from.is_none());
            let (count, name) = (kind.len(), kind.first().map(common_words(&kind)).unwrap_or_default());
            let buttons = kind.into_iter().map(|choice| button(choice, folded)).collect_view();
            let list = view! { <ul class="action-list">{buttons}</ul> };
            if folded {
                let summary = format!("{name}… ({count} ways)");
                view! { <details class="action-fold"><summary>{summary}</summary>{list}</details> }.into_any()
            } else {
                list.into_any()
            }
        };
        let rows = if many { by_kind(all) } else { vec![all] };
        rows.into_iter().map(row).collect_view()
    };
    let picked = move || play.picked.with(Option::is_some);
    view! {
        <section class="actions" aria-label="What you can do">
            {buttons}
            <When is=picked>
                <button type="button" class="quiet" data-focus="act:cancel" on:click=move |_| play.picked.set(None)>
                    "Put it back"
                </button>
            </When>
        </section>
    }
}

/// The words with which all of these labels begin, as part of a label.
fn common_words(kind: &[Choice]) -> impl Fn(&Choice) -> String {
    let labels: Vec<Vec<String>> =
        kind.iter().map(|choice| choice.label.split(' ').map(str::to_owned).collect()).collect();
    move |choice| {
        let words = choice.label.split(' ').enumerate();
        let same = |(index, word): &(usize, &str)| {
            labels.iter().all(|label| label.get(*index).is_some_and(|other| other == word))
        };
        let common: Vec<&str> = words.take_while(same).map(|(_, word)| word).collect();
        common.join(" ").trim_end_matches([',', ':']).to_owned()
    }
}

/// The choices by the first word of their notation, in the order in which each comes first.
fn by_kind(choices: Vec<Choice>) -> Vec<Vec<Choice>> {
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
    use super::*;

    #[test]
    fn choices_of_a_kind_stand_together() {
        let choice =
            |act: &str| Choice { act: act.to_owned(), label: String::new(), gesture: Default::default() };
        let kinds = by_kind(["pass", "replace 8C", "play 8C", "replace 5S"].map(choice).to_vec());
        let acts: Vec<Vec<&str>> =
            kinds.iter().map(|kind| kind.iter().map(|choice| choice.act.as_str()).collect()).collect();
        assert_eq!(acts, [vec!["pass"], vec!["replace 8C", "replace 5S"], vec!["play 8C"]]);
    }
}
