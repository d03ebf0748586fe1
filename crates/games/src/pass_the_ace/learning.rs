//! What a newcomer is told: which events have a tip, where rounds begin, and the result of a round.

use engine::{Seating, counted};

use super::{Action, Announcement, Seen, View};

pub(super) fn tip(seen: &Seen) -> Option<&'static str> {
    Some(match seen {
        Seen::Kung { .. } => "kung",
        Seen::Swap { announcement, .. } | Seen::Draw { announcement, .. } if announcement.is_some() => {
            match announcement {
                Some(Announcement::Modi) => "modi",
                _ => "dirty-dan",
            }
        }
        Seen::Swap { .. } => "swap",
        Seen::Draw { .. } => "draw",
        Seen::KingRefused { .. } => "king-refused",
        Seen::Reveal { losers, .. } if losers.len() > 1 => "tie",
        Seen::Reveal { .. } => "reveal",
        Seen::Again { .. } => "again",
        Seen::Reshuffle { .. } => "reshuffle",
        _ => return None,
    })
}

pub(super) fn chapter(seen: &Seen, _: &Seating) -> Option<String> {
    let Seen::Deal { game, round, .. } = seen else { return None };
    let game = if *game > 1 { format!("Game {game}, round") } else { "Round".to_owned() };
    Some(format!("{game} {round}"))
}

/// "Your 5♥ was lowest. When you stuck, 34 % of the 46 cards that you could not see were lower."
pub(super) fn recap(end: &Seen, decided: Option<&(View, Action)>, seating: &Seating) -> Option<String> {
    let Seen::Reveal { hands, losers, .. } = end else { return None };
    let you = seating.you?;
    let (_, card) = hands.iter().find(|(seat, _)| *seat == you)?;
    let result = match (losers.contains(&you), losers.len()) {
        (true, 1) => "was lowest".to_owned(),
        (true, others) => format!("was lowest, with {}", counted(others - 1, "other", "others")),
        (false, _) => "was not the lowest".to_owned(),
    };
    let decided = decided.and_then(|(view, action)| moment(view, *action)).unwrap_or_default();
    Some(format!("Your {} {result}.{decided}", card.short()))
}

fn moment(view: &View, action: Action) -> Option<String> {
    let own = view.own_card()?;
    let (lower, higher, unseen) = view.unseen_around(own);
    let (did, number, than) = match action {
        Action::Stick => (format!("stuck with {}", own.short()), lower, "lower"),
        Action::Swap => (format!("swapped {}", own.short()), higher, "higher"),
        Action::Draw => (format!("threw {} away", own.short()), higher, "higher"),
    };
    let percent = (100 * number + unseen / 2) / unseen.max(1);
    Some(format!(" When you {did}, {percent} % of the {unseen} cards that you could not see were {than}."))
}
