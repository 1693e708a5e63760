//! What the tests of several crates need: made-up runs, real servers, ports, patience with busy machines, and the
//! word for what could not be tested. Only tests depend on it.

pub mod corpora;
pub mod daemons;
pub mod files;
pub mod nginx;
pub mod ports;
pub mod programs;
pub mod skip;
pub mod small_disk;
pub mod sql_servers;
pub mod stalls;
#[cfg(feature = "synthetic")]
pub mod synthetic;
