//! Verdicts and their proof.

use super::load::asked;
use super::step_verdict::evidence;
use super::{Words, answer, args, capacity, finding};
use plimsoll_analysis::capacity::RateResult;
use plimsoll_analysis::requirements::{
    JudgedAt, Judgement, JudgementBasis, LoadVerdict, StepVerdict, Verdict,
};
use plimsoll_analysis::statistics::Z_95;
use plimsoll_analysis::{Finding, Outcome, RunAnalysis};
use plimsoll_run::{Design, MeasurementSource};

pub fn judgement(words: &Words, judgement: Judgement) -> String {
    words.text(match judgement {
        Judgement::Pass => "verdict-pass",
        Judgement::Fail => "verdict-fail",
        Judgement::Inconclusive => "verdict-inconclusive",
    })
}

/// The headline. That requirements hold is not all that a reader must know where something failed under the load.
pub fn outcome(words: &Words, run: &RunAnalysis) -> String {
    let verdict = outcome_of_requirements(words, run);
    match critical(run).count() {
        n if n > 0 && run.outcome == Outcome::Holds => words.say("verdict-but-critical", args![verdict, n]),
        _ => answer::with_answer(words, run, verdict),
    }
}

/// Findings that are critical and that neither a verdict nor what is louder says: by their places among all.
pub fn critical(run: &RunAnalysis) -> impl Iterator<Item = (usize, &Finding)> {
    run.findings.iter().enumerate().filter(|(_, finding)| finding.is_critical_of_system())
}

/// What stands above them; `None`: there are none.
pub fn critical_heading(words: &Words, run: &RunAnalysis) -> Option<String> {
    let n = critical(run).count();
    (n > 0).then(|| words.say("verdict-critical", args![n]))
}

/// Too little to be a failure of the run, and too much for nobody to say it.
const FAILED_PERCENT: f64 = 1.0;

fn fails_much(run: &RunAnalysis) -> bool {
    let (failed, answered) = run.failed_and_answered();
    !run.header.lengths_made_up && 100.0 * failed as f64 >= FAILED_PERCENT * answered as f64 && failed > 0
}

fn outcome_of_requirements(words: &Words, run: &RunAnalysis) -> String {
    let of = |wanted| run.verdicts.iter().filter(|v| v.judgement == wanted).count();
    let (all, failed, open) = (run.verdicts.len(), of(Judgement::Fail), of(Judgement::Inconclusive));
    let search = run.rate_capacity();
    match (run.outcome, all) {
        _ if run.steps.is_empty() && run.end.is_none() => words.text("verdict-nothing-measured"),
        (Outcome::RequestsFailed, _) => answer::requests_failed(words, run),
        (Outcome::Holds, 0) if fails_much(run) => answer::requests_failed(words, run),
        (Outcome::Holds, 0) => words.text(match run.header.generator.imported().map(|by| by.source) {
            Some(MeasurementSource::Table) => "verdict-imported-table",
            Some(_) => "verdict-imported-without-requirements",
            None => "verdict-valid-without-requirements",
        }),
        (Outcome::Holds, _) if search.is_some() => rate_holds(words, run),
        (Outcome::Holds, 1) => words.text("verdict-holds-one"),
        (Outcome::Holds, _) => words.say("verdict-holds-all", args![all]),
        (Outcome::RequirementFailed, _) if search.is_some_and(|s| s.holds.is_none()) => {
            words.text("verdict-fails-at-every-rate")
        }
        (Outcome::RequirementFailed, 1) => words.text("verdict-fails-one"),
        (Outcome::RequirementFailed, _) => words.say("verdict-fails-some", args![failed, all]),
        (Outcome::Inconclusive, 0) if run.steps.is_empty() && run.is_imported() => {
            words.text("verdict-imported-no-steps")
        }
        (Outcome::Inconclusive, 0) => words.text("verdict-unusable"),
        (Outcome::Inconclusive, _) if search.is_some() && run.validity.complete => {
            words.text("verdict-search-without-answer")
        }
        (Outcome::Inconclusive, _) if open == 0 => words.text("verdict-none-failed-but-invalid"),
        (Outcome::Inconclusive, 1) => words.text("verdict-undecided-one"),
        (Outcome::Inconclusive, _) => words.say("verdict-undecided-some", args![open, all]),
    }
}

fn rate_holds(words: &Words, run: &RunAnalysis) -> String {
    let holds = run.rate_capacity().and_then(|search| Some((search.result, search.holds.as_ref()?)));
    match holds {
        Some((RateResult::Found, rate)) => {
            words.say("verdict-rate-holds", args![rate = asked(words, rate.rate_per_s)])
        }
        Some((_, rate)) => {
            words.say("verdict-rate-holds-at-least", args![rate = asked(words, rate.rate_per_s)])
        }
        None => words.say("verdict-rate-holds", args![rate = capacity::figure(words, &run.capacity)]),
    }
}

fn is_of_throughput(load: &LoadVerdict) -> bool {
    matches!(load.evidence, JudgementBasis::Throughput { .. })
}

/// What the verdict of the run rests on.
pub fn judged_at(words: &Words, run: &RunAnalysis, at: &JudgedAt) -> String {
    match at {
        JudgedAt::EveryStep => words.text("verdict-judged-every-step"),
        JudgedAt::EveryLoad { loads } => match loads.as_slice() {
            [line] if is_of_throughput(line) => {
                words.say("verdict-judged-load-line", args![steps = words.steps(&line.steps)])
            }
            _ => words.text("verdict-judged-every-load"),
        },
        JudgedAt::BestStep { step } => {
            words.say("verdict-judged-best", args![step = answer::numbered(words, run, *step)])
        }
        JudgedAt::Rate { rate_per_s, steps, .. } => {
            let id = if steps.len() > 1 { "verdict-judged-rate-together" } else { "verdict-judged-rate" };
            words.say(id, args![rate = asked(words, *rate_per_s), steps = words.steps(steps)])
        }
        JudgedAt::NoStep => words.text("verdict-judged-nowhere"),
        JudgedAt::Unreadable { error } => words.say("verdict-unreadable", args![error]),
    }
}

/// `PASS in steps 1–9; worst step 9: 41 of 93,822 over (0.04 %, CI 0.03–0.06; allowed 5 %)`
pub fn proof(words: &Words, run: &RunAnalysis, verdict: &Verdict) -> String {
    if let JudgedAt::Unreadable { error } = &verdict.judged_at {
        return words.say("verdict-unreadable-proof", args![error]);
    }
    let mut parts = judged_steps(words, verdict);
    if let JudgedAt::Rate { rate_per_s, evidence: found, .. } = &verdict.judged_at {
        let (rate, evidence) = (asked(words, *rate_per_s), evidence(words, found));
        parts.insert(0, words.say("verdict-at-rate", args![rate, evidence]));
        return format!("{}.", words.capitalised(&parts.join("; ")));
    }
    if let JudgedAt::EveryLoad { loads } = &verdict.judged_at {
        let alone = words.say("verdict-each-alone", args![judged = parts.join(", ")]);
        let together = loads.iter().map(|load| {
            let (judgement, steps) = (judgement(words, load.judgement), words.steps(&load.steps));
            words.say("verdict-together", args![judgement, steps, evidence = evidence(words, &load.evidence)])
        });
        return format!("{}.", together.chain([alone]).collect::<Vec<_>>().join("; "));
    }
    parts.push(decisive(words, run, verdict));
    parts.extend(needed(words, run, verdict));
    format!("{}.", parts.join("; "))
}

/// What would decide a requirement that is open: more requests, or what keeps those that there are from it.
pub(super) fn needed(words: &Words, run: &RunAnalysis, verdict: &Verdict) -> Option<String> {
    let step = verdict.deciding()?;
    let has_none =
        matches!(&step.evidence, JudgementBasis::Throughput { per_s, .. } if per_s.bounds_95.is_none());
    if has_none && verdict.judgement == Judgement::Inconclusive {
        return Some(words.text("verdict-open-without-interval"));
    }
    more_requests(words, run, verdict).or_else(|| {
        (is_open_share(verdict) && !wants_requests(run, verdict))
            .then(|| otherwise_open(words, run, step.step))
    })
}

fn is_open_share(verdict: &Verdict) -> bool {
    let is_open = |step: &StepVerdict| {
        step.judgement == Judgement::Inconclusive && matches!(step.evidence, JudgementBasis::Share { .. })
    };
    verdict.judgement == Judgement::Inconclusive && verdict.deciding().is_some_and(is_open)
}

/// The interval holds the limit, and the quick ones do not hide those that were still under way.
fn wants_requests(run: &RunAnalysis, verdict: &Verdict) -> bool {
    let Some(step) = verdict.deciding() else { return false };
    let is_bound = run.step(step.step).is_some_and(|row| row.mean_with_in_flight_us().is_some());
    match &step.evidence {
        JudgementBasis::Share { percent_bounds_95: bounds, allowed_percent, .. } => {
            !is_bound && (bounds.low..=bounds.high).contains(allowed_percent)
        }
        _ => false,
    }
}

/// How many requests would decide a share, if it stays what it is: Wilson's interval leaves the allowed share p out as soon
/// as n > z² p (1 − p) / (p − p̂)².
pub(super) fn more_requests(words: &Words, run: &RunAnalysis, verdict: &Verdict) -> Option<String> {
    let step = verdict.deciding()?;
    let JudgementBasis::Share { of, percent, allowed_percent, .. } = &step.evidence else { return None };
    if !is_open_share(verdict) || !wants_requests(run, verdict) {
        return None;
    }
    let (share, allowed) = (percent / 100.0, allowed_percent / 100.0);
    let n = Z_95.powi(2) * allowed * (1.0 - allowed) / (allowed - share).powi(2);
    // A share at the limit itself would take for ever.
    let n = (n.floor() as u64 + 1).max(of + 1);
    let measured_s = run.step(step.step).map_or(0.0, |row| row.measured_s);
    let time = words.length(n as f64 * measured_s / (*of).max(1) as f64);
    let (had, step) = (words.count(*of), words.step(step.step));
    (n < NEEDED_MAX).then(|| words.say("verdict-needed", args![n = words.count(n), had, step, time]))
}

/// What leaves it open where there were requests enough.
fn otherwise_open(words: &Words, run: &RunAnalysis, step: u32) -> String {
    match run.step(step).and_then(|row| row.uncertainty) {
        Some(found) => words.say("verdict-open-by-lateness", args![late = words.time(found.times_us as f64)]),
        None => words.text("verdict-open-by-requests-under-way"),
    }
}

/// More requests than this are no advice.
const NEEDED_MAX: u64 = 10_000_000;

/// `PASS in steps 1–9`, `FAIL in step 10`
fn judged_steps(words: &Words, verdict: &Verdict) -> Vec<String> {
    let with = |wanted| -> Vec<u32> {
        verdict.steps.iter().filter(|s| s.judgement == wanted).map(|s| s.step).collect()
    };
    let judged =
        [Judgement::Pass, Judgement::Fail, Judgement::Inconclusive].into_iter().map(|j| (j, with(j)));
    let found = judged.filter(|(_, found)| !found.is_empty());
    let reported = found.map(|(judged, found)| {
        words
            .say("verdict-in-steps", args![judgement = judgement(words, judged), steps = words.steps(&found)])
    });
    reported.collect()
}

/// The step that says most about the requirement.
fn decisive(words: &Words, run: &RunAnalysis, verdict: &Verdict) -> String {
    let reported = |id: &str, of: &StepVerdict| {
        let step = answer::numbered(words, run, of.step);
        words.say(id, args![step, evidence = measured_first(words, &of.evidence)])
    };
    if verdict.steps.len() > 1
        && let Some(text) = nothing_over(words, run, &verdict.steps)
    {
        return text;
    }
    // The smallest load brings the least throughput; what counts is what the best brings.
    let at_best = verdict.steps.iter().find(|s| {
        verdict.judged_at == JudgedAt::BestStep { step: s.step }
            && matches!(s.evidence, JudgementBasis::Throughput { .. })
    });
    if let Some(best) = at_best {
        return reported("verdict-at-step", best);
    }
    let worst = verdict.worst_step.and_then(|worst| verdict.steps.iter().find(|s| s.step == worst));
    match worst {
        Some(worst) if verdict.steps.len() > 1 => match worst.judgement {
            Judgement::Fail => reported("verdict-worst-step", worst),
            _ => reported("verdict-nearest-step", worst),
        },
        Some(only) => evidence(words, &only.evidence),
        None => match verdict.steps.first().map(|s| &s.evidence) {
            Some(
                said @ (JudgementBasis::UnknownTransaction { .. }
                | JudgementBasis::FromTable { .. }
                | JudgementBasis::FromPercentiles { .. }
                | JudgementBasis::IterationsDropped { .. }
                | JudgementBasis::NoRequests
                | JudgementBasis::NoTimes),
            ) => evidence(words, said),
            _ => words.text("verdict-no-valid-step"),
        },
    }
}

/// A percentile before the share that it is judged by.
fn measured_first(words: &Words, basis: &JudgementBasis) -> String {
    let evidence = evidence(words, basis);
    match basis {
        JudgementBasis::Share { measured_us: Some(us), .. } => {
            format!("{}, {evidence}", words.time(*us as f64))
        }
        _ => evidence,
    }
}

/// There is no worst step where every step holds without a single request over the limit.
fn nothing_over(words: &Words, run: &RunAnalysis, steps: &[StepVerdict]) -> Option<String> {
    let judged = || steps.iter().filter(|s| s.judgement != Judgement::Inconclusive);
    let clean = |s: &StepVerdict| {
        let over = match &s.evidence {
            JudgementBasis::Share { over, .. } | JudgementBasis::Max { over, .. } => *over,
            _ => 1,
        };
        // Of those that waited at the end nobody knows how long they would have taken.
        let is_whole =
            run.step(s.step).is_none_or(|row| row.mean_with_in_flight_us().is_none() && row.hung.is_none());
        s.judgement == Judgement::Pass && over == 0 && is_whole
    };
    let unmeasured =
        |s: &StepVerdict| matches!(s.evidence, JudgementBasis::InvalidStep | JudgementBasis::NoRequests);
    if judged().next().is_none() || !steps.iter().all(|s| clean(s) || unmeasured(s)) {
        return None;
    }
    let which = if steps.iter().any(unmeasured) { "valid" } else { "every" };
    let longest = judged().filter_map(|s| match &s.evidence {
        JudgementBasis::Max { max_us, .. } => Some((*max_us, s.step)),
        _ => None,
    });
    Some(match (longest.max(), judged().next().map(|s| &s.evidence)) {
        (Some((max_us, step)), _) => {
            let (longest, step) = (words.time(max_us as f64), answer::numbered(words, run, step));
            words.say("verdict-nothing-over-longest", args![which, longest, step])
        }
        (None, Some(JudgementBasis::Share { failed: None, .. })) => {
            words.say("verdict-nothing-failed", args![which])
        }
        _ => words.say("verdict-nothing-over", args![which]),
    })
}

/// How the run's verdicts are derived from the steps'.
pub fn rule(words: &Words, run: &RunAnalysis) -> String {
    words.text(match run.header.design {
        _ if run.rate_capacity().is_some() => "verdict-rule-search",
        Design::Climb { .. } => "verdict-rule-climb",
        _ if run.verdicts.iter().any(|verdict| {
            matches!(&verdict.judged_at, JudgedAt::EveryLoad { loads } if !loads.iter().all(is_of_throughput))
        }) =>
        {
            "verdict-rule-loads"
        }
        _ => "verdict-rule-given",
    })
}

/// Whatever is wrong with the figures.
pub fn fails(run: &RunAnalysis) -> bool {
    matches!(run.outcome, Outcome::RequirementFailed | Outcome::RequestsFailed)
}

/// What makes figures unusable.
pub fn loudest(words: &Words, run: &RunAnalysis) -> Vec<String> {
    const MAX: usize = 3;
    let loud = || run.findings.iter().filter(|finding| finding.makes_figures_unusable());
    let mut texts: Vec<String> =
        loud().take(MAX).map(|finding| finding::short(words, &finding.claim)).collect();
    let more = loud().count().saturating_sub(MAX);
    if more > 0 {
        texts.push(words.say("verdict-more-findings", args![n = more]));
    }
    texts
}
