//! What can be done as a list, looked up rather than worked out: random play asks for it millions of times.

use super::action::{Action, Column};

/// Actions of one kind; there are never more than four at once.
#[derive(Clone, Copy)]
struct UpToFour {
    actions: [Action; 4],
    len: u8,
}

impl UpToFour {
    const NONE: Self = Self { actions: [Action::Deal; 4], len: 0 };

    const fn with(mut self, action: Action) -> Self {
        if self.len < 4 {
            self.actions[self.len as usize] = action;
            self.len += 1;
        }
        self
    }
}

const fn has(set: usize, column: usize) -> bool {
    set >> column & 1 == 1
}

/// By the set of columns whose top card can go.
static DISCARDS: [UpToFour; 16] = {
    let mut table = [UpToFour::NONE; 16];
    let mut set = 0;
    while set < 16 {
        let mut column = 0;
        while column < 4 {
            if has(set, column) {
                table[set] = table[set].with(Action::Discard(Column::ALL[column]));
            }
            column += 1;
        }
        set += 1;
    }
    table
};

/// By the set of columns that may give a card, and the set of empty ones.
static MOVES: [[UpToFour; 16]; 16] = {
    let mut table = [[UpToFour::NONE; 16]; 16];
    let mut pair = 0;
    while pair < 256 {
        let (givers, empty) = (pair / 16, pair % 16);
        let mut way = 0;
        while way < 16 {
            let (from, to) = (way / 4, way % 4);
            if givers & empty == 0 && has(givers, from) && has(empty, to) {
                let action = Action::Move(Column::ALL[from], Column::ALL[to]);
                table[givers][empty] = table[givers][empty].with(action);
            }
            way += 1;
        }
        pair += 1;
    }
    table
};

/// Lists discards, moves and the deal, in this order.
pub(super) fn list(discards: u8, givers: u8, empty: u8, deals: bool, actions: &mut Vec<Action>) {
    let discards = &DISCARDS[usize::from(discards & 15)];
    let moves = &MOVES[usize::from(givers & 15)][usize::from(empty & 15)];
    let mut row = [Action::Deal; 16];
    row[..4].copy_from_slice(&discards.actions);
    // Written in full, whatever counts of it: copying a fixed number is quicker than asking how many.
    let first = usize::from(discards.len & 7);
    row[first..first + 4].copy_from_slice(&moves.actions);
    let len = first + usize::from(moves.len & 7);
    row[len] = Action::Deal;
    actions.extend_from_slice(&row[..len + usize::from(deals)]);
}
