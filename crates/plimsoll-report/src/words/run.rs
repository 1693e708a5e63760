//! The run: its name, its design, its end, its errors.

use super::{Words, args, notes, recorded};
use plimsoll_analysis::RunAnalysis;
use plimsoll_analysis::step::ErrorCount;
use plimsoll_run::{
    Design, End, EndReason, ErrorKind, LoadGeneratorKind, NoteKind, RunHeader, TransactionKind,
};

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
/// others beside it; what is alike in all this is told apart by its start.
fn part(words: &Words, runs: &[RunAnalysis], header: &RunHeader) -> Option<String> {
    let alike = |other: &&RunAnalysis| {
        study(&other.header) == study(header) && other.header.variant.name == header.variant.name
    };
    let repeats: Vec<u32> = runs.iter().filter(alike).map(|other| other.header.repeat).collect();
    let same = repeats.iter().filter(|repeat| **repeat == header.repeat).count() > 1;
    let mut parts = Vec::new();
    if !header.variant.name.is_empty() {
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

pub fn design(words: &Words, design: &Design) -> String {
    let percent = |share: f64| words.whole_percent((share * 100.0).round() as i64);
    match design {
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
    let why = match (run.rate_capacity().is_some(), reason) {
        (true, EndReason::Converged) => words.text("run-search-converged"),
        (true, EndReason::LoadExhausted) => words.text("run-search-exhausted"),
        (true, EndReason::Impossible(why) | EndReason::Inconclusive(why)) => notes::search_end(words, why),
        _ => self::reason(words, reason),
    };
    words.say("run-ended", args![after = words.length(*at_us as f64 / 1e6), reason = why])
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

const MASK: &str = "***";

/// The value of a property, unless its name says that it is a secret.
pub fn property<'a>(name: &str, value: &'a str) -> &'a str {
    let name = name.to_lowercase();
    if ["password", "secret", "token"].iter().any(|secret| name.contains(secret)) { MASK } else { value }
}

/// To be pasted into a shell; values of secret properties are masked.
pub fn command(arguments: &[String]) -> String {
    let mut after_flag = false;
    let shown = arguments.iter().map(|argument| {
        let flag = if argument.starts_with("-J") { "-J" } else { "" };
        let is_property = after_flag || !flag.is_empty();
        after_flag = argument == "-J";
        match argument[flag.len()..].split_once('=').filter(|_| is_property) {
            Some((name, value)) => quoted(&format!("{flag}{name}={}", property(name, value))),
            None => quoted(argument),
        }
    });
    shown.collect::<Vec<_>>().join(" ")
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
        ErrorKind::Child => "run-error-child",
    })
}

/// What failed: the load generator, or the system.
pub fn error_source(words: &Words, kind: ErrorKind) -> String {
    words.text(if kind.is_generators() { "run-of-generator" } else { "run-of-system" })
}

/// Who put the load on, and what that says about the times.
pub fn generator(words: &Words, generator: &LoadGeneratorKind) -> String {
    match generator {
        LoadGeneratorKind::Engine => words.text("run-by-engine"),
        LoadGeneratorKind::Jmeter { version } => words.say("run-by-jmeter", args![version]),
    }
}

pub fn certificates(words: &Words, verified: bool) -> String {
    words.text(if verified { "run-certificates-verified" } else { "run-certificates-not-verified" })
}

pub fn variant(words: &Words, name: &str) -> String {
    if name.is_empty() { words.text("run-unnamed") } else { name.to_owned() }
}

/// `status 503`, `connection refused`. A detail is as the system told it, and in its language.
pub fn error(words: &Words, error: &ErrorCount) -> String {
    let kind = error_kind(words, error.kind);
    let code = error.detail.strip_prefix("status ").filter(|_| error.kind == ErrorKind::Status);
    match (error.detail.as_str(), code) {
        ("", _) => kind,
        (_, Some(code)) => format!("{kind} {code}"),
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
    fn a_command_can_be_pasted_and_tells_no_secret() {
        check(&["plimsoll", "run", "a b.jmx", "it's", ""], "plimsoll run 'a b.jmx' 'it'\\''s' ''");
        check(&["-Jhost=a.b:80", "-J", "users=5", "x=$y"], "-Jhost=a.b:80 -J users=5 'x=$y'");
        check(&["-JdbPassword=hunter2", "-J", "api_TOKEN=x"], "'-JdbPassword=***' -J 'api_TOKEN=***'");
        check(&["-J", "client.secret=a=b", "password=shown"], "-J 'client.secret=***' password=shown");
    }
}
