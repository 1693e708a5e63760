//! The JVM: jstat and garbage collection logs.

pub mod collection;
pub mod gc8;
pub mod gc_log;
pub mod jstat;
pub mod unified;
