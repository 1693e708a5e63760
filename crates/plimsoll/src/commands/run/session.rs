//! The runs of one command, one after another.

use super::exports::Exports;
use super::fleet::RunFleet;
use super::load_generator::failure_log;
use super::resume;
use super::system::system_log;
use crate::control::ControlSocket;
use crate::exit::{Failure, chain};
use crate::loading::LoadedPlan;
use crate::progress::Progress;
use crate::sample_log::{self, JtlRequest};
use crate::url_plan::MadePlan;
use crate::{message, recording};
use plimsoll_engine::{ReceiveTime, RunClock, SampleLog};
use plimsoll_report::{Language, Words, notes};
use plimsoll_run::{EndReason, Run, RunFailure, RunHeader, RunWriter, Secrets, StoreError};
use plimsoll_study::{
    CompletionTracker, JmeterHome, Observer, PerformError, Performance, Planned, RunContext, RunJournal,
    RunSetup, SinkError, Steering, Steps, Study, SystemError, perform, record_failure,
};
use plimsoll_watch::{Collectors, RunTime};
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What it takes from a run's start until its load can begin: the run file, the plan's preparation.
const PREPARATION: Duration = Duration::from_millis(9);

/// What is the same for all runs of one command.
// A field for each thing that the command line or the study says of them.
pub struct Session<'a> {
    pub study: &'a Study,
    pub study_text: Option<String>,
    pub folder: &'a Path,
    pub workers: u32,
    pub cores: Vec<usize>,
    /// What other work used of the machine's cores before the load, if it was much.
    pub cpu_used_percent: Option<f64>,
    pub grace: Duration,
    pub source_addresses: Vec<IpAddr>,
    pub busy_poll: bool,
    pub receive_time: ReceiveTime,
    /// JMeter's result files, when they are asked for.
    pub jtl: Option<JtlRequest>,
    pub seed: u64,
    /// What the run is of.
    pub labels: Vec<(String, String)>,
    /// The command line that makes the runs.
    pub command: Vec<String>,
    /// Instead of the engine.
    pub jmeter: Option<JmeterHome>,
    /// What no file holds.
    pub secrets: Secrets,
    /// The machines that make the load; `None`: this one.
    pub fleet: Option<RunFleet>,
    /// The plan, where it is in no file.
    pub made: Option<&'a MadePlan>,
    pub skip_unsupported: bool,
    /// Another process began the runs: what it did of them is there.
    pub resumed: bool,
    /// Who sends the runs' figures elsewhere.
    pub exports: Exports,
}

/// What there is after all runs.
#[derive(Debug, Default)]
pub struct Performed {
    /// Run files.
    pub files: Vec<PathBuf>,
    /// A result file beside them could not be written; it has been said.
    pub failed: bool,
}

impl Session<'_> {
    /// Performs all runs, as far as they are not stopped.
    pub fn perform_all(
        &self,
        loaded: &[(Planned, LoadedPlan)],
        steering: &Steering,
        keys: bool,
    ) -> Result<Performed, Failure> {
        let mut performed_all = Performed::default();
        for (number, (planned, plan)) in loaded.iter().enumerate() {
            if loaded.len() > 1 {
                let name = Some(planned.variant.name.clone()).filter(|name| !name.is_empty());
                let repeat = (self.study.repeats > 1).then(|| format!("repeat {}", planned.repeat));
                let which: Vec<String> = name.into_iter().chain(repeat).collect();
                message::say(&format!("run {} of {}: {}", number + 1, loaded.len(), which.join(", ")));
                if number > 0 {
                    pause(self.study.timing.pause, steering);
                }
            }
            if steering.stopped().is_some() {
                break;
            }
            let file = recording::run_file(self.folder, &planned.variant, planned.repeat, self.study.repeats);
            let before = if self.resumed { resume::recorded(&file)? } else { None };
            if before.as_ref().is_some_and(Run::is_complete) {
                performed_all.files.push(file);
                continue;
            }
            let jtl = self.jtl.as_ref().map(|request| (request, request.path(&file, loaded.len())));
            let jtl =
                jtl.map(|(request, path)| sample_log::start(&path, request, &self.secrets)).transpose()?;
            let (log, thread) = jtl.unzip();
            let run = (planned, plan, number as u64);
            let performed = self.perform_one(run, (&file, before.as_ref()), steering, keys, log);
            let written = thread.map(sample_log::JtlThread::finish).transpose();
            let whole = performed?;
            if let Err(failure) = &written {
                // The run itself is whole, and is reported on.
                message::failure(failure);
                performed_all.failed = true;
            }
            // Ended before it began, there is none.
            if file.exists() {
                performed_all.files.push(file);
            }
            if !whole || performed_all.failed {
                // What broke this run would break the next one too.
                break;
            }
        }
        Ok(performed_all)
    }

    /// Whether the load generator held out.
    fn perform_one(
        &self,
        (planned, loaded, number): (&Planned, &LoadedPlan, u64),
        (file, before): (&Path, Option<&Run>),
        steering: &Steering,
        keys: bool,
        sample_log: Option<SampleLog>,
    ) -> Result<bool, Failure> {
        let per_step = self.study.length_of_a_step(&loaded.plan);
        let _control = ControlSocket::listen(file, steering);
        let mut progress =
            Progress::new(self.study.step_count(&loaded.plan).map(|steps| (steps, per_step)), keys);
        let performance =
            self.perform_run((planned, loaded, number), (file, before), steering, &mut progress, sample_log)?;
        let EndReason::Failed(why) = performance.end else { return Ok(true) };
        let why = notes::failure(&Words::new(Language::English), &why);
        if performance.system_lost {
            // The next run starts the system again.
            let log = system_log(file);
            let failure = Failure::internal(why);
            message::failure(&match log.is_file() {
                true => failure.with_hint(format!("what its commands printed: {}", log.display())),
                false => failure,
            });
            return Ok(true);
        }
        let log = failure_log(file);
        let failure = if performance.refused { Failure::input(why) } else { Failure::internal(why) };
        let failure = match log.is_file() {
            true => failure.with_hint(format!("JMeter's log: {}", log.display())),
            false => failure,
        };
        if performance.refused {
            return Err(failure);
        }
        message::failure(&failure);
        Ok(false)
    }

    /// Performs one run into its file, watched by the observer; `before`: what of it is in there.
    pub fn perform_run(
        &self,
        (planned, loaded, number): (&Planned, &LoadedPlan, u64),
        (file, before): (&Path, Option<&Run>),
        steering: &Steering,
        observer: &mut dyn Observer,
        sample_log: Option<SampleLog>,
    ) -> Result<Performance, Failure> {
        let system = self.start_system(planned, file, steering);
        let clock = match before {
            Some(run) => self.clock_of(run),
            None => RunClock::start_at(Duration::from_secs(1) - PREPARATION),
        };
        let mut header = self.header(planned, loaded, &clock);
        header.fleet = self.fleet.as_ref().map(|fleet| fleet.fleet.record());
        let system = match system {
            Ok(system) => system,
            Err(SystemError::Stopped) => return Ok(not_started(EndReason::Interrupted)),
            Err(error) => return not_started_for(&error, file, &header, &clock),
        };
        if let Some(system) = &system {
            header.configuration.extend(system.configuration.iter().cloned());
        }
        // Repeats and variants must not send the same "unique" values to the same server again.
        let seed = plimsoll_engine::part_seed(
            plimsoll_engine::part_seed(self.seed, u64::from(planned.repeat)),
            number,
        );
        let (search, stages) = (self.study.search(&loaded.plan), self.study.stages(&loaded.plan));
        let journal = self.journal(file, &clock, before);
        let setup = RunSetup {
            plan: &loaded.plan,
            properties: &planned.properties,
            design: &header.design,
            requirements: &header.requirements,
            timing: self.study.timing,
            search: search.as_ref(),
            jobs: match &self.study.steps {
                Steps::Jobs(jobs) => Some(jobs),
                _ => None,
            },
            stages: &stages,
            seed,
            clock,
            before,
            journal: journal.as_ref(),
        };
        let completion = match self.completion(&clock, journal.as_ref(), before) {
            Ok(completion) => completion,
            Err(error) => return not_started_for(&error, file, &header, &clock),
        };
        let writer = match before {
            Some(_) => RunWriter::reopen(file, &header).map_err(|e| recording::store_failure(&e))?,
            None => RunWriter::create(file, &header).map_err(|e| not_created(&e))?,
        };
        self.exports.start(file);
        let jobs = matches!(self.study.steps, Steps::Jobs(_)).then(|| self.job_performer(planned, file));
        let context = RunContext { collection: self.collection(&clock)?, system, completion, jobs };
        let mut generator = self.generator(planned, loaded, file, sample_log)?;
        match perform(&setup, generator.as_mut(), writer, context, steering, observer) {
            Ok(performance) => Ok(performance),
            Err(PerformError::Store(error)) => {
                let failure = recording::store_failure(&error);
                // What was measured before is still a run: it is reported on by name.
                let hint = format!(
                    "what was measured before is kept: `plimsoll report {}` once there is room",
                    file.display()
                );
                Err(failure.with_hint(hint))
            }
            Err(error @ PerformError::Generator(_)) => Err(Failure::internal(chain(&error))),
        }
    }

    /// The clock of a run that another process began: as its nodes know it, or else by the time of day.
    fn clock_of(&self, run: &Run) -> RunClock {
        let started_unix_us = run.header.started_unix_us;
        let of_nodes = self.fleet.as_ref().and_then(|fleet| fleet.fleet.clock_of_run(started_unix_us));
        of_nodes.unwrap_or_else(|| RunClock::started(started_unix_us))
    }

    /// With which another process can go on with the run; only one of a fleet outlives its process.
    fn journal(&self, file: &Path, clock: &RunClock, before: Option<&Run>) -> Option<RunJournal> {
        self.fleet.as_ref()?;
        let (path, started_unix_us) = (resume::journal_file(file), clock.started_unix_us());
        let known = before.and_then(|_| RunJournal::reopen(&path, started_unix_us));
        Some(known.unwrap_or_else(|| RunJournal::create(&path, started_unix_us)))
    }

    /// Where events arrive, as far as the study says it.
    fn completion(
        &self,
        clock: &RunClock,
        journal: Option<&RunJournal>,
        before: Option<&Run>,
    ) -> Result<Option<CompletionTracker>, SinkError> {
        let Some(spec) = &self.study.completion else { return Ok(None) };
        match (before, journal) {
            (Some(run), Some(journal)) => CompletionTracker::resume(spec, clock, journal, run),
            _ => CompletionTracker::start(spec, clock, journal),
        }
        .map(Some)
    }

    /// Collectors for what the study watches.
    fn collection(&self, clock: &RunClock) -> Result<Option<Collectors>, Failure> {
        if self.study.watch.targets.is_empty() {
            return Ok(None);
        }
        let time = RunTime::new(clock.now_us(), clock.started_unix_us());
        let started = Collectors::start(&self.study.watch, time);
        started
            .map(Some)
            .map_err(|error| Failure::internal(format!("failed to start the collectors: {error}")))
    }
}

/// A run whose system under test did not come up.
fn not_started(end: EndReason) -> Performance {
    let system_lost = matches!(end, EndReason::Failed(_));
    Performance { end, steps: 0, refused: false, system_lost }
}

/// The same, with a run file that says why.
fn not_started_for(
    error: &(dyn std::error::Error + 'static),
    file: &Path,
    header: &RunHeader,
    clock: &RunClock,
) -> Result<Performance, Failure> {
    let why = chain(error);
    let writer = RunWriter::create(file, header).map_err(|e| not_created(&e))?;
    record_failure(writer, clock, &why).map_err(|e| recording::store_failure(&e))?;
    Ok(not_started(EndReason::Failed(RunFailure::Text(why))))
}

/// Nothing has been measured yet.
fn not_created(error: &StoreError) -> Failure {
    let failure = recording::store_failure(error);
    match error.is_disk_full() {
        true => failure.with_hint("make room, or name a folder elsewhere with -o; nothing has been sent"),
        false => failure,
    }
}

/// Between two runs; a stop ends it.
fn pause(time: Duration, steering: &Steering) {
    let until = std::time::Instant::now() + time;
    while steering.stopped().is_none() {
        let left = until.saturating_duration_since(std::time::Instant::now());
        if left.is_zero() {
            return;
        }
        std::thread::sleep(left.min(Duration::from_millis(50)));
    }
}
