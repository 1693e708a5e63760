//! How fast a file is read: `throughput FILE [FORMAT] [PATTERN]`. Prints megabytes per second of the reader beside
//! those of counting lines alone, both from memory (the file is read once before).

use plimsoll_run::{Reading, ServerEvent};
use plimsoll_telemetry::{Format, Options, Output, Problem, Problems, Request, read_all, recognise};
use std::time::Instant;

#[derive(Default)]
struct Counts {
    readings: u64,
    events: u64,
    requests: u64,
    failed: u64,
    duration_us: u64,
    problems: Problems,
}

impl Output for Counts {
    fn reading(&mut self, _reading: Reading) {
        self.readings += 1;
    }

    fn event(&mut self, _event: ServerEvent) {
        self.events += 1;
    }

    fn request(&mut self, request: &Request<'_>) {
        self.requests += 1;
        self.failed += u64::from(!request.success);
        self.duration_us += request.duration_us.unwrap_or(0);
    }

    fn problem(&mut self, problem: Problem) {
        self.problems.push(problem);
    }
}

#[expect(clippy::print_stdout, reason = "an example speaks to a terminal")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("usage: throughput FILE [FORMAT] [PATTERN]")?;
    let bytes = std::fs::read(&path)?;
    let format = match arguments.next() {
        Some(name) => Format::named(&name)?,
        None => recognise(&bytes).ok_or("the format is not recognised")?,
    };
    let options = Options { pattern: arguments.next(), ..Options::default() };

    let mut counts = Counts::default();
    let mut reader = format.reader(&options)?;
    let start = Instant::now();
    read_all(&mut bytes.as_slice(), reader.as_mut(), &mut counts)?;
    let read_s = start.elapsed().as_secs_f64();

    let start = Instant::now();
    let lines = memchr::memchr_iter(b'\n', &bytes).count();
    let lines_s = start.elapsed().as_secs_f64();

    let megabytes = bytes.len() as f64 / 1e6;
    println!(
        "{path}: {}, {megabytes:.1} MB, {lines} lines: {:.0} MB/s ({:.2} million lines/s); lines alone {:.0} MB/s",
        format.name,
        megabytes / read_s,
        lines as f64 / 1e6 / read_s,
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
