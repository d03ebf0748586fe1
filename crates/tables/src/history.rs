//! What happened, by rounds or turns, and the result of each round.

use engine::{Act, Game, Present, RoundEnd, Table, Viewer};
use protocol::Chapter;

/// The history of a table, as this viewer noticed it.
pub(crate) fn of<G: Present>(table: &Table<G>, viewer: Viewer) -> Vec<Chapter> {
    let setup = table.setup();
    let mut events = Vec::new();
    let mut game = G::start(&setup.rules, setup.names.len(), &setup.seed, &mut events);
    let mut book = Book::<G> { table, viewer, chapters: vec![Chapter::default()], decided: None };
    let mut view = game.view(viewer);
    book.write(&events, &view, &view);
    for entry in table.log() {
        if let (Viewer::Seat(seat), Act::Play(action)) = (viewer, &entry.act)
            && seat == entry.seat
        {
            book.decided = Some((view.clone(), *action));
        }
        events.clear();
        if entry.act.perform(&mut game, entry.seat, &mut events).is_ok() {
            let before = std::mem::replace(&mut view, game.view(viewer));
            book.write(&events, &before, &view);
        }
    }
    book.chapters.retain(|chapter| !chapter.lines.is_empty());
    book.chapters
}

struct Book<'a, G: Game> {
    table: &'a Table<G>,
    viewer: Viewer,
    chapters: Vec<Chapter>,
    /// The viewer's last decision in the round.
    decided: Option<(G::View, G::Action)>,
}

impl<G: Present> Book<'_, G> {
    fn write(&mut self, events: &[G::Event], before: &G::View, after: &G::View) {
        let seating = self.table.seating(self.viewer);
        for seen in events.iter().filter_map(|event| G::show(event, self.viewer)) {
            let end = RoundEnd { seen: &seen, decided: self.decided.as_ref(), before, after };
            let recap = G::recap(&end, &seating);
            let ends = recap.is_some();
            let title = G::chapter(&seen, &seating);
            let mut next = title.map(|title| Chapter { title, ..Chapter::default() });
            // What ends a round belongs to it, even where the next one begins with it.
            if !ends {
                self.chapters.extend(next.take());
            }
            let Some(chapter) = self.chapters.last_mut() else { return };
            chapter.lines.extend(G::tell(&seen, &seating));
            if let Some(recap) = recap {
                chapter.recap =
                    chapter.recap.take().into_iter().chain([recap]).reduce(|a, b| format!("{a} {b}"));
                self.decided = None;
            }
            self.chapters.extend(next);
        }
    }
}

/// The last of these chapters, with about as many lines as asked for.
pub(crate) fn recent(mut chapters: Vec<Chapter>, lines: usize) -> Vec<Chapter> {
    let mut count = 0;
    let recent = chapters.iter().rev().take_while(|chapter| {
        let fits = count < lines;
        count += chapter.lines.len();
        fits
    });
    let first = chapters.len() - recent.count();
    chapters.split_off(first)
}

/// The result of the last round.
pub(crate) fn recap(chapters: &[Chapter]) -> String {
    let last = chapters.iter().rev().find_map(|chapter| chapter.recap.clone());
    last.unwrap_or_else(|| {
        "No round has ended yet that could be told in a line. Say history for all.".to_owned()
    })
}

#[cfg(test)]
mod tests;
