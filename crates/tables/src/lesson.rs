//! Lessons at a table: bots wait, and the learner does what is being taught.

use std::collections::VecDeque;

use engine::lesson::{Beat, Lesson, Move};
use engine::scene::At;
use engine::{Present, Seat, Seed, Viewer};
use games::{ListedGame, with_game};
use protocol::{Ask, Choice, Order, Refusal, Tell, codes};
use serde::{Deserialize, Serialize};

use crate::host::TableHost;
use crate::meaning::understand;

/// The learner's seat.
const YOU: Seat = Seat::FIRST;
/// How well the others play once a lesson is over.
const LEVEL: &str = "novice";
/// Words with which a learner goes on.
const GO_ON: [&str; 9] = ["", "go on", "continue", "next", "ok", "okay", "yes", "go", "on"];

/// Where a lesson is: what a client shows beside the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BeatShown {
    /// The title of the lesson.
    pub lesson: String,
    /// Which beat it is, from 1.
    pub number: usize,
    /// How many there are.
    pub of: usize,
    /// A few words above the text.
    pub title: String,
    /// What is said.
    pub text: String,
    /// The clauses that it follows from.
    pub clauses: Vec<String>,
    /// What is pointed at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub point: Option<At>,
    /// What the learner is to do, while the table waits for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub act: Option<Choice>,
    /// Whom the table waits for.
    pub waits: Waits,
}

/// Whom a table waits for in a lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Waits {
    /// The learner, who reads and goes on ([`Ask::Next`]).
    Reader,
    /// The learner, who does what is taught.
    You,
    /// The others: [`Ask::Next`] lets one of them move, after a pause in which one can follow.
    Others,
}

/// The lessons of a game, in order; those that have no beats yet are left out.
pub fn lessons(listed: ListedGame) -> Vec<Lesson> {
    let all = with_game!(listed.game, G => Lesson::read_all(G::LESSONS));
    let own = |lesson: &Lesson| lesson.game == listed.id && !lesson.beats.is_empty();
    all.unwrap_or_default().into_iter().filter(own).collect()
}

/// The table that a lesson is played at.
pub fn lesson_order(lesson: &Lesson) -> Order {
    Order {
        game: lesson.game.clone(),
        preset: None,
        settings: lesson.settings.iter().cloned().collect(),
        players: Some(lesson.players),
        name: "You".to_owned(),
        bots: LEVEL.to_owned(),
        seed: Seed::from_number(lesson.seed),
    }
}

/// A lesson that is under way.
pub(crate) struct Guide {
    lesson: Lesson,
    beat: usize,
    /// What the others do before the beat is told.
    due: VecDeque<Move>,
}

impl Guide {
    pub fn new(lesson: Lesson) -> Self {
        let due = lesson.before.clone().into();
        Self { lesson, beat: 0, due }
    }

    /// Whether every beat has been told and done.
    pub fn is_over(&self) -> bool {
        self.due.is_empty() && self.beat >= self.lesson.beats.len()
    }

    fn current(&self) -> Option<&Beat> {
        self.lesson.beats.get(self.beat)
    }

    fn waits(&self) -> Waits {
        match self.current() {
            _ if !self.due.is_empty() => Waits::Others,
            Some(beat) if !beat.acts.is_empty() => Waits::You,
            _ => Waits::Reader,
        }
    }

    /// What is shown now. While others move it is still what was told last.
    pub fn shown(&self, host: &dyn TableHost) -> Option<BeatShown> {
        let waits = self.waits();
        let told = if waits == Waits::Others { self.beat.saturating_sub(1) } else { self.beat };
        let beat = self.lesson.beats.get(told)?;
        let scene = host.scene(Viewer::Seat(YOU));
        Some(BeatShown {
            lesson: self.lesson.title.clone(),
            number: told + 1,
            of: self.lesson.beats.len(),
            title: beat.title.clone(),
            text: beat.text.clone(),
            clauses: beat.clauses.clone(),
            point: beat
                .point
                .as_ref()
                .filter(|_| waits != Waits::Others)
                .and_then(|point| point.find(&scene)),
            act: (waits == Waits::You).then(|| taught(beat, host)),
            waits,
        })
    }

    /// Answers what the lesson decides about; none for what any table answers.
    pub fn answer(&mut self, host: &mut dyn TableHost, ask: &Ask) -> Option<Result<Tell, Refusal>> {
        let before = host.seq();
        let done = match ask {
            Ask::Next => self.go_on(host),
            Ask::Phrase { text, .. } if self.waits() == Waits::Reader && is_going_on(text) => {
                self.go_on(host)
            }
            Ask::Phrase { seq, text, spoken, hold } => {
                return match understand(host, YOU, *seq, text, *spoken, *hold) {
                    Ok(Ask::Phrase { .. }) => None,
                    Ok(ask) => self.answer(host, &ask),
                    Err(answer) => Some(Ok(answer)),
                };
            }
            Ask::Act { seq, .. } if *seq != before => Err(Refusal::stale()),
            Ask::Act { act, .. } => self.act(host, act),
            Ask::Finish { .. } => Err(not_taught("First the lesson: do what it says.")),
            Ask::Undo { .. } | Ask::Redo { .. } => Err(not_taught("In a lesson nothing is taken back.")),
            Ask::Hint { .. } => {
                return Some(Ok(match self.shown(host)?.act {
                    Some(choice) => {
                        Tell::Answer { text: format!("{}.", choice.label), act: Some(choice.act) }
                    }
                    None => Tell::Answer { text: "Read, then go on.".to_owned(), act: None },
                }));
            }
            _ => return None,
        };
        Some(done.map(|()| Tell::Update(Box::new(host.update(Viewer::Seat(YOU), before)))))
    }

    fn go_on(&mut self, host: &mut dyn TableHost) -> Result<(), Refusal> {
        match self.waits() {
            Waits::Others => {
                let Some(next) = self.due.front() else { return Ok(()) };
                host.act(next.seat, &next.act)?;
                self.due.pop_front();
            }
            Waits::Reader => self.done(),
            Waits::You => {}
        }
        Ok(())
    }

    fn done(&mut self) {
        let then = self.current().map(|beat| beat.then.clone()).unwrap_or_default();
        self.due.extend(then);
        self.beat += 1;
    }

    fn act(&mut self, host: &mut dyn TableHost, act: &str) -> Result<(), Refusal> {
        match self.waits() {
            Waits::Others => return Err(not_taught("One moment: it is another player's turn.")),
            Waits::Reader => return Err(not_taught("Read first, then go on: press Enter, or say go on.")),
            Waits::You => {}
        }
        let Some(beat) = self.current() else { return Ok(()) };
        if !beat.acts.iter().any(|taught| taught == act) {
            // What the rules forbid is worth knowing, too.
            host.check(YOU, act)?;
            let kind = || format!("You could, but try this first: {}.", taught(beat, host).label);
            return Err(not_taught(beat.wrong.clone().unwrap_or_else(kind)));
        }
        host.act(YOU, act)?;
        self.done();
        Ok(())
    }
}

fn is_going_on(text: &str) -> bool {
    let text = text.trim().trim_end_matches(['.', '!']).to_lowercase();
    GO_ON.contains(&text.as_str())
}

fn not_taught(text: impl Into<String>) -> Refusal {
    Refusal::new(codes::NOT_TAUGHT, text)
}

/// What the learner is to do, as a button says it; words are their own label.
fn taught(beat: &Beat, host: &dyn TableHost) -> Choice {
    let choices = host.choices(YOU);
    let wanted = beat.acts.iter().find_map(|act| choices.iter().find(|choice| choice.act == *act));
    wanted.cloned().unwrap_or_else(|| {
        let act = beat.acts.first().cloned().unwrap_or_default();
        let label = act.strip_prefix("say ").map_or_else(|| act.clone(), |words| format!("Say \"{words}\""));
        Choice { act, label, gesture: Default::default() }
    })
}

#[cfg(test)]
mod tests;
