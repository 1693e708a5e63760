//! What the report says of the servers.

use super::figure::{series, tick};
use super::{Words, args};
use plimsoll_analysis::figures::{Figure, Quantity, Series, SeriesName};
use plimsoll_analysis::servers::PanelKind;
use plimsoll_run::{Instance, ServerEventKind, Source};

pub fn panel(words: &Words, kind: PanelKind) -> String {
    words.text(id(kind))
}

/// The message that names a panel; its anchor begins with it.
pub fn id(kind: PanelKind) -> &'static str {
    match kind {
        PanelKind::Cpu => "panel-cpu",
        PanelKind::RunQueue => "panel-run-queue",
        PanelKind::DiskTraffic => "panel-disk-traffic",
        PanelKind::DiskBusy => "panel-disk-busy",
        PanelKind::Paging => "panel-paging",
        PanelKind::HostMemory => "panel-host-memory",
        PanelKind::HostNetwork => "panel-host-network",
        PanelKind::ContainerCpu => "panel-container-cpu",
        PanelKind::ContainerMemory => "panel-container-memory",
        PanelKind::ContainerNetwork => "panel-container-network",
        PanelKind::YoungHeap => "panel-young-heap",
        PanelKind::OldHeap => "panel-old-heap",
        PanelKind::Heap => "panel-heap",
        PanelKind::HeapAfterCollection => "panel-heap-after-collection",
        PanelKind::Collections => "panel-collections",
        PanelKind::CollectionShare => "panel-collection-share",
        PanelKind::CollectionPauses => "panel-collection-pauses",
        PanelKind::ConnectionPool => "panel-connection-pool",
        PanelKind::DatabaseThreads => "panel-database-threads",
        PanelKind::DatabaseQueries => "panel-database-queries",
        PanelKind::Lag => "panel-lag",
        PanelKind::Calls => "panel-calls",
        PanelKind::ServerTimes => "panel-server-times",
    }
}

/// What it is about and its highest value.
pub fn title(words: &Words, figure: &Figure, kind: PanelKind) -> String {
    let instance = figure.source.as_ref().map(instance).filter(|name| !name.is_empty());
    let panel = match instance {
        Some(instance) => words.say("panel-of", args![panel = panel(words, kind), instance]),
        None => panel(words, kind),
    };
    let busy = figure.series.iter().filter(|series| !is_rest(figure, series));
    let highest = busy
        .filter_map(|series| {
            let highest = series.points.iter().filter_map(|point| point.y).reduce(f64::max)?;
            Some((series, highest))
        })
        .max_by(|a, b| a.1.total_cmp(&b.1));
    let Some((busiest, value)) = highest else { return panel };
    let value = value_with_unit(words, figure.y.quantity, value);
    if figure.series.len() > 1 {
        words.say("panel-title-line", args![panel, line = series(words, busiest), value])
    } else {
        words.say("panel-title", args![panel, value])
    }
}

/// Idle time and limits are no use of anything.
fn is_rest(figure: &Figure, series: &Series) -> bool {
    let rest = |name: &str| matches!(name, "idle" | "capacity" | "limit" | "free");
    figure.series.len() > 1 && matches!(&series.name, SeriesName::Attribute(name) if rest(name))
}

/// A line of a panel: a state that OpenTelemetry names is translated, what a system names is not.
pub fn line(words: &Words, name: &str) -> String {
    const KNOWN: [&str; 26] = [
        "panel-line-user",
        "panel-line-system",
        "panel-line-idle",
        "panel-line-iowait",
        "panel-line-steal",
        "panel-line-nice",
        "panel-line-read",
        "panel-line-write",
        "panel-line-receive",
        "panel-line-transmit",
        "panel-line-in",
        "panel-line-out",
        "panel-line-used",
        "panel-line-free",
        "panel-line-cached",
        "panel-line-connected",
        "panel-line-buffers",
        "panel-line-running",
        "panel-line-blocked",
        "panel-line-limit",
        "panel-line-capacity",
        "panel-line-pending",
        "panel-line-after-collection",
        "panel-line-queries",
        "panel-line-commits",
        "panel-line-rollbacks",
    ];
    let id = format!("panel-line-{}", name.replace(' ', "-"));
    if KNOWN.contains(&id.as_str()) { words.text(&id) } else { name.to_owned() }
}

pub fn value_with_unit(words: &Words, quantity: Quantity, value: f64) -> String {
    let number = if value.abs() >= 1_000.0 { words.fixed(value, 0) } else { words.significant(value, 3) };
    let id = match quantity {
        Quantity::CpuPercent => "panel-percent-of-core",
        Quantity::PercentOfAllCpus => "number-percent",
        Quantity::PercentOfTime => "panel-percent-of-time",
        Quantity::MibPerS => "panel-mib-per-s",
        Quantity::Mib => "panel-mib",
        Quantity::CollectionsPerMinute | Quantity::CallsPerMinute => "panel-per-minute",
        Quantity::PerS => "number-per-s",
        quantity if quantity.is_time_us() => return words.time(value),
        _ => return tick(words, quantity, value.round()),
    };
    words.say(id, args![value = number])
}

pub fn instance(source: &Source) -> &str {
    match &source.instance {
        Instance::Host => "",
        Instance::Process(name) | Instance::Container(name) | Instance::Service(name) => name,
    }
}

pub fn event(words: &Words, kind: ServerEventKind) -> String {
    words.text(match kind {
        ServerEventKind::Restart => "panel-restart",
        ServerEventKind::JvmStart => "panel-jvm-start",
        ServerEventKind::OomKill => "panel-oom-kill",
        ServerEventKind::OutOfMemory => "panel-out-of-memory",
        ServerEventKind::LongPause => "panel-long-pause",
        ServerEventKind::Rebalance => "panel-rebalance",
        ServerEventKind::ClockJump => "panel-clock-jump",
    })
}

/// `2 hosts, 84 series, 12,400 requests logged`
pub fn summary(words: &Words, hosts: usize, series: usize, requests: u64) -> String {
    let mut parts =
        vec![words.say("panel-hosts", args![n = hosts]), words.say("panel-series", args![n = series])];
    if requests > 0 {
        parts.push(words.say("panel-logged", args![n = requests]));
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
