use engine::{Present, Seat};
use games::{AnyGame, ListedGame, with_game};
use protocol::{Ask, Tell};

use super::*;
use crate::{LocalTable, WorkerReply, WorkerRequest};

#[test]
fn every_game_has_tips_with_clauses_that_are_there() {
    for &game in AnyGame::ALL {
        let text = with_game!(game, G => G::TIPS);
        let tips: Vec<Tip> = Tip::read_all(text).collect();
        assert_eq!(tips.len(), text.lines().filter(|line| !line.is_empty()).count(), "{game:?}");
        for (index, tip) in tips.iter().enumerate() {
            assert!(game.clause(tip.clause).is_some(), "{game:?}: {}", tip.clause);
            assert!(tips[..index].iter().all(|other| other.key != tip.key), "{game:?}: {}", tip.key);
            assert!(tip.text.split_whitespace().count() < 30, "{}", tip.text);
        }
    }
}

/// Plays a game with bots, with tips; returns the tips that came.
fn tips_in(listed: ListedGame, seed: u64, tips: Tips) -> (Vec<String>, Tips) {
    let mut local = LocalTable::default();
    local.show_tips(tips.clone());
    let mut order = crate::tests::order(listed.id, seed);
    order.bots = "random".to_owned();
    let WorkerReply::Tell { what: Tell::Snapshot(snapshot), .. } =
        local.work(WorkerRequest::Open { order }, None)
    else {
        panic!("{}", listed.id)
    };
    let (mut seq, mut standing) = (snapshot.seq, snapshot.standing);
    let (mut came, mut now) = (Vec::new(), tips);
    for step in 0..3000_usize {
        let what = match standing.to_act {
            None => break,
            Some(Seat::FIRST) => {
                Ask::act(seq, standing.choices[step * 7 % standing.choices.len()].act.clone())
            }
            Some(_) => Ask::Next,
        };
        let WorkerReply::Tell { what: Tell::Update(update), .. } =
            local.work(WorkerRequest::Ask { what }, None)
        else {
            panic!("{}", listed.id)
        };
        came.extend(
            update.lines.iter().filter(|line| line.text.starts_with("Tip: ")).map(|line| line.text.clone()),
        );
        (seq, standing) = (update.seq, update.standing);
        now = local.new_tips().unwrap_or(now);
    }
    (came, now)
}

#[test]
fn a_tip_comes_once_and_what_was_met_is_kept() {
    for listed in ListedGame::all() {
        if with_game!(listed.game, G => G::TIPS.is_empty()) {
            continue;
        }
        let mut tips = Tips::default();
        let mut came = Vec::new();
        for seed in 0..5 {
            let (new, now) = tips_in(listed, seed, tips);
            came.extend(new);
            tips = now;
        }
        assert!(!came.is_empty(), "{}", listed.id);
        assert_eq!(came.len(), tips.met.len(), "{}", listed.id);
        let mut once = came.clone();
        once.sort();
        once.dedup();
        assert_eq!(once.len(), came.len(), "each comes once: {came:?}");
        let (none, _) = tips_in(listed, 0, Tips { on: false, ..Tips::default() });
        assert!(none.is_empty(), "{none:?}");
    }
}

/// Every key that a game knows has its line, and every line can be met.
#[test]
fn events_and_lines_belong_together() {
    for listed in ListedGame::all() {
        let keys: Vec<&str> =
            with_game!(listed.game, G => Tip::read_all(G::TIPS).map(|tip| tip.key).collect());
        let met = |key: &&str| {
            (0..40).any(|seed| {
                tips_in(listed, seed, Tips::default())
                    .1
                    .met
                    .contains(&format!("{}/{key}", listed.game.info().id))
            })
        };
        if listed.id == listed.game.info().id {
            let never: Vec<&&str> = keys.iter().filter(|key| !met(key)).collect();
            assert!(never.len() * 4 <= keys.len(), "{}: {never:?} are never met", listed.id);
        }
    }
}

#[test]
fn tips_are_switched_by_words() {
    let mut tips = Tips::default();
    assert!(tips.obey("Tips off").is_some() && !tips.on);
    assert!(tips.obey("tips on").is_some() && tips.on);
    assert_eq!(tips.obey("swap"), None);
}

/// A page is told tips beside the replies, so that it can show them on their own.
#[test]
fn a_page_gets_its_tips_beside_the_replies() {
    let mut local = LocalTable::default();
    let reply = local.work(WorkerRequest::Tips { tips: Tips::default() }, None);
    assert_eq!(reply, WorkerReply::Tips { tips: Tips::default(), new: Vec::new() });
    let listed = ListedGame::all()[0];
    let order = crate::tests::order(listed.id, 1);
    let WorkerReply::Tell { what: Tell::Snapshot(snapshot), .. } =
        local.work(WorkerRequest::Open { order }, None)
    else {
        panic!("{}", listed.id)
    };
    let (mut seq, mut standing) = (snapshot.seq, snapshot.standing);
    let mut came: Vec<TipShown> = Vec::new();
    while came.len() < 2 {
        let what = match standing.to_act {
            None => break,
            Some(Seat::FIRST) => Ask::act(seq, standing.choices[0].act.clone()),
            Some(_) => Ask::Next,
        };
        let WorkerReply::Tell { what: Tell::Update(update), .. } =
            local.work(WorkerRequest::Ask { what }, None)
        else {
            panic!("{}", listed.id)
        };
        assert!(update.lines.iter().all(|line| !line.text.starts_with("Tip: ")), "{:?}", update.lines);
        for aside in local.asides() {
            let WorkerReply::Tips { tips, new } = aside else { panic!("nothing is taught: {aside:?}") };
            came.extend(new);
            assert_eq!(tips.met.len(), came.len());
        }
        assert!(local.asides().is_empty(), "each is told once");
        (seq, standing) = (update.seq, update.standing);
    }
    assert!(!came.is_empty());
}
