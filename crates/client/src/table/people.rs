//! What changed among the people at a table, in sentences.

use protocol::online::{Phase, Place, Room, Who};

use super::{Told, newcomer_question};

/// What changed in the room.
pub(super) fn changes(before: Option<&Room>, now: &Room) -> Told {
    let Some(before) = before else { return Told::People(Vec::new()) };
    let was = |place: &Place| before.seats.iter().find(|was| was.seat == place.seat);
    let seats = now.seats.iter().filter_map(|place| seat_change(was(place)?, place));
    let pause = match (before.paused, now.paused) {
        (false, true) => Some("The host pauses the game.".to_owned()),
        (true, false) => Some("The game goes on.".to_owned()),
        _ => None,
    };
    let newcomer = match (&before.newcomer, &now.newcomer) {
        (before, Some(asks)) if before.as_ref().map(|was| was.at) != Some(asks.at) => {
            Some(format!("{} Everyone who holds cards is asked.", newcomer_question(now, asks)))
        }
        (Some(asked), None) => {
            let sits = now.seats.iter().any(|place| place.seat == asked.seat && place.who == Who::Person);
            (!sits).then(|| format!("{} does not take part in this game.", asked.name))
        }
        _ => None,
    };
    let another = before.phase == Phase::Over && now.phase == Phase::Gathering;
    let another = another.then(|| "There will be another game.".to_owned());
    Told::People(seats.chain(pause).chain(newcomer).chain(another).collect())
}

fn seat_change(was: &Place, now: &Place) -> Option<String> {
    let name =
        |place: &Place| place.name.clone().unwrap_or_else(|| format!("Seat {}", place.seat.index() + 1));
    let who = name(now);
    Some(match (was.who, now.who) {
        (Who::Person, Who::Nobody) => format!("{} gets up.", name(was)),
        (Who::Person, Who::Bot) => format!("{} leaves, and a bot takes over.", name(was)),
        (Who::Nobody | Who::Bot, Who::Person) => format!("{who} sits down."),
        (Who::Person, Who::Person) if now.away && !was.away => format!("{who} is away."),
        (Who::Person, Who::Person) if was.away && !now.away => format!("{who} is back."),
        (Who::Person, Who::Person) if now.sat_in && !was.sat_in => {
            format!("A bot plays for {who} meanwhile.")
        }
        _ => return None,
    })
}
