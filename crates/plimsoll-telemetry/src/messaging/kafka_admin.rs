//! What a collector asked a Kafka cluster: one JSON document for each time, with brokers, the ends of the partitions, and
//! groups with their members and offsets:
//!
//! ```json
//! {"brokers": [1], "topics": [{"name": "orders", "ends": {"0": 1500}}],
//!  "groups": [{"name": "g", "state": "Stable", "members": [{"id": "c-1", "client": "c", "host": "/10.0.0.1",
//!   "partitions": {"orders": [0]}}], "offsets": {"orders": {"0": 1200}}}]}
//! ```
//!
//! Names are those of the OpenTelemetry collector's Kafka receiver. Times: the stamp, else the number of the document.
//! A group whose members or whose partitions' owners changed has been rebalanced: told once a document.

use crate::metrics::document::DocumentReader;
use crate::options::ReaderOptions;
use crate::problem::{Problem, ProblemKind};
use crate::reader::{InputLine, Output};
use crate::series::{MetricSpec, SeriesSet, emit};
use plimsoll_run::ReadingKind::{Counter, Gauge};
use plimsoll_run::metric::{self, attribute};
use plimsoll_run::{At, ServerEvent, ServerEventKind, Source};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet, HashMap};

const BROKERS: MetricSpec = MetricSpec::new("kafka.brokers", "{broker}", Gauge);
const PARTITIONS: MetricSpec = MetricSpec::new(metric::KAFKA_TOPIC_PARTITIONS, "{partition}", Gauge);
pub(super) const LAG: MetricSpec = MetricSpec::new(metric::KAFKA_CONSUMER_GROUP_LAG, "{message}", Gauge);
const LAG_SUM: MetricSpec = MetricSpec::new("kafka.consumer_group.lag_sum", "{message}", Gauge);
pub(super) const OFFSET: MetricSpec =
    MetricSpec::new(metric::KAFKA_CONSUMER_GROUP_OFFSET, "{message}", Counter);
pub(super) const END: MetricSpec =
    MetricSpec::new(metric::KAFKA_PARTITION_CURRENT_OFFSET, "{message}", Counter);
pub(super) const MEMBERS: MetricSpec =
    MetricSpec::new(metric::KAFKA_CONSUMER_GROUP_MEMBERS, "{consumer}", Gauge);
const ASSIGNED: MetricSpec =
    MetricSpec::new(metric::KAFKA_CONSUMER_GROUP_MEMBER_PARTITIONS, "{partition}", Gauge);

const GROUP: &str = attribute::MESSAGING_CONSUMER_GROUP_NAME;
const TOPIC: &str = attribute::MESSAGING_DESTINATION_NAME;
const PARTITION: &str = attribute::MESSAGING_DESTINATION_PARTITION_ID;
const CLIENT: &str = attribute::MESSAGING_CLIENT_ID;
const CLIENT_HOST: &str = "client.address";
/// Groups whose assignment is remembered.
const GROUPS_MAX: usize = 1_000;

pub struct KafkaAdmin {
    source: Source,
    documents: u64,
    series: SeriesSet,
    assigned: HashMap<String, Assignment>,
}

/// Who has what: partitions (`orders/0`) by member.
type Assignment = BTreeMap<String, BTreeSet<String>>;

impl KafkaAdmin {
    pub fn new(options: &ReaderOptions) -> KafkaAdmin {
        let source = options.source.clone();
        KafkaAdmin { source, documents: 0, series: SeriesSet::default(), assigned: HashMap::new() }
    }

    fn value(
        &mut self,
        metric: &MetricSpec,
        place: (At, u64),
        more: &[(&'static str, &str)],
        value: f64,
        out: &mut dyn Output,
    ) {
        let key = format!("{}\0{more:?}", metric.name);
        let source = &self.source;
        if let Some(series) = self.series.get(key.as_bytes(), place.1, out, || metric.of(source, more)) {
            emit(out, place.0, &series, value);
        }
    }

    fn group(
        &mut self,
        group: &Value,
        ends: &HashMap<(&str, &str), f64>,
        place: (At, u64),
        out: &mut dyn Output,
    ) {
        let Some(name) = group.get("name").and_then(Value::as_str) else { return };
        let (mut sums, mut offsets) = (BTreeMap::new(), Vec::new());
        for (topic, partitions) in object(group.get("offsets")) {
            for (partition, offset) in object(Some(partitions)) {
                offsets.extend(offset.as_f64().map(|offset| (topic, partition, offset)));
            }
        }
        for (topic, partition, offset) in offsets {
            let more = [(GROUP, name), (TOPIC, topic), (PARTITION, partition)];
            self.value(&OFFSET, place, &more, offset, out);
            if let Some(end) = ends.get(&(topic, partition)) {
                // A topic that was made again has ends before the old offsets.
                let lag = (end - offset).max(0.0);
                self.value(&LAG, place, &more, lag, out);
                *sums.entry(topic).or_insert(0.0) += lag;
            }
        }
        for (topic, lag) in sums {
            self.value(&LAG_SUM, place, &[(GROUP, name), (TOPIC, topic)], lag, out);
        }
        let now = assignment(group);
        self.value(&MEMBERS, place, &[(GROUP, name)], now.len() as f64, out);
        let state = group.get("state").and_then(Value::as_str).unwrap_or_default();
        // In the middle of a rebalance nobody has anything.
        if !is_rebalancing(state) {
            for ((topic, client, host), count) in assigned(group) {
                let more = [(GROUP, name), (TOPIC, topic), (CLIENT, client), (CLIENT_HOST, host)];
                self.value(&ASSIGNED, place, &more, f64::from(count), out);
            }
        }
        self.compare(name, state, now, place.0, out);
    }

    fn compare(&mut self, name: &str, state: &str, now: Assignment, at: At, out: &mut dyn Output) {
        // In the middle of a rebalance nobody has anything: its end is compared with its beginning.
        if is_rebalancing(state) || self.assigned.len() >= GROUPS_MAX && !self.assigned.contains_key(name) {
            return;
        }
        let Some(before) = self.assigned.insert(name.to_owned(), now.clone()) else { return };
        if before == now {
            return;
        }
        let (source, kind) = (self.source.clone(), ServerEventKind::Rebalance);
        let text = format!("{name}: {}", difference(&before, &now));
        out.event(ServerEvent { at, source, kind, duration_us: None, text });
    }
}

impl DocumentReader for KafkaAdmin {
    fn document(&mut self, document: &Value, line: &InputLine<'_>, out: &mut dyn Output) {
        let place = (line.at(At::Index(self.documents)), line.number);
        self.documents += 1;
        let (Some(brokers), Some(topics)) = (array(document, "brokers"), array(document, "topics")) else {
            let text = "no brokers and topics of a Kafka cluster".to_owned();
            return out.problem(Problem { line: line.number, kind: ProblemKind::Malformed { text } });
        };
        self.value(&BROKERS, place, &[], brokers.len() as f64, out);
        let mut ends = HashMap::new();
        for topic in topics {
            let Some(name) = topic.get("name").and_then(Value::as_str) else { continue };
            let mut count = 0;
            for (partition, end) in object(topic.get("ends")) {
                count += 1;
                let Some(end) = end.as_f64() else { continue };
                ends.insert((name, partition), end);
                self.value(&END, place, &[(TOPIC, name), (PARTITION, partition)], end, out);
            }
            self.value(&PARTITIONS, place, &[(TOPIC, name)], f64::from(count), out);
        }
        for group in array(document, "groups").into_iter().flatten() {
            self.group(group, &ends, place, out);
        }
    }
}

fn array<'a>(value: &'a Value, key: &str) -> Option<&'a Vec<Value>> {
    value.get(key)?.as_array()
}

fn object(value: Option<&Value>) -> impl Iterator<Item = (&str, &Value)> {
    value.and_then(Value::as_object).into_iter().flatten().map(|(key, value)| (key.as_str(), value))
}

fn assignment(group: &Value) -> Assignment {
    let member = |member: &Value| {
        let id = member.get("id")?.as_str()?.to_owned();
        let mut owned = BTreeSet::new();
        for (topic, partitions) in object(member.get("partitions")) {
            let numbers = partitions.as_array().into_iter().flatten();
            owned.extend(numbers.map(|number| format!("{topic}/{number}")));
        }
        Some((id, owned))
    };
    array(group, "members").into_iter().flatten().filter_map(member).collect()
}

/// Partitions of each topic that the members of a client and host have; 0 where others have all of them.
fn assigned(group: &Value) -> BTreeMap<(&str, &str, &str), u32> {
    let members = || array(group, "members").into_iter().flatten();
    let topics: BTreeSet<&str> =
        members().flat_map(|member| object(member.get("partitions"))).map(|(topic, _)| topic).collect();
    let mut assigned = BTreeMap::new();
    for member in members() {
        let text = |key: &str| member.get(key).and_then(Value::as_str).unwrap_or_default();
        // Brokers write addresses as Java does: `/10.0.0.1`.
        let (client, host) = (text("client"), text("host").trim_start_matches('/'));
        for topic in &topics {
            let own = member.get("partitions").and_then(|p| p.get(*topic)).and_then(Value::as_array);
            *assigned.entry((*topic, client, host)).or_insert(0) += own.map_or(0, |own| own.len() as u32);
        }
    }
    assigned
}

/// States of both kinds of groups while partitions change hands.
fn is_rebalancing(state: &str) -> bool {
    matches!(state, "PreparingRebalance" | "CompletingRebalance" | "Assigning" | "Reconciling")
}

fn difference(before: &Assignment, now: &Assignment) -> String {
    let joined = now.keys().filter(|id| !before.contains_key(*id)).count();
    let left = before.keys().filter(|id| !now.contains_key(*id)).count();
    let moved = now.iter().flat_map(|(id, owned)| owned.iter().map(move |partition| (id, partition)));
    let moved = moved.filter(|(id, p)| !before.get(*id).is_some_and(|owned| owned.contains(*p))).count();
    format!("{joined} joined, {left} left, {moved} of the partitions changed hands; members: {}", now.len())
}

pub fn recognise(lines: &[String]) -> bool {
    lines.iter().find(|line| !line.trim().is_empty()).is_some_and(|line| {
        line.trim_start().starts_with('{') && line.contains("\"brokers\"") && line.contains("\"topics\"")
    })
}
