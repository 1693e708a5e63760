//! Findings: what was seen, what it rests on, what speaks against it, and what to do next.

use super::detectors::{bytes, share};
use super::servers::source;
use super::{Words, args, run};
use crate::evidence::ReportPlace;
use plimsoll_analysis::findings::{
    Caveat, Claim, EvidenceItem, Finding, LoadMeasure, Measure, NextStep, Unit,
};
use plimsoll_analysis::{RunAnalysis, Severity, with_claim};

/// What a claim says; each has it in `claims/`.
pub(crate) trait ClaimWords {
    /// What was seen. Claims on several runs name them by their places among `runs`.
    fn sentence(&self, words: &Words, runs: &[RunAnalysis]) -> String;

    /// For a reader who reads nothing else; without a full stop where it is critical.
    fn short(&self, words: &Words) -> String {
        self.sentence(words, &[])
    }

    /// What would tell more, or mend it; `None`: as the words of the next step say.
    fn next(&self, _words: &Words, _run: Option<&RunAnalysis>) -> Option<String> {
        None
    }

    /// Where it is seen, apart from its evidence items.
    fn places(&self, _run: &RunAnalysis) -> Vec<ReportPlace> {
        Vec::new()
    }
}

/// The class of a style sheet, the same in every language.
pub fn class(severity: Severity) -> &'static str {
    match severity {
        Severity::Critical => "critical",
        Severity::Warning => "warning",
        Severity::Information => "information",
    }
}

pub fn severity(words: &Words, severity: Severity) -> String {
    words.text(match severity {
        Severity::Critical => "finding-critical",
        Severity::Warning => "finding-warning",
        Severity::Information => "finding-information",
    })
}

/// What was seen. Claims on several runs name them by their places among `runs`.
pub fn sentence(words: &Words, runs: &[RunAnalysis], claim: &Claim) -> String {
    with_claim!(claim, it => it.sentence(words, runs))
}

/// What was seen, as short as it can be: it stands before everything else.
pub fn short(words: &Words, claim: &Claim) -> String {
    with_claim!(claim, it => it.short(words))
}

/// What would tell more, or mend it.
pub fn next(words: &Words, run: Option<&RunAnalysis>, finding: &Finding) -> String {
    let own = with_claim!(&finding.claim, it => it.next(words, run));
    let own = own.or_else(|| super::claims::servers::next_size(words, finding));
    own.unwrap_or_else(|| words.capitalised(&next_step(words, &finding.next, &loaded(words, finding))))
}

/// The load that is to be repeated: that of the last step in which it was seen.
fn loaded(words: &Words, finding: &Finding) -> String {
    let last = finding.evidence.iter().filter_map(|item| item.step).max();
    last.map_or_else(|| words.text("detector-next-highest"), |step| words.step(step))
}

/// Where it is seen, apart from its evidence items; whether or not the report has such a place.
pub fn places(run: &RunAnalysis, claim: &Claim) -> Vec<ReportPlace> {
    with_claim!(claim, it => it.places(run))
}

/// What fills up sooner needs no length to be asked for.
const SOAK_S_MIN: f64 = 300.0;

fn next_step(words: &Words, next: &NextStep, step: &str) -> String {
    match next {
        NextStep::VaryCores { host } => words.say("detector-next-cores", args![host, step]),
        NextStep::RaiseCpuLimit { host } => words.say("detector-next-cpu-limit", args![host, step]),
        NextStep::DoubleHeap { host } => words.say("detector-next-heap", args![host, step]),
        NextStep::SoakWithHeapDumps { hours } if hours * 3_600.0 < SOAK_S_MIN => {
            words.say("detector-next-soak-soon", args![step])
        }
        NextStep::SoakWithHeapDumps { hours } => {
            let length = words.length((hours * 3_600.0).round());
            words.say("detector-next-soak", args![length, step])
        }
        NextStep::RunWithAllServers { host } => words.say("detector-next-all-servers", args![host]),
        NextStep::BalanceLoad => words.text("detector-next-balance"),
        NextStep::CompareNetworkPaths { node } => words.say("detector-next-path", args![node]),
        NextStep::EqualiseServers => words.text("detector-next-equalise"),
        NextStep::MoreConsumers => words.say("detector-next-consumers", args![step]),
        NextStep::MorePartitions => words.say("detector-next-more-partitions", args![step]),
        NextStep::MatchPartitions => words.text("detector-next-partitions"),
        NextStep::SpreadConsumers => words.say("detector-next-spread", args![step]),
        NextStep::SpreadKeys => words.say("detector-next-keys", args![step]),
        NextStep::SteadyMembers => words.say("detector-next-members", args![step]),
        NextStep::FollowEvents => words.say("detector-next-events", args![step]),
        NextStep::PauseBetweenSteps { pause_s } => {
            words.say("detector-next-pause", args![length = words.length(*pause_s)])
        }
        NextStep::ProfileAfterLoad { host } => words.say("detector-next-profile", args![host]),
        NextStep::VaryPool { to } => words.say("detector-next-pool", args![size = words.count(*to as u64)]),
        NextStep::OtherHost { host } => words.say("detector-next-host", args![host]),
        NextStep::MoreMemory { host } => words.say("detector-next-memory", args![host]),
        NextStep::FasterDisk { host } => words.say("detector-next-disk", args![host, step]),
        NextStep::RaiseDiskLimit { host } => words.say("detector-next-disk-limit", args![host, step]),
        NextStep::WatchWhatTheyUse => words.text("detector-next-what-they-use"),
        NextStep::LookAtQueries { host } => words.say("detector-next-queries", args![host]),
        NextStep::RestartBetween => words.text("detector-next-restart"),
        NextStep::LongerAcceptQueue { host } => words.say("detector-next-accept-queue", args![host, step]),
        NextStep::LookAtNetwork => words.say("detector-next-network", args![step]),
        NextStep::LookAtPeriod { period_s } => {
            words.say("detector-next-period", args![period = words.length(*period_s)])
        }
        NextStep::FindWidth { width } if *width < 1.5 => words.text("detector-next-width-one"),
        NextStep::FindWidth { width } => {
            words.say("detector-next-width", args![width = words.significant(*width, 2)])
        }
        NextStep::MoreProcesses { host } => words.say("detector-next-processes", args![host, step]),
        NextStep::WatchShared => words.text("detector-next-shared"),
        NextStep::ImportRaw => words.text("detector-next-raw"),
        NextStep::LoadHigher => words.text("finding-next-higher-loads"),
        NextStep::LoadLower => words.text("finding-next-lower"),
        NextStep::RepeatEqual => words.text("detector-next-equal"),
        NextStep::OtherOrder => words.text("detector-next-order"),
        NextStep::MendFailures => words.text("detector-next-failures"),
        NextStep::MeasureLonger => words.say("detector-next-longer", args![step]),
        // Those of the load have words of their own, by their claims.
        _ => String::new(),
    }
}

/// What speaks against it.
pub fn caveat(words: &Words, caveat: &Caveat) -> String {
    match caveat {
        Caveat::DegradedTiming { steps } => {
            words.say("detector-caveat-generator", args![steps = words.steps(steps)])
        }
        Caveat::FewReadings { source: of, n } => {
            words.say("detector-caveat-few", args![source = source(words, of), n = *n])
        }
        Caveat::Gaps { source: of } => words.say("detector-caveat-gaps", args![source = source(words, of)]),
        Caveat::ClockUncertain { host, uncertainty_us } => {
            words.say("detector-caveat-clock", args![host, unsure = words.time(*uncertainty_us as f64)])
        }
        Caveat::NotAtHigherLoad { steps } => {
            words.say("detector-caveat-higher-load", args![steps = words.steps(steps)])
        }
        Caveat::StillMeasured { source: of } => {
            words.say("detector-caveat-still-measured", args![source = source(words, of)])
        }
        Caveat::PauseNotSeen { step, pause_us, longest_us } => {
            let (pause, longest) = (words.time(*pause_us as f64), words.time(*longest_us as f64));
            words.say("detector-caveat-pause-not-seen", args![step = *step, pause, longest])
        }
        Caveat::UsedBefore { host, percent } => words.say(
            "detector-caveat-used-before",
            args![host, share = words.with_percent_sign(words.fixed(*percent, 0))],
        ),
        Caveat::NotWatched { metric } => words.say("detector-caveat-not-watched", args![metric]),
    }
}

/// What it rests on: a measure with its value. A run is its place among `runs`.
pub fn item(words: &Words, runs: &[RunAnalysis], item: &EvidenceItem) -> String {
    let value = value(words, item.unit, item.value);
    let what = match &item.measure {
        Measure::Server { source: of, metric } => {
            words.say("detector-item-metric", args![source = source(words, of), metric])
        }
        Measure::Imported { file, column } => words.say("detector-item-imported", args![file, column]),
        Measure::Load(of) => measure(words, *of),
        Measure::Run { run: place, of } => {
            let (run, measure) = (run::at(words, runs, *place), measure(words, *of));
            words.say("detector-item-run", args![run, measure])
        }
    };
    let with_step = match item.step {
        Some(step) => words.say("detector-item-step", args![what, step, value]),
        None => words.say("detector-item", args![what, value]),
    };
    let bounds =
        item.bounds_95.map(|b| (self::value(words, item.unit, b.low), self::value(words, item.unit, b.high)));
    match (bounds, item.n) {
        (Some((low, high)), n) if n > 0 => {
            words.say("detector-item-bounds-n", args![item = with_step, low, high, n])
        }
        (Some((low, high)), _) => words.say("detector-item-bounds", args![item = with_step, low, high]),
        (None, n) if n > 0 => words.say("detector-item-n", args![item = with_step, n]),
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
        LoadMeasure::AnswerSize => "detector-measure-answer-size",
    })
}

/// `1.84 %`, `1.84–2.5 %` of numbers that are written already.
pub(super) fn percents(words: &Words, low: String, high: String) -> String {
    words.with_percent_sign(if low == high { low } else { words.interval(&low, &high) })
}
