//! What a plot shows, as numbers and words; how it is drawn is another matter.

/// A plot: a title and one or two panels.
pub struct Figure {
    pub title: String,
    /// How many games of whom, and the seed.
    pub made_from: String,
    pub panels: Vec<Panel>,
}

/// One diagram with its axes.
pub struct Panel {
    pub title: String,
    /// What the marks mean, in a line under the title.
    pub note: String,
    /// What the axes show, with units.
    pub across: String,
    pub up: String,
    pub content: Content,
}

/// What a panel holds.
pub enum Content {
    /// A bar for each name, and perhaps a line where all would be if all were alike.
    Bars { bars: Vec<Bar>, even: Option<f64> },
    /// The spread of values for each name.
    Spreads(Vec<Spread>),
    /// How often values are found in steps of a width.
    Histogram { width: f64, columns: Vec<(f64, f64)> },
    /// Shares from 0 to 1 in a grid, where there is one; rows from the lowest up.
    Heat { across: Vec<String>, up: Vec<String>, rows: Vec<Vec<Option<f64>>> },
    /// Percentages over the course of a game.
    Course(Vec<Point>),
}

/// A value with its 95 % interval at a point of time.
pub struct Point {
    pub at: f64,
    pub value: f64,
    pub low: f64,
    pub high: f64,
    /// Whether it is marked with a dot.
    pub mark: bool,
}

/// A value with its 95 % interval, and perhaps a mark to compare it with.
pub struct Bar {
    pub name: String,
    pub value: f64,
    pub low: f64,
    pub high: f64,
    pub mark: Option<f64>,
}

/// How values spread: the mean, and the values below which 5, 25, 50, 75 and 95 % of all lie.
pub struct Spread {
    pub name: String,
    pub mean: f64,
    pub quantiles: [f64; 5],
}
