//! The marks of a plot: bars, spreads, columns and shades.

use plotters::backend::DrawingBackend;
use plotters::chart::ChartContext;
use plotters::coord::Shift;
use plotters::coord::cartesian::Cartesian2d;
use plotters::coord::types::RangedCoordf64;
use plotters::drawing::DrawingArea;
use plotters::element::{Circle, PathElement, Rectangle, Text};
use plotters::style::text_anchor::{HPos, VPos};
use plotters::style::{Color, RGBColor, ShapeStyle};

use super::draw::{PlotResult, letters};
use super::figure::{Bar, Point, Spread};

// Okabe and Ito's colours, which the colour-blind can tell apart.
const BLUE: RGBColor = RGBColor(0, 114, 178);
const SKY: RGBColor = RGBColor(86, 180, 233);
const ORANGE: RGBColor = RGBColor(230, 159, 0);
const VERMILION: RGBColor = RGBColor(213, 94, 0);
pub const INK: RGBColor = RGBColor(30, 30, 30);
pub const FAINT: RGBColor = RGBColor(100, 100, 100);
pub const GRID: RGBColor = RGBColor(222, 222, 222);
pub const PAPER: RGBColor = RGBColor(255, 255, 255);

/// Viridis, which grows evenly lighter, in nine steps.
const VIRIDIS: [(u8, u8, u8); 9] = [
    (68, 1, 84),
    (71, 44, 122),
    (59, 81, 139),
    (44, 113, 142),
    (33, 144, 141),
    (39, 173, 129),
    (92, 200, 99),
    (170, 220, 50),
    (253, 231, 37),
];

/// Names under an axis, at most.
const MOST_NAMES: usize = 20;

pub type Area<B> = DrawingArea<B, Shift>;

/// A panel whose axes are drawn.
pub struct Canvas<'a, B: DrawingBackend> {
    pub chart: ChartContext<'a, B, Cartesian2d<RangedCoordf64, RangedCoordf64>>,
    /// The whole figure, for what lies outside the axes.
    pub root: &'a Area<B>,
    /// Pixels per unit of length.
    pub unit: i32,
}

fn viridis(share: f64) -> RGBColor {
    let place = share.clamp(0.0, 1.0) * (VIRIDIS.len() - 1) as f64;
    let below = (place as usize).min(VIRIDIS.len() - 2);
    let part = place - below as f64;
    let mix =
        |one: u8, other: u8| (f64::from(one) + part * (f64::from(other) - f64::from(one))).round() as u8;
    let (one, other) = (VIRIDIS[below], VIRIDIS[below + 1]);
    RGBColor(mix(one.0, other.0), mix(one.1, other.1), mix(one.2, other.2))
}

impl<B: DrawingBackend> Canvas<'_, B>
where
    B::ErrorType: 'static,
{
    fn line(&self, color: RGBColor, width: u32) -> ShapeStyle {
        color.stroke_width(width * self.unit.unsigned_abs())
    }

    fn rectangle(&self, corners: [(f64, f64); 2], style: ShapeStyle) -> PlotResult {
        Ok(self.chart.plotting_area().draw(&Rectangle::new(corners, style))?)
    }

    fn path(&self, points: &[(f64, f64)], style: ShapeStyle) -> PlotResult {
        Ok(self.chart.plotting_area().draw(&PathElement::new(points.to_vec(), style))?)
    }

    fn dot(&self, place: (f64, f64)) -> PlotResult {
        let area = self.chart.plotting_area();
        area.draw(&Circle::new(place, 6 * self.unit, ORANGE.filled()))?;
        Ok(area.draw(&Circle::new(place, 6 * self.unit, self.line(INK, 2)))?)
    }

    /// A vertical line with feet.
    fn whisker(&self, x: f64, low: f64, high: f64, foot: f64) -> PlotResult {
        self.path(&[(x, low), (x, high)], self.line(INK, 2))?;
        for end in [low, high] {
            self.path(&[(x - foot, end), (x + foot, end)], self.line(INK, 2))?;
        }
        Ok(())
    }

    /// Names under the axis, as many as fit.
    fn names_across<'n>(&self, names: impl ExactSizeIterator<Item = &'n str>) -> PlotResult {
        let number = names.len();
        let step = number.div_ceil(MOST_NAMES).max(1);
        let size = if number > 12 { 14 } else { 16 };
        // The last name is often the one that matters: the dealer's.
        for (index, name) in names.enumerate().filter(|(index, _)| (number - 1 - index).is_multiple_of(step))
        {
            let (x, y) = self.chart.backend_coord(&(index as f64, self.chart.y_range().start));
            self.root.draw(&Text::new(
                name,
                (x, y + 10 * self.unit),
                letters(size * self.unit, INK, HPos::Center, VPos::Top),
            ))?;
        }
        Ok(())
    }

    /// Bars from zero, with whiskers and dots.
    pub fn bars(&self, bars: &[Bar], even: Option<f64>) -> PlotResult {
        for (index, bar) in bars.iter().enumerate() {
            let x = index as f64;
            self.rectangle([(x - 0.36, 0.0), (x + 0.36, bar.value)], SKY.filled())?;
            self.whisker(x, bar.low, bar.high, 0.1)?;
            if let Some(mark) = bar.mark {
                self.dot((x, mark))?;
            }
        }
        let (left, right) = (-0.5, bars.len() as f64 - 0.5);
        self.path(&[(left, 0.0), (right, 0.0)], self.line(INK, 1))?;
        if let Some(even) = even {
            const DASHES: usize = 48;
            let step = (right - left) / DASHES as f64;
            for dash in 0..DASHES {
                let from = left + step * dash as f64;
                self.path(&[(from, even), (from + step * 0.6, even)], self.line(VERMILION, 2))?;
            }
        }
        self.names_across(bars.iter().map(|bar| bar.name.as_str()))
    }

    /// A line through all points, with their intervals, and dots on those that are marked.
    pub fn course(&self, points: &[Point]) -> PlotResult {
        for point in points {
            self.path(&[(point.at, point.low), (point.at, point.high)], self.line(SKY, 2))?;
        }
        let line: Vec<(f64, f64)> = points.iter().map(|point| (point.at, point.value)).collect();
        self.path(&line, self.line(BLUE, 2))?;
        points.iter().filter(|point| point.mark).try_for_each(|point| self.dot((point.at, point.value)))
    }

    /// Boxes with whiskers.
    pub fn spreads(&self, spreads: &[Spread]) -> PlotResult {
        for (index, spread) in spreads.iter().enumerate() {
            let x = index as f64;
            let [least, lower, median, upper, most] = spread.quantiles;
            self.whisker(x, least, most, 0.1)?;
            let corners = [(x - 0.3, lower), (x + 0.3, upper)];
            self.rectangle(corners, SKY.filled())?;
            self.rectangle(corners, self.line(INK, 1))?;
            self.path(&[(x - 0.3, median), (x + 0.3, median)], self.line(INK, 3))?;
            self.dot((x, spread.mean))?;
        }
        self.names_across(spreads.iter().map(|spread| spread.name.as_str()))
    }

    /// Columns side by side.
    pub fn columns(&self, width: f64, columns: &[(f64, f64)]) -> PlotResult {
        for &(from, height) in columns {
            let corners = [(from, 0.0), (from + width, height)];
            self.rectangle(corners, SKY.filled())?;
            self.rectangle(corners, self.line(BLUE, 1))?;
        }
        Ok(())
    }

    /// Shades from 0 to 100 %, with the number in each field where it fits.
    pub fn heat(&self, across: &[String], up: &[String], rows: &[Vec<Option<f64>>]) -> PlotResult {
        for (row, shares) in rows.iter().enumerate() {
            for (column, share) in shares.iter().enumerate() {
                let Some(share) = *share else { continue };
                let (x, y) = (column as f64, row as f64);
                self.rectangle([(x - 0.5, y - 0.5), (x + 0.5, y + 0.5)], viridis(share).filled())?;
                if across.len() <= 12 {
                    let color = if share > 0.55 { INK } else { PAPER };
                    let style = letters(15 * self.unit, color, HPos::Center, VPos::Center);
                    let text = format!("{:.0}", 100.0 * share);
                    self.root.draw(&Text::new(text, self.chart.backend_coord(&(x, y)), style))?;
                }
            }
        }
        for (row, name) in up.iter().enumerate() {
            let (x, y) = self.chart.backend_coord(&(-0.5, row as f64));
            let style = letters(16 * self.unit, INK, HPos::Right, VPos::Center);
            self.root.draw(&Text::new(name.as_str(), (x - 10 * self.unit, y), style))?;
        }
        self.scale()?;
        self.names_across(across.iter().map(String::as_str))
    }

    /// What the shades mean, beside the axes.
    fn scale(&self) -> PlotResult {
        let (right, bottom) =
            self.chart.backend_coord(&(self.chart.x_range().end, self.chart.y_range().start));
        let (_, top) = self.chart.backend_coord(&(self.chart.x_range().end, self.chart.y_range().end));
        let (left, width, height) = (right + 18 * self.unit, 16 * self.unit, bottom - top);
        for y in 0..height {
            let color = viridis(f64::from(y) / f64::from(height));
            let corners = [(left, bottom - y - 1), (left + width, bottom - y)];
            self.root.draw(&Rectangle::new(corners, color.filled()))?;
        }
        for share in [0, 25, 50, 75, 100] {
            let place = (left + width + 6 * self.unit, bottom - height * share / 100);
            let style = letters(14 * self.unit, INK, HPos::Left, VPos::Center);
            self.root.draw(&Text::new(format!("{share} %"), place, style))?;
        }
        Ok(())
    }
}
