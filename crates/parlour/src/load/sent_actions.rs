//! What one table's players did in a game, to be compared with its record: nothing acknowledged may be missing, and
//! nothing may be there that nobody did.

use engine::{Record, Seat};
use games::{AnyGame, with_game};

#[derive(Default)]
pub struct SentActions {
    sent: Vec<Sent>,
}

struct Sent {
    /// Which action of the game it was meant to be.
    number: usize,
    seat: Seat,
    act: String,
    acknowledged: bool,
}

impl Sent {
    /// Whether it can have become that action of the record: words that came in between do not make a position
    /// another.
    fn is_meant_for(&self, record: &Record, number: usize) -> bool {
        let between = record.actions.get(self.number..number);
        between.is_some_and(|between| between.iter().all(|(_, act)| act.starts_with("say ")))
    }
}

impl SentActions {
    /// Notes what is about to be sent.
    pub fn send(&mut self, number: usize, seat: Seat, act: &str) {
        self.sent.push(Sent { number, seat, act: act.to_owned(), acknowledged: false });
    }

    /// The last that was sent was acknowledged.
    pub fn acknowledge(&mut self) {
        if let Some(last) = self.sent.last_mut() {
            last.acknowledged = true;
        }
    }

    /// Whether nothing was done since the last game.
    pub fn is_empty(&self) -> bool {
        self.sent.is_empty()
    }

    /// Compares with the record of the game, and starts again.
    pub fn close(&mut self, text: &str) -> Result<(), String> {
        let record = Record::read(text).map_err(|error| format!("a record cannot be read: {error}"))?;
        let sent = std::mem::take(&mut self.sent);
        let mut kept = vec![false; sent.len()];
        for (number, (seat, act)) in record.actions.iter().enumerate() {
            let matches = |(at, sent): &(usize, &Sent)| {
                !kept[*at] && sent.seat == *seat && sent.act == *act && sent.is_meant_for(&record, number)
            };
            // What was acknowledged is what was done, if the same was sent twice.
            let found = sent.iter().enumerate().filter(matches).max_by_key(|(_, sent)| sent.acknowledged);
            match found.map(|(at, _)| at) {
                Some(at) => kept[at] = true,
                None => return Err(format!("action {} of a record was sent by no client", number + 1)),
            }
        }
        let missing = sent.iter().zip(kept).find(|(sent, kept)| sent.acknowledged && !kept);
        if let Some((missing, _)) = missing {
            let there = record.actions.get(missing.number).map_or("nothing", |(_, act)| act.as_str());
            return Err(format!(
                "acknowledged action {} is missing in a record: \"{}\" was acknowledged, \"{there}\" is there",
                missing.number + 1,
                missing.act
            ));
        }
        let (game, _) = AnyGame::find(&record.game).ok_or("a record of an unknown game")?;
        with_game!(game, G => record.replay::<G>(|_, _, _| {}).map(drop)).map_err(|error| error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::table::Setup;
    use engine::{Dice, Name, Seed, Table};
    use games::pass_the_ace::PassTheAce;

    /// A whole game, and what its players would have sent.
    fn game() -> (Record, SentActions) {
        let names = ["Ann", "Bob"].map(|name| Name::new(name).unwrap()).to_vec();
        let setup = Setup::<PassTheAce> { names, ..Setup::new(Seed::from_number(4)) };
        let (mut table, _) = Table::open(setup).unwrap();
        let mut dice = Dice::new(&Seed::from_number(1));
        let mut sent = SentActions::default();
        while let Some(seat) = table.to_act() {
            let act = dice.pick(&table.legal(seat)).unwrap().to_string();
            sent.send(table.log().len(), seat, &act);
            sent.acknowledge();
            table.act_text(seat, &act).unwrap();
        }
        (table.record(), sent)
    }

    #[test]
    fn what_was_acknowledged_and_what_was_recorded_must_agree() {
        let (record, mut sent) = game();
        assert_eq!(sent.close(&record.write()), Ok(()));

        let (record, mut sent) = game();
        let said = sent.sent.pop().unwrap();
        assert!(sent.close(&record.write()).unwrap_err().contains("sent by no client"), "{}", said.act);

        let (record, mut sent) = game();
        sent.send(record.actions.len(), Seat::FIRST, "stick");
        assert_eq!(sent.close(&record.write()), Ok(()), "what was not acknowledged may be missing");

        let (record, mut sent) = game();
        sent.send(record.actions.len(), Seat::FIRST, "stick");
        sent.acknowledge();
        assert!(sent.close(&record.write()).unwrap_err().contains("is missing"));

        // Words that nobody knew to be saved: only the action after them was meant for another number.
        let (mut record, mut sent) = game();
        let words = "say Kung".to_owned();
        record.actions.insert(0, (Seat::FIRST, words.clone()));
        sent.sent[1..].iter_mut().for_each(|sent| sent.number += 1);
        sent.sent.insert(0, Sent { number: 0, seat: Seat::FIRST, act: words, acknowledged: false });
        let refused = sent.close(&record.write()).unwrap_err();
        assert!(refused.contains("say Kung"), "the rules refuse them, not this check: {refused}");

        let (mut record, mut sent) = game();
        let twice = record.actions[0].clone();
        record.actions.insert(1, twice);
        assert!(sent.close(&record.write()).is_err());
    }
}
