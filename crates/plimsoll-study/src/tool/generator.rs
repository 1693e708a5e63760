//! A tool as a [`LoadGenerator`].

use super::command::CommandValues;
use super::process::{ToolError, ToolProcess};
use super::spec::{ResultFormat, ResultPlace, SummaryReader, ToolSpec};
use super::step::{ToolInput, ToolStep};
use crate::driver::PlannedWindow;
use crate::external::Tail;
use crate::generator::{GeneratorError, GeneratorEvent, LoadGenerator, StepFailure, StepLoad, StepOutcome};
use plimsoll_engine::Control;
use plimsoll_run::ScratchFolder;
use plimsoll_telemetry::{Format, ReaderOptions};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Runs a command for each step and reads its results.
///
/// Its requests have no intended start that is known: response time is service time.
pub struct ToolGenerator {
    pub spec: ToolSpec,
    /// Of a known tool that takes one.
    pub script: PathBuf,
    /// Where commands are performed.
    pub folder: PathBuf,
    pub env: Vec<(String, String)>,
    pub summaries: SummaryReader,
    /// How long it may take to end after the end of a step.
    pub grace: Duration,
}

/// Files of results that commands of this process were to write: a later step, repeat or variant replaces them.
static WRITTEN: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// How far a step's results may lie after its beginning: no step takes longer.
const LATEST_US: i64 = 7 * 86_400 * 1_000_000;

/// A tool with rows starts some time before the step, which begins on a whole second.
const LEAD_S: u64 = 2;

impl LoadGenerator for ToolGenerator {
    fn perform(
        &mut self,
        load: &StepLoad<'_>,
        control: &Control,
        sink: &mut dyn FnMut(GeneratorEvent),
    ) -> Result<StepOutcome, GeneratorError> {
        let spec = self.spec.clone();
        let script = self.script.clone();
        let name = spec.name().to_owned();
        let rate_per_s = load.plan.rate_per_s_max();
        let window = PlannedWindow::of(load.plan);
        let (Some(end), Some(format)) = (window.end, spec.format()) else {
            return Ok(refused(format!("{name} needs a time for its load")));
        };
        let Some(template) = spec.template(rate_per_s.is_some()).map(str::to_owned) else {
            let kind = if rate_per_s.is_some() { "arrival rates" } else { "users" };
            return Ok(refused(format!("{name} can't put on a load of {kind}")));
        };
        let scratch = ScratchFolder::new("tool");
        let scratch = scratch.map_err(|source| ToolError::Folder { tool: name.clone(), source })?;
        let lead_s = if matches!(format, ResultFormat::Rows(_)) { LEAD_S } else { 0 };
        let given = scratch.path().join("results");
        let helper = self.lay_helper(scratch.path())?;
        let values = CommandValues {
            users: load.plan.users_max(),
            rate_per_s,
            duration_s: end.as_secs() + lead_s,
            url: spec.url.as_deref().unwrap_or_default(),
            seed: load.seed,
            script: &script,
            results: &given,
            arguments: spec.arguments.as_deref().unwrap_or_default(),
            helper: &helper,
        };
        let file = spec.place();
        let file = match &file {
            ResultPlace::Given => Some(given.clone()),
            ResultPlace::File(text) => Some(self.folder.join(values.fill_path(text))),
            ResultPlace::Output => None,
        };
        if let Some(file) = &file {
            make_room(file)?;
        }
        let env = self.environment(load, &values);
        let process = ToolProcess::start(&name, &values.fill(&template), &self.folder, &env, scratch.path())?;
        let input = match format {
            ResultFormat::Rows(format) => {
                // A row of the far future is no result: its unit is another one.
                let now_unix_us = load.clock.started_unix_us().saturating_add_unsigned(load.clock.now_us());
                let latest_unix_us = now_unix_us.saturating_add(LATEST_US);
                let options = ReaderOptions { latest_unix_us, ..ReaderOptions::default() };
                let reader = Format::named(format).and_then(|format| format.reader(&options));
                let reader = reader.map_err(|error| refused(error.to_string()));
                match reader {
                    Ok(reader) => ToolInput::Rows(reader, file.map_or_else(|| process.output(), Tail::new)),
                    Err(outcome) => return Ok(outcome),
                }
            }
            ResultFormat::Summary(of) => ToolInput::Summary { of, file, read: self.summaries },
        };
        let mut step = ToolStep::new(process, &name, load, input, self.grace);
        Ok(step.perform(control, sink)?)
    }
}

/// Results of a step before are removed; a file that somebody else left is not.
fn make_room(file: &Path) -> Result<(), ToolError> {
    let is_new = WRITTEN.lock().unwrap_or_else(PoisonError::into_inner).insert(file.to_owned());
    match file.exists() {
        false => Ok(()),
        true if is_new => {
            WRITTEN.lock().unwrap_or_else(PoisonError::into_inner).remove(file);
            Err(ToolError::ResultsThere { path: file.to_owned() })
        }
        true => std::fs::remove_file(file)
            .map_err(|source| ToolError::OldResults { path: file.to_owned(), source }),
    }
}

impl ToolGenerator {
    /// What a known tool needs beside its script, into a folder of the step's; the path of no file where it needs nothing.
    fn lay_helper(&self, scratch: &Path) -> Result<PathBuf, ToolError> {
        let Some((name, text)) = self.spec.known().and_then(|known| known.helper) else {
            return Ok(PathBuf::new());
        };
        let path = scratch.join(name);
        std::fs::write(&path, text)
            .map_err(|source| ToolError::Folder { tool: self.spec.name().to_owned(), source })?;
        Ok(path)
    }

    /// For scripts that read them.
    fn environment(&self, load: &StepLoad<'_>, values: &CommandValues<'_>) -> Vec<(String, String)> {
        let of_step = [
            ("PLIMSOLL_USERS", values.users.to_string()),
            ("PLIMSOLL_RATE", values.rate_per_s.map(|rate| rate.to_string()).unwrap_or_default()),
            ("PLIMSOLL_DURATION", values.duration_s.to_string()),
            ("PLIMSOLL_URL", values.url.to_owned()),
            ("PLIMSOLL_RESULTS", values.results.display().to_string()),
            ("PLIMSOLL_SEED", load.seed.to_string()),
        ];
        let of_step = of_step.map(|(name, value)| (name.to_owned(), value));
        self.env.iter().cloned().chain(of_step).collect()
    }
}

fn refused(why: String) -> StepOutcome {
    StepOutcome { failure: Some(StepFailure { why, refused: true }), ..StepOutcome::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_of_earlier_steps_make_room_and_those_of_others_do_not() {
        let folder = tempfile::tempdir().expect("a folder");
        let (own, other) = (folder.path().join("own.csv"), folder.path().join("other.csv"));
        for _ in 0..3 {
            make_room(&own).expect("room");
            std::fs::write(&own, "rows").expect("written");
        }
        std::fs::write(&other, "rows").expect("written");
        for _ in 0..2 {
            assert!(matches!(make_room(&other), Err(ToolError::ResultsThere { .. })));
        }
        assert!(other.exists());
    }
}
