//! What became of each detector, and how values of servers are written.

use super::{Words, args};
use plimsoll_analysis::findings::{DetectorReport, DetectorState, ImportedTableKind, Missing, Signal};
use plimsoll_analysis::step::ServersAtWork;

pub fn state(words: &Words, report: &DetectorReport) -> String {
    let said = match &report.state {
        DetectorState::Fired { findings } => words.say("detector-fired", args![n = *findings]),
        DetectorState::Silent => words.text("detector-silent"),
        DetectorState::NotApplicable { missing } => {
            words.say("detector-not-applicable", args![why = self::missing(words, missing)])
        }
        DetectorState::Suppressed => words.text("detector-suppressed"),
    };
    if report.changed.is_empty() {
        return said;
    }
    let one = |(name, value): &(&'static str, f64)| format!("{name} = {}", words.significant(*value, 4));
    let changed: Vec<String> = report.changed.iter().map(one).collect();
    words.say("detector-changed", args![said, changed = words.listed(&changed)])
}

fn missing(words: &Words, missing: &Missing) -> String {
    match missing {
        Missing::Steps { needed, found } => {
            words.say("detector-missing-steps", args![needed = *needed, found = *found])
        }
        Missing::Loads { needed, found } => {
            words.say("detector-missing-loads", args![needed = *needed, found = *found])
        }
        Missing::Watched { signals } => {
            let signals: Vec<String> = signals.iter().map(|signal| self::signal(words, *signal)).collect();
            words.say("detector-missing-watched", args![signals = words.listed(&signals)])
        }
        Missing::Peers => words.text("detector-missing-peers"),
        Missing::Runs { needed, found } => {
            words.say("detector-missing-runs", args![needed = *needed, found = *found])
        }
        Missing::Variants { needed, found } => {
            words.say("detector-missing-variants", args![needed = *needed, found = *found])
        }
        Missing::Requirements => words.text("detector-missing-requirements"),
        Missing::Completions => words.text("detector-missing-completions"),
        Missing::Errors => words.text("detector-missing-errors"),
        Missing::Jobs => words.text("detector-missing-jobs"),
        Missing::Seconds => words.text("detector-missing-seconds"),
        Missing::StepOfSeconds { needed } => {
            words.say("detector-missing-long-step", args![length = words.length(f64::from(*needed))])
        }
        Missing::OwnMeasurement => words.text("detector-missing-own"),
        Missing::Users => words.text("detector-missing-users"),
        Missing::SameMix => words.text("detector-missing-same-mix"),
        Missing::SteadyTimes => words.text("detector-missing-steady-times"),
        Missing::SteadyLoads => words.text("detector-missing-steady"),
        Missing::CapacitySearch => words.text("detector-missing-capacity-search"),
        Missing::Successes => words.text("detector-missing-successes"),
        Missing::ScriptChecks => words.text("detector-missing-script-checks"),
        Missing::Imported { kind } => table(words, *kind),
    }
}

fn signal(words: &Words, signal: Signal) -> String {
    words.text(match signal {
        Signal::HostCpu => "detector-signal-host-cpu",
        Signal::ContainerCpu => "detector-signal-container-cpu",
        Signal::CpuSteal => "detector-signal-steal",
        Signal::IoWait => "detector-signal-io-wait",
        Signal::Paging => "detector-signal-paging",
        Signal::OldHeap => "detector-signal-old-heap",
        Signal::Collections => "detector-signal-collections",
        Signal::HeapAfterCollections => "detector-signal-heap-after",
        Signal::Pools => "detector-signal-pools",
        Signal::Lag => "detector-signal-lag",
        Signal::Consumers => "detector-signal-consumers",
        Signal::Threads => "detector-signal-threads",
        Signal::ProcessMemory => "detector-signal-process-memory",
        Signal::Tcp => "detector-signal-tcp",
        Signal::RowsRead => "detector-signal-rows-read",
        Signal::Throttling => "detector-signal-throttling",
    })
}

/// A table that a detector needs.
fn table(words: &Words, kind: ImportedTableKind) -> String {
    words.text(match kind {
        ImportedTableKind::Servers => "detector-missing-imported-servers",
        ImportedTableKind::Summaries => "detector-missing-imported-summaries",
        ImportedTableKind::Means => "detector-missing-imported-means",
    })
}

/// Beside a step in which a server was lost.
pub fn servers_at_work(words: &Words, servers: ServersAtWork) -> String {
    words.say("detector-servers-at-work", args![n = servers.at_work, of = servers.of])
}

pub(super) fn share(words: &Words, percent: f64) -> String {
    words.with_percent_sign(words.fixed(percent, usize::from(percent < 10.0)))
}

pub(super) fn bytes(words: &Words, value: f64) -> String {
    let (value, unit) = match value.abs() {
        v if v >= 1_073_741_824.0 => (value / 1_073_741_824.0, "GiB"),
        v if v >= 1_048_576.0 => (value / 1_048_576.0, "MiB"),
        v if v >= 1_024.0 => (value / 1_024.0, "KiB"),
        _ => (value, "B"),
    };
    format!("{}\u{a0}{unit}", words.significant(value, 3))
}
