use std::path::Path;

use engine::kit::{Trial, cards, conform, golden, rules};
use engine::{Act, Name, Options, Present, Refusal as _, Seating, Setup, Table};

use super::*;

/// A position: the columns bottom first, and the stock next card first.
fn position(rules: Rules, columns: [&str; 4], stock: &str) -> AcesUp {
    let columns = columns.map(|column| Cards::of(&cards(column)));
    let stock = cards(stock);
    let lies = |card: &Card| columns.iter().any(|column| column.contains(*card)) || stock.contains(card);
    let gone: Vec<Card> = DECK.into_iter().filter(|card| !lies(card)).collect();
    let on_table: Vec<Card> = columns.iter().flat_map(|column| column.as_slice().to_vec()).collect();
    let deck: Vec<Card> = [gone.clone(), on_table, stock.clone()].concat();
    assert_eq!(deck.len(), 52, "a card lies twice");
    let mut state = AcesUp {
        rules,
        columns,
        deck: deck.try_into().unwrap(),
        dealt: 52 - stock.len() as u8,
        discarded: Pile::of(&gone),
        status: Status::InProgress,
        possible: Possible::default(),
    };
    state.settle(&mut ());
    state
}

fn legal(state: &AcesUp) -> String {
    let mut actions = Vec::new();
    state.legal(&mut actions);
    actions.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

fn act(state: &mut AcesUp, action: &str) {
    state.apply(action.parse().unwrap(), &mut ()).unwrap();
}

const NOBODY: Seating = Seating { names: &[], you: None };

/// Does it, and returns the last thing that is told of it.
fn told_last(state: &mut AcesUp, action: &str) -> String {
    let mut events = Vec::new();
    state.apply(action.parse().unwrap(), &mut events).unwrap();
    AcesUp::tell(events.last().unwrap(), &NOBODY).unwrap()
}

fn refused(state: &AcesUp, action: &str) -> (String, &'static str) {
    let refusal = state.check(action.parse().unwrap()).unwrap_err();
    (refusal.to_string(), refusal.clause())
}

fn columns(state: &AcesUp) -> [String; 4] {
    state
        .columns
        .map(|column| column.as_slice().iter().map(|card| card.to_string()).collect::<Vec<_>>().join(" "))
}

fn table(preset: &str, number: u64) -> Table<AcesUp> {
    let mut setup = Setup::new(Seed::from_number(number));
    setup.preset(preset).unwrap();
    setup.names.push(Name::new("Ann").unwrap());
    Table::open(setup).unwrap().0
}

/// Twelve cards that can serve as a stock nobody cares about.
const STOCK: &str = "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC";

#[test]
fn au_r1_four_columns_of_one_and_48_in_the_stock() {
    let state = AcesUp::start(&Rules::default(), 1, &Seed::from_number(1), &mut ());
    assert!(state.columns.iter().all(|column| column.len() == 1));
    assert_eq!(state.stock().len(), 48);
    assert!(state.cards().iter().all(|card| !card.is_joker()));
    // The ace is above the king.
    let state = position(Rules::default(), ["AS", "KS", "2H", "3D"], STOCK);
    assert_eq!(legal(&state), "discard 2, deal");
}

#[test]
fn au_r2_only_top_cards_count() {
    // The five is under the six of hearts and cannot go, nor does the king under the nine beat anything.
    let state = position(Rules::default(), ["5S 6H", "KS 9D", "7S", "8C"], "2C 3C 4C 5C");
    assert_eq!(legal(&state), "deal");
    let state = position(Rules::default(), ["5S", "", "7S", "8C"], "2C 3C 4C 5C");
    assert_eq!(
        refused(&state, "discard 2"),
        ("column 2 is empty: no card lies there to discard or move".to_owned(), "AU-R2")
    );
    assert_eq!(refused(&state, "move 2 2").1, "AU-R2");
}

#[test]
fn au_r3_a_lower_card_of_a_suit_may_go_and_need_not() {
    let mut state = position(Rules::default(), ["5S", "9S", "KS", "2H"], STOCK);
    assert_eq!(legal(&state), "discard 1, discard 2, deal");
    assert_eq!(
        refused(&state, "discard 3"),
        ("K♠ stays: no other column shows a higher card of its suit".to_owned(), "AU-R3")
    );
    assert_eq!(refused(&state, "discard 4").1, "AU-R3");
    act(&mut state, "discard 2");
    assert_eq!(columns(&state), ["5S", "", "KS", "2H"]);
    assert!(legal(&state).starts_with("discard 1"), "still the player's choice");
}

#[test]
fn au_r4_a_top_card_moves_into_an_empty_column() {
    let mut state = position(Rules::default(), ["5S 9H", "", "KD", "2C"], "");
    act(&mut state, "move 1 2");
    assert_eq!(columns(&state), ["5S", "9H", "KD", "2C"]);
    let state = position(Rules::default(), ["5S 9H", "", "KD 4S", "2C"], "");
    assert_eq!(
        refused(&state, "move 1 3"),
        ("column 3 is not empty: a card moves only into an empty column".to_owned(), "AU-R4")
    );
}

#[test]
fn au_j1_a_lone_card_may_move_but_does_not_count() {
    let state = position(Rules::default(), ["5S", "", "KD 3D", "2H"], STOCK);
    assert_eq!(legal(&state), "move 1 2, move 3 2, move 4 2, deal");
    let state = position(rules(&[("lone_card_moves", "false")]), ["5S", "", "KD 3D", "2H"], STOCK);
    assert_eq!(legal(&state), "move 3 2, deal");
    assert_eq!(refused(&state, "move 1 2").1, "AU-J1");
    // With no deal to come and only lone cards, nothing that counts is left and the game is over.
    let state = position(rules(&[("deal_limit", "11")]), ["5S", "", "KD", "2C"], "6C 7C 8C 9C");
    assert_eq!(state.status, Status::Lost);
    // Nor does it hold up a deal that waits until one is stuck.
    let state = position(rules(&[("deal_when", "stuck")]), ["5S", "", "KD", "2H"], STOCK);
    assert_eq!(legal(&state), "move 1 2, move 3 2, move 4 2, deal");
}

#[test]
fn au_r5_a_deal_covers_every_column_in_order_empty_or_not() {
    let mut state = position(Rules::default(), ["5S", "", "KD 3D", ""], "2C 3C 4C 5C 6C 7C 8C 9C");
    act(&mut state, "deal");
    assert_eq!(columns(&state), ["5S 2C", "3C", "KD 3D 4C", "5C"]);
    assert_eq!(state.stock().len(), 4);
    act(&mut state, "deal");
    assert_eq!(refused(&state, "deal").1, "AU-R5");
}

#[test]
fn au_v1_dealing_any_time_by_itself_or_only_when_stuck() {
    let still_to_do = ["5S", "9S", "KD", "2H"];
    let state = position(rules(&[("deal_when", "any-time")]), still_to_do, STOCK);
    assert!(legal(&state).contains("deal"));
    let state = position(rules(&[("deal_when", "stuck")]), still_to_do, STOCK);
    assert_eq!(legal(&state), "discard 1");
    assert_eq!(refused(&state, "deal").1, "AU-V1");
    // A counted move holds the deal up as well.
    let state = position(rules(&[("deal_when", "stuck")]), ["5S 9D", "", "KC", "2H"], "2C 3C 4C 5C");
    assert!(!legal(&state).contains("deal"));
    // Automatic: dealt until there is something to do, and until then as the player likes.
    let state = position(rules(&[("deal_when", "auto")]), still_to_do, STOCK);
    assert_eq!((legal(&state).as_str(), state.stock().len()), ("discard 1, deal", 12));
    let state =
        position(rules(&[("deal_when", "auto")]), ["5S", "9D", "KH", "2C"], "3H 4D 6S 7S 8S 9S TS JS");
    assert_eq!((legal(&state).as_str(), state.stock().len()), ("discard 3, deal", 4));
}

#[test]
fn au_r6_over_when_the_stock_is_empty_and_nothing_is_left() {
    let mut state = position(Rules::default(), ["5S 4H", "9S", "KD", "2C 2H"], "");
    assert_eq!(state.status, Status::InProgress);
    act(&mut state, "discard 4");
    assert_eq!(state.to_act(), None);
    assert_eq!(refused(&state, "deal"), ("the game is over; start a new one".to_owned(), "AU-R6"));
}

#[test]
fn au_r7_won_at_once_with_just_the_aces_wherever_they_lie() {
    let mut state = position(Rules::default(), ["AS AH", "", "KC AD", "AC"], "");
    assert_eq!(state.status, Status::InProgress);
    act(&mut state, "move 3 2");
    act(&mut state, "discard 3");
    assert_eq!(columns(&state), ["AS AH", "AD", "", "AC"]);
    assert_eq!(state.status, Status::Won);
    assert_eq!(state.outcome(), Some(Outcome { winners: vec![Seat::FIRST], scores: vec![48] }));
    // Any other end is lost, even with one card too many.
    let state = position(Rules::default(), ["AS", "AH", "AD", "2S AC"], "");
    assert_eq!((state.status, state.outcome().unwrap().winners), (Status::Lost, vec![]));
}

#[test]
fn au_r8_the_score_counts_discards() {
    let mut state = position(Rules::default(), ["5S", "9S", "KD", "AH"], STOCK);
    let before = state.view(Viewer::Public);
    assert_eq!((before.score, before.left), (36, 3));
    act(&mut state, "discard 1");
    let after = state.view(Viewer::Public);
    assert_eq!((after.score, after.left), (37, 2));
    let described = AcesUp::describe(&after, &NOBODY);
    assert!(described.ends_with("Score 37, 2 cards left that are not aces, 3 deals left, in progress."));
    // At the end too.
    let mut state = position(Rules::default(), ["AS", "AH", "KD", "AD 3C 2D"], "");
    assert_eq!(
        told_last(&mut state, "discard 4"),
        "Nothing is left to do. The game is lost, with 47 cards discarded and 2 cards left that are not aces."
    );
}

#[test]
fn au_v2_only_aces_fill() {
    let state = position(rules(&[("fill", "aces")]), ["5S 9H", "", "KD AD", "AC"], "");
    assert_eq!(legal(&state), "move 3 2, move 4 2");
    assert_eq!(
        refused(&state, "move 1 2"),
        ("9♥ cannot move: by these rules only aces fill an empty column".to_owned(), "AU-V2")
    );
    let state =
        position(rules(&[("fill", "aces"), ("lone_card_moves", "no")]), ["5S 9H", "", "KD AD", "AC"], "");
    assert_eq!(legal(&state), "move 3 2");
    // Where only another card could move, nothing that counts is left.
    let state = position(rules(&[("fill", "aces")]), ["5S 9H", "", "KD", "AC"], "");
    assert_eq!(state.status, Status::Lost);
}

// AU-J2: after the last deal one still plays on.
#[test]
fn au_v3_so_many_deals_and_no_more() {
    let mut state = AcesUp::start(&rules(&[("deal_limit", "2")]), 1, &Seed::from_number(4), &mut ());
    act(&mut state, "deal");
    act(&mut state, "deal");
    assert_eq!(state.stock().len(), 40);
    assert_eq!(state.status, Status::InProgress, "there is still something to discard");
    assert_eq!(refused(&state, "deal").1, "AU-V3");
    let mut dice = Dice::new(&Seed::from_number(1));
    engine::playout::finish(&mut state, &mut dice, &mut Vec::new());
    assert_eq!((state.status, state.stock().len()), (Status::Lost, 40));
}

#[test]
fn au_v3_a_limited_game_is_told_by_its_score() {
    let stock = "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC 2S 3S 4S 6S 7S 8S TS JS QS KS AS AC";
    let mut state = position(rules(&[("deal_limit", "6")]), ["5S", "9S", "KD", "2H"], stock);
    assert_eq!(
        told_last(&mut state, "discard 1"),
        "All six deals are played: 25 cards discarded, 3 cards left that are not aces."
    );
    let described = AcesUp::describe(&state.view(Viewer::Public), &NOBODY);
    assert!(described.ends_with("Score 25, 3 cards left that are not aces, 0 deals left, over."));
    let told =
        |deals, left| AcesUp::tell(&Event::Over { won: false, score: 3, left, deals }, &NOBODY).unwrap();
    assert_eq!(told(1, 1), "The only deal is played: 3 cards discarded, 1 card left that is not an ace.");
    assert!(told(2, 0).starts_with("Both deals are played: "));
    assert!(told(12, 45).contains("The game is lost"), "twelve deals are the whole stock");
}

#[test]
fn au_v5_forced_discards_are_made_at_once() {
    let forced = rules(&[("discards", "forced")]);
    let mut state = position(forced, ["5S 2D", "9S", "KD 3S", "2H"], "2C 3C 4C 5C");
    // The 3♠ goes under the 9♠; the king that shows then takes the 2♦; the 5♠ under it goes too.
    assert_eq!(columns(&state), ["", "9S", "KD", "2H"]);
    assert!(!legal(&state).contains("discard"));
    act(&mut state, "deal");
    assert_eq!(columns(&state), ["", "9S", "KD", "2H 5C"]);
}

#[test]
fn au_v5_the_order_of_forced_discards_cannot_matter() {
    // Whichever discard is made first, all orders end with the same columns.
    fn ends(state: &AcesUp, found: &mut std::collections::BTreeSet<[String; 4]>) {
        let possible = state.work_out().discards;
        if possible == 0 {
            found.insert(columns(state));
        }
        for column in Column::ALL.into_iter().filter(|column| possible >> column.index() & 1 == 1) {
            let mut next = state.clone();
            next.discard(column, false, &mut ());
            ends(&next, found);
        }
    }
    for number in 0..300 {
        let mut state = AcesUp::start(&Rules::default(), 1, &Seed::from_number(number), &mut ());
        (0..number % 13).for_each(|_| state.deal(&mut ()));
        let mut found = std::collections::BTreeSet::new();
        ends(&state, &mut found);
        assert_eq!(found.len(), 1, "seed {number}");
    }
}

#[test]
fn au_v4_presets_with_what_the_table_grants() {
    let preset = |name| {
        let table = table(name, 1);
        (table.setup().rules.differences().join(" "), table.setup().assistance)
    };
    assert_eq!(preset("classic"), (String::new(), Assistance::ALL));
    assert_eq!(preset("relaxed"), ("deal_when=auto".to_owned(), Assistance::ALL));
    assert_eq!(preset("strict"), ("deal_when=stuck fill=aces".to_owned(), Assistance::NONE));
    assert_eq!(preset("sprint"), ("deal_limit=6".to_owned(), Assistance::ALL));
}

#[test]
fn au_v4_undo_and_redo_are_the_tables_and_are_noted_with_the_result() {
    let mut table = table("classic", 3);
    let start = table.game().clone();
    table.act_text(Seat::FIRST, "deal").unwrap();
    table.act_text(Seat::FIRST, "deal").unwrap();
    let twice = table.game().clone();
    table.undo().unwrap();
    table.undo().unwrap();
    assert!(*table.game() == start);
    assert_eq!(table.undo().unwrap_err().to_string(), "there is nothing to take back");
    table.redo().unwrap();
    table.redo().unwrap();
    assert!(*table.game() == twice);
    assert!(table.redo().is_err());
    // A new action forgets what was taken back.
    table.undo().unwrap();
    let action = *table.legal(Seat::FIRST).first().unwrap();
    table.act(Seat::FIRST, Act::Play(action)).unwrap();
    assert_eq!(table.redo().unwrap_err().to_string(), "there is nothing to do again");
    assert!(table.note_hint());
    let record = engine::Record::read(&table.record().write()).unwrap();
    assert_eq!((record.assists.undos, record.assists.hints), (3, 1));
    assert_eq!(record.replay::<AcesUp>(|_, _, _| {}).unwrap().assists(), table.assists());
}

#[test]
fn au_v4_strict_takes_nothing_back_and_gives_no_hints() {
    let mut table = table("strict", 3);
    let first = *table.legal(Seat::FIRST).first().unwrap();
    table.act(Seat::FIRST, Act::Play(first)).unwrap();
    assert_eq!(table.undo().unwrap_err().to_string(), "this table does not take actions back (AU-V4)");
    assert!(!table.note_hint());
    assert_eq!(table.assists(), engine::table::Assists::default());
}

#[test]
fn a_hostile_action_is_refused() {
    for text in ["discard 0", "discard 5", "discard ", "move 1", "move 1 2 3", "deal 4", "DEAL", "discard 1 "]
    {
        assert!(text.parse::<Action>().is_err(), "{text}");
    }
}

#[test]
fn conforms_in_every_variant() {
    let mut all = vec![Rules::default()];
    for deal_when in ["any-time", "auto", "stuck"] {
        for fill in ["any", "aces"] {
            for discards in ["optional", "forced"] {
                for lone in ["true", "false"] {
                    all.push(rules(&[
                        ("deal_when", deal_when),
                        ("fill", fill),
                        ("discards", discards),
                        ("lone_card_moves", lone),
                    ]));
                }
            }
        }
    }
    all.push(rules(&[("deal_limit", "1")]));
    all.push(rules(&[("deal_limit", "6"), ("deal_when", "auto")]));
    for rules in all {
        let seen = conform::<AcesUp>(&rules, Trial { players: 1, games: 40 });
        assert!(seen.different * 2 > seen.imagined, "{seen:?}");
    }
    conform::<AcesUp>(&Rules::default(), Trial { players: 1, games: 300 });
}

#[test]
fn golden_playthroughs() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/aces_up/testdata");
    golden::<AcesUp>(&folder.join("classic.txt"), &Rules::default(), 1, 1);
    golden::<AcesUp>(&folder.join("relaxed.txt"), &Rules::preset("relaxed").unwrap(), 1, 2);
    golden::<AcesUp>(&folder.join("strict.txt"), &Rules::preset("strict").unwrap(), 1, 3);
    golden::<AcesUp>(&folder.join("forced.txt"), &rules(&[("discards", "forced")]), 1, 4);
}

#[test]
fn the_prompt_names_only_what_can_be_done() {
    let stuck = Rules { deal_when: DealWhen::Stuck, ..Rules::default() };
    for (rules, columns, stock, prompt) in [
        (Rules::default(), ["5S", "9S", "KS", "2H"], STOCK, "Discard or deal."),
        (Rules::default(), ["5S", "9H", "KD", "2C"], "3C 4C 5C 6C", "Deal four cards."),
        (Rules::default(), ["5S 9H", "", "KD", "2C"], "3C 4C 5C 6C", "Move or deal."),
        (Rules::default(), ["5S 9H", "", "KH", "2C"], "3C 4C 5C 6C", "Discard, move, or deal."),
        (stuck, ["5S 9H", "", "KH", "2C"], "3C 4C 5C 6C", "Discard or move."),
    ] {
        let state = position(rules, columns, stock);
        assert_eq!(AcesUp::scene(&state.view(Viewer::Public), &NOBODY).prompt, prompt, "{columns:?}");
    }
}
