//! From one thing on the screen to the next, by arrows; and what a pointer is over.

use crossterm::event::MouseEvent;
use ratatui::layout::{Position, Rect};

use crate::paint::{Hits, Target};

/// A direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Left.
    Left,
    /// Right.
    Right,
    /// Up.
    Up,
    /// Down.
    Down,
}

/// The thing under the pointer: what was drawn last lies on top.
pub fn under(hits: &Hits, event: &MouseEvent) -> Option<Target> {
    let at = Position::new(event.column, event.row);
    hits.iter().rev().find(|(rect, _)| rect.contains(at)).map(|(_, target)| target.clone())
}

/// The thing that one means by an arrow key: the nearest in that direction, straight ahead before aside.
pub fn nearest(hits: &Hits, from: Option<&Target>, towards: Direction) -> Option<Target> {
    let steerable = |(_, target): &&(Rect, Target)| !matches!(target, Target::Key(_));
    let mut all = hits.iter().filter(steerable);
    let here = from.and_then(|from| hits.iter().find(|(_, target)| target == from));
    let Some((here, _)) = here else {
        // Cards before buttons: that is where one looks.
        return all.next().map(|(_, target)| target.clone());
    };
    // A cell is about twice as high as it is wide.
    let centre = |rect: &Rect| (i32::from(rect.x * 2 + rect.width), 2 * i32::from(rect.y * 2 + rect.height));
    let (x, y) = centre(here);
    let distance = |rect: &Rect| {
        let (to_x, to_y) = centre(rect);
        let (ahead, aside) = match towards {
            Direction::Left => (x - to_x, to_y - y),
            Direction::Right => (to_x - x, to_y - y),
            Direction::Up => (y - to_y, to_x - x),
            Direction::Down => (to_y - y, to_x - x),
        };
        // Things of the same row have little height between them.
        let level = match towards {
            Direction::Left | Direction::Right => aside.abs() > 8,
            Direction::Up | Direction::Down => false,
        };
        (ahead > 0 && !level).then_some(ahead + aside.abs() * 2)
    };
    let reachable = all.filter_map(|(rect, target)| distance(rect).map(|distance| (distance, target)));
    reachable.min_by_key(|(distance, _)| *distance).map(|(_, target)| target.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_lead_to_what_lies_there() {
        let at = |x, y, index| (Rect::new(x, y, 5, 3), Target::Row(index));
        // 0 1 2
        //   3
        let hits = vec![at(0, 0, 0), at(10, 0, 1), at(20, 0, 2), at(11, 6, 3)];
        let go = |from: usize, towards| match nearest(&hits, Some(&Target::Row(from)), towards) {
            Some(Target::Row(index)) => Some(index),
            _ => None,
        };
        assert_eq!(nearest(&hits, None, Direction::Up), Some(Target::Row(0)));
        assert_eq!(go(0, Direction::Right), Some(1));
        assert_eq!(go(1, Direction::Right), Some(2));
        assert_eq!(go(2, Direction::Right), None);
        assert_eq!(go(0, Direction::Down), Some(3));
        assert_eq!(go(3, Direction::Up), Some(1));
        assert_eq!(go(2, Direction::Left), Some(1));
    }
}
