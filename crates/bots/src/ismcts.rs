//! Information-set Monte-Carlo tree search with a single observer.
//!
//! Every iteration imagines a full state that fits the view and walks down one common tree, in which only the
//! actions count that are legal in that state. An action that was seldom available is tried more eagerly when
//! it is (Cowling, Powley and Whitehouse, 2012).

use engine::{Dice, Game, Seat};

use crate::{BotStrategy, Budget};

/// How eagerly little-tried actions are tried: the square root of one half suits rewards from 0 to 1.
const CURIOSITY: f64 = 0.7;

struct Node<A> {
    action: Option<A>,
    /// Who chose the action.
    seat: Seat,
    visits: u32,
    available: u32,
    worth: f64,
    children: Vec<usize>,
}

struct Tree<G: Game> {
    nodes: Vec<Node<G::Action>>,
    legal: Vec<G::Action>,
    untried: Vec<G::Action>,
}

/// The action visited most often within the budget.
pub fn search<G: BotStrategy>(
    view: &G::View,
    legal: &[G::Action],
    dice: &mut Dice,
    budget: &Budget,
) -> Option<G::Action> {
    let root =
        Node { action: None, seat: Seat::FIRST, visits: 0, available: 0, worth: 0.0, children: Vec::new() };
    let mut tree = Tree::<G> { nodes: vec![root], legal: Vec::new(), untried: Vec::new() };
    let mut iterations = 0;
    while !budget.is_spent(iterations) {
        tree.iterate(G::imagine(view, dice), dice);
        iterations += 1;
    }
    let best = tree.nodes[0].children.iter().max_by_key(|&&child| tree.nodes[child].visits);
    best.and_then(|&child| tree.nodes[child].action).filter(|action| legal.contains(action))
}

impl<G: BotStrategy> Tree<G> {
    fn iterate(&mut self, mut game: G, dice: &mut Dice) {
        let mut path = vec![0];
        let mut node = 0;
        while let Some(seat) = game.to_act() {
            say_what_helps(&mut game, seat);
            self.legal.clear();
            game.legal(&mut self.legal);
            let (next, is_new) = self.descend(node, seat, dice);
            let Some(action) = self.nodes[next].action else { break };
            if game.apply(action, &mut ()).is_err() {
                break;
            }
            path.push(next);
            node = next;
            if is_new {
                break;
            }
        }
        G::play_out(&mut game, dice, &mut self.legal);
        let Some(outcome) = game.outcome() else { return };
        for node in path {
            let node = &mut self.nodes[node];
            node.visits += 1;
            node.worth += G::worth(&outcome, node.seat);
        }
    }

    /// The child to go to: one not yet tried, or the most promising of those that are legal here.
    fn descend(&mut self, node: usize, seat: Seat, dice: &mut Dice) -> (usize, bool) {
        let mut best = (f64::NEG_INFINITY, 0);
        self.untried.clear();
        self.untried.extend_from_slice(&self.legal);
        for index in 0..self.nodes[node].children.len() {
            let child = self.nodes[node].children[index];
            let child_node = &mut self.nodes[child];
            let Some(place) = self.untried.iter().position(|action| Some(*action) == child_node.action)
            else {
                continue;
            };
            self.untried.swap_remove(place);
            child_node.available += 1;
            let visits = f64::from(child_node.visits.max(1));
            let curiosity = CURIOSITY * (f64::from(child_node.available).ln() / visits).sqrt();
            let promise = child_node.worth / visits + curiosity;
            if promise > best.0 {
                best = (promise, child);
            }
        }
        let Some(&action) = dice.pick(&self.untried) else { return (best.1, false) };
        let child = self.nodes.len();
        let (action, children) = (Some(action), Vec::new());
        self.nodes.push(Node { action, seat, visits: 0, available: 1, worth: 0.0, children });
        self.nodes[node].children.push(child);
        (child, true)
    }
}

/// Players in imagined games do not forget their words.
fn say_what_helps<G: Game>(game: &mut G, seat: Seat) {
    if G::INFO.hears
        && let Some(words) = game.remark(seat)
    {
        let _ = game.hear(seat, words, &mut ());
    }
}
