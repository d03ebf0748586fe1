//! `parlour play`: a game line by line. It never moves the cursor, so it works in a pipe and with a screen reader.

mod counsel;
mod deals;

use std::path::{Path, PathBuf};

use bots::solver::Solver;
use bots::{Bot, Brains};
use engine::seating::sentence;
use engine::{Act, Card, Dice, Options, Seat, Table, Viewer};
use games::{AnyGame, with_game};

use crate::cli::PlayArgs;
use crate::failure::{Failure, Outcome};
use crate::pace::Pace;
use crate::phrase::{self, Meant};
use crate::room::Room;
use crate::{files, rules, setup};
use deals::Special;

/// The player's own seat.
const YOU: Seat = Seat::FIRST;

/// Plays.
pub fn run(args: &PlayArgs) -> Outcome {
    let mut room = Room::new();
    let (game, preset) = match &args.game {
        Some(name) => setup::find(name)?,
        // Only one game has deals of the day and deals that can be won.
        None if args.daily.is_some() || args.winnable => (AnyGame::AcesUp, None),
        None => match room.ask_game()? {
            Some(chosen) => chosen,
            None => return Ok(()),
        },
    };
    with_game!(game, G => {
        let mut setup = setup::setup::<G>(preset, &args.options.by, args.options.players, &args.name)?;
        let special = deals::choose(&mut setup, args)?;
        let (table, events) = Table::<G>::open(setup).map_err(Failure::usage)?;
        let dice = bots::dice(&table.setup().seed, table.setup().names.len());
        let (bot, pace, record) = (Bot(args.bots), Pace::new::<G>(args), args.record.clone());
        let sitting = Sitting { game, table, bot, pace, dice, room, record, special, solver: None };
        sitting.play(&events)
    })
}

/// What comes of a line that the player typed.
enum Next {
    /// Something was done.
    Done,
    /// Ask again.
    Again,
    /// The player leaves.
    Leave,
}

struct Sitting<G: Brains> {
    game: AnyGame,
    table: Table<G>,
    /// Who sits on the other seats.
    bot: Bot,
    pace: Pace,
    dice: Vec<Dice>,
    room: Room,
    record: Option<PathBuf>,
    /// What is special about the deal.
    special: Option<Special>,
    /// Made when it is first asked.
    solver: Option<Solver>,
}

impl<G: Brains> Sitting<G> {
    fn play(mut self, opening: &[G::Event]) -> Outcome {
        if let Some(path) = &self.record {
            // Better to know now than after an hour that the record has no place.
            drop(files::Draft::begin(path)?);
        }
        self.welcome()?;
        self.tell(opening)?;
        loop {
            let next = match self.table.to_act() {
                Some(YOU) => self.your_turn()?,
                Some(seat) => self.bots_turn(seat)?,
                None => self.after_the_end()?,
            };
            if matches!(next, Next::Leave) {
                return self.leave();
            }
        }
    }

    fn welcome(&self) -> Outcome {
        let setup = self.table.setup();
        let preset = setup
            .rules
            .preset_name()
            .and_then(|name| G::Rules::PRESETS.iter().find(|known| known.name == name));
        let title = match preset {
            // Some presets are games in their own right, others are ways to play one.
            Some(preset) if preset.title == G::INFO.name || preset.title.contains(' ') => {
                preset.title.to_owned()
            }
            Some(preset) => format!("{}, {}", G::INFO.name, preset.title.to_lowercase()),
            None => format!("{} ({})", G::INFO.name, setup.rules.differences().join(", ")),
        };
        self.room.say(&format!("{title}. {}", G::INFO.summary))?;
        if setup.names.len() > 1 {
            let others = self.table.seating(Viewer::Public).list(Seat::all(setup.names.len()).skip(1));
            let level = self.bot.0;
            self.room
                .say(&format!("You play with {others}, clockwise from your left; their level is {level}."))?;
        }
        if let Some(special) = &self.special {
            self.room.say(&special.announce())?;
        }
        self.room.say(&format!("The cards are promised by commitment {}.", setup.seed.commitment()))?;
        self.room.say("Type a number, an action or a phrase; ? helps, quit leaves.")?;
        self.room.say("")
    }

    fn tell(&self, events: &[G::Event]) -> Outcome {
        let viewer = Viewer::Seat(YOU);
        let seating = self.table.seating(viewer);
        for seen in events.iter().filter_map(|event| G::show(event, viewer)) {
            if let Some(text) = G::tell(&seen, &seating) {
                self.room.say(&text)?;
            }
        }
        Ok(())
    }

    fn describe(&self) -> Outcome {
        let viewer = Viewer::Seat(YOU);
        self.room.say(&G::describe(&self.table.view(viewer), &self.table.seating(viewer)))
    }

    fn bots_turn(&mut self, seat: Seat) -> Outcome<Next> {
        let view = self.table.view(Viewer::Seat(seat));
        let legal = self.table.legal(seat);
        let act = self.pace.decide::<G>(self.bot, &view, &legal, &mut self.dice[seat.index()]);
        let act = act
            .ok_or_else(|| Failure::failed("a player has nothing to do; please report this game's record"))?;
        let events = self.table.act(seat, act).map_err(Failure::failed)?;
        self.tell(&events)?;
        Ok(Next::Done)
    }

    fn choices(&self) -> Vec<(String, String)> {
        let view = self.table.view(Viewer::Seat(YOU));
        let seating = self.table.seating(Viewer::Seat(YOU));
        let named = |action: G::Action| (action.to_string(), G::label(&view, action, &seating));
        self.table.legal(YOU).into_iter().map(named).collect()
    }

    fn your_turn(&mut self) -> Outcome<Next> {
        self.room.say("")?;
        self.describe()?;
        let choices = self.choices();
        for (number, (notation, label)) in choices.iter().enumerate() {
            self.room.say(&format!("  {}. {label} ({notation})", number + 1))?;
        }
        loop {
            let Some(line) = self.room.ask("Your turn> ")? else { return Ok(Next::Leave) };
            match self.obey(&line, &choices)? {
                Next::Again => {}
                next => return Ok(next),
            }
        }
    }

    /// After the end there is still something to take back or to ask, where the table allows it.
    fn after_the_end(&mut self) -> Outcome<Next> {
        let can_ask = self.offer_to_look_back()?;
        if !self.table.setup().courtesies.undo && !can_ask {
            return Ok(Next::Leave);
        }
        let undo = if self.table.setup().courtesies.undo { "undo, or " } else { "" };
        loop {
            let Some(line) = self.room.ask(&format!("The game is over: {undo}quit> "))? else {
                return Ok(Next::Leave);
            };
            if line.is_empty() {
                return Ok(Next::Leave);
            }
            match self.obey(&line, &[])? {
                Next::Again => {}
                next => return Ok(next),
            }
        }
    }

    fn obey(&mut self, line: &str, choices: &[(String, String)]) -> Outcome<Next> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word.to_lowercase().as_str() {
            "" => {}
            "?" | "help" => self.help()?,
            "quit" | "q" | "exit" => return Ok(Next::Leave),
            "table" => self.describe()?,
            "rules" => self.rules(rest)?,
            "why" => self.why(rest.trim(), choices)?,
            "hint" => self.hint()?,
            "can" | "where" | "show" | "winnable" | "winnable?" if self.answer(line)? => {}
            "undo" => return self.take_back(),
            "redo" => return self.do_again(),
            "say" if G::INFO.hears => return self.act(Act::Say(rest.trim().to_owned())),
            _ => return self.choose(line, choices),
        }
        Ok(Next::Again)
    }

    fn choose(&mut self, line: &str, choices: &[(String, String)]) -> Outcome<Next> {
        // Notation means just what it says, even if that is refused; only other words are interpreted.
        if let Some(act) = self.read(line) {
            return self.act(act);
        }
        match phrase::find(line, choices) {
            Meant::One(index) => match self.read(&choices[index].0) {
                Some(act) => return self.act(act),
                None => return Ok(Next::Again),
            },
            Meant::Several(several) => {
                self.room.say("That could be:")?;
                for index in several {
                    self.room.say(&format!(
                        "  {}. {} ({})",
                        index + 1,
                        choices[index].1,
                        choices[index].0
                    ))?;
                }
                self.room.say("Type its number.")?;
            }
            Meant::None => self.room.say(&format!(
                "\"{line}\" fits nothing you can do now. Type a number from the list, or ? for help."
            ))?,
        }
        Ok(Next::Again)
    }

    /// The action of that notation, in whatever case it was typed, whether legal now or not.
    fn read(&self, text: &str) -> Option<Act<G::Action>> {
        let typed = text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
        let every = G::every_action(self.table.setup().names.len());
        every.into_iter().find(|action| action.to_string().to_lowercase() == typed).map(Act::Play)
    }

    fn act(&mut self, act: Act<G::Action>) -> Outcome<Next> {
        match self.table.act(YOU, act) {
            Ok(events) => {
                self.tell(&events)?;
                Ok(Next::Done)
            }
            Err(refused) => {
                self.room.say(&sentence(&format!("{refused}.")))?;
                Ok(Next::Again)
            }
        }
    }

    fn help(&mut self) -> Outcome {
        self.room.say("Type the number of a choice, its notation (in brackets), or say it in your words.")?;
        let mut lines = vec![
            ("table", "shows the table again"),
            ("why ACTION", "tells why something can or cannot be done"),
            ("rules", "shows the rules; rules ID shows one clause"),
            ("quit", "leaves the game"),
        ];
        let courtesies = self.table.setup().courtesies;
        if courtesies.hints {
            lines.push(("hint", "suggests a move, knowing no more than you do"));
        }
        lines.extend(self.questions());
        if courtesies.undo {
            lines.push(("undo, redo", "takes the last action back, does it again"));
        }
        if G::INFO.hears {
            lines.push(("say WORDS", "says something that the rules may judge"));
        }
        for (word, help) in lines {
            self.room.say(&format!("  {word}: {help}"))?;
        }
        Ok(())
    }

    fn rules(&self, clause: &str) -> Outcome {
        if clause.trim().is_empty() {
            return self.room.say(G::INFO.rules_text);
        }
        match rules::find_clause(self.game, clause) {
            Ok(text) => self.room.say(&text),
            Err(failure) => self.room.say(&sentence(&format!("{failure}."))),
        }
    }

    fn why(&self, asked: &str, choices: &[(String, String)]) -> Outcome {
        let view = self.table.view(Viewer::Seat(YOU));
        if let Some(reason) = asked.parse::<Card>().ok().and_then(|card| G::why_card(&view, card)) {
            return self.room.say(&reason);
        }
        let act = self.read(asked).or_else(|| match phrase::find(asked, choices) {
            Meant::One(index) => self.read(&choices[index].0),
            _ => None,
        });
        let Some(act) = act else {
            let example = choices.first().map_or("pass", |(notation, _)| notation.as_str());
            return self.room.say(&format!(
                "Ask about an action, as in: why {example}. Where cards are played, ask about one you hold."
            ));
        };
        match self.table.check(YOU, &act) {
            Ok(()) => self.room.say(&format!("You can do that now: {act}.")),
            Err(refused) => self.room.say(&sentence(&format!("{refused}."))),
        }
    }

    fn take_back(&mut self) -> Outcome<Next> {
        match self.table.undo() {
            Ok(()) => {
                self.room.say("Taken back.")?;
                Ok(Next::Done)
            }
            Err(refused) => {
                self.room.say(&sentence(&format!("{refused}.")))?;
                Ok(Next::Again)
            }
        }
    }

    fn do_again(&mut self) -> Outcome<Next> {
        match self.table.redo() {
            Ok(events) => {
                self.tell(&events)?;
                Ok(Next::Done)
            }
            Err(refused) => {
                self.room.say(&sentence(&format!("{refused}.")))?;
                Ok(Next::Again)
            }
        }
    }

    fn leave(&self) -> Outcome {
        self.room.say("")?;
        let over = self.table.outcome().is_some();
        if over {
            self.describe()?;
            if let (Some(special), Some(outcome)) = (&self.special, self.table.outcome())
                && let Some(text) = special.compare(&outcome)
            {
                self.room.say(&text)?;
            }
            self.room.say(&format!("The seed was {}.", self.table.setup().seed))?;
        } else {
            self.room.say("You leave before the game is over.")?;
        }
        match &self.record {
            Some(path) => self.keep(path),
            None if over => {
                self.room.say("With --record FILE the next game's record is kept, to replay and verify.")
            }
            None => Ok(()),
        }
    }

    fn keep(&self, path: &Path) -> Outcome {
        files::write(path, &self.table.record().write())?;
        self.room.say(&format!(
            "The record is in {0}: see parlour replay {0} and parlour verify {0}.",
            path.display()
        ))
    }
}
