use protocol::{Ask, Tell};

use super::*;
use crate::LocalTable;
use crate::tests::{ask, order, play};

/// The history of a whole game, and the answer to "recap" after it.
fn told(game: &str, seed: u64) -> (Vec<Chapter>, String) {
    let mut local = LocalTable::default();
    play(&mut local, order(game, seed));
    let phrase = |text: &str| Ask::Phrase { seq: 0, text: text.to_owned(), spoken: false, hold: false };
    let Tell::History { chapters } = ask(&mut local, phrase("history")) else { panic!("{game}") };
    let Tell::Answer { text, .. } = ask(&mut local, phrase("recap")) else { panic!("{game}") };
    (chapters, text)
}

fn recaps(chapters: &[Chapter]) -> Vec<&str> {
    chapters.iter().filter_map(|chapter| chapter.recap.as_deref()).collect()
}

#[test]
fn history_is_told_by_rounds_with_what_came_of_them() {
    let (chapters, last) = told("pass-the-ace", 5);
    let titles: Vec<&str> = chapters.iter().map(|chapter| chapter.title.as_str()).collect();
    assert!(titles.contains(&"Round 1") && titles.contains(&"Round 2"), "{titles:?}");
    let recaps = recaps(&chapters);
    let own: Vec<&&str> =
        recaps.iter().filter(|recap| recap.contains("cards that you could not see")).collect();
    assert!(!own.is_empty(), "{recaps:?}");
    assert!(own.iter().all(|recap| recap.starts_with("Your ") && recap.contains("When you ")), "{own:?}");
    assert!(last.starts_with("Your ") && last.contains(" % of the "), "{last}");
    assert_eq!(recaps.last(), Some(&last.as_str()));
}

/// Every game has something to tell at its end.
#[test]
fn every_game_is_summed_up_for_the_player() {
    for (game, words) in [
        ("chase-the-ace", "Your "),
        ("grapples", "Your hand came to "),
        ("aces-up", "top cards"),
        ("propre", "while you held "),
        ("strip-jack-naked", "You have "),
    ] {
        let found = (0..12).map(|seed| told(game, seed).1).find(|text| text.contains(words));
        let text = found.unwrap_or_else(|| panic!("{game}: never {words:?}"));
        assert!(text.split_whitespace().count() >= 5 && text.ends_with('.'), "{game}: {text}");
    }
}

#[test]
fn a_trick_ends_with_the_line_that_tells_who_took_it() {
    let (chapters, _) = told("strip-jack-naked", 1);
    let first = chapters.iter().find(|chapter| chapter.title == "Trick 1").unwrap();
    assert!(first.lines.last().unwrap().contains("the middle"), "{first:?}");
    let recap = first.recap.as_deref().unwrap();
    assert!(recap.contains(" won ") && recap.contains(" of 52."), "{recap}");
    let second = chapters.iter().find(|chapter| chapter.title == "Trick 2").unwrap();
    assert!(!second.lines[0].contains("the middle"), "{second:?}");
}

#[test]
fn an_attack_that_was_not_met_says_what_could_have_been_played() {
    let told: Vec<String> = (0..12)
        .flat_map(|seed| told("propre", seed).0)
        .filter_map(|chapter| chapter.recap)
        .filter(|recap| recap.contains("The attack cost you"))
        .collect();
    assert!(!told.is_empty());
    let known = ["You held no card against it.", "could have been played instead."];
    assert!(told.iter().all(|recap| known.iter().any(|words| recap.contains(words))), "{told:?}");
}

#[test]
fn only_the_last_rounds_are_sent_where_there_are_many() {
    let chapter = |number: usize| Chapter {
        title: format!("Round {number}"),
        lines: vec![String::new(); 10],
        recap: None,
    };
    let all: Vec<Chapter> = (1..=9).map(chapter).collect();
    let titles = |lines| recent(all.clone(), lines).iter().map(|one| one.title.clone()).collect::<Vec<_>>();
    assert_eq!(titles(25), ["Round 7", "Round 8", "Round 9"]);
    assert_eq!(titles(1000).len(), 9);
    assert!(recent(Vec::new(), 10).is_empty());
}
