//! Access logs: lines in a pattern that the server's own syntax describes, and lines of named values.

pub(crate) mod envoy;
pub mod field;
pub mod keyed;
pub mod log;
pub(crate) mod nginx;
pub mod pattern;
pub(crate) mod percent;
