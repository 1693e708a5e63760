//! What an hour of telemetry costs: `cargo run --release -p plimsoll-run --example points [HOSTS [METRICS [SECONDS]]]`
//! writes it as a live collector does, and reads it back.

#![expect(clippy::print_stdout, reason = "it is a program")]

use plimsoll_run::{
    At, End, EndReason, Reading, ReadingKind, RunHeader, RunWriter, Series, SeriesFilter, Source,
    TelemetryReader, TimeWindow,
};
use std::error::Error;
use std::sync::Arc;
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    let given: Vec<usize> = std::env::args().skip(1).map(|text| text.parse()).collect::<Result<_, _>>()?;
    let number = |place: usize, usual| given.get(place).copied().unwrap_or(usual);
    let (hosts, metrics, seconds) = (number(0, 40), number(1, 50), number(2, 3_600));
    let path = std::env::temp_dir().join(format!("plimsoll-points-{}.run", std::process::id()));
    let mut writer = RunWriter::create(&path, &RunHeader::default())?;
    let series: Vec<Vec<Arc<Series>>> = (0..hosts).map(|host| all_of(host, metrics)).collect();
    let mut random = 1_u64;
    let mut next = move || {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        random >> 33
    };
    let started = Instant::now();
    let mut totals = vec![0_u64; hosts * metrics];
    for second in 0..seconds {
        for (host, series) in series.iter().enumerate() {
            // Each host answers at its own moment, give or take a millisecond.
            let at = At::Run((second as i64) * 1_000_000 + (host as i64) * 7_919 + (next() % 1_000) as i64);
            let row: Vec<Reading> = series
                .iter()
                .enumerate()
                .map(|(metric, series)| {
                    let total = &mut totals[host * metrics + metric];
                    *total += next() % 5_000;
                    let value = match metric % 4 {
                        0 => (next() % 101) as f64 / 100.0,
                        1 => *total as f64,
                        2 => (1_000_000 + next() % 4_096) as f64 * 1_024.0,
                        _ => *total as f64 / 1_000.0,
                    };
                    Reading { at, series: Arc::clone(series), value }
                })
                .collect();
            writer.add_readings(&row)?;
        }
        writer.flush()?;
    }
    writer.finish(&End { at_us: 1, reason: EndReason::Completed })?;
    let points = hosts * metrics * seconds;
    let bytes = std::fs::metadata(&path)?.len();
    println!("{points} points written in {:.2} s", started.elapsed().as_secs_f64());
    println!("{bytes} bytes, {:.2} a point", bytes as f64 / points as f64);
    let started = Instant::now();
    let reader = TelemetryReader::open(&path)?;
    let one = SeriesFilter { host: Some("host-0".to_owned()), ..SeriesFilter::metric("metric.1") };
    let found = reader.points(&one, TimeWindow::ALL)?;
    println!(
        "one series ({} points) read in {:.1} ms",
        found[0].points.len(),
        started.elapsed().as_secs_f64() * 1e3
    );
    let started = Instant::now();
    let found = reader.points(&SeriesFilter::default(), TimeWindow::ALL)?;
    let read: usize = found.iter().map(|series| series.points.len()).sum();
    println!("all {read} points read in {:.2} s", started.elapsed().as_secs_f64());
    std::fs::remove_file(&path)?;
    Ok(())
}

fn all_of(host: usize, metrics: usize) -> Vec<Arc<Series>> {
    let of = |metric: usize| {
        Arc::new(Series {
            source: Source::host(format!("host-{host}")),
            metric: format!("metric.{metric}").into(),
            attributes: Default::default(),
            unit: "1".into(),
            kind: if metric.is_multiple_of(2) { ReadingKind::Gauge } else { ReadingKind::Counter },
        })
    };
    (0..metrics).map(of).collect()
}
