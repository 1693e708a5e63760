//! The mix in words and figures.

use super::{Mix, Route};
use std::fmt::Write;

/// The routes by how often they are asked for, then the times.
pub fn table(mix: &Mix, routes: &[(&(String, String), &Route)]) -> String {
    let mut out = String::new();
    let mut line = |text: String| writeln!(out, "{text}").expect("writing to memory can't fail");
    line(format!("{:>7}  {:>10}  {:>8}  {:>9}  route", "share", "requests", "failed", "p95"));
    for ((method, pattern), route) in routes {
        let share = 100.0 * route.count as f64 / mix.requests.max(1) as f64;
        let p95 = route.p95_us().map_or_else(|| "-".to_owned(), milliseconds);
        let path = pattern.replace("{}", "{id}");
        line(format!("{share:>5.1} %  {:>10}  {:>8}  {p95:>9}  {method} {path}", route.count, route.failed));
    }
    let retained: u64 = routes.iter().map(|(_, route)| route.count).sum();
    let others = mix.requests.saturating_sub(retained);
    if others > 0 {
        let share = 100.0 * others as f64 / mix.requests as f64;
        let count = mix.routes.len().saturating_sub(routes.len());
        line(format!("{share:>5.1} %  {others:>10}  {:>8}  {:>9}  {count} other routes", "", ""));
    }
    line(format!("{} requests", mix.requests));
    for (count, what) in
        [(mix.static_files, "static files left out"), (mix.malformed, "without a method or a path")]
    {
        if count > 0 {
            line(format!("{count} {what}"));
        }
    }
    for text in times(mix) {
        line(text);
    }
    out
}

/// `busiest hour 2026-03-04T10:00:00Z: 5.2/s`.
pub fn times(mix: &Mix) -> Vec<String> {
    let arrivals = &mix.arrivals;
    let mean = arrivals.mean_per_s().map(|per_s| format!("mean: {}", rate(per_s)));
    let hour = arrivals
        .busiest_hour()
        .map(|(start, per_s)| format!("busiest hour {}: {}", moment(start), rate(per_s)));
    let minute = arrivals
        .peak_minute()
        .map(|(start, per_s)| format!("peak minute {}: {}", moment(start), rate(per_s)));
    let hours = arrivals.hours();
    // One hour says no more than the mean.
    let hours = hours
        .iter()
        .filter(|_| hours.len() > 1)
        .map(|(start, count)| format!("hour {}: {count} requests", moment(*start)));
    [mean, hour, minute].into_iter().flatten().chain(hours).collect()
}

fn rate(per_s: f64) -> String {
    match per_s {
        per_s if per_s >= 100.0 => format!("{per_s:.0}/s"),
        per_s if per_s >= 1.0 => format!("{per_s:.1}/s"),
        per_s => format!("{:.2}/min", per_s * 60.0),
    }
}

fn milliseconds(us: u64) -> String {
    match us {
        us if us >= 10_000 => format!("{} ms", us / 1000),
        us => format!("{:.1} ms", us as f64 / 1000.0),
    }
}

fn moment(us: i64) -> String {
    jiff::Timestamp::from_microsecond(us).map_or_else(|_| us.to_string(), |time| time.to_string())
}
