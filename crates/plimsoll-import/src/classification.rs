//! What each file is: first pass.

use crate::files::{self, FileContent, FoundFile};
use crate::host_name::host_of;
use crate::parent_samples::ParentSamples;
use crate::settings::ImportSettings;
use crate::tables::{self, TableKind};
use crate::{jmeter_log, step_table, time_stamps};
use plimsoll_run::{At, Instance, Reading, ServerEvent, Source};
use plimsoll_telemetry::placement::{Stamp, stamp_in};
use plimsoll_telemetry::{
    FirstRow, Format, FormatContent, FormatError, Output, Problem, Reader, ReaderOptions, RequestRow,
    foreign, recognise,
};
use std::collections::HashSet;
use std::io::{self, Read};
use std::path::PathBuf;

/// Bytes that tell a format.
const HEAD_BYTES: usize = 64 * 1024;

/// A file that will be read, or why not.
pub struct Classified {
    pub name: String,
    pub bytes: u64,
    pub kind: InputKind,
    /// Empty when unknown.
    pub host: String,
    pub stamp: Option<Stamp>,
    /// Of the first time that its head tells.
    pub first_unix_us: Option<i64>,
    /// Of a JTL: its time stamps are ends, which nobody said.
    pub has_ends: bool,
    /// Of a JTL: transactions whose requests have no rows of their own.
    pub parent_samples: ParentSamples,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// A load generator's results.
    Load,
    /// A server's log of requests.
    Requests,
    /// Readings and events.
    Telemetry,
}

pub enum InputKind {
    Read { format: &'static Format, role: Role },
    StepTable,
    Table(TableKind),
    JmeterLog,
    Refused(String),
}

pub fn classify(paths: &[PathBuf], settings: &ImportSettings) -> Vec<Classified> {
    let mut all = Vec::new();
    let mut known = HashSet::new();
    files::each(paths, settings, &mut |found| {
        // The same file named twice counts once.
        if known.insert(found.name.clone()) {
            all.push(classified(found, settings));
        }
    });
    all
}

fn classified(found: FoundFile<'_>, settings: &ImportSettings) -> Classified {
    let FoundFile { name, parts, bytes, content } = found;
    let own_name = parts.last().cloned().unwrap_or_default();
    let stamp = stamp_in(&own_name, &settings.zone_of(&name));
    let host = settings
        .of_file(&name, |rule| rule.host.clone())
        .or_else(|| host_of(&parts, stamp.as_ref().map(|stamp| stamp.start)))
        .or_else(|| settings.host.clone())
        .unwrap_or_default();
    let (mut head, mut opened) = (Vec::new(), None);
    let stream: Result<&mut dyn Read, String> = match content {
        FileContent::Broken(reason) => Err(reason),
        FileContent::Plain(path) => match std::fs::File::open(path) {
            Ok(file) => Ok(opened.insert(file)),
            Err(error) => Err(error.to_string()),
        },
        FileContent::Stream(stream) => Ok(stream),
    };
    let mut file = Classified {
        name,
        bytes,
        kind: InputKind::StepTable,
        host,
        stamp,
        first_unix_us: None,
        has_ends: false,
        parent_samples: ParentSamples::default(),
    };
    let read = stream.and_then(|stream| match read_head(stream, HEAD_BYTES, &mut head) {
        Ok(_) => Ok(stream),
        Err(error) => Err(error.to_string()),
    });
    file.kind = match read {
        Err(reason) => InputKind::Refused(reason),
        Ok(_) if head.iter().all(u8::is_ascii_whitespace) => InputKind::Refused("it is empty".to_owned()),
        Ok(_) if settings.of_file(&file.name, |rule| rule.skip.then_some(())).is_some() => {
            InputKind::Refused("the import file says to skip it".to_owned())
        }
        Ok(stream) => {
            let found = kind(&mut file, &head, settings);
            look_into_results(&found, &mut file, (head, stream), settings);
            found
        }
    };
    file
}

/// Looks further into a JTL: what its time stamps are, where nobody said it, and what its transactions are made of.
fn look_into_results(
    found: &InputKind,
    file: &mut Classified,
    (mut head, stream): (Vec<u8>, &mut dyn Read),
    settings: &ImportSettings,
) {
    let InputKind::Read { format, .. } = found else { return };
    if !format.name.starts_with("jtl") {
        return;
    }
    // Where it can't be read further, the next pass says so.
    let _ = read_head(stream, time_stamps::LOOK_BYTES - head.len(), &mut head);
    let reader =
        |timestamp_is_end| format.reader(&ReaderOptions { timestamp_is_end, ..options(file, settings) }).ok();
    let said = settings.of_file(&file.name, |rule| rule.timestamp_is_end);
    let has_ends = said.is_none() && time_stamps::are_ends(&head, reader);
    // In XML what is in a transaction shows it.
    let are_ends = said.unwrap_or(has_ends);
    let own = if format.name == "jtl" { reader(are_ends) } else { None };
    (file.parent_samples, file.has_ends) = (ParentSamples::of(&head, own, are_ends), has_ends);
}

fn kind(file: &mut Classified, head: &[u8], settings: &ImportSettings) -> InputKind {
    let named = settings.of_file(&file.name, |rule| rule.format.clone());
    let format = match named.as_deref().map(Format::named) {
        Some(Ok(format)) => format,
        Some(Err(error)) => return InputKind::Refused(error.to_string()),
        None if settings.table_columns.is_empty() && step_table::recognise(head) => {
            return InputKind::StepTable;
        }
        None if let Some(kind) = tables::recognise(head, &settings.table_columns) => {
            return InputKind::Table(kind);
        }
        None => match recognise(head) {
            Some(format) => format,
            None if jmeter_log::recognise(head) => return InputKind::JmeterLog,
            None => {
                let known =
                    foreign(head).map(|log| format!("it is {}, which is not read: {}", log.name, log.advice));
                return InputKind::Refused(known.unwrap_or_else(|| not_recognised(head)));
            }
        },
    };
    let mut probe = Probe::default();
    match reader(format, file, settings) {
        Err(error) => return InputKind::Refused(error.to_string()),
        Ok(mut reader) => reader.read(head, None, &mut probe),
    }
    file.first_unix_us = probe.first_unix_us;
    let role = match format.content {
        FormatContent::Requests { .. } | FormatContent::Statistics { .. } => Role::Load,
        FormatContent::ServerRequests => Role::Requests,
        FormatContent::Telemetry => Role::Telemetry,
    };
    InputKind::Read { format, role }
}

/// What the reason begins with where nobody knows the format.
pub const NOT_RECOGNISED: &str = "its format is not recognised";

/// Of a table it is said which columns it has: the user may know what they hold.
fn not_recognised(head: &[u8]) -> String {
    let columns = tables::columns_of_numbers(head);
    match columns.is_empty() {
        true => NOT_RECOGNISED.to_owned(),
        false => format!(
            "{NOT_RECOGNISED}; of a table of loads --columns threads=COLUMN,throughput=COLUMN says what holds what: \
             there are {}",
            columns.join(", ")
        ),
    }
}

/// A reader of the file, told what the settings say of it.
pub fn reader(
    format: &Format,
    file: &Classified,
    settings: &ImportSettings,
) -> Result<Box<dyn Reader>, FormatError> {
    format.reader(&options(file, settings))
}

pub fn options(file: &Classified, settings: &ImportSettings) -> ReaderOptions {
    let columns =
        settings.of_file(&file.name, |rule| (!rule.columns.is_empty()).then(|| rule.columns.clone()));
    ReaderOptions {
        source: Source { host: file.host.clone(), instance: Instance::Host },
        time_zone: settings.zone_of(&file.name),
        pattern: settings.of_file(&file.name, |rule| rule.pattern.clone()),
        columns: columns.unwrap_or_default(),
        timestamp_is_end: settings.of_file(&file.name, |rule| rule.timestamp_is_end).unwrap_or(file.has_ends),
        first_row: FirstRow::SinceBoot,
        latest_unix_us: settings.latest_unix_us,
        ..ReaderOptions::default()
    }
}

fn read_head(stream: &mut dyn Read, bytes: usize, head: &mut Vec<u8>) -> io::Result<usize> {
    stream.take(bytes as u64).read_to_end(head)
}

/// The earliest wall time.
#[derive(Default)]
struct Probe {
    first_unix_us: Option<i64>,
}

impl Probe {
    fn see(&mut self, at: At) {
        if let At::Wall(us) = at {
            self.first_unix_us = Some(self.first_unix_us.map_or(us, |first| first.min(us)));
        }
    }
}

impl Output for Probe {
    fn reading(&mut self, reading: Reading) {
        self.see(reading.at);
    }

    fn event(&mut self, event: ServerEvent) {
        self.see(event.at);
    }

    fn request(&mut self, request: &RequestRow<'_>) {
        self.see(request.started);
    }

    fn problem(&mut self, _problem: Problem) {}
}
