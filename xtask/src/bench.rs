//! `cargo xtask bench`: how fast things are.

use std::collections::BTreeMap;

use crate::shell::{cargo, run_reading, say};
use crate::{bench_server, python};

/// Playouts per second by the game, the number of players and the preset.
type Rates = BTreeMap<[String; 3], f64>;

/// Runs all benchmarks, or with `--quick` compares the playouts of two builds.
pub fn command(arguments: &[String]) -> Result<(), String> {
    match arguments {
        [] => all(),
        [flag] if flag == "--quick" => compare(),
        [flag] if flag == "--peers" => python::bench().and_then(|()| bench_server::peers()),
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

/// Playouts of what `cargo xtask run` builds against those of a release build.
fn compare() -> Result<(), String> {
    let (release, quick) = (playouts("release")?, playouts("dev")?);
    println!(
        "\n{:<14} {:>7}  {:<18} {:>12} {:>12} {:>7}",
        "game", "players", "preset", "release", "run", "ratio"
    );
    let mut product: f64 = 1.0;
    for (key, rate) in &release {
        let Some(other) = quick.get(key) else { continue };
        let [game, players, preset] = key;
        product *= other / rate;
        println!("{game:<14} {players:>7}  {preset:<18} {rate:>12.0} {other:>12.0} {:>7.2}", other / rate);
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

/// Reads a row of the benchmark's table: game, players, preset, games per second and more.
fn rate(line: &str) -> Option<([String; 3], f64)> {
    let mut words = line.split_whitespace();
    let key = [words.next()?, words.next()?, words.next()?].map(str::to_owned);
    key[1].parse::<usize>().ok()?;
    Some((key, words.next()?.replace(',', "").parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_the_table_are_read_and_nothing_else() {
        let row = "some-game          4  some-preset             123,456      1,234,567              –      200,000";
        let key = ["some-game", "4", "some-preset"].map(str::to_owned);
        assert_eq!(rate(row), Some((key, 123_456.0)));
        assert_eq!(rate("game           players  preset                    games      decisions"), None);
        assert_eq!(rate("   Compiling games v0.1.0"), None);
        assert_eq!(rate(""), None);
    }
}
