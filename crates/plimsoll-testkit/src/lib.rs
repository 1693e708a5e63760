//! What the tests of several crates need: made-up runs, real servers, ports, and patience with busy machines. Only
//! tests depend on it.

pub mod calm;
pub mod daemons;
pub mod nginx;
pub mod ports;
pub mod programs;
pub mod sql_servers;
#[cfg(feature = "synthetic")]
pub mod synthetic;
