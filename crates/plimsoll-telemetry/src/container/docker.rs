//! `docker stats`, streaming or `--no-stream` in a loop: the table, `--format json` (`{{json .}}`), and the Docker API's
//! own answers (`GET /containers/NAME/stats` and `/json`, one JSON object a line; see [`super::api`], [`super::inspect`]). `podman stats` too.
//!
//! Defaults: CPU in per cent of one core. Memory in binary units, without the page cache's inactive files; network and
//! block traffic in decimal units with three digits, cumulative since the container's start.
//!
//! Traps: a table has no clock: frames (each begins with the header) are numbered from 0, unless a line with a date stands
//! before each, as `date; docker stats --no-stream` in a loop writes it. `--` stands for what is
//! unknown. A redirected table is full of terminal codes. Three digits make rates of large totals coarse: at 100 GB a
//! step is 1 GB; the API has whole bytes. What the first frame says of the CPU is 0.

use super::api;
use super::inspect::{self, Inspected};
use crate::number::{decimal, scale, size_bytes};
use crate::options::ReaderOptions;
use crate::prefix::date_alone;
use crate::problem::{Problem, ProblemKind};
use crate::reader::{InputLine, LineReader, Output};
use crate::series::{MetricSpec, ResettableTotal, SeriesSet, emit, is_possible, restart};
use crate::time::WallClock;
use plimsoll_run::ReadingKind::{Counter, Gauge};
use plimsoll_run::metric::{self, attribute};
use plimsoll_run::{At, Instance, Source};
use serde_json::Value;
use std::collections::HashMap;

pub(super) const CPU_USAGE: MetricSpec = MetricSpec::new(metric::CONTAINER_CPU_USAGE, "{cpu}", Gauge);
pub(super) const MEMORY: MetricSpec = MetricSpec::new(metric::CONTAINER_MEMORY_USAGE, "By", Gauge);
pub(super) const MEMORY_LIMIT: MetricSpec = MetricSpec::new(metric::CONTAINER_MEMORY_LIMIT, "By", Gauge);
pub(super) const PROCESSES: MetricSpec = MetricSpec::new("container.process.count", "{process}", Gauge);
const NETWORK: MetricSpec = MetricSpec::new(metric::CONTAINER_NETWORK_IO, "By", Counter);
const DISK: MetricSpec = MetricSpec::new(metric::CONTAINER_DISK_IO, "By", Counter);
pub(super) const RECEIVED: MetricSpec = NETWORK.with(&[(attribute::NETWORK_IO_DIRECTION, "receive")]);
pub(super) const TRANSMITTED: MetricSpec = NETWORK.with(&[(attribute::NETWORK_IO_DIRECTION, "transmit")]);
pub(super) const READ: MetricSpec = DISK.with(&[(attribute::DISK_IO_DIRECTION, "read")]);
pub(super) const WRITTEN: MetricSpec = DISK.with(&[(attribute::DISK_IO_DIRECTION, "write")]);

/// Per cent of one core: those of a machine of 4,096 cores.
const CPU_PERCENT_MAX: f64 = 409_600.0;
/// Containers met at most; what belongs to further ones is left out.
const CONTAINERS_MAX: usize = 10_000;

pub struct DockerStats {
    host: String,
    columns: Vec<Column>,
    /// Headers met.
    frames: u64,
    /// Of the date before the frame.
    frame_at: Option<At>,
    clock: WallClock,
    containers: HashMap<String, Container>,
    inspected: Inspected,
    series: SeriesSet,
}

#[derive(Default)]
struct Container {
    /// Rows met, for JSON lines, which have no header.
    rows: u64,
    received: ResettableTotal,
}

#[derive(Clone, Copy, PartialEq)]
enum Column {
    Id,
    Name,
    Cpu,
    MemoryUsage,
    Network,
    Disk,
    Processes,
    Other,
}

impl Column {
    fn named(name: &str) -> Column {
        match name {
            "CONTAINER ID" | "CONTAINER" | "ID" | "Container" => Column::Id,
            "NAME" | "Name" => Column::Name,
            "CPU %" | "CPUPerc" | "cpu_percent" => Column::Cpu,
            "MEM USAGE / LIMIT" | "MemUsage" | "mem_usage" => Column::MemoryUsage,
            "NET I/O" | "NET IO" | "NetIO" | "net_io" => Column::Network,
            "BLOCK I/O" | "BLOCK IO" | "BlockIO" | "block_io" => Column::Disk,
            "PIDS" | "PIDs" | "pids" => Column::Processes,
            "id" => Column::Id,
            "name" => Column::Name,
            _ => Column::Other,
        }
    }
}

impl DockerStats {
    pub fn new(options: &ReaderOptions) -> DockerStats {
        DockerStats {
            host: options.source.host.clone(),
            columns: Vec::new(),
            frames: 0,
            frame_at: None,
            clock: WallClock::new(options.time_zone.clone()),
            containers: HashMap::new(),
            inspected: Inspected::default(),
            series: SeriesSet::default(),
        }
    }

    fn table_row(
        &mut self,
        line: &InputLine<'_>,
        text: &str,
        out: &mut dyn Output,
    ) -> Result<(), ProblemKind> {
        let cells = cells(text);
        if self.columns.is_empty() {
            return Err(ProblemKind::NoHeader);
        }
        if cells.len() != self.columns.len() {
            return Err(ProblemKind::Columns { found: cells.len(), expected: self.columns.len() });
        }
        let row: Vec<(Column, &str)> = self.columns.iter().copied().zip(cells).collect();
        let at = line.at(self.frame_at.unwrap_or(At::Index(self.frames - 1)));
        self.row(at, &row, line.number, out)
    }

    fn json_row(
        &mut self,
        line: &InputLine<'_>,
        text: &str,
        out: &mut dyn Output,
    ) -> Result<(), ProblemKind> {
        let value: Value =
            serde_json::from_str(text).map_err(|e| ProblemKind::Json { cause: e.to_string() })?;
        if api::is_stats(&value) {
            return api::read(&value, &self.host, line, &mut self.series, out);
        }
        if inspect::is_inspection(&value) {
            self.inspected.read(&value, &self.host, line, out);
            return Ok(());
        }
        let object = value.as_object().ok_or_else(|| ProblemKind::unrecognised(line.bytes))?;
        let row: Vec<(Column, &str)> = object
            .iter()
            .filter_map(|(name, value)| Some((Column::named(name), value.as_str()?)))
            .filter(|(column, _)| *column != Column::Other)
            .collect();
        let index =
            name(&row).and_then(|name| self.containers.get(name)).map_or(0, |container| container.rows);
        self.row(line.at(At::Index(index)), &row, line.number, out)
    }

    fn row(
        &mut self,
        at: At,
        row: &[(Column, &str)],
        line: u64,
        out: &mut dyn Output,
    ) -> Result<(), ProblemKind> {
        let name =
            name(row).ok_or_else(|| ProblemKind::Malformed { text: "a row without a name".to_owned() })?;
        let values = values(row)?;
        let source = Source { host: self.host.clone(), instance: Instance::Container(name.to_owned()) };
        if self.containers.contains_key(name) || self.containers.len() < CONTAINERS_MAX {
            let container = self.containers.entry(name.to_owned()).or_default();
            container.rows += 1;
            let received = values.iter().find(|(metric, _)| *metric == RECEIVED).map(|(_, value)| *value);
            if let Some(before) = received.and_then(|now| container.received.fell(now)) {
                let text = format!("received bytes fell from {before} to {}", received.unwrap_or(0.0));
                out.event(restart(at, &source, text));
            }
        }
        for (metric, value) in values {
            let key = format!("{name}\0{}\0{:?}", metric.name, metric.attributes);
            if let Some(series) = self.series.get(key.as_bytes(), line, out, || metric.of(&source, &[])) {
                emit(out, at, &series, value);
            }
        }
        Ok(())
    }
}

impl LineReader for DockerStats {
    fn line(&mut self, line: InputLine<'_>, out: &mut dyn Output) {
        let text = line.text();
        let text = text.trim();
        if text.is_empty() {
            return;
        }
        if let Some(unix_us) = date_alone(text, &mut self.clock) {
            self.frame_at = Some(At::Wall(unix_us));
            return;
        }
        let read = if text.starts_with('{') {
            self.json_row(&line, text, out)
        } else if is_header(text) {
            self.columns = cells(text).into_iter().map(Column::named).collect();
            self.frames += 1;
            Ok(())
        } else {
            self.table_row(&line, text, out)
        };
        if let Err(kind) = read {
            out.problem(Problem { line: line.number, kind });
        }
    }
}

/// The name, or else the id.
fn name<'a>(row: &[(Column, &'a str)]) -> Option<&'a str> {
    let of =
        |wanted| row.iter().find(|(column, text)| *column == wanted && *text != "--").map(|(_, text)| *text);
    of(Column::Name).or_else(|| of(Column::Id)).filter(|name| !name.is_empty())
}

fn values(row: &[(Column, &str)]) -> Result<Vec<(MetricSpec, f64)>, ProblemKind> {
    let mut values = Vec::new();
    for (column, text) in row {
        let pair = match column {
            Column::MemoryUsage => [MEMORY, MEMORY_LIMIT],
            Column::Network => [RECEIVED, TRANSMITTED],
            Column::Disk => [READ, WRITTEN],
            Column::Cpu | Column::Processes if text.starts_with("--") => continue,
            Column::Cpu => {
                let value = text.strip_suffix('%').and_then(decimal);
                let value = value.ok_or_else(|| ProblemKind::number("CPU %", text.as_bytes()))?;
                if !(0.0..=CPU_PERCENT_MAX).contains(&value) {
                    return Err(ProblemKind::impossible("CPU %", text.as_bytes()));
                }
                values.push((CPU_USAGE, scale(value, 0.01)));
                continue;
            }
            Column::Processes => {
                let value = decimal(text).ok_or_else(|| ProblemKind::number("PIDS", text.as_bytes()))?;
                values.push((PROCESSES, value));
                continue;
            }
            _ => continue,
        };
        for (metric, part) in pair.into_iter().zip(text.split('/')) {
            let part = part.trim();
            if !part.starts_with("--") {
                let value =
                    size_bytes(part).ok_or_else(|| ProblemKind::number(metric.name, part.as_bytes()))?;
                if !is_possible("By", value) {
                    return Err(ProblemKind::impossible(metric.name, part.as_bytes()));
                }
                values.push((metric, value));
            }
        }
    }
    Ok(values)
}

/// Lines before a header by which a table is still known.
const BEFORE_HEADER_MAX: usize = 20;

/// Cells stand two spaces or more apart.
fn cells(text: &str) -> Vec<&str> {
    text.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect()
}

fn is_header(text: &str) -> bool {
    // `top` of some systems has a column MEM, and ps one of %CPU.
    text.contains("CPU %") && (text.contains("NAME") || text.contains("CONTAINER") || text.contains("ID"))
        || text.contains("MEM USAGE / LIMIT")
        || text.contains("NET I/O") && text.contains("BLOCK I/O")
}

pub fn recognise(lines: &[String]) -> bool {
    // A title, a date or the command may stand before the header.
    lines.iter().filter(|line| !line.trim().is_empty()).take(BEFORE_HEADER_MAX).any(|line| {
        is_header(line) && line.contains("MEM")
            || line.contains("\"CPUPerc\"")
            || line.contains("\"cpu_stats\"") && line.contains("\"precpu_stats\"")
            || line.contains("\"OOMKilled\"") && line.contains("\"StartedAt\"")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dump::Dump;
    use crate::reader::Reader;
    use crate::text::Lines;

    fn dump(log: &str) -> String {
        let mut dump = Dump::default();
        let options = ReaderOptions { source: Source::host("docker01"), ..ReaderOptions::default() };
        let mut reader = Lines::new(DockerStats::new(&options));
        reader.read(log.as_bytes(), None, &mut dump);
        reader.finish(&mut dump);
        dump.text
    }

    #[test]
    fn frames_of_a_redirected_table_are_numbered() {
        let log = "\u{1b}[2J\u{1b}[HCONTAINER ID   NAME      CPU %     MEM USAGE / LIMIT     MEM %     NET I/O           BLOCK I/O         PIDS\u{1b}[K
f1b2c3d4e5f6   minlog2   --        -- / --               --        --                --                --\u{1b}[K
\u{1b}[J\u{1b}[HCONTAINER ID   NAME      CPU %     MEM USAGE / LIMIT     MEM %     NET I/O           BLOCK I/O         PIDS\u{1b}[K
f1b2c3d4e5f6   minlog2   152.37%   1.5GiB / 3.848GiB     39.0%     1.45GB / 656kB    12.3MB / 0B       87\u{1b}[K
\u{1b}[HCONTAINER ID   NAME      CPU %     MEM USAGE / LIMIT     MEM %     NET I/O           BLOCK I/O         PIDS
f1b2c3d4e5f6   minlog2   0.50%     200MiB / 3.848GiB     5.0%      1.1kB / 0B        0B / 0B           12
f1b2c3d4e5f6   minlog2   0.50%
f1b2c3d4e5f6   minlog2   much      200MiB / 3.848GiB     5.0%      1.1kB / 0B        0B / 0B           12
";
        insta::assert_snapshot!(dump(log), @r#"
        #1 docker01 container minlog2 container.cpu.usage 1.5237 {cpu}
        #1 docker01 container minlog2 container.memory.usage 1610612736 By
        #1 docker01 container minlog2 container.memory.limit 4131758539 By
        #1 docker01 container minlog2 container.network.io{network.io.direction=receive} 1450000000 By total
        #1 docker01 container minlog2 container.network.io{network.io.direction=transmit} 656000 By total
        #1 docker01 container minlog2 container.disk.io{disk.io.direction=read} 12300000 By total
        #1 docker01 container minlog2 container.disk.io{disk.io.direction=write} 0 By total
        #1 docker01 container minlog2 container.process.count 87 {process}
        #2 docker01 container minlog2 event restart: received bytes fell from 1450000000 to 1100
        #2 docker01 container minlog2 container.cpu.usage 0.005 {cpu}
        #2 docker01 container minlog2 container.memory.usage 209715200 By
        #2 docker01 container minlog2 container.memory.limit 4131758539 By
        #2 docker01 container minlog2 container.network.io{network.io.direction=receive} 1100 By total
        #2 docker01 container minlog2 container.network.io{network.io.direction=transmit} 0 By total
        #2 docker01 container minlog2 container.disk.io{disk.io.direction=read} 0 By total
        #2 docker01 container minlog2 container.disk.io{disk.io.direction=write} 0 By total
        #2 docker01 container minlog2 container.process.count 12 {process}
        ! input:7: a row of 3 columns under a header of 8
        ! input:8: CPU %: "much" is not a number
        "#);
    }

    #[test]
    fn json_lines_are_read() {
        let log = r#"{"BlockIO":"4.1MB / 8.19kB","CPUPerc":"0.07%","Container":"cafe","ID":"cafe","MemPerc":"0.10%","MemUsage":"19.5MiB / 19.3GiB","Name":"web","NetIO":"1.2kB / 648B","PIDs":"5"}
{"BlockIO":"4.1MB / 8.19kB","CPUPerc":"1.00%","Container":"cafe","ID":"cafe","MemPerc":"0.10%","MemUsage":"19.5MiB / 19.3GiB","Name":"web","NetIO":"1.3kB / 648B","PIDs":"5"}
{"cut":
"#;
        insta::assert_snapshot!(dump(log), @"
        #0 docker01 container web container.disk.io{disk.io.direction=read} 4100000 By total
        #0 docker01 container web container.disk.io{disk.io.direction=write} 8190 By total
        #0 docker01 container web container.cpu.usage 0.0007000000000000001 {cpu}
        #0 docker01 container web container.memory.usage 20447232 By
        #0 docker01 container web container.memory.limit 20723217203 By
        #0 docker01 container web container.network.io{network.io.direction=receive} 1200 By total
        #0 docker01 container web container.network.io{network.io.direction=transmit} 648 By total
        #0 docker01 container web container.process.count 5 {process}
        #1 docker01 container web container.disk.io{disk.io.direction=read} 4100000 By total
        #1 docker01 container web container.disk.io{disk.io.direction=write} 8190 By total
        #1 docker01 container web container.cpu.usage 0.01 {cpu}
        #1 docker01 container web container.memory.usage 20447232 By
        #1 docker01 container web container.memory.limit 20723217203 By
        #1 docker01 container web container.network.io{network.io.direction=receive} 1300 By total
        #1 docker01 container web container.network.io{network.io.direction=transmit} 648 By total
        #1 docker01 container web container.process.count 5 {process}
        ! input:3: not JSON: EOF while parsing a value at line 1 column 7
        ");
    }

    #[test]
    fn inspections_show_starts_and_kills() {
        let state = |started: &str, finished: &str, killed: bool, restarts: u32| {
            format!(
                r#"{{"Id":"cafe","Name":"/web","RestartCount":{restarts},"State":{{"OOMKilled":{killed},"ExitCode":137,"StartedAt":"2026-11-21T08:{started}:00Z","FinishedAt":"2026-11-21T08:{finished}:00Z"}}}}"#
            )
        };
        let log = [
            state("01", "00", false, 0),
            state("01", "02", true, 0),
            state("03", "02", false, 1),
            state("03", "02", false, 1),
            state("03", "04", false, 1),
            state("05", "04", false, 1),
        ];
        insta::assert_snapshot!(dump(&(log.join("\n") + "\n")), @"
        2026-11-21T08:02:00Z docker01 container web event oom-kill: killed for want of memory, exit code 137
        2026-11-21T08:03:00Z docker01 container web event restart: started again by its restart policy, 1 times in all
        2026-11-21T08:05:00Z docker01 container web event restart: started again
        ");
    }

    #[test]
    fn the_api_shows_its_own_time() {
        let log = r#"{"read":"2026-11-21T08:22:00.547920715Z","preread":"2026-11-21T08:21:59.5Z","name":"/web","id":"cafe","pids_stats":{"current":3},"networks":{"eth0":{"rx_bytes":5338,"tx_bytes":648},"eth1":{"rx_bytes":2,"tx_bytes":1}},"memory_stats":{"usage":6537216,"limit":67108864,"stats":{"inactive_file":1000000}},"blkio_stats":{"io_service_bytes_recursive":[{"major":8,"minor":0,"op":"read","value":7},{"major":8,"minor":0,"op":"Write","value":9}]},"cpu_stats":{"cpu_usage":{"total_usage":100093996},"online_cpus":4,"throttling_data":{"periods":10,"throttled_periods":4,"throttled_time":5000000}},"precpu_stats":{}}"#;
        insta::assert_snapshot!(dump(log), @"
        2026-11-21T08:22:00.54792Z docker01 container web container.cpu.time 0.100093996 s total
        2026-11-21T08:22:00.54792Z docker01 container web container.cpu.throttling_data.periods 10 {period} total
        2026-11-21T08:22:00.54792Z docker01 container web container.cpu.throttling_data.throttled_periods 4 {period} total
        2026-11-21T08:22:00.54792Z docker01 container web container.cpu.throttling_data.throttled_time 0.005 s total
        2026-11-21T08:22:00.54792Z docker01 container web container.memory.usage 5537216 By
        2026-11-21T08:22:00.54792Z docker01 container web container.memory.limit 67108864 By
        2026-11-21T08:22:00.54792Z docker01 container web container.network.io{network.io.direction=receive} 5340 By total
        2026-11-21T08:22:00.54792Z docker01 container web container.network.io{network.io.direction=transmit} 649 By total
        2026-11-21T08:22:00.54792Z docker01 container web container.disk.io{disk.io.direction=read} 7 By total
        2026-11-21T08:22:00.54792Z docker01 container web container.disk.io{disk.io.direction=write} 9 By total
        2026-11-21T08:22:00.54792Z docker01 container web container.process.count 3 {process}
        ");
    }
}
