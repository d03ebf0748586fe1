use std::collections::{BTreeMap, BTreeSet};

use engine::{Card, DECK_WITH_JOKERS, Rank, Suit};

use super::*;

const CSS: &str = include_str!("../../style/40-cards.css");

/// Every style, with the usual back.
fn styles() -> impl Iterator<Item = CardStyle> {
    let style =
        |bits| CardStyle { four_colour: bits & 1 > 0, large_index: bits & 2 > 0, back: Back::Lattice };
    (0..4).map(style)
}

/// All that may be put into a page, with its name.
fn everything() -> Vec<(String, String)> {
    let faces = styles().flat_map(|style| DECK_WITH_JOKERS.map(|card| (card.name(), face(card, &style))));
    let backs = Back::ALL
        .map(|back| (back.name().to_owned(), super::back(&CardStyle { back, ..Default::default() })));
    let rest = [("defs".to_owned(), defs()), ("place".to_owned(), place())];
    faces.chain(backs).chain(rest).collect()
}

/// What stands in quotes after each of these words.
fn quoted<'a>(svg: &'a str, before: &'a str) -> impl Iterator<Item = &'a str> {
    svg.split(before).skip(1).filter_map(|rest| rest.split('"').next())
}

/// The custom properties that a text asks for.
fn properties(text: &str) -> BTreeSet<&str> {
    let after = text.split("var(").skip(1);
    after.filter_map(|rest| rest.split(')').next()).collect()
}

#[test]
fn every_card_has_a_face_of_its_own() {
    for style in styles() {
        let faces: BTreeSet<String> = DECK_WITH_JOKERS.iter().map(|card| face(*card, &style)).collect();
        assert_eq!(faces.len(), Card::COUNT, "{style:?}");
    }
}

#[test]
fn no_two_cards_differ_by_colour_alone() {
    for style in styles() {
        let without_colour = |card: &Card| {
            let svg = face(*card, &style);
            let colour = quoted(&svg, " color=\"").next().unwrap().to_owned();
            svg.replace(&colour, "")
        };
        let faces: BTreeSet<String> = DECK_WITH_JOKERS.iter().map(without_colour).collect();
        assert_eq!(faces.len(), Card::COUNT, "{style:?}");
    }
}

#[test]
fn a_number_has_as_many_pips_which_keep_apart() {
    for number in 2..=10 {
        let places = pips::layout(number);
        assert_eq!(places.len(), usize::from(number));
        for (at, (x, y)) in places.iter().enumerate() {
            for (other_x, other_y) in &places[at + 1..] {
                let (across, down) = (f32::from(x - other_x), f32::from(y - other_y));
                assert!(across.hypot(down) > 46.0, "two pips of {number} touch: {places:?}");
            }
            assert!(x.abs() < 45 && y.abs() < 130, "a pip of {number} is under the index or off the card");
        }
    }
}

#[test]
fn all_markup_is_well_formed() {
    for (name, svg) in everything() {
        let mut open = Vec::new();
        for tag in svg.split('<').skip(1) {
            let (tag, text) = tag.split_once('>').unwrap_or_else(|| panic!("{name}: no end of <{tag}"));
            assert!(text.is_empty(), "{name}: text {text:?}");
            assert_eq!(tag.matches('"').count() % 2, 0, "{name}: <{tag}>");
            let element = tag.split([' ', '/']).find(|part| !part.is_empty()).unwrap();
            if tag.starts_with('/') {
                assert_eq!(open.pop(), Some(element), "{name}");
            } else if !tag.ends_with('/') {
                open.push(element);
            }
        }
        assert_eq!(open, Vec::<&str>::new(), "{name}");
    }
}

#[test]
fn whatever_is_used_is_defined_once_and_in_the_page() {
    let defs = defs();
    let ids: Vec<&str> = quoted(&defs, " id=\"").collect();
    let unique: BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(ids.len(), unique.len());
    for (name, svg) in everything() {
        assert!(!svg.contains("http"), "{name} asks for something elsewhere");
        let urls = svg.split("url(").skip(1).filter_map(|rest| rest.split(')').next());
        for href in quoted(&svg, "href=\"").chain(urls) {
            let id = href.strip_prefix('#').unwrap_or_else(|| panic!("{name}: {href} is elsewhere"));
            assert!(unique.contains(id), "{name}: nothing is called {id}");
        }
    }
}

#[test]
fn the_stylesheet_has_every_colour_and_class() {
    for (name, svg) in everything() {
        for property in properties(&svg) {
            assert!(CSS.contains(&format!("  {property}: ")), "{name}: no {property}");
        }
        for class in quoted(&svg, " class=\"").flat_map(str::split_whitespace) {
            assert!(CSS.contains(&format!(".{class}")), "{name}: no .{class}");
        }
    }
    for property in properties(CSS) {
        assert!(CSS.contains(&format!("  {property}: ")), "no {property}");
    }
}

/// How light a colour such as `#b4232f` is, from 0 to 1, as the web's accessibility guidelines measure it.
fn luminance(colour: &str) -> f64 {
    let part = |at: usize| {
        let value = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).unwrap()) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
}

#[test]
fn ink_stands_out_from_paper_in_every_theme() {
    let mut light = BTreeMap::new();
    let mut themes = 0;
    for block in CSS.split('}').filter(|block| block.contains("--card-paper: ")) {
        let lines = block.lines().filter_map(|line| line.trim().strip_suffix(';')?.split_once(": "));
        let own: BTreeMap<&str, &str> = lines.collect();
        if light.is_empty() {
            light.clone_from(&own);
        }
        let value = |name: &str| *own.get(name).unwrap_or(&light[name]);
        let contrast = |ink: &str, paper: &str| {
            let (one, other) = (luminance(value(ink)) + 0.05, luminance(value(paper)) + 0.05);
            if one > other { one / other } else { other / one }
        };
        for ink in ["--card-red", "--card-black", "--card-blue", "--card-green"] {
            let ratio = contrast(ink, "--card-paper");
            assert!(ratio >= 5.0, "{ink} has only {ratio:.1} to 1 in {block}");
        }
        for back in Back::ALL {
            let ratio = contrast("--card-back-line", &format!("--card-back-{}", back.name()));
            assert!(ratio >= 5.0, "{} has only {ratio:.1} to 1 in {block}", back.name());
        }
        themes += 1;
    }
    // The bundle repeats the last two for systems that ask for them.
    assert_eq!(themes, 3, "light, dark and high contrast");
}

#[test]
fn four_colours_are_asked_for_by_a_class() {
    let card = Card::new(Rank::Ace, Suit::Clubs);
    let four = CardStyle { four_colour: true, ..Default::default() };
    assert!(face(card, &four).contains("four-colour"));
    assert!(!face(card, &CardStyle::default()).contains("four-colour"));
}

#[test]
fn backs_are_found_by_their_names() {
    for back in Back::ALL {
        assert_eq!(Back::from_name(back.name()), Some(back));
    }
    assert_eq!(Back::from_name("tartan"), None);
}

#[test]
fn a_card_is_little_markup() {
    assert!(defs().len() < 40_000, "{} bytes are too many to begin with", defs().len());
    for style in styles() {
        for card in DECK_WITH_JOKERS {
            let markup = face(card, &style);
            assert!(markup.len() < 4_000, "{card}: {} bytes", markup.len());
            // Pages are laid out again by elements, not by bytes.
            assert!(markup.matches("<").count() - markup.matches("</").count() <= 9, "{card}: {markup}");
        }
    }
}
