//! `iostat [-x|-d] INTERVAL` of sysstat, any version: columns are taken from the headers, also of `-h`, where the
//! device comes last.
//!
//! Defaults: `kB` is 1024 bytes, `MB` 1024², a sector or block 512. `await` is in milliseconds, `%util` in per cent.
//!
//! Traps: the first report of each run (its title begins with `Linux`) is the mean since boot and is left out, unless
//! `-y` was given ([`FirstRow::Counts`]). A time before each line ([`crate::prefix`]) is taken where there is no other.
//! `%util` may be a little above 100 by rounding, then it is 100; other values that can't be are reported and left out.
//! Without `-t` there is no time: reports are numbered. With it, time is local and in the locale's order
//! (`S_TIME_FORMAT=ISO` makes it sure); with slashes the month is taken to come first. `svctm` means nothing (its
//! manual says so) and is left out. `%util` of a device that works in parallel says little.

use crate::number::{decimal, scale};
use crate::options::{FirstRow, ReaderOptions};
use crate::prefix::LinePrefix;
use crate::problem::{Problem, ProblemKind};
use crate::reader::{InputLine, LineReader, Output};
use crate::series::{MetricSpec, SeriesSet, emit, is_possible};
use crate::time::{self, ClockWatch, WallClock};
use plimsoll_run::ReadingKind::{Gauge, Rate};
use plimsoll_run::metric::{self, attribute};
use plimsoll_run::{At, Source};

const READ: &[(&str, &str)] = &[(attribute::DISK_IO_DIRECTION, "read")];
const WRITE: &[(&str, &str)] = &[(attribute::DISK_IO_DIRECTION, "write")];
const DISCARD: &[(&str, &str)] = &[(attribute::DISK_IO_DIRECTION, "discard")];
const FLUSH: &[(&str, &str)] = &[(attribute::DISK_IO_DIRECTION, "flush")];

const CPU: MetricSpec = MetricSpec::new(metric::SYSTEM_CPU_UTILIZATION, "1", Gauge);

/// The metric of a column and what its number is multiplied by.
fn column(name: &str) -> Option<(MetricSpec, f64)> {
    const OPERATIONS: MetricSpec = MetricSpec::new(metric::SYSTEM_DISK_OPERATIONS, "{operation}/s", Rate);
    const MERGED: MetricSpec = MetricSpec::new("system.disk.merged", "{operation}/s", Rate);
    const WAIT: MetricSpec = MetricSpec::new("system.disk.operation.duration", "s", Gauge);
    const QUEUE: MetricSpec = MetricSpec::new(metric::SYSTEM_DISK_QUEUE_LENGTH, "{operation}", Gauge);
    if let Some((metric, factor)) = bytes_column(name) {
        return Some((metric, factor));
    }
    Some(match name {
        "%user" => (CPU.with(&[(attribute::CPU_MODE, "user")]), 0.01),
        "%nice" => (CPU.with(&[(attribute::CPU_MODE, "nice")]), 0.01),
        "%system" => (CPU.with(&[(attribute::CPU_MODE, "system")]), 0.01),
        "%iowait" => (CPU.with(&[(attribute::CPU_MODE, "iowait")]), 0.01),
        "%steal" => (CPU.with(&[(attribute::CPU_MODE, "steal")]), 0.01),
        "%idle" => (CPU.with(&[(attribute::CPU_MODE, "idle")]), 0.01),
        "tps" => (OPERATIONS, 1.0),
        "r/s" => (OPERATIONS.with(READ), 1.0),
        "w/s" => (OPERATIONS.with(WRITE), 1.0),
        "d/s" => (OPERATIONS.with(DISCARD), 1.0),
        "f/s" => (OPERATIONS.with(FLUSH), 1.0),
        "rrqm/s" => (MERGED.with(READ), 1.0),
        "wrqm/s" => (MERGED.with(WRITE), 1.0),
        "await" => (WAIT, 0.001),
        "r_await" => (WAIT.with(READ), 0.001),
        "w_await" => (WAIT.with(WRITE), 0.001),
        "d_await" => (WAIT.with(DISCARD), 0.001),
        "f_await" => (WAIT.with(FLUSH), 0.001),
        "aqu-sz" | "avgqu-sz" => (QUEUE, 1.0),
        "%util" => (MetricSpec::new(metric::SYSTEM_DISK_IO_TIME, "1", Rate), 0.01),
        _ => return None,
    })
}

/// `rkB/s`, `kB_read/s`, `MB_wrtn/s`, `wsec/s`, `Blk_dscd/s`: bytes per second, by any unit.
fn bytes_column(name: &str) -> Option<(MetricSpec, f64)> {
    const BYTES: MetricSpec = MetricSpec::new(metric::SYSTEM_DISK_IO, "By/s", Rate);
    let stem = name.strip_suffix("/s")?;
    let (direction, unit) = match stem.split_once('_') {
        Some((unit, "read")) => (READ, unit),
        Some((unit, "wrtn")) => (WRITE, unit),
        Some((unit, "dscd")) => (DISCARD, unit),
        Some(_) => return None,
        None if stem.starts_with('r') => (READ, &stem[1..]),
        None if stem.starts_with('w') => (WRITE, &stem[1..]),
        None if stem.starts_with('d') => (DISCARD, &stem[1..]),
        None => return None,
    };
    let factor = match unit {
        "kB" => 1024.0,
        "MB" => 1_048_576.0,
        "sec" | "Blk" => 512.0,
        _ => return None,
    };
    Some((BYTES.with(direction), factor))
}

/// A device that is always busy is said to be so up to this share of the time: its counter and the clock differ.
const BUSY_MAX: f64 = 1.1;

#[derive(Clone, Copy, Default, PartialEq)]
enum Table {
    #[default]
    None,
    Cpu,
    Device,
}

pub struct Iostat {
    source: Source,
    first_row: FirstRow,
    clock: WallClock,
    prefix: LinePrefix,
    /// Lines have a time before them.
    is_prefixed: bool,
    watch: ClockWatch,
    table: Table,
    columns: Vec<Option<(MetricSpec, f64)>>,
    /// Where the device's name stands among the columns.
    device_place: usize,
    series: SeriesSet,
    /// Reports begun.
    reports: u64,
    /// The report that is the mean since boot.
    since_boot: Option<u64>,
    /// Of the report: as it says itself, or as stands before its first line.
    time: Option<At>,
    is_own_time: bool,
}

impl Iostat {
    pub fn new(options: &ReaderOptions) -> Iostat {
        Iostat {
            source: options.source.clone(),
            first_row: options.first_row,
            clock: WallClock::new(options.time_zone.clone()),
            prefix: LinePrefix::new(WallClock::new(options.time_zone.clone())),
            is_prefixed: false,
            watch: ClockWatch::new(options),
            table: Table::None,
            columns: Vec::new(),
            device_place: 0,
            series: SeriesSet::default(),
            reports: 0,
            since_boot: (options.first_row == FirstRow::SinceBoot).then_some(1),
            time: None,
            is_own_time: false,
        }
    }

    /// Another run begins.
    fn read_title(&mut self) {
        if self.first_row == FirstRow::SinceBoot {
            self.since_boot = Some(self.reports + 1);
        }
        self.table = Table::None;
        self.is_own_time = false;
    }

    fn read_header(&mut self, words: &[&str], table: Table, before: Option<At>) {
        // The CPU comes first in a report that has it.
        if table == Table::Cpu || self.table != Table::Cpu {
            self.reports += 1;
            if before.is_some() && !self.is_own_time {
                self.time = before;
            }
        }
        self.table = table;
        self.columns = words.iter().map(|word| column(word)).collect();
        // With `-h` a known column comes first and the device last.
        let device_first = words.first().is_none_or(|first| column(first).is_none());
        self.device_place = if device_first { 0 } else { words.len() - 1 };
    }

    fn row(&mut self, line: &InputLine<'_>, words: &[&str], out: &mut dyn Output) -> Result<(), ProblemKind> {
        // The CPU's row has no name under its `avg-cpu:`.
        let shift = usize::from(self.table == Table::Cpu);
        if words.len() + shift != self.columns.len() {
            return Err(ProblemKind::Columns { found: words.len() + shift, expected: self.columns.len() });
        }
        let device = if self.table == Table::Cpu { "" } else { words[self.device_place] };
        let at = line.at(self.time.unwrap_or(At::Index(self.reports - 1)));
        for (place, word) in words.iter().enumerate() {
            let Some((metric, factor)) = self.columns[place + shift] else { continue };
            let value =
                scaled(word, factor).ok_or_else(|| ProblemKind::number(metric.name, word.as_bytes()))?;
            if self.since_boot == Some(self.reports) {
                continue;
            }
            let value = if metric.name == metric::SYSTEM_DISK_IO_TIME && value <= BUSY_MAX {
                value.min(1.0)
            } else {
                value
            };
            if !is_possible(metric.unit, value) {
                return Err(ProblemKind::impossible(metric.name, word.as_bytes()));
            }
            let key = format!("{place} {factor} {device} {}", metric.name);
            let source = &self.source;
            let make = || match device {
                "" => metric.of(source, &[]),
                device => metric.of(source, &[(attribute::SYSTEM_DEVICE, device)]),
            };
            if let Some(series) = self.series.get(key.as_bytes(), line.number, out, make) {
                emit(out, at, &series, value);
            }
        }
        Ok(())
    }
}

impl LineReader for Iostat {
    fn line(&mut self, line: InputLine<'_>, out: &mut dyn Output) {
        let text = line.text();
        let (before, text) = self.prefix.split(text.trim());
        let words: Vec<&str> = text.split_whitespace().collect();
        self.is_prefixed |= before.is_some();
        // Of an empty line the time before it is left.
        if words.is_empty() || self.is_prefixed && before.is_none() {
            return;
        }
        if is_title(text) {
            return self.read_title();
        }
        if let Some(table) = table(&words) {
            return self.read_header(&words, table, before);
        }
        let written = time::local(text);
        if let Some(unix_us) = written.and_then(|written| self.clock.unix_us(&written)) {
            self.time = Some(At::Wall(unix_us));
            self.is_own_time = true;
            self.watch.see(At::Wall(unix_us), &self.source, out);
            self.table = Table::None;
            return;
        }
        let read = match self.table {
            Table::None => Err(ProblemKind::unrecognised(line.bytes)),
            _ => self.row(&line, &words, out),
        };
        if let Err(kind) = read {
            out.problem(Problem { line: line.number, kind });
        }
    }
}

/// `Linux 6.18.44 (host) 11/21/26 _x86_64_ (2 CPU)`.
fn is_title(text: &str) -> bool {
    text.starts_with("Linux ") && text.ends_with(')')
}

fn table(words: &[&str]) -> Option<Table> {
    // sar, mpstat and pidstat have names of these columns, too.
    if ["CPU", "DEV", "IFACE", "PID"].iter().any(|name| words.contains(name)) || words.contains(&"KB/t") {
        return None;
    }
    if words.contains(&"%idle") && words.contains(&"%iowait") {
        return Some(Table::Cpu);
    }
    ["tps", "r/s", "%util"].iter().any(|name| words.contains(name)).then_some(Table::Device)
}

/// A number; with `-h` it has a unit of its own, which replaces that of the column.
fn scaled(word: &str, factor: f64) -> Option<f64> {
    let own = match word.as_bytes().last()? {
        b'k' => Some(1024.0),
        b'M' => Some(1_048_576.0),
        b'G' => Some(1_073_741_824.0),
        b'T' => Some(1_099_511_627_776.0),
        b'%' => Some(0.01),
        _ => None,
    };
    match own {
        Some(own) => Some(scale(decimal(&word[..word.len() - 1])?, own)),
        None => Some(scale(decimal(word)?, factor)),
    }
}

pub fn recognise(lines: &[String]) -> bool {
    let mut prefix = LinePrefix::new(WallClock::new(jiff::tz::TimeZone::UTC));
    lines.iter().any(|line| {
        let (_, line) = prefix.split(line);
        table(&line.split_whitespace().collect::<Vec<_>>()).is_some()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dump::Dump;
    use crate::reader::Reader;
    use crate::text::Lines;

    fn dump(log: &str, options: &ReaderOptions) -> String {
        let mut dump = Dump::default();
        let mut reader = Lines::new(Iostat::new(options));
        reader.read(log.as_bytes(), None, &mut dump);
        reader.finish(&mut dump);
        dump.text
    }

    const EXTENDED: &str = "\
Linux 6.18.44 (vm) \t11/21/26 \t_x86_64_\t(2 CPU)

11/21/26 08:22:16
avg-cpu:  %user   %nice %system %iowait  %steal   %idle
          18.10    0.36    7.82    0.29    0.03   73.41

Device            r/s     rkB/s   rrqm/s  %rrqm r_await rareq-sz     f/s f_await  aqu-sz  %util
vda             99.28   4973.27     7.55   7.07    1.49    50.09    4.08    0.06    0.16   1.02


11/21/26 08:22:17
avg-cpu:  %user   %nice %system %iowait  %steal   %idle
           4.98   85.57    7.96    0.00    1.49    0.00

Device            r/s     rkB/s   rrqm/s  %rrqm r_await rareq-sz     f/s f_await  aqu-sz  %util
vda              2.00   1140.00     0.00   0.00    1.00   570.00    0.00    0.00    0.00   0.40
";

    #[test]
    fn reports_after_the_first_are_read() {
        insta::assert_snapshot!(dump(EXTENDED, &ReaderOptions::default()), @"
        2026-11-21T08:22:17Z system.cpu.utilization{cpu.mode=user} 0.049800000000000004 1
        2026-11-21T08:22:17Z system.cpu.utilization{cpu.mode=nice} 0.8556999999999999 1
        2026-11-21T08:22:17Z system.cpu.utilization{cpu.mode=system} 0.0796 1
        2026-11-21T08:22:17Z system.cpu.utilization{cpu.mode=iowait} 0 1
        2026-11-21T08:22:17Z system.cpu.utilization{cpu.mode=steal} 0.0149 1
        2026-11-21T08:22:17Z system.cpu.utilization{cpu.mode=idle} 0 1
        2026-11-21T08:22:17Z system.disk.operations{disk.io.direction=read,system.device=vda} 2 {operation}/s rate
        2026-11-21T08:22:17Z system.disk.io{disk.io.direction=read,system.device=vda} 1167360 By/s rate
        2026-11-21T08:22:17Z system.disk.merged{disk.io.direction=read,system.device=vda} 0 {operation}/s rate
        2026-11-21T08:22:17Z system.disk.operation.duration{disk.io.direction=read,system.device=vda} 0.001 s
        2026-11-21T08:22:17Z system.disk.operations{disk.io.direction=flush,system.device=vda} 0 {operation}/s rate
        2026-11-21T08:22:17Z system.disk.operation.duration{disk.io.direction=flush,system.device=vda} 0 s
        2026-11-21T08:22:17Z system.disk.queue.length{system.device=vda} 0 {operation}
        2026-11-21T08:22:17Z system.disk.io_time{system.device=vda} 0.004 1 rate
        ");
    }

    #[test]
    fn reports_without_times_are_numbered_and_the_device_may_come_last() {
        let log = "\
      tps    MB_read/s    MB_wrtn/s    MB_dscd/s    MB_read    MB_wrtn    MB_dscd Device
   127,24         4,9M         2,5M       890,5k      52,0G      27,2G       9,3G vda

      tps    MB_read/s    MB_wrtn/s    MB_dscd/s    MB_read    MB_wrtn    MB_dscd Device
     7,50         1,0M         0,0k         0,0k      52,0G      27,2G       9,3G vda
     1,00         x            0,0k         0,0k      52,0G      27,2G       9,3G vdb
     1,00
";
        insta::assert_snapshot!(dump(log, &ReaderOptions::default()), @r#"
        #1 system.disk.operations{system.device=vda} 7.5 {operation}/s rate
        #1 system.disk.io{disk.io.direction=read,system.device=vda} 1048576 By/s rate
        #1 system.disk.io{disk.io.direction=write,system.device=vda} 0 By/s rate
        #1 system.disk.io{disk.io.direction=discard,system.device=vda} 0 By/s rate
        #1 system.disk.operations{system.device=vdb} 1 {operation}/s rate
        ! input:6: system.disk.io: "x" is not a number
        ! input:7: a row of 1 columns under a header of 8
        "#);
    }

    #[test]
    fn old_columns_are_known_and_the_first_report_can_count() {
        let log = "\
Device:         rrqm/s   wrqm/s     r/s     w/s    rsec/s    wMB/s avgrq-sz avgqu-sz   await  svctm  %util
sda               0.00     0.00    1.00    0.00      2.00     0.50     8.00     0.25    5.00   1.00   50.00
";
        let options = ReaderOptions { first_row: FirstRow::Counts, ..ReaderOptions::default() };
        insta::assert_snapshot!(dump(log, &options), @"
        #0 system.disk.merged{disk.io.direction=read,system.device=sda} 0 {operation}/s rate
        #0 system.disk.merged{disk.io.direction=write,system.device=sda} 0 {operation}/s rate
        #0 system.disk.operations{disk.io.direction=read,system.device=sda} 1 {operation}/s rate
        #0 system.disk.operations{disk.io.direction=write,system.device=sda} 0 {operation}/s rate
        #0 system.disk.io{disk.io.direction=read,system.device=sda} 1024 By/s rate
        #0 system.disk.io{disk.io.direction=write,system.device=sda} 524288 By/s rate
        #0 system.disk.queue.length{system.device=sda} 0.25 {operation}
        #0 system.disk.operation.duration{system.device=sda} 0.005 s
        #0 system.disk.io_time{system.device=sda} 0.5 1 rate
        ");
    }
}
