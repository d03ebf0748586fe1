//! What a client knows of a table, its own or one online: the one place that takes in what is heard.

mod people;
#[cfg(test)]
mod tests;

use engine::record::VERSION;
use engine::scene::{Lying, Reveal, Scene};
use engine::{Record, Seat, Seed};
use protocol::online::{Call, Change, ChatLine, Newcomer, Room, ServerMessage, Welcome};
use protocol::{Chapter, Choice, Line, Refusal, Snapshot, Standing, Tell, Update, codes, compact};
use tables::{Step, WorkerReply};

use crate::fair::Verdict;

/// How many lines of chat are remembered.
const CHAT_KEPT: usize = 100;

/// Something heard of a table.
#[derive(Clone, Debug, PartialEq)]
pub enum Heard {
    /// From a table of one's own.
    Reply(WorkerReply),
    /// From a table online, unasked.
    Message(ServerMessage),
    /// A call to a table online was answered: it was done if there is no `what`.
    Answer {
        /// What was called.
        call: Box<Call>,
        /// The answer.
        what: Option<Box<Tell>>,
    },
    /// A call was sent again, and the table had moved on. Either it was done before its answer was lost, or something
    /// else was done in its place: the table shows which.
    Overtaken(Box<Call>),
    /// The session has checked the record of the game that is over.
    Checked(Verdict),
    /// A call waits for the connection to come back.
    Waiting,
    /// The connection is lost, and why; it is tried again.
    Lost(String),
    /// The table cannot be reached any more, and why.
    Ended(String),
    /// The game could not be saved, and why.
    NotKept(String),
}

impl From<WorkerReply> for Heard {
    fn from(reply: WorkerReply) -> Self {
        Self::Reply(reply)
    }
}

impl From<ServerMessage> for Heard {
    fn from(message: ServerMessage) -> Self {
        Self::Message(message)
    }
}

impl From<Tell> for Heard {
    fn from(what: Tell) -> Self {
        Self::Reply(WorkerReply::Tell { what, progress: None })
    }
}

/// What is new after something was heard, to be shown or said.
#[derive(Clone, Debug, PartialEq)]
pub enum Told {
    /// Everything is shown again.
    Dealt {
        /// Whether these are other cards than before.
        fresh: bool,
    },
    /// Something happened.
    Happened(Vec<Line>),
    /// A round ended, and its cards were shown.
    RoundEnded(Reveal),
    /// Something asked of the game was not done.
    Refused(Refusal),
    /// Something called to a table online was not done: sitting down, dealing, chat.
    Declined(Refusal),
    /// Any of these could have been meant.
    Several {
        /// What to ask.
        text: String,
        /// What fits.
        choices: Vec<Choice>,
    },
    /// What was understood; it is not done yet, because it could not be taken back.
    Meant(Choice),
    /// An answer to a question.
    Answer {
        /// The answer.
        text: String,
        /// The action it speaks of.
        act: Option<String>,
    },
    /// What happened so far, by rounds, oldest first.
    History(Vec<Chapter>),
    /// Someone said something that is not part of the game.
    Chat(ChatLine),
    /// The room has changed; in sentences, what of it is worth telling.
    People(Vec<String>),
    /// The connection is lost, and why. It is told once until it is found again.
    Lost(String),
    /// The connection is back.
    Found,
    /// There is no connection; what was called is sent once there is one.
    Waiting,
    /// [`TableState::record`] has changed.
    Recorded,
    /// The record that was asked for.
    Record(String),
    /// A deal that was asked for.
    Deal {
        /// Its seed.
        seed: Seed,
        /// Its par, if it is the deal of a day.
        par: Option<u8>,
    },
    /// Whether the cards of the game that is over were fair.
    Checked(Verdict),
    /// A position of the record being watched.
    Step(Box<Step>),
    /// What was shown by [`TableState::foresee`] is not so: ask for everything again ([`protocol::Ask::Look`]).
    LookAgain,
    /// It goes no further, and why.
    Failed(String),
}

/// How the connection to the table is.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Connection {
    /// Nothing was heard yet.
    #[default]
    Opening,
    /// All is well.
    Open,
    /// It is tried again, and why it was lost.
    Lost(String),
    /// There is nothing to come back to, and why.
    Ended(String),
}

/// What is only known of a table online.
#[derive(Clone, Debug, PartialEq)]
pub struct Online {
    /// Who is there.
    pub room: Room,
    /// Whether this client is the host.
    pub host: bool,
    /// What was said, oldest first.
    pub chat: Vec<ChatLine>,
}

/// Whether the player there can deal, pause and resume: the host, or the stand-in for a host who is away.
pub fn runs_table(room: &Room, host: bool, you: Option<Seat>) -> bool {
    host || (you.is_some() && room.acting == you)
}

/// The newcomer whom this player has still to answer about.
pub fn newcomer_to_answer(room: &Room, you: Option<Seat>) -> Option<&Newcomer> {
    room.newcomer.as_ref().filter(|newcomer| you.is_some_and(|you| newcomer.waiting.contains(&you)))
}

/// The question about a newcomer: "Let Zoë take Ada's cards?"
pub fn newcomer_question(room: &Room, newcomer: &Newcomer) -> String {
    let place = room.seats.iter().find(|place| place.seat == newcomer.seat);
    let bot = place.and_then(|place| place.name.as_deref()).unwrap_or("the bot");
    format!("Let {} take {bot}'s cards?", newcomer.name)
}

/// That players may ask for hints there, in a sentence, if they may: everyone is told before they sit down. That there are
/// none is usual, so it is told only to those who ask.
pub fn hints_told(room: &Room) -> Option<&'static str> {
    room.hints.then_some("At this table everyone may ask for hints: what a club player would do, and why.")
}

/// Turns over the cards of a round that has ended, where they lie. The scene is that before the last action, which may have
/// changed a hand.
pub fn show_hands(scene: &mut Scene, reveal: &Reveal) {
    for sitter in &mut scene.sitters {
        if let Some(shown) = reveal.hands.iter().find(|shown| shown.seat == sitter.seat) {
            sitter.hand = shown.cards.iter().map(|&card| Lying::open(card)).collect();
        }
    }
}

/// A table as a client knows it.
#[derive(Clone, Debug, Default)]
pub struct TableState {
    /// What does not change during a game; its log and standing are as they were at first. None before the deal.
    pub snapshot: Option<Snapshot>,
    /// How things stand.
    pub standing: Standing,
    /// What happened, oldest first.
    pub log: Vec<Line>,
    /// The last change that is known.
    pub seq: u64,
    /// The client's own seat.
    pub you: Option<Seat>,
    /// The record as last heard.
    pub record: Option<Record>,
    /// What is only known of a table online.
    pub online: Option<Online>,
    /// How the connection is.
    pub connection: Connection,
    /// Whether the cards of this game were fair, once it is over.
    pub verdict: Option<Verdict>,
    /// How things stand after an action that is shown already, until the table itself says so.
    foreseen: Option<Standing>,
}

impl TableState {
    /// The id of the game that is played, once it is known.
    pub fn game_id(&self) -> Option<&str> {
        match (&self.snapshot, &self.online) {
            (Some(snapshot), _) => Some(&snapshot.game),
            (None, Some(online)) => Some(&online.room.info.game),
            (None, None) => None,
        }
    }

    /// What is played, for people.
    pub fn title(&self) -> &str {
        match (&self.snapshot, &self.online) {
            (Some(snapshot), _) => &snapshot.title,
            (None, Some(online)) => &online.room.info.title,
            (None, None) => "Parlour",
        }
    }

    /// Whether the player can do something now.
    pub fn is_your_turn(&self) -> bool {
        !self.standing.choices.is_empty()
    }

    /// Whether the cards are dealt.
    pub fn is_dealt(&self) -> bool {
        self.snapshot.is_some()
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.standing.outcome.is_some()
    }

    /// Whether a bot of one's own table moves next, which has to be asked for ([`protocol::Ask::Next`]).
    pub fn bots_move(&self) -> bool {
        self.online.is_none() && self.standing.to_act.is_some_and(|seat| Some(seat) != self.you)
    }

    /// Whether the table grants something, such as `|snapshot| snapshot.undo`.
    pub fn grants(&self, what: fn(&Snapshot) -> bool) -> bool {
        self.snapshot.as_ref().is_some_and(what)
    }

    /// Shows what an action leads to before the table itself says so; nothing if something is foreseen already.
    pub fn foresee(&mut self, update: Update) -> Vec<Told> {
        if self.foreseen.is_some() {
            return Vec::new();
        }
        self.foreseen = Some(update.standing.clone());
        let seq = self.seq + 1;
        self.change(Update { seq, ..update })
    }

    /// Takes in what was heard; returns what is new.
    pub fn hear(&mut self, heard: impl Into<Heard>) -> Vec<Told> {
        match heard.into() {
            Heard::Reply(reply) => self.reply(reply),
            Heard::Message(message) => self.message(message),
            Heard::Answer { what: None, .. } | Heard::Overtaken(_) => Vec::new(),
            Heard::Answer { call, what: Some(what) } => match (*call, *what) {
                (Call::Ask { .. }, what) => self.take(what),
                (_, Tell::Refused(refusal)) => vec![Told::Declined(refusal)],
                (_, what) => self.take(what),
            },
            Heard::Checked(verdict) => {
                self.verdict = Some(verdict.clone());
                vec![Told::Checked(verdict)]
            }
            Heard::Waiting => vec![Told::Waiting],
            Heard::Lost(why) => {
                let why = why.trim_end_matches('.').to_owned();
                let before = std::mem::replace(&mut self.connection, Connection::Lost(why.clone()));
                if matches!(before, Connection::Lost(_)) { Vec::new() } else { vec![Told::Lost(why)] }
            }
            Heard::Ended(why) => {
                self.connection = Connection::Ended(why.clone());
                vec![Told::Failed(why)]
            }
            Heard::NotKept(why) => vec![Told::Refused(Refusal::new(codes::NOT_SAVED, why))],
        }
    }

    fn reply(&mut self, reply: WorkerReply) -> Vec<Told> {
        match reply {
            WorkerReply::Tell { what, progress } => {
                let mut told = self.take(what);
                if let Some(progress) = progress {
                    progress.apply(&mut self.record);
                    told.push(Told::Recorded);
                }
                told
            }
            WorkerReply::Deal { seed, par } => vec![Told::Deal { seed, par }],
            WorkerReply::Step { step } => vec![Told::Step(step)],
            // It is told beside the table, or belongs to a record.
            WorkerReply::Beat { .. }
            | WorkerReply::Tips { .. }
            | WorkerReply::Story { .. }
            | WorkerReply::Analysed { .. }
            | WorkerReply::Judged { .. }
            | WorkerReply::Exactly { .. } => Vec::new(),
            WorkerReply::Failed { text } => {
                self.connection = Connection::Ended(text.clone());
                vec![Told::Failed(text)]
            }
        }
    }

    fn message(&mut self, message: ServerMessage) -> Vec<Told> {
        match message {
            ServerMessage::Welcome(welcome) => self.welcome(*welcome),
            ServerMessage::Change(change) => self.changed(*change),
            ServerMessage::Reply { what, .. } => self.take(what),
            ServerMessage::Done { .. } | ServerMessage::Bye { .. } => Vec::new(),
        }
    }

    fn welcome(&mut self, welcome: Welcome) -> Vec<Told> {
        let mut told = self.found();
        let before = self.online.take();
        told.push(people::changes(before.as_ref().map(|before| &before.room), &welcome.room));
        let known = before.iter().flat_map(|before| &before.chat).map(|line| line.at).max();
        let new = welcome.chat.iter().filter(|line| known.is_none_or(|known| line.at > known));
        told.extend(new.cloned().map(Told::Chat));
        self.you = welcome.you;
        let (room, host, chat) = (welcome.room, welcome.host, welcome.chat);
        self.online = Some(Online { room, host, chat });
        match welcome.game {
            Some(game) => told.push(self.deal(game)),
            None => {
                (self.snapshot, self.standing, self.foreseen) = (None, Standing::default(), None);
                self.log.clear();
            }
        }
        told
    }

    fn changed(&mut self, change: Change) -> Vec<Told> {
        let mut told = self.found();
        if let Some(online) = &mut self.online {
            online.host = change.host.unwrap_or(online.host);
            if let Some(room) = change.room {
                told.push(people::changes(Some(&online.room), &room));
                online.room = room;
            }
            online.chat.extend(change.chat.iter().cloned());
            let old = online.chat.len().saturating_sub(CHAT_KEPT);
            online.chat.drain(..old);
        }
        told.extend(change.chat.into_iter().map(Told::Chat));
        if let Some(update) = change.game {
            told.extend(self.update(update));
        }
        told
    }

    fn found(&mut self) -> Vec<Told> {
        match std::mem::replace(&mut self.connection, Connection::Open) {
            Connection::Lost(_) => vec![Told::Found],
            _ => Vec::new(),
        }
    }

    fn take(&mut self, tell: Tell) -> Vec<Told> {
        match tell {
            Tell::Snapshot(snapshot) => {
                if self.online.is_none() {
                    self.you = snapshot.you;
                }
                self.connection = Connection::Open;
                vec![self.deal(*snapshot)]
            }
            Tell::Update(update) => self.update(*update),
            Tell::Log { earlier, lines } => {
                self.log.splice(..0, lines);
                if let Some(snapshot) = &mut self.snapshot {
                    snapshot.earlier = earlier;
                }
                vec![Told::Dealt { fresh: false }]
            }
            Tell::Refused(refusal) => {
                // What was shown did not happen.
                let astray = self.foreseen.take().map(|_| Told::LookAgain);
                astray.into_iter().chain([Told::Refused(refusal)]).collect()
            }
            Tell::Several { text, choices } => vec![Told::Several { text, choices }],
            Tell::Meant { choice } => vec![Told::Meant(choice)],
            Tell::Answer { text, act } => vec![Told::Answer { text, act }],
            Tell::History { chapters } => vec![Told::History(chapters)],
            // For a program, which hears the answer itself.
            Tell::Decide(_) => Vec::new(),
            Tell::Record { text } => {
                let record = compact::read::<Record>(&text).ok();
                self.record = record.filter(|record| record.v == VERSION);
                vec![Told::Record(text)]
            }
        }
    }

    fn deal(&mut self, snapshot: Snapshot) -> Told {
        let same = |before: &Snapshot| before.commitment == snapshot.commitment;
        let fresh = !self.snapshot.as_ref().is_some_and(same);
        self.verdict.take_if(|_| fresh);
        // At a table of one's own it is told with every change.
        self.record.take_if(|_| fresh && self.online.is_some());
        // A table of one's own that was opened again has not heard yet of the action that is shown already.
        let before = |foreseen: &Standing| !fresh && foreseen.actions == snapshot.standing.actions + 1;
        let is_ahead = self.foreseen.as_ref().is_some_and(before);
        self.seq = snapshot.seq + u64::from(is_ahead);
        if !is_ahead {
            self.log = snapshot.log.clone();
            self.standing = snapshot.standing.clone();
            self.foreseen = None;
        }
        self.snapshot = Some(snapshot);
        Told::Dealt { fresh }
    }

    fn update(&mut self, update: Update) -> Vec<Told> {
        match self.foreseen.take() {
            None => self.change(update),
            Some(foreseen) => {
                self.seq = update.seq;
                if foreseen == update.standing { Vec::new() } else { vec![Told::LookAgain] }
            }
        }
    }

    fn change(&mut self, update: Update) -> Vec<Told> {
        let seen = self.standing.scene.reveal.take();
        self.seq = update.seq;
        self.log.extend(update.lines.iter().cloned());
        self.standing = update.standing;
        let mut told = vec![Told::Happened(update.lines)];
        let shown = self.standing.scene.reveal.clone();
        told.extend(shown.filter(|shown| seen.as_ref() != Some(shown)).map(Told::RoundEnded));
        told
    }
}
