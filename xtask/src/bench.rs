//! `cargo xtask bench`: how fast things are.

use std::collections::BTreeMap;

use crate::shell::{cargo, run_reading, say};
use crate::{bench_server, python};

/// Playouts by the game, the number of players and the preset.
type Rates = BTreeMap<[String; 3], Rate>;

/// What is done per second.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Rate {
    games: f64,
    decisions: f64,
}

/// Runs all benchmarks, or with `--quick` compares the playouts of two builds.
pub fn command(arguments: &[String]) -> Result<(), String> {
    match arguments {
        [] => all(),
        [flag] if flag == "--quick" => compare(),
        [flag] if flag == "--peers" => peers().and_then(|()| bench_server::peers()),
        [flag, part] if flag == "--peers" && part == "server" => bench_server::peers(),
        _ => Err("cargo xtask bench takes nothing but --quick, --peers or --peers server".to_owned()),
    }
}

fn all() -> Result<(), String> {
    let benches = [("games", "playouts"), ("bots", "thinking"), ("bots", "solving"), ("phrases", "hearing")];
    benches
        .iter()
        .try_for_each(|(package, name)| cargo(&["bench", "--package", package, "--bench", name, "--locked"]))
}

/// Playouts, and random play in Python, beside OpenSpiel's.
fn peers() -> Result<(), String> {
    let row = |([game, players, preset], rate): (&[String; 3], &Rate)| {
        format!("{game}/{players}/{preset}={:.0}", rate.decisions)
    };
    let rows: Vec<String> = playouts("release")?.iter().map(row).collect();
    python::bench(&rows)
}

/// Playouts of what `cargo xtask run` builds against those of a release build.
fn compare() -> Result<(), String> {
    let (release, quick) = (playouts("release")?, playouts("dev")?);
    println!(
        "\n{:<16} {:>7}  {:<18} {:>12} {:>12} {:>7}",
        "game", "players", "preset", "release", "run", "ratio"
    );
    let mut product: f64 = 1.0;
    for (key, rate) in &release {
        let Some(other) = quick.get(key) else { continue };
        let [game, players, preset] = key;
        let (rate, other) = (rate.games, other.games);
        product *= other / rate;
        println!("{game:<16} {players:>7}  {preset:<18} {rate:>12.0} {other:>12.0} {:>7.2}", other / rate);
    }
    let mean = product.powf(1.0 / release.len().max(1) as f64);
    println!(
        "\nA run build plays {:.0} % as many games per second as a release build (geometric mean).",
        mean * 100.0
    );
    Ok(())
}

fn playouts(profile: &str) -> Result<Rates, String> {
    say(&format!("Random playouts, profile {profile}"));
    let arguments = ["bench", "--package", "games", "--bench", "playouts", "--locked", "--profile", profile];
    let mut rates = Rates::new();
    run_reading("cargo", &arguments, &[], |line| {
        rates.extend(rate(line));
        true
    })?;
    if rates.is_empty() {
        Err(format!("no playouts were measured with profile {profile}"))
    } else {
        Ok(rates)
    }
}

/// Reads a row of the benchmark's table: game, players, preset, games and decisions per second, and more.
fn rate(line: &str) -> Option<([String; 3], Rate)> {
    let mut words = line.split_whitespace();
    let key = [words.next()?, words.next()?, words.next()?].map(str::to_owned);
    key[1].parse::<usize>().ok()?;
    let mut number = || words.next()?.replace(',', "").parse().ok();
    Some((key, Rate { games: number()?, decisions: number()? }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_the_table_are_read_and_nothing_else() {
        let row = "some-game          4  some-preset             123,456      1,234,567              –      200,000";
        let key = ["some-game", "4", "some-preset"].map(str::to_owned);
        assert_eq!(rate(row), Some((key, Rate { games: 123_456.0, decisions: 1_234_567.0 })));
        assert_eq!(rate("game           players  preset                    games      decisions"), None);
        assert_eq!(rate("   Compiling games v0.1.0"), None);
        assert_eq!(rate(""), None);
    }
}
