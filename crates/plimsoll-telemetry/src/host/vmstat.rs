//! `vmstat INTERVAL` of procps, any version: the columns are taken from the header, which may come again and again.
//!
//! Defaults: memory in KiB (`-S` changes that: [`ReaderOptions::vmstat_unit_bytes`]), `bi` and `bo` in KiB per second
//! whatever `-S` says, CPU in per cent. `us` contains `nice`, and guests unless there is a `gu` column.
//!
//! Traps: the first row of each run is the mean since boot and is left out; a run that was appended to another has a
//! header of its own, and one that comes when a run repeats it is told by times or figures ([`runs`]). Without `-t` there is no
//! time: rows are numbered, the first (left out) is 0. The time of `-t` is local; its column is named after the time zone,
//! which counts before the one that was given. A time before each line ([`crate::prefix`]) is taken where there is no
//! other. Names of columns may be translated: an unknown one is taken by its place. `-w` only changes the widths.
//! Counters overflow: a row with a value that can't be (more than 100 %, below zero) is reported and left out.

mod runs;

use self::runs::{RowIs, Runs, VmstatFigure};
use crate::number::{decimal, scale};
use crate::options::ReaderOptions;
use crate::prefix::LinePrefix;
use crate::problem::{Problem, ProblemKind};
use crate::reader::{InputLine, LineReader, Output};
use crate::series::{MetricSpec, emit, is_possible};
use crate::time::{self, ClockWatch, WallClock};
use plimsoll_run::ReadingKind::{Gauge, Rate};
use plimsoll_run::metric::{self, attribute};
use plimsoll_run::{At, Series, Source};
use std::sync::Arc;

/// What a column's number is multiplied by.
#[derive(Clone, Copy)]
enum Factor {
    One,
    /// The unit of `-S`.
    Memory,
    Kibi,
    PerCent,
}

const COLUMNS: [(&[&str], MetricSpec, Factor); 20] = {
    const PROCESSES: MetricSpec = MetricSpec::new(metric::SYSTEM_PROCESS_COUNT, "{process}", Gauge);
    const MEMORY: MetricSpec = MetricSpec::new(metric::SYSTEM_MEMORY_USAGE, "By", Gauge);
    const PAGING: MetricSpec = MetricSpec::new(metric::SYSTEM_PAGING_IO, "By/s", Rate);
    const DISK: MetricSpec = MetricSpec::new(metric::SYSTEM_DISK_IO, "By/s", Rate);
    const CPU: MetricSpec = MetricSpec::new(metric::SYSTEM_CPU_UTILIZATION, "1", Gauge);
    [
        (&["r"], PROCESSES.with(&[(attribute::SYSTEM_PROCESS_STATUS, "running")]), Factor::One),
        (&["b"], PROCESSES.with(&[(attribute::SYSTEM_PROCESS_STATUS, "blocked")]), Factor::One),
        (
            &["swpd"],
            MetricSpec::new("system.paging.usage", "By", Gauge).with(&[("system.paging.state", "used")]),
            Factor::Memory,
        ),
        (&["free", "frei"], MEMORY.with(&[(attribute::SYSTEM_MEMORY_STATE, "free")]), Factor::Memory),
        (&["buff"], MEMORY.with(&[(attribute::SYSTEM_MEMORY_STATE, "buffers")]), Factor::Memory),
        (&["cache"], MEMORY.with(&[(attribute::SYSTEM_MEMORY_STATE, "cached")]), Factor::Memory),
        (&["si"], PAGING.with(&[(attribute::SYSTEM_PAGING_DIRECTION, "in")]), Factor::Memory),
        (&["so"], PAGING.with(&[(attribute::SYSTEM_PAGING_DIRECTION, "out")]), Factor::Memory),
        (&["bi"], DISK.with(&[(attribute::DISK_IO_DIRECTION, "read")]), Factor::Kibi),
        (&["bo"], DISK.with(&[(attribute::DISK_IO_DIRECTION, "write")]), Factor::Kibi),
        (&["in"], MetricSpec::new(metric::SYSTEM_INTERRUPTS, "{interrupt}/s", Rate), Factor::One),
        (&["cs"], MetricSpec::new(metric::SYSTEM_CONTEXT_SWITCHES, "{switch}/s", Rate), Factor::One),
        (&["us"], CPU.with(&[(attribute::CPU_MODE, "user")]), Factor::PerCent),
        (&["sy"], CPU.with(&[(attribute::CPU_MODE, "system")]), Factor::PerCent),
        (&["id"], CPU.with(&[(attribute::CPU_MODE, "idle")]), Factor::PerCent),
        (&["wa"], CPU.with(&[(attribute::CPU_MODE, "iowait")]), Factor::PerCent),
        (&["st"], CPU.with(&[(attribute::CPU_MODE, "steal")]), Factor::PerCent),
        (&["gu"], CPU.with(&[(attribute::CPU_MODE, "guest")]), Factor::PerCent),
        // Of `-a`, in the places of buff and cache.
        (&["inact"], MEMORY.with(&[(attribute::SYSTEM_MEMORY_STATE, "inactive")]), Factor::Memory),
        (&["active"], MEMORY.with(&[(attribute::SYSTEM_MEMORY_STATE, "active")]), Factor::Memory),
    ]
};

pub struct Vmstat {
    source: Source,
    memory_unit_bytes: f64,
    columns: Vec<(Arc<Series>, f64)>,
    /// The header's names: a header that comes again makes no new series.
    header: String,
    clock: WallClock,
    prefix: LinePrefix,
    watch: ClockWatch,
    /// The time zone's short name in the header.
    zone: String,
    /// It was said that the zone's name is not known.
    zone_reported: bool,
    rows: u64,
    runs: Runs,
}

impl Vmstat {
    pub fn new(options: &ReaderOptions) -> Vmstat {
        Vmstat {
            source: options.source.clone(),
            memory_unit_bytes: options.vmstat_unit_bytes as f64,
            columns: Vec::new(),
            header: String::new(),
            clock: WallClock::new(options.time_zone.clone()),
            prefix: LinePrefix::new(WallClock::new(options.time_zone.clone())),
            watch: ClockWatch::new(options),
            zone: String::new(),
            zone_reported: false,
            rows: 0,
            runs: Runs::new(options.first_row),
        }
    }

    fn read_header(&mut self, line: &InputLine<'_>, text: &str) {
        self.runs.header(line);
        if text == self.header {
            return;
        }
        text.clone_into(&mut self.header);
        let names: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
        text.split_whitespace().last().unwrap_or_default().clone_into(&mut self.zone);
        let known = names.iter().enumerate().map_while(|(place, name)| {
            let named = COLUMNS.iter().find(|(known, ..)| known.contains(&name.as_str()));
            // The last two of the table have no place of their own, nor has the time after the last column.
            named.or_else(|| COLUMNS[..18].get(place).filter(|_| place < 16))
        });
        self.columns = known
            .map(|(_, metric, factor)| {
                let factor = match factor {
                    Factor::One => 1.0,
                    Factor::Memory => self.memory_unit_bytes,
                    Factor::Kibi => 1024.0,
                    Factor::PerCent => 0.01,
                };
                (metric.of(&self.source, &[]), factor)
            })
            .collect();
    }

    fn row(
        &mut self,
        line: &InputLine<'_>,
        (text, before): (&str, Option<At>),
        out: &mut dyn Output,
    ) -> Result<(), ProblemKind> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let count = self.columns.len();
        if count == 0 {
            return Err(ProblemKind::NoHeader);
        }
        if fields.len() < count {
            return Err(ProblemKind::Columns { found: fields.len(), expected: count });
        }
        let index = self.rows;
        self.rows += 1;
        let own = match fields.get(count..count + 2) {
            None => before.unwrap_or(At::Index(index)),
            Some(time) => self.time(line, &time.join(" "), out)?,
        };
        let at = line.at(own);
        self.watch.see(at, &self.source, out);
        let values = self.values(&fields);
        let is = self.runs.row(at, values.as_ref().ok().map(|values| self.figures(values)));
        match is {
            RowIs::SinceBoot => return Ok(()),
            RowIs::LikeSinceBoot => {
                let text = "this row is like the mean since boot: it is taken for the first one of another run, and left out"
                    .to_owned();
                return Err(ProblemKind::Malformed { text });
            }
            RowIs::Measured => {}
        }
        for ((series, _), value) in self.columns.iter().zip(values?) {
            emit(out, at, series, value);
        }
        Ok(())
    }

    fn values(&self, fields: &[&str]) -> Result<Vec<f64>, ProblemKind> {
        let columns = fields.iter().zip(&self.columns);
        columns
            .map(|(field, (series, factor))| {
                let value =
                    decimal(field).ok_or_else(|| ProblemKind::number(&*series.metric, field.as_bytes()))?;
                let value = scale(value, *factor);
                match is_possible(&series.unit, value) {
                    true => Ok(value),
                    false => Err(ProblemKind::impossible(name_of(series), field.as_bytes())),
                }
            })
            .collect()
    }

    /// What is a mean over time: neither memory nor processes.
    fn figures(&self, values: &[f64]) -> Vec<VmstatFigure> {
        let columns = self.columns.iter().zip(values);
        columns
            .filter_map(|((series, _), value)| match (&*series.unit, series.kind) {
                ("1", _) => Some(VmstatFigure { value: *value, is_share: true }),
                // In KiB each second, as vmstat prints them.
                ("By/s", Rate) => Some(VmstatFigure { value: *value / 1024.0, is_share: false }),
                (_, Rate) => Some(VmstatFigure { value: *value, is_share: false }),
                _ => None,
            })
            .collect()
    }

    /// The time of `-t`, in the zone that the header names.
    fn time(&mut self, line: &InputLine<'_>, text: &str, out: &mut dyn Output) -> Result<At, ProblemKind> {
        let wrong = || ProblemKind::Time { value: text.to_owned() };
        let mut written = time::local(text).ok_or_else(wrong)?;
        let placed = self.clock.unix_us(&written).ok_or_else(wrong)?;
        if written.offset_s.is_some() || self.clock.is_called(&self.zone, placed) {
            return Ok(At::Wall(placed));
        }
        written.offset_s = time::zone_offset_s(&self.zone);
        if written.offset_s.is_none() && self.zone.chars().any(char::is_uppercase) && !self.zone_reported {
            self.zone_reported = true;
            let text =
                format!("{:?} is the name of no time zone, or of several: --timezone says which", self.zone);
            out.problem(Problem { line: line.number, kind: ProblemKind::Malformed { text } });
        }
        self.clock.unix_us(&written).map(At::Wall).ok_or_else(wrong)
    }
}

/// The metric with what tells it from others of its name: `system.cpu.utilization iowait`.
fn name_of(series: &Series) -> String {
    let named: Vec<&str> = series.attributes.values().map(String::as_str).collect();
    format!("{} {}", series.metric, named.join(" ")).trim_end().to_owned()
}

impl LineReader for Vmstat {
    fn line(&mut self, line: InputLine<'_>, out: &mut dyn Output) {
        let text = line.text();
        let text = text.trim();
        if text.is_empty() || text.contains("--") {
            return;
        }
        let (before, text) = self.prefix.split(text);
        if is_header(text) {
            return self.read_header(&line, text);
        }
        if let Err(kind) = self.row(&line, (text, before), out) {
            out.problem(Problem { line: line.number, kind });
        }
    }
}

/// `si`, `so`, `bi` and `bo` are the same in every language.
fn is_header(text: &str) -> bool {
    let mut words = text.split_whitespace();
    ["si", "so", "bi", "bo"].iter().all(|name| words.any(|word| word == *name))
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

    fn dump(log: &str, stamps: bool, options: &ReaderOptions) -> Dump {
        let mut dump = Dump::default();
        let mut reader = Lines::new(Vmstat::new(options));
        for (second, line) in log.lines().enumerate() {
            let stamp_us = stamps.then_some(second as i64 * 1_000_000);
            reader.read(format!("{line}\n").as_bytes(), stamp_us, &mut dump);
        }
        reader.finish(&mut dump);
        dump
    }

    const PLAIN: &str = "\
procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----
 r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st
 2  0      0 23601104  17400 953248    0    0  2478  1286  466 1705 18  8 74  0  0
 3  1     12 23601104  17400 953248    1    2     3     4   54   77 25 10 60  4  1
procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----
 r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st
 4  0      0 23601104  17400 953248    0    0     0     0   53   83  0  1 100  0  0
";

    #[test]
    fn rows_are_read_by_their_header_and_the_first_is_left_out() {
        let dump = dump(PLAIN, false, &ReaderOptions::default());
        insta::assert_snapshot!(dump.text, @"
        #1 system.process.count{system.process.status=running} 3 {process}
        #1 system.process.count{system.process.status=blocked} 1 {process}
        #1 system.paging.usage{system.paging.state=used} 12288 By
        #1 system.memory.usage{system.memory.state=free} 24167530496 By
        #1 system.memory.usage{system.memory.state=buffers} 17817600 By
        #1 system.memory.usage{system.memory.state=cached} 976125952 By
        #1 system.paging.io{system.paging.direction=in} 1024 By/s rate
        #1 system.paging.io{system.paging.direction=out} 2048 By/s rate
        #1 system.disk.io{disk.io.direction=read} 3072 By/s rate
        #1 system.disk.io{disk.io.direction=write} 4096 By/s rate
        #1 system.interrupts 54 {interrupt}/s rate
        #1 system.context_switches 77 {switch}/s rate
        #1 system.cpu.utilization{cpu.mode=user} 0.25 1
        #1 system.cpu.utilization{cpu.mode=system} 0.1 1
        #1 system.cpu.utilization{cpu.mode=idle} 0.6 1
        #1 system.cpu.utilization{cpu.mode=iowait} 0.04 1
        #1 system.cpu.utilization{cpu.mode=steal} 0.01 1
        ");
    }

    #[test]
    fn stamps_of_a_live_collector_are_the_times() {
        let dump = dump(PLAIN, true, &ReaderOptions::default());
        let times: Vec<At> = dump.readings.iter().map(|r| r.at).step_by(17).collect();
        assert_eq!(times, [At::Run(3_000_000), At::Run(6_000_000)]);
    }

    #[test]
    fn wide_rows_with_times_and_new_columns_are_read() {
        let log = "\
--procs-- -----------------------memory---------------------- ---swap-- -----io---- -system-- ----------cpu---------- -----timestamp-----
   r    b         swpd         free         buff        cache   si   so    bi    bo   in   cs  us  sy  id  wa  st  gu                 UTC
   1    0            0     23601064        17400       953132    0    0  2478  1286  466 1705  18   8  74   0   0   0 2026-11-21 08:19:28
   1    0            0     23601064        17400       953132    0    0     0     0   72   97   0   0  95   0   0   5 2026-11-21 08:19:29
   1    0            0     23601064        17400       953132    0    0     0     0   72   97   0   0  95   0   0   5 2026-11-21 08:19:09
";
        let dump = dump(
            log,
            false,
            &ReaderOptions {
                time_zone: jiff::tz::TimeZone::get("Europe/Berlin").unwrap(),
                ..ReaderOptions::default()
            },
        );
        let guests: Vec<&str> =
            dump.text.lines().filter(|line| line.contains("guest") || line.contains("event")).collect();
        insta::assert_snapshot!(guests.join("\n"), @"
        2026-11-21T08:19:29Z system.cpu.utilization{cpu.mode=guest} 0.05 1
        2026-11-21T08:19:09Z event clock-jump: the clock went back by 20 s
        2026-11-21T08:19:09Z system.cpu.utilization{cpu.mode=guest} 0.05 1
        ");
    }

    #[test]
    fn translated_and_damaged_rows_are_read_or_reported() {
        let log = "\
 r  b   swpd   frei   Puffer Cache   si   so    bi    bo   in   cs be sy un wa st
 2  0      0 100 200 300    0    0  2478  1286  466 1705 18  8 74  0  0
 2  0      0 100 200 300    0    0  1,5  0  466 1705 18  8 74  0  0
 2  0      0 100 200
 2  0      0 100 200 x    0    0  1,5  0  466 1705 18  8 74  0  0
";
        let dump = dump(log, false, &ReaderOptions::default());
        assert_eq!(dump.readings.len(), 17);
        assert_eq!(dump.readings[4].series.attributes["system.memory.state"], "buffers");
        assert_eq!((dump.readings[4].value, dump.readings[8].value), (204_800.0, 1536.0));
        let problems: Vec<String> = dump.problems.iter().map(|p| p.in_file("v").to_string()).collect();
        insta::assert_snapshot!(problems.join("\n"), @r#"
        v:4: a row of 5 columns under a header of 17
        v:5: system.memory.usage: "x" is not a number
        "#);
    }
}
