//! What a touch on a card or pile means, by the gestures of the choices there are.

use engine::Seat;
use engine::scene::{At, Place};
use protocol::Choice;

/// What a touch leads to.
#[derive(Clone, Debug, PartialEq)]
pub enum Touch {
    /// This choice is taken.
    Act(Choice),
    /// This is picked up, to be laid somewhere or to choose among its buttons.
    PickUp(At),
    /// What was picked up is put back.
    PutDown,
    /// The same movement means each of these: the player has to say which.
    Ask(Vec<Choice>),
    /// It means nothing now.
    Nothing,
}

/// What touching `at` means to the player on seat `you`, who has picked up `picked`.
pub fn touch(choices: &[Choice], you: Option<Seat>, picked: Option<&At>, at: &At) -> Touch {
    if let Some(picked) = picked {
        if picked == at {
            return Touch::PutDown;
        }
        let laid = lay(choices, picked, &at.place);
        if laid != Touch::Nothing {
            return laid;
        }
    }
    match beginning(choices, at)[..] {
        [] => Touch::Nothing,
        [only] if !hands_over(only, you) => Touch::Act(only.clone()),
        _ => Touch::PickUp(at.clone()),
    }
}

/// What laying the thing from `from` onto `to` means.
pub fn lay(choices: &[Choice], from: &At, to: &Place) -> Touch {
    match landing(choices, from, to)[..] {
        [] => Touch::Nothing,
        [only] => Touch::Act(only.clone()),
        ref several => Touch::Ask(several.iter().map(|&choice| choice.clone()).collect()),
    }
}

/// The choices that begin with touching this.
pub fn beginning<'a>(choices: &'a [Choice], at: &At) -> Vec<&'a Choice> {
    choices.iter().filter(|choice| choice.gesture.from.as_ref() == Some(at)).collect()
}

/// The choices that lay what is at `from` onto `to`.
pub fn landing<'a>(choices: &'a [Choice], from: &At, to: &Place) -> Vec<&'a Choice> {
    let lands = |choice: &&Choice| {
        choice.gesture.from.as_ref() == Some(from) && choice.gesture.to.as_ref() == Some(to)
    };
    choices.iter().filter(lands).collect()
}

/// Where the thing at `from` can be laid, each place once.
pub fn targets<'a>(choices: &'a [Choice], from: &At) -> Vec<&'a Place> {
    let mut places = Vec::new();
    for to in beginning(choices, from).into_iter().filter_map(|choice| choice.gesture.to.as_ref()) {
        if !places.contains(&to) {
            places.push(to);
        }
    }
    places
}

/// Whether a card goes to another player: too much for one touch, which might be a slip.
fn hands_over(choice: &Choice, you: Option<Seat>) -> bool {
    matches!(&choice.gesture.to, Some(Place::Hand(seat)) if Some(*seat) != you)
}

#[cfg(test)]
mod tests {
    use engine::Gesture;

    use super::*;

    fn choice(act: &str, gesture: Gesture) -> Choice {
        Choice { act: act.to_owned(), label: act.to_owned(), gesture }
    }

    fn seats() -> [Seat; 2] {
        [0, 1].map(|seat| Seat::new(seat).unwrap())
    }

    fn heap(id: &'static str, card: Option<usize>) -> At {
        At { place: Place::Heap(id.into()), card }
    }

    fn columns() -> Vec<Choice> {
        vec![
            choice("discard 1", Gesture::touch_card("column-1", 3).onto_heap("discarded")),
            choice("move 1 2", Gesture::touch_card("column-1", 3).onto_heap("column-2")),
            choice("discard 3", Gesture::touch_card("column-3", 0).onto_heap("discarded")),
            choice("deal", Gesture::touch_heap("stock")),
        ]
    }

    #[test]
    fn the_only_choice_of_a_card_is_taken_at_once() {
        let choices = columns();
        assert_eq!(touch(&choices, None, None, &heap("column-3", Some(0))), Touch::Act(choices[2].clone()));
        assert_eq!(touch(&choices, None, None, &heap("stock", None)), Touch::Act(choices[3].clone()));
        assert_eq!(touch(&choices, None, None, &heap("column-1", Some(2))), Touch::Nothing);
    }

    #[test]
    fn a_card_with_several_choices_is_picked_up_and_laid_down() {
        let (choices, top) = (columns(), heap("column-1", Some(3)));
        assert_eq!(touch(&choices, None, None, &top), Touch::PickUp(top.clone()));
        assert_eq!(touch(&choices, None, Some(&top), &top), Touch::PutDown);
        let target = heap("column-2", None);
        assert_eq!(touch(&choices, None, Some(&top), &target), Touch::Act(choices[1].clone()));
        // Something else that can be done is done instead.
        assert_eq!(
            touch(&choices, None, Some(&top), &heap("column-3", Some(0))),
            Touch::Act(choices[2].clone())
        );
        assert_eq!(lay(&choices, &top, &Place::Heap("column-3".into())), Touch::Nothing);
        let places = targets(&choices, &top);
        assert_eq!(places, [&Place::Heap("discarded".into()), &Place::Heap("column-2".into())]);
    }

    #[test]
    fn giving_a_card_away_takes_more_than_a_touch() {
        let [you, ann] = seats();
        let at = At { place: Place::Hand(you), card: Some(0) };
        let swap = [choice("swap", Gesture::touch_hand(you, Some(0)).to_hand(ann))];
        assert_eq!(touch(&swap, Some(you), None, &at), Touch::PickUp(at.clone()));
        let hers = At { place: Place::Hand(ann), card: Some(0) };
        assert_eq!(touch(&swap, Some(you), Some(&at), &hers), Touch::Act(swap[0].clone()));
        let play = [choice("play", Gesture::touch_hand(you, Some(0)).onto_heap("pile"))];
        assert_eq!(touch(&play, Some(you), None, &at), Touch::Act(play[0].clone()));
        // To one's own hand is no slip.
        let draw = [choice("take", Gesture::touch_heap("deck").to_hand(you))];
        assert_eq!(touch(&draw, Some(you), None, &heap("deck", None)), Touch::Act(draw[0].clone()));
    }

    #[test]
    fn one_movement_with_several_meanings_is_asked_back() {
        let [you, _] = seats();
        let at = At { place: Place::Hand(you), card: Some(2) };
        let gesture = || Gesture::touch_hand(you, Some(2)).onto_heap("pile");
        let choices = vec![choice("play 8C spades", gesture()), choice("play 8C hearts", gesture())];
        assert_eq!(touch(&choices, Some(you), None, &at), Touch::PickUp(at.clone()));
        assert_eq!(lay(&choices, &at, &Place::Heap("pile".into())), Touch::Ask(choices.clone()));
        let pile = heap("pile", None);
        assert_eq!(touch(&choices, Some(you), Some(&at), &pile), Touch::Ask(choices.clone()));
    }
}
