//! One run to one receiver: reads what has come, adds it up, delivers it, and reads on when it has been taken.

use crate::labels::SeriesLabels;
use crate::post::{PostOutcome, Poster, RetryPatience};
use crate::protocol::{ExportBatch, bodies};
use crate::receiver::{ProtocolName, Receiver};
use crate::totals::{ExportedPoint, StepTotals};
use plimsoll_run::{LivePart, LivePosition, LiveReader, SECOND_US, Second, StoreError};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Seconds that are held in memory at once.
const BATCH_S: u32 = 20;
/// Seconds before the newest that may still grow: parts of them come from several workers and nodes.
const OPEN_S: u32 = 3;
const LOOK: Duration = Duration::from_millis(500);
/// Without a change for so long, and with nobody who makes it, a run has been cut off.
const QUIET: Duration = Duration::from_secs(30);
const SLICE: Duration = Duration::from_millis(100);

pub struct ExportSettings<'a> {
    /// Said of every figure, beside the run's own.
    pub labels: Vec<(String, String)>,
    /// Goes on until the run ends.
    pub follow: bool,
    /// How long a receiver may be away when there is nothing to wait for but it.
    pub patience: Duration,
    /// Whether whoever makes this run is still there.
    pub is_going: &'a (dyn Fn(&Path) -> bool + Sync),
    /// Somebody wants no more.
    pub stopped: &'a (dyn Fn() -> bool + Sync),
    /// A receiver is away, or back again.
    pub say: &'a (dyn Fn(&str) + Sync),
}

#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Its seconds and requests are made of means.
    #[error("{}: it was imported from a table, and has no seconds of its own", .0.display())]
    NoSeconds(PathBuf),
}

/// What became of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exported {
    /// That the receiver took.
    pub seconds: u64,
    /// Figures that it took.
    pub points: u64,
    /// Seconds that had grown after they were sent, and were put right at the end.
    pub corrected: u64,
    /// Seconds that nobody took.
    pub undelivered: u64,
    /// Figures that the receiver would not have.
    pub rejected: u64,
    /// The first reason for it.
    pub why: Option<String>,
}

impl Exported {
    pub fn is_whole(&self) -> bool {
        self.undelivered == 0 && self.rejected == 0
    }
}

/// Sends a run from its first second on. An error is of the run file; what the receiver did is in the answer.
pub fn export(path: &Path, receiver: &Receiver, settings: &ExportSettings) -> Result<Exported, ExportError> {
    let (reader, header) = LiveReader::open(path)?;
    if header.means_only {
        return Err(ExportError::NoSeconds(path.to_owned()));
    }
    let labels = SeriesLabels::of_run(&header, &settings.labels);
    let started_unix_us = header.started_unix_us;
    let mut exporter = Exporter {
        poster: Poster::new(receiver),
        protocol: receiver.protocol,
        totals: StepTotals::new(labels.clone(), started_unix_us),
        labels,
        started_unix_us,
        position: LivePosition::default(),
        sent: HashMap::new(),
        exported: Exported::default(),
        is_given_up: false,
        wait: ExportWait {
            path,
            reader,
            settings,
            receiver: receiver.to_string(),
            changed: Instant::now(),
            over: None,
            is_away: false,
        },
    };
    exporter.run()?;
    Ok(exporter.exported)
}

struct Exporter<'a> {
    poster: Poster,
    protocol: ProtocolName,
    totals: StepTotals,
    labels: SeriesLabels,
    started_unix_us: i64,
    position: LivePosition,
    /// Requests and errors of each second as it was sent, by step and second.
    sent: HashMap<(u32, u32), (u64, u64)>,
    exported: Exported,
    is_given_up: bool,
    wait: ExportWait<'a>,
}

/// The run file, and how long to wait for what.
struct ExportWait<'a> {
    path: &'a Path,
    reader: LiveReader,
    settings: &'a ExportSettings<'a>,
    receiver: String,
    /// When the run file was seen to have changed.
    changed: Instant,
    /// When it was first seen that there is nothing to wait for but the receiver.
    over: Option<Instant>,
    is_away: bool,
}

impl Exporter<'_> {
    fn run(&mut self) -> Result<(), ExportError> {
        let was_over = self.wait.reader.has_ended()?;
        let mut is_full = false;
        loop {
            let is_over = self.wait.is_over()?;
            if self.wait.has_changed()? || is_over || is_full {
                let part = self.wait.reader.read(self.position, BATCH_S + OPEN_S)?;
                // What was there when the run was over is all there will be.
                let is_last = is_over && part.seconds.len() < (BATCH_S + OPEN_S) as usize;
                is_full = part.seconds.len() == (BATCH_S + OPEN_S) as usize;
                self.take(part, is_last);
                if is_last || self.is_given_up {
                    break;
                }
            }
            if !is_full {
                self.wait.pause(LOOK);
            }
        }
        if self.is_given_up {
            self.exported.undelivered += self.left()?;
        } else if !was_over {
            self.correct()?;
        }
        Ok(())
    }

    fn take(&mut self, part: LivePart, is_last: bool) {
        let Some(newest) = part.seconds.last().map(|second| (second.step, second.second)) else {
            if is_last {
                self.end();
            }
            return;
        };
        let is_settled =
            |second: &Second| is_last || second.step < newest.0 || second.second + OPEN_S <= newest.1;
        let settled: Vec<Second> = part.seconds.into_iter().filter(is_settled).collect();
        let mut points = Vec::new();
        for second in &settled {
            points.extend(self.totals.add(second));
        }
        if is_last {
            points.extend(self.totals.end_step());
        }
        let Some(last) = settled.last() else { return };
        let position = LivePosition { step: last.step, second: last.second + 1, ..self.position };
        if self.deliver(&settled, &points) {
            self.position = position;
            self.exported.seconds += settled.len() as u64;
            let sums = settled.iter().map(|second| ((second.step, second.second), sums(second)));
            self.sent.extend(sums);
        }
    }

    fn end(&mut self) {
        let points = self.totals.end_step();
        if !points.is_empty() {
            self.deliver(&[], &points);
        }
    }

    /// Whether the receiver had its chance of all of it; else it is given up.
    fn deliver(&mut self, seconds: &[Second], points: &[ExportedPoint]) -> bool {
        let batch =
            ExportBatch { labels: &self.labels, started_unix_us: self.started_unix_us, seconds, points };
        for body in bodies(self.protocol, &batch) {
            let delivery = self.poster.deliver(&body, &mut self.wait);
            let why = match delivery {
                PostOutcome::Taken => {
                    self.wait.is_back();
                    self.exported.points += body.points;
                    continue;
                }
                PostOutcome::Rejected(why) => {
                    self.exported.rejected += body.points;
                    why
                }
                PostOutcome::Refused(why) | PostOutcome::Undelivered(why) => {
                    self.is_given_up = true;
                    why
                }
            };
            self.exported.why.get_or_insert(why);
            if self.is_given_up {
                return false;
            }
        }
        true
    }

    /// Seconds that are in the file and were not sent.
    fn left(&mut self) -> Result<u64, ExportError> {
        let mut left = 0;
        loop {
            let part = self.wait.reader.read(self.position, BATCH_S)?;
            let Some(last) = part.seconds.last() else { return Ok(left) };
            self.position = LivePosition { step: last.step, second: last.second + 1, ..self.position };
            left += part.seconds.len() as u64;
        }
    }

    /// A node that was not heard of for a while hands in its seconds late: the sums at the end are those of the file.
    fn correct(&mut self) -> Result<(), ExportError> {
        let last_s = self.sent.keys().map(|(_, second)| *second).max().unwrap_or(0);
        // After the last point there is of any series.
        let at_us = self.started_unix_us + (i64::from(last_s) + 3) * SECOND_US as i64;
        self.totals = StepTotals::new(self.labels.clone(), self.started_unix_us);
        let (mut step, mut has_grown) = (0, false);
        self.position = LivePosition::default();
        loop {
            let part = self.wait.reader.read(self.position, BATCH_S)?;
            let Some(last) = part.seconds.last() else { break };
            self.position = LivePosition { step: last.step, second: last.second + 1, ..self.position };
            let mut grown = Vec::new();
            let mut points = Vec::new();
            for second in part.seconds {
                if second.step != step && std::mem::take(&mut has_grown) {
                    points.extend(self.totals.at(at_us));
                }
                step = second.step;
                self.totals.add(&second);
                if self.sent.get(&(second.step, second.second)) != Some(&sums(&second)) {
                    has_grown = true;
                    grown.push(second);
                }
            }
            self.exported.corrected += grown.len() as u64;
            let has_news = !grown.is_empty() || !points.is_empty();
            if has_news && !self.deliver(&grown, &points) {
                self.exported.undelivered += grown.len() as u64;
                return Ok(());
            }
        }
        if has_grown {
            let points = self.totals.at(at_us);
            self.deliver(&[], &points);
        }
        Ok(())
    }
}

fn sums(second: &Second) -> (u64, u64) {
    let intervals = second.transactions.values();
    intervals.fold((0, 0), |(requests, errors), interval| {
        (requests + interval.requests, errors + interval.errors_total())
    })
}

impl ExportWait<'_> {
    fn has_changed(&mut self) -> Result<bool, ExportError> {
        let has_changed = self.reader.has_changed()?;
        if has_changed {
            self.changed = Instant::now();
        }
        Ok(has_changed)
    }

    /// No more seconds will come, or nobody waits for them.
    fn is_over(&self) -> Result<bool, ExportError> {
        if !self.settings.follow || (self.settings.stopped)() || self.reader.has_ended()? {
            return Ok(true);
        }
        Ok(self.changed.elapsed() > QUIET && !(self.settings.is_going)(self.path))
    }

    fn is_back(&mut self) {
        if std::mem::take(&mut self.is_away) {
            (self.settings.say)(&format!("{} takes figures again", self.receiver));
        }
    }
}

impl RetryPatience for ExportWait<'_> {
    fn goes_on(&mut self, why: &str, since_first: Duration) -> bool {
        if !std::mem::replace(&mut self.is_away, true) {
            (self.settings.say)(&format!("{} does not take figures: {why}; trying on", self.receiver));
        }
        if (self.settings.stopped)() {
            return false;
        }
        // While it is away nobody looks whether the file changes.
        let _ = self.has_changed();
        if !self.is_over().unwrap_or(true) {
            self.over = None;
            return true;
        }
        let over = *self.over.get_or_insert_with(Instant::now);
        over.elapsed().min(since_first) < self.settings.patience
    }

    fn pause(&mut self, time: Duration) {
        let until = Instant::now() + time;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() || (self.settings.stopped)() {
                return;
            }
            std::thread::sleep(left.min(SLICE));
        }
    }
}
