//! Titles that state what a figure shows, axis labels and legends.

use super::number::{count, fixed, per_s, significant, time};
use plimsoll_analysis::figures::{Figure, FigureKind, Quantity, Scale, Series, SeriesName};
use plimsoll_analysis::{Capacity, RunAnalysis};

/// A statement where the data allows one.
pub fn title(figure: &Figure, run: Option<&RunAnalysis>) -> String {
    let statement = run.and_then(|run| statement(figure, run));
    statement.unwrap_or_else(|| subject(figure.kind).to_owned())
}

fn subject(kind: FigureKind) -> &'static str {
    match kind {
        FigureKind::ThroughputByLoad => "Throughput against load",
        FigureKind::ResponseByLoad => "Response time against load",
        FigureKind::ThroughputOverTime => "Throughput over time",
        FigureKind::ResponseOverTime => "Response time over time",
        FigureKind::LatencyHeat => "How response times are spread over time: the darker, the more requests",
        FigureKind::ErrorsOverTime => "Errors over time",
        FigureKind::GeneratorCpuOverTime => "CPU of the load generator's workers",
        FigureKind::UsersOverTime => "Users running",
        FigureKind::PercentileCurves => "Every percentile of response time, by step",
        FigureKind::VariantThroughput => "Throughput against load, by variant",
        FigureKind::VariantMean => "Mean response time against load, by variant",
        FigureKind::VariantP95 => "95th percentile of response time against load, by variant",
    }
}

fn statement(figure: &Figure, run: &RunAnalysis) -> Option<String> {
    match figure.kind {
        FigureKind::ThroughputByLoad => {
            let [measured, ideal, ..] = figure.series.as_slice() else { return None };
            let (last, ideal) = (measured.points.last()?, ideal.points.last()?);
            let share = 100.0 * last.y? / ideal.y?;
            let users = count(last.x as u64);
            Some(format!(
                "At {users} users throughput is {}: {}\u{a0}% of proportional growth",
                per_s(last.y?),
                fixed(share, 0)
            ))
        }
        FigureKind::ResponseByLoad => {
            let p95 = figure.series.iter().find(|s| s.name == SeriesName::Percentile(95.0))?;
            let (first, last) = (p95.points.first()?, p95.points.last()?);
            let users = |x: f64| count(x as u64);
            Some(format!(
                "p95 is {} at {} users and {} at {}",
                time(first.y?),
                users(first.x),
                time(last.y?),
                users(last.x)
            ))
        }
        FigureKind::ThroughputOverTime => {
            if let Capacity::OneLoad { best } = &run.capacity {
                return Some(format!(
                    "Throughput over time: {} on average",
                    per_s(best.throughput_per_s.value)
                ));
            }
            let best = run.capacity.best()?;
            Some(format!(
                "Throughput over time; highest in step {}: {}",
                best.step,
                per_s(best.throughput_per_s.value)
            ))
        }
        FigureKind::ErrorsOverTime => {
            let errors: u64 = run.steps.iter().map(|s| s.errors).sum();
            Some(format!("Errors over time: {} in the measured windows", count(errors)))
        }
        FigureKind::GeneratorCpuOverTime => {
            let max = run.steps.iter().filter_map(|s| s.generator.cpu_percent_max()).reduce(f64::max)?;
            Some(format!(
                "CPU of the load generator's workers: at most {}\u{a0}% of a core in a second",
                fixed(max, 0)
            ))
        }
        _ => None,
    }
}

/// What one point stands for, and how to read the marks.
pub fn note(figure: &Figure) -> Option<String> {
    let steps = if figure.steps.len() > 1 {
        " Shaded: the measured window of each step, with its number."
    } else {
        ""
    };
    match figure.kind {
        FigureKind::ThroughputByLoad => {
            Some("Bars: 95 % interval, where it is wider than the mark. Dashed: in proportion to load, through the first step.".to_owned())
        }
        FigureKind::VariantThroughput => Some("Mean over repeats; bars: smallest and largest.".to_owned()),
        FigureKind::VariantMean | FigureKind::VariantP95 => {
            Some("From the merged histograms of all repeats.".to_owned())
        }
        FigureKind::PercentileCurves => {
            Some("Each step to the right means ten times fewer requests are slower.".to_owned())
        }
        FigureKind::ResponseByLoad => limits_left_out(figure),
        _ => {
            let point =
                figure.point_s.filter(|s| *s > 1).map(|s| format!("One point is {s} s.")).unwrap_or_default();
            let shades = match figure.kind {
                FigureKind::LatencyHeat => " Shades are logarithmic: one slow request shows beside thousands of fast ones.",
                _ => "",
            };
            let left_out = limits_left_out(figure).map(|text| format!(" {text}")).unwrap_or_default();
            let text = format!("{point}{steps}{shades}{left_out}").trim().to_owned();
            (!text.is_empty()).then_some(text)
        }
    }
}

/// Limits so far above everything measured that the figure would show nothing else.
fn limits_left_out(figure: &Figure) -> Option<String> {
    let far: Vec<String> = figure
        .limits
        .iter()
        .filter(|limit| !crate::drawing::shows_limit(figure, limit))
        .map(|limit| limit.requirement.clone())
        .collect();
    (!far.is_empty()).then(|| format!("Far above this figure: the limit of {}.", super::number::listed(&far)))
}

pub fn axis(quantity: Quantity, scale: Scale) -> String {
    let name = match quantity {
        Quantity::TimeS => "time since start",
        Quantity::Users => "users",
        Quantity::ThroughputPerS => "successful requests per second",
        Quantity::ResponseUs => "response time",
        Quantity::ErrorsPerS => "errors per second",
        Quantity::CpuPercent => "% of one core",
        Quantity::PercentileNines => "percentile",
    };
    match scale {
        Scale::Linear => name.to_owned(),
        Scale::Log => format!("{name}, logarithmic"),
    }
}

/// A tick on an axis.
pub fn tick(quantity: Quantity, value: f64) -> String {
    match quantity {
        Quantity::TimeS => super::time::since_start(value),
        Quantity::ResponseUs if value <= 0.0 => "0".to_owned(),
        Quantity::ResponseUs if value < 1e3 => format!("{} µs", plain(value)),
        Quantity::ResponseUs if value < 1e6 => format!("{} ms", plain(value / 1e3)),
        Quantity::ResponseUs => format!("{} s", plain(value / 1e6)),
        Quantity::PercentileNines => percentile(value),
        _ => plain(value),
    }
}

fn percentile(nines: f64) -> String {
    match nines.round() as i64 {
        0 => "p50".to_owned(),
        1 => "p90".to_owned(),
        2 => "p99".to_owned(),
        n => format!("p99.{}", "9".repeat((n - 2) as usize)),
    }
}

/// As many decimals as a round tick needs.
fn plain(value: f64) -> String {
    let decimals =
        (0..4).find(|d| ((value * 10_f64.powi(*d)).round() / 10_f64.powi(*d) - value).abs() < 1e-9);
    fixed(value, decimals.unwrap_or(4) as usize)
}

pub fn series(series: &Series) -> String {
    series_name(&series.name)
}

pub fn series_name(name: &SeriesName) -> String {
    match name {
        SeriesName::Throughput => "measured".to_owned(),
        SeriesName::Ideal => "in proportion to load".to_owned(),
        SeriesName::Percentile(percent) => format!("p{percent}"),
        SeriesName::Mean => "mean".to_owned(),
        SeriesName::Errors => "errors".to_owned(),
        SeriesName::Failed => "failed per second".to_owned(),
        SeriesName::Worker(number) => format!("worker {number}"),
        SeriesName::Users => "users".to_owned(),
        SeriesName::Step { number, users } => format!("step {number} ({} users)", count(u64::from(*users))),
        SeriesName::Variant(name) => super::run::variant(name).to_owned(),
    }
}

/// What a reader who sees no picture is told.
pub fn description(figure: &Figure) -> String {
    let range = |points: &[plimsoll_analysis::figures::Point]| {
        let values = || points.iter().filter_map(|p| p.y);
        let (low, high) = (values().reduce(f64::min)?, values().reduce(f64::max)?);
        let text = |v: f64| match figure.y.quantity {
            Quantity::ResponseUs => time(v),
            _ => significant(v, 3),
        };
        Some(format!("from {} to {}", text(low), text(high)))
    };
    let each = figure.series.iter().filter_map(|s| Some(format!("{} {}", series(s), range(&s.points)?)));
    let parts: Vec<String> = each.collect();
    let axis = |quantity| axis(quantity, Scale::Linear);
    format!("{} against {}. {}", axis(figure.y.quantity), axis(figure.x.quantity), parts.join("; "))
}
