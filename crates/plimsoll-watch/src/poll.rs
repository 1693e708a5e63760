//! A service that is asked again and again.

use super::delivery::Totals;
use super::output::DeliveryOutput;
use super::sources::{Answers, Scrape, Service};
use super::task::{Interruption, Task, reader};
use plimsoll_run::Instance;
use plimsoll_telemetry::reader::Reader;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Parts of a source whose interruptions are followed.
const PARTS_MAX: usize = 1_000;

/// Runs until the end is asked for.
pub fn run(task: Task, mut service: Box<dyn Service>) -> Totals {
    let every = task.watched.every;
    let mut poller = Poller::new(task);
    let (started, mut number) = (Instant::now(), 0);
    loop {
        let mut answers = Answers::default();
        let result = service.ask(&poller.task.time, &mut answers);
        poller.take(answers, result);
        number = next(started.elapsed(), every, number);
        if poller.task.stop.wait((every * number).saturating_sub(started.elapsed())) {
            break;
        }
    }
    poller.finish(started.elapsed())
}

/// The number of the next question. By the clock and not after each answer, so that a slow answer doesn't thin the
/// readings; questions whose time has passed are left out.
fn next(elapsed: Duration, every: Duration, number: u32) -> u32 {
    let passed = (elapsed.as_micros() / every.as_micros().max(1)) as u32;
    if passed > number { passed + 1 } else { number + 1 }
}

struct Poller {
    task: Task,
    output: DeliveryOutput,
    interruption: Interruption,
    /// Of parts that have been missing at some time.
    parts: BTreeMap<Instance, Interruption>,
    reader: Option<Box<dyn Reader>>,
    trouble: Option<String>,
    bytes: u64,
    /// When something came last.
    last_us: i64,
    failures: u32,
}

impl Poller {
    fn new(task: Task) -> Poller {
        Poller {
            output: DeliveryOutput::new(&task),
            interruption: Interruption::new(&task),
            parts: BTreeMap::new(),
            reader: None,
            trouble: None,
            bytes: 0,
            last_us: task.time.now_us(),
            failures: 0,
            task,
        }
    }

    fn take(&mut self, answers: Answers, result: Result<(), String>) {
        let before_us = self.last_us;
        for document in &answers.documents {
            self.document(document);
        }
        match result {
            Ok(()) => {
                self.interruption.end(self.last_us);
                self.missing(answers.missing, before_us);
            }
            Err(reason) => {
                self.interruption.begin(before_us, &reason);
                self.trouble = Some(reason);
                self.failures += 1;
            }
        }
        self.output.flush();
    }

    fn document(&mut self, Scrape { at_us, bytes }: &Scrape) {
        (self.last_us, self.bytes) = (*at_us, self.bytes + bytes.len() as u64);
        self.output.stamp(*at_us);
        if self.reader.is_none() {
            match reader(&self.task, bytes) {
                Ok(made) => self.reader = made,
                Err(error) => self.trouble = Some(error),
            }
        }
        if let Some(reader) = &mut self.reader {
            reader.read(bytes, Some(*at_us), &mut self.output);
            reader.read(b"\n", Some(*at_us), &mut self.output);
        } else {
            self.trouble.get_or_insert_with(|| "its answer is of no known format".to_owned());
        }
    }

    /// Those that are missing have gaps, those that are no longer missing have no more.
    fn missing(&mut self, missing: Vec<(Instance, String)>, before_us: i64) {
        for (instance, interruption) in &mut self.parts {
            if !missing.iter().any(|(other, _)| other == instance) {
                interruption.end(self.last_us);
            }
        }
        for (instance, reason) in missing {
            if self.parts.len() >= PARTS_MAX && !self.parts.contains_key(&instance) {
                continue;
            }
            let task = &self.task;
            let part = self.parts.entry(instance.clone()).or_insert_with(|| Interruption::of(task, instance));
            part.begin(before_us, &reason);
            self.trouble = Some(reason);
        }
    }

    fn finish(mut self, watched: Duration) -> Totals {
        if let Some(reader) = &mut self.reader {
            reader.finish(&mut self.output);
        }
        self.output.flush();
        let name = self.task.watched.kind.address().unwrap_or_default();
        let reported = self.task.totals(name, self.bytes, self.trouble, self.output.counts);
        Totals { watched, restarts: self.failures, ..reported }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_whose_time_has_passed_are_left_out() {
        let second = Duration::from_secs(1);
        let cases = [(10, 0, 1), (999, 0, 1), (1_001, 0, 2), (4_500, 1, 5), (2_010, 2, 3)];
        for (elapsed_ms, number, expected) in cases {
            let found = next(Duration::from_millis(elapsed_ms), second, number);
            assert_eq!(found, expected, "{elapsed_ms} ms after number {number}");
        }
    }
}
