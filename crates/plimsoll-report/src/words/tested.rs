//! What was tested, and what to do next, in a few lines: for the first screen, the first page and the terminal.

use super::{Words, args, finding, load, verdict};
use crate::evidence::{SectionAnchor, finding_anchor, requirement_anchor};
use plimsoll_analysis::findings::NextStep;
use plimsoll_analysis::requirements::{JudgementBasis, StepVerdict, Verdict};
use plimsoll_analysis::{Capacity, FAILED_PERCENT_MAX, Finding, Judgement, RunAnalysis, Severity};
use plimsoll_run::{MeasurementSource, TransactionKind};

/// Requests that are named with their shares, at most.
const REQUESTS_MAX: usize = 5;
/// Next steps that stand at the head, at most.
const NEXT_MAX: usize = 3;

/// Names and values: target, requests, data, load. Of several runs together.
pub fn properties(words: &Words, runs: &[RunAnalysis]) -> Vec<(String, String)> {
    let all = [
        ("label-target", targets(runs)),
        ("label-requests", requests(words, runs)),
        ("label-data", data(words, runs)),
        ("label-load", loads(words, runs)),
    ];
    all.into_iter().filter_map(|(name, value)| Some((words.text(name), value?))).collect()
}

/// `Tested: http://127.0.0.1:8080; home page (100 %); 5 steps, 1–32 users, 10 s each`
pub fn line(words: &Words, run: &RunAnalysis) -> Option<String> {
    let values: Vec<String> =
        properties(words, std::slice::from_ref(run)).into_iter().map(|(_, value)| value).collect();
    (!values.is_empty()).then(|| words.say("label-tested-line", args![what = values.join("; ")]))
}

fn targets(runs: &[RunAnalysis]) -> Option<String> {
    let all = distinct(runs.iter().flat_map(|run| &run.header.tested.targets).cloned());
    (!all.is_empty()).then(|| all.join(", "))
}

fn distinct(all: impl Iterator<Item = String>) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    all.for_each(|one| {
        if !found.contains(&one) {
            found.push(one);
        }
    });
    found
}

/// With their shares, the most frequent first: of all requests in the measured windows.
fn requests(words: &Words, runs: &[RunAnalysis]) -> Option<String> {
    // A table of steps says nothing of which requests they were.
    let counted = runs.iter().filter(|run| !run.header.means_only);
    let rows = counted.flat_map(|run| &run.transactions);
    let mut counts: Vec<(&str, u64)> = Vec::new();
    for row in rows.filter(|row| row.kind == TransactionKind::Request) {
        match counts.iter_mut().find(|(name, _)| *name == row.name) {
            Some((_, count)) => *count += row.requests,
            None => counts.push((&row.name, row.requests)),
        }
    }
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let total: u64 = counts.iter().map(|(_, count)| count).sum();
    let share = |(name, count): &(&str, u64)| {
        let percent = 100.0 * *count as f64 / total.max(1) as f64;
        let written = if percent >= 1.0 { words.fixed(percent, 0) } else { words.percent(percent) };
        let percent = words.with_percent_sign(written);
        match counts.len() {
            1 => (*name).to_owned(),
            _ => format!("{name} {percent}"),
        }
    };
    let mut parts: Vec<String> = counts.iter().take(REQUESTS_MAX).map(share).collect();
    if let Some(n) = counts.len().checked_sub(REQUESTS_MAX).filter(|n| *n > 0) {
        parts.push(words.say("label-others", args![n]));
    }
    (total > 0).then(|| parts.join(", "))
}

fn data(words: &Words, runs: &[RunAnalysis]) -> Option<String> {
    let sets = runs.iter().flat_map(|run| &run.header.tested.data);
    let all = distinct(sets.map(|(file, rows)| match rows {
        Some(rows) => words.say("label-data-rows", args![file, n = *rows]),
        None => file.clone(),
    }));
    (!all.is_empty()).then(|| all.join(", "))
}

/// `5 steps, 1–32 users, 10 s each`; of several runs how many, too.
fn loads(words: &Words, runs: &[RunAnalysis]) -> Option<String> {
    let steps: Vec<_> = runs.iter().flat_map(|run| &run.steps).collect();
    let all: Vec<_> = steps.iter().map(|step| step.load()).collect();
    let range = load::range(words, &all.iter().collect::<Vec<_>>());
    let seconds =
        || steps.iter().map(|step| step.measured_to_us.saturating_sub(step.measured_from_us) as f64 / 1e6);
    let (least, most) = (seconds().fold(f64::INFINITY, f64::min), seconds().fold(0.0, f64::max));
    let length = match most - least < 0.5 {
        true => words.length(most),
        false => format!("{}–{}", words.length(least), words.length(most)),
    };
    let several = (runs.len() > 1).then(|| words.say("label-runs-count", args![n = runs.len()]));
    let count = words.say("label-steps-count", args![n = steps.len()]);
    let each = if steps.len() > 1 { words.say("label-each", args![length]) } else { length };
    // A table of steps may tell no lengths.
    let each = Some(each).filter(|_| runs.iter().all(|run| !run.header.lengths_made_up));
    let parts = [several, Some(count), range, each];
    (!steps.is_empty()).then(|| parts.into_iter().flatten().collect::<Vec<_>>().join(", "))
}

/// What there is to do next, and where the report says why.
pub struct NextAction {
    pub text: String,
    pub anchor: String,
    /// The message that names what is there.
    pub place: &'static str,
}

/// What decides a requirement that is open for want of lengths; then the first next steps of the findings, the gravest first.
pub fn next_steps(words: &Words, run: &RunAnalysis) -> Vec<NextAction> {
    let mut steps: Vec<NextAction> = Vec::new();
    let is_of_length = |step: &StepVerdict| match step.evidence {
        JudgementBasis::FromTable { errors_percent, .. } => errors_percent.is_some(),
        JudgementBasis::FromPercentiles { of, .. } => of == 0,
        _ => false,
    };
    let is_open = |verdict: &Verdict| {
        verdict.judgement == Judgement::Inconclusive && verdict.steps.iter().any(is_of_length)
    };
    if let Some(open) = run.verdicts.iter().position(is_open).filter(|_| run.header.lengths_made_up) {
        let (text, anchor) = (words.text("finding-next-table-lengths"), requirement_anchor(open));
        steps.push(NextAction { text, anchor, place: "label-its-requirement" });
    }
    let is_without_times = |verdict: &Verdict| {
        verdict.judgement == Judgement::Inconclusive
            && verdict.steps.iter().all(|step| step.evidence == JudgementBasis::NoTimes)
            && !verdict.steps.is_empty()
    };
    if let Some(open) = run.verdicts.iter().position(is_without_times) {
        let by = run.header.generator.imported();
        let is_logged = by.is_some_and(|by| by.source == MeasurementSource::ServerLogs);
        let id = if is_logged { "finding-next-no-times-logged" } else { "finding-next-no-times" };
        let (text, anchor) = (words.text(id), requirement_anchor(open));
        steps.push(NextAction { text, anchor, place: "label-its-requirement" });
    }
    if matches!(run.capacity, Capacity::Ramp { .. }) {
        let (text, anchor) =
            (words.text("finding-next-steady-steps"), SectionAnchor::Steps.name().to_owned());
        steps.push(NextAction { text, anchor, place: "evidence-steps" });
    }
    // Where nothing is grave, more requests are what keeps the run from an answer.
    let fails = run.verdicts.iter().any(|verdict| verdict.judgement == Judgement::Fail);
    let is_grave = run.findings.iter().any(|found| found.severity == Severity::Critical);
    if !fails && !is_grave && steps.is_empty() {
        steps.extend(undecided(words, run, verdict::more_requests));
    }
    let many_failed = run.steps.iter().any(|row| row.errors_percent_bounds_95.low > FAILED_PERCENT_MAX);
    let rank = |found: &Finding| match (found.severity, &found.next) {
        // Requests that fail break requirements, whatever the system could carry.
        (Severity::Critical, NextStep::LoadLower | NextStep::LoadBetween { .. }) if many_failed => 2,
        (Severity::Critical, _) => 0,
        // What fails comes before what is only suspected, and work that is not shared out before what it then lacks.
        (Severity::Warning, NextStep::MendFailures) => 1,
        (Severity::Warning, NextStep::BalanceLoad) => 2,
        // Timers that were a little late change least.
        (Severity::Warning, NextStep::FreeTheGenerator) => 5,
        (Severity::Warning, _) => 3,
        (Severity::Information, _) => 4,
    };
    let mut ordered: Vec<(usize, &Finding)> = run.findings.iter().enumerate().collect();
    ordered.sort_by_key(|(_, found)| rank(found));
    // Several requirements, and several detectors of failures, ask for the same; the first of each is enough here.
    let repeats = |next: NextStep| {
        let asking = ordered.iter().filter(move |(_, found)| found.next == next);
        asking.skip(1).map(|(place, _)| *place)
    };
    let repeated: Vec<usize> =
        [NextStep::LoadLower, NextStep::MendFailures].into_iter().flat_map(repeats).collect();
    for (place, found) in ordered.into_iter().filter(|(place, _)| !repeated.contains(place)) {
        let text = finding::next(words, Some(run), found);
        if steps.len() < NEXT_MAX && !text.is_empty() && steps.iter().all(|known| known.text != text) {
            steps.push(NextAction { text, anchor: finding_anchor(place), place: "label-its-finding" });
        }
    }
    if steps.is_empty() {
        steps.extend(undecided(words, run, verdict::needed));
    }
    steps
}

/// What decides the first requirement that is open.
fn undecided(
    words: &Words,
    run: &RunAnalysis,
    needed: fn(&Words, &RunAnalysis, &Verdict) -> Option<String>,
) -> Option<NextAction> {
    let mut open = run.verdicts.iter().enumerate();
    open.find_map(|(place, verdict)| {
        let needed = needed(words, run, verdict)?;
        let text = words.say("finding-next-undecided", args![requirement = &verdict.requirement, needed]);
        Some(NextAction { text, anchor: requirement_anchor(place), place: "label-its-requirement" })
    })
}
