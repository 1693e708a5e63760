//! Counts what happened in the current second of one worker.

use crate::answers::AnswerStatistics;
use crate::clock::thread_cpu_us;
use crate::exchange_examples::ExchangeExamples;
use crate::labels::Labels;
use plimsoll_run::{
    ArrivalInterval, ErrorKind, GeneratorInterval, Interval, Latencies, TransactionKey, WorkerInterval,
};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// One second of one worker, on its way to the collector.
#[derive(Debug)]
pub struct WorkerSecond {
    pub worker: u32,
    pub second: u32,
    /// The worker has ended with it.
    pub is_last: bool,
    pub transactions: Vec<(TransactionKey, Interval)>,
    pub generator: GeneratorInterval,
}

/// A finished request or transaction.
#[derive(Debug)]
pub struct Sample<'a> {
    pub label: u32,
    pub response_us: u64,
    /// `None`: it had no intended start, so the service time is the response time.
    pub service_us: Option<u64>,
    pub first_byte_us: Option<u64>,
    pub bytes_sent: u64,
    pub bytes_received: u64,
    pub failure: Option<(ErrorKind, &'a str)>,
}

/// Longest detail of a failure, and most different ones in a second of a worker: what servers say may differ each time. Further
/// ones count without a detail.
const DETAIL_BYTES_MAX: usize = 512;
const DETAILS_MAX: usize = 256;
/// Most seconds that a worker which was held up (a suspended machine, say) closes one by one.
const SKIPPED_MAX: u32 = 3_600;

// What one worker counts in a second: flat, for each request adds to it.
#[derive(Debug)]
pub struct Recorder {
    worker: u32,
    second: u32,
    /// Wall time from which the current second is covered.
    from_us: u64,
    cpu: CpuTimes,
    intervals: Vec<Interval>,
    /// Different details of failures in the current second.
    details: usize,
    lateness: Latencies,
    connect: Latencies,
    pub think_us: u64,
    pub busy_us: u64,
    /// Open now.
    pub connections: u32,
    pub connects: u64,
    arrivals: BTreeMap<String, ArrivalInterval>,
    turns: Turns,
    /// The worker never sleeps: only turns in which something happened are work.
    busy_poll: bool,
    pub background: Option<BackgroundThread>,
    pub answers: AnswerStatistics,
    pub exchanges: ExchangeExamples,
}

/// A thread in the background, which one of the workers reports as if it were another one.
#[derive(Debug)]
pub struct BackgroundThread {
    pub number: u32,
    pub cpu_us: Arc<AtomicU64>,
    /// Reported so far.
    pub reported_us: u64,
}

impl BackgroundThread {
    fn take_cpu_us(&mut self) -> u64 {
        let now_us = self.cpu_us.load(Ordering::Relaxed);
        now_us - std::mem::replace(&mut self.reported_us, now_us)
    }
}

/// What the thread had used until the current second.
#[derive(Debug, Default)]
struct CpuTimes {
    cpu_us: u64,
    run_delay_us: u64,
    run_queue: RunQueue,
}

/// Iterations of the worker's loop in the current second.
#[derive(Debug, Default)]
struct Turns {
    began_us: Option<u64>,
    /// Something happened in the current one.
    is_work: bool,
    work_us: u64,
    count: u64,
    events: u64,
    events_max: u32,
    us_max: u64,
}

impl Recorder {
    pub fn new(worker: u32, now_us: u64, busy_poll: bool) -> Self {
        Recorder {
            worker,
            second: (now_us / 1_000_000) as u32,
            from_us: now_us,
            cpu: CpuTimes { cpu_us: thread_cpu_us(), ..CpuTimes::default() },
            intervals: Vec::new(),
            details: 0,
            lateness: Latencies::default(),
            connect: Latencies::default(),
            think_us: 0,
            busy_us: 0,
            connections: 0,
            connects: 0,
            arrivals: BTreeMap::new(),
            turns: Turns::default(),
            busy_poll,
            background: None,
            answers: AnswerStatistics::default(),
            exchanges: ExchangeExamples::default(),
        }
    }

    pub fn record(&mut self, sample: &Sample<'_>) {
        let index = sample.label as usize;
        if index >= self.intervals.len() {
            self.intervals.resize_with(index + 1, Interval::default);
        }
        let interval = &mut self.intervals[index];
        interval.requests += 1;
        interval.bytes_sent += sample.bytes_sent;
        interval.bytes_received += sample.bytes_received;
        if sample.service_us.is_some() && interval.service.is_none() {
            interval.service = Some(interval.response.clone());
        }
        if let Some(service) = &mut interval.service {
            service.record_us(sample.service_us.unwrap_or(sample.response_us));
        }
        interval.response.record_us(sample.response_us);
        if let Some(first_byte_us) = sample.first_byte_us {
            interval.first_byte.record_us(first_byte_us);
        }
        if let Some((kind, detail)) = sample.failure {
            let detail = &*cut(detail);
            // What is known counts on; others are one.
            let is_known = |interval: &Interval| interval.errors.contains_key(&(kind, detail.to_owned()));
            let is_new = !is_known(interval);
            let has_room = self.details < DETAILS_MAX;
            self.details += usize::from(is_new && has_room);
            interval.fail(kind, if is_new && !has_room { "" } else { detail }, sample.response_us);
        }
    }

    pub fn timer_fired(&mut self, late_us: u64) {
        self.turns.is_work = true;
        self.lateness.record_us(late_us);
    }

    /// The worker has been woken by so many events.
    pub fn turn_begins(&mut self, now_us: u64, events: u32) {
        self.turns.began_us = Some(now_us);
        self.turns.is_work = events > 0 || !self.busy_poll;
        self.turns.count += u64::from(self.turns.is_work);
        self.turns.events += u64::from(events);
        self.turns.events_max = self.turns.events_max.max(events);
    }

    /// The worker is about to wait again.
    pub fn turn_ends(&mut self, now_us: u64) {
        if let Some(began_us) = self.turns.began_us.take() {
            self.turns.us_max = self.turns.us_max.max(now_us - began_us);
            self.turns.work_us += if self.turns.is_work { now_us - began_us } else { 0 };
        }
    }

    pub fn arrivals(&mut self, scenario: &str, counts: ArrivalInterval) {
        self.arrivals.entry(scenario.to_owned()).or_default().merge(&counts);
    }

    pub fn connected(&mut self, took_us: u64) {
        self.connect.record_us(took_us);
    }

    /// When the current second ends.
    pub fn ends_us(&self) -> u64 {
        (u64::from(self.second) + 1) * 1_000_000
    }

    /// Closes the current second and begins the one that `now_us` is in. A worker that was held up for
    /// whole seconds closes these, too: each has its share of the time, and nothing happened in it.
    pub fn turn(&mut self, now_us: u64, users: u32, labels: &Labels) -> Vec<WorkerSecond> {
        let cpu_us = thread_cpu_us();
        let run_delay_us = self.cpu.run_queue.delay_us().unwrap_or(self.cpu.run_delay_us);
        let whole = WorkerInterval {
            cpu_us: if self.busy_poll { self.turns.work_us } else { cpu_us - self.cpu.cpu_us },
            run_delay_us: run_delay_us.saturating_sub(self.cpu.run_delay_us),
            wall_us: now_us - self.from_us,
            users,
            think_us: std::mem::take(&mut self.think_us),
            busy_us: std::mem::take(&mut self.busy_us),
            connections: self.connections,
            connects: std::mem::take(&mut self.connects),
            turns: self.turns.count,
            events: self.turns.events,
            events_max: self.turns.events_max,
            turn_us_max: self.turns.us_max,
        };
        self.turns = Turns { began_us: self.turns.began_us, is_work: self.turns.is_work, ..Turns::default() };
        let now_second = (now_us / 1_000_000) as u32;
        let skipped = now_second.saturating_sub(self.second + 1).min(SKIPPED_MAX);
        let share = |us: u64| us / u64::from(skipped + 1);
        let part = WorkerInterval {
            cpu_us: share(whole.cpu_us),
            run_delay_us: share(whole.run_delay_us),
            wall_us: share(whole.wall_us),
            users,
            connections: whole.connections,
            ..WorkerInterval::default()
        };
        let WorkerInterval { cpu_us: cpu, run_delay_us: run_delay, wall_us: wall, .. } = part;
        let worker = WorkerInterval { cpu_us: cpu, run_delay_us: run_delay, wall_us: wall, ..whole };
        let arrivals = std::mem::take(&mut self.arrivals);
        let mut workers = BTreeMap::from([(self.worker, worker)]);
        if let Some(thread) = &mut self.background {
            let cpu_us = thread.take_cpu_us();
            workers
                .insert(thread.number, WorkerInterval { cpu_us, wall_us: wall, ..WorkerInterval::default() });
        }
        let mut generator = GeneratorInterval {
            workers,
            arrivals: arrivals.clone(),
            lateness: std::mem::take(&mut self.lateness),
            connect: std::mem::take(&mut self.connect),
            ..GeneratorInterval::default()
        };
        self.details = 0;
        self.answers.hand_over(labels, &mut generator);
        self.exchanges.hand_over(labels, &mut generator);
        let used = self.intervals.iter_mut().enumerate().filter(|(_, interval)| interval.requests > 0);
        let transactions = used
            .map(|(id, interval)| (labels.transaction(id as u32).clone(), std::mem::take(interval)))
            .collect();
        let second = |second: u32, transactions, generator| WorkerSecond {
            worker: self.worker,
            second,
            is_last: false,
            transactions,
            generator,
        };
        let mut seconds = vec![second(self.second, transactions, generator)];
        for number in 1..=skipped {
            // What is true at the end of a second goes on.
            let still = |counts: &ArrivalInterval| ArrivalInterval {
                waiting: counts.waiting,
                busy: counts.busy,
                ..ArrivalInterval::default()
            };
            let arrivals = arrivals.iter().map(|(name, counts)| (name.clone(), still(counts))).collect();
            let workers = [(self.worker, part)].into();
            let generator = GeneratorInterval { workers, arrivals, ..Default::default() };
            seconds.push(second(self.second + number, Vec::new(), generator));
        }
        (self.second, self.from_us) = ((now_us / 1_000_000) as u32, now_us);
        (self.cpu.cpu_us, self.cpu.run_delay_us) = (cpu_us, run_delay_us);
        seconds
    }
}

/// The kernel's count of how long the calling thread has been ready to run without a core
/// (Documentation/scheduler/sched-stats.rst, `/proc/<pid>/task/<tid>/schedstat`).
#[derive(Debug, Default)]
struct RunQueue {
    file: Option<File>,
}

impl RunQueue {
    /// Microseconds since the thread began; `None` where the kernel does not tell.
    fn delay_us(&mut self) -> Option<u64> {
        if self.file.is_none() {
            // Opened by the thread that is measured: the name means whoever opens it.
            self.file = File::open("/proc/thread-self/schedstat").ok();
        }
        let mut text = [0; 128];
        let length = self.file.as_ref()?.read_at(&mut text, 0).ok()?;
        let text = std::str::from_utf8(&text[..length]).ok()?;
        let nanoseconds: u64 = text.split_ascii_whitespace().nth(1)?.parse().ok()?;
        Some(nanoseconds / 1_000)
    }
}

/// The begin of a detail, with a mark where something was left out.
fn cut(detail: &str) -> Cow<'_, str> {
    match detail.floor_char_boundary(DETAIL_BYTES_MAX) {
        end if end == detail.len() => Cow::Borrowed(detail),
        end => Cow::Owned(format!("{}…", &detail[..end])),
    }
}
