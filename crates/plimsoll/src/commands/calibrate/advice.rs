//! What on this machine limits the load or blurs the measurement, and what helps.

use super::Calibration;
use serde::Serialize;

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CalibrationAdvice {
    /// What was seen.
    pub seen: String,
    /// Why it matters.
    pub matters: String,
    /// What helps.
    pub helps: String,
}

/// Fewer connections than this, and a load of many users meets a limit.
const CONNECTIONS_FEW: u64 = 10_000;
const BACKLOG_FEW: u32 = 1_024;
/// Stolen and awaited CPU time, percent, from which figures suffer.
const STEAL_PERCENT: f64 = 1.0;
const RUN_DELAY_PERCENT: f64 = 5.0;
/// Processes that want to run, for each core.
const LOAD_PER_CORE: f64 = 0.5;
const CLOCK_COST_NS: f64 = 200.0;
/// 99th percentiles of an idle machine are far below this.
const FLOOR_US: f64 = 1_000.0;

pub fn advice(calibration: &Calibration) -> Vec<CalibrationAdvice> {
    let advice = |seen: String, matters: &str, helps: &str| CalibrationAdvice {
        seen,
        matters: matters.to_owned(),
        helps: helps.to_owned(),
    };
    let mut found = limits(calibration);
    let machine = &calibration.machine;
    if machine.cores < 2 {
        found.push(advice(
            "load and server shared the only core".to_owned(),
            "the rates are those of both together, and the noise floor holds the server's turns",
            "calibrate where at least two cores are free",
        ));
    }
    let load = machine.load_average.filter(|load| *load > LOAD_PER_CORE * f64::from(machine.cores));
    if let Some(load) = load {
        found.push(advice(
            format!("the load average was {load:.2} on {} cores before the calibration began", machine.cores),
            "other work had the cores, so rates are too low and times too long",
            "end the other work, or calibrate again when it is over",
        ));
    }
    let delay = calibration.rates.iter().filter(|rate| !rate.is_shared).map(|rate| rate.run_delay_percent);
    if let Some(delay) = delay.reduce(f64::max).filter(|delay| *delay > RUN_DELAY_PERCENT) {
        found.push(advice(
            format!("workers waited for a core in {delay:.0} % of the time"),
            "other work had it, and every answer that came meanwhile was seen late",
            "end the other work, or keep cores free for the load (isolcpus, cpuset)",
        ));
    }
    if let Some(steal) = calibration.steal_percent.filter(|steal| *steal > STEAL_PERCENT) {
        found.push(advice(
            format!("the hypervisor gave {steal:.1} % of the CPU time to other machines"),
            "nothing on this machine can see when that happens; single response times are too long by it",
            "use a machine with dedicated cores",
        ));
    }
    if let Some(governor) = machine.cpu_governor.as_deref().filter(|name| *name != "performance") {
        found.push(advice(
            format!("the CPU governor is {governor}"),
            "the first requests after a pause run on a slow clock",
            "cpupower frequency-set --governor performance",
        ));
    }
    if calibration.clock.cost_ns > CLOCK_COST_NS {
        let source = calibration.clock.source.as_deref().unwrap_or("unknown");
        found.push(advice(
            format!("reading the clock ({source}) takes {:.0} ns", calibration.clock.cost_ns),
            "the clock is read several times for each request, so the rate suffers",
            "a clock source of tsc or kvm-clock, where the machine has one",
        ));
    }
    let floor = &calibration.floor;
    let late = floor.lateness.p99_us.into_iter().chain(floor.response.p99_us).reduce(f64::max);
    if let Some(late) = late.filter(|late| *late > FLOOR_US) {
        found.push(advice(
            format!("one of a hundred timers or instant answers was late by {:.1} ms", late / 1e3),
            "response times of a few milliseconds can't be told from the machine's own pauses",
            "free cores, a machine of its own, deep sleep states off (cpupower idle-set --disable-by-latency 10)",
        ));
    }
    found
}

/// Limits on connections.
fn limits(calibration: &Calibration) -> Vec<CalibrationAdvice> {
    let machine = &calibration.machine;
    let mut found = Vec::new();
    if let Some(soft) = machine.descriptors_soft.filter(|soft| *soft < CONNECTIONS_FEW) {
        let hard = machine.descriptors_hard.map_or("unlimited".to_owned(), |hard| hard.to_string());
        found.push(CalibrationAdvice {
            seen: format!("this process may have {soft} open files"),
            matters: "each virtual user needs one for its connection".to_owned(),
            helps: format!("ulimit -n 65536 before plimsoll (the hard limit is {hard})"),
        });
    }
    if let Some(ports) = machine.ports_count().filter(|ports| *ports < CONNECTIONS_FEW) {
        found.push(CalibrationAdvice {
            seen: format!("there are {ports} local ports"),
            matters:
                "each connection to one address and port of a server needs one, and keeps it for a minute \
                      after it was closed"
                    .to_owned(),
            helps: "sysctl net.ipv4.ip_local_port_range='1024 65535'".to_owned(),
        });
    }
    if let Some(backlog) = machine.somaxconn.filter(|backlog| *backlog < BACKLOG_FEW) {
        found.push(CalibrationAdvice {
            seen: format!("net.core.somaxconn is {backlog}"),
            matters:
                "a server on this machine loses connections that come in bursts, and clients wait a second \
                      before they try again"
                    .to_owned(),
            helps: "sysctl net.core.somaxconn=4096".to_owned(),
        });
    }
    found
}
