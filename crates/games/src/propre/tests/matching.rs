//! One row for each part of each clause, with its near misses.

use engine::kit::cards;

use super::*;

/// The top of a pile, bottom first.
fn surface(pile: &str) -> Surface {
    Surface::of(&cards(pile)).unwrap()
}

fn card(code: &str) -> Card {
    code.parse().unwrap()
}

#[test]
fn a_surface_counts_its_run() {
    let rows = [
        ("4H", None, 1),
        ("4H 9C", Some("4H"), 1),
        ("9C 4H 4D", Some("4H"), 2),
        ("6S 4H 6D 6C 6H", Some("6C"), 3),
    ];
    for (pile, under, run) in rows {
        let surface = surface(pile);
        assert_eq!((surface.under, surface.run), (under.map(card), run), "{pile}");
    }
    assert_eq!(Surface::of(&[]), None);
}

#[test]
fn pp_r3_no_third_six() {
    let rows = [
        ("6S 6H", "6D", false),
        ("6S 6H", "6H", false),
        ("6S 6H", "5H", true),
        ("4S 6H", "6D", true),
        ("6S 4H", "6D", true),
        ("6S", "6D", true),
        ("6S 6H 4D", "6D", true),
        ("5S 5H", "5D", true),
    ];
    for (pile, played, allowed) in rows {
        for rm in [false, true] {
            let fits = !rm || surface(pile).fits().has(card(played));
            assert_eq!(
                surface(pile).type_one(rm).has(card(played)),
                allowed && fits,
                "{played} on {pile}, RM {rm}"
            );
        }
    }
}

#[test]
fn pp_r4_rank_or_suit_or_the_royal_couple() {
    let rows = [
        ("4H", "4S", true),
        ("4H", "9H", true),
        ("4H", "9C", false),
        ("9C 4H", "9C", false),
        ("KS", "QH", true),
        ("KS", "QD", false),
        ("KS", "JH", false),
        ("QC", "KH", true),
        ("QC", "KS", false),
        ("JS", "QH", false),
        ("AS", "KH", false),
        ("KS 4C", "QH", false),
    ];
    for (pile, played, fits) in rows {
        assert_eq!(surface(pile).type_one(true).has(card(played)), fits, "{played} on {pile}");
        assert!(surface(pile).type_one(false).has(card(played)), "{played} on {pile} without RM");
    }
}

/// The parts by which a card matches, as their numbers.
fn parts(pile: &str, played: &str, b: bool) -> String {
    let surface = surface(pile);
    let holds = |part: &Part| surface.part(*part, b).has(card(played));
    let numbers: String = Part::ALL.into_iter().filter(holds).map(|part| (part as u8).to_string()).collect();
    assert_eq!(surface.type_two(b).has(card(played)), !numbers.is_empty(), "{played} on {pile}");
    numbers
}

#[test]
fn pp_r5_type_two_part_by_part() {
    let rows = [
        // (1) the same rank as the top or the penultimate card
        ("QD 9C", "9H", "1"),
        ("9C QD", "9H", "1"),
        ("9C QD KD", "9H", ""),
        // (2) one rank off, either of them, around the corner
        ("QD 9C", "TH", "2"),
        ("9C QD", "8H", "2"),
        ("9C QD", "7H", ""),
        ("KD", "AH", "2"),
        ("AD", "KH", "2"),
        ("AD", "2H", "2"),
        ("2D", "AH", "2"),
        ("KD", "2H", ""),
        // (4) reckoning with all three
        ("3D 6C", "9H", "4"),
        ("4D 9C", "5H", "24"),
        ("9C 4D", "5H", "24"),
        ("2D 5C", "TH", "4"),
        ("8D 2C", "4H", "4"),
        ("2D 8C", "4H", "4"),
        ("TD 5C", "2H", "4"),
        ("3D 3C", "9H", "4"),
        ("9D 4C", "7H", ""),
        ("TD 4C", "7H", ""),
        ("4D 4C", "AH", ""),
        ("9D 2C", "JH", ""),
        ("9D AC", "7H", ""),
        ("JD 9C", "2H", ""),
        ("4D", "8H", ""),
        // (5) the ace of spades on A, J, Q, K
        ("5D JC", "AS", "5"),
        ("QC 5D", "AS", "5"),
        ("KC 5D", "AS", "25"),
        ("AC 5D", "AS", "15"),
        ("5D JC", "AH", ""),
        ("TC 5D", "AS", ""),
        ("JC 5D 6D", "AS", ""),
        // (6) as many as the run
        ("QD QC", "2H", "6"),
        ("QD QC QH", "3H", "6"),
        ("QD QC QH", "2H", ""),
        ("QD 4C QH", "2H", ""),
        ("5S QD QC 5H", "2H", ""),
    ];
    for (pile, played, expected) in rows {
        assert_eq!(parts(pile, played, false), expected, "{played} on {pile}");
    }
}

#[test]
fn pp_r5_part_three_bridges_only_while_b_holds() {
    let rows = [
        ("QD 7C", "3H", "3"),
        ("7C QD", "3H", "3"),
        ("QD 3C", "7H", "3"),
        ("3C QD", "7H", "3"),
        ("7C QD KD", "3H", ""),
        ("QD 7C", "5H", ""),
        ("QD 3C", "3H", "1"),
        ("QD TC", "7H", ""),
    ];
    for (pile, played, expected) in rows {
        assert_eq!(parts(pile, played, true), expected, "{played} on {pile}");
        assert_eq!(parts(pile, played, false), expected.replace('3', ""), "{played} on {pile} without B");
    }
}

#[test]
fn pp_j2_numbers_only_and_two_cards_at_least() {
    // One card alone is a run of one, but an ace is not "one" here, and there is nothing to reckon with.
    assert_eq!(parts("QD", "AH", false), "");
    assert_eq!(parts("4D", "2H", false), "");
    assert_eq!(parts("2D 2C", "4H", false), "4", "the turned-up card counts");
    let eleven = "6S 6H 6D 6C 6S 6H 6D 6C 6S 6H 6D";
    assert_eq!(parts(eleven, "JH", false), "", "a run of eleven is no jack");
    assert_eq!(parts(&eleven[3..], "TH", false), "6");
}

#[test]
fn pp_r15_one_off_alone_asks_for_suit_or_rank() {
    let rows = [
        // One off alone: the suit must fit the top card, not the penultimate.
        ("KD 9C", "TC", true),
        ("KD 9C", "TD", false),
        ("9C KD", "TD", true),
        ("9C KD", "TC", false),
        ("KS", "QH", true),
        // Any other part: suit and rank do not matter.
        ("9C KD", "9H", true),
        ("3D 6C", "9H", true),
        ("5D JC", "AS", true),
        ("QD QC", "2H", true),
        // One off and another part too.
        ("4D 9C", "5H", true),
        // No third six, whatever the part.
        ("6D 6C", "6H", false),
        // No type 2 match at all, though the suit fits.
        ("9C KD", "4D", false),
    ];
    for (pile, played, allowed) in rows {
        assert_eq!(
            surface(pile).asked(false, true, false).1.has(card(played)),
            allowed,
            "{played} on {pile}"
        );
    }
    assert!(surface("KD 9C").asked(false, false, false).1.has(card("TD")), "one off without RM");
    assert!(surface("QD 7C").asked(false, true, true).1.has(card("3H")), "a bridge needs no suit");
}

#[test]
fn pp_j6_a_first_card_is_asked_for_no_type_two_match() {
    for rm in [true, false] {
        let surface = surface("9C KD");
        assert_eq!(surface.asked(true, rm, false), (CardSet::ALL, surface.type_one(rm)));
        assert_eq!(surface.asked(false, rm, false).0, surface.type_two(false));
    }
}

/// PP-R5 (4) said once more, slowly: all three are 2 to 10 and some two of them give the third.
#[test]
fn pp_r5_reckoning_is_the_same_in_any_order() {
    for a in 2..=10_u8 {
        for b in 2..=10 {
            for c in 2..=10 {
                let all = [(a, b, c), (a, c, b), (b, a, c), (b, c, a), (c, a, b), (c, b, a)];
                let gives = |&(x, y, z): &(u8, u8, u8)| {
                    x + y == z || x.checked_sub(y) == Some(z) || x * y == z || (x % y == 0 && x / y == z)
                };
                let card = |number, suit| Card::new(Rank::from_number(number).unwrap(), suit);
                let surface = Surface::of(&[card(b, Suit::Clubs), card(a, Suit::Hearts)]).unwrap();
                let matches = surface.part(Part::Reckoning, false).has(card(c, Suit::Spades));
                assert_eq!(matches, all.iter().any(gives), "{a} {b} {c}");
            }
        }
    }
}
