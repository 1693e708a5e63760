//! The queue: two loads never disturb each other on one generator.

use super::job::{QueuedTest, TestRequest, TestState};
use super::process::{self, began};
use super::signals::end_in_order;
use super::{notify, run_arguments};
use crate::api::ApiError;
use crate::lab::LabServer;
use crate::library::{LAB_FOLDER, run_files};
use crate::people::{Who, now};
use crate::random;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

const WAITING_MAX: usize = 200;
const LOOK_EVERY: Duration = Duration::from_millis(500);
/// Of what a job printed.
const OUTPUT_BYTES: usize = 16_000;

impl LabServer {
    pub fn enqueue(&self, request: TestRequest, who: &Who) -> Result<QueuedTest, ApiError> {
        if !self.config.can_start {
            return Err(ApiError::forbidden("this lab only shows runs; it starts none"));
        }
        let path = self.plan_path(&request.file)?;
        if !path.is_file() {
            return Err(ApiError::not_found("plan or study of that name in the lab's folder"));
        }
        // What can't be a command is said now, and not when its turn comes.
        run_arguments(&request, "")?;
        let at: Option<jiff::Timestamp> = match &request.at {
            Some(text) => Some(text.parse().map_err(|_| {
                ApiError::bad(format!("{text:?} is no moment"))
                    .with_hint("ISO 8601 with its zone: 2026-11-24T22:00:00Z")
            })?),
            None => None,
        };
        notify::check(&request.notify, &self.config)?;
        let waiting = self.people.jobs()?.iter().filter(|job| !job.state.is_over()).count();
        if waiting >= WAITING_MAX {
            return Err(ApiError::conflict(format!("{WAITING_MAX} jobs wait already")));
        }
        let is_later = at.is_some_and(|at| at > jiff::Timestamp::now());
        let job = QueuedTest {
            id: random::name(),
            file: request.file.clone(),
            state: if is_later { TestState::Scheduled } else { TestState::Waiting },
            at: at.map(|at| at.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()),
            queued: now(),
            started: None,
            ended: None,
            by: who.name.clone(),
            exit_code: None,
            runs: Vec::new(),
            output: String::new(),
            position: None,
            request,
            folder: None,
            process: None,
        };
        self.people.put_job(&job)?;
        self.jobs_changed();
        Ok(job)
    }

    /// With what it printed so far.
    pub fn job(&self, id: &str) -> Result<QueuedTest, ApiError> {
        let mut job = self.people.job(id)?;
        if job.state == TestState::Running {
            job.output = process::tail(&self.job_log(&job), OUTPUT_BYTES);
            job.runs = self.runs_of(&job);
        }
        Ok(job)
    }

    /// One that waits is gone; one that runs ends in order.
    pub fn cancel(&self, id: &str) -> Result<QueuedTest, ApiError> {
        let mut job = self.people.job(id)?;
        match (job.state, job.process) {
            (TestState::Running, Some((process, start))) if began(process) == Some(start) => {
                end_in_order(process)
            }
            (TestState::Waiting | TestState::Scheduled, _) => {
                (job.state, job.ended) = (TestState::Cancelled, Some(now()));
                self.people.put_job(&job)?;
            }
            _ => return Err(ApiError::conflict("this job is over")),
        }
        self.jobs_changed();
        Ok(job)
    }

    fn job_log(&self, job: &QueuedTest) -> PathBuf {
        self.library.folder.join(LAB_FOLDER).join("jobs").join(format!("{}.log", job.id))
    }

    /// Ids of the runs in its folder, as far as they are known.
    fn runs_of(&self, job: &QueuedTest) -> Vec<String> {
        let Some(folder) = &job.folder else { return Vec::new() };
        let files = run_files(&self.library.folder.join(folder));
        let headers = files.iter().filter_map(|file| plimsoll_run::LiveReader::open(&file.path).ok());
        headers.map(|(_, header)| crate::library::run_id(&header)).collect()
    }
}

/// Does what waits, until the lab ends.
pub fn work(lab: &Arc<LabServer>) {
    loop {
        if let Err(error) = turn(lab) {
            // A full disk, say: it is tried again.
            (lab.config.say)(&format!("the queue: {}", error.message));
        }
        std::thread::sleep(LOOK_EVERY);
    }
}

fn turn(lab: &Arc<LabServer>) -> Result<(), ApiError> {
    let jobs = lab.people.jobs()?;
    let mut is_busy = false;
    for job in jobs.iter().filter(|job| job.state == TestState::Running) {
        is_busy |= !finished(lab, job)?;
    }
    let moment = jiff::Timestamp::now();
    let is_due = |job: &&QueuedTest| match job.state {
        TestState::Waiting => true,
        TestState::Scheduled => {
            job.at.as_ref().and_then(|at| at.parse::<jiff::Timestamp>().ok()).is_none_or(|at| at <= moment)
        }
        _ => false,
    };
    let Some(next) = jobs.iter().find(is_due).filter(|_| !is_busy) else { return Ok(()) };
    // A load that somebody started in a terminal is waited for, too.
    if lab.library.index.running()?.iter().any(|run| run.source == "plimsoll" || run.source == "jmeter") {
        return Ok(());
    }
    start(lab, next.clone())
}

fn start(lab: &Arc<LabServer>, mut job: QueuedTest) -> Result<(), ApiError> {
    plimsoll_run::private::create_private_folders(&lab.library.folder.join(LAB_FOLDER).join("jobs"))?;
    let stem = std::path::Path::new(&job.file).file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let stamp = jiff::Zoned::now().strftime("%Y%m%d-%H%M%S").to_string();
    let folder = format!("runs/{stem}-{stamp}-{}", job.id);
    let arguments = run_arguments(&job.request, &folder)?;
    job.started = Some(now());
    job.folder = Some(folder);
    match process::start(lab, &arguments, &lab.job_log(&job)) {
        Ok(child) => {
            job.state = TestState::Running;
            job.process = began(child.id()).map(|start| (child.id(), start));
            *lab.started.child() = Some((job.id.clone(), child));
        }
        Err(error) => {
            (job.state, job.ended, job.output) = (TestState::Failed, Some(now()), error.message);
        }
    }
    lab.people.put_job(&job)?;
    lab.jobs_changed();
    lab.look_again();
    Ok(())
}

/// Whether a job that ran is over; then it is noted.
fn finished(lab: &Arc<LabServer>, job: &QueuedTest) -> Result<bool, ApiError> {
    let mut exit_code = None;
    {
        let mut child = lab.started.child();
        match child.as_mut().filter(|(id, _)| *id == job.id) {
            Some((_, process)) => match process.try_wait()? {
                None => return Ok(false),
                Some(status) => {
                    exit_code = status.code();
                    *child = None;
                }
            },
            // An earlier lab started it.
            None => {
                if job.process.is_some_and(|(process, start)| began(process) == Some(start)) {
                    return Ok(false);
                }
            }
        }
    }
    let mut job = job.clone();
    job.output = process::tail(&lab.job_log(&job), OUTPUT_BYTES);
    job.runs = lab.runs_of(&job);
    (job.exit_code, job.ended) = (exit_code, Some(now()));
    let is_done = matches!(exit_code, Some(0 | 3 | 4)) || exit_code.is_none() && !job.runs.is_empty();
    job.state = if is_done { TestState::Done } else { TestState::Failed };
    lab.people.put_job(&job)?;
    lab.look_again();
    lab.jobs_changed();
    let (lab, job) = (Arc::clone(lab), job);
    std::thread::Builder::new()
        .name("notify".to_owned())
        .spawn(move || notify::send(&lab, &job, Instant::now()))?;
    Ok(true)
}
