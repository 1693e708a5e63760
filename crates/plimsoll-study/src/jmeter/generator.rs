//! JMeter as a [`LoadGenerator`].

use super::home::JmeterHome;
use super::process::{Process, ResultForm};
use super::step::StepWatch;
use crate::generator::{GeneratorError, GeneratorEvent, LoadGenerator, StepLoad, StepOutcome};
use plimsoll_engine::Control;
use plimsoll_plan::Plan;
use std::path::PathBuf;
use std::time::Duration;

/// Gives the plan's text with the loads of a step; the plan is the step's.
pub type PlanText = Box<dyn Fn(&Plan) -> String>;

/// Runs a JMeter plan in JMeter: one JVM for each step. Its start-up lies before the step.
///
/// Times are those of JMeter's result file: whole milliseconds, response time is service time. Pausing a load and
/// raising it by hand are not possible.
pub struct JmeterGenerator {
    pub home: JmeterHome,
    /// The plan; a copy lies beside it while JMeter runs.
    pub plan: PathBuf,
    pub text: PlanText,
    /// Transactions hold their requests, so that only results in XML tell them.
    pub has_parent_samples: bool,
    /// How long requests in flight may take after the end of a step.
    pub grace: Duration,
    /// Where JMeter's log is kept when it fails.
    pub failure_log: PathBuf,
}

impl LoadGenerator for JmeterGenerator {
    fn perform(
        &mut self,
        load: &StepLoad<'_>,
        control: &Control,
        sink: &mut dyn FnMut(GeneratorEvent),
    ) -> Result<StepOutcome, GeneratorError> {
        let text = (self.text)(load.plan);
        let form = if self.has_parent_samples { ResultForm::Xml } else { ResultForm::Csv };
        let process = Process::start(&self.home, &self.plan, &text, load.properties, form)?;
        let mut watch = StepWatch::new(process, load, self.has_parent_samples, self.grace);
        let outcome = watch.perform(control, sink)?;
        if outcome.failure.is_some() {
            // For whoever wants to know more; that it fails too changes nothing.
            let _ = std::fs::copy(watch.log_file(), &self.failure_log);
        }
        Ok(outcome)
    }
}
