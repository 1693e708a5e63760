use crate::requirement::{Named, Requirement};
use serde::Serialize;

/// One figure. Its title is made of `kind` and the values by the report.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figure {
    pub kind: FigureKind,
    pub x: Axis,
    pub y: Axis,
    pub series: Vec<Series>,
    /// Measured windows of steps, for figures over time.
    pub steps: Vec<StepBand>,
    pub heat: Option<HeatMap>,
    /// Limits of requirements on all requests, for response times.
    pub limits: Vec<Limit>,
    /// Seconds that one point over time stands for.
    pub point_s: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FigureKind {
    ThroughputByLoad,
    ResponseByLoad,
    ThroughputOverTime,
    ResponseOverTime,
    LatencyHeat,
    ErrorsOverTime,
    GeneratorCpuOverTime,
    UsersOverTime,
    PercentileCurves,
    VariantThroughput,
    VariantMean,
    VariantP95,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Axis {
    pub quantity: Quantity,
    pub scale: Scale,
}

/// What an axis counts, in the unit of its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Quantity {
    /// Seconds since the run started.
    TimeS,
    Users,
    ThroughputPerS,
    ResponseUs,
    ErrorsPerS,
    CpuPercent,
    /// −log₁₀(1 − share): 0.301 is p50, 1 is p90, 2 is p99.
    PercentileNines,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scale {
    Linear,
    Log,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Series {
    pub name: SeriesName,
    pub points: Vec<Point>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SeriesName {
    Throughput,
    /// In proportion to load, through the first step.
    Ideal,
    Percentile(f64),
    Mean,
    Errors,
    Failed,
    Worker(u32),
    Users,
    Step {
        number: u32,
        users: u32,
    },
    Variant(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Point {
    pub x: f64,
    /// `None`: a gap.
    pub y: Option<f64>,
    /// 95 % interval, or smallest and largest over repeats.
    pub low: Option<f64>,
    pub high: Option<f64>,
}

impl Point {
    pub(crate) fn at(x: f64, y: Option<f64>) -> Point {
        Point { x, y, low: None, high: None }
    }
}

/// A requirement's limit, in the unit of the y axis.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Limit {
    pub y: f64,
    /// It holds nothing that a user named.
    pub requirement: String,
}

impl Limit {
    pub(crate) fn all(named: &Named) -> Vec<Limit> {
        let limit = |r: &Requirement| Limit { y: r.limit, requirement: r.to_string() };
        named.limits.iter().map(limit).collect()
    }
}

/// The percentiles that are always drawn, and those that requirements name.
pub(crate) fn percentiles(named: &Named) -> Vec<f64> {
    let mut percentiles = vec![50.0, 95.0, 99.0];
    percentiles.extend(&named.percentiles);
    percentiles.sort_by(f64::total_cmp);
    percentiles.dedup();
    percentiles
}

/// The measured window of a step, in seconds of the run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct StepBand {
    pub step: u32,
    pub users: u32,
    pub from_s: f64,
    pub to_s: f64,
    pub valid: bool,
}

/// Counts of requests by time (columns) and response time (rows).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HeatMap {
    /// Left edge of column i is i · this.
    pub column_s: u32,
    /// Edges in microseconds, one more than rows, ascending.
    pub edges_us: Vec<f64>,
    /// Columns of rows.
    pub counts: Vec<Vec<u64>>,
}
