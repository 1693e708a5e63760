//! JMeter as load generator: runs a plan in the user's own JMeter, one JVM for each step, and feeds its results into
//! the run file while they are written.
//!
//! Start reading at [`JmeterGenerator`].

mod console;
mod generator;
mod home;
mod outcome;
mod process;
mod result_file;
mod step;
mod trial;

pub use generator::JmeterGenerator;
pub use home::{HomeError, JmeterHome};
pub use process::ProcessError;
pub use result_file::{FileSecond, ResultFile, read_results};
pub use trial::{JmeterTrialError, jmeter_trial};
