use engine::lesson::MOST_WORDS;
use engine::{Lesson, Record};
use games::AnyGame;

use super::*;
use crate::{LocalTable, WorkerReply, WorkerRequest};

fn every_lesson() -> impl Iterator<Item = (ListedGame, usize, Lesson)> {
    let all = |listed: ListedGame| {
        lessons(listed).into_iter().enumerate().map(move |(index, lesson)| (listed, index + 1, lesson))
    };
    ListedGame::all().into_iter().flat_map(all)
}

fn learn(game: &str, number: usize) -> LocalTable {
    let mut local = LocalTable::default();
    let request = WorkerRequest::Learn { game: game.to_owned(), number };
    let reply = local.work(request, None);
    assert!(matches!(reply, WorkerReply::Tell { what: Tell::Snapshot(_), .. }), "{game}: {reply:?}");
    local
}

fn ask(local: &mut LocalTable, what: Ask) -> Tell {
    match local.work(WorkerRequest::Ask { what }, None) {
        WorkerReply::Tell { what, .. } => what,
        other => panic!("{other:?}"),
    }
}

fn record(local: &mut LocalTable) -> Record {
    match ask(local, Ask::Record) {
        Tell::Record { text } => Record::read(&text).unwrap(),
        other => panic!("{other:?}"),
    }
}

/// How the learner does what is taught.
#[derive(Clone, Copy, PartialEq)]
enum By {
    Notation,
    Word,
}

/// Plays a lesson to its end; returns the texts that were told.
fn play(game: &str, number: usize, by: By) -> Vec<String> {
    let mut local = learn(game, number);
    let mut told = Vec::new();
    for _ in 0..200 {
        let Some(beat) = local.beat() else { return told };
        if told.last() != Some(&beat.text) {
            told.push(beat.text.clone());
        }
        let seq = match ask(&mut local, Ask::Look { since: None }) {
            Tell::Snapshot(snapshot) => snapshot.seq,
            other => panic!("{other:?}"),
        };
        let what = match (&beat.act, by) {
            (None, By::Word) if beat.waits == Waits::Reader => phrase(seq, "go on"),
            (None, _) => Ask::Next,
            (Some(choice), By::Notation) => Ask::act(seq, choice.act.clone()),
            (Some(choice), By::Word) => {
                // What is said at the table is said as it is.
                let words = choice.act.strip_prefix("say ");
                phrase(seq, words.unwrap_or(&choice.label))
            }
        };
        let answer = ask(&mut local, what.clone());
        assert!(matches!(answer, Tell::Update(_)), "{game} {number}, {}: {what:?}: {answer:?}", beat.title);
    }
    panic!("{game} {number} does not end");
}

fn phrase(seq: u64, text: &str) -> Ask {
    Ask::Phrase { seq, text: text.to_owned(), spoken: false, hold: false }
}

#[test]
fn lobbies_know_how_many_lessons_there_are() {
    for listed in ListedGame::all() {
        assert_eq!(listed.lesson_count(), lessons(listed).len(), "{}", listed.id);
    }
}

#[test]
fn every_lesson_is_played_to_its_end_by_notation_and_by_word() {
    for (listed, number, lesson) in every_lesson() {
        let texts: Vec<String> = lesson.beats.iter().map(|beat| beat.text.clone()).collect();
        assert_eq!(play(listed.id, number, By::Notation), texts, "{}", lesson.title);
        assert_eq!(play(listed.id, number, By::Word), texts, "{}", lesson.title);
    }
}

#[test]
fn every_game_teaches_itself_in_six_to_ten_beats() {
    for listed in ListedGame::all() {
        // A new game begins with a lesson that has no beats yet.
        let all = with_game!(listed.game, G => Lesson::read_all(G::LESSONS)).unwrap();
        assert!(all.iter().any(|lesson| lesson.game == listed.id), "{} has a lesson", listed.id);
        for lesson in lessons(listed) {
            assert!((6..=10).contains(&lesson.beats.len()), "{}: {}", lesson.title, lesson.beats.len());
        }
    }
    assert!(every_lesson().count() >= 9);
}

#[test]
fn beats_are_short_and_name_clauses_that_are_there() {
    for &game in AnyGame::ALL {
        let lessons = with_game!(game, G => Lesson::read_all(G::LESSONS)).unwrap();
        let info = game.info();
        for (lesson, beat) in
            lessons.iter().flat_map(|lesson| lesson.beats.iter().map(move |beat| (lesson, beat)))
        {
            let place = format!("{}, {}, {}", info.id, lesson.title, beat.title);
            assert!((1..MOST_WORDS).contains(&beat.words()), "{place}: {} words", beat.words());
            assert!(!beat.clauses.is_empty(), "{place}: no clause");
            for clause in &beat.clauses {
                assert!(game.clause(clause).is_some(), "{place}: {clause}");
            }
        }
    }
}

/// What is pointed at can be seen, and cards that a text names lie where the learner sees them, or were just seen.
#[test]
fn what_is_pointed_at_is_there() {
    for (listed, number, lesson) in every_lesson() {
        let mut local = learn(listed.id, number);
        while let Some(beat) = local.beat() {
            let points = lesson.beats[beat.number - 1].point.is_some() && beat.waits != Waits::Others;
            assert_eq!(beat.point.is_some(), points, "{}, {}", lesson.title, beat.title);
            let seq = record(&mut local).actions.len() as u64 + 1;
            let what = beat.act.map_or(Ask::Next, |choice| Ask::act(seq, choice.act));
            ask(&mut local, what);
        }
    }
}

#[test]
fn a_wrong_action_changes_nothing_and_gets_a_kind_line() {
    let mut wrong = 0;
    for (listed, number, lesson) in every_lesson() {
        let mut local = learn(listed.id, number);
        while let Some(beat) = local.beat() {
            let seq = record(&mut local).actions.len() as u64 + 1;
            let choices = match ask(&mut local, Ask::Look { since: None }) {
                Tell::Snapshot(snapshot) => snapshot.standing.choices,
                other => panic!("{other:?}"),
            };
            let taught = beat.act.as_ref().map(|choice| choice.act.clone());
            if let Some(other) = choices.iter().find(|choice| Some(&choice.act) != taught.as_ref()) {
                let before = record(&mut local);
                let answer = ask(&mut local, Ask::act(seq, other.act.clone()));
                let Tell::Refused(refusal) = answer else { panic!("{}: {answer:?}", lesson.title) };
                assert_eq!(refusal.code, codes::NOT_TAUGHT, "{refusal:?}");
                assert!(refusal.text.len() > 10, "{refusal:?}");
                assert_eq!((record(&mut local), local.beat()), (before, Some(beat.clone())));
                wrong += 1;
            }
            let what = taught.map_or(Ask::Next, |act| Ask::act(seq, act));
            ask(&mut local, what);
        }
    }
    assert!(wrong > 20, "{wrong}");
}

/// While a beat is read, nobody moves, however often they are asked to.
#[test]
fn bots_wait_for_the_learner() {
    for (listed, number, _) in every_lesson() {
        let mut local = learn(listed.id, number);
        while let Some(beat) = local.beat() {
            let before = record(&mut local);
            if beat.waits == Waits::You {
                ask(&mut local, Ask::Next);
                assert_eq!((record(&mut local), local.beat()), (before.clone(), Some(beat.clone())));
            }
            let seq = before.actions.len() as u64 + 1;
            let what = beat.act.map_or(Ask::Next, |choice| Ask::act(seq, choice.act));
            ask(&mut local, what);
        }
    }
}

/// After the last beat the same game goes on, against bots.
#[test]
fn after_a_lesson_one_plays_on() {
    let (listed, number, _) = every_lesson().next().unwrap();
    let mut local = learn(listed.id, number);
    while let Some(beat) = local.beat() {
        let seq = record(&mut local).actions.len() as u64 + 1;
        let what = beat.act.map_or(Ask::Next, |choice| Ask::act(seq, choice.act));
        ask(&mut local, what);
    }
    for _ in 0..1000 {
        let Tell::Snapshot(snapshot) = ask(&mut local, Ask::Look { since: None }) else { panic!() };
        let what = match snapshot.standing.to_act {
            None => return,
            Some(YOU) => Ask::act(snapshot.seq, snapshot.standing.choices[0].act.clone()),
            Some(_) => Ask::Next,
        };
        assert!(matches!(ask(&mut local, what), Tell::Update(_)));
    }
    panic!("the game does not end");
}

#[test]
fn a_lesson_that_is_not_there_is_refused_kindly() {
    let mut local = LocalTable::default();
    for (game, number, part) in
        [("whist", 1, "no lesson for"), ("propre", 9, "from 1 to"), ("propre", 0, "from 1 to")]
    {
        let reply = local.work(WorkerRequest::Learn { game: game.to_owned(), number }, None);
        let WorkerReply::Failed { text } = reply else { panic!("{reply:?}") };
        assert!(text.contains(part), "{text}");
    }
    assert_eq!(local.beat(), None);
}
