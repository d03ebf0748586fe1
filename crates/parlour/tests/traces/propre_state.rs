//! Propreantepenultimate Card: the state, what matches what, and what is legal. See propre.rs.

use crate::check::*;
use serde_json::Value;

/// A card on the pile: `card` as printed, `shown` with the rank and suit in force (PP-J3).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Laid {
    pub card: Card,
    pub shown: Card,
}

#[derive(Clone)]
pub struct State {
    pub active: usize,
    pub av: i64,
    pub mv: i64,
    pub cw: bool,
    pub fc: bool,
    pub rm: bool,
    pub b: bool,
    pub pw: bool,
    pub hands: Vec<Vec<Card>>,
    pub pile: Vec<Laid>,
    pub stock: Vec<Card>,
    pub declared: Vec<bool>,
    pub ready: Vec<bool>,
}

fn to_laid(value: &Value) -> Option<Laid> {
    Some(Laid { card: to_card(value.get("card")?)?, shown: to_card(value.get("as")?)? })
}

impl State {
    pub fn read(state: &Value, players: usize, decks: usize) -> Check<State> {
        let state = State {
            active: seat(state, "active")?,
            av: int(state, "av")?,
            mv: int(state, "mv")?,
            cw: flag(state, "cw")?,
            fc: flag(state, "fc")?,
            rm: flag(state, "rm")?,
            b: flag(state, "b")?,
            pw: flag(state, "pw")?,
            hands: hands(state, "hands")?,
            pile: list(state, "pile", to_laid)?,
            stock: cards(state, "stock")?,
            declared: list(state, "declared", Value::as_bool)?,
            ready: list(state, "ready", Value::as_bool)?,
        };
        let lengths = [state.hands.len(), state.declared.len(), state.ready.len()];
        same("PP-R1", "seats in hands, declared, ready", &[players; 3], &lengths)?;
        if state.active >= players {
            return fault("PP-R1", format!("active: there is no seat {}", state.active));
        }
        let laid = state.pile.iter().map(|laid| &laid.card);
        let all = state.hands.iter().flatten().chain(laid).chain(&state.stock).copied();
        same_cards("PP-J1", "all cards together", &deck52().repeat(decks), &all.collect::<Vec<_>>())?;
        Ok(state)
    }

    pub fn hand(&self) -> &[Card] {
        &self.hands[self.active]
    }

    /// The card in force `depth` cards below the top.
    fn shown(&self, depth: usize) -> Option<Card> {
        self.pile.len().checked_sub(depth + 1).map(|i| self.pile[i].shown)
    }

    /// How many topmost cards in a row share one rank.
    pub fn run(&self) -> usize {
        let top = self.shown(0).map(|card| card.rank);
        self.pile.iter().rev().take_while(|laid| Some(laid.shown.rank) == top).count()
    }

    /// PP-R3 and, while `rm` holds, PP-R4.
    fn type_1(&self, card: Card, rm: bool) -> bool {
        let is_six = |card: Option<Card>| card.is_some_and(|c| c.rank == 6);
        if card.rank == 6 && is_six(self.shown(0)) && is_six(self.shown(1)) {
            return false;
        }
        let Some(top) = self.shown(0) else { return false };
        let hearts = card.suit == 'H';
        let couple = hearts && ((card.rank == 12 && top.rank == 13) || (card.rank == 13 && top.rank == 12));
        !rm || card.rank == top.rank || card.suit == top.suit || couple
    }

    /// PP-R5 without its part (2).
    fn type_2_strong(&self, card: Card) -> bool {
        let is = |card: Card, rank: u8| card.rank == rank;
        let near = [self.shown(0), self.shown(1)];
        let any_near = |test: &dyn Fn(Card) -> bool| near.into_iter().flatten().any(test);
        let numeric = |card: Card| (2..=10).contains(&card.rank);
        let equal = any_near(&|other| other.rank == card.rank);
        let bridge = self.b
            && ((is(card, 3) && any_near(&|other| is(other, 7)))
                || (is(card, 7) && any_near(&|other| is(other, 3))));
        let sums = match near {
            [Some(top), Some(below)] if numeric(card) && numeric(top) && numeric(below) => {
                makes_third(card.rank, top.rank, below.rank)
            }
            _ => false,
        };
        let spade = is(card, 1) && card.suit == 'S' && any_near(&|other| !numeric(other));
        let counts = numeric(card) && usize::from(card.rank) == self.run();
        equal || bridge || sums || spade || counts
    }

    /// PP-R5 (2): king and ace, ace and 2 are neighbours.
    fn type_2_step(&self, card: Card) -> bool {
        let one_off = |other: Card| matches!((13 + card.rank - other.rank) % 13, 1 | 12);
        [self.shown(0), self.shown(1)].into_iter().flatten().any(one_off)
    }

    /// The match that options 3, 4, 6 and 7 ask for: PP-J6, PP-R15.
    fn fits(&self, card: Card) -> bool {
        self.fc || self.type_2_strong(card) || self.type_2_step(card)
    }

    /// The match that options 5 and 8 ask for: PP-R10, PP-R13, PP-R15.
    fn fits_type_1(&self, card: Card) -> bool {
        if self.fc {
            self.type_1(card, self.rm)
        } else if self.type_2_strong(card) {
            self.type_1(card, false)
        } else {
            self.type_2_step(card) && self.type_1(card, self.rm)
        }
    }

    pub fn legal(&self) -> Vec<String> {
        let mut hand = sorted(self.hand());
        hand.dedup();
        let mut legal = vec!["pass".to_string()];
        for card in hand {
            if self.fc && self.av == 0 {
                legal.push(format!("replace {card}"));
            }
            if self.hand().len() > 1 {
                self.add_with_more_cards(card, &mut legal);
            }
            // PP-R19
            if self.hand().len() > 1 || self.ready[self.active] {
                self.add_also_last(card, &mut legal);
            }
        }
        legal
    }

    /// Options 3, 5, 6, 7: never with the last card.
    fn add_with_more_cards(&self, card: Card, legal: &mut Vec<String>) {
        match card.rank {
            2 | 5 if self.fits(card) => legal.push(format!("attack {card}")),
            10 if self.fits_type_1(card) => {
                legal.extend([format!("ten {card} +"), format!("ten {card} -")]);
            }
            11 if self.fits(card) => legal.push(format!("jack {card}")),
            1 if self.fits(card) && self.av == 0 => {
                legal.extend(SUITS.iter().map(|suit| format!("ace {card} {suit}")));
            }
            _ => {}
        }
    }

    /// Options 4 and 8.
    fn add_also_last(&self, card: Card, legal: &mut Vec<String>) {
        let is_last = self.hand().len() == 1;
        if matches!(card.rank, 3 | 7) && self.fits(card) && !(is_last && self.av == 0) {
            legal.push(format!("block {card}"));
            let on_other = self.shown(0).is_some_and(|below| below.rank == 10 - card.rank);
            if on_other && !self.fc && self.av > i64::from(card.rank) {
                legal.push(format!("block {card} clear"));
            }
        }
        if self.av == 0 && self.fits_type_1(card) {
            legal.push(format!("play {card}"));
            if (2..=10).contains(&card.rank) {
                legal.push(format!("play {card} sideways"));
            }
        }
    }
}

/// PP-R5 (4): difference and quotient are sum and product read backwards.
fn makes_third(a: u8, b: u8, c: u8) -> bool {
    [(a, b, c), (b, c, a), (a, c, b)].into_iter().any(|(x, y, z)| x + y == z || x * y == z)
}

/// What a `say` does: PP-R18, PP-R20, PP-J8.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Words {
    Declares,
    Costs,
    Talk,
    /// "Last card" within a longer sentence: the rules do not say.
    Unclear,
}

pub fn words(text: &str) -> Words {
    const NAME: &str = "propreantepenultimatecard";
    let letters: String = text.chars().filter(|c| c.is_alphabetic()).flat_map(char::to_lowercase).collect();
    if letters == NAME || letters.strip_prefix("true") == Some(NAME) {
        Words::Declares
    } else if letters == "lastcard"
        || letters.contains("propre")
        || letters.contains("penultimate")
        || edit_distance(&letters, NAME) <= 8
    {
        Words::Costs
    } else if letters.contains("lastcard") {
        Words::Unclear
    } else {
        Words::Talk
    }
}

fn edit_distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &y) in b.iter().enumerate() {
            let changed = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}
