//! Sums of what a file says stay in their type, whatever of the run they are made of.

use super::reader::contradiction;
use crate::generator::GeneratorInterval;
use crate::interval::Interval;
use crate::record::Second;
use rusqlite::Result;

/// All counts of a run together. A thousand workers that count microseconds for a hundred years stay below.
const SUM_MAX: u128 = 1 << 62;

/// Whether all counts together are too many to be counts.
pub(super) fn check(seconds: &[Second]) -> Result<()> {
    let of_second = |second: &Second| {
        of_generator(&second.generator) + second.transactions.values().map(of_interval).sum::<u128>()
    };
    of_all(seconds.iter().map(of_second))
}

/// The same for what servers say of themselves.
pub(super) fn check_intervals<'a>(intervals: impl Iterator<Item = &'a Interval>) -> Result<()> {
    of_all(intervals.map(of_interval))
}

fn of_all(sums: impl Iterator<Item = u128>) -> Result<()> {
    match sums.sum::<u128>() <= SUM_MAX {
        true => Ok(()),
        false => Err(contradiction("counts that are too large together")),
    }
}

fn of_interval(interval: &Interval) -> u128 {
    let Interval { requests, errors, failed, bytes_received, bytes_sent, response, service, first_byte } =
        interval;
    let service = service.as_ref().map_or(0, |service| service.count());
    let counts = [*requests, *bytes_received, *bytes_sent, service];
    let histograms = [failed, response, first_byte].map(|latencies| latencies.count());
    sum(counts) + sum(histograms) + sum(errors.values().copied())
}

fn of_generator(generator: &GeneratorInterval) -> u128 {
    let workers = generator.workers.values().map(|worker| {
        let times = [worker.cpu_us, worker.run_delay_us, worker.wall_us, worker.think_us, worker.busy_us];
        sum(times) + sum([worker.connects, worker.turns, worker.events, worker.turn_us_max])
    });
    let arrivals = generator.arrivals.values().map(|arrivals| {
        let counts = [arrivals.due, arrivals.started, arrivals.waited, arrivals.dropped, arrivals.waiting];
        sum(counts) + u128::from(arrivals.delay.count())
    });
    let own = sum([generator.lateness.count(), generator.connect.count(), generator.machine.descriptors_max]);
    own + workers.sum::<u128>() + arrivals.sum::<u128>()
}

fn sum(counts: impl IntoIterator<Item = u64>) -> u128 {
    counts.into_iter().map(u128::from).sum()
}
