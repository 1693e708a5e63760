//! One step in one JMeter: its results as they come, its end.

use super::console::Console;
use super::outcome::failure;
use super::process::{Process, ProcessError};
use crate::driver::PlannedWindow;
use crate::external::{ArrivalsBySecond, LineTail, Results, SecondFeed, Tail};
use crate::generator::{GeneratorEvent, StepFailure, StepLoad, StepOutcome};
use plimsoll_engine::{Control, RunClock, StopMode};
use plimsoll_run::{NoteContent, SECOND_US};
use plimsoll_telemetry::jtl::csv::JtlCsv;
use plimsoll_telemetry::jtl::xml::JtlXml;
use plimsoll_telemetry::text::Lines;
use plimsoll_telemetry::{Reader, ReaderOptions};
use rustix::process::Signal;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

/// Between two looks at what JMeter has written.
const LOOK: Duration = Duration::from_millis(50);
/// A row is written when its sample has ended; rows that come later than this after their second are added to it.
const LATE_US: u64 = 300_000;
/// Between one way of ending JMeter and the next, stronger one.
const PATIENCE: Duration = Duration::from_secs(5);
/// With no thread left JMeter ends by itself; an open model thread group that was shut down does not.
const IDLE: Duration = Duration::from_secs(2);

/// How far JMeter has been asked to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    Running,
    Shutdown,
    StopNow,
    Terminated,
    Killed,
}

/// One JMeter process under watch: what it was asked, what it has printed, and how far its result file is read belong
/// together for as long as it runs.
// What JMeter writes, one reader each, and what was seen of it so far.
pub struct StepWatch {
    process: Process,
    clock: RunClock,
    window: PlannedWindow,
    has_rate: bool,
    grace: Duration,
    results: Results,
    reader: Box<dyn Reader>,
    rows: Tail,
    output: LineTail,
    log: LineTail,
    console: Console,
    feed: SecondFeed,
    stage: (Stage, Instant),
    idle_since: Option<Instant>,
    started_us: Option<u64>,
    /// ArrivalsBySecond that have not been told, by second and scenario.
    arrived: ArrivalsBySecond,
}

impl StepWatch {
    pub fn new(process: Process, load: &StepLoad<'_>, xml: bool, grace: Duration) -> StepWatch {
        let options = ReaderOptions::default();
        let reader: Box<dyn Reader> = match xml {
            true => Box::new(JtlXml::new(&options)),
            false => Box::new(Lines::new(JtlCsv::new(&options))),
        };
        StepWatch {
            clock: load.clock,
            window: PlannedWindow::of(load.plan),
            has_rate: load.plan.rate_per_s_max().is_some(),
            grace,
            results: Results::new(load.clock.started_unix_us(), failure),
            reader,
            rows: Tail::new(process.file("results")),
            output: LineTail::new(process.file("output")),
            log: LineTail::new(process.file("jmeter.log")),
            console: Console::default(),
            feed: SecondFeed::new(load.clock, LATE_US, process.group()),
            stage: (Stage::Running, Instant::now()),
            idle_since: None,
            started_us: None,
            arrived: ArrivalsBySecond::new(),
            process,
        }
    }

    pub fn log_file(&self) -> std::path::PathBuf {
        self.process.file("jmeter.log")
    }

    /// Until JMeter has ended.
    pub fn perform(
        &mut self,
        control: &Control,
        sink: &mut dyn FnMut(GeneratorEvent),
    ) -> Result<StepOutcome, ProcessError> {
        loop {
            let status = self.process.ended()?;
            self.read();
            self.begin(sink);
            self.hand_over_seconds(false, sink);
            if let Some(status) = status {
                self.reader.finish(&mut self.results);
                self.hand_over_seconds(true, sink);
                return Ok(self.outcome(status, sink));
            }
            self.steer(control);
            std::thread::sleep(LOOK);
        }
    }

    fn read(&mut self) {
        let console = &mut self.console;
        self.output.lines(&mut |line| console.output(line));
        self.log.lines(&mut |line| console.log(line));
        loop {
            let piece = self.rows.next();
            if piece.is_empty() {
                break;
            }
            self.reader.read(piece, None, &mut self.results);
        }
    }

    /// The load proper has begun. Where it has a planned end, the step begins on the next whole second, so that
    /// whole intervals are measured.
    fn begin(&mut self, sink: &mut dyn FnMut(GeneratorEvent)) {
        let Some(unix_ms) = self.console.main_unix_ms.filter(|_| self.started_us.is_none()) else { return };
        let main_us = self.run_us(unix_ms);
        let at_us = match self.window.end {
            Some(_) => main_us.div_ceil(SECOND_US) * SECOND_US,
            None => main_us,
        };
        self.started_us = Some(at_us);
        sink(GeneratorEvent::Started { at_us });
    }

    fn run_us(&self, unix_ms: u64) -> u64 {
        let unix_us = i64::try_from(unix_ms).unwrap_or(i64::MAX).saturating_mul(1_000);
        u64::try_from(unix_us.saturating_sub(self.clock.started_unix_us())).unwrap_or(0)
    }

    /// Tells the seconds that are over; at the end all.
    fn hand_over_seconds(&mut self, all: bool, sink: &mut dyn FnMut(GeneratorEvent)) {
        for text in self.console.take_errors() {
            sink(GeneratorEvent::Note(NoteContent::Text(text)));
        }
        let due = self.feed.due(all);
        let active = self.console.active;
        self.feed.look(due, active);
        let began = self.arrivals(due.until());
        self.feed.hand_over(due, &mut self.results, (active, &began), sink);
    }

    /// ArrivalsBySecond by second and scenario, where the load is a rate: each is a thread.
    fn arrivals(&mut self, until: u32) -> ArrivalsBySecond {
        let began = std::mem::take(&mut self.console.began);
        if self.has_rate {
            for (unix_ms, scenario) in began {
                let second = (self.run_us(unix_ms) / SECOND_US) as u32;
                *self.arrived.entry(second).or_default().entry(scenario).or_default() += 1;
            }
        }
        let later = self.arrived.split_off(&until);
        std::mem::replace(&mut self.arrived, later)
    }

    /// Ends JMeter at the step's planned end, or when somebody wants it; each way that does not help is followed by a
    /// stronger one.
    fn steer(&mut self, control: &Control) {
        let now_us = self.clock.now_us();
        let planned = self.started_us.zip(self.window.end);
        let is_over = planned.is_some_and(|(start, end)| now_us >= start + end.as_micros() as u64);
        let (stage, since) = self.stage;
        let idle = self.is_idle(stage);
        let wanted = match (control.stopped(), stage) {
            (Some(StopMode::Now), Stage::Running | Stage::Shutdown) => Stage::StopNow,
            // It does not listen yet: it has nothing to finish either.
            (Some(StopMode::InOrder), Stage::Running) if self.console.port.is_none() => Stage::Terminated,
            (Some(StopMode::InOrder), Stage::Running) => Stage::Shutdown,
            (None, Stage::Running) if is_over => Stage::Shutdown,
            (_, Stage::Running) if self.console.out_of_memory.is_some() => Stage::StopNow,
            (_, Stage::Shutdown) if since.elapsed() > self.grace || idle => Stage::StopNow,
            (_, Stage::StopNow) if since.elapsed() > PATIENCE => Stage::Terminated,
            (_, Stage::Terminated) if since.elapsed() > PATIENCE => Stage::Killed,
            _ => return,
        };
        self.stage = (wanted, Instant::now());
        match wanted {
            Stage::Running => {}
            Stage::Shutdown => self.process.announce(self.console.port, "Shutdown"),
            Stage::StopNow => {
                self.results.stopped_at(now_us);
                self.process.announce(self.console.port, "StopTestNow");
            }
            Stage::Terminated => self.process.signal(Signal::TERM),
            Stage::Killed => self.process.signal(Signal::KILL),
        }
    }

    /// Shut down, and no thread has been at work for a while.
    fn is_idle(&mut self, stage: Stage) -> bool {
        if stage != Stage::Shutdown || self.console.active > 0 {
            self.idle_since = None;
            return false;
        }
        self.idle_since.get_or_insert_with(Instant::now).elapsed() > IDLE
    }

    fn outcome(&mut self, status: ExitStatus, sink: &mut dyn FnMut(GeneratorEvent)) -> StepOutcome {
        let over_us = self.console.over_unix_ms.map(|ms| self.run_us(ms));
        if let Some(problem) = self.results.problem.take().filter(|_| self.stage.0 < Stage::StopNow) {
            let (line, problem) = (problem.line, problem.kind.to_string());
            sink(GeneratorEvent::Note(NoteContent::ResultsUnreadable { line, problem }));
        }
        StepOutcome {
            stopped_by_plan: self.console.stopped_by_plan && self.stage.0 == Stage::Running,
            ended_us: over_us.unwrap_or(self.results.last_end_us),
            abandoned: self.results.abandoned,
            sent_again: 0,
            failure: self.failure(status),
            ..StepOutcome::default()
        }
    }

    /// Why JMeter did not do what it was asked to.
    fn failure(&self, status: ExitStatus) -> Option<StepFailure> {
        let failed = |why: String| Some(StepFailure { why, refused: false });
        if let Some(memory) = &self.console.out_of_memory {
            let why = "JMeter ran out of memory";
            return failed(format!("{why} ({memory}); HEAP gives it more, for example HEAP=-Xmx4g"));
        }
        if self.console.ended && status.success() {
            return None;
        }
        if self.stage.0 >= Stage::StopNow {
            // We ended it, and it had no time for last words.
            return None;
        }
        let why = self.console.refusal.as_ref();
        if self.console.main_unix_ms.is_none() {
            let why = why.unwrap_or(&self.console.last_line);
            let why = format!("JMeter could not run the plan: {why}");
            return Some(StepFailure { why, refused: self.results.rows == 0 });
        }
        let why = why.map_or_else(String::new, |why| format!(": {why}"));
        failed(format!("JMeter ended in the middle of the step ({status}){why}"))
    }
}
