//! The brokers of a cluster, and what each of them is asked.
//!
//! Old versions of the messages, without tagged fields, which every broker from 1.0 to 4 understands.

use super::super::TIME_MAX;
use super::shape::{ASSIGNMENT, Shaped, is_whole};
use super::wire::{BrokerConnection, check};
use super::{KafkaAccess, Partitions};
use kafka_protocol::messages::list_offsets_request::{ListOffsetsPartition, ListOffsetsTopic};
use kafka_protocol::messages::metadata_request::MetadataRequestTopic;
use kafka_protocol::messages::{
    ApiKey, ApiVersionsRequest, BrokerId, ConsumerGroupDescribeRequest, ConsumerProtocolAssignment,
    DescribeGroupsRequest, GroupId, ListGroupsRequest, ListOffsetsRequest, MetadataRequest, MetadataResponse,
    OffsetFetchRequest, TopicName,
};
use kafka_protocol::protocol::{Decodable, StrBytes};
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

/// Brokers that are asked, at the most.
const BROKERS_MAX: usize = 1_000;
/// Asks for the end of a partition.
const LATEST: i64 = -1;

pub struct Cluster {
    bootstrap: Vec<String>,
    access: KafkaAccess,
    timeout: Duration,
    /// When all that is asked now has to be answered.
    until: Instant,
    /// `host:port` by id.
    brokers: BTreeMap<i32, String>,
    open: BTreeMap<String, BrokerConnection>,
    /// Whether brokers know groups of the newer protocol (KIP-848); asked once.
    has_consumer_groups: Option<bool>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct ConsumerGroup {
    pub name: String,
    pub state: String,
    pub members: Vec<Member>,
    pub offsets: Partitions,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Member {
    pub id: String,
    pub client: String,
    pub host: String,
    pub partitions: BTreeMap<String, Vec<i32>>,
}

impl Cluster {
    pub fn new(bootstrap: Vec<String>, access: KafkaAccess, timeout: Duration) -> Cluster {
        Cluster {
            bootstrap,
            access,
            timeout,
            until: Instant::now(),
            brokers: BTreeMap::new(),
            open: BTreeMap::new(),
            has_consumer_groups: None,
        }
    }

    pub fn broker_ids(&self) -> Vec<i32> {
        self.brokers.keys().copied().collect()
    }

    /// Asks over the open connection, or over a new one.
    fn ask<R: Shaped>(&mut self, authority: &str, request: &R) -> Result<R::Answer, String> {
        let now = Instant::now();
        if now >= self.until {
            return Err(format!("the cluster's answers took longer than {} s", TIME_MAX.as_secs()));
        }
        let until = self.until.min(now + self.timeout);
        let mut wire = match self.open.remove(authority) {
            Some(wire) => wire,
            None => BrokerConnection::connect(authority, &self.access, until)?,
        };
        wire.allow(until);
        let answer = wire.ask(request)?;
        self.open.insert(authority.to_owned(), wire);
        Ok(answer)
    }

    /// Who the brokers are now, from the first one that answers. Begins the time that the cluster has for all answers.
    pub fn find_brokers(&mut self) -> Result<(), String> {
        self.until = Instant::now() + TIME_MAX;
        let nothing = MetadataRequest::default().with_topics(Some(Vec::new()));
        let answer = self.metadata(&nothing)?;
        let address = |broker: &kafka_protocol::messages::metadata_response::MetadataResponseBroker| {
            let host = broker.host.as_str();
            let host = if host.contains(':') { format!("[{host}]") } else { host.to_owned() };
            (broker.node_id.0, format!("{host}:{}", broker.port))
        };
        self.brokers = answer.brokers.iter().take(BROKERS_MAX).map(address).collect();
        Ok(())
    }

    fn metadata(&mut self, request: &MetadataRequest) -> Result<MetadataResponse, String> {
        // Watching must not make topics.
        let request = request.clone().with_allow_auto_topic_creation(false);
        let mut places: Vec<String> = self.bootstrap.clone();
        places.extend(self.brokers.values().filter(|place| !self.bootstrap.contains(place)).cloned());
        let mut last = "no broker is named".to_owned();
        for place in places {
            match self.ask(&place, &request) {
                Ok(answer) => return Ok(answer),
                Err(error) => last = error,
            }
        }
        Err(last)
    }

    /// The groups of these names, or all; and the first thing that went wrong.
    pub fn groups(&mut self, wanted: &[String]) -> (Vec<ConsumerGroup>, Option<String>) {
        let (mut groups, mut trouble) = (Vec::new(), None);
        for place in self.brokers.clone().into_values() {
            match self.groups_of(&place, wanted) {
                Ok(found) => groups.extend(found),
                Err(error) => trouble = trouble.or(Some(error)),
            }
        }
        (groups, trouble)
    }

    /// The groups that a broker coordinates.
    fn groups_of(&mut self, place: &str, wanted: &[String]) -> Result<Vec<ConsumerGroup>, String> {
        let answer = self.ask(place, &ListGroupsRequest::default())?;
        check(answer.error_code)?;
        // Kafka Connect's workers are groups of another type; groups that only keep offsets have none.
        let is_of_consumers = |kind: &str| matches!(kind, "consumer" | "");
        let names: Vec<GroupId> = answer
            .groups
            .into_iter()
            .filter(|group| is_of_consumers(&group.protocol_type))
            .map(|group| group.group_id)
            .filter(|name| wanted.is_empty() || wanted.iter().any(|wanted| *wanted == *name.0))
            .take(super::GROUPS_MAX)
            .collect();
        if names.is_empty() {
            return Ok(Vec::new());
        }
        let mut groups = self.described(place, names)?;
        for group in &mut groups {
            group.offsets = self.offsets(place, &group.name)?;
        }
        Ok(groups)
    }

    fn described(&mut self, place: &str, names: Vec<GroupId>) -> Result<Vec<ConsumerGroup>, String> {
        let request = DescribeGroupsRequest::default().with_groups(names);
        let answer = self.ask(place, &request)?;
        let mut groups = Vec::new();
        for group in answer.groups {
            check(group.error_code)?;
            let members = group.members.iter().map(|member| Member {
                id: member.member_id.to_string(),
                client: member.client_id.to_string(),
                host: member.client_host.to_string(),
                partitions: assigned(member.member_assignment.clone()),
            });
            let (name, state) = (group.group_id.to_string(), group.group_state.to_string());
            groups.push(ConsumerGroup {
                members: members.collect(),
                name,
                state,
                ..ConsumerGroup::default()
            });
        }
        // Groups of the newer protocol look dead to the older question.
        if groups.iter().any(|group| group.state == "Dead") && self.knows_consumer_groups(place)? {
            for group in groups.iter_mut().filter(|group| group.state == "Dead") {
                self.describe_consumer_group(place, group)?;
            }
        }
        Ok(groups)
    }

    fn knows_consumer_groups(&mut self, place: &str) -> Result<bool, String> {
        if let Some(known) = self.has_consumer_groups {
            return Ok(known);
        }
        let answer = self.ask(place, &ApiVersionsRequest::default())?;
        check(answer.error_code)?;
        let known = answer.api_keys.iter().any(|api| api.api_key == ApiKey::ConsumerGroupDescribe as i16);
        self.has_consumer_groups = Some(known);
        Ok(known)
    }

    fn describe_consumer_group(&mut self, place: &str, group: &mut ConsumerGroup) -> Result<(), String> {
        let name = GroupId(StrBytes::from_string(group.name.clone()));
        let request = ConsumerGroupDescribeRequest::default().with_group_ids(vec![name]);
        let answer = self.ask(place, &request)?;
        // One that is gone since has an error and stays dead.
        let Some(found) = answer.groups.into_iter().find(|found| found.error_code == 0) else {
            return Ok(());
        };
        group.state = found.group_state.to_string();
        let member = |member: &kafka_protocol::messages::consumer_group_describe_response::Member| Member {
            id: member.member_id.to_string(),
            client: member.client_id.to_string(),
            host: member.client_host.to_string(),
            partitions: (member.assignment.topic_partitions.iter())
                .map(|topic| (topic.topic_name.to_string(), topic.partitions.clone()))
                .collect(),
        };
        group.members = found.members.iter().map(member).collect();
        Ok(())
    }

    /// What a group has committed.
    fn offsets(&mut self, place: &str, group: &str) -> Result<Partitions, String> {
        let name = GroupId(StrBytes::from_string(group.to_owned()));
        let request = OffsetFetchRequest::default().with_group_id(name).with_topics(None);
        let answer = self.ask(place, &request)?;
        check(answer.error_code)?;
        let mut offsets = Partitions::new();
        for topic in answer.topics {
            for partition in topic.partitions.iter().filter(|p| p.committed_offset >= 0) {
                let of_topic = offsets.entry(topic.name.to_string()).or_default();
                of_topic.insert(partition.partition_index, partition.committed_offset);
            }
        }
        Ok(offsets)
    }

    /// The ends of all partitions of these topics that there are, and the first thing that went wrong.
    pub fn ends(&mut self, topics: &BTreeSet<String>) -> Result<(Partitions, Option<String>), String> {
        let name = |topic: &String| TopicName(StrBytes::from_string(topic.clone()));
        let named = topics.iter().map(|t| MetadataRequestTopic::default().with_name(Some(name(t)))).collect();
        let answer = self.metadata(&MetadataRequest::default().with_topics(Some(named)))?;
        let mut of_leaders: BTreeMap<i32, BTreeMap<TopicName, Vec<i32>>> = BTreeMap::new();
        for topic in answer.topics {
            let Some(name) = topic.name.filter(|_| topic.error_code == 0) else { continue };
            for partition in topic.partitions.iter().filter(|p| p.leader_id.0 >= 0) {
                let of_leader = of_leaders.entry(partition.leader_id.0).or_default();
                of_leader.entry(name.clone()).or_default().push(partition.partition_index);
            }
        }
        let (mut ends, mut trouble) = (Partitions::new(), None);
        for (leader, topics) in of_leaders {
            if let Err(error) = self.ends_of(leader, topics, &mut ends) {
                trouble = trouble.or(Some(error));
            }
        }
        Ok((ends, trouble))
    }

    fn ends_of(
        &mut self,
        leader: i32,
        topics: BTreeMap<TopicName, Vec<i32>>,
        ends: &mut Partitions,
    ) -> Result<(), String> {
        let place =
            self.brokers.get(&leader).cloned().ok_or_else(|| format!("broker {leader} is unknown"))?;
        let partition = |number: &i32| {
            ListOffsetsPartition::default().with_partition_index(*number).with_timestamp(LATEST)
        };
        let topic = |(name, partitions): (TopicName, Vec<i32>)| {
            let partitions = partitions.iter().map(partition).collect();
            ListOffsetsTopic::default().with_name(name).with_partitions(partitions)
        };
        let request = ListOffsetsRequest::default()
            .with_replica_id(BrokerId(-1))
            .with_topics(topics.into_iter().map(topic).collect());
        let answer = self.ask(&place, &request)?;
        for topic in answer.topics {
            for partition in &topic.partitions {
                check(partition.error_code)?;
                let of_topic = ends.entry(topic.name.to_string()).or_default();
                of_topic.insert(partition.partition_index, partition.offset);
            }
        }
        Ok(())
    }
}

/// A member's assignment, as the Java client and librdkafka write it; empty when it is none or of another kind.
fn assigned(mut bytes: bytes::Bytes) -> BTreeMap<String, Vec<i32>> {
    if bytes.len() < 2 {
        return BTreeMap::new();
    }
    let version = bytes::Buf::get_i16(&mut bytes);
    if !is_whole(&bytes, ASSIGNMENT) {
        return BTreeMap::new();
    }
    let decoded = ConsumerProtocolAssignment::decode(&mut bytes, version.clamp(0, 3));
    let topics = decoded.map(|decoded| decoded.assigned_partitions).unwrap_or_default();
    topics.into_iter().map(|topic| (topic.topic.to_string(), topic.partitions)).collect()
}
