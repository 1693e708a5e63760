//! What the kernel counts of a process, or of several of one name, as Plimsoll's own collector prints it from `/proc`:
//!
//! ```text
//! tick at=8312.45 hz=100
//! process pid=812 cpu=1420 threads=4 rss_kb=20480 voluntary=93 involuntary=7 read_bytes=0 write_bytes=4096 wait_ns=81243 fds=12 fds_max=1024
//! thread pid=812 tid=813 cpu=1390
//! end
//! ```
//!
//! `at` is the machine's uptime in seconds, `cpu` is in ticks of `hz`, `wait_ns` is the time in which threads were ready to run and had no
//! core. What a process may not be asked (its descriptors, its I/O, by others than its owner) is left out.
//!
//! Totals are of all processes of the name: what each of them has used since it was first seen (or since it began, where it can't be
//! older than the tick before), so a worker that ends takes nothing away. Descriptors are those of the process that is nearest to its own limit. The utilisation of a thread is that of the busiest
//! one since the tick before, of one core: however many cores there are, one thread can't use more.

use crate::options::ReaderOptions;
use crate::problem::{Problem, ProblemKind};
use crate::reader::{InputLine, LineReader, Output};
use crate::series::{MetricSpec, emit};
use plimsoll_run::ReadingKind::{Counter, Gauge};
use plimsoll_run::metric::{self, attribute};
use plimsoll_run::{At, Series, Source};
use std::collections::HashMap;
use std::sync::Arc;

const CPU: MetricSpec = MetricSpec::new(metric::PROCESS_CPU_TIME, "s", Counter);
const RUN_DELAY: MetricSpec = MetricSpec::new(metric::PROCESS_RUN_DELAY, "s", Counter);
const DISK: MetricSpec = MetricSpec::new(metric::PROCESS_DISK_IO, "By", Counter);
const SWITCHES: MetricSpec = MetricSpec::new(metric::PROCESS_CONTEXT_SWITCHES, "{switch}", Counter);
const THREADS: MetricSpec = MetricSpec::new(metric::PROCESS_THREAD_COUNT, "{thread}", Gauge);
const MEMORY: MetricSpec = MetricSpec::new(metric::PROCESS_MEMORY_USAGE, "By", Gauge);
const BUSIEST: MetricSpec = MetricSpec::new(metric::PROCESS_THREAD_CPU_UTILIZATION, "1", Gauge);
const DESCRIPTORS: MetricSpec = MetricSpec::new(metric::PROCESS_OPEN_FILE_DESCRIPTOR_COUNT, "{count}", Gauge);
const DESCRIPTORS_MAX: MetricSpec =
    MetricSpec::new(metric::PROCESS_OPEN_FILE_DESCRIPTOR_LIMIT, "{count}", Gauge);

/// Totals of a process: the field, the metric, and what its number is multiplied by; of CPU ticks the factor is 1/hz.
const TOTALS: [(&str, MetricSpec, f64); 6] = [
    ("cpu", CPU, 0.0),
    ("wait_ns", RUN_DELAY, 1e-9),
    ("read_bytes", DISK.with(&[(attribute::DISK_IO_DIRECTION, "read")]), 1.0),
    ("write_bytes", DISK.with(&[(attribute::DISK_IO_DIRECTION, "write")]), 1.0),
    ("voluntary", SWITCHES.with(&[(attribute::PROCESS_CONTEXT_SWITCH_TYPE, "voluntary")]), 1.0),
    ("involuntary", SWITCHES.with(&[(attribute::PROCESS_CONTEXT_SWITCH_TYPE, "involuntary")]), 1.0),
];

/// Processes and threads that are followed.
const FOLLOWED_MAX: usize = 10_000;

type ProcessFields = HashMap<Box<str>, f64>;

/// What has been printed since `tick`.
#[derive(Default)]
struct ProcessTick {
    at_s: f64,
    hz: f64,
    processes: Vec<ProcessFields>,
    threads: Vec<ProcessFields>,
}

pub struct ProcessStatistics {
    source: Source,
    series: HashMap<&'static str, Arc<Series>>,
    tick: Option<ProcessTick>,
    ticks: u64,
    before_s: Option<f64>,
    /// The newest value of each total, by process and field.
    newest: HashMap<(u64, &'static str), f64>,
    totals: [f64; TOTALS.len()],
    threads: HashMap<(u64, u64), f64>,
}

impl ProcessStatistics {
    pub fn new(options: &ReaderOptions) -> ProcessStatistics {
        ProcessStatistics {
            source: options.source.clone(),
            series: HashMap::new(),
            tick: None,
            ticks: 0,
            before_s: None,
            newest: HashMap::new(),
            totals: [0.0; TOTALS.len()],
            threads: HashMap::new(),
        }
    }

    fn end(&mut self, at: At, out: &mut dyn Output) {
        let Some(tick) = self.tick.take() else { return };
        self.ticks += 1;
        self.total(&tick);
        let totals = self.totals;
        for (place, (field, metric, _)) in TOTALS.iter().enumerate() {
            if tick.processes.iter().any(|process| process.contains_key(*field)) {
                self.give(field, metric, at, totals[place], out);
            }
        }
        let sum = |field: &str| -> Option<f64> {
            let values: Vec<f64> =
                tick.processes.iter().filter_map(|process| process.get(field)).copied().collect();
            (!values.is_empty()).then(|| values.iter().sum())
        };
        if let Some(threads) = sum("threads") {
            self.give("threads", &THREADS, at, threads, out);
        }
        if let Some(kib) = sum("rss_kb") {
            self.give("rss_kb", &MEMORY, at, kib * 1024.0, out);
        }
        let descriptors = tick.processes.iter().filter_map(|process| {
            Some((*process.get("fds")?, *process.get("fds_max").filter(|max| **max > 0.0)?))
        });
        if let Some((open, max)) = descriptors.max_by(|a, b| (a.0 / a.1).total_cmp(&(b.0 / b.1))) {
            self.give("fds", &DESCRIPTORS, at, open, out);
            self.give("fds_max", &DESCRIPTORS_MAX, at, max, out);
        }
        if let Some(share) = self.busiest(&tick) {
            self.give("busiest", &BUSIEST, at, share, out);
        }
        self.before_s = Some(tick.at_s);
    }

    /// Adds what each process used since it was seen before.
    fn total(&mut self, tick: &ProcessTick) {
        for process in &tick.processes {
            let pid = process.get("pid").copied().unwrap_or(0.0) as u64;
            let threads = process.get("threads").copied().unwrap_or(1.0);
            let is_new = process.get("cpu").is_some_and(|ticks| self.began_since(tick, *ticks, threads));
            for (place, (field, _, factor)) in TOTALS.iter().enumerate() {
                let Some(value) = process.get(*field).copied() else { continue };
                let factor = if *field == "cpu" { 1.0 / tick.hz } else { *factor };
                let before = self.newest.insert((pid, *field), value).or(is_new.then_some(0.0));
                self.totals[place] += before.map_or(0.0, |before| (value - before).max(0.0) * factor);
            }
        }
        let alive: Vec<u64> =
            tick.processes.iter().filter_map(|process| process.get("pid")).map(|pid| *pid as u64).collect();
        self.newest.retain(|(pid, _), _| alive.contains(pid));
    }

    /// A process that was not there at the tick before, and has used no more than it can have used since: all of it is of this time.
    fn began_since(&self, tick: &ProcessTick, ticks: f64, threads: f64) -> bool {
        self.before_s
            .is_some_and(|before_s| ticks / tick.hz <= (tick.at_s - before_s + 0.1) * threads.max(1.0))
    }

    /// Of one core, since the tick before.
    fn busiest(&mut self, tick: &ProcessTick) -> Option<f64> {
        let mut busiest: Option<f64> = None;
        let mut now = HashMap::new();
        for thread in &tick.threads {
            let id = (*thread.get("pid")? as u64, *thread.get("tid")? as u64);
            let ticks = *thread.get("cpu")?;
            now.insert(id, ticks);
            let before = self.threads.get(&id).copied().or(self.began_since(tick, ticks, 1.0).then_some(0.0));
            let (Some(before), Some(before_s)) = (before, self.before_s) else { continue };
            let passed_s = tick.at_s - before_s;
            if passed_s > 0.0 {
                let share = ((ticks - before) / tick.hz / passed_s).clamp(0.0, 1.0);
                busiest = Some(busiest.map_or(share, |most: f64| most.max(share)));
            }
        }
        self.threads = now;
        busiest
    }

    fn give(&mut self, key: &'static str, metric: &MetricSpec, at: At, value: f64, out: &mut dyn Output) {
        let source = &self.source;
        let series = self.series.entry(key).or_insert_with(|| metric.of(source, &[])).clone();
        emit(out, at, &series, value);
    }
}

impl LineReader for ProcessStatistics {
    fn line(&mut self, line: InputLine<'_>, out: &mut dyn Output) {
        let text = line.text();
        let mut words = text.split_whitespace();
        let kind = words.next().unwrap_or_default();
        let fields: ProcessFields = words
            .filter_map(|word| word.split_once('='))
            .filter_map(|(name, value)| {
                Some((name.into(), value.parse().ok().filter(|n: &f64| n.is_finite())?))
            })
            .collect();
        match (kind, &mut self.tick) {
            ("", _) => {}
            ("tick", _) => {
                let of = |name: &str| fields.get(name).copied().unwrap_or(0.0);
                let hz = Some(of("hz")).filter(|hz| *hz > 0.0).unwrap_or(100.0);
                self.tick = Some(ProcessTick { at_s: of("at"), hz, ..ProcessTick::default() });
            }
            ("process", Some(tick)) if tick.processes.len() < FOLLOWED_MAX => tick.processes.push(fields),
            ("thread", Some(tick)) if tick.threads.len() < FOLLOWED_MAX => tick.threads.push(fields),
            ("end", _) => self.end(line.at(At::Index(self.ticks)), out),
            ("process" | "thread", _) => {}
            _ => out.problem(Problem { line: line.number, kind: ProblemKind::unrecognised(line.bytes) }),
        }
    }
}

pub fn recognise(lines: &[String]) -> bool {
    lines
        .iter()
        .find(|line| !line.trim().is_empty())
        .is_some_and(|line| line.starts_with("tick at=") && line.contains(" hz="))
}
