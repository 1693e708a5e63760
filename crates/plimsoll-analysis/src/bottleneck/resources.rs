//! Which lines of what was watched tell the use of which resource.

use super::disks;
use super::threads;
use super::usage::{Resource, ResourceLine, Saturated, Saturation, Usage};
use crate::measured::Measured;
use crate::servers::panel::Shape;
use crate::servers::readings::{Readings, Values, attribute, inside, ratio};
use crate::servers::resources::NAMED_BY_METRIC;
use crate::servers::{Observations, Pool, PoolKind, Queue, ReadingSummary, cpu, heap, pool, queue};
use crate::step::StepRow;
use plimsoll_run::metric;
use plimsoll_run::{Instance, ResourceKind, SeriesPoints, Source};

pub(super) fn lines(measured: &Measured) -> Vec<ResourceLine> {
    let readings = measured.readings();
    let mut lines = Vec::new();
    for source in readings.sources(&[cpu::UTILIZATION, cpu::TIME]) {
        if source.instance == Instance::Host || !cpu::mode(readings, source, "idle").is_empty() {
            lines.push(host_cpu(readings, source));
        }
    }
    let of_containers = [
        metric::CONTAINER_CPU_USAGE,
        metric::CONTAINER_CPU_TIME,
        metric::CONTAINER_CPU_THROTTLING_DATA_PERIODS,
    ];
    lines.extend(readings.sources(&of_containers).into_iter().map(|source| container(readings, source)));
    lines.extend(memory(readings));
    lines.extend(heap::jvms(readings).into_iter().map(|source| jvm(readings, source)));
    lines.extend(disks::lines(measured));
    lines.extend(network(readings));
    lines.extend(threads::lines(measured));
    lines.extend(Pool::all(readings).into_iter().filter_map(|pool| of_pool(readings, pool)));
    lines.extend(waiting(readings));
    for (metric, name) in
        [(metric::MYSQL_ROW_LOCKS_WAITING, "mysql"), (metric::POSTGRESQL_LOCKS_WAITING, "postgresql")]
    {
        lines.extend(readings.sources(&[metric]).into_iter().map(|source| {
            let waiting = readings.state(source, metric, ("", ""));
            line(Resource::Locks, source, name, Values::new(), Some((Saturation::LockWaits, waiting)))
        }));
    }
    lines.extend(
        Queue::all(readings).into_iter().map(|queue| of_queue(readings, &queue, &measured.run.steps)),
    );
    lines
}

pub(super) fn line(
    resource: Resource,
    source: &Source,
    name: &str,
    utilisation: Values,
    saturation: Option<Saturated>,
) -> ResourceLine {
    let saturation = saturation.filter(|(_, values)| !values.is_empty());
    ResourceLine {
        resource,
        source: source.clone(),
        name: name.to_owned(),
        utilisation,
        saturation,
        errors: Values::new(),
        is_guessed: false,
    }
}

fn host_cpu(readings: Readings, source: &Source) -> ResourceLine {
    let running = readings.state(
        source,
        metric::SYSTEM_PROCESS_COUNT,
        (metric::attribute::SYSTEM_PROCESS_STATUS, "running"),
    );
    // Without the number of cores a long queue can't be distinguished from many cores.
    let cores = cpu::cores(readings, source);
    let waiting =
        cores.map(|cores| running.iter().map(|(at, n)| (*at, n / cores as f64)).collect::<Values>());
    let saturation =
        waiting.map(|waiting| (Saturation::Runnable as fn(ReadingSummary) -> Saturation, waiting));
    line(Resource::Cpu, source, "", cpu::busy(readings, source), saturation)
}

fn container(readings: Readings, source: &Source) -> ResourceLine {
    let limit = readings.state(source, metric::CONTAINER_CPU_LIMIT, ("", ""));
    let periods = readings.growth(source, metric::CONTAINER_CPU_THROTTLING_DATA_PERIODS, ("", ""));
    let throttled =
        readings.growth(source, metric::CONTAINER_CPU_THROTTLING_DATA_THROTTLED_PERIODS, ("", ""));
    // Two counters that are read one after the other may differ by a period.
    let of_periods = |(at, share): (f64, f64)| (at, 100.0 * share.min(1.0));
    let percent = ratio(&throttled, &periods).into_iter().map(of_periods).collect();
    let use_of_limit = ratio(&cpu::container(readings, source), &limit);
    line(Resource::ContainerCpu, source, "", use_of_limit, Some((Saturation::ThrottledPercent, percent)))
}

fn memory(readings: Readings) -> Vec<ResourceLine> {
    let containers = readings.sources(&[metric::CONTAINER_MEMORY_USAGE]).into_iter().map(|source| {
        let limit = readings.state(source, metric::CONTAINER_MEMORY_LIMIT, ("", ""));
        let used = ratio(&readings.state(source, metric::CONTAINER_MEMORY_USAGE, ("", "")), &limit);
        line(Resource::Memory, source, "", used, None)
    });
    let hosts = readings
        .sources(&[metric::SYSTEM_PAGING_IO, metric::SYSTEM_PAGING_OPERATIONS])
        .into_iter()
        .map(|source| {
            let bytes = readings.growth(source, metric::SYSTEM_PAGING_IO, ("", ""));
            // Pages of 4 KiB.
            let pages =
                readings.total(source, metric::SYSTEM_PAGING_OPERATIONS, |_| true, Shape::Growth(4_096.0));
            let paged = if bytes.is_empty() { pages } else { bytes };
            line(Resource::Memory, source, "", Values::new(), Some((Saturation::Paging, paged)))
        });
    containers.chain(hosts).collect()
}

fn jvm(readings: Readings, source: &Source) -> ResourceLine {
    let share = heap::collection_share(readings, source);
    let collecting = if share.is_empty() { share_of_pauses(readings, source) } else { share };
    let percent = collecting.into_iter().map(|(at, share)| (at, 100.0 * share)).collect();
    line(
        Resource::Heap,
        source,
        "",
        heap::old_share(readings, source),
        Some((Saturation::CollectingPercent, percent)),
    )
}

/// Pauses of a log as a share of each ten seconds.
fn share_of_pauses(readings: Readings, source: &Source) -> Values {
    const WIDTH_S: f64 = 10.0;
    let pauses = heap::pauses(readings, source, false);
    let (Some(first), Some(last)) = (pauses.first(), pauses.last()) else { return Values::new() };
    let bucket = |at: f64| (at / WIDTH_S).floor() as i64;
    let (from, to) = (bucket(first.0), bucket(last.0));
    let mut shares = vec![0.0; (to - from + 1).clamp(0, 1_000_000) as usize];
    for (at, seconds) in &pauses {
        if let Some(share) = shares.get_mut((bucket(*at) - from) as usize) {
            *share += seconds / WIDTH_S;
        }
    }
    shares
        .into_iter()
        .enumerate()
        .map(|(i, share)| ((from + i as i64) as f64 * WIDTH_S + WIDTH_S / 2.0, share))
        .collect()
}

/// Its speed is not known, so only errors are.
fn network(readings: Readings) -> Vec<ResourceLine> {
    let sources = readings.sources(&[metric::SYSTEM_NETWORK_ERRORS, metric::SYSTEM_NETWORK_PACKET_DROPPED]);
    let of = |source: &Source| {
        let errors = readings.growth(source, metric::SYSTEM_NETWORK_ERRORS, ("", ""));
        let dropped = readings.growth(source, metric::SYSTEM_NETWORK_PACKET_DROPPED, ("", ""));
        let errors = if errors.is_empty() { dropped } else { errors };
        ResourceLine { errors, ..line(Resource::Network, source, "", Values::new(), None) }
    };
    sources.into_iter().map(of).collect()
}

fn of_pool(readings: Readings, pool: Pool) -> Option<ResourceLine> {
    let size = pool.size(readings)?;
    let sampled = pool.in_use(readings);
    let in_use = if sampled.is_empty() { pool.in_use_by_time(readings) } else { sampled };
    let used = in_use.into_iter().map(|(at, n)| (at, n / size)).collect();
    let name = pool_name(&pool);
    let waits = Some((Saturation::Pending as fn(ReadingSummary) -> Saturation, pool.pending(readings)));
    let is_guessed = pool.is_by_name(readings);
    Some(ResourceLine { is_guessed, ..line(of_kind(pool.of), &pool.source, name, used, waits) })
}

pub(super) fn of_kind(of: PoolKind) -> Resource {
    match of {
        PoolKind::Descriptors => Resource::Descriptors,
        PoolKind::OwnQueue => Resource::WorkQueue,
        PoolKind::OwnLimit => Resource::Limit,
        _ => Resource::Pool,
    }
}

/// What waits, where nobody says how much room there is.
fn waiting(readings: Readings) -> Vec<ResourceLine> {
    let name = |series: &SeriesPoints| attribute(&series.series, metric::attribute::RESOURCE_NAME).to_owned();
    let is_sized = |series: &SeriesPoints| {
        let mut limits = readings.metric(metric::RESOURCE_LIMIT);
        limits.any(|limit| limit.series.source == series.series.source && name(limit) == name(series))
    };
    let unsized_ones = readings.metric(metric::RESOURCE_WAITING).filter(|series| !is_sized(series));
    let of = |series: &SeriesPoints| {
        let named_by = attribute(&series.series, metric::attribute::RESOURCE_NAMED_BY);
        let kind = ResourceKind::named(attribute(&series.series, metric::attribute::RESOURCE_KIND));
        let resource = if kind == Some(ResourceKind::Queue) { Resource::WorkQueue } else { Resource::Pool };
        let source = &series.series.source;
        let values = readings.state(
            source,
            metric::RESOURCE_WAITING,
            (metric::attribute::RESOURCE_NAME, &name(series)),
        );
        let waits = Some((Saturation::Pending as fn(ReadingSummary) -> Saturation, values));
        ResourceLine {
            is_guessed: named_by == NAMED_BY_METRIC,
            ..line(resource, source, &name(series), Values::new(), waits)
        }
    };
    unsized_ones.map(of).collect()
}

pub(super) fn pool_name(pool: &Pool) -> &str {
    match pool.of {
        PoolKind::Descriptors => "",
        PoolKind::Threads if pool.name.is_empty() => "threads",
        PoolKind::Http if pool.name.is_empty() => "http",
        _ if pool.name.is_empty() => pool::MAX.split('.').next().unwrap_or_default(),
        _ => &pool.name,
    }
}

/// How much more waits than at the beginning of the step.
fn of_queue(readings: Readings, queue: &Queue, rows: &[StepRow]) -> ResourceLine {
    let lag = queue.lag(readings);
    let mut growth = Values::new();
    for row in rows {
        let (from, to) = row.span_s();
        let within = inside(&lag, from, to);
        if let Some(first) = queue::floors(within).first() {
            growth.extend(within.iter().map(|(at, messages)| (*at, messages - first)));
        }
    }
    line(Resource::Queue, &queue.source, &queue.title(), Values::new(), Some((Saturation::LagGrowth, growth)))
}

/// The load generator itself, from its own records.
pub(super) fn generator(rows: &[StepRow]) -> Vec<Usage> {
    let of = |row: &StepRow| -> Option<Usage> {
        let busiest = row.generator.busiest()?;
        let delay = row.generator.most_delayed().map_or(0.0, |worker| worker.run_delay_percent_mean);
        let n = row.measured_s as u64;
        Some(Usage {
            resource: Resource::Generator,
            source: None,
            name: String::new(),
            step: row.number,
            utilisation_percent: Some(ReadingSummary {
                mean: busiest.cpu_percent_mean,
                max: row.generator.cpu_percent_max().unwrap_or(0.0),
                n,
            }),
            saturation: Some(Saturation::RunDelayPercent(ReadingSummary { mean: delay, max: delay, n })),
            errors: Some(row.generator_errors as f64),
        })
    };
    rows.iter().filter_map(of).collect()
}

/// How many at a time a resource serves: cores of a host or a container, connections of a pool; `None`: not known.
pub(crate) fn resource_servers(observed: &Observations, of: &Usage) -> Option<u32> {
    let (readings, source) = (Readings::of(observed), of.source.as_ref()?);
    let size = match of.resource {
        Resource::Cpu => cpu::cores(readings, source).map(|cores| cores as f64),
        Resource::ContainerCpu => {
            let limit = readings.state(source, metric::CONTAINER_CPU_LIMIT, ("", ""));
            limit.last().map(|(_, cores)| cores.ceil())
        }
        Resource::Thread => Some(1.0),
        Resource::Pool | Resource::Limit => {
            let pools = Pool::all(readings).into_iter();
            let mut own = pools.filter(|pool| pool.source == *source && pool_name(pool) == of.name);
            own.find_map(|pool| pool.size(readings))
        }
        _ => None,
    };
    size.filter(|size| *size >= 1.0).map(|size| size as u32)
}
