//! The pictures in docs/screens. `INSTA_UPDATE=always cargo test -p terminal pictures` draws them again; look at them before
//! committing.

use std::fmt::Write as _;
use std::path::Path;

use crossterm::event::KeyCode;
use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};

use super::Player;
use super::looks::moves;

/// A cell's width and height, and the margin around the screen, in pixels.
const WIDE: f32 = 8.4;
const HIGH: f32 = 18.0;
const MARGIN: f32 = 12.0;
const INK: &str = "#1f2430";
const PAPER: &str = "#fbfaf7";

#[test]
fn the_pictures_in_the_documents_are_up_to_date() {
    let size = (80, 24);
    for game in games::AnyGame::ALL {
        let id = game.info().id;
        let mut player = moves(id, 5, 3, size);
        // A solitaire has more to show after some deals.
        if player.table_page().table.standing.scene.sitters.is_empty() {
            player = moves(id, 5, 16, size);
        }
        if player.table_page().reveal.is_some() {
            player.press(KeyCode::Enter);
            player.wait();
        }
        compare(&format!("terminal-{id}"), &player.buffer);
    }
    let mut player = Player::at("pass-the-ace", 7, size);
    player.wait();
    player.keys("1");
    player.wait();
    compare("terminal-round-end", &player.buffer);
}

fn compare(name: &str, buffer: &Buffer) {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/screens").join(name).with_extension("svg");
    let drawn = svg(buffer);
    if std::env::var_os("INSTA_UPDATE").is_some_and(|update| update == "always") {
        std::fs::write(&path, &drawn).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        kept == drawn,
        "docs/screens/{name}.svg is old: INSTA_UPDATE=always cargo test -p terminal pictures"
    );
}

/// The screen as a drawing: one text for every run of cells that look alike.
fn svg(buffer: &Buffer) -> String {
    let area = buffer.area;
    let (width, height) =
        (f32::from(area.width) * WIDE + 2.0 * MARGIN, f32::from(area.height) * HIGH + 2.0 * MARGIN);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"DejaVu Sans Mono, Menlo, Consolas, monospace\" font-size=\"14\">\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"{PAPER}\"/>\n"
    );
    for y in 0..area.height {
        let cells: Vec<&Cell> = (0..area.width).map(|x| &buffer[(x, y)]).collect();
        let mut start = 0;
        for run in cells.chunk_by(|one, other| one.style() == other.style()) {
            draw(&mut svg, run, start, y);
            start += run.len();
        }
    }
    svg + "</svg>\n"
}

fn draw(svg: &mut String, run: &[&Cell], start: usize, row: u16) {
    let text: String = run.iter().map(|cell| cell.symbol()).collect();
    let (blank, is) = (text.trim_start(), |modifier| run[0].modifier.contains(modifier));
    let mut colours = [colour(run[0].fg, INK), colour(run[0].bg, PAPER)];
    if is(Modifier::REVERSED) {
        colours.reverse();
    }
    let left = |cell: usize| MARGIN + cell as f32 * WIDE;
    let top = MARGIN + f32::from(row) * HIGH;
    if colours[1] != PAPER {
        let (x, width) = (left(start), run.len() as f32 * WIDE);
        let fill = colours[1];
        writeln!(
            svg,
            "<rect x=\"{x:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{HIGH}\" fill=\"{fill}\"/>"
        )
        .unwrap();
    }
    let written = blank.trim_end();
    if written.is_empty() {
        return;
    }
    let skipped = text.chars().count() - blank.chars().count();
    let (x, y, length) = (left(start + skipped), top + 13.5, written.chars().count() as f32 * WIDE);
    let mut look = format!("fill=\"{}\"", colours[0]);
    if is(Modifier::BOLD) {
        look += " font-weight=\"bold\"";
    }
    if is(Modifier::UNDERLINED) {
        look += " text-decoration=\"underline\"";
    }
    if is(Modifier::DIM) {
        look += " opacity=\"0.7\"";
    }
    let written = written.replace('&', "&amp;").replace('<', "&lt;");
    writeln!(
        svg,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" {look} textLength=\"{length:.1}\" xml:space=\"preserve\">{written}</text>"
    )
    .unwrap();
}

fn colour(colour: Color, usual: &'static str) -> &'static str {
    match colour {
        Color::Red | Color::LightRed => "#b3261e",
        Color::Green | Color::LightGreen => "#1e7b3c",
        Color::Blue | Color::LightBlue => "#1f5fbf",
        Color::Yellow | Color::LightYellow => "#946000",
        Color::Magenta | Color::LightMagenta => "#8e44ad",
        Color::Cyan | Color::LightCyan => "#0f7c80",
        Color::White => PAPER,
        Color::Black => INK,
        Color::Gray | Color::DarkGray => "#6b7080",
        _ => usual,
    }
}
