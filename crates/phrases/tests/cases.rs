//! The table of phrases: `testdata/phrases.txt` of each game, one phrase a line with what it must lead to.
//!
//! ```text
//! == aces-up, seed 1                 a position: game or preset, seed, players
//! > discard 3                        done before what follows
//! @ 2                                who speaks, by seat; without it, the player on turn
//! the three of diamonds = discard 3  is done
//! discard = ? discard 1 | discard 3  is asked back, with these choices
//! discard the king = ! AU-R3         is refused, and the answer holds this
//! hello = -                          is not understood; "- words" looks for them in the answer
//! undo = : undo                      is a command to the table
//! last card = say last card          is said at the table
//! ~ phrase = …                       only if heard by a machine; "_ phrase" only if typed
//! ```

use std::path::Path;

use engine::{Act, Name, Present, Seat, Seed, Setup, Table};
use games::{AnyGame, with_game};
use phrases::{By, Command, Listener, Meant};

const NAMES: [&str; 8] = ["Ann", "Bob", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal"];

/// A position and the phrases said in it, with the numbers of their lines.
struct Scene<'a> {
    game: &'a str,
    seed: u64,
    players: usize,
    seat: Option<usize>,
    done: Vec<&'a str>,
    cases: Vec<(usize, &'a str)>,
}

fn scenes(text: &str) -> Vec<Scene<'_>> {
    let mut scenes: Vec<Scene> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        if let Some(head) = line.strip_prefix("== ") {
            let parts: Vec<&str> = head.split(", ").collect();
            let value =
                |name: &str| parts.iter().find_map(|part| part.strip_prefix(name)?.trim().parse().ok());
            let players = value("players").unwrap_or(1) as usize;
            let seed = value("seed").unwrap();
            scenes.push(Scene {
                game: parts[0],
                seed,
                players,
                seat: None,
                done: Vec::new(),
                cases: Vec::new(),
            });
        } else if let Some(scene) = scenes.last_mut() {
            if let Some(act) = line.strip_prefix("> ") {
                scene.done.push(act);
            } else if let Some(seat) = line.strip_prefix("@ ") {
                scene.seat = Some(seat.parse().unwrap());
            } else if !line.trim().is_empty() && !line.starts_with('#') {
                scene.cases.push((number + 1, line));
            }
        }
    }
    scenes
}

fn run<G: Present>(scene: &Scene, preset: Option<&str>, file: &str, wrong: &mut Vec<String>) -> usize {
    let mut setup = Setup::<G>::new(Seed::from_number(scene.seed));
    if let Some(preset) = preset {
        setup.preset(preset).unwrap();
    }
    setup.names = NAMES[..scene.players].iter().map(|name| Name::new(name).unwrap()).collect();
    let (mut table, _) = Table::open(setup).unwrap();
    for act in &scene.done {
        let seat = table.to_act().unwrap();
        table.act_text(seat, act).unwrap_or_else(|error| panic!("{file}: > {act}: {error}"));
    }
    let on_turn = table.to_act().unwrap_or(Seat::FIRST);
    let ear = Listener::new(&table, scene.seat.map_or(on_turn, |seat| Seat::new(seat).unwrap()));
    for (number, line) in &scene.cases {
        let (said, wanted) = line.split_once(" = ").unwrap_or_else(|| panic!("{file}:{number}: no \" = \""));
        let (ways, said): (&[By], &str) = if let Some(said) = said.strip_prefix("~ ") {
            (&[By::Voice], said)
        } else if let Some(said) = said.strip_prefix("_ ") {
            (&[By::Typing], said)
        } else {
            (&[By::Voice, By::Typing], said)
        };
        for &by in ways {
            let meant = ear.hear(said, by);
            if !fits(&meant, wanted.trim(), &ear) {
                wrong
                    .push(format!("{file}:{number}: {said:?} by {by:?} should be {wanted:?}, was {meant:?}"));
            }
        }
    }
    scene.cases.len()
}

fn fits<G: Present>(meant: &Meant<G::Action>, wanted: &str, ear: &Listener<G>) -> bool {
    let (mark, rest) = wanted.split_once(' ').unwrap_or((wanted, ""));
    match (mark, meant) {
        ("?", Meant::Which { choices, .. }) => {
            let found: Vec<&str> =
                choices.iter().map(|&index| ear.choices()[index].notation.as_str()).collect();
            rest.is_empty() || found == rest.split(" | ").collect::<Vec<_>>()
        }
        ("!", Meant::Refused(why)) => {
            why.text.contains(rest) && why.clause.is_none_or(|id| why.text.contains(id))
        }
        ("-", Meant::Unclear(text)) => text.contains(rest),
        (":", Meant::Table(command)) => name(command) == rest,
        (_, Meant::Do(Act::Say(words))) => wanted.strip_prefix("say ") == Some(words),
        (_, Meant::Do(act)) => act.to_string() == wanted,
        _ => false,
    }
}

fn name(command: &Command) -> String {
    match command {
        Command::Rules(Some(clause)) => format!("rules {clause}"),
        Command::Why(asked) => format!("why {asked}").trim().to_owned(),
        Command::Rules(None) => "rules".to_owned(),
        plain => format!("{plain:?}").to_lowercase(),
    }
}

#[test]
fn every_phrase_of_the_table_leads_where_it_should() {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/src");
    let mut wrong = Vec::new();
    for &game in AnyGame::ALL {
        let file = format!("{}/testdata/phrases.txt", game.module());
        let text =
            std::fs::read_to_string(games.join(&file)).unwrap_or_else(|error| panic!("{file}: {error}"));
        let mut number = 0;
        for scene in scenes(&text) {
            let (named, preset) = AnyGame::find(scene.game).unwrap();
            assert_eq!(named, game, "{file}");
            number += with_game!(game, G => run::<G>(&scene, preset, &file, &mut wrong));
        }
        assert!(number >= 30, "{file} has {number} phrases");
    }
    assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong.join("\n"));
}
