//! What the report says of the servers.

use super::figure::{series, tick};
use super::{Words, args};
use plimsoll_analysis::figures::{Figure, FigureSeries, Quantity, Scale, SeriesName};
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
        PanelKind::LoadAverage => "panel-load-average",
        PanelKind::DiskTraffic => "panel-disk-traffic",
        PanelKind::DiskBusy => "panel-disk-busy",
        PanelKind::Paging => "panel-paging",
        PanelKind::HostMemory => "panel-host-memory",
        PanelKind::HostNetwork => "panel-host-network",
        PanelKind::HostTcp => "panel-host-tcp",
        PanelKind::ContainerCpu => "panel-container-cpu",
        PanelKind::ContainerMemory => "panel-container-memory",
        PanelKind::ContainerNetwork => "panel-container-network",
        PanelKind::ProcessCpu => "panel-process-cpu",
        PanelKind::ProcessCpuTime => "panel-process-cpu-time",
        PanelKind::YoungHeap => "panel-young-heap",
        PanelKind::OldHeap => "panel-old-heap",
        PanelKind::Heap => "panel-heap",
        PanelKind::HeapAfterCollection => "panel-heap-after-collection",
        PanelKind::Collections => "panel-collections",
        PanelKind::CollectionShare => "panel-collection-share",
        PanelKind::CollectionPauses => "panel-collection-pauses",
        PanelKind::NonHeap => "panel-non-heap",
        PanelKind::Threads => "panel-threads",
        PanelKind::Uptime => "panel-uptime",
        PanelKind::RequestsServed => "panel-requests-served",
        PanelKind::RequestTimes => "panel-request-times",
        PanelKind::ConnectionPool => "panel-connection-pool",
        PanelKind::DatabaseThreads => "panel-database-threads",
        PanelKind::DatabaseQueries => "panel-database-queries",
        PanelKind::LagTotal => "panel-lag-total",
        PanelKind::Lag => "panel-lag",
        PanelKind::Backlog => "panel-backlog",
        PanelKind::Calls => "panel-calls",
        PanelKind::ServerTimes => "panel-server-times",
    }
}

/// What it is about and its highest value; `others`: the figures of the same run.
pub fn title(words: &Words, figure: &Figure, kind: PanelKind, others: &[Figure]) -> String {
    let of_host =
        |source: &Source| figure.source.as_ref().is_some_and(|own| own.host == source.host && own != source);
    let again = others.iter().filter(|other| other.kind == figure.kind);
    let several = again.filter_map(|other| other.source.as_ref()).any(of_host);
    let instance = figure.source.as_ref().map(|source| short_instance(source, several));
    let instance = instance.filter(|name| !name.is_empty());
    let panel = match instance {
        Some(instance) => words.say("panel-of", args![panel = panel(words, kind), instance]),
        None => panel(words, kind),
    };
    let panel = super::figure::of_part(words, panel, figure);
    let busy = figure.series.iter().filter(|series| !is_rest(figure, series));
    let highest = busy
        .filter_map(|series| {
            let highest = series.points.iter().filter_map(|point| point.high.or(point.y)).reduce(f64::max)?;
            Some((series, highest))
        })
        .max_by(|a, b| a.1.total_cmp(&b.1));
    // Collections are drawn over some seconds, so that one within a second is not sixty a minute: that is no highest value.
    let highest = highest.filter(|_| kind != PanelKind::Collections);
    let Some((busiest, value)) = highest else { return panel };
    let value = value_with_unit(words, figure.y.quantity, value);
    if figure.series.len() > 1 || is_rest_alone(busiest) {
        words.say("panel-title-line", args![panel, line = series(words, busiest), value])
    } else {
        words.say("panel-title", args![panel, value])
    }
}

fn is_rest(figure: &Figure, series: &FigureSeries) -> bool {
    figure.series.len() > 1 && is_rest_alone(series)
}

fn is_rest_alone(series: &FigureSeries) -> bool {
    matches!(&series.name, SeriesName::Attribute(name) if is_no_use(name))
}

/// Idle time and limits are no use of anything, and the machine's is not the process's.
pub fn is_no_use(line: &str) -> bool {
    matches!(line, "idle" | "capacity" | "limit" | "free" | "machine")
}

/// A line of a panel: a state that OpenTelemetry names is translated, what a system names is not.
pub fn line(words: &Words, name: &str) -> String {
    const KNOWN: [&str; 30] = [
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
        "panel-line-process",
        "panel-line-machine",
        "panel-line-threads",
        "panel-line-mean",
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
        Quantity::Seconds => "panel-seconds",
        Quantity::Processes if value.fract() != 0.0 => return number,
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

/// An address or a file that told of a service is no name of it: its host's is. Where several on the host tell the same,
/// the end of its path is with it.
pub fn short_instance(source: &Source, several: bool) -> String {
    let name = instance(source);
    match name.rsplit_once('/') {
        Some((_, end)) if !source.host.is_empty() && several && !end.is_empty() => {
            format!("{}, {end}", source.host)
        }
        Some(_) if !source.host.is_empty() => source.host.clone(),
        _ => name.to_owned(),
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

/// A number of a table whose unit stands elsewhere, by [`unit`].
pub fn value(words: &Words, quantity: Quantity, value: f64) -> String {
    match quantity {
        quantity if quantity.is_time_us() => words.time(value),
        _ if value.abs() >= 1_000.0 => words.fixed(value, 0),
        _ if value.abs() < 0.005 => words.fixed(0.0, 0),
        _ => words.significant(value, 3),
    }
}

/// What a number of a table counts; nothing where it says so itself.
pub fn unit(words: &Words, quantity: Quantity) -> String {
    if quantity.is_time_us() { String::new() } else { super::figure::axis(words, quantity, Scale::Linear) }
}

/// What on the host.
pub fn source_on_host(source: &Source) -> String {
    instance(source).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use plimsoll_run::Language;

    #[test]
    fn what_reported_of_a_service_is_not_its_name() {
        #[track_caller]
        fn check(instance: Instance, several: bool, expected: &str) {
            let source = Source { host: "library".to_owned(), instance };
            assert_eq!(short_instance(&source, several), expected);
        }
        let metrics = || Instance::Service("http://127.0.0.1:21300/metrics".to_owned());
        check(metrics(), false, "library");
        check(metrics(), true, "library, metrics");
        check(Instance::Service("logs/gc.log".to_owned()), true, "library, gc.log");
        check(Instance::Process("app1".to_owned()), true, "app1");
        check(Instance::Host, false, "");
    }

    #[test]
    fn numbers_of_a_table_leave_their_unit_to_the_row() {
        let words = Words::new(Language::English);
        assert_eq!(value(&words, Quantity::Mib, 12.34), "12.3");
        assert_eq!(value(&words, Quantity::Messages, 26_643.0), "26,643");
        assert_eq!(value(&words, Quantity::PauseUs, 1_500.0), words.time(1_500.0));
        assert_eq!(unit(&words, Quantity::PauseUs), "");
        assert_eq!(unit(&words, Quantity::MibPerS), "MiB per second");
    }
}
