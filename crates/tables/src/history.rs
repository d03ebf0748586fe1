//! What happened, by rounds or turns, and what came of each round.

use engine::{Act, Game, Present, Table, Viewer};
use serde::{Deserialize, Serialize};

/// A part of a game, in sentences.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chapter {
    /// "Round 3"; empty before the first.
    pub title: String,
    /// What happened, oldest first.
    pub lines: Vec<String>,
    /// What came of the viewer's decision, where a round ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recap: Option<String>,
}

impl Chapter {
    /// As it is read: the title, then the sentences.
    pub fn text(&self) -> String {
        let title = if self.title.is_empty() { Vec::new() } else { vec![format!("{}.", self.title)] };
        title.iter().chain(&self.lines).chain(&self.recap).cloned().collect::<Vec<_>>().join("\n  ")
    }
}

/// The history of a table, as this viewer noticed it.
pub(crate) fn of<G: Present>(table: &Table<G>, viewer: Viewer) -> Vec<Chapter> {
    let setup = table.setup();
    let mut events = Vec::new();
    let mut game = G::start(&setup.rules, setup.names.len(), &setup.seed, &mut events);
    let mut book = Book::<G> { table, viewer, chapters: vec![Chapter::default()], decided: None };
    book.write(&events);
    for entry in table.log() {
        if let (Viewer::Seat(seat), Act::Play(action)) = (viewer, &entry.act)
            && seat == entry.seat
        {
            book.decided = Some((game.view(viewer), *action));
        }
        events.clear();
        if entry.act.perform(&mut game, entry.seat, &mut events).is_ok() {
            book.write(&events);
        }
    }
    book.chapters.retain(|chapter| !chapter.lines.is_empty());
    book.chapters
}

struct Book<'a, G: Game> {
    table: &'a Table<G>,
    viewer: Viewer,
    chapters: Vec<Chapter>,
    /// The viewer's last decision.
    decided: Option<(G::View, G::Action)>,
}

impl<G: Present> Book<'_, G> {
    fn write(&mut self, events: &[G::Event]) {
        let seating = self.table.seating(self.viewer);
        for seen in events.iter().filter_map(|event| G::show(event, self.viewer)) {
            if let Some(title) = G::chapter(&seen, &seating) {
                self.chapters.push(Chapter { title, ..Chapter::default() });
            }
            let Some(chapter) = self.chapters.last_mut() else { return };
            chapter.lines.extend(G::tell(&seen, &seating));
            if let Some(recap) = G::recap(&seen, self.decided.as_ref(), &seating) {
                chapter.recap = Some(recap);
                self.decided = None;
            }
        }
    }
}

/// The whole history of a seat, or what came of the last round.
pub(crate) fn told(chapters: &[Chapter], recap: bool) -> String {
    let texts = chapters.iter().map(Chapter::text);
    match recap {
        false => texts.collect::<Vec<_>>().join("\n"),
        true => {
            let last = chapters.iter().rev().find_map(|chapter| chapter.recap.clone());
            last.unwrap_or_else(|| {
                "No round has ended yet that could be told in a line. Say history for all.".to_owned()
            })
        }
    }
}
