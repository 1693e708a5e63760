use super::quantity::Quantity;
use crate::comparison::{Effect, Metric, Subject};
use crate::requirements::{Named, Requirement};
use crate::scalability::Law;
use crate::servers::PanelKind;
use crate::step::AppliedLoad;
use plimsoll_run::{PlacementMethod, Source};
use serde::{Serialize, Serializer};

/// One figure. Its title is made of `kind` and the values by the report.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Figure {
    pub kind: FigureKind,
    pub x: Axis,
    pub y: Axis,
    pub series: Vec<FigureSeries>,
    /// Measured windows of steps, for figures over time.
    pub steps: Vec<StepBand>,
    pub heat: Option<HeatMap>,
    /// Limits of requirements on all requests, for response times.
    pub limits: Vec<Limit>,
    /// Seconds that one point over time stands for.
    pub point_s: Option<u32>,
    /// Whose it is, of figures of servers.
    pub source: Option<Source>,
    /// What of the whole it shows, where that has too many lines for one figure.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part: Option<FigurePart>,
    /// Where the time axis ends, so that all figures of servers have the same; `None`: with the data.
    pub end_s: Option<f64>,
    /// Events of the server, by their number in the run's telemetry.
    pub marks: Vec<Mark>,
    /// Where its times had to be placed; `None`: they are as sure as the clock of the host.
    pub uncertainty: Option<PlacementUncertainty>,
}

/// A limit that is this many times above all that was measured would leave no room for it.
const LIMIT_FAR: f64 = 3.0;

impl Figure {
    /// Of series and nothing else.
    pub(crate) fn new(kind: FigureKind, x: Axis, y: Axis, series: Vec<FigureSeries>) -> Figure {
        Figure {
            kind,
            x,
            y,
            series,
            steps: Vec::new(),
            heat: None,
            limits: Vec::new(),
            point_s: None,
            source: None,
            part: None,
            end_s: None,
            marks: Vec::new(),
            uncertainty: None,
        }
    }

    /// Whether a limit is near enough to what was measured to be drawn with it.
    pub fn shows(&self, limit: &Limit) -> bool {
        let far = if self.y.scale == Scale::Log { LIMIT_FAR * 10.0 } else { LIMIT_FAR };
        let highest = self.series.iter().flat_map(|s| &s.points).filter_map(|p| p.y).fold(0.0, f64::max);
        limit.y <= far * highest
    }
}

/// One of several figures of the same kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum FigurePart {
    /// Variants whose names have this in common.
    Variants(String),
    /// Some of the lines, in their order; from 1.
    Lines { number: usize, of: usize },
    /// A choice among steps: so many more are not drawn.
    Chosen { left_out: usize },
    /// The same of the busiest lines; so many more are not drawn.
    Busiest { number: usize, of: usize, left_out: usize },
}

/// How far all times of a figure may be off, together.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlacementUncertainty {
    pub method: PlacementMethod,
    /// To either side; `None`: not known.
    pub seconds: Option<f64>,
}

/// A moment worth a mark.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Mark {
    pub at_s: f64,
    /// Index into the telemetry's events.
    pub event: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum FigureKind {
    ThroughputByLoad,
    ResponseByLoad,
    /// The same times against the throughput that they came with, in the order of load.
    ResponseByThroughput,
    ThroughputOverTime,
    /// A capacity search: each window's measure against its rate, with its verdict.
    RateSearch,
    ResponseOverTime,
    /// The same from the actual starts, where there are intended ones.
    ServiceOverTime,
    /// Arrivals due, begun and dropped per second.
    ArrivalsOverTime,
    LatencyHeat,
    ErrorsOverTime,
    GeneratorCpuOverTime,
    /// Of each node of a fleet.
    NodeThroughputOverTime,
    NodeResponseOverTime,
    UsersOverTime,
    PercentileCurves,
    VariantThroughput,
    VariantMean,
    VariantP95,
    /// Changes with their intervals: x is the row's number, y the change; drawn lying down. The margins are `limits`.
    ComparisonForest,
    /// What a server did, over time.
    Server(PanelKind),
}

impl FigureKind {
    pub fn panel(self) -> Option<PanelKind> {
        match self {
            FigureKind::Server(panel) => Some(panel),
            _ => None,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Axis {
    pub quantity: Quantity,
    pub scale: Scale,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Scale {
    Linear,
    Log,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FigureSeries {
    pub name: SeriesName,
    pub points: Vec<FigurePoint>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum SeriesName {
    Throughput,
    /// In proportion to load, through the first step.
    Ideal,
    /// A law of scaling fitted to the steps; `low` and `high` of its points are a band.
    Law {
        law: Law,
        adequate: bool,
    },
    Percentile(f64),
    /// Of service time.
    ServicePercentile(f64),
    Mean,
    /// Windows of a capacity search with this verdict.
    Windows(WindowMark),
    /// All windows at a rate together.
    Pooled,
    Due,
    Started,
    Dropped,
    Waiting,
    Errors,
    Failed,
    Worker(u32),
    Users,
    /// Of a step's response times; of its service times where `service` says so.
    Step {
        number: u32,
        load: AppliedLoad,
        service: bool,
    },
    Variant(String),
    /// A row of a comparison.
    Compared {
        subject: Subject,
        metric: Metric,
        effect: Effect,
    },
    /// What an attribute of the readings says, or what the line is.
    Attribute(String),
}

/// What a window of a capacity search says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum WindowMark {
    Pass,
    Fail,
    Inconclusive,
    Invalid,
}

/// Stored as `[x, y]`, with an interval as `[x, y, low, high]`: figures over time have very many.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FigurePoint {
    pub x: f64,
    /// `None`: a gap.
    pub y: Option<f64>,
    /// 95 % interval, or smallest and largest over repeats.
    pub low: Option<f64>,
    pub high: Option<f64>,
}

impl Serialize for FigurePoint {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match (self.low, self.high) {
            (None, None) => (self.x, self.y).serialize(serializer),
            (low, high) => (self.x, self.y, low, high).serialize(serializer),
        }
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for FigurePoint {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Point".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "`[x, y]`, or `[x, y, low, high]` with a 95 % interval or the smallest and largest over repeats; a gap has null for y.",
            "type": "array",
            "prefixItems": [{"type": "number"}, {"type": ["number", "null"]}, {"type": ["number", "null"]}, {"type": ["number", "null"]}],
            "minItems": 2,
            "maxItems": 4
        })
    }
}

impl FigurePoint {
    pub(crate) fn at(x: f64, y: Option<f64>) -> FigurePoint {
        FigurePoint { x, y, low: None, high: None }
    }
}

/// A requirement's limit, in the unit of the y axis.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Limit {
    pub y: f64,
    /// It holds nothing that a user named.
    pub requirement: String,
}

impl Limit {
    /// Of one requirement; the name of its transaction, which a user gave, is left out.
    pub(crate) fn of(requirement: &Requirement) -> Limit {
        let unnamed = Requirement { transaction: None, ..requirement.clone() };
        Limit { y: requirement.limit, requirement: unnamed.to_string() }
    }

    pub(crate) fn all(named: &Named) -> Vec<Limit> {
        named.limits.iter().map(Limit::of).collect()
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StepBand {
    pub step: u32,
    pub users: u32,
    /// Arrivals per second that were asked for.
    pub rate_per_s: Option<f64>,
    pub from_s: f64,
    pub to_s: f64,
    pub valid: bool,
}

/// Counts of requests by time (columns) and response time (rows).
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HeatMap {
    /// Left edge of column i is i · this.
    pub column_s: u32,
    /// Edges in microseconds, one more than rows, ascending.
    pub edges_us: Vec<f64>,
    /// Columns of rows.
    pub counts: Vec<Vec<u64>>,
}
