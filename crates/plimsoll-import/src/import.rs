//! The passes, one after another.

use crate::classification::{Classified, Kind, Role, classify, reader};
use crate::error::ImportError;
use crate::files::{self, Content};
use crate::pieces::{self, Hashed};
use crate::requests::Requests;
use crate::seconds::Seconds;
use crate::servers::{Servers, describe, read_content};
use crate::settings::Settings;
use crate::step_table::{self, TableStep};
use crate::steps::{self, StepsFrom};
use crate::{assembly, header, jmeter_log, placing};
use plimsoll_run::{Host, Input, NoteKind, RunWriter};
use plimsoll_telemetry::placement::Sampled;
use plimsoll_telemetry::time::Clock;
use plimsoll_telemetry::{Format, Problems};
use std::collections::{BTreeMap, HashMap};
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

/// Beyond, a time is a mistake: days on either side of most of the load.
const DAYS_MAX: i64 = 14;
/// Bytes of a table of steps.
const TABLE_BYTES_MAX: u64 = 16 << 20;
/// Files smaller than this are read by one thread.
const PIECES_BYTES_MIN: u64 = 16 << 20;

/// One file, as it came in.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Imported {
    pub name: String,
    /// Empty when it wasn't recognised.
    pub format: String,
    pub host: String,
    pub readings: u64,
    pub events: u64,
    pub requests: u64,
    pub problems: u64,
    /// The first few, each with its line.
    pub first_problems: Vec<String>,
    /// How its times were placed.
    pub placement: String,
    /// Why it was left out, or a part of it.
    pub refused: Option<String>,
    /// Its format was known, and not all of it could be read.
    pub is_incomplete: bool,
}

impl Imported {
    const PROBLEMS_SHOWN: usize = 3;

    pub(crate) fn of(input: &Input, problems: &Problems) -> Imported {
        let first = problems.first.iter().take(Imported::PROBLEMS_SHOWN);
        Imported {
            name: input.name.clone(),
            format: input.format.clone(),
            host: input.host.clone(),
            readings: input.readings,
            events: input.events,
            requests: input.requests,
            problems: input.problems,
            first_problems: first.map(|problem| problem.in_file(&input.name).to_string()).collect(),
            placement: input.placement.evidence.clone(),
            refused: input.refused.clone(),
            is_incomplete: input.refused.is_some() && !input.format.is_empty(),
        }
    }
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct Outcome {
    pub run: PathBuf,
    /// In the order of the files.
    pub inputs: Vec<Imported>,
    pub steps: usize,
    pub from: StepsFrom,
    pub notes: Vec<String>,
    pub requests: u64,
}

impl Outcome {
    /// Some file that was recognised is not whole in the run.
    pub fn is_incomplete(&self) -> bool {
        self.inputs.iter().any(|input| input.is_incomplete)
    }
}

/// What the second pass found.
#[derive(Default)]
struct Load {
    seconds: Seconds,
    inputs: BTreeMap<usize, Input>,
    imported: BTreeMap<usize, Imported>,
    table: Option<(String, Vec<TableStep>)>,
    /// Files that tell users.
    users_of: Vec<String>,
    counts_only: bool,
}

/// Reads the files and writes a run file, whole or not at all.
pub fn import(paths: &[PathBuf], output: &Path, settings: &Settings) -> Result<Outcome, ImportError> {
    if output.exists() {
        return Err(ImportError::Exists(output.to_owned()));
    }
    let files = classify(paths, settings);
    if files.is_empty() {
        return Err(ImportError::NoFiles(paths.to_vec()));
    }
    let has_load = files.iter().any(|file| matches!(file.kind, Kind::Read { role: Role::Load, .. }));
    // Without a load generator's results, what the servers logged is the load.
    let (load_role, server_roles): (Role, &[Role]) = if has_load {
        (Role::Load, &[Role::Requests, Role::Telemetry])
    } else {
        (Role::Requests, &[Role::Telemetry])
    };
    let mut load = read_load(paths, &files, load_role, settings, folder_of(output))?;
    let mut notes = Vec::new();
    let lost = load.seconds.clip(DAYS_MAX * 86_400);
    if lost > 0 {
        notes.push((
            NoteKind::Warning,
            format!("{lost} requests with times days away from the others are left out"),
        ));
    }
    if load.counts_only {
        let text =
            "of some requests only the number is known, no response times: percentiles are without them";
        notes.push((NoteKind::Warning, text.to_owned()));
    }
    if load.seconds.extent().is_none()
        && let Some((name, rows)) = &load.table
        && assembly::of_table(rows, &mut load.seconds)
    {
        let text = format!(
            "the seconds are the means of the table {name}: their sums are right, their ups and downs and response \
             times are not known"
        );
        notes.push((NoteKind::Warning, text));
    }
    if !has_load && load.inputs.values().any(|input| input.requests > 0) {
        let text = "there are no results of a load generator: the requests are those that the servers logged";
        notes.push((NoteKind::Information, text.to_owned()));
    }
    write(paths, output, settings, &files, load, server_roles, notes)
}

fn read_load(
    paths: &[PathBuf],
    files: &[Classified],
    role: Role,
    settings: &Settings,
    folder: &Path,
) -> Result<Load, ImportError> {
    let by_name: HashMap<&str, usize> =
        files.iter().enumerate().map(|(index, file)| (file.name.as_str(), index)).collect();
    let mut load = Load { seconds: Seconds::beside(folder), ..Load::default() };
    let mut threads: BTreeMap<i64, u32> = BTreeMap::new();
    let mut failed = None;
    files::each(paths, settings, &mut |found| {
        let Some(index) = by_name.get(found.name.as_str()).copied() else { return };
        if load.imported.contains_key(&index) || failed.is_some() {
            return;
        }
        let file = &files[index];
        match &file.kind {
            Kind::Read { format, role: own } if *own == role => {
                load.requests(index, file, format, settings, folder, found.content)
            }
            Kind::StepTable => failed = load.step_table(index, file, settings, found.content).err(),
            Kind::JmeterLog => {
                threads.extend(load.jmeter_log(index, file, settings, found.content));
            }
            _ => {}
        }
    });
    if let Some(error) = failed {
        return Err(error);
    }
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
    Ok(load)
}

impl Load {
    fn requests(
        &mut self,
        index: usize,
        file: &Classified,
        format: &'static Format,
        settings: &Settings,
        folder: &Path,
        content: Content<'_>,
    ) {
        let clock_ahead_us = settings.clock_ahead_us(&file.host);
        let start = || Requests { clock_ahead_us, ..Requests::beside(folder) };
        // It was made before, to see the first times.
        let Ok(mut own) = reader(format, file, settings) else { return };
        let in_pieces = match &content {
            Content::Plain(path)
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
        let untimed = (out.untimed > 0).then(|| format!("{} rows have no time", out.untimed));
        describe(&mut input, whole, &out.problems, untimed);
        self.counts_only |= out.counts_only;
        if out.seconds.instances() > 0 {
            self.users_of.push(file.name.clone());
        }
        self.imported.insert(index, Imported::of(&input, &out.problems));
        self.inputs.insert(index, input);
        self.seconds.merge(out.seconds);
    }

    fn step_table(
        &mut self,
        index: usize,
        file: &Classified,
        settings: &Settings,
        content: Content<'_>,
    ) -> Result<(), ImportError> {
        let (text, mut input) = text_of(file, "step-table", content);
        let (rows, problems) = step_table::read(&text, &mut Clock::new(settings.zone_of(&file.name)));
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
            Some(test) if tests.len() > 1 && !tests.contains(test) => {
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
        input.problems = problems.len() as u64;
        let mut imported = Imported::of(&input, &Problems::default());
        imported.first_problems = problems
            .iter()
            .take(Imported::PROBLEMS_SHOWN)
            .map(|problem| format!("{}: {problem}", file.name))
            .collect();
        self.imported.insert(index, imported);
        self.inputs.insert(index, input);
        // Of several tables the first one counts.
        self.table.get_or_insert((file.name.clone(), rows));
        Ok(())
    }

    fn jmeter_log(
        &mut self,
        index: usize,
        file: &Classified,
        settings: &Settings,
        content: Content<'_>,
    ) -> BTreeMap<i64, u32> {
        let mut clock = Clock::new(settings.zone_of(&file.name));
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
            Content::Plain(path) => match std::fs::File::open(path) {
                Ok(mut file) => read(&mut file),
                Err(error) => input.refused = Some(error.to_string()),
            },
            Content::Stream(stream) => read(stream),
            Content::Broken(reason) => input.refused = Some(reason),
        }
        if !users.is_empty() {
            self.users_of.push(file.name.clone());
        }
        self.imported.insert(index, Imported::of(&input, &Problems::default()));
        self.inputs.insert(index, input);
        users
    }
}

/// Of the output: there is room for it, and for what waits.
fn folder_of(output: &Path) -> &Path {
    output.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn named(file: &Classified, format: &str) -> Input {
    Input {
        name: file.name.clone(),
        format: format.to_owned(),
        host: file.host.clone(),
        placement: placing::own_times(0, 0),
        ..Input::default()
    }
}

fn text_of(file: &Classified, format: &str, content: Content<'_>) -> (String, Input) {
    let mut input = named(file, format);
    let mut bytes = Vec::new();
    let read = |stream: &mut dyn Read, bytes: &mut Vec<u8>| {
        let mut limited = stream.take(TABLE_BYTES_MAX);
        let mut hashed = Hashed::new(&mut limited);
        hashed.read_to_end(bytes).map(|_| hashed.finish())
    };
    let done = match content {
        Content::Plain(path) => std::fs::File::open(path).and_then(|mut file| read(&mut file, &mut bytes)),
        Content::Stream(stream) => read(stream, &mut bytes),
        Content::Broken(reason) => Err(std::io::Error::other(reason)),
    };
    match done {
        Ok((count, sha256)) => (input.bytes, input.sha256) = (count, Some(sha256)),
        Err(error) => input.refused = Some(error.to_string()),
    }
    (String::from_utf8_lossy(&bytes).into_owned(), input)
}

/// Third pass, and the file.
fn write(
    paths: &[PathBuf],
    output: &Path,
    settings: &Settings,
    files: &[Classified],
    mut load: Load,
    server_roles: &[Role],
    mut notes: Vec<(NoteKind, String)>,
) -> Result<Outcome, ImportError> {
    let extent = load.seconds.extent();
    let Some(first) = first_second(files, extent, load.table.as_ref()) else {
        return Err(ImportError::NothingRead(refusals(files, &load.imported)));
    };
    let table_end =
        load.table.iter().flat_map(|(_, rows)| rows).map(|row| row.end_unix_us.div_euclid(1_000_000)).max();
    let last = extent.map(|(_, last)| last).into_iter().chain(table_end).max().unwrap_or(first).max(first);
    let run_started_unix_us = first * 1_000_000;
    let rates = load.seconds.rates(first, last);
    let users = load.seconds.users(first, last);
    let nodes = u32::try_from(load.seconds.instances()).unwrap_or(1);
    let (steps, from) = match &load.table {
        Some((name, rows)) => (steps::of_table(rows, run_started_unix_us), StepsFrom::Table(name.clone())),
        None => steps::of_load(&users, nodes, &rates, &load.users_of.join(", ")),
    };
    let steps_found = if extent.is_some() || load.table.is_some() { steps } else { Vec::new() };
    if !steps_found.is_empty() {
        notes.insert(0, (NoteKind::Information, from.sentence(steps_found.len())));
    }
    let length = u64::try_from(last - first + 1).unwrap_or(1);
    let by: Vec<&str> = load_formats(&load);
    let header = header::header(settings, output, run_started_unix_us, &steps_found, &by);
    let rate = Sampled {
        start_us: 0,
        interval_us: 1_000_000,
        values: if extent.is_some() {
            rates.iter().map(|rate| rate.requests as f64).collect()
        } else {
            Vec::new()
        },
    };
    let requests = load.seconds.count;
    let partial = Partial::beside(output);
    let mut writer = RunWriter::assemble(&partial.path, &header)?;
    let servers = Servers::new(&mut writer, settings, folder_of(output), run_started_unix_us, rate, extent);
    let (mut served, server_notes) = servers.read(paths, files, server_roles)?;
    notes.extend(server_notes.into_iter().map(|text| (NoteKind::Warning, text)));
    put_hosts(&mut writer, settings, files)?;
    for (index, input) in &mut load.inputs {
        input.placement.placement.run_started_unix_us = run_started_unix_us;
        debug_assert_eq!(input.name, files[*index].name);
        writer.add_input(input)?;
    }
    let mut inputs = Vec::new();
    for (index, file) in files.iter().enumerate() {
        let known = load.imported.remove(&index).or_else(|| served.remove(&file.name));
        let imported = match (known, &file.kind) {
            (Some(imported), _) => imported,
            (None, Kind::Refused(reason)) => {
                let mut input = Input { refused: Some(reason.clone()), bytes: file.bytes, ..named(file, "") };
                input.placement = Default::default();
                writer.add_input(&input)?;
                Imported::of(&input, &Problems::default())
            }
            (None, _) => continue,
        };
        inputs.push(imported);
    }
    if inputs.iter().all(|input| input.readings + input.events + input.requests == 0) && load.table.is_none()
    {
        return Err(ImportError::NothingRead(
            inputs.into_iter().map(|input| (input.name, input.refused.unwrap_or_default())).collect(),
        ));
    }
    assembly::write(&mut writer, &steps_found, load.seconds, first, length, &notes)?;
    writer.finish(&assembly::end(length * 1_000_000))?;
    partial.rename(output)?;
    let notes = notes.into_iter().map(|(_, text)| text).collect();
    Ok(Outcome { run: output.to_owned(), inputs, steps: steps_found.len(), from, notes, requests })
}

fn load_formats(load: &Load) -> Vec<&'static str> {
    let mut names: Vec<&'static str> = Vec::new();
    for input in load.inputs.values().filter(|input| input.requests > 0) {
        let name = match input.format.as_str() {
            "jtl" | "jtl-xml" => "JMeter",
            "gatling" => "Gatling",
            "k6-json" | "k6-csv" => "k6",
            "locust" => "Locust",
            _ => "the servers' own logs",
        };
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// Where the run begins, since 1970: with the load or the first step, else with the first time that any file tells.
fn first_second(
    files: &[Classified],
    extent: Option<(i64, i64)>,
    table: Option<&(String, Vec<TableStep>)>,
) -> Option<i64> {
    let of_table =
        table.into_iter().flat_map(|(_, rows)| rows).map(|row| row.start_unix_us.div_euclid(1_000_000)).min();
    let of_load = extent.map(|(first, _)| first).into_iter().chain(of_table).min();
    let of_files = || {
        let read = files.iter().filter(|file| matches!(file.kind, Kind::Read { .. }));
        let times =
            read.filter_map(|file| file.first_unix_us.or(file.stamp.as_ref().map(|stamp| stamp.unix_us)));
        times.map(|us| us.div_euclid(1_000_000)).min()
    };
    of_load.or_else(of_files)
}

fn refusals(files: &[Classified], imported: &BTreeMap<usize, Imported>) -> Vec<(String, String)> {
    let reason = |index: usize, file: &Classified| match &file.kind {
        Kind::Refused(reason) => reason.clone(),
        _ => imported
            .get(&index)
            .and_then(|imported| imported.refused.clone())
            .unwrap_or_else(|| "it tells no time, and nothing else tells when it was".to_owned()),
    };
    files.iter().enumerate().map(|(index, file)| (file.name.clone(), reason(index, file))).collect()
}

fn put_hosts(writer: &mut RunWriter, settings: &Settings, files: &[Classified]) -> Result<(), ImportError> {
    let mut names: Vec<&str> = files
        .iter()
        .filter(|file| matches!(file.kind, Kind::Read { role: Role::Requests | Role::Telemetry, .. }))
        .map(|file| file.host.as_str())
        .chain(settings.hosts.keys().map(String::as_str))
        .filter(|host| !host.is_empty())
        .collect();
    names.sort_unstable();
    names.dedup();
    for name in names {
        let rule = settings.hosts.get(name);
        let clock = rule.and_then(|rule| rule.clock_ahead_us).map(|ahead_us| plimsoll_run::ClockOffset {
            ahead_us,
            // What a person reads off is good to a second.
            uncertainty_us: 1_000_000,
            method: plimsoll_run::ClockMethod::Told,
        });
        let role = rule.map(|rule| rule.role.clone()).unwrap_or_default();
        writer.put_host(&Host { name: name.to_owned(), role, clock })?;
    }
    Ok(())
}

/// The run file under a name of its own until it is whole; removed when it never is.
struct Partial {
    path: PathBuf,
    done: bool,
}

impl Partial {
    fn beside(output: &Path) -> Partial {
        let name = output.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let path = output.with_file_name(format!(".{name}.{}.partial", std::process::id()));
        Partial { path, done: false }
    }

    fn rename(mut self, output: &Path) -> Result<(), ImportError> {
        // A link fails where a rename would overwrite.
        let linked = std::fs::hard_link(&self.path, output);
        let done = match linked {
            Ok(()) => std::fs::remove_file(&self.path),
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
                return Err(ImportError::Exists(output.to_owned()));
            }
            // Not every file system has links.
            Err(_) if !output.exists() => std::fs::rename(&self.path, output),
            Err(error) => Err(error),
        };
        self.done = done.is_ok();
        done.map_err(|source| ImportError::Write { path: output.to_owned(), source })
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        if self.done {
            return;
        }
        for ending in ["", "-wal", "-shm"] {
            let mut path = self.path.clone().into_os_string();
            path.push(ending);
            // What is not there can't be removed; what can't be removed changes nothing.
            let _ = std::fs::remove_file(path);
        }
    }
}
