//! Checks Propreantepenultimate Card against PP-*.
//!
//! Tolerant about:
//! - who dealt (so which seat is active first), the order of cards within a hand, and the scores of the outcome;
//! - which of two identical cards is the named one when a hand is replaced (PP-J5);
//! - whether "last card" inside a longer sentence costs a card.
//!
//! Read strictly: the pile is shuffled only when a card is needed and the stock has none (PP-J9); the active player
//! has changed only if another seat is active (PP-R19); a draw of no card at all voids no declaration (PP-V1);
//! a game that is won stops within step 1, so nothing of step 1 shows in its last state.

use crate::check::*;
use crate::propre_state::*;
use serde_json::Value;

/// The state that must follow, as far as it is known.
struct Expected {
    state: State,
    /// Lies under `state.stock`, freshly shuffled.
    loose_stock: Vec<Card>,
    winner: Option<usize>,
}

pub struct Table {
    until_draw: bool,
    decks: usize,
    state: State,
    winner: Option<usize>,
}

impl Table {
    pub fn start(start: &Start) -> Check<Table> {
        if !(2..=8).contains(&start.players) {
            return fault("PP-J1", format!("players: expected 2 to 8, found {}", start.players));
        }
        let by_players = if start.players <= 4 { 1 } else { 2 };
        let decks = |v: &Value| if v.is_null() { Some(by_players) } else { to_seat(v) };
        let decks = read(start.rules, "decks", decks)?;
        let found = State::read(start.state, start.players, decks)?;
        check_start(&found, seat(start.rules, "hand_size")?)?;
        let until_draw = choice(start.rules, "declaration", &["once", "until-draw"])? == "until-draw";
        Ok(Table { until_draw, decks, state: found, winner: None })
    }

    fn expected(&self) -> Expected {
        Expected { state: self.state.clone(), loose_stock: Vec::new(), winner: None }
    }

    /// Follows a choice of the active player, through all that follows automatically.
    fn follow(&self, action: &str, found: &State) -> Check<Expected> {
        let mut next = self.expected();
        let words: Vec<&str> = action.split(' ').collect();
        let state = &mut next.state;
        if words[0] == "pass" {
            self.pass(&mut next, found)?;
        } else {
            (state.rm, state.b, state.pw) = (true, false, false); // PP-R17
            let Some(card) = words.get(1).and_then(|code| Card::read(code)) else {
                return fault("trace format", format!("no card in `{action}`"));
            };
            if words[0] == "replace" {
                self.replace(&mut next, card, found)?;
            } else {
                take(&mut state.hands[state.active], card);
                play(state, card, &words);
                state.fc = false;
            }
        }
        // PP-J7
        while next.winner.is_none() && next.state.hand().is_empty() {
            self.pass(&mut next, found)?;
        }
        Ok(next)
    }

    /// PP-R6
    fn pass(&self, next: &mut Expected, found: &State) -> Check<()> {
        if next.state.fc {
            (next.state.rm, next.state.b, next.state.pw) = (true, false, false);
            let number = next.state.av.max(1) as usize;
            self.draw(next, next.state.active, number, found)?;
            next.state.av = 0;
        }
        next.step_1();
        Ok(())
    }

    /// PP-R7 and PP-J5.
    fn replace(&self, next: &mut Expected, top: Card, found: &State) -> Check<()> {
        let hand = std::mem::take(&mut next.state.hands[next.state.active]);
        let orders = replaced_orders(&hand, top);
        // The pile may have been shuffled away below, so the order is looked for where the pile now ends.
        let fits = |order: &&Vec<Card>| {
            let kept = found.pile.len().min(order.len());
            let cards: Vec<Card> =
                found.pile[found.pile.len() - kept..].iter().map(|laid| laid.card).collect();
            order[order.len() - kept..] == cards
        };
        let order = orders.iter().find(fits).unwrap_or(&orders[0]);
        next.state.pile.extend(order.iter().map(|&card| Laid { card, shown: card }));
        self.draw(next, next.state.active, hand.len(), found)?;
        next.step_1();
        Ok(())
    }

    /// PP-J9, PP-V1. What comes from a freshly shuffled stock is read off the hand that was found.
    fn draw(&self, next: &mut Expected, seat: usize, number: usize, found: &State) -> Check<()> {
        let state = &mut next.state;
        let had = state.hands[seat].len();
        let known = number.min(state.stock.len());
        state.hands[seat].extend(state.stock.drain(..known));
        if known < number {
            let keep = state.run().max(2).min(state.pile.len());
            let gone = state.pile.drain(..state.pile.len() - keep);
            next.loose_stock = gone.map(|laid| laid.card).collect();
            let more = (number - known).min(next.loose_stock.len());
            let drawn = without(&found.hands[seat], &state.hands[seat]).filter(|drawn| drawn.len() == more);
            let rest = drawn.as_ref().and_then(|drawn| without(&next.loose_stock, drawn));
            let (Some(drawn), Some(rest)) = (drawn, rest) else {
                let from = sorted(&next.loose_stock);
                let hands = format!("{:?}, found {:?}", state.hands[seat], found.hands[seat]);
                return fault("PP-J9", format!("expected {more} of {from:?} added to {hands}"));
            };
            state.hands[seat].extend(drawn);
            next.loose_stock = rest;
        }
        if self.until_draw && state.hands[seat].len() > had {
            state.declared[seat] = false;
            state.ready[seat] = false;
        }
        Ok(())
    }

    fn say(&self, step: &Step, found: &State) -> Check<()> {
        let legal = if step.seat == self.state.active { self.state.legal() } else { Vec::new() };
        // Talk is possible at any time, so only the list is checked, not that the words are in it.
        let action = step.legal.first().map_or("", String::as_str);
        let listed = Step { action, legal: step.legal.clone(), ..*step };
        if !(legal.is_empty() && step.legal.is_empty()) {
            check_choice("PP-R18", &legal, &listed)?;
        }
        let text = step.action.strip_prefix("say").unwrap_or("").trim();
        let costs = match words(text) {
            Words::Unclear => found.hands[step.seat].len() > self.state.hands[step.seat].len(),
            words => words == Words::Costs,
        };
        let mut next = self.expected();
        if words(text) == Words::Declares {
            next.state.declared[step.seat] = true;
        }
        if costs {
            self.draw(&mut next, step.seat, 1, found)?;
        }
        next.compare(found, "PP-J8")
    }
}

impl Expected {
    /// PP-R14
    fn step_1(&mut self) {
        let state = &mut self.state;
        if !state.pw {
            self.winner = state.hands.iter().position(Vec::is_empty);
            if self.winner.is_some() {
                return;
            }
        }
        let players = state.hands.len() as i64;
        let seats = state.mv.max(0) * if state.cw { 1 } else { -1 };
        let active = (state.active as i64 + seats).rem_euclid(players) as usize;
        if active != state.active {
            state.ready = state.declared.clone(); // PP-R19
        }
        state.active = active;
        state.mv = state.mv.min(0) + 1;
        state.fc = true;
        state.b = false;
    }

    /// `clause` is the one that the option stands in.
    fn compare(&self, found: &State, clause: &str) -> Check<()> {
        let state = &self.state;
        for (seat, (hand, other)) in state.hands.iter().zip(&found.hands).enumerate() {
            same_cards(clause, &format!("hand of seat {seat}"), hand, other)?;
        }
        same(clause, "pile", &state.pile, &found.pile)?;
        same_pile("PP-J9", "stock", &state.stock, &self.loose_stock, &found.stock)?;
        same(clause, "av", &state.av, &found.av)?;
        same(clause, "cw", &state.cw, &found.cw)?;
        same("PP-R14", "active", &state.active, &found.active)?;
        same("PP-R14", "mv", &state.mv, &found.mv)?;
        same("PP-R17", "fc", &state.fc, &found.fc)?;
        same("PP-R17", "rm", &state.rm, &found.rm)?;
        same("PP-R17", "b", &state.b, &found.b)?;
        same("PP-R17", "pw", &state.pw, &found.pw)?;
        same("PP-J8", "declared", &state.declared, &found.declared)?;
        same("PP-R19", "ready", &state.ready, &found.ready)
    }
}

/// PP-R1, PP-R2 and the first step 1, which always leaves MV at 1.
fn check_start(found: &State, hand_size: usize) -> Check<()> {
    for (seat, hand) in found.hands.iter().enumerate() {
        same("PP-J1", &format!("cards of seat {seat}"), &hand_size, &hand.len())?;
    }
    same("PP-R2", "cards on the pile", &1, &found.pile.len())?;
    let turned = found.pile[0];
    same("PP-R2", "card in force", &turned.card, &turned.shown)?;
    let rank = turned.card.rank;
    let av = if matches!(rank, 2 | 5) { rank.into() } else { 0 };
    same("PP-R2", "av", &av, &found.av)?;
    same("PP-R2", "mv", &1, &found.mv)?;
    same("PP-R2", "cw", &(rank != 11), &found.cw)?;
    same("PP-R2", "rm", &(rank != 1), &found.rm)?;
    same("PP-R1", "fc, b, pw", &(true, false, false), &(found.fc, found.b, found.pw))?;
    let nobody = vec![false; found.hands.len()];
    same("PP-R19", "declared", &nobody, &found.declared)?;
    same("PP-R19", "ready", &nobody, &found.ready)
}

/// The hand in order with `top` last: one way for every copy of `top`.
fn replaced_orders(hand: &[Card], top: Card) -> Vec<Vec<Card>> {
    let copies = (0..hand.len()).filter(|&i| hand[i] == top);
    let order = |i| {
        let mut order = hand.to_vec();
        order.remove(i);
        order.push(top);
        order
    };
    copies.map(order).collect()
}

/// The effects of options 3 to 8; the card has left the hand.
fn play(state: &mut State, card: Card, words: &[&str]) {
    let mut shown = card;
    let rank = i64::from(card.rank);
    let last_word = words.last().copied().unwrap_or("");
    match words[0] {
        "attack" => state.av += rank,
        "block" => {
            state.av = (state.av - rank).max(0);
            state.b = state.av > 0;
            if last_word == "clear" {
                state.av = 0;
            }
            if state.hand().is_empty() && state.av != 0 {
                (state.pw, state.mv) = (true, 0);
            }
        }
        "ten" => state.mv += if last_word == "+" { 1 } else { -1 },
        "jack" => state.cw = !state.cw,
        "ace" => shown.suit = last_word.chars().next().unwrap_or(card.suit),
        _ if last_word == "sideways" => shown.rank = 11 - card.rank,
        _ => {}
    }
    state.pile.push(Laid { card, shown });
}

fn clause_of(action: &str) -> &'static str {
    match action.split(' ').next() {
        Some("pass") => "PP-R6",
        Some("replace") => "PP-R7",
        Some("attack") => "PP-R8",
        Some("block") => "PP-R9",
        Some("ten") => "PP-R10",
        Some("jack") => "PP-R11",
        Some("ace") => "PP-R12",
        _ => "PP-R13",
    }
}

impl Referee for Table {
    fn act(&mut self, step: &Step) -> Check<()> {
        let players = self.state.hands.len();
        if step.seat >= players {
            return fault("PP-R1", format!("there is no seat {}", step.seat));
        }
        let found = State::read(step.state, players, self.decks)?;
        if step.action == "say" || step.action.starts_with("say ") {
            self.say(step, &found)?;
        } else {
            same("PP-R14", "seat to act", &self.state.active, &step.seat)?;
            check_choice("PP-R15", &self.state.legal(), step)?;
            let next = self.follow(step.action, &found)?;
            next.compare(&found, clause_of(step.action))?;
            self.winner = next.winner;
        }
        self.state = found;
        Ok(())
    }

    fn over(&self) -> bool {
        self.winner.is_some()
    }

    fn outcome(&self, outcome: &Value) -> Check<()> {
        check_winners("PP-R14", &self.winner.into_iter().collect::<Vec<_>>(), outcome)
    }
}
