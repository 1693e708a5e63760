//! What happened: [`Interval`]s, [`RunEvent`]s and the run file, one SQLite database per [`Run`].
//!
//! An interval is one second of one transaction: counters and mergeable histograms. It is the one unit
//! for the file, the live view and the wire. Only this crate knows the on-disk form. It does not judge:
//! figures that need a decision (which seconds count, what is too slow) belong to `plimsoll-analysis`.
//!
//! Start reading at [`RunEvent`], then [`Run`].

pub mod answers;
mod as_pairs;
pub mod decision;
pub mod environment;
mod exchange;
pub mod generator;
pub mod import_note;
pub mod imported;
pub mod interval;
pub mod job;
pub mod jtl;
pub mod latencies;
pub mod metric;
pub mod node;
pub mod note;
pub mod percent;
pub mod placement_evidence;
pub mod private;
pub mod reading;
pub mod record;
pub mod report_request;
pub mod report_texts;
pub mod resource;
pub mod sample;
mod scratch;
pub mod secrets;
pub mod store;
pub mod telemetry;
pub mod visible;
mod wire;

pub use answers::{ErrorExample, ExtractorKey, ExtractorUse};
pub use decision::{
    ClimbGain, ClimbReason, ErrorCount, MeasuredFigure, RaisedNodes, RateAnswer, RateFinding, SearchEnd,
    StepProblem, StepReason, UndecidedSearch, WindowFigure, WindowProblem, whole_percent,
};
pub use exchange::{
    EXAMPLE_BODY_MAX, ExampleBody, ExampleConnecting, ExampleLimits, ExampleReason, ExchangeExample,
};
pub use generator::{ArrivalInterval, GeneratorInterval, MachineInterval, WorkerInterval};
pub use import_note::{
    ColumnMeaning, ColumnUse, FileNote, ImportNote, PassedOver, SeveralGenerators, StepsFrom, UsedColumn,
};
pub use imported::{
    ImportedError, ImportedMean, ImportedOverLimit, ImportedRows, ImportedServer, ImportedStep,
    ImportedSummary, ImportedTable,
};
pub use interval::{ErrorKind, Interval, SECOND_US};
pub use job::{Completion, Job, JobVerdict};
pub use latencies::Latencies;
pub use node::{FleetRecord, NodeInterval, NodeRecord, OnLostNode};
pub use note::{DataEnd, End, EndReason, Note, NoteContent, NoteKind, RunFailure};
pub use placement_evidence::{FittedTo, MovedStart, PlacementEvidence, RowBeat, StartSource};
pub use reading::{
    At, Attributes, Instance, Placement, Reading, ReadingKind, Series, ServerEvent, ServerEventKind, Source,
};
pub use record::{
    Design, DetectorSetting, ExpectedUse, ImportedMeasurement, LoadGeneratorKind, LoadStep,
    MeasurementSource, PlanRecord, Run, RunEvent, RunHeader, Second, TestedParts, TimeResolution,
    TransactionKey, TransactionKind, Variant, WorkUnit,
};
pub use report_request::{Language, ReportFormat, TableStyle, UnknownTag};
pub use report_texts::{Diagram, DocumentVersion, ReportTexts};
pub use resource::{DeclaredResource, ResourceKind, ResourceSize, SeriesPattern};
pub use sample::{DataType, SampleKind, SampleRow};
pub use scratch::ScratchFolder;
pub use secrets::Secrets;
pub use store::{
    EncodedInterval, LivePart, LivePosition, LiveReader, NAMES_MAX, NAMES_PROPERTY, OTHER_NAMES, RunWriter,
    StoreError, TelemetryReader,
};
pub use telemetry::{
    ClockMethod, ClockOffset, Gap, Host, Input, InputPlacement, PlacementMethod, Point, RequestLog,
    SeriesFilter, SeriesPoints, ServerSecond, StoredSeries, Telemetry, TimeWindow,
};
pub use visible::{visible, visible_line};
pub use wire::DamagedSecond;
