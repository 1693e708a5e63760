//! Findings on requirements: what became of them, and what to do about it.

use super::capacity::known_limit;
use super::errors::find_errors;
use super::requests::most_frequent;
use crate::evidence::{ReportPlace, proof_of};
use crate::words::finding::ClaimWords;
use crate::words::recommendation::of_different_mixes;
use crate::words::{Words, args, finding, limits, load};
use plimsoll_analysis::findings::{Claim, RequirementFailed, RequirementUnreadable, SlowRequests};
use plimsoll_analysis::requirements::{JudgementBasis, Requirement, Verdict};
use plimsoll_analysis::step::TransactionRow;
use plimsoll_analysis::{BoundReason, Capacity, Finding, Judgement, RunAnalysis, StepRow};
use plimsoll_run::TransactionKind;

/// So few requests over a longest time are of a moment: at most so many, and at most one of so many.
const FEW_MAX: u64 = 10;
const FEW_ONE_OF: u64 = 500;
/// A transaction's p95 is by far longer than those of the others from this ratio on.
const STANDS_OUT: f64 = 1.5;
/// Of fewer of all requests it would not show in their percentiles.
const OF_ALL_MIN: f64 = 0.05;

impl ClaimWords for RequirementFailed {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let RequirementFailed { requirement, steps, load_line, .. } = self;
        let id = match load_line {
            Some(Judgement::Pass) => "finding-requirement-failed-but-holds",
            Some(Judgement::Inconclusive) => "finding-requirement-failed-undecided",
            Some(Judgement::Fail) | None => "finding-requirement-failed",
        };
        words.say(id, args![requirement, steps = words.steps(steps)])
    }

    fn next(&self, words: &Words, run: Option<&RunAnalysis>) -> Option<String> {
        if run.is_some_and(|run| is_of_dropped(run, &self.requirement)) {
            let slowed = run.and_then(|run| {
                run.findings.iter().find_map(|found| match &found.claim {
                    Claim::ArrivalsNotStarted(of) if of.slowed.is_some() => Some(of),
                    _ => None,
                })
            });
            return Some(match slowed {
                Some(of) => super::capacity::wait_for_what(words, of),
                None => words.text("finding-next-larger-pool"),
            });
        }
        let is_of_failures = |run: &RunAnalysis| {
            is_of_errors(run, &self.requirement) || is_by_failures(run, &self.requirement)
        };
        if self.nothing_succeeded || run.is_some_and(is_of_failures) {
            let most = run.and_then(most_frequent);
            // Where nothing failed users waited in vain.
            let hangs = most.is_none() && run.is_some_and(super::capacity::hangs);
            return Some(if hangs { words.text("finding-next-hung") } else { find_errors(words, run, most) });
        }
        let Some(run) = run else { return Some(less_load(words, None, &self.steps, Otherwise::LowerLoad)) };
        if let Capacity::LowerBound { reason: BoundReason::ChangedBetween { change }, .. } = &run.capacity {
            return Some(super::capacity::measure_again(words, change));
        }
        if let Some(next) = explained(words, run, self) {
            return Some(next);
        }
        let of_no_load =
            || of_few(words, run, &self.requirement).or_else(|| alike(words, run, &self.requirement));
        if let Some(next) = of_no_load() {
            return Some(next);
        }
        let otherwise = otherwise(run, &self.steps);
        Some(match otherwise {
            Otherwise::Repeat if of_different_mixes(run) => words.text("finding-next-requirement-mix"),
            Otherwise::Repeat => repeat_below(words, run, &self.steps),
            Otherwise::RepeatSame => {
                let again: Vec<u32> =
                    self.steps.iter().copied().filter(|step| holds_elsewhere(run, *step)).collect();
                words.say("finding-next-requirement-repeat-same", args![steps = words.steps(&again)])
            }
            _ => less_load(words, Some(run), &self.steps, otherwise),
        })
    }

    fn places(&self, run: &RunAnalysis) -> Vec<ReportPlace> {
        vec![proof_of(run, &self.requirement), ReportPlace::Steps(self.steps.clone())]
    }
}

/// Each of the steps has a finding on what was slow in it, whatever the load: what that asks for comes first.
fn explained(words: &Words, run: &RunAnalysis, failed: &RequirementFailed) -> Option<String> {
    let failing = failed.steps.as_slice();
    let allowed = Requirement::parse(&failed.requirement).ok().and_then(|of| of.allowed_share());
    let explains = |finding: &&Finding| {
        let steps = slow_in(&finding.claim, allowed).unwrap_or_default();
        failing.iter().all(|step| steps.contains(step))
    };
    let found = run.findings.iter().find(explains)?;
    Some(finding::next(words, Some(run), found)).filter(|text| !text.is_empty())
}

/// Steps in which something other than the load made requests slow: more of them than are allowed to be.
fn slow_in(claim: &Claim, allowed: Option<f64>) -> Option<Vec<u32>> {
    match claim {
        Claim::ThroughputInterruption(of) if !of.nobody_waited => Some(vec![of.step]),
        Claim::DegradedPeriod(of) if !of.of_failures => Some(vec![of.step]),
        Claim::PeriodicStalls(of) => Some(vec![of.step]),
        Claim::ShortStalls(of) => Some(of.steps.clone()),
        Claim::AlternatingLevels(of) => Some(of.steps.clone()),
        Claim::RisingResponseTimes(of) if !of.slight => {
            Some(of.rising.steps.iter().map(|of| of.step).collect())
        }
        Claim::SlowMinority(of) => {
            let is_more = |of: &&SlowRequests| allowed.is_some_and(|share| of.percent() > 100.0 * share);
            Some(of.transactions.iter().filter(is_more).flat_map(|of| of.steps.clone()).collect())
        }
        _ => None,
    }
}

/// Of steps below the recommended load it was not the load that made them fail; of the others it may be.
fn repeat_below(words: &Words, run: &RunAnalysis, failing: &[u32]) -> String {
    let recommended = run.advice.recommended.as_ref().map_or(f64::INFINITY, |point| point.load().value());
    let is_below = |step: &u32| run.step(*step).is_some_and(|row| row.load().value() < recommended);
    let (below, others): (Vec<u32>, Vec<u32>) = failing.iter().copied().partition(is_below);
    let repeat = words.say("finding-next-requirement-repeat", args![steps = words.steps(&below)]);
    match others.is_empty() {
        true => repeat,
        false => format!("{} {repeat}", less_load(words, Some(run), &others, Otherwise::LowerLoad)),
    }
}

fn less_load(words: &Words, run: Option<&RunAnalysis>, steps: &[u32], otherwise: Otherwise) -> String {
    let steps = words.steps(steps);
    let Some(cause) = run.and_then(known_limit) else {
        let id = match otherwise {
            Otherwise::LowerLoad => "finding-next-requirement",
            Otherwise::SmallerLoads => "finding-next-requirement-against",
            _ => "finding-next-requirement-lower",
        };
        return words.say(id, args![steps]);
    };
    let id = match otherwise {
        Otherwise::LowerLoad => "finding-next-requirement-known",
        Otherwise::SmallerLoads => "finding-next-requirement-known-only",
        _ => "finding-next-requirement-known-lower",
    };
    let (grade, cause) = (limits::grade(words, cause.grade), limits::name(words, &cause.usage));
    words.say(id, args![steps, cause, grade])
}

/// What there is to do where a requirement fails, but to find what limits the system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Otherwise {
    /// All requirements hold at the recommended load, which is lower.
    LowerLoad,
    /// No load is recommended, but in some step all of them hold.
    SmallerLoads,
    /// In none do all of them hold.
    OtherLoads,
    /// All of them hold at a load that is higher: it was not the load.
    Repeat,
    /// All of them hold in another step of the same load.
    RepeatSame,
}

fn holds_elsewhere(run: &RunAnalysis, step: u32) -> bool {
    let Some(failing) = run.step(step) else { return false };
    let holds = |row: &StepRow| run.verdicts.iter().all(|verdict| verdict.holds_in.contains(&row.number));
    run.steps.iter().any(|row| !row.is_at_work && row.load() == failing.load() && holds(row))
}

fn otherwise(run: &RunAnalysis, failing: &[u32]) -> Otherwise {
    let load = |step: &u32| run.step(*step).map(|row| row.load().value());
    let fails_from = failing.iter().filter_map(load).fold(f64::INFINITY, f64::min);
    match &run.advice.recommended {
        Some(point) if point.load().value() < fails_from => Otherwise::LowerLoad,
        Some(point) if point.load().value() > fails_from => Otherwise::Repeat,
        _ if failing.iter().any(|step| holds_elsewhere(run, *step)) => Otherwise::RepeatSame,
        None if run.has_step_that_meets_all() => Otherwise::SmallerLoads,
        _ => Otherwise::OtherLoads,
    }
}

/// It limits the share of failures: fewer of them come from their cause, and not from less load.
fn is_of_errors(run: &RunAnalysis, requirement: &str) -> bool {
    let verdict = verdict_on(run, requirement);
    let of_errors = |basis: &JudgementBasis| matches!(basis, JudgementBasis::Share { failed: None, .. });
    verdict.is_some_and(|verdict| verdict.steps.iter().any(|step| of_errors(&step.evidence)))
}

/// Most of what failed it are arrivals that were dropped for want of a user: no server knows of them.
fn is_of_dropped(run: &RunAnalysis, requirement: &str) -> bool {
    let dropped = |basis: &JudgementBasis| matches!(basis, JudgementBasis::Share { over, dropped, .. } if *over > 0 && 2 * dropped > *over);
    fails_by(run, requirement, dropped)
}

/// It limits a response time, and most of what was over it are requests that failed.
fn is_by_failures(run: &RunAnalysis, requirement: &str) -> bool {
    let failed = |basis: &JudgementBasis| match basis {
        JudgementBasis::Share { over, failed: Some(failed), dropped, .. } => {
            *dropped == 0 && 2 * failed > *over
        }
        _ => false,
    };
    fails_by(run, requirement, failed)
}

/// A longest time that a handful of requests break: these are looked at, and not the load.
fn of_few(words: &Words, run: &RunAnalysis, requirement: &str) -> Option<String> {
    let verdict = verdict_on(run, requirement)?;
    let few = |basis: &JudgementBasis| match basis {
        JudgementBasis::Max { over, failed: 0, dropped: 0, of, .. } => {
            *over > 0 && over * FEW_ONE_OF <= *of && *over <= FEW_MAX
        }
        _ => false,
    };
    let counts = |basis: &JudgementBasis| match basis {
        JudgementBasis::Max { over, of, .. } => (*over, *of),
        _ => (0, 0),
    };
    if !fails_by(run, requirement, few) {
        return None;
    }
    let failing = verdict.steps.iter().filter(|step| step.judgement == Judgement::Fail);
    let (over, of) = failing.map(|step| counts(&step.evidence)).fold((0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
    Some(words.say("finding-next-requirement-few", args![over, of]))
}

/// A response time that is over its limit in every step, and at the lowest load nearly as long as at the highest.
fn alike(words: &Words, run: &RunAnalysis, requirement: &str) -> Option<String> {
    let (lowest, highest) = run.fails_at_every_load_alike(verdict_on(run, requirement)?)?;
    if known_limit(run).is_some() {
        return None;
    }
    let (lowest_load, highest_load) = (load::load(words, &lowest.load()), load::load(words, &highest.load()));
    let is_of_one = Requirement::parse(requirement).is_ok_and(|read| read.transaction.is_some());
    let slowest = slowest(run, lowest.number).filter(|_| !is_of_one);
    Some(match slowest {
        Some((transaction, p95_us)) => words.say(
            "finding-next-requirement-alike-in",
            args![
                lowest = lowest_load,
                highest = highest_load,
                transaction,
                time = words.time(p95_us as f64)
            ],
        ),
        None => {
            words.say("finding-next-requirement-alike", args![lowest = lowest_load, highest = highest_load])
        }
    })
}

/// The transaction of a step whose p95 is by far longer than those of the others.
fn slowest(run: &RunAnalysis, step: u32) -> Option<(&str, u64)> {
    let is_it = |row: &&TransactionRow| row.step == step && row.kind == TransactionKind::Request;
    let all = run.step(step).map_or(0, |row| row.requests);
    let counts = |row: &&TransactionRow| row.requests as f64 >= OF_ALL_MIN * all as f64;
    let of_step = run.transactions.iter().filter(is_it).filter(counts);
    let mut times: Vec<(&str, u64)> =
        of_step.filter_map(|row| Some((row.name.as_str(), row.response.p95_us?))).collect();
    times.sort_by_key(|(_, p95_us)| std::cmp::Reverse(*p95_us));
    let (longest, next) = (times.first()?, times.get(1)?);
    (longest.1 as f64 >= STANDS_OUT * next.1 as f64).then_some(*longest)
}

fn verdict_on<'a>(run: &'a RunAnalysis, requirement: &str) -> Option<&'a Verdict> {
    run.verdicts.iter().find(|verdict| verdict.requirement == requirement)
}

/// In every step in which it fails the judgement is of that kind.
fn fails_by(run: &RunAnalysis, requirement: &str, is_so: impl Fn(&JudgementBasis) -> bool) -> bool {
    let verdict = verdict_on(run, requirement);
    let fails = |verdict: &Verdict| {
        let failing = || verdict.steps.iter().filter(|step| step.judgement == Judgement::Fail);
        failing().next().is_some() && failing().all(|step| is_so(&step.evidence))
    };
    verdict.is_some_and(fails)
}

impl ClaimWords for RequirementUnreadable {
    fn sentence(&self, words: &Words, _: &[RunAnalysis]) -> String {
        let RequirementUnreadable { error, .. } = self;
        words.say("verdict-unreadable-proof", args![error])
    }

    fn next(&self, words: &Words, _: Option<&RunAnalysis>) -> Option<String> {
        Some(words.text("finding-next-correct"))
    }

    fn places(&self, run: &RunAnalysis) -> Vec<ReportPlace> {
        vec![proof_of(run, &self.requirement)]
    }
}
