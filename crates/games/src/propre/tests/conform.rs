//! The conformance kit, golden playthroughs, and arbitrary words and actions.

use engine::kit::{Trial, conform, golden, rules};
use engine::{Act, Name, Setup, Table};
use proptest::prelude::*;

use super::*;

fn try_out(settings: &[(&str, &str)], players: usize, games: u64) {
    let seen = conform::<Propre>(&rules(settings), Trial { players, games });
    assert!(seen.different > seen.imagined / 2, "{seen:?}");
}

#[test]
fn conforms_with_two_players() {
    try_out(&[], 2, 12);
}

#[test]
fn conforms_with_four_players() {
    try_out(&[], 4, 12);
}

#[test]
fn conforms_with_five_players() {
    try_out(&[], 5, 8);
}

#[test]
fn conforms_with_eight_players() {
    try_out(&[], 8, 6);
}

#[test]
fn conforms_until_draw() {
    try_out(&[("declaration", "until-draw")], 4, 8);
}

#[test]
fn conforms_with_small_and_large_hands() {
    try_out(&[("hand_size", "1")], 3, 8);
    try_out(&[("hand_size", "12")], 4, 6);
}

#[test]
fn conforms_with_other_decks() {
    try_out(&[("decks", "2")], 2, 6);
    try_out(&[("decks", "1")], 7, 6);
}

fn kept(name: &str) -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/propre/testdata").join(name)
}

#[test]
fn golden_two_players() {
    golden::<Propre>(&kept("two.txt"), &Rules::default(), 2, 2038);
}

#[test]
fn golden_four_players() {
    golden::<Propre>(&kept("four.txt"), &Rules::default(), 4, 956);
}

#[test]
fn golden_five_players_until_draw() {
    golden::<Propre>(&kept("five-until-draw.txt"), &rules(&[("declaration", "until-draw")]), 5, 2865);
}

fn table(players: usize, number: u64) -> Table<Propre> {
    let names = (0..players).map(|index| Name::new(&format!("Player {index}")).unwrap()).collect();
    let setup = Setup { names, ..Setup::new(Seed::from_number(number)) };
    Table::open(setup).unwrap().0
}

/// Words that come near to what the rules listen for, and any others.
fn words() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "[ -~]{0,220}",
        "(true )?(propre|proper)?(ante)?(penultimate)? ?(card)?[!.x]{0,3}",
        "(last|LAST|lost) ?[Cc]ard",
        Just(NAME.to_owned()),
    ]
}

/// Actions, things like actions, and any other text.
fn notation() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "(pass|replace|attack|block|ten|jack|ace|play) ?([A2-9TJQKX][SHDCRB])?( clear| sideways| [+-]| [SHDC])?",
        "[a-z]{0,8} [A-Za-z0-9♠]{0,4} [a-z+-]{0,9}",
    ]
}

proptest! {
    /// PP-R16, PP-R18: nothing that is said or tried makes the table panic or a card vanish.
    #[test]
    fn nothing_said_or_tried_loses_a_card(
        number in 0..50_u64,
        players in 2..=8_usize,
        tried in prop::collection::vec((0..60_usize, words(), notation()), 1..40),
    ) {
        let mut table = table(players, number);
        let mut deck = table.game().cards();
        deck.sort_unstable();
        for (place, words, notation) in tried {
            let Some(from) = Seat::new(place % (players + 1)) else { continue };
            let _ = table.act_text(from, &format!("say {words}"));
            let _ = table.act(from, Act::Say(words));
            if let Some(turn) = table.to_act() {
                let _ = table.act_text(turn, &notation);
                let listed = table.legal(turn);
                if let Some(&action) = listed.get(place % listed.len().max(1)) {
                    prop_assert!(table.act(turn, Act::Play(action)).is_ok());
                }
            }
            let mut cards = table.game().cards();
            cards.sort_unstable();
            prop_assert_eq!(&cards, &deck);
        }
    }
}

/// Rollouts look at imagined games in a quicker way, which must show the same.
#[test]
fn an_own_turn_shows_what_the_view_shows() {
    for number in 0..30 {
        let seed = Seed::from_number(number);
        let players = 2 + number as usize % 7;
        let mut game = Propre::start(&Rules::default(), players, &seed, &mut ());
        let (mut dice, mut legal) = (engine::playout::dice(&seed), Vec::new());
        while let Some((seat, act)) = engine::playout::choose(&game, &mut dice, &mut legal) {
            assert_eq!(game.own_turn(), game.view(Viewer::Seat(seat)).own_turn(), "seed {number}, {act}");
            act.perform(&mut game, seat, &mut ()).unwrap();
        }
        assert_eq!(game.own_turn(), None);
    }
}
