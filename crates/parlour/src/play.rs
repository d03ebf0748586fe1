//! `parlour play`: a game line by line. It never moves the cursor, so it works in a pipe and with a screen reader.

mod counsel;
mod deals;

use std::path::{Path, PathBuf};

use ::phrases::{By, Choice, Command, Listener, Meant};
use bots::solver::Solver;
use bots::{Bot, Brains};
use engine::seating::sentence;
use engine::{Act, Dice, Options, Seat, Table, Viewer};
use games::{AnyGame, with_game};

use crate::cli::PlayArgs;
use crate::failure::{Failure, Outcome};
use crate::pace::Pace;
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
        let sitting = Sitting { game, table, bot, pace, dice, room, record, special, solver: None, last: events };
        sitting.play()
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
    /// What happened since the player last acted, and what came of that.
    last: Vec<G::Event>,
}

impl<G: Brains> Sitting<G> {
    fn play(mut self) -> Outcome {
        if let Some(path) = &self.record {
            // Better to know now than after an hour that the record has no place.
            drop(files::Draft::begin(path)?);
        }
        self.welcome()?;
        self.tell(&self.last)?;
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
        let title = match setup.rules.as_preset() {
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
        self.last.extend(events);
        Ok(Next::Done)
    }

    fn your_turn(&mut self) -> Outcome<Next> {
        self.room.say("")?;
        self.describe()?;
        self.list(Listener::new(&self.table, YOU).choices(), None)?;
        loop {
            let Some(line) = self.room.ask("Your turn> ")? else { return Ok(Next::Leave) };
            match self.obey(&line)? {
                Next::Again => {}
                next => return Ok(next),
            }
        }
    }

    /// Choices by their numbers: all of them, or some.
    fn list(&self, choices: &[Choice], some: Option<&[usize]>) -> Outcome {
        for (index, Choice { notation, label, .. }) in choices.iter().enumerate() {
            if some.is_none_or(|some| some.contains(&index)) {
                self.room.say(&format!("  {}. {label} ({notation})", index + 1))?;
            }
        }
        Ok(())
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
            match self.obey(&line)? {
                Next::Again => {}
                next => return Ok(next),
            }
        }
    }

    fn obey(&mut self, line: &str) -> Outcome<Next> {
        let asks = ["can", "where", "show", "winnable", "winnable?"];
        let first = line.split(' ').next().unwrap_or_default().to_lowercase();
        if asks.contains(&first.as_str()) && self.answer(line)? {
            return Ok(Next::Again);
        }
        let ear = Listener::new(&self.table, YOU);
        match ear.hear(line, By::Typing) {
            Meant::Do(act) => return self.act(act),
            Meant::Table(command) => return self.command(command),
            Meant::Which { question, choices } => {
                self.room.say(&question)?;
                self.list(ear.choices(), Some(&choices))?;
                self.room.say("Type its number.")?;
            }
            Meant::Refused(why) | Meant::Unclear(why) => self.room.say(&why)?,
            Meant::Silence => {}
        }
        Ok(Next::Again)
    }

    fn command(&mut self, command: Command) -> Outcome<Next> {
        match command {
            Command::Undo => return self.take_back(),
            Command::Redo => return self.do_again(),
            Command::Quit => return Ok(Next::Leave),
            Command::Help => self.help()?,
            Command::Hint => self.hint()?,
            Command::Rules(clause) => self.rules(clause.as_deref().unwrap_or_default())?,
            Command::Why(asked) => self.room.say(&Listener::new(&self.table, YOU).why(&asked))?,
            Command::Turn => self.room.say(&self.whose_turn())?,
            Command::Repeat => {
                self.tell(&self.last)?;
                self.describe()?;
            }
            // The description of the table holds them all.
            Command::Hand | Command::Score | Command::Table => self.describe()?,
        }
        Ok(Next::Again)
    }

    fn whose_turn(&self) -> String {
        match self.table.to_act() {
            Some(YOU) => "It is your turn.".to_owned(),
            Some(seat) => format!("It is {}'s turn.", self.table.seating(Viewer::Public).name(seat)),
            None => "The game is over.".to_owned(),
        }
    }

    fn act(&mut self, act: Act<G::Action>) -> Outcome<Next> {
        match self.table.act(YOU, act) {
            Ok(events) => {
                self.tell(&events)?;
                self.last = events;
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
            ("repeat", "tells once more what happened last"),
            ("whose turn", "tells whose turn it is"),
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
        self.room.say(&format!("Everything that can be said is listed by: parlour phrases {}", G::INFO.id))
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
