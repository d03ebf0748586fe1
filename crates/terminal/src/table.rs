//! A table as this client knows it, whatever way leads there.

use engine::scene::Reveal;
use engine::{Game, Record, Seat};
use games::{AnyGame, with_game};
use protocol::online::{ChatLine, Phase, Room, Who, Word};
use protocol::{Choice, Line, Refusal, Snapshot, Standing, Tell, Update};
use tables::WorkerReply;

use crate::link::Heard;

/// What came of something that was heard, to be shown or said.
#[derive(Clone, Debug, PartialEq)]
pub enum Told {
    /// The cards are dealt, or everything is shown anew.
    Dealt,
    /// Something happened.
    Happened(Vec<Line>),
    /// A round ended, and its cards were shown.
    RoundEnded(Reveal),
    /// Something was not done.
    Refused(Refusal),
    /// An answer, with the action it speaks of.
    Answer(String, Option<String>),
    /// Any of these could have been meant.
    Several(String, Vec<Choice>),
    /// Someone said something that is not part of the game.
    Chat(ChatLine),
    /// Who is there has changed, in sentences.
    Company(Vec<String>),
    /// A deal that was asked for: its seed, and its par.
    Deal(engine::Seed, Option<u8>),
    /// The record.
    Record(String),
    /// It goes no further, and why.
    Failed(String),
}

/// What is only known of a table online.
#[derive(Clone, Debug, PartialEq)]
pub struct Online {
    /// Who is there.
    pub room: Room,
    /// Whether this client sees to the table.
    pub host: bool,
    /// What was said, oldest first.
    pub chat: Vec<ChatLine>,
}

/// A table as this client knows it.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// What does not change during a game; its log and standing are as they were at first.
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
    /// Why there is no connection, while there is none.
    pub lost: Option<String>,
}

impl Table {
    /// The game that is played, once it is known.
    pub fn game(&self) -> Option<AnyGame> {
        let id = match (&self.snapshot, &self.online) {
            (Some(snapshot), _) => &snapshot.game,
            (None, Some(online)) => &online.room.info.game,
            (None, None) => return None,
        };
        AnyGame::find(id).map(|(game, _)| game)
    }

    /// What is played, for people.
    pub fn title(&self) -> &str {
        match (&self.snapshot, &self.online) {
            (Some(snapshot), _) => &snapshot.title,
            (None, Some(online)) => &online.room.info.title,
            (None, None) => "Parlour",
        }
    }

    /// The rules, for players.
    pub fn rules(&self) -> &'static str {
        self.game().map_or("", |game| game.info().rules_text)
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

    /// Whether someone else moves next, who is not a person.
    pub fn bots_move(&self) -> bool {
        self.online.is_none() && self.standing.to_act.is_some_and(|seat| Some(seat) != self.you)
    }

    /// Whether a deal can be looked through by a solver.
    pub fn is_solitaire(&self) -> bool {
        self.game().is_some_and(|game| with_game!(game, G => <G as Game>::is_solitaire()))
    }

    /// What the table grants.
    pub fn grants(&self, what: fn(&Snapshot) -> bool) -> bool {
        self.snapshot.as_ref().is_some_and(what)
    }

    /// Takes in what was heard.
    pub fn hear(&mut self, heard: Heard) -> Vec<Told> {
        match heard {
            Heard::Reply(WorkerReply::Tell { what, progress }) => {
                if let Some(progress) = progress {
                    progress.apply(&mut self.record);
                }
                self.take(what)
            }
            Heard::Reply(WorkerReply::Deal { seed, par }) => vec![Told::Deal(seed, par)],
            Heard::Reply(WorkerReply::Step { .. }) => Vec::new(),
            Heard::Reply(WorkerReply::Failed { text }) | Heard::Gone(text) => vec![Told::Failed(text)],
            Heard::Word(word) => self.word(word),
            Heard::Lost(why) => {
                let what =
                    if self.online.is_some() { "The connection is lost" } else { "There is no connection" };
                let why = why.trim_end_matches('.').to_owned();
                match self.lost.replace(why.clone()) {
                    // It has been told.
                    Some(_) => Vec::new(),
                    None => vec![Told::Company(vec![format!("{what}: {why}. It is tried again.")])],
                }
            }
            Heard::Unsent(text) | Heard::NotKept(text) => vec![Told::Refused(Refusal::plain(text))],
        }
    }

    fn word(&mut self, word: Word) -> Vec<Told> {
        match word {
            Word::Welcome(welcome) => {
                let before = self.online.take();
                let mut told = self.found_again();
                told.extend(company(before.as_ref(), &welcome.room));
                self.you = welcome.you;
                let known = before.map(|before| before.chat.len()).unwrap_or(0);
                told.extend(welcome.chat.iter().skip(known).cloned().map(Told::Chat));
                let (room, host, chat) = (welcome.room, welcome.host, welcome.chat);
                self.online = Some(Online { room, host, chat });
                match welcome.game {
                    Some(game) => {
                        self.deal(game);
                        told.push(Told::Dealt);
                    }
                    None => {
                        (self.snapshot, self.standing) = (None, Standing::default());
                        self.log.clear();
                    }
                }
                told
            }
            Word::Change(change) => {
                let mut told = self.found_again();
                if let Some(online) = &mut self.online {
                    online.host = change.host.unwrap_or(online.host);
                    online.chat.extend(change.chat.iter().cloned());
                }
                if let Some(room) = change.room {
                    told.extend(company(self.online.as_ref(), &room));
                    if let Some(online) = &mut self.online {
                        online.room = room;
                    }
                }
                told.extend(change.chat.into_iter().map(Told::Chat));
                if let Some(update) = change.game {
                    told.extend(self.update(update));
                }
                told
            }
            Word::Reply { what, .. } => self.take(what),
            Word::Done { .. } | Word::Bye { .. } => Vec::new(),
        }
    }

    fn found_again(&mut self) -> Vec<Told> {
        let again = self.lost.take().map(|_| Told::Company(vec!["You are connected again.".to_owned()]));
        again.into_iter().collect()
    }

    fn take(&mut self, tell: Tell) -> Vec<Told> {
        match tell {
            Tell::Snapshot(snapshot) => {
                if self.online.is_none() {
                    self.you = snapshot.you;
                }
                self.deal(*snapshot);
                vec![Told::Dealt]
            }
            Tell::Update(update) => self.update(*update),
            Tell::Refused(refusal) => vec![Told::Refused(refusal)],
            Tell::Several { text, choices } => vec![Told::Several(text, choices)],
            Tell::Meant { choice } => vec![Told::Answer(choice.label, Some(choice.act))],
            Tell::Answer { text, act } => vec![Told::Answer(text, act)],
            Tell::Record { text } => {
                self.record = Record::read(&text).ok();
                vec![Told::Record(text)]
            }
        }
    }

    fn deal(&mut self, snapshot: Snapshot) {
        self.seq = snapshot.seq;
        self.log = snapshot.log.clone();
        self.standing = snapshot.standing.clone();
        self.snapshot = Some(snapshot);
    }

    fn update(&mut self, update: Update) -> Vec<Told> {
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

/// What changed among those who are there.
fn company(before: Option<&Online>, now: &Room) -> Vec<Told> {
    let Some(before) = before else { return Vec::new() };
    let mut told = Vec::new();
    for place in &now.seats {
        let was = before.room.seats.iter().find(|was| was.seat == place.seat);
        let name = |name: &Option<String>| name.clone().unwrap_or_else(|| format!("Seat {}", place.seat));
        let (Some(was), who) = (was, name(&place.name)) else { continue };
        match (was.who, place.who) {
            (Who::Person, Who::Nobody) => told.push(format!("{} gets up.", name(&was.name))),
            (Who::Person, Who::Bot) => {
                told.push(format!("{} leaves, and a bot takes over.", name(&was.name)))
            }
            (Who::Nobody | Who::Bot, Who::Person) => told.push(format!("{who} sits down.")),
            (Who::Person, Who::Person) if place.away && !was.away => told.push(format!("{who} is away.")),
            (Who::Person, Who::Person) if was.away && !place.away => told.push(format!("{who} is back.")),
            (Who::Person, Who::Person) if place.sat_in && !was.sat_in => {
                told.push(format!("A bot plays for {who} meanwhile."));
            }
            _ => {}
        }
    }
    match (before.room.paused, now.paused) {
        (false, true) => told.push("The host pauses the game.".to_owned()),
        (true, false) => told.push("The game goes on.".to_owned()),
        _ => {}
    }
    if before.room.phase == Phase::Over && now.phase == Phase::Gathering {
        told.push("There will be another game.".to_owned());
    }
    if told.is_empty() { Vec::new() } else { vec![Told::Company(told)] }
}
