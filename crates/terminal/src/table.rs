//! What this client says of a table beyond what every client knows: its game is at hand here.

use client::{Connection, TableState, Told};
use engine::Scene;
use engine::scene::{Fact, Lying};
use games::AnyGame;
use protocol::online::ChatLine;
use protocol::{Line, Refusal, codes};

/// What the game at a table says of itself.
pub trait TableGame {
    /// The game that is played, once it is known.
    fn game(&self) -> Option<AnyGame>;

    /// The rules, for players.
    fn rules(&self) -> &'static str;

    /// Whether a deal can be looked through by a solver.
    fn is_solvable(&self) -> bool;

    /// What the player on turn does in a game in which nobody has anything to choose.
    fn only_choice(&self) -> Option<&str>;

    /// Whether the rest of the game can be played at once: it is one's own, and nobody has anything to choose in it.
    fn can_finish(&self) -> bool;

    /// Whether the connection is lost, and tried again.
    fn is_lost(&self) -> bool;
}

impl TableGame for TableState {
    fn game(&self) -> Option<AnyGame> {
        AnyGame::find(self.game_id()?).map(|(game, _)| game)
    }

    fn rules(&self) -> &'static str {
        self.game().map_or("", |game| game.rules_text())
    }

    fn is_solvable(&self) -> bool {
        self.game().is_some_and(bots::is_solvable)
    }

    fn only_choice(&self) -> Option<&str> {
        let free = self.game().is_some_and(|game| !game.has_choices());
        let only = self.standing.choices.first().filter(|_| free && self.is_your_turn());
        only.map(|choice| choice.act.as_str())
    }

    fn can_finish(&self) -> bool {
        let free = self.game().is_some_and(|game| !game.has_choices());
        free && self.online.is_none() && self.is_dealt() && !self.is_over()
    }

    fn is_lost(&self) -> bool {
        matches!(self.connection, Connection::Lost(_))
    }
}

/// The name of those who name none.
const NAMELESS: &str = "Guest";

/// The name to sit down by: those who named none get one that nobody at the table has.
pub fn free_name(table: &TableState, name: &str) -> String {
    let seats = table.online.iter().flat_map(|online| &online.room.seats);
    let taken: Vec<String> =
        seats.filter_map(|place| place.name.as_ref()).map(|name| name.to_lowercase()).collect();
    let is_free = |name: &String| !taken.contains(&name.to_lowercase());
    let numbered = (2..).map(|number| format!("{name} {number}"));
    let mut names = std::iter::once(name.to_owned()).chain(numbered.take_while(|_| name == NAMELESS));
    names.find(is_free).unwrap_or_else(|| name.to_owned())
}

/// The name in "sit as NAME", with which someone sits down by another name.
pub fn seat_name(line: &str) -> Option<&str> {
    let (words, name) = line.split_at_checked("sit as ".len())?;
    Some(name.trim()).filter(|name| words.eq_ignore_ascii_case("sit as ") && !name.is_empty())
}

/// A refusal at a table online, with what to type if the name was taken.
pub fn with_way_out(mut refusal: Refusal, typed: &str) -> Refusal {
    if refusal.code == codes::NAME_TAKEN {
        refusal.text = format!("{} Type {typed} to sit down by another name.", refusal.text);
    }
    refusal
}

/// The table as those see it who only watch, in a few lines.
pub fn described(scene: &Scene) -> Vec<String> {
    let facts = |facts: &[Fact]| facts.iter().map(|fact| format!("{} {}", fact.label, fact.value)).collect();
    let in_general: Vec<String> = facts(&scene.facts);
    let in_general = Some(format!("{}.", in_general.join(", "))).filter(|_| !in_general.is_empty());
    let heaps = scene.heaps.iter().map(|heap| {
        let note = heap.note.as_ref().map_or_else(String::new, |note| format!(", {note}"));
        format!("{}: {}{note}.", heap.label, cards(heap.count, &heap.cards))
    });
    let sitters = scene.sitters.iter().map(|sitter| {
        let marks = sitter.marks.iter().map(|mark| mark.to_string());
        let about: Vec<String> = marks.chain(facts(&sitter.facts)).collect();
        let about = if about.is_empty() { String::new() } else { format!(" ({})", about.join(", ")) };
        // A pile of which only the top is drawn: how many there are is a fact.
        let is_pile = sitter.facts.iter().any(|fact| fact.label == "Cards");
        match is_pile && sitter.hand.iter().all(|lying| lying.card.is_none()) {
            true => format!("{}{about}.", sitter.name),
            false => format!("{}{about}: {}.", sitter.name, cards(sitter.hand.len(), &sitter.hand)),
        }
    });
    in_general.into_iter().chain(heaps).chain(sitters).chain([scene.prompt.clone()]).collect()
}

fn cards(count: usize, lying: &[Lying]) -> String {
    let known: Vec<String> = lying.iter().filter_map(|lying| lying.card).map(|card| card.short()).collect();
    let number = match count {
        0 => "no cards".to_owned(),
        _ => engine::counted(count, "card", "cards"),
    };
    if known.is_empty() { number } else { format!("{number}, {}", known.join(" ")) }
}

/// What brings someone back to a table online.
pub fn way_back(table: &TableState) -> &'static str {
    match table.you {
        Some(_) => "The same link brings you back to your seat.",
        None => "The same link brings you back to the table.",
    }
}

/// What someone said, as a line of the log.
pub fn chat_line(line: &ChatLine) -> Line {
    Line::new(format!("{}: {}", line.name, line.text))
}

/// What is new about people and connection, in sentences.
pub fn sentences(told: &Told, table: &TableState) -> Vec<String> {
    match told {
        Told::People(lines) => lines.clone(),
        Told::Checked(verdict) => vec![verdict.text()],
        Told::Lost(why) => {
            let what =
                if table.online.is_some() { "The connection is lost" } else { "There is no connection" };
            let why = if why.is_empty() { String::new() } else { format!(": {why}") };
            vec![format!("{what}{why}. Trying again…")]
        }
        Told::Found => vec!["You are connected again.".to_owned()],
        Told::Waiting => vec!["This is done once you are connected again.".to_owned()],
        _ => Vec::new(),
    }
}

/// A beat of a lesson, in lines.
pub fn beat_lines(beat: &tables::BeatShown) -> Vec<String> {
    let rules = beat.clauses.join(", ");
    let mut lines = vec![
        format!("{}, {} of {}: {}", beat.lesson, beat.number, beat.of, beat.title),
        format!("{} ({rules})", beat.text),
    ];
    lines.extend(beat.act.as_ref().map(|choice| match choice.act.starts_with("say ") {
        true => format!("{}.", choice.label),
        false => format!("Do this: {} ({}).", choice.label, choice.act),
    }));
    lines
}

#[cfg(test)]
mod tests {
    use engine::Viewer;
    use protocol::Order;

    use super::*;

    /// Spectators are told of each player once how many cards they have.
    #[test]
    fn cards_that_nobody_sees_are_counted_once() {
        for game in AnyGame::ALL {
            let order = Order::new(game.info().id, "Zoë", "club", engine::Seed::from_number(1));
            let scene = tables::open(&order).unwrap().scene(Viewer::Public);
            let lines = described(&scene);
            for sitter in scene.sitters.iter().filter(|sitter| sitter.hand.iter().all(|at| at.card.is_none()))
            {
                let line = lines.iter().find(|line| line.starts_with(&sitter.name)).unwrap();
                let number = line.matches(" card").count() + line.matches("Cards ").count();
                assert_eq!(number, 1, "{line}");
            }
        }
    }
}
