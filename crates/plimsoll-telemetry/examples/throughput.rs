//! How fast a file is read: `throughput FILE [FORMAT] [PATTERN]`. Prints megabytes per second of CPU time of the reader
//! (one thread), its peak of memory, and beside it the speed of counting lines alone. The file is streamed, so reading
//! it from the cache is part of both.

use plimsoll_run::{Reading, ServerEvent};
use plimsoll_telemetry::{
    Format, Output, Problem, ReadProblems, ReaderOptions, RequestRow, read_all, recognise,
};
use rustix::time::{ClockId, clock_gettime};
use std::io::{Read, Write};

#[derive(Default)]
struct Counts {
    readings: u64,
    events: u64,
    requests: u64,
    failed: u64,
    duration_us: u64,
    problems: ReadProblems,
}

impl Output for Counts {
    fn reading(&mut self, _reading: Reading) {
        self.readings += 1;
    }

    fn event(&mut self, _event: ServerEvent) {
        self.events += 1;
    }

    fn request(&mut self, request: &RequestRow<'_>) {
        self.requests += 1;
        self.failed += u64::from(!request.success);
        self.duration_us += request.duration_us.unwrap_or(0);
    }

    fn problem(&mut self, problem: Problem) {
        self.problems.push(problem);
    }
}

/// Counts lines and nothing else.
#[derive(Default)]
struct Lines(u64);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0 += memchr::memchr_iter(b'\n', bytes).count() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// CPU time of this thread.
fn cpu_s() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// The most memory that was resident.
fn peak_kb() -> Result<u64, Box<dyn std::error::Error>> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).ok_or("no VmHWM")?;
    Ok(line.trim().trim_end_matches(" kB").parse()?)
}

#[expect(clippy::print_stdout, reason = "an example speaks to a terminal")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("usage: throughput FILE [FORMAT] [PATTERN]")?;
    let format = match arguments.next() {
        Some(name) => Format::named(&name)?,
        None => {
            let mut head = Vec::new();
            std::fs::File::open(&path)?.take(64 * 1024).read_to_end(&mut head)?;
            recognise(&head).ok_or("the format is not recognised")?
        }
    };
    let options = ReaderOptions { pattern: arguments.next(), ..ReaderOptions::default() };

    let start_s = cpu_s();
    let mut lines = Lines::default();
    let bytes = std::io::copy(&mut std::fs::File::open(&path)?, &mut lines)?;
    let (lines, lines_s) = (lines.0, cpu_s() - start_s);

    let mut counts = Counts::default();
    let mut reader = format.reader(&options)?;
    let start_s = cpu_s();
    read_all(&mut std::fs::File::open(&path)?, reader.as_mut(), &mut counts)?;
    let read_s = cpu_s() - start_s;

    let megabytes = bytes as f64 / 1e6;
    println!(
        "{path}: {}, {megabytes:.1} MB, {lines} lines: {:.0} MB/s ({:.2} million lines/s), peak {} MB; lines alone {:.0} MB/s",
        format.name,
        megabytes / read_s,
        lines as f64 / 1e6 / read_s,
        peak_kb()? / 1024,
        megabytes / lines_s,
    );
    println!(
        "  {} requests ({} failed, {:.3} s in all), {} readings, {} events, {} problems",
        counts.requests,
        counts.failed,
        counts.duration_us as f64 / 1e6,
        counts.readings,
        counts.events,
        counts.problems.first.len() as u64 + counts.problems.further,
    );
    for problem in counts.problems.first.iter().take(5) {
        println!("  {}", problem.in_file(&path));
    }
    Ok(())
}
