//! Findings on how long requests took: clusters, stalls, interruptions, drifts.

use super::errors::{failed_in_outage, find_errors, is_refusal};
use crate::evidence::ReportPlace;
use crate::words::detectors::share;
use crate::words::finding::ClaimWords;
use crate::words::{Words, args, run};
use plimsoll_analysis::RunAnalysis;
use plimsoll_analysis::figures::FigureKind;
use plimsoll_analysis::findings::{
    DegradedPeriod, DegradesInOrder, LatencyCluster, NagleDelay, PeriodicStalls, ProtocolTimer, Sequence,
    ThroughputInterruption,
};
use plimsoll_analysis::step::ErrorCount;

impl ClaimWords for NagleDelay {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let (steps, share) = (words.steps(&self.steps), share(words, self.percent));
        let (delayed, fast) = (words.time(self.delayed_us as f64), words.time(self.fast_us as f64));
        let transaction = self.transaction.as_str();
        let n = self.steps.len();
        let said = words.say("finding-nagle-delay", args![steps, n, transaction, share, delayed, fast]);
        format!("{said} {}", words.text("finding-timer-own"))
    }

    fn next(&self, words: &Words, _: Option<&RunAnalysis>) -> Option<String> {
        Some(words.text("finding-next-send-at-once"))
    }

    fn places(&self, _: &RunAnalysis) -> Vec<ReportPlace> {
        vec![ReportPlace::Steps(self.steps.clone()), ReportPlace::Figure(FigureKind::LatencyHeat)]
    }
}

impl ClaimWords for LatencyCluster {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let (steps, share) = (words.steps(&self.steps), share(words, self.percent));
        let (at, transaction) = (words.time(self.at_us as f64), self.transaction.as_str());
        let why = words.text(match self.timer {
            ProtocolTimer::Retransmission => "finding-timer-retransmission",
            ProtocolTimer::Connecting => "finding-timer-connecting",
            ProtocolTimer::NameResolution => "finding-timer-names",
        });
        let why = format!("{why} {}", words.text("finding-timer-own"));
        words.say("finding-latency-cluster", args![steps, n = self.steps.len(), transaction, share, at, why])
    }

    fn places(&self, _: &RunAnalysis) -> Vec<ReportPlace> {
        vec![ReportPlace::Steps(self.steps.clone()), ReportPlace::Figure(FigureKind::LatencyHeat)]
    }
}

impl ClaimWords for PeriodicStalls {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let (period, left) = (words.length(self.period_s), share(words, self.left_percent));
        if let Some(longest_s) = self.longest_s {
            let longest = words.length(longest_s);
            let said = args![step = self.step, n = words.count(self.stalls), period, longest];
            return words.say("finding-periodic-waits", said);
        }
        let missing = words.with_percent_sign(words.percent(self.percent_of_time));
        let said = args![step = self.step, n = words.count(self.stalls), period, left, missing];
        let first = words.say("finding-periodic-stalls", said);
        if self.hidden_from.is_empty() {
            return first;
        }
        let waited = words.with_percent_sign(words.percent(self.waited_percent));
        let hidden = args![share = waited, requirements = words.listed(&self.hidden_from)];
        format!("{first} {}", words.say("finding-interruption-hidden", hidden))
    }

    fn short(&self, words: &Words) -> String {
        let (period, left) = (words.length(self.period_s), share(words, self.left_percent));
        let n = words.count(self.stalls);
        match self.longest_s {
            Some(longest_s) => {
                let said = args![step = self.step, n, period, longest = words.length(longest_s)];
                words.say("finding-short-periodic-waits", said)
            }
            None => words.say("finding-short-periodic-stalls", args![step = self.step, n, period, left]),
        }
    }

    fn places(&self, _: &RunAnalysis) -> Vec<ReportPlace> {
        vec![ReportPlace::Steps(vec![self.step])]
    }
}

impl ClaimWords for ThroughputInterruption {
    fn short(&self, words: &Words) -> String {
        let (from, duration) = (words.length(self.from_s), words.length(self.duration_s));
        let share = words.with_percent_sign(words.percent(self.percent_of_time));
        let said = args![step = self.step, from, duration, n = self.times, share];
        words.say("finding-short-interruption", said)
    }

    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let (from, duration) = (words.length(self.from_s), words.length(self.duration_s));
        let first = words.say("finding-interruption", args![step = self.step, from, duration]);
        let failed = match self.failed {
            0 if self.nobody_waited => words.text("finding-interruption-nobody-waited"),
            0 => words.text("finding-interruption-waited"),
            failed => {
                words.say("finding-interruption-failed", args![n = failed, shown = words.count(failed)])
            }
        };
        let again = (self.times > 1).then(|| words.say("finding-interruption-again", args![n = self.times]));
        let hidden = (!self.hidden_from.is_empty()).then(|| {
            let share = words.with_percent_sign(words.percent(self.percent_of_time));
            let requirements = words.listed(&self.hidden_from);
            words.say("finding-interruption-hidden", args![share, requirements])
        });
        let recovery = self.recovery.map(|slow| {
            let id = match slow.to_end {
                true => "finding-interruption-slow-to-end",
                false => "finding-interruption-slow-after",
            };
            let share = words.with_percent_sign(words.significant(slow.percent_less, 2));
            words.say(id, args![duration = words.length(slow.duration_s), share])
        });
        [Some(first), Some(failed), again, recovery, hidden]
            .into_iter()
            .flatten()
            .collect::<Vec<_>>()
            .join(" ")
    }

    fn next(&self, words: &Words, run: Option<&RunAnalysis>) -> Option<String> {
        if self.is_outage {
            return Some(find_errors(words, run, run.and_then(|run| failed_in_outage(run, self.step))));
        }
        let (from, duration) = (words.length(self.from_s), words.length(self.duration_s));
        let id =
            if self.nobody_waited { "finding-next-generator-paused" } else { "finding-next-interruption" };
        Some(words.say(id, args![step = words.step(self.step), from, duration]))
    }

    fn places(&self, _: &RunAnalysis) -> Vec<ReportPlace> {
        vec![ReportPlace::Steps(vec![self.step])]
    }
}

impl ClaimWords for DegradedPeriod {
    fn short(&self, words: &Words) -> String {
        let failed = words.with_percent_sign(words.percent(self.failed_percent));
        let from = words.length(self.from_s);
        words.say("finding-short-failing-on", args![step = self.step, from, failed])
    }

    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let (from, duration) = (words.length(self.from_s), words.length(self.duration_s));
        let (mean, usual) = (words.time(self.mean_us), words.time(self.usual_us));
        let share = |percent: f64| words.with_percent_sign(words.percent(percent));
        let first = match self.of_failures {
            true if self.to_end => {
                let (failed, before) = (share(self.failed_percent), share(self.usual_failed_percent));
                let said = args![step = self.step, from, failed, before];
                words.say("finding-degraded-period-failing-on", said)
            }
            true => {
                let (failed, before) = (share(self.failed_percent), share(self.usual_failed_percent));
                let said = args![step = self.step, from, duration, failed, before];
                words.say("finding-degraded-period-failing", said)
            }
            false => {
                words.say("finding-degraded-period", args![step = self.step, from, duration, mean, usual])
            }
        };
        // Of logs without times it is not known.
        let has_times = self.of_failures && self.usual_us > 0.0;
        let times = has_times.then(|| {
            let id = if self.to_end {
                "finding-degraded-period-times-on"
            } else {
                "finding-degraded-period-times"
            };
            words.say(id, args![mean = words.time(self.mean_us), usual = words.time(self.usual_us)])
        });
        let again = (self.times > 1).then(|| words.say("finding-interruption-again", args![n = self.times]));
        let failing = (!self.failing.is_empty()).then(|| {
            words.say(
                "finding-degraded-period-requirements",
                args![requirements = words.listed(&self.failing)],
            )
        });
        [Some(first), times, again, failing].into_iter().flatten().collect::<Vec<_>>().join(" ")
    }

    fn next(&self, words: &Words, run: Option<&RunAnalysis>) -> Option<String> {
        if let Some(refusal) = refusal(self, run) {
            return Some(find_errors(words, run, Some(refusal)));
        }
        let (from, duration) = (words.length(self.from_s), words.length(self.duration_s));
        Some(words.say("finding-next-interruption", args![step = words.step(self.step), from, duration]))
    }

    fn places(&self, _: &RunAnalysis) -> Vec<ReportPlace> {
        vec![ReportPlace::Steps(vec![self.step])]
    }
}

/// % of the rest of the step.
const USUALLY_FAILED: f64 = 1.0;

/// What most requests of the step failed by, if it is refused on purpose, and its failures are what the period is about.
fn refusal<'a>(period: &DegradedPeriod, run: Option<&'a RunAnalysis>) -> Option<&'a ErrorCount> {
    let most = run?.step(period.step)?.error_details.first()?;
    // Where others fail all the time, the most frequent failure of the step may be theirs.
    let is_its = period.of_failures && period.usual_failed_percent < USUALLY_FAILED;
    (is_its && is_refusal(most)).then_some(most)
}

/// Jobs take minutes and hours, requests do not.
const MINUTES_FROM_US: f64 = 120e6;

impl ClaimWords for DegradesInOrder {
    fn sentence(&self, words: &Words, runs: &[RunAnalysis]) -> String {
        let shown = |us: f64| if us < MINUTES_FROM_US { words.time(us) } else { words.length(us / 1e6) };
        let (first, last) = (shown(self.first_us), shown(self.last_us));
        let (n, p) = (self.n, words.significant(self.p.max(1e-6), 2));
        let what = match (&self.over, self.transaction.as_str()) {
            (Sequence::Jobs { .. }, name) => words.say("detector-jobs", args![name]),
            (Sequence::Steps { .. }, _) => words.text("detector-steps-of-equal-load"),
            (Sequence::Runs { runs: places }, _) => runs_of_equal_load(words, runs, places),
        };
        let said = match (self.after_restart_us, self.reset_by_restart) {
            (None, _) => words.say("detector-degrades", args![what, first, last, n, p]),
            (Some(after_us), reset) => {
                let id = if reset {
                    "detector-degrades-until-restart"
                } else {
                    "detector-degrades-beyond-restart"
                };
                words.say(id, args![what, first, last, n, p, after = shown(after_us)])
            }
        };
        let left_out = |us| words.say("detector-degrades-first-left-out", args![time = shown(us)]);
        [Some(said), self.left_out_us.map(left_out)].into_iter().flatten().collect::<Vec<_>>().join(" ")
    }

    fn next(&self, words: &Words, _: Option<&RunAnalysis>) -> Option<String> {
        self.begins_slowly.then(|| words.text("detector-next-restart-warm"))
    }
}

/// With their variant where the report has others.
fn runs_of_equal_load(words: &Words, runs: &[RunAnalysis], places: &[usize]) -> String {
    let name = |run: &RunAnalysis| run.header.variant.name.clone();
    let own = places.first().and_then(|place| runs.get(*place)).map(name);
    match own.filter(|own| runs.iter().any(|run| name(run) != *own)) {
        Some(own) => words.say("detector-runs-of-variant", args![variant = run::variant(words, &own)]),
        None => words.text("detector-runs-of-equal-load"),
    }
}
