//! `kafka-consumer-groups --describe`, once or in a loop, for one group or `--all-groups`; any version: columns are taken
//! from the header (`GROUP TOPIC PARTITION CURRENT-OFFSET LOG-END-OFFSET LAG CONSUMER-ID HOST CLIENT-ID`).
//!
//! Traps: `-` stands for nothing: no committed offset, no consumer, a consumer without a partition. There is no clock:
//! descriptions of a group are numbered from 0. A partition whose consumer changed is a rebalance, told once for each
//! description.

use crate::number::decimal;
use crate::options::ReaderOptions;
use crate::problem::{Problem, ProblemKind};
use crate::reader::{InputLine, LineReader, Output};
use crate::series::{MetricSpec, SeriesSet, emit};
use plimsoll_run::ReadingKind::{Counter, Gauge};
use plimsoll_run::metric::{self, attribute};
use plimsoll_run::{At, ServerEvent, ServerEventKind, Source};
use std::collections::{BTreeMap, BTreeSet, HashMap};

const LAG: MetricSpec = MetricSpec::new(metric::KAFKA_CONSUMER_GROUP_LAG, "{message}", Gauge);
const OFFSET: MetricSpec = MetricSpec::new(metric::KAFKA_CONSUMER_GROUP_OFFSET, "{message}", Counter);
const END: MetricSpec = MetricSpec::new(metric::KAFKA_PARTITION_CURRENT_OFFSET, "{message}", Counter);
const MEMBERS: MetricSpec = MetricSpec::new(metric::KAFKA_CONSUMER_GROUP_MEMBERS, "{consumer}", Gauge);

/// Groups, partitions and consumers that are remembered for telling rebalances; further ones are not watched.
const WATCHED_MAX: usize = 20_000;

pub struct KafkaLag {
    source: Source,
    columns: Vec<String>,
    /// Headers met.
    headers: u64,
    groups: BTreeMap<String, Group>,
    series: SeriesSet,
    consumers: HashMap<String, String>,
}

#[derive(Default)]
struct Group {
    /// The header under which it was last seen.
    header: u64,
    /// Descriptions before the present one.
    index: u64,
    at: Option<At>,
    members: BTreeSet<String>,
    rebalanced: bool,
}

impl KafkaLag {
    pub fn new(options: &ReaderOptions) -> KafkaLag {
        KafkaLag {
            source: options.source.clone(),
            columns: Vec::new(),
            headers: 0,
            groups: BTreeMap::new(),
            series: SeriesSet::default(),
            consumers: HashMap::new(),
        }
    }

    fn row(&mut self, line: &InputLine<'_>, text: &str, out: &mut dyn Output) -> Result<(), ProblemKind> {
        let words: Vec<&str> = text.split_whitespace().collect();
        if self.columns.is_empty() {
            return Err(ProblemKind::NoHeader);
        }
        if words.len() < self.columns.len() {
            return Err(ProblemKind::Columns { found: words.len(), expected: self.columns.len() });
        }
        let column = |name: &str| {
            let place = self.columns.iter().position(|column| column == name);
            place.map(|place| words[place]).filter(|word| *word != "-")
        };
        let number = |name: &str| match column(name) {
            None => Ok(None),
            Some(word) => decimal(word).map(Some).ok_or_else(|| ProblemKind::number(name, word.as_bytes())),
        };
        let group_name = column("GROUP").unwrap_or("");
        let (topic, partition, consumer) = (column("TOPIC"), column("PARTITION"), column("CONSUMER-ID"));
        let values =
            [(LAG, number("LAG")?), (OFFSET, number("CURRENT-OFFSET")?), (END, number("LOG-END-OFFSET")?)];
        let at = self.begin(group_name, line, out);
        if let Some(group) = self.groups.get_mut(group_name)
            && let Some(consumer) = consumer
            && group.members.len() < WATCHED_MAX
        {
            group.members.insert(consumer.to_owned());
        }
        let (Some(topic), Some(partition)) = (topic, partition) else { return Ok(()) };
        self.watch(group_name, topic, partition, consumer.unwrap_or("-"), at, out);
        for (metric, value) in values {
            let Some(value) = value else { continue };
            let owner = [(attribute::MESSAGING_CONSUMER_GROUP_NAME, group_name)];
            let place = [
                (attribute::MESSAGING_DESTINATION_NAME, topic),
                (attribute::MESSAGING_DESTINATION_PARTITION_ID, partition),
            ];
            // The end of a partition is the same for every group.
            let owners = usize::from(metric != END && !group_name.is_empty());
            let attributes: Vec<_> = owner[..owners].iter().chain(&place).copied().collect();
            let key = format!("{}\0{attributes:?}", metric.name);
            let source = &self.source;
            if let Some(series) =
                self.series.get(key.as_bytes(), line.number, out, || metric.of(source, &attributes))
            {
                emit(out, at, &series, value);
            }
        }
        Ok(())
    }

    /// The time of the description that a row belongs to; ends the group's one before.
    fn begin(&mut self, name: &str, line: &InputLine<'_>, out: &mut dyn Output) -> At {
        if !self.groups.contains_key(name) && self.groups.len() < WATCHED_MAX {
            self.groups.insert(name.to_owned(), Group { header: self.headers, ..Group::default() });
        }
        let headers = self.headers;
        let Some(group) = self.groups.get_mut(name) else {
            return line.at(At::Index(headers.saturating_sub(1)));
        };
        if group.header != headers {
            let ended = std::mem::take(group);
            *group = Group { header: headers, index: ended.index + 1, ..Group::default() };
            self.members(name, &ended, line.number, out);
        }
        let Some(group) = self.groups.get_mut(name) else { return At::Index(0) };
        let at = line.at(At::Index(group.index));
        *group.at.get_or_insert(at)
    }

    fn members(&mut self, name: &str, ended: &Group, line: u64, out: &mut dyn Output) {
        let Some(at) = ended.at else { return };
        let key = format!("members\0{name}");
        let source = &self.source;
        let make = || match name {
            "" => MEMBERS.of(source, &[]),
            name => MEMBERS.of(source, &[(attribute::MESSAGING_CONSUMER_GROUP_NAME, name)]),
        };
        if let Some(series) = self.series.get(key.as_bytes(), line, out, make) {
            emit(out, at, &series, ended.members.len() as f64);
        }
    }

    fn watch(
        &mut self,
        group: &str,
        topic: &str,
        partition: &str,
        consumer: &str,
        at: At,
        out: &mut dyn Output,
    ) {
        let key = format!("{group}\0{topic}\0{partition}");
        if !self.consumers.contains_key(&key) && self.consumers.len() >= WATCHED_MAX {
            return;
        }
        let before = self.consumers.insert(key, consumer.to_owned());
        let Some(state) = self.groups.get_mut(group) else { return };
        if before.is_some_and(|before| before != consumer) && !state.rebalanced {
            state.rebalanced = true;
            let text = format!("{group}: partition {partition} of {topic} changed hands");
            out.event(ServerEvent {
                at,
                source: self.source.clone(),
                kind: ServerEventKind::Rebalance,
                duration_us: None,
                text,
            });
        }
    }
}

impl LineReader for KafkaLag {
    fn line(&mut self, line: InputLine<'_>, out: &mut dyn Output) {
        let text = line.text();
        let text = text.trim();
        // "Consumer group 'x' has no active members." and the like.
        if text.is_empty() || text.starts_with("Consumer group ") || text.starts_with("Warning: ") {
            if text.contains("rebalancing") {
                let at = line.at(At::Index(self.headers));
                let (source, kind) = (self.source.clone(), ServerEventKind::Rebalance);
                out.event(ServerEvent { at, source, kind, duration_us: None, text: text.to_owned() });
            }
            return;
        }
        if is_header(text) {
            self.headers += 1;
            self.columns = text.split_whitespace().map(str::to_owned).collect();
            return;
        }
        if let Err(kind) = self.row(&line, text, out) {
            out.problem(Problem { line: line.number, kind });
        }
    }

    fn finish(&mut self, out: &mut dyn Output) {
        for (name, group) in std::mem::take(&mut self.groups) {
            self.members(&name, &group, 0, out);
        }
    }
}

fn is_header(text: &str) -> bool {
    ["TOPIC", "PARTITION", "LAG"].iter().all(|name| text.split_whitespace().any(|word| word == *name))
}

pub fn recognise(lines: &[String]) -> bool {
    lines.iter().any(|line| is_header(line))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dump::Dump;
    use crate::reader::Reader;
    use crate::text::Lines;

    #[test]
    fn descriptions_are_numbered_and_a_partition_that_changes_hands_is_a_rebalance() {
        let log = "
GROUP           TOPIC           PARTITION  CURRENT-OFFSET  LOG-END-OFFSET  LAG             CONSUMER-ID                    HOST            CLIENT-ID
minlog          orders          0          1000            1500            500             c-1-aaaa                       /10.0.0.1       c-1
minlog          orders          1          -               20              -               -                              -               -
minlog          -               -          -               -               -               c-2-bbbb                       /10.0.0.2       c-2

Consumer group 'idle' has no active members.

GROUP           TOPIC           PARTITION  CURRENT-OFFSET  LOG-END-OFFSET  LAG             CONSUMER-ID                    HOST            CLIENT-ID
idle            orders          0          10              1500            1490            -                              -               -

GROUP           TOPIC           PARTITION  CURRENT-OFFSET  LOG-END-OFFSET  LAG             CONSUMER-ID                    HOST            CLIENT-ID
minlog          orders          0          1200            1500            300             c-2-bbbb                       /10.0.0.2       c-2
minlog          orders          1          x               20              -               c-2-bbbb                       /10.0.0.2       c-2
minlog          orders
";
        let mut dump = Dump::default();
        let mut reader = Lines::new(KafkaLag::new(&ReaderOptions::default()));
        reader.read(log.as_bytes(), None, &mut dump);
        reader.finish(&mut dump);
        insta::assert_snapshot!(dump.text, @r#"
        #0 kafka.consumer_group.lag{messaging.consumer.group.name=minlog,messaging.destination.name=orders,messaging.destination.partition.id=0} 500 {message}
        #0 kafka.consumer_group.offset{messaging.consumer.group.name=minlog,messaging.destination.name=orders,messaging.destination.partition.id=0} 1000 {message} total
        #0 kafka.partition.current_offset{messaging.destination.name=orders,messaging.destination.partition.id=0} 1500 {message} total
        #0 kafka.partition.current_offset{messaging.destination.name=orders,messaging.destination.partition.id=1} 20 {message} total
        #0 kafka.consumer_group.lag{messaging.consumer.group.name=idle,messaging.destination.name=orders,messaging.destination.partition.id=0} 1490 {message}
        #0 kafka.consumer_group.offset{messaging.consumer.group.name=idle,messaging.destination.name=orders,messaging.destination.partition.id=0} 10 {message} total
        #0 kafka.partition.current_offset{messaging.destination.name=orders,messaging.destination.partition.id=0} 1500 {message} total
        #0 kafka.consumer_group.members{messaging.consumer.group.name=minlog} 2 {consumer}
        #1 event rebalance: minlog: partition 0 of orders changed hands
        #1 kafka.consumer_group.lag{messaging.consumer.group.name=minlog,messaging.destination.name=orders,messaging.destination.partition.id=0} 300 {message}
        #1 kafka.consumer_group.offset{messaging.consumer.group.name=minlog,messaging.destination.name=orders,messaging.destination.partition.id=0} 1200 {message} total
        #1 kafka.partition.current_offset{messaging.destination.name=orders,messaging.destination.partition.id=0} 1500 {message} total
        ! input:14: CURRENT-OFFSET: "x" is not a number
        ! input:15: a row of 2 columns under a header of 9
        #0 kafka.consumer_group.members{messaging.consumer.group.name=idle} 0 {consumer}
        #1 kafka.consumer_group.members{messaging.consumer.group.name=minlog} 1 {consumer}
        "#);
    }
}
