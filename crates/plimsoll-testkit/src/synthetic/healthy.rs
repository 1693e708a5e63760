//! A system that is well, with the noise of real ones, and faults of a chosen size.
//!
//! Three loads far below what it can carry, each of two minutes, with pauses. Noise that follows itself (AR(1)), bursts of
//! slow answers, a slow warm-up, a garbage-collected heap, lag that blips, readings that jump once, two servers that are
//! never quite equal, and a few failures.

use super::lab::{Lab, container, host, jvm, service};
use super::{STARTED_UNIX_US, Spec, header, normal, request};
use plimsoll_run::record::Second;
use plimsoll_run::{
    Design, End, EndReason, ErrorKind, GeneratorInterval, Interval, Job, JobVerdict, LoadStep, Run,
    RunHeader, SECOND_US, WorkerInterval,
};
use std::collections::BTreeMap;

const MIB: f64 = 1024.0 * 1024.0;
const RAMP_S: u32 = 10;
const MEASURED_S: u32 = 125;
const PAUSE_S: u32 = 40;
const USERS: [u32; 3] = [20, 40, 80];
/// Of one user's requests.
const CYCLE_S: f64 = 2.5;

/// What is wrong, and how much; 0: nothing.
// Flat, so that a test names the one fault it makes and leaves the others at zero.
#[derive(Clone, Copy, Debug, Default)]
pub struct Fault {
    /// Growth of the heap's floor, MiB a minute.
    pub leak: f64,
    /// Share of the time in collections, in the last step.
    pub collecting: f64,
    /// Share of throttled periods, in the last step.
    pub throttled: f64,
    pub steal: f64,
    pub io_wait: f64,
    /// KiB/s, in the last step.
    pub swap: f64,
    /// Of all cores, in the last step; instead of the usual.
    pub busy: f64,
    /// How many times the requests of the other server one has, less 1.
    pub skew: f64,
    /// How much more CPU one server uses, share of all cores.
    pub skewed_cpu: f64,
    /// Messages a second by which the lag grows, in the last step.
    pub lag: f64,
    /// Messages left when the second step begins.
    pub left: f64,
    /// Connections in use on average, in the last step; of 20.
    pub connections: f64,
    /// Seconds for which one server answers nothing, in the last step.
    pub lost_s: f64,
    /// Share of all cores that is busy after the load.
    pub after: f64,
    /// Growth of response times over a step, as a factor less 1.
    pub drift: f64,
    /// Growth from one job to the next, as a factor less 1.
    pub slower_jobs: f64,
    /// Share of the requests that fail, fast, in the last step.
    pub failing: f64,
    /// Share of throughput that is missing in the last step.
    pub knee: f64,
}

/// Noise that follows itself: standard deviation 1, of which `phi` is kept from one value to the next.
struct Noise {
    random: fastrand::Rng,
    phi: f64,
    value: f64,
}

impl Noise {
    fn new(seed: u64, phi: f64) -> Noise {
        Noise { random: fastrand::Rng::with_seed(seed), phi, value: 0.0 }
    }

    fn next(&mut self) -> f64 {
        self.value = self.phi * self.value + (1.0 - self.phi * self.phi).sqrt() * normal(&mut self.random);
        self.value
    }

    fn series(seed: u64, phi: f64, length: usize) -> Vec<f64> {
        let mut noise = Noise::new(seed, phi);
        (0..length).map(|_| noise.next()).collect()
    }
}

pub fn lab(seed: u64, fault: Fault) -> Lab {
    let mut lab = Lab::new(run(seed, fault));
    lab.noise = 0.0;
    watch(&mut lab, seed, fault);
    lab
}

fn run(seed: u64, fault: Fault) -> Run {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut speed = Noise::new(seed ^ 1, 0.8);
    let (mut steps, mut seconds, mut at) = (Vec::new(), Vec::new(), 0_u32);
    let us = |second: u32| u64::from(second) * SECOND_US;
    for (i, users) in USERS.into_iter().enumerate() {
        let (number, from) = (i as u32 + 1, at + RAMP_S);
        let to = from + MEASURED_S;
        steps.push(LoadStep {
            number,
            threads: users,
            nodes: 1,
            started_us: us(at),
            measured_from_us: us(from),
            measured_to_us: Some(us(to)),
            ended_us: Some(us(to)),
            ..LoadStep::default()
        });
        let burst = from + random.u32(0..MEASURED_S - 5);
        let last = number == 3;
        for second in at..to {
            let ramp = (f64::from(second - at + 1) / f64::from(RAMP_S)).min(1.0);
            let warm_up = if number == 1 { 0.6 * (-f64::from(second) / 12.0).exp() } else { 0.0 };
            let bursting = if (burst..burst + 4).contains(&second) { 2.0 } else { 1.0 };
            let drift = 1.0 + fault.drift * f64::from(second.saturating_sub(from)) / f64::from(MEASURED_S);
            let factor = (1.0 + 0.04 * speed.next()) * (1.0 + warm_up) * bursting * drift;
            let knee = if last { 1.0 - fault.knee } else { 1.0 };
            let failing = if last { 0.001 + fault.failing } else { 0.001 };
            let active = (f64::from(users) * ramp).round().max(1.0);
            seconds.push(self::second(
                &mut random,
                number,
                second,
                active,
                factor * (1.0 + f64::from(i as u32) * 0.05),
                knee,
                failing,
            ));
        }
        at = to + PAUSE_S;
    }
    let end = Some(End { at_us: us(at), reason: EndReason::Completed });
    let header =
        RunHeader { started_unix_us: STARTED_UNIX_US, design: Design::Fixed, ..header(&Spec::default()) };
    Run { header, steps, seconds, end, jobs: jobs(seed, fault), ..Run::default() }
}

fn jobs(seed: u64, fault: Fault) -> Vec<Job> {
    let mut random = fastrand::Rng::with_seed(seed ^ 2);
    let one = |number: u32| {
        let growth = (1.0 + fault.slower_jobs).powi(number as i32 - 1);
        let duration_s = 20.0 * growth * (1.0 + 0.03 * normal(&mut random));
        let started_us = u64::from(number) * 60 * SECOND_US;
        let ended_us = Some(started_us + (duration_s * 1e6) as u64);
        Job {
            number,
            name: format!("import {number}"),
            step: 1,
            started_us,
            ended_us,
            verdict: JobVerdict::Done,
            detail: String::new(),
        }
    };
    (1..=6).map(one).collect()
}

fn second(
    random: &mut fastrand::Rng,
    step: u32,
    second: u32,
    users: f64,
    factor: f64,
    knee: f64,
    failing: f64,
) -> Second {
    let mean_us = 5_000.0 * factor;
    let x = knee * users / CYCLE_S / (1.0 + mean_us / 1e6 / CYCLE_S);
    // Arrivals of many users are nearly those of chance.
    let requests = (x + x.sqrt() * normal(random)).round().max(0.0) as u64;
    let mut interval = Interval::default();
    let mut busy_us = 0;
    for _ in 0..requests {
        let failed = random.f64() < failing;
        let us = if failed { 900 } else { (mean_us * (0.4 * normal(random) - 0.08).exp()).max(50.0) as u64 };
        interval.requests += 1;
        interval.response.record_us(us);
        interval.bytes_received += 2_000;
        if failed {
            interval.fail(ErrorKind::Status, "500", us);
        }
        busy_us += us;
    }
    let worker = WorkerInterval {
        cpu_us: 20_000 + 50 * requests,
        wall_us: SECOND_US,
        users: users as u32,
        think_us: (users * 1e6) as u64 - busy_us.min((users * 1e6) as u64),
        busy_us,
        ..WorkerInterval::default()
    };
    let mut generator = GeneratorInterval { workers: BTreeMap::from([(0, worker)]), ..Default::default() };
    (0..5).for_each(|_| generator.lateness.record_us(60 + random.u64(0..90)));
    let transactions = BTreeMap::from([(request("GET /lookup"), interval)]);
    super::as_read(Second { step, second, transactions, generator })
}

/// Value of a series of noise at a moment.
fn at(series: &[f64], second: f64) -> f64 {
    series[((second + 200.0).max(0.0) as usize).min(series.len() - 1)]
}

fn watch(lab: &mut Lab, seed: u64, fault: Fault) {
    let length = lab.end_s() as usize + 500;
    let steps = lab.run.steps.clone();
    let of_step = move |second: f64| {
        let us = second * 1e6;
        let within = |s: &&LoadStep| us >= s.started_us as f64 && us < s.ended_us.unwrap_or(0) as f64;
        steps.iter().find(within).map_or(0, |step| step.number)
    };
    let last = |second: f64| of_step(second) == 3;
    let noise = |part: u64, phi: f64| Noise::series(seed.wrapping_mul(1_000).wrapping_add(part), phi, length);
    let mut random = fastrand::Rng::with_seed(seed ^ 3);
    let end = lab.end_s() as f64 - f64::from(PAUSE_S);
    for (n, name) in ["app1", "app2"].into_iter().enumerate() {
        lab.host(name, "application");
        let part = 10 * (n as u64 + 1);
        let (wiggle, spikes) = (noise(part, 0.7), noise(part + 1, 0.0));
        let unequal = 1.0 + 0.04 * normal(&mut random);
        let own = |share: f64| if n == 0 { share } else { 0.0 };
        let busy = |second: f64| {
            let level = match of_step(second) {
                0 if second > end => 0.04 + own(fault.after),
                0 => 0.04,
                3 if fault.busy > 0.0 => fault.busy,
                step => 0.06 + 0.09 * f64::from(step) * unequal + own(fault.skewed_cpu),
            };
            (level * (1.0 + 0.08 * at(&wiggle, second))).clamp(0.0, 1.0)
        };
        // A reading in a hundred jumps.
        let jump = |second: f64, height: f64| if at(&spikes, second) > 2.3 { height } else { 0.0 };
        let waiting = |second: f64| {
            let usual = 0.01 * (1.0 + 0.5 * at(&wiggle, second)).max(0.0);
            usual + jump(second, 0.25) + own(if last(second) { fault.io_wait } else { 0.0 })
        };
        let stolen =
            |second: f64| 0.005 + jump(second, 0.1) + own(if last(second) { fault.steal } else { 0.0 });
        let cpu = "system.cpu.utilization";
        lab.gauge(&host(name), cpu, &[("cpu.mode", "idle")], |t| (1.0 - busy(t) - waiting(t)).max(0.0));
        lab.gauge(&host(name), cpu, &[("cpu.mode", "iowait")], waiting);
        lab.gauge(&host(name), cpu, &[("cpu.mode", "steal")], stolen);
        let paged = |second: f64| {
            jump(second, 500_000.0) + own(if last(second) { fault.swap * 1_024.0 } else { 0.0 })
        };
        lab.counter(&host(name), "system.paging.io", &[("system.paging.direction", "out")], paged);
        let throttled = |second: f64| 10.0 * (0.005 + own(if last(second) { fault.throttled } else { 0.0 }));
        lab.counter(&container(name), "container.cpu.throttling_data.periods", &[], |_| 10.0);
        lab.counter(&container(name), "container.cpu.throttling_data.throttled_periods", &[], throttled);
        lab.exact(&container(name), "container.memory.limit", &[], |_| 2_048.0 * MIB);
        let collecting = |second: f64| {
            0.012 * (1.0 + 0.3 * at(&wiggle, second)).max(0.1)
                + own(if last(second) { fault.collecting } else { 0.0 })
        };
        lab.counter(
            &jvm(name),
            "jvm.gc.duration",
            &[("jvm.gc.name", "young"), ("statistic", "sum")],
            collecting,
        );
        heap(lab, name, own(fault.leak), &noise(part + 2, 0.5));
        // A segment in four thousand is sent again, and now and then a burst.
        lab.counter(&host(name), "system.tcp.segments.sent", &[], |_| 4_000.0);
        lab.counter(&host(name), "system.tcp.segments.retransmitted", &[], |second| 1.0 + jump(second, 40.0));
        lab.counter(&host(name), "system.tcp.accept_queue.overflows", &[], |_| 0.0);
    }
    logs(lab, seed, fault);
    queue(lab, fault, &noise(40, 0.8), &mut random);
    pool(lab, fault, &noise(50, 0.5), &last);
}

/// After each young collection; one of the old generation every 12 s leaves a floor.
fn heap(lab: &mut Lab, name: &str, leak: f64, noise: &[f64]) {
    let end = lab.end_s();
    let points = (0..end).step_by(2).map(|second| {
        let garbage = (second % 12) as f64 * 12.0;
        let floor = 200.0 + leak * second as f64 / 60.0;
        (second as f64, (floor * (1.0 + 0.015 * at(noise, second as f64)) + garbage) * MIB)
    });
    let points: Vec<(f64, f64)> = points.collect();
    lab.points(
        &jvm(name),
        "jvm.memory.used_after_last_gc",
        &[("jvm.memory.type", "heap")],
        points.into_iter(),
    );
    lab.exact(&jvm(name), "jvm.memory.limit", &[("jvm.memory.type", "heap")], |_| 1_024.0 * MIB);
}

fn logs(lab: &mut Lab, seed: u64, fault: Fault) {
    let total: BTreeMap<i64, u64> = lab
        .run
        .seconds
        .iter()
        .map(|s| (i64::from(s.second), s.transactions.values().map(|i| i.requests).sum()))
        .collect();
    let mut random = fastrand::Rng::with_seed(seed ^ 4);
    let odds = (1.0 + fault.skew) / (2.0 + fault.skew);
    let mut first: BTreeMap<i64, u64> = BTreeMap::new();
    for (second, requests) in &total {
        let of_first = (0..*requests).filter(|_| random.f64() < odds).count() as u64;
        first.insert(*second, of_first);
    }
    let begins = lab.run.steps[2].measured_from_us as i64 / 1_000_000 + 20;
    let lost = move |second: i64| second >= begins && ((second - begins) as f64) < fault.lost_s;
    let all = total.clone();
    let of_first = first.clone();
    lab.log(&service("app1", "http"), move |second| {
        let own = of_first.get(&second).copied().unwrap_or(0);
        if lost(second) { all.get(&second).copied().unwrap_or(0) } else { own }
    });
    lab.log(&service("app2", "http"), move |second| {
        let all = total.get(&second).copied().unwrap_or(0);
        if lost(second) { 0 } else { all - first.get(&second).copied().unwrap_or(0) }
    });
}

const PARTITION: [(&str, &str); 3] = [
    ("messaging.consumer.group.name", "readers"),
    ("messaging.destination.name", "events"),
    ("messaging.destination.partition.id", "0"),
];

fn queue(lab: &mut Lab, fault: Fault, noise: &[f64], random: &mut fastrand::Rng) {
    let spans: Vec<(f64, f64)> = lab
        .run
        .steps
        .iter()
        .map(|s| (s.started_us as f64 / 1e6, s.ended_us.unwrap_or(0) as f64 / 1e6))
        .collect();
    let blips: Vec<(f64, f64)> = spans
        .iter()
        .map(|(from, _)| (from + 20.0 + random.f64() * 60.0, 500.0 + 2_000.0 * random.f64()))
        .collect();
    let second_begins = spans[1].0;
    let last = spans[2];
    let lag = move |at_s: f64| {
        let usual = 30.0 * (1.0 + 0.4 * at(noise, at_s)).max(0.0);
        let blip: f64 =
            blips.iter().filter(|(at, _)| at_s >= *at).map(|(at, n)| n * (-(at_s - at) / 6.0).exp()).sum();
        let grown = if at_s > last.0 { fault.lag * (at_s.min(last.1) - last.0) } else { 0.0 };
        let left =
            if (second_begins - 60.0..second_begins + 30.0).contains(&at_s) { fault.left } else { 0.0 };
        usual + blip + grown + left
    };
    let kafka = service("broker", "kafka");
    lab.gauge(&kafka, "kafka.consumer_group.lag", &PARTITION, lag);
    let spans_too = lab.run.steps.clone();
    let rate = move |at_s: f64| {
        let us = at_s * 1e6;
        let within = |s: &&LoadStep| us >= s.started_us as f64 && us < s.ended_us.unwrap_or(0) as f64;
        spans_too.iter().find(within).map_or(0.0, |step| f64::from(step.threads) * 5.0)
    };
    lab.counter(&kafka, "kafka.partition.current_offset", &PARTITION, &rate);
    let slower = move |at_s: f64| rate(at_s) - if at_s > last.0 && at_s < last.1 { fault.lag } else { 0.0 };
    lab.counter(&kafka, "kafka.consumer_group.offset", &PARTITION, slower);
}

fn pool(lab: &mut Lab, fault: Fault, noise: &[f64], last: &impl Fn(f64) -> bool) {
    let source = service("app1", "hikari");
    let name = [("db.client.connection.pool.name", "main")];
    let used = [("db.client.connection.pool.name", "main"), ("db.client.connection.state", "used")];
    lab.exact(&source, "db.client.connection.max", &name, |_| 20.0);
    let in_use = |second: f64| {
        let mean = if last(second) && fault.connections > 0.0 { fault.connections } else { 4.0 };
        (mean + mean.sqrt() * at(noise, second)).round().clamp(0.0, 20.0)
    };
    lab.exact(&source, "db.client.connection.count", &used, in_use);
    lab.exact(&source, "db.client.connection.pending_requests", &name, |_| 0.0);
}
