//! `parlour bot`: a program of someone else plays at a table online. Everyone there is shown that it is a bot.

use std::path::Path;
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

use client::{Heard, TableState};
use engine::Seat;
use protocol::online::{Call, GuestKey, Phase};
use protocol::{Ask, Asked, Refusal, Tell, codes};
use terminal::{Address, Link};

use crate::cli::BotArgs;
use crate::failure::{Failure, Result};
use crate::program::{Fault, ProgramSeat, Programs};
use crate::{files, print};

/// The pause before something is tried again that the table could not do now.
const SECOND_TRY: Duration = Duration::from_secs(1);

/// Plays until the game is over.
pub fn run(args: &BotArgs) -> Result {
    let link = match &args.table {
        Some(table) => format!("{}/t/{table}", args.url.trim_end_matches('/')),
        None => args.url.clone(),
    };
    let address: Address = link.parse().map_err(Failure::usage)?;
    engine::Name::new(&args.name).map_err(|error| Failure::usage(format!("{error}; set --name")))?;
    let programs = Programs::new(&args.programs)?;
    let program = programs.find_words(&args.program.join(" "), args.program.clone());
    let key = args.key.as_deref().map_or_else(fresh_key, kept_key)?;
    let (to, heard): (Sender<Heard>, _) = channel();
    let mut visit = Visit {
        link: Link::online(address, key, to),
        table: TableState::default(),
        program_seat: ProgramSeat::new(&program),
        args,
        called: false,
        told: false,
        shared: true,
        asked: None,
        instead: None,
        failed: false,
    };
    let played = heard.into_iter().find_map(|heard| visit.hear(heard).transpose());
    drop(visit);
    programs.close();
    print(format!("{}\n", played.unwrap_or_else(|| Err(Failure::failed("the connection ended")))?).as_bytes())
}

fn fresh_key() -> Result<GuestKey> {
    client::random::bytes().map(GuestKey::new).map_err(Failure::failed)
}

/// The key in a file that only its owner can read.
fn kept_key(path: &Path) -> Result<GuestKey> {
    if path.exists() {
        let text = files::read(path)?;
        return text
            .trim()
            .parse()
            .map_err(|error| Failure::failed(format!("{} holds no guest key: {error}", path.display())));
    }
    let key = fresh_key()?;
    let mut options = std::fs::File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let written =
        options.open(path).and_then(|mut file| std::io::Write::write_all(&mut file, key.reveal().as_bytes()));
    written.map_err(|error| Failure::failed(format!("{}: {error}", path.display())))?;
    Ok(key)
}

/// A program at a table.
struct Visit<'a> {
    link: Link,
    table: TableState,
    program_seat: ProgramSeat,
    args: &'a BotArgs,
    /// Whether it has asked for a seat.
    called: bool,
    /// Whether it has said that it is a program.
    told: bool,
    /// Whether it has put a share into the shuffle.
    shared: bool,
    /// The position in which it was asked for what to decide on.
    asked: Option<u64>,
    /// What can be done if its action is refused.
    instead: Option<Instead>,
    /// Whether everyone was told that it fails.
    failed: bool,
}

/// What can be done instead of an action of the program.
struct Instead {
    /// The position.
    seq: u64,
    /// The action of the program.
    own: String,
    /// Another.
    act: String,
}

impl Visit<'_> {
    /// Takes what is heard of the table; a sentence once the program has nothing more to do there.
    fn hear(&mut self, heard: Heard) -> Result<Option<String>> {
        match &heard {
            Heard::Answer { what: Some(what), .. } if matches!(**what, Tell::Decide(_)) => {
                if let Heard::Answer { what: Some(what), .. } = heard
                    && let Tell::Decide(asked) = *what
                {
                    self.decide(*asked);
                }
                return Ok(None);
            }
            Heard::Answer { call, what: Some(what) } => {
                let instead = self.settle(call);
                if let Tell::Refused(refusal) = &**what {
                    match **call {
                        Call::Sit { .. } | Call::Program => return Err(Failure::failed(&refusal.text)),
                        Call::Ask { .. } => return self.refused(refusal, instead),
                        _ => {}
                    }
                }
            }
            Heard::Answer { call, what: None } | Heard::Overtaken(call) => {
                self.settle(call);
            }
            Heard::Ended(why) => return Err(Failure::failed(why)),
            Heard::Lost(why) => eprintln!("parlour: connection lost ({why}); trying again"),
            _ => {}
        }
        self.table.hear(heard);
        self.go_on()
    }

    /// Takes what could be done instead of an action that is answered now: it is not to blame for a later refusal.
    fn settle(&mut self, call: &Call) -> Option<Instead> {
        if matches!(call, Call::Ask { what: Ask::Act { .. } }) { self.instead.take() } else { None }
    }

    /// The table has refused a question or an action.
    fn refused(&mut self, refusal: &Refusal, instead: Option<Instead>) -> Result<Option<String>> {
        match refusal.code.as_str() {
            // It has gone on, and has said so or will.
            codes::STALE => {}
            // It is asked again when something happens.
            codes::PAUSED | codes::NOT_YOUR_TURN => self.asked = None,
            codes::TOO_FAST | codes::NOT_SAVED | codes::BUSY => {
                std::thread::sleep(SECOND_TRY);
                self.asked = None;
                return self.go_on();
            }
            _ => {
                if let Some(Instead { seq, own, act }) = instead {
                    let fault = Fault::illegal(&own, &refusal.text);
                    self.program_seat.fail(&fault);
                    self.play_instead(seq, act, &fault);
                }
            }
        }
        Ok(None)
    }

    fn go_on(&mut self) -> Result<Option<String>> {
        let Some(online) = &self.table.online else { return Ok(None) };
        let phase = online.room.phase;
        match (phase, self.table.you) {
            (Phase::Gathering, None) if !std::mem::replace(&mut self.called, true) => {
                let seat = self.args.seat.and_then(|number| Seat::new(usize::from(number) - 1));
                let share = Some(client::random::seed().map_err(Failure::failed)?);
                self.link.call(Call::Sit { name: self.args.name.clone(), seat, share, commit: None });
            }
            (Phase::Gathering, Some(seat)) => {
                self.asked = None;
                let place = online.room.seats.iter().find(|place| place.seat == seat);
                let known = place.is_some_and(|place| place.program);
                let shares = place.is_some_and(|place| place.shared);
                if !known && !std::mem::replace(&mut self.told, true) {
                    self.link.call(Call::Program);
                }
                if !shares && !std::mem::replace(&mut self.shared, true) {
                    let share = client::random::seed().map_err(Failure::failed)?;
                    self.link.call(Call::Share { share });
                }
            }
            (Phase::Playing | Phase::Over, None) if !self.called => {
                return Err(Failure::failed(
                    "the cards are dealt already; a program sits down before the deal",
                ));
            }
            (Phase::Gathering, None) => {}
            (_, None) => return Ok(Some("The program has lost its seat.".to_owned())),
            (Phase::Playing, Some(_)) if online.room.paused => {}
            (Phase::Playing, Some(_)) => {
                if self.table.is_your_turn() && self.asked.replace(self.table.seq) != Some(self.table.seq) {
                    self.link.call(Call::Ask { what: Ask::Decide });
                }
            }
            (Phase::Over, Some(seat)) => return Ok(self.end(seat)),
        }
        Ok(None)
    }

    fn decide(&mut self, Asked { seq, start, decision }: Asked) {
        let legal = decision.legal.clone();
        let random = start.random as usize + seq as usize;
        let limit = start.seconds;
        let act = self
            .program_seat
            .decide(|seconds| protocol::bot::Start { seconds: seconds.min(limit), ..start }, decision)
            .and_then(|act| {
                if legal.contains(&act) || act.starts_with("say ") {
                    return Ok(act);
                }
                let fault = Fault::illegal(&act, "it is not legal now");
                self.program_seat.fail(&fault);
                Err(fault)
            });
        let played: Vec<&String> = legal.iter().filter(|act| !act.starts_with("say ")).collect();
        let instead = played.get(random % played.len().max(1)).map_or_else(String::new, |act| (*act).clone());
        match act {
            Ok(act) => {
                self.instead = Some(Instead { seq, own: act.clone(), act: instead });
                self.link.call(Call::Ask { what: Ask::act(seq, act) });
            }
            Err(fault) => self.play_instead(seq, instead, &fault),
        }
    }

    /// Does something for a program that failed. The record notes it, and everyone is told the first time.
    fn play_instead(&mut self, seq: u64, act: String, fault: &Fault) {
        eprintln!("parlour: {fault}; playing at random");
        self.instead = None;
        if !std::mem::replace(&mut self.failed, true) {
            let text = format!("My program failed ({}). Where it does I play at random.", fault.code());
            self.link.call(Call::Chat { text });
        }
        let fallback = Some(fault.code().to_owned());
        self.link.call(Call::Ask { what: Ask::Act { seq, act, fallback } });
    }

    fn end(&mut self, seat: Seat) -> Option<String> {
        let outcome = self.table.standing.outcome.as_ref();
        self.program_seat.end(outcome);
        let won = outcome.is_some_and(|outcome| outcome.winners.contains(&seat));
        let said = format!("The game is over; the program {}.", if won { "has won" } else { "has not won" });
        (self.asked, self.told, self.shared, self.failed) = (None, false, false, false);
        (!self.args.stay).then_some(said)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::ProgramArgs;

    #[test]
    fn an_action_that_was_done_is_not_blamed_for_a_later_refusal() {
        let program = Programs::new(&ProgramArgs::USUAL).unwrap().find("/nowhere/at-all").unwrap();
        let args = BotArgs {
            url: String::new(),
            table: None,
            name: String::new(),
            seat: None,
            stay: false,
            key: None,
            programs: ProgramArgs::USUAL,
            program: Vec::new(),
        };
        let thinking = terminal::Thinking { iterations: None, by_the_clock: false, invite: None };
        let mut visit = Visit {
            link: Link::local(thinking, None, None, channel::<Heard>().0),
            table: TableState::default(),
            program_seat: ProgramSeat::new(&program),
            args: &args,
            called: true,
            told: true,
            shared: true,
            asked: None,
            instead: None,
            failed: true,
        };
        let call = || Box::new(Call::Ask { what: Ask::act(1, "stick".to_owned()) });
        let refusal = || Some(Box::new(Tell::Refused(Refusal::new("illegal", "No."))));
        let answers = [
            (Heard::Answer { call: call(), what: None }, 0),
            (Heard::Overtaken(call()), 0),
            (Heard::Answer { call: call(), what: refusal() }, 1),
        ];
        for (answer, faults) in answers {
            visit.instead = Some(Instead { seq: 1, own: "stick".to_owned(), act: "swap".to_owned() });
            visit.hear(answer).unwrap();
            let asked = Box::new(Call::Ask { what: Ask::Decide });
            visit.hear(Heard::Answer { call: asked, what: refusal() }).unwrap();
            assert_eq!(program.report().fallbacks(), faults);
        }
    }
}
