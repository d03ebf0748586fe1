//! One table: all of its seats, and the moves that they make.

use std::sync::atomic::Ordering;
use std::time::Instant;

use engine::{Dice, Seat, Seed};
use protocol::Ask;
use protocol::online::{Call, GuestKey};

use super::Plan;
use super::book::Book;
use super::client::{self, Client, Trouble};

/// How often a table is opened anew before it counts as an error.
const TRIES: u32 = 5;

/// Plays at one table until the time is over.
pub async fn play(plan: &Plan, number: usize) -> Result<(), String> {
    let mut dice = Dice::new(&Seed(client::random()?));
    let mut seats = {
        let _turn = plan.opening.acquire().await.map_err(|error| error.to_string())?;
        patiently(plan, number).await?
    };
    plan.tally.seated.fetch_add(1, Ordering::Relaxed);
    let _ = plan.begun.subscribe().wait_for(|begun| *begun).await;
    // Tables that begin together would move in step.
    let share = (number as f64 * 0.618).fract();
    tokio::time::sleep(plan.stagger.mul_f64(share)).await;
    let mut book = Book::default();
    // Where the server was killed, every game is played to its end, so that every move is accounted for.
    while !plan.is_over() || (plan.to_the_end && seats.iter().any(|seat| seat.is_playing())) {
        let began = Instant::now();
        match turn(plan, &mut seats, &mut dice, &mut book).await {
            Ok(()) => {}
            Err((_, Trouble::Wrong(reason))) => return Err(reason),
            Err((_, Trouble::Gone(_))) => come_back(plan, &mut seats).await?,
            Err((_, Trouble::Unsaved)) => look_again(plan, &mut seats).await?,
        }
        tokio::time::sleep(plan.pace.saturating_sub(began.elapsed())).await;
    }
    if plan.to_the_end {
        while let Err((_, trouble)) = settle(plan, &mut seats, &mut book).await {
            match trouble {
                Trouble::Wrong(reason) => return Err(reason),
                Trouble::Gone(_) => come_back(plan, &mut seats).await?,
                Trouble::Unsaved => look_again(plan, &mut seats).await?,
            }
        }
    }
    for seat in seats {
        plan.tally.lost.fetch_add(seat.lost, Ordering::Relaxed);
        plan.tally.out_of_order.fetch_add(seat.out_of_order, Ordering::Relaxed);
        seat.leave().await;
    }
    Ok(())
}

/// Gathers; where things go wrong on purpose, and on a machine that is busy with starting them, more than once.
async fn patiently(plan: &Plan, at: usize) -> Result<Vec<Client>, String> {
    let tries = if plan.to_the_end { TRIES } else { 1 };
    for _ in 1..tries {
        if let Ok(seats) = gather(plan, at).await {
            return Ok(seats);
        }
    }
    gather(plan, at).await
}

async fn gather(plan: &Plan, at: usize) -> Result<Vec<Client>, String> {
    let (table, host) = client::open(plan.server(at), &plan.game, plan.players).await?;
    let mut seats = Vec::new();
    for number in 0..plan.players {
        let key = if number == 0 { host } else { GuestKey::new(client::random()?) };
        let mut client = Client::come(&plan.servers, at + number, &table, key).await?;
        let share = Seed(client::random()?);
        let sit = Call::Sit { name: format!("Player {number}"), seat: None, share };
        client.do_it(sit).await.map_err(Trouble::text)?;
        seats.push(client);
    }
    seats[0].do_it(Call::Start).await.map_err(Trouble::text)?;
    wait(&mut seats, Client::is_playing).await.map_err(|(_, trouble)| trouble.text())?;
    Ok(seats)
}

type Mishap = (usize, Trouble);

/// Everyone listens until it is so.
async fn wait(seats: &mut [Client], so: impl Fn(&Client) -> bool) -> Result<(), Mishap> {
    for (number, seat) in seats.iter_mut().enumerate() {
        while !so(seat) {
            seat.hear().await.map_err(|trouble| (number, trouble))?;
        }
    }
    Ok(())
}

/// One move, seen by all; or another game.
async fn turn(plan: &Plan, seats: &mut [Client], dice: &mut Dice, book: &mut Book) -> Result<(), Mishap> {
    let at = seats.iter().map(|seat| seat.at).max().unwrap_or(0);
    wait(seats, |seat| seat.at >= at).await?;
    if !seats.iter().all(Client::is_playing) {
        settle(plan, seats, book).await?;
        return again(seats).await;
    }
    let on_turn = |seat: &Client| {
        let to_act = seat.game.as_ref().and_then(|game| game.standing.to_act);
        to_act.is_some() && to_act == seat.you
    };
    let Some(number) = seats.iter().position(on_turn) else { return Ok(()) };
    let mover = &mut seats[number];
    let seq = mover.seq();
    let choices = mover.game.as_ref().map(|game| &game.standing.choices);
    let Some(choice) = choices.and_then(|choices| dice.pick(choices)) else { return Ok(()) };
    let said = mover.says.clone().filter(|_| dice.below(6) == 0);
    let act = said.unwrap_or_else(|| choice.act.clone());
    if let (Some(game), Some(seat)) = (&mover.game, mover.you) {
        book.send(game.standing.actions, seat, &act);
    }
    let began = Instant::now();
    mover.do_it(Call::Ask { what: Ask::Act { seq, act } }).await.map_err(|trouble| (number, trouble))?;
    book.acknowledge();
    wait(seats, |seat| seat.seq() > seq).await?;
    plan.tally.seen_by_all(began.elapsed());
    Ok(())
}

/// Compares the game with its record, once.
async fn settle(plan: &Plan, seats: &mut [Client], book: &mut Book) -> Result<(), Mishap> {
    // After a kill in the middle of this, some may be in the next game already.
    let over = |seat: &&mut Client| seat.game.is_some() && !seat.is_playing();
    let Some(seat) = seats.iter_mut().find(over).filter(|_| !book.is_empty()) else { return Ok(()) };
    let record = seat.record().await.map_err(|trouble| (0, trouble))?;
    book.close(&record).map_err(|reason| (0, Trouble::Wrong(reason)))?;
    plan.tally.games.fetch_add(1, Ordering::Relaxed);
    Ok(())
}

/// Everyone wants another game and puts their share in.
async fn again(seats: &mut [Client]) -> Result<(), Mishap> {
    for (number, seat) in seats.iter_mut().enumerate() {
        if seat.is_playing() {
            continue;
        }
        let wrong = |reason: String| (number, Trouble::Wrong(reason));
        let share = Seed(client::random().map_err(wrong)?);
        match seat.do_it(Call::Rematch { share }).await {
            // After a resume the others may have begun already.
            Err(Trouble::Wrong(_)) if seat.you.is_some() => {}
            other => other.map_err(|trouble| (number, trouble))?,
        }
    }
    wait(seats, Client::is_playing).await
}

/// A server does not know whether a move was saved. A new snapshot shows whether it was.
async fn look_again(plan: &Plan, seats: &mut [Client]) -> Result<(), String> {
    if !plan.to_the_end {
        return Err("a server did not save a move".to_owned());
    }
    plan.tally.unsaved.fetch_add(1, Ordering::Relaxed);
    come_back(plan, seats).await
}

/// Everyone comes back to a server that was gone.
async fn come_back(plan: &Plan, seats: &mut [Client]) -> Result<(), String> {
    for seat in seats {
        let you: Option<Seat> = seat.you;
        seat.come_back().await?;
        if seat.you.is_none() {
            seat.you = you;
        }
        plan.tally.resumed.fetch_add(1, Ordering::Relaxed);
    }
    Ok(())
}
