//! What the servers did: third pass, straight into the run file.

use crate::activity::{self, HostActivity, position};
use crate::classification::{Classified, InputKind, Role, reader};
use crate::error::ImportError;
use crate::files::{self, FileContent};
use crate::outcome::Imported;
use crate::pieces::{Whole, read_stream};
use crate::placing::{self, KnownTimes, RowClock, Untimed};
use crate::requests::{Requests, repeated_hour_note, truncation};
use crate::settings::ImportSettings;
use plimsoll_run::{
    At, FileNote, FittedTo, ImportNote, Input, InputPlacement, Placement, Reading, RunWriter, Series,
    ServerEvent, Source, StoreError,
};
use plimsoll_telemetry::placement::{Sampled, best_fit};
use plimsoll_telemetry::{Output, Problem, ReadProblems, RequestRow};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Readings that are handed to the store at a time.
const BATCH: usize = 8_192;
/// Readings without times that wait for their placement: some 200 MB. Tools that tell no time print a row a second.
const UNTIMED_MAX: usize = 4_000_000;
/// Requests that a server logged this long before and after the load are kept.
const AROUND_S: i64 = 300;
/// A clock that a fit says to be off by more than this (and its uncertainty) is told.
const CLOCK_OFF_MAX_US: u64 = 120 * 1_000_000;

pub struct ServerPass<'a> {
    pub writer: &'a mut RunWriter,
    pub settings: &'a ImportSettings,
    /// Where what is too much for memory waits.
    pub folder: &'a Path,
    pub run_started_unix_us: i64,
    /// The rate of requests on the run's clock.
    pub rate: Sampled,
    /// First and last second of the load since 1970; `None`: there was none to compare with.
    pub load: Option<(i64, i64)>,
    /// Files that were read as the load, and are among its inputs already; `false`: nothing of it counts, for it repeats another.
    counted: BTreeMap<usize, bool>,
    activity: HostActivity,
    waiting: Vec<Waiting>,
    imported: HashMap<String, Imported>,
    pub notes: Vec<ImportNote>,
    clocks_off_us: BTreeMap<String, u64>,
}

/// An input whose times are to be placed when all others are.
struct Waiting {
    index: usize,
    input: Input,
    readings: Vec<Reading>,
    events: Vec<ServerEvent>,
}

/// What came of the servers' files.
pub struct ReadServers {
    /// By name.
    pub imported: HashMap<String, Imported>,
    pub notes: Vec<ImportNote>,
    /// Hosts whose CPU follows the load at a distance, and by how much their clocks may be off.
    pub clocks_off_us: BTreeMap<String, u64>,
}

impl<'a> ServerPass<'a> {
    pub fn new(
        writer: &'a mut RunWriter,
        settings: &'a ImportSettings,
        folder: &'a Path,
        run_started_unix_us: i64,
        (rate, load): (Sampled, Option<(i64, i64)>),
        counted: BTreeMap<usize, bool>,
    ) -> ServerPass<'a> {
        ServerPass {
            writer,
            settings,
            folder,
            run_started_unix_us,
            rate,
            load,
            counted,
            activity: HostActivity::default(),
            waiting: Vec::new(),
            imported: HashMap::new(),
            notes: Vec::new(),
            clocks_off_us: BTreeMap::new(),
        }
    }

    /// Reads all files of these roles; by name, what each gave.
    pub fn read(
        mut self,
        paths: &[PathBuf],
        files: &[Classified],
        roles: &[Role],
    ) -> Result<ReadServers, ImportError> {
        let by_name: HashMap<&str, usize> =
            files.iter().enumerate().map(|(index, file)| (file.name.as_str(), index)).collect();
        let mut failed = None;
        files::each(paths, self.settings, &mut |found| {
            let Some(index) = by_name.get(found.name.as_str()).copied() else { return };
            let InputKind::Read { role, .. } = files[index].kind else { return };
            if failed.is_none() && roles.contains(&role) && !self.imported.contains_key(&found.name) {
                failed = self.file(index, &files[index], role, found.content).err();
            }
        });
        match failed {
            Some(error) => Err(error),
            None => {
                self.place_waiting(files)?;
                self.compare_clocks();
                Ok(ReadServers {
                    imported: self.imported,
                    notes: self.notes,
                    clocks_off_us: self.clocks_off_us,
                })
            }
        }
    }

    fn file(
        &mut self,
        index: usize,
        file: &Classified,
        role: Role,
        content: FileContent<'_>,
    ) -> Result<(), ImportError> {
        let InputKind::Read { format, .. } = file.kind else { return Ok(()) };
        // It was made before, to see the first times.
        let Ok(mut reader) = reader(format, file, self.settings) else { return Ok(()) };
        let clock_ahead_us = self.settings.clock_ahead_us(&file.host);
        let placement = placing::own_times(self.run_started_unix_us, clock_ahead_us);
        let mut input = Input {
            name: file.name.clone(),
            format: format.name.to_owned(),
            host: file.host.clone(),
            placement,
            ..Input::default()
        };
        if role == Role::Requests && self.counted.get(&index) == Some(&false) {
            return Ok(());
        }
        if role == Role::Requests {
            let window = self.load.map(|(first, last)| (first - AROUND_S, last + AROUND_S));
            let is_without_ids = !self.settings.keep_path_ids;
            let mut out =
                Requests { clock_ahead_us, window, is_without_ids, ..Requests::next_to(self.folder) };
            let whole = read_content(content, reader.as_mut(), &mut out);
            return self.requests(input, index, whole, out);
        }
        let mut out = Telemetry {
            writer: self.writer,
            activity: &mut self.activity,
            placement: input.placement.placement,
            batch: Vec::new(),
            events: Vec::new(),
            untimed: Vec::new(),
            untimed_events: Vec::new(),
            readings: 0,
            lost: 0,
            span_us: None,
            problems: ReadProblems::default(),
            failed: None,
        };
        let whole = read_content(content, reader.as_mut(), &mut out);
        out.flush();
        if let Some(error) = out.failed {
            return Err(error.into());
        }
        input.readings = out.readings + out.untimed.len() as u64;
        input.events = out.events.len() as u64 + out.untimed_events.len() as u64;
        let problems = std::mem::take(&mut out.problems);
        let (events, readings, untimed_events, lost, span_us) = (
            std::mem::take(&mut out.events),
            std::mem::take(&mut out.untimed),
            std::mem::take(&mut out.untimed_events),
            out.lost,
            out.span_us,
        );
        self.notes.extend(self.in_background(&file.name, span_us));
        let lost = (lost > 0).then(|| format!("{lost} readings without times are too many to be placed"));
        describe(&mut input, whole, &problems, lost);
        self.writer.add_server_events(&events)?;
        self.imported.insert(file.name.clone(), Imported::of(&input, &problems));
        if readings.is_empty() && untimed_events.is_empty() {
            return Ok(self.add(input)?);
        }
        self.waiting.push(Waiting { index, input, readings, events: untimed_events });
        Ok(())
    }

    /// A recording that has nothing of the time of the load is mostly one of another time zone.
    fn in_background(&self, name: &str, span_us: Option<(i64, i64)>) -> Option<ImportNote> {
        let ((begin_us, end_us), (first, last)) = (span_us?, self.load?);
        let unix = |us: i64| (self.run_started_unix_us.saturating_add(us)).div_euclid(1_000_000);
        let (begin, end) = (unix(begin_us), unix(end_us));
        let (is_before, apart_s) = match (end < first, begin > last) {
            (true, _) => (true, first - end),
            (_, true) => (false, begin - last),
            _ => return None,
        };
        let note = FileNote::OutsideLoad { is_before, apart_s: apart_s.unsigned_abs() };
        Some(ImportNote::of_file(name, note))
    }

    fn requests(
        &mut self,
        mut input: Input,
        index: usize,
        whole: Whole,
        out: Requests,
    ) -> Result<(), ImportError> {
        input.requests = out.requests;
        let outside = (out.outside > 0).then(|| {
            format!("{} requests more than {AROUND_S} s before or after the load are left out", out.outside)
        });
        describe(&mut input, whole, &out.problems, outside);
        let is_counted = self.counted.contains_key(&index);
        let repeated_hour = out.repeated_hour.filter(|_| !is_counted);
        let (requests, name) = out.with_ids;
        if requests > 0 && !is_counted {
            self.notes.push(ImportNote::of_file(&input.name, FileNote::PathIds { requests, name }));
        }
        let hour_note = |hour| ImportNote::of_file(&input.name, repeated_hour_note(hour));
        self.notes.extend(repeated_hour.map(hour_note));
        let source = Source::host(input.host.clone());
        let first = self.run_started_unix_us.div_euclid(1_000_000);
        let mut failed = None;
        let mut count = 0_u32;
        let problems = out.problems;
        let taken = out.seconds.take(|second, transactions| {
            let mut done = self.writer.add_server_second(&source, second - first, &transactions);
            count += 1;
            if count.is_multiple_of(1_000) {
                done = done.and_then(|()| self.writer.flush());
            }
            failed = done.err();
            failed.is_none()
        });
        taken.map_err(ImportError::Waiting)?;
        if let Some(error) = failed {
            return Err(error.into());
        }
        self.imported.insert(input.name.clone(), Imported::of(&input, &problems));
        match is_counted {
            true => Ok(self.writer.flush()?),
            false => Ok(self.add(input)?),
        }
    }

    /// Logs without times, when everything that could place them is known.
    fn place_waiting(&mut self, files: &[Classified]) -> Result<(), StoreError> {
        for mut waiting in std::mem::take(&mut self.waiting) {
            let file = &files[waiting.index];
            let placed = self.placement(file, &waiting);
            let place = |at: At| placed.placement.place(at).map_or(at, At::Run);
            for part in waiting.readings.chunks_mut(BATCH) {
                for reading in part.iter_mut() {
                    reading.at = place(reading.at);
                    if let At::Run(at_us) = reading.at {
                        self.activity.see(reading, at_us);
                    }
                }
                self.writer.add_readings(part)?;
            }
            waiting.events.iter_mut().for_each(|event| event.at = place(event.at));
            self.writer.add_server_events(&waiting.events)?;
            waiting.input.placement = placed;
            waiting.input.placed = series_of(&waiting.readings);
            if let Some(imported) = self.imported.get_mut(&file.name) {
                imported.placement = waiting.input.placement.evidence.clone();
            }
            self.add(waiting.input)?;
        }
        Ok(())
    }

    fn placement(&self, file: &Classified, waiting: &Waiting) -> InputPlacement {
        let positions = waiting.readings.iter().filter_map(|reading| position(reading.at));
        let since = waiting.readings.iter().any(|reading| matches!(reading.at, At::Since(_)))
            || waiting.events.iter().any(|event| matches!(event.at, At::Since(_)));
        let rows = activity::rows(&waiting.readings);
        let mut references = Vec::new();
        if let Some(known) = self.activity.of(&file.host) {
            references.push((FittedTo::Cpu(file.host.clone()), known));
        }
        if !self.rate.values.is_empty() {
            references.push((FittedTo::Requests, self.rate.clone()));
        }
        let of = |get: fn(&crate::FileRule) -> Option<i64>| self.settings.of_file(&file.name, get);
        let input = Untimed {
            unit: if since { RowClock::Since } else { RowClock::Index },
            rows: &rows,
            first: positions.min().unwrap_or(0),
            stated_start_unix_us: of(|rule| rule.start_unix_us),
            stated_interval_us: self.settings.of_file(&file.name, |rule| rule.interval_us),
            stamp: file.stamp.as_ref(),
            begins_at_zero: waiting.input.format == "gc-log",
        };
        let known = KnownTimes {
            run_started_unix_us: self.run_started_unix_us,
            clock_ahead_us: self.settings.clock_ahead_us(&file.host),
            references: &references,
            run_length_us: self.rate.values.len() as u64 * 1_000_000,
        };
        placing::place(&input, &known)
    }

    /// A host whose CPU follows the load at a distance has, as it seems, a clock of its own.
    fn compare_clocks(&mut self) {
        let hosts: Vec<String> = self.activity.hosts().map(str::to_owned).collect();
        for host in hosts {
            let Some(moved) = self.activity.of(&host) else { continue };
            let Some(fit) = best_fit(&moved, &self.rate, CLOCK_OFF_MAX_US) else { continue };
            // Within an interval of the tool nothing can be told.
            let unsure_us = fit.uncertainty_us + moved.interval_us;
            if fit.shift_us.unsigned_abs() > unsure_us {
                self.clocks_off_us.insert(host.clone(), fit.shift_us.unsigned_abs() + unsure_us);
                self.notes.push(ImportNote::ClockAhead {
                    host: host.clone(),
                    ahead_s: -(fit.shift_us as f64) / 1e6,
                    uncertainty_s: unsure_us as f64 / 1e6,
                    correlation: fit.correlation,
                });
            }
        }
    }

    fn add(&mut self, input: Input) -> Result<(), StoreError> {
        self.writer.add_input(&input)?;
        self.writer.flush()
    }
}

pub fn read_content(
    content: FileContent<'_>,
    reader: &mut dyn plimsoll_telemetry::Reader,
    out: &mut dyn Output,
) -> Whole {
    let broken = |reason: String| Whole { bytes: 0, sha256: String::new(), broken: Some(reason) };
    match content {
        FileContent::Stream(stream) => read_stream(stream, reader, out),
        FileContent::Plain(path) => match std::fs::File::open(path) {
            Ok(mut file) => read_stream(&mut file, reader, out),
            Err(error) => broken(error.to_string()),
        },
        FileContent::Broken(reason) => broken(reason),
    }
}

/// What reading it came to; `left_out` is a reason of the caller's.
pub fn describe(input: &mut Input, whole: Whole, problems: &ReadProblems, left_out: Option<String>) {
    input.bytes = whole.bytes;
    input.sha256 = (!whole.sha256.is_empty()).then_some(whole.sha256);
    input.problems = problems.first.len() as u64 + problems.further;
    let nothing = input.readings + input.events + input.requests == 0;
    let broken = whole.broken.map(|why| format!("it could not be read to its end: {why}"));
    input.refused = broken
        .or_else(|| truncation(problems))
        .or(left_out)
        .or_else(|| nothing.then(|| "nothing in it could be read".to_owned()));
}

fn series_of(readings: &[Reading]) -> Vec<Arc<Series>> {
    let different: BTreeSet<&Arc<Series>> = readings.iter().map(|reading| &reading.series).collect();
    different.into_iter().map(Arc::clone).collect()
}

/// Places what has wall times and hands it on; what has none waits.
struct Telemetry<'a> {
    writer: &'a mut RunWriter,
    activity: &'a mut HostActivity,
    placement: Placement,
    batch: Vec<Reading>,
    events: Vec<ServerEvent>,
    untimed: Vec<Reading>,
    untimed_events: Vec<ServerEvent>,
    readings: u64,
    lost: u64,
    /// First and last time of a reading.
    span_us: Option<(i64, i64)>,
    problems: ReadProblems,
    /// Of the store; what comes after it is not written.
    failed: Option<StoreError>,
}

impl Telemetry<'_> {
    fn flush(&mut self) {
        if self.failed.is_none() {
            self.failed = self.writer.add_readings(&self.batch).err();
        }
        self.batch.clear();
    }
}

impl Output for Telemetry<'_> {
    fn reading(&mut self, mut reading: Reading) {
        match self.placement.place(reading.at) {
            Some(at_us) => {
                self.activity.see(&reading, at_us);
                reading.at = At::Run(at_us);
                let (first_us, last_us) = self.span_us.unwrap_or((at_us, at_us));
                self.span_us = Some((first_us.min(at_us), last_us.max(at_us)));
                self.readings += 1;
                self.batch.push(reading);
                if self.batch.len() >= BATCH {
                    self.flush();
                }
            }
            None if self.untimed.len() < UNTIMED_MAX => self.untimed.push(reading),
            None => self.lost += 1,
        }
    }

    fn event(&mut self, mut event: ServerEvent) {
        match self.placement.place(event.at) {
            Some(at_us) => {
                event.at = At::Run(at_us);
                self.events.push(event);
            }
            None => self.untimed_events.push(event),
        }
    }

    fn request(&mut self, _request: &RequestRow<'_>) {}

    fn problem(&mut self, problem: Problem) {
        self.problems.push(problem);
    }
}
