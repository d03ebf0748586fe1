//! Whether the cards of a game online were fair: what a client saw of the shuffle before and during the game, and how
//! it checks the record by it.

#[cfg(test)]
mod tests;

use engine::scene::Scene;
use engine::{Card, Record, Seat, Seed, Viewer};
use protocol::Standing;
use protocol::online::{Phase, Room};

/// What a client makes of a finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The table kept its promise, this client's share is in the shuffle, and the record has every card it saw.
    Verified,
    /// Everything that this client could check is as it should be; what it could not check.
    Partly(String),
    /// Something is wrong, and what.
    Forged(String),
}

impl Verdict {
    /// In a sentence or two, for the player.
    pub fn text(&self) -> String {
        match self {
            Self::Verified => "Shuffle verified.".to_owned(),
            Self::Partly(why) => format!("Shuffle checked as far as possible: {why}"),
            Self::Forged(why) => format!(
                "WARNING: the cards of this game cannot be trusted. {why} Save the record, and do not trust this server."
            ),
        }
    }
}

/// What is remembered of a deal from an earlier visit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Recalled {
    /// Which game at the table.
    pub number: u32,
    /// What the table promised.
    pub promise: Option<String>,
    /// What this client put in.
    pub share: Option<Seed>,
}

/// The cards that someone saw: of every hand and every pile, in order, hidden ones without their face.
type Cards = Vec<Vec<Option<Card>>>;

/// Who had committed themselves to what.
type Promises = Vec<(Seat, String)>;

fn cards(scene: &Scene) -> Cards {
    let hands = scene.sitters.iter().map(|sitter| &sitter.hand);
    let heaps = scene.heaps.iter().map(|heap| &heap.cards);
    hands.chain(heaps).map(|cards| cards.iter().map(|lying| lying.card).collect()).collect()
}

/// What a client saw of one game, and of the promise of the next.
#[derive(Debug, Default)]
pub struct Witness {
    /// Which game at the table; 0 before anything is known.
    number: u32,
    /// What the table promised before the deal.
    promise: Option<String>,
    /// What it promised of the next game.
    next: Option<String>,
    /// What this client revealed, and what everyone had promised by then.
    revealed: Option<(Seat, Seed, Promises)>,
    /// What this client put in, if it is only remembered.
    share: Option<Seed>,
    /// Cards seen: number of actions, viewer, cards.
    seen: Vec<(usize, Viewer, Cards)>,
    /// Whether the end of the game was seen.
    over: bool,
    /// What was wrong before the record was there.
    fault: Option<String>,
    /// Whether a game before, whose shuffle this client took part in, was never seen to end.
    unfinished: bool,
    recalled: Vec<Recalled>,
}

impl Witness {
    /// What is known from an earlier visit.
    pub fn recall(&mut self, recalled: Recalled) {
        self.recalled.push(recalled);
    }

    /// Whether this room can come next: a player who took part in a shuffle sees the end of its game before another.
    pub fn follows(&self, room: &Room) -> bool {
        let next = self.over && room.number == self.number + 1;
        room.number == self.number || next || self.revealed.is_none()
    }

    /// Notes that a game was not seen to end, as another one is there already.
    pub fn doubt(&mut self) {
        self.unfinished = true;
    }

    /// Notes that something is wrong with this game.
    pub fn accuse(&mut self, why: &str) -> Verdict {
        self.fault.get_or_insert_with(|| why.to_owned());
        Verdict::Forged(why.to_owned())
    }

    /// What this client put into this game, if that is remembered from an earlier visit.
    pub fn recalled_share(&self) -> Option<Seed> {
        self.share
    }

    /// Whether this client has revealed a share in this game.
    pub fn has_revealed(&self) -> bool {
        self.revealed.is_some()
    }

    /// Whether the table still promises what it promised first.
    pub fn keeps_promise(&self, room: &Room) -> bool {
        self.promise.as_ref().is_none_or(|promise| *promise == room.commitment)
    }

    /// Takes in who is there and what is promised.
    pub fn room(&mut self, room: &Room) {
        if room.number != self.number {
            let follows = room.number == self.number + 1;
            let recalled = self.recalled.iter().find(|known| known.number == room.number).cloned();
            let recalled = recalled.unwrap_or_default();
            let promise = self.next.take().filter(|_| follows).or(recalled.promise);
            let known = std::mem::take(&mut self.recalled);
            *self = Self {
                number: room.number,
                promise,
                share: recalled.share,
                recalled: known,
                ..Self::default()
            };
        }
        // A deal that was called off while this player got up needs another share. If the same one were asked for
        // again, others could have changed theirs meanwhile: then the first list counts.
        let is_bound = |seat: Seat, share: Seed| {
            let commit =
                room.seats.iter().find(|place| place.seat == seat).and_then(|place| place.commit.as_ref());
            commit.is_some_and(|commit| *commit == share.commitment().to_string())
        };
        if room.phase == Phase::Gathering && !room.revealing {
            self.revealed.take_if(|(seat, share, _)| !is_bound(*seat, *share));
        }
        if room.phase == Phase::Gathering {
            // The first promise is the one to be kept.
            self.promise.get_or_insert_with(|| room.commitment.clone());
        }
        if let Some(next) = &room.next_commitment {
            self.next.get_or_insert_with(|| next.clone());
        }
    }

    /// This client reveals its share: from now on everyone is bound to what they have promised.
    pub fn reveal(&mut self, room: &Room, seat: Seat, share: Seed) {
        if self.revealed.is_none() {
            let promised = |place: &protocol::online::Place| Some((place.seat, place.commit.clone()?));
            self.revealed = Some((seat, share, room.seats.iter().filter_map(promised).collect()));
        }
    }

    /// Takes in what is seen from that seat, or by everyone.
    pub fn see(&mut self, you: Option<Seat>, standing: &Standing) {
        // What was taken back is not in the record.
        while self.seen.pop_if(|(actions, ..)| *actions >= standing.actions).is_some() {}
        let viewer = you.map_or(Viewer::Public, Viewer::Seat);
        self.over = standing.outcome.is_some();
        self.seen.push((standing.actions, viewer, cards(&standing.scene)));
    }

    /// Checks the record of the game by all that was seen.
    pub fn check(&self, text: &str) -> Verdict {
        match self.find_fault(text) {
            Err(why) => Verdict::Forged(why),
            Ok(None) => Verdict::Verified,
            Ok(Some(why)) => Verdict::Partly(why),
        }
    }

    fn find_fault(&self, text: &str) -> Result<Option<String>, String> {
        if let Some(fault) = &self.fault {
            return Err(fault.clone());
        }
        let record = Record::read(text).map_err(|why| engine::seating::sentence(&format!("{why}.")))?;
        let mix = record.mix.as_ref().ok_or("The record does not say what the seed was mixed from.")?;
        if self.promise.as_ref().is_some_and(|promise| *promise != record.commitment.to_string()) {
            return Err("The table's secret is not the one that was promised before the deal.".to_owned());
        }
        if let Some((seat, share, promises)) = &self.revealed {
            if !mix.shares.contains(&(*seat, *share)) {
                return Err("The chance that you added is not in the shuffle.".to_owned());
            }
            let bound =
                |seat: Seat, commit: &str| promises.iter().any(|known| *known == (seat, commit.to_owned()));
            if mix.shares.iter().any(|(seat, share)| !bound(*seat, &share.commitment().to_string())) {
                return Err("Someone's share was chosen after yours was revealed.".to_owned());
            }
            let silent: Vec<Seat> = mix.unrevealed().collect();
            let told =
                |seat: &Seat| mix.shares.iter().any(|(other, _)| other == seat) || silent.contains(seat);
            if !promises.iter().all(|(seat, _)| told(seat)) {
                return Err("Someone's promised share is not in the record.".to_owned());
            }
        }
        // A share that is only remembered may not have been revealed, and the record says so.
        let in_mix = |mine: Seed| mix.shares.iter().any(|(_, share)| *share == mine);
        let silent = |mine: Seed| mix.promises.iter().any(|(_, commit)| *commit == mine.commitment());
        if self.share.is_some_and(|mine| !in_mix(mine) && !silent(mine)) {
            return Err("The chance that you added is not in the shuffle.".to_owned());
        }
        self.compare_cards(&record)?;
        let silent = mix.unrevealed().count();
        Ok(match (&self.promise, &self.revealed, self.share.filter(|mine| in_mix(*mine))) {
            (None, ..) => Some("you came after the deal, and did not see what was promised.".to_owned()),
            (_, None, None) => Some("no share of yours was in it.".to_owned()),
            _ if self.unfinished => Some("you did not see the end of the game before.".to_owned()),
            _ if silent > 0 => {
                let players = engine::counted(silent, "player", "players");
                Some(format!("{players} did not reveal a share, and a bot played instead."))
            }
            _ => None,
        })
    }

    /// Plays the record through, and compares every card that was seen.
    fn compare_cards(&self, record: &Record) -> Result<(), String> {
        let sentence = |why: String| engine::seating::sentence(&format!("{why}."));
        let mut host = tables::play_through(record, Some(0)).map_err(|why| sentence(why.to_string()))?;
        for (actions, viewer, seen) in &self.seen {
            let missing = record.actions.get(host.actions()..*actions);
            let missing = missing.ok_or("The record ends before something that you saw.")?;
            for (seat, act) in missing {
                host.act(*seat, act).map_err(|refusal| refusal.text)?;
            }
            if cards(&host.scene(*viewer)) != *seen {
                return Err(format!("After action {actions} you saw other cards than the record has."));
            }
        }
        Ok(())
    }
}
