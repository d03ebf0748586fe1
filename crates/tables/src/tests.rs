use engine::scene::Sitter;
use engine::{Options, Record, Seat, Seed, Viewer};
use games::AnyGame;
use protocol::{Ask, Order, Refusal, Snapshot, Tell, codes};

use crate::{LocalTable, OrderExt, Progress, WorkerReply, WorkerRequest};

pub fn order(game: &str, seed: u64) -> Order {
    Order::new(game, "Zoë", "club", Seed::from_number(seed))
}

fn open(local: &mut LocalTable, order: Order) -> Snapshot {
    match local.work(WorkerRequest::Open { order }, None) {
        WorkerReply::Tell { what: Tell::Snapshot(snapshot), .. } => *snapshot,
        other => panic!("{other:?}"),
    }
}

pub fn ask(local: &mut LocalTable, what: Ask) -> Tell {
    match local.work(WorkerRequest::Ask { what }, None) {
        WorkerReply::Tell { what, .. } => what,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_newcomer_acts_first_in_every_game() {
    for listed in games::ListedGame::all() {
        for seed in 0..3 {
            let order = order(listed.id, seed);
            let WorkerReply::Tell {
                what: Tell::Snapshot(snapshot),
                progress: Some(Progress::Opened(record)),
            } = LocalTable::default().work(WorkerRequest::Welcome { order: order.clone() }, None)
            else {
                panic!("{} is opened", listed.id);
            };
            assert_eq!(snapshot.standing.to_act, Some(Seat::FIRST), "{}", listed.id);
            // The same order leads to the same deal, so that a page that was reloaded finds its table.
            let again = LocalTable::default().work(WorkerRequest::Welcome { order }, None);
            assert!(
                matches!(again, WorkerReply::Tell { progress: Some(Progress::Opened(same)), .. } if same == record)
            );
        }
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
                Ask::act(seq, choice.act.clone())
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
    for name in games::ListedGame::all().into_iter().map(|listed| listed.id) {
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
    for name in games::ListedGame::all().into_iter().map(|listed| listed.id) {
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
            // Every card is open that its own player sees; in some games nobody may look at what lies before them.
            let host = crate::reopen(&record, Some(step.number)).unwrap();
            for sitter in &step.snapshot.standing.scene.sitters {
                let cards = |sitter: &Sitter| sitter.hand.iter().map(|lying| lying.card).collect::<Vec<_>>();
                let own = host.scene(Viewer::Seat(sitter.seat));
                assert_eq!(cards(sitter), cards(&own.sitters[sitter.seat.index()]), "{name} at {number}");
            }
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
        let refused = ask(&mut local, Ask::act(snapshot.seq, act.to_owned()));
        assert!(matches!(refused, Tell::Refused(_)), "{act}: {refused:?}");
    }
    let Tell::Refused(refusal) = ask(&mut local, Ask::act(snapshot.seq, "move 1 2".to_owned())) else {
        panic!("column 2 is not empty");
    };
    assert_eq!(refusal.clause.as_deref(), Some("AU-R4"));
    let late = ask(&mut local, Ask::act(snapshot.seq + 1, "deal".to_owned()));
    assert_eq!(late, Tell::Refused(Refusal::stale()));
    assert_eq!(look(&mut local), before);
}

#[test]
fn what_was_taken_back_can_be_done_again() {
    let mut local = LocalTable::default();
    let snapshot = open(&mut local, order("aces-up", 1));
    assert!(snapshot.undo && !snapshot.standing.can_undo && !snapshot.standing.can_redo);
    let Tell::Update(dealt) = ask(&mut local, Ask::act(snapshot.seq, "deal".to_owned())) else {
        panic!("dealing is legal");
    };
    let Tell::Update(back) = ask(&mut local, Ask::Undo { seq: dealt.seq }) else { panic!("undo is granted") };
    assert_eq!(back.standing.scene, snapshot.standing.scene);
    assert!(back.standing.can_redo && back.seq > dealt.seq);
    let Tell::Update(again) = ask(&mut local, Ask::Redo { seq: back.seq }) else {
        panic!("there is something to redo")
    };
    assert_eq!(again.standing.scene, dealt.standing.scene);
    assert_eq!(again.standing.assists.undos, 1);
}

#[test]
fn what_is_sent_again_after_a_lost_answer_is_done_once() {
    let mut local = LocalTable::default();
    let snapshot = open(&mut local, order("aces-up", 1));
    let mut seq = snapshot.seq;
    for act in ["deal", "deal", "deal"] {
        ask(&mut local, Ask::act(seq, act.to_owned()));
        seq += 1;
    }
    for again in [Ask::Undo { seq }, Ask::Redo { seq: seq + 1 }] {
        assert!(matches!(ask(&mut local, again.clone()), Tell::Update(_)), "{again:?}");
        let before = ask(&mut local, Ask::Look { since: None });
        assert_eq!(ask(&mut local, again.clone()), Tell::Refused(Refusal::stale()), "{again:?}");
        assert_eq!(ask(&mut local, Ask::Look { since: None }), before);
    }
    assert_eq!(ask(&mut local, Ask::Hint { seq }), Tell::Refused(Refusal::stale()));
    assert!(matches!(ask(&mut local, Ask::Hint { seq: seq + 2 }), Tell::Answer { act: Some(_), .. }));
}

/// What the engine refuses without a rule has a code that PROTOCOL.md lists.
#[test]
fn refusals_that_are_no_rule_have_listed_codes() {
    use engine::table::Refused;
    type Any = Refused<<games::aces_up::AcesUp as engine::Game>::Refusal>;
    let seat = Seat::FIRST;
    let refused = [
        Any::NotYourTurn(seat),
        Any::NobodyThere(seat),
        Any::Over,
        Any::NotHeard,
        Any::Unspeakable,
        Any::NoUndo { clause: None },
        Any::NothingToUndo,
        Any::NothingToRedo,
    ];
    let notation = "nonsense".parse::<games::aces_up::Action>().unwrap_err();
    let others = [
        bots::advice::Unanswered::NotGranted.code(),
        bots::advice::Unanswered::NotYourTurn.code(),
        bots::advice::Unanswered::Over.code(),
        bots::advice::Unanswered::CannotBeWon { why: "", clause: "" }.code(),
        bots::advice::Unanswered::NoSolver.code(),
        notation.code(),
    ];
    for code in refused.iter().map(Any::code).chain(others) {
        assert!(codes::ALL.iter().any(|(known, _)| *known == code), "{code}");
    }
}

#[test]
fn bad_orders_records_and_questions_are_answered_kindly() {
    let mut local = LocalTable::default();
    let failed = |reply: WorkerReply| match reply {
        WorkerReply::Failed { text } => text,
        other => panic!("{other:?}"),
    };
    assert!(failed(local.work(WorkerRequest::Ask { what: Ask::Undo { seq: 1 } }, None)).contains("Open one"));
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
    let request = WorkerRequest::Ask { what: Ask::act(4, "discard 2".to_owned()) };
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
    let Tell::Update(update) = ask(&mut local, Ask::act(seq, act)) else { panic!("the way is legal") };
    seq = update.seq;
    // Dealing on and on without a thought loses nearly every deal.
    while let Tell::Update(update) = ask(&mut local, Ask::act(seq, "deal".to_owned())) {
        seq = update.seq;
    }
    while let Tell::Update(update) = ask(&mut local, Ask::Look { since: Some(seq) }) {
        let Some(choice) = update.standing.choices.first() else { break };
        let Tell::Update(update) = ask(&mut local, Ask::act(seq, choice.act.clone())) else { break };
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

/// Against bots every game gives hints, in words, as the club player would; what the rules of a preset forbid stays
/// forbidden.
#[test]
fn every_table_with_bots_gives_hints_with_a_reason() {
    for listed in games::ListedGame::all() {
        let (mut asked, mut reasons) = (0, 0);
        for seed in 0..6 {
            let mut local = LocalTable::default();
            let snapshot = open(&mut local, order(listed.id, seed));
            assert!(snapshot.hints, "{}", listed.id);
            let (mut seq, mut standing) = (snapshot.seq, snapshot.standing);
            for _ in 0..60 {
                let what = match standing.to_act {
                    None => break,
                    Some(Seat::FIRST) => {
                        let Tell::Answer { text, act: Some(act) } = ask(&mut local, Ask::Hint { seq }) else {
                            panic!("{}", listed.id)
                        };
                        assert!(text.ends_with("That is judged from what you see."), "{text}");
                        asked += 1;
                        reasons += usize::from(text.matches(". ").count() > 1);
                        Ask::act(seq, act)
                    }
                    Some(_) => Ask::Next,
                };
                let Tell::Update(update) = ask(&mut local, what) else { panic!("{}", listed.id) };
                (seq, standing) = (update.seq, update.standing);
            }
        }
        // A new game begins without reasons.
        assert!(
            asked > 5 && (reasons == 0 || reasons * 2 > asked),
            "{}: {reasons} reasons in {asked} hints",
            listed.id
        );
    }
    let mut strict = order("aces-up", 1);
    strict.preset = Some("strict".to_owned());
    assert!(!open(&mut LocalTable::default(), strict).hints);
}

/// The record of a game with hints is one that any table reads, and says how many there were.
#[test]
fn hints_are_noted_in_the_record() {
    let mut local = LocalTable::default();
    let snapshot = open(&mut local, order("pass-the-ace", 3));
    let mut seq = snapshot.seq;
    let mut standing = snapshot.standing;
    while standing.to_act != Some(Seat::FIRST) {
        let Tell::Update(update) = ask(&mut local, Ask::Next) else { panic!() };
        (seq, standing) = (update.seq, update.standing);
    }
    ask(&mut local, Ask::Hint { seq });
    let Tell::Record { text } = ask(&mut local, Ask::Record) else { panic!() };
    let record = Record::read(&text).unwrap();
    assert_eq!(record.assists.hints, 1);
    assert!(record.assistance.is_empty());
    assert!(record.replay::<games::pass_the_ace::PassTheAce>(|_, _, _| {}).is_ok());
}

/// Why not? One line, with the clause, for cards and actions; through the same question at every table.
#[test]
fn what_is_not_possible_has_a_reason_with_its_clause() {
    let mut local = LocalTable::default();
    let snapshot = open(&mut local, order("aces-up", 1));
    let why = |local: &mut LocalTable, text: &str| ask(local, Ask::Why { text: format!("not {text}") });
    let legal: Vec<String> = snapshot.standing.choices.iter().map(|choice| choice.act.clone()).collect();
    for act in &legal {
        assert!(matches!(why(&mut local, act), Tell::Answer { .. }), "{act}");
    }
    let Tell::Refused(refusal) = why(&mut local, "move 1 2") else { panic!() };
    assert!(refusal.clause.is_some() && !refusal.text.contains('\n'), "{refusal:?}");
    for heap in &snapshot.standing.scene.heaps {
        for card in heap.cards.iter().filter_map(|lying| lying.card) {
            let act =
                legal.iter().any(|act| *act == format!("discard {}", heap.label.replace("Column ", "")));
            let answer = why(&mut local, &card.short());
            match answer {
                Tell::Answer { .. } => assert!(act, "{card}"),
                Tell::Refused(refusal) => {
                    assert!(!act && refusal.clause.is_some() && !refusal.text.contains('\n'), "{refusal:?}");
                }
                other => panic!("{other:?}"),
            }
        }
    }
}

#[test]
fn every_game_has_a_page_that_fits_on_paper() {
    for &game in AnyGame::ALL {
        let page = games::with_game!(game, G => <G as engine::Present>::ONE_PAGE);
        if page.is_empty() {
            // A new game begins without one.
            continue;
        }
        assert!((20..=60).contains(&page.lines().count()), "{game:?}");
        for line in page.lines() {
            assert!(line.chars().count() <= 80, "{game:?}: {line}");
        }
        assert!(page.contains(&format!("parlour rules {}", game.info().id)), "{game:?}");
    }
}

#[test]
fn a_game_in_which_nobody_chooses_is_finished_at_a_word_and_no_other_is() {
    for &game in AnyGame::ALL {
        for by_word in [false, true] {
            let mut local = LocalTable::default();
            let seq = open(&mut local, order(game.info().id, 1)).seq;
            let what = match by_word {
                true => Ask::Phrase { seq, text: "Finish it!".to_owned(), spoken: false, hold: false },
                false => Ask::Finish { seq },
            };
            match (game.has_choices(), ask(&mut local, what)) {
                (true, Tell::Refused(refusal)) => assert_eq!(refusal.code, codes::NOT_HERE, "{game:?}"),
                (false, Tell::Update(update)) => {
                    assert!(update.standing.outcome.is_some() && update.standing.choices.is_empty());
                    assert!(update.lines.len() >= update.standing.actions, "everything is told");
                    let late = ask(&mut local, Ask::Finish { seq });
                    assert!(matches!(late, Tell::Refused(refusal) if refusal.code == codes::STALE));
                }
                (_, other) => panic!("{game:?}: {other:?}"),
            }
        }
    }
}

#[test]
fn every_kind_of_action_is_possible_or_has_a_reason() {
    for listed in games::ListedGame::all() {
        let mut local = LocalTable::default();
        let snapshot = open(&mut local, order(listed.id, 5));
        let players = snapshot.standing.scene.sitters.len().max(1);
        let kinds = crate::action_kinds(listed.game, players);
        for choice in &snapshot.standing.choices {
            let of = |kind: &&String| choice.act == **kind || choice.act.starts_with(&format!("{kind} "));
            assert_eq!(kinds.iter().filter(of).count(), 1, "{}: {kinds:?}", choice.act);
        }
        for kind in kinds {
            match ask(&mut local, Ask::Why { text: format!("not {kind}") }) {
                Tell::Answer { text, .. } => assert_eq!(text, "You can do that now.", "{kind}"),
                Tell::Refused(refusal) => assert!(refusal.text.len() > 10, "{kind}: {refusal:?}"),
                other => panic!("{kind}: {other:?}"),
            }
        }
    }
}

#[test]
fn a_page_analyses_a_record_decision_by_decision() {
    let mut local = LocalTable::default();
    let record = play(&mut local, order("pass-the-ace", 4)).write();
    let (mut analyst, mut threaded) = (LocalTable::default(), LocalTable::default());
    threaded.use_threads(3);
    threaded.work(WorkerRequest::Analyse { record: record.clone(), seat: 0 }, None);
    let failed = analyst.work(WorkerRequest::Analyse { record: record.clone(), seat: 9 }, None);
    assert!(matches!(failed, WorkerReply::Failed { .. }), "{failed:?}");
    let WorkerReply::Analysed { decisions, measure } =
        analyst.work(WorkerRequest::Analyse { record, seat: 0 }, None)
    else {
        panic!("it can be analysed")
    };
    assert!(decisions > 0 && !measure.is_empty());
    for index in (0..decisions.min(5)).chain([0, decisions, usize::MAX]) {
        let [one, several] =
            [&mut analyst, &mut threaded].map(|table| table.work(WorkerRequest::Judge { index }, None));
        assert_eq!(one, several, "the number of threads changes nothing");
    }
    let WorkerReply::Judged { judged } = analyst.work(WorkerRequest::Judge { index: 0 }, None) else {
        panic!("it is judged")
    };
    assert!((0.0..=1.0).contains(&judged.after.value), "{judged:?}");
    let beyond = analyst.work(WorkerRequest::Judge { index: decisions }, None);
    assert!(matches!(beyond, WorkerReply::Failed { .. }), "{beyond:?}");
    let exactly = analyst.work(WorkerRequest::Exactly, None);
    assert_eq!(exactly, WorkerReply::Exactly { text: None }, "this game has no solver");
}

#[test]
fn every_game_has_pictures_with_clauses_that_are_there() {
    for &game in AnyGame::ALL {
        let text = games::with_game!(game, G => <G as engine::Present>::PICTURES);
        let pictures = engine::Picture::read_all(text);
        assert_eq!(pictures.len(), text.lines().filter(|line| !line.is_empty()).count(), "{game:?}");
        for picture in pictures {
            assert!(game.clause(picture.clause).is_some(), "{}", picture.clause);
            assert!((1..=8).contains(&picture.parts.len()), "{picture:?}");
        }
    }
}
