use super::window::{Window, per_s};
use plimsoll_run::Latencies;
use plimsoll_run::record::Second;
use serde::Serialize;

/// A worker's second counts as busy when it used, or waited for, more than this share of one core.
pub const CPU_BUSY_PERCENT: f64 = 80.0;

/// The load generator during a step.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GeneratorState {
    pub workers: Vec<WorkerLoad>,
    /// How late timers fired.
    pub lateness_p99_us: Option<u64>,
    pub lateness_max_us: Option<u64>,
    /// Of each worker's longest turn in each second; an answer may have waited this long before it was seen.
    pub turn_us_p90: Option<u64>,
    pub turn_us_p99: Option<u64>,
    pub turn_us_max: Option<u64>,
    /// Most readiness events in one turn: the receive backlog.
    pub events_max: u32,
    /// Connections that were made.
    pub connects: u64,
    /// Connections that were begun.
    pub connects_per_s: f64,
    pub connect_p95_us: Option<u64>,
    pub connect_p99_us: Option<u64>,
    /// Open at the end of a second, of all workers, at most.
    pub connections_max: u32,
    pub machine: MachineState,
}

/// What was left of the machine's resources, at the worst moment of a step; `None`: not known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MachineState {
    pub descriptors_max: Option<u64>,
    /// Local ports for connections to one address.
    pub ports_max: Option<u32>,
    /// TCP sockets of the whole machine, a server on it included.
    pub sockets_used: u32,
    pub sockets_time_wait: u32,
    /// Own connections and sockets in TIME-WAIT: an upper bound of the ports taken, if there is one address.
    pub ports_taken: u64,
}

/// One worker during a step.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WorkerLoad {
    pub number: u32,
    pub cpu_percent_mean: f64,
    /// Of one second.
    pub cpu_percent_max: f64,
    /// Time in which the worker was ready to run and other work had its core.
    pub run_delay_percent_mean: f64,
    /// Share of the time in whose seconds it used or waited for more than [`CPU_BUSY_PERCENT`] of a core.
    pub busy_seconds_percent: f64,
}

impl GeneratorState {
    pub fn cpu_percent_max(&self) -> Option<f64> {
        self.workers.iter().map(|w| w.cpu_percent_max).reduce(f64::max)
    }

    /// The worker that used or waited for a core longest.
    pub fn busiest(&self) -> Option<&WorkerLoad> {
        let wanted = |w: &WorkerLoad| (w.busy_seconds_percent, w.cpu_percent_mean);
        self.workers.iter().max_by(|a, b| {
            let ((a_busy, a_mean), (b_busy, b_mean)) = (wanted(a), wanted(b));
            a_busy.total_cmp(&b_busy).then(a_mean.total_cmp(&b_mean))
        })
    }

    /// The worker that waited for its core longest.
    pub fn most_delayed(&self) -> Option<&WorkerLoad> {
        self.workers.iter().max_by(|a, b| a.run_delay_percent_mean.total_cmp(&b.run_delay_percent_mean))
    }

    pub(crate) fn of(window: &Window) -> GeneratorState {
        let generator = &window.generator;
        let turns = longest_turns(window);
        let started: u64 = generator.workers.values().map(|worker| worker.connects).sum();
        GeneratorState {
            workers: workers(window),
            lateness_p99_us: generator.lateness.quantile_us(0.99),
            lateness_max_us: generator.lateness.max_us(),
            turn_us_p90: turns.quantile_us(0.90),
            turn_us_p99: turns.quantile_us(0.99),
            turn_us_max: turns.max_us(),
            events_max: generator.workers.values().map(|worker| worker.events_max).max().unwrap_or(0),
            connects: generator.connect.count(),
            connects_per_s: per_s(started, window),
            connect_p95_us: generator.connect.quantile_us(0.95),
            connect_p99_us: generator.connect.quantile_us(0.99),
            connections_max: connections(window).max().unwrap_or(0),
            machine: MachineState::of(window),
        }
    }
}

impl MachineState {
    fn of(window: &Window) -> MachineState {
        let machine = window.generator.machine;
        let time_wait = window.seconds.iter().map(|second| second.generator.machine.sockets_time_wait);
        let taken =
            connections(window).zip(time_wait).map(|(open, waiting)| u64::from(open) + u64::from(waiting));
        MachineState {
            descriptors_max: Some(machine.descriptors_max).filter(|max| *max > 0),
            ports_max: Some(machine.ports_max).filter(|max| *max > 0),
            sockets_used: machine.sockets_used,
            sockets_time_wait: machine.sockets_time_wait,
            ports_taken: taken.max().unwrap_or(0),
        }
    }
}

/// Of all workers, at the end of each second.
fn connections(window: &Window) -> impl Iterator<Item = u32> {
    window.seconds.iter().map(|second| second.generator.workers.values().map(|w| w.connections).sum())
}

fn longest_turns(window: &Window) -> Latencies {
    let mut turns = Latencies::default();
    let workers = window.seconds.iter().flat_map(|second| second.generator.workers.values());
    workers.filter(|worker| worker.turn_us_max > 0).for_each(|worker| turns.record_us(worker.turn_us_max));
    turns
}

/// A row of less, from the end of a run, says nothing about a second.
const PART_US: u64 = 100_000;

/// Shares of the time that a second's row covers: a worker that ended early is idle for the rest of it.
fn workers(window: &Window) -> Vec<WorkerLoad> {
    let percent = |cpu_us: u64, wall_us: u64| 100.0 * cpu_us as f64 / wall_us.max(1) as f64;
    let covered_us =
        |second: &Second| second.generator.workers.values().map(|w| w.wall_us).max().unwrap_or(0);
    let all_us: u64 = window.seconds.iter().map(|second| covered_us(second)).sum();
    let measured = window.generator.workers.iter().filter(|(_, sum)| sum.wall_us > 0);
    let load = measured.map(|(number, sum)| {
        // CPU, CPU with the waiting for it, and the time covered: a stall makes one row of several seconds.
        let rows: Vec<(f64, f64, u64)> = window
            .seconds
            .iter()
            .filter_map(|second| Some((covered_us(second), second.generator.workers.get(number)?)))
            .map(|(wall_us, w)| {
                (percent(w.cpu_us, wall_us), percent(w.cpu_us + w.run_delay_us, wall_us), wall_us)
            })
            .collect();
        let limit = CPU_BUSY_PERCENT;
        let busy_us: u64 =
            rows.iter().filter(|(_, wanted, _)| *wanted > limit).map(|(.., wall_us)| wall_us).sum();
        let mean = percent(sum.cpu_us, all_us);
        let whole = rows.iter().filter(|(.., wall_us)| *wall_us >= PART_US);
        WorkerLoad {
            number: *number,
            cpu_percent_mean: mean,
            cpu_percent_max: whole.map(|(used, ..)| *used).fold(mean, f64::max),
            run_delay_percent_mean: percent(sum.run_delay_us, all_us),
            busy_seconds_percent: percent(busy_us, all_us),
        }
    });
    load.collect()
}
