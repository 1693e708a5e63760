//! Where to look for what requests failed by.

use crate::words::{Words, args};
use plimsoll_analysis::findings::{Claim, Finding};
use plimsoll_analysis::step::{ErrorCount, Outage};
use plimsoll_analysis::{RunAnalysis, StepRow};
use plimsoll_run::{ErrorKind, MeasurementSource};

/// How proxies answer for a server that is not there.
const OF_PROXIES: [&str; 3] = ["502", "503", "504"];

/// Where no connection comes about, the servers' logs know nothing of it.
pub fn find_errors(words: &Words, run: Option<&RunAnalysis>, most: Option<&ErrorCount>) -> String {
    let measured = run.and_then(|run| run.header.generator.imported());
    let is_logged = measured.is_some_and(|by| by.source == MeasurementSource::ServerLogs);
    let is_away = |error: &ErrorCount| run.is_some_and(|run| comes_while_away(run, error));
    let begins = |error: &ErrorCount, codes: &[&str]| {
        error.kind == ErrorKind::Status && codes.iter().any(|code| error.detail.starts_with(code))
    };
    if let Some(from_s) = most.filter(|error| is_unreachable(error)).and_then(|_| gone_from_s(run?)) {
        return words.say("finding-next-connect-gone", args![from = words.length(from_s)]);
    }
    if let Some((error, when)) = most.and_then(|error| Some((error, outages(words, run?, error)?))) {
        let is_asked = is_refusal(error) || run.is_some_and(|run| comes_while_pool_full(run, error));
        if is_unreachable(error) {
            return words.say("finding-next-connect-outage", args![when]);
        }
        if !is_asked {
            return words.say("finding-next-errors-outage", args![when]);
        }
    }
    if let Some((without, with)) = most.and_then(|error| cut_off_beyond(run?, error)) {
        let (without, with) = (words.step(without), words.step(with));
        return words.say("finding-next-connect-limit", args![without, with]);
    }
    words.text(match most {
        Some(error) if is_unreachable(error) => match run.is_some_and(|run| some_came_about(run, error)) {
            true if is_away(error) => "finding-next-connect-restarted",
            true => "finding-next-connect-some",
            false => "finding-next-connect",
        },
        Some(error) if error.kind == ErrorKind::Assertion => match run.is_some_and(|run| run.is_imported()) {
            true => "finding-next-check-imported",
            false => "finding-next-check",
        },
        Some(error) if error.kind == ErrorKind::ResponseTimeout => "finding-next-time-outs",
        Some(error) if begins(error, &["401", "403"]) => "finding-next-log-in",
        Some(error) if begins(error, &["404"]) && run.is_some_and(nothing_succeeded) => {
            "finding-next-not-found"
        }
        Some(error) if begins(error, &["429"]) => "finding-next-too-many",
        Some(error) if begins(error, &OF_PROXIES) && is_away(error) => "finding-next-errors-while-away",
        Some(error) if begins(error, &["5"]) && run.is_some_and(|run| comes_while_pool_full(run, error)) => {
            "finding-next-errors-pool"
        }
        _ if is_logged => "finding-next-errors-logged",
        _ => "finding-next-errors",
    })
}

/// From then on nothing succeeded to the end, though something had before.
fn gone_from_s(run: &RunAnalysis) -> Option<f64> {
    let had_answers = run.steps.iter().any(|row| row.succeeded() > 0);
    let mut gone = run.findings.iter().filter_map(|finding| match &finding.claim {
        Claim::NothingSucceeds(of) if of.to_s.is_none() && of.hung.is_none() => Some(of.from_s),
        _ => None,
    });
    gone.next().filter(|_| had_answers)
}

/// Most of what failed in a step whose failures came in outages.
pub fn failed_in_outage(run: &RunAnalysis, step: u32) -> Option<&ErrorCount> {
    run.findings.iter().find_map(|finding| match &finding.claim {
        Claim::HighErrors(of) if of.steps.contains(&step) && !of.outages.is_empty() => of.top.first(),
        _ => None,
    })
}

/// `in step 2 (8 users) from 12 s after the run's start on for about 6.2 s and from 20 s on for about 3 s`
pub fn outages_when(words: &Words, outages: &[Outage]) -> String {
    let tenths = |seconds: f64| words.length((10.0 * seconds).round() / 10.0);
    let when = |(place, outage): (usize, &Outage)| {
        let step = match outage.to_step {
            Some(to) => words.steps(&(outage.step..=to).collect::<Vec<_>>()),
            None => words.step(outage.step),
        };
        let (from, length) = (tenths(outage.from_s), tenths(outage.duration_s));
        let before = place.checked_sub(1).map(|before| &outages[before]);
        let is_same_step =
            |before: &Outage| (before.step, before.to_step, outage.to_step) == (outage.step, None, None);
        match before {
            None if outage.from_s < 0.05 => words.say("finding-outage-at-start", args![step, length]),
            None => words.say("finding-outage-when", args![step, from, length]),
            Some(before) if is_same_step(before) => words.say("finding-outage-again", args![from, length]),
            Some(_) => words.say("finding-outage-then", args![step, from, length]),
        }
    };
    words.listed(&outages.iter().enumerate().map(when).collect::<Vec<_>>())
}

/// With more there is something that comes again and again.
pub const OUTAGES_MAX: usize = 4;

/// When all failures came while hardly anything succeeded, and no finding on the server says why.
fn outages(words: &Words, run: &RunAnalysis, most: &ErrorCount) -> Option<String> {
    let is_known = |of: &Finding| matches!(of.claim, Claim::InstanceLost(_) | Claim::InstanceRestarted(_));
    let mut found = run.findings.iter().filter_map(|finding| match &finding.claim {
        Claim::HighErrors(of) => {
            let is_its = of.top.first().is_some_and(|top| top.kind == most.kind && top.detail == most.detail);
            let is_said = is_its && (1..=OUTAGES_MAX).contains(&of.outages.len());
            is_said.then(|| outages_when(words, &of.outages))
        }
        _ => None,
    });
    found.next().filter(|_| !run.findings.iter().any(is_known))
}

/// What the system refuses, or answers wrongly, on purpose: no accident of its servers.
pub fn is_refusal(error: &ErrorCount) -> bool {
    error.kind == ErrorKind::Assertion || error.kind == ErrorKind::Status && error.detail.starts_with('4')
}

fn nothing_succeeded(run: &RunAnalysis) -> bool {
    !run.is_imported() && run.steps.iter().all(|row| row.succeeded() == 0)
}

/// Connections are cut off in every step from some load on, and in none below it: the highest without and the lowest with.
fn cut_off_beyond(run: &RunAnalysis, error: &ErrorCount) -> Option<(u32, u32)> {
    let is_cut_off = |kind: ErrorKind| matches!(kind, ErrorKind::Reset | ErrorKind::ClosedEarly);
    let count = |row: &StepRow| {
        let cut_off = row.error_details.iter().filter(|error| is_cut_off(error.kind));
        cut_off.map(|error| error.count).sum::<u64>()
    };
    let breaks = || {
        run.findings.iter().any(|of| {
            matches!(
                of.claim,
                Claim::InstanceLost(_) | Claim::InstanceRestarted(_) | Claim::NothingSucceeds(_)
            )
        })
    };
    if !is_cut_off(error.kind) || breaks() {
        return None;
    }
    let load = |row: &&StepRow| row.load().value();
    let (with, without): (Vec<&StepRow>, Vec<&StepRow>) = run
        .steps
        .iter()
        .filter(|row| row.requests > 0 && row.supports_verdicts())
        .partition(|row| count(row) > 0);
    let highest = without.into_iter().max_by(|a, b| load(a).total_cmp(&load(b)))?;
    let lowest = with.iter().copied().min_by(|a, b| load(a).total_cmp(&load(b)))?;
    let is_much = |row: &&StepRow| count(row) as f64 >= CUT_OFF_MUCH * row.requests as f64;
    (load(&highest) < load(&lowest) && with.iter().all(is_much)).then_some((highest.number, lowest.number))
}

/// Of a step's requests: fewer may be chance.
const CUT_OFF_MUCH: f64 = 0.01;

fn is_unreachable(error: &ErrorCount) -> bool {
    matches!(error.kind, ErrorKind::ConnectRefused | ErrorKind::ConnectTimeout | ErrorKind::ConnectFailed)
}

fn steps_with<'a>(run: &'a RunAnalysis, error: &'a ErrorCount) -> impl Iterator<Item = &'a StepRow> {
    let is_it = |of: &ErrorCount| (of.kind, &of.detail) == (error.kind, &error.detail);
    run.steps.iter().filter(move |row| row.error_details.iter().any(is_it))
}

fn some_came_about(run: &RunAnalysis, error: &ErrorCount) -> bool {
    steps_with(run, error).any(|row| row.requests > row.errors)
}

/// It comes in steps in which a pool was used up, and in no other.
fn comes_while_pool_full(run: &RunAnalysis, error: &ErrorCount) -> bool {
    let is_full_in = |row: &StepRow| {
        run.findings.iter().any(|of| match &of.claim {
            Claim::PoolExhausted(pool) => pool.steps.contains(&row.number),
            _ => false,
        })
    };
    let mut steps = steps_with(run, error).peekable();
    steps.peek().is_some() && steps.all(is_full_in) && !run.steps.iter().all(is_full_in)
}

/// In every step that has it a server was away, or came back.
fn comes_while_away(run: &RunAnalysis, error: &ErrorCount) -> bool {
    let is_away_in = |row: &StepRow| {
        let from = row.measured_from_us as f64 / 1e6;
        let to = from + row.measured_s;
        run.findings.iter().any(|of| match &of.claim {
            Claim::InstanceRestarted(restart) => restart.step == row.number,
            Claim::InstanceLost(lost) => lost.from_s < to && lost.to_s.is_none_or(|back| back > from),
            _ => false,
        })
    };
    let mut steps = steps_with(run, error).peekable();
    steps.peek().is_some() && steps.all(is_away_in)
}
