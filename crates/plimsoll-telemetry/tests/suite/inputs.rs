//! The fixtures, and how they are read.

use plimsoll_telemetry::dump::Dump;
use plimsoll_telemetry::{Format, ReaderOptions};

#[derive(Clone)]
pub struct Input {
    pub name: &'static str,
    pub format: &'static str,
    pub bytes: Vec<u8>,
}

macro_rules! inputs {
    ($($format:literal: $($name:literal)+;)+) => {
        vec![$($(Input {
            name: $name,
            format: $format,
            bytes: include_bytes!(concat!("../fixtures/", $name)).to_vec(),
        },)+)+]
    };
}

pub fn all() -> Vec<Input> {
    let mut all = inputs! {
        "vmstat": "vmstat.txt" "vmstat-plain.txt";
        "iostat": "iostat.txt";
        "process": "process.txt";
        "tcp": "tcp.txt";
        "jstat": "jstat.txt";
        "gc-log": "gc.log" "gc8.log" "gc8-cms.log";
        "docker-stats": "docker-stats.txt" "docker-stats.json" "docker-api.json";
        "kafka-lag": "kafka-lag.txt";
        "kafka-admin": "kafka-admin.json";
        "k8s-metrics": "k8s-metrics.json";
        "k8s-pods": "k8s-pods.json";
        "mysql-status": "mysql-status.txt";
        "postgres-status": "postgres-status.txt";
        "prometheus": "prometheus.txt";
        "jolokia": "jolokia.json";
        "apache": "access-apache.log";
        "envoy": "access-envoy.log";
        "w3c": "access-iis.log";
        "aws-alb": "access-alb.log";
        "aws-elb": "access-elb.log";
        "aws-s3": "access-s3.log";
        "haproxy": "access-haproxy.log";
        "traefik": "access-traefik.log";
        "istio": "access-istio.log";
        "access-json": "access.json" "access-caddy.json" "access-unsure.json";
        "access-ltsv": "access.ltsv";
        "jtl": "jtl.csv" "jtl-old.csv";
        "jtl-xml": "jtl.xml";
        "gatling": "gatling.log";
        "k6-json": "k6.json";
        "k6-csv": "k6.csv";
        "ghz": "ghz.txt";
        "vegeta-csv": "vegeta.csv";
        "vegeta-json": "vegeta.json";
        "h2load-log": "h2load.log";
        "pgbench-log": "pgbench.log";
        "locust": "locust.csv";
    };
    all.push(Input { name: "gatling-binary", format: "gatling", bytes: gatling_binary() });
    all
}

/// Reads an input in pieces that end at the given places.
pub fn read(input: &Input, ends: &[usize]) -> Dump {
    let mut reader = Format::named(input.format)
        .and_then(|format| format.reader(&ReaderOptions::default()))
        .expect("a format of the list");
    let mut dump = Dump::default();
    let mut start = 0;
    for end in ends.iter().copied().chain([input.bytes.len()]) {
        let end = end.clamp(start, input.bytes.len());
        reader.read(&input.bytes[start..end], None, &mut dump);
        start = end;
    }
    reader.finish(&mut dump);
    dump
}

/// A log of Gatling 3.14 with one request, one failed request and a group.
fn gatling_binary() -> Vec<u8> {
    let mut log = Vec::new();
    let int = |log: &mut Vec<u8>, number: i32| log.extend_from_slice(&number.to_be_bytes());
    let text = |log: &mut Vec<u8>, text: &str| {
        log.extend_from_slice(&u32::try_from(text.len()).expect("a short text").to_be_bytes());
        log.extend_from_slice(text.as_bytes());
        if !text.is_empty() {
            log.push(0);
        }
    };
    log.push(0);
    text(&mut log, "3.14.3");
    text(&mut log, "Simulation");
    log.extend_from_slice(&1_795_249_330_000_i64.to_be_bytes());
    text(&mut log, "");
    int(&mut log, 1);
    text(&mut log, "Scenario");
    int(&mut log, 0);
    for (number, outcome) in [(0, 1), (1, 0)] {
        log.push(1);
        int(&mut log, 0);
        int(&mut log, if number == 0 { 1 } else { -1 });
        if number == 0 {
            text(&mut log, "get");
        }
        int(&mut log, number * 100);
        int(&mut log, number * 100 + 15);
        log.push(outcome);
        int(&mut log, 2 + number);
        text(&mut log, if outcome == 1 { "" } else { "status was 500" });
    }
    log
}
