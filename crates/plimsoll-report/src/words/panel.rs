//! What the report says of the servers.

use super::Words;
use super::figure::tick;
use plimsoll_analysis::figures::{Figure, Quantity};
use plimsoll_analysis::servers::PanelKind;
use plimsoll_run::{Instance, ServerEventKind, Source};

pub const SERVERS: &str = "What the servers did";
pub const SAME_AXIS: &str = "All figures of this section have the same time axis; shaded is the measured window of each step. A line \
    is interrupted where nothing was read. Dotted lines with numbers are the events of the host, listed below its figures.";
pub const REQUESTS_OF_SERVERS: &str = "What each server logged, by step";
pub const REQUESTS_NOTE: &str = "From the servers' own logs, requests that ended in the measured windows. Times are the servers' own: without \
    network and queues before the server.";
pub const HOSTS_BY_STEP: &str = "Each host by step: mean (and highest reading) of the measured window";

pub fn panel(words: &Words, kind: PanelKind) -> &'static str {
    match kind {
        PanelKind::Cpu => "CPU",
        PanelKind::RunQueue => "Processes running or blocked",
        PanelKind::DiskTraffic => "Disk traffic",
        PanelKind::DiskBusy => "Disks busy",
        PanelKind::Paging => "Swapping",
        PanelKind::HostMemory => "Memory",
        PanelKind::HostNetwork => "Network",
        PanelKind::ContainerCpu => "Container CPU",
        PanelKind::ContainerMemory => "Container memory",
        PanelKind::ContainerNetwork => "Container network",
        PanelKind::YoungHeap => "Young generation",
        PanelKind::OldHeap => "Old generation",
        PanelKind::Heap => "Heap",
        PanelKind::HeapAfterCollection => "Heap after collections",
        PanelKind::Collections => "Garbage collections",
        PanelKind::CollectionShare => "Time in garbage collection",
        PanelKind::CollectionPauses => "Pauses of garbage collection",
        PanelKind::ConnectionPool => "Connection pool",
        PanelKind::DatabaseThreads => "Database connections",
        PanelKind::DatabaseQueries => "Database queries",
        PanelKind::Lag => "Consumer lag by partition",
        PanelKind::Calls => "Calls logged",
        PanelKind::ServerTimes => "Response time logged by the server",
    }
}

/// What it is about and its highest value.
pub fn title(words: &Words, figure: &Figure, kind: PanelKind) -> String {
    let instance = figure.source.as_ref().map(instance).filter(|name| !name.is_empty());
    let of = instance.map(|name| format!(" of {name}")).unwrap_or_default();
    let busy = figure.series.iter().filter(|series| !is_rest(words, figure, series));
    let highest = busy
        .filter_map(|series| {
            let highest = series.points.iter().filter_map(|point| point.y).reduce(f64::max)?;
            Some((series, highest))
        })
        .max_by(|a, b| a.1.total_cmp(&b.1));
    match highest {
        Some((series, value)) => {
            let name = super::figure::series(words, series);
            let line = if figure.series.len() > 1 { format!("{name} ") } else { String::new() };
            format!(
                "{}{of}: {line}up to {}",
                panel(words, kind),
                value_with_unit(words, figure.y.quantity, value)
            )
        }
        None => format!("{}{of}", panel(words, kind)),
    }
}

/// Idle time and limits are no use of anything.
fn is_rest(words: &Words, figure: &Figure, series: &plimsoll_analysis::figures::Series) -> bool {
    let name = super::figure::series(words, series);
    figure.series.len() > 1 && matches!(name.as_str(), "idle" | "capacity" | "limit" | "free")
}

pub fn value_with_unit(words: &Words, quantity: Quantity, value: f64) -> String {
    let number =
        |value: f64| if value.abs() >= 1_000.0 { words.fixed(value, 0) } else { words.significant(value, 3) };
    match quantity {
        Quantity::CpuPercent => format!("{}\u{a0}% of a core", number(value)),
        Quantity::PercentOfAllCpus => format!("{}\u{a0}%", number(value)),
        Quantity::PercentOfTime => format!("{}\u{a0}% of the time", number(value)),
        Quantity::MibPerS => format!("{}\u{a0}MiB/s", number(value)),
        Quantity::Mib => format!("{}\u{a0}MiB", number(value)),
        Quantity::CollectionsPerMinute | Quantity::CallsPerMinute => {
            format!("{}\u{a0}per minute", number(value))
        }
        Quantity::PerS => format!("{}/s", number(value)),
        quantity if quantity.is_time_us() => words.time(value),
        _ => tick(words, quantity, value.round()),
    }
}

pub fn instance(source: &Source) -> &str {
    match &source.instance {
        Instance::Host => "",
        Instance::Process(name) | Instance::Container(name) | Instance::Service(name) => name,
    }
}

pub fn event(words: &Words, kind: ServerEventKind) -> &'static str {
    match kind {
        ServerEventKind::Restart => "restart",
        ServerEventKind::JvmStart => "JVM start",
        ServerEventKind::OomKill => "killed for want of memory",
        ServerEventKind::OutOfMemory => "out of heap",
        ServerEventKind::LongPause => "pause of a second or more",
        ServerEventKind::Rebalance => "partitions changed hands",
        ServerEventKind::ClockJump => "clock jump",
    }
}

/// `2 hosts, 84 series, 12,400 requests logged`
pub fn summary(words: &Words, hosts: usize, series: usize, requests: u64) -> String {
    let mut parts = vec![
        words.say("panel-hosts", super::args![n = hosts]),
        if series == 1 { "1 series".to_owned() } else { format!("{} series", words.count(series as u64)) },
    ];
    if requests > 0 {
        parts.push(format!("{} logged by servers", words.say("run-requests", super::args![n = requests])));
    }
    words.listed(&parts)
}

/// A number of a table, its unit said where it needs one.
pub fn value(words: &Words, quantity: Quantity, value: f64) -> String {
    value_with_unit(words, quantity, value)
}

/// What on the host.
pub fn source_on_host(source: &Source) -> String {
    instance(source).to_owned()
}
