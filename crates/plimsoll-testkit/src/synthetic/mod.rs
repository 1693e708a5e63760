//! Runs made up from a small description, the same every time.
//!
//! Throughput follows the universal scalability law, X(N) = λN / (1 + α(N − 1) + βN(N − 1)), and response
//! times a lognormal distribution whose mean keeps N = X · (R + Z).

pub mod healthy;
pub mod in_flight;
pub mod lab;
pub mod lost;
pub mod open;
pub mod study;
pub mod variant;

use plimsoll_run::record::Second;
use plimsoll_run::{
    Design, End, EndReason, ErrorKind, GeneratorInterval, Interval, Latencies, LoadStep, PlanRecord, Run,
    RunHeader, SECOND_US, TransactionKey, TransactionKind, WorkerInterval,
};
use std::collections::BTreeMap;

pub struct Spec {
    pub design: Design,
    pub end: Option<EndReason>,
    /// Threads × nodes of each step.
    pub loads: Vec<(u32, u32)>,
    pub ramp_s: u32,
    pub measured_s: u32,
    /// Per user and second, without contention.
    pub lambda: f64,
    pub alpha: f64,
    pub beta: f64,
    /// Standard deviation of the logarithm of response times.
    pub spread: f64,
    /// The largest part of a user's cycle that may be think time.
    pub think_ms: f64,
    pub requirements: Vec<&'static str>,
    pub seed: u64,
}

impl Default for Spec {
    fn default() -> Self {
        Spec {
            design: Design::Fixed,
            end: Some(EndReason::Completed),
            loads: vec![(10, 1), (20, 1), (40, 1)],
            ramp_s: 2,
            measured_s: 20,
            lambda: 2.0,
            alpha: 0.0,
            beta: 0.0,
            spread: 0.4,
            think_ms: 0.0,
            requirements: Vec::new(),
            seed: 1,
        }
    }
}

pub fn request(name: &str) -> TransactionKey {
    TransactionKey { name: name.to_owned(), kind: TransactionKind::Request }
}

/// 2020-12-09 13:00:42 in Copenhagen.
pub const STARTED_UNIX_US: i64 = 1_607_515_242_000_000;

pub fn run(spec: &Spec) -> Run {
    let mut random = fastrand::Rng::with_seed(spec.seed);
    let (mut steps, mut seconds, mut at) = (Vec::new(), Vec::new(), 0_u32);
    for (i, (threads, nodes)) in spec.loads.iter().enumerate() {
        let number = i as u32 + 1;
        let (from, to) = (at + spec.ramp_s, at + spec.ramp_s + spec.measured_s);
        let us = |second: u32| u64::from(second) * SECOND_US;
        steps.push(LoadStep {
            number,
            threads: *threads,
            nodes: *nodes,
            started_us: us(at),
            measured_from_us: us(from),
            measured_to_us: Some(us(to)),
            ended_us: Some(us(to)),
            cut_short: false,
            abandoned: 0,
            ..LoadStep::default()
        });
        for second in at..to {
            let ramp =
                if second < from { f64::from(second - at + 1) / f64::from(spec.ramp_s + 1) } else { 1.0 };
            let users = (f64::from(threads * nodes) * ramp).round().max(1.0) as u32;
            seconds.push(self::second(spec, &mut random, number, second, users));
        }
        at = to + 1;
    }
    let end = spec.end.clone().map(|reason| End { at_us: u64::from(at) * SECOND_US, reason });
    Run { header: header(spec), steps, seconds, notes: Vec::new(), end, ..Run::default() }
}

pub fn header(spec: &Spec) -> RunHeader {
    RunHeader {
        name: "Synthetic".to_owned(),
        repeat: 1,
        started_unix_us: STARTED_UNIX_US,
        time_zone: "Europe/Copenhagen".to_owned(),
        version: "0.1.0".to_owned(),
        plan: PlanRecord {
            file: "lookup.jmx".to_owned(),
            verify_certificates: true,
            ..PlanRecord::default()
        },
        design: spec.design.clone(),
        requirements: spec.requirements.iter().map(|r| (*r).to_owned()).collect(),
        command: ["plimsoll", "run", "lookup.jmx"].map(str::to_owned).to_vec(),
        ..RunHeader::default()
    }
}

fn second(spec: &Spec, random: &mut fastrand::Rng, step: u32, second: u32, users: u32) -> Second {
    let n = f64::from(users);
    let x = spec.lambda * n / (1.0 + spec.alpha * (n - 1.0) + spec.beta * n * (n - 1.0));
    let requests = (x + x.sqrt() * 0.5 * normal(random)).round().max(0.0) as u64;
    // N = X (R + Z): what is not thinking is response time.
    let cycle_us = 1e6 * n / x;
    let mean_us = (cycle_us - spec.think_ms * 1e3).max(cycle_us * 0.05);
    let mu = mean_us.ln() - spec.spread * spec.spread / 2.0;
    let (mut lookup, mut login, mut busy_us) = (Interval::default(), Interval::default(), 0);
    for i in 0..requests {
        let us = (mu + spec.spread * normal(random)).exp().max(1.0) as u64;
        let interval = if i % 5 == 4 { &mut login } else { &mut lookup };
        interval.requests += 1;
        interval.response.record_us(us);
        interval.first_byte.record_us((us * 9 / 10).max(1));
        interval.bytes_received += 2_450;
        interval.bytes_sent += 830;
        busy_us += us;
    }
    let wall_us = SECOND_US;
    let worker = |share: f64| WorkerInterval {
        run_delay_us: 0,
        cpu_us: ((4_000.0 + 45.0 * requests as f64) * share).min(1e6) as u64,
        wall_us,
        users: users / 2,
        think_us: (u64::from(users) * SECOND_US).saturating_sub(busy_us) / 2,
        busy_us: busy_us.min(u64::from(users) * SECOND_US) / 2,
        ..WorkerInterval::default()
    };
    let mut generator = GeneratorInterval {
        workers: BTreeMap::from([(0, worker(1.0)), (1, worker(0.9))]),
        ..Default::default()
    };
    if let Some(first) = generator.workers.get_mut(&0) {
        first.users = users - users / 2;
    }
    for _ in 0..20 {
        generator.lateness.record_us(60 + random.u64(0..90));
    }
    let transactions = BTreeMap::from([(request("GET /lookup"), lookup), (request("POST /login"), login)]);
    as_read(Second { step, second, transactions, generator })
}

/// As it comes from a file: histograms that many windows are put together from are small.
fn as_read(mut second: Second) -> Second {
    for interval in second.transactions.values_mut() {
        interval.response = interval.response.packed();
        interval.service = interval.service.as_ref().map(Latencies::packed);
        interval.first_byte = interval.first_byte.packed();
    }
    second.generator.lateness = second.generator.lateness.packed();
    for arrivals in second.generator.arrivals.values_mut() {
        arrivals.delay = arrivals.delay.packed();
    }
    second
}

/// Standard normal (Box & Muller 1958).
pub fn normal(random: &mut fastrand::Rng) -> f64 {
    let (u, v) = (1.0 - random.f64(), random.f64());
    (-2.0 * u.ln()).sqrt() * (std::f64::consts::TAU * v).cos()
}

/// Every second of a step, to change what happened in it.
pub fn each_second(run: &mut Run, step: u32, mut change: impl FnMut(&mut Second)) {
    run.seconds.iter_mut().filter(|s| s.step == step).for_each(&mut change);
}

/// `failures` of the lookups of every second of a step fail in `response_us`.
pub fn fail(run: &mut Run, step: u32, failures: u64, kind: ErrorKind, detail: &str, response_us: u64) {
    each_second(run, step, |second| {
        let lookup = second.transactions.entry(request("GET /lookup")).or_default();
        for _ in 0..failures {
            lookup.requests += 1;
            lookup.response.record_us(response_us);
            lookup.fail(kind, detail, response_us);
        }
    });
}
