//! A collection of one target, and what it has found so far.

use super::wait_until;
use plimsoll_run::{Gap, Reading, ServerEvent, ServerEventKind};
use plimsoll_watch::{
    Collectors, Delivery, RunTime, SourceKind, SourceSpec, Totals, Transport, WatchSpec, WatchTarget,
};
use std::cell::RefCell;
use std::time::Duration;

pub struct Watched {
    collection: Collectors,
    found: RefCell<Found>,
}

#[derive(Default)]
pub struct Found {
    pub readings: Vec<Reading>,
    pub events: Vec<ServerEvent>,
    pub gaps: Vec<Gap>,
    pub ended: Vec<Totals>,
}

impl Found {
    fn add(&mut self, collected: Delivery) {
        match collected {
            Delivery::Readings(readings) => self.readings.extend(readings),
            Delivery::Events(events) => self.events.extend(events),
            Delivery::Gap(gap) => self.gaps.push(gap),
            Delivery::Ended(totals) => self.ended.push(*totals),
            _ => {}
        }
    }

    /// The values of a metric whose attributes have all these values, in their order.
    pub fn values(&self, metric: &str, attributes: &[&str]) -> Vec<f64> {
        let is_it = |reading: &&Reading| {
            let has = |value: &&str| reading.series.attributes.iter().any(|(_, other)| other == value);
            reading.series.metric == metric && attributes.iter().all(has)
        };
        self.readings.iter().filter(is_it).map(|reading| reading.value).collect()
    }

    pub fn has_event(&self, kind: ServerEventKind, text: &str) -> bool {
        self.events.iter().any(|event| event.kind == kind && event.text.contains(text))
    }
}

impl Watched {
    pub fn start(kind: SourceKind) -> Watched {
        let source = SourceSpec { kind, every: Duration::from_millis(200), instance: None };
        let target = WatchTarget {
            name: "it".to_owned(),
            role: String::new(),
            transport: Transport::Network,
            sources: vec![source],
            resources: Vec::new(),
        };
        let collection =
            Collectors::start(&WatchSpec { targets: vec![target] }, RunTime::now()).expect("it starts");
        Watched { collection, found: RefCell::default() }
    }

    pub fn wait_for(&self, what: &str, is_so: impl Fn(&Found) -> bool) {
        wait_until(what, || {
            let mut found = self.found.borrow_mut();
            self.collection.take().into_iter().for_each(|collected| found.add(collected));
            is_so(&found)
        });
    }

    pub fn finish(self) -> Found {
        let mut found = self.found.into_inner();
        self.collection.finish().into_iter().for_each(|collected| found.add(collected));
        found
    }
}
