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
    /// The children are a list through the nodes: the first and the last of them, and the next of the same parent.
    first: usize,
    last: usize,
    next: usize,
}

impl<A> Node<A> {
    /// Not yet visited.
    fn new(action: Option<A>, seat: Seat, available: u32) -> Self {
        Self { action, seat, visits: 0, available, worth: 0.0, first: 0, last: 0, next: 0 }
    }
}

struct Tree<G: Game> {
    /// The root first. Nobody's child has the number of the root, so 0 ends a list of children.
    nodes: Vec<Node<G::Action>>,
    path: Vec<usize>,
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
    let nodes = vec![Node::new(None, Seat::FIRST, 0)];
    let mut tree = Tree::<G> { nodes, path: Vec::new(), legal: Vec::new(), untried: Vec::new() };
    let mut iterations = 0;
    while !budget.is_spent(iterations) {
        tree.iterate(G::imagine(view, dice), dice);
        iterations += 1;
    }
    let best = tree.children(0).max_by_key(|child| child.visits);
    best.and_then(|child| child.action).filter(|action| legal.contains(action))
}

impl<G: BotStrategy> Tree<G> {
    fn children(&self, node: usize) -> impl Iterator<Item = &Node<G::Action>> {
        let existing = |child: usize| (child != 0).then_some(child);
        let first = existing(self.nodes[node].first);
        let all = std::iter::successors(first, move |&child| existing(self.nodes[child].next));
        all.map(|child| &self.nodes[child])
    }

    fn iterate(&mut self, mut game: G, dice: &mut Dice) {
        self.path.clear();
        self.path.push(0);
        let mut node = 0;
        while let Some(seat) = game.to_act() {
            say_what_helps(&mut game, seat);
            self.legal.clear();
            game.legal(&mut self.legal);
            let (next, is_new) = self.descend(node, seat, dice);
            let Some(action) = self.nodes[next].action else { break };
            game.apply_legal(action, &mut ());
            self.path.push(next);
            node = next;
            if is_new {
                break;
            }
        }
        G::play_out(&mut game, dice, &mut self.legal);
        let Some(outcome) = game.outcome() else { return };
        for &node in &self.path {
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
        let mut following = self.nodes[node].first;
        while following != 0 {
            let child = following;
            let child_node = &mut self.nodes[child];
            following = child_node.next;
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
        self.nodes.push(Node::new(Some(action), seat, 1));
        let parent = &mut self.nodes[node];
        let before = std::mem::replace(&mut parent.last, child);
        match before {
            0 => parent.first = child,
            before => self.nodes[before].next = child,
        }
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
