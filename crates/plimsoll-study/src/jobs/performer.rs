//! Performs one job: its start, and polls until it is over.

use super::spec::{JobCondition, JobPoll, JobRequest, JobSpec, JobStart, PollHow};
use crate::system::{CommandEnd, Shell};
use plimsoll_run::JobVerdict;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Commands and requests of jobs.
#[derive(Debug)]
pub struct JobPerformer {
    shell: Shell,
    agent: ureq::Agent,
    /// For `${name}` in requests.
    values: BTreeMap<String, String>,
    /// Those of them that answers gave.
    extracted: BTreeMap<String, String>,
}

/// An answer of the system's that takes longer is none; a start has the job's own time.
const ANSWER_TIME: Duration = Duration::from_secs(30);
const ANSWER_BYTES_MAX: u64 = 4 << 20;
/// So many questions in a row may go unanswered.
const FAILURES_MAX: u32 = 5;
/// Of an answer, in messages.
const DETAIL_CHARS: usize = 200;
const LOOK: Duration = Duration::from_millis(20);

enum State {
    Running,
    Over(JobVerdict, String),
}

impl JobPerformer {
    /// Commands are performed in `folder` and print into `log`.
    pub fn new(
        folder: PathBuf,
        env: Vec<(String, String)>,
        log: PathBuf,
        values: BTreeMap<String, String>,
    ) -> JobPerformer {
        let config = ureq::Agent::config_builder().user_agent("Plimsoll").http_status_as_error(false);
        let agent = config.max_idle_connections(0).build().new_agent();
        JobPerformer { shell: Shell { folder, env, log }, agent, values, extracted: BTreeMap::new() }
    }

    /// What answers gave so far.
    pub fn extracted(&self) -> &BTreeMap<String, String> {
        &self.extracted
    }

    /// What answers gave to another process.
    pub fn take_over(&mut self, extracted: BTreeMap<String, String>) {
        self.values.extend(extracted.clone());
        self.extracted = extracted;
    }

    /// From now on it is about the job of this number.
    pub fn set_number(&mut self, number: u32) {
        self.values.insert("job".to_owned(), number.to_string());
        self.shell.env.retain(|(name, _)| name != "JOB");
        self.shell.env.push(("JOB".to_owned(), number.to_string()));
    }

    /// Asks about a job that has `left` to end; returns when it is over, has taken too long, or `stopped`. `seen`: it goes on.
    pub fn watch(
        &self,
        job: &JobSpec,
        left: Duration,
        stopped: &dyn Fn() -> bool,
        seen: &mut dyn FnMut(),
    ) -> (JobVerdict, String) {
        let Some(poll) = &job.poll else { return (JobVerdict::Done, String::new()) };
        let (began, mut failures) = (Instant::now(), 0);
        loop {
            let detail = match self.ask(poll) {
                Ok(State::Over(verdict, detail)) => return (verdict, detail),
                Ok(State::Running) => {
                    failures = 0;
                    seen();
                    String::new()
                }
                Err(why) => {
                    failures += 1;
                    if failures >= FAILURES_MAX {
                        return (JobVerdict::Failed, why);
                    }
                    why
                }
            };
            let until = Instant::now() + poll.every;
            while Instant::now() < until {
                if stopped() {
                    return (JobVerdict::Interrupted, String::new());
                }
                if began.elapsed() >= left {
                    return (JobVerdict::TimedOut, detail);
                }
                std::thread::sleep(LOOK);
            }
        }
    }

    /// Asks for a job; `Err`: it is over already.
    pub fn start(&mut self, job: &JobSpec, stopped: &dyn Fn() -> bool) -> Result<(), (JobVerdict, String)> {
        let failed = |why: String| (JobVerdict::Failed, why);
        match &job.start {
            JobStart::Command(command) => {
                let end = self.shell.perform(command, job.timeout, stopped);
                match end.map_err(|error| failed(error.to_string()))? {
                    CommandEnd::Done => Ok(()),
                    CommandEnd::Failed(how) => Err(failed(format!("`{command}`: {how}"))),
                    CommandEnd::TimedOut => Err((JobVerdict::TimedOut, String::new())),
                    CommandEnd::Stopped => Err((JobVerdict::Interrupted, String::new())),
                }
            }
            JobStart::Request(request) => {
                let time = if job.poll.is_some() { ANSWER_TIME } else { job.timeout };
                let answer = self.send(request, time).map_err(failed)?;
                for (name, path) in &request.extract {
                    let value = found(&answer, path);
                    let Some(value) = value else {
                        return Err(failed(format!("{path} is not in the answer: {}", short(&answer))));
                    };
                    self.values.insert(name.clone(), value.clone());
                    self.extracted.insert(name.clone(), value);
                }
                Ok(())
            }
        }
    }

    fn ask(&self, poll: &JobPoll) -> Result<State, String> {
        match &poll.how {
            PollHow::Request { request, done, failed } => {
                let answer = self.send(request, ANSWER_TIME)?;
                if failed.as_ref().is_some_and(|condition| holds(condition, &answer)) {
                    return Ok(State::Over(JobVerdict::Failed, short(&answer)));
                }
                let is_done = holds(done, &answer);
                Ok(if is_done { State::Over(JobVerdict::Done, short(&answer)) } else { State::Running })
            }
            PollHow::Command(command) => match self.shell.ask(command, ANSWER_TIME) {
                Ok(said) => Ok(State::Over(JobVerdict::Done, said.chars().take(DETAIL_CHARS).collect())),
                Err(why) if why == "exit status 1" || why.starts_with("exit status 1:") => Ok(State::Running),
                Err(why) if why.starts_with("exit status") => Ok(State::Over(JobVerdict::Failed, why)),
                Err(why) => Err(why),
            },
        }
    }

    /// The answer's body; a status of 400 or above is none.
    fn send(&self, request: &JobRequest, time: Duration) -> Result<String, String> {
        let filled = |text: &str| filled(text, &self.values);
        let mut sent =
            ureq::http::Request::builder().method(request.method.as_str()).uri(filled(&request.url));
        for (name, value) in &request.headers {
            sent = sent.header(name, filled(value));
        }
        let body = request.body.as_deref().map(filled).unwrap_or_default();
        let sent = sent.body(body).map_err(|error| format!("{}: {error}", request.url))?;
        let sent = self.agent.configure_request(sent).timeout_global(Some(time)).build();
        let mut answer =
            self.agent.run(sent).map_err(|error| format!("{}: {error}", filled(&request.url)))?;
        let bytes = answer.body_mut().with_config().limit(ANSWER_BYTES_MAX).read_to_vec();
        let text = String::from_utf8_lossy(&bytes.map_err(|error| error.to_string())?).into_owned();
        match answer.status().as_u16() {
            status @ 400.. => Err(format!("{}: status {status}: {}", filled(&request.url), short(&text))),
            _ => Ok(text),
        }
    }
}

fn filled(text: &str, values: &BTreeMap<String, String>) -> String {
    let mut out = text.to_owned();
    for (name, value) in values {
        out = out.replace(&format!("${{{name}}}"), value);
    }
    out
}

fn short(text: &str) -> String {
    text.trim().chars().take(DETAIL_CHARS).collect()
}

/// The first value at a path of a JSON text.
fn found(text: &str, path: &str) -> Option<String> {
    let document: Value = serde_json::from_str(text).ok()?;
    let path = serde_json_path::JsonPath::parse(path).ok()?;
    match path.query(&document).first()? {
        Value::String(text) => Some(text.clone()),
        other => Some(other.to_string()),
    }
}

fn holds(condition: &JobCondition, answer: &str) -> bool {
    found(answer, &condition.json).is_some_and(|value| condition.is.contains(&value))
}
