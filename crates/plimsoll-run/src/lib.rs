//! What happened: [`Interval`]s, [`RunEvent`]s and the run file, one SQLite database per [`Run`].
//!
//! An interval is one second of one transaction: counters and mergeable histograms. It is the one unit
//! for the file, the live view and the wire. Only this crate knows the on-disk form. It does not judge:
//! figures that need a decision (which seconds count, what is too slow) belong to `plimsoll-analysis`.
//!
//! Start reading at [`RunEvent`], then [`Run`].

pub mod environment;
pub mod generator;
pub mod imported;
pub mod interval;
pub mod jtl;
pub mod latencies;
pub mod metric;
pub mod reading;
pub mod record;
pub mod sample;
pub mod store;
pub mod telemetry;

pub use generator::{ArrivalInterval, GeneratorInterval, MachineInterval, WorkerInterval};
pub use imported::{
    ImportedError, ImportedMean, ImportedOverLimit, ImportedRows, ImportedServer, ImportedStep,
    ImportedSummary, ImportedTable,
};
pub use interval::{ErrorKind, Interval, SECOND_US};
pub use latencies::Latencies;
pub use reading::{
    At, Attributes, Instance, Placement, Reading, ReadingKind, Series, ServerEvent, ServerEventKind, Source,
};
pub use record::{
    Completion, Design, DetectorSetting, End, EndReason, ExpectedUse, Job, JobVerdict, LoadGeneratorKind,
    LoadStep, Note, NoteKind, PlanRecord, Run, RunEvent, RunHeader, TransactionKey, TransactionKind, Unit,
    Variant,
};
pub use sample::{DataType, SampleKind, SampleRow};
pub use store::{EncodedInterval, RunWriter, StoreError, TelemetryReader};
pub use telemetry::{
    ClockMethod, ClockOffset, Gap, Host, Input, InputPlacement, PlacementMethod, Point, RequestLog,
    SeriesFilter, SeriesPoints, ServerSecond, StoredSeries, Telemetry, TimeWindow,
};
