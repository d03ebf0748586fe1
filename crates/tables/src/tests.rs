use std::collections::BTreeMap;

use engine::{Options, Record, Seat, Seed};
use games::AnyGame;
use protocol::{Ask, Order, Snapshot, Standing, Tell};

use crate::{LocalTable, OrderExt, Progress, WorkerReply, WorkerRequest};

pub fn order(game: &str, seed: u64) -> Order {
    Order {
        game: game.to_owned(),
        preset: None,
        settings: BTreeMap::new(),
        players: None,
        name: "Zoë".to_owned(),
        bots: "club".to_owned(),
        seed: Seed::from_number(seed),
    }
}

fn open(local: &mut LocalTable, order: Order) -> Snapshot {
    match local.work(WorkerRequest::Open { order }, None) {
        WorkerReply::Tell { what: Tell::Snapshot(snapshot), .. } => *snapshot,
        other => panic!("{other:?}"),
    }
}

fn ask(local: &mut LocalTable, what: Ask) -> Tell {
    match local.work(WorkerRequest::Ask { what }, None) {
        WorkerReply::Tell { what, .. } => what,
        other => panic!("{other:?}"),
    }
}

/// Plays a whole game by the first choice that is not a mere repetition; returns its record.
pub fn play(local: &mut LocalTable, order: Order) -> Record {
    let snapshot = open(local, order);
    let (mut seq, mut standing) = (snapshot.seq, snapshot.standing);
    for step in 0..20_000 {
        let what = match standing.to_act {
            None => break,
            Some(Seat::FIRST) => {
                let choice = &standing.choices[step % standing.choices.len()];
                Ask::Act { seq, act: choice.act.clone() }
            }
            Some(_) => Ask::Next,
        };
        match ask(local, what) {
            Tell::Update(update) => {
                assert_eq!(update.seq, seq + 1, "changes are numbered without a gap");
                assert!(!update.lines.is_empty(), "something is told about every change");
                (seq, standing) = (update.seq, update.standing);
            }
            other => panic!("{other:?}"),
        }
    }
    assert!(standing.outcome.is_some(), "the game ends");
    match ask(local, Ask::Record) {
        Tell::Record { text } => Record::read(&text).unwrap(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn every_game_is_played_to_its_end_with_messages_alone() {
    for name in AnyGame::names() {
        for seed in 0..3 {
            let record = play(&mut LocalTable::default(), order(name, seed));
            assert!(record.outcome.is_some(), "{name}");
        }
    }
}

#[test]
fn a_game_goes_on_from_its_record_wherever_it_was_left() {
    for name in ["pass-the-ace", "aces-up", "grapples", "propre"] {
        let record = play(&mut LocalTable::default(), order(name, 7));
        let half = record.actions.len() / 2;
        let mut local = LocalTable::default();
        let request =
            WorkerRequest::Resume { record: record.write(), actions: Some(half), bots: "club".to_owned() };
        let WorkerReply::Tell { what: Tell::Snapshot(snapshot), progress: Some(Progress::Opened(kept)) } =
            local.work(request, None)
        else {
            panic!("{name} does not go on");
        };
        assert_eq!(snapshot.standing.actions, half);
        assert!(snapshot.standing.outcome.is_none());
        assert_eq!(kept.actions, record.actions[..half]);
        let whole = WorkerRequest::Resume { record: record.write(), actions: None, bots: "club".to_owned() };
        let WorkerReply::Tell { what: Tell::Snapshot(snapshot), .. } = local.work(whole, None) else {
            panic!("{name} does not go on");
        };
        assert_eq!(snapshot.standing.outcome, record.outcome);
    }
}

#[test]
fn a_record_is_watched_step_by_step_with_all_hands_open() {
    for name in ["pass-the-ace", "aces-up", "grapples", "propre"] {
        let mut local = LocalTable::default();
        let record = play(&mut local, order(name, 11));
        let WorkerReply::Step { step } = local.work(WorkerRequest::Watch { record: record.write() }, None)
        else {
            panic!("{name}")
        };
        assert_eq!((step.number, step.of), (0, record.actions.len()));
        for number in [0, 1, step.of / 2, step.of, step.of + 9] {
            let WorkerReply::Step { step } = local.work(WorkerRequest::Step { number }, None) else {
                panic!("{name}")
            };
            assert_eq!(step.number, number.min(step.of));
            assert!(!step.lines.is_empty());
            let hidden = |standing: &Standing| {
                standing
                    .scene
                    .sitters
                    .iter()
                    .flat_map(|sitter| &sitter.hand)
                    .any(|lying| lying.card.is_none())
            };
            // In Grapples nobody may look at what lies before them unless the rules let them.
            assert!(name == "grapples" || !hidden(&step.snapshot.standing), "{name} at {number}");
        }
    }
}

#[test]
fn refusals_say_why_and_change_nothing() {
    let mut local = LocalTable::default();
    let snapshot = open(&mut local, order("aces-up", 1));
    let look = |local: &mut LocalTable| ask(local, Ask::Look { since: None });
    let before = look(&mut local);
    for act in ["discard 9", "fly", "", "move 1 1", "say hello"] {
        let refused = ask(&mut local, Ask::Act { seq: snapshot.seq, act: act.to_owned() });
        assert!(matches!(refused, Tell::Refused(_)), "{act}: {refused:?}");
    }
    let Tell::Refused(refusal) = ask(&mut local, Ask::Act { seq: snapshot.seq, act: "move 1 2".to_owned() })
    else {
        panic!("column 2 is not empty");
    };
    assert_eq!(refusal.clause.as_deref(), Some("AU-R4"));
    let late = ask(&mut local, Ask::Act { seq: snapshot.seq + 1, act: "deal".to_owned() });
    assert!(matches!(late, Tell::Refused(_)));
    assert_eq!(look(&mut local), before);
}

#[test]
fn what_was_taken_back_can_be_done_again() {
    let mut local = LocalTable::default();
    let snapshot = open(&mut local, order("aces-up", 1));
    assert!(snapshot.undo && !snapshot.standing.can_undo && !snapshot.standing.can_redo);
    let Tell::Update(dealt) = ask(&mut local, Ask::Act { seq: snapshot.seq, act: "deal".to_owned() }) else {
        panic!("dealing is legal");
    };
    let Tell::Update(back) = ask(&mut local, Ask::Undo) else { panic!("undo is granted") };
    assert_eq!(back.standing.scene, snapshot.standing.scene);
    assert!(back.standing.can_redo && back.seq > dealt.seq);
    let Tell::Update(again) = ask(&mut local, Ask::Redo) else { panic!("there is something to redo") };
    assert_eq!(again.standing.scene, dealt.standing.scene);
    assert_eq!(again.standing.assists.undos, 1);
}

#[test]
fn bad_orders_records_and_questions_are_answered_kindly() {
    let mut local = LocalTable::default();
    let failed = |reply: WorkerReply| match reply {
        WorkerReply::Failed { text } => text,
        other => panic!("{other:?}"),
    };
    assert!(failed(local.work(WorkerRequest::Ask { what: Ask::Undo }, None)).contains("Open one"));
    assert!(failed(local.work(WorkerRequest::Step { number: 3 }, None)).contains("Open one"));
    assert!(failed(local.work(WorkerRequest::Open { order: order("whist", 1) }, None)).contains("whist"));
    let mut bad = order("aces-up", 1);
    bad.settings.insert("fill".to_owned(), "kings".to_owned());
    assert!(failed(local.work(WorkerRequest::Open { order: bad }, None)).contains("AU-V2"));
    let mut crowd = order("grapples", 1);
    crowd.players = Some(99);
    assert!(failed(local.work(WorkerRequest::Open { order: crowd }, None)).contains("players"));
    for record in ["", "{}", "{\"v\":99}", "null", "[1,2"] {
        failed(local.work(WorkerRequest::Watch { record: record.to_owned() }, None));
    }
}

#[test]
fn messages_read_back_as_they_were_written() {
    let mut local = LocalTable::default();
    for name in AnyGame::names() {
        let reply = local.work(WorkerRequest::Open { order: order(name, 3) }, None);
        let text = serde_json::to_string(&reply).unwrap();
        assert_eq!(serde_json::from_str::<WorkerReply>(&text).unwrap(), reply);
    }
    let request = WorkerRequest::Ask { what: Ask::Act { seq: 4, act: "discard 2".to_owned() } };
    let text = serde_json::to_string(&request).unwrap();
    assert_eq!(text, r#"{"ask":{"what":{"act":{"seq":4,"act":"discard 2"}}}}"#);
    assert_eq!(serde_json::from_str::<WorkerRequest>(&text).unwrap(), request);
}

#[test]
fn every_preset_can_be_ordered() {
    for &game in AnyGame::ALL {
        for preset in game.presets() {
            let ordered = Order { preset: Some(preset.name.to_owned()), ..order(game.info().id, 5) };
            games::with_game!(game, G => {
                let setup = ordered.setup::<G>().unwrap();
                assert_eq!(setup.rules.preset_name(), Some(preset.name));
            });
        }
    }
}

#[test]
fn aces_up_answers_whether_it_can_be_won_and_where_it_was_lost() {
    let mut local = LocalTable::default();
    let mut forced = order("aces-up", 1);
    forced.settings.insert("discards".to_owned(), "forced".to_owned());
    forced.settings.insert("lone_card_moves".to_owned(), "false".to_owned());
    let WorkerReply::Deal { seed, par: None } =
        local.work(WorkerRequest::Winnable { order: forced.clone() }, None)
    else {
        panic!("one deal in four can be won");
    };
    forced.seed = seed;
    let mut seq = open(&mut local, forced).seq;
    let Tell::Answer { text, act: Some(act) } = ask(&mut local, Ask::CanWin) else { panic!("it can be won") };
    assert!(text.starts_with("Yes"), "{text}");
    let Tell::Update(update) = ask(&mut local, Ask::Act { seq, act }) else { panic!("the way is legal") };
    seq = update.seq;
    // Dealing on and on without a thought loses nearly every deal.
    while let Tell::Update(update) = ask(&mut local, Ask::Act { seq, act: "deal".to_owned() }) {
        seq = update.seq;
    }
    while let Tell::Update(update) = ask(&mut local, Ask::Look { since: Some(seq) }) {
        let Some(choice) = update.standing.choices.first() else { break };
        let Tell::Update(update) = ask(&mut local, Ask::Act { seq, act: choice.act.clone() }) else { break };
        seq = update.seq;
    }
    let Tell::Answer { text, .. } = ask(&mut local, Ask::WhereLost) else {
        panic!("a lost game is looked through")
    };
    assert!(text.starts_with("It was lost with action"), "{text}");
    let mut others = LocalTable::default();
    open(&mut others, order("propre", 1));
    assert!(matches!(ask(&mut others, Ask::CanWin), Tell::Refused(_)));
}

#[test]
fn the_deal_of_a_day_is_the_same_for_everyone() {
    let daily = |day: &str| LocalTable::default().work(WorkerRequest::Daily { day: day.to_owned() }, None);
    let WorkerReply::Deal { seed, par: Some(par) } = daily("2026-11-15") else {
        panic!("there is one every day")
    };
    assert!(par <= 48);
    assert_eq!(daily("2026-11-15"), WorkerReply::Deal { seed, par: Some(par) });
    assert_ne!(daily("2026-11-16"), WorkerReply::Deal { seed, par: Some(par) });
    assert!(matches!(daily("yesterday"), WorkerReply::Failed { .. }));
}

/// Hosts of one record, as a server has them, decide as the table of one's own does, at every turn of a bot.
#[test]
fn bots_decide_by_record_and_seat_alone() {
    for name in AnyGame::names() {
        let record = play(&mut LocalTable::default(), order(name, 13));
        let bots = record.actions.iter().enumerate().filter(|(_, (seat, _))| *seat != Seat::FIRST);
        for (number, (seat, act)) in bots.take(30) {
            let host = crate::reopen(&record, Some(number)).unwrap();
            assert_eq!(host.to_act(), Some(*seat));
            let thought = host.thought(bots::Level::Club).unwrap();
            assert_eq!(thought(None).as_ref(), Some(act), "{name} after {number} actions");
        }
    }
}

#[test]
fn words_do_what_buttons_do() {
    let mut local = LocalTable::default();
    let mut seq = open(&mut local, order("aces-up", 1)).seq;
    let mut say = |seq, text: &str| {
        ask(&mut local, Ask::Phrase { seq, text: text.to_owned(), spoken: true, hold: false })
    };
    let Tell::Update(dealt) = say(seq, "please deal for cards") else { panic!("dealing is legal") };
    seq = dealt.seq;
    assert!(matches!(say(seq, "take it back"), Tell::Update(_)));
    for question in ["why move 1 2", "whose turn is it", "help", "repeat", "rules AU-R4", "table"] {
        assert!(matches!(say(seq + 1, question), Tell::Answer { .. }), "{question}");
    }
    for nonsense in ["", "fly me to the moon", "discard the jack of moons"] {
        assert!(matches!(say(seq + 1, nonsense), Tell::Refused(_)), "{nonsense}");
    }
    let Tell::Refused(refusal) = say(seq + 1, "move 1 2") else { panic!("column 2 is not empty") };
    assert_eq!(refusal.clause.as_deref(), Some("AU-R4"), "{}", refusal.text);
    assert!(matches!(say(seq, "deal"), Tell::Refused(_)), "meant for a table that has changed");
}
