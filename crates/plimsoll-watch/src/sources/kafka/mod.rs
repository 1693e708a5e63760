//! A Kafka cluster by its own protocol, without a JVM: brokers, ends of partitions, groups with members and offsets.
//! Answers are written as the document of [`plimsoll_telemetry::messaging::kafka_admin`].

mod cluster;
mod shape;
mod wire;

use super::tls::TlsOptions;
use super::{Answers, Service};
use crate::clock::RunTime;
use crate::sources::{Access, TelemetrySource};
use cluster::{Cluster, ConsumerGroup};
use plimsoll_run::Instance;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// Groups and topics looked at, at the most.
const GROUPS_MAX: usize = 200;
const TOPICS_MAX: usize = 1_000;

/// Numbers by topic and partition.
type Partitions = BTreeMap<String, BTreeMap<i32, i64>>;

/// A Kafka cluster; all groups when none is named, all topics that the groups have read when none is named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KafkaSource {
    /// `host:port`, tried in their order.
    pub bootstrap: Vec<String>,
    pub access: KafkaAccess,
    pub groups: Vec<String>,
    pub topics: Vec<String>,
}

/// How brokers are spoken to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KafkaAccess {
    pub tls: Option<TlsOptions>,
    pub login: Option<Sasl>,
}

/// A login of Kafka: SASL's PLAIN.
#[derive(Clone, PartialEq, Eq)]
pub struct Sasl {
    pub user: String,
    pub password: String,
}

/// Never shows a secret.
impl std::fmt::Debug for Sasl {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Sasl({})", self.user)
    }
}

impl TelemetrySource for KafkaSource {
    fn name(&self) -> &str {
        "kafka"
    }

    fn format(&self) -> Option<&str> {
        Some("kafka-admin")
    }

    fn access(&self, every: Duration) -> Access {
        let timeout = super::timeout(every);
        let cluster = Cluster::new(self.bootstrap.clone(), self.access.clone(), timeout);
        let (groups, topics) = (self.groups.clone(), self.topics.clone());
        Access::Service(Box::new(Kafka { cluster, groups, topics, address: self.bootstrap.join(",") }))
    }

    fn instance(&self, name: Option<&str>) -> Instance {
        Instance::Service(name.unwrap_or("kafka").to_owned())
    }

    fn address(&self) -> Option<String> {
        Some(format!("kafka://{}", self.bootstrap.join(",")))
    }

    fn target_name(&self) -> Option<String> {
        self.bootstrap.first().cloned()
    }
}

struct Kafka {
    cluster: Cluster,
    groups: Vec<String>,
    topics: Vec<String>,
    /// The place of the cluster, for messages.
    address: String,
}

impl Kafka {
    /// The document, and what went wrong beside it.
    fn look(&mut self, missing: &mut Vec<(Instance, String)>) -> Result<(Value, Option<String>), String> {
        self.cluster.find_brokers()?;
        let (mut groups, mut trouble) = self.cluster.groups(&self.groups);
        groups.truncate(GROUPS_MAX);
        let wants = |topic: &String| self.topics.is_empty() || self.topics.contains(topic);
        for group in &mut groups {
            group.offsets.retain(|topic, _| wants(topic));
        }
        for name in &self.groups {
            if trouble.is_none() && !groups.iter().any(|group| group.name == *name) {
                missing.push((Instance::Service(name.clone()), format!("there is no group {name}")));
            }
        }
        let of_groups = groups.iter().flat_map(|group| group.offsets.keys());
        let topics: BTreeSet<String> =
            self.topics.iter().chain(of_groups).take(TOPICS_MAX).cloned().collect();
        let (ends, further) = self.cluster.ends(&topics)?;
        trouble = trouble.or(further);
        for topic in &self.topics {
            if !ends.contains_key(topic) {
                missing.push((Instance::Service(topic.clone()), format!("there is no topic {topic}")));
            }
        }
        Ok((document(&self.cluster.broker_ids(), &ends, &groups), trouble))
    }
}

impl Service for Kafka {
    fn ask(&mut self, time: &RunTime, answers: &mut Answers) -> Result<(), String> {
        let (mut missing, mut trouble) = (Vec::new(), None);
        let result = answers.add(time, || {
            let (document, further) = self.look(&mut missing)?;
            trouble = further;
            Ok(document.to_string().into_bytes())
        });
        answers.missing = missing;
        let result = result.and_then(|()| trouble.map_or(Ok(()), Err));
        result.map_err(|error| format!("{}: {error}", self.address))
    }
}

fn document(brokers: &[i32], ends: &Partitions, groups: &[ConsumerGroup]) -> Value {
    let topics: Vec<Value> =
        ends.iter().map(|(name, ends)| json!({"name": name, "ends": numbers(ends)})).collect();
    let group = |group: &ConsumerGroup| {
        let members: Vec<Value> = group
            .members
            .iter()
            .map(|member| {
                let partitions = &member.partitions;
                json!({"id": member.id, "client": member.client, "host": member.host, "partitions": partitions})
            })
            .collect();
        let offsets: Map<String, Value> =
            group.offsets.iter().map(|(topic, offsets)| (topic.clone(), numbers(offsets))).collect();
        json!({"name": group.name, "state": group.state, "members": members, "offsets": offsets})
    };
    json!({"brokers": brokers, "topics": topics, "groups": groups.iter().map(group).collect::<Vec<_>>()})
}

fn numbers(values: &BTreeMap<i32, i64>) -> Value {
    values
        .iter()
        .map(|(partition, value)| (partition.to_string(), Value::from(*value)))
        .collect::<Map<_, _>>()
        .into()
}
