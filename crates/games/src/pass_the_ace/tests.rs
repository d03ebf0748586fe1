use std::path::Path;

use engine::kit::{Trial, cards, conform, golden, rules, seat};
use engine::{Name, Options, Present, Refusal as _, Seating, Setup, Table};

use super::*;

fn chase(settings: &[(&str, &str)]) -> Rules {
    let mut rules = Rules::preset("chase-the-ace").unwrap();
    settings.iter().for_each(|(name, value)| rules.set(name, value).unwrap());
    rules
}

/// A round about to be played: seat 0 deals, the hands by seat, the stock's top cards as given.
fn round(rules: Rules, hands: &str, stock: &str) -> PassTheAce {
    let hands = cards(hands);
    let mut state = PassTheAce::start(&rules, hands.len(), &Seed::from_number(1), &mut ());
    let top = cards(stock);
    let mut rest: Vec<Card> =
        DECK.into_iter().filter(|card| !hands.contains(card) && !top.contains(card)).collect();
    rest.extend(top.iter().rev());
    state.stock = Pile::of(&rest);
    state.trash.clear();
    state.known = [Seats::NONE; 52];
    for (index, &card) in hands.iter().enumerate() {
        state.hands[index] = Some(card);
        state.known[card.index()] = Seats::only(seat(index));
    }
    state.dealer = Seat::FIRST;
    state.turn = Some(seat(1));
    state
}

/// As [`round`], with this number of lives left for each seat.
fn with_lives(rules: Rules, lives: &[u8], hands: &str, stock: &str) -> PassTheAce {
    let mut state = round(rules, hands, stock);
    state.lives[..lives.len()].copy_from_slice(lives);
    state.alive = Seat::all(lives.len()).filter(|seat| lives[seat.index()] > 0).collect();
    for seat in Seat::all(lives.len()).filter(|seat| lives[seat.index()] == 0) {
        if let Some(card) = state.hands[seat.index()].take() {
            state.trash.push(card);
            state.known[card.index()] = Seats::EVERYONE;
        }
    }
    state.turn = state.alive.next_left(state.dealer);
    state
}

fn act(state: &mut PassTheAce, actions: &str) -> Vec<Event> {
    let mut events = Vec::new();
    for action in actions.split_whitespace() {
        state.apply(action.parse().unwrap(), &mut events).unwrap();
    }
    events
}

fn legal(state: &PassTheAce) -> String {
    let mut actions = Vec::new();
    state.legal(&mut actions);
    actions.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn hands(state: &PassTheAce) -> String {
    let hand = |card: &Option<Card>| card.map_or("-".to_owned(), |card| card.to_string());
    state.hands[..state.players.into()].iter().map(hand).collect::<Vec<_>>().join(" ")
}

fn lives(state: &PassTheAce) -> &[u8] {
    &state.lives[..state.players.into()]
}

fn winners(state: &PassTheAce) -> (Vec<usize>, Vec<i32>) {
    let outcome = state.outcome().expect("the game is over");
    (outcome.winners.into_iter().map(Seat::index).collect(), outcome.scores)
}

fn names() -> [Name; 4] {
    ["Ann", "Bob", "Cleo", "Dan"].map(|name| Name::new(name).unwrap())
}

/// What that player is told of these events, or someone who only watches.
fn told(events: &[Event], you: Option<usize>) -> String {
    let (names, you) = (names(), you.map(seat));
    let viewer = you.map_or(Viewer::Public, Viewer::Seat);
    let seen = events.iter().filter_map(|event| PassTheAce::show(event, viewer));
    let lines = seen.filter_map(|seen| PassTheAce::tell(&seen, &Seating { names: &names, you }));
    lines.collect::<Vec<_>>().join("\n")
}

fn described(state: &PassTheAce, you: usize) -> String {
    let you = seat(you);
    PassTheAce::describe(&state.view(Viewer::Seat(you)), &Seating { names: &names(), you: Some(you) })
}

#[test]
fn pta_r1_the_ace_is_lowest_and_suits_never_matter() {
    let state = PassTheAce::start(&Rules::default(), 3, &Seed::from_number(1), &mut ());
    assert_eq!(lives(&state), [3, 3, 3]);
    assert_eq!(state.cards().len(), 52);
    let mut state = round(Rules::default(), "2S KH AD", "");
    act(&mut state, "stick stick stick");
    assert_eq!(lives(&state), [3, 3, 2]);
    // Two fives of different suits are equally low.
    let mut state = round(Rules::default(), "5S 5H 6D", "");
    act(&mut state, "stick stick stick");
    assert_eq!(lives(&state), [2, 2, 3]);
}

// PTA-J1: 52 is the most.
#[test]
fn pta_r2_two_to_52_players() {
    let open = |players: usize| {
        let mut setup = Setup::<PassTheAce>::new(Seed::from_number(1));
        setup.names = vec![Name::new("Someone").unwrap(); players];
        Table::open(setup).map(|_| ()).map_err(|error| error.to_string())
    };
    assert_eq!(open(1).unwrap_err(), "Pass the Ace by these rules is for 2 to 52 players, not 1");
    assert!(open(53).is_err());
    assert_eq!((open(2), open(52)), (Ok(()), Ok(())));
}

#[test]
fn pta_j1_with_52_players_nobody_can_draw() {
    let mut state = PassTheAce::start(&Rules::default(), 52, &Seed::from_number(1), &mut ());
    (0..51).for_each(|_| drop(act(&mut state, "stick")));
    assert_eq!((state.turn, legal(&state).as_str()), (Some(state.dealer), "stick swap"));
}

#[test]
fn cta_r1_chase_the_ace_wants_three() {
    assert_eq!(PassTheAce::players(&Rules::preset("chase-the-ace").unwrap()), 3..=52);
    let state = PassTheAce::start(&chase(&[]), 3, &Seed::from_number(1), &mut ());
    assert_eq!(lives(&state), [3, 3, 3]);
    assert!(state.cards().iter().all(|card| !card.is_joker()));
}

#[test]
fn pta_r3_the_highest_card_deals_and_the_deck_is_whole_again() {
    let mut tied = 0;
    for number in 0..200 {
        let mut events = Vec::new();
        let state = PassTheAce::start(&Rules::default(), 8, &Seed::from_number(number), &mut events);
        let Event::Cut { cut, winner } = &events[0] else { panic!("the cut comes first") };
        let last = cut.rounds.last().unwrap();
        let highest = last.iter().max_by_key(|draw| worth(&state.rules, draw.1)).unwrap();
        assert_eq!((state.dealer, *winner), (highest.0, highest.0));
        assert_eq!(state.cards().len(), 52);
        tied += cut.rounds.len() - 1;
    }
    assert!(tied > 20, "some tied and drew again");
}

#[test]
fn pta_j2_draws_go_on_from_the_deck_and_low_queens_count_as_low() {
    let mut queens = 0;
    for number in 0..300 {
        let mut events = Vec::new();
        PassTheAce::start(&rules(&[("queens_low", "true")]), 8, &Seed::from_number(number), &mut events);
        let Event::Cut { cut, winner } = &events[0] else { panic!("the cut comes first") };
        let mut drawn: Vec<Card> = cut.rounds.iter().flatten().map(|draw| draw.1).collect();
        let number = drawn.len();
        drawn.sort();
        drawn.dedup();
        assert_eq!(drawn.len(), number, "no card is drawn twice while the deck lasts");
        let best = cut.rounds.last().unwrap().iter().find(|draw| draw.0 == *winner).unwrap().1;
        assert_ne!(best.rank(), Some(Rank::Queen));
        queens += usize::from(drawn.iter().any(|card| card.rank() == Some(Rank::Queen)));
    }
    assert!(queens > 50);
}

#[test]
fn pta_r4_one_card_each_dealer_last_and_each_sees_only_their_own() {
    let mut events = Vec::new();
    let state = PassTheAce::start(&Rules::default(), 4, &Seed::from_number(5), &mut events);
    let Some(Event::Hands { hands }) = events.last() else { panic!("hands are looked at last") };
    let order: Vec<Seat> = hands.iter().map(|hand| hand.0).collect();
    assert_eq!(order.last(), Some(&state.dealer));
    assert_eq!(order[0], state.dealer.left(4));
    for viewer in Seat::all(4) {
        let view = state.view(Viewer::Seat(viewer));
        let seen: Vec<usize> = (0..4).filter(|&other| view.hands[other].is_some()).collect();
        assert_eq!(seen, [viewer.index()]);
        let told = PassTheAce::show(events.last().unwrap(), Viewer::Seat(viewer)).unwrap();
        assert_eq!(told, Seen::Hand { card: state.hands[viewer.index()] });
    }
    assert!(state.view(Viewer::Public).hands.iter().all(Option::is_none));
}

#[test]
fn pta_r5_from_the_dealers_left_and_past_those_who_are_out() {
    let mut state = with_lives(Rules::default(), &[3, 0, 2, 0, 1], "9S 2H 8D 3C 7S", "");
    assert_eq!((state.turn, hands(&state).as_str()), (Some(seat(2)), "9S - 8D - 7S"));
    act(&mut state, "swap");
    assert_eq!(hands(&state), "9S - 7S - 8D", "swapped with the next living player");
    assert_eq!(state.turn, Some(seat(4)));
    act(&mut state, "stick");
    assert_eq!(state.turn, Some(seat(0)), "the dealer comes last");
    act(&mut state, "stick");
    assert_eq!(state.dealer, seat(2), "the deal passes over seat 1, who is out");
    assert_eq!(state.hands[1], None);
}

#[test]
fn pta_r6_stick_keeps_the_card() {
    let mut state = round(Rules::default(), "9S 2H 8D", "");
    act(&mut state, "stick");
    assert_eq!((hands(&state).as_str(), state.turn), ("9S 2H 8D", Some(seat(2))));
}

#[test]
fn pta_r7_a_swap_cannot_be_refused_and_both_then_know_both_cards() {
    let mut state = round(Rules::default(), "9S 2H 8D QC", "");
    assert_eq!(state.view(Viewer::Seat(seat(1))).hands[2], None, "not seen beforehand");
    act(&mut state, "swap");
    assert_eq!(hands(&state), "9S 8D 2H QC");
    let known = |viewer| state.view(viewer).hands.iter().filter(|card| card.is_some()).count();
    let seats = [0, 1, 2, 3].map(|index| known(Viewer::Seat(seat(index))));
    assert_eq!((seats, known(Viewer::Public)), ([1, 2, 2, 1], 0));
    // What one knows of a card travels with it: seat 1 knows that the 2♥ went on to seat 3.
    act(&mut state, "swap");
    assert_eq!(hands(&state), "9S 8D QC 2H");
    assert_eq!(state.view(Viewer::Seat(seat(1))).hands[3], Some("2H".parse().unwrap()));
    assert_eq!(state.view(Viewer::Seat(seat(1))).hands[2], None);
}

// CTA-R2: the king is shown.
#[test]
fn pta_r8_kung_denies_the_swap_and_everyone_knows_the_king() {
    let mut state = round(Rules::default(), "9S 2H KD QC", "");
    let events = act(&mut state, "swap");
    assert_eq!((hands(&state).as_str(), state.turn), ("9S 2H KD QC", Some(seat(2))));
    assert_eq!(state.trace().announcements, [Announcement::Kung]);
    assert_eq!(state.view(Viewer::Public).hands[2], Some("KD".parse().unwrap()));
    assert_eq!(told(&events, None), "Bob tries to swap, but Cleo holds the king of diamonds. Kung!");
    assert_eq!(told(&events, Some(1)), "You try to swap, but Cleo holds the king of diamonds. Kung!");
    assert_eq!(told(&events, Some(2)), "Bob tries to swap, but you hold the king of diamonds. Kung!");
}

#[test]
fn pta_r9_modi_for_a_lower_card() {
    let mut state = round(Rules::default(), "9S 8H 2D QC", "");
    act(&mut state, "swap");
    assert_eq!(state.trace().announcements, [Announcement::Modi]);
    act(&mut state, "stick");
    assert!(state.trace().announcements.is_empty(), "of this action only");
}

#[test]
fn pta_r10_dirty_dan_for_the_same_rank() {
    let mut state = round(Rules::default(), "9S 8H 8D QC", "");
    act(&mut state, "swap");
    assert_eq!(state.trace().announcements, [Announcement::DirtyDan]);
    let mut state = round(Rules::default(), "9S 8H 9D QC", "");
    act(&mut state, "swap");
    assert!(state.trace().announcements.is_empty(), "a higher card is nobody's business");
}

#[test]
fn pta_j3_announced_for_the_dealers_draw_too_and_no_card_is_named() {
    for (stock, announced) in [("2C", Announcement::Modi), ("9C", Announcement::DirtyDan)] {
        let mut state = round(Rules::default(), "9S 8H QD", stock);
        let events = act(&mut state, "stick stick draw");
        let drawn = events.iter().find(|event| matches!(event, Event::Draw { .. })).unwrap();
        assert_eq!(
            PassTheAce::show(drawn, Viewer::Seat(seat(1))),
            Some(Seen::Draw { seat: seat(0), gave: None, got: None, announcement: Some(announced) })
        );
        assert_eq!(state.trace().announcements, [announced]);
    }
    let mut state = round(Rules::default(), "9S 8H 2D QC", "");
    let events = act(&mut state, "swap");
    assert_eq!(
        PassTheAce::show(&events[0], Viewer::Seat(seat(3))),
        Some(Seen::Swap {
            seat: seat(1),
            other: seat(2),
            gave: None,
            got: None,
            announcement: Some(Announcement::Modi)
        })
    );
}

#[test]
fn pta_r11_the_dealer_may_stick_swap_or_draw() {
    let mut state = round(Rules::default(), "3S 8H QD", "JC");
    assert_eq!(legal(&state), "stick swap");
    let refusal = state.check(Action::Draw).unwrap_err();
    assert_eq!(refusal.clause(), "PTA-R11");
    assert_eq!(
        refusal.to_string(),
        "only the dealer may draw from the stock; stick, or swap with your left neighbour"
    );
    act(&mut state, "stick stick");
    assert_eq!(legal(&state), "stick swap draw");
    let events = act(&mut state.clone(), "draw");
    assert!(matches!(events[0], Event::Draw { got, .. } if got.to_string() == "JC"));
    // Swapping, the dealer can meet a king.
    let events = act(&mut state.clone(), "swap");
    assert!(matches!(events[0], Event::Swap { .. }));
    let mut state = round(Rules::default(), "3S KH QD", "");
    let events = act(&mut state, "stick stick swap");
    assert!(events.iter().any(|event| matches!(event, Event::Kung { other, .. } if *other == seat(1))));
}

#[test]
fn pta_j4_what_the_dealer_throws_away_stays_unseen() {
    let mut state = round(Rules::default(), "3S 8H QD", "JC");
    let events = act(&mut state, "stick stick draw");
    assert_eq!(state.trash.as_slice()[0].to_string(), "3S");
    assert_eq!(state.view(Viewer::Seat(seat(0))).trash[0], Some("3S".parse().unwrap()));
    assert_eq!(state.view(Viewer::Seat(seat(1))).trash[0], None);
    assert_eq!(state.view(Viewer::Public).trash[0], None);
    let reveal = events.iter().find_map(|event| match event {
        Event::Reveal { hands, .. } => Some(hands.clone()),
        _ => None,
    });
    assert!(reveal.unwrap().iter().all(|hand| hand.1.to_string() != "3S"));
}

#[test]
fn cta_r3_the_dealer_of_chase_only_draws() {
    let mut state = round(chase(&[]), "3S 8H QD", "JC");
    act(&mut state, "stick stick");
    assert_eq!(legal(&state), "stick draw");
    assert_eq!(state.check(Action::Swap).unwrap_err().clause(), "CTA-R3");
}

// CTA-J1: the king goes to the trash.
#[test]
fn cta_r4_a_drawn_king_is_refused() {
    let mut state = round(chase(&[]), "3S 8H QD", "KC 5C 6C 7C");
    let events = act(&mut state, "stick stick draw");
    assert!(matches!(events[2], Event::KingRefused { king, .. } if king.to_string() == "KC"));
    assert_eq!(state.trash.as_slice()[0].to_string(), "KC");
    assert_eq!(state.view(Viewer::Public).trash[0], Some("KC".parse().unwrap()), "it was shown");
    assert_eq!(lives(&state), [2, 3, 3], "the dealer kept the three");
    assert!(state.trace().announcements.is_empty());
    let mut state = round(Rules::default(), "3S 8H QD", "KC");
    act(&mut state, "stick stick draw");
    assert_eq!(lives(&state), [3, 2, 3], "in Pass the Ace a king is welcome");
}

#[test]
fn cta_j2_the_literal_reading_draws_the_open_top_of_the_trash() {
    let literal = chase(&[("dealer_draws_from", "discard")]);
    // No trash yet: the stock serves.
    let mut state = round(literal, "3S 8H QD", "JC");
    let events = act(&mut state, "stick stick draw");
    assert!(matches!(events[2], Event::Draw { got, open: false, .. } if got.to_string() == "JC"));
    // Now there is one, its top open to all.
    let top = state.trash.top().unwrap();
    assert_eq!(state.view(Viewer::Public).trash.last(), Some(&Some(top)));
    let stock = state.stock.len();
    let events = act(&mut state, "stick stick draw");
    let expected = if is_king(top) { "king-refused" } else { "draw" };
    let shown = serde_json::to_value(PassTheAce::show(&events[2], Viewer::Public)).unwrap();
    assert_eq!(shown["event"], expected);
    assert_eq!(shown["got"], serde_json::json!(top), "everyone saw which card it was");
    assert!(state.stock.len() < stock, "only the new deal took from the stock");
}

#[test]
fn pta_r12_all_cards_are_shown_to_all() {
    let mut state = round(Rules::default(), "3S 8H QD", "");
    let events = act(&mut state, "stick stick stick");
    let seen: Vec<Seen> = events.iter().filter_map(|event| PassTheAce::show(event, Viewer::Public)).collect();
    let shown = seen.iter().find_map(|seen| match seen {
        Seen::Reveal { hands, .. } => Some(hands.iter().map(|hand| hand.1.to_string()).collect::<Vec<_>>()),
        _ => None,
    });
    assert_eq!(shown.unwrap(), ["8H", "QD", "3S"]);
    let last = state.view(Viewer::Public).last_round.unwrap();
    assert_eq!(last.hands, cards("3S 8H QD").into_iter().map(Some).collect::<Vec<_>>());
}

#[test]
fn pta_r13_all_who_tie_for_lowest_lose_a_life() {
    let mut state = round(Rules::default(), "4S 8H 4D 4C", "");
    act(&mut state, "stick stick stick stick");
    assert_eq!(lives(&state), [2, 3, 2, 2]);
}

#[test]
fn pta_r14_cards_to_the_trash_and_the_deal_to_the_left() {
    let mut state = round(Rules::default(), "4S 8H 5D", "");
    act(&mut state, "stick stick stick");
    assert_eq!(state.trash.as_slice(), cards("8H 5D 4S"));
    assert_eq!((state.dealer, state.turn, state.round), (seat(1), Some(seat(2)), 2));
}

#[test]
fn pta_r15_the_trash_becomes_the_stock_even_in_the_middle_of_a_deal() {
    let mut state = round(Rules::default(), "4S 8H 5D", "");
    // Two cards left in the stock: the third card of the next deal comes from the reshuffled trash.
    let trash: Vec<Card> = state.stock.as_slice()[2..].to_vec();
    state.stock = Pile::of(&state.stock.as_slice()[..2]);
    state.trash = Pile::of(&trash);
    let events = act(&mut state, "stick stick stick");
    assert!(events.iter().any(|event| matches!(event, Event::Reshuffle { cards: 50 })));
    assert_eq!((state.stock.len(), state.trash.len(), state.cards().len()), (49, 0, 52));
    // At a dealer's draw: hands stay where they are, the old card goes to the new trash.
    let mut state = round(Rules::default(), "4S 8H 5D", "");
    state.trash = std::mem::take(&mut state.stock);
    let events = act(&mut state, "stick stick draw");
    assert!(matches!(events[2], Event::Reshuffle { cards: 49 }));
    assert_eq!(state.trash.as_slice()[0].to_string(), "4S");
}

#[test]
fn pta_j5_no_draw_when_there_is_nothing_to_draw() {
    let mut state = round(chase(&[]), "4S 8H 5D", "");
    act(&mut state, "stick stick");
    state.stock.clear();
    assert_eq!(legal(&state), "stick");
    assert_eq!(state.check(Action::Draw).unwrap_err().clause(), "PTA-J5");
}

#[test]
fn pta_r16_the_last_with_lives_wins() {
    let mut state = with_lives(Rules::default(), &[1, 2, 0], "4S 8H 5D", "");
    act(&mut state, "stick stick");
    assert_eq!((state.turn, winners(&state)), (None, (vec![1], vec![0, 2, 0])));
    assert!(described(&state, 0).contains("Bob: 2 lives, winner\n"), "{}", described(&state, 0));
    assert_eq!(state.check(Action::Stick).unwrap_err().clause(), "PTA-R16");
}

// PTA-J6: with a pot, a double game gives the tokens back.
#[test]
fn pta_r17_a_double_game_brings_everyone_back() {
    let tie = || with_lives(Rules::default(), &[1, 1, 0], "4S 4H 5D", "");
    let mut state = tie();
    let events = act(&mut state, "stick stick");
    assert_eq!((lives(&state), state.game, state.round), (&[3, 3, 3][..], 2, 1));
    assert!(events.iter().any(|event| matches!(event, Event::Cut { .. })), "a new draw for dealer");
    assert_eq!((state.trash.len(), state.stock.len()), (0, 49));
    let known = state.known.iter().filter(|known| !known.is_empty()).count();
    assert_eq!(known, 3, "no memory of earlier rounds but each player's own card");
    // And again: triple.
    let mut state = tie();
    state.game = 2;
    let events = act(&mut state, "stick stick");
    assert!(told(&events, None).contains("a triple game!"), "{}", told(&events, None));
    let mut state = with_lives(chase(&[("last_tie", "double-game")]), &[1, 1, 0], "4S 4H 5D", "");
    state.pot = 7;
    act(&mut state, "stick stick");
    assert_eq!(state.pot, 0);
}

#[test]
fn cta_r5_the_winner_takes_the_pot() {
    let mut state = with_lives(chase(&[]), &[1, 2, 2], "4S 8H 4D", "");
    state.pot = 4;
    act(&mut state, "stick stick stick");
    assert_eq!((state.pot, lives(&state)), (6, &[0, 2, 1][..]));
    let mut state = with_lives(chase(&[]), &[1, 2, 0], "4S 8H 4D", "");
    state.pot = 6;
    act(&mut state, "stick stick");
    assert_eq!(winners(&state), (vec![1], vec![0, 7, 0]));
}

// CTA-J3: an odd rest goes out from the dealer's left.
#[test]
fn cta_v1_split_shares_the_pot() {
    let mut state = with_lives(chase(&[]), &[1, 1, 1, 0], "4S 4H 4D 5C", "");
    state.pot = 8;
    let events = act(&mut state, "stick stick stick");
    assert_eq!(winners(&state), (vec![0, 1, 2], vec![3, 4, 4, 0]));
    let prizes = |you| told(&events, you).lines().last().unwrap().to_owned();
    assert_eq!(
        prizes(Some(1)),
        "Ann, you and Cleo win the game! Ann takes 3 tokens, you take 4 tokens and Cleo takes 4 tokens."
    );
    assert!(prizes(Some(0)).ends_with("You take 3 tokens, Bob takes 4 tokens and Cleo takes 4 tokens."));
    let text = described(&state, 1);
    assert!(text.contains("pot 11 tokens, won.") && text.contains("You: 0 lives, shares the win"), "{text}");
}

#[test]
fn cta_v2_replay_spares_the_tied_and_they_play_on_alone() {
    let mut state = with_lives(chase(&[("last_tie", "replay")]), &[1, 1, 0], "4S 4H 5D", "");
    state.pot = 7;
    let events = act(&mut state, "stick stick");
    assert_eq!((lives(&state), state.pot, state.game), (&[1, 1, 0][..], 7, 1));
    let why = "Nobody loses a life: all who are left tie on their last lives, and play on.";
    assert!(told(&events, None).contains(why), "{}", told(&events, None));
    assert_eq!((state.dealer, state.hands[2]), (seat(1), None));
}

#[test]
fn cta_v3_cut_for_the_whole_pot() {
    let mut both = Seats::NONE;
    for number in 0..40 {
        let mut state = with_lives(chase(&[("last_tie", "cut")]), &[1, 1, 0], "4S 4H 5D", "");
        state.pot = 7;
        state.shuffler = Shuffler::new(&Seed::from_number(number));
        let events = act(&mut state, "stick stick");
        let cut = events.iter().find_map(PassTheAce::cut).unwrap();
        let last = cut.rounds.last().unwrap();
        let best = last.iter().max_by_key(|draw| draw.1.rank()).unwrap().0;
        assert!(cut.rounds.iter().flatten().all(|draw| draw.0 != seat(2)), "only the tied cut");
        let mut scores = vec![0; 3];
        scores[best.index()] = 9;
        assert_eq!(winners(&state), (vec![best.index()], scores));
        both = both.with(best);
    }
    assert_eq!(both.len(), 2);
}

const UNDECIDED: &str = "Everyone left has lost their last life: the game is undecided. All are back with full \
                         lives, and a new game is played for the pot of 9 tokens.";

#[test]
fn cta_v4_carried_with_new_stakes() {
    let mut state = with_lives(chase(&[("last_tie", "carry-staked")]), &[1, 1, 0], "4S 4H 5D", "");
    state.pot = 7;
    let events = act(&mut state, "stick stick");
    assert!(told(&events, None).contains(UNDECIDED), "{}", told(&events, None));
    assert_eq!((lives(&state), state.pot, state.game), (&[3, 3, 3][..], 9, 2));
    act(&mut state, "stick stick stick");
    assert!(state.pot > 9);
}

#[test]
fn cta_v5_carried_with_nothing_added() {
    let mut state = with_lives(chase(&[("last_tie", "carry")]), &[1, 1, 0], "4S 4H 5D", "");
    state.pot = 7;
    let events = act(&mut state, "stick stick");
    assert!(told(&events, None).contains(UNDECIDED), "{}", told(&events, None));
    assert_eq!((lives(&state), state.pot, state.game), (&[3, 3, 3][..], 9, 2));
    act(&mut state, "stick stick stick");
    assert_eq!(state.pot, 9);
    let mut dice = Dice::new(&Seed::from_number(1));
    engine::playout::finish(&mut state, &mut dice, &mut Vec::new());
    assert_eq!(winners(&state).1.iter().sum::<i32>(), 9);
}

#[test]
fn cta_v6_queens_low_are_worse_than_aces() {
    let mut state = round(rules(&[("queens_low", "true")]), "AS QH 5D", "");
    act(&mut state, "stick stick stick");
    assert_eq!(lives(&state), [3, 2, 3]);
    let mut state = round(rules(&[("queens_low", "true")]), "5D AS QH", "");
    act(&mut state, "swap");
    assert_eq!(state.trace().announcements, [Announcement::Modi]);
}

#[test]
fn pta_v1_one_to_nine_lives() {
    let state = PassTheAce::start(&rules(&[("lives", "9")]), 2, &Seed::from_number(1), &mut ());
    assert_eq!(lives(&state), [9, 9]);
    let mut rules = Rules::default();
    assert!(rules.set("lives", "0").is_err() && rules.set("lives", "10").is_err());
}

#[test]
fn imagined_deals_respect_what_was_told() {
    // The dealer heard Modi, Dirty Dan, a silent swap and Kung: whatever is imagined must fit all of it.
    let mut state = round(Rules::default(), "9S 8H 2D 8C QD KS", "");
    act(&mut state, "swap swap swap swap");
    let view = state.view(Viewer::Seat(seat(0)));
    let mut dice = Dice::new(&Seed::from_number(9));
    let mut different = std::collections::BTreeSet::new();
    for _ in 0..200 {
        let imagined = PassTheAce::imagine(&view, &mut dice);
        assert!(imagined.view(Viewer::Seat(seat(0))) == view);
        let card = |index: usize| worth(&imagined.rules, imagined.hands[index].unwrap());
        assert_eq!(imagined.hands[5].map(is_king), Some(true), "Kung was called on seat 5");
        // The 8♥ went from hand to hand and ended at seat 4: lower than it came to seat 1, equal to seat 2,
        // higher to seat 3.
        let [modi, dirty_dan, silent, passed_on] = [1, 2, 3, 4].map(card);
        assert!(modi < passed_on && dirty_dan == passed_on && silent > passed_on);
        different.insert(hands(&imagined));
    }
    assert!(different.len() > 50);
}

#[test]
fn conforms_with_every_option() {
    let mixes = [
        (Rules::default(), 4, 300),
        (Rules::default(), 2, 100),
        (Rules::default(), 9, 40),
        (chase(&[]), 3, 100),
        (chase(&[("last_tie", "replay")]), 3, 60),
        (chase(&[("last_tie", "cut")]), 3, 60),
        (chase(&[("last_tie", "carry-staked")]), 3, 60),
        (chase(&[("last_tie", "carry")]), 3, 60),
        (chase(&[("last_tie", "double-game"), ("queens_low", "true")]), 4, 60),
        (chase(&[("dealer_draws_from", "discard"), ("lives", "9")]), 5, 30),
        (rules(&[("king_from_stock", "refused"), ("lives", "1")]), 6, 60),
    ];
    for (rules, players, games) in mixes {
        let seen = conform::<PassTheAce>(&rules, Trial { players, games });
        assert!(seen.different * 2 > seen.imagined, "{seen:?}");
    }
    conform::<PassTheAce>(&Rules::default(), Trial { players: 52, games: 1 });
}

#[test]
fn golden_playthroughs() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/pass_the_ace/testdata");
    golden::<PassTheAce>(&folder.join("pass-the-ace.txt"), &Rules::default(), 3, 1);
    golden::<PassTheAce>(&folder.join("chase-the-ace.txt"), &chase(&[]), 3, 2);
    let literal =
        chase(&[("dealer_draws_from", "discard"), ("queens_low", "true"), ("last_tie", "carry-staked")]);
    golden::<PassTheAce>(&folder.join("literal.txt"), &literal, 3, 3);
}

#[test]
fn the_prompt_names_the_card_and_what_can_be_done_with_it() {
    let names = names();
    let prompt = |state: &PassTheAce, you: usize| {
        let seating = Seating { names: &names[..3], you: Some(seat(you)) };
        PassTheAce::scene(&state.view(Viewer::Seat(seat(you))), &seating).prompt
    };
    let mut state = round(Rules::default(), "5H 3S 8C", "QD");
    assert_eq!(prompt(&state, 1), "Your turn: keep your 3♠, or swap it with Cleo.");
    assert_eq!(prompt(&state, 0), "Bob's turn.");
    act(&mut state, "stick stick");
    assert_eq!(prompt(&state, 0), "Your turn: keep your 5♥, swap with Bob, or draw.");
    // CTA-R3.
    let mut state = round(chase(&[]), "5H 3S 8C", "QD");
    act(&mut state, "stick stick");
    assert_eq!(prompt(&state, 0), "Your turn: keep your 5♥, or draw from the stock.");
    // As the button says: from the trash, once there is any.
    let mut state = round(chase(&[("dealer_draws_from", "discard")]), "5H 3S 8C", "QD");
    act(&mut state, "stick stick");
    assert_eq!(prompt(&state, 0), "Your turn: keep your 5♥, or draw from the stock.");
}

#[test]
fn the_card_in_ones_hand_is_in_sight_without_being_told() {
    assert!(PassTheAce::is_in_sight(&Seen::Hand { card: cards("5H").first().copied() }));
    assert!(!PassTheAce::is_in_sight(&Seen::Stick { seat: seat(0) }));
}

#[test]
fn a_long_event_has_a_form_in_a_few_words() {
    let names = names();
    let seating = Seating { names: &names[..3], you: Some(seat(0)) };
    let card = |text: &str| cards(text).first().copied();
    let brief = |seen: Seen| PassTheAce::brief(&seen, &seating).unwrap_or_default();
    let swap = |by: usize, other: usize, announcement| Seen::Swap {
        seat: seat(by),
        other: seat(other),
        gave: card("5C"),
        got: card("5S"),
        announcement,
    };
    assert_eq!(brief(swap(0, 1, None)), "You swap 5♣ for 5♠.");
    let dan = brief(swap(2, 0, Some(Announcement::DirtyDan)));
    assert_eq!(dan, "Cleo swaps: you give 5♠, get 5♣. Dirty Dan!");
    let end = |losers: &[usize], out: &[usize]| {
        let seats = |places: &[usize]| places.iter().map(|&place| seat(place)).collect();
        brief(Seen::Reveal { hands: Vec::new(), losers: seats(losers), out: seats(out) })
    };
    assert_eq!(end(&[1], &[]), "Bob loses a life.");
    assert_eq!(end(&[1], &[1]), "Bob is out.");
    assert_eq!(end(&[0], &[0]), "You are out.");
    assert_eq!(end(&[1, 2], &[2]), "Bob and Cleo lose a life.");
    let told = Seen::Reveal { hands: Vec::new(), losers: vec![seat(1), seat(2)], out: vec![seat(2)] };
    let told = PassTheAce::tell(&told, &seating).unwrap();
    assert!(told.ends_with("Bob and Cleo lose a life. Cleo is out."), "{told}");
    // Those who watch a record see both cards, and are nobody's partner.
    let watching = Seating { names: &names[..3], you: None };
    assert_eq!(PassTheAce::brief(&swap(2, 0, None), &watching), None);
    assert_eq!(PassTheAce::brief(&Seen::Stick { seat: seat(1) }, &seating), None);
}
