//! The run: its name, its design, its end, its errors.

use super::{Words, args, notes, recorded};
use plimsoll_analysis::Judgement;
use plimsoll_analysis::capacity::ProbedRate;
use plimsoll_analysis::step::ErrorCount;
use plimsoll_analysis::{RunAnalysis, StepRow};
use plimsoll_run::{
    Design, End, EndReason, ErrorExample, ErrorKind, ImportedMeasurement, LoadGeneratorKind,
    MeasurementSource, NoteKind, PlanRecord, RunHeader, Secrets, TimeResolution, TransactionKind,
};
use std::borrow::Cow;

/// `MinLog2 borger lookup – variant large-heap, repeat 2`, as a heading of a report on these runs.
pub fn title(words: &Words, runs: &[RunAnalysis], header: &RunHeader) -> String {
    let name = study(header);
    part(words, runs, header).map_or_else(|| name.to_owned(), |part| format!("{name} – {part}"))
}

/// The same where the study's name is said already: `variant large-heap, repeat 2`. With it where the runs are of several
/// studies, or the run is all of its own.
pub fn named(words: &Words, runs: &[RunAnalysis], header: &RunHeader) -> String {
    let one_study = runs.iter().all(|other| study(&other.header) == study(header));
    let part = part(words, runs, header).filter(|_| one_study);
    part.unwrap_or_else(|| title(words, runs, header))
}

/// By place, as findings across runs have it. Others than these are in no report.
pub fn at(words: &Words, runs: &[RunAnalysis], place: usize) -> String {
    runs.get(place).map_or_else(super::number::dash, |run| named(words, runs, &run.header))
}

fn study(header: &RunHeader) -> &str {
    if header.name.is_empty() { &header.plan.file } else { &header.name }
}

/// `variant large-heap, repeat 2`; `None`: the run is all of its study. The first repeat is named as such where there are
/// others beside it; what is alike in all this is distinguished by its start.
fn part(words: &Words, runs: &[RunAnalysis], header: &RunHeader) -> Option<String> {
    let alike = |other: &&RunAnalysis| {
        study(&other.header) == study(header) && other.header.variant.name == header.variant.name
    };
    let repeats: Vec<u32> = runs.iter().filter(alike).map(|other| other.header.repeat).collect();
    let same = repeats.iter().filter(|repeat| **repeat == header.repeat).count() > 1;
    let mut parts = Vec::new();
    if !header.variant.name.is_empty() && header.variant.name != study(header) {
        parts.push(words.say("run-variant", args![name = &header.variant.name]));
    }
    if header.repeat > 1 || repeats.iter().any(|repeat| *repeat != header.repeat) {
        parts.push(words.say("run-repeat", args![n = header.repeat]));
    }
    if same {
        // The zone is said under Setup; here it would stand within parentheses of its own.
        let (at, zone) = (header.started_unix_us, &header.time_zone);
        parts.push(format!("{} {}", words.date(at, zone), words.clock(at, zone)));
    }
    (!parts.is_empty()).then(|| parts.join(", "))
}

fn is_without_loads(header: &RunHeader) -> bool {
    let tables = &header.imported_tables;
    !tables.is_empty() && tables.iter().all(|table| !table.rows.have_loads())
}

pub fn design(words: &Words, header: &RunHeader) -> String {
    let percent = |share: f64| words.whole_percent((share * 100.0).round() as i64);
    let imported = header.generator.imported().is_some();
    match &header.design {
        Design::Single if is_without_loads(header) => words.text("run-design-imported-no-loads"),
        Design::Single if imported => words.text("run-design-imported-single"),
        Design::Fixed if imported => words.text("run-design-imported-fixed"),
        Design::Ramp { users_min, users_max } => {
            words.say("run-design-ramp", args![from = *users_min, to = *users_max])
        }
        Design::Single => words.text("run-design-single"),
        Design::Fixed => words.text("run-design-fixed"),
        Design::Capacity { precision } => {
            words.say("run-design-capacity", args![precision = percent(*precision)])
        }
        Design::Climb { goal } => words.say("run-design-climb", args![goal = percent(*goal)]),
    }
}

pub fn end(words: &Words, run: &RunAnalysis) -> String {
    let Some(End { at_us, reason }) = &run.end else { return words.text("run-has-no-end") };
    if run.is_imported() {
        let after = words.length(*at_us as f64 / 1e6);
        return match run.header.times_made_up || run.steps.is_empty() {
            true => words.text("run-imported-end-unknown"),
            false => words.say("run-imported-end", args![after]),
        };
    }
    let why = match (run.rate_capacity().is_some(), reason) {
        (true, EndReason::Converged) => found(words, run).unwrap_or_else(|| words.text("run-completed")),
        (true, EndReason::LoadExhausted) => words.text("run-search-exhausted"),
        (true, EndReason::Impossible(why) | EndReason::Inconclusive(why)) => notes::search_end(words, why),
        _ => self::reason(words, reason),
    };
    words.say("run-ended", args![after = words.length(*at_us as f64 / 1e6), reason = why])
}

/// Rows of what was imported that could not be read.
pub fn unread(words: &Words, run: &RunAnalysis) -> Option<String> {
    let rows: u64 = run.telemetry.inputs.iter().map(|input| input.problems).sum();
    (rows > 0).then(|| words.say("label-unread-rows", args![n = rows]))
}

/// How far apart the two rates are between which the search found capacity.
fn found(words: &Words, run: &RunAnalysis) -> Option<String> {
    let search = run.rate_capacity()?;
    let (low, high) = (search.holds.as_ref()?.rate_per_s, search.fails.as_ref()?.rate_per_s);
    let is_open = |rate: &&ProbedRate| rate.pooled.judgement == Judgement::Inconclusive;
    let between = search.rates.iter().filter(|rate| rate.rate_per_s > low && rate.rate_per_s < high);
    let between = between.filter(is_open).count();
    let above = words.with_percent_sign(words.percent((high / low - 1.0) * 100.0));
    Some(words.say("run-search-converged", args![above, between]))
}

/// When, what was asked, what came: `15:30:08, step 2 (40 users): GET-URL answered 503 Busy: “…”`.
pub fn error_example(words: &Words, run: &RunAnalysis, example: &ErrorExample) -> String {
    let at = run.header.started_unix_us.saturating_add_unsigned(example.at_us);
    let in_step = |row: &&StepRow| (row.measured_from_us..=row.measured_to_us).contains(&example.at_us);
    let step = run.steps.iter().find(in_step).map(|row| words.step(row.number));
    let when: Vec<String> = std::iter::once(words.clock(at, &run.header.time_zone)).chain(step).collect();
    let status = if example.status.trim().is_empty() { &example.detail } else { &example.status };
    let parts = [
        Some(when.join(", ")),
        Some(example.url.clone()).filter(|url| !url.is_empty()),
        Some(status.trim().to_owned()).filter(|status| !status.is_empty()),
        Some(&example.excerpt)
            .filter(|text| !text.is_empty())
            .map(|text| words.say("run-error-excerpt", args![text])),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

pub fn reason(words: &Words, reason: &EndReason) -> String {
    match reason {
        EndReason::Completed => words.text("run-completed"),
        EndReason::Converged => words.text("run-converged"),
        EndReason::LoadExhausted => words.text("run-load-exhausted"),
        EndReason::Inconclusive(why) => {
            words.say("run-inconclusive", args![message = notes::search_end(words, why)])
        }
        EndReason::Impossible(why) => {
            words.say("run-impossible", args![message = notes::search_end(words, why)])
        }
        EndReason::Interrupted => words.text("run-interrupted"),
        EndReason::StoppedByPlan => words.text("run-stopped-by-plan"),
        EndReason::Failed(why) => words.say("run-failed", args![message = notes::failure(words, why)]),
    }
}

/// The value of a property, unless its name says that it is a secret.
pub fn property<'a>(name: &str, value: &'a str) -> Cow<'a, str> {
    Secrets::default().value(name, value)
}

/// To be pasted into a shell; values of secret properties are masked.
pub fn command(arguments: &[String]) -> String {
    let shown = Secrets::default().command(arguments);
    shown.iter().map(|argument| quoted(argument)).collect::<Vec<_>>().join(" ")
}

fn quoted(argument: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_./:=,@%+-".contains(c);
    if !argument.is_empty() && argument.chars().all(plain) {
        argument.to_owned()
    } else {
        format!("'{}'", argument.replace('\'', "'\\''"))
    }
}

/// Requests in flight when their steps ended.
pub fn abandoned(words: &Words, requests: u64) -> String {
    match requests {
        0 => words.text("run-nothing-abandoned"),
        n => words.say("run-abandoned", args![n]),
    }
}

pub fn error_kind(words: &Words, kind: ErrorKind) -> String {
    words.text(match kind {
        ErrorKind::NameResolution => "run-error-name-resolution",
        ErrorKind::ConnectRefused => "run-error-connect-refused",
        ErrorKind::ConnectTimeout => "run-error-connect-timeout",
        ErrorKind::ConnectFailed => "run-error-connect-failed",
        ErrorKind::Tls => "run-error-tls",
        ErrorKind::Reset => "run-error-reset",
        ErrorKind::ClosedEarly => "run-error-closed-early",
        ErrorKind::ResponseTimeout => "run-error-response-timeout",
        ErrorKind::BadHttp => "run-error-bad-http",
        ErrorKind::Status => "run-error-status",
        ErrorKind::Assertion => "run-error-assertion",
        ErrorKind::TooManyRedirects => "run-error-redirects",
        ErrorKind::BadRequest => "run-error-bad-request",
        ErrorKind::GeneratorResources => "run-error-generator",
        ErrorKind::BadMessage => "run-error-bad-message",
        ErrorKind::AnswerLimit => "run-error-answer-limit",
        ErrorKind::OtherHost => "run-error-other-host",
        ErrorKind::Child => "run-error-child",
    })
}

/// Of what was counted: a table or a sum says that requests failed, and not how.
pub fn error_kind_of(words: &Words, error: &ErrorCount) -> String {
    match (error.kind, error.detail.as_str()) {
        (ErrorKind::Status, "") => words.text("run-error-not-said"),
        (kind, _) => error_kind(words, kind),
    }
}

/// What failed: the load generator, or the system; of a failure of unknown kind nobody knows.
pub fn error_source(words: &Words, error: &ErrorCount) -> String {
    match (error.kind, error.detail.as_str()) {
        (ErrorKind::Status, "") => super::number::dash(),
        (kind, _) if kind.is_generators() => words.text("run-of-generator"),
        _ => words.text("run-of-system"),
    }
}

/// Who put the load on, and what that says about the times.
pub fn generator(words: &Words, generator: &LoadGeneratorKind) -> String {
    match generator {
        LoadGeneratorKind::Engine => words.text("run-by-engine"),
        LoadGeneratorKind::Jmeter { version } => words.say("run-by-jmeter", args![version]),
        LoadGeneratorKind::Tool { name, summed_up: true } => words.say("run-by-tool-summed-up", args![name]),
        LoadGeneratorKind::Tool { name, .. } => words.say("run-by-tool", args![name]),
        LoadGeneratorKind::Imported(measurement) => {
            words.say("run-imported-health", args![by = measured_by(words, measurement)])
        }
    }
}

/// `the results of JMeter, imported; times in whole milliseconds`
pub fn measured_by(words: &Words, measurement: &ImportedMeasurement) -> String {
    let tools = words.listed(&measurement.tools);
    let by = match measurement.source {
        MeasurementSource::ServerLogs => words.text("run-imported-logs"),
        MeasurementSource::Table if measurement.tools.is_empty() => words.text("run-imported-table"),
        MeasurementSource::Table => words.say("run-imported-table-of", args![tools]),
        MeasurementSource::LoadGenerator => words.say("run-imported-load", args![tools]),
    };
    match measurement.resolution {
        Some(TimeResolution::Milliseconds) => words.say("run-imported-ms", args![by]),
        Some(TimeResolution::Microseconds) => words.say("run-imported-us", args![by]),
        None => by,
    }
}

pub fn certificates(words: &Words, header: &RunHeader) -> String {
    if header.generator.imported().is_some() {
        return words.text("run-certificates-not-known");
    }
    words.text(match &header.plan {
        PlanRecord { uses_tls: Some(false), .. } => "run-certificates-none",
        PlanRecord { verify_certificates: true, uses_tls: None, .. } => "run-certificates-verified-where",
        PlanRecord { verify_certificates: true, .. } => "run-certificates-verified",
        _ => "run-certificates-not-verified",
    })
}

/// Failures with how often they came.
pub fn causes(words: &Words, failures: &[ErrorCount]) -> String {
    let cause = |failure: &ErrorCount| {
        words.say("finding-cause", args![cause = error(words, failure), n = failure.count])
    };
    words.listed(&failures.iter().map(cause).collect::<Vec<_>>())
}

/// The same of so many failures in all: those that are named may not be all of them.
pub fn causes_of(words: &Words, failures: &[ErrorCount], all: u64) -> String {
    let causes = causes(words, failures);
    match failures.iter().map(|failure| failure.count).sum::<u64>() < all {
        true => words.say("finding-causes-most", args![causes]),
        false => causes,
    }
}

/// What failed of the system outside the measured windows; `None`: nothing.
pub fn failures_outside(words: &Words, run: &RunAnalysis) -> Option<String> {
    let failures = &run.outside.failures;
    let id = if run.total.errors > 0 { "label-errors-outside-more" } else { "label-errors-outside" };
    let said = || words.say(id, args![errors = run.outside.failed(), causes = causes(words, failures)]);
    (!failures.is_empty()).then(said)
}

/// What was recorded and is in no step.
pub fn outside(words: &Words, run: &RunAnalysis) -> String {
    let found = &run.outside;
    if found.requests == 0 {
        return words.text("run-outside-none");
    }
    let args = args![
        requests = found.requests,
        of = found.of_requests,
        errors = found.errors,
        of_errors = found.of_errors
    ];
    words.say("run-outside", args)
}

pub fn variant(words: &Words, name: &str) -> String {
    if name.is_empty() { words.text("run-unnamed") } else { name.to_owned() }
}

/// `status 503`, `connection refused`. A detail is as the system told it, and in its language.
pub fn error(words: &Words, error: &ErrorCount) -> String {
    let kind = error_kind_of(words, error);
    let code = error.detail.strip_prefix("status ").filter(|_| error.kind == ErrorKind::Status);
    // `404 Not Found` says by itself that it is a status.
    let is_status = error.kind == ErrorKind::Status && error.detail.starts_with(|c: char| c.is_ascii_digit());
    match (error.detail.as_str(), code) {
        ("", _) => kind,
        (_, Some(code)) => format!("{kind} {code}"),
        (detail, None) if is_status && detail.contains(' ') => recorded::text(words, detail),
        (detail, None) if is_status => format!("{kind} {detail}"),
        (detail, None) if detail.starts_with(&kind) => detail.to_owned(),
        (detail, None) => format!("{kind}: {}", recorded::text(words, detail)),
    }
}

pub fn transaction_kind(words: &Words, kind: TransactionKind) -> String {
    words.text(match kind {
        TransactionKind::Request => "run-request",
        TransactionKind::Group => "run-group",
        TransactionKind::Completion => "run-completion",
    })
}

pub fn note_kind(words: &Words, kind: NoteKind) -> String {
    words.text(match kind {
        NoteKind::Information => "run-note",
        NoteKind::Warning => "run-warning",
        NoteKind::Decision => "run-decision",
    })
}

/// How response time is measured in this run.
pub fn load_model(words: &Words, run: &RunAnalysis) -> String {
    if let Some(measurement) = run.header.generator.imported() {
        return words.text(match measurement.source {
            MeasurementSource::LoadGenerator => "run-imported-times",
            MeasurementSource::ServerLogs if run.steps.iter().all(|row| row.response.mean_us.is_none()) => {
                "run-imported-log-no-times"
            }
            MeasurementSource::ServerLogs => "run-imported-log-times",
            MeasurementSource::Table => "run-imported-table-times",
        });
    }
    if run.is_open() && matches!(run.header.generator, LoadGeneratorKind::Tool { .. }) {
        return words.text("run-tools-open-load");
    }
    let by_jmeter = run.header.generator != LoadGeneratorKind::Engine;
    words.text(if run.is_open() && by_jmeter {
        "run-jmeters-open-load"
    } else if run.is_open() {
        "run-open-load"
    } else if run.has_intended_starts() {
        "run-paced-load"
    } else {
        "run-closed-load"
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(arguments: &[&str], expected: &str) {
        let arguments: Vec<String> = arguments.iter().map(|a| (*a).to_owned()).collect();
        assert_eq!(command(&arguments), expected);
    }

    #[test]
    fn a_command_can_be_pasted_and_shows_no_secret() {
        check(&["plimsoll", "run", "a b.jmx", "it's", ""], "plimsoll run 'a b.jmx' 'it'\\''s' ''");
        check(&["-Jhost=a.b:80", "-J", "users=5", "x=$y"], "-Jhost=a.b:80 -J users=5 'x=$y'");
        check(&["-JdbPassword=hunter2", "-J", "api_TOKEN=x"], "'-JdbPassword=***' -J 'api_TOKEN=***'");
        check(&["-J", "client.secret=a=b", "password=p"], "-J 'client.secret=***' 'password=***'");
    }
}
