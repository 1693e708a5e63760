//! The passes, one after another.

use crate::checks::Checks;
use crate::classification::{Classified, InputKind, NOT_RECOGNISED, Role, classify};
use crate::error::ImportError;
use crate::load::{LoadPass, named, read_load};
use crate::measured_by::measured_by;
use crate::outcome::{ImportOutcome, Imported};
use crate::partial::Partial;
use crate::servers::{ReadServers, ServerPass};
use crate::settings::ImportSettings;
use crate::step_table::TableStep;
use crate::steps::{self, FoundSteps};
use crate::tables::{NOMINAL_UNIX_S, TableJob};
use crate::{assembly, header};
use plimsoll_run::{
    At, Host, ImportNote, Input, Instance, Job, JobVerdict, Note, NoteContent, RunEvent, RunWriter,
    ServerEvent, ServerEventKind, Source, StepsFrom,
};
use plimsoll_telemetry::ReadProblems;
use plimsoll_telemetry::placement::Sampled;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Reads the files and writes a run file, whole or not at all.
pub fn import(
    paths: &[PathBuf],
    output: &Path,
    settings: &ImportSettings,
) -> Result<ImportOutcome, ImportError> {
    if output.exists() {
        return Err(ImportError::Exists(output.to_owned()));
    }
    let files = classify(paths, settings);
    if files.is_empty() {
        return Err(ImportError::NoFiles(paths.to_vec()));
    }
    let has_load = files.iter().any(|file| matches!(file.kind, InputKind::Read { role: Role::Load, .. }));
    // Without a load generator's results, what the servers logged is the load; of several it is also what each of them did.
    let (load_role, server_roles): (Role, &[Role]) = match has_load {
        true => (Role::Load, &[Role::Requests, Role::Telemetry]),
        false if logging_hosts(&files) > 1 => (Role::Requests, &[Role::Requests, Role::Telemetry]),
        false => (Role::Requests, &[Role::Telemetry]),
    };
    let mut load = read_load(paths, &files, load_role, settings, folder_of(output))?;
    let mut notes = Vec::new();
    if load.seconds.extent().is_some() {
        load.leave_out_nominal();
    }
    notes.extend(load.leave_out_what_is_far(has_load));
    if let Some(test) =
        settings.test.as_ref().filter(|_| load.table.is_none() && load.imported_tables.is_empty())
    {
        notes.push(ImportNote::NoTests { test: test.clone() });
    }
    if load.counts_only {
        notes.push(ImportNote::CountsOnly);
    }
    if load.seconds.extent().is_none()
        && let Some((name, rows)) = &load.table
        && assembly::of_table(rows, &mut load.seconds)
    {
        notes.push(ImportNote::TableOnly { file: name.clone() });
    }
    if !has_load && load.inputs.values().any(|input| input.requests > 0) {
        notes.push(ImportNote::ServerLogsOnly);
    }
    write(paths, output, settings, &files, load, server_roles, notes)
}

/// As [`import`], but each of a table's several tests or variants to a run file of its own in the folder.
pub fn import_each(
    paths: &[PathBuf],
    folder: &Path,
    settings: &ImportSettings,
) -> Result<Vec<ImportOutcome>, ImportError> {
    let of = |name: &str| folder.join(format!("{}.run", file_name(name)));
    let name = if settings.name.is_empty() { "import" } else { &settings.name };
    let tests = match import(paths, &of(name), settings) {
        Err(ImportError::SeveralTests { tests, .. }) => tests,
        other => return Ok(vec![other?]),
    };
    tests
        .into_iter()
        .map(|test| {
            let output = of(&test);
            import(paths, &output, &ImportSettings { test: Some(test), ..settings.clone() })
        })
        .collect()
}

fn logging_hosts(files: &[Classified]) -> usize {
    let logs = files.iter().filter(|file| matches!(file.kind, InputKind::Read { role: Role::Requests, .. }));
    logs.map(|file| file.host.as_str()).filter(|host| !host.is_empty()).collect::<BTreeSet<_>>().len()
}

/// Of letters, digits, `-`, `_` and `.`, whatever a table calls it.
fn file_name(name: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() || "-_.".contains(c) { c } else { '-' };
    name.chars().map(plain).collect::<String>().trim_start_matches('.').to_owned()
}

/// Of the output: there is room for it, and for what waits.
fn folder_of(output: &Path) -> &Path {
    output.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Third pass, and the file.
fn write(
    paths: &[PathBuf],
    output: &Path,
    settings: &ImportSettings,
    files: &[Classified],
    mut load: LoadPass,
    server_roles: &[Role],
    mut notes: Vec<ImportNote>,
) -> Result<ImportOutcome, ImportError> {
    let extent = load.seconds.extent();
    let nominal = (load.is_nominal || !load.imported_tables.is_empty()).then_some(NOMINAL_UNIX_S);
    let begins = extent.map(|(first, _)| load.seconds.first_start(first));
    let Some(first) = first_second(files, begins, load.table.as_ref()).or(nominal) else {
        return Err(nothing_read(files, refusals(files, &load.imported)));
    };
    let table_end =
        load.table.iter().flat_map(|(_, rows)| rows).map(|row| row.end_unix_us.div_euclid(1_000_000)).max();
    let jobs_end = first + load.jobs.iter().map(|job| job.duration_s as i64).sum::<i64>();
    let last = extent
        .map(|(_, last)| last)
        .into_iter()
        .chain((!load.jobs.is_empty()).then_some(jobs_end))
        .chain(table_end)
        .max()
        .unwrap_or(first)
        .max(first);
    let run_started_unix_us = first * 1_000_000;
    let rates = load.seconds.rates(first, last);
    let users = load.seconds.reported_users(first, last);
    let nodes = u32::try_from(load.seconds.equal_instances()).unwrap_or(1);
    let FoundSteps { steps, from, design, left_out } = match &load.table {
        Some((name, rows)) if !rows.is_empty() => {
            FoundSteps::of(steps::of_table(rows, run_started_unix_us), StepsFrom::Table(name.clone()))
        }
        _ => steps::of_load(&users, nodes, &rates, &load.users_of.join(", ")),
    };
    notes.extend(left_out);
    let (requests, of) = (load.seconds.summarised, load.seconds.count);
    notes.extend((requests > 0).then_some(ImportNote::Summarised { requests, of }));
    notes.append(&mut load.row_notes);
    let has_steps = extent.is_some() || load.table.as_ref().is_some_and(|(_, rows)| !rows.is_empty());
    let steps_found = if has_steps { steps } else { Vec::new() };
    if !steps_found.is_empty() {
        notes.insert(0, ImportNote::Steps { count: steps_found.len() as u64, from: from.clone() });
    }
    if load.is_nominal {
        let has_lengths = load.has_lengths || !load.jobs.is_empty();
        notes.push(ImportNote::OneAfterAnother { has_lengths });
    }
    let length = u64::try_from(last - first + 1).unwrap_or(1);
    let header = header::header(
        settings,
        output,
        run_started_unix_us,
        (measured_by(&load), design),
        (load.is_nominal, load.is_nominal && !load.has_lengths),
        (load.variant, load.imported_tables),
    );
    let rate = Sampled {
        start_us: 0,
        interval_us: 1_000_000,
        values: if extent.is_some() {
            rates.iter().map(|rate| rate.requests as f64).collect()
        } else {
            Vec::new()
        },
    };
    // Where it is not known how long it took, so many are made up.
    let requests = if header.lengths_made_up { 0 } else { load.seconds.count };
    let left_out = load.left_out;
    let (said_of_script, content_notes) = of_script(&load.checks, load.iterations_dropped);
    let partial = Partial::next_to(output);
    let mut writer = RunWriter::assemble(&partial.path, &header)?;
    let counted = load.inputs.iter().map(|(index, input)| (*index, input.requests > 0)).collect();
    let servers = ServerPass::new(
        &mut writer,
        settings,
        folder_of(output),
        run_started_unix_us,
        (rate, extent),
        counted,
    );
    let ReadServers { imported: mut served, notes: server_notes, clocks_off_us } =
        servers.read(paths, files, server_roles)?;
    notes.extend(server_notes);
    put_hosts(&mut writer, settings, files, &clocks_off_us)?;
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
            (None, InputKind::Refused(reason)) => {
                let mut input = Input { refused: Some(reason.clone()), bytes: file.bytes, ..named(file, "") };
                input.placement = Default::default();
                writer.add_input(&input)?;
                Imported::of(&input, &ReadProblems::default())
            }
            (None, _) => continue,
        };
        inputs.push(imported);
    }
    let has_tables = load.table.is_some() || !header.imported_tables.is_empty();
    if inputs.iter().all(|input| input.readings + input.events + input.requests == 0) && !has_tables {
        let reasons = inputs.into_iter().map(|input| (input.name, input.refused.unwrap_or_default()));
        return Err(nothing_read(files, reasons.collect()));
    }
    // Jobs alone have no seconds to tell of.
    let seconds = if has_steps || load.jobs.is_empty() { length } else { 0 };
    assembly::write(&mut writer, &steps_found, load.seconds, first, seconds, &notes)?;
    put_jobs(&mut writer, &load.jobs)?;
    for content in content_notes {
        writer.append(&RunEvent::Note(Note::new(0, content)))?;
    }
    writer.finish(&assembly::end(length * 1_000_000))?;
    partial.rename(output)?;
    Ok(ImportOutcome {
        run: output.to_owned(),
        inputs,
        steps: steps_found.len(),
        from,
        said_of_script,
        notes,
        requests,
        left_out,
    })
}

/// Where the run begins, since 1970: with the load or the first step, else with the first time that any file tells.
fn first_second(
    files: &[Classified],
    begins: Option<i64>,
    table: Option<&(String, Vec<TableStep>)>,
) -> Option<i64> {
    let of_table =
        table.into_iter().flat_map(|(_, rows)| rows).map(|row| row.start_unix_us.div_euclid(1_000_000)).min();
    let of_load = begins.into_iter().chain(of_table).min();
    let of_files = || {
        let read = files.iter().filter(|file| matches!(file.kind, InputKind::Read { .. }));
        let times =
            read.filter_map(|file| file.first_unix_us.or(file.stamp.as_ref().map(|stamp| stamp.unix_us)));
        times.map(|us| us.div_euclid(1_000_000)).min()
    };
    of_load.or_else(of_files)
}

fn nothing_read(files: &[Classified], reasons: Vec<(String, String)>) -> ImportError {
    let is_unknown = |file: &Classified| matches!(&file.kind, InputKind::Refused(reason) if reason.starts_with(NOT_RECOGNISED));
    let recognised = !files.iter().any(is_unknown);
    ImportError::NothingRead { files: reasons, recognised }
}

fn refusals(files: &[Classified], imported: &BTreeMap<usize, Imported>) -> Vec<(String, String)> {
    let reason = |index: usize, file: &Classified| match &file.kind {
        InputKind::Refused(reason) => reason.clone(),
        _ => imported
            .get(&index)
            .and_then(|imported| imported.refused.clone())
            .unwrap_or_else(|| "it has no times, and nothing else says when it was".to_owned()),
    };
    files.iter().enumerate().map(|(index, file)| (file.name.clone(), reason(index, file))).collect()
}

/// What a load generator says of its script beside its requests: sentences for whoever imports, and notes of the run.
fn of_script(checks: &Checks, iterations: u64) -> (Vec<String>, Vec<NoteContent>) {
    let (mut said, mut notes) = (Vec::from_iter(checks.sentence()), checks.notes());
    if iterations > 0 {
        said.push(format!(
            "k6 dropped {iterations} iterations (dropped_iterations), for no user was free when they were due: the load was less \
             than the scenario asked for, and times do not have what these would have waited; more maxVUs help, where the machine \
             has room"
        ));
        notes.push(NoteContent::IterationsDropped { iterations });
    }
    (said, notes)
}

/// One after another from the run's beginning.
fn put_jobs(writer: &mut RunWriter, jobs: &[TableJob]) -> Result<(), ImportError> {
    let mut started_us = 0;
    for (job, number) in jobs.iter().zip(1..) {
        if let Some(what) = &job.restarted {
            let event = ServerEvent {
                at: At::Run(started_us as i64),
                source: Source { host: what.clone(), instance: Instance::Container(what.clone()) },
                kind: ServerEventKind::Restart,
                duration_us: None,
                text: job.note.clone(),
            };
            writer.add_server_events(&[event])?;
        }
        let ended_us = started_us + job.duration_s * 1_000_000;
        writer.append(&RunEvent::Job(Job {
            number,
            name: job.name.clone(),
            step: 1,
            started_us,
            ended_us: Some(ended_us),
            verdict: JobVerdict::Done,
            detail: job.note.clone(),
        }))?;
        started_us = ended_us;
    }
    Ok(writer.flush()?)
}

fn put_hosts(
    writer: &mut RunWriter,
    settings: &ImportSettings,
    files: &[Classified],
    clocks_off_us: &BTreeMap<String, u64>,
) -> Result<(), ImportError> {
    let mut names: Vec<&str> = files
        .iter()
        .filter(|file| matches!(file.kind, InputKind::Read { role: Role::Requests | Role::Telemetry, .. }))
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
            method: plimsoll_run::ClockMethod::Given,
        });
        // Left as it is, it may be off by that much.
        let suspected = clocks_off_us.get(name).map(|off_us| plimsoll_run::ClockOffset {
            ahead_us: 0,
            uncertainty_us: *off_us,
            method: plimsoll_run::ClockMethod::Correlated,
        });
        let clock = clock.or(suspected);
        let role = rule.map(|rule| rule.role.clone()).unwrap_or_default();
        writer.put_host(&Host { name: name.to_owned(), role, clock })?;
    }
    Ok(())
}
