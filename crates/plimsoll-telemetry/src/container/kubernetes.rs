//! Kubernetes: answers of the metrics API (`PodMetricsList` of `metrics.k8s.io/v1beta1`) and pods (`PodList`, or the `List`
//! that `kubectl get pods -o json` prints), one document after another. A container is called `pod/container`.
//!
//! Times: the stamp, else the metrics' own `timestamp` (the end of the window that they are a mean of) or the end and
//! start of a container. Traps: the metrics API answers with the same window until the next one is complete (usually
//! 15 s): it gives readings once. Quantities have suffixes (`152370000n`, `250m`, `204800Ki`).
//! Restarts and kills are told by comparing with the document before; what the first one says is what it is compared with.

use crate::metrics::document::DocumentReader;
use crate::number::decimal;
use crate::options::ReaderOptions;
use crate::problem::{Problem, ProblemKind};
use crate::reader::{InputLine, Output};
use crate::series::{MetricSpec, SeriesSet, emit};
use crate::time;
use plimsoll_run::ReadingKind::Gauge;
use plimsoll_run::{At, Instance, ServerEvent, ServerEventKind, Source};
use serde_json::Value;
use std::collections::HashMap;

use super::docker::{CPU_USAGE, MEMORY, MEMORY_LIMIT};
use plimsoll_run::metric;

const CPU_LIMIT: MetricSpec = MetricSpec::new(metric::CONTAINER_CPU_LIMIT, "{cpu}", Gauge);
const RESTARTS: MetricSpec = MetricSpec::new("k8s.container.restarts", "{restart}", Gauge);
const READY: MetricSpec = MetricSpec::new("k8s.container.ready", "1", Gauge);

/// Pods and containers followed at the most.
const CONTAINERS_MAX: usize = 10_000;

pub struct KubernetesReader {
    host: String,
    series: SeriesSet,
    /// The end of the last window, by pod.
    windows: HashMap<String, String>,
    containers: HashMap<String, State>,
    /// Documents of pods.
    pods: u64,
    line: u64,
}

#[derive(Clone, Debug, PartialEq)]
struct State {
    restarts: u64,
    /// When it was last killed for want of memory: what tells one kill from another.
    killed: Option<String>,
}

impl KubernetesReader {
    pub fn new(options: &ReaderOptions) -> KubernetesReader {
        KubernetesReader {
            host: options.source.host.clone(),
            series: SeriesSet::default(),
            windows: HashMap::new(),
            containers: HashMap::new(),
            pods: 0,
            line: 0,
        }
    }

    fn source(&self, name: &str) -> Source {
        Source { host: self.host.clone(), instance: Instance::Container(name.to_owned()) }
    }

    fn value(&mut self, metric: &MetricSpec, name: &str, at: At, value: f64, out: &mut dyn Output) {
        let key = format!("{name}\0{}", metric.name);
        let source = self.source(name);
        if let Some(series) = self.series.get(key.as_bytes(), self.line, out, || metric.of(&source, &[])) {
            emit(out, at, &series, value);
        }
    }

    /// A quantity of an object's field; nothing when it isn't there.
    fn quantity(
        &mut self,
        metric: &MetricSpec,
        name: &str,
        at: At,
        value: Option<&Value>,
        out: &mut dyn Output,
    ) {
        let Some(text) = value.and_then(Value::as_str) else { return };
        match quantity(text) {
            Some(value) => self.value(metric, name, at, value, out),
            None => {
                let kind = ProblemKind::number(metric.name, text.as_bytes());
                out.problem(Problem { line: self.line, kind });
            }
        }
    }

    fn metrics(&mut self, pod: &Value, line: &InputLine<'_>, out: &mut dyn Output) {
        let Some(pod_name) = text(pod, "/metadata/name") else { return };
        let window = text(pod, "/timestamp").unwrap_or_default();
        let before = self.windows.get(pod_name);
        if before.is_some_and(|before| before == window) || self.windows.len() >= CONTAINERS_MAX {
            return;
        }
        self.windows.insert(pod_name.to_owned(), window.to_owned());
        let at = line.at(wall(Some(window)));
        for container in items(pod, "/containers") {
            let name = format!("{pod_name}/{}", text(container, "/name").unwrap_or_default());
            self.quantity(&CPU_USAGE, &name, at, container.pointer("/usage/cpu"), out);
            self.quantity(&MEMORY, &name, at, container.pointer("/usage/memory"), out);
        }
    }

    fn pod(&mut self, pod: &Value, line: &InputLine<'_>, out: &mut dyn Output) {
        let Some(pod_name) = text(pod, "/metadata/name") else { return };
        let at = line.at(At::Index(self.pods));
        for container in items(pod, "/spec/containers") {
            let name = format!("{pod_name}/{}", text(container, "/name").unwrap_or_default());
            self.quantity(&CPU_LIMIT, &name, at, container.pointer("/resources/limits/cpu"), out);
            self.quantity(&MEMORY_LIMIT, &name, at, container.pointer("/resources/limits/memory"), out);
        }
        for status in items(pod, "/status/containerStatuses") {
            let name = format!("{pod_name}/{}", text(status, "/name").unwrap_or_default());
            let restarts = status.pointer("/restartCount").and_then(Value::as_u64).unwrap_or(0);
            self.value(&RESTARTS, &name, at, restarts as f64, out);
            let ready = status.pointer("/ready").and_then(Value::as_bool).unwrap_or(false);
            self.value(&READY, &name, at, f64::from(u8::from(ready)), out);
            self.changes(&name, status, restarts, line, out);
        }
    }

    fn changes(
        &mut self,
        name: &str,
        status: &Value,
        restarts: u64,
        line: &InputLine<'_>,
        out: &mut dyn Output,
    ) {
        // A container that has ended is in `state`, and in `lastState` as soon as it runs again.
        let ended = status.pointer("/state/terminated");
        let ended = ended.or_else(|| status.pointer("/lastState/terminated"));
        let reason = ended.and_then(|e| text(e, "/reason")).unwrap_or_default();
        let finished = ended.and_then(|e| text(e, "/finishedAt")).unwrap_or_default();
        let now = State { restarts, killed: (reason == "OOMKilled").then(|| finished.to_owned()) };
        if self.containers.len() >= CONTAINERS_MAX && !self.containers.contains_key(name) {
            return;
        }
        let before = self.containers.insert(name.to_owned(), now.clone());
        let mut event = |at: At, kind, text: String| {
            let source = Source { host: self.host.clone(), instance: Instance::Container(name.to_owned()) };
            out.event(ServerEvent { at: line.at(at), source, kind, duration_us: None, text });
        };
        let started = wall(text(status, "/state/running/startedAt"));
        let Some(before) = before else {
            if self.pods > 0 {
                event(started, ServerEventKind::Restart, "a new container".to_owned());
            }
            return;
        };
        let exit_code = ended.and_then(|e| e.pointer("/exitCode")?.as_i64());
        let with = exit_code.map_or(String::new(), |code| format!(", exit code {code}"));
        // Found ended first and restarted later, it is still the same kill.
        if now.killed.is_some() && now.killed != before.killed {
            event(wall(Some(finished)), ServerEventKind::OomKill, format!("killed for want of memory{with}"));
        }
        if restarts > before.restarts {
            let because = if reason.is_empty() { String::new() } else { format!(" after {reason}{with}") };
            event(
                started,
                ServerEventKind::Restart,
                format!("started again{because}, {restarts} times in all"),
            );
        }
    }
}

impl DocumentReader for KubernetesReader {
    fn document(&mut self, document: &Value, line: &InputLine<'_>, out: &mut dyn Output) {
        self.line = line.number;
        match text(document, "/kind") {
            Some("PodMetricsList") => {
                items(document, "/items").for_each(|pod| self.metrics(pod, line, out));
            }
            Some("PodMetrics") => self.metrics(document, line, out),
            Some("PodList" | "List") => {
                items(document, "/items").for_each(|pod| self.pod(pod, line, out));
                self.pods += 1;
            }
            Some("Status") => {
                let text = text(document, "/message").unwrap_or("no reason given").to_owned();
                out.problem(Problem { line: line.number, kind: ProblemKind::Malformed { text } });
            }
            _ => {
                let text = "neither metrics of pods nor pods".to_owned();
                out.problem(Problem { line: line.number, kind: ProblemKind::Malformed { text } });
            }
        }
    }
}

fn text<'a>(value: &'a Value, pointer: &str) -> Option<&'a str> {
    value.pointer(pointer).and_then(Value::as_str)
}

fn items<'a>(value: &'a Value, pointer: &str) -> impl Iterator<Item = &'a Value> {
    value.pointer(pointer).and_then(Value::as_array).into_iter().flatten()
}

fn wall(written: Option<&str>) -> At {
    let written = written.and_then(|text| time::iso(text.as_bytes()));
    let unix_us = written.and_then(|written| time::WallClock::new(jiff::tz::TimeZone::UTC).unix_us(&written));
    unix_us.map_or(At::Index(0), At::Wall)
}

/// `152370000n`, `250m`, `204800Ki`, `1e3`: Kubernetes' quantities (`k8s.io/apimachinery/pkg/api/resource`).
fn quantity(text: &str) -> Option<f64> {
    if let Some(value) = decimal(text) {
        return Some(value);
    }
    let end = text.rfind(|c: char| c.is_ascii_digit() || c == '.')? + 1;
    let value = decimal(&text[..end])?;
    let (factor, is_divisor) = match &text[end..] {
        "n" => (1e9, true),
        "u" => (1e6, true),
        "m" => (1e3, true),
        "k" => (1e3, false),
        "M" => (1e6, false),
        "G" => (1e9, false),
        "T" => (1e12, false),
        "P" => (1e15, false),
        "E" => (1e18, false),
        "Ki" => (1024.0, false),
        "Mi" => (1024_f64.powi(2), false),
        "Gi" => (1024_f64.powi(3), false),
        "Ti" => (1024_f64.powi(4), false),
        "Pi" => (1024_f64.powi(5), false),
        "Ei" => (1024_f64.powi(6), false),
        _ => return None,
    };
    Some(if is_divisor { value / factor } else { value * factor })
}

pub fn recognise_metrics(lines: &[String]) -> bool {
    has_kind(lines, &["PodMetricsList", "PodMetrics"])
}

pub fn recognise_pods(lines: &[String]) -> bool {
    has_kind(lines, &["PodList", "Pod"])
}

fn has_kind(lines: &[String], kinds: &[&str]) -> bool {
    let is_kind = |rest: &str| {
        let value = rest.trim_start().strip_prefix(':').unwrap_or(rest).trim_start();
        kinds.iter().any(|kind| value.starts_with(&format!("\"{kind}\"")))
    };
    let opens =
        lines.iter().find(|line| !line.trim().is_empty()).is_some_and(|l| l.trim_start().starts_with('{'));
    opens && lines.iter().any(|line| line.split("\"kind\"").skip(1).any(is_kind))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dump::Dump;
    use crate::metrics::document::Documents;
    use crate::reader::Reader;
    use crate::text::Lines;

    fn dump(documents: &[String]) -> String {
        let mut dump = Dump::default();
        let mut reader = Lines::new(Documents::new(KubernetesReader::new(&ReaderOptions {
            source: Source::host("shop"),
            ..ReaderOptions::default()
        })));
        for document in documents {
            reader.read(document.as_bytes(), None, &mut dump);
            reader.read(b"\n", None, &mut dump);
        }
        reader.finish(&mut dump);
        dump.text
    }

    fn pod(name: &str, restarts: u32, state: &str, last: &str) -> String {
        format!(
            r#"{{"kind":"PodList","items":[{{"metadata":{{"name":"{name}"}},"status":{{"containerStatuses":[{{"name":"app","ready":true,"restartCount":{restarts},"state":{state},"lastState":{last}}}]}}}}]}}"#
        )
    }

    #[test]
    fn a_kill_is_reported_once_however_it_is_seen() {
        let running = r#"{"running":{"startedAt":"2026-11-21T08:00:00Z"}}"#;
        let killed =
            r#"{"terminated":{"exitCode":137,"reason":"OOMKilled","finishedAt":"2026-11-21T08:01:00Z"}}"#;
        let crashed = r#"{"terminated":{"exitCode":1,"reason":"Error","finishedAt":"2026-11-21T08:02:00Z"}}"#;
        let seen = |documents: &[String]| {
            let text = dump(documents);
            let events = text.lines().filter(|line| line.contains(" event "));
            events
                .map(|line| line.split_once(" event ").map_or(line, |(_, e)| e).to_owned())
                .collect::<Vec<_>>()
        };
        let ended_first =
            [pod("w", 0, running, "{}"), pod("w", 0, killed, "{}"), pod("w", 1, running, killed)];
        let killed_text = "oom-kill: killed for want of memory, exit code 137";
        let again = "restart: started again after OOMKilled, exit code 137, 1 times in all";
        assert_eq!(seen(&ended_first), [killed_text, again]);
        assert_eq!(seen(&[pod("w", 0, running, "{}"), pod("w", 1, running, killed)]), [killed_text, again]);
        // What was before the watching began is no event.
        assert_eq!(seen(&[pod("w", 3, running, killed), pod("w", 3, running, killed)]), [""; 0]);
        let crash = "restart: started again after Error, exit code 1, 4 times in all";
        assert_eq!(seen(&[pod("w", 3, running, killed), pod("w", 4, running, crashed)]), [crash]);
        assert_eq!(
            seen(&[pod("w", 0, running, "{}"), pod("x", 0, running, "{}")]),
            ["restart: a new container"]
        );
    }

    #[test]
    fn quantities_have_suffixes() {
        let cases = [
            ("152370000n", Some(0.15237)),
            ("250m", Some(0.25)),
            ("2", Some(2.0)),
            ("0.5", Some(0.5)),
            ("1e3", Some(1000.0)),
            ("204800Ki", Some(209_715_200.0)),
            ("1G", Some(1e9)),
            ("12u", Some(0.000_012)),
            ("12x", None),
            ("Ki", None),
            ("", None),
        ];
        for (text, expected) in cases {
            assert_eq!(quantity(text), expected, "{text}");
        }
    }
}
