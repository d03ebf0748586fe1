//! Draws a figure as SVG or PNG, with the same strokes. The letters come with the program, so that a plot looks
//! the same on a machine without fonts.

use std::fmt;

use plotters::backend::{BitMapBackend, DrawingBackend, SVGBackend};
use plotters::chart::ChartBuilder;
use plotters::drawing::{DrawingAreaErrorKind, IntoDrawingArea};
use plotters::element::Text;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, FontStyle, IntoFont, RGBColor, TextStyle, register_font};

use super::figure::{Content, Figure, Panel};
use super::strokes::{Area, Canvas, FAINT, GRID, INK, PAPER};

const PANEL: (u32, u32) = (720, 560);
const HEADING: u32 = 84;
const FONT: &str = "sans-serif";

/// Why a plot could not be drawn.
pub struct PlotError(String);

impl fmt::Display for PlotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<E: std::error::Error + Send + Sync> From<DrawingAreaErrorKind<E>> for PlotError {
    fn from(error: DrawingAreaErrorKind<E>) -> Self {
        Self(error.to_string())
    }
}

/// Nothing, or why not.
pub type PlotResult = Result<(), PlotError>;

/// Pixels per unit of length. The viewer can enlarge an SVG; a PNG has to be sharp from the start.
const IN_SVG: i32 = 1;
const IN_PNG: i32 = 2;

fn size(figure: &Figure, unit: i32) -> (u32, u32) {
    let unit = unit.unsigned_abs();
    (unit * PANEL.0 * figure.panels.len().max(1) as u32, unit * (PANEL.1 + HEADING))
}

/// The figure as an SVG file.
pub fn svg(figure: &Figure) -> Result<Vec<u8>, PlotError> {
    let mut text = String::new();
    let size = size(figure, IN_SVG);
    draw(figure, SVGBackend::with_string(&mut text, size).into_drawing_area(), IN_SVG)?;
    Ok(text.into_bytes())
}

/// The figure as a PNG file.
pub fn png(figure: &Figure) -> Result<Vec<u8>, PlotError> {
    let (width, height) = size(figure, IN_PNG);
    let mut pixels = vec![0; (width * height * 3) as usize];
    let area = BitMapBackend::with_buffer(&mut pixels, (width, height)).into_drawing_area();
    draw(figure, area, IN_PNG)?;
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(png::ColorType::Rgb);
    let failed = |error: png::EncodingError| PlotError(error.to_string());
    let mut writer = encoder.write_header().map_err(failed)?;
    writer.write_image_data(&pixels).map_err(failed)?;
    writer.finish().map_err(failed)?;
    Ok(file)
}

/// Letters of that size, with the point that they are placed by.
pub fn letters(size: i32, color: RGBColor, across: HPos, up: VPos) -> TextStyle<'static> {
    let color = color.to_backend_color();
    TextStyle { font: (FONT, size).into_font(), color, pos: Pos::new(across, up) }
}

fn draw<B: DrawingBackend>(figure: &Figure, root: Area<B>, unit: i32) -> PlotResult
where
    B::ErrorType: 'static,
{
    register_font(FONT, FontStyle::Normal, dejavu::sans::regular())
        .map_err(|_| PlotError("the font cannot be read".to_owned()))?;
    root.fill(&PAPER)?;
    let centre = size(figure, unit).0 as i32 / 2;
    for (text, size, color, top) in [(&figure.title, 26, INK, 16), (&figure.made_from, 18, FAINT, 50)] {
        let size = fitting(text, size * unit, 2 * centre);
        let style = letters(size, color, HPos::Center, VPos::Top);
        root.draw(&Text::new(text.as_str(), (centre, top * unit), style))?;
    }
    let (_, below) = root.split_vertically(HEADING as i32 * unit);
    for (panel, area) in figure.panels.iter().zip(below.split_evenly((1, figure.panels.len().max(1)))) {
        draw_panel(panel, &root, &area, unit)?;
    }
    root.present()?;
    Ok(())
}

/// The range of the axes: across and up.
fn ranges(content: &Content) -> [(f64, f64); 2] {
    let named = |number: usize| (-0.5, number.max(1) as f64 - 0.5);
    match content {
        Content::Bars { bars, even } => {
            let values = bars.iter().flat_map(|bar| [bar.low, bar.high, bar.mark.unwrap_or(0.0)]);
            [named(bars.len()), roomy(values.chain(*even).chain([0.0]))]
        }
        Content::Spreads(spreads) => {
            [named(spreads.len()), roomy(spreads.iter().flat_map(|spread| spread.quantiles))]
        }
        Content::Histogram { width, columns } => {
            let first = columns.first().map_or(0.0, |column| column.0);
            let last = columns.last().map_or(1.0, |column| column.0 + width);
            [(first, last), roomy(columns.iter().map(|column| column.1).chain([0.0]))]
        }
        Content::Heat { across, up, .. } => [named(across.len()), named(up.len())],
        Content::Course(points) => {
            let last = points.last().map_or(1.0, |point| point.at + 1.0);
            [(0.0, last), (0.0, 100.0)]
        }
    }
}

/// The font size at which a line fits into `room` pixels; a letter is a little more than half as wide as high.
fn fitting(text: &str, size: i32, room: i32) -> i32 {
    size.min(room * 5 / (3 * text.chars().count().max(1) as i32))
}

/// "20", "0.5", "−10".
fn plain(number: &f64) -> String {
    let rounded = (number * 100.0).round() / 100.0;
    // Nought has no sign.
    format!("{}", rounded + 0.0).replace('-', "−")
}

/// From the least to the greatest, with a little room where that is not zero.
fn roomy(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let (least, most) = values
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), value| (least.min(value), most.max(value)));
    let room = 0.06 * (most - least).max(1e-9);
    (if least == 0.0 { 0.0 } else { least - room }, if most == 0.0 { 0.0 } else { most + room })
}

fn draw_panel<B: DrawingBackend>(panel: &Panel, root: &Area<B>, area: &Area<B>, unit: i32) -> PlotResult
where
    B::ErrorType: 'static,
{
    let middle = area.dim_in_pixel().0 as i32 / 2;
    for (text, size, color, top) in [(&panel.title, 19, INK, 8), (&panel.note, 15, FAINT, 34)] {
        let size = fitting(text, size * unit, 2 * middle);
        let style = letters(size, color, HPos::Center, VPos::Top);
        area.draw(&Text::new(text.as_str(), (middle, top * unit), style))?;
    }
    let scale_room = if matches!(panel.content, Content::Heat { .. }) { 90 } else { 30 };
    let [across, up] = ranges(&panel.content);
    let mut chart = ChartBuilder::on(area)
        .margin_top(64 * unit)
        .margin_right(scale_room * unit)
        .margin_left(16 * unit)
        .margin_bottom(14 * unit)
        .x_label_area_size(58 * unit)
        .y_label_area_size(74 * unit)
        .build_cartesian_2d(across.0..across.1, up.0..up.1)?;
    let numbers = matches!(panel.content, Content::Histogram { .. } | Content::Course(_));
    let grid = !matches!(panel.content, Content::Heat { .. });
    chart
        .configure_mesh()
        .disable_x_mesh()
        .x_labels(if numbers { 12 } else { 0 })
        .y_labels(if grid { 8 } else { 0 })
        .y_max_light_lines(1)
        .light_line_style(PAPER)
        .bold_line_style(GRID.stroke_width(unit.unsigned_abs()))
        .axis_style(INK.stroke_width(unit.unsigned_abs()))
        .set_all_tick_mark_size(5 * unit)
        .x_label_formatter(&plain)
        .y_label_formatter(&plain)
        .label_style(letters(16 * unit, INK, HPos::Left, VPos::Top))
        .axis_desc_style(letters(17 * unit, INK, HPos::Left, VPos::Top))
        .x_desc(panel.across.as_str())
        .y_desc(panel.up.as_str())
        .draw()?;
    let canvas = Canvas { chart, root, unit };
    match &panel.content {
        Content::Bars { bars, even } => canvas.bars(bars, *even),
        Content::Spreads(spreads) => canvas.spreads(spreads),
        Content::Histogram { width, columns } => canvas.columns(*width, columns),
        Content::Heat { across, up, rows } => canvas.heat(across, up, rows),
        Content::Course(points) => canvas.course(points),
    }
}
