//! What was seen, as text.

use plimsoll_run::resource::{ResourcePart, own_attributes, part_of_name};
use plimsoll_run::{ClockMethod, Host, Instance, ResourceKind, Series, Source};
use plimsoll_watch::{
    Delivery, DockerStatsSource, JstatSource, Probe, SourceKind, Totals, Transport, WatchSpec, WatchTarget,
};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;
use std::time::Duration;

/// What collectors found.
#[derive(Default)]
pub struct Seen {
    hosts: BTreeMap<String, Host>,
    /// The newest value of each series.
    newest: BTreeMap<Arc<Series>, f64>,
    requests: BTreeMap<Source, u64>,
    ended: Vec<Totals>,
}

impl Seen {
    pub fn add(&mut self, collected: Delivery) {
        match collected {
            Delivery::Host(host) => {
                self.hosts.insert(host.name.clone(), host);
            }
            Delivery::Readings(readings) => {
                for reading in readings {
                    self.newest.insert(reading.series, reading.value);
                }
            }
            Delivery::Requests { source, transactions, .. } => {
                let count: u64 = transactions.iter().map(|(_, interval)| interval.requests).sum();
                *self.requests.entry(source).or_default() += count;
            }
            Delivery::Ended(totals) => self.ended.push(*totals),
            Delivery::Events(_) | Delivery::Gap(_) => {}
        }
    }

    /// Every collector saw something, without trouble.
    pub fn is_complete(&self) -> bool {
        let worked = |t: &Totals| t.trouble.is_none() && t.input.readings + t.input.requests > 0;
        // A log may have nothing new.
        self.ended.iter().all(|t| worked(t) || (t.trouble.is_none() && t.input.name.starts_with("log ")))
    }
}

pub fn describe(watched: &WatchSpec, seen: &Seen) -> String {
    let mut text = String::new();
    let mut names: Vec<&str> = watched.targets.iter().map(|target| target.name.as_str()).collect();
    names.dedup();
    for name in names {
        let _ = writeln!(text, "{name}{}", seen.hosts.get(name).map(clock).unwrap_or_default());
        for totals in seen.ended.iter().filter(|totals| totals.input.host == name) {
            let _ = writeln!(text, "  {}", sum(totals));
        }
        let series: Vec<_> = seen.newest.iter().filter(|(series, _)| series.source.host == name).collect();
        for (series, value) in &series {
            let _ = writeln!(text, "    {} {}", series_name(series), shown(**value, &series.unit));
        }
        let proposed = proposals(series.iter().map(|(series, _)| &***series));
        if !proposed.is_empty() {
            let _ = writeln!(
                text,
                "  by their names these are what can run out; where that is so, say it in the study:"
            );
            proposed.iter().for_each(|line| {
                let _ = writeln!(text, "    {line}");
            });
        }
    }
    text
}

/// Kind, the name that its series share, and whose it is.
type NamedResource = (ResourceKind, String, BTreeMap<String, String>);

/// Pools and queues that the names of series tell, as a study declares them.
fn proposals<'a>(all: impl Iterator<Item = &'a Series>) -> Vec<String> {
    let known = plimsoll_run::metric::ANALYSED;
    let mut found: BTreeMap<NamedResource, BTreeMap<ResourcePart, &Series>> = BTreeMap::new();
    for series in all.filter(|series| !known.contains(&series.metric.as_ref())) {
        let Some(named) = part_of_name(series) else { continue };
        found.entry((named.kind, named.stem, own_attributes(series))).or_default().insert(named.part, series);
    }
    let proposal = |((kind, stem, _), parts): (_, BTreeMap<ResourcePart, &Series>)| {
        let (kind, stem): (ResourceKind, String) = (kind, stem);
        let is_whole = parts.contains_key(&ResourcePart::Used) && parts.contains_key(&ResourcePart::Max);
        let waits = parts.contains_key(&ResourcePart::Waiting) || kind == ResourceKind::Queue;
        let word = |part: &ResourcePart| match part {
            ResourcePart::Used => "used",
            ResourcePart::Max => "max",
            ResourcePart::Waiting => "waiting",
        };
        let fields: Vec<String> =
            parts.iter().map(|(part, series)| format!("{}: '{}'", word(part), pattern(series))).collect();
        (is_whole || waits).then(|| format!("{}s: [{{name: {stem}, {}}}]", kind.name(), fields.join(", ")))
    };
    found.into_iter().filter_map(proposal).collect()
}

/// As a study names a series.
fn pattern(series: &Series) -> String {
    let attributes: Vec<String> =
        series.attributes.iter().map(|(name, value)| format!("{name}=\"{value}\"")).collect();
    if attributes.is_empty() {
        series.metric.to_string()
    } else {
        format!("{}{{{}}}", series.metric, attributes.join(","))
    }
}

fn clock(host: &Host) -> String {
    match host.clock {
        None => String::new(),
        Some(clock) if clock.method == ClockMethod::SameMachine => ": this machine's clock".to_owned(),
        Some(clock) => {
            let direction = if clock.ahead_us < 0 { "behind" } else { "ahead" };
            let ms = |us: u64| us as f64 / 1_000.0;
            let (off_ms, within_ms) = (ms(clock.ahead_us.unsigned_abs()), ms(clock.uncertainty_us));
            format!(": its clock is {off_ms:.1} ms {direction} of ours (± {within_ms:.1} ms)")
        }
    }
}

fn sum(totals: &Totals) -> String {
    let input = &totals.input;
    let mut text = format!("{}: {} readings", input.name, input.readings);
    if input.requests > 0 {
        let _ = write!(text, ", {} requests", input.requests);
    }
    if let Some(cpu) = totals.cpu {
        let percent = 100.0 * cpu.as_secs_f64() / totals.watched.as_secs_f64().max(0.001);
        let _ = write!(text, "; costs {percent:.1} % of a core there");
    }
    if let Some(trouble) = &totals.trouble {
        let _ = write!(text, "; trouble: {trouble}");
    }
    text
}

fn series_name(series: &Series) -> String {
    let instance = match &series.source.instance {
        Instance::Host => String::new(),
        Instance::Process(name) | Instance::Container(name) | Instance::Service(name) => format!("{name}: "),
    };
    let attributes: Vec<String> =
        series.attributes.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let attributes =
        if attributes.is_empty() { String::new() } else { format!("{{{}}}", attributes.join(", ")) };
    format!("{instance}{}{attributes}", series.metric)
}

fn shown(value: f64, unit: &str) -> String {
    let (value, unit) = match unit {
        "1" => (value * 100.0, "%"),
        "By" => (value / (1 << 20) as f64, "MiB"),
        "By/s" => (value / (1 << 20) as f64, "MiB/s"),
        other => (value, other),
    };
    let unit = unit.replace(['{', '}'], "");
    let value = if value == value.trunc() { format!("{value}") } else { format!("{value:.3}") };
    format!("{value} {unit}").trim_end().to_owned()
}

/// A `watch` section for what was found.
pub fn study_lines(found: &[(String, Probe, WatchTarget)], every: Duration) -> String {
    let every = plimsoll_plan::units::format_duration(every);
    let mut text = "\n# for a study:\nwatch:\n".to_owned();
    for (address, _, target) in found {
        let address = if target.transport == Transport::Local { "local" } else { address };
        let _ = writeln!(text, "  - host: {address}");
        let mut jvms = Vec::new();
        for source in &target.sources {
            match &source.kind {
                SourceKind::Jstat(JstatSource { process }) => jvms.push(process.as_str()),
                SourceKind::DockerStats(DockerStatsSource { command, containers }) => {
                    let command =
                        if command == "docker" { String::new() } else { format!(", command: {command}") };
                    let list = containers.join(", ");
                    let _ = writeln!(text, "    docker: {{containers: [{list}], every: {every}{command}}}");
                }
                kind => {
                    let _ = writeln!(text, "    {}: {every}", kind.name());
                }
            }
        }
        if !jvms.is_empty() {
            let _ = writeln!(text, "    jstat:");
        }
        for process in jvms {
            let _ = writeln!(text, "      - {{process: \"{process}\", every: {every}}}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use plimsoll_run::{Attributes, ReadingKind, Source};

    #[test]
    fn pools_and_queues_are_proposed_as_a_study_declares_them() {
        let series = |metric: &'static str, attributes: &[(&'static str, &str)]| Series {
            source: Source::host("a"),
            metric: metric.into(),
            attributes: attributes
                .iter()
                .map(|(name, value)| ((*name).into(), (*value).to_owned()))
                .collect::<Attributes>(),
            unit: "".into(),
            kind: ReadingKind::Gauge,
        };
        let all = [
            series("orders_pool_in_use", &[]),
            series("orders_pool_max", &[]),
            series("jobs_queue_size", &[("queue", "mail")]),
            series("lonely_pool_max", &[]),
            series("http_requests_total", &[]),
        ];
        let expected = [
            "pools: [{name: orders_pool, used: 'orders_pool_in_use', max: 'orders_pool_max'}]",
            "queues: [{name: jobs_queue, used: 'jobs_queue_size{queue=\"mail\"}'}]",
        ];
        assert_eq!(proposals(all.iter()), expected);
    }
}
