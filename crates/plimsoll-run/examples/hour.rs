//! The run file of a long and well watched run, made up: `cargo run --release -p plimsoll-run --example hour -- FILE
//! [SECONDS [HOSTS [TRANSACTIONS [PACE]]]]` writes six steps of 20 transactions, 200 requests a second each, and 50 series a second of each of 40
//! hosts, named as real ones are. bench/report.py measures reports with it.
//! With PACE so many of its seconds are written in each second, for a view of it while it grows (bench/server.py).

#![expect(clippy::print_stdout, reason = "it is a program")]

use plimsoll_run::{
    At, Attributes, Design, End, EndReason, Instance, Interval, LoadStep, Reading, ReadingKind, RunEvent,
    RunHeader, RunWriter, SECOND_US, Second, Series, Source, TransactionKey, TransactionKind,
};
use std::error::Error;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

const STEPS: u32 = 6;
const TRANSACTIONS: usize = 20;
const REQUESTS_PER_S: u64 = 200;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let path =
        PathBuf::from(arguments.next().ok_or("usage: hour FILE [SECONDS [HOSTS [TRANSACTIONS [PACE]]]]")?);
    let seconds: u32 = arguments.next().map_or(Ok(3_600), |text| text.parse())?;
    let hosts: usize = arguments.next().map_or(Ok(40), |text| text.parse())?;
    let transactions: usize = arguments.next().map_or(Ok(TRANSACTIONS), |text| text.parse())?;
    let pace: Option<f64> = arguments.next().map(|text| text.parse()).transpose()?;
    let began = SystemTime::now();
    let started_unix_us = match pace {
        Some(_) => began.duration_since(UNIX_EPOCH)?.as_micros() as i64,
        None => 1_700_000_000_000_000,
    };
    let header = RunHeader {
        name: "An hour of forty hosts".to_owned(),
        repeat: 1,
        design: Design::Fixed,
        requirements: vec!["p95 <= 250 ms".to_owned(), "errors < 1 %".to_owned()],
        time_zone: "UTC".to_owned(),
        started_unix_us,
        ..RunHeader::default()
    };
    let mut random = Random(1);
    let mut writer = RunWriter::create(&path, &header)?;
    let series: Vec<Vec<Metric>> = (0..hosts).map(metrics).collect();
    let mut totals = vec![0.0; series.iter().map(Vec::len).sum()];
    let length = seconds.div_ceil(STEPS);
    for second in 0..seconds {
        let step = second / length + 1;
        let edge = |second: u32| u64::from(second) * SECOND_US;
        let of_step = LoadStep {
            number: step,
            threads: step * 50,
            nodes: 1,
            started_us: edge((step - 1) * length),
            measured_from_us: edge((step - 1) * length) + 5 * SECOND_US,
            measured_to_us: Some(edge((step * length).min(seconds))),
            ..LoadStep::default()
        };
        if second % length == 0 {
            writer.append(&RunEvent::StepStarted(of_step.clone()))?;
        }
        writer.append(&RunEvent::Second(Second {
            step,
            second,
            transactions: (0..transactions).map(|number| transaction(number, step, &mut random)).collect(),
            ..Second::default()
        }))?;
        if second % length == length - 1 || second == seconds - 1 {
            let ended_us = Some(edge(second + 1));
            writer.append(&RunEvent::StepEnded(LoadStep { ended_us, ..of_step }))?;
        }
        let mut place = 0;
        for (host, metrics) in series.iter().enumerate() {
            let at = At::Run((edge(second) + host as u64 * 7_919 + random.below(1_000)) as i64);
            let mut row = Vec::with_capacity(metrics.len());
            for metric in metrics {
                let value = metric.value(&mut totals[place], &mut random);
                row.push(Reading { at, series: Arc::clone(&metric.series), value });
                place += 1;
            }
            writer.add_readings(&row)?;
        }
        writer.flush()?;
        if let Some(pace) = pace {
            let due = Duration::from_secs_f64(f64::from(second + 1) / pace);
            std::thread::sleep(due.saturating_sub(began.elapsed()?));
        }
    }
    let at_us = u64::from(seconds) * SECOND_US;
    writer.append(&RunEvent::Ended(End { at_us, reason: EndReason::Completed }))?;
    writer.finish(&End { at_us, reason: EndReason::Completed })?;
    println!(
        "{}: {seconds} s, {hosts} hosts, {} series, {} bytes",
        path.display(),
        totals.len(),
        std::fs::metadata(&path)?.len()
    );
    Ok(())
}

/// A linear congruential generator: the same file each time.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

fn transaction(number: usize, step: u32, random: &mut Random) -> (TransactionKey, Interval) {
    let mut interval = Interval::default();
    let usual_us = 2_000 * (number as u64 + 1) * u64::from(step);
    for _ in 0..REQUESTS_PER_S {
        // A product of two: skewed to the right, as times are.
        let took_us = usual_us / 2 + usual_us * random.below(1_000) * random.below(1_000) / 500_000;
        interval.response.record_us(took_us);
        interval.first_byte.record_us(took_us * 9 / 10);
    }
    interval.requests = REQUESTS_PER_S;
    interval.bytes_received = REQUESTS_PER_S * 5_000;
    interval.bytes_sent = REQUESTS_PER_S * 300;
    let name = format!("GET /orders/{number}");
    (TransactionKey { name, kind: TransactionKind::Request }, interval)
}

struct Metric {
    series: Arc<Series>,
    /// About this much; of a counter, this much a second.
    usual: f64,
}

impl Metric {
    fn value(&self, total: &mut f64, random: &mut Random) -> f64 {
        let value = self.usual * (0.9 + random.below(200) as f64 / 1_000.0);
        match self.series.kind {
            ReadingKind::Gauge => value,
            _ => {
                *total += value;
                *total
            }
        }
    }
}

const GIB: f64 = 1_073_741_824.0;

/// What fifty series of one host are made of: metric, attribute, its values, kind, and about how much.
const OF_SYSTEM: &[(&str, &str, &[&str], ReadingKind, f64)] = {
    use ReadingKind::{Counter, Gauge};
    &[
        (
            "system.cpu.utilization",
            "cpu.mode",
            &["idle", "user", "system", "wait", "steal", "nice", "interrupt"],
            Gauge,
            0.5,
        ),
        ("system.process.count", "system.process.status", &["running", "blocked"], Gauge, 3.0),
        ("system.disk.io", "disk.io.direction", &["read", "write"], Counter, 4e6),
        ("system.disk.io_time", "system.device", &["sda", "sdb"], Counter, 0.2),
        ("system.paging.io", "system.paging.direction", &["in", "out"], Counter, 100.0),
        (
            "system.memory.usage",
            "system.memory.state",
            &["used", "free", "cached", "buffers"],
            Gauge,
            8.0 * GIB,
        ),
        ("system.network.io", "network.io.direction", &["receive", "transmit"], Counter, 2e7),
        (
            "kafka.consumer_group.lag",
            "messaging.destination.partition.id",
            &["0", "1", "2", "3", "4", "5", "6", "7"],
            Gauge,
            500.0,
        ),
    ]
};

const OF_CONTAINER: &[(&str, &str, &[&str], ReadingKind, f64)] = {
    use ReadingKind::{Counter, Gauge};
    &[
        ("container.cpu.usage", "", &[""], Gauge, 1.5),
        ("container.memory.usage", "", &[""], Gauge, 1.2 * GIB),
        ("container.memory.limit", "", &[""], Gauge, 2.0 * GIB),
        ("container.network.io", "network.io.direction", &["receive", "transmit"], Counter, 1e7),
    ]
};

const OF_JVM: &[(&str, &str, &[&str], ReadingKind, f64)] = {
    use ReadingKind::{Counter, Gauge};
    &[
        (
            "jvm.memory.used",
            "jvm.memory.pool.name",
            &["eden", "old", "survivor", "metaspace"],
            Gauge,
            0.4 * GIB,
        ),
        (
            "jvm.memory.committed",
            "jvm.memory.pool.name",
            &["eden", "old", "survivor", "metaspace"],
            Gauge,
            0.5 * GIB,
        ),
        ("jvm.gc.duration", "jvm.gc.name", &["young", "old"], Counter, 0.02),
        ("db.client.connection.count", "db.client.connection.state", &["used", "idle"], Gauge, 8.0),
        ("db.client.connection.pending_requests", "", &[""], Gauge, 1.0),
        ("db.client.connection.max", "", &[""], Gauge, 16.0),
        ("jvm.thread.count", "", &[""], Gauge, 80.0),
    ]
};

fn metrics(host: usize) -> Vec<Metric> {
    let parts = [
        (Instance::Host, OF_SYSTEM),
        (Instance::Container("app".to_owned()), OF_CONTAINER),
        (Instance::Process("app".to_owned()), OF_JVM),
    ];
    let mut all = Vec::new();
    for (instance, table) in parts {
        for (metric, attribute, values, kind, usual) in table {
            for (place, value) in values.iter().enumerate() {
                let mut attributes = Attributes::new();
                if !attribute.is_empty() {
                    attributes.insert((*attribute).into(), (*value).to_owned());
                }
                if *metric == "jvm.gc.duration" {
                    attributes.insert("statistic".into(), "sum".to_owned());
                }
                let series = Series {
                    source: Source { host: format!("app{:02}", host + 1), instance: instance.clone() },
                    metric: (*metric).into(),
                    attributes,
                    unit: "1".into(),
                    kind: *kind,
                };
                all.push(Metric { series: Arc::new(series), usual: usual / (place + 1) as f64 });
            }
        }
    }
    all
}
