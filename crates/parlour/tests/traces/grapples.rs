//! Checks Grapples against GR-*.
//!
//! Tolerant about:
//! - the order of cards within a hand, the order of seats in a cut, and `turn` once the game is over;
//! - whether `point N` counts from 0 or 1 (it must be one of them throughout a trade);
//! - when, during the pointing, the queen and the cards pointed at change hands (all have by its end).
//!
//! Read strictly: a dealer's turn is counted as soon as `keep` or `give` is chosen; a due tap-out happens automatically
//! (GR-J12); positions keep their numbers while cards are pointed at; totals are those of the hands at every moment.

use crate::check::*;
use serde_json::Value;

struct Rules {
    forced: bool,
    dealer_may_redeem: bool,
    dealer_turns: i64,
}

#[derive(Clone)]
struct State {
    dealer: usize,
    dealer_turns: i64,
    direction: Option<String>,
    turn: usize,
    phase: String,
    hands: Vec<Vec<Card>>,
    stock: Vec<Card>,
    discarded: Vec<Card>,
}

const SPADE_ACE: Card = Card { rank: 1, suit: 'S' };

fn deck54() -> Vec<Card> {
    let jokers = ['R', 'B'].map(|suit| Card { rank: 0, suit });
    deck52().into_iter().chain(jokers).collect()
}

/// GR-R2
fn value(card: Card) -> i64 {
    match card.rank {
        0 => -2,
        10 | 12 | 13 => -10,
        11 => 3,
        _ if card == SPADE_ACE => 0,
        rank => rank.into(),
    }
}

impl State {
    fn read(state: &Value, players: usize) -> Check<State> {
        let direction = |v: &Value| if v.is_null() { Some(None) } else { to_text(v).map(Some) };
        let totals = list(state, "totals", Value::as_i64)?;
        let state = State {
            dealer: seat(state, "dealer")?,
            dealer_turns: int(state, "dealer_turns")?,
            direction: read(state, "direction", direction)?,
            turn: read(state, "turn", |v| if v.is_null() { Some(0) } else { to_seat(v) })?,
            phase: text(state, "phase")?.to_string(),
            hands: hands(state, "hands")?,
            stock: cards(state, "stock")?,
            discarded: cards(state, "discarded")?,
        };
        same("GR-J1", "number of hands", &players, &state.hands.len())?;
        let all = state.hands.iter().flatten().chain(&state.stock).chain(&state.discarded);
        same_cards("GR-R1", "all cards together", &deck54(), &all.copied().collect::<Vec<_>>())?;
        same("GR-R2", "totals", &state.totals(), &totals)?;
        Ok(state)
    }

    fn totals(&self) -> Vec<i64> {
        self.hands.iter().map(|hand| hand.iter().copied().map(value).sum()).collect()
    }

    fn neighbour(&self, seat: usize, direction: &str) -> usize {
        let players = self.hands.len();
        (seat + if direction == "left" { 1 } else { players - 1 }) % players
    }

    /// GR-R13, GR-J8: whom the player on turn may trade with.
    fn partners(&self) -> Vec<usize> {
        (0..self.hands.len()).filter(|&s| s != self.turn && !self.hands[s].is_empty()).collect()
    }
}

/// Plays on from a state until somebody has a choice.
struct Play<'a> {
    rules: &'a Rules,
    state: State,
    /// The card that was dealt last.
    dealt: Option<Card>,
}

impl Play<'_> {
    fn ask(&mut self, phase: &str) {
        self.state.phase = phase.to_string();
    }

    /// Deals the top card; what it brings about: GR-R10 to GR-R13, GR-J11, GR-J12.
    fn deal(&mut self, seat: usize) {
        let card = self.state.stock.remove(0);
        self.state.hands[seat].push(card);
        self.state.turn = seat;
        self.dealt = Some(card);
        let is_dealer = seat == self.state.dealer;
        match card.rank {
            _ if card == SPADE_ACE && is_dealer && !self.rules.dealer_may_redeem => self.discard(),
            _ if card == SPADE_ACE => self.ask("spade-ace"),
            0 | 2 if self.state.stock.is_empty() => self.go_on(),
            0 | 2 if self.rules.forced => self.deal(seat),
            0 | 2 => self.ask("double-down"),
            11 if !is_dealer => self.ask("jack"),
            12 if !self.state.partners().is_empty() => self.ask("queen"),
            _ => self.go_on(),
        }
    }

    fn discard(&mut self) {
        take(&mut self.state.hands[self.state.turn], SPADE_ACE);
        self.state.discarded.push(SPADE_ACE);
        self.go_on();
    }

    /// The turn is done: GR-R7, GR-R18.
    fn go_on(&mut self) {
        if self.state.stock.is_empty() {
            return self.ask("over");
        }
        let Some(direction) = self.state.direction.clone() else { return };
        let next = self.state.neighbour(self.state.turn, &direction);
        if next == self.state.dealer { self.dealer_turn() } else { self.deal(next) }
    }

    /// GR-R5, GR-R9.
    fn dealer_turn(&mut self) {
        self.state.turn = self.state.dealer;
        if self.state.dealer_turns >= self.rules.dealer_turns { self.tap_out() } else { self.ask("dealer") }
    }

    /// GR-R8, GR-J4.
    fn tap_out(&mut self) {
        let old = self.state.dealer;
        self.new_dealer(self.state.neighbour(old, "left"));
        if self.state.direction.is_some() { self.deal(old) } else { self.dealer_turn() }
    }

    fn new_dealer(&mut self, seat: usize) {
        self.state.dealer = seat;
        self.state.dealer_turns = 0;
    }

    /// All actions but `point` and a trade that leads to pointing.
    fn act(&mut self, action: &str) {
        let (first, second) = action.split_once(' ').unwrap_or((action, ""));
        match first {
            "keep" if second == "queen" => self.go_on(),
            "keep" | "give" => {
                self.state.dealer_turns += 1;
                self.state.direction = Some(second.to_string());
                let dealer = self.state.dealer;
                self.deal(if first == "keep" { dealer } else { self.state.neighbour(dealer, second) });
            }
            "tap" => self.tap_out(),
            "take" => self.deal(self.state.turn),
            "ask" => self.ask("answer"),
            "accept" => {
                self.new_dealer(self.state.turn);
                self.go_on();
            }
            "redeem" => {
                self.new_dealer(self.state.turn);
                self.discard();
            }
            "discard" => self.discard(),
            _ => self.go_on(), // decline, stay, refuse
        }
    }

    fn compare(&self, found: &State, clause: &str) -> Check<()> {
        let state = &self.state;
        same("GR-J4", "dealer", &state.dealer, &found.dealer)?;
        same("GR-R9", "dealer_turns", &state.dealer_turns, &found.dealer_turns)?;
        same("GR-R6", "direction", &state.direction, &found.direction)?;
        same(clause, "phase", &state.phase, &found.phase)?;
        if state.phase != "over" {
            same("GR-R7", "turn", &state.turn, &found.turn)?;
        }
        for (seat, (hand, other)) in state.hands.iter().zip(&found.hands).enumerate() {
            same_cards(clause, &format!("hand of seat {seat}"), hand, other)?;
        }
        same("GR-R4", "stock", &state.stock, &found.stock)?;
        same("GR-R12", "discarded", &state.discarded, &found.discarded)
    }
}

/// A trade during which cards are pointed at: GR-R16.
#[derive(Clone)]
struct Trade {
    queen: Card,
    with: usize,
    number: usize,
    /// Both hands as they were, without the queen.
    own: Vec<Card>,
    theirs: Vec<Card>,
    /// Cards seen to have changed hands so far.
    moved: Vec<Card>,
    pointed: Vec<String>,
    /// Whether positions count from 0; known once a list was seen.
    from_zero: bool,
}

impl Trade {
    /// Both hands once `cards` have been given for the queen.
    fn settle(&self, state: &mut State, cards: &[Card]) -> bool {
        let Some(mut theirs) = without(&self.theirs, cards) else { return false };
        theirs.push(self.queen);
        state.hands[self.with] = theirs;
        state.hands[state.turn] = [&self.own, cards].concat();
        true
    }

    fn legal(&self) -> Vec<String> {
        let first = usize::from(!self.from_zero);
        let all = (first..first + self.theirs.len()).map(|n| format!("point {n}"));
        all.filter(|action| !self.pointed.contains(action)).collect()
    }

    /// While cards are still to be pointed at: where the queen and the cards pointed at may be.
    fn check_midway(&mut self, before: &State, found: &State) -> Check<()> {
        let mut expected = before.clone();
        let turn = before.turn;
        let got = without(&found.hands[turn], &self.own);
        let Some(mut moved) = got else {
            return fault("GR-R16", format!("hand of seat {turn}: expected {:?} in it", self.own));
        };
        let queen_stays = take(&mut moved, self.queen);
        let right_number = moved.is_empty() || moved.len() == self.pointed.len();
        if !right_number || without(&moved, &self.moved).is_none() || without(&self.theirs, &moved).is_none()
        {
            let expected = format!("at most {} cards of {:?}", self.pointed.len(), self.theirs);
            return fault("GR-R16", format!("cards traded so far: expected {expected}, found {moved:?}"));
        }
        self.settle(&mut expected, &moved);
        if queen_stays {
            take(&mut expected.hands[self.with], self.queen);
            expected.hands[turn].push(self.queen);
        }
        expected.phase = "point".to_string();
        self.moved = moved;
        let rules = Rules { forced: false, dealer_may_redeem: false, dealer_turns: 0 };
        Play { rules: &rules, state: expected, dealt: None }.compare(found, "GR-R16")
    }
}

pub struct Table {
    rules: Rules,
    state: State,
    dealt: Option<Card>,
    trade: Option<Trade>,
}

impl Table {
    pub fn start(start: &Start) -> Check<Table> {
        if !(2..=8).contains(&start.players) {
            return fault("GR-J1", format!("players: expected 2 to 8, found {}", start.players));
        }
        let rules = Rules {
            forced: choice(start.rules, "double_down", &["optional", "forced"])? == "forced",
            dealer_may_redeem: flag(start.rules, "dealer_may_redeem")?,
            dealer_turns: int(start.rules, "dealer_turns")?,
        };
        if rules.dealer_turns < 1 {
            return fault("GR-R9", "option `dealer_turns`: expected at least 1");
        }
        let found = State::read(start.state, start.players)?;
        let cut = CutRules { clause: "GR-R3", deck: deck54(), value: &value, only_tied: false };
        let dealer = cut_winner(start.cut, &(0..start.players).collect::<Vec<_>>(), &cut)?;
        let state = State {
            dealer,
            dealer_turns: 0,
            direction: None,
            turn: dealer,
            phase: "dealer".to_string(),
            hands: vec![Vec::new(); start.players],
            stock: found.stock.clone(),
            discarded: Vec::new(),
        };
        Play { rules: &rules, state, dealt: None }.compare(&found, "GR-R4")?;
        Ok(Table { rules, state: found, dealt: None, trade: None })
    }

    fn play(&self) -> Play<'_> {
        Play { rules: &self.rules, state: self.state.clone(), dealt: self.dealt }
    }

    fn legal(&self) -> Vec<String> {
        let names: &[&str] = match self.state.phase.as_str() {
            "dealer" => &["keep left", "keep right", "give left", "give right", "tap out"],
            "double-down" => &["take", "decline"],
            "jack" => &["ask", "stay"],
            "answer" => &["accept", "refuse"],
            "spade-ace" => &["redeem", "discard"],
            "queen" => &["keep queen"],
            _ => &[],
        };
        let mut legal: Vec<String> = names.iter().map(|name| name.to_string()).collect();
        if self.state.phase == "queen" {
            legal.extend(self.state.partners().iter().map(|seat| format!("trade {seat}")));
        }
        if let Some(trade) = &self.trade {
            legal.extend(trade.legal());
        }
        legal
    }

    /// GR-R13 to GR-R15.
    fn trade(&self, with: usize) -> Trade {
        let theirs = self.state.hands[with].clone();
        let queen = self.dealt.unwrap_or(SPADE_ACE);
        let mut own = self.state.hands[self.state.turn].clone();
        take(&mut own, queen);
        let half = if queen.suit == 'S' { theirs.len() / 2 } else { 0 };
        let number = half.max(3).min(theirs.len());
        let (moved, pointed) = (Vec::new(), Vec::new());
        Trade { queen, with, number, own, theirs, moved, pointed, from_zero: false }
    }

    /// A trade is complete. Which cards it took is read off the hand that was found; the rest of the
    /// step does not depend on it, so a first run with any cards shows what else that hand was dealt.
    fn end_trade(&mut self, trade: &Trade, found: &State) -> Check<()> {
        let run = |cards: &[Card]| {
            let mut play = self.play();
            let possible = trade.settle(&mut play.state, cards);
            play.go_on();
            (possible, play)
        };
        let guess = &trade.theirs[..trade.number];
        let (_, first) = run(guess);
        let turn = self.state.turn;
        let known = without(&first.state.hands[turn], guess).unwrap_or_default();
        let got = without(&found.hands[turn], &known).filter(|got| got.len() == trade.number);
        let got = got.filter(|got| without(got, &trade.moved).is_some());
        let Some((true, play)) = got.as_ref().map(|got| run(got)) else {
            let expected = format!("{} cards of {:?} added to {known:?}", trade.number, trade.theirs);
            let found = &found.hands[turn];
            return fault("GR-R13", format!("hand of seat {turn}: expected {expected}, found {found:?}"));
        };
        play.compare(found, "GR-R13")?;
        self.dealt = play.dealt;
        self.trade = None;
        Ok(())
    }

    fn act_in_trade(&mut self, mut trade: Trade, found: &State) -> Check<()> {
        let all_taken = trade.number == trade.theirs.len();
        if all_taken || trade.pointed.len() == trade.number {
            return self.end_trade(&trade, found);
        }
        trade.check_midway(&self.state, found)?;
        self.trade = Some(trade);
        Ok(())
    }
}

fn clause_of(phase: &str) -> &'static str {
    match phase {
        "dealer" => "GR-R6",
        "double-down" => "GR-R10",
        "jack" | "answer" => "GR-R11",
        "spade-ace" => "GR-R12",
        "queen" => "GR-R13",
        _ => "GR-R16",
    }
}

impl Referee for Table {
    fn act(&mut self, step: &Step) -> Check<()> {
        let by_dealer = matches!(self.state.phase.as_str(), "dealer" | "answer");
        let actor = if by_dealer { self.state.dealer } else { self.state.turn };
        let clause = clause_of(&self.state.phase);
        same(clause, "seat to act", &actor, &step.seat)?;
        if let Some(trade) = &mut self.trade
            && trade.pointed.is_empty()
        {
            trade.from_zero = step.legal.iter().any(|action| action == "point 0");
        }
        check_choice(clause, &self.legal(), step)?;
        let found = State::read(step.state, self.state.hands.len())?;
        let partner = step.action.strip_prefix("trade ").and_then(|seat| seat.parse().ok());
        if let Some(mut trade) = self.trade.clone() {
            trade.pointed.push(step.action.to_string());
            self.act_in_trade(trade, &found)?;
        } else if let Some(with) = partner {
            self.act_in_trade(self.trade(with), &found)?;
        } else {
            let mut play = self.play();
            play.act(step.action);
            play.compare(&found, clause)?;
            self.dealt = play.dealt;
        }
        self.state = found;
        Ok(())
    }

    fn over(&self) -> bool {
        self.state.phase == "over"
    }

    fn outcome(&self, outcome: &Value) -> Check<()> {
        let totals = self.state.totals();
        let best = totals.iter().max();
        let winners: Vec<usize> = (0..totals.len()).filter(|&s| Some(&totals[s]) == best).collect();
        check_winners("GR-R18", &winners, outcome)?;
        check_scores("GR-R18", &totals, outcome)
    }
}
