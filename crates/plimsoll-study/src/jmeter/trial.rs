//! One user, once, in JMeter: what it sends and gets, to be compared with.

use super::home::JmeterHome;
use super::process::{Process, ProcessError, ResultForm};
use plimsoll_telemetry::jtl::exchanges::{JtlExchange, exchanges};
use rustix::process::Signal;
use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;
use std::time::{Duration, Instant};

const LOOK: Duration = Duration::from_millis(50);

/// Of the result file; one user's is small.
const RESULTS_MAX: u64 = 64 << 20;

#[derive(Debug, thiserror::Error)]
pub enum JmeterTrialError {
    #[error(transparent)]
    Process(#[from] ProcessError),
    #[error("failed to read JMeter's results")]
    Results(#[source] std::io::Error),
    #[error("JMeter gave no results: {0}")]
    Nothing(String),
}

/// The samples of a plan that is written for one user, in their order. JMeter is ended when it takes longer than `patience`.
pub fn jmeter_trial(
    home: &JmeterHome,
    plan: &Path,
    text: &str,
    properties: &BTreeMap<String, String>,
    patience: Duration,
) -> Result<Vec<JtlExchange>, JmeterTrialError> {
    let mut process = Process::start(home, plan, text, properties, ResultForm::XmlWithData)?;
    let started = Instant::now();
    while process.ended()?.is_none() && started.elapsed() < patience {
        std::thread::sleep(LOOK);
    }
    process.signal(Signal::TERM);
    let mut results = Vec::new();
    let file = std::fs::File::open(process.file("results"));
    let read = file.and_then(|file| file.take(RESULTS_MAX).read_to_end(&mut results));
    let found = exchanges(&String::from_utf8_lossy(&results));
    if found.is_empty() {
        read.map_err(JmeterTrialError::Results)?;
        let said = std::fs::read_to_string(process.file("output")).unwrap_or_default();
        let last = said.lines().rfind(|line| !line.trim().is_empty()).unwrap_or("it said nothing");
        return Err(JmeterTrialError::Nothing(last.to_owned()));
    }
    Ok(found)
}
