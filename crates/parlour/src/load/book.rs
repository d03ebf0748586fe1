//! What one table's players did in a game, to be compared with its record: nothing acknowledged may be missing, and
//! nothing may be there that nobody did.

use engine::{Record, Seat};
use games::{AnyGame, with_game};

#[derive(Default)]
pub struct Book {
    sent: Vec<Sent>,
}

struct Sent {
    /// Which action of the game it was meant to be.
    number: usize,
    seat: Seat,
    act: String,
    acknowledged: bool,
}

impl Book {
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

    /// Compares with the record of the game, and begins anew.
    pub fn close(&mut self, text: &str) -> Result<(), String> {
        let record = Record::read(text).map_err(|error| format!("a record cannot be read: {error}"))?;
        let sent = std::mem::take(&mut self.sent);
        for (number, (seat, act)) in record.actions.iter().enumerate() {
            let matches = |sent: &Sent| sent.number == number && sent.seat == *seat && sent.act == *act;
            if !sent.iter().any(matches) {
                return Err(format!("action {} of a record was sent by no client", number + 1));
            }
        }
        let kept = |sent: &Sent| {
            record.actions.get(sent.number).is_some_and(|(seat, act)| *seat == sent.seat && *act == sent.act)
        };
        if let Some(missing) = sent.iter().find(|sent| sent.acknowledged && !kept(sent)) {
            return Err(format!("acknowledged action {} is missing in a record", missing.number + 1));
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

    /// A whole game, and the book that its players would have.
    fn game() -> (Record, Book) {
        let names = ["Ann", "Bob"].map(|name| Name::new(name).unwrap()).to_vec();
        let setup = Setup::<PassTheAce> { names, ..Setup::new(Seed::from_number(4)) };
        let (mut table, _) = Table::open(setup).unwrap();
        let mut dice = Dice::new(&Seed::from_number(1));
        let mut book = Book::default();
        while let Some(seat) = table.to_act() {
            let act = dice.pick(&table.legal(seat)).unwrap().to_string();
            book.send(table.log().len(), seat, &act);
            book.acknowledge();
            table.act_text(seat, &act).unwrap();
        }
        (table.record(), book)
    }

    #[test]
    fn what_was_acknowledged_and_what_was_recorded_must_agree() {
        let (record, mut book) = game();
        assert_eq!(book.close(&record.write()), Ok(()));

        let (record, mut book) = game();
        let said = book.sent.pop().unwrap();
        assert!(book.close(&record.write()).unwrap_err().contains("sent by no client"), "{}", said.act);

        let (record, mut book) = game();
        book.send(record.actions.len(), Seat::FIRST, "stick");
        assert_eq!(book.close(&record.write()), Ok(()), "what was not acknowledged may be missing");

        let (record, mut book) = game();
        book.send(record.actions.len(), Seat::FIRST, "stick");
        book.acknowledge();
        assert!(book.close(&record.write()).unwrap_err().contains("is missing"));

        let (mut record, mut book) = game();
        let twice = record.actions[0].clone();
        record.actions.insert(1, twice);
        assert!(book.close(&record.write()).is_err());
    }
}
