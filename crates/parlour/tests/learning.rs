//! Lessons, analysis and summaries as a person or a script meets them.

mod common;

use common::{fails, fresh, out, parlour, typing};
use games::ListedGame;

/// Every lesson is played to its end, line by line.
#[test]
fn every_lesson_is_played_to_its_end_line_by_line() {
    for listed in ListedGame::all() {
        for (index, lesson) in tables::lessons(listed).iter().enumerate() {
            let typed = lesson.beats.iter().map(|beat| beat.acts.first().map_or("go on", String::as_str));
            let typed = typed.chain(["quit"]).collect::<Vec<_>>().join("\n") + "\n";
            let output = typing(&format!("learn {} --lesson {} --linear", listed.id, index + 1), &typed);
            let text = out(&output);
            assert!(output.status.success(), "{text}");
            for beat in &lesson.beats {
                assert!(text.contains(&beat.text), "{}, {}: {text}", lesson.title, beat.title);
            }
            assert!(text.contains("That was the lesson."), "{}: {text}", lesson.title);
            let next = format!("Next: parlour learn {} --lesson {}", listed.id, index + 2);
            assert_eq!(text.contains(&next), index + 1 < tables::lessons(listed).len(), "{text}");
        }
    }
    fails("learn propre --lesson 9", 2, "there are lessons 1 to 5");
    assert!(out(&parlour("learn")).contains("parlour learn propre --lesson 5"));
}

#[test]
fn a_recorded_game_is_analysed_the_same_way_twice() {
    let folder = fresh("analysed");
    let (record, plot) = (folder.join("game.json"), folder.join("chances.svg"));
    let (record, plot) = (record.display(), plot.display());
    typing(&format!("play pass-the-ace --seed 3 --now --linear --record {record}"), &"1\n".repeat(60));
    let analyse = |more: &str| parlour(&format!("analyse {record} --samples 50 {more}"));
    let text = out(&analyse(&format!("--plot {plot}")));
    assert!(text.contains("Chance ") && text.contains("Mean loss per decision: "), "{text}");
    assert_eq!(text, out(&analyse("")));
    assert!(std::fs::read_to_string(plot.to_string()).unwrap().starts_with("<svg"));
    let json: serde_json::Value = serde_json::from_str(&out(&analyse("--json"))).unwrap();
    let first = &json["decisions"][0];
    assert!(first["before"]["low"].as_f64() <= first["before"]["high"].as_f64(), "{first}");
    assert!(json["costliest"].as_array().unwrap().len() <= 3);
    fails(&format!("analyse {record} --seat 9"), 2, "seats 0 to 3, not 9");
    fails("analyse /nowhere/game.json", 1, "cannot read /nowhere/game.json");
}

#[test]
fn every_game_fits_on_one_page() {
    for listed in ListedGame::all() {
        let page = out(&parlour(&format!("rules {} --summary", listed.id)));
        assert!((20..=60).contains(&page.lines().count()), "{page}");
    }
}

/// Bots suit the player's results, unless the player says how well they play.
#[test]
fn a_first_game_is_kind_and_bots_get_better_with_wins() {
    let folder = fresh("kind");
    let play = |flags: &str, typed: &str| {
        out(&typing(&format!("play {flags} --linear --data {}", folder.display()), typed))
    };
    let first = play("grapples", "quit\n");
    assert!(first.contains("their level is novice"), "{first}");
    assert!(
        first.contains(
            "This is your first game of Grapples. The cards were chosen so that you act first, and nobody hurries. Ask for a hint"
        ),
        "{first}"
    );
    assert!(play("grapples --bots expert", "quit\n").contains("their level is expert"));
    let unknown = out(&typing("play grapples --seed 3 --linear", "quit\n"));
    assert!(unknown.contains("their level is club") && !unknown.contains("first game"), "{unknown}");

    std::fs::create_dir_all(folder.join("played")).unwrap();
    for id in ["1", "2"] {
        let won = client::saves::GameResult {
            id: id.to_owned(),
            game: "grapples".to_owned(),
            title: "Grapples".to_owned(),
            won: true,
            bots: "novice".to_owned(),
            ..Default::default()
        };
        let text = client::saves::to_value(&won).to_string();
        std::fs::write(folder.join("played").join(format!("{id}.json")), text).unwrap();
    }
    let later = play("grapples", "quit\n");
    assert!(later.contains("their level is club") && !later.contains("first game"), "{later}");
    let chosen = play("", "grapples\nsettings\nquit\n");
    assert!(chosen.contains("bots=club"), "{chosen}");
    let other = play("chase-the-ace", "quit\n");
    assert!(
        other.contains("their level is novice") && other.contains("first game of Chase the Ace"),
        "{other}"
    );
}
