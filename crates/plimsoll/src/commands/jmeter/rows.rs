//! What becomes of each sample: a row of the result file, and part of the summary.

use super::run_log::RunLog;
use super::summariser::{Summariser, Threads};
use crate::exit::{Failure, chain};
use crate::stdout;
use plimsoll_engine::SampleLog;
use plimsoll_plan::Plan;
use plimsoll_run::jtl::{JtlError, JtlWriter};
use plimsoll_study::{Observer, SecondFigures};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

/// Users at work and users begun, from whoever watches the run to whoever makes lines.
#[derive(Clone, Debug, Default)]
pub struct SharedThreads {
    active: Arc<AtomicU32>,
    started: Arc<AtomicU32>,
}

impl SharedThreads {
    fn get(&self) -> Threads {
        let active = self.active.load(Ordering::Relaxed);
        Threads { active, started: self.started.load(Ordering::Relaxed).max(active) }
    }
}

/// Watches a run for its users.
pub struct ThreadWatch {
    threads: SharedThreads,
    /// When each user starts, from the start of the load.
    starts: Vec<Duration>,
}

impl ThreadWatch {
    pub fn new(plan: &Plan, threads: SharedThreads) -> ThreadWatch {
        let profiles = plan.main().filter_map(|scenario| match &scenario.load {
            plimsoll_plan::Load::Users(profile) => Some(profile.spans()),
            // Their users are counted as they are seen.
            plimsoll_plan::Load::Arrivals(_) | plimsoll_plan::Load::Waves(_) => None,
        });
        let starts = profiles.flatten().map(|span| span.start).collect();
        ThreadWatch { threads, starts }
    }
}

impl Observer for ThreadWatch {
    fn second(&mut self, figures: &SecondFigures) {
        let started = self.starts.iter().filter(|start| **start <= figures.elapsed).count() as u32;
        self.threads.active.store(figures.users, Ordering::Relaxed);
        self.threads.started.fetch_max(started.max(figures.users), Ordering::Relaxed);
    }
}

/// The thread that takes the samples.
pub struct RowThread {
    thread: JoinHandle<Result<Option<Summariser>, JtlError>>,
    threads: SharedThreads,
    log: RunLog,
}

/// Begins to take samples, with the values of these variables.
pub fn start(
    mut writer: Option<JtlWriter>,
    mut summariser: Option<Summariser>,
    variables: Vec<String>,
    threads: SharedThreads,
    log: RunLog,
) -> Result<(SampleLog, RowThread), Failure> {
    let (samples, batches) = SampleLog::new(variables);
    let (shared, run_log) = (threads.clone(), log.clone());
    let take = move || {
        for batch in batches {
            if let Some(writer) = &mut writer {
                writer.append(&batch)?;
                // Scripts look into the file while it grows.
                writer.flush()?;
            }
            if let Some(summariser) = &mut summariser {
                for row in &batch {
                    let lines = summariser.add(row, now_ms(), shared.get());
                    report_lines(summariser, &lines, &run_log);
                }
            }
        }
        if let Some(writer) = writer {
            writer.finish()?;
        }
        Ok(summariser)
    };
    let thread = std::thread::Builder::new().name("samples".to_owned()).spawn(take);
    let thread =
        thread.map_err(|e| Failure::internal(format!("failed to start a thread for the results: {e}")))?;
    Ok((samples, RowThread { thread, threads, log }))
}

impl RowThread {
    /// Waits until every sample is in its place, and says the last lines; the log must be gone.
    pub fn finish(self) -> Result<(), Failure> {
        let failed = |what: String| Failure::internal(format!("failed to {what}"));
        let summariser = self.thread.join().map_err(|_| failed("write the results".to_owned()))?;
        if let Some(mut summariser) = summariser.map_err(|error| failed(chain(&error)))? {
            let lines = summariser.end(now_ms(), Threads { active: 0, ..self.threads.get() });
            report_lines(&summariser, &lines, &self.log);
        }
        Ok(())
    }
}

fn report_lines(summariser: &Summariser, lines: &[String], log: &RunLog) {
    for line in lines {
        if summariser.to_log {
            log.say(line);
        }
        if summariser.to_output {
            stdout::print(&format!("{line}\n"));
        }
    }
}

pub fn now_ms() -> u64 {
    u64::try_from(jiff::Timestamp::now().as_millisecond()).unwrap_or(0)
}
