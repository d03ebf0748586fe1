//! Checks Pass the Ace and Chase the Ace against PTA-* and CTA-*.
//!
//! Tolerant about:
//! - the order in which a round's cards lie in the trash (after what lay there before), and the order of seats in a cut;
//! - which cards a cut shows, as long as the deck of 52 can give them.
//!
//! Read strictly: the trash becomes the stock only when a card is needed and the stock has none; a refused King (CTA-R4)
//! is no announcement; announcements stay on the line of the draw that ended a round or a game.

use crate::check::*;
use serde_json::Value;

struct Rules {
    lives: i64,
    dealer_may_swap: bool,
    draws_from_discard: bool,
    king_refused: bool,
    queens_low: bool,
    last_tie: String,
    pot: bool,
}

const TIES: [&str; 6] = ["double-game", "split", "replay", "cut", "carry-staked", "carry"];

impl Rules {
    fn read(rules: &Value) -> Check<Rules> {
        Ok(Rules {
            lives: int(rules, "lives")?,
            dealer_may_swap: flag(rules, "dealer_may_swap")?,
            draws_from_discard: choice(rules, "dealer_draws_from", &["stock", "discard"])? == "discard",
            king_refused: choice(rules, "king_from_stock", &["taken", "refused"])? == "refused",
            queens_low: flag(rules, "queens_low")?,
            last_tie: choice(rules, "last_tie", &TIES)?.to_string(),
            pot: flag(rules, "pot")?,
        })
    }

    /// The rank order in force: PTA-R1, CTA-V6.
    fn order(&self, card: Card) -> i64 {
        if self.queens_low && card.rank == 12 { 0 } else { card.rank.into() }
    }

    fn cut(&self, cut: Option<&Value>, seats: &[usize], clause: &str) -> Check<usize> {
        let value = |card| self.order(card);
        cut_winner(cut, seats, &CutRules { clause, deck: deck52(), value: &value, only_tied: true })
    }

    fn carries(&self) -> bool {
        self.last_tie.starts_with("carry")
    }
}

#[derive(Clone)]
struct State {
    dealer: usize,
    turn: Option<usize>,
    round: i64,
    game: i64,
    lives: Vec<i64>,
    hands: Vec<Option<Card>>,
    stock: Vec<Card>,
    trash: Vec<Card>,
    pot: i64,
    announcements: Vec<String>,
}

impl State {
    fn read(state: &Value, players: usize) -> Check<State> {
        let or_null = |hand: &Value| if hand.is_null() { Some(None) } else { to_card(hand).map(Some) };
        let turn = field(state, "turn")?;
        let state = State {
            dealer: seat(state, "dealer")?,
            turn: if turn.is_null() { None } else { Some(seat(state, "turn")?) },
            round: int(state, "round")?,
            game: int(state, "game")?,
            lives: list(state, "lives", Value::as_i64)?,
            hands: list(state, "hands", or_null)?,
            stock: cards(state, "stock")?,
            trash: cards(state, "trash")?,
            pot: int(state, "pot")?,
            announcements: list(state, "announcements", to_text)?,
        };
        same("PTA-R1", "number of lives", &players, &state.lives.len())?;
        same("PTA-R4", "number of hands", &players, &state.hands.len())?;
        let held = state.hands.iter().flatten();
        let all: Vec<Card> = held.chain(&state.stock).chain(&state.trash).copied().collect();
        same_cards("PTA-R15", "all cards together", &deck52(), &all)?;
        Ok(state)
    }

    fn living(&self) -> Vec<usize> {
        (0..self.lives.len()).filter(|&s| self.lives[s] > 0).collect()
    }

    /// The next living seat to the left.
    fn left_of(&self, seat: usize) -> usize {
        let players = self.lives.len();
        (1..=players).map(|i| (seat + i) % players).find(|&s| self.lives[s] > 0).unwrap_or(seat)
    }
}

/// The state that must follow: piles may have a part whose order only chance knows.
struct Expected {
    state: State,
    /// Lies under `state.stock`, freshly shuffled.
    loose_stock: Vec<Card>,
    /// Lies on `state.trash`: the cards of the round that has just ended.
    loose_trash: Vec<Card>,
}

impl Expected {
    /// PTA-R15: the whole trash becomes a new stock, once a card is needed and there is none.
    fn refill(&mut self) {
        if self.state.stock.is_empty() && self.loose_stock.is_empty() {
            self.loose_stock = std::mem::take(&mut self.state.trash);
            self.loose_stock.append(&mut self.loose_trash);
        }
    }

    /// PTA-R4. Where the order is chance's, the card found in the hand is the one that was dealt.
    fn deal(&mut self, found: &State) -> Check<()> {
        let mut seat = self.state.dealer;
        for _ in self.state.living() {
            seat = self.state.left_of(seat);
            self.refill();
            let card = if self.state.stock.is_empty() {
                let Some(card) = found.hands[seat] else {
                    return fault("PTA-R4", format!("hand of seat {seat}: expected a card, found none"));
                };
                if !take(&mut self.loose_stock, card) {
                    return fault(
                        "PTA-R15",
                        format!("seat {seat} was dealt {card}, which is not in the stock"),
                    );
                }
                card
            } else {
                self.state.stock.remove(0)
            };
            self.state.hands[seat] = Some(card);
        }
        self.state.turn = Some(self.state.left_of(self.state.dealer));
        Ok(())
    }

    /// Every player back at full lives, a fresh deck, a new dealer.
    fn new_game(&mut self, rules: &Rules, cut: Option<&Value>, found: &State) -> Check<()> {
        let players = self.state.lives.len();
        self.state.dealer = rules.cut(cut, &(0..players).collect::<Vec<_>>(), "PTA-R3")?;
        self.state.lives = vec![rules.lives; players];
        self.state.round = 1;
        self.state.stock.clear();
        self.state.trash.clear();
        self.loose_trash.clear();
        self.loose_stock = deck52();
        self.deal(found)
    }

    fn compare(&self, found: &State) -> Check<()> {
        let state = &self.state;
        let announced = match state.announcements.first().map(String::as_str) {
            Some("kung") => "PTA-R8",
            Some("dirty-dan") => "PTA-R10",
            _ => "PTA-R9",
        };
        same(announced, "announcements", &state.announcements, &found.announcements)?;
        same("PTA-R13", "lives", &state.lives, &found.lives)?;
        same("CTA-R5", "pot", &state.pot, &found.pot)?;
        same("PTA-R17", "game", &state.game, &found.game)?;
        same("PTA-R14", "round", &state.round, &found.round)?;
        same("PTA-R14", "dealer", &state.dealer, &found.dealer)?;
        same("PTA-R5", "turn", &state.turn, &found.turn)?;
        same("PTA-R7", "hands", &state.hands, &found.hands)?;
        same_pile("PTA-R14", "trash", &state.trash, &self.loose_trash, &found.trash)?;
        same_pile("PTA-R15", "stock", &state.stock, &self.loose_stock, &found.stock)
    }
}

pub struct Table {
    rules: Rules,
    state: State,
    /// Who won, once somebody has.
    winners: Vec<usize>,
}

impl Table {
    pub fn start(start: &Start) -> Check<Table> {
        let rules = Rules::read(start.rules)?;
        let least = int(start.rules, "min_players")?.max(2) as usize;
        if !(least..=52).contains(&start.players) {
            return fault("PTA-R2", format!("players: expected {least} to 52, found {}", start.players));
        }
        if !(1..=9).contains(&rules.lives) {
            return fault("PTA-V1", format!("lives: expected 1 to 9, found {}", rules.lives));
        }
        let found = State::read(start.state, start.players)?;
        let blank = State {
            game: 1,
            pot: 0,
            hands: vec![None; start.players],
            announcements: Vec::new(),
            ..found.clone()
        };
        let mut expected = Expected { state: blank, loose_stock: Vec::new(), loose_trash: Vec::new() };
        expected.new_game(&rules, start.cut, &found)?;
        expected.compare(&found)?;
        Ok(Table { rules, state: found, winners: Vec::new() })
    }

    fn legal(&self, seat: usize) -> Vec<String> {
        let is_dealer = seat == self.state.dealer;
        let mut legal = vec!["stick".to_string()];
        if !is_dealer || self.rules.dealer_may_swap {
            legal.push("swap".to_string());
        }
        // PTA-J5
        if is_dealer && !(self.state.stock.is_empty() && self.state.trash.is_empty()) {
            legal.push("draw".to_string());
        }
        legal
    }

    /// The cards that a draw can give: one, unless it is drawn from a pile that is shuffled for it.
    fn draws(&self, action: &str) -> Vec<Option<Card>> {
        let state = &self.state;
        if action != "draw" {
            vec![None]
        } else if self.rules.draws_from_discard && !state.trash.is_empty() {
            vec![state.trash.last().copied()]
        } else if !state.stock.is_empty() {
            vec![state.stock.first().copied()]
        } else {
            state.trash.iter().copied().map(Some).collect()
        }
    }

    /// Follows one step, given the card that the dealer drew, if any; gives back who has won the game by it.
    fn follow(&self, step: &Step, found: &State, drawn: Option<Card>) -> Check<Vec<usize>> {
        let mut next =
            Expected { state: self.state.clone(), loose_stock: Vec::new(), loose_trash: Vec::new() };
        next.state.announcements.clear();
        match (step.action, drawn) {
            ("swap", _) => self.swap(&mut next.state, step.seat),
            (_, Some(card)) => self.draw(&mut next, step.seat, card),
            _ => {}
        }
        let winners = if step.seat == self.state.dealer {
            self.end_round(&mut next, step, found)?
        } else {
            next.state.turn = Some(self.state.left_of(step.seat));
            no_cut(step)?;
            Vec::new()
        };
        next.compare(found)?;
        Ok(winners)
    }

    fn swap(&self, next: &mut State, seat: usize) {
        let other = next.left_of(seat);
        if next.hands[other].is_some_and(|card| card.rank == 13) {
            next.announcements.push("kung".to_string());
            return;
        }
        next.hands.swap(seat, other);
        self.announce(next, next.hands[other], next.hands[seat]);
    }

    fn draw(&self, next: &mut Expected, seat: usize, card: Card) {
        if self.rules.draws_from_discard && !next.state.trash.is_empty() {
            next.state.trash.pop();
        } else {
            next.refill();
            if next.state.stock.is_empty() {
                take(&mut next.loose_stock, card);
            } else {
                next.state.stock.remove(0);
            }
        }
        if self.rules.king_refused && card.rank == 13 {
            next.state.trash.push(card); // CTA-J1
            return;
        }
        let old = next.state.hands[seat].replace(card);
        next.state.trash.extend(old); // PTA-J4
        self.announce(&mut next.state, old, Some(card));
    }

    fn announce(&self, next: &mut State, gave: Option<Card>, got: Option<Card>) {
        let order = |card: Option<Card>| card.map(|c| self.rules.order(c));
        if order(got) < order(gave) {
            next.announcements.push("modi".to_string());
        } else if order(got) == order(gave) {
            next.announcements.push("dirty-dan".to_string());
        }
    }

    fn end_round(&self, next: &mut Expected, step: &Step, found: &State) -> Check<Vec<usize>> {
        let (rules, state) = (&self.rules, &mut next.state);
        let living = state.living();
        let order = |seat: usize| state.hands[seat].map(|card| rules.order(card));
        let lowest = living.iter().map(|&s| order(s)).min();
        let losers: Vec<usize> = living.iter().copied().filter(|&s| Some(order(s)) == lowest).collect();
        let all_out = losers == living && living.iter().all(|&s| state.lives[s] == 1);
        if !(all_out && rules.last_tie == "replay") {
            losers.iter().for_each(|&s| state.lives[s] -= 1);
            // CTA-V5: in a game that was carried to, lost lives add nothing.
            let pays = rules.pot && !(rules.last_tie == "carry" && state.game > 1);
            state.pot += if pays { losers.len() as i64 } else { 0 };
        }
        next.loose_trash = state.hands.iter_mut().filter_map(Option::take).collect();
        if all_out && rules.last_tie != "replay" {
            return self.all_out(next, &living, step, found);
        }
        no_cut(step)?;
        let left = next.state.living();
        if left.len() == 1 {
            next.state.turn = None;
            return Ok(left);
        }
        next.state.dealer = next.state.left_of(next.state.dealer);
        next.state.round += 1;
        next.deal(found)?;
        Ok(Vec::new())
    }

    /// All who were left have lost their last life in one round.
    fn all_out(&self, next: &mut Expected, tied: &[usize], step: &Step, found: &State) -> Check<Vec<usize>> {
        next.state.turn = None;
        match self.rules.last_tie.as_str() {
            "split" => {
                no_cut(step)?;
                Ok(tied.to_vec())
            }
            "cut" => Ok(vec![self.rules.cut(step.cut, tied, "CTA-V3")?]),
            _ => {
                next.state.pot = if self.rules.carries() { next.state.pot } else { 0 };
                next.state.game += 1;
                next.new_game(&self.rules, step.cut, found)?;
                Ok(Vec::new())
            }
        }
    }

    /// With a pot, the tokens taken from it: CTA-R5, CTA-V1 and CTA-J3. Without, the lives left.
    fn scores(&self) -> Vec<i64> {
        if !self.rules.pot {
            return self.state.lives.clone();
        }
        let players = self.state.lives.len();
        let (share, rest) =
            (self.state.pot / self.winners.len() as i64, self.state.pot % self.winners.len() as i64);
        let mut scores = vec![0; players];
        let from_left = (1..=players).map(|i| (self.state.dealer + i) % players);
        for (i, seat) in from_left.filter(|s| self.winners.contains(s)).enumerate() {
            scores[seat] = share + i64::from((i as i64) < rest);
        }
        scores
    }
}

fn no_cut(step: &Step) -> Check<()> {
    match step.cut {
        None => Ok(()),
        Some(cut) => fault("PTA-R3", format!("expected no cut on this line, found {cut}")),
    }
}

impl Referee for Table {
    fn act(&mut self, step: &Step) -> Check<()> {
        same("PTA-R5", "seat to act", &self.state.turn, &Some(step.seat))?;
        let clause = if step.seat == self.state.dealer { "PTA-R11" } else { "PTA-R7" };
        check_choice(clause, &self.legal(step.seat), step)?;
        let found = State::read(step.state, self.state.lives.len())?;
        let mut verdict = fault("PTA-J5", "nothing to draw");
        for drawn in self.draws(step.action) {
            verdict = self.follow(step, &found, drawn);
            if verdict.is_ok() {
                break;
            }
        }
        self.winners = verdict?;
        self.state = found;
        Ok(())
    }

    fn over(&self) -> bool {
        self.state.turn.is_none()
    }

    fn outcome(&self, outcome: &Value) -> Check<()> {
        check_winners("PTA-R16", &self.winners, outcome)?;
        check_scores("CTA-R5", &self.scores(), outcome)
    }
}
