//! Best responses, over and over, until nobody gains by playing differently. This is how `table.rs` was made.

use engine::{Game, Options, Seed, Viewer};
use games::pass_the_ace::{Action, PassTheAce, Rules};

use super::habits::Habits;
use super::situation::Situation;

/// How much of what was seen is kept when something new is.
const MEMORY: f64 = 0.85;

/// Losses and trials by the place of the card and by action.
type Tally = [[(f64, f64); 3]; 14];
/// A digit of [`Habits::row`] each.
type Keeps = Vec<[u8; 4]>;

fn row(keeps: &Keeps) -> String {
    let turn = |keeps: &[u8; 4]| keeps.iter().map(|keep| format!("{keep:x}")).collect::<String>();
    keeps.iter().map(turn).collect::<Vec<_>>().join(" ")
}

fn follow(habits: Habits, game: &mut PassTheAce) {
    if let Some(seat) = game.to_act() {
        let mut legal = Vec::new();
        game.legal(&mut legal);
        let action = habits.follow(&game.view(Viewer::Seat(seat)), &legal);
        game.apply(action, &mut ()).unwrap();
    }
}

/// What each action with each card in each situation would have lost, everyone else playing by habit.
fn measure(rules: &Rules, living: usize, habits: Habits, rounds: u64, seed: &Seed) -> Vec<[Tally; 4]> {
    let mut tallies = vec![[Tally::default(); 4]; living];
    for number in 0..rounds {
        let mut game = PassTheAce::start(rules, living, &seed.child(number), &mut ());
        for (position, tallies) in tallies.iter_mut().enumerate() {
            let seat = game.to_act().unwrap();
            let (situation, own) = Situation::of(&game.view(Viewer::Seat(seat))).unwrap();
            let kind = 2 * usize::from(situation.given) + usize::from(situation.first_stuck);
            for action in Action::ALL {
                let mut other = game.clone();
                if situation.safe || other.apply(action, &mut ()).is_err() {
                    continue;
                }
                (position + 1..living).for_each(|_| follow(habits, &mut other));
                let last = other.view(Viewer::Public).last_round.unwrap();
                let (losses, trials) = &mut tallies[kind][usize::from(own)][action as usize];
                *losses += f64::from(u8::from(last.losers.contains(&seat)));
                *trials += 1.0;
            }
            follow(habits, &mut game);
        }
    }
    tallies
}

/// The lowest place to keep that loses least, if this situation was seen often enough to tell.
fn best(tally: &Tally, exchange: Action) -> Option<u8> {
    let times = |place: usize| tally[place][0].1;
    let share = |place: usize, action: Action| {
        let (losses, trials) = tally[place][action as usize];
        if trials == 0.0 { 0.0 } else { losses / trials }
    };
    let cost = |keep: usize| -> f64 {
        let action = |place| if place >= keep { Action::Stick } else { exchange };
        (1..14).map(|place| share(place, action(place)) * times(place)).sum()
    };
    let seen = (1..14).map(times).sum::<f64>() >= 500.0;
    let best = (1..14).min_by(|&one, &other| cost(one).total_cmp(&cost(other)));
    best.filter(|_| seen).map(|keep| keep as u8)
}

/// Habits that nobody gains by changing. Every answer is the best one to a fading memory of what was played
/// before, and what is returned is the middle of the later answers: where the dealer may swap, players would
/// otherwise change their minds in circles.
fn converge(rules: &Rules, living: usize, rounds: u64, times: u64) -> Keeps {
    let mut keeps = vec![[7; 4]; living];
    let mut memory = vec![[Tally::default(); 4]; living];
    let mut answers = Vec::new();
    for time in 0..times {
        let row = row(&keeps);
        let habits = Habits { row: &row, dealer_swaps: rules.dealer_may_swap };
        let tallies = measure(rules, living, habits, rounds, &Seed::from_number(time));
        for (turn, kind) in (0..living * 4).map(|index| (index / 4, index % 4)) {
            let memory = &mut memory[turn][kind];
            for (old, new) in memory.iter_mut().flatten().zip(tallies[turn][kind].iter().flatten()) {
                *old = (old.0 * MEMORY + new.0, old.1 * MEMORY + new.1);
            }
            let draws = turn + 1 == living && !rules.dealer_may_swap;
            let exchange = if draws { Action::Draw } else { Action::Swap };
            keeps[turn][kind] = best(memory, exchange).unwrap_or(keeps[turn][kind]);
        }
        if time >= times / 2 {
            answers.push(keeps.clone());
        }
    }
    let middle = |turn: usize, kind: usize| {
        let sum: usize = answers.iter().map(|keeps| usize::from(keeps[turn][kind])).sum();
        ((2 * sum + answers.len()) / (2 * answers.len())) as u8
    };
    (0..living).map(|turn| [0, 1, 2, 3].map(|kind| middle(turn, kind))).collect()
}

/// `cargo xtask thresholds` asks for it: prints what stands in `table.rs`, which takes minutes.
#[test]
fn the_table_is_computed_when_asked_for() {
    if std::env::var_os("PARLOUR_THRESHOLDS").is_none() {
        return;
    }
    for preset in ["chase-the-ace", "pass-the-ace"] {
        let rules = Rules { min_players: Rules::default().min_players, ..Rules::preset(preset).unwrap() };
        println!("// {preset}");
        for living in 2..=12 {
            println!("    \"{}\",", row(&converge(&rules, living, 100_000 / living as u64, 16)));
        }
    }
}
