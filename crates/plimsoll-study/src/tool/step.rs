//! One step of a tool: its results as they come, its end.

use super::known::{JUDGED, LEAVING_OUT, counted};
use super::process::{ToolError, ToolProcess};
use super::spec::{SummaryReader, ToolSummary};
use crate::driver::PlannedWindow;
use crate::external::{ArrivalsBySecond, Results, SecondFeed, Tail};
use crate::generator::{GeneratorEvent, StepFailure, StepLoad, StepOutcome};
use plimsoll_engine::{Control, RunClock, StopMode};
use plimsoll_run::{ErrorKind, Interval, Latencies, NoteContent, SECOND_US};
use plimsoll_telemetry::{Reader, failure};
use rustix::process::Signal;
use std::path::PathBuf;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

/// Between two looks at what the tool has written.
const LOOK: Duration = Duration::from_millis(50);
/// Tools keep rows back for a second or so.
const LATE_US: u64 = 1_500_000;
/// Between one way of ending a tool and the next, stronger one.
const PATIENCE: Duration = Duration::from_secs(5);
/// What a tool may take to start, beside its load.
const START_UP: Duration = Duration::from_secs(60);

/// Where results come from.
pub enum ToolInput {
    Rows(Box<dyn Reader>, Tail),
    /// Of this tool, at its end; `None`: it prints it.
    Summary {
        of: &'static str,
        file: Option<PathBuf>,
        read: SummaryReader,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    Running,
    Interrupted,
    Terminated,
    Killed,
}

/// One process under watch.
pub struct ToolStep {
    process: ToolProcess,
    name: String,
    clock: RunClock,
    window: PlannedWindow,
    users: u32,
    grace: Duration,
    input: ToolInput,
    results: Results,
    feed: SecondFeed,
    spawned: Instant,
    started_us: Option<u64>,
    /// Somebody wanted it to end.
    stopped: bool,
    stage: (Stage, Instant),
}

impl ToolStep {
    pub fn new(
        process: ToolProcess,
        name: &str,
        load: &StepLoad<'_>,
        input: ToolInput,
        grace: Duration,
    ) -> Self {
        ToolStep {
            name: name.to_owned(),
            clock: load.clock,
            window: PlannedWindow::of(load.plan),
            users: load.plan.users_max(),
            grace,
            input,
            results: Results::new(load.clock.started_unix_us(), failure),
            feed: SecondFeed::new(load.clock, LATE_US, process.group()),
            spawned: Instant::now(),
            started_us: None,
            stopped: false,
            stage: (Stage::Running, Instant::now()),
            process,
        }
    }

    /// Until the tool has ended.
    pub fn perform(
        &mut self,
        control: &Control,
        sink: &mut dyn FnMut(GeneratorEvent),
    ) -> Result<StepOutcome, ToolError> {
        if matches!(self.input, ToolInput::Summary { .. }) {
            self.start(self.clock.now_us(), sink);
        }
        loop {
            let status = self.process.ended()?;
            self.read();
            self.begin(sink);
            self.hand_over_seconds(false, sink);
            if let Some(status) = status {
                self.finish();
                self.wait_for_end(control);
                self.begin(sink);
                self.hand_over_seconds(true, sink);
                return Ok(self.outcome(status, sink));
            }
            self.steer(control);
            std::thread::sleep(LOOK);
        }
    }

    fn read(&mut self) {
        let ToolInput::Rows(reader, tail) = &mut self.input else { return };
        loop {
            let piece = tail.next();
            if piece.is_empty() {
                return;
            }
            reader.read(piece, None, &mut self.results);
        }
    }

    /// A summary is of a whole step, which began on a whole second, a little after the tool.
    fn wait_for_end(&self, control: &Control) {
        let is_summary = matches!(self.input, ToolInput::Summary { .. });
        let planned_us = self.planned_us().filter(|_| is_summary && self.results.rows > 0);
        while planned_us.is_some_and(|end| self.clock.now_us() < end) && control.stopped().is_none() {
            std::thread::sleep(LOOK);
        }
    }

    fn planned_us(&self) -> Option<u64> {
        self.started_us.zip(self.window.end).map(|(start, end)| start + end.as_micros() as u64)
    }

    /// What comes out at the end only.
    fn finish(&mut self) {
        self.read();
        let (of, text, read) = match &mut self.input {
            ToolInput::Rows(reader, _) => return reader.finish(&mut self.results),
            ToolInput::Summary { of, file, read } => {
                let text = file.as_ref().map(|file| std::fs::read(file).unwrap_or_default());
                let text = text.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
                (*of, text.unwrap_or_else(|| self.process.printed()), *read)
            }
        };
        let (Some(summary), Some(start_us), Some(end)) = (read(of, &text), self.started_us, self.window.end)
        else {
            return;
        };
        let last = ((start_us + end.as_micros() as u64) / SECOND_US).saturating_sub(1);
        let seconds = end.saturating_sub(self.window.ramp).as_secs_f64();
        self.results.put(last as u32, of, interval(of, &summary, seconds));
    }

    /// The load has begun when the first request has ended; the step begins on the next whole second.
    fn begin(&mut self, sink: &mut dyn FnMut(GeneratorEvent)) {
        if let Some(first_us) = self.results.first_end_us.filter(|_| self.started_us.is_none()) {
            self.start(first_us, sink);
        }
    }

    fn start(&mut self, load_us: u64, sink: &mut dyn FnMut(GeneratorEvent)) {
        let at_us = load_us.div_ceil(SECOND_US) * SECOND_US;
        self.started_us = Some(at_us);
        sink(GeneratorEvent::Started { at_us });
    }

    /// No second before it is known to which step it belongs.
    fn hand_over_seconds(&mut self, all: bool, sink: &mut dyn FnMut(GeneratorEvent)) {
        if self.started_us.is_none() && !all {
            return;
        }
        let due = self.feed.due(all);
        self.feed.look(due, self.users);
        self.feed.hand_over(due, &mut self.results, (self.users, &ArrivalsBySecond::new()), sink);
    }

    /// A tool ends by itself; one that does not is ended, and one that somebody wants to end.
    fn steer(&mut self, control: &Control) {
        let (stage, since) = self.stage;
        let planned = self.window.end.unwrap_or_default();
        let is_overdue = self.spawned.elapsed() > planned + self.grace + START_UP;
        let wanted = match (control.stopped(), stage) {
            (Some(StopMode::Now), Stage::Running) => Stage::Terminated,
            (Some(StopMode::InOrder), Stage::Running) => Stage::Interrupted,
            (None, Stage::Running) if is_overdue => Stage::Interrupted,
            (_, Stage::Interrupted) if since.elapsed() > PATIENCE => Stage::Terminated,
            (_, Stage::Terminated) if since.elapsed() > PATIENCE => Stage::Killed,
            _ => return,
        };
        self.stopped |= control.stopped().is_some();
        self.stage = (wanted, Instant::now());
        match wanted {
            Stage::Running => {}
            Stage::Interrupted => self.process.signal(Signal::INT),
            Stage::Terminated => self.process.signal(Signal::TERM),
            Stage::Killed => self.process.signal(Signal::KILL),
        }
    }

    fn outcome(&mut self, status: ExitStatus, sink: &mut dyn FnMut(GeneratorEvent)) -> StepOutcome {
        let failure = self.failure(status);
        if let Some(problem) = self.results.problem.take().filter(|_| !self.stopped) {
            let (line, problem) = (problem.line, problem.kind.to_string());
            sink(GeneratorEvent::Note(NoteContent::ResultsUnreadable { line, problem }));
        }
        if failure.is_none() && !self.stopped && !status.success() {
            let text = format!("{} ended with {status}: {}", self.name, self.process.last_words());
            sink(GeneratorEvent::Note(NoteContent::Text(text)));
        }
        let ended_us =
            if self.results.last_end_us > 0 { self.results.last_end_us } else { self.clock.now_us() };
        StepOutcome { ended_us, failure, ..StepOutcome::default() }
    }

    /// Why the tool did not do what it was asked to.
    fn failure(&self, status: ExitStatus) -> Option<StepFailure> {
        if self.stopped {
            return None;
        }
        let name = &self.name;
        let failed = |why: String, refused| Some(StepFailure { why, refused });
        let said = Some(self.process.last_words()).filter(|words| !words.is_empty());
        let said = said.map_or_else(String::new, |words| format!(": {words}"));
        if self.stage.0 > Stage::Running {
            return failed(format!("{name} did not end in time and was ended"), false);
        }
        let judged = JUDGED.iter().any(|(tool, code)| tool == name && status.code() == Some(*code));
        if self.results.rows == 0 {
            if let Some(problem) = &self.results.problem {
                let (line, kind) = (problem.line, &problem.kind);
                return failed(
                    format!(
                        "the results of {name} are not in the format that was named: line {line}: {kind}"
                    ),
                    true,
                );
            }
            let why = if status.success() {
                "it left no results that can be read"
            } else {
                "it ended without results"
            };
            return failed(format!("{name}: {why} ({status}){said}"), true);
        }
        if let Some(all) = self.counted().filter(|all| self.results.rows < *all) {
            let rows = self.results.rows;
            return failed(format!("the log of {name} has {rows} of the {all} requests that it made"), true);
        }
        let planned_us = self.planned_us();
        let leaves_out = LEAVING_OUT.contains(&name.as_str()) && matches!(self.input, ToolInput::Rows(..));
        let early = matches!(self.input, ToolInput::Rows(..))
            && planned_us.is_some_and(|planned| self.clock.now_us() < planned);
        if early || (!status.success() && !judged && (leaves_out || self.is_cut(planned_us))) {
            return failed(format!("{name} ended in the middle of the step ({status}){said}"), false);
        }
        None
    }

    /// What a tool with rows says of their number.
    fn counted(&self) -> Option<u64> {
        matches!(self.input, ToolInput::Rows(..)).then(|| counted(&self.name, &self.process.printed()))?
    }

    /// Its last row lies well before the planned end.
    fn is_cut(&self, planned_us: Option<u64>) -> bool {
        matches!(self.input, ToolInput::Rows(..))
            && planned_us.is_some_and(|end| self.results.last_end_us + LATE_US < end)
    }
}

/// The step's one interval. Between two percentiles the higher one is taken; without percentiles there are no times.
fn interval(of: &str, summary: &ToolSummary, seconds: f64) -> Interval {
    let requests = (summary.rate_per_s * seconds).round() as u64;
    let failed = ((requests as f64) * summary.errors).round() as u64;
    let mut counts = Vec::new();
    let mut before = 0;
    for (place, (fraction, us)) in summary.percentiles.iter().enumerate() {
        let is_last = place + 1 == summary.percentiles.len();
        let until = if is_last { requests } else { (fraction * requests as f64).ceil() as u64 };
        counts.push((*us, until.saturating_sub(before)));
        before = before.max(until);
    }
    let mut interval = Interval { requests, response: Latencies::from_counts(counts), ..Interval::default() };
    if failed > 0 {
        interval.errors.insert((ErrorKind::Status, format!("as {of} counts them")), failed);
    }
    interval
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_summary_keeps_its_percentiles_its_rate_and_its_share_of_errors() {
        let summary = ToolSummary {
            rate_per_s: 100.0,
            errors: 0.05,
            percentiles: vec![(0.5, 1_000), (0.9, 5_000), (0.99, 20_000)],
        };
        let interval = interval("wrk", &summary, 10.0);
        assert_eq!(
            (interval.requests, interval.errors_total(), interval.response.count()),
            (1_000, 50, 1_000)
        );
        let near = |quantile, us: u64| {
            let found = interval.response.quantile_us(quantile).expect("a time");
            assert!(found.abs_diff(us) * 100 <= us, "{quantile}: {found}");
        };
        near(0.5, 1_000);
        near(0.9, 5_000);
        near(0.99, 20_000);
    }
}
