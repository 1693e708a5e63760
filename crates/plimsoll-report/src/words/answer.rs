//! The answer before the statistics: what was measured, against which limit; and where nothing works, what is broken.

use super::load::load;
use super::number::dash;
use super::{Words, args, run as run_words, step_verdict, verdict as verdicts};
use plimsoll_analysis::advice::AtExpected;
use plimsoll_analysis::requirements::{
    JudgedAt, JudgementBasis, Relation, Requirement, RequirementMetric, Verdict,
};
use plimsoll_analysis::step::ErrorCount;
use plimsoll_analysis::validity::StepProblem;
use plimsoll_analysis::{Judgement, Outcome, RunAnalysis};

/// `p95 was 61 ms at 238/s (limit 200 ms): PASS`
pub fn judged(words: &Words, run: &RunAnalysis, verdict: &Verdict) -> Option<String> {
    let sentence = sentence(words, run, verdict)?;
    let judgement = verdicts::judgement(words, verdict.judgement);
    Some(words.say("verdict-judged", args![sentence, judgement]))
}

/// `p95 was 61 ms at 238/s (limit 200 ms)`: where the run's judgement was made, or else the highest value; where failures decide it,
/// with what most of them failed by. `None`: nothing was measured.
pub fn sentence(words: &Words, run: &RunAnalysis, verdict: &Verdict) -> Option<String> {
    let said = figure(words, run, verdict)?;
    let Some((evidence, steps)) = shown(verdict).filter(|_| verdict.judgement == Judgement::Fail) else {
        return Some(said);
    };
    let is_by_failures = Requirement::parse(&verdict.requirement).is_ok_and(|requirement| {
        let of_failed =
            matches!(evidence, JudgementBasis::Share { failed: Some(1..), measured_us: None, .. });
        requirement.transaction.is_none() && (requirement.is_of_errors() || of_failed)
    });
    let rows = run.steps.iter().filter(|row| steps.is_empty() || steps.contains(&row.number));
    let mut errors = rows.flat_map(|row| &row.error_details).peekable();
    if !is_by_failures || errors.peek().is_none() {
        return Some(said);
    }
    let (error, kinds) = most_frequent(words, errors);
    Some(words.say("verdict-with-failures", args![sentence = said, kinds, error]))
}

/// By itself a higher percentile over the limit says nothing of the one that is asked for: with it failures do.
fn is_above(requirement: &Requirement, deciding_percent: f64) -> bool {
    matches!(requirement.measure, RequirementMetric::Percentile(percent) if deciding_percent > percent)
}

fn figure(words: &Words, run: &RunAnalysis, verdict: &Verdict) -> Option<String> {
    let requirement = Requirement::parse(&verdict.requirement).ok()?;
    let (evidence, steps) = shown(verdict)?;
    let step = steps.first().copied().filter(|_| steps.len() == 1);
    let (measure, limit) = (measure(words, &requirement), limit(words, &requirement));
    let value = match evidence {
        JudgementBasis::Share { failed: Some(failed), measured_us: None, unanswered, of, .. } => {
            if unanswered <= failed {
                return Some(among_failed(words, (&measure, &limit), *failed, *of));
            }
            let share = share(words, *unanswered, *of);
            return Some(words.say("verdict-was-unanswered", args![measure, share, limit]));
        }
        JudgementBasis::Max { max_us: us, failed, of, .. }
            if is_by_failures(verdict, *failed, (*us as f64, requirement.limit)) =>
        {
            return Some(among_failed(words, (&measure, &limit), *failed, *of));
        }
        JudgementBasis::FromPercentiles {
            measured_us,
            deciding_us,
            deciding_percent,
            failed: Some(failed),
            of,
        } if is_by_failures(verdict, *failed, (measured_us.unwrap_or(*deciding_us), requirement.limit))
            || measured_us.is_none() && is_above(&requirement, *deciding_percent) && *failed > 0 =>
        {
            return Some(among_failed(words, (&measure, &limit), *failed, *of));
        }
        // A lower one is over the limit already.
        JudgementBasis::FromPercentiles { measured_us: None, deciding_percent, deciding_us, .. }
            if verdict.judgement == Judgement::Fail =>
        {
            let (measure, value) = (format!("p{deciding_percent}"), words.time(*deciding_us));
            return Some(words.say("verdict-was", args![measure, value, limit]));
        }
        JudgementBasis::FromTable { errors_percent: None, mean_us: None }
        | JudgementBasis::FromPercentiles { measured_us: None, .. } => return None,
        JudgementBasis::Share { .. }
        | JudgementBasis::Mean { .. }
        | JudgementBasis::Throughput { .. }
        | JudgementBasis::FromTable { .. }
        | JudgementBasis::FromPercentiles { .. }
        | JudgementBasis::Max { .. } => step_verdict::value(words, evidence),
        JudgementBasis::NothingAnswered { in_flight, .. } => {
            let (n, step) = (*in_flight, numbered(words, run, step?));
            return Some(words.say("verdict-was-nothing-answered", args![measure, n, step, limit]));
        }
        JudgementBasis::NothingSucceeded { .. }
        | JudgementBasis::UnknownTransaction { .. }
        | JudgementBasis::InvalidStep
        | JudgementBasis::NoTimes
        | JudgementBasis::IterationsDropped { .. }
        | JudgementBasis::NoRequests => return None,
    };
    // Those under way when the window ended would have taken longer.
    let is_bound = |step: &u32| run.step(*step).is_some_and(|row| row.mean_with_in_flight_us().is_some());
    let value = match (requirement.measure, steps.iter().any(is_bound)) {
        (RequirementMetric::Errors | RequirementMetric::Throughput, _) | (_, false) => value,
        (_, true) => format!("≥ {value}"),
    };
    let measure = match counted_slowest(words, run, (&requirement, evidence), step) {
        Some(id) => words.say(id, args![measure]),
        None => measure,
    };
    // Of a transaction its own.
    let of_transaction = |name: &String, step: u32| {
        let row = run.transactions.iter().find(|row| row.step == step && row.name == *name);
        row.map(|row| row.throughput_per_s)
    };
    let rate = || match (&verdict.judged_at, &requirement.transaction) {
        (JudgedAt::Rate { .. }, None) => run.capacity.best().map(|best| best.throughput_per_s.value),
        (JudgedAt::Rate { .. }, Some(name)) => of_transaction(name, run.capacity.best()?.step),
        (_, None) => step.and_then(|step| run.step(step)).map(|row| row.throughput_per_s.value),
        (_, Some(name)) => of_transaction(name, step?),
    };
    if let (JudgedAt::EveryLoad { .. }, 2..) = (&verdict.judged_at, steps.len()) {
        let steps = words.steps(&steps);
        return Some(words.say("verdict-was-together", args![measure, value, steps, limit]));
    }
    let Some(rate) = rate().filter(|_| requirement.measure != RequirementMetric::Throughput) else {
        return Some(words.say("verdict-was", args![measure, value, limit]));
    };
    let rate = words.per_s(rate);
    Some(match step.filter(|_| run.steps.len() > 1) {
        Some(step) => {
            let step = numbered(words, run, step);
            words.say("verdict-was-step", args![measure, value, rate, step, limit])
        }
        None => {
            let asked = asked_more(run).filter(|_| requirement.transaction.is_none());
            let rate = asked.map_or(rate.clone(), |asked| {
                words.say("verdict-rate-behind", args![rate, asked = words.per_s(asked)])
            });
            words.say("verdict-was-at", args![measure, value, rate, limit])
        }
    })
}

/// What was measured of times is within the limit, and the verdict is that of the requests that failed.
fn is_by_failures(verdict: &Verdict, failed: u64, (measured_us, limit_us): (f64, f64)) -> bool {
    verdict.judgement == Judgement::Fail && failed > 0 && measured_us <= limit_us
}

fn among_failed(words: &Words, (measure, limit): (&str, &str), failed: u64, of: u64) -> String {
    words.say("verdict-was-failed", args![measure, share = share(words, failed, of), limit])
}

fn share(words: &Words, count: u64, of: u64) -> String {
    words.with_percent_sign(words.percent(100.0 * count as f64 / of.max(1) as f64))
}

/// The arrivals a second that the only step asked for, where fewer were carried.
fn asked_more(run: &RunAnalysis) -> Option<f64> {
    let [row] = run.steps.as_slice() else { return None };
    row.arrivals.as_ref().filter(|arrivals| arrivals.falls_behind())?;
    row.rate_per_s
}

/// What says that a percentile is another one than in the tables, for it counts failed requests, and those without an answer, as slower
/// than any.
fn counted_slowest(
    words: &Words,
    run: &RunAnalysis,
    (requirement, evidence): (&Requirement, &JudgementBasis),
    step: Option<u32>,
) -> Option<&'static str> {
    let JudgementBasis::Share { failed: Some(failed), unanswered, measured_us: Some(us), .. } = evidence
    else {
        return None;
    };
    let id = match (*failed, *unanswered) {
        (0, 0) => return None,
        (_, 0) => "verdict-measure-failed-slowest",
        (0, _) => "verdict-measure-unanswered-slowest",
        _ => "verdict-measure-both-slowest",
    };
    let RequirementMetric::Percentile(percent) = requirement.measure else { return None };
    let of_table = step.and_then(|step| run.step(step)?.percentile_us(percent));
    of_table.is_none_or(|table_us| words.time(table_us as f64) != words.time(*us as f64)).then_some(id)
}

/// The sentence where nothing stands before it: `The error rate was …`, and `p95 was …` as it is written everywhere.
pub fn opening(words: &Words, sentence: &str) -> String {
    let is_percentile = sentence.starts_with('p') && sentence[1..].starts_with(|c: char| c.is_ascii_digit());
    if is_percentile { sentence.to_owned() } else { words.capitalised(sentence) }
}

/// `4 (32 users)`: a step's number with its load.
pub fn numbered(words: &Words, run: &RunAnalysis, step: u32) -> String {
    let Some(row) = run.step(step).filter(|row| row.load().is_known()) else {
        return words.count(u64::from(step));
    };
    let load = load(words, &row.load());
    words.say("load-step", args![step = words.count(u64::from(step)), load])
}

/// The figure that the judgement rests on, with its step or steps; of a search none.
fn shown(verdict: &Verdict) -> Option<(&JudgementBasis, Vec<u32>)> {
    match &verdict.judged_at {
        JudgedAt::Rate { evidence, .. } => Some((evidence, Vec::new())),
        JudgedAt::EveryLoad { loads } => {
            let load = loads.iter().find(|load| load.judgement == verdict.judgement)?;
            Some((&load.evidence, load.steps.clone()))
        }
        _ => verdict.deciding().map(|step| (&step.evidence, vec![step.step])),
    }
}

fn measure(words: &Words, requirement: &Requirement) -> String {
    let measure = match requirement.measure {
        RequirementMetric::Percentile(percent) => format!("p{}", words.written(percent)),
        RequirementMetric::Mean => words.text("verdict-measure-mean"),
        RequirementMetric::Max => words.text("verdict-measure-max"),
        RequirementMetric::Errors => words.text("verdict-measure-errors"),
        RequirementMetric::Throughput => words.text("verdict-measure-throughput"),
    };
    match &requirement.transaction {
        Some(name) => {
            let name = words.say("number-quoted", args![text = name.as_str()]);
            words.say("verdict-measure-of", args![measure, name])
        }
        None => measure,
    }
}

fn limit(words: &Words, requirement: &Requirement) -> String {
    let limit = match requirement.measure {
        RequirementMetric::Errors => words.with_percent_sign(words.written(requirement.limit)),
        RequirementMetric::Throughput => words.limit_rate(requirement.limit),
        RequirementMetric::Percentile(_) | RequirementMetric::Mean | RequirementMetric::Max => {
            words.limit_time(requirement.limit)
        }
    };
    let least = matches!(requirement.comparison, Relation::Greater | Relation::GreaterOrEqual);
    words.say(if least { "verdict-limit-least" } else { "verdict-limit" }, args![limit])
}

/// Rates of arrivals scatter by so much.
const ABOUT: f64 = 0.97;

/// What was found is as much as what is expected, as far as the arrivals of a step scatter.
fn is_about_met(found: &AtExpected) -> bool {
    found.step.is_some() && found.factor.is_some_and(|factor| (ABOUT..1.0).contains(&factor))
}

/// The requirements under the expected use, and how far the limit is above it.
pub fn at_expected(words: &Words, run: &RunAnalysis) -> Option<String> {
    let found = run.advice.at_expected.as_ref()?;
    let expected = words.per_s(found.expected_per_s);
    let factor = found.factor.map(|factor| words.significant(factor, 2)).unwrap_or_default();
    let limit = found.limit_per_s.map(|limit| {
        let rate = words.per_s(limit);
        match (found.limit_fails, found.met_per_s) {
            (true, Some(met)) => {
                words.say("verdict-expected-met", args![met = words.per_s(met), factor, rate])
            }
            (true, None) => words.say("verdict-expected-fails", args![rate]),
            (false, _) if is_about_met(found) => words.say("verdict-expected-about", args![rate]),
            (false, _) if found.is_lower_bound => words.say("verdict-expected-at-least", args![rate, factor]),
            (false, _) => words.say("verdict-expected-limit", args![rate, factor]),
        }
    });
    let limit = limit.unwrap_or_else(|| words.text("verdict-expected-no-limit"));
    let Some(step) = found.step else {
        return Some(words.say("verdict-expected-not-reached", args![expected, limit]));
    };
    let Some(judgement) = found.judgement else {
        return Some(words.say("verdict-expected-not-judged", args![expected, limit]));
    };
    let figure = |verdict: &Verdict| {
        let requirement = Requirement::parse(&verdict.requirement).ok()?;
        if requirement.measure == RequirementMetric::Throughput {
            return None;
        }
        let of_step = verdict.steps.iter().find(|found| found.step == step)?;
        let value = match &of_step.evidence {
            JudgementBasis::Share { failed: Some(1..), measured_us: None, .. } => {
                words.text("verdict-value-among-failed")
            }
            evidence => step_verdict::value(words, evidence),
        };
        Some(format!("{} {value}", measure(words, &requirement)))
    };
    let figures: Vec<String> = run.verdicts.iter().filter_map(figure).collect();
    let judged = match judgement {
        Judgement::Pass => "met",
        Judgement::Fail => "failed",
        Judgement::Inconclusive => "open",
    };
    let carried = run.step(step).map_or(0.0, |row| row.throughput_per_s.value);
    let (figures, rate, step) = (figures.join(", "), words.per_s(carried), numbered(words, run, step));
    Some(words.say("verdict-expected", args![expected, figures, rate, judged, step, limit]))
}

/// Why nothing works: every request failed, in the whole run or in some steps; with what they failed by.
pub fn cause(words: &Words, run: &RunAnalysis) -> Option<String> {
    let of = |wanted: fn(&StepProblem) -> bool| -> Vec<u32> {
        let found = run.steps.iter().filter(|step| step.problems.iter().any(wanted));
        found.map(|step| step.number).collect()
    };
    let failed = of(|problem| matches!(problem, StepProblem::NothingSucceeded { .. }));
    if failed.is_empty() {
        return None;
    }
    let rows = run.steps.iter().filter(|row| failed.contains(&row.number));
    let (error, kinds) = most_frequent(words, rows.flat_map(|row| &row.error_details));
    if failed.len() == run.steps.len() {
        return Some(words.say("verdict-all-failed", args![n = run.total.errors, kinds, error]));
    }
    Some(words.say("verdict-all-failed-steps", args![steps = words.steps(&failed), kinds, error]))
}

/// The system hung, or failed to the end of a step.
pub fn broken(words: &Words, run: &RunAnalysis) -> Option<String> {
    let hung = run.steps.iter().find_map(|row| {
        let hang = row.hung?;
        let (from, users) = (words.length(hang.from_s), hang.users);
        Some(words.say("verdict-hung", args![from, step = row.number, users]))
    });
    hung.or_else(|| failing_end(words, run))
}

/// What is wrong, where nobody said what is right.
pub fn requests_failed(words: &Words, run: &RunAnalysis) -> String {
    if run.header.lengths_made_up {
        return failed_in_table(words, run);
    }
    let all = cause(words, run).filter(|_| run.total.errors >= run.total.requests);
    all.or_else(|| broken(words, run)).or_else(|| failing_from(words, run)).unwrap_or_else(|| {
        let (failed, answered) = run.failed_and_answered();
        let share = words.with_percent_sign(words.percent(100.0 * failed as f64 / answered.max(1) as f64));
        let within = run.steps.iter().flat_map(|row| &row.error_details);
        let (error, kinds) = most_frequent(words, within.chain(&run.outside.failures));
        words.say("verdict-requests-failed", args![share, failed, all = answered, kinds, error])
    })
}

/// By shares alone: how many requests there were is not known.
fn failed_in_table(words: &Words, run: &RunAnalysis) -> String {
    let worst = run.steps.iter().max_by(|a, b| a.errors_percent.total_cmp(&b.errors_percent));
    let (step, percent) = worst.map_or((0, 0.0), |row| (row.number, row.errors_percent));
    let share = words.with_percent_sign(words.percent_of_table(percent));
    words.say("verdict-requests-failed-in-table", args![share, step = words.step(step)])
}

fn failing_from(words: &Words, run: &RunAnalysis) -> Option<String> {
    let found = run.failing_from()?;
    let share = 100.0 * found.failed as f64 / found.answered.max(1) as f64;
    let (failed, all) = (found.failed, found.answered);
    let before = if found.is_first { "none" } else { "few" };
    let from = run.steps.iter().skip_while(|row| row.number != found.step);
    let (error, kinds) = most_frequent(words, from.flat_map(|row| &row.error_details));
    let (step, share) = (words.step(found.step), words.with_percent_sign(words.percent(share)));
    Some(words.say("verdict-requests-failed-from", args![step, share, failed, all, kinds, error, before]))
}

fn failing_end(words: &Words, run: &RunAnalysis) -> Option<String> {
    let (row, end) = run.steps.iter().find_map(|row| Some((row, row.failing_end?)))?;
    let (error, kinds) = most_frequent(words, row.error_details.iter());
    let from = words.length(end.from_s);
    Some(
        words.say(
            "verdict-failed-to-the-end",
            args![from, step = row.number, failed = end.failed, kinds, error],
        ),
    )
}

/// `connection refused: 127.0.0.1:9`, and whether there is no other, or another as often.
fn most_frequent<'a>(words: &Words, errors: impl Iterator<Item = &'a ErrorCount>) -> (String, &'static str) {
    let mut found: Vec<ErrorCount> = Vec::new();
    for error in errors.filter(|error| !error.kind.is_generators()) {
        match found.iter_mut().find(|other| (other.kind, &other.detail) == (error.kind, &error.detail)) {
            Some(other) => other.count += error.count,
            None => found.push(error.clone()),
        }
    }
    found.sort_by_key(|error| std::cmp::Reverse(error.count));
    let kinds = match found.as_slice() {
        [_] => "one",
        [first, second, ..] if first.count == second.count => "tied",
        _ => "several",
    };
    (found.first().map_or_else(dash, |error| run_words::error(words, error)), kinds)
}

/// The headline with its answer: the cause where nothing works, else the figure that decides.
pub fn with_answer(words: &Words, run: &RunAnalysis, verdict: String) -> String {
    let failing = |judgement| move |found: &&Verdict| found.judgement == judgement;
    let figure = || {
        let first = match run.outcome {
            Outcome::RequirementFailed => run.verdicts.iter().find(failing(Judgement::Fail)),
            Outcome::Holds if run.verdicts.len() == 1 => run.verdicts.first(),
            _ => None,
        };
        first.and_then(|found| sentence(words, run, found))
    };
    let failed = run.outcome == Outcome::RequirementFailed;
    if let Some(cause) = cause(words, run).filter(|_| failed) {
        return words.say("verdict-with-cause", args![verdict, cause]);
    }
    match figure() {
        Some(figure) => words.say("verdict-with-figure", args![verdict, figure]),
        None => verdict,
    }
}
