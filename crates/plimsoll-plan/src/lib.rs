//! What virtual users do: the [`Plan`] model, the [`Template`]s inside it, units, and the
//! [`Diagnostic`]s of whoever reads a plan.
//!
//! A plan is already lowered: every request owns its headers, checks, extractors and think time, so
//! nothing in here knows how JMeter scopes elements. The crate has no clock and knows no file format; it reads and
//! writes no files but those that a template's functions name (`input_file` is how the other crates read theirs). `plimsoll-formats` makes plans, `plimsoll-engine` performs them.
//!
//! Start reading at [`plan::Plan`].

pub mod diagnostic;
pub mod document;
pub mod expression;
pub mod input_file;
pub mod jdbc;
pub mod load;
pub mod number_format;
pub mod plan;
pub mod template;
pub mod units;

pub use diagnostic::{Diagnostic, DiagnosticSeverity, ElementReport, Fidelity};
pub use load::{
    ArrivalProfile, AtEnd, Load, LoadProfile, Overload, RateStage, Spacing, Stage, SteadyLoad, UserSpan, Wave,
};
pub use plan::Plan;
pub use template::Template;
