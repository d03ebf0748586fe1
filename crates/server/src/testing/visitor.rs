//! A client as a program would write it: it knows only what it was told, and checks that nothing is missing.

use std::net::IpAddr;

use engine::{Dice, Outcome, Seat};
use futures_util::{sink, stream};
use protocol::online::{Call, ChatLine, CloseReason, GuestKey, Request, Room, ServerMessage};
use protocol::{Ask, Line, Refusal, Snapshot, Standing, Tell};
use tokio::sync::mpsc;

use crate::hub::Hub;
use crate::socket::{Frame, Incoming, serve_client};

/// No game takes this many moves.
const ENDLESS: usize = 20_000;

/// A client at a table.
pub struct Visitor {
    pub key: Option<GuestKey>,
    to: mpsc::Sender<Incoming>,
    from: mpsc::Receiver<Frame>,
    pub at: u64,
    pub seq: u64,
    pub you: Option<Seat>,
    pub host: bool,
    pub room: Option<Room>,
    pub chat: Vec<ChatLine>,
    pub snapshot: Option<Snapshot>,
    pub lines: Vec<Line>,
    pub bye: Option<CloseReason>,
    /// Every message, as it came.
    pub heard: Vec<String>,
    calls: u64,
}

impl Visitor {
    /// Comes to a table and says hello; from an entry on, if it knows all before it.
    pub async fn come(hub: &Hub, table: &str, key: Option<GuestKey>, since: Option<u64>) -> Self {
        let mut visitor = Self::knock(hub, table, key).await;
        visitor.hello(since).await;
        visitor.hear().await;
        visitor
    }

    /// Opens a connection without saying anything.
    pub async fn knock(hub: &Hub, table: &str, key: Option<GuestKey>) -> Self {
        Self::knock_with(hub, table, key, 1000).await
    }

    /// Comes to a table from an address, and says hello.
    pub async fn come_from(hub: &Hub, table: &str, key: Option<GuestKey>, from: IpAddr) -> Self {
        let mut visitor = Self::knock_by(hub, table, key, 1000, Some(from)).await;
        visitor.hello(None).await;
        visitor.hear().await;
        visitor
    }

    /// Opens a connection with at most this number of messages under way.
    pub async fn knock_with(hub: &Hub, table: &str, key: Option<GuestKey>, most: usize) -> Self {
        Self::knock_by(hub, table, key, most, None).await
    }

    async fn knock_by(
        hub: &Hub,
        table: &str,
        key: Option<GuestKey>,
        most: usize,
        address: Option<IpAddr>,
    ) -> Self {
        let (to, incoming) = mpsc::channel(8);
        let (outgoing, from) = mpsc::channel(most);
        let (hub, table) = (hub.clone(), table.to_owned());
        let pulse = to.downgrade();
        tokio::spawn(async move {
            let incoming =
                stream::unfold(incoming, async |mut from| from.recv().await.map(|message| (message, from)));
            let outgoing = sink::unfold((outgoing, pulse), async |(to, pulse), frame| {
                // As a browser does, without being told.
                if frame == Frame::Ping {
                    pulse.upgrade().map(|pulse| pulse.try_send(Incoming::Pulse));
                    return Ok((to, pulse));
                }
                to.send(frame).await.map(|()| (to, pulse))
            });
            serve_client(&hub, &table, address, Box::pin(incoming), Box::pin(outgoing)).await;
        });
        Self {
            key,
            to,
            from,
            at: 0,
            seq: 0,
            you: None,
            host: false,
            room: None,
            chat: Vec::new(),
            snapshot: None,
            lines: Vec::new(),
            bye: None,
            heard: Vec::new(),
            calls: 0,
        }
    }

    /// Says hello.
    pub async fn hello(&mut self, since: Option<u64>) {
        self.at = since.unwrap_or(0);
        let call = Call::Hello { v: protocol::VERSION, key: self.key, since };
        self.send(&serde_json::to_string(&Request { id: 0, call }).unwrap()).await;
    }

    /// Goes away, and keeps what it knows.
    pub fn leave(&mut self) {
        (self.to, self.from) = (mpsc::channel(1).0, mpsc::channel(1).1);
    }

    /// Goes away and comes back, knowing what it knew.
    pub async fn come_back(self, hub: &Hub, table: &str) -> Self {
        let Self { key, at, seq, you, host, room, chat, snapshot, lines, heard, .. } = self;
        let fresh = Self::knock(hub, table, key).await;
        let mut visitor = Self { at, seq, you, host, room, chat, snapshot, lines, heard, ..fresh };
        visitor.hello(Some(at)).await;
        visitor.hear().await;
        visitor
    }

    /// Sends whatever; false if nobody listens any longer.
    pub async fn send(&self, text: &str) -> bool {
        self.to.send(Incoming::Text(text.into())).await.is_ok()
    }

    /// Sends a ping; false if nobody listens any longer.
    pub async fn ping(&self) -> bool {
        self.to.send(Incoming::Pulse).await.is_ok()
    }

    /// Sends something that is no text.
    pub async fn send_strange(&self) {
        let _ = self.to.send(Incoming::Strange).await;
    }

    /// The next word, noted.
    pub async fn hear(&mut self) -> ServerMessage {
        self.try_hear().await.expect("the connection is open")
    }

    /// The next word, noted, unless the connection is closed.
    pub async fn try_hear(&mut self) -> Option<ServerMessage> {
        let Frame::Text(text) = self.from.recv().await? else { return None };
        self.heard.push(text.to_string());
        let message: ServerMessage = serde_json::from_str(&text).unwrap();
        self.note(&message);
        Some(message)
    }

    /// Notes everything that has come, without waiting.
    pub fn catch_up(&mut self) {
        while let Ok(Frame::Text(text)) = self.from.try_recv() {
            let message: ServerMessage = serde_json::from_str(&text).unwrap();
            self.note(&message);
        }
    }

    /// The next message, whatever it means.
    pub async fn next_message(&mut self) -> Option<ServerMessage> {
        let Frame::Text(text) = self.from.recv().await? else { return None };
        Some(serde_json::from_str(&text).unwrap())
    }

    fn note(&mut self, message: &ServerMessage) {
        match message {
            ServerMessage::Welcome(welcome) => {
                (self.at, self.you, self.host) = (welcome.at, welcome.you, welcome.host);
                self.room = Some(welcome.room.clone());
                self.chat = welcome.chat.clone();
                self.snapshot = welcome.game.clone();
                self.seq = welcome.game.as_ref().map_or(0, |game| game.seq);
                self.lines = welcome.game.as_ref().map(|game| game.log.clone()).unwrap_or_default();
            }
            ServerMessage::Change(change) => {
                assert_eq!(change.since, self.at, "nothing is missing and nothing is told twice");
                self.at = change.at;
                self.host = change.host.unwrap_or(self.host);
                self.chat.extend(change.chat.iter().cloned());
                if let Some(room) = &change.room {
                    self.room = Some(room.clone());
                }
                if let Some(update) = &change.game {
                    self.seq = update.seq;
                    self.lines.extend(update.lines.iter().cloned());
                    let snapshot = self.snapshot.as_mut().expect("a game was shown before it changed");
                    snapshot.standing = update.standing.clone();
                }
            }
            ServerMessage::Bye { why, .. } => self.bye = Some(*why),
            ServerMessage::Done { .. } | ServerMessage::Reply { .. } => {}
        }
    }

    /// Listens until something is so.
    pub async fn hear_until(&mut self, so: impl Fn(&Self) -> bool) {
        while !so(self) {
            self.hear().await;
        }
    }

    /// Calls and listens until there is an answer.
    pub async fn call(&mut self, call: Call) -> ServerMessage {
        self.calls += 1;
        let request = Request { id: self.calls, call };
        assert!(self.send(&serde_json::to_string(&request).unwrap()).await, "the connection is open");
        loop {
            match self.hear().await {
                message @ (ServerMessage::Done { id, .. } | ServerMessage::Reply { id, .. })
                    if id == self.calls =>
                {
                    return message;
                }
                _ => {}
            }
        }
    }

    /// Calls, and it is done.
    pub async fn do_it(&mut self, call: Call) {
        let message = self.call(call).await;
        assert!(matches!(message, ServerMessage::Done { .. }), "{message:?}");
    }

    /// Calls, and it is refused.
    pub async fn is_refused(&mut self, call: Call) -> Refusal {
        match self.call(call).await {
            ServerMessage::Reply { what: Tell::Refused(refusal), .. } => refusal,
            other => panic!("{other:?}"),
        }
    }

    /// How the game stands.
    pub fn standing(&self) -> &Standing {
        &self.snapshot.as_ref().expect("the cards are dealt").standing
    }

    /// How the game ended.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.snapshot.as_ref().and_then(|snapshot| snapshot.standing.outcome.as_ref())
    }

    /// The record, as it would be downloaded.
    pub async fn record(&mut self) -> engine::Record {
        match self.call(Call::Ask { what: Ask::Record }).await {
            ServerMessage::Reply { what: Tell::Record { text }, .. } => engine::Record::read(&text).unwrap(),
            other => panic!("{other:?}"),
        }
    }

    /// Does one of the things it can do, or says something.
    pub async fn act(&mut self, dice: &mut Dice) {
        let snapshot = self.snapshot.as_ref().expect("the cards are dealt");
        // Where the rules listen, the name of the game is what they want to hear.
        let act = if snapshot.hears && dice.below(6) == 0 {
            format!("say {}", snapshot.title)
        } else {
            dice.pick(&snapshot.standing.choices).expect("on turn, and something to do").act.clone()
        };
        self.do_it(Call::Ask { what: Ask::act(self.seq, act) }).await;
    }
}

/// Plays until the game is over.
pub async fn finish(visitors: &mut [Visitor], dice: &mut Dice) {
    finish_until(visitors, dice, usize::MAX).await;
}

/// Plays until the game is over, or people made this number of moves.
pub async fn finish_until(visitors: &mut [Visitor], dice: &mut Dice, moves: usize) {
    for number in 0..ENDLESS {
        let seats: Vec<Option<Seat>> = visitors.iter().map(|visitor| visitor.you).collect();
        let ours = |seat: Option<Seat>| seat.is_none() || seats.contains(&seat);
        // The one who moved last may know more than the others; all listen until they know the same.
        loop {
            let at = visitors.iter().map(|visitor| visitor.at).max().unwrap_or(0);
            for visitor in visitors.iter_mut() {
                visitor.hear_until(|visitor| visitor.at >= at).await;
            }
            if visitors.iter().all(|visitor| visitor.at == at) {
                if ours(visitors[0].standing().to_act) {
                    break;
                }
                visitors[0].hear().await;
            }
        }
        let Some(turn) = visitors[0].standing().to_act else { return };
        if number == moves {
            return;
        }
        let mover = visitors.iter_mut().find(|visitor| visitor.you == Some(turn));
        mover.expect("someone of ours is on turn").act(dice).await;
    }
    panic!("the game does not end");
}
