//! The load, and the tables and logs that tell of it: second pass.

use crate::checks::Checks;
use crate::classification::{Classified, InputKind, Role, reader};
use crate::error::ImportError;
use crate::files::{self, FileContent};
use crate::generators::{self, FileSeconds};
use crate::left_out::{UNTIMED_WITH_TIMED, second_table};
use crate::outcome::Imported;
use crate::pieces::{self, Hashed};
use crate::requests::{Requests, repeated_hour_note};
use crate::seconds::Seconds;
use crate::servers::{describe, read_content};
use crate::settings::ImportSettings;
use crate::step_table::{self, TableStep};
use crate::tables::{self, TableJob, TableKind, TableRun};
use crate::thread_sample::ThreadSample;
use crate::thread_spans::ThreadSpans;
use crate::{jmeter_log, placing};
use plimsoll_run::{
    FileNote, ImportNote, ImportedRows, ImportedStep, ImportedTable, Input, PlacementEvidence, Variant,
};
use plimsoll_telemetry::time::WallClock;
use plimsoll_telemetry::{Format, ReadProblems};
use std::collections::{BTreeMap, HashMap};
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

/// Bytes of a table of steps.
const TABLE_BYTES_MAX: u64 = 16 << 20;
/// Files smaller than this are read by one thread.
const PIECES_BYTES_MIN: u64 = 16 << 20;

/// What the second pass found.
// As wide as the kinds of inputs are many: a field for each thing that is found in them.
#[derive(Default)]
pub struct LoadPass {
    pub seconds: Seconds,
    pub inputs: BTreeMap<usize, Input>,
    pub imported: BTreeMap<usize, Imported>,
    pub table: Option<(String, Vec<TableStep>)>,
    /// Files that tell users.
    pub users_of: Vec<String>,
    pub counts_only: bool,
    pub variant: Variant,
    pub jobs: Vec<TableJob>,
    pub imported_tables: Vec<ImportedTable>,
    /// A table has no times: they are made up.
    pub is_nominal: bool,
    /// It does tell how long its steps took.
    pub has_lengths: bool,
    /// The tool that printed the table.
    pub printed_by: Option<&'static str>,
    /// What the run's notes say of rows that are no requests of their own.
    pub row_notes: Vec<ImportNote>,
    has_several: bool,
    /// Threads of all files of requests, with the files' names.
    spans: ThreadSpans,
    spans_of: Vec<String>,
    /// Each file of requests, where there are several.
    pub files: Vec<FileSeconds>,
    /// Of all files.
    pub checks: Checks,
    /// Iterations that k6 did not start, in all files.
    pub iterations_dropped: u64,
    /// Requests that were read and are not in the run.
    pub left_out: u64,
}

pub fn read_load(
    paths: &[PathBuf],
    files: &[Classified],
    role: Role,
    settings: &ImportSettings,
    folder: &Path,
) -> Result<LoadPass, ImportError> {
    let by_name: HashMap<&str, usize> =
        files.iter().enumerate().map(|(index, file)| (file.name.as_str(), index)).collect();
    let mut load = LoadPass { seconds: Seconds::next_to(folder), ..LoadPass::default() };
    let mut threads: BTreeMap<i64, u32> = BTreeMap::new();
    let mut failed = None;
    let is_its = |file: &&Classified| matches!(file.kind, InputKind::Read { role: own, .. } if own == role);
    load.has_several = files.iter().filter(is_its).count() > 1;
    files::each(paths, settings, &mut |found| {
        let Some(index) = by_name.get(found.name.as_str()).copied() else { return };
        if load.imported.contains_key(&index) || failed.is_some() {
            return;
        }
        let file = &files[index];
        match &file.kind {
            InputKind::Read { format, role: own } if *own == role => {
                load.requests(index, (file, format, role), settings, folder, found.content)
            }
            InputKind::StepTable => failed = load.step_table(index, file, settings, found.content).err(),
            InputKind::Table(kind) => {
                failed = load.read_table(index, file, *kind, settings, found.content).err()
            }
            InputKind::JmeterLog => {
                threads.extend(load.jmeter_log(index, file, settings, found.content));
            }
            _ => {}
        }
    });
    if let Some(error) = failed {
        return Err(error);
    }
    let united = generators::unite(&load.files, &mut load.seconds);
    load.row_notes.extend(united);
    // The log tells every thread's start; results only what was when a request ended.
    if !threads.is_empty()
        && load.seconds.instances() == 0
        && let Some((first, last)) = load.seconds.extent()
    {
        let mut now = threads.range(..first).next_back().map_or(0, |(_, users)| *users);
        for second in first..=last {
            now = threads.get(&second).copied().unwrap_or(now);
            load.seconds.put_users(second, "jmeter.log", now);
        }
    }
    if load.seconds.instances() == 0 {
        load.count_threads();
    }
    Ok(load)
}

impl LoadPass {
    fn requests(
        &mut self,
        index: usize,
        (file, format, role): (&Classified, &'static Format, Role),
        settings: &ImportSettings,
        folder: &Path,
        content: FileContent<'_>,
    ) {
        let clock_ahead_us = settings.clock_ahead_us(&file.host);
        let has_several = self.has_several;
        let start = || Requests {
            clock_ahead_us,
            threads: has_several.then(ThreadSample::default),
            spans: format.name.starts_with("jtl").then(ThreadSpans::default),
            parent_samples: file.parent_samples.clone(),
            is_without_ids: role == Role::Requests && !settings.keep_path_ids,
            ..Requests::next_to(folder)
        };
        // It was made before, to see the first times.
        let Ok(mut own) = reader(format, file, settings) else { return };
        let in_pieces = match &content {
            FileContent::Plain(path)
                if format.name == "jtl" && file.bytes >= PIECES_BYTES_MIN && settings.readers > 1 =>
            {
                pieces::header_to_cut_at(path).map(|head| (path.to_path_buf(), head))
            }
            _ => None,
        };
        let in_pieces = in_pieces.and_then(|(path, head)| {
            let options = crate::classification::options(file, settings);
            let make = || format.reader(&options).expect("a reader of these options was made before");
            pieces::read_in_pieces(&path, &head, settings.readers, pieces::PIECE_BYTES, &make, &start).ok()
        });
        let (out, whole) = in_pieces.unwrap_or_else(|| {
            let mut out = start();
            let whole = read_content(content, own.as_mut(), &mut out);
            (out, whole)
        });
        let mut input = Input {
            name: file.name.clone(),
            format: format.name.to_owned(),
            host: file.host.clone(),
            requests: out.requests,
            placement: placing::own_times(0, clock_ahead_us),
            ..Input::default()
        };
        let untimed = (out.untimed > 0)
            .then(|| format!("{} rows have no time{}", out.untimed, how_to_time(format.name)));
        let left_out =
            untimed.into_iter().chain(out.end_missing()).reduce(|one, other| format!("{one}; {other}"));
        let left_out = left_out.or_else(|| out.nothing());
        describe(&mut input, whole, &out.problems, left_out);
        if let Some(other) = self.same_as(&input) {
            return self.repeats(index, input, &other);
        }
        self.row_notes.extend(row_notes(file, &out));
        self.counts_only |= out.counts_only;
        if out.seconds.instances() > 0 {
            self.users_of.push(file.name.clone());
        }
        let mut imported = Imported::of(&input, &out.problems);
        // A load generator writes whole rows: one that can't be read is missing in the run.
        imported.is_incomplete |=
            input.problems > 0 && matches!(file.kind, InputKind::Read { role: Role::Load, .. });
        self.imported.insert(index, imported);
        self.inputs.insert(index, input);
        self.checks.merge(out.checks);
        self.iterations_dropped += out.dropped.round() as u64;
        if out.requests > 0 {
            match out.spans {
                Some(spans) => self.spans.merge(spans),
                None => self.spans.give_up(),
            }
            self.spans_of.push(file.name.clone());
        }
        let mut seconds = out.seconds;
        if self.has_several {
            self.files.push(FileSeconds::of(index, &file.name, &mut seconds, out.threads));
        }
        self.seconds.merge(seconds);
    }

    /// Where nothing reports users.
    fn count_threads(&mut self) {
        let spans = std::mem::take(&mut self.spans);
        let is_one = !generators::any_overlap(&self.files);
        let Some(count) = spans.counted().filter(|_| is_one) else { return };
        for (second, users_us, of_us) in count.of(self.seconds.with_rows()) {
            self.seconds.put_users_time(second, (users_us, of_us));
        }
        self.row_notes.push(ImportNote::UsersCounted { files: self.spans_of.clone() });
        self.users_of.append(&mut self.spans_of);
    }

    fn step_table(
        &mut self,
        index: usize,
        file: &Classified,
        settings: &ImportSettings,
        content: FileContent<'_>,
    ) -> Result<(), ImportError> {
        let (text, mut input) = text_of(file, "step-table", content);
        let (rows, problems) = step_table::read(
            &text,
            &mut WallClock::new(settings.zone_of(&file.name)),
            settings.latest_unix_us,
        );
        let mut tests: Vec<String> = Vec::new();
        rows.iter().for_each(|row| {
            if !tests.contains(&row.test) {
                tests.push(row.test.clone());
            }
        });
        let wanted = match &settings.test {
            None if tests.len() > 1 => {
                return Err(ImportError::SeveralTests { file: file.name.clone(), tests });
            }
            Some(test) if tests.iter().any(|name| !name.is_empty()) && !tests.contains(test) => {
                return Err(ImportError::NoSuchTest { file: file.name.clone(), test: test.clone(), tests });
            }
            Some(test) if tests.contains(test) => Some(test.clone()),
            _ => None,
        };
        let rows: Vec<TableStep> =
            rows.into_iter().filter(|row| wanted.as_ref().is_none_or(|test| *test == row.test)).collect();
        if rows.is_empty() {
            let reason = problems.into_iter().next().unwrap_or_else(|| "it has no rows".to_owned());
            return Err(ImportError::StepTable { file: file.name.clone(), reason });
        }
        self.leave_out_nominal();
        if let Some((first, _)) = &self.table {
            input.refused = Some(second_table(first));
            self.took(index, file, input, &problems);
            return Ok(());
        }
        self.took(index, file, input, &problems);
        self.put_steps(&file.name, rows);
        // Other tests are no repeats of this one.
        self.variant.name = wanted.filter(|_| tests.len() > 1).unwrap_or_default();
        Ok(())
    }

    /// Of several tables of steps the first one counts.
    pub fn put_steps(&mut self, file: &str, mut rows: Vec<TableStep>) {
        if self.table.is_some() {
            return;
        }
        // In the order in which they become steps.
        rows.sort_by_key(|row| row.start_unix_us);
        let steps_written = rows.iter().zip(1..).map(|(row, step)| ImportedStep {
            step,
            users: Some(row.threads * f64::from(row.nodes)).filter(|users| users.fract() != 0.0),
            throughput_per_s: row.throughput_per_s,
            error_percent: row.error_percent,
            mean_us: row.mean_us,
            percentiles: row.percentiles.clone(),
            resolution_us: row.resolution_us,
            measured_s: row.measured_s,
        });
        let table =
            ImportedTable { file: file.to_owned(), rows: ImportedRows::Steps(steps_written.collect()) };
        self.imported_tables.extend((!rows.is_empty()).then_some(table));
        self.table = Some((file.to_owned(), rows));
    }

    fn took(&mut self, index: usize, file: &Classified, mut input: Input, problems: &[String]) {
        input.problems = problems.len() as u64;
        let mut imported = Imported::of(&input, &ReadProblems::default());
        let shown = problems.iter().take(Imported::PROBLEMS_SHOWN);
        imported.first_problems = shown.map(|problem| format!("{}: {problem}", file.name)).collect();
        // A row that was refused is missing in the run.
        imported.is_incomplete |= !problems.is_empty();
        self.imported.insert(index, imported);
        self.inputs.insert(index, input);
    }

    fn read_table(
        &mut self,
        index: usize,
        file: &Classified,
        kind: TableKind,
        settings: &ImportSettings,
        content: FileContent<'_>,
    ) -> Result<(), ImportError> {
        let (text, mut input) = text_of(file, kind.name(), content);
        if let TableKind::Tool(_) = kind {
            self.printed_by = Some(kind.name());
        }
        let (content, problems) =
            tables::read(kind, &file.name, &text, &settings.zone_of(&file.name), &settings.table_columns);
        self.row_notes.extend(content.notes.into_iter().map(|note| ImportNote::of_file(&file.name, note)));
        if let Some(runs) = content.runs {
            let TableRun { variant, steps, jobs, is_nominal, has_lengths } =
                chosen(runs, file, settings, &problems)?;
            if is_nominal && self.has_timed_table() {
                input.placement.evidence = PlacementEvidence::NoTimes;
                self.took(index, file, input, &problems);
                self.leave_out_table(&file.name, UNTIMED_WITH_TIMED);
                return Ok(());
            }
            if !is_nominal {
                self.leave_out_nominal();
            }
            if let Some((first, _)) = &self.table {
                input.refused = Some(second_table(first));
            } else {
                (self.variant, self.jobs, self.is_nominal) = (variant, jobs, is_nominal);
                self.has_lengths = has_lengths;
                self.put_steps(&file.name, steps);
            }
        }
        if self.is_nominal || content.imported.is_some() {
            // Nothing was placed.
            input.placement.evidence = PlacementEvidence::NoTimes;
        }
        let table = |rows| ImportedTable { file: file.name.clone(), rows };
        self.imported_tables.extend(content.imported.map(table));
        self.took(index, file, input, &problems);
        Ok(())
    }

    fn jmeter_log(
        &mut self,
        index: usize,
        file: &Classified,
        settings: &ImportSettings,
        content: FileContent<'_>,
    ) -> BTreeMap<i64, u32> {
        let mut clock = WallClock::new(settings.zone_of(&file.name));
        let mut input = named(file, "jmeter-log");
        let mut users = BTreeMap::new();
        let mut read = |stream: &mut dyn Read| {
            let mut hashed = Hashed::new(stream);
            let mut lines = BufReader::new(&mut hashed)
                .split(b'\n')
                .map_while(Result::ok)
                .map(|line| String::from_utf8_lossy(&line).into_owned());
            users = jmeter_log::users(&mut lines, &mut clock);
            drop(lines);
            let (bytes, sha256) = hashed.finish();
            (input.bytes, input.sha256) = (bytes, Some(sha256));
        };
        match content {
            FileContent::Plain(path) => match std::fs::File::open(path) {
                Ok(mut file) => read(&mut file),
                Err(error) => input.refused = Some(error.to_string()),
            },
            FileContent::Stream(stream) => read(stream),
            FileContent::Broken(reason) => input.refused = Some(reason),
        }
        if !users.is_empty() {
            self.users_of.push(file.name.clone());
        }
        self.imported.insert(index, Imported::of(&input, &ReadProblems::default()));
        self.inputs.insert(index, input);
        users
    }
}

/// The one that is named, where there are several.
fn chosen(
    runs: Vec<TableRun>,
    file: &Classified,
    settings: &ImportSettings,
    problems: &[String],
) -> Result<TableRun, ImportError> {
    let tests: Vec<String> = runs.iter().map(|run| run.variant.name.clone()).collect();
    let name = file.name.clone();
    let wanted = match &settings.test {
        None if tests.len() > 1 => return Err(ImportError::SeveralTests { file: name, tests }),
        Some(test) if tests.len() > 1 => tests.iter().position(|known| known == test).ok_or_else(|| {
            ImportError::NoSuchTest { file: name.clone(), test: test.clone(), tests: tests.clone() }
        })?,
        _ => 0,
    };
    runs.into_iter().nth(wanted).ok_or_else(|| ImportError::NoLoads {
        file: name,
        reason: problems.first().cloned().unwrap_or_else(|| "it has no rows".to_owned()),
    })
}

/// What JMeter needs to write it.
fn how_to_time(format: &str) -> &'static str {
    if format.starts_with("jtl") { " (JMeter writes it with jmeter.save.saveservice.time=true)" } else { "" }
}

/// Since 1970.
const YEAR_2000_S: i64 = 946_684_800;

/// Of what is said of a request that was not made.
const UNSENT_CHARS_MAX: usize = 200;

/// What became of rows that are no requests of their own, or of no time.
fn row_notes(file: &Classified, out: &Requests) -> Vec<ImportNote> {
    let of = out.requests + out.groups + out.parts + out.untimed + out.outside;
    let is_old = out.seconds.extent().is_some_and(|(first, _)| (0..YEAR_2000_S).contains(&first));
    let some_without = (1..out.requests).contains(&out.without_length);
    let first: String = out.unsent.1.chars().take(UNSENT_CHARS_MAX).collect();
    let notes = [
        file.has_ends.then_some(FileNote::TimesAreEnds),
        (out.parts > 0).then_some(FileNote::Parts { rows: out.parts, of }),
        (out.parents > 0).then_some(FileNote::ParentSamples { rows: out.parents, of }),
        (out.groups > 0 && out.requests > 0).then_some(FileNote::Groups { rows: out.groups, of }),
        (out.with_ids.0 > 0)
            .then(|| FileNote::PathIds { requests: out.with_ids.0, name: out.with_ids.1.clone() }),
        out.passed_over.clone().map(FileNote::PassedOver),
        some_without.then_some(FileNote::WithoutTime { requests: out.without_length, of: out.requests }),
        (out.unsent.0 > 0).then_some(FileNote::NotSent { requests: out.unsent.0, first }),
        is_old.then_some(FileNote::BeforeYear2000),
        out.repeated_hour.map(repeated_hour_note),
        (out.untimed > 0).then_some(FileNote::Untimed { rows: out.untimed, of }),
    ];
    notes.into_iter().flatten().map(|note| ImportNote::of_file(&file.name, note)).collect()
}

pub fn named(file: &Classified, format: &str) -> Input {
    Input {
        name: file.name.clone(),
        format: format.to_owned(),
        host: file.host.clone(),
        placement: placing::own_times(0, 0),
        ..Input::default()
    }
}

fn text_of(file: &Classified, format: &str, content: FileContent<'_>) -> (String, Input) {
    let mut input = named(file, format);
    let mut bytes = Vec::new();
    let read = |stream: &mut dyn Read, bytes: &mut Vec<u8>| {
        let mut limited = stream.take(TABLE_BYTES_MAX);
        let mut hashed = Hashed::new(&mut limited);
        hashed.read_to_end(bytes).map(|_| hashed.finish())
    };
    let done = match content {
        FileContent::Plain(path) => {
            std::fs::File::open(path).and_then(|mut file| read(&mut file, &mut bytes))
        }
        FileContent::Stream(stream) => read(stream, &mut bytes),
        FileContent::Broken(reason) => Err(std::io::Error::other(reason)),
    };
    match done {
        Ok((count, sha256)) => (input.bytes, input.sha256) = (count, Some(sha256)),
        Err(error) => input.refused = Some(error.to_string()),
    }
    (String::from_utf8_lossy(&bytes).into_owned(), input)
}
