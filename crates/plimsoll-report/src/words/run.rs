//! The run: its name, its design, its end, its errors.

use super::Words;
use plimsoll_analysis::RunAnalysis;
use plimsoll_analysis::step::ErrorCount;
use plimsoll_run::{
    Design, End, EndReason, ErrorKind, LoadGeneratorKind, NoteKind, RunHeader, TransactionKind,
};

/// `MinLog2 borger lookup – variant large-heap, repeat 2`
pub fn title(words: &Words, header: &RunHeader) -> String {
    let name = if header.name.is_empty() { &header.plan.file } else { &header.name };
    let mut parts = Vec::new();
    if !header.variant.name.is_empty() {
        parts.push(format!("variant {}", header.variant.name));
    }
    if header.repeat > 1 {
        parts.push(format!("repeat {}", header.repeat));
    }
    if parts.is_empty() { name.clone() } else { format!("{name} – {}", parts.join(", ")) }
}

pub fn design(words: &Words, design: &Design) -> String {
    match design {
        Design::Single => "the plan's own load, one step".to_owned(),
        Design::Fixed => "given loads in the given order".to_owned(),
        Design::Capacity { precision } => format!(
            "search for the highest rate that meets the requirements, to within {:.0} %",
            precision * 100.0
        ),
        Design::Climb { goal } => format!(
            "climb: load rises until a step no longer gains {} % of the load it adds over the best step so far",
            words.fixed(goal * 100.0, 0)
        ),
    }
}

pub fn end(words: &Words, run: &RunAnalysis) -> String {
    match &run.end {
        None => {
            "has no end: it was cut off, or is still running; what is here was recorded so far".to_owned()
        }
        Some(End { at_us, reason }) => {
            let why = match (run.rate_capacity().is_some(), reason) {
                (true, EndReason::Converged) => {
                    "a rate that holds was confirmed, close below one that fails".to_owned()
                }
                (true, EndReason::LoadExhausted) => "the highest rate that was to be tried holds".to_owned(),
                (true, EndReason::Impossible(message) | EndReason::Inconclusive(message)) => message.clone(),
                _ => self::reason(words, reason),
            };
            format!("after {}: {why}", words.length(*at_us as f64 / 1e6))
        }
    }
}

pub fn reason(words: &Words, reason: &EndReason) -> String {
    match reason {
        EndReason::Completed => "everything asked for was done".to_owned(),
        EndReason::Converged => "more load no longer gained its goal".to_owned(),
        EndReason::LoadExhausted => "no more load was left to add".to_owned(),
        EndReason::Inconclusive(message) => format!("ended without an answer ({message})"),
        EndReason::Impossible(message) => format!("could not go on ({message})"),
        EndReason::Interrupted => "interrupted by the user".to_owned(),
        EndReason::StoppedByPlan => "stopped by the plan".to_owned(),
        EndReason::Failed(message) => format!("failed ({message})"),
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
    if requests == 0 {
        "none".to_owned()
    } else {
        format!("{} in flight; in no figure", words.say("run-requests", super::args![n = requests]))
    }
}

pub fn error_kind(words: &Words, kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::NameResolution => "name has no address",
        ErrorKind::ConnectRefused => "connection refused",
        ErrorKind::ConnectTimeout => "connect timed out",
        ErrorKind::ConnectFailed => "connect failed",
        ErrorKind::Tls => "TLS",
        ErrorKind::Reset => "connection reset",
        ErrorKind::ClosedEarly => "closed in the middle of an answer",
        ErrorKind::ResponseTimeout => "response timed out",
        ErrorKind::BadHttp => "not an HTTP answer",
        ErrorKind::Status => "status",
        ErrorKind::Assertion => "assertion failed",
        ErrorKind::TooManyRedirects => "too many redirects",
        ErrorKind::BadRequest => "request could not be made",
        ErrorKind::GeneratorResources => "load generator out of resources",
        ErrorKind::BadMessage => "message breaks the protocol",
        ErrorKind::Child => "a request in it failed",
    }
}

pub fn whose(words: &Words, kind: ErrorKind) -> &'static str {
    if kind.is_generators() { "load generator" } else { "system" }
}

/// Who put the load on, and what that says about the times.
pub fn generator(words: &Words, generator: &LoadGeneratorKind) -> String {
    match generator {
        LoadGeneratorKind::Engine => "Plimsoll's engine; times in microseconds".to_owned(),
        LoadGeneratorKind::Jmeter { version } => format!(
            "JMeter {version}; times in whole milliseconds, from its result file. Its requests have no intended \
             start: response time is service time. A worker is a core, with its part of the CPU time of JMeter; \
             waiting for a core and late timers are not known of it."
        ),
    }
}

pub fn certificates(words: &Words, verified: bool) -> &'static str {
    if verified { "verified" } else { "not verified" }
}

pub fn variant(words: &Words, name: &str) -> String {
    if name.is_empty() { words.text("run-unnamed") } else { name.to_owned() }
}

/// `status 503`, `connection refused`
pub fn error(words: &Words, error: &ErrorCount) -> String {
    let kind = error_kind(words, error.kind);
    if error.detail.is_empty() {
        kind.to_owned()
    } else if error.detail.starts_with(kind) {
        error.detail.clone()
    } else {
        format!("{kind}: {}", error.detail)
    }
}

pub fn transaction_kind(words: &Words, kind: TransactionKind) -> &'static str {
    match kind {
        TransactionKind::Request => "request",
        TransactionKind::Group => "group",
        TransactionKind::Completion => "from sending to arrival",
    }
}

pub fn note_kind(words: &Words, kind: NoteKind) -> &'static str {
    match kind {
        NoteKind::Information => "note",
        NoteKind::Warning => "warning",
        NoteKind::Decision => "decision",
    }
}

pub const LIMITING_FACTOR: &str = "No telemetry of the servers was recorded. Watch CPU, memory, I/O and \
    pools of the system under test during the next run to name it.";

pub const CLOSED_LOAD: &str = "Closed load: each user waits for its answer before it goes on. Response time runs \
    from the actual start of a request to its last byte; there is no intended start to measure from, so a \
    server that stalls also holds back the users that would have arrived.";

pub const OPEN_LOAD: &str = "Open load: arrivals come at a rate of their own, whether or not the system keeps up. Response \
    time runs from the intended start of an arrival to the last byte of its answer, so waiting for a free user and a late \
    start are in it; service time runs from the actual start. Both are shown; requirements are judged by response time. The \
    second and later requests of an iteration have no intended start of their own, and count from their start.";

pub const JMETERS_OPEN_LOAD: &str = "Open load: arrivals come at a rate of their own, each in a thread that JMeter starts for it. When \
    it was to begin is not in JMeter's results: response time runs from the actual start, and a thread that began late looks \
    as if it was in time. Whether JMeter started fewer than were asked is checked.";

pub const PACED_LOAD: &str = "Closed load with pacing: a user's iterations have intended starts. Response time runs from the \
    intended start to the last byte of the answer, so an iteration that begins late because the one before took too long \
    shows it; service time runs from the actual start. Both are shown; requirements are judged by response time.";

/// How response time is measured in this run.
pub fn load_model(words: &Words, run: &RunAnalysis) -> &'static str {
    let by_jmeter = run.header.generator != LoadGeneratorKind::Engine;
    if run.is_open() && by_jmeter {
        JMETERS_OPEN_LOAD
    } else if run.is_open() {
        OPEN_LOAD
    } else if run.has_intended_starts() {
        PACED_LOAD
    } else {
        CLOSED_LOAD
    }
}

pub const TOTALS: &str =
    "Totals count requests on the wire; a group is measured beside them and never added.";

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
