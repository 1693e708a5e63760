//! Queues that consumers empty: what waits, what came, what was taken.

use super::panel::Shape;
use super::readings::{Readings, Values, attribute};
use plimsoll_run::metric;
use plimsoll_run::{Series, Source};
use serde::Serialize;
use std::collections::BTreeSet;

/// Of consumers of a broker, and of a service's own queues.
pub(crate) const LAGS: [&str; 2] = [metric::KAFKA_CONSUMER_GROUP_LAG, metric::RESOURCE_BACKLOG];
pub(crate) const OFFSET: &str = metric::KAFKA_CONSUMER_GROUP_OFFSET;
pub(crate) const END: &str = metric::KAFKA_PARTITION_CURRENT_OFFSET;
pub(crate) const MEMBERS: &str = metric::KAFKA_CONSUMER_GROUP_MEMBERS;
pub(crate) const PARTITIONS: &str = metric::KAFKA_TOPIC_PARTITIONS;
pub(crate) const ASSIGNED: &str = metric::KAFKA_CONSUMER_GROUP_MEMBER_PARTITIONS;
pub(crate) const CLIENT: &str = metric::attribute::MESSAGING_CLIENT_ID;
pub(crate) const CLIENT_HOST: &str = "client.address";
const GROUP: &str = metric::attribute::MESSAGING_CONSUMER_GROUP_NAME;
const TOPIC: &str = metric::attribute::MESSAGING_DESTINATION_NAME;
const PARTITION: &str = metric::attribute::MESSAGING_DESTINATION_PARTITION_ID;

/// Parts of a step in which the least that waited is looked at.
pub(crate) const PARTS: usize = 10;

/// The least that waited in each part: what is worked off again within one is no growth.
pub(crate) fn floors(within: &[(f64, f64)]) -> Vec<f64> {
    let part = |part: usize| {
        let at = |n: usize| within.len() * n / PARTS;
        within[at(part)..at(part + 1)].iter().map(|(_, messages)| *messages).reduce(f64::min)
    };
    (0..PARTS).filter_map(part).collect()
}

/// What a group of consumers reads from one topic.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Queue {
    pub source: Source,
    pub group: String,
    pub topic: String,
    /// A queue of a service's own, whose work may be requests that wait.
    #[serde(skip)]
    pub(crate) is_of_service: bool,
}

impl Queue {
    /// `group (topic)`, or what there is of both.
    pub fn title(&self) -> String {
        match (self.group.as_str(), self.topic.as_str()) {
            ("", topic) => topic.to_owned(),
            (group, "") => group.to_owned(),
            (group, topic) => format!("{group} ({topic})"),
        }
    }

    pub(crate) fn all(readings: Readings) -> Vec<Queue> {
        let of = |series: &Series| Queue {
            source: series.source.clone(),
            group: attribute(series, GROUP).to_owned(),
            topic: attribute(series, TOPIC).to_owned(),
            is_of_service: !attribute(series, metric::attribute::RESOURCE_NAMED_BY).is_empty(),
        };
        let lags = LAGS.into_iter().flat_map(|lag| readings.metric(lag));
        let queues: BTreeSet<Queue> = lags.map(|s| of(&s.series)).collect();
        queues.into_iter().collect()
    }

    pub(crate) fn is_of(&self, series: &Series) -> bool {
        attribute(series, GROUP) == self.group && attribute(series, TOPIC) == self.topic
    }

    /// Of what waits.
    pub(crate) fn metric(&self) -> &'static str {
        LAGS[usize::from(self.is_of_service)]
    }

    /// Messages that wait, of all partitions.
    pub(crate) fn lag(&self, readings: Readings) -> Values {
        readings.total(&self.source, self.metric(), |s| self.is_of(s), Shape::State(1.0))
    }

    /// Messages per second that were taken.
    pub(crate) fn consumed(&self, readings: Readings) -> Values {
        readings.total(&self.source, OFFSET, |s| self.is_of(s), Shape::Growth(1.0))
    }

    /// Messages per second that came.
    pub(crate) fn produced(&self, readings: Readings) -> Values {
        // The command line writes the end of a partition once for each group that reads it.
        let with_group = readings.total(
            &self.source,
            END,
            |s| self.is_of(s) && !attribute(s, GROUP).is_empty(),
            Shape::Growth(1.0),
        );
        if !with_group.is_empty() {
            return with_group;
        }
        let topic = |s: &Series| attribute(s, TOPIC) == self.topic && attribute(s, GROUP).is_empty();
        readings.total(&self.source, END, topic, Shape::Growth(1.0))
    }

    /// Of those partitions that are read one by one.
    pub(crate) fn partition_ids<'a>(&self, readings: Readings<'a>) -> BTreeSet<&'a str> {
        let own = readings.metric(self.metric());
        let own = own.filter(|s| s.series.source == self.source && self.is_of(&s.series));
        own.map(|s| attribute(&s.series, PARTITION)).filter(|partition| !partition.is_empty()).collect()
    }

    /// Messages that wait in one partition.
    pub(crate) fn lag_in(&self, readings: Readings, partition: &str) -> Values {
        let is_of = |s: &Series| self.is_of(s) && attribute(s, PARTITION) == partition;
        readings.total(&self.source, self.metric(), is_of, Shape::State(1.0))
    }

    /// Messages per second that came into one partition. The command line writes its end once for each group.
    pub(crate) fn produced_in(&self, readings: Readings, partition: &str) -> Values {
        let is_of = |s: &Series| {
            let is_own = matches!(attribute(s, GROUP), group if group.is_empty() || group == self.group);
            is_own && attribute(s, TOPIC) == self.topic && attribute(s, PARTITION) == partition
        };
        readings.total(&self.source, END, is_of, Shape::Growth(1.0))
    }

    pub(crate) fn partitions(&self, readings: Readings) -> usize {
        let reported = readings.metric(PARTITIONS).filter(|s| attribute(&s.series, TOPIC) == self.topic);
        let reported = reported.filter_map(|s| s.points.last()).map(|p| p.value as usize).max();
        reported.unwrap_or_else(|| self.partition_ids(readings).len())
    }

    /// Members of the group.
    pub(crate) fn members(&self, readings: Readings) -> Values {
        let of_group = |s: &Series| attribute(s, GROUP) == self.group;
        readings.total(&self.source, MEMBERS, of_group, Shape::State(1.0))
    }
}
