//! One table: all of its seats, and the moves that they make.

use std::sync::atomic::Ordering;
use std::time::Instant;

use engine::{Dice, Seed};
use futures_util::future::try_join_all;
use protocol::online::{Call, GuestKey};
use protocol::{Ask, codes};

use super::Plan;
use super::client::{self, Client, ClientError};
use super::sent_actions::SentActions;

/// How often a table is opened again before it counts as an error.
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
    let mut sent = SentActions::default();
    // Where the server was killed, every game is played to its end, so that every move is accounted for.
    while !plan.is_over() || (plan.to_the_end && seats.iter().any(|seat| seat.is_playing())) {
        let began = Instant::now();
        match turn(plan, &mut seats, &mut dice, &mut sent).await {
            Ok(()) | Err(ClientError::Overtaken) => {}
            Err(ClientError::Unsaved) => look_again(plan, &mut seats).await.map_err(ClientError::text)?,
            Err(error) => return Err(error.text()),
        }
        tokio::time::sleep(plan.pace.saturating_sub(began.elapsed())).await;
    }
    if plan.to_the_end {
        while let Err(error) = settle(plan, &mut seats, &mut sent).await {
            match error {
                ClientError::Unsaved => look_again(plan, &mut seats).await.map_err(ClientError::text)?,
                error => return Err(error.text()),
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
async fn patiently(plan: &Plan, at: usize) -> Result<Vec<Client<'_>>, String> {
    let tries = if plan.to_the_end { TRIES } else { 1 };
    for _ in 1..tries {
        if let Ok(seats) = gather(plan, at).await {
            return Ok(seats);
        }
    }
    gather(plan, at).await
}

async fn gather(plan: &Plan, at: usize) -> Result<Vec<Client<'_>>, String> {
    let (table, host) = client::open(plan.server(at), &plan.game, plan.players).await?;
    let mut seats = Vec::new();
    for number in 0..plan.players {
        let key = if number == 0 { host } else { GuestKey::new(client::random()?) };
        let mut client = Client::come(&plan.servers, at + number, &table, key, &plan.tally).await?;
        let share = Seed(client::random()?);
        let sit =
            Call::Sit { name: format!("Player {number}"), seat: None, share: Some(share), commit: None };
        client.do_it(sit).await.map_err(ClientError::text)?;
        seats.push(client);
    }
    seats[0].do_it(Call::Start).await.map_err(ClientError::text)?;
    wait(&mut seats, |seat| seat.is_playing()).await.map_err(ClientError::text)?;
    Ok(seats)
}

/// Everyone listens until it is so, all at once: the deal waits for every client to reveal its share.
async fn wait(seats: &mut [Client<'_>], so: impl Fn(&Client) -> bool) -> Result<(), ClientError> {
    let so = &so;
    let listen = |seat| async move {
        let seat: &mut Client<'_> = seat;
        while !so(seat) {
            seat.hear().await?;
        }
        Ok(())
    };
    try_join_all(seats.iter_mut().map(listen)).await.map(drop)
}

/// One move, seen by all; or another game.
async fn turn(
    plan: &Plan,
    seats: &mut [Client<'_>],
    dice: &mut Dice,
    sent: &mut SentActions,
) -> Result<(), ClientError> {
    let at = seats.iter().map(Client::at).max().unwrap_or(0);
    wait(seats, |seat| seat.at() >= at).await?;
    if !seats.iter().all(Client::is_playing) {
        settle(plan, seats, sent).await?;
        return again(plan, seats).await;
    }
    if let Some(number) = seats.iter().position(|seat| seat.you().is_none()) {
        return Err(ClientError::Wrong(format!("player {number} lost their seat")));
    }
    let on_turn = |seat: &&mut Client| seat.table.standing.to_act == seat.you() && seat.table.is_your_turn();
    let Some(mover) = seats.iter_mut().find(on_turn) else {
        return wait(seats, |seat| seat.at() > at).await;
    };
    let seq = mover.table.seq;
    let Some(choice) = dice.pick(&mover.table.standing.choices) else { return Ok(()) };
    let said = mover.says().filter(|_| dice.below(6) == 0);
    let act = said.unwrap_or_else(|| choice.act.clone());
    if let Some(seat) = mover.you() {
        sent.send(mover.table.standing.actions, seat, &act);
    }
    let began = Instant::now();
    mover.do_it(Call::Ask { what: Ask::act(seq, act) }).await?;
    sent.acknowledge();
    wait(seats, |seat| seat.table.seq > seq).await?;
    plan.tally.seen_by_all(began.elapsed());
    Ok(())
}

/// Compares the game with its record, once.
async fn settle(plan: &Plan, seats: &mut [Client<'_>], sent: &mut SentActions) -> Result<(), ClientError> {
    // After a kill in the middle of this, some may be in the next game already.
    let over = |seat: &&mut Client| seat.table.is_over();
    let Some(seat) = seats.iter_mut().find(over).filter(|_| !sent.is_empty()) else { return Ok(()) };
    let record = seat.record().await?;
    sent.close(&record).map_err(ClientError::Wrong)?;
    plan.tally.games.fetch_add(1, Ordering::Relaxed);
    Ok(())
}

/// Everyone wants another game and puts their share in, all at once: each has to hear when it is to be revealed.
async fn again(plan: &Plan, seats: &mut [Client<'_>]) -> Result<(), ClientError> {
    let play_again = |seat| async move {
        let seat: &mut Client<'_> = seat;
        while !seat.is_playing() {
            let share = Seed(client::random().map_err(ClientError::Wrong)?);
            match seat.do_it(Call::Rematch { share: Some(share), commit: None }).await {
                Err(ClientError::Unsaved) => {
                    unsaved(plan)?;
                    seat.look_again().await?;
                    continue;
                }
                // After a resume the others may have begun already.
                Err(ClientError::Refused(refusal)) if refusal.code == codes::ALREADY_DEALT => {}
                other => other?,
            }
            while !seat.is_playing() {
                seat.hear().await?;
            }
        }
        Ok(())
    };
    try_join_all(seats.iter_mut().map(play_again)).await.map(drop)
}

/// A server does not know whether something was saved. A new snapshot shows whether it was.
async fn look_again(plan: &Plan, seats: &mut [Client<'_>]) -> Result<(), ClientError> {
    unsaved(plan)?;
    try_join_all(seats.iter_mut().map(Client::look_again)).await.map(drop)
}

/// Counts what was not saved; where nothing goes wrong on purpose, that is an error.
fn unsaved(plan: &Plan) -> Result<(), ClientError> {
    plan.tally.unsaved.fetch_add(1, Ordering::Relaxed);
    if plan.to_the_end { Ok(()) } else { Err(ClientError::Wrong("a server did not save a move".to_owned())) }
}
