//! What would decide a finding, what speaks against it, and what it rests on.

use super::detectors::{bytes, share};
use super::servers::source;
use super::{Words, args, run};
use plimsoll_analysis::RunAnalysis;
use plimsoll_analysis::findings::{Doubt, Exhibit, Experiment, LoadMeasure, Measure, Unit};

/// The next experiment.
pub fn next(words: &Words, experiment: &Experiment) -> String {
    match experiment {
        Experiment::VaryCores { host } => words.say("detector-next-cores", args![host]),
        Experiment::RaiseCpuLimit { host } => words.say("detector-next-cpu-limit", args![host]),
        Experiment::DoubleHeap { host } => words.say("detector-next-heap", args![host]),
        Experiment::SoakWithHeapDumps { hours } => {
            words.say("detector-next-soak", args![length = words.length((hours * 3_600.0).round())])
        }
        Experiment::RunWithAllServers { host } => words.say("detector-next-all-servers", args![host]),
        Experiment::BalanceLoad => words.text("detector-next-balance"),
        Experiment::EqualiseServers => words.text("detector-next-equalise"),
        Experiment::MoreConsumers => words.text("detector-next-consumers"),
        Experiment::MatchPartitions => words.text("detector-next-partitions"),
        Experiment::SpreadConsumers => words.text("detector-next-spread"),
        Experiment::FollowEvents => words.text("detector-next-events"),
        Experiment::PauseBetweenSteps { pause_s } => {
            words.say("detector-next-pause", args![length = words.length(*pause_s)])
        }
        Experiment::ProfileAfterLoad { host } => words.say("detector-next-profile", args![host]),
        Experiment::VaryPool { to } => words.say("detector-next-pool", args![size = words.count(*to as u64)]),
        Experiment::OtherHost { host } => words.say("detector-next-host", args![host]),
        Experiment::MoreMemory { host } => words.say("detector-next-memory", args![host]),
        Experiment::FasterDisk { host } => words.say("detector-next-disk", args![host]),
        Experiment::RestartBetween => words.text("detector-next-restart"),
        Experiment::WatchShared => words.text("detector-next-shared"),
        Experiment::ImportRaw => words.text("detector-next-raw"),
        Experiment::LoadHigher => words.text("finding-next-higher-loads"),
        Experiment::LoadLower => words.text("finding-next-requirement"),
        Experiment::RepeatEqual => words.text("detector-next-equal"),
        Experiment::OtherOrder => words.text("detector-next-order"),
        Experiment::MendFailures => words.text("detector-next-failures"),
        Experiment::MeasureLonger => words.text("detector-next-longer"),
        // Those of the load have words of their own, by their claims.
        _ => String::new(),
    }
}

/// What speaks against it.
pub fn doubt(words: &Words, doubt: &Doubt) -> String {
    match doubt {
        Doubt::GeneratorInDoubt { steps } => {
            words.say("detector-doubt-generator", args![steps = words.steps(steps)])
        }
        Doubt::FewReadings { source: of, n } => {
            words.say("detector-doubt-few", args![source = source(words, of), n = *n])
        }
        Doubt::Gaps { source: of } => words.say("detector-doubt-gaps", args![source = source(words, of)]),
        Doubt::ClockUncertain { host, uncertainty_us } => {
            words.say("detector-doubt-clock", args![host, unsure = words.time(*uncertainty_us as f64)])
        }
        Doubt::NotAtHigherLoad { steps } => {
            words.say("detector-doubt-higher-load", args![steps = words.steps(steps)])
        }
        Doubt::StillMeasured { source: of } => {
            words.say("detector-doubt-still-measured", args![source = source(words, of)])
        }
        Doubt::NotWatched { metric } => words.say("detector-doubt-not-watched", args![metric]),
    }
}

/// What it rests on: a measure with its value. A run is its place among `runs`.
pub fn exhibit(words: &Words, runs: &[RunAnalysis], exhibit: &Exhibit) -> String {
    let value = value(words, exhibit.unit, exhibit.value);
    let what = match &exhibit.measure {
        Measure::Server { source: of, metric } => {
            words.say("detector-exhibit-metric", args![source = source(words, of), metric])
        }
        Measure::Told { file, column } => words.say("detector-exhibit-told", args![file, column]),
        Measure::Load(of) => measure(words, *of),
        Measure::Run { run: place, of } => {
            let (run, measure) = (run::at(words, runs, *place), measure(words, *of));
            words.say("detector-exhibit-run", args![run, measure])
        }
    };
    let with_step = match exhibit.step {
        Some(step) => words.say("detector-exhibit-step", args![what, step, value]),
        None => words.say("detector-exhibit", args![what, value]),
    };
    let bounds = exhibit
        .bounds_95
        .map(|b| (self::value(words, exhibit.unit, b.low), self::value(words, exhibit.unit, b.high)));
    match (bounds, exhibit.n) {
        (Some((low, high)), n) if n > 0 => {
            words.say("detector-exhibit-bounds-n", args![exhibit = with_step, low, high, n])
        }
        (Some((low, high)), _) => words.say("detector-exhibit-bounds", args![exhibit = with_step, low, high]),
        (None, n) if n > 0 => words.say("detector-exhibit-n", args![exhibit = with_step, n]),
        (None, _) => with_step,
    }
}

fn value(words: &Words, unit: Unit, value: f64) -> String {
    match unit {
        Unit::Percent => share(words, value),
        Unit::Count => words.significant(value, 3),
        Unit::PerS => words.per_s(value),
        Unit::Bytes => bytes(words, value),
        Unit::BytesPerS => words.bytes_per_s(value),
        Unit::BytesPerDay => words.say("detector-per-day", args![value = bytes(words, value)]),
        Unit::Us => words.time(value),
        Unit::S => words.length(value),
        Unit::Plain => words.significant(value, 3),
    }
}

fn measure(words: &Words, of: LoadMeasure) -> String {
    words.text(match of {
        LoadMeasure::Throughput => "detector-measure-throughput",
        LoadMeasure::ResponseMean => "detector-measure-mean",
        LoadMeasure::ResponseMedian => "detector-measure-median",
        LoadMeasure::ResponseMax => "detector-measure-max",
        LoadMeasure::OverLimit => "detector-measure-over-limit",
        LoadMeasure::JobDuration => "detector-measure-job",
        LoadMeasure::FailedMean => "detector-measure-failed-mean",
        LoadMeasure::Errors => "detector-measure-errors",
        LoadMeasure::EventsLost => "detector-measure-events-lost",
        LoadMeasure::UsersAccountedFor => "detector-measure-users",
        LoadMeasure::Measured => "detector-measure-measured",
        LoadMeasure::Waited => "detector-measure-waited",
        LoadMeasure::RunDelay => "detector-measure-run-delay",
        LoadMeasure::BytesPerS => "detector-measure-bytes",
    })
}
