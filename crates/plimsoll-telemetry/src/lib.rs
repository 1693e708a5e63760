//! What the servers did: readers of what tools and servers print. Bytes in; [`Reading`]s, [`ServerEvent`]s and
//! [`RequestRow`]s out.
//!
//! A [`Reader`] is fed pieces of any size and gives each finding to an [`Output`] at once, so memory does not grow
//! with the input. The same reader serves a live collector, which stamps every line with the run's clock as it reads
//! it, and the import of an old file, which has its own times or none ([`plimsoll_run::At`] says which).
//!
//! It fetches nothing: no files, no processes, no network, no clock. It doesn't judge or aggregate either.
//!
//! Start reading at [`mod@format`] (the list of formats), then [`reader`]. `docs/telemetry.md` lists the metrics.
//!
//! [`Reading`]: plimsoll_run::Reading
//! [`ServerEvent`]: plimsoll_run::ServerEvent

pub mod access;
pub mod container;
pub mod database;
pub mod dump;
pub mod format;
pub mod host;
pub mod jtl;
pub mod jvm;
pub mod messaging;
pub mod metrics;
pub mod number;
pub mod options;
pub mod placement;
pub mod problem;
pub mod reader;
pub mod request;
pub mod series;
pub mod text;
pub mod time;
pub mod tools;

pub use format::{FORMATS, Format, FormatError, recognise};
pub use options::{FirstRow, ReaderOptions};
pub use problem::{Problem, ProblemKind, ReadProblems};
pub use reader::{InputLine, LineReader, Output, Reader, read_all};
pub use request::{RequestKind, RequestRow};
