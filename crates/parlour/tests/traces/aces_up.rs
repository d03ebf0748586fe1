//! Checks Aces Up against AU-*.
//!
//! Tolerant about:
//! - the order in which discards that are made for the player (AU-V5) lie in `discarded`, within one run of them;
//! - how many deals `deal_limit` may be.
//!
//! A start state after forced discards or automatic deals is accepted if some deck of 52 leads to it, or if the search
//! for that deck takes too long (only where both options together play a large part of the game automatically).

use crate::check::*;
use serde_json::Value;
use std::cell::Cell;

struct Rules {
    deal_when: String,
    only_aces_fill: bool,
    deal_limit: Option<i64>,
    forced: bool,
    lone_card_moves: bool,
}

#[derive(Clone)]
struct State {
    columns: Vec<Vec<Card>>,
    stock: Vec<Card>,
    discarded: Vec<Card>,
}

impl Rules {
    fn read(rules: &Value) -> Check<Rules> {
        let limit = |v: &Value| if v.is_null() { Some(None) } else { v.as_i64().map(Some) };
        Ok(Rules {
            deal_when: choice(rules, "deal_when", &["any-time", "auto", "stuck"])?.to_string(),
            only_aces_fill: choice(rules, "fill", &["any", "aces"])? == "aces",
            deal_limit: read(rules, "deal_limit", limit)?,
            forced: choice(rules, "discards", &["optional", "forced"])? == "forced",
            lone_card_moves: flag(rules, "lone_card_moves")?,
        })
    }

    /// AU-R5, AU-V3: the deals made follow from the stock, which starts at 48.
    fn can_deal(&self, state: &State) -> bool {
        let dealt = (48 - state.stock.len() as i64) / 4;
        !state.stock.is_empty() && self.deal_limit.is_none_or(|limit| dealt < limit)
    }

    /// AU-R4, AU-V2, AU-J1: all moves, lone cards' too if asked for.
    fn moves(&self, state: &State, lone: bool) -> Vec<(usize, usize)> {
        let mut moves = Vec::new();
        for (from, column) in state.columns.iter().enumerate() {
            let Some(top) = column.last() else { continue };
            if (column.len() > 1 || lone) && (top.rank == 1 || !self.only_aces_fill) {
                moves.extend((0..4).filter(|&to| state.columns[to].is_empty()).map(|to| (from, to)));
            }
        }
        moves
    }

    /// No discard and no counted move is left.
    fn stuck(&self, state: &State) -> bool {
        state.discards().is_empty() && self.moves(state, false).is_empty()
    }

    fn legal(&self, state: &State) -> Vec<String> {
        let discards = state.discards().into_iter().map(|p| format!("discard {}", p + 1));
        let moves = self.moves(state, self.lone_card_moves).into_iter();
        let moves = moves.map(|(p, q)| format!("move {} {}", p + 1, q + 1));
        let may_deal = self.can_deal(state) && (self.deal_when != "stuck" || self.stuck(state));
        discards.chain(moves).chain(may_deal.then(|| "deal".to_string())).collect()
    }

    /// AU-R6, AU-R7, AU-V3.
    fn status(&self, state: &State) -> &'static str {
        let left = state.columns.iter().flatten();
        if state.stock.is_empty() && left.clone().count() == 4 && left.clone().all(|card| card.rank == 1) {
            "won"
        } else if !self.can_deal(state) && self.stuck(state) {
            "lost"
        } else {
            "in-progress"
        }
    }

    /// AU-V1 and AU-V5: what is done for the player. Gives back where each run of discards ended.
    fn settle(&self, state: &mut State) -> Vec<usize> {
        let mut runs = vec![state.discarded.len()];
        loop {
            while self.forced && !state.discards().is_empty() {
                state.discard(state.discards()[0]);
            }
            runs.push(state.discarded.len());
            if !self.deals_itself(state) {
                return runs;
            }
            state.deal();
        }
    }

    fn deals_itself(&self, state: &State) -> bool {
        self.deal_when == "auto"
            && self.stuck(state)
            && self.can_deal(state)
            && self.status(state) == "in-progress"
    }
}

fn high(card: Card) -> u8 {
    if card.rank == 1 { 14 } else { card.rank }
}

impl State {
    fn read(state: &Value) -> Check<State> {
        let state = State {
            columns: hands(state, "columns")?,
            stock: cards(state, "stock")?,
            discarded: cards(state, "discarded")?,
        };
        same("AU-R1", "number of columns", &4, &state.columns.len())?;
        let all = state.columns.iter().flatten().chain(&state.stock).chain(&state.discarded);
        same_cards("AU-R1", "all cards together", &deck52(), &all.copied().collect::<Vec<_>>())?;
        same("AU-R5", "cards in the stock beyond a whole deal", &0, &(state.stock.len() % 4))?;
        Ok(state)
    }

    /// AU-R3: the columns whose top card may go.
    fn discards(&self) -> Vec<usize> {
        let tops: Vec<Card> = self.columns.iter().filter_map(|c| c.last().copied()).collect();
        let beaten = |card: &Card| tops.iter().any(|t| t.suit == card.suit && high(*t) > high(*card));
        (0..4).filter(|&p| self.columns[p].last().is_some_and(beaten)).collect()
    }

    fn discard(&mut self, column: usize) {
        self.discarded.extend(self.columns[column].pop());
    }

    fn deal(&mut self) {
        let cards: Vec<Card> = self.stock.drain(..4).collect();
        self.columns.iter_mut().zip(cards).for_each(|(column, card)| column.push(card));
    }

    fn act(&mut self, action: &str) {
        let words: Vec<&str> = action.split(' ').collect();
        let column = |i: usize| words[i].parse::<usize>().unwrap_or(1) - 1;
        match words[0] {
            "discard" => self.discard(column(1)),
            "move" => {
                let card = self.columns[column(1)].pop();
                self.columns[column(2)].extend(card);
            }
            _ => self.deal(),
        }
    }
}

/// Looks for a deck that leads to a start state, layer by layer: a card that was dealt either
/// lies in its column still, or is among the discarded ones.
struct Search<'a> {
    rules: &'a Rules,
    goal: &'a State,
    tries_left: Cell<u32>,
}

impl Search<'_> {
    fn reaches(&self, state: &State) -> bool {
        let columns = self.goal.columns.iter().zip(&state.columns);
        let options: Vec<Vec<Card>> = columns.map(|(goal, now)| self.options(goal, now, state)).collect();
        let mut layer = Vec::new();
        self.layers(&options, &mut layer, state)
    }

    /// The cards that could be dealt to one column next.
    fn options(&self, goal: &[Card], now: &[Card], state: &State) -> Vec<Card> {
        let on_table: Vec<Card> = state.columns.iter().flatten().copied().collect();
        let gone = &self.goal.discarded[state.discarded.len()..];
        let later = gone.iter().copied().filter(|card| !on_table.contains(card));
        // A column can only grow further towards its goal while all below is there already.
        let stays = goal.starts_with(now).then(|| goal.get(now.len()).copied()).flatten();
        later.chain(stays).collect()
    }

    fn layers(&self, options: &[Vec<Card>], layer: &mut Vec<Card>, state: &State) -> bool {
        if layer.len() == 4 {
            return self.follow(layer, state);
        }
        options[layer.len()].iter().any(|&card| {
            layer.push(card);
            let found = !layer[..layer.len() - 1].contains(&card) && self.layers(options, layer, state);
            layer.pop();
            found
        })
    }

    fn follow(&self, layer: &[Card], state: &State) -> bool {
        self.tries_left.set(self.tries_left.get().saturating_sub(1));
        if self.tries_left.get() == 0 {
            return true;
        }
        let mut next = state.clone();
        next.stock = layer.to_vec();
        next.deal();
        // Only the number of cards in the stock matters to the rules here.
        next.stock = vec![layer[0]; if state.stock.len() == 52 { 48 } else { state.stock.len() - 4 }];
        while self.rules.forced && !next.discards().is_empty() {
            next.discard(next.discards()[0]);
        }
        let gone = self.goal.discarded.get(..next.discarded.len());
        if gone.is_none_or(|gone| sorted(gone) != sorted(&next.discarded)) {
            return false;
        }
        if self.rules.deals_itself(&next) {
            return next.stock.len() > self.goal.stock.len() && self.reaches(&next);
        }
        next.stock.len() == self.goal.stock.len() && next.columns == self.goal.columns
    }
}

pub struct Table {
    rules: Rules,
    state: State,
}

impl Table {
    pub fn start(start: &Start) -> Check<Table> {
        same("AU-R1", "players", &1, &start.players)?;
        let rules = Rules::read(start.rules)?;
        let state = State::read(start.state)?;
        if !rules.forced && rules.deal_when != "auto" {
            let heights: Vec<usize> = state.columns.iter().map(Vec::len).collect();
            same("AU-R1", "cards in the columns", &vec![1; 4], &heights)?;
            same("AU-R1", "cards in the stock", &48, &state.stock.len())?;
        }
        let unsettled = (rules.forced && !state.discards().is_empty()) || rules.deals_itself(&state);
        same("AU-V1, AU-V5", "something is left to be done for the player", &false, &unsettled)?;
        let blank = State { columns: vec![Vec::new(); 4], stock: deck52(), discarded: Vec::new() };
        if !(Search { rules: &rules, goal: &state, tries_left: Cell::new(50_000) }).reaches(&blank) {
            let clause = if rules.forced { "AU-V5" } else { "AU-V1" };
            return fault(clause, "no deck leads to this start state by what is done for the player");
        }
        let table = Table { rules, state };
        table.check_labels(start.state)?;
        Ok(table)
    }

    fn check_labels(&self, state: &Value) -> Check<()> {
        same("AU-R8", "score", &(self.state.discarded.len() as i64), &int(state, "score")?)?;
        same("AU-R6, AU-R7", "status", &self.rules.status(&self.state), &text(state, "status")?)
    }

    fn compare(&self, next: &State, runs: &[usize], found: &State, action: &str) -> Check<()> {
        let clause = match action.split(' ').next() {
            Some("discard") => "AU-R3",
            Some("move") => "AU-R4",
            _ => "AU-R5",
        };
        same(clause, "columns", &next.columns, &found.columns)?;
        same(clause, "stock", &next.stock, &found.stock)?;
        // Same length as expected: the cards are conserved, and columns and stock are equal.
        same(clause, "discarded before", &&next.discarded[..runs[0]], &&found.discarded[..runs[0]])?;
        for run in runs.windows(2) {
            let cards = run[0]..run[1];
            same_cards(
                "AU-V5",
                "discarded for the player",
                &next.discarded[cards.clone()],
                &found.discarded[cards],
            )?;
        }
        Ok(())
    }
}

impl Referee for Table {
    fn act(&mut self, step: &Step) -> Check<()> {
        same("AU-R1", "seat to act", &0, &step.seat)?;
        check_choice("AU-R3, AU-R4, AU-V1", &self.rules.legal(&self.state), step)?;
        let found = State::read(step.state)?;
        let mut next = self.state.clone();
        next.act(step.action);
        let runs = self.rules.settle(&mut next);
        self.compare(&next, &runs, &found, step.action)?;
        self.state = found;
        self.check_labels(step.state)
    }

    fn over(&self) -> bool {
        self.rules.status(&self.state) != "in-progress"
    }

    fn outcome(&self, outcome: &Value) -> Check<()> {
        let won = self.rules.status(&self.state) == "won";
        check_winners("AU-R7", if won { &[0] } else { &[] }, outcome)?;
        check_scores("AU-R8", &[self.state.discarded.len() as i64], outcome)
    }
}
