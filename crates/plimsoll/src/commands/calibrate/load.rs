//! The engine against reference servers in this process, on cores of their own where there are enough.

use crate::exit::{Failure, chain};
use plimsoll_engine::{Control, EngineEvent, LoadTask};
use plimsoll_run::{GeneratorInterval, Interval, Latencies};
use plimsoll_targets::{Distribution, ReferenceSetup, ReferenceTarget};
use rustix::thread::CpuSet;
use serde::Serialize;
use std::collections::BTreeMap;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::time::Duration;

/// Seconds before the measured ones: connections are made, caches filled.
pub const WARM_UP_S: u32 = 1;
/// Users, each with a connection of its own, for each worker.
const USERS_PER_WORKER: u32 = 32;
/// Pause between two requests of the noise floor: long enough that the server sleeps again.
const FLOOR_PAUSE_MS: u32 = 2;

/// What runs on which core.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoreAssignment {
    pub workers: u32,
    pub worker_cores: Vec<usize>,
    /// One server for each; `None`: any core.
    pub server_cores: Vec<Option<usize>>,
}

impl CoreAssignment {
    /// One worker; the server has a core of its own where there are two.
    pub fn alone(cores: &[usize]) -> CoreAssignment {
        let server = cores.get(1).copied();
        CoreAssignment { workers: 1, worker_cores: vec![cores[0]], server_cores: vec![server] }
    }

    /// So many workers, with the cores that they leave for servers; where they leave none, all share all.
    pub fn of_workers(cores: &[usize], workers: u32) -> CoreAssignment {
        let (worker_cores, server_cores) = match cores.split_at_checked(workers as usize) {
            Some((own, left)) if !own.is_empty() && !left.is_empty() => {
                (own, left.iter().take(own.len()).copied().map(Some).collect())
            }
            _ => (cores, vec![None]),
        };
        CoreAssignment { workers: workers.max(1), worker_cores: worker_cores.to_vec(), server_cores }
    }

    /// Load and server share cores.
    pub fn is_shared(&self) -> bool {
        self.server_cores.iter().any(|core| core.is_none_or(|core| self.worker_cores.contains(&core)))
    }

    pub fn text(&self) -> String {
        let plural = if self.workers == 1 { "" } else { "s" };
        let place = match (self.is_shared(), self.workers) {
            (true, _) => "core shared with the server",
            (false, 1) => "core of its own",
            (false, _) => "cores of their own",
        };
        format!("{} worker{plural}, {place}", self.workers)
    }
}

/// One worker; and as many as the cores allow, with half of the cores for servers. On two cores that
/// would be the same again, so there two workers share both cores with the server.
pub fn placements(cores: &[usize]) -> Vec<CoreAssignment> {
    let alone = CoreAssignment::alone(cores);
    let all = match cores.len() {
        0 | 1 => return vec![alone],
        2 => CoreAssignment { workers: 2, worker_cores: cores.to_vec(), server_cores: vec![None] },
        count => {
            let (workers, servers) = cores.split_at(count - count / 2);
            CoreAssignment {
                workers: workers.len() as u32,
                worker_cores: workers.to_vec(),
                server_cores: servers.iter().copied().map(Some).collect(),
            }
        }
    };
    vec![alone, all]
}

/// Closed loop, as fast as it goes.
#[derive(Clone, Debug, Serialize)]
pub struct Rate {
    pub workers: u32,
    pub servers: u32,
    /// Load and server were on the same cores: the rate is that of both together.
    pub is_shared: bool,
    pub connections: u32,
    pub seconds: u32,
    pub requests: u64,
    pub errors: u64,
    pub requests_per_s: f64,
    /// Of the workers alone, user and system.
    pub cpu_us_per_request: Option<f64>,
    /// CPU of the workers, percent of a core each, mean.
    pub cpu_percent: f64,
    /// What the workers could do if each had a whole core and the server never made them wait.
    pub possible_per_s: Option<f64>,
    /// Time in which workers were ready to run and other work had their cores, percent.
    pub run_delay_percent: f64,
}

/// One request at a time against a server that answers at once.
#[derive(Clone, Debug, Serialize)]
pub struct Floor {
    pub is_shared: bool,
    pub requests: u64,
    pub errors: u64,
    pub requests_per_s: f64,
    /// What Plimsoll reported.
    pub response: Percentiles,
    /// What the server measured of it, from the request being readable to its answer being written.
    pub server: Percentiles,
    /// How late the worker's timers were.
    pub lateness: Percentiles,
    /// A single response time above this was not made by the instrument (99 of 100 times).
    pub distinguishable_us: Option<f64>,
}

/// Microseconds.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Percentiles {
    pub p50_us: Option<f64>,
    pub p90_us: Option<f64>,
    pub p99_us: Option<f64>,
    pub p99_9_us: Option<f64>,
    pub max_us: Option<f64>,
}

impl Percentiles {
    fn of(quantile_us: impl Fn(f64) -> Option<f64>) -> Percentiles {
        Percentiles {
            p50_us: quantile_us(0.5),
            p90_us: quantile_us(0.9),
            p99_us: quantile_us(0.99),
            p99_9_us: quantile_us(0.999),
            max_us: quantile_us(1.0),
        }
    }

    fn of_latencies(latencies: &Latencies) -> Percentiles {
        Percentiles::of(|quantile| latencies.quantile_us(quantile).map(|us| us as f64))
    }
}

pub fn rate(placement: &CoreAssignment, seconds: u32, control: &Control) -> Result<Rate, Failure> {
    let servers = start_servers(placement)?;
    let users = USERS_PER_WORKER * placement.workers;
    let steps = |address| format!("      - get: http://{address}/\n        label: request\n");
    let per_server = users.div_ceil(servers.len() as u32);
    let measured = perform(&plan_text(&servers, per_server, seconds, steps), placement, seconds, control)?;
    let workers = measured.generator.workers.values();
    let sum = |of: fn(&plimsoll_run::WorkerInterval) -> u64| workers.clone().map(of).sum::<u64>() as f64;
    let (cpu_us, wall_us) = (sum(|w| w.cpu_us), sum(|w| w.wall_us).max(1.0));
    let requests = measured.total.requests;
    let cpu_us_per_request = (requests > 0).then(|| cpu_us / requests as f64);
    Ok(Rate {
        workers: placement.workers,
        servers: servers.len() as u32,
        is_shared: placement.is_shared(),
        connections: per_server * servers.len() as u32,
        seconds,
        requests,
        errors: measured.total.errors_total(),
        requests_per_s: requests as f64 / f64::from(seconds),
        cpu_us_per_request,
        cpu_percent: 100.0 * cpu_us / wall_us,
        possible_per_s: cpu_us_per_request.map(|us| 1e6 / us * f64::from(placement.workers)),
        run_delay_percent: 100.0 * sum(|w| w.run_delay_us) / wall_us,
    })
}

pub fn floor(placement: &CoreAssignment, seconds: u32, control: &Control) -> Result<Floor, Failure> {
    let servers = start_servers(placement)?;
    let steps = |address| {
        format!(
            "      - get: http://{address}/\n        label: request\n      - pause: {FLOOR_PAUSE_MS} ms\n"
        )
    };
    let measured = perform(&plan_text(&servers, 1, seconds, steps), placement, seconds, control)?;
    let truth = servers[0].truth();
    let response = Percentiles::of_latencies(&measured.total.response);
    Ok(Floor {
        is_shared: placement.is_shared(),
        requests: measured.total.requests,
        errors: measured.total.errors_total(),
        requests_per_s: measured.total.requests as f64 / f64::from(seconds),
        response,
        server: Percentiles::of(|q| (truth.served.count() > 0).then(|| truth.served.quantile_us(q))),
        lateness: Percentiles::of_latencies(&measured.generator.lateness),
        distinguishable_us: response.p99_us,
    })
}

fn start_servers(placement: &CoreAssignment) -> Result<Vec<ReferenceTarget>, Failure> {
    let start = |core: &Option<usize>| {
        let setup = ReferenceSetup {
            distribution: Distribution::Constant(Duration::ZERO),
            stall: None,
            seed: 0,
            core: *core,
            busy_poll: false,
        };
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        ReferenceTarget::start(address, setup).map_err(|e| super::super::target::failure(&e))
    };
    placement.server_cores.iter().map(start).collect()
}

/// A scenario for each server.
fn plan_text(
    servers: &[ReferenceTarget],
    users: u32,
    seconds: u32,
    steps: impl Fn(SocketAddr) -> String,
) -> String {
    let mut text = "plan: calibration\nscenarios:\n".to_owned();
    for (number, server) in servers.iter().enumerate() {
        let hold = seconds + WARM_UP_S;
        text += &format!(
            "  - name: s{number}\n    users: {users}\n    hold: {hold} s\n    iterations: forever\n    steps:\n{}",
            steps(server.address())
        );
    }
    text
}

/// The measured seconds together.
#[derive(Default)]
struct Measured {
    total: Interval,
    generator: GeneratorInterval,
}

fn perform(
    text: &str,
    placement: &CoreAssignment,
    seconds: u32,
    control: &Control,
) -> Result<Measured, Failure> {
    let reading = plimsoll_formats::read_yaml("calibration.yaml", text, Path::new("."), &BTreeMap::new());
    let plan = reading
        .plan
        .ok_or_else(|| Failure::internal(format!("the calibration's plan: {:?}", reading.diagnostics)))?;
    let (workers, grace) = (placement.workers, Duration::from_secs(1));
    let task = LoadTask { workers, seed: 1, grace, ..LoadTask::of(&plan) };
    let mut measured = Measured::default();
    let (mut from, mut to) = (0, 0);
    let pinned = Pinned::to(&placement.worker_cores);
    let outcome = plimsoll_engine::run(&task, control, &mut |event| match event {
        EngineEvent::MainStarted { at_us } => {
            from = (at_us / 1_000_000) as u32 + WARM_UP_S;
            to = from + seconds;
        }
        EngineEvent::Second(second) if (from..to).contains(&second.second) => {
            measured.generator.merge(&second.generator);
            second.transactions.values().for_each(|interval| measured.total.merge(interval));
        }
        EngineEvent::Second(_) => {}
    });
    drop(pinned);
    outcome.map_err(|e| Failure::internal(format!("failed to {}", chain(&e))))?;
    if control.stopped().is_some() {
        return Err(Failure::internal("the calibration was interrupted"));
    }
    if measured.total.requests == 0 {
        return Err(Failure::internal("the calibration brought no request to an end")
            .with_hint("is the machine so busy that nothing else runs? try --seconds 10"));
    }
    Ok(measured)
}

/// Keeps this thread, and those it starts meanwhile, on some cores.
struct Pinned {
    before: Option<CpuSet>,
}

impl Pinned {
    fn to(cores: &[usize]) -> Pinned {
        let mut set = CpuSet::new();
        cores.iter().for_each(|core| set.set(*core));
        let before = rustix::thread::sched_getaffinity(None).ok();
        // Where it is not allowed, load and server get their cores from the kernel.
        let _ = rustix::thread::sched_setaffinity(None, &set);
        Pinned { before }
    }
}

impl Drop for Pinned {
    fn drop(&mut self) {
        if let Some(before) = &self.before {
            let _ = rustix::thread::sched_setaffinity(None, before);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of each placement: the workers' cores, the servers' cores (`-`: any), and `shared`.
    fn check(cores: &[usize], expected: &[&str]) {
        let core = |core: &Option<usize>| core.map_or("-".to_owned(), |core| core.to_string());
        let text = |p: &CoreAssignment| {
            let servers: Vec<String> = p.server_cores.iter().map(core).collect();
            let shared = if p.is_shared() { " shared" } else { "" };
            format!("{:?} [{}]{shared}", p.worker_cores, servers.join(", "))
        };
        let found: Vec<String> = placements(cores).iter().map(text).collect();
        assert_eq!(found, expected, "{cores:?}");
    }

    #[test]
    fn a_node_is_calibrated_with_the_workers_that_a_run_has_there() {
        let of = |cores: &[usize], workers| {
            let found = CoreAssignment::of_workers(cores, workers);
            (found.workers, found.worker_cores.clone(), found.server_cores.clone(), found.is_shared())
        };
        assert_eq!(of(&[0, 1, 2, 3], 1), (1, vec![0], vec![Some(1)], false));
        assert_eq!(of(&[0, 1, 2, 3], 3), (3, vec![0, 1, 2], vec![Some(3)], false));
        // All cores make the load, as in a run: the server has none of its own.
        assert_eq!(of(&[0, 1], 2), (2, vec![0, 1], vec![None], true));
        assert_eq!(of(&[5], 4), (4, vec![5], vec![None], true));
    }

    #[test]
    fn load_and_servers_get_cores_of_their_own_where_there_are_enough() {
        check(&[3], &["[3] [-] shared"]);
        check(&[0, 1], &["[0] [1]", "[0, 1] [-] shared"]);
        check(&[0, 2, 4, 6, 7], &["[0] [2]", "[0, 2, 4] [6, 7]"]);
    }
}
