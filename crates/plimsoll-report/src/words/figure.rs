//! Titles that state what a figure shows, axis labels and legends.

use super::language::LanguageForms;
use super::validity::worker_name;
use super::{Words, args, load, panel};
use plimsoll_analysis::capacity::ProbedRate;
use plimsoll_analysis::figures::{
    Figure, FigureKind, FigurePart, FigurePoint, FigureSeries, Quantity, Scale, SeriesName, WindowMark,
};
use plimsoll_analysis::step::{AppliedLoad, StepRow};
use plimsoll_analysis::{Capacity, RunAnalysis};

/// A statement where the data allows one.
pub fn title(words: &Words, figure: &Figure, run: Option<&RunAnalysis>) -> String {
    let statement = run.and_then(|run| statement(words, figure, run));
    statement.unwrap_or_else(|| of_part(words, words.text(id(figure.kind)), figure))
}

/// What of the whole a figure shows, after what it is about.
pub fn of_part(words: &Words, what: String, figure: &Figure) -> String {
    match &figure.part {
        None | Some(FigurePart::Chosen { .. } | FigurePart::Busiest { of: 1, .. }) => what,
        Some(FigurePart::Variants(name)) => words.say("figure-part-named", args![what, name]),
        Some(FigurePart::Lines { number, of } | FigurePart::Busiest { number, of, .. }) => {
            let (number, of) = (number.to_string(), of.to_string());
            words.say("figure-part-numbered", args![what, number, of])
        }
    }
}

/// The message that names a figure; its anchor too, but for figures of servers.
pub fn id(kind: FigureKind) -> &'static str {
    match kind {
        FigureKind::ThroughputByLoad => "figure-throughput-by-load",
        FigureKind::ResponseByLoad => "figure-response-by-load",
        FigureKind::ResponseByThroughput => "figure-response-by-throughput",
        FigureKind::ThroughputOverTime => "figure-throughput-over-time",
        FigureKind::RateSearch => "figure-rate-search",
        FigureKind::ServiceOverTime => "figure-service-over-time",
        FigureKind::ArrivalsOverTime => "figure-arrivals-over-time",
        FigureKind::ResponseOverTime => "figure-response-over-time",
        FigureKind::LatencyHeat => "figure-latency-heat",
        FigureKind::ErrorsOverTime => "figure-errors-over-time",
        FigureKind::GeneratorCpuOverTime => "figure-generator-cpu",
        FigureKind::NodeThroughputOverTime => "figure-node-throughput",
        FigureKind::NodeResponseOverTime => "figure-node-response",
        FigureKind::UsersOverTime => "figure-users-over-time",
        FigureKind::PercentileCurves => "figure-percentile-curves",
        FigureKind::VariantThroughput => "figure-variant-throughput",
        FigureKind::VariantMean => "figure-variant-mean",
        FigureKind::VariantP95 => "figure-variant-p95",
        FigureKind::ComparisonForest => "figure-comparison-forest",
        FigureKind::Server(kind) => panel::id(kind),
    }
}

fn statement(words: &Words, figure: &Figure, run: &RunAnalysis) -> Option<String> {
    match figure.kind {
        FigureKind::Server(kind) => Some(panel::title(words, figure, kind, &run.servers.figures)),
        FigureKind::RateSearch => rate_search(words, run),
        FigureKind::UsersOverTime => {
            figure.series.iter().find(|series| series.name == SeriesName::Waiting)?;
            let arrivals = run.steps.iter().filter_map(|step| step.arrivals.as_ref());
            let n = arrivals.map(|a| a.waiting_max).max()?;
            Some(words.say("figure-users-waiting", args![n]))
        }
        FigureKind::ResponseOverTime if run.has_intended_starts() => {
            Some(words.text("figure-response-over-time-intended"))
        }
        FigureKind::PercentileCurves if run.has_intended_starts() => {
            Some(words.text("figure-percentile-curves-both"))
        }
        FigureKind::LatencyHeat if run.has_intended_starts() => {
            Some(words.text("figure-latency-heat-intended"))
        }
        FigureKind::ArrivalsOverTime => Some(match run.total.dropped {
            0 => words.text("figure-arrivals-none-dropped"),
            n => words.say("figure-arrivals-dropped", args![n]),
        }),
        FigureKind::ThroughputByLoad => share_of_proportional(words, run, figure),
        FigureKind::ResponseByLoad => p95(words, run, figure),
        FigureKind::ThroughputOverTime => {
            if let Capacity::OneLoad { best, .. } = &run.capacity {
                let rate = words.per_s(best.throughput_per_s.value);
                return Some(words.say("figure-throughput-mean", args![rate]));
            }
            let best = run.capacity.best().filter(|_| run.rate_capacity().is_none())?;
            // The best one leaves out steps that mostly fail: with these in sight it may not be the highest.
            let best = run.step(best.step)?;
            let is_higher = |row: &StepRow| row.throughput_per_s.value > best.throughput_per_s.value;
            if run.steps.iter().any(is_higher) {
                return None;
            }
            let (step, rate) = (best.number, words.per_s(best.throughput_per_s.value));
            Some(words.say("figure-throughput-best", args![step, rate]))
        }
        FigureKind::ErrorsOverTime => {
            let n: u64 = run.steps.iter().map(|s| s.errors).sum();
            Some(words.say("figure-errors-counted", args![n]))
        }
        FigureKind::GeneratorCpuOverTime => {
            let max = run.steps.iter().filter_map(|s| s.generator.cpu_percent_max()).reduce(f64::max)?;
            let share = words.with_percent_sign(words.fixed(max, 0));
            Some(words.say("figure-generator-cpu-max", args![share]))
        }
        FigureKind::NodeThroughputOverTime => {
            let steps = run.steps.iter().flat_map(|step| &step.by_node).filter(|node| node.requests > 0);
            let shares: Vec<f64> = steps.map(|node| node.share_percent).collect();
            let end = |of: fn(f64, f64) -> f64| shares.iter().copied().reduce(of);
            let percent = |share: f64| words.with_percent_sign(words.fixed(share, 0));
            let (low, high) = (percent(end(f64::min)?), percent(end(f64::max)?));
            Some(words.say("figure-node-throughput-shares", args![low, high]))
        }
        _ => None,
    }
}

fn share_of_proportional(words: &Words, run: &RunAnalysis, figure: &Figure) -> Option<String> {
    let [measured, ideal, ..] = figure.series.as_slice() else { return None };
    let (last, ideal) = (measured.points.last()?, ideal.points.last()?);
    // Its line ends below the highest load where it would press the others flat.
    let proportional = ideal.y? / ideal.x * last.x;
    let share = words.with_percent_sign(words.fixed(100.0 * last.y? / proportional, 0));
    let (load, rate) = (of_load(words, run, figure, last.x), words.per_s(last.y?));
    Some(words.say("figure-share-of-proportional", args![load, rate, share]))
}

fn p95(words: &Words, run: &RunAnalysis, figure: &Figure) -> Option<String> {
    let p95 = figure.series.iter().find(|s| s.name == SeriesName::Percentile(95.0))?;
    let (first, last) = (p95.points.first()?, p95.points.last()?);
    let (first_load, last_load) = (of_load(words, run, figure, first.x), of_load(words, run, figure, last.x));
    let (first, last) = (words.time(first.y?), words.time(last.y?));
    let both = figure.y.quantity == Quantity::ResponseAndServiceUs;
    let id = if both { "figure-p95-response" } else { "figure-p95" };
    Some(words.say(id, args![first, first_load, last, last_load]))
}

/// `412/s offered`, `48 users`
fn of_load(words: &Words, run: &RunAnalysis, figure: &Figure, x: f64) -> String {
    let is_at_work = run.steps.iter().any(|step| step.is_at_work);
    let mean = AppliedLoad { mean_users: Some(x), is_at_work, ..AppliedLoad::default() };
    match figure.x.quantity {
        Quantity::AskedPerS => words.say("load-rate-asked", args![rate = load::asked(words, x)]),
        _ if is_at_work => load::load(words, &mean),
        _ if x.fract() == 0.0 => load::users(words, x as u32),
        _ => load::load(words, &mean),
    }
}

fn rate_search(words: &Words, run: &RunAnalysis) -> Option<String> {
    let search = run.rate_capacity()?;
    let measured = search.limiting.as_deref().unwrap_or("p95");
    let rate = |rate: &ProbedRate| load::asked(words, rate.rate_per_s);
    let (holds, fails) = (search.holds.as_ref().map(rate), search.fails.as_ref().map(rate));
    Some(match (holds, fails) {
        (Some(holds), Some(fails)) => words.say("figure-search-between", args![measured, holds, fails]),
        (Some(holds), None) => words.say("figure-search-holds", args![measured, holds]),
        (None, Some(fails)) => words.say("figure-search-fails", args![measured, fails]),
        (None, None) => words.say("figure-search-undecided", args![measured]),
    })
}

/// What one point stands for, and how to read the marks.
pub fn note(words: &Words, figure: &Figure) -> Option<String> {
    if figure.kind.panel().is_some() {
        // The rest is said once for all figures of servers.
        let uncertainty =
            figure.uncertainty.as_ref().map(|uncertainty| super::servers::uncertainty(words, uncertainty));
        let parts: Vec<String> = uncertainty.into_iter().chain(left_out(words, figure)).collect();
        return (!parts.is_empty()).then(|| parts.join(" "));
    }
    let both = figure.y.quantity == Quantity::ResponseAndServiceUs;
    let text = |id: &str| Some(words.text(id));
    let parts = match figure.kind {
        FigureKind::ThroughputByLoad => vec![text("figure-note-intervals")],
        FigureKind::VariantThroughput => vec![text("figure-note-repeats")],
        FigureKind::VariantMean | FigureKind::VariantP95 => vec![text("figure-note-merged")],
        FigureKind::RateSearch => vec![text("figure-note-windows"), limits_left_out(words, figure)],
        FigureKind::PercentileCurves if both => {
            vec![text("figure-note-thick-and-thin"), text("figure-note-nines"), left_out(words, figure)]
        }
        FigureKind::PercentileCurves => vec![text("figure-note-nines"), left_out(words, figure)],
        FigureKind::ResponseByThroughput => {
            vec![text("figure-note-by-throughput"), limits_left_out(words, figure)]
        }
        FigureKind::ResponseByLoad => {
            vec![text("figure-note-solid-and-dashed").filter(|_| both), limits_left_out(words, figure)]
        }
        _ => {
            let point = figure.point_s.filter(|seconds| *seconds > 1);
            vec![
                point.map(|s| words.say("figure-note-point", args![seconds = s.to_string()])),
                text("figure-note-steps").filter(|_| figure.steps.len() > 1),
                text("figure-note-shades").filter(|_| figure.kind == FigureKind::LatencyHeat),
                limits_left_out(words, figure),
            ]
        }
    };
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(" "))
}

/// Lines and steps that are not drawn.
fn left_out(words: &Words, figure: &Figure) -> Option<String> {
    match figure.part {
        Some(FigurePart::Busiest { left_out, .. }) => {
            Some(words.say("figure-note-busiest", args![n = left_out]))
        }
        Some(FigurePart::Chosen { left_out }) => Some(words.say("figure-note-chosen", args![n = left_out])),
        _ => None,
    }
}

/// Limits so far above everything measured that the figure would show nothing else.
fn limits_left_out(words: &Words, figure: &Figure) -> Option<String> {
    let far: Vec<String> = figure
        .limits
        .iter()
        .filter(|limit| !figure.shows(limit))
        .map(|limit| limit.requirement.clone())
        .collect();
    (!far.is_empty()).then(|| words.say("figure-note-limits", args![limits = words.listed(&far)]))
}

pub fn axis(words: &Words, quantity: Quantity, scale: Scale) -> String {
    let name = words.text(match quantity {
        Quantity::TimeS => "figure-axis-time",
        Quantity::Users => "figure-axis-users",
        Quantity::AskedPerS => "figure-axis-target",
        Quantity::ArrivalsPerS => "figure-axis-arrivals",
        Quantity::ThroughputPerS => "figure-axis-throughput",
        Quantity::ResponseUs => "figure-axis-response",
        Quantity::ServiceUs => "figure-axis-service",
        Quantity::ResponseAndServiceUs => "figure-axis-response-and-service",
        Quantity::ErrorsPercent => "figure-axis-errors-percent",
        Quantity::ErrorsPerS => "figure-axis-errors",
        Quantity::CpuPercent => "figure-axis-cpu",
        Quantity::PercentOfAllCpus => "figure-axis-all-cpus",
        Quantity::PercentOfTime => "figure-axis-percent-of-time",
        Quantity::Processes => "figure-axis-processes",
        Quantity::Threads => "figure-axis-threads",
        Quantity::Seconds => "figure-axis-seconds",
        Quantity::MibPerS => "figure-axis-mib-per-s",
        Quantity::Mib => "figure-axis-mib",
        Quantity::CollectionsPerMinute => "figure-axis-collections",
        Quantity::PauseUs => "figure-axis-pause",
        Quantity::Connections => "figure-axis-connections",
        Quantity::PerS => "figure-axis-per-s",
        Quantity::Messages => "figure-axis-messages",
        Quantity::CallsPerMinute => "figure-axis-calls",
        Quantity::ServerTimeUs => "figure-axis-server-time",
        Quantity::PercentileNines => "figure-axis-percentile",
        Quantity::Rows => "figure-axis-rows",
        Quantity::ChangePercent => "figure-axis-change",
    });
    match scale {
        Scale::Linear => name,
        Scale::Log => words.say("figure-axis-logarithmic", args![name]),
    }
}

/// A tick on an axis. Units are joined by a plain space: a picture does not wrap.
pub fn tick(words: &Words, quantity: Quantity, value: f64) -> String {
    let time =
        |value: f64, id: &str| words.say(id, args![value = plain(words, value)]).replace('\u{a0}', " ");
    match quantity {
        Quantity::TimeS => super::time::since_start(value),
        quantity if quantity.is_time_us() => match value {
            value if value <= 0.0 => "0".to_owned(),
            value if value < 1e3 => time(value, "number-us"),
            value if value < 1e6 => time(value / 1e3, "number-ms"),
            value => time(value / 1e6, "number-s"),
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
        n => format!("p99{}{}", words.language().decimal_point(), "9".repeat((n - 2) as usize)),
    }
}

/// As many decimals as a round tick needs.
fn plain(words: &Words, value: f64) -> String {
    let decimals =
        (0..4).find(|d| ((value * 10_f64.powi(*d)).round() / 10_f64.powi(*d) - value).abs() < 1e-9);
    words.fixed(value, decimals.unwrap_or(4) as usize)
}

pub fn series(words: &Words, series: &FigureSeries) -> String {
    series_name(words, &series.name)
}

pub fn series_name(words: &Words, name: &SeriesName) -> String {
    words.text(match name {
        SeriesName::Throughput => "figure-series-measured",
        SeriesName::Ideal => "figure-series-ideal",
        SeriesName::Windows(mark) => window_mark(*mark),
        SeriesName::Pooled => "figure-series-pooled",
        SeriesName::Due => "figure-series-due",
        SeriesName::Started => "figure-series-started",
        SeriesName::Dropped => "figure-series-dropped",
        SeriesName::Waiting => "figure-series-waiting",
        SeriesName::Mean => "figure-series-mean",
        SeriesName::Errors => "figure-series-errors",
        SeriesName::Failed => "figure-series-failed",
        SeriesName::Users => "figure-series-users",
        SeriesName::Percentile(percent) => return format!("p{}", words.written(*percent)),
        SeriesName::ServicePercentile(percent) => {
            return words.say("figure-series-service", args![percent = words.written(*percent)]);
        }
        SeriesName::Worker(number) => {
            return words.say("figure-series-worker", args![worker = worker_name(*number)]);
        }
        SeriesName::Step { number, load: of, service } => {
            let id = if *service { "figure-series-step-service" } else { "figure-series-step" };
            return words.say(id, args![step = *number, load = load::load(words, of)]);
        }
        SeriesName::Variant(name) => return super::run::variant(words, name),
        SeriesName::Law { law, adequate } => return super::scalability::series(words, *law, *adequate),
        SeriesName::Compared { subject, metric, .. } => return super::compare::what(words, subject, *metric),
        SeriesName::Attribute(name) => return panel::line(words, name),
    })
}

fn window_mark(mark: WindowMark) -> &'static str {
    match mark {
        WindowMark::Pass => "figure-window-pass",
        WindowMark::Fail => "figure-window-fail",
        WindowMark::Inconclusive => "figure-window-undecided",
        WindowMark::Invalid => "figure-window-invalid",
    }
}

/// What a reader who sees no picture is told.
pub fn description(words: &Words, figure: &Figure) -> String {
    let shown = |value: f64| match figure.y.quantity {
        quantity if quantity.is_time_us() => words.time(value),
        _ => words.significant(value, 3),
    };
    let range = |points: &[FigurePoint]| {
        let values = || points.iter().filter_map(|p| p.y);
        Some((values().reduce(f64::min)?, values().reduce(f64::max)?))
    };
    let each = figure.series.iter().filter_map(|of| {
        let (low, high) = range(&of.points)?;
        Some(
            words
                .say("figure-range", args![series = series(words, of), low = shown(low), high = shown(high)]),
        )
    });
    let parts: Vec<String> = each.collect();
    let (x, y) =
        (axis(words, figure.x.quantity, Scale::Linear), axis(words, figure.y.quantity, Scale::Linear));
    words.say("figure-description", args![x, y, series = parts.join("; ")])
}
