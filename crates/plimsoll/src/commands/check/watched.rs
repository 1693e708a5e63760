//! What a study watches, and what nobody watches: a limit that lies there can't be named.

use plimsoll_run::{DeclaredResource, ResourceKind};
use plimsoll_study::Study;
use plimsoll_watch::{SourceKind, Transport, WatchTarget};
use std::fmt::Write;

/// A resource of a host or a service, and what watching it would tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WatchedPart {
    Cpu,
    Disks,
    Tcp,
    Processes,
    Heap,
    Containers,
    Requests,
    Metrics,
    Database,
    Lag,
    Other,
}

impl WatchedPart {
    fn of(kind: &SourceKind) -> &'static [WatchedPart] {
        match kind {
            SourceKind::Vmstat(_) => &[WatchedPart::Cpu],
            SourceKind::Iostat(_) => &[WatchedPart::Disks],
            SourceKind::Tcp(_) => &[WatchedPart::Tcp],
            SourceKind::Process(_) => &[WatchedPart::Processes],
            SourceKind::Jstat(_) => &[WatchedPart::Heap],
            SourceKind::DockerStats(_) | SourceKind::DockerApi(_) | SourceKind::Kubernetes(_) => {
                &[WatchedPart::Containers]
            }
            SourceKind::Log(log) if log.format == "gc-log" => &[WatchedPart::Heap],
            SourceKind::Log(_) => &[WatchedPart::Requests],
            SourceKind::Http(_) => &[WatchedPart::Metrics],
            SourceKind::Mysql(_) | SourceKind::Postgres(_) => &[WatchedPart::Database],
            SourceKind::Kafka(_) => &[WatchedPart::Lag],
            SourceKind::Command(_) => &[WatchedPart::Other],
        }
    }

    fn about(self) -> &'static str {
        match self {
            WatchedPart::Cpu => "CPU, memory, paging, waiting for disks",
            WatchedPart::Disks => "each disk's use and queue",
            WatchedPart::Tcp => "segments that TCP sent again, connections that found a queue full",
            WatchedPart::Processes => "CPU and threads, memory, open files and their limit, I/O of a process",
            WatchedPart::Heap => "heap and garbage collection",
            WatchedPart::Containers => "CPU, memory and limits of containers",
            WatchedPart::Requests => "requests that the server logged",
            WatchedPart::Metrics => "what its page of metrics has",
            WatchedPart::Database => "connections, locks, queries",
            WatchedPart::Lag => "lag of consumers",
            WatchedPart::Other => "what its output has",
        }
    }
}

/// What a host lacks: the key that would watch it, and what it would tell.
const OF_A_HOST: [(WatchedPart, &str, &str); 4] = [
    (WatchedPart::Cpu, "vmstat", "whether its CPU or memory is used up"),
    (
        WatchedPart::Processes,
        "process",
        "whether one thread, or the limit of open files, holds it back, and what is other work",
    ),
    (WatchedPart::Disks, "iostat", "whether a disk is"),
    (WatchedPart::Tcp, "tcp", "whether packets are lost, or connections find a queue full"),
];

pub fn describe(study: &Study) -> String {
    let targets = &study.watch.targets;
    if targets.is_empty() {
        return "watched: nothing; what limits the system can't be named. `plimsoll watch HOST` says what can be\n"
            .to_owned();
    }
    let mut text = String::from("watched:\n");
    for target in targets {
        let _ = writeln!(text, "  {}", target.name);
        for source in &target.sources {
            let about: Vec<&str> = WatchedPart::of(&source.kind).iter().map(|it| it.about()).collect();
            let name = source.instance.as_deref().map(|name| format!(" {name}")).unwrap_or_default();
            let _ = writeln!(text, "    {}{name}: {}", source.kind.name(), about.join("; "));
        }
        for resource in &target.resources {
            let _ = writeln!(text, "    {}", declared(resource));
        }
    }
    let lacking: Vec<String> = targets.iter().flat_map(lacks).collect();
    if !lacking.is_empty() {
        let _ = writeln!(text, "not watched:");
        lacking.iter().for_each(|line| {
            let _ = writeln!(text, "  {line}");
        });
    }
    text
}

fn declared(resource: &DeclaredResource) -> String {
    let kind = match resource.kind {
        ResourceKind::Pool => "pool",
        ResourceKind::Queue => "queue",
        ResourceKind::Limit => "limit",
    };
    let series: Vec<&str> = resource.patterns().map(|pattern| pattern.metric.as_str()).collect();
    format!("{kind} {}: by {}", resource.name, series.join(", "))
}

fn lacks(target: &WatchTarget) -> Vec<String> {
    let watched: Vec<WatchedPart> =
        target.sources.iter().flat_map(|source| WatchedPart::of(&source.kind)).copied().collect();
    // A page of metrics, or a command, may tell all of it.
    if watched.contains(&WatchedPart::Metrics) && target.transport == Transport::Network {
        return Vec::new();
    }
    if target.transport == Transport::Network {
        let name = &target.name;
        return vec![format!(
            "{name}: the machine it runs on (a `host` with `vmstat`): whether its CPU is used up"
        )];
    }
    let missing = OF_A_HOST.iter().filter(|(what, ..)| !watched.contains(what));
    missing.map(|(_, key, shows)| format!("{}: {key}, which shows {shows}", target.name)).collect()
}
