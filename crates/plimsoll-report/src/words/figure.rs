//! Titles that state what a figure shows, axis labels and legends.

use super::Words;
use plimsoll_analysis::figures::{Figure, FigureKind, Quantity, Scale, Series, SeriesName, WindowMark};
use plimsoll_analysis::{Capacity, RunAnalysis};

/// A statement where the data allows one.
pub fn title(words: &Words, figure: &Figure, run: Option<&RunAnalysis>) -> String {
    let statement = run.and_then(|run| statement(words, figure, run));
    statement.unwrap_or_else(|| subject(words, figure.kind).to_owned())
}

fn subject(words: &Words, kind: FigureKind) -> &'static str {
    match kind {
        FigureKind::ThroughputByLoad => "Throughput against load",
        FigureKind::ResponseByLoad => "Response time against load",
        FigureKind::ThroughputOverTime => "Throughput over time",
        FigureKind::RateSearch => "What each window of the search measured at its rate",
        FigureKind::ServiceOverTime => "Service time over time, from the actual start",
        FigureKind::ArrivalsOverTime => "Arrivals over time",
        FigureKind::ResponseOverTime => "Response time over time",
        FigureKind::LatencyHeat => "How response times are spread over time: the darker, the more requests",
        FigureKind::ErrorsOverTime => "Errors over time",
        FigureKind::GeneratorCpuOverTime => "CPU of the load generator's workers",
        FigureKind::UsersOverTime => "Users running",
        FigureKind::PercentileCurves => "Every percentile of response time, by step",
        FigureKind::VariantThroughput => "Throughput against load, by variant",
        FigureKind::VariantMean => "Mean response time against load, by variant",
        FigureKind::VariantP95 => "95th percentile of response time against load, by variant",
        FigureKind::Server(kind) => super::panel::panel(words, kind),
    }
}

fn statement(words: &Words, figure: &Figure, run: &RunAnalysis) -> Option<String> {
    match figure.kind {
        FigureKind::Server(kind) => Some(super::panel::title(words, figure, kind)),
        FigureKind::RateSearch => rate_search(words, run),
        FigureKind::UsersOverTime => {
            figure.series.iter().find(|series| series.name == SeriesName::Waiting)?;
            let waiting = run.steps.iter().filter_map(|step| step.arrivals.as_ref()).map(|a| a.waiting_max).max()?;
            Some(format!("Users at work, and arrivals that waited for one: up to {}", words.count(waiting)))
        }
        FigureKind::ResponseOverTime if run.has_intended_starts() => {
            Some("Response time over time, from the intended start".to_owned())
        }
        FigureKind::PercentileCurves if run.has_intended_starts() => {
            Some("Every percentile of response time (from the intended start) and service time (from the actual)".to_owned())
        }
        FigureKind::LatencyHeat if run.has_intended_starts() => Some(
            "How response times (from the intended start) are spread over time: the darker, the more requests".to_owned(),
        ),
        FigureKind::ArrivalsOverTime => {
            let dropped = run.total.dropped;
            let told = if dropped > 0 {
                format!("{} were dropped", words.count(dropped))
            } else {
                "none was dropped".to_owned()
            };
            Some(format!("Arrivals over time; in the measured windows {told}"))
        }
        FigureKind::ThroughputByLoad => {
            let [measured, ideal, ..] = figure.series.as_slice() else { return None };
            let (last, ideal) = (measured.points.last()?, ideal.points.last()?);
            let share = 100.0 * last.y? / ideal.y?;
            let load = of_load(words, figure, last.x);
            Some(format!(
                "At {load} throughput is {}: {}\u{a0}% of proportional growth",
                words.per_s(last.y?),
                words.fixed(share, 0)
            ))
        }
        FigureKind::ResponseByLoad => {
            let p95 = figure.series.iter().find(|s| s.name == SeriesName::Percentile(95.0))?;
            let (first, last) = (p95.points.first()?, p95.points.last()?);
            let of = if figure.y.quantity == Quantity::ResponseAndServiceUs { " of response time" } else { "" };
            Some(format!(
                "p95{of} is {} at {} and {} at {}",
                words.time(first.y?),
                of_load(words, figure, first.x),
                words.time(last.y?),
                of_load(words, figure, last.x)
            ))
        }
        FigureKind::ThroughputOverTime => {
            if let Capacity::OneLoad { best } = &run.capacity {
                return Some(format!(
                    "Throughput over time: {} on average",
                    words.per_s(best.throughput_per_s.value)
                ));
            }
            if run.rate_capacity().is_some() {
                return None;
            }
            let best = run.capacity.best()?;
            Some(format!(
                "Throughput over time; highest in step {}: {}",
                best.step,
                words.per_s(best.throughput_per_s.value)
            ))
        }
        FigureKind::ErrorsOverTime => {
            let errors: u64 = run.steps.iter().map(|s| s.errors).sum();
            Some(format!("Errors over time: {} in the measured windows", words.count(errors)))
        }
        FigureKind::GeneratorCpuOverTime => {
            let max = run.steps.iter().filter_map(|s| s.generator.cpu_percent_max()).reduce(f64::max)?;
            Some(format!(
                "CPU of the load generator's workers: at most {}\u{a0}% of a core in a second",
                words.fixed(max, 0)
            ))
        }
        _ => None,
    }
}

/// `412/s asked`, `48 users`
fn of_load(words: &Words, figure: &Figure, x: f64) -> String {
    match figure.x.quantity {
        Quantity::AskedPerS => format!("{} asked", super::load::asked(words, x)),
        _ => super::load::users(words, x as u32),
    }
}

fn rate_search(words: &Words, run: &RunAnalysis) -> Option<String> {
    let search = run.rate_capacity()?;
    let measured = search.limiting.clone().unwrap_or_else(|| "p95".to_owned());
    let rate =
        |rate: &plimsoll_analysis::rate_capacity::ProbedRate| super::load::asked(words, rate.rate_per_s);
    let (holds, fails) = (search.holds.as_ref().map(rate), search.fails.as_ref().map(rate));
    Some(match (holds, fails) {
        (Some(holds), Some(fails)) => format!("{measured}: holds at {holds}, fails at {fails}"),
        (Some(holds), None) => format!("{measured}: holds up to {holds}"),
        (None, Some(fails)) => format!("{measured}: fails already at {fails}"),
        (None, None) => format!("{measured}: not decided at any rate"),
    })
}

/// What one point stands for, and how to read the marks.
pub fn note(words: &Words, figure: &Figure) -> Option<String> {
    if figure.kind.panel().is_some() {
        // Said once for all figures of servers.
        return None;
    }
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
        FigureKind::RateSearch => {
            let marks = "A mark is one window of the search; the line joins all valid windows of a rate together.";
            let left_out = limits_left_out(words, figure).map(|text| format!(" {text}")).unwrap_or_default();
            Some(format!("{marks}{left_out}"))
        }
        FigureKind::PercentileCurves if figure.y.quantity == Quantity::ResponseAndServiceUs => Some(
            "Thick: response time; thin: service time, hidden where it is the same. Each step to the right means ten times \
             fewer requests are slower."
                .to_owned(),
        ),
        FigureKind::PercentileCurves => {
            Some("Each step to the right means ten times fewer requests are slower.".to_owned())
        }
        FigureKind::ResponseByLoad => {
            let both = "Solid: response time, from the intended start. Dashed, with hollow marks: service time, from the \
                        actual start. Where they part, arrivals waited.";
            let both = (figure.y.quantity == Quantity::ResponseAndServiceUs).then(|| both.to_owned());
            let parts: Vec<String> = [both, limits_left_out(words, figure)].into_iter().flatten().collect();
            (!parts.is_empty()).then(|| parts.join(" "))
        }
        _ => {
            let point =
                figure.point_s.filter(|s| *s > 1).map(|s| format!("One point is {s} s.")).unwrap_or_default();
            let shades = match figure.kind {
                FigureKind::LatencyHeat => " Shades are logarithmic: one slow request shows beside thousands of fast ones.",
                _ => "",
            };
            let left_out = limits_left_out(words, figure).map(|text| format!(" {text}")).unwrap_or_default();
            let text = format!("{point}{steps}{shades}{left_out}").trim().to_owned();
            (!text.is_empty()).then_some(text)
        }
    }
}

/// Limits so far above everything measured that the figure would show nothing else.
fn limits_left_out(words: &Words, figure: &Figure) -> Option<String> {
    let far: Vec<String> = figure
        .limits
        .iter()
        .filter(|limit| !crate::drawing::shows_limit(figure, limit))
        .map(|limit| limit.requirement.clone())
        .collect();
    (!far.is_empty()).then(|| format!("Far above this figure: the limit of {}.", words.listed(&far)))
}

pub fn axis(words: &Words, quantity: Quantity, scale: Scale) -> String {
    let name = match quantity {
        Quantity::TimeS => "time since start",
        Quantity::Users => "users",
        Quantity::AskedPerS => "asked arrivals per second",
        Quantity::ArrivalsPerS => "arrivals per second",
        Quantity::ThroughputPerS => "successful requests per second",
        Quantity::ResponseUs => "response time",
        Quantity::ServiceUs => "service time",
        Quantity::ResponseAndServiceUs => "response and service time",
        Quantity::ErrorsPercent => "errors, % of requests",
        Quantity::ErrorsPerS => "errors per second",
        Quantity::CpuPercent => "% of one core",
        Quantity::PercentOfAllCpus => "% of all CPUs",
        Quantity::PercentOfTime => "% of the time",
        Quantity::Processes => "processes",
        Quantity::MibPerS => "MiB per second",
        Quantity::Mib => "MiB",
        Quantity::CollectionsPerMinute => "collections per minute",
        Quantity::PauseUs => "length of a pause",
        Quantity::Connections => "connections",
        Quantity::PerS => "per second",
        Quantity::Messages => "messages behind",
        Quantity::CallsPerMinute => "calls per minute",
        Quantity::ServerTimeUs => "time logged by the server",
        Quantity::PercentileNines => "percentile",
    };
    match scale {
        Scale::Linear => name.to_owned(),
        Scale::Log => format!("{name}, logarithmic"),
    }
}

/// A tick on an axis.
pub fn tick(words: &Words, quantity: Quantity, value: f64) -> String {
    match quantity {
        Quantity::TimeS => super::time::since_start(value),
        quantity if quantity.is_time_us() => match value {
            value if value <= 0.0 => "0".to_owned(),
            value if value < 1e3 => format!("{} µs", plain(words, value)),
            value if value < 1e6 => format!("{} ms", plain(words, value / 1e3)),
            value => format!("{} s", plain(words, value / 1e6)),
        },
        Quantity::PercentileNines => percentile(words, value),
        _ => plain(words, value),
    }
}

fn percentile(words: &Words, nines: f64) -> String {
    match nines.round() as i64 {
        0 => "p50".to_owned(),
        1 => "p90".to_owned(),
        2 => "p99".to_owned(),
        n => format!("p99.{}", "9".repeat((n - 2) as usize)),
    }
}

/// As many decimals as a round tick needs.
fn plain(words: &Words, value: f64) -> String {
    let decimals =
        (0..4).find(|d| ((value * 10_f64.powi(*d)).round() / 10_f64.powi(*d) - value).abs() < 1e-9);
    words.fixed(value, decimals.unwrap_or(4) as usize)
}

pub fn series(words: &Words, series: &Series) -> String {
    series_name(words, &series.name)
}

pub fn series_name(words: &Words, name: &SeriesName) -> String {
    match name {
        SeriesName::Throughput => "measured".to_owned(),
        SeriesName::Ideal => "in proportion to load".to_owned(),
        SeriesName::Percentile(percent) => format!("p{percent}"),
        SeriesName::ServicePercentile(percent) => format!("p{percent} service"),
        SeriesName::Windows(mark) => window_mark(words, *mark).to_owned(),
        SeriesName::Pooled => "all windows of a rate".to_owned(),
        SeriesName::Due => "due".to_owned(),
        SeriesName::Started => "begun".to_owned(),
        SeriesName::Dropped => "dropped".to_owned(),
        SeriesName::Waiting => "arrivals waiting".to_owned(),
        SeriesName::Mean => "mean".to_owned(),
        SeriesName::Errors => "errors".to_owned(),
        SeriesName::Failed => "failed per second".to_owned(),
        SeriesName::Worker(number) => format!("worker {number}"),
        SeriesName::Users => "users".to_owned(),
        SeriesName::Step { number, load, service } => {
            let service = if *service { ", service" } else { "" };
            format!("step {number} ({}){service}", super::load::load(words, load))
        }
        SeriesName::Variant(name) => super::run::variant(words, name),
        SeriesName::Attribute(name) => name.clone(),
    }
}

fn window_mark(words: &Words, mark: WindowMark) -> &'static str {
    match mark {
        WindowMark::Pass => "window holds",
        WindowMark::Fail => "window fails",
        WindowMark::Inconclusive => "window undecided",
        WindowMark::Invalid => "window invalid",
    }
}

/// What a reader who sees no picture is told.
pub fn description(words: &Words, figure: &Figure) -> String {
    let range = |points: &[plimsoll_analysis::figures::Point]| {
        let values = || points.iter().filter_map(|p| p.y);
        let (low, high) = (values().reduce(f64::min)?, values().reduce(f64::max)?);
        let text = |v: f64| match figure.y.quantity {
            quantity if quantity.is_time_us() => words.time(v),
            _ => words.significant(v, 3),
        };
        Some(format!("from {} to {}", text(low), text(high)))
    };
    let each =
        figure.series.iter().filter_map(|s| Some(format!("{} {}", series(words, s), range(&s.points)?)));
    let parts: Vec<String> = each.collect();
    let axis = |quantity| axis(words, quantity, Scale::Linear);
    format!("{} against {}. {}", axis(figure.y.quantity), axis(figure.x.quantity), parts.join("; "))
}
