//! Findings on how much load the system carries.

use super::requests::find_what_users_wait_for;
use super::validity::find_what_changed;
use crate::evidence::{ReportPlace, SectionAnchor};
use crate::words::detectors::servers_at_work;
use crate::words::finding::ClaimWords;
use crate::words::load::{asked, load_asked, step_with_load, with};
use crate::words::{Words, args, capacity, limits, recommendation, search};
use plimsoll_analysis::bottleneck::{Cause, Grade, LimitVerdict, NotKnown, Resource};
use plimsoll_analysis::capacity::RateResult;
use plimsoll_analysis::figures::FigureKind;
use plimsoll_analysis::findings::{
    ArrivalsNotStarted, CapacityNotFound, Claim, Finding, Knee, KneeBelowRange, MaximumNotFound, Plateau,
    Retrograde, StationWidth,
};
use plimsoll_analysis::scalability::Marginal;
use plimsoll_analysis::step::SystemChange;
use plimsoll_analysis::{BoundReason, HigherLoad, RunAnalysis, StepRow};
use plimsoll_run::MeasurementSource;

impl ClaimWords for CapacityNotFound {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let CapacityNotFound { result, reason, holds_rate_per_s, fails_rate_per_s } = self;
        let why = reason.as_ref().map(|reason| search::reason(words, reason));
        let rate = |per_s: &Option<f64>| per_s.map(|rate| asked(words, rate));
        match (result, rate(holds_rate_per_s), rate(fails_rate_per_s)) {
            (RateResult::NotReachable, _, Some(fails)) => {
                because(words, ["finding-holds-at-no-rate", "finding-holds-at-no-rate-why"], fails, why)
            }
            (RateResult::LowerBound, Some(holds), _) => {
                because(words, ["finding-capacity-at-least", "finding-capacity-at-least-why"], holds, why)
            }
            _ => match why {
                Some(why) => words.say("finding-search-without-answer-why", args![why]),
                None => words.text("finding-search-without-answer"),
            },
        }
    }

    fn next(&self, words: &Words, _: Option<&RunAnalysis>) -> Option<String> {
        let between = self.holds_rate_per_s.zip(self.fails_rate_per_s);
        if let (RateResult::LowerBound, Some((holds, fails))) = (&self.result, between) {
            let (holds, fails) = (asked(words, holds), asked(words, fails));
            return Some(words.say("finding-next-rates-between", args![holds, fails]));
        }
        Some(words.text(match self.result {
            RateResult::LowerBound => "finding-next-higher-rates",
            RateResult::NotReachable => "finding-next-lower-rates",
            _ => "finding-next-longer-windows",
        }))
    }

    fn places(&self, _: &RunAnalysis) -> Vec<ReportPlace> {
        vec![ReportPlace::Section(SectionAnchor::Search), ReportPlace::Figure(FigureKind::RateSearch)]
    }
}

impl ClaimWords for ArrivalsNotStarted {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let ArrivalsNotStarted {
            steps,
            due,
            dropped,
            waited,
            waiting_max,
            delay_us_max,
            users,
            busy_max,
            pool_was_full,
            slowed,
        } = self;
        let mut parts = Vec::new();
        if *dropped > 0 {
            parts.push(words.say("finding-arrivals-dropped", args![n = *dropped]));
        }
        if *waited > 0 || *waiting_max > 0 {
            let mut waits = vec![words.say("finding-arrivals-waited", args![n = *waited])];
            if *waiting_max > 0 {
                waits.push(words.say("finding-arrivals-waiting", args![n = *waiting_max]));
            }
            if let Some(us) = delay_us_max {
                waits.push(words.say("finding-arrivals-longest", args![time = words.time(*us as f64)]));
            }
            parts.push(waits.join(", "));
        }
        let (users, busy) = (*users, *busy_max);
        let arrivals = words.say(
            "finding-arrivals",
            args![steps = words.steps(steps), due = *due, parts = words.listed(&parts)],
        );
        let pool = match slowed {
            Some(slowed) => {
                let (full, free) = (words.time(slowed.full_us), words.time(slowed.free_us));
                words.say("finding-arrivals-system", args![users, full, free, step = words.step(slowed.step)])
            }
            None if *pool_was_full => words.say("finding-arrivals-pool", args![users]),
            None => words.say("finding-arrivals-moments", args![busy, users]),
        };
        let mut sentences = vec![arrivals, pool];
        if *waited > 0 {
            sentences.push(words.text("finding-arrivals-times"));
        }
        if *dropped > 0 {
            sentences.push(words.text("finding-arrivals-lost"));
        }
        sentences.join(" ")
    }

    fn next(&self, words: &Words, _: Option<&RunAnalysis>) -> Option<String> {
        Some(match self.slowed {
            Some(_) => wait_for_what(words, self),
            None if self.pool_was_full => words.text("finding-next-larger-pool"),
            None => words.text("finding-next-arrivals"),
        })
    }

    fn places(&self, _: &RunAnalysis) -> Vec<ReportPlace> {
        vec![ReportPlace::Steps(self.steps.clone()), ReportPlace::Figure(FigureKind::ArrivalsOverTime)]
    }
}

/// Where more users would only wait longer.
pub(super) fn wait_for_what(words: &Words, of: &ArrivalsNotStarted) -> String {
    words.say("finding-next-arrivals-system", args![steps = words.steps(&of.steps)])
}

/// What tells a system that changed with time from one that a load changed.
pub(super) fn measure_again(words: &Words, change: &SystemChange) -> String {
    let (from, to) = (words.step(change.before_step), words.step(change.after_step));
    words.say("finding-next-changed-between", args![from, to])
}

impl ClaimWords for MaximumNotFound {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let MaximumNotFound { best_per_s, reason, .. } = self;
        let (rate, why) = (words.per_s(*best_per_s), capacity::reason(words, reason));
        words.say("finding-maximum-not-found", args![rate, why])
    }

    fn next(&self, words: &Words, run: Option<&RunAnalysis>) -> Option<String> {
        let higher = run.map_or(HigherLoad::Open, RunAnalysis::higher_load);
        let highest = run.and_then(|run| run.step(self.best_step).map(|row| (run, row)));
        let failed = highest.filter(|(run, row)| run.findings.iter().any(|found| found.is_failure_in(row)));
        let mend = || words.say("finding-next-mend-then-higher", args![step = words.step(self.best_step)]);
        Some(match &self.reason {
            BoundReason::RepeatsDiffer { .. } => words.text("finding-next-repeats-differ"),
            BoundReason::ChangedBetween { change } => measure_again(words, change),
            BoundReason::TransactionSaturated { .. } => words.text("finding-next-others-higher"),
            BoundReason::MixesDiffer { .. } => words.text("finding-next-same-mix"),
            BoundReason::SlowedDown { step, slowed } => find_what_changed(words, *step, slowed),
            BoundReason::UsersStuck { step, stuck } => find_what_users_wait_for(words, *step, stuck),
            BoundReason::UsersIdle { .. } => words.text("finding-next-users-idle"),
            BoundReason::FallsFromLowest { .. } => match run.and_then(known_limit) {
                Some(_) => words.text("finding-next-smaller-loads"),
                None => words.text("finding-next-lower"),
            },
            _ if failed.is_some() => mend(),
            _ if higher == HigherLoad::UsedUp => words.text("finding-next-test-limit"),
            _ if higher == HigherLoad::Fails && run.is_some_and(hangs) => words.text("finding-next-hung"),
            _ if higher == HigherLoad::Fails => {
                let failing = run.and_then(|run| run.steps.iter().find(|row| row.mostly_fails()));
                super::errors::find_errors(words, run, failing.and_then(|row| row.error_details.first()))
            }
            BoundReason::GainUncertain { gain } => {
                let steps = words.steps(&[gain.base_step, gain.step]);
                words.say("finding-next-longer-steps", args![steps])
            }
            _ if highest.is_some_and(|(run, row)| run.fails_much(row)) => mend(),
            BoundReason::LoadUnknown if run.is_some_and(is_of_servers) => {
                words.text("finding-next-put-loads-on")
            }
            // The advice on the knee stands.
            _ if highest.is_some_and(|(run, row)| waits_mostly(run, row)) => return None,
            _ => words.text("finding-next-higher-loads"),
        })
    }

    fn places(&self, _: &RunAnalysis) -> Vec<ReportPlace> {
        vec![ReportPlace::Steps(vec![self.best_step]), ReportPlace::Figure(FigureKind::ThroughputByLoad)]
    }
}

/// Of logs of servers: nobody put a load on.
fn is_of_servers(run: &RunAnalysis) -> bool {
    let imported = run.header.generator.imported();
    imported.is_some_and(|by| by.source == MeasurementSource::ServerLogs)
}

/// Times the mean response time of the lowest load.
const WAITS_MOSTLY: f64 = 5.0;

/// The knee lies before it, and most of a response is waiting: with more load more would wait.
fn waits_mostly(run: &RunAnalysis, best: &StepRow) -> bool {
    let is_knee =
        |found: &Finding| matches!(&found.claim, Claim::Knee(of) if of.marginal.to_step == best.number);
    let of_lowest = run
        .steps
        .iter()
        .filter(|row| row.supports_verdicts())
        .min_by(|a, b| a.load().value().total_cmp(&b.load().value()));
    let means = of_lowest.and_then(|row| row.response.mean_us).zip(best.response.mean_us);
    run.findings.iter().any(is_knee) && means.is_some_and(|(least, most)| most >= WAITS_MOSTLY * least)
}

impl ClaimWords for KneeBelowRange {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let KneeBelowRange { first_step, first_load, first_per_s, max_per_s, share_percent } = self;
        let (rate, highest) = (words.per_s(*first_per_s), words.per_s(*max_per_s));
        let share = words.with_percent_sign(words.fixed(*share_percent, 0));
        let (step, with) = (*first_step, with(words, first_load));
        let alone = first_load.rate_per_s.is_none() && first_load.users <= 1;
        let id = if alone { "finding-knee-below-range-one" } else { "finding-knee-below-range" };
        words.say(id, args![step, with, rate, share, highest])
    }

    fn next(&self, words: &Words, _: Option<&RunAnalysis>) -> Option<String> {
        let alone = self.first_load.rate_per_s.is_none() && self.first_load.users <= 1;
        Some(words.text(if alone { "finding-next-one-user" } else { "finding-next-smaller-loads" }))
    }

    fn places(&self, _: &RunAnalysis) -> Vec<ReportPlace> {
        vec![ReportPlace::Steps(vec![self.first_step]), ReportPlace::Figure(FigureKind::ThroughputByLoad)]
    }
}

impl ClaimWords for Knee {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let between = between(words, &self.marginal);
        match self.is_passed() {
            true => words.say("finding-knee-passed", args![from_step = self.marginal.from_step, between]),
            false => words.say("finding-knee", args![between]),
        }
    }

    fn next(&self, words: &Words, run: Option<&RunAnalysis>) -> Option<String> {
        let (from, to) = (&self.marginal.from_load, &self.marginal.to_load);
        let lower = |run: &RunAnalysis| run.steps.iter().any(|row| row.load().value() < from.value());
        let is_users = from.rate_per_s.is_none();
        Some(match self.is_passed() {
            true if is_users && from.value() <= 1.0 => words.text("finding-next-one-user"),
            // Of fewer than two users there is one, and it was measured.
            true if is_users && from.value() <= 2.0 && run.is_some_and(lower) => {
                give_more(words, run, self.marginal.from_step)
            }
            true if run.is_some_and(lower) => {
                words.say("finding-next-below", args![from = ends(words, &self.marginal)[0].as_str()])
            }
            // No number of users lies between.
            _ if is_users && to.value() - from.value() <= 1.0 => {
                give_more(words, run, self.marginal.from_step)
            }
            _ => next_between(words, &self.marginal),
        })
    }

    fn places(&self, _: &RunAnalysis) -> Vec<ReportPlace> {
        vec![
            ReportPlace::Steps(vec![self.marginal.from_step, self.marginal.to_step]),
            ReportPlace::Figure(FigureKind::ThroughputByLoad),
        ]
    }
}

impl ClaimWords for Plateau {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        words.say("finding-plateau", args![between = between(words, &self.0)])
    }

    fn next(&self, words: &Words, run: Option<&RunAnalysis>) -> Option<String> {
        Some(give_more(words, run, self.0.from_step))
    }

    fn places(&self, _: &RunAnalysis) -> Vec<ReportPlace> {
        vec![
            ReportPlace::Steps(vec![self.0.from_step, self.0.to_step]),
            ReportPlace::Figure(FigureKind::ThroughputByLoad),
        ]
    }
}

impl ClaimWords for StationWidth {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let (steps, rate) = (words.steps(&self.steps), words.per_s(self.per_s));
        let width = words.significant(self.width, 2);
        let alone = words.time(self.alone_us);
        if self.of.is_empty() {
            return words.say("finding-station-width", args![steps, width, rate, alone]);
        }
        let (n, transactions) = (self.of.len(), words.listed(&self.of));
        words.say("finding-station-width-of", args![steps, width, rate, alone, n, transactions])
    }

    /// What is named as the limit is what to change, even where a request has work outside of it and more are served.
    fn next(&self, words: &Words, run: Option<&RunAnalysis>) -> Option<String> {
        let LimitVerdict::Causes { causes, .. } = &run?.limiting_factor.verdict else { return None };
        let named = causes.first().filter(|cause| cause.grade != Grade::Weak)?;
        let id = match named.resource {
            Resource::Locks => "detector-next-locks",
            _ => "detector-next-named",
        };
        Some(words.say(id, args![name = limits::name(words, &named.usage)]))
    }

    fn places(&self, _: &RunAnalysis) -> Vec<ReportPlace> {
        vec![ReportPlace::Steps(self.steps.clone())]
    }
}

impl ClaimWords for Retrograde {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let between = between(words, &self.marginal);
        let further = self.lowest.as_ref().map(|of| {
            let percent = words.with_percent_sign(words.significant(of.percent, 3));
            let (step, rate) = (words.step(of.step), words.per_s(of.per_s));
            words.say("finding-retrograde-further", args![step, rate, percent])
        });
        let said = match self.marginal.servers.map(|servers| servers_at_work(words, servers)) {
            Some(servers) => {
                words.say("finding-retrograde-fewer", args![between, to = self.marginal.to_step, servers])
            }
            None => words.say("finding-retrograde", args![between]),
        };
        std::iter::once(said).chain(further).collect::<Vec<_>>().join(" ")
    }

    fn next(&self, words: &Words, run: Option<&RunAnalysis>) -> Option<String> {
        if self.marginal.servers.is_some() {
            let [from, to] = ends(words, &self.marginal);
            return Some(words.say("finding-next-servers", args![from, to]));
        }
        let to = ends(words, &self.marginal)[1].clone();
        // What is recommended, where something is, may lie far below that load.
        let rate = run.and_then(|run| recommendation::figure(words, run));
        let (n, rate) = (u32::from(rate.is_some()), rate.unwrap_or_default());
        Some(match run.and_then(known_limit) {
            Some(cause) => {
                let (grade, cause) = (limits::grade(words, cause.grade), limits::name(words, &cause.usage));
                words.say("finding-next-known-limit", args![n, to, rate, cause, grade])
            }
            None => words.say("finding-next-contention", args![n, to, rate]),
        })
    }

    fn places(&self, _: &RunAnalysis) -> Vec<ReportPlace> {
        vec![
            ReportPlace::Steps(vec![self.marginal.from_step, self.marginal.to_step]),
            ReportPlace::Figure(FigureKind::ThroughputByLoad),
        ]
    }
}

/// Of what limits it, where that is known; else where to look.
fn give_more(words: &Words, run: Option<&RunAnalysis>, from_step: u32) -> String {
    match run.and_then(known_limit) {
        Some(cause) if cause.resource == Resource::Locks => {
            words.say("detector-next-locks", args![name = limits::name(words, &cause.usage)])
        }
        Some(cause) => {
            let (grade, cause) = (limits::grade(words, cause.grade), limits::name(words, &cause.usage));
            words.say("finding-next-plateau-known", args![cause, grade])
        }
        None => {
            // Of several steps of that load the first.
            let load = run.and_then(|run| run.step(from_step)).map(StepRow::load);
            let of_load = run.into_iter().flat_map(|run| &run.steps).find(|row| Some(row.load()) == load);
            let from = words.step(of_load.map_or(from_step, |row| row.number));
            let is_watched = run.is_none_or(|run| !run.telemetry.series.is_empty());
            let is_of_other_time = |run: &RunAnalysis| {
                matches!(run.limiting_factor.verdict, LimitVerdict::NotKnown { reason: NotKnown::OtherTime })
            };
            let id = match is_watched {
                true if run.is_some_and(is_of_other_time) => "finding-next-other-time",
                true => "finding-next-plateau",
                // Of another tool nobody knows whether it was the limit itself.
                false if run.is_some_and(|run| run.is_imported()) => {
                    "finding-next-plateau-unwatched-generator"
                }
                false => "finding-next-plateau-unwatched",
            };
            words.say(id, args![from])
        }
    }
}

pub(super) fn hangs(run: &RunAnalysis) -> bool {
    run.steps.iter().any(|row| row.hung.is_some() || run.is_unanswered(row))
}

/// With why, where it is known: the ids of both forms.
fn because(words: &Words, ids: [&str; 2], rate: String, why: Option<String>) -> String {
    match why {
        Some(why) => words.say(ids[1], args![rate, why]),
        None => words.say(ids[0], args![rate]),
    }
}

fn next_between(words: &Words, marginal: &Marginal) -> String {
    let [from, to] = ends(words, marginal);
    words.say("finding-next-between", args![from, to])
}

/// `step 3 (48 users)` and `step 4 (56 users)`.
fn ends(words: &Words, marginal: &Marginal) -> [String; 2] {
    let end = |step: u32, load| step_with_load(words, step, load);
    [end(marginal.from_step, &marginal.from_load), end(marginal.to_step, &marginal.to_load)]
}

/// `between step 3 (48 users, …) and step 4 (56 users, …): 0.12 % more throughput per 1 % more users, CI …`
fn between(words: &Words, marginal: &Marginal) -> String {
    let Marginal { from_step, to_step, from_load, to_load, from_per_s, to_per_s, efficiency, .. } = marginal;
    let of = if to_load.rate_per_s.is_some() { "arrivals" } else { "users" };
    let between = words.say(
        "finding-between",
        args![
            from = *from_step,
            from_load = load_asked(words, from_load),
            from_rate = words.per_s(*from_per_s),
            to = *to_step,
            to_load = load_asked(words, to_load),
            to_rate = words.per_s(*to_per_s),
            change = words.change(efficiency.value, 2),
            of,
        ],
    );
    match efficiency.bounds_95 {
        Some(bounds) => {
            let (low, high) = (words.fixed(bounds.low, 2), words.fixed(bounds.high, 2));
            words.say("finding-between-bounds", args![between, low, high])
        }
        None => between,
    }
}

/// A limiting factor that more speaks for than that it was busy.
pub(super) fn known_limit(run: &RunAnalysis) -> Option<&Cause> {
    let LimitVerdict::Causes { causes, .. } = &run.limiting_factor.verdict else { return None };
    causes.first().filter(|cause| cause.grade < Grade::Weak)
}
